//! What methods that only look tell of the objects that calls made: before the method under test is called, and after it.
//!
//! A test can see the state of such an object without reflection by what these methods return. They run as a test calls them, one
//! after the other, by the same step rules.

use crate::body::{BodyBuilder, callee};
use crate::code::Code;
use crate::extract::Extractor;
use crate::factories::{Factories, Observer};
use crate::flow::PathEnd;
use crate::machine::Machine;
use crate::rerun::follow_within;
use crate::state::{OnReturn, State};
use crate::types::class_of;
use clew_base::OrderedMap;
use clew_facts::{ObjectId as FactId, Observation, Observed};
use clew_heap::{Content, FieldId, Heap, ObjectId, Ref, Value};
use clew_ir::{Expr, Terminator, Type};
use clew_jvm::{ClassId, MethodCode, MethodId, Provenance};
use std::rc::Rc;

/// The greatest number of instructions that one of these methods may take.
const STEPS: u64 = 4_000;

/// How often a method is called that takes something out of an object.
const TIMES: usize = 3;

/// What the methods tell that only look at these objects. They are passed what the method under test was passed. The objects are in the
/// state before the call too, unless the call has made them.
pub(crate) fn observations(
    machine: &mut Machine<'_>,
    objects: &[(FactId, ObjectId)],
    passed: &[Value],
    before: Option<&State>,
    after: &State,
) -> Vec<Observation> {
    let mut found = Vec::new();
    for (id, object) in objects {
        let Some(class) = after.heap.object(*object).exact_type().map(class_of) else { continue };
        let observers = observers_of(machine, class);
        let first = match before {
            Some(before) => returned(machine, before, (*object, passed), &observers, Does::Look),
            None => vec![None; observers.len()],
        };
        let last = returned(machine, after, (*object, passed), &observers, Does::Look);
        let seen: Vec<Seen<'_>> = observers
            .iter()
            .zip(first)
            .zip(last)
            .filter_map(|((observer, before), value)| {
                let value = value?;
                Some(Seen { has_changed: before.as_ref() != Some(&value), observer, value })
            })
            .collect();
        if !only_look(machine, after, (*object, passed), &seen) {
            continue;
        }
        for Seen { observer, value, has_changed } in seen {
            let (method, arguments) = (machine.key(observer.method), observer.parameters.clone());
            found.push(Observation { object: *id, method, arguments, value, is_telling: has_changed });
        }
    }
    found
}

/// Whether what is seen of objects, and what is taken out of them, tells that a call has changed one.
pub(crate) fn show_change(observed: &[Observation], taken: &[Observation]) -> bool {
    observed.iter().any(|seen| seen.is_telling) || !taken.is_empty()
}

/// What a method returns.
struct Seen<'o> {
    observer: &'o Observer,
    value: Observed,
    has_changed: bool,
}

