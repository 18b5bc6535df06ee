//! Does one job: opens the class path, finds the method, explores it.

use crate::worker::{Explorer, Progress};
use crate::{Job, JobResult};
use clew_base::CancelToken;

/// Explores the methods of a class path.
#[derive(Default)]
pub struct ClassPathExplorer {}

impl Explorer for ClassPathExplorer {
    fn explore(&mut self, job: &Job, _cancel: &CancelToken, _progress: &mut dyn Progress) -> JobResult {
        JobResult::Failed(format!("{}: symbolic execution is not there yet", job.key))
    }

    fn outline(&mut self, job: &Job) -> JobResult {
        JobResult::Failed(format!("{}: symbolic execution is not there yet", job.key))
    }

    fn reset(&mut self) {}
}

/// The solver and its version, as `clew --version` shows it.
pub fn solver_version() -> String {
    "z3 (not linked yet)".to_owned()
}
