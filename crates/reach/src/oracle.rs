//! Finds executions under conditions on their way.
//!
//! The formula of an unwound program says which ways there are and what holds of values on them. A solver that is given all of
//! it at once works on the values of all ways together, of which one execution needs few. So two work together: one knows
//! the ways (`condition`) and proposes one; the other is asked whether there are values for it (`walk`), and where there are
//! none, what is to blame is excluded for good, with all ways that share it. That is the formula still: what is excluded
//! follows from it, and what both accept is a model of it.
//!
//! Where many ways were proposed in vain, a third solver is asked, which has all of the formula: it is the better one where
//! there are few values and many ways.

use crate::condition::{Condition, Path};
use crate::dominators::{Dominators, TopoIndex};
use crate::passive::Passive;
use crate::walk::Walk;
use clew_base::FastSet;
use clew_smt::{Answer, Incremental, Model, QueryLimits, SatResult, Solver, UnknownReason, Z3};
use clew_term::{Sort, Term, TermPool};
use std::rc::Rc;
use std::time::Duration;

/// A way through the graph, or the reason why there is none.
pub(crate) enum Proposal {
    /// This one has not been excluded.
    Way(Path),
    /// These assumptions exclude all.
    Nothing(Vec<Term>),
    /// A limit was hit.
    Unknown(UnknownReason),
}

/// Whether there are values for the beginning of a way.
pub(crate) enum Values {
    /// These.
    Found(Rc<Model>),
    /// There are none: something up to this position on the way is to blame, and excluded from now on.
    None { last: usize },
    /// A limit was hit. The way is not proposed again.
    Unknown,
}

/// Which solver makes a proposal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// The one that knows the ways.
    Ways,
    /// The one that knows all.
    Whole,
}

