//! The command line of `clew check`.

use super::assume::AssumeArgs;
use super::exploration::{BudgetArgs, ExplorationArgs};
use super::library::ClassPathArgs;
use super::run::{ReplayArgs, StrictArgs};
use super::show::ShowArgs;
use super::store::StoreArgs;
use crate::fail_on::FailOnFinding;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `clew check`.
#[derive(Args, Clone, Debug)]
pub struct CheckArgs {
    /// Class files, directories of class files, or jars to look at.
    #[arg(required = true, value_name = "INPUT", help_heading = "Input")]
    pub inputs: Vec<PathBuf>,
    /// Where the classes come from, and which are meant.
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    /// What may be assumed of the input.
    #[command(flatten)]
    pub assume: AssumeArgs,
    /// How methods are explored.
    #[command(flatten)]
    pub exploration: ExplorationArgs,
    /// A back edge is taken at most K times for each entry of its loop, counting rounds that depend on the input, and a method
    /// is active at most K times more than once at one time. What is proved beyond the bounds as well makes a finding; what is
    /// not, only with --within.
    #[arg(long, value_name = "K", default_value_t = 2, help_heading = "Exploration")]
    pub unwind: u32,
    /// How calls are followed: `inline`, into the code that is called; or first by `summaries`, executions of what is called that
    /// are known, and into the code after that. Findings rest on the code alone.
    #[arg(long, value_name = "HOW", default_value = "inline", help_heading = "Exploration")]
    pub calls: CallsArg,
    /// How much work is done.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// What is kept from run to run.
    #[command(flatten)]
    pub store: StoreArgs,
    /// Which findings are shown besides those that rest on nothing that is taken for granted.
    #[command(flatten)]
    pub show: ShowArgs,
    /// Whether tests are run, which every finding has to survive.
    #[command(flatten)]
    pub replay: ReplayArgs,
    /// How results are printed on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: CheckFormatArg,
    /// No progress and no findings as text, only problems (on standard error) and the document that --format asks for.
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// End with exit code 1 if a finding has one of these verdicts or kinds: unreachable, unreachable_within, doomed,
    /// doomed_within, always_true, always_false; or a goal one of these: reached, undecided. Each alone or narrowed by `:conditional` or `:unconditional`
    /// (`unreachable:unconditional`).
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', help_heading = "Output")]
    pub fail_on: Vec<FailOnFinding>,
    /// What makes a run with --fail-on an unfinished one.
    #[command(flatten)]
    pub strict: StrictArgs,
}

/// How calls are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CallsArg {
    /// Into the code that is called.
    Inline,
    /// By summaries of what is called: executions of it that are known.
    Summaries,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormatArg {
    /// Lines for people.
    Text,
    /// One JSON document on standard output and nothing else.
    Json,
    /// A SARIF 2.1.0 log of the findings on standard output, for code hosts and editors.
    Sarif,
}
