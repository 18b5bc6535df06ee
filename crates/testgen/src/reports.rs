//! What a suite tells of the tests of a class.

use crate::recording::Recording;
use clew_facts::{Outcome, Surrounding};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What became of a test on the JVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It passed, twice.
    Confirmed,
    /// The JVM contradicts the prediction. The test is not kept.
    Mismatch {
        /// What was predicted.
        expected: String,
        /// What happened.
        actual: String,
    },
    /// It did not end in time. The test is not kept.
    Timeout,
    /// Its two runs differ. The test is not kept.
    Unstable,
    /// It tried what the cage does not let it do, so that its outcome says little. It is kept, disabled.
    Caged {
        /// What its outcome in the cage says.
        prediction: Prediction,
    },
    /// It passed, twice, and is not kept, because it adds little.
    LeftOut {
        /// Why.
        reason: String,
    },
    /// It was not run.
    Skipped,
    /// The time for the tests of its method was over before it had run as often as it has to. It is not kept.
    OutOfTime,
    /// There is no way to write the test. It is not kept.
    CannotBuild {
        /// Why.
        reason: String,
    },
}

/// What an outcome in the cage says about the predicted one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Prediction {
    /// It is as predicted, or nothing was predicted.
    Kept,
    /// It is another one, which may be the cage's doing.
    Open,
}

/// How the objects of a test's input come into their state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StateBy {
    /// By calls and assignments, as any program may do.
    #[default]
    Calls,
    /// By reflection: no calls were found that lead there, and there may be none.
    Reflection,
}

/// What became of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestReport {
    /// The position of its method among those given.
    pub method: usize,
    /// Its position among the tests of the method.
    pub test: usize,
    /// The name of the test method; a test with the same input as an earlier one has its name. Empty if it was never written.
    pub name: String,
    /// What became of it on the JVM.
    pub replay: Replay,
    /// What it tried that would harm others outside a cage, as [`Run::tried`](crate::replay::Run) has it.
    pub tried: Vec<String>,
    /// The outcome: the one predicted, or where nothing was predicted the one seen.
    pub outcome: Outcome,
    /// How the objects of its input come into their state, as it was last written.
    pub state_by: StateBy,
    /// What it sets for the time of its run, because it fails in other surroundings without.
    pub pinned: BTreeSet<Surrounding>,
    /// The Java text of the test method as it was last written; empty if it never was.
    pub source: String,
    /// What it executes, as the first test with its input.
    pub recording: Recording,
}

/// What became of the tests of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassReport {
    /// The source file, if one was kept.
    pub source: Option<PathBuf>,
    /// One report for each test, in the order in which they were given.
    pub tests: Vec<TestReport>,
}
