//! Truth tables: answers a query over one symbol of few bits, such as a character, by the set of its values that satisfy it.
//!
//! What code asks of a character is mostly of that kind: comparisons with constants, put together. A set takes eight kilobytes and
//! is computed once for each constraint, so that the next query along the path costs no more than an intersection.

use crate::solver::{Core, Model, QueryLimits, SatResult, Solver, Statistics, Tally};
use clew_base::FastMap;
use clew_term::{
    Assignment, BinaryOp, Node, Sort, SymbolId, Tabulation, Term, TermPool, UnaryOp, Value, only_small_symbol,
};
use fixedbitset::FixedBitSet;
use std::ops::Range;
use std::rc::Rc;

/// Constraints in which conditions are nested deeper are left to the wrapped solver.
const MAX_DEPTH: usize = 64;

/// How many sets are kept.
const MAX_SETS: usize = 4096;

/// Answers what it can, and asks the wrapped solver the rest; see the module.
pub struct TruthTable {
    inner: Box<dyn Solver>,
    /// Which pool the constraints are of.
    pool: Option<u64>,
    /// Where constraints hold, if that can be told.
    sets: FastMap<Term, Option<Rc<FixedBitSet>>>,
    tabulation: Tabulation,
    tally: Tally,
}

/// The only symbol of a query.
#[derive(Clone, Copy)]
struct Symbol {
    id: SymbolId,
    width: u8,
}

impl Symbol {
    /// How many values it has.
    fn values(self) -> usize {
        1 << self.width
    }
}

impl TruthTable {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, pool: None, sets: FastMap::default(), tabulation: Tabulation::default(), tally: Tally::default() }
    }

    /// The answer, if the constraints are of one small symbol and of a kind that is known here.
    fn answer(&mut self, pool: &mut TermPool, constraints: &[Term]) -> Option<SatResult> {
        let symbol = only_symbol(pool, constraints)?;
        if self.pool != Some(pool.identity()) || self.sets.len() > MAX_SETS {
            self.pool = Some(pool.identity());
            self.sets.clear();
            self.tabulation = Tabulation::default();
        }
        let mut left = all(symbol);
        for (at, constraint) in constraints.iter().enumerate() {
            left.intersect_with(&*self.set(pool, symbol, *constraint, 0)?);
            if left.is_clear() {
                return Some(SatResult::Unsat(self.core(pool, symbol, &constraints[..=at])));
            }
        }
        let least = left.minimum()? as u64;
        let mut assignment = Assignment::new();
        assignment.insert(symbol.id, Value::bv(symbol.width, least));
        Some(SatResult::Sat(Rc::new(Model::new(assignment))))
    }

    /// Constraints that no value satisfies, the last among them: of those before it such as rule something more out.
    fn core(&mut self, pool: &mut TermPool, symbol: Symbol, constraints: &[Term]) -> Core {
        let mut left = all(symbol);
        let mut named = Vec::new();
        for constraint in constraints.iter().rev() {
            let Some(set) = self.set(pool, symbol, *constraint, 0) else { return Core::new(constraints.to_vec()) };
            if !left.is_subset(&set) {
                left.intersect_with(&set);
                named.push(*constraint);
            }
            if left.is_clear() {
                break;
            }
        }
        named.reverse();
        Core::new(named)
    }

    /// The values for which a condition holds.
    fn set(&mut self, pool: &mut TermPool, symbol: Symbol, condition: Term, depth: usize) -> Option<Rc<FixedBitSet>> {
        if let Some(known) = self.sets.get(&condition) {
            return known.clone();
        }
        let set = self.computed(pool, symbol, condition, depth).map(Rc::new);
        self.sets.insert(condition, set.clone());
        set
    }

    fn computed(&mut self, pool: &mut TermPool, symbol: Symbol, condition: Term, depth: usize) -> Option<FixedBitSet> {
        if depth > MAX_DEPTH {
            return None;
        }
        let node = *pool.node(condition);
        let is_truth = |pool: &TermPool, term: Term| pool.sort(term) == Sort::Bool;
        let mut set = |pool: &mut TermPool, part: Term| self.set(pool, symbol, part, depth + 1);
        Some(match node {
            Node::Bool(true) => all(symbol),
            Node::Bool(false) => FixedBitSet::with_capacity(symbol.values()),
            Node::Unary(UnaryOp::Not, part) => complement((*set(pool, part)?).clone()),
            Node::Binary(BinaryOp::And, one, two) => {
                let mut both = (*set(pool, one)?).clone();
                both.intersect_with(&*set(pool, two)?);
                both
            }
            Node::Binary(BinaryOp::Or, one, two) => {
                let mut either = (*set(pool, one)?).clone();
                either.union_with(&*set(pool, two)?);
                either
            }
            Node::Binary(BinaryOp::Eq, one, two) if is_truth(pool, one) => {
                let mut other = (*set(pool, one)?).clone();
                other.symmetric_difference_with(&*set(pool, two)?);
                complement(other)
            }
            Node::Ite(condition, then, otherwise) if is_truth(pool, then) => {
                let (mut then, condition) = ((*set(pool, then)?).clone(), set(pool, condition)?);
                then.intersect_with(&condition);
                let mut otherwise = (*set(pool, otherwise)?).clone();
                otherwise.difference_with(&condition);
                then.union_with(&otherwise);
                then
            }
            Node::Binary(op, left, right) => {
                let mut set = FixedBitSet::with_capacity(symbol.values());
                match compared(pool, symbol, op, left, right) {
                    Some(range) => set.insert_range(range),
                    None => {
                        let truths = self.tabulation.truths(pool, condition)?;
                        set.extend(truths.iter().enumerate().filter(|(_, holds)| **holds == 1).map(|(value, _)| value));
                    }
                }
                set
            }
            _ => return None,
        })
    }
}

