//! Tests whose inputs calls make.
//!
//! An exploration follows objects of any state, which proofs need and people seldom have. Where a test needs such an object of the
//! program, a second exploration looks for one that reaches the same and makes its input by calls. It begins with receivers that a
//! constructor or a factory made, and calls one more method on them now and then, and whenever nothing else is left to do. It proves
//! nothing.

use super::{Exploration, Found};
use crate::answers::Answer;
use crate::escapes::Escape;
use crate::factories::Factories;
use crate::flow::{Flow, Stop};
use crate::footprint::footprint;
use crate::helpers::CodePlace;
use crate::ledger::Closing;
use crate::likeness::Likeness;
use crate::mutants::Stronger;
use crate::observe::show_change;
use crate::search::Features;
use crate::state::made::Making;
use crate::state::{State, TextsPassed};
use crate::steps::MemoryGauge;
use crate::tests::borrowed::with_borrowed_receiver;
use crate::tests::grown::{Runs, with_objects_grown};
use crate::wanted::Wanted;
use clew_base::{CancelToken, FastMap, FastSet};
use clew_facts::{
    Assumption, Criterion, GoalVerdict, HeapObject, InputsByCalls, MethodFacts, MethodStats, Object, Options, Outcome,
    TestCase, Verdict, WORK_PER_STEP,
};
use clew_jvm::{ClassId, MethodId, Provenance, World};
use imbl::OrdSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The greatest number of calls on a receiver before the method under test.
const MAX_CALLS: usize = 4;

/// The greatest number of states of a receiver from which further calls are made.
const MAX_SEEDS: usize = 400;

/// The exploration may take this many instructions, though the one before it took fewer.
const LEAST_STEPS: u64 = 60_000;

/// For how many instructions it may ask the solver, though the one before it took fewer.
const LEAST_WORK: u64 = 15_000;

/// How many instructions it takes at most once only exceptions are left.
const STEPS_FOR_EXCEPTIONS: u64 = 3_000;

/// How many it takes at most once only places of helpers are left to which no execution is known to get.
const STEPS_FOR_HELPERS: u64 = 10_000;

/// After this many paths to a goal that were cut, or gave no test, the search no longer goes on for it alone.
const MAX_FAILED: u32 = 20;

/// It may take one in this many of the steps that a method may take.
const PART_OF_STEPS: u64 = 2;

/// After this many instructions one more call is made on a receiver, though other states wait.
const GROW_EVERY: u64 = 1_500;

/// How many tests it makes at most to see what a method changes.
const TESTS_OF_CHANGES: u32 = 12;

/// How many concrete runs it makes at most to find calls that lead to the states of tests.
const RUNS: u32 = 600;

/// How many of these are made for one test.
const RUNS_OF_TEST: u32 = 200;

/// States in which the receiver is made and nothing else has been done.
#[derive(Default)]
pub(super) struct Seeds {
    /// Those of the fewest calls first, with the texts that the next call is passed. A receiver that looks like others before it counts
    /// as one of more calls, and so does one whose next call is passed any text.
    waiting: BTreeMap<(usize, usize), (State, Rc<Making>, TextsPassed)>,
    /// How many receivers were made that look alike.
    alike: FastMap<Likeness, usize>,
    kept: usize,
    grown_at: u64,
}

