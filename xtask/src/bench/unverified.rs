//! What it does to the tests of real methods that `clew verify` has looked at them before: the experiment of
//! `unverified-executions`, section 4, with our verifier and our tests.

mod figures;

use super::plot;
use crate::generation;
use crate::paths;
use anyhow::{Context, Result, bail, ensure};
use figures::{Bound, Figures, Method};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The jars, by how their names begin, and the classes of each.
const SUBJECTS: [(&str, &[&str]); 2] = [
    (
        "commons-codec-",
        &[
            "org.apache.commons.codec.binary.Hex",
            "org.apache.commons.codec.binary.BinaryCodec",
            "org.apache.commons.codec.language.Soundex",
            "org.apache.commons.codec.language.RefinedSoundex",
            "org.apache.commons.codec.net.PercentCodec",
        ],
    ),
    (
        "commons-lang3-",
        &[
            "org.apache.commons.lang3.math.Fraction",
            "org.apache.commons.lang3.mutable.*",
            "org.apache.commons.lang3.BitField",
            "org.apache.commons.lang3.CharRange",
        ],
    ),
];

/// The instructions for each method: a budget that most methods do not need, and one that many do.
const BUDGETS: [&str; 2] = ["2000", "200"];

/// A configuration of the experiment, and how results of a verifier guide the exploration; `None` for an exploration without results.
const CONFIGURATIONS: [(&str, Option<&str>); 5] = [
    ("UV", None),
    ("PV", Some("none")),
    ("MAY", Some("may")),
    ("MUST", Some("must")),
    ("MAY × MUST", Some("may-must")),
];

/// The configuration to which the others are compared.
const BASELINE: usize = 1;

#[derive(Deserialize)]
struct Document {
    methods: Vec<Method>,
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

/// Class, method and descriptor.
type Key = (String, String, String);

/// The figures of each method under each configuration, in one budget.
type Measured = Vec<BTreeMap<Key, Figures>>;

/// Makes tests of the subjects in each configuration and tells what came of it as tables. With `draws`, plots are put below
/// `docs/pictures`.
///
/// # Errors
/// Where a jar is missing, or `clew` ends with an error.
pub fn run(clew: Option<&Path>, draws: bool, wanted: impl Fn(&str) -> bool) -> Result<String> {
    // It is run in another folder.
    let clew = clew.map_or_else(generation::build, |clew| Ok(clew.canonicalize()?))?;
    let jars = generation::all_jars()?;
    let mut text = String::new();
    let mut all: Vec<Measured> = vec![vec![BTreeMap::new(); CONFIGURATIONS.len()]; BUDGETS.len()];
    for (prefix, classes) in SUBJECTS.into_iter().filter(|(prefix, _)| wanted(prefix)) {
        let is_meant = |jar: &&PathBuf| jar.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
        let jar = jars.iter().find(is_meant).with_context(|| format!("{prefix} is missing: run ./setup --samples"))?;
        for (all, measured) in all.iter_mut().zip(subject(&clew, jar, classes, &mut text)?) {
            for (all, measured) in all.iter_mut().zip(measured) {
                all.extend(measured);
            }
        }
    }
    writeln!(text, "**All methods.**\n\n{}", table(&all)?)?;
    if draws {
        draw(&all[0])?;
    }
    Ok(text)
}

fn subject(clew: &Path, jar: &Path, classes: &[&str], text: &mut String) -> Result<Vec<Measured>> {
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
        classes.iter().map(|glob| format!("`{glob}`")).collect::<Vec<_>>().join(", "),
        count("verified"),
        count("verified_if"),
        count("open")
    )?;
    let mut all = Vec::new();
    for budget in BUDGETS {
        let mut measured: Measured = Vec::new();
        for (configuration, which) in CONFIGURATIONS {
            eprintln!("xtask: {name}, {configuration}, {budget} steps");
            let mut flags = vec!["--no-replay", "--jobs", "2", "--max-steps", budget, "--budget", "10s"];
            flags.extend(&globs);
            if let Some(which) = which {
                flags.extend(["--verified", "verified.json", "--unverified", which]);
            }
            let document = generate(clew, &jar, &flags, &folder)?;
            let of_methods = document.methods.iter().map(|method| (method.key(), Figures::of(method)));
            measured.push(of_methods.filter(|(key, _)| with_checks.contains(key)).collect());
        }
        all.push(measured);
    }
    writeln!(text, "{}", table(&all)?)?;
    Ok(all)
}

