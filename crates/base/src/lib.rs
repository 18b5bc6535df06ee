//! Typed ids, interning, budgets and deterministic maps.
