//! Queries about machine words as queries about integers, where the wrapped solver has no quick answer for the words.
//!
//! A solver that thinks in bits takes `to - from <= length - from` for two subtractors, and does not see in time that `length < to`
//! contradicts it; it takes a quotient for a circuit. Here bounds on all terms are narrowed first, and where they leave few values, all are
//! looked at. Then integers are asked about. A sum is one, from which a multiple of 2³² is taken where it may not fit; a quotient is an
//! unknown whose multiple leaves a rest; a product of unknowns lies between planes; what else is computed is any number within its
//! bounds. So what is contradictory over the integers is so of words, and a model counts where it is one of the words. Last comes a
//! search.

mod translate;

use crate::floats::words::{Ranges, Words};
use crate::solver::{Core, DEFAULT_WORK, QueryLimits, SatResult, Solver, Statistics, UnknownReason};
use clew_term::{BinaryOp, Node, Term, TermPool};
use std::rc::Rc;
use translate::{Names, Translation};

/// Which part of the work that a query may cost is spent on words before integers are asked about.
const FIRST_SHARE: u64 = 8;

/// Which part that is where there are products or quotients, which take long in bits.
const PRODUCTS_SHARE: u64 = 32;

/// Which part of it is spent on a search for proofs by cases and for models.
const SEARCH_SHARE: u64 = 2;

/// How many integers' names are kept.
const MAX_KEPT: usize = 100_000;

/// Asks the wrapped solver once more, about integers; see the module.
pub struct Integers {
    inner: Box<dyn Solver>,
    /// Which pool the terms are of.
    pool: Option<u64>,
    names: Names,
}

impl Integers {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, pool: None, names: Names::default() }
    }

    /// The answer for integers, if there is one, where terms are known to be within bounds.
    fn answer(
        &mut self,
        pool: &mut TermPool,
        (constraints, limits): (&[Term], &QueryLimits),
        ranges: &Ranges,
    ) -> Option<SatResult> {
        if self.pool != Some(pool.identity()) || self.names.len() > MAX_KEPT {
            self.pool = Some(pool.identity());
            self.names = Names::default();
        }
        let parts = translate::parts(pool, constraints)?;
        let mut translation = Translation::new(&mut self.names, ranges);
        for part in &parts {
            translation.add(pool, *part);
        }
        let mut query = translation.needed();
        for constraint in constraints {
            query.push(translation.truth(*constraint)?);
        }
        match self.inner.check(pool, &query, limits) {
            SatResult::Sat(model) => {
                let model = translation.told(pool, &parts, &model);
                model.satisfies(pool, constraints).then(|| SatResult::Sat(Rc::new(model)))
            }
            // The bounds follow from all constraints together.
            SatResult::Unsat(_) => Some(SatResult::Unsat(Core::new(constraints.to_vec()))),
            SatResult::Unknown(_) => None,
        }
    }

    /// The answer by bounds on words, by integers, or by a search.
    fn by_numbers(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> Option<SatResult> {
        let work = limits.work.unwrap_or(DEFAULT_WORK);
        let Some(words) = Words::new(pool, constraints, limits) else {
            return self.answer(pool, (constraints, limits), &Ranges::default());
        };
        let ranges = match words.bounds(pool, work) {
            Ok(ranges) => ranges,
            Err(answer) => return Some(answer),
        };
        if let Some(answer) = self.answer(pool, (constraints, limits), &ranges) {
            return Some(answer);
        }
        words.answer(pool, work / SEARCH_SHARE)
    }
}

/// Whether numbers are multiplied or divided.
fn has_products(pool: &TermPool, constraints: &[Term]) -> bool {
    let is_product =
        |part: Term| matches!(*pool.node(part), Node::Binary(BinaryOp::Mul | BinaryOp::SDiv | BinaryOp::SRem, ..));
    pool.parts(constraints).into_iter().any(is_product)
}

impl Solver for Integers {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        // Floats are no integers, and what is said of them has had its proofs and searches.
        if constraints.iter().any(|constraint| pool.has_float(*constraint)) {
            return self.inner.check(pool, constraints, limits);
        }
        for part in [PRODUCTS_SHARE, FIRST_SHARE] {
            let share = QueryLimits { work: limits.work.map(|work| work / part), ..limits.clone() };
            match self.inner.check(pool, constraints, &share) {
                SatResult::Unknown(UnknownReason::WorkLimit) => {}
                answer => return answer,
            }
            if has_products(pool, constraints) {
                break;
            }
        }
        match self.by_numbers(pool, constraints, limits) {
            Some(answer) => answer,
            None => self.inner.check(pool, constraints, limits),
        }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}
