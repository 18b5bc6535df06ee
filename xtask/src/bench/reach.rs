//! `xtask bench reach`: the programs of *Abstracting Path Conditions* (the introduction and appendix A), written anew in
//! the block language and in Java, each decided by its condition and by plain search.

use super::measure::Spread;
use crate::generation::{self, NO_CACHE};
use crate::{javac, markdown, paths};
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A program of the paper.
struct Program {
    name: &'static str,
    /// The file in the block language, below [`BLOCK_PROGRAMS`].
    block: &'static str,
    is_reachable: bool,
    /// Seconds of Pex and of Apc in Table 1, if it is there.
    published: Option<(&'static str, &'static str)>,
}

const fn program(
    name: &'static str,
    block: &'static str,
    is_reachable: bool,
    published: Option<(&'static str, &'static str)>,
) -> Program {
    Program { name, block, is_reachable, published }
}

const PROGRAMS: [Program; 8] = [
    program("Intro", "intro", true, None),
    program("Hello", "hello", true, Some(("5.257", "0.181"))),
    program("HW", "hw", true, Some(("25.05", "0.941"))),
    program("HWM", "hwm", true, Some(("over an hour", "4.660"))),
    program("MatrIR", "matr_ir", true, Some(("95.00", "0.035"))),
    program("WinDriver", "win_driver", true, Some(("28.39", "0.627"))),
    program("OneLoop", "one_loop", false, Some(("134.0", "0.003"))),
    program("TwoLoops", "two_loops", false, Some(("64.00", "0.003"))),
];

const BLOCK_PROGRAMS: &str = "crates/apc/tests/benchmarks";
const JAVA_PROGRAMS: &str = "crates/cli/tests/reach";

/// What ends the line of the place in a Java program.
const TARGET: &str = "// TARGET";

#[derive(Deserialize)]
struct Document {
    verdict: String,
    unconditional: bool,
    test: Option<Test>,
    stats: Stats,
}

#[derive(Deserialize)]
struct Test {
    replay: Option<String>,
}

#[derive(Deserialize)]
struct Stats {
    queries: u64,
    seconds: f64,
}

/// Which programs, how often, and in what time.
pub(super) struct Plan<'a> {
    /// The command; `None` for the release build, made anew.
    pub clew: Option<&'a Path>,
    pub runs: u32,
    pub time: Duration,
}

/// Decides each program in each language; the table as Markdown.
///
/// # Errors
/// `clew` cannot be built or run, a verdict is wrong, or an answer of the condition is missing.
pub(super) fn run(plan: &Plan<'_>, wanted: impl Fn(&str) -> bool) -> Result<String> {
    let clew = plan.clew.map_or_else(generation::build, |clew| Ok(clew.canonicalize()?))?;
    let classes = paths::target().join("bench/reach-classes");
    javac::compile(&paths::files_below(&paths::root().join(JAVA_PROGRAMS), "java")?, &[], &classes)?;
    let mut rows = Vec::new();
    for program in PROGRAMS.iter().filter(|program| wanted(program.name)) {
        let block = paths::root().join(BLOCK_PROGRAMS).join(program.block).with_extension("clew");
        rows.push(row(program, "block language", &measure(&clew, plan, program, &(block, "target".to_owned()))?));
        let place = format!("apc.{}#run:{}", program.name, line(program)?);
        rows.push(row(program, "Java", &measure(&clew, plan, program, &(classes.clone(), place))?));
    }
    ensure!(!rows.is_empty(), "no program has this in its name");
    let table = markdown::table(
        &[
            "program",
            "language",
            "verdict",
            "median",
            "least to greatest",
            "queries",
            "plain search",
            "its time",
            "its queries",
            "paper: Pex",
            "paper: Apc",
        ],
        rows,
    );
    Ok(format!("Medians of {} runs; plain search is run once and has {}.\n\n{table}\n", plan.runs, {
        humantime::format_duration(plan.time)
    }))
}

/// The line of the place in a Java program.
fn line(program: &Program) -> Result<usize> {
    let file = paths::root().join(JAVA_PROGRAMS).join(program.name).with_extension("java");
    let text = std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let position = text.lines().position(|line| line.ends_with(TARGET));
    Ok(position.with_context(|| format!("{} has no target", file.display()))? + 1)
}

/// What deciding a program took.
struct Measured {
    by_condition: Document,
    seconds: Spread,
    by_search: Document,
}

/// Decides a place of a program: the input of the command, and the target.
fn measure(clew: &Path, plan: &Plan<'_>, program: &Program, place: &(PathBuf, String)) -> Result<Measured> {
    let mut seconds = Vec::new();
    let mut last = None;
    for _ in 0..plan.runs {
        let document = decide(clew, place, "both", plan.time)?;
        check(program, &document)?;
        seconds.push(document.stats.seconds);
        last = Some(document);
    }
    let by_condition = last.context("a program is decided at least once")?;
    let seconds = Spread::of(seconds);
    eprintln!("xtask: {}: {} in {}", place.1, by_condition.verdict, markdown::seconds(seconds.median));
    let by_search = decide(clew, place, "search", plan.time)?;
    check(program, &by_search)?;
    Ok(Measured { by_condition, seconds, by_search })
}

/// Holds a verdict against what is known of the program.
fn check(program: &Program, document: &Document) -> Result<()> {
    let replay = document.test.as_ref().and_then(|test| test.replay.as_deref());
    match (program.is_reachable, document.verdict.as_str()) {
        (true, "unreachable") | (false, "reached") => {
            bail!("{}: wrong verdict {}", program.name, document.verdict)
        }
        (true, "reached") => {
            ensure!(replay.is_none_or(|replay| replay == "confirmed"), "{}: replay {replay:?}", program.name);
        }
        (false, "unreachable") => ensure!(document.unconditional, "{}: a bounded proof", program.name),
        _ => {}
    }
    Ok(())
}

fn decide(clew: &Path, (input, target): &(PathBuf, String), method: &str, time: Duration) -> Result<Document> {
    let timeout = humantime::format_duration(time).to_string();
    let output = Command::new(clew)
        .arg("reach")
        .arg(input)
        .args(["--target", target, "--method", method, "--timeout", &timeout, "--format", "json", "--quiet"])
        .env(NO_CACHE.0, NO_CACHE.1)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{} cannot be run", clew.display()))?;
    ensure!(output.status.success(), "clew reach {target}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).with_context(|| format!("the document about {target} cannot be read"))
}

fn row(program: &Program, language: &str, measured: &Measured) -> Vec<String> {
    let Measured { by_condition, seconds, by_search } = measured;
    let (pex, apc) = program.published.unwrap_or(("–", "–"));
    let spread = format!("{:.3} to {:.3}", seconds.least, seconds.greatest);
    [
        program.name.to_owned(),
        language.to_owned(),
        by_condition.verdict.clone(),
        format!("{:.3} s", seconds.median),
        spread,
        by_condition.stats.queries.to_string(),
        by_search.verdict.clone(),
        markdown::seconds(by_search.stats.seconds),
        markdown::grouped(by_search.stats.queries),
        pex.to_owned(),
        apc.to_owned(),
    ]
    .into()
}
