//! `xtask samples`: what Clew does on real jars, with every generated test compiled and run once more from scratch.

mod document;
mod report;
mod tests;

use crate::paths;
use crate::results::{self, Section};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use document::Document;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tests::Confirmed;

/// How many methods that were not processed are named for each jar.
const LISTED_ERRORS: usize = 10;

/// The sample jars and how to treat them.
#[derive(Args)]
pub struct SamplesArgs {
    /// Jars to generate tests for [default: all of .deps/samples].
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
    /// Instructions executed symbolically for each method: the repeatable budget.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_steps: u64,
    /// Time for each method.
    #[arg(long, value_name = "DURATION", default_value = "5s", value_parser = humantime::parse_duration)]
    budget: Duration,
    /// Methods explored at one time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Only classes whose binary name matches; may be repeated.
    #[arg(long, value_name = "GLOB", conflicts_with = "write")]
    class: Vec<String>,
    /// The command to use [default: the release build, made anew].
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    clew: Option<PathBuf>,
    /// Use what an earlier run left in target/samples in place of running `clew generate` again.
    #[arg(long, conflicts_with = "write")]
    reuse: bool,
    /// Put the figures into docs/results.md.
    #[arg(long)]
    write: bool,
}

impl SamplesArgs {
    /// The flags of `clew generate` that say how hard it tries.
    fn effort(&self) -> Vec<String> {
        let budget = humantime::format_duration(self.budget).to_string();
        let mut flags = vec!["--max-steps".to_owned(), self.max_steps.to_string()];
        flags.extend(["--budget".to_owned(), budget, "--jobs".to_owned(), self.jobs.to_string()]);
        flags.extend(self.class.iter().flat_map(|glob| ["--class".to_owned(), glob.clone()]));
        flags
    }
}

/// What became of one jar.
pub struct Sample {
    name: String,
    document: Document,
    confirmed: Confirmed,
    /// Wall time of `clew generate`.
    wall: Duration,
}

/// Generates, compiles and runs the tests of each jar, then prints the tables.
///
/// # Errors
/// Where a tool cannot be run, `clew` ends with an error, or a generated test does not compile or does not pass.
pub fn run(args: &SamplesArgs) -> Result<()> {
    let jars = if args.jars.is_empty() { all_jars()? } else { args.jars.clone() };
    let clew = args.clew.clone().map_or_else(build, Ok)?;
    let mut samples = Vec::new();
    for jar in &jars {
        samples.push(sample(args, &clew, jar)?);
    }
    let text = report::text(&args.effort(), &samples);
    println!("{text}");
    if args.write {
        let command = format!("cargo xtask samples {} --write", args.effort().join(" "));
        results::write(Section::Samples, &command, &text)?;
    }
    let troubles: Vec<String> = samples.iter().flat_map(Sample::troubles).collect();
    ensure!(troubles.is_empty(), "{}", troubles.join("\n"));
    Ok(())
}

impl Sample {
    /// Whatever must never happen, one line each.
    fn troubles(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mismatches = self.document.replays("mismatch");
        if mismatches > 0 {
            lines.push(format!("{}: the JVM contradicted {mismatches} tests", self.name));
        }
        for (method, error) in self.document.errors().take(LISTED_ERRORS) {
            lines.push(format!("{}: {method}: {error}", self.name));
        }
        let unlisted = self.document.errors().count().saturating_sub(LISTED_ERRORS);
        if unlisted > 0 {
            lines.push(format!("{}: {unlisted} more methods were not processed", self.name));
        }
        lines.extend(self.confirmed.troubles.iter().map(|line| format!("{}: {line}", self.name)));
        lines
    }
}

fn all_jars() -> Result<Vec<PathBuf>> {
    let folder = paths::root().join(".deps/samples");
    ensure!(folder.is_dir(), "the sample jars are missing: run ./setup --samples");
    let jars = paths::files_below(&folder, "jar")?;
    ensure!(!jars.is_empty(), "there is no jar in {}", folder.display());
    Ok(jars)
}

/// Builds the command as users have it, and tells where it is.
fn build() -> Result<PathBuf> {
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--release", "--package", "clew-cli"])
        .current_dir(paths::root())
        .status()
        .context("cargo cannot be run")?;
    ensure!(status.success(), "clew cannot be built");
    Ok(paths::target().join("release/clew"))
}

fn sample(args: &SamplesArgs, clew: &Path, jar: &Path) -> Result<Sample> {
    let name = jar.file_stem().map(|stem| stem.to_string_lossy().into_owned()).context("a jar has a name")?;
    let folder = paths::target().join("samples").join(&name);
    let sources = folder.join("tests");
    let json = folder.join("clew.json");
    let mut wall = Duration::ZERO;
    if !args.reuse {
        if folder.exists() {
            std::fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
        }
        std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        eprintln!("xtask: clew generate {name}");
        wall = generate(args, clew, jar, &sources, &json)?;
    }
    let document = Document::read(&json)?;
    if args.reuse {
        wall = Duration::from_secs_f64(document.stats.seconds);
    }
    eprintln!("xtask: compiling and running the tests of {name}");
    let confirmed = tests::confirm(jar, &sources, &folder)?;
    Ok(Sample { name, document, confirmed, wall })
}

/// Exit codes of `clew` after which its document is complete: done, done with bad input, contradicted by the JVM.
const WITH_DOCUMENT: [i32; 3] = [0, 2, 3];

fn generate(args: &SamplesArgs, clew: &Path, jar: &Path, sources: &Path, json: &Path) -> Result<Duration> {
    let log = json.with_extension("log");
    let started = Instant::now();
    let status = Command::new(clew)
        .arg("generate")
        .arg(jar)
        .args(["--format", "json", "--quiet"])
        .args(args.effort())
        .arg("--out")
        .arg(sources)
        .stdin(std::process::Stdio::null())
        .stdout(File::create(json)?)
        .stderr(File::create(&log)?)
        .status()
        .with_context(|| format!("{} cannot be run", clew.display()))?;
    match status.code() {
        Some(code) if WITH_DOCUMENT.contains(&code) => Ok(started.elapsed()),
        _ => bail!("clew ended with {status} on {}; its messages are in {}", jar.display(), log.display()),
    }
}
