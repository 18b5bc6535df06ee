//! Random queries about sums of words and elements of arrays: `Integers`, where it alone answers, against Z3 on words.
#![allow(clippy::unwrap_used)]

use clew_smt::{Integers, QueryLimits, SatResult, Solver, Statistics, UnknownReason, Z3};
use clew_term::{ArraySort, ElementSort, IndexSort, Sort, Term, TermPool};
use proptest::prelude::*;

/// One step of building a random formula: what to build and from which earlier terms.
type Step = (u8, u8, u8);

/// Gives up on words, so that every answer is one about integers.
struct NoWords(Z3);

impl Solver for NoWords {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let has_words = constraints.iter().any(|constraint| {
            pool.symbols(*constraint).iter().any(|symbol| match pool.symbol_sort(*symbol) {
                Sort::Bv(_) => true,
                Sort::Array(sort) => sort.index == IndexSort::Bv32,
                _ => false,
            })
        });
        match has_words {
            true => SatResult::Unknown(UnknownReason::WorkLimit),
            false => self.0.check(pool, constraints, limits),
        }
    }

    fn statistics(&self) -> Statistics {
        self.0.statistics()
    }
}

struct Query {
    constraints: Vec<Term>,
    /// Whether something occurs that there is no integer for.
    has_others: bool,
}

fn query(pool: &mut TermPool, steps: &[Step], width: u8) -> Query {
    let sort = ArraySort { index: IndexSort::Bv32, element: ElementSort::Bv(width) };
    let mut words: Vec<Term> = ["x", "y", "z"].iter().map(|name| pool.fresh(name, Sort::Bv(width))).collect();
    words.extend([0, 1, 5, 0x7f, 0x80].map(|constant| pool.bv(width, constant)));
    let mut arrays: Vec<Term> = ["a", "b"].map(|name| pool.fresh(name, Sort::Array(sort))).to_vec();
    let mut truths: Vec<Term> = ["p", "q"].map(|name| pool.fresh(name, Sort::Bool)).to_vec();
    let mut constraints = Vec::new();
    let mut has_others = false;
    for (kind, one, two) in steps {
        let at = |among: &[Term], place: u8| among[usize::from(place) % among.len()];
        let (x, y) = (at(&words, *one), at(&words, *two));
        let (p, q) = (at(&truths, *one), at(&truths, *two));
        let array = at(&arrays, *one);
        let wide = |pool: &mut TermPool, word: Term| match two % 2 {
            0 => pool.sign_extend(word, 32),
            _ => pool.zero_extend(word, 32),
        };
        match kind % 28 {
            0 => words.push(pool.add(x, y)),
            1 | 2 => words.push(pool.sub(x, y)),
            3 => words.push(pool.neg(x)),
            4 => {
                let factor = pool.bv(width, u64::from(two % 5));
                words.push(pool.mul(x, factor));
            }
            5 => words.push(pool.ite(p, x, y)),
            6 => {
                let wide = wide(pool, x);
                let seven = pool.bv32(7);
                let sum = pool.add(wide, seven);
                words.push(pool.extract_low(sum, width));
            }
            7 => {
                let index = wide(pool, y);
                words.push(pool.select(array, &[index]));
            }
            8 => {
                let index = wide(pool, y);
                arrays.push(pool.store(array, &[index], x));
            }
            9 => {
                let amount = pool.bv(width, u64::from(two % width));
                words.push(pool.shl(x, amount));
            }
            10 => truths.push(pool.ult(x, y)),
            11 => truths.push(pool.ule(x, y)),
            12 => truths.push(pool.slt(x, y)),
            13 => truths.push(pool.sle(x, y)),
            14 => truths.push(pool.eq(x, y)),
            15 => truths.push(pool.or(p, q)),
            16 => truths.push(pool.not(p)),
            17 => {
                words.push(pool.mul(x, y));
                has_others = true;
            }
            20 => {
                let amount = pool.bv(width, u64::from(two % width));
                words.push(pool.ashr(x, amount));
            }
            21 => {
                let amount = pool.bv(width, u64::from(two % width));
                words.push(pool.lshr(x, amount));
            }
            22 => {
                let mask = pool.bv(width, (1 << (two % width)) - 1);
                words.push(pool.bit_and(x, mask));
            }
            23 => {
                let (three, bytes) = (pool.bv32(3), pool.zero_extend(x, 32));
                let shares = [pool.sdiv(bytes, three), pool.srem(bytes, three)];
                words.extend(shares.map(|share| pool.extract_low(share, width)));
            }
            24 => {
                words.extend([pool.sdiv(x, y), pool.srem(x, y)]);
                has_others = true;
            }
            25 => {
                // Always positive, as lengths are.
                let one = pool.bv(width, 1);
                let positive = pool.bv(width, 0x3f);
                let divisor = pool.bit_and(y, positive);
                let divisor = pool.add(divisor, one);
                words.extend([pool.sdiv(x, divisor), pool.srem(x, divisor)]);
                has_others = true;
            }
            26 => words.push(pool.bit_not(x)),
            27 => {
                words.push(pool.bit_xor(x, y));
                has_others = true;
            }
            _ => constraints.push(q),
        }
    }
    Query { constraints, has_others }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn integers_have_the_answers_of_words(
        steps in prop::collection::vec(any::<Step>(), 10..45),
        width in prop::sample::select(vec![8u8, 16]),
    ) {
        let mut pool = TermPool::new();
        let Query { constraints, has_others } = query(&mut pool, &steps, width);
        let limits = QueryLimits::default();
        let words = Z3::new().check(&mut pool, &constraints, &limits);
        let mut solver = Integers::new(Box::new(NoWords(Z3::new())));
        for part in [&constraints[..constraints.len() / 2], &constraints] {
            let result = solver.check(&mut pool, part, &limits);
            prop_assert!(has_others || !matches!(result, SatResult::Unknown(UnknownReason::WorkLimit)));
            if let SatResult::Sat(model) = &result {
                prop_assert!(model.satisfies(&pool, part));
            }
            if let SatResult::Unsat(core) = &result {
                prop_assert!(core.constraints().iter().all(|constraint| part.contains(constraint)));
                prop_assert!(!Z3::new().check(&mut pool, core.constraints(), &limits).is_sat());
            }
            if part.len() == constraints.len() && !matches!(result, SatResult::Unknown(_)) {
                prop_assert!(!words.is_sat() || result.is_sat());
                prop_assert!(!words.is_unsat() || result.is_unsat());
            }
        }
    }
}

