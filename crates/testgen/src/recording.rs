//! What confirmed tests execute, seen by the JVM rather than predicted.

use crate::replay::{IdentityHashes, Outcome, Record, Recorded, ReplayError, ReplayServer};
use std::path::PathBuf;
use std::time::Duration;

/// What is known of the way of a test through the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Recording {
    /// It was not recorded: only confirmed tests are.
    #[default]
    No,
    /// It ended otherwise than without probes, in this way, so that what it executed says nothing.
    Lost(String),
    /// It executes this.
    Done(Record),
}

/// Whether the way of a test is known to be the same in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It is predicted to its end, and a prediction never looks at clocks, random numbers or identity hash codes.
    Predicted,
    /// It need not be.
    Open,
}

/// How often a test is recorded in a usual JVM whose way is open. A way that is gone in every second run is then taken for the
/// only one in one of five hundred tests.
const USUAL_RUNS_OF_OPEN: usize = 9;

/// How tests are recorded.
pub(crate) struct Recorder<'r> {
    pub(crate) usual: &'r mut ReplayServer,
    /// A server in whose JVMs all identity hash codes are equal.
    pub(crate) equal_hashes: &'r mut ReplayServer,
    pub(crate) class_path: Vec<PathBuf>,
    /// Those entries of the class path that are looked at.
    pub(crate) roots: &'r [PathBuf],
    pub(crate) timeout: Duration,
}

impl Recorder<'_> {
    /// Records a confirmed test, one whose way is open several times. In the first of these all identity hash codes are equal,
    /// so that a way that hangs on how they compare differs for certain, and not in some runs only. Nothing where two runs differ.
    ///
    /// # Errors
    /// The JVM does not work.
    pub(crate) fn record(&mut self, class: &str, method: &str, way: Way) -> Result<Option<Recording>, ReplayError> {
        let mut runs = vec![IdentityHashes::Usual];
        if way == Way::Open {
            runs = vec![IdentityHashes::Usual; USUAL_RUNS_OF_OPEN];
            runs.insert(0, IdentityHashes::Equal);
        }
        let mut first: Option<Record> = None;
        for hashes in runs {
            let record = match self.once(class, method, hashes)? {
                Ok(record) => record,
                Err(what) => return Ok(Some(Recording::Lost(what))),
            };
            match &first {
                Some(first) if first.executed != record.executed => return Ok(None),
                Some(_) => {}
                None => first = Some(record),
            }
        }
        Ok(first.map(Recording::Done))
    }

    fn once(
        &mut self,
        class: &str,
        method: &str,
        hashes: IdentityHashes,
    ) -> Result<Result<Record, String>, ReplayError> {
        let server = match hashes {
            IdentityHashes::Usual => &mut *self.usual,
            IdentityHashes::Equal => &mut *self.equal_hashes,
        };
        match server.record(&self.class_path, self.roots, class, method, self.timeout) {
            Ok(Recorded { run, record }) => Ok(match (run.outcome, record) {
                _ if !run.tried.is_empty() => Err(run.tried.join("; ")),
                (Outcome::Passed, Some(record)) => Ok(record),
                (Outcome::Failed { exception, message, .. }, _) => Err(format!("{exception}: {message}")),
                (Outcome::TimedOut, _) => Err("it does not end in time".to_owned()),
                (Outcome::Crashed, _) => Err("the JVM ends".to_owned()),
                (Outcome::Passed | Outcome::Skipped, _) => Err("it is not run".to_owned()),
            }),
            Err(ReplayError::Test { message, .. }) => Ok(Err(message)),
            Err(error) => Err(error),
        }
    }
}
