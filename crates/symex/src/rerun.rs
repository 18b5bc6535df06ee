//! A concrete run on the input of a test: what happens after the point at which the exploration was cut.
//!
//! The same step rules run on objects whose every part is known, so no step has more than one result.

mod agreement;
mod beginning;
mod build;
mod makings;

use self::makings::Behind;
use crate::answers::Answer;
use crate::core::{Bounds, Core};
use crate::escapes::{Escape, throwing_call};
use crate::extract::{Extractor, Node, Shared};
use crate::flow::{Flow, PathEnd};
use crate::hashing::{Hashes, Hashing};
use crate::helpers::CodePlace;
use crate::machine::Machine;
use crate::models::secrets;
use crate::observe::{observations, show_change, taken};
use crate::state::{Contents, Interruption, OnReturn, State};
use crate::step::classes::COUNTER;
use crate::step::free_statics::set_statics;
use crate::tests::large::large_array;
use crate::trace::Trace;
use crate::types::display_name;
use build::Builder;
use clew_base::OrderedMap;
use clew_facts::{
    CutReason, FieldKey, HeapObject, InputCall, ObjectId as FactId, Observation, Observed, Outcome, Surrounding,
    TestCase, ThreadStatus, ThrowingCall, Value as Fact, is_nameable_first_value,
};
use clew_heap::{ObjectId, Ref, Value};
use clew_jvm::{ClassId, Field, FieldId, MethodId, Provenance};
use imbl::OrdSet;
use std::rc::Rc;

/// What a concrete run found.
pub(crate) struct Ran {
    pub outcome: Outcome,
    pub heap_after: OrderedMap<FactId, HeapObject>,
    /// All calls that are inputs: those of the test, and those that the run made after them.
    pub calls: Vec<InputCall>,
    /// The status of the thread at the end.
    pub thread_after: ThreadStatus,
    /// What the test has to set before.
    pub pinned: Vec<Surrounding>,
    pub reached: OrdSet<usize>,
    /// The places of [helpers](crate::helpers) that it shows.
    pub places: OrdSet<CodePlace>,
    /// The call through which the exception comes in which it ends.
    pub thrown_by: Option<ThrowingCall>,
    pub trace: Trace,
    /// The length of an array that it makes and for which there may be no memory.
    pub large: Option<i32>,
    /// What the objects that calls made held when the method was called, in fields that hold no objects.
    pub made: Vec<(FactId, OrderedMap<FieldKey, Fact>)>,
    /// What is seen of these objects after the call.
    pub observed: Vec<Observation>,
    /// What a method returns that takes something out of one of them, called again and again.
    pub taken: Vec<Observation>,
    /// The message of the exception with which it ends, if that is the program's.
    pub message: Option<Observed>,
    /// The classes whose initialization it did not follow to its end.
    pub unfollowed: Vec<String>,
}

/// What a test is made for.
#[derive(Debug)]
pub(crate) struct Aims {
    goals: Vec<usize>,
    /// Places of [helpers](crate::helpers).
    places: Vec<CodePlace>,
    /// The kind of answer, if it is known.
    pub answer: Option<Answer>,
    /// The exception that a call lets out of the method.
    escape: Option<Escape>,
    /// Whether the test is to see that the call changes an object.
    change: bool,
}

impl Aims {
    /// Goals alone.
    pub(crate) fn of_goals(goals: &[usize]) -> Self {
        Self { goals: goals.to_vec(), places: Vec::new(), answer: None, escape: None, change: false }
    }

    /// All that a path gets to.
    pub(crate) fn of(machine: &Core<'_>, state: &State, end: &PathEnd) -> Self {
        let is_of_helper = |(method, _): &CodePlace| *method != machine.target;
        Self {
            goals: state.passed.reached.iter().copied().collect(),
            places: state.passed.ends.iter().copied().filter(is_of_helper).collect(),
            answer: Answer::of(machine, state, end, machine.world.method(machine.target).returns.as_deref()),
            escape: Escape::of(machine, state, end),
            change: false,
        }
    }
}

impl Aims {
    /// Also what a run has shown besides: its kind of answer, and that it changes an object.
    pub(crate) fn see(&mut self, ran: &Ran) {
        self.answer = self.answer.or_else(|| ran.answer());
        self.change = ran.shows_change();
    }

