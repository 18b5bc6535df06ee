//! Objects instead of `null` that a path does not need.
//!
//! An argument that a path never looks at is `null` in the model, which is where code goes wrong and not what a test is about. Plain
//! calls make an object for it where a concrete run shows that the test reaches the same.

use super::passing::class_named;
use super::readable::{Place, add_plain, if_alike, parameter_of, places_of, without_names};
use super::shorten::drop_unused;
use super::usual::hangs_on_order;
use crate::machine::Machine;
use crate::plain_calls::PlainCalls;
use crate::rerun::{Aims, Ran};
use clew_facts::{HeapObject, Object, ObjectId, Outcome, TestCase, Value};
use clew_jvm::{Provenance, World};

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

/// Where `null` is passed for an object that is no text, but to earlier calls and to those of the JDK.
fn passed_nulls(world: &World, test: &TestCase) -> Vec<PassedNull> {
    let is_of_jdk =
        |class: &str| class_named(world, class).is_some_and(|class| world.class(class).provenance == Provenance::Jdk);
    let is_meant = |place: &Place| match place {
        Place::Argument(_) => true,
        Place::Making { .. } => place.call_in(test).is_some_and(|(call, _)| !is_of_jdk(&call.method.class)),
        Place::Earlier { .. } | Place::Thrown { .. } => false,
    };
    let places = places_of(test, |value| *value == Value::Null).into_iter().filter(is_meant);
    let typed = places.filter_map(|place| Some(PassedNull { place, ty: parameter_of(test, place)?.0 }));
    typed.filter(|null| !OF_TEXTS.contains(&null.ty.as_str())).collect()
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
