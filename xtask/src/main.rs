//! What developers run: `cargo xtask --help`.

mod attack;
mod bench;
mod coverage;
mod determinism;
mod differential;
mod dist;
mod document;
mod everyday;
mod fuzz;
mod generation;
mod jacoco;
mod jars;
mod javac;
mod junit;
mod machine;
mod markdown;
mod paths;
mod random_programs;
mod results;
mod same;
mod samples;
mod tasks;
mod test;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use std::process::Command;

/// What developers of Clew run.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measures the speed and the memory of an engine.
    Bench(bench::BenchArgs),
    /// Generates tests for real jars, then compiles and runs them once more from scratch.
    Samples(samples::SamplesArgs),
    /// What Clew answers about the verification tasks of the corpus, by kind.
    Tasks(tasks::TasksArgs),
    /// How much of what the everyday programs of the corpus expect Clew decides, and why it leaves the rest open.
    Everyday(everyday::EverydayArgs),
    /// Holds what Clew claims about lines and branches against JaCoCo and a debugger, on real jars.
    Coverage(coverage::CoverageArgs),
    /// How far Clew gets on methods of many jars that a hash of their names chooses: JaCoCo's figures, runs in random order.
    Jars(jars::JarsArgs),
    /// Runs `clew generate` in several ways and compares what it gives, byte by byte.
    Determinism(determinism::DeterminismArgs),
    /// Compares what two builds of the command give, byte by byte: for changes that are to change no answer.
    Same(same::SameArgs),
    /// Runs all tests of the workspace, several test programs at a time. `./test` calls it.
    Test(test::TestArgs),
    /// Runs methods on random inputs, by the step rules of the exploration and on a JVM, and compares how they end.
    Differential(differential::DifferentialArgs),
    /// Tries to execute what Clew calls unreachable: random calls, other statics, locales, threads, collection, other orders.
    Attack(attack::AttackArgs),
    /// Covers random programs of the block language, and compares with an enumeration of their executions.
    RandomPrograms(random_programs::RandomProgramsArgs),
    /// Looks for inputs on which Clew panics, hangs or contradicts itself.
    Fuzz(fuzz::FuzzArgs),
    /// Packs an archive for users, who need nothing else but a JDK.
    Dist(dist::DistArgs),
    /// Measures the memory of one exploration; `bench` runs it in a process of its own.
    #[command(hide = true)]
    MemoryProbe(bench::ProbeArgs),
}

fn main() -> Result<()> {
    // The JVM that runs the methods of others starts this program anew as the supervisor of its cage.
    if std::env::args_os().nth(1).is_some_and(|first| first == "cage") {
        let arguments: Vec<_> = std::env::args_os().skip(2).collect();
        let ended = clew_cage::main(&arguments) == std::process::ExitCode::SUCCESS;
        std::process::exit(i32::from(!ended));
    }
    let args = Args::parse();
    match args.task {
        Task::Attack(attack) => attack::run(&attack),
        Task::Bench(_) if cfg!(debug_assertions) => again_in_release(),
        Task::Bench(bench) => bench::run(&bench),
        Task::Fuzz(fuzz) => fuzz::run(&fuzz),
        Task::MemoryProbe(probe) => bench::probe(&probe),
        Task::Everyday(everyday) => everyday::run(&everyday),
        Task::Coverage(coverage) => coverage::run(&coverage),
        Task::Differential(differential) => differential::run(&differential),
        Task::Determinism(determinism) => determinism::run(&determinism),
        Task::Jars(jars) => jars::run(&jars),
        Task::Dist(dist) => dist::run(&dist),
        Task::RandomPrograms(random) => random_programs::run(&random),
        Task::Same(same) => same::run(&same),
        Task::Samples(samples) => samples::run(&samples),
        Task::Tasks(tasks) => tasks::run(&tasks),
        Task::Test(test) => test::run(&test),
    }
}

/// Runs the same task with the release build of this program, because figures of a debug build mean nothing.
fn again_in_release() -> Result<()> {
    let status = Command::new(paths::cargo())
        .args(["run", "--quiet", "--release", "--package", "xtask", "--"])
        .args(std::env::args_os().skip(1))
        .current_dir(paths::root())
        .status()
        .context("cargo cannot be run")?;
    ensure!(status.success(), "the release build of the task ended with {status}");
    Ok(())
}
