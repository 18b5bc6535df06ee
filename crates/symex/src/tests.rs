//! Test cases from the ends of paths.

mod apart;
pub(crate) mod borrowed;
mod by_name;
mod contents;
pub(crate) mod finished;
pub(crate) mod grown;
pub(crate) mod large;
mod nonzero;
mod nulls;
pub(crate) mod onward;
mod passing;
mod plain;
pub(crate) mod readable;
mod shorten;
pub(crate) mod shown;
pub(crate) mod telling;
mod unlike;
mod unread;
mod unseen;
mod untyped;
pub(crate) mod usual;

use crate::core::Core;
use crate::escapes::throwing_call;
use crate::extract::{Extractor, NoTest};
use crate::flow::PathEnd;
use crate::inputs::Inputs;
use crate::machine::Machine;
use crate::models::secrets::is_known_to_machine_only;
use crate::rerun::{self, Aims, Lost, Ran};
use crate::solve::{Numbers, Solved, solve};
use crate::state::{NullPointer, State};
use crate::step::free_statics::statics_to_set;
use crate::tests::large::large_array;
use crate::trace::{Extent, tell};
use crate::types::{class_of, display_name, heap_field};
use apart::with_arguments_apart;
use by_name::with_texts_by_name;
use clew_base::OrderedMap;
use clew_facts::{
    Argument, Criterion, CutReason, HeapObject, InputCall, Made, Maker, NullArgument, Object as FactObject, ObjectId,
    Observation, Observed, Outcome, TestCase, Trace, Value as Fact,
};
use clew_heap::{Kind, Ref, Value};
use clew_jvm::{FieldId, Nullness, Provenance};
use clew_term::Term;
use imbl::OrdSet;
use nonzero::with_telling_result;
use nulls::with_objects_for_nulls;
use plain::with_plain_values;
use readable::with_readable_texts;
use shorten::without_needless_calls;
use shown::constraint_text;
use unlike::with_unlike_numbers;
use unread::with_unread_objects_made;
use unseen::initializes_unseen;

/// Makes the test of a path: its input from a model, its outcome from the end of the path, or where that was cut, from
/// a concrete run.
///
/// Nothing comes of a path that no objects are possible for.
///
/// # Errors
/// Why no input of the path can be made.
pub(crate) fn make(
    machine: &mut Machine<'_>,
    inputs: &Inputs,
    state: &State,
    end: &PathEnd,
) -> Result<Option<TestCase>, NoTest> {
    // Zero is where code divides, and where functions have values that are known.
    if state.guesses.choice.is_some() || matches!(end, PathEnd::Cut(_)) {
        return make_with(machine, inputs, state, end, Numbers::Small);
    }
    let unlike = make_with(machine, inputs, state, end, Numbers::Unlike);
    let is_told = |test: &TestCase| !matches!(test.outcome, Outcome::NotPredicted | Outcome::Open);
    match &unlike {
        Ok(Some(test)) if is_told(test) => unlike,
        Ok(None) => unlike,
        // Of zero more is known than of other numbers, such as its sine.
        _ => match make_with(machine, inputs, state, end, Numbers::Small) {
            Ok(Some(test)) if is_told(&test) || unlike.is_err() => Ok(Some(test)),
            _ => unlike,
        },
    }
}

