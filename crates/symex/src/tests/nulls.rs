//! Objects instead of `null` that a path does not need.
//!
//! An argument that a path never looks at is `null` in the model, which is where code goes wrong and not what a test is about. Plain
//! calls make an object for it where a concrete run shows that the test reaches the same.

use super::readable::{Place, add_plain, call_of, first_parameter, if_alike, without_names};
use super::shorten::drop_unused;
use super::usual::hangs_on_order;
use crate::machine::Machine;
use crate::plain_calls::PlainCalls;
use crate::rerun::{Aims, Ran};
use clew_facts::{HeapObject, Object, ObjectId, Outcome, TestCase, Value};
use clew_jvm::{Provenance, World, parse_method_descriptor};

/// At how many places `null` is looked at.
const MAX_PLACES: usize = 6;

/// Types of which [`with_readable_texts`](super::readable::with_readable_texts) passes texts.
const OF_TEXTS: [&str; 2] = ["Ljava/lang/String;", "Ljava/lang/Object;"];

/// `null` that is passed somewhere, and the type of the parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PassedNull {
    place: Place,
    ty: String,
}

/// The test with objects for `null` that it does not need to reach its goals, and what the concrete run of it found. `None` where it
/// needs them, or has none. `end` says how the test itself ends.
pub(super) fn with_objects_for_nulls(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let mut nulls = passed_nulls(machine.world, test);
    nulls.truncate(MAX_PLACES);
    let mut with = |before: &TestCase, nulls: &[PassedNull]| {
        let changed = with_objects(machine, before, nulls)?;
        if_alike(machine, changed, aims, end)
    };
    if let Some(found) = with(test, &nulls) {
        return Some(found);
    }
    let mut found: Option<(TestCase, Ran)> = None;
    for null in nulls.iter().filter(|_| nulls.len() > 1) {
        let before = found.as_ref().map_or(test, |(changed, _)| changed);
        found = with(before, std::slice::from_ref(null)).or(found);
    }
    found
}

/// Where `null` is passed for an object that is no text.
fn passed_nulls(world: &World, test: &TestCase) -> Vec<PassedNull> {
    let is_meant = |ty: &str, value: &Value| *value == Value::Null && !OF_TEXTS.contains(&ty);
    let arguments = test.arguments.iter().enumerate().filter(|(_, it)| is_meant(&it.descriptor, &it.value));
    let mut found: Vec<PassedNull> = arguments
        .map(|(at, argument)| PassedNull { place: Place::Argument(at), ty: argument.descriptor.clone() })
        .collect();
    for (object, state) in &test.heap {
        let Object::Made(made) = &state.object else { continue };
        for number in 0..=made.then.len() {
            let Some(call) = call_of(made, number) else { continue };
            if is_of_jdk(world, &call.method.class) {
                continue;
            }
            let types = parse_method_descriptor(&call.method.descriptor).map(|(types, _)| types).unwrap_or_default();
            let first = first_parameter(made, number);
            let passed = call.arguments.iter().enumerate().skip(first).zip(types);
            let nulls = passed.filter(|((_, value), ty)| is_meant(ty, value));
            found.extend(nulls.map(|((at, _), ty)| PassedNull {
                place: Place::Making { object: *object, call: number, at },
                ty: ty.to_string(),
            }));
        }
    }
    found
}

/// The test with an object at each of these places where one is to be had; `None` where there is none. Its condition does not speak of
/// arguments that were replaced.
fn with_objects(machine: &Machine<'_>, test: &TestCase, nulls: &[PassedNull]) -> Option<TestCase> {
    let mut calls = PlainCalls::of(machine);
    let mut changed = test.clone();
    let mut replaced: Vec<&str> = Vec::new();
    let mut is_changed = false;
    for PassedNull { place, ty } in nulls {
        // What is passed to make an object must not be made of it.
        let known = matches!(place, Place::Argument(_)).then(|| known_object(test, ty)).flatten();
        let value = match known {
            Some(known) => Value::Ref(known),
            None => calls.argument(&mut |object| add_plain(&mut changed, object), ty, ""),
        };
        if value == Value::Null {
            continue;
        }
        if let Some(there) = place.value_in(&mut changed) {
            *there = value;
            is_changed = true;
        }
        if let Place::Argument(at) = place {
            replaced.push(&test.arguments[*at].name);
        }
    }
    changed.constraint = without_names(&test.constraint, &replaced);
    drop_unused(&mut changed);
    (is_changed && !hangs_on_order(machine, &with_new_classes(test, &changed))).then_some(changed)
}

/// The changed test with just the objects of classes of which the test has none yet.
fn with_new_classes(test: &TestCase, changed: &TestCase) -> TestCase {
    let is_known = |object: &HeapObject| test.heap.values().any(|known| known.class == object.class);
    let mut new = changed.clone();
    new.heap.retain(|_, object| !is_known(object));
    new
}

/// An object of just this type that calls make for something else than an argument of its own.
fn known_object(test: &TestCase, ty: &str) -> Option<ObjectId> {
    let class = ty.strip_prefix('L')?.strip_suffix(';')?.replace('/', ".");
    let is_passed = |id: ObjectId| {
        let mut passed = test.arguments.iter().map(|argument| &argument.value).chain(&test.receiver);
        passed.any(|value| *value == Value::Ref(id))
    };
    let mut known = test.heap.iter().filter(|(_, object)| matches!(object.object, Object::Made(_)));
    known.find(|(id, object)| object.class == class && !is_passed(**id)).map(|(id, _)| *id)
}

fn is_of_jdk(world: &World, class: &str) -> bool {
    let class = world.load(&class.replace('.', "/"));
    class.is_ok_and(|class| world.class(class).provenance == Provenance::Jdk)
}
