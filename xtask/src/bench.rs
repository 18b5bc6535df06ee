//! `xtask bench`: how fast symbolic execution is, how much memory its states take, what the heap models cost, and what
//! covers of block-language programs and single places cost.

mod bounded;
mod cases;
mod changes;
mod compose;
mod heap;
mod measure;
mod memory;
mod mutants;
mod plot;
mod reach;
mod report;
mod unverified;

pub use memory::{ProbeArgs, probe};

use crate::results::{self, Section};
use crate::{javac, paths};
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// How to measure.
#[derive(Args)]
pub struct BenchArgs {
    /// What to measure.
    #[arg(value_enum)]
    what: What,
    /// How often each exploration is run; the median counts.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// The greatest time of one exploration; one that takes longer is listed as cut.
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Measure only the cases whose name contains this.
    #[arg(long, value_name = "TEXT", conflicts_with = "write")]
    only: Option<String>,
    /// The command that makes the tests, for `mutants`, `changes`, `reach` and `unverified` [default: the release build, made anew].
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    clew: Option<PathBuf>,
    /// Put the figures into their page below docs/results.
    #[arg(long)]
    write: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Symbolic execution.
    Symex,
    /// Lazy initialization and the heap solver on containers: Table 6.1 of the thesis.
    Heap,
    /// Covers of random programs: the experiment of the paper on bounded infeasible-code detection.
    Bounded,
    /// Exploration as it is against composition of summaries: Table 3.5 and the case studies of section 3.3.9 of the thesis.
    Compose,
    /// How many mutants of programs the generated tests kill, by PIT.
    Mutants,
    /// How many changes of behaviour by hand the generated tests of `examples/` notice.
    Changes,
    /// Single places behind loops: Table 1 of the paper on abstract path conditions.
    Reach,
    /// What it does to the tests that results of `clew verify` guide them.
    Unverified,
}

impl BenchArgs {
    fn command(&self) -> String {
        let what = match self.what {
            What::Symex => "symex",
            What::Heap => "heap",
            What::Bounded => "bounded",
            What::Compose => "compose",
            What::Mutants => "mutants",
            What::Changes => "changes",
            What::Reach => "reach",
            What::Unverified => "unverified",
        };
        let mut command = format!("cargo xtask bench {what}");
        if self.runs != 5 {
            command += &format!(" --runs {}", self.runs);
        }
        if self.time != Duration::from_secs(60) {
            command += &format!(" --time {}", humantime::format_duration(self.time));
        }
        command + " --write"
    }
}

/// Compiles the programs, measures every case and prints the tables.
pub fn run(args: &BenchArgs) -> Result<()> {
    if matches!(args.what, What::Symex | What::Heap | What::Compose) {
        compile()?;
    }
    let (section, text) = match args.what {
        What::Bounded => (Section::BenchBounded, bounded::run(args.time, args.write, |name| wanted(args, name))?),
        What::Mutants => (Section::Mutants, mutants::run(args.clew.as_deref(), |name| wanted(args, name))?),
        What::Changes => (Section::Changes, changes::run(args.clew.as_deref())?),
        What::Reach => (Section::Reach, {
            let plan = reach::Plan { clew: args.clew.as_deref(), runs: args.runs, time: args.time };
            reach::run(&plan, |name| wanted(args, name))?
        }),
        What::Unverified => {
            (Section::Unverified, unverified::run(args.clew.as_deref(), args.write, |name| wanted(args, name))?)
        }
        What::Symex => (Section::BenchSymex, symex(args)?),
        What::Compose => (Section::Compose, compose::run(args.runs, args.time, |name| wanted(args, name))?),
        What::Heap => (Section::BenchHeap, heap::run(args.runs, args.time, |name| wanted(args, name))?),
    };
    println!("{text}");
    if args.write {
        results::write(section, &args.command(), &text)?;
    }
    Ok(())
}

/// The tables of symbolic execution, as Markdown.
fn symex(args: &BenchArgs) -> Result<String> {
    let cases: Vec<_> = cases::all().into_iter().filter(|case| wanted(args, &case.to_string())).collect();
    let mut measured = Vec::new();
    for case in cases {
        eprint!("xtask: {case} …");
        let figures = measure::median(&case, args.runs, args.time)?;
        eprintln!(" {}", crate::markdown::seconds(figures.seconds.median));
        measured.push((case, figures));
    }
    let mut memory = Vec::new();
    for case in cases::for_memory().into_iter().filter(|case| wanted(args, &case.to_string())) {
        eprintln!("xtask: memory of {case}");
        memory.push((case.clone(), memory::median(&case, args.runs, args.time)?));
    }
    ensure!(!measured.is_empty() || !memory.is_empty(), "no case has this in its name");
    Ok(report::text(args.runs, &measured, &memory))
}

fn wanted(args: &BenchArgs, name: &str) -> bool {
    args.only.as_ref().is_none_or(|part| name.contains(part.as_str()))
}

/// Where the compiled programs are.
fn classes() -> PathBuf {
    paths::target().join("bench/classes")
}

fn compile() -> Result<()> {
    let sources = paths::files_below(&paths::root().join("xtask/bench-java"), "java")?;
    javac::compile(&sources, &[], &classes())
}