fn make_with(
    machine: &mut Machine<'_>,
    inputs: &Inputs,
    state: &State,
    end: &PathEnd,
    numbers: Numbers,
) -> Result<Option<TestCase>, NoTest> {
    let Some(Solved { mut state, model }) = solve(machine, inputs, (state, end), numbers)? else { return Ok(None) };
    machine.miss_defaults(&mut state, &model);
    let state = &state;
    if let Some(length) = large_array(machine, state, &model) {
        return Err(too_large(length));
    }
    let constraint = constraint_text(machine, state);
    let is_open = |unverified: Term| machine.core.holds_in(&model, unverified);
    let is_unverified = machine.guide.as_ref().map(|_| state.guided.unverified.is_some_and(is_open));
    let mut extractor = Extractor::of_state(machine, model, state);
    let receiver_kind = match inputs.receiver {
        Some(_) => Some(extractor.receiver_kind()?),
        None => None,
    };
    let receiver = inputs.receiver.zip(receiver_kind).map(|(value, kind)| extractor.value(state, value, kind));
    let arguments = inputs
        .parameters
        .iter()
        .map(|parameter| Argument {
            name: parameter.name.clone(),
            descriptor: parameter.descriptor.clone(),
            value: extractor.value(state, parameter.value, parameter.kind),
        })
        .collect();
    let calls = extractor.calls(state)?;
    let (thread, thread_after) = (extractor.thread(state), extractor.thread_after(state));
    let statics = statics_to_set(&mut extractor, state);
    let heap = extractor.objects_before(state)?;
    crate::input_calls::check_receivers(&calls, &heap)?;
    check_elements(extractor.machine, &heap)?;
    let (mut outcome, mut sure, trace) = prediction(&mut extractor, inputs, state, end);
    if initializes_unseen(extractor.machine, state, &heap) {
        (outcome, sure) = (None, None);
    }
    let message = outcome.as_ref().and_then(|_| extractor.message(state, end));
    let heap_after = match outcome {
        Some(_) => extractor.objects_after(state)?,
        None => OrderedMap::default(),
    };
    let mut wanted = Aims::of(machine, state, end);
    let mut test = TestCase {
        initialized_first: initialized_first(machine, state, &heap),
        unfollowed: rerun::unfollowed(machine, state),
        receiver,
        arguments,
        heap,
        statics,
        earlier: Vec::new(),
        calls,
        thread,
        thread_after,
        pinned: state.guesses.pinned.iter().copied().collect(),
        null_argument: null_argument(machine, inputs, state, end),
        thrown_by: throwing_call(machine, state, end),
        outcome: outcome.unwrap_or(Outcome::NotPredicted),
        heap_after,
        observed: Vec::new(),
        taken: Vec::new(),
        message,
        is_unverified,
        constraint,
        goals: sure.into_iter().flatten().copied().collect(),
        trace,
    };
    if test.outcome != Outcome::NotPredicted && has_equal_boxes(&test.heap) && rerun::run(machine, &test).is_err() {
        return Err("it is not known which of the equal boxes of the input are one object".to_owned());
    }
    if machine.inputs.factories.is_some() {
        if let Ok(ran) = rerun::run(machine, &test) {
            wanted.see(&ran);
            wanted.gain(&ran.reached);
        }
        test = without_needless_calls(machine, test, &wanted);
    }
    if test.outcome == Outcome::NotPredicted {
        let mut ran = rerun::run(machine, &test);
        if machine.inputs.factories.is_some()
            && let Ok(end) = ran.as_ref().map(|ran| ran.outcome.clone())
            && let Some((changed, other)) = with_readable_values(machine, &test, &wanted, &end)
        {
            (test, ran) = (changed, Ok(other));
        }
        match ran {
            Ok(ran) => {
                wanted.gain(&ran.reached);
                complete(machine, &mut test, ran, sure)?;
            }
            Err(Lost(reason)) => test.outcome = outcome_of_lost(machine, state, &test, &reason)?,
        }
    }
    if state.passed.composed
        && test.outcome != Outcome::NotPredicted
        && let Ok(ran) = rerun::run(machine, &test)
    {
        test.trace = tell(machine.world, &ran.trace, Extent::Whole);
        wanted.gain(&ran.reached);
        test.goals = wanted.goals().to_vec();
    }
    if !matches!(&test.outcome, Outcome::Throws { class } if class == "java.lang.NullPointerException") {
        test.null_argument = None;
    }
    if machine.inputs.factories.is_none() {
        let is_message_open = test.message.is_none() && throws_own(state, end);
        test = as_people_write_it(machine, (test, is_message_open), &wanted);
    }
    Ok(Some(test))
}

/// Whether a path ends with an exception that code of the program has made.
fn throws_own(state: &State, end: &PathEnd) -> bool {
    matches!(end, PathEnd::Throw(Value::Ref(Ref::Object(thrown))) if state.globals.identity.own_exceptions.contains(thrown))
}

/// Whether it is not known what a test returns, what a call that is an input was passed, or what an object holds after it.
fn leaves_open(test: &TestCase) -> bool {
    let mut objects = test.heap_after.values();
    let is_told = |call: &InputCall| !call.passed.is_empty() || call.method.descriptor.starts_with("()");
    test.outcome == Outcome::Returns(Some(Fact::Unknown))
        || !test.calls.iter().all(is_told)
        || objects.any(|object| match &object.object {
            FactObject::Instance { fields } => fields.values().any(|value| *value == Fact::Unknown),
            FactObject::Array { elements } => elements.contains(&Fact::Unknown),
            _ => false,
        })
}

