//! The exploration of a method (thesis, section 2.1.4): from all inputs at once to tests and verdicts.

use crate::accepted::Accepted;
use crate::answers::Answer;
use crate::cases::Cases;
use crate::escapes::Escape;
use crate::flow::{Flow, PathEnd};
use crate::fresh::{assume_not_null, unknown, unknown_reference};
use crate::goals::GoalMap;
use crate::guide::Guide;
use crate::helpers::{CodePlace, Helpers};
use crate::inputs::{Inputs, Parameter, Summaries};
use crate::ledger::Closed;
use crate::machine::Machine;
use crate::receivers::receiver_types;
use crate::search::{Calls, Features, Searcher, StateId, searcher};
use crate::state::{OnReturn, State, TextsPassed};
use crate::steps::{Effort, MemoryGauge};
use crate::tests::telling::mark_what_may_change;
use crate::types::type_of;
use crate::verdicts::{Reached, verdicts};
use by_calls::{Seeds, Seen, WantedEnds, prefer_calls};
use clew_base::{CancelToken, FastMap, FastSet, Id, OrderedMap};
use clew_facts::{Assumption, Criterion, CutReason, InputsByCalls, MethodFacts, MethodStats, Options, TestCase};
use clew_heap::{Object, Provenance, Ref, Value};
use clew_jvm::{ClassId, Method, MethodId, World};
use continuation::{CutStates, Usual};
use deepening::deepen;
pub use error::ExploreError;
use imbl::OrdSet;
use promise::{Ahead, Deferred};
use std::rc::Rc;
use std::time::{Duration, Instant};

pub(crate) mod attack;
mod by_calls;
pub(crate) mod concolic;
mod continuation;
mod deepening;
mod ended;
mod error;
mod finishing;
mod killing;
mod limits;
mod onward;
mod promise;
mod roots;

/// How many instructions pass between two reports of progress.
const PROGRESS_EVERY: u64 = 1_024;

/// How many instructions a state goes on without a decision before others have a turn: it may go on for ever.
const MAX_STRETCH: u64 = 512;

/// The same where the state has more to show than others.
const LONG_STRETCH: u64 = 8 * MAX_STRETCH;

/// What executions that go by summaries may cost, as a part of what the exploration after that may cost: one in this many.
const PART_BY_SUMMARIES: u64 = 4;

/// Concrete runs that go on where paths were cut may take one in this many parts of the time.
const PART_BY_CONTINUATION: u32 = 8;

/// The search for inputs that calls make has one in this many parts of the time to itself.
const PART_BY_CALLS: u32 = 4;

/// Is told how an exploration gets on.
pub trait Observer {
    /// Called every few thousand instructions with the instructions, tests and decided goals so far.
    fn progress(&mut self, _steps: u64, _tests: usize, _goals_decided: usize) {}

    /// Tells how many bytes are in use; none where nobody counts them. Called every hundred instructions or so.
    fn memory_gauge(&self) -> Option<MemoryGauge> {
        None
    }
}

impl Observer for () {}

/// Nobody but whoever counts the memory in use.
impl Observer for Option<MemoryGauge> {
    fn memory_gauge(&self) -> Option<MemoryGauge> {
        *self
    }
}

/// Explores a method.
///
/// # Errors
/// Why the method cannot be explored at all; whatever goes wrong later is a verdict.
pub fn explore(
    world: &World,
    method: MethodId,
    options: &Options,
    cancel: &CancelToken,
    observer: &mut dyn Observer,
) -> Result<MethodFacts, ExploreError> {
    explore_rest(world, method, options, &[], cancel, observer)
}

