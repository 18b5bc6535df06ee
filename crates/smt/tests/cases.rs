//! Queries in which a symbol of few values decides much: `Cases`, where it alone answers, against Z3.
#![allow(clippy::unwrap_used)]

use clew_smt::{Cases, ChainConfig, QueryLimits, SatResult, Solver, Statistics, UnknownReason, Z3, solver_chain};
use clew_term::{Sort, Term, TermPool};
use proptest::prelude::*;

/// One step of building a random query: what to build and from which earlier terms.
type Step = (u8, u8, u8);

/// Gives up where symbols of few values occur, so that every answer is one by cases.
struct NoFew(Z3);

impl Solver for NoFew {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let is_of_few = |pool: &TermPool, symbol| matches!(pool.symbol_sort(symbol), Sort::Bv(width) if width <= 6);
        let has_few = constraints
            .iter()
            .any(|constraint| pool.symbols(*constraint).iter().any(|symbol| is_of_few(pool, *symbol)));
        match has_few {
            true => SatResult::Unknown(UnknownReason::WorkLimit),
            false => self.0.check(pool, constraints, limits),
        }
    }

    fn statistics(&self) -> Statistics {
        self.0.statistics()
    }
}

/// A sum of as many of four characters as `length` says, and conditions on it.
fn query(pool: &mut TermPool, steps: &[Step]) -> Vec<Term> {
    let length = pool.fresh("length", Sort::Bv(3));
    let length = pool.zero_extend(length, 16);
    let mut words: Vec<Term> = ["a", "b", "c", "d"].map(|name| pool.fresh(name, Sort::Bv(16))).to_vec();
    let mut sum = pool.bv(16, 0);
    for (at, unit) in words.clone().into_iter().enumerate() {
        let position = pool.bv(16, at as u64);
        let counts = pool.ult(position, length);
        let longer = pool.add(sum, unit);
        sum = pool.ite(counts, longer, sum);
    }
    words.extend([sum, length, pool.bv(16, 0), pool.bv(16, 3), pool.bv(16, 0x8000)]);
    let mut constraints = Vec::new();
    for (kind, one, two) in steps {
        let at = |place: u8| words[usize::from(place) % words.len()];
        let (x, y) = (at(*one), at(*two));
        match kind % 6 {
            0 => words.push(pool.sub(x, y)),
            1 => constraints.push(pool.ult(x, y)),
            2 => constraints.push(pool.sle(x, y)),
            3 => constraints.push(pool.eq(x, y)),
            4 => constraints.push(pool.ne(x, y)),
            _ => {
                let most = pool.bv(16, u64::from(*two));
                constraints.push(pool.ule(x, most));
            }
        }
    }
    let least = pool.bv(16, 5);
    constraints.push(pool.ult(least, sum));
    constraints
}

proptest! {
    #[test]
    fn cases_have_the_answers_of_the_whole(steps in prop::collection::vec(any::<Step>(), 1..12)) {
        let mut pool = TermPool::new();
        let constraints = query(&mut pool, &steps);
        let limits = QueryLimits::default();
        let whole = Z3::new().check(&mut pool, &constraints, &limits);
        let by_cases = Cases::new(Box::new(NoFew(Z3::new()))).check(&mut pool, &constraints, &limits);
        prop_assert_eq!(whole.is_sat(), by_cases.is_sat());
        prop_assert_eq!(whole.is_unsat(), by_cases.is_unsat());
        if let SatResult::Sat(model) = &by_cases {
            prop_assert!(model.satisfies(&pool, &constraints));
            let symbols: Vec<_> = constraints.iter().flat_map(|part| pool.symbols(*part).to_vec()).collect();
            prop_assert!(symbols.iter().all(|symbol| model.get(*symbol).is_some()));
        }
        if let SatResult::Unsat(core) = &by_cases {
            prop_assert!(core.constraints().iter().all(|constraint| constraints.contains(constraint)));
            prop_assert!(Z3::new().check(&mut pool, core.constraints(), &limits).is_unsat());
        }
    }
}

/// `Integer.parseInt(text) == 443` for a text of at most sixteen digits.
#[test]
fn the_text_of_a_number_is_found() {
    let mut pool = TermPool::new();
    let length = pool.fresh("length", Sort::Bv(5));
    let length = pool.zero_extend(length, 32);
    let most = pool.bv32(16);
    let mut constraints = vec![pool.sle(length, most)];
    let (zero, nine) = (pool.bv(64, u64::from(b'0')), pool.bv(64, 9));
    let ten = pool.bv(64, 10);
    let mut number = pool.bv(64, 0);
    for at in 0..16 {
        let unit = pool.fresh(&format!("text[{at}]"), Sort::Bv(16));
        let unit = pool.zero_extend(unit, 64);
        let digit = pool.sub(unit, zero);
        let position = pool.bv32(at);
        let counts = pool.slt(position, length);
        let is_digit = pool.ule(digit, nine);
        constraints.push(pool.implies(counts, is_digit));
        let tenfold = pool.mul(number, ten);
        let longer = pool.add(tenfold, digit);
        number = pool.ite(counts, longer, number);
    }
    let wanted = pool.bv(64, 443);
    constraints.push(pool.eq(number, wanted));
    let limits = QueryLimits { work: Some(500_000), ..QueryLimits::default() };
    let answer = solver_chain(&Default::default()).check(&mut pool, &constraints, &limits);
    assert!(answer.model().unwrap().satisfies(&pool, &constraints));
}

/// Two texts of at most eight equal characters have one hash code: with the length given, equal characters are one symbol.
#[test]
fn equal_texts_have_equal_hash_codes() {
    let mut pool = TermPool::new();
    let length = pool.fresh("length", Sort::Bv(4));
    let length = pool.zero_extend(length, 32);
    let most = pool.bv32(8);
    let mut constraints = vec![pool.sle(length, most)];
    let prime = pool.bv32(31);
    let mut hash_codes = [pool.bv32(0); 2];
    for at in 0..8 {
        let position = pool.bv32(at);
        let counts = pool.slt(position, length);
        let units = ["a", "b"].map(|name| pool.fresh(&format!("{name}[{at}]"), Sort::Bv(16)));
        let is_equal = pool.eq(units[0], units[1]);
        constraints.push(pool.implies(counts, is_equal));
        for (hash_code, unit) in hash_codes.iter_mut().zip(units) {
            let product = pool.mul(*hash_code, prime);
            let unit = pool.zero_extend(unit, 32);
            let longer = pool.add(product, unit);
            *hash_code = pool.ite(counts, longer, *hash_code);
        }
    }
    constraints.push(pool.ne(hash_codes[0], hash_codes[1]));
    let limits = QueryLimits { work: Some(50_000), ..QueryLimits::default() };
    assert!(solver_chain(&Default::default()).check(&mut pool, &constraints, &limits).is_unsat());
    let whole = ChainConfig { cases: false, ..ChainConfig::default() };
    assert!(!solver_chain(&whole).check(&mut pool, &constraints, &limits).is_unsat(), "cases make the difference");
}
