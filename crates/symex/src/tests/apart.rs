//! Arguments that are objects of their own.
//!
//! The shortest path to a goal is often one on which an argument is the receiver itself, or another argument. People pass
//! unlike objects, unless that is the point. Such an argument becomes an object of its own where a concrete run shows that the
//! test reaches the same.

use super::readable::{add_object, if_alike, without_names};
use super::unlike::{number, with_number};
use crate::machine::Machine;
use crate::rerun::{Aims, Ran};
use crate::solve::HELD;
use clew_facts::{HeapObject, Made, Object, Outcome, TestCase, Value};

/// The test with arguments that are objects of their own, and what the concrete run of it found. `None` where it needs those that
/// it has. `end` says how the test itself ends.
pub(super) fn with_arguments_apart(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let mut found: Option<(TestCase, Ran)> = None;
    for at in 0..test.arguments.len() {
        let before = found.as_ref().map_or(test, |(changed, _)| changed);
        let Some(made) = shared(before, at) else { continue };
        let choices = [unlike(&made), made].map(|made| with_own(before, at, made));
        let as_good = choices.into_iter().find_map(|changed| if_alike(machine, changed, aims, end));
        found = as_good.or(found);
    }
    found
}

/// The object of an argument that is the receiver or an argument before it too, if calls make it.
fn shared(test: &TestCase, at: usize) -> Option<HeapObject> {
    let value = &test.arguments[at].value;
    let Value::Ref(id) = value else { return None };
    let mut others = test.arguments[..at].iter().map(|argument| &argument.value).chain(&test.receiver);
    let object = test.heap.get(id).filter(|_| others.any(|other| other == value))?;
    matches!(object.object, Object::Made(_)).then(|| object.clone())
}

/// An object of the same calls that are passed other numbers.
fn unlike(object: &HeapObject) -> HeapObject {
    let mut unlike = object.clone();
    if let Object::Made(Made { first, then, .. }) = &mut unlike.object {
        let mut held = HELD.iter().skip(1).cycle();
        for value in std::iter::once(first).chain(then).flat_map(|call| &mut call.arguments) {
            let is_negative = number(value).is_some_and(|number| number < 0.0);
            if let Some(other) = held.next().and_then(|held| with_number(value, *held, is_negative)) {
                *value = other;
            }
        }
    }
    unlike
}

/// The test in which an argument is this object, which nothing else is.
fn with_own(test: &TestCase, at: usize, object: HeapObject) -> TestCase {
    let mut changed = test.clone();
    changed.arguments[at].value = Value::Ref(add_object(&mut changed, object));
    changed.constraint = without_names(&test.constraint, &[test.arguments[at].name.as_str()]);
    changed
}
