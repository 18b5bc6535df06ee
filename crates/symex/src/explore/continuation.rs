//! Concrete runs that go on where paths were cut.
//!
//! A path that was cut for want of steps, or at something that cannot be followed for unknown values, has an input that takes it. On
//! this input the same step rules go on, now with one way at each branch, past the loops and calls in which the exploration was stuck.
//! What such a run reaches is reached; it proves nothing.

use super::Exploration;
use crate::flow::PathEnd;
use crate::state::State;
use crate::tests::make;
use crate::tests::usual::{test_of, usual_inputs};
use crate::wanted::Wanted;
use clew_base::{CancelToken, FastMap, FastSet, Id};
use clew_facts::{Criterion, CutReason, InputsByCalls, Outcome};

/// How many cut states are kept at most of those in one block of the method under test and one method that it called.
const MOST_ALIKE: usize = 3;
/// How many cut states are kept at most.
const MOST_KEPT: usize = 48;
/// Concrete runs may take one in this many of the steps of the exploration.
const PART_OF_STEPS: u64 = 4;

/// How many paths the solver leaves open before usual inputs are tried.
const UNKNOWN_BEFORE_USUAL: u32 = 3;
/// How many usual inputs are run at most.
const MOST_USUAL: usize = 60;

/// Whether usual inputs have been tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Usual {
    /// They have not.
    #[default]
    Untried,
    /// They have.
    Tried,
}

/// States that were cut, in the order in which that happened.
#[derive(Default)]
pub(super) struct CutStates {
    kept: Vec<(State, CutReason)>,
    /// How many are kept of those at one place: the block of the outermost activation and the number of the innermost's code.
    alike: FastMap<(usize, usize), usize>,
    /// How many were cut because the solver gave no answer.
    unknown: u32,
    /// How many were cut that had reached each goal.
    behind: FastMap<usize, u32>,
}

impl CutStates {
    /// How many states were cut that had reached a goal.
    pub(super) fn behind(&self, goal: usize) -> u32 {
        self.behind.get(&goal).copied().unwrap_or(0)
    }

    /// Keeps a state, unless there are enough like it. What a stated bound cuts is left alone: it is answered within that bound.
    pub(super) fn keep(&mut self, state: &State, reason: &CutReason) {
        let (Some(outermost), Some(innermost)) = (state.frames.first(), state.frames.last()) else { return };
        if matches!(reason, CutReason::Bound(_)) {
            return;
        }
        self.unknown += u32::from(matches!(reason, CutReason::SolverUnknown(_)));
        for goal in &state.passed.reached {
            *self.behind.entry(*goal).or_insert(0) += 1;
        }
        if self.kept.len() >= MOST_KEPT {
            return;
        }
        let alike = self.alike.entry((outermost.block.index(), innermost.code.id.index())).or_insert(0);
        if *alike < MOST_ALIKE {
            *alike += 1;
            self.kept.push((state.clone(), reason.clone()));
        }
    }
}

impl Exploration<'_> {
    /// Whether the solver has given no answer so often that usual inputs are tried before the exploration goes on.
    pub(super) fn is_time_for_usual_inputs(&self) -> bool {
        self.cut.unknown >= UNKNOWN_BEFORE_USUAL && self.usual == Usual::Untried
    }

    /// Runs usual inputs while there are lines and branches that no test reaches, and keeps the tests that reach one. Only once.
    pub(super) fn try_usual_inputs(&mut self) {
        if std::mem::replace(&mut self.usual, Usual::Tried) == Usual::Untried {
            let open = self.open_code().collect();
            self.run_usual_inputs(Wanted::only_open(open));
        }
    }

    /// Runs usual inputs while no test shows that the method returns through what tests reach, or what it usually gives.
    pub(super) fn try_usual_inputs_for_answers(&mut self) {
        let is_reached = |goal: &usize| self.reached.tests[*goal].is_some();
        let returning = self.returning().into_iter().filter(is_reached).collect();
        let returns = self.method.returns.as_deref();
        self.run_usual_inputs(Wanted::of(&self.tests, FastSet::default(), returning, returns));
    }

    fn run_usual_inputs(&mut self, mut wanted: Wanted) {
        if !self.may_be_usual() || wanted.is_nothing() {
            return;
        }
        let last = self.machine.run.steps_aside + self.machine.options.max_steps / PART_OF_STEPS;
        for input in usual_inputs(&self.machine, &self.inputs, &self.tests, MOST_USUAL) {
            let is_spent = self.machine.run.steps_aside >= last || self.cancel.is_cancelled();
            if is_spent || wanted.is_nothing() {
                return;
            }
            if let Some(test) = test_of(&mut self.machine, input, |ran| wanted.is_shown_by(ran)) {
                wanted.have_shown(&test);
                self.keep(test);
            }
        }
    }

    /// Whether tests may have inputs that no path asks for.
    pub(super) fn may_be_usual(&self) -> bool {
        let options = &self.machine.options;
        let is_free =
            options.heap_assumptions.is_empty() && options.input_calls.is_empty() && options.verified.is_none();
        let makes_calls = options.inputs_by_calls != InputsByCalls::Off && self.seeds.is_none();
        is_free && makes_calls && options.criterion != Criterion::Paths && self.cases.is_none()
    }

    /// The lines and branches that neither a test nor a proof decides.
    pub(super) fn open_code(&self) -> impl Iterator<Item = usize> {
        let is_code = |goal: &usize| self.machine.goals.goals[*goal].kind.is_code();
        (0..self.reached.tests.len()).filter(|goal| self.is_open(*goal)).filter(is_code)
    }

    /// Runs inputs of cut states while there are goals that no test reaches, and keeps the tests that reach one.
    pub(super) fn continue_cut(&mut self, cancel: CancelToken) {
        self.clock_bound |= self.cancel.is_cancelled();
        self.cancel = cancel.clone();
        if self.machine.options.criterion == Criterion::Paths {
            return;
        }
        self.machine.limits.cancel = cancel.clone();
        self.try_usual_inputs();
        let last = self.machine.run.steps_aside + self.machine.options.max_steps / PART_OF_STEPS;
        for (state, reason) in std::mem::take(&mut self.cut).kept {
            // Of its input it is not known yet whether it is as assumed.
            if self.machine.is_preparing(&state) {
                continue;
            }
            let is_spent =
                self.machine.run.steps_aside >= last || cancel.is_cancelled() || self.machine.is_over_memory();
            if is_spent || self.reached.tests.iter().all(Option::is_some) {
                return;
            }
            let test = make(&mut self.machine, &self.inputs, &state, &PathEnd::Cut(reason));
            if let Ok(Some(test)) = test
                && !matches!(test.outcome, Outcome::NotPredicted | Outcome::Open)
                && test.goals.iter().any(|goal| self.reached.tests[*goal].is_none())
                // Where the path was cut, what calls put into a collection may not have been known yet.
                && self.machine.keeps_invariants(&test)
            {
                self.keep(test);
            }
        }
    }
}
