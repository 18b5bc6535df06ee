//! Maps with a fixed hash function.
//!
//! `FastMap` and `FastSet` are for look-ups: their iteration order means nothing and must never reach a result. Where
//! order reaches a result, `OrderedMap` and `OrderedSet` keep the order of insertion.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// A map for look-ups only.
#[allow(clippy::disallowed_types)] // Its hash function is fixed, and what iterates it sorts.
pub type FastMap<K, V> = std::collections::HashMap<K, V, FxBuildHasher>;
/// A set for membership tests only.
#[allow(clippy::disallowed_types)] // Its hash function is fixed, and what iterates it sorts.
pub type FastSet<K> = std::collections::HashSet<K, FxBuildHasher>;
/// A map that iterates in the order of insertion.
pub type OrderedMap<K, V> = indexmap::IndexMap<K, V, FxBuildHasher>;
/// A set that iterates in the order of insertion.
pub type OrderedSet<K> = indexmap::IndexSet<K, FxBuildHasher>;

/// The hash by which [`FastMap`] looks a value up. It may differ between two builds.
pub fn fast_hash(value: impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}
