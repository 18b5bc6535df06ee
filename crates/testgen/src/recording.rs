//! What confirmed tests execute, seen by the JVM rather than predicted.

use crate::allowance::Allowance;
use crate::replay::{Executed, Outcome, Point, Record, Recorded, ReplayError, ReplayServer};
use clew_facts::MethodKey;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// What is known of the way of a test through the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recording {
    /// It was not recorded: only confirmed tests are.
    #[default]
    No,
    /// It ended otherwise than without probes, in this way, so that what it executed says nothing.
    Lost(String),
    /// It executes this.
    Done(Record),
}

impl Recording {
    /// What it executes, where that was recorded.
    pub(crate) fn record(&self) -> Option<&Record> {
        match self {
            Recording::Done(record) => Some(record),
            Recording::No | Recording::Lost(_) => None,
        }
    }
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

/// One of the runs in which a test is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    /// In a usual JVM.
    Usual,
    /// In one whose identity hash codes are all equal.
    EqualHashes,
    /// In a usual JVM, where it has run before on the same classes.
    Again,
}

/// How often a test is recorded in all.
pub(crate) fn runs_of(way: Way) -> u32 {
    match way {
        Way::Predicted => 1,
        // The last is two runs on the same classes.
        Way::Open => USUAL_RUNS_OF_OPEN as u32 + 3,
    }
}

/// What recordings of a test tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// All are the same, or it cannot be recorded.
    Same(Recording),
    /// Two differ.
    Differs,
    /// The time of its method was over.
    OutOfTime,
}

/// How tests are recorded.
pub(crate) struct Recorder<'r> {
    pub(crate) usual: &'r mut ReplayServer,
    /// A server in whose JVMs all identity hash codes are equal.
    pub(crate) equal_hashes: &'r mut ReplayServer,
    pub(crate) class_path: Vec<PathBuf>,
    /// Those entries of the class path that are looked at.
    pub(crate) roots: &'r [PathBuf],
    pub(crate) timeout: Duration,
    /// The time of the methods.
    pub(crate) allowance: &'r mut Allowance,
}

impl Recorder<'_> {
    /// Records a confirmed test, one whose way is open several times. In the first of these all identity hash codes are equal,
    /// so that a way that hangs on how they compare differs for certain, and not in some runs only. In a last one it has run
    /// before, as other tests may have that leave the like in a cache. They differ where two runs do, or the last does more.
    ///
    /// # Errors
    /// The JVM does not work.
    pub(crate) fn record(&mut self, test: [&str; 2], tested: &MethodKey, way: Way) -> Result<Told, ReplayError> {
        let mut runs = vec![Run::Usual];
        if way == Way::Open {
            runs = vec![Run::Usual; USUAL_RUNS_OF_OPEN];
            runs.insert(0, Run::EqualHashes);
            runs.push(Run::Again);
        }
        let mut first: Option<Record> = None;
        for run in runs {
            let Some(time) = self.allowance.of_run(tested, self.timeout) else { return Ok(Told::OutOfTime) };
            let record = match self.once(test, tested, run, time)? {
                Once::Record(record) => record,
                Once::Lost(what) => return Ok(Told::Same(Recording::Lost(what))),
                Once::OutOfTime => return Ok(Told::OutOfTime),
            };
            match &mut first {
                Some(first) if run == Run::Again && !has_all(first, &record) => return Ok(Told::Differs),
                Some(first) if run != Run::Again && first.executed != record.executed => return Ok(Told::Differs),
                Some(first) => first.add_changes(record),
                None => first = Some(record),
            }
        }
        Ok(Told::Same(first.map_or(Recording::No, Recording::Done)))
    }

    fn once(&mut self, test: [&str; 2], tested: &MethodKey, run: Run, time: Duration) -> Result<Once, ReplayError> {
        let (server, runs) = match run {
            Run::Usual => (&mut *self.usual, 1),
            Run::EqualHashes => (&mut *self.equal_hashes, 1),
            Run::Again => (&mut *self.usual, 2),
        };
        match server.record_last_of(runs, [&self.class_path, self.roots], test, time) {
            Ok(Recorded { run, record }) => {
                self.allowance.spend(tested, run.used);
                Ok(match (run.outcome, record) {
                    _ if !run.tried.is_empty() => Once::Lost(run.tried.join("; ")),
                    (Outcome::Passed, Some(record)) => Once::Record(record),
                    (Outcome::Failed { exception, message, .. }, _) => Once::Lost(format!("{exception}: {message}")),
                    (Outcome::TimedOut, _) if time < self.timeout => Once::OutOfTime,
                    (Outcome::TimedOut, _) => Once::Lost("it does not end in time".to_owned()),
                    (Outcome::Crashed, _) => Once::Lost("the JVM ends".to_owned()),
                    (Outcome::Passed | Outcome::Skipped, _) => Once::Lost("it is not run".to_owned()),
                })
            }
            Err(ReplayError::Test { message, .. }) => Ok(Once::Lost(message)),
            Err(error) => Err(error),
        }
    }
}

/// What one recording tells.
enum Once {
    Record(Record),
    Lost(String),
    OutOfTime,
}

/// Whether one run executed all that another did.
fn has_all(one: &Record, other: &Record) -> bool {
    let known: BTreeMap<&MethodKey, BTreeSet<Point>> =
        one.executed.iter().map(|of| (&of.method, of.points.iter().copied().collect())).collect();
    let has = |Executed { method, points }: &Executed| {
        known.get(method).is_some_and(|known| points.iter().all(|point| known.contains(point)))
    };
    other.executed.iter().all(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(methods: &[(&str, &[u32])]) -> Record {
        let executed = |(method, lines): &(&str, &[u32])| {
            let method = MethodKey { class: "A".into(), method: (*method).into(), descriptor: "()V".into() };
            Executed { method, points: lines.iter().map(|line| Point::Line(*line)).collect() }
        };
        Record { executed: methods.iter().map(executed).collect(), ..Record::default() }
    }

    #[test]
    fn a_run_has_all_of_another_where_no_point_is_new() {
        let first = record(&[("a", &[1, 2]), ("b", &[3])]);
        assert!(has_all(&first, &record(&[("a", &[2])])));
        assert!(!has_all(&first, &record(&[("a", &[2, 4])])));
        assert!(!has_all(&first, &record(&[("c", &[1])])));
    }
}
