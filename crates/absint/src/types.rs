//! What class files, the verifier and the hierarchy say about values.

use crate::classes::ClassSet;
use crate::domain::AbstractDomain;
use crate::frame::Frame;
use crate::nullness::Nullness;
use crate::number::Number;
use crate::reference::Reference;
use clew_ir::ElementKind;
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
fn instances(world: &World, class: ClassId) -> ClassSet {
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

impl Frame<'_> {
    /// The classes of objects that are known to be instances of a class.
    pub(crate) fn instances_of(&self, class: &str) -> ClassSet {
        self.world.load(class).map_or_else(|_| ClassSet::top(), |class| instances(self.world, class))
    }

    /// Whether objects of these classes are instances of a class, as far as the hierarchy tells.
    pub(crate) fn is_instance(&self, classes: &ClassSet, class: &str) -> Option<bool> {
        let world = self.world;
        let wanted = world.load(class).ok()?;
        let is_below = |name: &Arc<str>| Some(world.is_subtype(world.load(name).ok()?, wanted));
        if let Some(exact) = classes.exact() {
            let answers: Vec<Option<bool>> = exact.iter().map(is_below).collect();
            if let Some(first) = answers.first()
                && answers.iter().all(|answer| answer == first)
            {
                return *first;
            }
        }
        if classes.upper().iter().any(|name| is_below(name) == Some(true)) {
            return Some(true);
        }
        let excludes = |name: &Arc<str>| world.load(name).is_ok_and(|known| self.are_apart(known, wanted));
        classes.upper().iter().any(excludes).then_some(false)
    }

    /// Whether no object is an instance of both. A class has one superclass, and an array class no subclass that is
    /// none.
    fn are_apart(&self, one: ClassId, two: ClassId) -> bool {
        let world = self.world;
        if world.is_subtype(one, two) || world.is_subtype(two, one) {
            return false;
        }
        let is_plain = |class| {
            let class = world.class(class);
            !class.is_interface() && !class.is_array()
        };
        is_plain(one) && is_plain(two)
    }

    /// Whether an array of these classes takes a value of those: its elements are of a class that the value is an
    /// instance of.
    pub(crate) fn can_store(&self, array: &ClassSet, value: &ClassSet) -> Option<bool> {
        let exact = array.exact()?;
        let takes = |name: &Arc<str>| {
            let array = self.world.class(self.world.load(name).ok()?);
            match array.kind {
                ClassKind::Array { element: ArrayElement::Class(element) } => {
                    self.is_instance(value, &self.world.class(element).name)
                }
                ClassKind::Array { .. } | ClassKind::Ordinary | ClassKind::Hidden => None,
            }
        };
        let answers: Vec<Option<bool>> = exact.iter().map(takes).collect();
        let first = *answers.first()?;
        answers.iter().all(|answer| *answer == first).then_some(first)?
    }

    /// What an array of these classes holds.
    pub(crate) fn element_of(&self, array: &ClassSet) -> Reference {
        let of_array = |name: &Arc<str>| {
            let array = self.world.class(self.world.load(name).ok()?);
            match array.kind {
                ClassKind::Array { element: ArrayElement::Class(element) } => {
                    Some(Reference::of(Nullness::top(), instances(self.world, element)))
                }
                ClassKind::Array { .. } | ClassKind::Ordinary | ClassKind::Hidden => None,
            }
        };
        let found: Option<Vec<Reference>> = match array.exact() {
            Some(exact) => exact.iter().map(of_array).collect(),
            None => None,
        };
        let from_exact = found.and_then(|found| found.into_iter().reduce(|one, two| one.join(&two)));
        let from_upper = array.upper().iter().filter_map(of_array);
        from_upper.chain(from_exact).fold(Reference::top(), |one, two| one.meet(&two))
    }
}
