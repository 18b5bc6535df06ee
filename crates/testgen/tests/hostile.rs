//! Hostile code in the cage: `corpus/hostile`, each method called by a test. Nothing outside changes, every run ends, and the
//! report says what was tried. The vocabulary of the comments is in `corpus/README.md`.

#[path = "support/hostile.rs"]
mod hostile;
#[path = "support/junit.rs"]
mod junit;

use clew_testgen::replay::{Outcome, ReplayOptions, ReplayServer};
use hostile::{Checked, Expectation, Victims, corpus, expectations};
use junit::junit;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

/// How long a call may take that is expected to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a call may take that is not.
const NO_PATIENCE: Duration = Duration::from_millis(1500);

/// A test for each method, calling it.
fn tests(class: &str, expectations: &[Expectation]) -> String {
    let mut text = format!("package corpus.hostile; import org.junit.jupiter.api.Test; class {class}Test {{\n");
    for Expectation { method, .. } in expectations {
        let _ = writeln!(text, "@Test void {method}() throws Throwable {{ {class}.{method}(); }}");
    }
    text + "@Test void calm() {}\n}\n"
}

/// Runs all methods of a class of the corpus.
fn check(class: &str) -> Checked {
    let victims = Victims::new()?;
    let before = victims.files()?;
    let source = fs::read_to_string(corpus().join(format!("{class}.java")))?;
    let expectations = expectations(&source, &victims.place());
    assert_eq!(source.matches(" // ends: ").count() + source.matches(" // tried: ").count(), expectations.len());
    let work = tempfile::tempdir()?;
    let mut sources = vec![corpus().join(format!("{class}.java"))];
    for (name, text) in
        [("Targets".to_owned(), victims.source()?), (format!("{class}Test"), tests(class, &expectations))]
    {
        let file = work.path().join(format!("{name}.java"));
        fs::write(&file, text)?;
        sources.push(file);
    }
    let mut server = ReplayServer::start(ReplayOptions {
        libraries: vec![junit()?],
        supervisor: vec![env!("CARGO_BIN_EXE_clew-replay-supervisor").into()],
        ..ReplayOptions::default()
    })?;
    let classes = work.path().join("classes");
    server.compile(&classes, &[junit()?], &sources)?.map_err(|errors| format!("{errors:?}"))?;
    let mut wrong = Vec::new();
    for expected in &expectations {
        let timeout = if expected.ends.as_deref() == Some("timeout") { NO_PATIENCE } else { PATIENCE };
        let start = Instant::now();
        let run = server.run(
            std::slice::from_ref(&classes),
            &format!("corpus.hostile.{class}Test"),
            &expected.method,
            timeout,
        )?;
        assert!(start.elapsed() < 2 * PATIENCE, "{expected:?} took {:?}", start.elapsed());
        let ends = match run.outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Failed { exception, .. } => format!("failed {exception}"),
            Outcome::TimedOut => "timeout".to_owned(),
            Outcome::Skipped => "skipped".to_owned(),
            Outcome::Crashed => "crashed".to_owned(),
        };
        let tried: BTreeSet<String> = run.tried.into_iter().collect();
        if !expected.allows(&tried) || expected.ends.as_ref().is_some_and(|expected| *expected != ends) {
            wrong.push(format!("{expected:?}\n   but {ends}, {tried:?}"));
        }
        victims.assert_unharmed(&before)?;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let calm = server.run(&[classes], &format!("corpus.hostile.{class}Test"), "calm", PATIENCE)?;
    assert_eq!((calm.outcome, calm.tried), (Outcome::Passed, Vec::new()));
    drop(server);
    victims.assert_unharmed(&before)
}

#[test]
fn files() -> Checked {
    check("HostileFiles")
}

#[test]
fn network() -> Checked {
    check("HostileNetwork")
}

#[test]
fn processes() -> Checked {
    check("HostileProcesses")
}

#[test]
fn streams() -> Checked {
    check("HostileStreams")
}

#[test]
fn resources() -> Checked {
    check("HostileResources")
}
