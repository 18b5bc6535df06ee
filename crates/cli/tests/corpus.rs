//! The corpus. What `clew generate` says about each Java program must be what stands beside its lines, and each test it makes
//! must be confirmed by the JVM; random executions of the programs of the block language must show what stands beside
//! their labels. `corpus/README.md` defines the expectations.

mod support;

#[path = "corpus/document.rs"]
mod document;
#[path = "corpus/expectation.rs"]
mod expectation;
#[path = "corpus/judge.rs"]
mod judge;
#[path = "corpus/programs.rs"]
mod programs;

use document::Document;
use expectation::CorpusFile;
use judge::{Criterion, judge};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::Project;

/// What files are compiled for unless they say otherwise.
const RELEASE: [&str; 2] = ["--release", "17"];
/// Narrows a run, while one works on a part, to the files whose name contains it.
const ONLY_ENV: &str = "CLEW_CORPUS_ONLY";

/// Three times the usual time for each method, since other test programs run beside this one.
const PATIENT: [&str; 2] = ["--budget", "60s"];

/// The heap that is not the default one.
const OTHER_HEAP: [&str; 2] = ["--heap", "lazy"];
/// The folders of programs that work on objects and arrays: they run on both heaps, and the same is expected.
const ON_BOTH_HEAPS: [&str; 13] = [
    "alias",
    "arrays",
    "calls",
    "compare",
    "dynamic",
    "exceptions",
    "fields",
    "heap",
    "inputcall",
    "statics",
    "text",
    "traps",
    "types",
];

/// Whether a program works on objects or arrays and leaves it open on which heap.
fn works_on_objects(file: &CorpusFile) -> bool {
    let folder = file.name.split('/').nth_back(1).unwrap_or_default();
    ON_BOTH_HEAPS.contains(&folder) && !file.clew.iter().any(|flag| flag == OTHER_HEAP[0])
}

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
    let (files, mut failures) = read_java();
    let mut runs: BTreeMap<Flags, Vec<&CorpusFile>> = BTreeMap::new();
    for file in &files {
        let own = Flags { javac: file.javac.clone(), clew: file.clew.clone() };
        if file.speaks_of_paths() && own.criterion() != Criterion::Paths {
            let mut clew = file.clew.clone();
            clew.extend(["--criterion", "paths"].map(str::to_owned));
            runs.entry(Flags { javac: file.javac.clone(), clew }).or_default().push(file);
        }
        if works_on_objects(file) && own.criterion() != Criterion::Paths {
            let clew = [file.clew.clone(), OTHER_HEAP.map(str::to_owned).to_vec()].concat();
            runs.entry(Flags { javac: file.javac.clone(), clew }).or_default().push(file);
        }
        runs.entry(own).or_default().push(file);
    }
    for (flags, files) in &runs {
        failures.extend(run(flags, files));
    }
    assert!(failures.is_empty(), "{} expectations fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn programs_of_the_block_language_do_what_is_expected() {
    let files = files("corpus/clew", "clew");
    let failures: Vec<String> = files
        .iter()
        .filter(|(_, name)| !name.contains("/bad/"))
        .flat_map(|(path, name)| programs::judge(path, name))
        .collect();
    assert!(failures.is_empty(), "{} expectations fail:\n{}", failures.len(), failures.join("\n"));
}

/// All Java files of the corpus, and what is wrong with those that cannot be read.
fn read_java() -> (Vec<CorpusFile>, Vec<String>) {
    let mut files = Vec::new();
    let mut failures = Vec::new();
    for (path, name) in self::files("corpus/java", "java") {
        let source = std::fs::read_to_string(&path).expect("a file of the corpus is UTF-8");
        match CorpusFile::parse(&path, name, source) {
            Ok(file) => files.push(file),
            Err(wrong) => failures.push(wrong),
        }
    }
    (files, failures)
}

/// The files below a folder in a fixed order, with their names for messages.
fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = below(&top.join(folder));
    paths.sort();
    let name = |path: &Path| path.strip_prefix(&top).expect("it is below the top").display().to_string();
    let mut files: Vec<(PathBuf, String)> = paths.into_iter().map(|path| (path.clone(), name(&path))).collect();
    for (path, name) in &files {
        assert!(path.extension().is_some_and(|found| found == extension), "{name} is no .{extension} file");
    }
    assert!(!files.is_empty(), "{folder} is empty");
    if let Ok(part) = std::env::var(ONLY_ENV) {
        files.retain(|(_, name)| name.contains(&part));
    }
    files
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the corpus").path());
    paths.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
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
    if !flags.clew.iter().any(|flag| flag == "--budget" || flag == "--max-steps") {
        args.extend(PATIENT);
    }
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
