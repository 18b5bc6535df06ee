//! The command line of `clew summarize`.

use super::{AliasingArg, BoundArgs, BudgetArgs, ClassPathArgs, FormatArg};
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
    /// Whether references of the input may name one object.
    #[arg(long, value_name = "WHETHER", default_value = "on", help_heading = "Exploration")]
    pub aliasing: AliasingArg,
    /// How far executions are followed.
    #[command(flatten)]
    pub bounds: BoundArgs,
    /// How much work is done.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// How results are printed on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: FormatArg,
    /// No progress and no text, only problems (on standard error) and, with `--format json`, the document.
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}
