//! Initializers that the objects of an input bring about and the path has not followed.
//!
//! A test makes an object, so the class of the object is initialized when the method under test begins. Where its initializer changes
//! more than the fields of its own class, the path rests on what it changes, and only a concrete run of the test tells how it goes.

use crate::core::Core;
use crate::footprint::changes_collection;
use crate::state::State;
use clew_base::OrderedMap;
use clew_facts::{HeapObject, Object, ObjectId};
use clew_ir::{Body, Callee, Inst, InvokeKind, MethodRef, Terminator};
use clew_jvm::{ClassId, Provenance, World};

/// Whether making these objects runs an initializer that the path has not followed, and that may change what other classes have.
pub(super) fn initializes_unseen(machine: &Core<'_>, state: &State, heap: &OrderedMap<ObjectId, HeapObject>) -> bool {
    let world = machine.world;
    let is_initialized =
        |object: &&HeapObject| matches!(object.object, Object::Instance { .. } | Object::EnumConstant(_));
    let classes =
        heap.values().filter(is_initialized).filter_map(|object| world.load(&object.class.replace('.', "/")).ok());
    classes.into_iter().any(|class| {
        let mut next = Some(class);
        while let Some(class) = next.filter(|class| world.class(*class).provenance != Provenance::Jdk) {
            if !state.globals.initialization.status.contains_key(&class) && changes_others(world, class) {
                return true;
            }
            next = world.class(class).superclass;
        }
        false
    })
}

/// Whether the initializer of a class changes what other classes have, as far as its code and that of the methods it calls show it: it
/// writes their static fields, or puts something into a collection.
fn changes_others(world: &World, class: ClassId) -> bool {
    let methods = world.class(class).methods.clone();
    let initializer = methods.into_iter().find(|method| world.method(*method).is_class_initializer());
    let Some(code) = initializer.and_then(|method| world.code(method).ok()) else { return false };
    let mut called = calls(&code.body);
    changes(world, &code.body, class)
        || called.any(|(kind, method)| {
            let id = world.resolve_method(method, kind).ok();
            let id = id.filter(|id| world.class(world.method(*id).class).provenance != Provenance::Jdk);
            // What a constructor writes is mostly new.
            let id = id.filter(|id| !world.method(*id).is_constructor());
            id.and_then(|id| world.code(id).ok()).is_some_and(|code| changes(world, &code.body, class))
        })
}

/// Whether a body writes static fields of other classes than this one, or puts something into a collection.
fn changes(world: &World, body: &Body, own: ClassId) -> bool {
    let mut stmts = body.blocks.values().flat_map(|block| &block.stmts);
    let writes = stmts.any(|stmt| match &stmt.inst {
        Inst::PutStatic { field, .. } => world.resolve_field(field).map_or(true, |id| world.field(id).class != own),
        _ => false,
    });
    writes || calls(body).any(|(_, method)| changes_collection(method))
}

fn calls(body: &Body) -> impl Iterator<Item = (InvokeKind, &MethodRef)> {
    body.blocks.values().filter_map(|block| match &block.terminator {
        Terminator::Invoke { callee: Callee::Method { kind, method }, .. } => Some((*kind, &**method)),
        _ => None,
    })
}
