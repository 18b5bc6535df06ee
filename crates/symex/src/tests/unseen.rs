//! Initializers that the objects of an input bring about and the path has not followed.
//!
//! A test makes an object, so the class of the object is initialized when the method under test begins. Where its initializer changes
//! more than the fields of its own class, the path rests on what it changes, and only a concrete run of the test tells how it goes.

use crate::core::Core;
use crate::state::State;
use clew_base::OrderedMap;
use clew_facts::{HeapObject, Object, ObjectId};
use clew_ir::{Callee, Inst, InvokeKind, MethodRef, Terminator};
use clew_jvm::{ClassId, Provenance, World};

/// Whether making these objects runs an initializer that the path has not followed, and that may change what other classes have.
pub(super) fn initializes_unseen(machine: &Core<'_>, state: &State, heap: &OrderedMap<ObjectId, HeapObject>) -> bool {
    let world = machine.world;
    let is_plain = |object: &&HeapObject| matches!(object.object, Object::Instance { .. });
    let classes = heap.values().filter(is_plain).filter_map(|object| world.load(&object.class.replace('.', "/")).ok());
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

/// Whether the initializer of a class may change what other classes have: it calls methods of objects or of the program, or writes static
/// fields of other classes.
fn changes_others(world: &World, class: ClassId) -> bool {
    let methods = world.class(class).methods.clone();
    let initializer = methods.into_iter().find(|method| world.method(*method).is_class_initializer());
    let Some(code) = initializer.and_then(|method| world.code(method).ok()) else { return false };
    code.body.blocks.values().any(|block| {
        let writes = block.stmts.iter().any(|stmt| match &stmt.inst {
            Inst::PutStatic { field, .. } => {
                world.resolve_field(field).map_or(true, |id| world.field(id).class != class)
            }
            _ => false,
        });
        let calls = match &block.terminator {
            Terminator::Invoke { callee: Callee::Method { kind, method }, .. } => !is_harmless(world, *kind, method),
            _ => false,
        };
        writes || calls
    })
}

/// Whether a call of an initializer leaves what other classes have as it is: it makes an object, or is one of a static method of the JDK,
/// or asks whether assertions are enabled.
fn is_harmless(world: &World, kind: InvokeKind, method: &MethodRef) -> bool {
    let is_of_jdk = || world.load(&method.class).is_ok_and(|of| world.class(of).provenance == Provenance::Jdk);
    match kind {
        InvokeKind::Static => is_of_jdk(),
        _ => matches!(&*method.name, "<init>" | "desiredAssertionStatus"),
    }
}