/// Explores a method without looking for executions that reach the goals in `ruled_out`. Somebody must have proved,
/// without assumptions, that there are none. Goals are named by their positions in the order of [`crate::goal_spots`].
/// The verdicts of these goals say what the exploration itself knows.
///
/// # Errors
/// As for [`explore`].
pub fn explore_rest(
    world: &World,
    method: MethodId,
    options: &Options,
    ruled_out: &[usize],
    cancel: &CancelToken,
    observer: &mut dyn Observer,
) -> Result<MethodFacts, ExploreError> {
    if !world.method(method).has_code {
        return Err(ExploreError::NoCode);
    }
    let started = Instant::now();
    let within = |time: Option<Duration>| match time {
        Some(time) => cancel.with_deadline(started + time),
        None => cancel.clone(),
    };
    let gauge = observer.memory_gauge();
    let mut options = options.clone();
    let mut found = Found::default();
    if let Some(seen) = options.summaries.take() {
        let part = Options {
            criterion: Criterion::Branches,
            max_steps: options.max_steps / PART_BY_SUMMARIES,
            solver_work: options.solver_work / PART_BY_SUMMARIES,
            ..options.clone()
        };
        let time = options.time.map(|time| time.div_f64(PART_BY_SUMMARIES as f64));
        let mut by_summaries = Exploration::new(world, method, &part, within(time), gauge)?;
        by_summaries.rule_out(ruled_out);
        by_summaries.machine.inputs.summaries = Some(Summaries::new(&seen, explored));
        by_summaries.run(observer);
        found = by_summaries.found();
    }
    let all = match options.inputs_by_calls {
        InputsByCalls::Off => options.time,
        InputsByCalls::Package | InputsByCalls::Public => options.time.map(|time| time - time / PART_BY_CALLS),
    };
    let time = all.map(|time| time - time / PART_BY_CONTINUATION);
    let mut exploration = Exploration::new(world, method, &options, within(time), gauge)?;
    exploration.rule_out(ruled_out);
    exploration.go_on_from(found);
    exploration.run(observer);
    if !options.summarizes {
        exploration.continue_cut(within(all));
        exploration.go_onward_to_open_code();
        exploration.try_usual_inputs_for_answers();
    }
    let spent = exploration.cost();
    let seen = Seen {
        places: exploration.machine.helpers.places(),
        has_branches: exploration.machine.goals.has_branches(),
        returning: exploration.returning(),
        ends: std::mem::take(&mut exploration.ends_of_tests),
        initialized: std::mem::take(&mut exploration.initialized),
    };
    let mut facts = exploration.facts(started);
    deepen((world, method), &options, ruled_out, &within(all), gauge, spent, &mut facts);
    prefer_calls(world, method, &options, ruled_out, &within(options.time), gauge, (&mut facts, &seen));
    mark_what_may_change(&mut facts.tests);
    facts.stats.seconds = started.elapsed().as_secs_f64();
    Ok(facts)
}

/// The exploration of a method that is called: `None` where it cannot be explored.
fn explored(
    world: &World,
    method: MethodId,
    options: &Options,
    cancel: &CancelToken,
    mut memory_gauge: Option<MemoryGauge>,
) -> Option<MethodFacts> {
    explore(world, method, options, cancel, &mut memory_gauge).ok()
}

/// Tests of executions of a method that makes objects. What other such methods accept is not asked.
fn tests_of_maker(
    world: &World,
    method: MethodId,
    options: &Options,
    cancel: &CancelToken,
    memory_gauge: Option<MemoryGauge>,
) -> Vec<TestCase> {
    let Ok(mut exploration) = Exploration::new(world, method, options, cancel.clone(), memory_gauge) else {
        return Vec::new();
    };
    exploration.machine.caches.accepted = None;
    exploration.run(&mut ());
    exploration.found().tests
}

/// The tests of an exploration and what they cost: what the next one of the same method may begin with.
#[derive(Default)]
struct Found {
    tests: Vec<TestCase>,
    reserve: Vec<Reserved>,
    stats: MethodStats,
}

/// A test of an execution whose end is not known. It counts only where no other test reaches a goal.
struct Reserved {
    test: TestCase,
    /// The goals that it reaches if all goes as on the path.
    hoped: OrdSet<usize>,
    /// What only the running machine knows, if the path went on with our choice of it; beyond that, only a recorded run of the
    /// test tells what it reaches.
    why: Option<&'static str>,
}

/// The outermost calls of a state, as searchers see them.
fn calls_of(state: &State) -> Calls {
    let mut calls = Calls::default();
    let (outermost, called) = (&state.frames[0], &state.frames[1..]);
    let numbers = [outermost.block.index()].into_iter().chain(called.iter().map(|frame| frame.code.id.index() + 1));
    calls.iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
    calls
}