    /// Also these goals.
    pub(crate) fn gain(&mut self, goals: &OrdSet<usize>) {
        self.goals.extend(goals);
        self.goals.sort_unstable();
        self.goals.dedup();
    }

    /// The goals, ascending.
    pub(crate) fn goals(&self) -> &[usize] {
        &self.goals
    }
}

impl Ran {
    /// The kind of its answer.
    pub(crate) fn answer(&self) -> Option<Answer> {
        Answer::told(&self.outcome, &self.heap_after)
    }

    /// What tells it from other runs: the goals that it reaches, how it ends, and the objects that it leaves.
    pub(crate) fn left(&self) -> String {
        format!("{:?}", (&self.reached, &self.outcome, &self.heap_after))
    }

    /// Whether it gets to all of this.
    pub(crate) fn gets_to_all(&self, aims: &Aims) -> bool {
        aims.goals.iter().all(|goal| self.reached.contains(goal))
            && aims.places.iter().all(|place| self.places.contains(place))
            && aims.escape.as_ref().is_none_or(|escape| escape.ends(&self.outcome, self.thrown_by))
            // No test is made to show zero.
            && aims.answer.is_none_or(|answer| answer == Answer::Zero || self.answer() == Some(answer))
            && (!aims.change || self.shows_change())
    }

    /// Whether a test of it sees that the call changes an object.
    fn shows_change(&self) -> bool {
        show_change(&self.observed, &self.taken)
    }

    /// Whether it gets to all of this and to no other goal: else which goals tests reach would hang on what they are given for
    /// the sake of their readers.
    pub(crate) fn gets_to_just(&self, aims: &Aims) -> bool {
        self.gets_to_all(aims) && self.reached.len() == aims.goals.len()
    }
}

/// A run could not be followed to its end, for this reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lost(pub CutReason);

impl Lost {
    fn unsupported(what: &str) -> Lost {
        Lost(CutReason::Unsupported(what.to_owned()))
    }
}

/// Runs the method under test on the input of a test.
///
/// # Errors
/// Why the run cannot be followed to its end.
pub(crate) fn run(machine: &mut Machine<'_>, test: &TestCase) -> Result<Ran, Lost> {
    let ran = run_behind_started(machine, test, Shared::ByField);
    machine.start_jdk_that_was_needed();
    ran?.map_err(|_| unbuilt())
}

/// An object of the input could not be made, because a call that makes it threw an exception of this class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unmade(pub String);

/// Runs the method under test behind the classes that were started. The inner error says that the method was not even called. A run that
/// asks for identity hash codes is made with several, and has to be the same with all of them.
///
/// # Errors
/// Why the run cannot be followed to its end.
pub(crate) fn run_behind_started(
    machine: &mut Machine<'_>,
    test: &TestCase,
    shared: Shared,
) -> Result<Result<Ran, Unmade>, Lost> {
    machine.run.initialized.clear();
    let mut run = |hashing: Hashing| {
        machine.run.hashes = Some(Hashes::new(hashing));
        let ran = run_with_hashes(machine, test, shared);
        let asked = machine.run.hashes.take().is_some_and(|hashes| hashes.asked);
        (ran, asked)
    };
    let [first, others @ ..] = Hashing::ALL;
    let (ran, asked) = run(first);
    if !asked {
        return ran;
    }
    let Ok(mut ran) = ran? else { return Err(Lost::unsupported(secrets::IDENTITY_HASH)) };
    let agrees = |hashing| matches!(run(hashing), (Ok(Ok(other)), _) if ran.agrees_with(&other, test));
    if !others.into_iter().all(agrees) {
        return Err(Lost::unsupported(secrets::IDENTITY_HASH));
    }
    ran.forget_hashes();
    Ok(Ok(ran))
}

/// Runs the method under test with certain identity hash codes.
fn run_with_hashes(machine: &mut Machine<'_>, test: &TestCase, shared: Shared) -> Result<Result<Ran, Unmade>, Lost> {
    let mut builder = Builder::new(test);
    let ran = aside(machine, |machine| run_test(machine, &mut builder, shared));
    machine.inputs.calls.supplied = None;
    match (ran, builder.thrown) {
        (Err(_), Some(exception)) => Ok(Err(Unmade(exception))),
        (ran, _) => ran.map(Ok),
    }
}

/// How many instructions an initializer may take that later runs begin behind, with those of the classes that it needs.
const INITIALIZER_STEPS: u64 = 4_000_000;

