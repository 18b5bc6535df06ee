//! Whether tests are run, and what the exit code says of them.

use clap::Args;

/// Whether tests are run, and how.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct ReplayArgs {
    /// Run no test on a JVM; no goal is then unconditionally reached.
    #[arg(long)]
    pub no_replay: bool,
    /// Run the tests without the cage that keeps them from changing files, opening sockets, starting processes and ending
    /// the JVM: they can then do whatever you can.
    #[arg(long, conflicts_with = "no_replay")]
    pub uncaged: bool,
}

/// What makes a run with `--fail-on` an unfinished one.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub struct StrictArgs {
    /// With --fail-on, end with exit code 4 also if a method ran out of its time or memory. Without this flag only runs that were
    /// interrupted, and those that left methods out, are not finished.
    #[arg(long)]
    pub strict: bool,
}