/// The solvers.
pub(crate) struct Oracle<'a> {
    passive: &'a Passive,
    dominators: &'a Dominators,
    condition: &'a Condition,
    ways: Incremental,
    values: Z3,
    /// All of the formula; what is known of values is told to it when it is first asked.
    whole: Incremental,
    is_told: bool,
    walk: Walk,
    /// What callers excluded, which does not follow from the program.
    asserted: Vec<Term>,
    /// Assumed to leave out ways that could not be decided, with why the last could not.
    left_out: Option<(Term, UnknownReason)>,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(passive: &'a Passive, dominators: &'a Dominators, condition: &'a Condition) -> Oracle<'a> {
        let mut oracle = Oracle {
            passive,
            dominators,
            condition,
            ways: Incremental::new(),
            values: Z3::new(),
            whole: Incremental::new(),
            is_told: false,
            walk: Walk::default(),
            asserted: Vec::new(),
            left_out: None,
        };
        condition.facts.iter().for_each(|(_, fact)| oracle.exclude(*fact));
        oracle
    }

    fn exclude(&mut self, fact: Term) {
        self.ways.assert(fact);
        self.whole.assert(fact);
    }

    /// Restricts all later proposals.
    pub(crate) fn assert(&mut self, constraint: Term) {
        self.exclude(constraint);
        self.asserted.push(constraint);
    }

    /// Proposes a way on which the assumptions hold.
    pub(crate) fn propose(&mut self, pool: &TermPool, assumptions: &[Term], limits: &QueryLimits) -> Proposal {
        self.proposal(By::Ways, pool, assumptions, limits)
    }

    /// The same, but a way on which there is an execution.
    pub(crate) fn solve(&mut self, pool: &mut TermPool, assumptions: &[Term], limits: &QueryLimits) -> Proposal {
        if !std::mem::replace(&mut self.is_told, true) {
            let facts = self.condition.of_values(0..self.dominators.nodes.len(), self.passive, self.dominators, pool);
            facts.into_iter().for_each(|fact| self.whole.assert(fact));
        }
        self.proposal(By::Whole, pool, assumptions, limits)
    }

    fn proposal(&mut self, by: By, pool: &TermPool, assumptions: &[Term], limits: &QueryLimits) -> Proposal {
        let mut all = assumptions.to_vec();
        all.extend(self.left_out.iter().map(|(guard, _)| *guard));
        let solver = match by {
            By::Ways => &mut self.ways,
            By::Whole => &mut self.whole,
        };
        match solver.check(pool, &all, limits) {
            Answer::Sat => match self.condition.path(self.dominators, &|symbol| solver.value(pool, symbol)) {
                Some(path) => Proposal::Way(path),
                None => Proposal::Unknown(UnknownReason::BadModel),
            },
            Answer::Unsat(core) => match &self.left_out {
                Some((guard, reason)) if core.contains(guard) => Proposal::Unknown(reason.clone()),
                _ => Proposal::Nothing(core),
            },
            Answer::Unknown(reason) => Proposal::Unknown(reason),
        }
    }

    /// Looks for values with which an execution goes along the beginning of a way.
    pub(crate) fn values(
        &mut self,
        beginning: &[(TopoIndex, usize)],
        pool: &mut TermPool,
        limits: &QueryLimits,
    ) -> Values {
        self.try_values(beginning, pool, limits).unwrap_or_else(|reason| {
            let excluded = self.excluded(&self.walk.constraints(), pool);
            self.leave_out(excluded, reason, pool);
            Values::Unknown
        })
    }

    /// The same; where a limit is hit, the way may be proposed again.
    pub(crate) fn try_values(
        &mut self,
        beginning: &[(TopoIndex, usize)],
        pool: &mut TermPool,
        limits: &QueryLimits,
    ) -> Result<Values, UnknownReason> {
        self.walk.go(beginning, self.passive, self.dominators, self.condition, pool);
        let constraints = self.walk.constraints();
        match self.values.check(pool, &constraints, limits) {
            SatResult::Sat(model) => Ok(Values::Found(model)),
            SatResult::Unsat(core) => {
                let last = self.walk.last_of(core.constraints());
                let excluded = self.excluded(core.constraints(), pool);
                self.exclude(excluded);
                Ok(Values::None { last })
            }
            SatResult::Unknown(reason) => Err(reason),
        }
    }

    /// Leaves out a way whose execution could not be followed.
    pub(crate) fn give_up(&mut self, path: &Path, reason: UnknownReason, pool: &mut TermPool) {
        let choices: Vec<Term> =
            path.iter().flat_map(|(place, way)| self.condition.literals(*place, *way, pool)).collect();
        let on_it = pool.and_all(&choices);
        let excluded = pool.not(on_it);
        self.leave_out(excluded, reason, pool);
    }

    fn leave_out(&mut self, excluded: Term, reason: UnknownReason, pool: &mut TermPool) {
        let guard = match self.left_out.take() {
            Some((guard, _)) => guard,
            None => pool.fresh("decided", Sort::Bool),
        };
        let excluded = pool.implies(guard, excluded);
        self.exclude(excluded);
        self.left_out = Some((guard, reason));
    }

    fn excluded(&self, core: &[Term], pool: &mut TermPool) -> Term {
        let blamed = self.walk.blame(core, self.condition, pool);
        let all = pool.and_all(&blamed);
        pool.not(all)
    }

    /// Whether a path is one that the assumptions, and what was asserted, allow.
    pub(crate) fn admits(&self, path: &Path, assumptions: &[Term], pool: &TermPool) -> bool {
        self.condition.admits(path, pool, self.asserted.iter().chain(assumptions).copied())
    }

    /// How often one of the solvers was asked, and their time.
    pub(crate) fn cost(&self) -> (u64, Duration) {
        let all = [self.ways.statistics(), self.values.statistics(), self.whole.statistics()];
        (all.iter().map(|one| one.queries).sum(), all.iter().map(|one| one.solver_time).sum())
    }
}

/// The last position before `end` at which the way is at one of the places.
pub(crate) fn last_at(way: &Path, end: usize, wanted: &FastSet<TopoIndex>) -> Option<usize> {
    way.iter().take(end).rposition(|(place, _)| wanted.contains(place))
}
