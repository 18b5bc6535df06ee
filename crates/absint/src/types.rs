//! What descriptors and the verifier say about values.

use crate::classes::ClassSet;
use crate::domain::AbstractDomain;
use crate::nullness::Nullness;
use crate::number::Number;
use crate::reference::Reference;
use clew_ir::{ElementKind, Type};
use clew_jvm::{ArrayElement, ClassId, ClassKind, World};
use std::sync::Arc;

/// Numbers that a field of this type holds, or that a method of it returns: the machine narrows both.
pub(crate) fn number_of(descriptor: &str) -> Option<Number> {
    Some(match descriptor {
        "Z" => Number::between(0, 1),
        "B" => Number::between(-0x80, 0x7f),
        "C" => Number::between(0, 0xffff),
        "S" => Number::between(-0x8000, 0x7fff),
        "I" => Number::between(i64::from(i32::MIN), i64::from(i32::MAX)),
        "J" => Number::top(),
        _ => return None,
    })
}

/// Numbers that an element of an array holds. An array of `boolean` has the instructions of `byte`.
pub(crate) fn number_of_element(kind: ElementKind) -> Option<Number> {
    match kind {
        ElementKind::Byte => number_of("B"),
        ElementKind::Char => number_of("C"),
        ElementKind::Short => number_of("S"),
        ElementKind::Int => number_of("I"),
        ElementKind::Long => number_of("J"),
        ElementKind::Float | ElementKind::Double | ElementKind::Ref => None,
    }
}

/// The type of the register that holds a value of this type of a field or parameter.
pub(crate) fn register_type(descriptor: &str) -> Type {
    match descriptor.as_bytes().first() {
        Some(b'J') => Type::Bv64,
        Some(b'F') => Type::F32,
        Some(b'D') => Type::F64,
        Some(b'L' | b'[') => Type::Ref,
        _ => Type::Bv32,
    }
}

/// The references that the verifier lets through for this type.
///
/// It takes any object for one of an interface, and any array of objects for one of arrays of an interface.
pub(crate) fn reference_of(world: &World, descriptor: &str) -> Reference {
    let name = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor);
    Reference::of(Nullness::top(), verified_instances(world, name))
}

/// The classes of objects that pass the verifier as instances of a class, by internal name or descriptor.
fn verified_instances(world: &World, name: &str) -> ClassSet {
    let Ok(class) = world.load(name) else { return ClassSet::top() };
    if world.class(innermost(world, class)).is_interface() { ClassSet::top() } else { instances(world, class) }
}

/// The classes of objects that are instances of a class, as `instanceof` says.
pub(crate) fn instances(world: &World, class: ClassId) -> ClassSet {
    let name = Arc::clone(&world.class(class).name);
    if is_closed(world, class) { ClassSet::exactly(name) } else { ClassSet::instances(name) }
}

/// Whether only objects of exactly this class are instances of it.
fn is_closed(world: &World, class: ClassId) -> bool {
    let found = world.class(class);
    match found.kind {
        ClassKind::Array { element: ArrayElement::Primitive(_) } => true,
        ClassKind::Array { element: ArrayElement::Class(element) } => is_closed(world, element),
        ClassKind::Ordinary | ClassKind::Hidden => found.is_final() && found.is_concrete(),
    }
}

/// The class of the elements of the elements, and so on; the class itself if it is no array of objects.
fn innermost(world: &World, class: ClassId) -> ClassId {
    match world.class(class).kind {
        ClassKind::Array { element: ArrayElement::Class(element) } => innermost(world, element),
        ClassKind::Array { .. } | ClassKind::Ordinary | ClassKind::Hidden => class,
    }
}