/// Replaces tests that need objects of any state by tests of the same goals whose inputs calls make, where there are such, and weak tests
/// by such as kill more mutants.
pub(super) fn prefer_calls(
    world: &World,
    method: MethodId,
    options: &Options,
    ruled_out: &[usize],
    cancel: &CancelToken,
    gauge: Option<MemoryGauge>,
    (facts, seen): (&mut MethodFacts, &Seen),
) {
    if !is_plain(options) {
        return;
    }
    let ends = WantedEnds::of(world, method, facts, seen);
    let is_worth_it = is_worth_it(world, method, facts, (&ends, seen));
    if !is_worth_it && facts.tests.iter().all(|test| has_state_of_its_own(world, test)) {
        return;
    }
    let steps = facts.stats.instructions.max(LEAST_STEPS).min(options.max_steps / PART_OF_STEPS);
    let work = steps.min(facts.stats.instructions.max(LEAST_WORK)) * WORK_PER_STEP;
    let part = Options { max_steps: steps, solver_work: work, ..options.clone() };
    let Ok(mut by_calls) = Exploration::by_calls(world, method, &part, (cancel.clone(), gauge), (facts, seen)) else {
        return;
    };
    by_calls.rule_out(ruled_out);
    by_calls.wanted_ends = ends;
    if is_worth_it {
        by_calls.run(&mut ());
        by_calls.borrow_receivers(&facts.tests);
        let half_grown = by_calls.grow_objects(&facts.tests);
        by_calls.go_onward(&seen.returning, options.max_steps);
        by_calls.keep_wanted(half_grown);
        by_calls.fill_builders(&part, cancel, gauge);
    }
    let is_kept = |test: &&TestCase| has_state_of_its_own(world, test) && (!is_worth_it || by_calls.is_wanted(test));
    let others: Vec<TestCase> = facts.tests.iter().filter(is_kept).cloned().collect();
    let stronger = by_calls.kill_mutants(&others, options.max_steps);
    let clock_bound = by_calls.clock_bound;
    let Found { tests, stats, .. } = by_calls.found();
    facts.stats = MethodStats { seconds: facts.stats.seconds, ..stats };
    facts.clock_bound |= clock_bound;
    strengthen(facts, stronger);
    if is_worth_it {
        replace_tests(world, facts, &tests);
    }
}

/// What an exploration of objects of any state has seen that the one of calls goes by.
#[derive(Default)]
pub(super) struct Seen {
    /// The places of helpers that tests are to show.
    pub places: FastSet<CodePlace>,
    /// The first tests that show places of helpers, by their positions, with these places.
    pub ends: Vec<(usize, Vec<CodePlace>)>,
    /// Whether the method has branches of the source.
    pub has_branches: bool,
    /// The lines and branches from which an execution may return.
    pub returning: FastSet<usize>,
    /// The classes that the path had initialized which had initialized most.
    pub initialized: OrdSet<ClassId>,
}

/// What no test shows whose inputs calls make, and no goal tells: places of [helpers](crate::helpers), kinds of answers, and exceptions
/// of calls.
#[derive(Default)]
pub(super) struct WantedEnds {
    /// All of them.
    open: FastSet<CodePlace>,
    /// Those that executions get to from objects of any state.
    reached: FastSet<CodePlace>,
    /// The kinds of answers that only such executions have shown.
    answers: FastSet<Answer>,
    /// The exceptions of calls that only such executions have shown.
    escapes: FastSet<Escape>,
    /// The lines and branches through which only such executions return: what the method gives there is what people want to see of it.
    returning: FastSet<usize>,
    /// How many more tests are made to see that the method changes its object. Where the object is as the method leaves it before,
    /// nobody sees what it does.
    changes: u32,
}

impl WantedEnds {
    fn of(world: &World, method: MethodId, facts: &MethodFacts, seen: &Seen) -> Self {
        let changes = if is_to_change(world, method) { TESTS_OF_CHANGES } else { 0 };
        let mut wanted = Self { open: seen.places.clone(), changes, ..Self::default() };
        let (free, made): (Vec<&TestCase>, Vec<&TestCase>) =
            facts.tests.iter().partition(|test| has_state_of_its_own(world, test));
        wanted.escapes = free.iter().filter_map(|test| Escape::told(test)).collect();
        // Where there are branches, tests of these show most answers.
        let free = free.into_iter().filter(|_| !seen.has_branches);
        let answers = free.filter_map(|test| Answer::told(&test.outcome, &test.heap_after));
        wanted.answers = answers.filter(|answer| answer.is_to_be_shown(seen.has_branches)).collect();
        let is_code = |goal: &usize| facts.goals[*goal].goal.kind.is_code();
        let returning = facts.tests.iter().filter(|test| returns(test)).flat_map(|test| test.goals.iter().copied());
        wanted.returning = returning.filter(is_code).collect();
        made.into_iter().for_each(|test| wanted.have_answered(test));
        for (test, places) in &seen.ends {
            if has_state_of_its_own(world, &facts.tests[*test]) {
                wanted.reached.extend(places.iter().copied());
            } else {
                wanted.have_shown(places.iter());
            }
        }
        wanted.reached.retain(|place| wanted.open.contains(place));
        wanted
    }