impl Machine<'_> {
    /// Has later runs begin behind the initializer of a class as well. Whether they do.
    pub(crate) fn start(&mut self, class: ClassId) -> bool {
        if self.caches.started.has_tried(class) {
            return false;
        }
        let start = self.caches.started.state();
        let done = aside(self, |machine| initialize_within(machine, start, class, INITIALIZER_STEPS));
        self.run.initialized.clear();
        self.caches.started.take_over(class, done.map_err(|Lost(reason)| reason))
    }

    /// The same for those of the classes that are the JDK's.
    pub(crate) fn start_jdk(&mut self, classes: impl IntoIterator<Item = ClassId>) {
        for class in classes {
            if self.world.class(class).provenance == Provenance::Jdk {
                self.start(class);
            }
        }
    }

    /// The same for those of them that the last run had to initialize.
    fn start_jdk_that_was_needed(&mut self) {
        let needed: Vec<ClassId> = self.run.initialized.drain(..).collect();
        self.start_jdk(needed);
    }
}

fn unbuilt() -> Lost {
    Lost::unsupported("an input of a concrete run")
}

/// Runs something concretely, of which the exploration's record says nothing afterwards.
pub(crate) fn aside<'w, T>(machine: &mut Machine<'w>, run: impl FnOnce(&mut Machine<'w>) -> T) -> T {
    let (ledger, steps, bounds) = (machine.ledger.snapshot(), machine.run.steps, machine.bounds);
    machine.bounds = Bounds::Off;
    let result = run(machine);
    machine.bounds = bounds;
    machine.ledger.restore(ledger);
    machine.run.set_aside(steps);
    result
}

fn run_test(machine: &mut Machine<'_>, builder: &mut Builder<'_>, shared: Shared) -> Result<Ran, Lost> {
    let Entered { state, constructed, passed, behind } = enter(machine, builder)?;
    let objects = builder.made_by_calls(machine, &state);
    let made = fields_held(machine, &state, &objects);
    let before = state.clone();
    let (mut state, end) = follow(machine, state)?;
    if behind.is_some_and(|behind| behind.may_show_in_initializers(machine, &state)) {
        return Err(Lost::unsupported("an initializer behind an earlier call"));
    }
    if let Some(PathEnd::Return(Some(Value::Ref(Ref::Object(returned))))) = &end {
        crate::strings::pin(machine, &mut state, *returned).map_err(Lost)?;
    }
    if let Some(choice) = &state.guesses.choice {
        return Err(Lost::unsupported(choice.what));
    }
    let taken = taken(machine, &objects, &before, &state);
    let ran = end.and_then(|end| result(machine, builder, &state, &end, constructed, shared));
    let ran = ran.ok_or_else(|| Lost::unsupported("what a concrete run leaves behind"))?;
    // A test has to look at what the method gives.
    if !state.globals.statics.counters.is_empty() && matches!(ran.outcome, Outcome::Returns(Some(Fact::Unknown))) {
        return Err(Lost::unsupported(COUNTER));
    }
    let mut observed = observations(machine, &objects, &passed, Some(&before), &state);
    if let (Outcome::Returns(Some(Fact::Ref(id))), Some(Value::Ref(Ref::Object(object)))) = (&ran.outcome, constructed)
    {
        observed.extend(observations(machine, &[(*id, object)], &passed, None, &state));
    }
    Ok(Ran { made, observed, taken, ..ran })
}

/// The method under test is about to run.
struct Entered {
    state: State,
    /// The object that it constructs, if it is a constructor.
    constructed: Option<Value>,
    /// Its arguments, without the receiver.
    passed: Vec<Value>,
    /// The classes that were initialized before the earlier calls, if it has such calls.
    behind: Option<Behind>,
}

