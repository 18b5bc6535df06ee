//! Queries about floats. A solver that works on bits takes seconds for them, or never answers.
//!
//! Multiplication and division of floats as circuits are large, and nothing about them is smooth to whoever looks at single
//! bits. Here floats are numbers: a query is refuted by intervals ([`propagate`]), or answered by values that a search by
//! distance finds ([`search`]). Where a little work at both gives no answer, the wrapped solver is asked, with a part of the
//! work; then both go on for longer, and then the wrapped solver is asked again. Every model is checked by evaluation.

mod aim;
mod backward;
mod domain;
mod few;
mod format;
mod forward;
mod inverse;
mod landscape;
mod order;
mod problem;
mod propagate;
mod search;
pub(crate) mod words;

use crate::solver::{Core, DEFAULT_WORK, Model, QueryLimits, SatResult, Solver, Statistics, UnknownReason};
use clew_base::CancelToken;
use clew_term::{Assignment, Term, TermPool, Value};
use problem::{Place, Problem};
use propagate::Proof;
use search::Search;
use std::rc::Rc;

/// Which part of the work that a query may cost is spent here before the wrapped solver is asked.
const QUICK_SHARE: u64 = 8;
/// Which part that is where floats are only compared, of which the wrapped solver knows most answers at once.
const PLAIN_SHARE: u64 = 400;
/// Which part the wrapped solver may spend the first time.
const FIRST_SHARE: u64 = 8;
/// Which part is spent here after that.
const LONG_SHARE: u64 = 2;
/// So many parts of a query are computed, or their domains narrowed, for one unit of work.
const PARTS_PER_UNIT: u64 = 16;
/// Which part of what is spent here goes into proofs; the rest goes into the search.
const PROOF_SHARE: u64 = 2;
/// Which part of it is spent before either is tried for longer.
const FIRST_ROUND: u64 = 8;

/// Answers what it can about floats, and asks the wrapped solver the rest; see the module.
pub struct Floats {
    inner: Box<dyn Solver>,
}

impl Floats {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner }
    }
}

impl Solver for Floats {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        if !constraints.iter().any(|constraint| pool.has_float(*constraint)) {
            return self.inner.check(pool, constraints, limits);
        }
        let Some(problem) = Problem::new(pool, constraints) else {
            return self.inner.check(pool, constraints, limits);
        };
        let work = limits.work.unwrap_or(DEFAULT_WORK);
        let query = Query { problem: &problem, pool, constraints, limits };
        let share = if problem.is_plain() { PLAIN_SHARE } else { QUICK_SHARE };
        if let Some(answer) = query.answer(work / share) {
            return answer;
        }
        let share = QueryLimits { work: Some(work / FIRST_SHARE), ..limits.clone() };
        match self.inner.check(pool, constraints, &share) {
            SatResult::Unknown(UnknownReason::WorkLimit | UnknownReason::Unsupported(_)) => {}
            answer => return answer,
        }
        let query = Query { problem: &problem, pool, constraints, limits };
        match query.answer(work / LONG_SHARE) {
            Some(answer) => answer,
            None => self.inner.check(pool, constraints, limits),
        }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

/// A query with its parts.
struct Query<'a> {
    problem: &'a Problem,
    pool: &'a TermPool,
    constraints: &'a [Term],
    limits: &'a QueryLimits,
}

impl Query<'_> {
    /// The answer, if it is found with this much work.
    fn answer(&self, work: u64) -> Option<SatResult> {
        let parts = work.saturating_mul(PARTS_PER_UNIT);
        let mut purse = Purse::new(parts, &self.limits.cancel);
        let answer = self.answer_paid(&mut purse);
        self.limits.meter.add(purse.spent / PARTS_PER_UNIT);
        answer
    }

    fn answer_paid(&self, purse: &mut Purse) -> Option<SatResult> {
        let Some(domains) = propagate::narrowed(self.problem, &self.problem.roots, purse) else {
            return Some(SatResult::Unsat(self.core(purse.spent, purse)));
        };
        let mut search = self.problem.is_complete().then(|| Search::new(self.problem));
        for part in [purse.left / FIRST_ROUND, purse.left] {
            let mut proof = purse.share(part / PROOF_SHARE);
            let found = propagate::prove(self.problem, domains.clone(), &mut proof);
            purse.settle(&proof);
            if found == Proof::Contradiction {
                return Some(SatResult::Unsat(self.core(proof.spent, purse)));
            }
            let mut rest = purse.share(part - part / PROOF_SHARE);
            let point = search.as_mut().and_then(|search| search.run(&mut rest));
            purse.settle(&rest);
            if let Some(point) = point {
                return self.model(&point);
            }
        }
        None
    }

    /// The answer that these values of the symbols are, if all constraints hold under them.
    fn model(&self, point: &[Value]) -> Option<SatResult> {
        let values = self.problem.symbols.iter().zip(point).map(|(symbol, value)| (symbol.id, value.clone()));
        let model = Model::new(values.collect::<Assignment>());
        model.satisfies(self.pool, self.constraints).then(|| SatResult::Sat(Rc::new(model)))
    }

    /// Constraints that can't hold together, which was found out at this price.
    fn core(&self, price: u64, purse: &mut Purse) -> Core {
        let kept: Vec<Place> = propagate::core(self.problem, price, purse);
        let named = self.problem.roots.iter().zip(self.constraints).filter(|(root, _)| kept.contains(root));
        let mut core: Vec<Term> = Vec::with_capacity(kept.len());
        for (_, constraint) in named {
            if !core.contains(constraint) {
                core.push(*constraint);
            }
        }
        Core::new(core)
    }
}

/// What may be spent, in parts of the query that are computed or whose domains are narrowed.
struct Purse {
    left: u64,
    spent: u64,
    cancel: CancelToken,
}

impl Purse {
    fn new(parts: u64, cancel: &CancelToken) -> Self {
        Self { left: parts, spent: 0, cancel: cancel.clone() }
    }

    /// How much is left.
    fn left(&self) -> u64 {
        self.left
    }

    /// Spends this much, or all there is.
    fn pay(&mut self, parts: u64) {
        let paid = self.left.min(parts);
        self.left -= paid;
        self.spent += paid;
    }

    /// Whether nothing may be spent any more.
    fn is_empty(&self) -> bool {
        self.left == 0 || self.cancel.is_cancelled()
    }

    /// A purse with at most this much of what is left here. What is spent of it has to be settled.
    fn share(&self, parts: u64) -> Self {
        Self::new(self.left.min(parts), &self.cancel)
    }

    /// Pays what was spent of a share.
    fn settle(&mut self, share: &Self) {
        self.pay(share.spent);
    }
}
