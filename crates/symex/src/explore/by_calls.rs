//! Tests whose inputs calls make.
//!
//! An exploration follows objects of any state, which proofs need and people seldom have. Where a test needs such an object of the
//! program, a second exploration looks for one that reaches the same and makes its input by calls. It begins with receivers that a
//! constructor or a factory made, and calls one more method on them whenever nothing else is left to do. It proves nothing.

use super::{Exploration, Found};
use crate::factories::Factories;
use crate::flow::{Flow, Stop};
use crate::ledger::Closing;
use crate::search::Features;
use crate::state::State;
use crate::state::made::Making;
use crate::steps::MemoryGauge;
use clew_base::{CancelToken, FastSet};
use clew_facts::{
    Criterion, GoalKind, HeapObject, InputsByCalls, MethodFacts, MethodStats, Object, Options, TestCase, Verdict,
    WORK_PER_STEP,
};
use clew_jvm::{MethodId, Provenance, World};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// The greatest number of calls on a receiver before the method under test.
const MAX_CALLS: usize = 4;

/// The greatest number of states of a receiver from which further calls are made.
const MAX_SEEDS: usize = 400;

/// The exploration may take this many instructions, though the one before it took fewer.
const LEAST_STEPS: u64 = 30_000;

/// How many instructions it takes at most once only exceptions are left.
const STEPS_FOR_EXCEPTIONS: u64 = 3_000;

/// It may take one in this many of the steps that a method may take.
const PART_OF_STEPS: u64 = 2;

/// States in which the receiver is made and nothing else has been done, those of the fewest calls first.
#[derive(Default)]
pub(super) struct Seeds {
    waiting: VecDeque<(State, Rc<Making>)>,
    kept: usize,
}

/// Replaces tests that need objects of any state by tests of the same goals whose inputs calls make, where there are such.
pub(super) fn prefer_calls(
    world: &World,
    method: MethodId,
    options: &Options,
    ruled_out: &[usize],
    cancel: &CancelToken,
    gauge: Option<MemoryGauge>,
    facts: &mut MethodFacts,
) {
    if !is_worth_it(world, method, options, facts) {
        return;
    }
    let steps = facts.stats.instructions.max(LEAST_STEPS).min(options.max_steps / PART_OF_STEPS);
    let part = Options { max_steps: steps, solver_work: steps * WORK_PER_STEP, ..options.clone() };
    let Ok(mut by_calls) = Exploration::by_calls(world, method, &part, cancel.clone(), gauge, facts) else { return };
    by_calls.rule_out(ruled_out);
    by_calls.run(&mut ());
    let clock_bound = by_calls.clock_bound;
    let Found { tests, stats, .. } = by_calls.found();
    facts.stats = MethodStats { seconds: facts.stats.seconds, ..stats };
    facts.clock_bound |= clock_bound;
    replace_tests(world, facts, tests);
}

/// Whether there may be goals that are reached by calls and not without.
fn is_worth_it(world: &World, method: MethodId, options: &Options, facts: &MethodFacts) -> bool {
    let is_plain =
        options.criterion != Criterion::Paths && options.heap_assumptions.is_empty() && options.input_calls.is_empty();
    if options.inputs_by_calls == InputsByCalls::Off || !is_plain {
        return false;
    }
    let declared = world.method(method);
    let has_receiver = !declared.is_static() && !declared.is_constructor();
    let is_of_program = |ty: &Arc<str>| {
        let class = ty.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).map(|name| world.load(name));
        matches!(class, Some(Ok(class)) if world.class(class).provenance != Provenance::Jdk)
    };
    let takes_objects = has_receiver || declared.parameters.iter().any(is_of_program);
    let is_open = |verdict: &Verdict| match verdict {
        Verdict::Reached { test } => has_state_of_its_own(world, &facts.tests[*test]),
        Verdict::Undecided(_) => takes_objects,
        Verdict::ReachedElsewhere(_) | Verdict::Unreachable(_) => false,
    };
    facts.goals.iter().any(|goal| is_open(&goal.verdict))
}

/// Whether a test needs an object of a class of the program in a state of the test's choice.
fn has_state_of_its_own(world: &World, test: &TestCase) -> bool {
    let is_free = |object: &HeapObject| {
        let class = world.load(&object.class.replace('.', "/")).map(|class| world.class(class));
        let is_of_program = class.is_ok_and(|class| class.provenance != Provenance::Jdk && !class.is_abstract());
        matches!(object.object, Object::Instance { .. }) && is_of_program
    };
    test.heap.values().any(is_free)
}

