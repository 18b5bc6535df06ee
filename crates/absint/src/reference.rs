//! References: the reduced product of nullness and sets of classes.

use crate::classes::{ClassSet, ObjectClass};
use crate::domain::{AbstractDomain, Thresholds};
use crate::nullness::Nullness;

/// What a reference may be, and of what class the object is if it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    nullness: Nullness,
    classes: ClassSet,
}

impl Reference {
    /// The references that both allow: without a class there is no object, and of `null` the class says nothing.
    pub fn of(nullness: Nullness, classes: ClassSet) -> Reference {
        let object = nullness.object && !classes.is_bottom();
        let classes = if object { classes } else { ClassSet::bottom() };
        Reference { nullness: Nullness { null: nullness.null, object }, classes }
    }

    /// `null`.
    pub fn null() -> Reference {
        Reference::of(Nullness::NULL, ClassSet::bottom())
    }

    /// An object of one of these classes.
    pub fn object(classes: ClassSet) -> Reference {
        Reference::of(Nullness::OBJECT, classes)
    }

    /// Whether it may be null, and whether an object.
    pub fn nullness(&self) -> Nullness {
        self.nullness
    }

    /// The classes of the object.
    pub fn classes(&self) -> &ClassSet {
        &self.classes
    }

    /// The same with the nullness narrowed down.
    pub fn with(&self, nullness: Nullness) -> Reference {
        Reference::of(self.nullness.meet(&nullness), self.classes.clone())
    }
}

impl AbstractDomain for Reference {
    /// The class of the object; `None` for `null`.
    type Concrete = Option<ObjectClass>;

    fn top() -> Reference {
        Reference::of(Nullness::top(), ClassSet::top())
    }

    fn bottom() -> Reference {
        Reference::of(Nullness::bottom(), ClassSet::bottom())
    }

    fn is_bottom(&self) -> bool {
        self.nullness.is_bottom()
    }

    fn includes(&self, other: &Reference) -> bool {
        self.nullness.includes(&other.nullness) && self.classes.includes(&other.classes)
    }

    fn join(&self, other: &Reference) -> Reference {
        Reference::of(self.nullness.join(&other.nullness), self.classes.join(&other.classes))
    }

    fn meet(&self, other: &Reference) -> Reference {
        Reference::of(self.nullness.meet(&other.nullness), self.classes.meet(&other.classes))
    }

    fn widen(&self, next: &Reference, _: &Thresholds) -> Reference {
        self.join(next)
    }

    fn contains(&self, object: &Option<ObjectClass>) -> bool {
        self.nullness.contains(&object.is_none()) && object.as_ref().is_none_or(|object| self.classes.contains(object))
    }
}
