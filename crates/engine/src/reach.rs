//! One question about reaching a place, in a worker process of its own.

use crate::process::{Ended, WorkerCommand, WorkerProcess};
use crate::protocol::{Reply, Request};
use crate::{ReachJob, ReachResult};
use clew_base::CancelToken;
use clew_facts::CutReason;

/// Has a worker decide whether an execution gets to a place. After a request to stop it is asked for what it has.
pub fn reach(job: &ReachJob, command: &WorkerCommand, cancel: &CancelToken) -> ReachResult {
    let mut worker = match WorkerProcess::start(command) {
        Ok(worker) => worker,
        Err(message) => return ReachResult::Internal(message),
    };
    let request = Request::Reach(Box::new(job.clone()));
    let targets = u32::try_from(job.targets.len()).unwrap_or(u32::MAX);
    let time = job.options.time.map(|time| time.saturating_mul(targets));
    let ended = worker.run(&request, time, cancel, |reply| match reply {
        Reply::Reached(result) => Some(*result),
        Reply::Preparing | Reply::Forking | Reply::Ended(_) => None,
        Reply::Progress { .. } | Reply::Done { .. } | Reply::Covered(_) => None,
    });
    match ended {
        Ended::Answered(result) => result,
        Ended::Gone(what) => ReachResult::Crashed(CutReason::Budget(what)),
        Ended::OutOfMemory => ReachResult::Crashed(CutReason::Memory),
    }
}
