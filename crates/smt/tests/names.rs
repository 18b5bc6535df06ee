//! Random queries about names that are only compared: OffsetElimination and WidthReduction against Z3 alone.
#![allow(clippy::unwrap_used)]

use clew_smt::{OffsetElimination, QueryLimits, SatResult, Solver, WidthReduction, Z3};
use clew_term::{Sort, Term, TermPool};
use proptest::prelude::*;

const WIDTH: u8 = 24;
const SYMBOLS: usize = 5;

/// One step of building a random formula: what to build and from which earlier terms.
type Step = (u8, u8, u8);

/// What a query has besides equations of symbols and constants and of choices between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Sums of a symbol and a number of its own in place of symbols.
    Sums,
    /// The same, and one of them is counted with.
    Counted,
    /// Comparisons by size, with a sign or without.
    Ordered { signed: bool },
}

fn any_form() -> impl Strategy<Value = Form> {
    let ordered = [true, false].map(|signed| Form::Ordered { signed });
    prop_oneof![Just(Form::Sums), Just(Form::Counted), prop::sample::select(ordered.to_vec())]
}

fn query(pool: &mut TermPool, steps: &[Step], form: Form) -> Vec<Term> {
    let ordered = matches!(form, Form::Ordered { .. });
    let mut names: Vec<Term> = (0..SYMBOLS)
        .map(|at| {
            let symbol = pool.fresh("x", Sort::Bv(WIDTH));
            let offset = pool.bv(WIDTH, if ordered { 0 } else { at as u64 + 1 });
            pool.add(symbol, offset)
        })
        .collect();
    // Between the second and the fourth there is one number.
    names.extend([0x80_0000, 3, 0xff_ffff, 5].map(|constant| pool.bv(WIDTH, constant)));
    let mut truths: Vec<Term> = ["p", "q"].map(|name| pool.fresh(name, Sort::Bool)).to_vec();
    let mut constraints = Vec::new();
    if form == Form::Counted {
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
            6 | 7 if ordered && b % 3 != 0 => {
                let less = match (form, kind % 8) {
                    (Form::Ordered { signed: true }, 6) => pool.slt(x, y),
                    (Form::Ordered { signed: true }, _) => pool.sle(x, y),
                    (_, 6) => pool.ult(x, y),
                    _ => pool.ule(x, y),
                };
                if b % 3 == 1 {
                    truths.push(less);
                } else {
                    constraints.push(less);
                }
            }
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
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn plainer_and_narrower_queries_have_the_same_answers(
        steps in prop::collection::vec(any::<Step>(), 10..45),
        form in any_form(),
    ) {
        let mut pool = TermPool::new();
        let constraints = query(&mut pool, &steps, form);
        let limits = QueryLimits::default();
        let bare = Z3::new().check(&mut pool, &constraints, &limits);
        let mut solver = OffsetElimination::new(Box::new(WidthReduction::new(Box::new(Z3::new()))));
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
