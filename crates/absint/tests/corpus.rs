//! Soundness on the corpus: what an execution reaches is reached for the analysis, and what an execution fails is not
//! verified.

mod support;

use clew_absint::{Assumptions, CheckKind, Points, Report, Summaries, Verdict, verify};
use clew_jvm::MethodId;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::{compile, world};

const EXPECTATIONS: &str = "// expect: ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

/// What executions of the program on this line do, as its expectations tell.
#[derive(Debug)]
enum Fact {
    Line,
    Throws(String),
    AssertFails,
}

fn facts(text: &str) -> Vec<(u32, Fact)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let Some((_, items)) = line.split_once(EXPECTATIONS) else { continue };
        let number = u32::try_from(at + 1).expect("a short file");
        for item in items.split("; ").map(str::trim) {
            let words: Vec<&str> = item.split(' ').collect();
            match words.as_slice() {
                ["reached" | "possible"] => found.push((number, Fact::Line)),
                ["throws", class, "reached" | "possible"] => found.push((number, Fact::Throws((*class).to_owned()))),
                ["assert", "reached" | "possible"] => found.push((number, Fact::AssertFails)),
                _ => {}
            }
        }
    }
    found
}

fn is_open(report: &Report, line: u32, kind: &str) -> Option<bool> {
    let name = |kind: CheckKind| match kind {
        CheckKind::Assert => "assert".to_owned(),
        CheckKind::Exception(class) => class.replace('/', "."),
    };
    let mut checks = report.checks.iter().filter(|check| check.line == line && name(check.kind) == kind).peekable();
    checks.peek()?;
    Some(checks.any(|check| check.verdict != Verdict::Verified))
}

#[test]
fn what_the_corpus_reaches_is_not_ruled_out() {
    let mut files = Vec::new();
    sources(&root().join("corpus/java"), &mut files);
    let text = |file: &PathBuf| std::fs::read_to_string(file).expect("a text");
    // Files that want other flags are others' concern; what calls of inputs return is not what their code does.
    files.retain(|file| !text(file).contains("// javac:") && !text(file).contains("--input-call"));
    let folder = tempfile::tempdir().expect("a folder");
    compile(&files, &["--release", "17"], folder.path());
    let world = world(folder.path());
    let summaries = Summaries::new(&world);
    let mut methods: BTreeMap<String, Vec<MethodId>> = BTreeMap::new();
    for name in world.input_classes() {
        let class = world.class(world.load(&name).expect("a class"));
        let outer = name.split('$').next().expect("a name").to_owned();
        let with_code = class.methods.iter().copied().filter(|method| world.method(*method).has_code);
        methods.entry(outer).or_default().extend(with_code);
    }
    let (mut wrong, mut compared, mut verified) = (Vec::new(), 0, 0);
    for file in &files {
        let path = file.with_extension("");
        let name: Vec<String> = path
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .skip_while(|part| part != "java")
            .skip(1)
            .collect();
        let methods = methods.get(&format!("corpus/{}", name.join("/"))).map_or(&[][..], Vec::as_slice);
        let reports: Vec<(MethodId, Report)> = methods
            .iter()
            .map(|method| (*method, verify(&summaries, *method, &Assumptions::new()).expect("a method")))
            .collect();
        verified +=
            reports.iter().flat_map(|(_, report)| &report.checks).filter(|it| it.verdict == Verdict::Verified).count();
        for (line, fact) in facts(&text(file)) {
            let holds = match &fact {
                Fact::Line => {
                    let points = methods.iter().map(|method| Points::of(&summaries, *method).expect("a method"));
                    let mut points = points.filter(|points| points.has_line(line)).peekable();
                    points.peek().is_some().then(|| points.any(|points| points.may_reach(line)))
                }
                Fact::Throws(class) => reports.iter().find_map(|(_, report)| is_open(report, line, class)),
                Fact::AssertFails => reports.iter().find_map(|(_, report)| is_open(report, line, "assert")),
            };
            compared += usize::from(holds.is_some());
            if holds == Some(false) {
                wrong.push(format!("{}:{line}: {fact:?}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compared > 500, "{compared} facts compared");
    assert!(verified > 100, "{verified} checks verified");
}
