//! The command line of `clew cover`.

use super::check::CallsArg;
use super::values::FormatArg;
use crate::fail_on::FailOn;
use clap::{Args, ValueEnum};
use clew_facts::{CoverAlgorithm, CoverCalls, CoverCriterion};
use std::path::PathBuf;
use std::time::Duration;

/// `clew cover`.
#[derive(Args, Clone, Debug)]
pub struct CoverArgs {
    /// The program, a `.clew` file.
    #[arg(value_name = "FILE", help_heading = "Input")]
    pub file: PathBuf,
    /// The procedure that execution starts in.
    #[arg(long, value_name = "NAME", default_value = "main", help_heading = "Input")]
    pub proc: String,
    /// What tests are made for [default: what --algorithm is for, or paths].
    #[arg(long, value_name = "WHICH")]
    pub criterion: Option<CoverCriterionArg>,
    /// How tests are looked for [default: tree for paths, near for statements].
    #[arg(long, value_name = "NAME")]
    pub algorithm: Option<CoverAlgorithmArg>,
    /// A back edge is taken at most K times for each entry of its loop, and a procedure is active at most K times beyond its
    /// first activation.
    #[arg(long, value_name = "K", default_value_t = 2)]
    pub unwind: u32,
    /// Look for a small set of tests that covers every block that has a test, and prove how many it takes.
    #[arg(long)]
    pub suite: bool,
    /// How calls are followed: each `inline`, by a copy of what it calls; or by `summaries`, executions of what it calls
    /// that are found first. A block that these leave open is asked about with the calls inlined.
    #[arg(long, value_name = "HOW", default_value = "inline")]
    pub calls: CallsArg,
    /// Look for inputs that violate each assertion, and prove of the others that none does.
    #[arg(long)]
    pub asserts: bool,
    /// Time for all of it, with its unit (`500ms`, `20s`, `2m`); what is not decided by then is undecided [default: no limit].
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub budget: Option<Duration>,
    /// How results are printed on standard output. In JSON an integer of more than 53 bits is a string.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: FormatArg,
    /// No tests and no verdicts as text, only problems (on standard error) and, with `--format json`, the document.
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// End with exit code 1 if a block has one of these verdicts: reached, unreachable, unreachable_within, undecided, each
    /// alone or narrowed by `:conditional` or `:unconditional`.
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', help_heading = "Output")]
    pub fail_on: Vec<FailOn>,
}

/// What tests are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoverCriterionArg {
    /// One test for each feasible path.
    Paths,
    /// Enough tests to pass every block that can be passed.
    Statements,
}

/// How tests are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoverAlgorithmArg {
    /// Every test excludes its path from the formula.
    Pc,
    /// Every test passes a block that none has passed.
    Sc,
    /// One question for each minimal block.
    Fm,
    /// Every question asks for as many new minimal blocks as there can be.
    Vstte,
    /// The tree of choices, with what is known to be infeasible cut off.
    Tree,
    /// Every test passes new blocks in as many places as can be had cheaply.
    Wide,
    /// Questions to small parts of the program, backwards from each block.
    Back,
    /// Executions whose inputs are changed step by step, then questions to small parts of the program, then questions near
    /// known executions for the blocks that are left.
    Near,
}

impl From<CoverCriterionArg> for CoverCriterion {
    fn from(criterion: CoverCriterionArg) -> CoverCriterion {
        match criterion {
            CoverCriterionArg::Paths => CoverCriterion::Paths,
            CoverCriterionArg::Statements => CoverCriterion::Statements,
        }
    }
}

impl From<CallsArg> for CoverCalls {
    fn from(calls: CallsArg) -> CoverCalls {
        match calls {
            CallsArg::Inline => CoverCalls::Inline,
            CallsArg::Summaries => CoverCalls::Summaries,
        }
    }
}

impl From<CoverAlgorithmArg> for CoverAlgorithm {
    fn from(algorithm: CoverAlgorithmArg) -> CoverAlgorithm {
        match algorithm {
            CoverAlgorithmArg::Pc => CoverAlgorithm::Pc,
            CoverAlgorithmArg::Sc => CoverAlgorithm::Sc,
            CoverAlgorithmArg::Fm => CoverAlgorithm::Fm,
            CoverAlgorithmArg::Vstte => CoverAlgorithm::Vstte,
            CoverAlgorithmArg::Tree => CoverAlgorithm::Tree,
            CoverAlgorithmArg::Wide => CoverAlgorithm::Wide,
            CoverAlgorithmArg::Back => CoverAlgorithm::Back,
            CoverAlgorithmArg::Near => CoverAlgorithm::Near,
        }
    }
}