/// A test whose end is predicted, with readable texts, with what the path has not computed, and with what is seen of an object that it
/// constructs.
fn as_people_write_it(
    machine: &mut Machine<'_>,
    (mut test, is_message_open): (TestCase, bool),
    aims: &Aims,
) -> TestCase {
    let is_predicted = matches!(test.outcome, Outcome::Returns(_) | Outcome::Throws { .. });
    let is_plain = machine.options.criterion != Criterion::Paths && machine.options.heap_assumptions.is_empty();
    if !is_predicted || !is_plain || test.null_argument.is_some() {
        return test;
    }
    if let Some((mut changed, ran)) = with_readable_values(machine, &test, aims, &test.outcome)
        && ran.calls.len() == test.calls.len()
        && complete(machine, &mut changed, ran, None).is_ok()
    {
        return changed;
    }
    if is_message_open || leaves_open(&test) {
        let mut completed = test.clone();
        if let Ok(ran) = rerun::run(machine, &test)
            && std::mem::discriminant(&ran.outcome) == std::mem::discriminant(&test.outcome)
            && ran.calls.len() == test.calls.len()
            && ran.gets_to_all(aims)
            && complete(machine, &mut completed, ran, None).is_ok()
        {
            return completed;
        }
    }
    let Outcome::Returns(Some(Fact::Ref(constructed))) = test.outcome else { return test };
    if machine.world.method(machine.target).is_constructor()
        && let Ok(ran) = rerun::run(machine, &test)
        && let Outcome::Returns(Some(Fact::Ref(id))) = ran.outcome
    {
        let of_it = ran.observed.into_iter().filter(|seen| seen.object == id);
        test.observed = of_it.map(|seen| Observation { object: constructed, ..seen }).collect();
    }
    test
}

/// The test with texts and numbers that people would choose where it reaches the same goals with them, and what the concrete run of it
/// found. `None` where it stays as it is. `end` says how the test itself ends.
fn with_readable_values(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let ways = [
        with_unread_objects_made,
        with_objects_for_nulls,
        with_plain_values,
        with_arguments_apart,
        with_unlike_numbers,
        with_telling_result,
        with_readable_texts,
        with_texts_by_name,
    ];
    let mut found: Option<(TestCase, Ran)> = None;
    for way in ways {
        let (before, end) = found.as_ref().map_or((test, end), |(changed, ran)| (changed, &ran.outcome));
        let changed = way(machine, before, aims, end);
        found = changed.or(found);
    }
    found
}

/// What the method does on the input, the goals that are sure to be reached, and the lines gone through.
///
/// Without an outcome, a concrete run tells: the machine chooses otherwise, and the execution may go another way from there on.
fn prediction<'s>(
    extractor: &mut Extractor<'_, '_>,
    inputs: &Inputs,
    state: &'s State,
    end: &PathEnd,
) -> (Option<Outcome>, Option<&'s OrdSet<usize>>, Trace) {
    let world = extractor.machine.world;
    match &state.guesses.choice {
        // Only the run in which all calls are made first tells.
        _ if extractor.machine.inputs.factories.is_some() => {
            (None, None, tell(world, &state.passed.trace, Extent::Cut))
        }
        Some(choice) => (None, Some(&choice.reached), tell(world, &choice.trace, Extent::Cut)),
        None => {
            let trace = tell(world, &state.passed.trace, extent(end));
            (extractor.outcome(state, end, inputs.constructed), Some(&state.passed.reached), trace)
        }
    }
}

/// Gives a test what a concrete run found, which reaches the `sure` goals besides those that it passed.
///
/// # Errors
/// Why it is no test after all.
fn complete(machine: &Machine<'_>, test: &mut TestCase, ran: Ran, sure: Option<&OrdSet<usize>>) -> Result<(), NoTest> {
    if let Some(length) = ran.large {
        return Err(too_large(length));
    }
    crate::input_calls::check_receivers(&ran.calls, &test.heap)?;
    for (id, held) in ran.made {
        if let Some(FactObject::Made(made)) = test.heap.get_mut(&id).map(|object| &mut object.object) {
            made.fields = held;
        }
    }
    test.observed = ran.observed;
    test.taken = ran.taken;
    for class in ran.unfollowed {
        if !test.unfollowed.contains(&class) {
            test.unfollowed.push(class);
        }
    }
    test.message = ran.message;
    test.calls = ran.calls;
    test.thread_after = ran.thread_after;
    test.pinned = ran.pinned;
    test.outcome = ran.outcome;
    test.thrown_by = ran.thrown_by;
    test.heap_after = ran.heap_after;
    test.trace = tell(machine.world, &ran.trace, Extent::Whole);
    test.goals = ran.reached.union(sure.cloned().unwrap_or_default()).into_iter().collect();
    name_shared(test);
    Ok(())
}

