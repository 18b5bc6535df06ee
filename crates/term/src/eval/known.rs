//! Computed values, each with the symbols that were looked at for it.

use crate::pool::{SymbolId, Term};
use crate::value::Value;
use clew_base::{FastMap, Id};
use num_bigint::BigInt;

/// Bits of a [`Support`].
const SUPPORT_BITS: usize = u128::BITS as usize;

/// The symbols that were looked at to compute a value: a bit for each, which several of them may share. So two supports
/// that do not meet have no symbol in common, and two that do may have one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Support([u64; 2]);

impl Support {
    /// The support of a symbol's own value.
    pub(super) fn of(symbol: SymbolId) -> Self {
        let bit = 1u128 << (symbol.index() % SUPPORT_BITS);
        Self([bit as u64, (bit >> u64::BITS) as u64])
    }

    /// The symbols of both.
    pub(super) fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Whether the two may have a symbol in common.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0[0] & other.0[0] != 0 || self.0[1] & other.0[1] != 0
    }
}

/// A value as it is remembered. It is small and plain data, because tables of these grow, and are copied, all the time.
#[derive(Clone, Copy, Debug)]
enum Compact {
    /// An array: it has no value of its own, it is looked up in by walking its stores.
    Array,
    Bool(bool),
    Bv {
        width: u8,
        bits: u64,
    },
    F32(u32),
    F64(u64),
    /// An integer that fits.
    Int(i64),
    /// One that does not, by its place in [`Values::large`].
    Large(u32),
}

/// What is remembered of a term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    value: Compact,
    pub support: Support,
}

impl Known {
    /// The value, if it is a truth value.
    pub(super) fn truth(&self) -> Option<bool> {
        match self.value {
            Compact::Bool(value) => Some(value),
            _ => None,
        }
    }
}

/// The values of terms, where some symbols may have other values on trial.
///
/// A value on trial is kept apart only if a symbol on trial was looked at for it; every other value holds with and without
/// the trial.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    settled: FastMap<Term, Known>,
    on_trial: FastMap<Term, Known>,
    /// Integers that do not fit into a word. They stay until all values are forgotten.
    large: Vec<BigInt>,
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

    /// The value of a term that is known and no array.
    pub(super) fn value(&self, term: Term) -> Option<Value> {
        match self.get(term)?.value {
            Compact::Array => None,
            Compact::Bool(value) => Some(Value::Bool(value)),
            Compact::Bv { width, bits } => Some(Value::Bv { width, bits }),
            Compact::F32(bits) => Some(Value::F32(bits)),
            Compact::F64(bits) => Some(Value::F64(bits)),
            Compact::Int(value) => Some(Value::Int(BigInt::from(value))),
            Compact::Large(at) => self.large.get(at as usize).cloned().map(Value::Int),
        }
    }

    /// Remembers the value of a term, none of an array, with the symbols that were looked at for it.
    pub(super) fn insert(&mut self, term: Term, value: Option<Value>, support: Support) {
        let known = Known { value: self.compact(value), support };
        let values = if support.meets(self.tried) { &mut self.on_trial } else { &mut self.settled };
        values.insert(term, known);
    }

    fn compact(&mut self, value: Option<Value>) -> Compact {
        match value {
            None | Some(Value::Array(_)) => Compact::Array,
            Some(Value::Bool(value)) => Compact::Bool(value),
            Some(Value::Bv { width, bits }) => Compact::Bv { width, bits },
            Some(Value::F32(bits)) => Compact::F32(bits),
            Some(Value::F64(bits)) => Compact::F64(bits),
            Some(Value::Int(value)) => match i64::try_from(&value) {
                Ok(small) => Compact::Int(small),
                Err(_) => {
                    let at = self.large.len() as u32;
                    self.large.push(value);
                    Compact::Large(at)
                }
            },
        }
    }

    pub(super) fn len(&self) -> usize {
        self.settled.len() + self.on_trial.len() + self.large.len()
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
