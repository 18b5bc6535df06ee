//! The lines that a worker process reads and writes: one JSON value each, ended by a newline.

use crate::{CoverJob, CoverResult, Job, JobResult, ReachJob, ReachResult};
use clew_base::ClassPathReading;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};

/// What the pool asks of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
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

/// What a worker answers: any number of `Progress`, then one `Done`, `Covered` or `Reached` for each job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
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
