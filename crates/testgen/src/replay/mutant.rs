//! Tests that run on a mutant of a class.

use super::error::ReplayError;
use super::together::OUT_OF_MEMORY;
use super::{ANSWER_MARGIN, CLOCK_FACTOR, End, Gone, ReplayServer, TestsOfClass, class_path_field};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::path::PathBuf;
use std::time::Duration;

/// A class with other bytes than its file holds.
#[derive(Clone, Copy, Debug)]
pub struct ChangedClass<'c> {
    /// Its binary name.
    pub name: &'c str,
    /// Its class file.
    pub file: &'c [u8],
}

/// What tests say of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// All pass.
    Survived,
    /// One fails, or the JVM ends.
    Killed,
    /// Their time was over before they ended.
    TimedOut,
    /// The JVM does not take the class, so that no test ran.
    Refused,
}

impl ReplayServer {
    /// Runs tests one after the other on the same classes, one of them changed, until one fails; with what became of them the time
    /// that they used. `timeout` is for all together, counted as [`ReplayServer::run`] does.
    ///
    /// Where the JVM ends, the tests run once more in a fresh one, because it may have been ended from outside.
    ///
    /// # Errors
    ///
    /// No JVM could be started, or it answers nonsense.
    pub fn run_on_mutant(
        &mut self,
        class_path: &[PathBuf],
        mutant: ChangedClass<'_>,
        tests: &[TestsOfClass],
        timeout: Duration,
    ) -> Result<(Fate, Duration), ReplayError> {
        let clock = timeout.saturating_mul(CLOCK_FACTOR);
        let mut request = vec![
            timeout.as_millis().max(1).to_string(),
            clock.as_millis().max(1).to_string(),
            class_path_field(class_path)?,
            mutant.name.to_owned(),
            STANDARD.encode(mutant.file),
        ];
        for TestsOfClass { class, methods } in tests {
            request.extend([class.clone(), methods.join("\n")]);
        }
        let limit = clock.saturating_add(ANSWER_MARGIN);
        let mut end = self.ask("mutant", "tested", &request, limit)?.end;
        if matches!(end, End::Gone(Gone::Ended(_))) {
            end = self.ask("mutant", "tested", &request, limit)?.end;
        }
        let answer = match end {
            End::Answered(answer) => answer,
            End::Gone(Gone::Uncaged(reason)) => return Err(ReplayError::NoCage(reason)),
            End::Gone(Gone::Ended(_)) => return Ok((Fate::Killed, timeout)),
            End::Late => return Ok((Fate::TimedOut, timeout)),
        };
        self.used = true;
        let nonsense = || ReplayError::Protocol(answer.join(" "));
        let [_, left, millis, end, told @ ..] = &answer[..] else { return Err(nonsense()) };
        // What has used up the memory may be there still.
        if left != "clean" || told.iter().any(|exception| exception == OUT_OF_MEMORY) {
            self.stop();
        }
        let used = Duration::from_millis(millis.parse().map_err(|_| nonsense())?);
        let fate = match end.as_str() {
            "passed" => Fate::Survived,
            "killed" => Fate::Killed,
            "timeout" => Fate::TimedOut,
            "refused" => Fate::Refused,
            _ => return Err(nonsense()),
        };
        Ok((fate, used))
    }
}
