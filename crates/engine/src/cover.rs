//! One cover in a worker process of its own.

use crate::process::{Ended, WorkerCommand, WorkerProcess};
use crate::protocol::{Reply, Request};
use crate::{CoverJob, CoverResult};
use clew_base::CancelToken;
use clew_facts::CutReason;

/// Has a worker cover a program. After a request to stop it is asked for what it has.
pub fn cover(job: &CoverJob, command: &WorkerCommand, cancel: &CancelToken) -> CoverResult {
    let mut worker = match WorkerProcess::start(command) {
        Ok(worker) => worker,
        Err(message) => return CoverResult::Internal(message),
    };
    let request = Request::Cover(Box::new(job.clone()));
    let ended = worker.run(&request, job.options.time, cancel, |reply| match reply {
        Reply::Covered(result) => Some(*result),
        Reply::Preparing | Reply::Forking | Reply::Ended(_) => None,
        Reply::Progress { .. } | Reply::Done { .. } | Reply::Reached(_) => None,
    });
    match ended {
        Ended::Answered(result) => result,
        Ended::Gone(what) => CoverResult::Crashed(CutReason::Budget(what)),
        Ended::OutOfMemory => CoverResult::Crashed(CutReason::Memory),
    }
}