fn enter(machine: &mut Machine<'_>, builder: &mut Builder<'_>) -> Result<Entered, Lost> {
    let beginning = builder.beginning(machine);
    let mut state = machine.behind(beginning)?;
    builder.allocate_all(machine, &mut state).ok_or_else(unbuilt)?;
    // What is written to static fields while inputs are made counts as well, where calls of the program make them.
    state.entry.begun = machine.inputs.factories.is_some();
    state = make_inputs(machine, state, builder)?;
    let args = builder.arguments(machine, &mut state).ok_or_else(unbuilt)?;
    let behind;
    (state, behind) = builder.call_earlier(machine, state)?;
    machine.inputs.calls.supplied = Some(builder.supplied(machine).ok_or_else(unbuilt)?);
    let method = machine.world.method(machine.target);
    state = initialize(machine, state, method.class)?;
    state = set_statics(machine, state, builder.test)?;
    let code = machine.core.code(machine.core.target).map_err(|error| Lost::unsupported(&error.to_string()))?;
    let constructed = args.first().copied().filter(|_| method.is_constructor());
    if !method.is_static() && !method.is_constructor() && !is_called_on(machine, &state, args.first()) {
        return Err(unbuilt());
    }
    let passed = args[args.len() - method.parameters.len()..].to_vec();
    // Calls of the method that make its input do not test it.
    (state.passed.reached, state.passed.ends, state.passed.trace) = (OrdSet::new(), OrdSet::new(), Trace::default());
    machine.push_frame(&mut state, code, args, OnReturn::Entry).map_err(Lost)?;
    state.entry.begun = true;
    let is_interrupted = builder.test.thread == ThreadStatus::Interrupted;
    state.globals.threads.interruption = Some(Interruption::at_entry(machine.pool.bv32(i32::from(is_interrupted))));
    Ok(Entered { state, constructed, passed, behind })
}

/// Whether a call on the receiver runs the method under test, and none that overrides it.
fn is_called_on(machine: &mut Machine<'_>, state: &State, receiver: Option<&Value>) -> bool {
    let target = machine.target;
    selected_on(machine, state, target, receiver).is_none_or(|run| run == target)
}

/// The method that a call on the receiver runs. `None` where that is not known.
fn selected_on(
    machine: &mut Machine<'_>,
    state: &State,
    method: MethodId,
    receiver: Option<&Value>,
) -> Option<MethodId> {
    let Some(Value::Ref(Ref::Object(receiver))) = receiver else { return None };
    let class = state.heap.object(*receiver).exact_type()?;
    machine.selected(class, method, None).ok()?.ok()
}

/// Makes the objects of the input. Calls may count something in a static field, as constructors do that number their objects. Tests set
/// such a field to the number that it holds at first. Where they cannot name that, or may make the objects in another order, the
/// calls run again with a field of which nothing is known: other tests count as well.
fn make_inputs(machine: &mut Machine<'_>, mut before: State, builder: &mut Builder<'_>) -> Result<State, Lost> {
    loop {
        let (objects, filled) = (builder.objects.clone(), builder.filled.clone());
        let made = builder.make_all(machine, before.clone())?;
        let makings = std::mem::take(&mut builder.makings);
        let is_counter = |(field, held): (FieldId, Value)| match held {
            Value::Term(_) => machine.can_be_put_back(field),
            _ => false,
        };
        let counters = &mut before.globals.statics.counters;
        if !makings.written().filter(|(field, _)| !counters.contains(field)).all(is_counter) {
            // What stays changed is something else for the tests that are run next.
            return Err(Lost::unsupported("calls that make an input and change static fields"));
        }
        let is_set_by_tests = |(field, held): (FieldId, Value)| match held {
            Value::Term(held) if !makings.hangs_on_order(field) => {
                machine.pool.as_signed(held).is_some_and(is_nameable_first_value)
            }
            _ => false,
        };
        let others =
            makings.written().filter(|(field, held)| !counters.contains(field) && !is_set_by_tests((*field, *held)));
        let others: Vec<FieldId> = others.map(|(field, _)| field).collect();
        if others.is_empty() {
            return Ok(made);
        }
        counters.extend(others);
        (builder.objects, builder.filled) = (objects, filled);
    }
}

/// What a run that was followed to its end found.
fn result(
    machine: &mut Machine<'_>,
    builder: &Builder<'_>,
    state: &State,
    end: &PathEnd,
    constructed: Option<Value>,
    shared: Shared,
) -> Option<Ran> {
    let ids = builder.objects.iter().map(|(id, object)| (Node::Known(*object), *id)).collect();
    let model = Rc::clone(&state.path.model);
    let large = large_array(machine, state, &model);
    let next = builder.objects.keys().map(|id| id.0 + 1).max().unwrap_or(0);
    let mut extractor = Extractor::new(machine, model, ids, FactId(next));
    extractor.shared = shared;
    let outcome = extractor.outcome(state, end, constructed)?;
    let calls = builder.calls(&mut extractor, state)?;
    let heap_after = extractor.objects_after(state).ok()?;
    let (reached, trace) = (state.passed.reached.clone(), state.passed.trace.clone());
    let message = extractor.message(state, end);
    let thrown_by = throwing_call(extractor.machine, state, end);
    let thread_after = extractor.thread_after(state);
    let unfollowed = unfollowed(machine, state);
    let (made, observed, taken) = (Vec::new(), Vec::new(), Vec::new());
    Some(Ran {
        outcome,
        heap_after,
        calls,
        thread_after,
        pinned: state.guesses.pinned.iter().copied().collect(),
        reached,
        places: state.passed.ends.clone(),
        thrown_by,
        trace,
        large,
        made,
        observed,
        taken,
        message,
        unfollowed,
    })
}

