//! Values on trial: an evaluator with some of them says what one under the same assignment says that has seen nothing else.
#![allow(clippy::unwrap_used)]

use clew_term::{ArraySort, Assignment, ElementSort, Evaluator, IndexSort, Sort, SymbolId, Term, TermPool, Value};
use proptest::prelude::*;

/// More symbols than a support has bits, so that some share one.
const SYMBOLS: usize = 150;

/// Terms of each sort, grown from symbols by choices of numbers.
struct Terms {
    pool: TermPool,
    numbers: Vec<Term>,
    truths: Vec<Term>,
    arrays: Vec<Term>,
}

impl Terms {
    fn new() -> Self {
        let mut pool = TermPool::new();
        let numbers = (0..SYMBOLS / 2).map(|at| pool.fresh(&format!("x{at}"), Sort::Bv(32))).collect();
        let truths = (0..SYMBOLS / 2).map(|at| pool.fresh(&format!("p{at}"), Sort::Bool)).collect();
        let sort = Sort::Array(ArraySort { index: IndexSort::Bv32, element: ElementSort::Bv(32) });
        let arrays = (0..3).map(|at| pool.fresh(&format!("a{at}"), sort)).collect();
        Self { pool, numbers, truths, arrays }
    }

    fn grow(&mut self, (kind, one, two, three): (u8, usize, usize, usize)) {
        let number = |this: &Self, at: usize| this.numbers[at % this.numbers.len()];
        let truth = |this: &Self, at: usize| this.truths[at % this.truths.len()];
        let array = |this: &Self, at: usize| this.arrays[at % this.arrays.len()];
        let (a, b) = (number(self, one), number(self, two));
        let (p, q, r) = (truth(self, one), truth(self, two), truth(self, three));
        let (f, g) = (array(self, one), array(self, two));
        let pool = &mut self.pool;
        match kind % 10 {
            0 => self.numbers.push(pool.add(a, b)),
            1 => self.numbers.push(pool.ite(r, a, b)),
            2 => self.truths.push(pool.slt(a, b)),
            3 => self.truths.push(pool.eq(a, b)),
            4 => self.truths.push(pool.and(p, q)),
            5 => self.truths.push(pool.or(p, q)),
            6 => self.truths.push(pool.not(p)),
            7 => self.arrays.push(pool.store(f, &[a], b)),
            8 => self.numbers.push(pool.select(g, &[a])),
            _ => self.arrays.push(pool.ite(r, f, g)),
        }
    }

    fn symbol(&self, at: usize) -> SymbolId {
        let at = at % SYMBOLS;
        let term = if at < SYMBOLS / 2 { self.numbers[at] } else { self.truths[at - SYMBOLS / 2] };
        self.pool.as_symbol(term).unwrap()
    }

    fn value(&self, symbol: SymbolId, bits: u8) -> Value {
        match self.pool.symbol_sort(symbol) {
            Sort::Bool => Value::Bool(bits & 1 == 1),
            _ => Value::bv(32, u64::from(bits)),
        }
    }

    /// The latest terms, which are made of the others.
    fn latest(&self) -> Vec<Term> {
        let last = |terms: &[Term]| terms.iter().rev().take(12).copied().collect::<Vec<_>>();
        [last(&self.numbers), last(&self.truths), last(&self.arrays)].concat()
    }

    fn agree(&self, evaluator: &mut Evaluator) {
        let mut fresh = Evaluator::new(evaluator.assignment().clone());
        for term in self.latest() {
            assert_eq!(evaluator.value(&self.pool, term), fresh.value(&self.pool, term));
        }
    }
}

proptest! {
    #[test]
    fn trials_are_as_if_from_the_beginning(
        growth in proptest::collection::vec((any::<u8>(), any::<usize>(), any::<usize>(), any::<usize>()), 1..120),
        trials in proptest::collection::vec((any::<u8>(), any::<usize>(), any::<u8>()), 1..30),
    ) {
        let mut terms = Terms::new();
        growth.into_iter().for_each(|step| terms.grow(step));
        let mut evaluator = Evaluator::new(Assignment::new());
        for (action, at, bits) in trials {
            let symbol = terms.symbol(at);
            match action % 6 {
                0 => evaluator.keep(),
                1 => evaluator.take_back(at % (evaluator.tried() + 1)),
                2 => {
                    let value = terms.value(symbol, bits);
                    evaluator.assign(&terms.pool, symbol, value);
                }
                _ => {
                    let value = terms.value(symbol, bits);
                    evaluator.try_value(symbol, value);
                }
            }
            terms.agree(&mut evaluator);
        }
        let before = evaluator.tried();
        evaluator.take_back(0);
        prop_assert!(evaluator.tried() == 0 && before < 30);
        terms.agree(&mut evaluator);
    }

    #[test]
    fn what_does_not_depend_on_a_symbol_stays(
        growth in proptest::collection::vec((any::<u8>(), any::<usize>(), any::<usize>(), any::<usize>()), 1..120),
        at in any::<usize>(),
        bits in any::<u8>(),
    ) {
        let mut terms = Terms::new();
        growth.into_iter().for_each(|step| terms.grow(step));
        let mut evaluator = Evaluator::new(Assignment::new());
        let symbol = terms.symbol(at);
        let value = terms.value(symbol, bits);
        let mut changed = Assignment::new();
        changed.insert(symbol, value);
        for term in terms.latest() {
            if !evaluator.may_depend(&terms.pool, term, symbol) {
                let same = evaluator.value(&terms.pool, term);
                prop_assert_eq!(terms.pool.eval(term, &changed), same);
            }
        }
    }
}
