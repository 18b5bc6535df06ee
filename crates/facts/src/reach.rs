//! What is asked and found out about reaching one place: of a program of the block language, or of a Java method.

use crate::{CoverTest, Goal, GoalKind, Proof, Verdict};
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

/// How places of a procedure are asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReachOptions {
    /// The procedure that execution starts in.
    pub procedure: String,
    /// How it is decided.
    pub method: ReachMethod,
    /// Up to which number of iterations the condition is unfolded.
    pub unfold: u32,
    /// Time for each place.
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
    /// What it is made of, for a person.
    pub explanation: Explanation,
}

/// What an abstract path condition is made of, for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The summaries of loops, inner ones before outer ones.
    pub loops: Vec<ExplainedLoop>,
    /// The backbones, each with the parts of its condition that have no quantifiers.
    pub backbones: Vec<ExplainedBackbone>,
}

/// The summary of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedLoop {
    /// Where it is entered: the line, or the label where there are no lines.
    pub entry: String,
    /// The lines of its code, in order; none in the block language.
    pub lines: Vec<u32>,
    /// The path counters, each with the way round the loop that it counts.
    pub counters: Vec<(String, String)>,
    /// What the variables are afterwards, by the counters. Only variables that are read later are told.
    pub values: Vec<(String, String)>,
    /// The variables of which nothing is known afterwards, or only what the condition says.
    pub unknown: Vec<String>,
}

/// A backbone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedBackbone {
    /// The labels, or the lines, that it passes.
    pub path: String,
    /// The parts of its condition.
    pub condition: Vec<String>,
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

impl JavaReach {
    /// Whether a goal may be one of the places. The end in an exception may be behind any.
    pub fn asks_about(&self, goal: &Goal) -> bool {
        self.targets.iter().any(|target| match target {
            JavaTarget::Line(line) => goal.kind == GoalKind::Line && goal.line == *line,
            JavaTarget::Assert => goal.kind == GoalKind::Assert,
            JavaTarget::Exception => true,
        })
    }
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
