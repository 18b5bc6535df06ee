//! What a test does beside its call so that it passes wherever it runs.

use crate::replay::Change;
use clew_facts::Surrounding;
use std::collections::BTreeSet;

/// What a test does beside its call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// What it puts back.
    pub(crate) changes: Vec<Change>,
    /// The class (a binary name) without whose assertions it is left out.
    pub(crate) asserting: Option<String>,
    /// What it sets, because it ends otherwise where that is otherwise.
    pub(crate) pinned: BTreeSet<Surrounding>,
}