/// Has an object that a method gives without being asked for more be that of the static field of its class that holds it:
/// `getInstance()` makes none.
fn name_shared(test: &mut TestCase) {
    for (id, object) in test.heap.iter_mut() {
        let FactObject::Made(Made { by: Maker::Factory, first, then, .. }) = &object.object else { continue };
        let is_given = first.arguments.is_empty() && then.is_empty();
        match test.heap_after.get(id).map(|after| &after.object) {
            Some(shared @ FactObject::OfStatic(field)) if is_given && field.class == first.method.class => {
                object.object = shared.clone();
            }
            _ => {}
        }
    }
}

/// The outcome of a test whose concrete run was not followed to its end.
///
/// # Errors
/// Why it is no test without that.
fn outcome_of_lost(
    machine: &mut Machine<'_>,
    state: &State,
    test: &TestCase,
    reason: &CutReason,
) -> Result<Outcome, NoTest> {
    if machine.inputs.factories.is_some() {
        return Err(reason.to_string());
    }
    if machine.inputs.calls.are_made() {
        return Err(unknown_calls(reason));
    }
    if state.guesses.choice.is_some() || is_known_to_machine_only(reason) {
        return Ok(Outcome::Open);
    }
    if machine.has_stub(test) {
        return Err(unknown_calls(reason));
    }
    Ok(Outcome::NotPredicted)
}

/// The classes that have to be initialized before the input is made, in this order, because what they hold hangs on the order and
/// objects of the input would have others initialized first.
fn initialized_first(machine: &Machine<'_>, state: &State, heap: &OrderedMap<ObjectId, HeapObject>) -> Vec<String> {
    let has_initializer = |object: &HeapObject| {
        let class = machine.world.load(&object.class.replace('.', "/"));
        class.is_ok_and(|class| machine.world.has_initializer_of_program(class))
    };
    if !heap.values().any(has_initializer) {
        return Vec::new();
    }
    let order_matters = machine.ledger.order_matters();
    let in_order = state.globals.initialization.in_order.iter().filter(|class| order_matters.contains(*class));
    let in_order: Vec<String> = in_order.map(|class| display_name(&machine.world.class(*class).name)).collect();
    match in_order.as_slice() {
        [only] if is_begun_by_input(machine, heap, only) => Vec::new(),
        _ => in_order,
    }
}

/// Whether all objects of the input that are not the JDK's are of this class and made by calls of it: then it is initialized first
/// anyway.
fn is_begun_by_input(machine: &Machine<'_>, heap: &OrderedMap<ObjectId, HeapObject>, class: &str) -> bool {
    heap.values().all(|object| {
        let is_its = matches!(&object.object, FactObject::Made(made) if made.first.method.class == class);
        let of = machine.world.load(&object.class.replace('.', "/")).map(|class| machine.world.class(class).provenance);
        is_its || of.is_ok_and(|of| of == Provenance::Jdk)
    })
}

fn unknown_calls(reason: &CutReason) -> NoTest {
    format!("it is not known what calls that are inputs return later on ({reason})")
}

/// Whether the input has two boxes of one value, which a test makes with `valueOf`: they may be one object then, though the path
/// may have taken them for two when it did not know yet that they are boxes. A concrete run knows, and does not compare them.
fn has_equal_boxes(heap: &OrderedMap<ObjectId, HeapObject>) -> bool {
    let boxes: Vec<&HeapObject> =
        heap.values().filter(|object| matches!(object.object, FactObject::Boxed(_))).collect();
    boxes.iter().enumerate().any(|(at, one)| boxes[..at].contains(one))
}

/// The argument whose being `null` is why the path ends, if it ends in a `NullPointerException`; `None` where code of
/// the program makes or catches the exception.
fn null_argument(machine: &Machine<'_>, inputs: &Inputs, state: &State, end: &PathEnd) -> Option<NullArgument> {
    let PathEnd::Throw(Value::Ref(Ref::Object(thrown))) = end else { return None };
    let NullPointer { null, is_asked_for, .. } =
        state.passed.null_pointer.filter(|found| found.exception == *thrown)?;
    let position = inputs.parameters.iter().position(|parameter| parameter.value == null)?;
    let nullness = machine.world.method(machine.types.target).nullness.get(position).copied();
    let is_refused = match nullness.unwrap_or(Nullness::Unsaid) {
        Nullness::MayBeNull => return None,
        Nullness::NeverNull => true,
        Nullness::Unsaid => is_asked_for,
    };
    Some(NullArgument { position, is_refused })
}

