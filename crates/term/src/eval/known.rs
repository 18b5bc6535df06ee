//! Computed values, each with the symbols that were looked at for it.

use crate::pool::{SymbolId, Term};
use crate::value::Value;
use clew_base::{FastMap, Id};

/// Bits of a [`Support`].
const SUPPORT_BITS: usize = u128::BITS as usize;

/// The symbols that were looked at to compute a value: a bit for each, which several of them may share. So two supports
/// that do not meet have no symbol in common, and two that do may have one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Support(u128);

impl Support {
    /// The support of a symbol's own value.
    pub(super) fn of(symbol: SymbolId) -> Self {
        Self(1 << (symbol.index() % SUPPORT_BITS))
    }

    /// The symbols of both.
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the two may have a symbol in common.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The value of a term; arrays have none, they are looked up in by walking their stores.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub value: Option<Value>,
    pub support: Support,
}

/// The values of terms, where some symbols may have other values on trial.
///
/// A value on trial is kept apart only if a symbol on trial was looked at for it; every other value holds with and without
/// the trial.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    settled: FastMap<Term, Known>,
    on_trial: FastMap<Term, Known>,
    tried: Support,
}

impl Values {
    pub(super) fn get(&self, term: Term) -> Option<&Known> {
        let settled = || self.settled.get(&term).filter(|known| !known.support.meets(self.tried));
        if self.tried == Support::default() { settled() } else { self.on_trial.get(&term).or_else(settled) }
    }

    pub(super) fn contains(&self, term: Term) -> bool {
        self.get(term).is_some()
    }

    pub(super) fn insert(&mut self, term: Term, known: Known) {
        let values = if known.support.meets(self.tried) { &mut self.on_trial } else { &mut self.settled };
        values.insert(term, known);
    }

    pub(super) fn len(&self) -> usize {
        self.settled.len() + self.on_trial.len()
    }

    /// The symbols on trial are these, of which one has a value that it did not have before.
    pub(super) fn try_others(&mut self, tried: Support, changed: SymbolId) {
        self.tried = tried;
        let changed = Support::of(changed);
        self.on_trial.retain(|_, known| !known.support.meets(changed) && known.support.meets(tried));
    }

    /// What is on trial is so from now on.
    pub(super) fn settle(&mut self) {
        let tried = std::mem::take(&mut self.tried);
        self.settled.retain(|_, known| !known.support.meets(tried));
        self.settled.extend(self.on_trial.drain());
    }
}
