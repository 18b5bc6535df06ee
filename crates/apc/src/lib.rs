//! A necessary condition to reach a place of a program, with summaries of loops in place of bounds (*Abstracting Path
//! Conditions*). Where it cannot hold, no execution gets there, however often loops are iterated. Where it can, its models name
//! inputs to try, and it prunes a search. The names of the modules are the terms of the paper.
//!
//! All numbers are mathematical integers in the conditions; those of 32 and 64 bits are put in their range wherever their value
//! is looked at, unless it is proved that they have not left it. So a proof rests on no assumption about overflow.

mod accelerate;
mod builder;
mod condition;
mod decision;
mod evaluate;
mod explain;
mod flowgraph;
mod heavyweight;
mod java;
mod linear;
mod loops;
mod reach;
mod run;
mod search;
mod summary;
mod value;

pub use java::{JavaAnswer, JavaQuestion, OfCalls, Place, reach_in_java};
pub use reach::{Failure, reach};
