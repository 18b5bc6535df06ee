//! Bounded infeasible-code detection (`bounded-infeasible-code`): one formula stands for all executions of an unwound
//! program; each of its models is a test, and what no model passes is infeasible within the bounds.
//!
//! The way of a program: [`unwind`] makes an acyclic graph of it, `passive` formulas of the graph's nodes, `condition` one
//! formula of these, and `algorithms` ask a solver for models. `replay` runs each model on the concrete interpreter: what
//! it does not confirm is an error of this program, never a claim about the user's.
//!
//! ```
//! use clew_base::CancelToken;
//! use clew_facts::{CoverCriterion, CoverAlgorithm, CoverOptions};
//!
//! let text = "proc main(x) { start: goto small, large; small: assume x < 10; goto never, end; \
//!             never: assume x > 20; goto end; large: assume x >= 10; goto end; end: x := 0; }";
//! let program = clew_ir::parse("example.clew", text).expect("the program is well-formed");
//! let criterion = CoverCriterion::Statements;
//! let options = CoverOptions { criterion, algorithm: CoverAlgorithm::best_for(criterion), ..CoverOptions::default() };
//! let facts = clew_reach::cover(&program, &options, &CancelToken::new()).expect("the program can be covered");
//! let verdict = |block: &str| facts.goals.iter().find(|goal| goal.block == block).map(|goal| goal.verdict.name());
//! assert_eq!(verdict("large"), Some("reached"));
//! assert_eq!(verdict("never"), Some("unreachable"));
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod algorithms;
mod asserts;
mod branch_distance;
mod condition;
mod cover;
mod dominators;
mod escapes;
mod execution;
mod formula;
mod frames;
mod goals;
mod inputs;
mod java;
mod linear;
mod live;
mod loop_facts;
mod numbers;
mod oracle;
mod passive;
mod regions;
mod replay;
mod scope;
mod search;
mod suite;
mod summaries;
mod summary;
mod unwind;
mod walk;

pub use cover::{Failure, cover};
pub use java::{
    Feasibility, Wanted, blocks_behind_polls, feasibility, is_followed, is_harmless, is_harmlessly_initialized,
    is_volatile, reads_final_fields, with_calls_replaced,
};
pub use loop_facts::{Factor, Guess, LoopSummary, Polynomial, Product, unbroken};
pub use scope::Scope;
pub use search::Internal;
pub use unwind::MAX_NODES;
