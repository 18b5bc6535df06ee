//! The pool: runs jobs in worker processes and gives their results in the order of the jobs.

use crate::job::no_facts;
use crate::process::{Ended, Stage, WorkerCommand, WorkerProcess, explore_request};
use crate::protocol::{Reply, Request};
use crate::{Job, JobResult};
use clew_base::{CancelToken, ClassPathReading};
use clew_facts::{CutReason, MethodFacts, Options, Verdict};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// Why proofs were not attacked where that has ended the worker.
const WORKER_LOST: &str = "the attack has ended its worker";

/// From how many jobs for each worker on a worker makes ready for them: for few jobs that would cost more than it saves.
const MANY_JOBS: usize = 8;
/// The same where there are libraries, all of whose class files most jobs would have to read.
const MANY_JOBS_WITH_LIBRARIES: usize = 2;

/// How long naming the goals of a method may take after its exploration crashed.
const OUTLINE_TIME: Duration = Duration::from_secs(5);

/// How a pool works.
#[derive(Clone, Debug)]
pub struct PoolOptions {
    /// How many worker processes run at one time. It never changes a result.
    pub workers: NonZeroUsize,
    /// How a worker is started.
    pub command: WorkerCommand,
}

/// What happens in a pool while it works, in no fixed order.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A worker took this job up.
    Started {
        /// Position of the job.
        job: usize,
    },
    /// This job is under way.
    Progress {
        /// Position of the job.
        job: usize,
        /// Instructions executed so far.
        steps: u64,
        /// Tests found so far.
        tests: u64,
        /// Goals decided so far.
        goals_decided: u64,
    },
    /// This job has ended; its result comes when those of all earlier jobs have come.
    Ended {
        /// Position of the job.
        job: usize,
    },
}

/// Hears from a pool. All calls come from the thread that called [`run`].
pub trait Listener {
    /// Something happened; for progress displays only, because the order depends on timing.
    fn event(&mut self, event: &Event) {
        let _ = event;
    }

    /// What a job read of the class path, where that is known; comes before its result.
    fn read(&mut self, job: usize, readings: Vec<ClassPathReading>) {
        let _ = (job, readings);
    }

    /// The result of a job. Comes exactly once for every job, in the order of the jobs.
    fn finished(&mut self, job: usize, result: JobResult);
}

/// A job that has ended: its result, and what it read of the class path where that is known.
type Done = (JobResult, Option<Vec<ClassPathReading>>);

enum Message {
    Event(Event),
    Finished(usize, Done),
}

/// Runs all jobs and returns when every one has its result.
///
/// After a request to stop, jobs that run are asked to give what they have, and the rest are [`JobResult::NotStarted`].
pub fn run(jobs: &[Job], options: &PoolOptions, cancel: &CancelToken, listener: &mut dyn Listener) {
    let next = AtomicUsize::new(0);
    let (send, messages) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..options.workers.get().min(jobs.len()) {
            let send = send.clone();
            scope.spawn(|| Slot::new(options, cancel, send, jobs).work(jobs, &next));
        }
        drop(send);
        deliver(jobs.len(), messages, listener);
    });
}

/// Passes results on in the order of the jobs, and fills in those that never started.
fn deliver(count: usize, messages: Receiver<Message>, listener: &mut dyn Listener) {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for message in messages {
        match message {
            Message::Event(event) => listener.event(&event),
            Message::Finished(job, result) => {
                listener.event(&Event::Ended { job });
                waiting.insert(job, result);
            }
        }
        while let Some(result) = waiting.remove(&next) {
            pass_on(next, result, listener);
            next += 1;
        }
    }
    for job in next..count {
        pass_on(job, waiting.remove(&job).unwrap_or((JobResult::NotStarted, None)), listener);
    }
}

fn pass_on(job: usize, (result, readings): Done, listener: &mut dyn Listener) {
    if let Some(readings) = readings {
        listener.read(job, readings);
    }
    listener.finished(job, result);
}

/// One place of the pool: it does one job at a time.
struct Slot<'a> {
    options: &'a PoolOptions,
    cancel: &'a CancelToken,
    send: Sender<Message>,
    /// A worker that has nothing to do.
    idle: Option<WorkerProcess>,
    /// Whether workers are to make ready for many jobs.
    prepares: bool,
}

