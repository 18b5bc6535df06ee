//! Solvers that decide for themselves.

pub mod z3;
