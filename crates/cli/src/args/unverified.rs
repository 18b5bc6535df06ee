//! The flags that put statements into a program that guide tests toward unverified executions.

use clap::{Args, ValueEnum};
use clew_unverified::{Instrumentation, Reasoning, Unit};

/// Whether and how a program is instrumented.
#[derive(Args, Clone, Debug)]
pub struct UnverifiedArgs {
    /// Print a `.clew` file with its annotations (`assumed`, `verified`) replaced by what they mean, and with statements
    /// that guide tests toward executions which are not verified.
    #[arg(long, value_name = "WHICH", help_heading = "Unverified executions")]
    pub unverified: Option<UnverifiedArg>,
    /// The procedure that tests start in.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "main",
        requires = "unverified",
        help_heading = "Unverified executions"
    )]
    pub proc: String,
    /// The annotations speak of one procedure at a time: what calls do is verified elsewhere. Else they speak of the whole
    /// program.
    #[arg(long, requires = "unverified", help_heading = "Unverified executions")]
    pub modular: bool,
}

impl UnverifiedArgs {
    /// The unit under test.
    pub fn unit(&self) -> Unit {
        let reasoning = if self.modular { Reasoning::Modular } else { Reasoning::WholeProgram };
        Unit { procedure: self.proc.as_str().into(), reasoning }
    }
}

/// What is put into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UnverifiedArg {
    /// `assume` statements, which abort tests where all that follows is verified.
    May,
    /// `tryfirst` statements, which prefer tests on which nothing that follows is verified.
    Must,
    /// Both.
    MayMust,
}

impl From<UnverifiedArg> for Instrumentation {
    fn from(which: UnverifiedArg) -> Instrumentation {
        match which {
            UnverifiedArg::May => Instrumentation::May,
            UnverifiedArg::Must => Instrumentation::Must,
            UnverifiedArg::MayMust => Instrumentation::MayMust,
        }
    }
}