fn too_large(length: i32) -> NoTest {
    format!("the test would make an array of {length} elements, for which there may be no memory")
}

fn extent(end: &PathEnd) -> Extent {
    match end {
        PathEnd::Return(_) | PathEnd::Throw(_) => Extent::Whole,
        PathEnd::Exit | PathEnd::Cut(_) | PathEnd::Excluded => Extent::Cut,
    }
}

/// Sees to it that every array can hold its elements: the array's class may have been narrowed after they were looked at.
fn check_elements(machine: &Core<'_>, heap: &OrderedMap<ObjectId, HeapObject>) -> Result<(), NoTest> {
    let class = |object: &HeapObject| machine.world.load(&object.class.replace('.', "/")).ok();
    for (array, elements) in heap.values().filter_map(|object| match &object.object {
        FactObject::Array { elements } => Some((object, elements)),
        _ => None,
    }) {
        let element = class(array).and_then(|array| machine.types.element_kind(&machine.world.class(array)));
        let Some(Kind::Ref(element)) = element else { continue };
        for held in elements {
            let Fact::Ref(id) = held else { continue };
            let fits =
                heap.get(id).and_then(class).is_some_and(|held| machine.world.is_subtype(held, class_of(element)));
            if !fits {
                return Err(format!("an array of class {} that holds something else", array.class));
            }
        }
    }
    Ok(())
}

impl Extractor<'_, '_> {
    /// The message of the exception that leaves the method, where code of the program made it and no class overrides what tells it.
    pub(crate) fn message(&mut self, state: &State, end: &PathEnd) -> Option<Observed> {
        let PathEnd::Throw(Value::Ref(Ref::Object(exception))) = *end else { return None };
        let object = state.heap.object(exception);
        let world = self.machine.world;
        let mut class =
            class_of(object.exact_type().filter(|_| state.globals.identity.own_exceptions.contains(&exception))?);
        while world.find_method(class, "getMessage", "()Ljava/lang/String;").is_none() {
            class = world.class(class).superclass?;
        }
        let declares = world.class(class);
        let is_message = |id: &FieldId| &*world.field(*id).name == "detailMessage";
        let field = declares.fields.iter().copied().find(is_message)?;
        match state.heap.field(exception, heap_field(field)) {
            None | Some(Value::Ref(Ref::Null)) => Some(Observed::Null),
            Some(Value::Ref(Ref::Object(text))) => self.characters(state, text).map(Observed::Text),
            Some(_) => None,
        }
    }

    /// The kind of a receiver.
    fn receiver_kind(&self) -> Result<Kind, NoTest> {
        let class = self.machine.world.method(self.machine.target).class;
        Ok(Kind::Ref(crate::types::type_of(class)))
    }

    /// How the path ended; nothing if it was cut. A constructor returns what it has constructed.
    pub(crate) fn outcome(&mut self, state: &State, end: &PathEnd, constructed: Option<Value>) -> Option<Outcome> {
        match end {
            PathEnd::Exit | PathEnd::Cut(_) | PathEnd::Excluded => None,
            PathEnd::Return(None) => {
                let value = match constructed {
                    Some(value) => Some(self.receiver_kind().map(|kind| self.value(state, value, kind)).ok()?),
                    None => None,
                };
                Some(Outcome::Returns(value))
            }
            PathEnd::Return(Some(value)) => {
                let method = self.machine.world.method(self.machine.target);
                let kind = self.machine.types.kind(method.returns.as_deref()?).ok()?;
                let value = match *value {
                    Value::Term(term) => Value::Term(kind.pass_through(&mut self.machine.pool, term)),
                    other => other,
                };
                Some(Outcome::Returns(Some(self.value(state, value, kind))))
            }
            PathEnd::Throw(Value::Ref(Ref::Object(object))) => {
                let ty = state.heap.object(*object).exact_type()?;
                let class = crate::types::display_name(&self.machine.types.class(ty).name);
                Some(Outcome::Throws { class })
            }
            // The exception is of the input: which class it has, a concrete run tells.
            PathEnd::Throw(_) => None,
        }
    }
}