    /// Takes note of places that a test shows.
    pub(super) fn have_shown<'p>(&mut self, places: impl Iterator<Item = &'p CodePlace>) {
        for place in places {
            self.open.remove(place);
            self.reached.remove(place);
        }
    }

    /// Takes note of the answer, or of the exception of a call, that a test shows.
    pub(super) fn have_answered(&mut self, test: &TestCase) {
        if let Some(escape) = Escape::told(test) {
            self.escapes.remove(&escape);
        }
        if let Some(answer) = Answer::told(&test.outcome, &test.heap_after) {
            self.answers.remove(&answer);
        }
        if returns(test) {
            test.goals.iter().for_each(|goal| {
                self.returning.remove(goal);
            });
            self.changes = if shows_change(test) { 0 } else { self.changes.saturating_sub(1) };
        }
    }

    /// Whether an answer may be one that is wanted; which one it is, is not known of `None`.
    pub(super) fn may_be_answered_by(&self, answer: Option<Answer>) -> bool {
        self.changes > 0 || !self.answers.is_empty() && answer.is_none_or(|answer| self.answers.contains(&answer))
    }

    /// Whether an execution is wanted that returns through a line or a branch.
    pub(super) fn are_behind(&self, goal: usize) -> bool {
        self.returning.contains(&goal)
    }

    /// Whether a test shows an answer that is wanted.
    pub(super) fn are_answered_by(&self, test: &TestCase) -> bool {
        returns(test) && test.goals.iter().any(|goal| self.returning.contains(goal))
            || self.changes > 0 && shows_change(test)
            || Answer::told(&test.outcome, &test.heap_after).is_some_and(|answer| self.answers.contains(&answer))
    }

    /// Whether any of the places is to be shown yet.
    pub(super) fn are_among<'p>(&self, mut places: impl Iterator<Item = &'p CodePlace>) -> bool {
        places.any(|place| self.open.contains(place))
    }

    /// Whether nothing is wanted any more.
    pub(super) fn are_shown(&self) -> bool {
        let are_lines_shown = self.open.is_empty() && self.returning.is_empty();
        are_lines_shown && !self.ask_for_answers()
    }

    /// Whether an answer is wanted, to which any execution may lead.
    pub(super) fn ask_for_answers(&self) -> bool {
        !self.answers.is_empty() || !self.escapes.is_empty() || self.changes > 0
    }
}

fn returns(test: &TestCase) -> bool {
    matches!(test.outcome, Outcome::Returns(_))
}

/// Whether a method is there to change its object: it gives nothing, or the object itself.
fn is_to_change(world: &World, method: MethodId) -> bool {
    let declared = world.method(method);
    if declared.is_static() || declared.is_constructor() {
        return false;
    }
    let own = format!("L{};", world.class(declared.class).name);
    let gives_nothing = declared.returns.as_deref().is_none_or(|ty| ty == own);
    let does = gives_nothing.then(|| footprint(world, method));
    does.is_some_and(|does| !does.writes.is_empty() || does.changes_contents)
}

/// Whether a test sees that the call has changed its object.
fn shows_change(test: &TestCase) -> bool {
    show_change(&test.observed, &test.taken)
}

/// Whether a test finds its object after the call as it was before, where one of these sees the call change it and has all its goals.
fn is_in_vain(test: &TestCase, others: &[TestCase]) -> bool {
    let gives_nothing = |test: &TestCase| test.outcome == Outcome::Returns(None);
    let has_all = |other: &TestCase| test.goals.iter().all(|goal| other.goals.contains(goal));
    let sees_more = |other: &TestCase| gives_nothing(other) && shows_change(other) && has_all(other);
    gives_nothing(test) && !shows_change(test) && others.iter().any(sees_more)
}

