//! Test cases as JUnit sources, and their replay on a JVM.
//!
//! A [`Suite`] takes the facts about the methods of one class after the other. It writes a JUnit class for each, compiles
//! it, runs every test twice on a real JVM in a cage, and keeps those whose outcome is the one that was predicted.

mod asserts;
mod classes;
mod effects;
mod eval;
mod file;
mod helpers;
mod java;
mod method;
mod names;
mod observe;
mod output;
mod recipes;
pub mod replay;
mod scope;
mod stubs;
mod suite;
mod workshop;
mod world;
mod writer;

pub use output::write_at_once;
pub use suite::{ClassReport, JUnit, Prediction, Replay, Replaying, Suite, SuiteError, SuiteOptions, TestReport};
