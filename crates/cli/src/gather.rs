//! The results of all jobs of a run at once, for those who have nothing to do before the last one is there.

use crate::ui::CountProgress;
use clew_base::CancelToken;
use clew_engine::{Event, Job, JobResult, Listener, PoolOptions, pool};

/// Does the jobs and gives their results, in the order of the jobs.
pub fn results_of(
    jobs: &[Job],
    options: &PoolOptions,
    progress: CountProgress,
    cancel: &CancelToken,
) -> Vec<JobResult> {
    let mut gathered = Gathered { progress, results: Vec::new() };
    pool::run(jobs, options, cancel, &mut gathered);
    gathered.progress.clear();
    gathered.results
}

/// The results of jobs, which come in their order.
struct Gathered {
    progress: CountProgress,
    results: Vec<JobResult>,
}

impl Listener for Gathered {
    fn event(&mut self, event: &Event) {
        if matches!(event, Event::Ended { .. }) {
            self.progress.next();
        }
    }

    fn finished(&mut self, _job: usize, result: JobResult) {
        self.results.push(result);
    }
}
