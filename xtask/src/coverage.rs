//! `xtask coverage`: what Clew claims about lines, held against two instruments that know nothing of Clew.
//!
//! The generated tests run once with JaCoCo's agent and once under the debugger's interface of the JVM. JaCoCo tells which
//! lines were covered; the debugger tells which lines began, in which test and below which call, so that every difference
//! has a cause.

mod instruments;
mod join;
mod report;

use crate::document::Document;
use crate::generation::GenerationArgs;
use crate::results::{self, Section};
use anyhow::{Result, ensure};
use clap::Args;
use instruments::Measured;
pub(crate) use join::numberless;
use join::{Finding, Judged, Wrong};

/// The jars and how to treat them.
#[derive(Args)]
pub struct CoverageArgs {
    #[command(flatten)]
    generation: GenerationArgs,
    /// Also list the lines about which Clew and an instrument differ without being wrong.
    #[arg(long)]
    differences: bool,
    /// Put the figures into their page below docs/results.
    #[arg(long)]
    write: bool,
}

/// What was found for one jar.
pub struct Covered {
    name: String,
    document: Document,
    measured: Measured,
    lines: Vec<Judged>,
}

/// Generates the tests of each jar, measures them with both instruments and prints the tables.
///
/// # Errors
/// Where a tool cannot be run, a test fails, or what was measured contradicts what Clew claims.
pub fn run(args: &CoverageArgs) -> Result<()> {
    let mut jars = Vec::new();
    args.generation.for_each(|generated| {
        let measured = instruments::measure(&generated)?;
        let lines = join::join(&generated.document, &measured);
        jars.push(Covered { name: generated.name, document: generated.document, measured, lines });
        Ok(())
    })?;
    for jar in &jars {
        println!("{}\n", report::classes(jar));
        if args.differences {
            println!("{}", report::differences(jar));
        }
    }
    let effort = args.generation.effort();
    let summary = report::summary(&effort, &jars);
    println!("{summary}");
    if args.write {
        let command = format!("cargo xtask coverage {} --write", effort.join(" "));
        results::write(Section::Coverage, &command, &summary)?;
    }
    let troubles: Vec<String> = jars.iter().flat_map(Covered::troubles).collect();
    ensure!(troubles.is_empty(), "{}", troubles.join("\n"));
    Ok(())
}

impl Covered {
    /// Whatever must never happen, one line each.
    fn troubles(&self) -> Vec<String> {
        let wrong = self.lines.iter().filter_map(|line| match &line.finding {
            Finding::Wrong(wrong) => Some(self.trouble(line, wrong)),
            _ => None,
        });
        self.measured.troubles.iter().map(|line| format!("{}: {line}", self.name)).chain(wrong).collect()
    }

    fn trouble(&self, line: &Judged, wrong: &Wrong) -> String {
        let what = match wrong {
            Wrong::Unreachable { .. } => "an execution gets there",
            Wrong::NeverExecuted => "no test gets there",
        };
        let begun = line.begun.as_ref();
        let test =
            begun.and_then(|begun| begun.test.as_deref()).map_or_else(String::new, |test| format!(", in {test}"));
        let first = begun.and_then(|begun| begun.first.as_ref());
        let first = first.map_or_else(String::new, |first| format!(" through {first}"));
        format!(
            "{}: {}:{} is {} for Clew, but {what}{test}{first}",
            self.name,
            line.key.method,
            line.key.line,
            report::claim(&line.claim)
        )
    }
}
