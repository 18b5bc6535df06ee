//! `xtask samples`: what Clew does on real jars, with every generated test compiled and run once more from scratch.

mod report;

use crate::generation::{Generated, GenerationArgs};
use crate::junit::{self, Confirmed};
use crate::results::{self, Section};
use anyhow::{Result, ensure};
use clap::Args;

/// How many methods that were not processed are named for each jar.
const LISTED_ERRORS: usize = 10;

/// The sample jars and how to treat them.
#[derive(Args)]
pub struct SamplesArgs {
    #[command(flatten)]
    generation: GenerationArgs,
    /// Put the figures into their page below docs/results.
    #[arg(long)]
    write: bool,
}

/// What became of one jar.
pub struct Sample {
    generated: Generated,
    confirmed: Confirmed,
}

/// Generates, compiles and runs the tests of each jar, then prints the tables.
///
/// # Errors
/// Where a tool cannot be run, `clew` ends with an error, or a generated test does not compile or does not pass.
pub fn run(args: &SamplesArgs) -> Result<()> {
    let mut samples = Vec::new();
    args.generation.for_each(|generated| {
        eprintln!("xtask: compiling and running the tests of {}", generated.name);
        let confirmed = junit::confirm(&generated)?;
        samples.push(Sample { generated, confirmed });
        Ok(())
    })?;
    let effort = args.generation.effort();
    let text = report::text(&effort, &samples);
    println!("{text}");
    if args.write {
        let command = format!("cargo xtask samples {} --write", effort.join(" "));
        results::write(Section::Samples, &command, &text)?;
    }
    let troubles: Vec<String> = samples.iter().flat_map(Sample::troubles).collect();
    ensure!(troubles.is_empty(), "{}", troubles.join("\n"));
    Ok(())
}

impl Sample {
    /// Whatever must never happen, one line each.
    fn troubles(&self) -> Vec<String> {
        let Sample { generated: Generated { name, document, .. }, confirmed } = self;
        let mut lines = Vec::new();
        let mismatches = document.replays("mismatch");
        if mismatches > 0 {
            lines.push(format!("{name}: the JVM contradicted {mismatches} tests"));
        }
        for (method, error) in document.errors().take(LISTED_ERRORS) {
            lines.push(format!("{name}: {method}: {error}"));
        }
        let unlisted = document.errors().count().saturating_sub(LISTED_ERRORS);
        if unlisted > 0 {
            lines.push(format!("{name}: {unlisted} more methods were not processed"));
        }
        lines.extend(confirmed.troubles.iter().map(|line| format!("{name}: {line}")));
        lines
    }
}
