//! The flags that have tests made of what verifiers have not covered.

use clap::{Args, ValueEnum};
use clew_facts::Guidance;
use std::path::PathBuf;

/// What is verified, and what is made of it.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Unverified executions")]
pub struct VerifiedArgs {
    /// A file with the results of a verifier: which checks and assertions never fail, and what it assumed for that, as
    /// `clew verify --format json` prints it. Tests are for executions that it does not cover; what others would reach is
    /// undecided (`verified: FILE`). May be repeated: a check is verified if one of the files says so.
    #[arg(long, value_name = "FILE")]
    pub verified: Vec<PathBuf>,
    /// What is made of the results: `may` gives up executions from which on all is verified, `must` tries executions on which
    /// an assumption is broken, or on which nothing that follows is verified, before others. With `none` they only tell of each test
    /// whether its execution is verified.
    #[arg(long, value_name = "WHICH", default_value = "may-must", requires = "verified")]
    pub unverified: GuidanceArg,
}

impl VerifiedArgs {
    /// What is made of the results.
    pub fn guidance(&self) -> Guidance {
        match self.unverified {
            GuidanceArg::None => Guidance::None,
            GuidanceArg::May => Guidance::May,
            GuidanceArg::Must => Guidance::Must,
            GuidanceArg::MayMust => Guidance::MayMust,
        }
    }
}

/// What is made of the results of a verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GuidanceArg {
    /// Tests tell whether their executions are verified.
    None,
    /// Executions are given up from which on all is verified.
    May,
    /// Executions go first on which an assumption is broken, or on which nothing that follows is verified.
    Must,
    /// Both.
    MayMust,
}
