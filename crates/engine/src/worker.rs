//! The inside of a worker process: reads requests, does the jobs one after another, answers.

use crate::protocol::{Reply, Request, read_line, write_line};
use crate::{Job, JobResult};
use clew_base::CancelToken;
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc;
use std::thread;

/// Stack of the thread that does the jobs, in bytes. Deeply nested terms and class hierarchies recurse.
const JOB_STACK_BYTES: usize = 256 << 20;

/// Does jobs. The result of one must not depend on those before it.
pub trait Explorer {
    /// Explores the method of the job until it is done, the job's budget is spent, or `cancel` says stop.
    fn explore(&mut self, job: &Job, cancel: &CancelToken, progress: &mut dyn Progress) -> JobResult;

    /// Names the goals of the job's method, all of them undecided, without exploring it.
    fn outline(&mut self, job: &Job) -> JobResult;
}

/// Hears how a job gets on.
pub trait Progress {
    /// Called every few thousand instructions.
    fn progress(&mut self, steps: u64, tests: u64, goals_decided: u64);
}

/// What the thread that reads requests hands to the one that does jobs.
enum Work {
    Explore(Box<Job>),
    Outline(Box<Job>),
}

/// Serves requests from standard input until it ends, and answers on standard output.
///
/// The end of the input means that the pool is gone or has no more jobs: the process ends then, even in the middle of a
/// job, so that no worker outlives its pool.
///
/// # Errors
/// Standard output cannot be written, or no thread can be started.
pub fn serve_stdio<E: Explorer>(make_explorer: impl FnOnce() -> E + Send + 'static) -> io::Result<()> {
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
    for work in work {
        let result = match work {
            Work::Explore(job) => {
                let mut progress = ProgressLines { output: &mut output };
                guarded(&mut explorer, |explorer| explorer.explore(&job, &cancel, &mut progress))
            }
            Work::Outline(job) => guarded(&mut explorer, |explorer| explorer.outline(&job)),
        };
        write_line(&mut output, &Reply::Done(Box::new(result)))?;
    }
    Ok(())
}

fn read_requests(mut input: impl BufRead, work: &mpsc::Sender<Work>, cancel: &CancelToken, at_end: impl FnOnce()) {
    // A line that cannot be read is treated as the end: the pool then sees a dead worker, not a wrong answer.
    while let Ok(Some(request)) = read_line::<Request>(&mut input) {
        let next = match request {
            Request::Cancel => {
                cancel.cancel();
                continue;
            }
            Request::Explore(job) => Work::Explore(job),
            Request::Outline(job) => Work::Outline(job),
        };
        if work.send(next).is_err() {
            break;
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

/// Does a job; a panic in it becomes an internal error of the job.
fn guarded<E: Explorer>(explorer: &mut E, job: impl FnOnce(&mut E) -> JobResult) -> JobResult {
    LAST_PANIC.with(|last| last.borrow_mut().take());
    match panic::catch_unwind(AssertUnwindSafe(|| job(explorer))) {
        Ok(result) => result,
        Err(_) => {
            let place = LAST_PANIC.with(|last| last.borrow_mut().take());
            JobResult::Internal(place.unwrap_or_else(|| "panic at an unknown place".to_owned()))
        }
    }
}

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the message and place of a panic for the report, and still writes it to standard error, where a developer may look.
fn install_panic_hook() {
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
