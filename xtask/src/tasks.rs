//! `xtask tasks`: what Clew answers about the verification tasks of `corpus/tasks`, by kind, and why it leaves some open.

mod report;
#[path = "../../crates/cli/tests/support/tasks.rs"]
mod task;

use crate::results::{self, Section};
use crate::{generation, javac, paths};
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::Value as Json;
use std::path::PathBuf;
use std::time::Duration;
use task::{Answer, FLAGS, Task};

/// How Clew is asked.
#[derive(Args)]
pub struct TasksArgs {
    /// Time for each task.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = humantime::parse_duration)]
    budget: Duration,
    /// Tasks explored at one time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// The command to use [default: the release build, made anew].
    #[arg(long, value_name = "FILE")]
    clew: Option<PathBuf>,
    /// Put the figures into their page below docs/results.
    #[arg(long)]
    write: bool,
}

impl TasksArgs {
    /// The flags of `clew generate` that say how hard it tries.
    fn effort(&self) -> Vec<String> {
        let budget = humantime::format_duration(self.budget).to_string();
        vec!["--budget".to_owned(), budget, "--jobs".to_owned(), self.jobs.to_string()]
    }

    fn command(&self) -> String {
        let clew = if self.clew.is_some() { " --clew FILE" } else { "" };
        format!("cargo xtask tasks {}{clew} --write", self.effort().join(" "))
    }
}

/// A task, what was answered about it, and how long that took.
pub struct Answered {
    task: Task,
    answer: Answer,
    seconds: f64,
}

impl Answered {
    /// The kind of the task, which is its folder.
    fn kind(&self) -> &str {
        self.task.class.split('.').nth(1).unwrap_or_default()
    }

    fn is_right(&self) -> bool {
        self.answer == self.task.truth()
    }

    fn is_wrong(&self) -> bool {
        !self.is_right() && self.reason().is_none()
    }

    /// Why the answer is unknown.
    fn reason(&self) -> Option<&str> {
        match &self.answer {
            Answer::Unknown(reason) => Some(reason),
            Answer::Safe | Answer::Unsafe => None,
        }
    }
}

/// Asks about all tasks, then prints the tables.
///
/// # Errors
/// Where a tool cannot be run, `clew` ends with an error, or an answer is wrong.
pub fn run(args: &TasksArgs) -> Result<()> {
    let clew = args.clew.clone().map_or_else(generation::build, Ok)?;
    let (sources, tasks) = task::all(&paths::root().join("corpus/tasks"));
    let folder = paths::target().join("tasks");
    javac::compile(&sources, &[], &folder.join("classes"))?;
    let effort = args.effort();
    let flags: Vec<&str> = FLAGS.iter().copied().chain(effort.iter().map(String::as_str)).collect();
    let document: Json = generation::document_of_classes(&clew, &flags, &folder)?;
    let answered: Vec<Answered> = tasks
        .into_iter()
        .map(|task| {
            let seconds = task.method(&document).and_then(|method| method["stats"]["seconds"].as_f64());
            Answered { answer: task.answer(&document), seconds: seconds.unwrap_or_default(), task }
        })
        .collect();
    let text = report::text(&args.effort(), &answered);
    println!("{text}");
    if args.write {
        results::write(Section::Tasks, &args.command(), &text)?;
    }
    let wrong: Vec<&str> =
        answered.iter().filter(|answered| answered.is_wrong()).map(|answered| answered.task.class.as_str()).collect();
    ensure!(wrong.is_empty(), "the answers about {} are wrong", wrong.join(", "));
    Ok(())
}