/// The figures as a table; one row for each budget and configuration.
fn table(all: &[Measured]) -> Result<String> {
    let mut text = String::from(
        "| steps | configuration | methods | tests | non-redundant, failing | non-redundant, successful | redundant | failures found | \
         instructions | seconds | the same, of methods alike | bounds: loops | recursion | steps | solver and time |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (budget, measured) in BUDGETS.iter().zip(all) {
        let alike = alike(measured);
        for ((configuration, which), of_methods) in CONFIGURATIONS.iter().zip(measured) {
            let total = Figures::total(of_methods.values());
            let seconds: f64 = alike.iter().map(|key| of_methods[*key].seconds).sum();
            let of_verifier = |count: usize| if which.is_some() { count.to_string() } else { "–".to_owned() };
            writeln!(
                text,
                "| {budget} | {configuration} | {} | {} | {} | {} | {} | {} | {} | {:.1} | {seconds:.1} ({}) | {} | {} | {} | {} |",
                of_methods.len(),
                total.tests,
                of_verifier(total.failing),
                of_verifier(total.successful),
                of_verifier(total.redundant),
                total.failures,
                total.instructions,
                total.seconds,
                alike.len(),
                total.bounds(Bound::Loops),
                total.bounds(Bound::Recursion),
                total.bounds(Bound::Steps),
                total.bounds(Bound::SolverAndTime),
            )?;
        }
    }
    Ok(text)
}

/// The methods of which all configurations that know the results have as many tests that are not redundant: their times can be compared.
fn alike(measured: &Measured) -> Vec<&Key> {
    let baseline = &measured[BASELINE];
    let has_as_many = |key: &Key, wanted: usize| {
        let mut of_others = measured[BASELINE..].iter().map(|of_methods| of_methods.get(key));
        of_others.all(|figures| figures.is_some_and(|figures| figures.not_redundant() == wanted))
    };
    let all = baseline.iter().filter(|(key, _)| measured[0].contains_key(*key));
    all.filter(|(key, figures)| has_as_many(key, figures.not_redundant())).map(|(key, _)| key).collect()
}

/// Plots like those of the paper, of one budget.
fn draw(measured: &Measured) -> Result<()> {
    let folder = paths::root().join("docs/pictures");
    let totals: Vec<Figures> = measured.iter().map(|of_methods| Figures::total(of_methods.values())).collect();
    let names: Vec<&str> = CONFIGURATIONS.iter().map(|(name, _)| *name).collect();
    let stack = |name: &str, of: &dyn Fn(&Figures) -> usize| plot::Stack {
        name: name.to_owned(),
        heights: totals.iter().map(|figures| of(figures) as f64).collect(),
    };
    let tests = [
        stack("non-redundant, failing", &|figures| figures.failing),
        stack("non-redundant, successful", &|figures| figures.successful),
        stack("redundant", &|figures| figures.redundant),
        stack("not told apart", &|figures| figures.untold()),
    ];
    plot::bars(&folder.join("unverified-tests.svg"), "Tests", "tests", &names, &tests)?;
    let bounds = [
        stack("loops", &|figures| figures.bounds(Bound::Loops)),
        stack("recursion", &|figures| figures.bounds(Bound::Recursion)),
        stack("steps", &|figures| figures.bounds(Bound::Steps)),
        stack("solver and time", &|figures| figures.bounds(Bound::SolverAndTime)),
    ];
    plot::bars(&folder.join("unverified-bounds.svg"), "Methods that reach a bound", "methods", &names, &bounds)?;
    let alike = alike(measured);
    let seconds = measured.iter().map(|of_methods| alike.iter().map(|key| of_methods[*key].seconds).sum()).collect();
    let title = format!("Time of the {} methods alike", alike.len());
    let time = [plot::Stack { name: "seconds".to_owned(), heights: seconds }];
    plot::bars(&folder.join("unverified-time.svg"), &title, "seconds", &names, &time)?;
    let mut changes: Vec<f64> = Vec::new();
    for (key, before) in measured[BASELINE].iter().filter(|(_, figures)| figures.tests > 0) {
        let after = measured[BASELINE + 1].get(key).map_or(0, |figures| figures.tests);
        changes.push(100.0 * (after as f64 - before.tests as f64) / before.tests as f64);
    }
    changes.sort_by(f64::total_cmp);
    let title = "Change of the number of tests of each method, MAY against PV";
    let methods: Vec<String> = (1..=changes.len()).map(|at| at.to_string()).collect();
    let methods: Vec<&str> = methods.iter().map(String::as_str).collect();
    let change = [plot::Stack { name: "change".to_owned(), heights: changes }];
    plot::bars(&folder.join("unverified-change.svg"), title, "percent", &methods, &change)
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
