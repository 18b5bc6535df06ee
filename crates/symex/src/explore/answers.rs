//! The kinds of answers that tests show, where no goal tells them apart: `return text.isEmpty();` has one line and no branch.

use crate::flow::PathEnd;
use clew_heap::{Ref, Value};
use clew_term::TermPool;

/// What a method answers, as far as callers mostly ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Answer {
    /// A truth value.
    Truth(bool),
    /// `null`.
    Nothing,
    /// An object.
    Something,
}

impl Answer {
    /// The kind of what a method returns whose result is declared to be of the type `declared`, if it has one and is known.
    pub(super) fn of(end: &PathEnd, declared: Option<&str>, pool: &TermPool) -> Option<Answer> {
        let PathEnd::Return(Some(value)) = end else { return None };
        match (value, declared) {
            (Value::Term(term), Some("Z")) => pool.as_i32(*term).map(|value| Answer::Truth(value != 0)),
            (Value::Ref(Ref::Null), _) => Some(Answer::Nothing),
            (Value::Ref(Ref::Object(_)), _) => Some(Answer::Something),
            (Value::Ref(Ref::Var(_)) | Value::Term(_) | Value::Opaque(_), _) => None,
        }
    }
}
