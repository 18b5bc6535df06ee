//! The part of Clew that is linked with the solver. The command starts it; it is nothing for people.

use cap::Cap;
use clap::{Parser, Subcommand};
use std::alloc::System;
use std::io::Write;
use std::process::ExitCode;

/// Counts what this process allocates.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Works for the command clew, which starts it.
#[derive(Parser)]
#[command(name = "clew-worker", version)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Does the jobs that come on standard input, until it ends.
    Serve {
        /// Memory it may use, in bytes [default: no limit].
        #[arg(long, value_name = "BYTES")]
        memory: Option<u64>,
    },
    /// Prints the solver and its version; fails if it is not the one that Clew is checked with.
    Solver,
}

/// The exit code where this program or the solver is at fault.
const FAULT: u8 = 3;

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Serve { memory } => serve(memory),
        Task::Solver => solver(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            // Without a standard error there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "{line}");
            ExitCode::from(FAULT)
        }
    }
}

/// Serves jobs until standard input ends. An interrupt is the pool's business: it asks the workers to stop.
fn serve(memory: Option<u64>) -> Result<(), String> {
    if let Some(bytes) = memory {
        clew_worker::limit_memory(bytes).map_err(|error| format!("the memory cannot be limited: {error}"))?;
    }
    ignore_interrupts().map_err(|error| format!("interrupts cannot be caught: {error}"))?;
    clew_engine::serve_stdio(|| clew_worker::ClassPathExplorer::new(memory_in_use)).map_err(|error| error.to_string())
}

/// Starts no thread, as the worker is to have none but its own.
#[cfg(unix)]
fn ignore_interrupts() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let nobody_looks = std::sync::Arc::default();
    [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .try_for_each(|signal| signal_hook::flag::register(signal, std::sync::Arc::clone(&nobody_looks)).map(|_| ()))
}

#[cfg(not(unix))]
fn ignore_interrupts() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {})
}

/// The bytes in use, those of the solver library among them, but for what was made ready for jobs.
fn memory_in_use() -> u64 {
    (ALLOCATOR.allocated() as u64 + clew_worker::solver_memory()).saturating_sub(clew_worker::prepared_memory())
}

fn solver() -> Result<(), String> {
    clew_worker::check_solver()?;
    writeln!(std::io::stdout(), "{}", clew_worker::solver_version()).map_err(|error| error.to_string())
}
