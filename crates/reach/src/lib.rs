//! Bounded infeasible-code detection (`bounded-infeasible-code`): one formula stands for all executions of an unwound
//! program; each of its models is a test, and what no model passes is infeasible within the bounds.
//!
//! The way of a program: [`unwind`] makes an acyclic graph of it, `passive` formulas of the graph's nodes, `condition` one
//! formula of these, and `algorithms` ask a solver for models. `replay` runs each model on the concrete interpreter: what
//! it does not confirm is an error of this program, never a claim about the user's.

mod algorithms;
mod asserts;
mod climb;
mod condition;
mod cover;
mod escapes;
mod execution;
mod formula;
mod frames;
mod goals;
mod inputs;
mod java;
mod linear;
mod live;
mod numbers;
mod oracle;
mod passive;
mod regions;
mod replay;
mod scope;
mod search;
mod shape;
mod suite;
mod summaries;
mod summary;
mod unwind;
mod walk;

pub use cover::{Failure, cover};
pub use java::{
    Feasibility, Wanted, feasibility, is_followed, is_harmless, is_harmlessly_initialized, is_volatile,
    reads_final_fields, with_calls_replaced,
};
pub use scope::Scope;
pub use search::Internal;
pub use unwind::MAX_NODES;
