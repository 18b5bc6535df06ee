//! What the hierarchy of classes says about sets of them.

use crate::classes::ClassSet;
use crate::domain::AbstractDomain;
use crate::frame::Frame;
use crate::nullness::Nullness;
use crate::reference::Reference;
use crate::types::instances;
use clew_jvm::{ArrayElement, ClassId, ClassKind};
use std::sync::Arc;

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
