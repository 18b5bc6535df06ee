//! What confirmed tests execute, seen by the JVM rather than predicted.

use crate::replay::{Executed, IdentityHashes, Outcome, Point, Record, Recorded, ReplayError, ReplayServer};
use clew_facts::MethodKey;
use std::collections::{BTreeMap, BTreeSet};
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

/// How often a test is recorded in a usual JVM whose way is open. What comes about in every second run, as the order of two
/// identity hash codes, is then taken for what always does in one of five hundred tests.
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
    /// Records a confirmed test. Of one whose way is open only that counts what it executes in each of several runs. In the
    /// first of these all identity hash codes are equal, so that what hangs on how they compare is left out for certain, and not
    /// in some runs only.
    ///
    /// # Errors
    /// The JVM does not work.
    pub(crate) fn record(&mut self, class: &str, method: &str, way: Way) -> Result<Recording, ReplayError> {
        let mut runs = vec![IdentityHashes::Usual];
        if way == Way::Open {
            runs = vec![IdentityHashes::Usual; USUAL_RUNS_OF_OPEN];
            runs.insert(0, IdentityHashes::Equal);
        }
        let mut common = None;
        for hashes in runs {
            let record = match self.once(class, method, hashes)? {
                Ok(record) => record,
                Err(what) => return Ok(Recording::Lost(what)),
            };
            common = Some(match common {
                Some(common) => in_both(record, &common),
                None => record,
            });
        }
        Ok(common.map_or(Recording::No, Recording::Done))
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

/// What both runs executed.
fn in_both(first: Record, second: &Record) -> Record {
    let others: BTreeMap<&MethodKey, BTreeSet<Point>> =
        second.executed.iter().map(|of| (&of.method, of.points.iter().copied().collect())).collect();
    let common = |Executed { method, points }: Executed| {
        let others = others.get(&method)?;
        let points: Vec<Point> = points.into_iter().filter(|point| others.contains(point)).collect();
        (!points.is_empty()).then_some(Executed { method, points })
    };
    Record { executed: first.executed.into_iter().filter_map(common).collect(), unrecorded: first.unrecorded }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn executed(method: &str, lines: &[u32]) -> Executed {
        let method = MethodKey { class: "A".into(), method: method.into(), descriptor: "()V".into() };
        Executed { method, points: lines.iter().map(|line| Point::Line(*line)).collect() }
    }

    #[test]
    fn what_only_one_run_executes_does_not_count() {
        let record = |executed| Record { executed, unrecorded: Vec::new() };
        let first = record(vec![executed("a", &[1, 2]), executed("b", &[3]), executed("c", &[4])]);
        let second = record(vec![executed("a", &[2, 9]), executed("c", &[5]), executed("d", &[6])]);
        assert_eq!(in_both(first, &second), record(vec![executed("a", &[2])]));
    }
}
