//! The lines that a worker process reads and writes: one JSON value each, ended by a newline.

use crate::{ClassPathSpec, CoverJob, CoverResult, Job, JobResult, ReachJob, ReachResult};
use clew_base::ClassPathReading;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// What the pool asks of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Make ready for many jobs over this class path. A worker that forks does now what all of them need; others ignore it.
    Prepare(Arc<ClassPathSpec>),
    /// Explore a method.
    Explore(Box<Job>),
    /// Name the goals of a method without exploring it.
    Outline(Box<Job>),
    /// Cover a program of the block language.
    Cover(Box<CoverJob>),
    /// Decide whether an execution of a program of the block language gets to a place.
    Reach(Box<ReachJob>),
    /// Stop the running job soon, with what it has. Later jobs end at once too.
    Cancel,
}

/// What a worker answers: any number of `Progress`, then one `Done`, `Covered` or `Reached` for each job. A worker that forks
/// begins with `Forking` and closes with `Ended`; it can then be asked again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The worker makes ready for jobs over a class path.
    Preparing,
    /// The job is about to get a process of its own.
    Forking,
    /// The process of the job is gone, whether it has answered or not.
    Ended(ProcessEnd),
    /// The job is under way.
    Progress {
        /// Instructions executed so far.
        steps: u64,
        /// Tests found so far.
        tests: u64,
        /// Goals decided so far.
        goals_decided: u64,
    },
    /// The job has ended.
    Done {
        /// What came of it.
        result: Box<JobResult>,
        /// What it read of the class path, where that is known.
        readings: Option<Vec<ClassPathReading>>,
    },
    /// The job to cover a program has ended.
    Covered(Box<CoverResult>),
    /// The job about a place has ended.
    Reached(Box<ReachResult>),
}

/// How a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessEnd {
    /// The exit code, if it exited.
    pub code: Option<i32>,
    /// The number of the signal that ended it, if one did.
    pub signal: Option<i32>,
}

/// Writes a value as one line and flushes.
pub(crate) fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

/// Reads the next value; `None` at the end of the input.
pub(crate) fn read_line<T: DeserializeOwned>(input: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_str(&line)?))
}
