//! The same calls on a JVM, in a cage.

use super::text;
use crate::{javac, paths};
use anyhow::{Context, Result};
use clew_facts::{MethodKey, TestCase};
use clew_testgen::replay::{Outcome, ReplayOptions, ReplayServer};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// How much time the calls of one request may take together, and how much more for each of them.
const LIMIT: Duration = Duration::from_secs(20);
const LIMIT_PER_CALL: Duration = Duration::from_millis(5);
/// How many calls are made at a time whose ends are told one by one: an answer has a greatest length.
pub const AT_A_TIME: usize = 100;

/// What becomes of calls.
pub enum Answer {
    /// One answer for each call.
    Ends(Vec<String>),
    /// Some call does not end, or ends the JVM, or tries to do harm; why.
    Unusable(String),
}

/// Calls of a method, each with whether the state that it leaves counts.
pub struct Calls<'t> {
    pub method: &'t MethodKey,
    pub cases: Vec<(&'t TestCase, bool)>,
}

/// What is asked for.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// One check sum for each method.
    Sum,
    /// Check sums of the texts.
    Sums,
    /// The texts, which may be cut off where they are long.
    Texts,
}

/// What makes the calls on the JVM, compiled; the folder goes with it.
///
/// # Errors
/// There is no JDK.
pub fn driver() -> Result<TempDir> {
    let folder = tempfile::tempdir()?;
    javac::compile(&[paths::root().join("xtask/java/Differential.java")], &[], folder.path())?;
    Ok(folder)
}

/// A JVM that makes calls.
pub struct Caller {
    server: ReplayServer,
    driver: PathBuf,
    folder: TempDir,
    /// Where the methods are.
    class_path: Vec<PathBuf>,
}

impl Caller {
    /// Starts one, given what [`driver`] gives.
    ///
    /// # Errors
    /// There is no JDK, or no cage.
    pub fn start(driver: &Path, class_path: Vec<PathBuf>) -> Result<Caller> {
        let server = ReplayServer::start(ReplayOptions::default()).context("the JVM cannot be started")?;
        Ok(Caller { server, driver: driver.to_owned(), folder: tempfile::tempdir()?, class_path })
    }

    /// Makes calls twice, the second time in the opposite order.
    ///
    /// # Errors
    /// The JVM does not work, or does not find a method.
    pub fn call(&mut self, calls: &[Calls<'_>], wanted: Wanted) -> Result<Answer> {
        let mut lines = match wanted {
            Wanted::Sum => "sum\n",
            Wanted::Sums => "sums\n",
            Wanted::Texts => "text\n",
        }
        .to_owned();
        let mut limit = LIMIT;
        for Calls { method, cases } in calls {
            lines.push_str(&format!("method {} {} {}\n", method.class, method.method, method.descriptor));
            for (case, has_state) in cases {
                lines.push_str(if *has_state { "state " } else { "end " });
                lines.push_str(&text::input(case));
                lines.push('\n');
                limit += LIMIT_PER_CALL;
            }
        }
        std::fs::write(self.folder.path().join("calls"), lines)?;
        let own: [&Path; 2] = [self.folder.path(), &self.driver];
        let class_path: Vec<PathBuf> =
            own.into_iter().map(Path::to_owned).chain(self.class_path.iter().cloned()).collect();
        let run = self.server.run(&class_path, "Differential", "run", limit)?;
        if !run.tried.is_empty() {
            return Ok(Answer::Unusable(run.tried.join("; ")));
        }
        Ok(match run.outcome {
            Outcome::Failed { exception, message, .. } => match message.strip_prefix("differential") {
                Some(ends) => Answer::Ends(ends.split_whitespace().map(str::to_owned).collect()),
                None => Answer::Unusable(format!("{exception}: {message}")),
            },
            Outcome::TimedOut => Answer::Unusable("it does not end in time".to_owned()),
            Outcome::Crashed => Answer::Unusable("it ends the JVM".to_owned()),
            Outcome::Passed | Outcome::Skipped => Answer::Unusable("it is not run".to_owned()),
        })
    }
}
