//! The inside of a worker process: reads requests, does the jobs one after another, answers.
//!
//! Where the system lets it, it does no job itself: it forks a process for each, see [`crate::forking`].

use crate::protocol::{Reply, Request, read_line, write_line};
use crate::{ClassPathSpec, CoverJob, CoverResult, Job, JobResult, ReachJob, ReachResult};
use clew_base::{CancelToken, ClassPathReading};
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, mpsc};
use std::thread;

/// Stack of whatever does the jobs, in bytes. Deeply nested terms and class hierarchies recurse.
pub(crate) const JOB_STACK_BYTES: usize = 256 << 20;

/// Does jobs. The result of one must not depend on those before it.
pub trait Explorer {
    /// Does what all jobs over a class path have in common, before any of them is known. It changes no result; the processes that
    /// do the jobs begin as copies of this one.
    fn prepare(&mut self, class_path: &ClassPathSpec) {
        let _ = class_path;
    }

    /// Explores the method of the job until it is done, the job's budget is spent, or `cancel` says stop.
    fn explore(&mut self, job: &Job, cancel: &CancelToken, progress: &mut dyn Progress) -> JobResult;

    /// What the exploration that came last read of the class path: where all of that is as it was, so is its result, unless the clock
    /// or the memory ended it. `None` where that is not known.
    fn readings(&mut self) -> Option<Vec<ClassPathReading>> {
        None
    }

    /// Names the goals of the job's method, all of them undecided, without exploring it.
    fn outline(&mut self, job: &Job) -> JobResult;

    /// Covers a program of the block language until that is done, the job's budget is spent, or `cancel` says stop.
    fn cover(&mut self, job: &CoverJob, cancel: &CancelToken) -> CoverResult;

    /// Decides whether an execution gets to a place, until the job's time is spent or `cancel` says stop.
    fn reach(&mut self, job: &ReachJob, cancel: &CancelToken) -> ReachResult;
}

/// Hears how a job gets on.
pub trait Progress {
    /// Called every few thousand instructions.
    fn progress(&mut self, steps: u64, tests: u64, goals_decided: u64);
}

/// What is to be done, by whoever does jobs.
pub(crate) enum Work {
    Explore(Box<Job>),
    Outline(Box<Job>),
    Cover(Box<CoverJob>),
    Reach(Box<ReachJob>),
}

/// What a request is about.
pub(crate) enum Asked {
    Work(Work),
    Prepare(Arc<ClassPathSpec>),
    Cancel,
}

impl From<Request> for Asked {
    fn from(request: Request) -> Asked {
        match request {
            Request::Prepare(class_path) => Asked::Prepare(class_path),
            Request::Explore(job) => Asked::Work(Work::Explore(job)),
            Request::Outline(job) => Asked::Work(Work::Outline(job)),
            Request::Cover(job) => Asked::Work(Work::Cover(job)),
            Request::Reach(job) => Asked::Work(Work::Reach(job)),
            Request::Cancel => Asked::Cancel,
        }
    }
}

/// Serves requests from standard input until it ends, and answers on standard output.
///
/// The end of the input means that the pool is gone or has no more jobs: the process ends then, even in the middle of a
/// job, so that no worker outlives its pool.
///
/// On Linux this process forks another one for each job, and so must have no other thread. To give those a large stack it may
/// first start itself again, with the same arguments: whatever was done before is done twice.
///
/// # Errors
/// Standard output cannot be written, no thread can be started, or this program cannot start itself again.
pub fn serve_stdio<E: Explorer>(make_explorer: impl FnOnce() -> E + Send + 'static) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if crate::forking::is_possible()? {
        return crate::forking::serve(make_explorer());
    }
    let worker = thread::Builder::new().name("jobs".into()).stack_size(JOB_STACK_BYTES).spawn(move || {
        let input = BufReader::new(io::stdin());
        serve(input, io::stdout(), make_explorer(), || std::process::exit(0))
    })?;
    worker.join().unwrap_or_else(|_| Err(io::Error::other("the thread that does the jobs panicked")))
}

/// Serves requests from `input` until it ends. `at_end` runs on the reading thread when it does, also amid a job.
///
/// # Errors
/// The output cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    mut explorer: impl Explorer,
    at_end: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let cancel = CancelToken::new();
    let (send, work) = mpsc::channel();
    let requested = cancel.clone();
    let reader = thread::Builder::new().name("requests".into());
    reader.spawn(move || read_requests(input, &send, &requested, at_end))?;
    install_panic_hook();
    work.into_iter().try_for_each(|work| answer(work, &mut explorer, &cancel, &mut output))
}

/// Does a job and answers.
pub(crate) fn answer(
    work: Work,
    explorer: &mut impl Explorer,
    cancel: &CancelToken,
    output: &mut impl Write,
) -> io::Result<()> {
    let reply = match work {
        Work::Explore(job) => {
            let mut progress = ProgressLines { output };
            let explored = guarded(|| {
                let result = explorer.explore(&job, cancel, &mut progress);
                (result, explorer.readings())
            });
            let (result, readings) = explored.unwrap_or_else(|line| (JobResult::Internal(line), None));
            Reply::Done { result: Box::new(result), readings }
        }
        Work::Outline(job) => {
            let result = guarded(|| explorer.outline(&job));
            Reply::Done { result: Box::new(result.unwrap_or_else(JobResult::Internal)), readings: None }
        }
        Work::Cover(job) => {
            let result = guarded(|| explorer.cover(&job, cancel));
            Reply::Covered(Box::new(result.unwrap_or_else(CoverResult::Internal)))
        }
        Work::Reach(job) => {
            let result = guarded(|| explorer.reach(&job, cancel));
            Reply::Reached(Box::new(result.unwrap_or_else(ReachResult::Internal)))
        }
    };
    write_line(output, &reply)
}

fn read_requests(mut input: impl BufRead, work: &mpsc::Sender<Work>, cancel: &CancelToken, at_end: impl FnOnce()) {
    // A line that cannot be read is treated as the end: the pool then sees a dead worker, not a wrong answer.
    while let Ok(Some(request)) = read_line::<Request>(&mut input) {
        match request.into() {
            Asked::Cancel => cancel.cancel(),
            // Each process does one job here, so nothing would be saved.
            Asked::Prepare(_) => {}
            Asked::Work(next) => {
                if work.send(next).is_err() {
                    break;
                }
            }
        }
    }
    at_end();
}

struct ProgressLines<'a, W> {
    output: &'a mut W,
}

impl<W: Write> Progress for ProgressLines<'_, W> {
    fn progress(&mut self, steps: u64, tests: u64, goals_decided: u64) {
        // If the pool is gone the end of the input ends this process, so a failure here needs no answer.
        let _ = write_line(self.output, &Reply::Progress { steps, tests, goals_decided });
    }
}

/// Does a job; where it panics, the error says where.
pub(crate) fn guarded<T>(job: impl FnOnce() -> T) -> Result<T, String> {
    LAST_PANIC.with(|last| last.borrow_mut().take());
    panic::catch_unwind(AssertUnwindSafe(job)).map_err(|_| {
        let place = LAST_PANIC.with(|last| last.borrow_mut().take());
        place.unwrap_or_else(|| "panic at an unknown place".to_owned())
    })
}

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the message and place of a panic for the report, and still writes it to standard error, where a developer may look.
pub(crate) fn install_panic_hook() {
    let earlier = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let payload = info.payload();
        let text =
            payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("panic").lines().next().unwrap_or_default().to_owned();
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        LAST_PANIC.with(|last| *last.borrow_mut() = Some(format!("{message}{place}")));
        earlier(info);
    }));
}
