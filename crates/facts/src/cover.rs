//! What bounded infeasible-code detection is asked, and what it answers.

use crate::Verdict;
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which executions tests are made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverCriterion {
    /// One for each feasible path.
    #[default]
    Paths,
    /// Enough to pass every block that can be passed.
    Statements,
}

impl CoverCriterion {
    /// The name in `spec/cli.md`.
    pub fn name(self) -> &'static str {
        match self {
            CoverCriterion::Paths => "paths",
            CoverCriterion::Statements => "statements",
        }
    }
}

/// How a cover is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CoverAlgorithm {
    /// Blocking clauses: each model excludes its path (`bounded-infeasible-code`, Algorithm 1).
    Pc,
    /// Enabling clauses: each model must pass a block that none has passed (Algorithm 2).
    Sc,
    /// One query for each minimal block (section 7, "worst-case optimal").
    Fm,
    /// Each query asks for as many new minimal blocks as possible (section 7, "query-optimal").
    Vstte,
    /// The tree of choices, with what is known to be infeasible cut off: the default for paths.
    Tree,
    /// Enabling clauses that ask for something new in many places at once.
    Wide,
    /// Questions to small parts of the program, backwards from each block.
    Back,
    /// Executions, then questions to parts, then questions near known executions for what is left: the default for statements.
    Near,
}

impl CoverAlgorithm {
    /// All of them.
    pub const ALL: [CoverAlgorithm; 8] = [
        CoverAlgorithm::Pc,
        CoverAlgorithm::Sc,
        CoverAlgorithm::Fm,
        CoverAlgorithm::Vstte,
        CoverAlgorithm::Tree,
        CoverAlgorithm::Wide,
        CoverAlgorithm::Back,
        CoverAlgorithm::Near,
    ];

    /// The one that is best for a criterion.
    pub fn best_for(criterion: CoverCriterion) -> CoverAlgorithm {
        match criterion {
            CoverCriterion::Paths => CoverAlgorithm::Tree,
            CoverCriterion::Statements => CoverAlgorithm::Near,
        }
    }

    /// The name in `spec/cli.md`.
    pub fn name(self) -> &'static str {
        match self {
            CoverAlgorithm::Pc => "pc",
            CoverAlgorithm::Sc => "sc",
            CoverAlgorithm::Fm => "fm",
            CoverAlgorithm::Vstte => "vstte",
            CoverAlgorithm::Tree => "tree",
            CoverAlgorithm::Wide => "wide",
            CoverAlgorithm::Back => "back",
            CoverAlgorithm::Near => "near",
        }
    }

    /// Whether it gives every feasible path.
    pub fn covers_paths(self) -> bool {
        match self {
            CoverAlgorithm::Pc | CoverAlgorithm::Tree => true,
            CoverAlgorithm::Sc
            | CoverAlgorithm::Fm
            | CoverAlgorithm::Vstte
            | CoverAlgorithm::Wide
            | CoverAlgorithm::Back
            | CoverAlgorithm::Near => false,
        }
    }
}

/// How calls are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverCalls {
    /// Each is replaced by a copy of what it calls.
    #[default]
    Inline,
    /// Each is replaced by executions of what it calls that are known (`bounded-infeasible-code`, section 6). What that leaves open
    /// is asked with the calls inlined.
    Summaries,
}