/// Puts the tests that reach most by calls before those that are still needed.
fn replace_tests(world: &World, facts: &mut MethodFacts, by_calls: Vec<TestCase>) {
    let goals = facts.goals.len();
    let mut tests = by_calls;
    let mut of_goal: Vec<Option<usize>> = vec![None; goals];
    let reach = |of_goal: &mut Vec<Option<usize>>, at: usize, test: &TestCase| {
        test.goals.iter().for_each(|goal| {
            of_goal[*goal].get_or_insert(at);
        });
    };
    tests.iter().enumerate().for_each(|(at, test)| reach(&mut of_goal, at, test));
    for test in std::mem::take(&mut facts.tests) {
        let adds = test.goals.iter().any(|goal| of_goal[*goal].is_none());
        let is_known = tests.iter().any(|known| known.has_input_of(&test));
        if !is_known && (adds || !has_state_of_its_own(world, &test)) {
            reach(&mut of_goal, tests.len(), &test);
            tests.push(test);
        }
    }
    for (goal, of_goal) in facts.goals.iter_mut().zip(of_goal) {
        match (&goal.verdict, of_goal) {
            (Verdict::Reached { .. } | Verdict::Undecided(_), Some(test)) => goal.verdict = Verdict::Reached { test },
            (Verdict::Unreachable(_) | Verdict::ReachedElsewhere(_), _) | (_, None) => {}
        }
    }
    facts.tests = tests;
}

impl<'w> Exploration<'w> {
    /// An exploration of inputs that calls make, for the goals that no such test reaches yet.
    pub(super) fn by_calls(
        world: &'w World,
        method: MethodId,
        options: &'w Options,
        cancel: CancelToken,
        gauge: Option<MemoryGauge>,
        facts: &MethodFacts,
    ) -> Result<Self, super::ExploreError> {
        let mut exploration = Self::new(world, method, options, cancel, gauge)?;
        exploration.machine.inputs.factories = Some(Factories::new(world, method, options.inputs_by_calls));
        exploration.seeds = Some(Seeds::default());
        let (_, made): (Vec<_>, Vec<_>) =
            facts.tests.iter().cloned().partition(|test| has_state_of_its_own(world, test));
        exploration.go_on_from(Found { tests: made, reserve: Vec::new(), stats: facts.stats });
        let proved = facts.goals.iter().enumerate().filter(|(_, goal)| matches!(goal.verdict, Verdict::Unreachable(_)));
        exploration.settled = proved.map(|(goal, _)| goal).collect::<FastSet<usize>>();
        Ok(exploration)
    }

    /// Whether a goal has neither a test nor a proof.
    pub(super) fn is_open(&self, goal: usize) -> bool {
        self.reached.tests[goal].is_none() && !self.settled.contains(&goal)
    }

    /// Whether no test is wanted any more. Exceptions that no test shows seldom come about in states that calls make: where only such
    /// are left, the search soon ends.
    pub(super) fn has_enough_by_calls(&mut self) -> bool {
        if self.seeds.is_none() {
            return false;
        }
        let open: Vec<usize> = (0..self.reached.tests.len()).filter(|goal| self.is_open(*goal)).collect();
        let is_code =
            |goal: &usize| matches!(self.machine.goals.goals[*goal].kind, GoalKind::Line | GoalKind::Branch(_));
        if open.iter().any(is_code) {
            return false;
        }
        let since = *self.steps_at_last_goal.get_or_insert(self.machine.run.steps.all);
        open.is_empty() || self.machine.run.steps.all - since > STEPS_FOR_EXCEPTIONS
    }

    /// Keeps a state in which the receiver is made, before the method is called.
    pub(super) fn keep_seed(&mut self, state: &State) {
        let Some(seeds) = &mut self.seeds else { return };
        let Some(making) = self.machine.made_receiver(state) else { return };
        if making.calls.then.len() < MAX_CALLS && seeds.kept < MAX_SEEDS {
            seeds.kept += 1;
            seeds.waiting.push_back((state.clone(), making));
        }
    }

    /// Makes one more call on a receiver that is made. False if there is none.
    pub(super) fn grow(&mut self) -> bool {
        let Some((state, making)) = self.seeds.as_mut().and_then(|seeds| seeds.waiting.pop_front()) else {
            return false;
        };
        for changer in self.machine.changers_of(&state, &making) {
            self.machine.ledger.begin();
            match self.machine.change_receiver(state.clone(), &making, changer).unwrap_or_else(Stop::into_flow) {
                Flow::Next(state) => self.wait(state, Features::default()),
                // A call that decides something more makes no state of its own here, and nothing is proved in this search.
                Flow::Split { live, ended } => {
                    let ended = ended.into_iter().map(|(state, _)| state);
                    live.into_iter().chain(ended).for_each(|state| {
                        self.machine.ledger.close(state, Closing::Followed);
                    });
                }
                Flow::End(state, _) => {
                    self.machine.ledger.close(state, Closing::Followed);
                }
            }
        }
        true
    }
}
