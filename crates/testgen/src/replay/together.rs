//! Tests that run one after the other on the same classes.

use super::error::ReplayError;
use super::{ANSWER_MARGIN, CLOCK_FACTOR, End, Gone, ReplayServer, class_path_field, otherwise_field};
use clew_facts::Surrounding;
use std::path::PathBuf;
use std::time::Duration;

/// What a test throws where no memory is left, whoever has it.
pub(super) const OUT_OF_MEMORY: &str = "java.lang.OutOfMemoryError";

/// How many times as long as alone tests may take together.
const TIME_FACTOR: u32 = 2;

/// Some tests of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestsOfClass {
    /// The binary name of the test class.
    pub class: String,
    /// The names of the methods, in the order in which they run.
    pub methods: Vec<String>,
}

/// How long tests may take together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimesTogether {
    /// All of them.
    pub all: Duration,
    /// Each of them.
    pub each: Duration,
}

impl TimesTogether {
    /// For tests that use so much time one by one, where each may take `each`.
    pub(crate) fn of_tests(used: Duration, each: Duration) -> Self {
        Self { all: used.saturating_mul(TIME_FACTOR).saturating_add(each), each }
    }
}

/// What became of tests that ran together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gathered {
    /// All have ended; these failed.
    Ended(Vec<Failure>),
    /// The time of the test at this position was over, or that of all while it ran.
    TimedOut(usize),
    /// The memory of the JVM was used up, which has more of it elsewhere.
    Exhausted,
    /// The JVM ended, it is not known in which test, or did not answer.
    Crashed,
}

/// A test that failed behind others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its position among the tests of all classes.
    pub test: usize,
    /// What it threw, or why it cannot be run.
    pub message: String,
}

impl ReplayServer {
    /// Runs tests one after the other as a launcher does: on the same classes, in one JVM, with nothing put back in between.
    /// The times are counted as [`ReplayServer::run`] does.
    ///
    /// Where the JVM ends, the tests run once more in a fresh one: tests that may run together ran well alone, so it was rather
    /// ended from outside.
    ///
    /// # Errors
    ///
    /// No JVM could be started, or it answers nonsense.
    pub fn run_together(
        &mut self,
        class_path: &[PathBuf],
        tests: &[TestsOfClass],
        times: TimesTogether,
    ) -> Result<Gathered, ReplayError> {
        self.run_together_where(&[], class_path, tests, times)
    }

    /// As [`ReplayServer::run_together`], where these surroundings are otherwise than here.
    ///
    /// # Errors
    ///
    /// As for [`ReplayServer::run_together`].
    pub(crate) fn run_together_where(
        &mut self,
        otherwise: &[Surrounding],
        class_path: &[PathBuf],
        tests: &[TestsOfClass],
        times: TimesTogether,
    ) -> Result<Gathered, ReplayError> {
        let clock = times.all.saturating_mul(CLOCK_FACTOR);
        let millis = |time: Duration| time.as_millis().max(1).to_string();
        let mut request = vec![
            millis(times.all),
            millis(clock),
            otherwise_field(otherwise),
            class_path_field(class_path)?,
            millis(times.each),
        ];
        for TestsOfClass { class, methods } in tests {
            request.extend([class.clone(), methods.join("\n")]);
        }
        let limit = clock.saturating_add(ANSWER_MARGIN);
        let mut end = self.ask("together", "gathered", &request, limit)?.end;
        if matches!(end, End::Gone(Gone::Ended(_))) {
            end = self.ask("together", "gathered", &request, limit)?.end;
        }
        let answer = match end {
            End::Answered(answer) => answer,
            End::Gone(Gone::Uncaged(reason)) => return Err(ReplayError::NoCage(reason)),
            End::Gone(Gone::Ended(_)) | End::Late => return Ok(Gathered::Crashed),
        };
        self.used = true;
        let nonsense = || ReplayError::Protocol(answer.join(" "));
        let [_, left, _, end, told @ ..] = &answer[..] else { return Err(nonsense()) };
        if left != "clean" {
            self.stop();
        }
        match (end.as_str(), told) {
            ("passed", failures) => {
                let failures: Option<Vec<Failure>> = failures.chunks(3).map(failure).collect();
                let failures = failures.ok_or_else(nonsense)?;
                if failures.iter().any(|failure| failure.message.starts_with(OUT_OF_MEMORY)) {
                    self.stop();
                    return Ok(Gathered::Exhausted);
                }
                Ok(Gathered::Ended(failures))
            }
            ("timeout", [test]) => Ok(Gathered::TimedOut(test.parse().map_err(|_| nonsense())?)),
            ("error", [_]) => Ok(Gathered::Crashed),
            _ => Err(nonsense()),
        }
    }
}

fn failure(fields: &[String]) -> Option<Failure> {
    let [test, exception, message] = fields else { return None };
    let message = if exception.is_empty() { message.clone() } else { format!("{exception}: {message}") };
    Some(Failure { test: test.parse().ok()?, message })
}
