//! Restates a query constraint by constraint, and maps its core back.

use crate::{Core, Model, QueryLimits, SatResult, Solver};
use clew_base::{FastMap, FastSet};
use clew_term::{Term, TermPool};
use std::rc::Rc;

/// Asks a solver about the constraints after some of their parts were replaced, and gives its answer in terms of the query: a
/// core names the constraints as they were, and `told` makes a model of the replaced query one of the query. What other
/// parts become by those is added to `replaced`.
pub(crate) fn check_restated(
    inner: &mut dyn Solver,
    pool: &mut TermPool,
    (constraints, limits): (&[Term], &QueryLimits),
    replaced: &mut FastMap<Term, Term>,
    told: impl FnOnce(&TermPool, &Model) -> Model,
) -> SatResult {
    let restated: Vec<Term> = constraints.iter().map(|constraint| pool.replace_known(*constraint, replaced)).collect();
    match inner.check(pool, &restated, limits) {
        SatResult::Sat(model) => SatResult::Sat(Rc::new(told(pool, &model))),
        SatResult::Unsat(core) => {
            let named: FastSet<Term> = core.constraints().iter().copied().collect();
            let own = constraints.iter().zip(&restated).filter(|(_, restated)| named.contains(restated));
            SatResult::Unsat(Core::new(own.map(|(constraint, _)| *constraint).collect()))
        }
        SatResult::Unknown(reason) => SatResult::Unknown(reason),
    }
}