impl CoverCalls {
    /// The name in `spec/cli.md`.
    pub fn name(self) -> &'static str {
        match self {
            CoverCalls::Inline => "inline",
            CoverCalls::Summaries => "summaries",
        }
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverOptions {
    /// The procedure that execution starts in. Default: `main`.
    pub procedure: String,
    /// What tests are made for. Default: paths.
    pub criterion: CoverCriterion,
    /// How they are looked for. Default: the best for paths.
    pub algorithm: CoverAlgorithm,
    /// How often a back edge is taken for each entry of its loop, and a procedure active beyond its first activation.
    /// Default: 2.
    pub unwind: u32,
    /// What one query may cost, in the solver's resource units. Default: ten million, some seconds.
    pub query_work: u64,
    /// Time for all of it. Default: no limit.
    pub time: Option<Duration>,
    /// Whether a small set of tests is looked for that covers every block that has one. Default: no.
    pub suite: bool,
    /// How calls are followed. Default: inlined.
    pub calls: CoverCalls,
    /// Whether executions are looked for that violate assertions. Default: no.
    pub asserts: bool,
}

impl Default for CoverOptions {
    fn default() -> Self {
        CoverOptions {
            procedure: "main".to_owned(),
            criterion: CoverCriterion::Paths,
            algorithm: CoverAlgorithm::best_for(CoverCriterion::Paths),
            unwind: 2,
            query_work: 10_000_000,
            time: None,
            suite: false,
            calls: CoverCalls::Inline,
            asserts: false,
        }
    }
}

/// A value of an input of the block language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverValue {
    /// A truth value.
    Bool(bool),
    /// An integer of any size.
    Int(BigInt),
    /// The value of an array at the places that differ from all others, and at these.
    Map(Vec<(Vec<BigInt>, BigInt)>, BigInt),
}

/// An execution that was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverTest {
    /// A value for each input, in the order of parameters, other variables and globals.
    pub inputs: Vec<(String, CoverValue)>,
    /// The blocks it passes, in order; one of a procedure that is called as `procedure.label`.
    pub blocks: Vec<String>,
}

/// A block with what is known of it, in the sense of complete executions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockVerdict {
    /// Its procedure.
    pub procedure: String,
    /// Its label.
    pub block: String,
    /// Whether a complete execution passes it.
    pub verdict: Verdict,
}

/// Counts of a cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoverStats {
    /// Questions asked of the solver.
    pub queries: u64,
    /// How often a solver was asked to answer them: several times for one question where ways have to be excluded first.
    pub checks: u64,
    /// Seconds in the solver.
    pub solver_seconds: f64,
    /// Seconds in all.
    pub seconds: f64,
    /// Copies of blocks, and of parts of them, in the unwound program.
    pub nodes: u64,
}

/// A small set of tests that covers every block that has a test, with a proof of how many that takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverSuite {
    /// The positions of the tests.
    pub tests: Vec<usize>,
    /// Covered blocks, by procedure and label. No complete execution within the bounds passes two of them, so at least as
    /// many tests are needed as there are blocks here.
    pub apart: Vec<(String, String)>,
}

/// What is known of a procedure whose calls were replaced by a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryFacts {
    /// The procedure.
    pub procedure: String,
    /// Of how many executions the summary is made.
    pub pairs: u64,
    /// How many of them were looked for because a call handed on constants for which there was none.
    pub demanded: u64,
}

/// An assertion with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssertVerdict {
    /// Its procedure.
    pub procedure: String,
    /// The label of its block.
    pub block: String,
    /// Its position among the statements of the block.
    pub position: usize,
    /// Its line, counted from 1.
    pub line: u32,
    /// Whether an execution comes to it and fails there; the test is one of [`CoverAsserts::violations`].
    pub verdict: Verdict,
}

/// Which assertions can be violated, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverAsserts {
    /// Executions that end where an assertion fails: their inputs, and the blocks that they pass.
    pub violations: Vec<CoverTest>,
    /// All assertions: those of the entry procedure, then those of what it calls.
    pub goals: Vec<AssertVerdict>,
    /// Whether, for paths, every path within the bounds that violates an assertion is among the violations.
    pub complete: bool,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoverFacts {
    /// The tests, in the order in which they were found.
    pub tests: Vec<CoverTest>,
    /// All blocks: those of the entry procedure, then those of what it calls.
    pub goals: Vec<BlockVerdict>,
    /// Whether, for paths, there is a test for every one within the bounds.
    pub complete: bool,
    /// The small set of tests, where one was asked for.
    pub suite: Option<CoverSuite>,
    /// The summaries, where calls were replaced by such.
    pub summaries: Vec<SummaryFacts>,
    /// What is known of assertions, where that was asked for.
    pub asserts: Option<CoverAsserts>,
    /// What it took.
    pub stats: CoverStats,
}
