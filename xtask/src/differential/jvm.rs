//! The same calls on a JVM, in a cage.

use super::text;
use crate::{javac, paths};
use anyhow::{Context, Result};
use clew_facts::{MethodKey, TestCase};
use clew_testgen::replay::{Outcome, ReplayOptions, ReplayServer};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// How much time the calls of one request may take together.
const LIMIT: Duration = Duration::from_secs(5);
/// How many calls are made at a time: an answer has a greatest length.
pub const AT_A_TIME: usize = 100;

/// What becomes of calls.
pub enum Answer {
    /// One answer for each call.
    Ends(Vec<String>),
    /// Some call does not end, or ends the JVM, or tries to do harm; why.
    Unusable(String),
}

/// What is asked for.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// Check sums of the texts.
    Sums,
    /// The texts, which may be cut off where they are long.
    Texts,
}

/// Compiles what makes the calls on the JVM, into the folder that it returns.
///
/// # Errors
/// There is no JDK.
pub fn driver() -> Result<PathBuf> {
    let folder = paths::target().join("differential");
    javac::compile(&[paths::root().join("xtask/java/Differential.java")], &[], &folder)?;
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

    /// Makes calls, at most [`AT_A_TIME`].
    ///
    /// # Errors
    /// The JVM does not work, or does not find the method.
    pub fn call<'t>(
        &mut self,
        method: &MethodKey,
        calls: impl Iterator<Item = &'t TestCase>,
        wanted: Wanted,
    ) -> Result<Answer> {
        let word = match wanted {
            Wanted::Sums => "sums",
            Wanted::Texts => "text",
        };
        let mut lines = format!("{word} {} {} {}\n", method.class, method.method, method.descriptor);
        for case in calls {
            lines.push_str(&text::input(case));
            lines.push('\n');
        }
        std::fs::write(self.folder.path().join("calls"), lines)?;
        let own: [&Path; 2] = [self.folder.path(), &self.driver];
        let class_path: Vec<PathBuf> =
            own.into_iter().map(Path::to_owned).chain(self.class_path.iter().cloned()).collect();
        let run = self.server.run(&class_path, "Differential", "run", LIMIT)?;
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
