//! Compiles and runs generated tests as a user would: with `javac`, JUnit and the jar, and nothing of Clew.

use crate::generation::Generated;
use crate::{javac, paths};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The greatest time that all tests of a jar may take.
pub const LIMIT: Duration = Duration::from_secs(900);
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

impl Confirmed {
    /// How many tests passed, failed and were skipped.
    pub fn ends(&self) -> (u64, u64, u64) {
        (self.passed, self.failed, self.skipped)
    }
}

/// A compiled suite, ready to be run.
pub struct Suite {
    launcher: PathBuf,
    /// The jar and those that it stands on.
    tested: Vec<PathBuf>,
    /// The compiled tests.
    classes: PathBuf,
    folder: PathBuf,
}

/// Compiles and runs all tests; scratch files go into the folder of the jar.
pub fn confirm(generated: &Generated) -> Result<Confirmed> {
    match compile(generated)? {
        Ok(suite) => suite.run("junit", suite.java(&[])),
        Err(trouble) => Ok(Confirmed { troubles: vec![trouble], ..Confirmed::default() }),
    }
}

/// Compiles all tests; the inner error is a line about the tests.
pub fn compile(generated: &Generated) -> Result<Result<Suite, String>> {
    let Generated { folder, tests, .. } = generated;
    let files = if tests.is_dir() { paths::files_below(tests, "java")? } else { Vec::new() };
    if files.is_empty() {
        return Ok(Err("there are no tests".to_owned()));
    }
    let launcher = tool_jar("junit-platform-console-standalone")?;
    let classes = folder.join("test-classes");
    let tested: Vec<PathBuf> = std::iter::once(&generated.jar).chain(&generated.needs).cloned().collect();
    if let Err(error) = javac::compile(&files, &[&tested[..], std::slice::from_ref(&launcher)].concat(), &classes) {
        let log = folder.join("javac.log");
        std::fs::write(&log, format!("{error:#}"))?;
        return Ok(Err(format!("generated tests do not compile; see {}", log.display())));
    }
    Ok(Ok(Suite { launcher, tested, classes, folder: folder.clone() }))
}

/// The tool among those that `./setup` fetches whose file name begins like this.
pub fn tool_jar(prefix: &str) -> Result<PathBuf> {
    let jars = paths::files_below(&paths::root().join(".deps/jars"), "jar")?;
    let is_meant = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
    jars.into_iter().find(is_meant).with_context(|| format!("the jar {prefix} is missing: run ./setup"))
}

impl Suite {
    /// The command that runs all tests, classes and methods in an order that the seed gives.
    pub fn java_in_random_order(&self, flags: &[OsString], seed: u64) -> Vec<OsString> {
        let mut words = self.java(flags);
        let settings = [
            "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random".to_owned(),
            "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random".to_owned(),
            format!("junit.jupiter.execution.order.random.seed={seed}"),
        ];
        words.extend(settings.into_iter().flat_map(|setting| ["--config".to_owned(), setting]).map(OsString::from));
        words
    }

    /// The command that runs all tests, with further flags for the JVM.
    pub fn java(&self, flags: &[OsString]) -> Vec<OsString> {
        let mut words: Vec<OsString> = ["java", "-enableassertions", "-Xmx2g"].map(OsString::from).to_vec();
        words.extend_from_slice(flags);
        words.push("-jar".into());
        words.push(self.launcher.clone().into());
        words.extend(["execute", "--disable-banner", "--disable-ansi-colors", "--details=summary"].map(OsString::from));
        for folder in std::iter::once(&self.classes).chain(&self.tested) {
            words.push("--class-path".into());
            words.push(folder.clone().into());
        }
        words.push("--scan-class-path".into());
        words.push(self.classes.clone().into());
        words
    }

    /// Runs a command that runs the tests, and reads what it says; its output goes into `NAME.log`.
    pub fn run(&self, name: &str, command: Vec<OsString>) -> Result<Confirmed> {
        let scratch = self.folder.join("scratch");
        std::fs::create_dir_all(&scratch)?;
        let log = self.folder.join(format!("{name}.log"));
        let out = File::create(&log)?;
        let (program, arguments) = command.split_first().context("a command has a program")?;
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(&scratch)
            .stdin(Stdio::null())
            .stderr(out.try_clone()?)
            .stdout(out)
            .spawn()
            .context("java cannot be run; ./setup installs a JDK")?;
        let status = wait(&mut child)?;
        let text = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
        Ok(judge(&text, status, &log))
    }
}

/// What the output and the end of a run of JUnit mean.
fn judge(text: &str, status: Option<ExitStatus>, log: &Path) -> Confirmed {
    let mut confirmed = Confirmed {
        passed: count(text, "tests successful"),
        failed: count(text, "tests failed"),
        skipped: count(text, "tests skipped"),
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
    confirmed
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
