//! Objects that a path does not look into.
//!
//! Nothing is known of their fields and nothing needs to be, so that they can be whatever a constructor leaves. Left as they are, they would
//! be made without one, and a record could not be made at all. A constructor is called where a concrete run shows that the test reaches
//! the same with the object that it makes.

use super::readable::{add_object, if_alike};
use crate::machine::Machine;
use crate::plain_calls::PlainCalls;
use crate::rerun::{Aims, Ran};
use clew_facts::{HeapObject, Object, ObjectId, Outcome, TestCase};
use clew_jvm::{ClassId, World};

/// How many objects of a test are looked at.
const MAX_OBJECTS: usize = 6;
/// How many constructors or factories of a class are tried.
const MAX_MAKERS: usize = 3;

/// The test in which calls make the objects that the path does not look into, and what the concrete run of it found. `None` where it has
/// none, or reaches its goals with none that calls make. `end` says how the test itself ends.
pub(super) fn with_unread_objects_made(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let world = machine.core.world;
    let mut calls = PlainCalls::of(machine);
    let unread: Vec<(ObjectId, ClassId)> = unread_objects(world, test);
    let mut found: Option<(TestCase, Ran)> = None;
    for (id, class) in unread.into_iter().take(MAX_OBJECTS) {
        let makers = calls.factories.of(world, class).makers.clone();
        let as_good = makers.into_iter().take(MAX_MAKERS).find_map(|maker| {
            let mut changed = found.as_ref().map_or(test, |(changed, _)| changed).clone();
            let made = calls.made_by(&mut |object| add_object(&mut changed, object), maker)?;
            changed.heap.insert(id, made);
            if_alike(machine, changed, aims, end)
        });
        found = as_good.or(found);
    }
    found
}

/// The objects of the program's classes of which no field is listed.
fn unread_objects(world: &World, test: &TestCase) -> Vec<(ObjectId, ClassId)> {
    let is_unread = |object: &HeapObject| matches!(&object.object, Object::Instance { fields } if fields.is_empty());
    let unread = test.heap.iter().filter(|(_, object)| is_unread(object));
    unread.filter_map(|(id, object)| Some((*id, world.load(&object.class.replace('.', "/")).ok()?))).collect()
}