/// An exploration under way.
struct Exploration<'w> {
    machine: Machine<'w>,
    method: Rc<Method>,
    inputs: Inputs,
    /// The state before any class is initialized, in which the activation of the method stands at its beginning.
    entry: State,
    /// How many classes are initialized early in the last of the states that were begun.
    begun_with: usize,
    /// Where inputs are made by calls: the states before the method begins.
    seeds: Option<Seeds>,
    /// Goals that a proof settles or that nobody asks about, so that no test is looked for.
    settled: FastSet<usize>,
    /// Whether an exploration within smaller bounds came before: nothing is wanted but the goals that it left open.
    is_deeper: bool,
    waiting: FastMap<StateId, State>,
    searcher: Box<dyn Searcher>,
    /// The waiting states that the searcher does not see.
    deferred: Deferred,
    ahead: Ahead,
    next_id: StateId,
    tests: Vec<TestCase>,
    /// Tests of which it is not known how they end, and the goals they reach.
    reserve: Vec<Reserved>,
    in_reserve: FastSet<usize>,
    /// States that were cut, of which concrete runs may go on.
    cut: CutStates,
    usual: Usual,
    /// The cases of the method, where it is summarized.
    cases: Option<Cases>,
    /// How many paths ended of which no test could be made.
    failed_tests: u32,
    reached: Reached,
    /// The ends of straight code, and the places of [helpers](crate::helpers), at which a test gets.
    ends: FastSet<CodePlace>,
    /// The first tests that show places of helpers, by their positions, with these places.
    ends_of_tests: Vec<(usize, Vec<CodePlace>)>,
    /// Paths that end in an exception and show ways through helpers that none has shown which returns.
    second_choice: Vec<(Closed, PathEnd)>,
    /// The places of helpers that tests are to show yet, where inputs are made by calls.
    wanted_ends: WantedEnds,
    /// The kinds of answers that tests show.
    answers: FastSet<Answer>,
    /// The exceptions that calls let out of the method, of which tests are there.
    escapes: FastSet<Escape>,
    /// The classes that the path had initialized when it ended which had initialized most.
    initialized: OrdSet<ClassId>,
    /// Executions followed to their end.
    paths: u64,
    peak_states: usize,
    /// What the search had taken when nothing was open any more.
    at_last_goal: Option<Effort>,
    /// Whether paths were left because nothing was to be gained from them.
    stopped_early: bool,
    clock_bound: bool,
    cancel: CancelToken,
    /// Tests without an end that an exploration before this one found, and what that cost.
    before: (Vec<Reserved>, MethodStats),
}

impl<'w> Exploration<'w> {
    fn new(
        world: &'w World,
        id: MethodId,
        options: &'w Options,
        cancel: CancelToken,
        memory_gauge: Option<MemoryGauge>,
    ) -> Result<Self, ExploreError> {
        Self::behind_initializers(world, id, options, cancel, memory_gauge, &OrdSet::new())
    }

    /// An exploration that begins when these classes of the JDK are initialized. Nothing is proved by it: the program may come before
    /// them.
    fn behind_initializers(
        world: &'w World,
        id: MethodId,
        options: &'w Options,
        cancel: CancelToken,
        memory_gauge: Option<MemoryGauge>,
        initialized: &OrdSet<ClassId>,
    ) -> Result<Self, ExploreError> {
        let mut machine = Machine::new(world, id, options, &cancel);
        machine.run.memory_gauge = memory_gauge;
        let limits = (cancel.clone(), memory_gauge);
        machine.caches.accepted = Some(Rc::new(Accepted::new(world, options, limits, tests_of_maker)));
        let code = machine.code(id)?;
        machine.goals = GoalMap::of(&code.code, &code.loops);
        if options.criterion != Criterion::Paths && !options.summarizes {
            machine.helpers = Helpers::of(world, &world.method(id));
        }
        machine.guide = options.verified.as_ref().map(|verified| Rc::new(Guide::of(&code.code, verified)));
        let ahead = Ahead::of(&code.code.body, &machine.goals);
        let goals = machine.goals.goals.len();
        let is_asked_about = |goal| options.reach.as_ref().is_none_or(|reach| reach.asks_about(goal));
        let settled = (0..goals).filter(|goal| !is_asked_about(&machine.goals.goals[*goal])).collect();
        machine.start_jdk(initialized.iter().copied());
        let mut state = machine.caches.started.state();
        let method = world.method(id);
        let (inputs, args) = unknown_inputs(&mut machine, &mut state, &method)?;
        let entered = machine.push_frame(&mut state, code, args, OnReturn::Entry);
        debug_assert!(entered.is_ok(), "the first activation breaks no bound");
        let entry = state;
        machine.read_heap_assumptions(&inputs).map_err(|error| ExploreError::Assumption(error.to_string()))?;
        let mut exploration = Self {
            machine,
            method: Rc::clone(&method),
            inputs,
            entry,
            begun_with: 0,
            seeds: None,
            settled,
            is_deeper: false,
            waiting: FastMap::default(),
            searcher: searcher(options.search, options.seed),
            deferred: Deferred::default(),
            ahead,
            next_id: 0,
            tests: Vec::new(),
            reserve: Vec::new(),
            in_reserve: FastSet::default(),
            cut: CutStates::default(),
            usual: Usual::default(),
            cases: options.summarizes.then(Cases::default),
            failed_tests: 0,
            ends: FastSet::default(),
            ends_of_tests: Vec::new(),
            second_choice: Vec::new(),
            wanted_ends: WantedEnds::default(),
            answers: FastSet::default(),
            escapes: FastSet::default(),
            reached: Reached::new(goals),
            initialized: OrdSet::new(),
            paths: 0,
            peak_states: 0,
            at_last_goal: None,
            stopped_early: false,
            clock_bound: false,
            cancel,
            before: (Vec::new(), MethodStats::default()),
        };
        exploration.begin(exploration.entry.clone());
        Ok(exploration)
    }

