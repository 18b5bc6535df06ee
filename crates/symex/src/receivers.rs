//! Which objects the receiver of the method under test can be.
//!
//! A call selects the method for some classes only. On an object of another class, one that overrides it, the method runs
//! where that class calls `super`; no test can begin there, but no proof may forget it.

use crate::machine::Machine;
use crate::types::{class_of, type_of};
use clew_base::OrderedSet;
use clew_facts::Assumption;
use clew_heap::{TypeConstraint, TypeId};
use clew_ir::{Callee, InvokeKind, Terminator};
use clew_jvm::{ClassId, Method, MethodId, World};
use std::rc::Rc;

/// What the class of the receiver can be: one for which a call of the method selects this very method. The others are
/// noted as overriding it.
pub(crate) fn receiver_types(machine: &mut Machine<'_>, method: &Method) -> TypeConstraint {
    let any = TypeConstraint::subtype_of(type_of(method.class));
    let candidates = machine.types.candidates(&any);
    let selects = |ty: &TypeId| machine.selected(*ty, method.id, None) == Ok(Ok(method.id));
    let (selecting, overriding): (Vec<TypeId>, Vec<TypeId>) = candidates.classes.iter().partition(|ty| selects(ty));
    if overriding.is_empty() {
        return any;
    }
    machine.ledger.assume_everywhere(Assumption::ClosedWorld);
    machine.inputs.overriding = overriding.iter().copied().map(class_of).collect();
    if selecting.is_empty() && machine.types.may_be_stub(method.class) {
        // Of all classes that there may be besides, a stub's is left.
        return TypeConstraint { not: overriding, ..any };
    }
    let selecting: Rc<[TypeId]> = selecting.into();
    TypeConstraint { among: Some(selecting), ..any }
}

/// A class with a `super` call that runs the method on an object of one of these classes, which override it. Code that
/// cannot be read may hold such a call.
pub(crate) fn super_caller(world: &World, target: MethodId, overriding: &[ClassId]) -> Option<ClassId> {
    let home = world.method(target).class;
    let mut seen: OrderedSet<ClassId> = OrderedSet::default();
    let mut waiting: Vec<ClassId> = overriding.iter().rev().copied().collect();
    while let Some(class) = waiting.pop() {
        if class == home || !world.is_subtype(class, home) || !seen.insert(class) {
            continue;
        }
        if calls_super(world, class, target) {
            return Some(class);
        }
        let class = world.class(class);
        waiting.extend(class.interfaces.iter().rev().copied().chain(class.superclass));
    }
    None
}

fn calls_super(world: &World, class: ClassId, target: MethodId) -> bool {
    let name = Rc::clone(&world.method(target));
    let methods = world.class(class).methods.clone();
    methods.into_iter().filter(|id| world.method(*id).has_code).any(|id| {
        let Ok(code) = world.code(id) else { return true };
        code.body.blocks.values().any(|block| match &block.terminator {
            Terminator::Invoke { callee: Callee::Method { kind: InvokeKind::Special, method }, .. } => {
                method.name == name.name
                    && method.descriptor == name.descriptor
                    && world.resolve_method(method, InvokeKind::Special).map_or(true, |resolved| {
                        world.special_target(class, resolved).map_or(true, |run| run == target)
                    })
            }
            _ => false,
        })
    })
}
