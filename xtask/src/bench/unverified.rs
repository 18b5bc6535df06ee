//! What it does to the tests of real methods that `clew verify` has looked at them before: the experiment of
//! `unverified-executions`, section 4, with our verifier and our tests.

use crate::generation;
use crate::paths;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The jars, by how their names begin, and the classes of each.
const SUBJECTS: [(&str, &[&str]); 2] = [
    ("commons-codec-", &["org.apache.commons.codec.binary.Hex", "org.apache.commons.codec.binary.BinaryCodec"]),
    ("commons-lang3-", &["org.apache.commons.lang3.math.Fraction", "org.apache.commons.lang3.mutable.*"]),
];

/// The instructions for each method: a budget that most methods do not need, and one that many do.
const BUDGETS: [&str; 2] = ["2000", "200"];

/// How results of a verifier guide the exploration; `None` for an exploration without results.
const CONFIGURATIONS: [(&str, Option<&str>); 4] =
    [("UV", None), ("MAY", Some("may")), ("MUST", Some("must")), ("MAY × MUST", Some("may-must"))];

#[derive(Deserialize)]
struct Document {
    methods: Vec<Method>,
}

#[derive(Deserialize)]
struct Method {
    class: String,
    method: String,
    descriptor: String,
    tests: Vec<Test>,
    goals: Vec<Goal>,
    #[serde(default)]
    undecided: Vec<Cut>,
    stats: Option<Stats>,
}

#[derive(Deserialize)]
struct Test {
    outcome: serde_json::Value,
}

#[derive(Deserialize)]
struct Goal {
    kind: String,
    verdict: String,
}

#[derive(Deserialize)]
struct Cut {
    reason: String,
}

#[derive(Deserialize)]
struct Stats {
    seconds: f64,
    instructions: u64,
}

#[derive(Deserialize)]
struct Verified {
    checks: Vec<Check>,
}

#[derive(Deserialize)]
struct Check {
    class: String,
    method: String,
    descriptor: String,
    verdict: String,
}

type Key = (String, String, String);

/// What a configuration gave for the methods that have checks.
#[derive(Default)]
struct Figures {
    tests: usize,
    failing: usize,
    failures: usize,
    instructions: u64,
    seconds: f64,
    out_of_budget: usize,
}

/// Makes tests of the subjects in each configuration and tells what came of it as tables.
///
/// # Errors
/// Where a jar is missing, or `clew` ends with an error.
pub fn run(clew: Option<&Path>, wanted: impl Fn(&str) -> bool) -> Result<String> {
    // It is run in another folder.
    let clew = clew.map_or_else(generation::build, |clew| Ok(clew.canonicalize()?))?;
    let jars = generation::all_jars()?;
    let mut text = String::new();
    for (prefix, classes) in SUBJECTS.into_iter().filter(|(prefix, _)| wanted(prefix)) {
        let is_meant = |jar: &&PathBuf| jar.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
        let jar = jars.iter().find(is_meant).with_context(|| format!("{prefix} is missing: run ./setup --samples"))?;
        subject(&clew, jar, classes, &mut text)?;
    }
    Ok(text)
}

fn subject(clew: &Path, jar: &Path, classes: &[&str], text: &mut String) -> Result<()> {
    let name = generation::name_of(jar)?;
    let folder = paths::target().join("unverified").join(&name);
    paths::empty_folder(&folder)?;
    let jar = jar.canonicalize()?;
    let globs: Vec<&str> = classes.iter().flat_map(|glob| ["--class", glob]).collect();
    eprintln!("xtask: clew verify {name}");
    let verified = verify(clew, &jar, &globs)?;
    std::fs::write(folder.join("verified.json"), &verified)?;
    let verified: Verified = serde_json::from_str(&verified)?;
    let key = |check: &Check| (check.class.clone(), check.method.clone(), check.descriptor.clone());
    let with_checks: BTreeSet<Key> = verified.checks.iter().map(key).collect();
    let count = |verdict: &str| verified.checks.iter().filter(|check| check.verdict == verdict).count();
    writeln!(
        text,
        "**{name}**, {}: {} checks verified, {} under assumptions, {} open.\n",
        classes.iter().map(|glob| format!("`{glob}`")).collect::<Vec<_>>().join(" and "),
        count("verified"),
        count("verified_if"),
        count("open")
    )?;
    text.push_str(
        "| steps | configuration | methods | tests | failing | failures found | instructions | seconds | out of budget |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for budget in BUDGETS {
        let mut compared: Option<BTreeSet<Key>> = None;
        for (configuration, which) in CONFIGURATIONS {
            eprintln!("xtask: {name}, {configuration}, {budget} steps");
            let mut flags = vec!["--no-replay", "--jobs", "2", "--max-steps", budget, "--budget", "10s"];
            flags.extend(&globs);
            if let Some(which) = which {
                flags.extend(["--verified", "verified.json", "--unverified", which]);
            }
            let document = generate(clew, &jar, &flags, &folder)?;
            let methods = compared.get_or_insert_with(|| document.methods.iter().map(Method::key).collect());
            let meant = document.methods.iter().filter(|method| {
                let key = method.key();
                with_checks.contains(&key) && methods.contains(&key)
            });
            let (mut figures, mut number) = (Figures::default(), 0);
            for method in meant {
                figures.add(method);
                number += 1;
            }
            let Figures { tests, failing, failures, instructions, seconds, out_of_budget } = figures;
            let row = format!(
                "| {budget} | {configuration} | {number} | {tests} | {failing} | {failures} | {instructions} | {seconds:.1} | {out_of_budget} |"
            );
            eprintln!("{row}");
            writeln!(text, "{row}")?;
        }
    }
    text.push('\n');
    Ok(())
}

impl Method {
    fn key(&self) -> Key {
        (self.class.clone(), self.method.clone(), self.descriptor.clone())
    }
}

impl Figures {
    fn add(&mut self, method: &Method) {
        let fails = |goal: &&Goal| ["exception", "assert"].contains(&goal.kind.as_str()) && goal.verdict == "reached";
        self.tests += method.tests.len();
        self.failing += method.tests.iter().filter(|test| test.outcome.get("throws").is_some()).count();
        self.failures += method.goals.iter().filter(fails).count();
        self.out_of_budget += usize::from(method.undecided.iter().any(|cut| cut.reason.starts_with("budget")));
        if let Some(stats) = &method.stats {
            self.instructions += stats.instructions;
            self.seconds += stats.seconds;
        }
    }
}

fn verify(clew: &Path, jar: &Path, globs: &[&str]) -> Result<String> {
    let output =
        Command::new(clew).arg("verify").arg(jar).args(["--format", "json", "--quiet"]).args(globs).output()?;
    ensure!(output.status.success(), "clew verify ended with {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

fn generate(clew: &Path, jar: &Path, flags: &[&str], folder: &Path) -> Result<Document> {
    let output = Command::new(clew)
        .arg("generate")
        .arg(jar)
        .args(["--format", "json", "--quiet"])
        .args(flags)
        .current_dir(folder)
        .env(generation::NO_CACHE.0, generation::NO_CACHE.1)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{} cannot be run", clew.display()))?;
    match output.status.code() {
        Some(code) if generation::WITH_DOCUMENT.contains(&code) => Ok(serde_json::from_slice(&output.stdout)?),
        _ => bail!("clew ended with {}", output.status),
    }
}
