//! What a test does beside its call so that it passes wherever it runs.

use crate::replay::Change;
use clew_facts::{FieldKey, Surrounding};
use std::collections::{BTreeMap, BTreeSet};

/// What a test does beside its call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// What it puts back.
    pub(crate) changes: Vec<Change>,
    /// What static fields among it hold at first, where that is a whole number.
    pub(crate) first: BTreeMap<FieldKey, i64>,
    /// The class (a binary name) without whose assertions it is left out.
    pub(crate) asserting: Option<String>,
    /// What it sets, because it ends otherwise where that is otherwise.
    pub(crate) pinned: BTreeSet<Surrounding>,
}

impl Marks {
    /// Whether something is put back after the test.
    pub(crate) fn puts_back(&self) -> bool {
        !self.changes.is_empty() || !self.pinned.is_empty()
    }
}