/// Whether tests whose inputs calls make are wanted, and nothing is said of inputs that such tests may not keep.
fn is_plain(options: &Options) -> bool {
    options.inputs_by_calls != InputsByCalls::Off
        && options.criterion != Criterion::Paths
        && options.heap_assumptions.is_empty()
        && options.input_calls.is_empty()
}

/// Whether there may be goals that are reached by calls and not without.
fn is_worth_it(world: &World, method: MethodId, facts: &MethodFacts, (ends, seen): (&WantedEnds, &Seen)) -> bool {
    let declared = world.method(method);
    let has_receiver = !declared.is_static() && !declared.is_constructor();
    let is_of_program =
        |ty: &Arc<str>| world.class_of(ty).is_some_and(|class| world.class(class).provenance != Provenance::Jdk);
    let takes_objects = has_receiver || declared.parameters.iter().any(is_of_program);
    let is_open = |goal: &GoalVerdict| match &goal.verdict {
        Verdict::Reached { test } => has_state_of_its_own(world, &facts.tests[*test]),
        Verdict::Undecided(_) => takes_objects,
        Verdict::Unreachable(_) => takes_objects && is_beyond_made_inputs(goal),
        Verdict::ReachedElsewhere(_) => false,
    };
    let made = facts.tests.iter().filter(|test| !has_state_of_its_own(world, test));
    let is_reached = |goal: &&usize| matches!(facts.goals[**goal].verdict, Verdict::Reached { .. });
    let returning = || seen.returning.iter().filter(is_reached).copied().collect();
    let wanted = || Wanted::of(made, FastSet::default(), returning(), declared.returns.as_deref());
    takes_objects && (!ends.are_shown() || !wanted().is_nothing()) || facts.goals.iter().any(is_open)
}

/// Whether the proof of a line or a branch leaves out objects that more calls make than were tried.
fn is_beyond_made_inputs(goal: &GoalVerdict) -> bool {
    let is_made = |assumption: &Assumption| matches!(assumption, Assumption::MadeInputs(_));
    goal.goal.kind.is_code() && matches!(&goal.verdict, Verdict::Unreachable(proof) if proof.assumptions().any(is_made))
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

/// Puts stronger tests in the places of others, and behind them all where they take no place.
fn strengthen(facts: &mut MethodFacts, stronger: Vec<Stronger>) {
    for Stronger { test, instead_of } in stronger {
        let is_replaced = |known: &TestCase| instead_of.as_ref().is_some_and(|other| other.has_input_of(known));
        match facts.tests.iter().position(is_replaced) {
            Some(at) => facts.tests[at] = test,
            None => {
                let at = facts.tests.len();
                test.goals.iter().for_each(|goal| note_reached(&mut facts.goals[*goal], at, IfReached::Keep));
                facts.tests.push(test);
            }
        }
    }
}

/// What becomes of a goal that a test reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IfReached {
    /// It keeps that test.
    Keep,
    /// It gets another.
    Replace,
}

/// Takes note that the test at a position reaches a goal, unless a proof without bounds says that nothing does: concrete runs go beyond
/// bounds.
fn note_reached(goal: &mut GoalVerdict, test: usize, if_reached: IfReached) {
    match &goal.verdict {
        Verdict::Reached { .. } if if_reached == IfReached::Keep => {}
        Verdict::Reached { .. } | Verdict::Undecided(_) => goal.verdict = Verdict::Reached { test },
        Verdict::Unreachable(proof) if proof.is_bounded() => goal.verdict = Verdict::Reached { test },
        Verdict::Unreachable(_) | Verdict::ReachedElsewhere(_) => {}
    }
}