impl<'a> Slot<'a> {
    fn new(options: &'a PoolOptions, cancel: &'a CancelToken, send: Sender<Message>, jobs: &[Job]) -> Slot<'a> {
        let has_libraries = jobs.first().is_some_and(|job| !job.class_path.libraries.is_empty());
        let many = if has_libraries { MANY_JOBS_WITH_LIBRARIES } else { MANY_JOBS };
        let prepares = jobs.len() >= options.workers.get().saturating_mul(many);
        Slot { options, cancel, send, idle: None, prepares }
    }

    fn work(mut self, jobs: &[Job], next: &AtomicUsize) {
        while !self.cancel.is_requested() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { break };
            self.tell(Event::Started { job: index });
            let result = self.run_job(index, job);
            // The receiver lives as long as the scope, so this cannot fail.
            let _ = self.send.send(Message::Finished(index, result));
        }
    }

    fn tell(&self, event: Event) {
        let _ = self.send.send(Message::Event(event));
    }

    fn run_job(&mut self, index: usize, job: &Job) -> Done {
        let (result, readings) = self.run_once(index, job);
        // Attacks on proofs must not cost the proofs.
        let is_lost = matches!(result, JobResult::Crashed { .. }) && !self.cancel.is_requested();
        if !is_lost || !job.options.attacks {
            return (result, readings);
        }
        let plain = Options { attacks: false, ..job.options.clone() };
        let (mut result, readings) = self.run_once(index, &Job { options: plain, ..job.clone() });
        if let JobResult::Facts(facts) = &mut result {
            facts.note_unattacked(WORKER_LOST);
            facts.clock_bound = true;
        }
        (result, readings)
    }

    fn run_once(&mut self, index: usize, job: &Job) -> Done {
        let lost = match self.ask(index, job, &explore_request(job), job.options.whole_time()) {
            Err(message) => JobResult::Internal(message),
            Ok(Ended::Answered(done)) => return done,
            Ok(Ended::Gone(what)) => {
                let reason = CutReason::Budget(what.clone());
                JobResult::Crashed { what, facts: Box::new(self.undecided_facts(index, job, reason)) }
            }
            Ok(Ended::OutOfMemory) => JobResult::Crashed {
                what: "worker ran out of memory".to_owned(),
                facts: Box::new(self.undecided_facts(index, job, CutReason::Memory)),
            },
        };
        (lost, None)
    }

    /// Asks a worker; the error says why none could be started.
    ///
    /// Each job has a process of its own: the classes that a process has loaded and the terms that its solver has seen may show
    /// in what it answers next, and a result must not depend on which jobs came before. A worker that is used again forks.
    fn ask(
        &mut self,
        index: usize,
        job: &Job,
        request: &Request,
        budget: Option<Duration>,
    ) -> Result<Ended<Done>, String> {
        loop {
            let mut worker = self.worker(job)?;
            let send = self.send.clone();
            let ended = worker.run(request, budget, self.cancel, |reply| match reply {
                Reply::Done { result, readings } => Some((*result, readings)),
                Reply::Progress { steps, tests, goals_decided } => {
                    let event = Event::Progress { job: index, steps, tests, goals_decided };
                    let _ = send.send(Message::Event(event));
                    None
                }
                Reply::Preparing | Reply::Forking | Reply::Ended(_) | Reply::Covered(_) | Reply::Reached(_) => None,
            });
            if matches!(ended, Ended::Answered(_)) {
                self.idle = worker.is_free().then_some(worker);
                return Ok(ended);
            }
            // A worker that was lost without a job is no fault of the next one.
            match worker.stage() {
                Stage::Idle => {}
                Stage::Preparing => self.prepares = false,
                Stage::Started | Stage::Working => return Ok(ended),
            }
        }
    }

    /// A worker with nothing to do. One that was just started makes ready first where there are many jobs.
    fn worker(&mut self, job: &Job) -> Result<WorkerProcess, String> {
        if let Some(worker) = self.idle.take() {
            return Ok(worker);
        }
        let mut worker = WorkerProcess::start(&self.options.command)?;
        if self.prepares {
            worker.prepare(&job.class_path);
        }
        Ok(worker)
    }

    /// Facts about a method whose exploration is lost: its goals, each undecided for `reason`.
    fn undecided_facts(&mut self, index: usize, job: &Job, reason: CutReason) -> MethodFacts {
        let outline = self.ask(index, job, &Request::Outline(Box::new(job.clone())), Some(OUTLINE_TIME));
        match outline {
            Ok(Ended::Answered((JobResult::Facts(facts), _))) => lost(*facts, reason),
            _ => no_facts(job.key.clone(), reason),
        }
    }
}

fn lost(mut facts: MethodFacts, reason: CutReason) -> MethodFacts {
    for goal in &mut facts.goals {
        goal.verdict = Verdict::Undecided(vec![reason.clone()]);
    }
    let count = facts.goals.len().max(1) as u64;
    MethodFacts {
        paths: 0,
        complete: false,
        tests: Vec::new(),
        undecided: vec![(reason, count)],
        clock_bound: true,
        ..facts
    }
}
