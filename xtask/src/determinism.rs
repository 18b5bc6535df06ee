//! `xtask determinism`: the same input and the same work budget give the same tests and the same document, byte for byte,
//! whatever the number of jobs, the load of the machine, the folders and the environment.

pub mod compare;
mod load;

use crate::generation;
use crate::paths;
use crate::results::{self, Section};
use anyhow::{Context, Result, ensure};
use clap::Args;
use compare::{Comparison, compare};
use load::Load;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How many differences are listed for each run.
const LISTED: usize = 20;

/// The jars and how to treat them.
#[derive(Args)]
pub struct DeterminismArgs {
    /// Jars or folders of classes to generate tests for [default: all of .deps/samples].
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
    /// Instructions executed symbolically for each method: the repeatable budget.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    max_steps: u64,
    /// Time for each method, where it is to bind: methods that it ends may differ, and must be named [default: no budget that binds].
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    /// Only classes whose binary name matches; may be repeated.
    #[arg(long, value_name = "GLOB", conflicts_with = "write")]
    class: Vec<String>,
    /// The command to use [default: the release build, made anew].
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    clew: Option<PathBuf>,
    /// Put the figures into their page below docs/results.
    #[arg(long)]
    write: bool,
}

/// One way to run the same command.
struct Variant {
    name: &'static str,
    jobs: usize,
    /// Threads that keep the machine busy meanwhile, for each of its cores.
    busy: usize,
    environment: &'static [(&'static str, &'static str)],
}

/// The ways that are compared. The first is what the others are held against.
const VARIANTS: [Variant; 3] = [
    Variant { name: "one job", jobs: 1, busy: 0, environment: &[] },
    Variant {
        name: "two jobs, another environment",
        jobs: 2,
        busy: 0,
        environment: &[
            ("LANG", "tr_TR.UTF-8"),
            ("LC_ALL", "tr_TR.UTF-8"),
            ("TZ", "Pacific/Auckland"),
            ("USER", "somebody"),
            ("LOGNAME", "somebody"),
            ("JAVA_TOOL_OPTIONS", "-Duser.language=tr -Dline.separator=x"),
        ],
    },
    Variant { name: "four jobs, a busy machine", jobs: 4, busy: 2, environment: &[("TZ", "UTC")] },
];

/// What a run left behind.
struct Run {
    tests: PathBuf,
    json: PathBuf,
    seconds: f64,
}

/// Runs `clew generate` on each jar in every way and compares the results.
///
/// # Errors
/// Where `clew` cannot be run or ends with an error, or two results differ.
pub fn run(args: &DeterminismArgs) -> Result<()> {
    let jars = if args.jars.is_empty() { generation::all_jars()? } else { args.jars.clone() };
    let clew = args.clew.clone().map_or_else(generation::build, Ok)?;
    let clew = clew.canonicalize().with_context(|| format!("{} is missing", clew.display()))?;
    let mut table = Vec::new();
    let mut troubles = Vec::new();
    for jar in &jars {
        let jar = jar.canonicalize().with_context(|| format!("{} is missing", jar.display()))?;
        judge(args, &clew, &jar, &mut table, &mut troubles)?;
    }
    let text = report(args, table);
    println!("{text}");
    if args.write {
        let command = format!("cargo xtask determinism {} --write", effort(args).join(" "));
        results::write(Section::Determinism, &command, &text)?;
    }
    ensure!(troubles.is_empty(), "{}", troubles.join("\n"));
    Ok(())
}

fn effort(args: &DeterminismArgs) -> Vec<String> {
    let mut flags = vec!["--max-steps".to_owned(), args.max_steps.to_string()];
    if let Some(budget) = args.budget {
        flags.extend(["--budget".to_owned(), humantime::format_duration(budget).to_string()]);
    }
    flags.extend(args.class.iter().flat_map(|glob| ["--class".to_owned(), glob.clone()]));
    flags
}

/// Runs one jar in every way; adds a row for each, and a line for whatever must not be.
fn judge(
    args: &DeterminismArgs,
    clew: &Path,
    jar: &Path,
    table: &mut Vec<Vec<String>>,
    troubles: &mut Vec<String>,
) -> Result<()> {
    let name = generation::name_of(jar)?;
    let folder = paths::target().join("determinism").join(&name);
    paths::empty_folder(&folder)?;
    let mut first: Option<Run> = None;
    for (at, variant) in VARIANTS.iter().enumerate() {
        eprintln!("xtask: clew generate {name}: {}", variant.name);
        let run = generate(args, clew, jar, variant, &folder.join(format!("run{at}")))?;
        let base = first.as_ref().unwrap_or(&run);
        let found = compare((&base.json, &base.tests), (&run.json, &run.tests))?;
        table.push(row(&name, variant, &run, &found));
        if args.budget.is_none() {
            troubles.extend(found.clock_bound.iter().map(|method| {
                format!("{name}, {}: the clock ended {method}, although there is a budget of steps", variant.name)
            }));
        }
        let shown = found.differences.iter().take(LISTED);
        troubles.extend(shown.map(|line| format!("{name}, {}: {line}", variant.name)));
        if found.differences.len() > LISTED {
            troubles.push(format!("{name}, {}: {} more differences", variant.name, found.differences.len() - LISTED));
        }
        first.get_or_insert(run);
    }
    Ok(())
}

fn generate(args: &DeterminismArgs, clew: &Path, jar: &Path, variant: &Variant, folder: &Path) -> Result<Run> {
    // Each way has its own folders, with names of different lengths.
    let place = folder.join("x".repeat(variant.jobs * 7));
    let [work, scratch, home, tests] = ["work", "scratch", "home", "tests"].map(|name| place.join(name));
    for made in [&work, &scratch, &home] {
        std::fs::create_dir_all(made).with_context(|| format!("{} cannot be made", made.display()))?;
    }
    let json = folder.join("clew.json");
    let load = Load::start(variant.busy);
    let started = Instant::now();
    let mut command = Command::new(clew);
    command
        .arg("generate")
        .arg(jar)
        .args(["--format", "json", "--quiet", "--jobs", &variant.jobs.to_string()])
        .args(effort(args))
        .arg("--out")
        .arg(&tests)
        .envs(variant.environment.iter().copied())
        .env("TMPDIR", &scratch)
        .env("HOME", &home)
        .current_dir(&work);
    generation::run_for_document(&mut command, &json)?;
    let seconds = started.elapsed().as_secs_f64();
    drop(load);
    Ok(Run { tests, json, seconds })
}

fn row(name: &str, variant: &Variant, run: &Run, found: &Comparison) -> Vec<String> {
    use crate::markdown::{grouped, seconds};
    vec![
        format!("{name}, {}", variant.name),
        grouped(found.methods as u64),
        grouped(found.files as u64),
        grouped(found.clock_bound.len() as u64),
        grouped(found.differences.len() as u64),
        seconds(run.seconds),
    ]
}

fn report(args: &DeterminismArgs, rows: Vec<Vec<String>>) -> String {
    let header = ["", "methods", "test classes", "cut by the clock", "differences from the first", "wall time"];
    format!("`clew generate JAR {}`\n\n{}", effort(args).join(" "), crate::markdown::table(&header, rows))
}
