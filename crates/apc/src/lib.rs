//! A necessary condition to reach a place of a program, with summaries of loops in place of bounds (*Abstracting Path
//! Conditions*). Where it cannot hold, no execution gets there, however often loops are iterated. Where it can, its models name
//! inputs to try, and it prunes a search. The names of the modules are the terms of the paper.
//!
//! All numbers are mathematical integers in the conditions; those of 32 and 64 bits are put in their range wherever their value
//! is looked at, unless it is proved that they have not left it. So a proof rests on no assumption about overflow.
//!
//! ```
//! use clew_base::CancelToken;
//! use clew_facts::{ReachMethod, ReachOptions, ReachTarget};
//!
//! let text = "proc main(n) { start: i := 0; goto head; head: goto body, done; body: assume i < n; i := i + 2; goto head; \
//!             done: assume i >= n; goto odd, end; odd: assume i == 1; goto hit; hit: goto end; end: i := 0; }";
//! let program = clew_ir::parse("example.clew", text).expect("the program is well-formed");
//! let target = ReachTarget::Label("hit".to_owned());
//! let (procedure, method) = ("main".to_owned(), ReachMethod::Both);
//! let options = ReachOptions { procedure, method, unfold: 25, time: None };
//! let facts = clew_apc::reach(&program, &target, &options, &CancelToken::new()).expect("the label exists");
//! assert_eq!(facts.verdict.name(), "unreachable", "the counter is even in every iteration");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod accelerate;
mod beside;
mod builder;
mod condition;
mod decision;
mod evaluate;
mod explain;
mod filled;
mod flowgraph;
mod heavyweight;
mod invariants;
mod java;
mod linear;
mod loops;
mod quantified;
mod reach;
mod run;
mod search;
mod small_values;
mod summaries;
mod summary;
mod trials;
mod value;

pub use builder::Beyond;
pub use java::{JavaAnswer, JavaMethod, JavaPlaces, OfCalls, Place, loop_summaries};
pub use reach::{Failure, reach, reach_each, reach_with};
