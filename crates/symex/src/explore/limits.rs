//! When an exploration ends before every path has: budgets, memory, and nothing to gain.

use super::Exploration;
use crate::ledger::Closing;
use crate::steps::{Effort, Steps};
use clew_facts::{Criterion, CutReason, GoalKind, WORK_PER_STEP};

/// How many instructions pass between two looks at the clock: one may take as long as a look at every value of the path.
const CLOCK_EVERY: u64 = 16;

/// How many instructions an exploration goes on after every goal is reached or ruled out, to complete the paths that are left.
const STEPS_AFTER_LAST_GOAL: u64 = 20_000;

/// How many times as long it goes on where places of helpers are to be shown, to which there may be no execution.
const FACTOR_FOR_HELPERS: u64 = 5;

/// How much the solver may work after that where some goals are ruled out: about a second.
const WORK_AFTER_LAST_GOAL: u64 = 1_000 * WORK_PER_STEP;

impl Exploration<'_> {
    /// The budget that is spent, if one is.
    pub(super) fn spent(&mut self) -> Option<CutReason> {
        if self.machine.run.steps.reach(Steps::default(), self.machine.options.max_steps) {
            return Some(CutReason::Budget("steps".to_owned()));
        }
        if self.machine.limits.meter.total() >= self.machine.options.solver_work {
            return Some(CutReason::Budget("solver work".to_owned()));
        }
        if self.machine.run.steps.all.is_multiple_of(CLOCK_EVERY) && self.cancel.is_cancelled() {
            self.clock_bound = true;
            let which = if self.cancel.is_requested() { "interrupted" } else { "time" };
            return Some(CutReason::Budget(which.to_owned()));
        }
        None
    }

    /// Where more memory is in use than allowed, drops half of the waiting states, those first that can be missed most easily.
    /// Gives the reason to end the exploration when there is none left to drop.
    pub(super) fn out_of_memory(&mut self) -> Option<CutReason> {
        if !self.machine.is_over_memory() {
            return None;
        }
        if self.waiting.is_empty() {
            return Some(CutReason::Memory);
        }
        for _ in 0..self.waiting.len().div_ceil(2) {
            if let Some(state) =
                self.deferred.worst().or_else(|| self.searcher.worst()).and_then(|id| self.waiting.remove(&id))
            {
                self.machine.ledger.close(state, Closing::Cut(CutReason::Memory));
            }
        }
        None
    }

    /// Puts every waiting state on record as cut, and those that were not begun.
    pub(super) fn give_up(&mut self, reason: &CutReason) {
        if let Some(entry) = self.next_root() {
            self.machine.ledger.record_cut(&entry, reason.clone());
        }
        while let Some(id) = self.searcher.next().or_else(|| self.deferred.next()) {
            if let Some(state) = self.waiting.remove(&id) {
                let state = self.machine.ledger.close(state, Closing::Cut(reason.clone()));
                self.cut.keep(&state, reason);
            }
        }
    }

    /// Whether every goal the criterion asks for is reached or ruled out and the grace after that is over; after smaller bounds
    /// whether nothing is open.
    pub(super) fn has_nothing_to_gain(&mut self) -> bool {
        if self.is_deeper {
            return !(0..self.reached.tests.len()).any(|goal| self.is_open(goal));
        }
        let wanted = |index: usize| match self.machine.options.criterion {
            Criterion::Branches | Criterion::Paths => true,
            Criterion::Statements => self.machine.goals.goals[index].kind == GoalKind::Line,
        };
        let is_open = (0..self.reached.tests.len()).any(|goal| wanted(goal) && self.is_open(goal));
        if is_open || self.machine.options.criterion == Criterion::Paths {
            return false;
        }
        let since = self.since_last_goal();
        if self.reached.tests.iter().all(Option::is_some) {
            let times = if self.second_choice.is_empty() { 1 } else { FACTOR_FOR_HELPERS };
            return since.steps > times * STEPS_AFTER_LAST_GOAL;
        }
        let is_over =
            |times: u64| since.steps > times * STEPS_AFTER_LAST_GOAL || since.work > times * WORK_AFTER_LAST_GOAL;
        is_over(FACTOR_FOR_HELPERS) || is_over(1) && self.shows_helpers()
    }

    /// What the search has taken since nothing was open any more.
    pub(super) fn since_last_goal(&mut self) -> Effort {
        let now = Effort { steps: self.machine.run.steps.all, work: self.machine.limits.meter.total() };
        let then = *self.at_last_goal.get_or_insert(now);
        Effort { steps: now.steps - then.steps, work: now.work - then.work }
    }

    /// Whether tests show all places of helpers that they are to show.
    fn shows_helpers(&self) -> bool {
        self.machine.helpers.places().iter().all(|place| self.ends.contains(place))
    }

    /// Leaves the waiting states where every goal asked for is found. They may still reach goals that were not asked for.
    pub(super) fn stop_early(&mut self) {
        self.stopped_early = !self.waiting.is_empty() || self.has_root();
        let is_found =
            |(goal, test): (usize, &Option<usize>)| test.is_some() || self.machine.goals.ruled_out.contains(&goal);
        if !self.reached.tests.iter().enumerate().all(is_found) {
            self.give_up(&CutReason::Budget("every line is reached".to_owned()));
        }
    }
}
