//! Whether a reference is null.

use crate::domain::{AbstractDomain, Thresholds};

/// What a reference may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nullness {
    /// Whether it may be null.
    pub null: bool,
    /// Whether it may be an object.
    pub object: bool,
}

impl Nullness {
    /// It is null.
    pub const NULL: Nullness = Nullness { null: true, object: false };
    /// It is an object.
    pub const OBJECT: Nullness = Nullness { null: false, object: true };
}

impl AbstractDomain for Nullness {
    /// Whether it is null.
    type Concrete = bool;

    fn top() -> Nullness {
        Nullness { null: true, object: true }
    }

    fn bottom() -> Nullness {
        Nullness { null: false, object: false }
    }

    fn is_bottom(&self) -> bool {
        !self.null && !self.object
    }

    fn includes(&self, other: &Nullness) -> bool {
        (self.null || !other.null) && (self.object || !other.object)
    }

    fn join(&self, other: &Nullness) -> Nullness {
        Nullness { null: self.null || other.null, object: self.object || other.object }
    }

    fn meet(&self, other: &Nullness) -> Nullness {
        Nullness { null: self.null && other.null, object: self.object && other.object }
    }

    fn widen(&self, next: &Nullness, _: &Thresholds) -> Nullness {
        self.join(next)
    }

    fn contains(&self, is_null: &bool) -> bool {
        if *is_null { self.null } else { self.object }
    }
}