    /// Looks for no execution that reaches these goals.
    fn rule_out(&mut self, goals: &[usize]) {
        self.machine.goals.ruled_out.extend(goals);
        self.settled.extend(goals);
    }

    /// Puts a first state in place: it initializes the class, then enters the method.
    fn begin(&mut self, state: State) {
        self.machine.ledger.begin();
        match self.machine.initialize_at_entry(state, self.method.class) {
            Flow::Next(state) => self.add(state),
            Flow::Split { live, ended } => {
                live.into_iter().for_each(|state| self.add(state));
                ended.into_iter().for_each(|(state, end)| self.end(state, end));
            }
            Flow::End(state, end) => self.end(state, end),
        }
    }

    fn add(&mut self, state: State) {
        let (outermost, calls) = (&state.frames[0], calls_of(&state));
        let at_new_code =
            !self.reached.blocks.contains(&outermost.block) || self.wanted_ends.are_among(state.passed.ends.iter());
        let goes_first = state.guided.goes_first;
        self.wait(state, Features { at_new_code, calls, goes_first, is_long: false });
    }

    /// How many instructions a state may go on without a decision: many if it is to show a place of a helper, or has an input of which
    /// little is left open, so that it comes to its end soon.
    fn stretch(&self, state: &State) -> u64 {
        let ends_soon = state.input.texts == TextsPassed::Names;
        match ends_soon || self.wanted_ends.are_among(state.passed.ends.iter()) {
            true => LONG_STRETCH,
            false => MAX_STRETCH,
        }
    }

    /// Has a state wait that went on for long without a decision.
    fn put_off(&mut self, state: State) {
        self.wait(state, Features { is_long: true, ..Features::default() });
    }

    fn wait(&mut self, state: State, features: Features) {
        let id = self.next_id;
        self.next_id += 1;
        self.searcher.add(id, features);
        self.waiting.insert(id, state);
        self.peak_states = self.peak_states.max(self.waiting.len());
    }

    fn run(&mut self, observer: &mut dyn Observer) {
        self.follow_paths(observer);
        self.show_second_choice();
    }

    fn follow_paths(&mut self, observer: &mut dyn Observer) {
        while let Some(id) = self.next() {
            let Some(mut state) = self.waiting.remove(&id) else { continue };
            let taken_up = self.machine.run.steps.all;
            loop {
                if let Some(reason) = self.spent().or_else(|| self.out_of_memory()) {
                    self.end(state, PathEnd::Cut(reason.clone()));
                    self.give_up(&reason);
                    return;
                }
                if self.machine.run.steps.all.is_multiple_of(PROGRESS_EVERY) {
                    let decided = self.reached.tests.iter().flatten().count();
                    observer.progress(self.machine.run.steps.all, self.tests.len(), decided);
                }
                if let [outermost] = state.frames.as_slice() {
                    self.reached.blocks.insert(outermost.block);
                }
                if self.is_time_for_usual_inputs() {
                    self.try_usual_inputs();
                }
                self.keep_seed(&state);
                match self.machine.step(state) {
                    Flow::Next(next) if self.machine.run.steps.all - taken_up >= self.stretch(&next) => {
                        self.put_off(next);
                        break;
                    }
                    Flow::Next(next) => state = next,
                    Flow::End(state, end) => {
                        self.end(state, end);
                        break;
                    }
                    Flow::Split { live, ended } => {
                        ended.into_iter().for_each(|(state, end)| self.end(state, end));
                        // The first child is taken up first by searchers that take the last.
                        live.into_iter().rev().for_each(|state| self.add(state));
                        break;
                    }
                }
            }
            if self.has_nothing_to_gain() {
                self.stop_early();
                return;
            }
            if self.waiting.len() > self.machine.options.max_states {
                self.give_up(&CutReason::Budget("states".to_owned()));
                return;
            }
        }
    }

