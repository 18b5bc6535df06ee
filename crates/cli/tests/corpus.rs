//! The corpus of Java programs (`corpus/java`): what `clew generate` says about each must be what stands beside its lines,
//! and each test it makes must be confirmed by the JVM. `corpus/README.md` defines the expectations.

mod support;

#[path = "corpus/document.rs"]
mod document;
#[path = "corpus/expectation.rs"]
mod expectation;
#[path = "corpus/judge.rs"]
mod judge;

use document::Document;
use expectation::CorpusFile;
use judge::{Criterion, judge};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::Project;

/// The corpus has never fewer Java files than this.
const FEWEST_FILES: usize = 60;
/// What files are compiled for unless they say otherwise.
const RELEASE: [&str; 2] = ["--release", "17"];
/// Narrows a run, while one works on a part, to the files whose name contains it.
const ONLY_ENV: &str = "CLEW_CORPUS_ONLY";

/// The flags that a run is made with; the files of equal ones share a run.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Flags {
    javac: Vec<String>,
    clew: Vec<String>,
}

impl Flags {
    fn criterion(&self) -> Criterion {
        let asked = self.clew.windows(2).any(|pair| pair == ["--criterion", "paths"]);
        if asked { Criterion::Paths } else { Criterion::Other }
    }
}

#[test]
fn java_programs_are_judged_as_expected() {
    let (files, mut failures) = read_all();
    let mut runs: BTreeMap<Flags, Vec<&CorpusFile>> = BTreeMap::new();
    for file in &files {
        let own = Flags { javac: file.javac.clone(), clew: file.clew.clone() };
        if file.speaks_of_paths() && own.criterion() != Criterion::Paths {
            let mut clew = file.clew.clone();
            clew.extend(["--criterion", "paths"].map(str::to_owned));
            runs.entry(Flags { javac: file.javac.clone(), clew }).or_default().push(file);
        }
        runs.entry(own).or_default().push(file);
    }
    for (flags, files) in &runs {
        failures.extend(run(flags, files));
    }
    assert!(failures.is_empty(), "{} expectations fail:\n{}", failures.len(), failures.join("\n"));
}

/// All files of the corpus in a fixed order, and what is wrong with the others.
fn read_all() -> (Vec<CorpusFile>, Vec<String>) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = java_files(&top.join("corpus/java"));
    paths.sort();
    assert!(paths.len() >= FEWEST_FILES, "the corpus holds {} Java files", paths.len());
    if let Ok(part) = std::env::var(ONLY_ENV) {
        paths.retain(|path| path.to_string_lossy().contains(&part));
    }
    let mut files = Vec::new();
    let mut failures = Vec::new();
    for path in paths {
        let source = std::fs::read_to_string(&path).expect("a file of the corpus is UTF-8");
        let name = path.strip_prefix(&top).expect("it is below the top").display().to_string();
        match CorpusFile::parse(&path, name, source) {
            Ok(file) => files.push(file),
            Err(wrong) => failures.push(wrong),
        }
    }
    (files, failures)
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the corpus").path());
    paths.flat_map(|path| if path.is_dir() { java_files(&path) } else { vec![path] }).collect()
}

/// Compiles the files, runs `clew generate` on all their classes at once, and compares.
fn run(flags: &Flags, files: &[&CorpusFile]) -> Vec<String> {
    let javac: Vec<&str> = flags.javac.iter().map(String::as_str).collect();
    let release: &[&str] = if javac.contains(&"--release") { &[] } else { &RELEASE };
    let javac = [release, &["-nowarn", "-Xlint:-options"], &javac].concat();
    let paths: Vec<String> = files.iter().map(|file| format!("{}.java", file.class.replace('.', "/"))).collect();
    let sources: Vec<(&str, &str)> =
        paths.iter().zip(files).map(|(path, file)| (path.as_str(), file.source.as_str())).collect();
    let project = Project::compile_with(&javac, &sources);
    let mut args = vec!["generate", "classes", "--format", "json", "--quiet"];
    args.extend(flags.clew.iter().map(String::as_str));
    let run = project.clew(&args);
    let place = format!("clew {}", args.join(" "));
    let mut failures: Vec<String> = Vec::new();
    if run.code != Some(0) || !run.stderr.is_empty() {
        failures.push(format!("{place}: expected exit code 0 and no complaint, got {:?} and", run.code));
        failures.extend(run.stderr.lines().map(|line| format!("    {line}")));
    }
    let document: Document = match serde_json::from_str(&run.stdout) {
        Ok(document) => document,
        Err(error) => {
            failures.push(format!("{place}: expected the document, got {error}"));
            return failures;
        }
    };
    if document.sense != "prefix" {
        failures.push(format!("{place}: expected prefix executions, got {}", document.sense));
    }
    failures.extend(document.problems.iter().map(|problem| format!("{place}: expected no problem, got {problem}")));
    failures.extend(files.iter().flat_map(|file| judge(file, &document, flags.criterion())));
    failures
}