/// The classes whose initialization a path did not follow to its end.
pub(crate) fn unfollowed(machine: &Core<'_>, state: &State) -> Vec<String> {
    let classes = state.globals.initialization.unfollowed.iter();
    classes.map(|class| display_name(&machine.world.class(*class).name)).collect()
}

/// What these objects hold, but for objects.
fn fields_held(
    machine: &mut Machine<'_>,
    state: &State,
    objects: &[(FactId, ObjectId)],
) -> Vec<(FactId, OrderedMap<FieldKey, Fact>)> {
    let model = Rc::clone(&state.path.model);
    let mut extractor = Extractor::new(machine, model, OrderedMap::default(), FactId(0));
    objects.iter().map(|(id, object)| (*id, extractor.plain_fields(state, *object))).collect()
}

/// The state before anything has run.
pub(crate) fn empty_state() -> State {
    State::new(Contents::default())
}

/// Runs the initializer of a class.
fn initialize(machine: &mut Machine<'_>, state: State, class: ClassId) -> Result<State, Lost> {
    let steps = machine.run.rerun_steps;
    initialize_within(machine, state, class, steps)
}

/// Runs the initializer of a class for so many steps at most.
///
/// # Errors
/// Why it cannot be followed to its end, or that it fails.
pub(crate) fn initialize_within(
    machine: &mut Machine<'_>,
    state: State,
    class: ClassId,
    steps: u64,
) -> Result<State, Lost> {
    let fails = || Lost::unsupported("an initializer that fails");
    let Ok(Flow::Next(state)) = machine.initialize(state, class) else { return Err(fails()) };
    match follow_within(machine, state, steps)? {
        (state, None) => Ok(state),
        (_, Some(_)) => Err(fails()),
    }
}

/// Follows a run until no code runs any more. An initializer that was run for its own sake returns to nothing; what is called
/// as a test calls it has an end.
pub(crate) fn follow(machine: &mut Machine<'_>, state: State) -> Result<(State, Option<PathEnd>), Lost> {
    let steps = machine.run.rerun_steps;
    follow_within(machine, state, steps)
}

pub(crate) fn follow_within(
    machine: &mut Machine<'_>,
    mut state: State,
    steps: u64,
) -> Result<(State, Option<PathEnd>), Lost> {
    let before = machine.run.steps;
    while !state.frames.is_empty() {
        if machine.run.steps.reach(before, steps) {
            return Err(Lost(CutReason::Budget("steps of a concrete run".to_owned())));
        }
        if machine.is_over_memory() {
            return Err(Lost(CutReason::Memory));
        }
        match machine.step(state) {
            Flow::Next(next) => state = next,
            Flow::End(_, PathEnd::Cut(reason)) => return Err(Lost(reason)),
            Flow::End(_, PathEnd::Exit) => {
                return Err(Lost::unsupported("what a call leaves behind that ends the virtual machine"));
            }
            Flow::End(state, end) => return Ok((state, Some(end))),
            Flow::Split { mut live, ended } => match (live.pop(), live.is_empty() && ended.is_empty()) {
                (Some(only), true) => state = only,
                _ => return Err(Lost::unsupported("a choice in a concrete run")),
            },
        }
    }
    Ok((state, None))
}

/// The field of which a test speaks.
pub(crate) fn field_of(machine: &Core<'_>, key: &FieldKey) -> Option<Rc<Field>> {
    let class = machine.world.class(machine.world.load(&key.class.replace('.', "/")).ok()?);
    let mut fields = class.fields.iter().map(|field| machine.world.field(*field));
    fields.find(|field| *field.name == *key.name && *field.descriptor == *key.descriptor)
}
