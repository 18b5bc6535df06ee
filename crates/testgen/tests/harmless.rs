//! Ordinary code in the cage: `corpus/harmless`, each method called by a test. It works there, and none of it is called an
//! attempt to do harm. On every JDK that is here. The comments are described in `corpus/README.md`.

#[path = "support/junit.rs"]
mod junit;

use clew_testgen::replay::{Outcome, ReplayOptions, ReplayServer};
use junit::junit;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where Debian and others put JDKs.
const JDKS: &str = "/usr/lib/jvm";

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/harmless")
}

/// The methods of a source that a JDK of this version has everything for.
fn methods(source: &str, version: u32) -> Result<Vec<&str>, Box<dyn Error>> {
    let mut methods = Vec::new();
    for line in source.lines() {
        let Some((code, comment)) = line.split_once(" // harmless") else { continue };
        let method = code.split_once("()").and_then(|(code, _)| code.rsplit_once(' ')).ok_or(line)?.1;
        let oldest = comment.strip_prefix(": from ").map_or(Ok(0), str::parse)?;
        if version >= oldest {
            methods.push(method);
        }
    }
    Ok(methods)
}

/// The JDK that is used where nothing is said, and all others there are that are new enough.
fn jdks() -> Result<Vec<Option<PathBuf>>, Box<dyn Error>> {
    let mut homes: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(JDKS).into_iter().flatten().flatten() {
        let home = fs::canonicalize(entry.path())?;
        let is_new_enough = version_of(&home).is_some_and(|version| version >= 17);
        if home.join("bin/javac").is_file() && is_new_enough && !homes.contains(&home) {
            homes.push(home);
        }
    }
    let default = ReplayServer::start(options(None)?)?.jdk().java.clone();
    homes.retain(|home| !default.starts_with(home));
    Ok([None].into_iter().chain(homes.into_iter().map(Some)).collect())
}

/// The major version that a home of a JDK notes about itself.
fn version_of(home: &Path) -> Option<u32> {
    let text = fs::read_to_string(home.join("release")).ok()?;
    let (_, version) = text.split_once("JAVA_VERSION=\"")?;
    major(version)
}

fn major(version: &str) -> Option<u32> {
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn options(java_home: Option<PathBuf>) -> Result<ReplayOptions, Box<dyn Error>> {
    Ok(ReplayOptions {
        java_home,
        libraries: vec![junit()?],
        supervisor: vec![env!("CARGO_BIN_EXE_clew-replay-supervisor").into()],
        ..ReplayOptions::default()
    })
}

/// Runs all methods of a class; gives what was not as it should be.
fn check(server: &mut ReplayServer, version: u32, class: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let work = tempfile::tempdir()?;
    let source = corpus().join(format!("{class}.java"));
    let text = fs::read_to_string(&source)?;
    let methods = methods(&text, version)?;
    let mut tests = format!("package corpus.harmless; import org.junit.jupiter.api.Test; class {class}Test {{\n");
    for method in &methods {
        writeln!(tests, "@Test void {method}() throws Throwable {{ {class}.{method}(); }}")?;
    }
    tests.push_str("}\n");
    let test = work.path().join(format!("{class}Test.java"));
    fs::write(&test, tests)?;
    let classes = work.path().join("classes");
    server.compile(&classes, &[junit()?], &[source, test])?.map_err(|errors| format!("{errors:?}"))?;
    fs::copy(corpus().join("words.properties"), classes.join("corpus/harmless/words.properties"))?;
    fs::create_dir_all(classes.join("META-INF/services"))?;
    fs::write(classes.join("META-INF/services/java.lang.Runnable"), "corpus.harmless.HarmlessRuntime$Service\n")?;
    let mut wrong = Vec::new();
    for method in methods {
        let run =
            server.run(std::slice::from_ref(&classes), &format!("corpus.harmless.{class}Test"), method, PATIENCE)?;
        if run.outcome != Outcome::Passed || !run.tried.is_empty() {
            wrong.push(format!("Java {version}, {class}.{method}: {run:?}"));
        }
    }
    Ok(wrong)
}

#[test]
fn ordinary_code_works_and_is_not_blamed() -> Result<(), Box<dyn Error>> {
    let mut wrong = Vec::new();
    for home in jdks()? {
        let mut server = ReplayServer::start(options(home)?)?;
        let version = major(&server.java_version()?).ok_or("a version")?;
        for class in ["HarmlessFiles", "HarmlessRuntime", "HarmlessThreads"] {
            wrong.extend(check(&mut server, version, class)?);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
