//! The classes that can stand for a type, among those that are not the JDK's.

use super::{ClassId, World};
use crate::Provenance;
use clew_base::ClassPathQuestion;
use std::rc::Rc;
use std::sync::Arc;

impl World {
    /// All classes that an object of the given type can have, among those of the input and the libraries, and the class
    /// itself: neither abstract ones nor interfaces. Sorted by name. What cannot be loaded is left out.
    pub fn subtypes(&self, class: ClassId) -> Rc<[ClassId]> {
        if let Some(known) = self.subtypes.borrow().get(&class) {
            return Rc::clone(known);
        }
        let found: Rc<[ClassId]> = self.subtypes_where(class, |_| true).into();
        self.subtypes.borrow_mut().insert(class, Rc::clone(&found));
        found
    }

    /// The interfaces outside the JDK, below the given type or the type itself, of which lambda expressions outside the JDK give objects.
    /// The classes of these objects are on no class path. Sorted by name.
    pub fn interfaces_of_lambdas(&self, class: ClassId) -> Rc<[ClassId]> {
        if let Some(known) = self.interfaces_of_lambdas.borrow().get(&class) {
            return Rc::clone(known);
        }
        self.ask(ClassPathQuestion::Hierarchy);
        let outline = self.path.outline();
        let own = Arc::clone(&self.class(class).name);
        let below = outline.below(self.named_below(class));
        let is_below = |name: &&Arc<str>| **name == own || below.binary_search(name).is_ok();
        let loaded = outline.lambdas().iter().filter(is_below).filter_map(|name| self.load(name).ok());
        let found: Rc<[ClassId]> =
            loaded.filter(|id| self.class(*id).is_interface() && self.is_subtype(*id, class)).collect();
        self.interfaces_of_lambdas.borrow_mut().insert(class, Rc::clone(&found));
        found
    }

    /// The interfaces outside the JDK that are subtypes of the given type, or the type itself. Sorted by name. What cannot be loaded is
    /// left out.
    pub fn interfaces_below(&self, class: ClassId) -> Rc<[ClassId]> {
        if let Some(known) = self.interfaces_below.borrow().get(&class) {
            return Rc::clone(known);
        }
        let is_outside = |id: &ClassId| {
            let found = self.class(*id);
            found.is_interface() && found.provenance != Provenance::Jdk
        };
        let found: Rc<[ClassId]> = self.all_below(class, |_| true).into_iter().filter(is_outside).collect();
        self.interfaces_below.borrow_mut().insert(class, Rc::clone(&found));
        found
    }

    /// The same as [`World::subtypes`] without classes of libraries, but for those whose internal names `is_near` holds of.
    pub fn subtypes_near(&self, class: ClassId, is_near: impl Fn(&str) -> bool) -> Vec<ClassId> {
        self.subtypes_where(class, |name| self.path.is_of_input(name) || is_near(name))
    }

    fn subtypes_where(&self, class: ClassId, keep: impl Fn(&str) -> bool) -> Vec<ClassId> {
        let mut found = self.all_below(class, keep);
        found.retain(|id| self.class(*id).is_concrete());
        found
    }

    /// The type and those below it outside the JDK, sorted by name.
    fn all_below(&self, class: ClassId, keep: impl Fn(&str) -> bool) -> Vec<ClassId> {
        self.ask(ClassPathQuestion::Hierarchy);
        let names = self.path.outline().below(self.named_below(class)).into_iter();
        let loaded = names.filter(|name| keep(name)).filter_map(|name| self.load(&name).ok());
        let mut found: Vec<ClassId> = loaded.filter(|id| self.is_subtype(*id, class)).chain([class]).collect();
        found.sort_by(|a, b| self.class(*a).name.cmp(&self.class(*b).name));
        found.dedup();
        found
    }

    /// A type, and those of the JDK that are subtypes of it and that classes outside the JDK name as supertypes.
    fn named_below(&self, class: ClassId) -> Vec<Arc<str>> {
        let of = self.class(class);
        let mut types = vec![Arc::clone(&of.name)];
        if of.provenance == Provenance::Jdk {
            let is_top = of.superclass.is_none() && !of.is_interface();
            let is_of_jdk = |name: &&Arc<str>| self.path.origin(name).is_none();
            let is_below = |name: &&Arc<str>| is_top || self.load(name).is_ok_and(|id| self.is_subtype(id, class));
            types.extend(self.path.outline().supertypes().filter(is_of_jdk).filter(is_below).cloned());
        }
        types
    }

    /// Whether to make an object of a class runs an initializer that is not the JDK's: its own, or one of a supertype.
    pub fn has_initializer_of_program(&self, class: ClassId) -> bool {
        let supertypes = Rc::clone(&self.classes.borrow()[class].supertypes);
        let runs_one = |class: &ClassId| {
            let class = self.class(*class);
            class.has_clinit.is_some() && class.provenance != Provenance::Jdk
        };
        supertypes.iter().any(runs_one)
    }
}
