//! Sets of classes that an object may be of.

use crate::domain::{AbstractDomain, Thresholds};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many exact classes are told apart.
const MAX_EXACT: usize = 4;

/// The classes of an object, by internal name or by the descriptor of an array class.
///
/// The lattice knows no hierarchy: what follows from one is asked where a [`clew_jvm::World`] is at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSet {
    /// It is of exactly one of these; any where there is nothing.
    exact: Option<BTreeSet<Arc<str>>>,
    /// It is an instance of each of these.
    upper: BTreeSet<Arc<str>>,
}

/// An object as far as its class goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectClass {
    /// Its class.
    pub class: Arc<str>,
    /// All that it is an instance of.
    pub supertypes: BTreeSet<Arc<str>>,
}

impl ClassSet {
    /// Objects of exactly this class.
    pub fn exactly(class: Arc<str>) -> ClassSet {
        ClassSet { exact: Some([Arc::clone(&class)].into()), upper: [class].into() }
    }

    /// Instances of this class.
    pub fn instances(class: Arc<str>) -> ClassSet {
        ClassSet { exact: None, upper: [class].into() }
    }

    /// The exact classes, if they are known.
    pub fn exact(&self) -> Option<&BTreeSet<Arc<str>>> {
        self.exact.as_ref()
    }

    /// What the object is an instance of.
    pub fn upper(&self) -> &BTreeSet<Arc<str>> {
        &self.upper
    }
}

impl AbstractDomain for ClassSet {
    type Concrete = ObjectClass;

    fn top() -> ClassSet {
        ClassSet { exact: None, upper: BTreeSet::new() }
    }

    fn bottom() -> ClassSet {
        ClassSet { exact: Some(BTreeSet::new()), upper: BTreeSet::new() }
    }

    fn is_bottom(&self) -> bool {
        self.exact.as_ref().is_some_and(BTreeSet::is_empty)
    }

    fn includes(&self, other: &ClassSet) -> bool {
        let has_classes = match (&self.exact, &other.exact) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(own), Some(other)) => other.is_subset(own),
        };
        other.is_bottom() || has_classes && self.upper.is_subset(&other.upper)
    }

    fn join(&self, other: &ClassSet) -> ClassSet {
        if self.is_bottom() {
            return other.clone();
        }
        if other.is_bottom() {
            return self.clone();
        }
        let exact = match (&self.exact, &other.exact) {
            (Some(left), Some(right)) => Some(left | right).filter(|union| union.len() <= MAX_EXACT),
            (None, _) | (_, None) => None,
        };
        ClassSet { exact, upper: &self.upper & &other.upper }
    }

    fn meet(&self, other: &ClassSet) -> ClassSet {
        let exact = match (&self.exact, &other.exact) {
            (Some(left), Some(right)) => Some(left & right),
            (Some(one), None) | (None, Some(one)) => Some(one.clone()),
            (None, None) => None,
        };
        let met = ClassSet { exact, upper: &self.upper | &other.upper };
        if met.is_bottom() { ClassSet::bottom() } else { met }
    }

    /// The join: sets of exact classes are small, and what all are instances of only shrinks.
    fn widen(&self, next: &ClassSet, _: &Thresholds) -> ClassSet {
        self.join(next)
    }

    fn contains(&self, object: &ObjectClass) -> bool {
        self.exact.as_ref().is_none_or(|exact| exact.contains(&object.class))
            && self.upper.iter().all(|class| object.supertypes.contains(class))
    }
}
