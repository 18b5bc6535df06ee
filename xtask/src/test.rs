//! `xtask test`: the tests of the workspace, several test programs at a time.
//!
//! `cargo test` runs one program after the other. Many of them wait for a JVM or hold one long test, so a core would be idle.

use crate::paths;
use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::{Artifact, Message};
use clap::Args;
use std::collections::VecDeque;
use std::io::{BufReader, Read, Seek, Write};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many programs run at once at most. Each has a thread for each core, and some need a gigabyte.
const MAX_LANES: usize = 4;

/// Programs of several minutes, the longest first. They start before all others, so that none is left alone at the end.
const LONG: [&str; 10] =
    ["corpus", "tasks", "explore", "inputs", "covers", "paths", "check", "hostile", "java_oracle", "interruptions"];

/// How the tests are run.
#[derive(Args)]
pub struct TestArgs {
    /// Run all tests, also behind a program that failed.
    #[arg(long)]
    no_fail_fast: bool,
}

/// A program with tests, or the examples in the documentation.
struct Program {
    /// As cargo names it: the target, and the package.
    name: String,
    command: Command,
    /// Its place in [`LONG`], or one behind all of them.
    rank: usize,
}

/// What is shared between the lanes.
struct Queue {
    waiting: VecDeque<Program>,
    failed: Vec<String>,
    no_fail_fast: bool,
}

impl Queue {
    /// The program to be run next. `None` where there is none, or where one has failed.
    fn next(&mut self) -> Option<Program> {
        if self.failed.is_empty() || self.no_fail_fast { self.waiting.pop_front() } else { None }
    }
}

/// Builds all tests and runs them.
///
/// # Errors
/// Where a test fails, or something cannot be built or started.
pub fn run(args: &TestArgs) -> Result<()> {
    let mut programs = built()?;
    programs.push(examples_in_documentation());
    programs.sort_by_key(|program| program.rank);
    let count = programs.len();
    let queue = Mutex::new(Queue { waiting: programs.into(), failed: Vec::new(), no_fail_fast: args.no_fail_fast });
    let lanes = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_LANES);
    std::thread::scope(|scope| -> Result<()> {
        let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(|| run_lane(&queue))).collect();
        lanes.into_iter().try_for_each(|lane| lane.join().expect("a lane does not panic"))
    })?;
    let Queue { waiting, failed, .. } = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    ensure!(failed.is_empty(), "tests fail in {}; {} programs did not run", failed.join(", "), waiting.len());
    println!("\nall tests of {count} programs pass");
    Ok(())
}

/// The test programs of all packages, built where they are not.
fn built() -> Result<Vec<Program>> {
    let mut building = Command::new(paths::cargo())
        .args(["test", "--workspace", "--no-run", "--message-format", "json-render-diagnostics"])
        .current_dir(paths::root())
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo cannot be run")?;
    let messages = building.stdout.take().context("what cargo builds cannot be read")?;
    let mut programs = Vec::new();
    for message in Message::parse_stream(BufReader::new(messages)) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.profile.test
        {
            programs.extend(program(&artifact));
        }
    }
    let built = building.wait()?;
    if !built.success() {
        bail!("the tests cannot be built");
    }
    Ok(programs)
}

/// A test program as `cargo test` would start it: in the folder of its package.
fn program(artifact: &Artifact) -> Option<Program> {
    let executable = artifact.executable.as_ref()?;
    let package = artifact.manifest_path.parent()?;
    let mut command = Command::new(executable);
    command.current_dir(package).env("CARGO", paths::cargo()).env("CARGO_MANIFEST_DIR", package);
    let target = &artifact.target.name;
    let rank = LONG.iter().position(|long| long == target).unwrap_or(LONG.len());
    Some(Program { name: format!("{target} of {}", package.file_name()?), command, rank })
}

/// The examples in the documentation, which only cargo knows how to build.
fn examples_in_documentation() -> Program {
    let mut command = Command::new(paths::cargo());
    command.args(["test", "--quiet", "--workspace", "--doc"]).current_dir(paths::root());
    Program { name: "examples in the documentation".to_owned(), command, rank: LONG.len() }
}

/// Runs programs as long as some wait, and prints what each of them prints when it has ended.
fn run_lane(queue: &Mutex<Queue>) -> Result<()> {
    loop {
        let next = with(queue, Queue::next);
        let Some(mut program) = next else { return Ok(()) };
        let mut output = tempfile::tempfile().context("no scratch file can be made")?;
        let start = Instant::now();
        let status = program
            .command
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output.try_clone()?)
            .status()
            .with_context(|| format!("{} cannot be run", program.name))?;
        let mut text = format!("\n     Ran {} in {} s\n", program.name, start.elapsed().as_secs()).into_bytes();
        output.rewind()?;
        output.read_to_end(&mut text)?;
        std::io::stdout().lock().write_all(&text)?;
        if !status.success() {
            with(queue, |queue| queue.failed.push(program.name));
        }
    }
}

/// Looks at the queue while no other lane does.
fn with<T>(queue: &Mutex<Queue>, look: impl FnOnce(&mut Queue) -> T) -> T {
    look(&mut queue.lock().unwrap_or_else(PoisonError::into_inner))
}
