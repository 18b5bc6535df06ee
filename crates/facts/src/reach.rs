//! What is asked and found out about reaching one place: of a program of the block language, or of a Java method.

use crate::{CoverTest, Proof, Verdict};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReachTarget {
    /// The beginning of the block with this label.
    Label(String),
    /// The failure of any assertion.
    Assert,
}

/// How it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReachMethod {
    /// By the abstract path condition and the inputs that its models name.
    Abstract,
    /// By symbolic execution of paths.
    Search,
    /// By the condition, then by a search that keeps only states that can hold together with it.
    Both,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReachOptions {
    /// The procedure that execution starts in.
    pub procedure: String,
    /// What is to be reached.
    pub target: ReachTarget,
    /// How it is decided.
    pub method: ReachMethod,
    /// Up to which number of iterations the condition is unfolded.
    pub unfold: u32,
    /// Time for all of it.
    pub time: Option<Duration>,
}

/// The abstract path condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReachCondition {
    /// How many backbones lead to the target.
    pub backbones: u64,
    /// How many path counters they have together.
    pub counters: u64,
    /// The condition without its quantified parts.
    pub formula: String,
    /// What the solver says of it with universal quantifiers: `sat`, `unsat` or `unknown`; `None` where it was not asked.
    pub quantified: Option<String>,
    /// What the solver says of its unfolding.
    pub unfolded: Option<String>,
    /// The condition for a person, line by line.
    pub explanation: Vec<String>,
}

/// What it took: questions, and where time went, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReachStats {
    /// Questions to the solver.
    pub queries: u64,
    /// Building the condition.
    pub build_seconds: f64,
    /// Unfolding it.
    pub unfold_seconds: f64,
    /// Deciding it.
    pub solver_seconds: f64,
    /// All together.
    pub seconds: f64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReachFacts {
    /// Whether an execution gets there, in the sense of prefixes.
    pub verdict: Verdict,
    /// An execution that gets there: the inputs that it reads, and the blocks that it passes until then.
    pub execution: Option<CoverTest>,
    /// `abstract-path-condition`, `search`, or nothing where it is undecided.
    pub decided_by: Option<String>,
    /// The condition, if it was built.
    pub condition: Option<ReachCondition>,
    /// What it took.
    pub stats: ReachStats,
}

/// A place of a Java method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JavaTarget {
    /// The first instruction of a source line.
    Line(u32),
    /// The failure of any assertion.
    Assert,
    /// The end of the method in an exception.
    Exception,
}

/// What is asked about places of a Java method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JavaReach {
    /// The places.
    pub targets: Vec<JavaTarget>,
    /// How it is decided.
    pub method: ReachMethod,
    /// Up to which number of iterations the condition is unfolded.
    pub unfold: u32,
}

/// What the abstract path condition says of a place of a Java method.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TargetFacts {
    /// The proof that nothing gets there, if there is one.
    pub proof: Option<Proof>,
    /// What gave the proof, or a test that gets there: `abstract-path-condition`, or `search` for a search along paths that the
    /// condition prunes. `None` where neither is known.
    pub decided_by: Option<String>,
    /// The condition, if it was built.
    pub condition: Option<ReachCondition>,
    /// What it took.
    pub stats: ReachStats,
}
