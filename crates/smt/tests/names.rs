//! Random queries about names that are only compared: Shift and Narrow against Z3 alone.
#![allow(clippy::unwrap_used)]

use clew_smt::{Narrow, QueryLimits, SatResult, Shift, Solver, Z3};
use clew_term::{Sort, Term, TermPool};
use proptest::prelude::*;

const WIDTH: u8 = 24;
const SYMBOLS: usize = 5;

/// One step of building a random formula: what to build and from which earlier terms.
type Step = (u8, u8, u8);

/// Constraints on sums of a symbol and a number of its own, on two constants, and on choices between them. `odd` has one symbol
/// that is counted with.
fn query(pool: &mut TermPool, steps: &[Step], odd: bool) -> Vec<Term> {
    let mut names: Vec<Term> = (0..SYMBOLS)
        .map(|at| {
            let symbol = pool.fresh("x", Sort::Bv(WIDTH));
            let offset = pool.bv(WIDTH, at as u64 + 1);
            pool.add(symbol, offset)
        })
        .collect();
    names.extend([0x80_0000, 3].map(|constant| pool.bv(WIDTH, constant)));
    let mut truths: Vec<Term> = ["p", "q"].map(|name| pool.fresh(name, Sort::Bool)).to_vec();
    let mut constraints = Vec::new();
    if odd {
        let bound = pool.bv(WIDTH, 100);
        constraints.push(pool.ult(names[0], bound));
    }
    for (kind, a, b) in steps {
        let (x, y) = (names[usize::from(*a) % names.len()], names[usize::from(*b) % names.len()]);
        let (p, q) = (truths[usize::from(*a) % truths.len()], truths[usize::from(*b) % truths.len()]);
        match kind % 8 {
            0 | 1 => truths.push(pool.eq(x, y)),
            2 => names.push(pool.ite(p, x, y)),
            3 => truths.push(pool.or(p, q)),
            4 => truths.push(pool.not(p)),
            5 => constraints.push(q),
            6 => {
                let same = pool.eq(x, y);
                constraints.push(pool.not(same));
            }
            _ => {
                let same = pool.eq(x, y);
                constraints.push(pool.or(same, p));
            }
        }
    }
    constraints
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn plainer_and_narrower_queries_have_the_same_answers(
        steps in prop::collection::vec(any::<Step>(), 10..45),
        odd in any::<bool>(),
    ) {
        let mut pool = TermPool::new();
        let constraints = query(&mut pool, &steps, odd);
        let limits = QueryLimits::default();
        let bare = Z3::new().check(&mut pool, &constraints, &limits);
        let mut solver = Shift::new(Box::new(Narrow::new(Box::new(Z3::new()))));
        // The second time, some of it is known.
        for part in [&constraints[..constraints.len() / 2], &constraints] {
            let result = solver.check(&mut pool, part, &limits);
            if let SatResult::Sat(model) = &result {
                prop_assert!(model.satisfies(&pool, part));
            }
            if let SatResult::Unsat(core) = &result {
                let again = Z3::new().check(&mut pool, core.constraints(), &limits);
                prop_assert!(again.is_unsat());
            }
            if part.len() == constraints.len() {
                prop_assert_eq!(bare.is_sat(), result.is_sat());
                prop_assert_eq!(bare.is_unsat(), result.is_unsat());
            }
        }
    }
}
