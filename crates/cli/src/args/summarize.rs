//! The command line of `clew summarize`.

use super::exploration::{BoundArgs, BudgetArgs};
use super::library::ClassPathArgs;
use super::values::{AliasingArg, FormatArg};
use clap::Args;
use std::path::PathBuf;

/// `clew summarize`.
#[derive(Args, Clone, Debug)]
pub struct SummarizeArgs {
    /// Class files, directories of class files, or jars to look at.
    #[arg(required = true, value_name = "INPUT", help_heading = "Input")]
    pub inputs: Vec<PathBuf>,
    /// Where the classes come from, and which methods are summarized, with those of the input that they call.
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    /// Which cases a method has.
    #[command(flatten)]
    pub cases: CaseArgs,
    /// Show only the cases in which an exception leaves the method, a failed assertion among them. They keep their numbers.
    #[arg(long, help_heading = "Output")]
    pub errors: bool,
    /// How results are printed on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: FormatArg,
    /// No progress and no text, only problems (on standard error) and, with `--format json`, the document.
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Which cases a method has: what decides it, for every command that numbers cases.
#[derive(Args, Clone, Debug)]
pub struct CaseArgs {
    /// Whether references of the input may name one object.
    #[arg(long, value_name = "WHETHER", default_value = "on", help_heading = "Exploration")]
    pub aliasing: AliasingArg,
    /// How far executions are followed.
    #[command(flatten)]
    pub bounds: BoundArgs,
    /// How much work is done.
    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// Whether the code of one case is printed.
#[derive(Args, Clone, Debug)]
pub struct SpecializedArgs {
    /// Print the code of one case of a method, as `clew summarize` numbers them (`demo.Fraction#gcd:2`): without branches, and
    /// without what only they needed; and which case of each method that it calls goes with it. The flags for exploration and
    /// budget have to be those of `clew summarize`.
    #[arg(long, value_name = "CASE", conflicts_with_all = ["class", "method", "unverified"], help_heading = "Specialized code")]
    pub specialized: Option<String>,
    /// Which cases a method has.
    #[command(flatten)]
    pub cases: CaseArgs,
}
