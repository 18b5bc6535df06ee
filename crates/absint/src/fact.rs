//! What is known of one value, whoever has it.

use crate::domain::AbstractDomain;
use crate::number::Number;
use crate::reference::Reference;

/// What is known of a value that a call returns or has been given.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fact {
    Number(Number),
    Reference(Reference),
}

/// What holds whichever of two facts does.
pub(crate) fn either(one: Option<&Fact>, two: Option<&Fact>) -> Option<Fact> {
    match (one?, two?) {
        (Fact::Number(one), Fact::Number(two)) => Some(Fact::Number(one.join(two))),
        (Fact::Reference(one), Fact::Reference(two)) => Some(Fact::Reference(one.join(two))),
        (Fact::Number(_), Fact::Reference(_)) | (Fact::Reference(_), Fact::Number(_)) => None,
    }
}

/// What two true facts say together.
pub(crate) fn both(one: Option<Fact>, two: Option<Fact>) -> Option<Fact> {
    match (one, two) {
        (Some(Fact::Reference(one)), Some(Fact::Reference(two))) => Some(Fact::Reference(one.meet(&two))),
        (one, two) => one.or(two),
    }
}