/// What a copy of a range leaves to be proved about its bounds.
#[test]
fn a_sum_of_lengths_is_not_lost_in_bits() {
    let mut pool = TermPool::new();
    let [at, size, length] = ["at", "size", "length"].map(|name| pool.fresh(name, Sort::Bv(32)));
    let (zero, one) = (pool.bv32(0), pool.bv32(1));
    let last = pool.sub(size, one);
    let (moved, room) = (pool.sub(last, at), pool.sub(length, at));
    let room = pool.sub(room, one);
    let constraints = [
        pool.sle(zero, at),
        pool.slt(at, last),
        pool.slt(at, size),
        pool.sle(zero, length),
        pool.ult(at, length),
        pool.sle(moved, room),
        pool.ule(length, last),
    ];
    let mut solver = Integers::new(Box::new(Z3::new()));
    assert!(solver.check(&mut pool, &constraints, &QueryLimits::default()).is_unsat());
}

/// Amounts, shares and pages: what is computed with quotients by unknowns and with products of them.
#[test]
fn products_and_quotients_are_told_by_sums() {
    let mut pool = TermPool::new();
    let [cents, part] = ["cents", "part"].map(|name| pool.fresh(name, Sort::Bv(32)));
    let [zero, one, hundred, million] = [0, 1, 100, 1_000_000].map(|number| pool.bv32(number));
    let (not_less, not_more) = (pool.sle(zero, cents), pool.sle(cents, million));
    let (positive, bounded) = (pool.sle(one, part), pool.sle(part, hundred));
    let product = pool.mul(cents, part);
    let off = pool.sdiv(product, hundred);
    let more_than_all = pool.slt(cents, off);
    let (page, rest) = (pool.sdiv(cents, part), pool.srem(cents, part));
    let first = pool.mul(page, part);
    let (behind, beyond) = (pool.slt(cents, first), pool.sle(part, rest));
    let is_first = pool.slt(cents, part);
    let later = pool.sle(one, page);
    let ordinary = [not_less, not_more, positive, bounded];
    for wrong in [vec![more_than_all], vec![behind], vec![beyond], vec![is_first, later]] {
        let mut solver = Integers::new(Box::new(NoWords(Z3::new())));
        let query: Vec<Term> = ordinary.into_iter().chain(wrong).collect();
        assert!(solver.check(&mut pool, &query, &QueryLimits::default()).is_unsat());
    }
}
