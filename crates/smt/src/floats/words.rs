//! What is said of words, looked at in the same way as what is said of floats.

use super::domain::Domain;
use super::few::{self, Few};
use super::problem::Problem;
use super::propagate;
use super::{PARTS_PER_UNIT, Purse, Query};
use crate::solver::{Core, QueryLimits, SatResult};
use clew_base::FastMap;
use clew_term::{SignedRange, Term, TermPool};

/// Bounds on terms that hold wherever the constraints do.
pub(crate) type Ranges = FastMap<Term, SignedRange>;

/// A query about words.
pub(crate) struct Words<'a> {
    problem: Problem,
    constraints: &'a [Term],
    limits: &'a QueryLimits,
}

impl<'a> Words<'a> {
    /// The query as a list of parts, unless it has too many.
    pub(crate) fn new(pool: &TermPool, constraints: &'a [Term], limits: &'a QueryLimits) -> Option<Self> {
        Some(Self { problem: Problem::new(pool, constraints)?, constraints, limits })
    }

    /// Narrows the bounds on all terms, and looks at all values where there are few. The answer, or bounds.
    pub(crate) fn bounds(&self, pool: &TermPool, work: u64) -> Result<Ranges, SatResult> {
        let mut purse = Purse::new(work.saturating_mul(PARTS_PER_UNIT), &self.limits.cancel);
        let found = self.bounds_paid(pool, &mut purse);
        self.limits.meter.add(purse.spent / PARTS_PER_UNIT);
        found
    }

    fn bounds_paid(&self, pool: &TermPool, purse: &mut Purse) -> Result<Ranges, SatResult> {
        let query = self.query(pool);
        let Some(domains) = propagate::narrowed(&self.problem, &self.problem.roots, purse) else {
            return Err(SatResult::Unsat(query.core(purse.spent, purse)));
        };
        match few::look(&self.problem, &domains, purse) {
            Few::Hold(point) => {
                if let Some(answer) = query.model(&point) {
                    return Err(answer);
                }
            }
            Few::Never => return Err(SatResult::Unsat(Core::new(self.constraints.to_vec()))),
            Few::Many => {}
        }
        let terms = pool.parts(self.constraints).into_iter().zip(domains);
        let words = terms.filter_map(|(term, domain)| match domain {
            Domain::Word(range) => Some((term, range)),
            _ => None,
        });
        Ok(words.collect())
    }

    /// Looks for a proof by cases and for a model.
    pub(crate) fn answer(&self, pool: &TermPool, work: u64) -> Option<SatResult> {
        self.query(pool).answer(work)
    }

    fn query<'b>(&'b self, pool: &'b TermPool) -> Query<'b> {
        Query { problem: &self.problem, pool, constraints: self.constraints, limits: self.limits }
    }
}
