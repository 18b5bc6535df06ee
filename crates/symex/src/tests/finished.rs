//! Builders that tests fill so far that what they build can be built behind the call: that is where people see what the call did.

use super::complete;
use super::readable::{add_call, add_plain, if_as_good};
use crate::machine::Machine;
use crate::plain_calls::PlainCalls;
use crate::rerun::Aims;
use clew_facts::{Call, Object, ObjectId, Outcome, TestCase, Value};
use clew_jvm::{MethodId, Provenance, World};

/// How many calls are tried on a builder at most.
const MAX_CALLS: usize = 8;

/// The method that ends a builder whose method this is: it takes nothing and makes an object of another class of the program, which no
/// other method of the builder does. `None` where the method does not return its own object.
pub(crate) fn finisher(machine: &Machine<'_>, method: MethodId) -> Option<MethodId> {
    let world = machine.world;
    let declared = world.method(method);
    if declared.is_static() || declared.is_constructor() || !returns_own(world, method) {
        return None;
    }
    let mut calls = PlainCalls::of(machine);
    let methods = world.class(declared.class).methods.clone();
    let mut makes = methods.iter().copied().filter(|other| {
        let other = world.method(*other);
        let made = other.returns.as_deref().and_then(|ty| world.class_of(ty));
        let is_other =
            made.is_some_and(|made| made != declared.class && world.class(made).provenance != Provenance::Jdk);
        !other.is_static() && other.parameters.is_empty() && is_other && calls.is_builder(&other)
    });
    makes.next().filter(|_| makes.next().is_none())
}

/// Whether a method is declared to return an object of its class.
fn returns_own(world: &World, method: MethodId) -> bool {
    let method = world.method(method);
    method.returns.as_deref().and_then(|ty| world.class_of(ty)) == Some(method.class)
}

/// The test of a method of a builder with more calls on it, so many that what it builds can be built behind the call. `is_finished` runs
/// the finisher on an input. `None` where it can be built anyway, or where no calls are found.
pub(crate) fn with_filled_builder(
    machine: &mut Machine<'_>,
    test: &TestCase,
    is_finished: &mut dyn FnMut(&TestCase) -> bool,
) -> Option<TestCase> {
    let Some(Value::Ref(receiver)) = test.receiver else { return None };
    let is_own = test.outcome == Outcome::Returns(Some(Value::Ref(receiver)));
    if !is_own || !test.calls.is_empty() || test.changes_statics() || !is_made(test, receiver) {
        return None;
    }
    if is_finished(&behind_call(machine, test, receiver)?) {
        return None;
    }
    let target = machine.target;
    let class = machine.world.method(target).class;
    let mut calls = PlainCalls::of(machine);
    let changers = calls.factories.of(machine.world, class).changers.clone();
    let mut needed: Vec<MethodId> = changers.into_iter().filter(|changer| *changer != target).take(MAX_CALLS).collect();
    let mut finishes = |machine: &Machine<'_>, changers: &[MethodId]| {
        let filled = filled(&mut calls, test, receiver, changers);
        behind_call(machine, &filled, receiver).filter(|input| is_finished(input)).map(|_| filled)
    };
    let mut best = finishes(machine, &needed)?;
    for at in (0..needed.len()).rev() {
        let mut fewer = needed.clone();
        fewer.remove(at);
        if let Some(filled) = finishes(machine, &fewer) {
            (best, needed) = (filled, fewer);
        }
    }
    let (mut changed, ran) = if_as_good(machine, best, &Aims::of_goals(&test.goals), &test.outcome)?;
    complete(machine, &mut changed, ran, None).ok()?;
    Some(changed)
}

fn is_made(test: &TestCase, id: ObjectId) -> bool {
    matches!(test.heap.get(&id).map(|object| &object.object), Some(Object::Made(_)))
}

/// The test with these calls on its receiver, of plain arguments. Its outcome is not predicted.
fn filled(calls: &mut PlainCalls<'_>, test: &TestCase, receiver: ObjectId, changers: &[MethodId]) -> TestCase {
    let mut filled = TestCase::of_input(test.receiver.clone(), test.arguments.clone(), test.heap.clone());
    filled.initialized_first.clone_from(&test.initialized_first);
    for changer in changers {
        let call = calls.plain_call(&mut |object| add_plain(&mut filled, object), *changer);
        add_call(&mut filled, receiver, call);
    }
    filled
}

/// The input of the finisher behind the call that is tested.
fn behind_call(machine: &Machine<'_>, test: &TestCase, receiver: ObjectId) -> Option<TestCase> {
    let arguments: Vec<Value> = test.arguments.iter().map(|argument| argument.value.clone()).collect();
    let mut behind = TestCase::of_input(test.receiver.clone(), Vec::new(), test.heap.clone());
    add_call(&mut behind, receiver, Call::new(crate::trace::key(machine.world, machine.target), arguments));
    is_made(&behind, receiver).then_some(behind)
}
