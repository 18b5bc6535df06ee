//! Tests of executions that hang little on the state of their receiver: with a receiver that calls make, borrowed from another test.

use super::complete;
use super::readable::if_as_good;
use super::shorten::drop_unused;
use crate::machine::Machine;
use crate::rerun::Aims;
use clew_facts::{HeapObject, Made, Object, ObjectId, Outcome, TestCase, Value};

/// The greatest number of receivers that one test is tried with.
const MAX_RECEIVERS: usize = 3;

/// The test with the receiver of one of the others, where it gets to the same goals with that and ends in the same way.
pub(crate) fn with_borrowed_receiver(
    machine: &mut Machine<'_>,
    test: &TestCase,
    others: &[TestCase],
) -> Option<TestCase> {
    let aims = Aims::of_goals(&test.goals);
    let mut tried: Vec<&Made> = Vec::new();
    for other in others.iter().filter(|other| other.calls.is_empty() && !other.changes_statics()) {
        let Some(Value::Ref(receiver)) = &other.receiver else { continue };
        let Some(Object::Made(made)) = other.heap.get(receiver).map(|object| &object.object) else { continue };
        if tried.contains(&made) {
            continue;
        }
        if tried.len() == MAX_RECEIVERS {
            break;
        }
        tried.push(made);
        let changed = on_receiver_of(test, *receiver, other);
        let Some((mut changed, ran)) = if_as_good(machine, changed, &aims, &test.outcome) else { continue };
        if complete(machine, &mut changed, ran, None).is_ok() {
            return Some(changed);
        }
    }
    None
}

/// The test on the receiver of another test. Its outcome is not predicted.
fn on_receiver_of(test: &TestCase, receiver: ObjectId, other: &TestCase) -> TestCase {
    let first = test.heap.keys().map(|id| id.0 + 1).max().unwrap_or(0);
    let moved = |id: ObjectId| ObjectId(id.0 + first);
    let mut changed = TestCase {
        receiver: Some(Value::Ref(moved(receiver))),
        null_argument: None,
        thrown_by: None,
        outcome: Outcome::NotPredicted,
        observed: Vec::new(),
        taken: Vec::new(),
        message: None,
        ..test.clone()
    };
    changed.heap_after.clear();
    changed.heap.extend(other.heap.iter().map(|(id, object)| (moved(*id), renumbered(object, &moved))));
    drop_unused(&mut changed);
    changed
}

fn renumbered(object: &HeapObject, moved: &impl Fn(ObjectId) -> ObjectId) -> HeapObject {
    let mut object = object.clone();
    for value in object.object.values_mut() {
        if let Value::Ref(id) = value {
            *id = moved(*id);
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_base::OrderedMap;
    use clew_facts::{Call, Maker, MethodKey};

    fn made(arguments: Vec<Value>) -> HeapObject {
        let method = MethodKey { class: "A".into(), method: "<init>".into(), descriptor: "()V".into() };
        let first = Call::new(method, arguments);
        let made = Made { by: Maker::Constructor, first, then: Vec::new(), fields: OrderedMap::default() };
        HeapObject { class: "A".into(), object: Object::Made(made) }
    }

    #[test]
    fn a_borrowed_receiver_brings_what_it_is_made_of() {
        let text = |text: &str| {
            let units = text.encode_utf16().collect();
            HeapObject { class: "java.lang.String".into(), object: Object::String(units) }
        };
        let reference = |id| Value::Ref(ObjectId(id));
        let free = HeapObject { class: "A".into(), object: Object::Instance { fields: OrderedMap::default() } };
        let test = TestCase::of_input(Some(reference(0)), Vec::new(), OrderedMap::from_iter([(ObjectId(0), free)]));
        let heap = [
            (ObjectId(0), text("unused")),
            (ObjectId(1), text("name")),
            (ObjectId(2), made(vec![reference(1), Value::Int(5)])),
        ];
        let other = TestCase::of_input(Some(reference(2)), Vec::new(), OrderedMap::from_iter(heap));
        let changed = on_receiver_of(&test, ObjectId(2), &other);
        assert_eq!(changed.receiver, Some(reference(3)));
        let expected = [(ObjectId(2), text("name")), (ObjectId(3), made(vec![reference(2), Value::Int(5)]))];
        assert_eq!(changed.heap, OrderedMap::from_iter(expected));
    }
}
