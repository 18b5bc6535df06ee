//! Queries about sums of machine words as queries about integers, where the wrapped solver has no quick answer for the words.
//!
//! A solver that thinks in bits takes `to - from <= length - from` for two subtractors, and does not see in time that `length < to`
//! contradicts it. Over the integers a sum is one, from which a multiple of 2³² is taken where it may not fit. Nothing is lost by
//! that: each word stands for one integer, so the answer is that of the query.

mod translate;

use crate::solver::{Core, QueryLimits, SatResult, Solver, Statistics, UnknownReason};
use clew_base::{FastMap, FastSet};
use clew_term::{Term, TermPool};
use std::rc::Rc;
use translate::Translation;

/// Which part of the work that a query may cost is spent on words before integers are asked about.
const FIRST_SHARE: u64 = 8;

/// How many terms' integers are kept.
const MAX_KEPT: usize = 100_000;

/// Asks the wrapped solver once more, about integers; see the module.
pub struct Integers {
    inner: Box<dyn Solver>,
    /// Which pool the terms are of.
    pool: Option<u64>,
    translation: Translation,
    /// Which constraints can be stated with integers.
    stated: FastMap<Term, bool>,
}

impl Integers {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, pool: None, translation: Translation::default(), stated: FastMap::default() }
    }

    /// Whether all constraints can be stated with integers.
    fn can_state(&mut self, pool: &mut TermPool, constraints: &[Term]) -> bool {
        if self.pool != Some(pool.identity()) || self.translation.len() > MAX_KEPT {
            self.pool = Some(pool.identity());
            self.translation = Translation::default();
            self.stated.clear();
        }
        constraints.iter().all(|constraint| {
            *self.stated.entry(*constraint).or_insert_with(|| {
                let parts = translate::parts(pool, &[*constraint]);
                parts.is_some_and(|parts| parts.into_iter().all(|part| self.translation.add(pool, part).is_some()))
            })
        })
    }

    /// The answer for integers, if there is one.
    fn answer(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> Option<SatResult> {
        let parts = translate::parts(pool, constraints)?;
        let mut stated: FastMap<Term, Term> = FastMap::default();
        let mut query = Vec::with_capacity(constraints.len() + parts.len());
        for part in &parts {
            query.extend(self.translation.add(pool, *part)?);
        }
        for constraint in constraints {
            let whole = self.translation.truth(*constraint)?;
            stated.insert(whole, *constraint);
            query.push(whole);
        }
        match self.inner.check(pool, &query, limits) {
            SatResult::Sat(model) => {
                let model = self.translation.told(pool, &parts, &model);
                model.satisfies(pool, constraints).then(|| SatResult::Sat(Rc::new(model)))
            }
            SatResult::Unsat(core) => {
                let named: FastSet<Term> =
                    core.constraints().iter().filter_map(|whole| stated.get(whole).copied()).collect();
                let core = constraints.iter().copied().filter(|constraint| named.contains(constraint)).collect();
                Some(SatResult::Unsat(Core::new(core)))
            }
            SatResult::Unknown(_) => None,
        }
    }
}

impl Solver for Integers {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        if !self.can_state(pool, constraints) {
            return self.inner.check(pool, constraints, limits);
        }
        let share = QueryLimits { work: limits.work.map(|work| work / FIRST_SHARE), ..limits.clone() };
        match self.inner.check(pool, constraints, &share) {
            SatResult::Unknown(UnknownReason::WorkLimit) => {}
            answer => return answer,
        }
        match self.answer(pool, constraints, limits) {
            Some(answer) => answer,
            None => self.inner.check(pool, constraints, limits),
        }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}
