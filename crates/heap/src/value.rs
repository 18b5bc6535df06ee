//! Values of registers, fields and elements.

use crate::{ObjectId, RefVar};
use clew_term::Term;

/// A reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ref {
    /// `null`.
    Null,
    /// A known object.
    Object(ObjectId),
    /// A reference that depends on the input: `null`, or an object that need not be known yet.
    Var(RefVar),
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number or truth value.
    Term(Term),
    /// A reference.
    Ref(Ref),
    /// A value that exists on the real machine and is not known here, with the reason. It may be copied, never used: what
    /// would look at it ends the path.
    Opaque(&'static str),
}

impl Value {
    /// `null`.
    pub const NULL: Self = Self::Ref(Ref::Null);
}

impl From<Term> for Value {
    fn from(term: Term) -> Self {
        Self::Term(term)
    }
}

impl From<Ref> for Value {
    fn from(reference: Ref) -> Self {
        Self::Ref(reference)
    }
}

impl From<ObjectId> for Value {
    fn from(object: ObjectId) -> Self {
        Self::Ref(Ref::Object(object))
    }
}
