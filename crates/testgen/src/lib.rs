//! Test cases as JUnit sources, and their replay on a JVM.
//!
//! A [`Suite`] takes the facts about the methods of one class after the other. It writes a JUnit class for each, compiles
//! it, runs every test twice on a real JVM in a cage, and keeps those whose outcome is the one that was predicted.
//! At the end [`Suite::run_together`] runs all of them on the same classes, and takes out what does not go with the others.
//!
//! ```
//! use clew_testgen::{Replaying, Suite, SuiteOptions};
//!
//! // Tests are written and not run; the facts about methods come from the engines.
//! let options = SuiteOptions { replay: Replaying::Off, ..SuiteOptions::default() };
//! let suite = Suite::new(options);
//! assert!(suite.is_ok(), "without replay no JVM is started");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod allowance;
mod answers;
mod asserts;
mod base;
mod casts;
mod classes;
mod concolic;
mod conditions;
mod contents;
mod decimals;
mod effects;
mod eval;
mod file;
mod fixture;
mod form;
mod generics;
mod getters;
mod helpers;
mod home;
mod input_calls;
mod java;
mod lambdas;
mod lasting;
mod looking;
mod looks;
mod made;
mod marking;
mod marks;
mod method;
mod mockito;
mod names;
mod null_arguments;
mod observe;
mod options;
mod output;
mod recipes;
mod recording;
pub mod replay;
mod reports;
mod runs;
mod scope;
mod seal;
mod seen;
mod servers;
mod session;
mod shared;
mod snapshot;
mod statics;
mod stubs;
mod suite;
mod suite_error;
mod surroundings;
mod target;
mod thrown;
mod together;
mod told;
mod typed;
mod upkeep;
mod workshop;
mod world;
mod writer;

pub use options::{Inputs, JUnit, NullArguments, Replaying, SuiteOptions, Writing};
pub use output::write_at_once;
pub use recording::Recording;
pub use reports::{ClassReport, Prediction, Replay, StateBy, TestReport};
pub use seen::CallsToSee;
pub use snapshot::{snapshot_file, snapshot_of};
pub use suite::Suite;
pub use suite_error::SuiteError;
pub use together::{KeptTest, LeftOut};
pub use upkeep::{FileChange, TestFile};