    /// What the exploration has found, and nothing of what it has left out.
    fn found(self) -> Found {
        let stats = self.stats();
        Found { tests: self.tests, reserve: self.reserve, stats }
    }

    /// Takes over the tests of an exploration of the same method. Those without an end come after all others.
    fn go_on_from(&mut self, found: Found) {
        found.tests.into_iter().for_each(|test| self.keep(test));
        self.before = (found.reserve, found.stats);
    }

    fn stats(&self) -> MethodStats {
        let solver = self.machine.solver.statistics();
        let before = &self.before.1;
        MethodStats {
            instructions: before.instructions + self.machine.run.steps.all,
            queries: before.queries + solver.queries,
            backend_queries: before.backend_queries + solver.backend_queries,
            solver_seconds: before.solver_seconds + solver.solver_time.as_secs_f64(),
            seconds: 0.0,
            attack_seconds: 0.0,
            peak_states: before.peak_states.max(self.peak_states as u64),
        }
    }

    fn facts(mut self, started: Instant) -> MethodFacts {
        // What they hope for is nothing that this exploration has seen.
        let before = std::mem::take(&mut self.before.0).into_iter().map(|test| Reserved { why: None, ..test });
        self.reserve.extend(before);
        self.use_reserve();
        let stats = MethodStats { seconds: started.elapsed().as_secs_f64(), ..self.stats() };
        // Queries that the clock ends leave no trace where only small numbers were asked for. None is ended before its time.
        let clock_bound = self.clock_bound || self.cancel.is_cancelled();
        let Exploration { mut machine, method, tests, reached, waiting, cases, .. } = self;
        if machine.types.relied_on_class_path() {
            machine.ledger.assume_everywhere(Assumption::ClosedWorld);
        }
        let mut undecided: OrderedMap<CutReason, u64> = OrderedMap::default();
        for (_, reason) in machine.ledger.cuts() {
            *undecided.entry(reason.clone()).or_insert(0) += 1;
        }
        let mut undecided: Vec<(CutReason, u64)> = undecided.into_iter().collect();
        undecided.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let within_bounds = machine.ledger.cuts().iter().all(|(_, reason)| matches!(reason, CutReason::Bound(_)));
        let within_bounds = within_bounds && (machine.ledger.has_begun() || machine.ledger.cuts().is_empty());
        let complete = within_bounds && !self.stopped_early && machine.ledger.balances_with(0);
        let goals = match machine.world.code(machine.target) {
            Ok(code) => verdicts(&machine, &code, &reached, (waiting.len(), self.stopped_early)),
            Err(_) => Vec::new(),
        };
        let summary = cases.map(|cases| Box::new(cases.summary(&machine, &undecided)));
        MethodFacts {
            key: machine.key(method.id),
            is_static: method.is_static(),
            paths: self.paths,
            complete,
            tests,
            goals,
            jumps: machine.goals.jumps.clone(),
            undecided,
            clock_bound,
            stats,
            targets: Vec::new(),
            attacked: Vec::new(),
            summary,
            asked: Vec::new(),
        }
    }
}

/// Unknown values for the receiver and the parameters, and the arguments of the first activation.
fn unknown_inputs(
    machine: &mut Machine<'_>,
    state: &mut State,
    method: &Method,
) -> Result<(Inputs, Vec<Value>), ExploreError> {
    let mut inputs = Inputs { receiver: None, constructed: None, parameters: Vec::new() };
    let mut args = Vec::new();
    if method.is_constructor() {
        let object = state.heap.allocate(Object::new(type_of(method.class), Provenance::New));
        let constructed = Value::Ref(Ref::Object(object));
        inputs.constructed = Some(constructed);
        args.push(constructed);
    } else if !method.is_static() {
        let types = receiver_types(machine, method);
        let value = unknown_reference(machine, state, "this", types);
        assume_not_null(machine, state, value);
        inputs.receiver = Some(value);
        args.push(value);
    }
    let names = machine.world.parameter_names(method);
    let declared = machine.declared_parameters(method);
    for ((descriptor, name), declared) in method.parameters.iter().zip(names).zip(declared) {
        let kind = machine.types.kind(descriptor).map_err(|error| ExploreError::Load(error.to_string()))?;
        let value = unknown(machine, state, &name, kind);
        if let (Value::Ref(Ref::Var(variable)), Some(declared)) = (value, declared) {
            state.input.declared.insert(variable, declared);
        }
        inputs.parameters.push(Parameter { name, descriptor: descriptor.to_string(), kind, value });
        args.push(value);
    }
    Ok((inputs, args))
}