/// Whether the methods return the same where a test calls only some of them: those that tell what has changed, or those that take nothing.
/// One that counts its calls in an object of the JDK does more than look, which its text does not show.
fn only_look(
    machine: &mut Machine<'_>,
    after: &State,
    (object, passed): (ObjectId, &[Value]),
    seen: &[Seen<'_>],
) -> bool {
    let part = |is_in: &dyn Fn(&Seen<'_>) -> bool| seen.iter().filter(|seen| is_in(seen)).collect::<Vec<_>>();
    let parts = [part(&|seen| seen.has_changed), part(&|seen| seen.observer.parameters.is_empty())];
    parts.into_iter().filter(|part| part.len() < seen.len()).all(|part| {
        let observers: Vec<Observer> = part.iter().map(|seen| seen.observer.clone()).collect();
        let again = returned(machine, after, (object, passed), &observers, Does::Look);
        part.iter().zip(again).all(|(seen, again)| again.as_ref() == Some(&seen.value))
    })
}

/// The methods of a class that only look, as far as a test may call them.
fn observers_of(machine: &mut Machine<'_>, class: ClassId) -> Rc<[Observer]> {
    let (world, target) = (machine.core.world, machine.core.target);
    let access = machine.core.options.inputs_by_calls;
    match &mut machine.inputs.factories {
        Some(factories) => Rc::clone(&factories.of(world, class).observers),
        None => Rc::clone(machine.caches.observers.entry(class).or_insert_with(|| {
            let (observers, _) = Factories::new(world, target, access).observers(world, class);
            observers.into()
        })),
    }
}

/// What a method returns that takes something out of one of these objects, called again and again, where it would have returned
/// anything else before the call. The content of a collection is seen by it, and its order.
pub(crate) fn taken(
    machine: &mut Machine<'_>,
    objects: &[(FactId, ObjectId)],
    before: &State,
    after: &State,
) -> Vec<Observation> {
    if machine.inputs.calls.are_made() {
        return Vec::new();
    }
    for (id, object) in objects {
        let Some(class) = after.heap.object(*object).exact_type().map(class_of) else { continue };
        let Some(factories) = &mut machine.inputs.factories else { continue };
        let Some(taker) = factories.of(machine.core.world, class).taker else { continue };
        let takers = vec![Observer { method: taker, parameters: Vec::new() }; TIMES];
        let [first, mut last]: [Vec<Observed>; 2] = [before, after].map(|state| {
            let all = returned(machine, state, (*object, &[]), &takers, Does::Take);
            all.into_iter().map_while(|seen| seen).collect()
        });
        if first != last {
            // Where nothing is left, the same is returned again and again.
            while last.len() > 1 && last[last.len() - 1] == last[last.len() - 2] {
                last.pop();
            }
            let method = machine.key(taker);
            let told = |value| Observation {
                object: *id,
                method: method.clone(),
                arguments: Vec::new(),
                value,
                is_telling: true,
            };
            return last.into_iter().map(told).collect();
        }
    }
    Vec::new()
}

/// What methods do with the object on which they are called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    /// They look at it, and change no object of the program.
    Look,
    /// They take something out of it.
    Take,
}

/// What each of the methods returns, called in this order; `None` where it does something else.
fn returned(
    machine: &mut Machine<'_>,
    state: &State,
    (object, passed): (ObjectId, &[Value]),
    observers: &[Observer],
    does: Does,
) -> Vec<Option<Observed>> {
    let mut state = state.clone();
    state.frames.clear();
    // What stubs answer, the test says of its own call only.
    let supplied = machine.inputs.calls.supplied.take();
    let mut all = Vec::with_capacity(observers.len());
    for observer in observers {
        let mut args = vec![Value::Ref(Ref::Object(object))];
        args.extend(observer.parameters.iter().filter_map(|at| passed.get(*at)));
        let called = call(machine, state.clone(), observer.method, args);
        let is_right =
            |after: &State| does == Does::Take || !changes_object_of_program(machine, &state.heap, &after.heap);
        all.push(called.filter(|(after, _)| is_right(after)).map(|(after, value)| {
            state = after;
            value
        }));
    }
    machine.inputs.calls.supplied = supplied;
    all
}

/// Calls a method on the first of the arguments.
fn call(machine: &mut Machine<'_>, mut state: State, id: MethodId, args: Vec<Value>) -> Option<(State, Observed)> {
    let (wrote_shared, overwritten) = (state.wrote_to_shared, state.globals.statics.overwritten.len());
    let (asked, pinned) = (state.input.calls.len(), state.guesses.pinned.len());
    let method = machine.world.method(id);
    let kind = machine.types.kind(method.returns.as_deref()?).ok()?;
    let class = machine.world.class(method.class);
    let mut making = BodyBuilder::new();
    let mut taken = vec![making.register("object", Type::Ref)];
    for parameter in &method.parameters {
        let kind = machine.types.kind(parameter).ok()?;
        taken.push(making.register("argument", crate::types::register_type(kind)));
    }
    let result = making.register("result", crate::types::register_type(kind));
    let normal = making.block("seen", Vec::new(), Terminator::Return(Some(Expr::Reg(result))));
    let callee = callee(machine.world, id, None);
    let passed = taken.iter().copied().map(Expr::Reg).collect();
    let call = Terminator::Invoke { dst: Some(result), callee, args: passed, normal, unwind: None };
    let entry = making.block("call", Vec::new(), call);
    let body = making.finish(taken, crate::types::register_type(kind), entry);
    let code = Rc::new(Code::new(id, method, Rc::new(MethodCode::of_body(body)), &class));
    machine.push_frame(&mut state, code, args, OnReturn::Entry).ok()?;
    let (mut state, end) = follow_within(machine, state, STEPS).ok()?;
    state.frames.clear();
    let changes_others =
        state.wrote_to_shared != wrote_shared || state.globals.statics.overwritten.len() != overwritten;
    // The test has no answers for what a stub is asked here, and nothing is set for the sake of what is seen.
    if changes_others
        || state.guesses.pinned.len() != pinned
        || state.guesses.choice.is_some()
        || state.input.calls.len() != asked
    {
        return None;
    }
    let Some(PathEnd::Return(Some(value))) = end else { return None };
    let model = Rc::clone(&state.path.model);
    let mut extractor = Extractor::new(machine, model, OrderedMap::default(), FactId(0));
    let seen = match value {
        Value::Ref(Ref::Object(text)) => Observed::Text(extractor.characters(&state, text)?),
        Value::Ref(Ref::Null) => Observed::Null,
        Value::Ref(Ref::Var(_)) | Value::Opaque(_) => return None,
        Value::Term(_) => Observed::Number(extractor.value(&state, value, kind)),
    };
    Some((state, seen))
}

/// Whether an object of a class of the program that was there before holds something else in a field afterwards. What code does that a
/// lambda expression gives, the text of its caller does not show.
fn changes_object_of_program(machine: &Machine<'_>, before: &Heap, after: &Heap) -> bool {
    let is_default = |value: &Value| match value {
        Value::Ref(value) => *value == Ref::Null,
        Value::Term(term) => machine.pool.as_signed(*term) == Some(0),
        Value::Opaque(_) => false,
    };
    let has_changed = |id: ObjectId| {
        let (one, other) = (before.object(id), after.object(id));
        let Content::Fields { current, .. } = &other.content else { return false };
        let holds = |(field, value): &(FieldId, Value)| match one.field(*field) {
            Some(held) => held == *value,
            None => is_default(value),
        };
        !current.iter().all(holds)
    };
    let is_of_program = |id: &ObjectId| {
        let class = before.object(*id).exact_type().map(|ty| machine.types.class(ty));
        class.is_none_or(|class| class.provenance != Provenance::Jdk)
    };
    before.ids().filter(is_of_program).any(has_changed)
}
