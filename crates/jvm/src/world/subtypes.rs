//! The classes that can stand for a type, among those that are not the JDK's.

use super::{ClassId, World};
use crate::Provenance;
use clew_base::{ClassPathQuestion, FastMap};
use std::rc::Rc;

impl World {
    /// All classes that an object of the given type can have, among those of the input and the libraries, and the class
    /// itself: neither abstract ones nor interfaces. Sorted by name. The first call loads all classes of the input and
    /// the libraries; what cannot be loaded is left out.
    pub fn subtypes(&self, class: ClassId) -> Rc<[ClassId]> {
        if let Some(known) = self.subtypes.get_or_init(|| self.all_subtypes()).get(&class) {
            return Rc::clone(known);
        }
        // Only the class itself is left: it is of the JDK or an array class, or it has no subtypes at all.
        if self.class(class).is_concrete() { Rc::from([class]) } else { Rc::from([]) }
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

    fn all_subtypes(&self) -> FastMap<ClassId, Rc<[ClassId]>> {
        self.ask(ClassPathQuestion::AllClasses);
        let mut subtypes: FastMap<ClassId, Vec<ClassId>> = FastMap::default();
        for name in self.path.classes_outside_jdk() {
            let Ok(id) = self.load(&name) else { continue };
            if !self.class(id).is_concrete() {
                continue;
            }
            let supertypes = Rc::clone(&self.classes.borrow()[id].supertypes);
            for supertype in supertypes.iter() {
                subtypes.entry(*supertype).or_default().push(id);
            }
        }
        subtypes
            .into_iter()
            .map(|(id, mut found)| {
                if self.class(id).is_concrete() && !found.contains(&id) {
                    found.push(id);
                    found.sort_by(|a, b| self.class(*a).name.cmp(&self.class(*b).name));
                }
                (id, found.into())
            })
            .collect()
    }
}
