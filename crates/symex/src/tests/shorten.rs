//! Leaves out calls on the objects of an input that the test does not need.

use crate::machine::Machine;
use crate::rerun::{self, Aims};
use clew_base::FastSet;
use clew_facts::{CallOn, EarlierCall, HeapObject, Object, ObjectId, TestCase, Value};

/// How many runs one test may take to find out which calls it needs.
const MAX_RUNS: usize = 12;

/// The test without the calls on its objects, the earlier calls, and the classes initialized first, that it does not need to reach its
/// goals. What it expects has to be found out again.
pub(super) fn without_needless_calls(machine: &mut Machine<'_>, mut test: TestCase, aims: &Aims) -> TestCase {
    let mut runs = 0;
    if !test.initialized_first.is_empty() {
        runs += 1;
        let shorter = TestCase { initialized_first: Vec::new(), ..test.clone() };
        if gets_to_all(machine, &shorter, aims) {
            test = shorter;
        }
    }
    for at in (0..test.earlier.len()).rev() {
        runs += 1;
        let mut shorter = test.clone();
        shorter.earlier.remove(at);
        drop_unused(&mut shorter);
        if gets_to_all(machine, &shorter, aims) {
            test = shorter;
        }
    }
    let objects: Vec<ObjectId> = test.heap.keys().copied().collect();
    for id in objects {
        let mut at = calls_on(&test, id);
        while at > 0 && runs < MAX_RUNS {
            at -= 1;
            runs += 1;
            let shorter = without_call(&test, id, at);
            if gets_to_all(machine, &shorter, aims) {
                test = shorter;
            }
            at = at.min(calls_on(&test, id));
        }
    }
    test
}

/// The test without a call on an object, the one at this position behind that which makes it, and without those on what it returns.
pub(super) fn without_call(test: &TestCase, id: ObjectId, at: usize) -> TestCase {
    let mut shorter = test.clone();
    if let Some(Object::Made(made)) = shorter.heap.get_mut(&id).map(|object| &mut object.object) {
        made.then.remove(at);
        while made.then.get(at).is_some_and(|next| next.on == CallOn::Result) {
            made.then.remove(at);
        }
    }
    drop_unused(&mut shorter);
    shorter
}

fn gets_to_all(machine: &mut Machine<'_>, test: &TestCase, aims: &Aims) -> bool {
    rerun::run(machine, test).is_ok_and(|ran| ran.gets_to_all(aims))
}

/// How many calls follow the one that makes an object.
pub(super) fn calls_on(test: &TestCase, id: ObjectId) -> usize {
    match test.heap.get(&id).map(|object| &object.object) {
        Some(Object::Made(made)) => made.then.len(),
        _ => 0,
    }
}

/// Drops the objects that nothing leads to any more.
pub(super) fn drop_unused(test: &mut TestCase) {
    let arguments = test.arguments.iter().map(|argument| &argument.value);
    let earlier = test.earlier.iter().flat_map(EarlierCall::passed);
    let of_calls = test.calls.iter().flat_map(|call| call.receiver.iter().chain(call.given()));
    let mut waiting: Vec<&Value> = arguments.chain(&test.receiver).chain(earlier).chain(of_calls).collect();
    let mut used: FastSet<ObjectId> = FastSet::default();
    while let Some(value) = waiting.pop() {
        let Value::Ref(id) = value else { continue };
        if !used.insert(*id) {
            continue;
        }
        match test.heap.get(id).map(|HeapObject { object, .. }| object) {
            Some(Object::Array { elements }) => waiting.extend(elements),
            Some(Object::Instance { fields }) => waiting.extend(fields.values()),
            Some(Object::Made(made)) => waiting.extend(made.arguments()),
            _ => {}
        }
    }
    test.heap.retain(|id, _| used.contains(id));
}