impl Solver for TruthTable {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let result = match self.answer(pool, constraints) {
            Some(answer) => answer,
            None => self.inner.check(pool, constraints, limits),
        };
        self.tally.count(result)
    }

    fn statistics(&self) -> Statistics {
        self.tally.over(self.inner.statistics())
    }
}

/// The values for which a comparison of the symbol itself with a constant holds.
fn compared(pool: &TermPool, symbol: Symbol, op: BinaryOp, left: Term, right: Term) -> Option<Range<usize>> {
    let constant = |term: Term| pool.as_bits(term).map(|bits| bits as usize);
    let is_symbol = |term: Term| pool.as_symbol(term).is_some();
    Some(match (op, constant(left), constant(right)) {
        (BinaryOp::Eq, None, Some(bits)) if is_symbol(left) => bits..bits + 1,
        (BinaryOp::ULt, None, Some(bits)) if is_symbol(left) => 0..bits,
        (BinaryOp::ULe, None, Some(bits)) if is_symbol(left) => 0..bits + 1,
        (BinaryOp::ULt, Some(bits), None) if is_symbol(right) => bits + 1..symbol.values(),
        (BinaryOp::ULe, Some(bits), None) if is_symbol(right) => bits..symbol.values(),
        _ => return None,
    })
}

/// The only symbol of the constraints, if it has few bits.
fn only_symbol(pool: &mut TermPool, constraints: &[Term]) -> Option<Symbol> {
    let (id, width) = only_small_symbol(pool, *constraints.first()?)?;
    let is_only = |constraint: &Term| matches!(*pool.symbols(*constraint), [other] if other == id);
    constraints.iter().all(is_only).then_some(Symbol { id, width })
}

fn all(symbol: Symbol) -> FixedBitSet {
    complement(FixedBitSet::with_capacity(symbol.values()))
}

fn complement(mut set: FixedBitSet) -> FixedBitSet {
    set.toggle_range(..);
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z3;
    use proptest::prelude::*;

    /// A condition on a symbol, written as a number in base eight.
    fn condition(pool: &mut TermPool, symbol: Term, mut code: u64, depth: usize) -> Term {
        let kind = code % 8;
        code /= 8;
        let bound = pool.bv(8, code % 256);
        let wide = pool.sign_extend(symbol, 32);
        let far = pool.bv32((code % 300) as i32 - 150);
        match kind {
            0 => pool.eq(symbol, bound),
            1 => pool.ult(symbol, bound),
            2 => pool.sle(bound, symbol),
            3 => pool.slt(wide, far),
            4 if depth > 0 => {
                let part = condition(pool, symbol, code, depth - 1);
                pool.not(part)
            }
            5 | 6 if depth > 0 => {
                let parts = [code, code / 64].map(|code| condition(pool, symbol, code, depth - 1));
                if kind == 5 { pool.and(parts[0], parts[1]) } else { pool.or(parts[0], parts[1]) }
            }
            7 if depth > 0 => {
                let parts = [code, code / 64, code / 512].map(|code| condition(pool, symbol, code, depth - 1));
                pool.ite(parts[0], parts[1], parts[2])
            }
            _ => pool.ule(bound, symbol),
        }
    }

    /// Fails a query that is left to it.
    struct Nobody;

    impl Solver for Nobody {
        fn check(&mut self, _: &mut TermPool, constraints: &[Term], _: &QueryLimits) -> SatResult {
            panic!("{constraints:?} should have an answer")
        }

        fn statistics(&self) -> Statistics {
            Statistics::default()
        }
    }

    proptest! {
        #[test]
        fn it_answers_as_z3_does(codes in prop::collection::vec(any::<u64>(), 1..6)) {
            let mut pool = TermPool::new();
            let symbol = pool.fresh("c", Sort::Bv(8));
            let conditions = codes.iter().map(|code| condition(&mut pool, symbol, *code, 4));
            let constraints: Vec<Term> = conditions.collect::<Vec<_>>().into_iter().filter(|term| !pool.is_const(*term)).collect();
            prop_assume!(!constraints.is_empty());
            let limits = QueryLimits::default();
            let expected = Z3::new().check(&mut pool, &constraints, &limits);
            match TruthTable::new(Box::new(Nobody)).check(&mut pool, &constraints, &limits) {
                SatResult::Sat(model) => {
                    prop_assert!(expected.is_sat());
                    prop_assert!(model.satisfies(&pool, &constraints));
                }
                SatResult::Unsat(core) => {
                    prop_assert!(expected.is_unsat());
                    prop_assert!(core.constraints().iter().all(|named| constraints.contains(named)));
                    prop_assert!(Z3::new().check(&mut pool, core.constraints(), &limits).is_unsat());
                }
                SatResult::Unknown(reason) => prop_assert!(false, "{:?}", reason),
            }
        }
    }
}
