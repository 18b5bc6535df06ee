//! Compiles and runs generated tests as a user would: with `javac`, JUnit and the jar, and nothing of Clew.

use crate::{javac, paths};
use anyhow::{Context, Result};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The greatest time that all tests of a jar may take.
const LIMIT: Duration = Duration::from_secs(900);
/// How often the task looks whether the tests are done.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What the compiler and JUnit say about the tests.
#[derive(Debug, Default)]
pub struct Confirmed {
    /// Tests that JUnit ran to a good end.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Tests that are written as disabled.
    pub skipped: u64,
    /// What must never happen, one line each.
    pub troubles: Vec<String>,
}

/// Compiles and runs all tests below `sources`; scratch files go into `folder`.
pub fn confirm(jar: &Path, sources: &Path, folder: &Path) -> Result<Confirmed> {
    let files = if sources.is_dir() { paths::files_below(sources, "java")? } else { Vec::new() };
    if files.is_empty() {
        return Ok(Confirmed { troubles: vec!["there are no tests".to_owned()], ..Confirmed::default() });
    }
    let launcher = launcher()?;
    let classes = folder.join("test-classes");
    let jar = jar.canonicalize().with_context(|| format!("{} is missing", jar.display()))?;
    if let Err(error) = javac::compile(&files, &[jar.clone(), launcher.clone()], &classes) {
        let log = folder.join("javac.log");
        std::fs::write(&log, format!("{error:#}"))?;
        let trouble = format!("generated tests do not compile; see {}", log.display());
        return Ok(Confirmed { troubles: vec![trouble], ..Confirmed::default() });
    }
    run(&launcher, &jar, &classes, folder)
}

fn launcher() -> Result<PathBuf> {
    let jars = paths::files_below(&paths::root().join(".deps/jars"), "jar")?;
    let is_launcher = |path: &PathBuf| path.to_string_lossy().contains("junit-platform-console-standalone");
    jars.into_iter().find(is_launcher).context("the JUnit console launcher is missing: run ./setup")
}

fn run(launcher: &Path, jar: &Path, classes: &Path, folder: &Path) -> Result<Confirmed> {
    let scratch = folder.join("scratch");
    std::fs::create_dir_all(&scratch)?;
    let log = folder.join("junit.log");
    let out = File::create(&log)?;
    let mut child = Command::new("java")
        .args(["-enableassertions", "-Xmx2g", "-jar"])
        .arg(launcher)
        .args(["execute", "--disable-banner", "--disable-ansi-colors", "--details=summary", "--class-path"])
        .arg(std::env::join_paths([classes, jar])?)
        .arg("--scan-class-path")
        .arg(classes)
        .current_dir(&scratch)
        .stdin(Stdio::null())
        .stderr(out.try_clone()?)
        .stdout(out)
        .spawn()
        .context("java cannot be run; ./setup installs a JDK")?;
    let status = wait(&mut child)?;
    let text = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
    let mut confirmed = Confirmed {
        passed: count(&text, "tests successful"),
        failed: count(&text, "tests failed"),
        skipped: count(&text, "tests skipped"),
        troubles: Vec::new(),
    };
    let place = log.display();
    match status {
        None => confirmed.troubles.push(format!("the tests took longer than {} s; see {place}", LIMIT.as_secs())),
        Some(status) if confirmed.failed > 0 || !status.success() => {
            confirmed
                .troubles
                .push(format!("{} tests failed, JUnit ended with {status}; see {place}", confirmed.failed));
        }
        Some(_) if confirmed.passed == 0 => confirmed.troubles.push(format!("JUnit found no tests; see {place}")),
        Some(_) => {}
    }
    Ok(confirmed)
}

/// Waits for a process, and ends it when its time is over; then there is no status.
fn wait(child: &mut Child) -> Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// The figure of a line of JUnit's summary, such as `[       12 tests successful      ]`.
fn count(text: &str, what: &str) -> u64 {
    let inside = |line: &str| line.trim().strip_prefix('[')?.strip_suffix(']').map(|inside| inside.trim().to_owned());
    text.lines().filter_map(inside).find_map(|line| line.strip_suffix(what)?.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn figures_of_the_summary_are_read() {
        let text = "[        12 tests found           ]\n[        11 tests successful      ]\n[         1 tests failed          ]\n";
        assert_eq!(
            [count(text, "tests successful"), count(text, "tests failed"), count(text, "tests skipped")],
            [11, 1, 0]
        );
    }
}