/// Puts the tests that reach most by calls before those that are still needed.
fn replace_tests(world: &World, facts: &mut MethodFacts, by_calls: &[TestCase]) {
    let goals = facts.goals.len();
    let mut tests: Vec<TestCase> = by_calls.iter().filter(|test| !is_in_vain(test, by_calls)).cloned().collect();
    let mut of_goal: Vec<Option<usize>> = vec![None; goals];
    let reach = |of_goal: &mut Vec<Option<usize>>, at: usize, test: &TestCase| {
        test.goals.iter().for_each(|goal| {
            of_goal[*goal].get_or_insert(at);
        });
    };
    tests.iter().enumerate().for_each(|(at, test)| reach(&mut of_goal, at, test));
    for test in std::mem::take(&mut facts.tests) {
        let is_first_return = returns(&test) && !tests.iter().any(returns);
        let adds = is_first_return || test.goals.iter().any(|goal| of_goal[*goal].is_none());
        let is_known = is_in_vain(&test, &tests) || tests.iter().any(|known| known.has_input_of(&test));
        if !is_known && (adds || !has_state_of_its_own(world, &test)) {
            reach(&mut of_goal, tests.len(), &test);
            tests.push(test);
        }
    }
    for (goal, of_goal) in facts.goals.iter_mut().zip(of_goal) {
        if let Some(test) = of_goal {
            note_reached(goal, test, IfReached::Replace);
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
        (cancel, gauge): (CancelToken, Option<MemoryGauge>),
        (facts, seen): (&MethodFacts, &Seen),
    ) -> Result<Self, super::ExploreError> {
        let mut exploration = Self::behind_initializers(world, method, options, cancel, gauge, &seen.initialized)?;
        exploration.machine.inputs.factories = Some(Factories::new(world, method, options.inputs_by_calls));
        exploration.seeds = Some(Seeds::default());
        let (_, made): (Vec<_>, Vec<_>) =
            facts.tests.iter().cloned().partition(|test| has_state_of_its_own(world, test));
        exploration.escapes = made.iter().filter_map(Escape::told).collect();
        exploration.go_on_from(Found { tests: made, reserve: Vec::new(), stats: facts.stats });
        let is_proved =
            |goal: &GoalVerdict| matches!(goal.verdict, Verdict::Unreachable(_)) && !is_beyond_made_inputs(goal);
        let proved = facts.goals.iter().enumerate().filter(|(_, goal)| is_proved(goal));
        exploration.settled = proved.map(|(goal, _)| goal).collect::<FastSet<usize>>();
        Ok(exploration)
    }

    /// Makes tests on receivers that calls have made, of those for whose goals there is no such test yet.
    fn borrow_receivers(&mut self, tests: &[TestCase]) {
        for test in tests {
            if !self.is_wanted(test) || !has_state_of_its_own(self.machine.world, test) {
                continue;
            }
            let borrowed = with_borrowed_receiver(&mut self.machine, test, &self.tests);
            if let Some(borrowed) = borrowed.filter(|test| !has_state_of_its_own(self.machine.world, test)) {
                self.keep(borrowed);
            }
        }
    }

    /// Makes tests on objects that calls with arguments of these tests make, of those for whose goals there is no such test yet. Returns
    /// those in which some objects are still in a state of the test's choice.
    fn grow_objects(&mut self, tests: &[TestCase]) -> Vec<TestCase> {
        let mut runs = Runs(RUNS);
        let mut half_grown = Vec::new();
        // What returns is what people want to see, and exceptions in states of the test's choice mostly have no calls that lead there.
        let (returning, others): (Vec<&TestCase>, Vec<&TestCase>) = tests.iter().partition(|test| returns(test));
        for test in returning.into_iter().chain(others) {
            if !self.is_wanted(test) || !has_state_of_its_own(self.machine.world, test) {
                continue;
            }
            let mut of_test = Runs(RUNS_OF_TEST.min(runs.0));
            let grown = with_objects_grown(&mut self.machine, test, &mut of_test);
            runs.0 -= RUNS_OF_TEST.min(runs.0) - of_test.0;
            match grown {
                Some(grown) if has_state_of_its_own(self.machine.world, &grown) => half_grown.push(grown),
                Some(grown) => self.keep(grown),
                None => {}
            }
        }
        half_grown
    }

    /// Keeps those of the tests for whose goals there is no test yet.
    fn keep_wanted(&mut self, tests: Vec<TestCase>) {
        for test in tests {
            if self.is_wanted(&test) {
                self.keep(test);
            }
        }
    }

    /// Whether a test reaches a goal that has neither a test nor a proof.
    fn is_wanted(&self, test: &TestCase) -> bool {
        test.goals.iter().any(|goal| self.is_open(*goal))
    }

    /// Whether a goal has neither a test nor a proof.
    pub(super) fn is_open(&self, goal: usize) -> bool {
        self.reached.tests[goal].is_none() && !self.settled.contains(&goal)
    }

    /// Whether no test is wanted any more. Exceptions that no test shows seldom come about in states that calls make: where only such
    /// are left, the search soon ends. So it does where a test is in reserve for each goal, or where many paths to it gave none.
    pub(super) fn has_enough_by_calls(&mut self) -> bool {
        if self.seeds.is_none() {
            return false;
        }
        let has_failed = |goal: &usize| {
            self.failed_tests >= MAX_FAILED && self.reached.without_test[*goal].is_some()
                || self.cut.behind(*goal) >= MAX_FAILED
        };
        let is_given_up = |goal: &usize| self.in_reserve.contains(goal) || has_failed(goal);
        if self.open_code().any(|goal| !is_given_up(&goal)) || !self.wanted_ends.reached.is_empty() {
            return false;
        }
        let is_all_decided = !(0..self.reached.tests.len()).any(|goal| self.is_open(goal));
        let since = self.since_last_goal().steps;
        let most = if self.wanted_ends.are_shown() { STEPS_FOR_EXCEPTIONS } else { STEPS_FOR_HELPERS };
        is_all_decided && self.wanted_ends.are_shown() || since > most
    }

    /// Keeps a state in which the receiver is made, before the method is called.
    pub(super) fn keep_seed(&mut self, state: &State) {
        let Some(seeds) = &mut self.seeds else { return };
        let Some(making) = self.machine.made_receiver(state) else { return };
        let calls = making.calls.then.len();
        if calls < MAX_CALLS && seeds.kept < MAX_SEEDS {
            let likeness = Likeness::of(&self.machine.core.pool, state, making.variable);
            let before = seeds.alike.entry(likeness).or_insert(0);
            seeds.waiting.insert((calls + *before, seeds.kept), (state.clone(), making, TextsPassed::Names));
            *before += 1;
            seeds.kept += 1;
        }
    }

    /// Whether it is time for one more call on a receiver.
    pub(super) fn is_time_to_grow(&self) -> bool {
        let steps = self.machine.run.steps.all;
        self.seeds.as_ref().is_some_and(|seeds| !seeds.waiting.is_empty() && steps - seeds.grown_at >= GROW_EVERY)
    }

    /// Whether a method is passed anything that is a text or may hold one.
    fn takes_objects(&self, method: MethodId) -> bool {
        self.machine.world.method(method).parameters.iter().any(|parameter| parameter.starts_with('L'))
    }

    /// Makes one more call on a receiver that is made. False if there is none.
    pub(super) fn grow(&mut self) -> bool {
        let Some(seeds) = &mut self.seeds else { return false };
        seeds.grown_at = self.machine.run.steps.all;
        let Some(((calls, number), (mut state, making, texts))) = seeds.waiting.pop_first() else { return false };
        if texts == TextsPassed::Names {
            seeds.waiting.insert((calls + 1, number), (state.clone(), Rc::clone(&making), TextsPassed::Any));
        }
        state.input.texts = texts;
        let changers = self.machine.changers_of(&state, &making).into_iter().map(|changer| vec![changer]);
        let leading = self.machine.leading_changers_of(&state, &making);
        let leading = leading.iter().map(|changers| changers.to_vec());
        for changers in changers.chain(leading).collect::<Vec<_>>() {
            if texts == TextsPassed::Any && !changers.iter().any(|changer| self.takes_objects(*changer)) {
                continue;
            }
            self.machine.ledger.begin();
            match self.machine.change_receiver(state.clone(), &making, &changers).unwrap_or_else(Stop::into_flow) {
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
