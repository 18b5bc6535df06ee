//! The command line of `clew reach`.

use super::library::LibraryArgs;
use super::run::ReplayArgs;
use super::values::FormatArg;
use crate::fail_on::FailOn;
use crate::path_list::PathList;
use clap::{Args, ValueEnum};
use clew_facts::ReachMethod;
use std::path::PathBuf;
use std::time::Duration;

/// `clew reach`.
#[derive(Args, Clone, Debug)]
pub struct ReachArgs {
    /// The program: a class file, a folder of class files or a jar; or a `.clew` file.
    #[arg(value_name = "INPUT", help_heading = "Input")]
    pub input: PathBuf,
    /// What the input needs.
    #[command(flatten)]
    pub libraries: LibraryArgs,
    /// What is to be reached: `pkg.Class#method:LINE`, `assert` for the failure of any assertion, or `exception` for the end of the
    /// method in an exception; in a `.clew` file the label of a block, or `assert`. May be repeated.
    #[arg(long, value_name = "POINT", required = true, help_heading = "Input")]
    pub target: Vec<String>,
    /// What execution starts in: a method (`pkg.Class#method`), or in a `.clew` file a procedure [default: the method of the target,
    /// or the procedure `main`].
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub entry: Option<String>,
    /// Every call of a matching method returns a fresh input, and its code does not run (`org.example.Clock#now`); may be
    /// repeated. The tests give the values with Mockito.
    #[arg(long, value_name = "GLOB", help_heading = "Input")]
    pub input_call: Vec<String>,
    /// How it is decided: by the abstract path condition, by a search along paths, or by both.
    #[arg(long, value_name = "HOW", default_value = "both")]
    pub method: ReachMethodArg,
    /// Up to which number of iterations the condition is unfolded.
    #[arg(long, value_name = "N", default_value_t = 25)]
    pub unfold: u32,
    /// Time for each target, with its unit (`500ms`, `20s`, `2m`).
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = humantime::parse_duration)]
    pub timeout: Duration,
    /// Print the condition: the loops beside their source lines, with their counters and what they make of the variables, then the
    /// backbones.
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    /// Folders with sources, and source jars, for `--explain`; several are separated as in `java -cp` [default: where build tools put
    /// them beside the classes].
    #[arg(long, value_name = "PATHS", value_parser = PathList::parser(), help_heading = "Output")]
    pub sources: Option<PathList>,
    /// Folder for the tests that get to places of Java methods; made if it isn't there [default: they are run and not kept].
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Whether tests are run.
    #[command(flatten)]
    pub replay: ReplayArgs,
    /// How the result is printed on standard output. In JSON an integer of more than 53 bits is a string.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: FormatArg,
    /// No verdict as text, only problems (on standard error) and, with `--format json`, the document.
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// End with exit code 1 if the verdict is one of these: reached, unreachable, unreachable_within, undecided, each alone
    /// or narrowed by `:conditional` or `:unconditional`.
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', help_heading = "Output")]
    pub fail_on: Vec<FailOn>,
}

/// How it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReachMethodArg {
    /// By the abstract path condition and the inputs that its models name.
    Abstract,
    /// By symbolic execution along paths.
    Search,
    /// By the condition, then by a search that it prunes.
    Both,
}

impl From<ReachMethodArg> for ReachMethod {
    fn from(method: ReachMethodArg) -> ReachMethod {
        match method {
            ReachMethodArg::Abstract => ReachMethod::Abstract,
            ReachMethodArg::Search => ReachMethod::Search,
            ReachMethodArg::Both => ReachMethod::Both,
        }
    }
}
