//! A worker process as the pool sees it.

use crate::protocol::{ProcessEnd, Reply, Request, write_line};
use crate::{ClassPathSpec, Job};
use clew_base::CancelToken;
use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often a waiting pool looks for cancellation and deadlines.
const POLL: Duration = Duration::from_millis(50);
/// What a job may take beyond [`OVERTIME_FACTOR`] times its budget before its worker is killed.
const GRACE: Duration = Duration::from_secs(10);
/// How many times its time budget a job may take, beside the grace, before its worker is killed.
const OVERTIME_FACTOR: u32 = 2;

/// How long a process may take to end that has nothing to do any more.
const PATIENCE: Duration = Duration::from_secs(1);

/// How much of the end of a worker's standard error is kept, in bytes.
const KEPT_BYTES: usize = 4_096;

/// What runtimes write before they end a process for want of memory: Rust's, and that of C++.
const OUT_OF_MEMORY: [&str; 2] = ["memory allocation of ", "std::bad_alloc"];
/// What Rust's runtime writes before it ends a process whose stack is full.
const STACK_OVERFLOW: &str = "has overflowed its stack";
/// What the names of variables begin with that are settings of the command.
const SETTINGS: &str = "CLEW_";

/// Where the standard error of workers goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkerStderr {
    /// Nowhere; its end is kept to tell why a worker is gone.
    #[default]
    Keep,
    /// To that of this process, for debugging.
    Inherit,
}

/// How a worker process is started.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Where its standard error goes.
    pub stderr: WorkerStderr,
}

/// How a job ended for the pool.
pub(crate) enum Ended<T> {
    /// The worker answered and lives.
    Answered(T),
    /// The worker is gone, for this reason.
    Gone(String),
    /// The worker is gone, because it needed more memory than it may use.
    OutOfMemory,
}

/// What a worker process does, as far as it has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It was started, and does jobs itself if it does not tell otherwise.
    Started,
    /// It makes ready for jobs, and will fork.
    Preparing,
    /// It has forked a process for a job.
    Working,
    /// The processes that it has forked are gone.
    Idle,
}

/// A running worker process. Dropping it ends the process, and the one that it has forked for a job.
pub(crate) struct WorkerProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    replies: Receiver<Reply>,
    stderr: Option<JoinHandle<String>>,
    /// Whether there was something on standard error.
    has_complained: Arc<AtomicBool>,
    stage: Stage,
}

impl WorkerProcess {
    /// Starts a worker; the error says why none could be started.
    pub(crate) fn start(command: &WorkerCommand) -> Result<WorkerProcess, String> {
        WorkerProcess::spawn(command)
            .map_err(|error| format!("cannot start a worker ({}): {error}", command.program.display()))
    }

    fn spawn(command: &WorkerCommand) -> io::Result<WorkerProcess> {
        let stderr = match command.stderr {
            WorkerStderr::Keep => Stdio::piped(),
            WorkerStderr::Inherit => Stdio::inherit(),
        };
        let mut start = Command::new(&command.program);
        start.args(&command.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        // A trace would push the line that tells why it ended out of what is kept.
        start.envs((command.stderr == WorkerStderr::Keep).then_some(("RUST_BACKTRACE", "0")));
        // A job says all that its worker goes by: these are for the process that makes the jobs.
        let settings = env::vars_os().map(|(name, _)| name);
        settings.filter(|name| name.to_string_lossy().starts_with(SETTINGS)).for_each(|name| {
            start.env_remove(name);
        });
        let mut child = start.spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().ok_or_else(|| io::Error::other("the worker has no standard output"))?;
        let has_complained = Arc::new(AtomicBool::new(false));
        let stderr = child.stderr.take().map(|stderr| keep_end(stderr, Arc::clone(&has_complained)));
        let (send, replies) = mpsc::channel();
        thread::Builder::new().name("replies".into()).spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                // What isn't a reply is the end of the worker: it broke the protocol.
                let Ok(reply) = serde_json::from_str(&line) else { break };
                if send.send(reply).is_err() {
                    break;
                }
            }
        })?;
        Ok(WorkerProcess { child, stdin, replies, stderr, has_complained, stage: Stage::Started })
    }

    /// Has it make ready for jobs over this class path. A failure shows when it is asked to do one.
    pub(crate) fn prepare(&mut self, class_path: &Arc<ClassPathSpec>) {
        let _ = self.send(&Request::Prepare(Arc::clone(class_path)));
    }

    /// What it does or, if it was lost, did last.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Waits until it can do another job. Only one that forks can, after an answer. What one job has written to standard error would
    /// tell of the end of another.
    pub(crate) fn is_free(&mut self) -> bool {
        while self.stage == Stage::Working {
            match self.replies.recv_timeout(PATIENCE) {
                Ok(Reply::Ended(_)) => self.stage = Stage::Idle,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        self.stage == Stage::Idle && !self.has_complained.load(Ordering::Relaxed)
    }

    /// Does one request and waits for the reply of which `answer` makes something.
    pub(crate) fn run<T>(
        &mut self,
        request: &Request,
        budget: Option<Duration>,
        cancel: &CancelToken,
        mut answer: impl FnMut(Reply) -> Option<T>,
    ) -> Ended<T> {
        if self.send(request).is_err() {
            return self.last_words();
        }
        let limit = budget.map(|budget| budget * OVERTIME_FACTOR + GRACE);
        let mut deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut cancelled = false;
        loop {
            match self.replies.recv_timeout(POLL) {
                Ok(Reply::Preparing) => self.stage = Stage::Preparing,
                Ok(Reply::Forking) => self.stage = Stage::Working,
                Ok(Reply::Ended(end)) => return self.last_words_of(end),
                Ok(reply) => {
                    if let Some(answer) = answer(reply) {
                        return Ended::Answered(answer);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return self.last_words(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if cancel.is_requested() && !cancelled {
                cancelled = true;
                let soon = Instant::now() + GRACE;
                deadline = Some(deadline.map_or(soon, |deadline| deadline.min(soon)));
                // A failure shows as a closed channel in the next round.
                let _ = self.send(&Request::Cancel);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.kill();
                return Ended::Gone(overdue(cancelled, limit));
            }
        }
    }

    fn send(&mut self, request: &Request) -> io::Result<()> {
        match &mut self.stdin {
            Some(stdin) => write_line(stdin, request),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Why the process is gone. Ends it first if it has only closed its output.
    fn last_words<T>(&mut self) -> Ended<T> {
        match self.wait() {
            Some(status) => ended(end_of(status), &self.stderr()),
            None => {
                self.kill();
                Ended::Gone("worker broke off".to_owned())
            }
        }
    }

    /// Why the process of a job is gone that has ended like this. The worker that has forked it ends, too: only then it is certain
    /// that nothing comes any more on standard error, which they share.
    fn last_words_of<T>(&mut self, end: ProcessEnd) -> Ended<T> {
        if self.wait().is_none() {
            self.kill();
        }
        ended(end, &self.stderr())
    }

    /// Has the process end, and waits for that a while.
    fn wait(&mut self) -> Option<ExitStatus> {
        self.stdin = None;
        let patience = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < patience => thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// The end of the standard error of a process that is gone.
    fn stderr(&mut self) -> String {
        self.stderr.take().and_then(|reader| reader.join().ok()).unwrap_or_default()
    }

    fn kill(&mut self) {
        // The process of a job ends with the input, and the worker that waits for it after that. It would go with the worker, too,
        // but then nobody would wait for it.
        if self.stage != Stage::Started {
            let _ = self.wait();
        }
        self.stdin = None;
        // Both fail only when the process is already gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads to the end and gives the last of it. Tells at once that there is something.
fn keep_end(mut stderr: ChildStderr, has_complained: Arc<AtomicBool>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut chunk = [0; KEPT_BYTES];
        while let Ok(count @ 1..) = stderr.read(&mut chunk) {
            has_complained.store(true, Ordering::Relaxed);
            kept.extend_from_slice(&chunk[..count]);
            kept.drain(..kept.len().saturating_sub(KEPT_BYTES));
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

/// How a job has ended whose process left this on standard error.
fn ended<T>(end: ProcessEnd, stderr: &str) -> Ended<T> {
    let is_success = end.code == Some(0);
    if !is_success && OUT_OF_MEMORY.iter().any(|words| stderr.contains(words)) {
        return Ended::OutOfMemory;
    }
    if !is_success && stderr.contains(STACK_OVERFLOW) {
        return Ended::Gone("worker crashed (stack overflow)".to_owned());
    }
    Ended::Gone(describe(end))
}

fn overdue(cancelled: bool, limit: Option<Duration>) -> String {
    match limit {
        Some(limit) if !cancelled => format!("worker killed after {} s", limit.as_secs()),
        _ => "worker killed because it ignored the interrupt".to_owned(),
    }
}

#[cfg(unix)]
fn end_of(status: ExitStatus) -> ProcessEnd {
    use std::os::unix::process::ExitStatusExt;
    ProcessEnd { code: status.code(), signal: status.signal() }
}

#[cfg(not(unix))]
fn end_of(status: ExitStatus) -> ProcessEnd {
    ProcessEnd { code: status.code(), signal: None }
}

fn describe(end: ProcessEnd) -> String {
    let name = |signal| match signal {
        4 => ", SIGILL",
        6 => ", SIGABRT",
        7 => ", SIGBUS",
        8 => ", SIGFPE",
        9 => ", SIGKILL",
        11 => ", SIGSEGV",
        15 => ", SIGTERM",
        _ => "",
    };
    match (end.signal, end.code) {
        (Some(signal), _) => format!("worker crashed (signal {signal}{})", name(signal)),
        (None, Some(code)) => format!("worker crashed (exit code {code})"),
        (None, None) => "worker crashed".to_owned(),
    }
}

/// The request that explores a job.
pub(crate) fn explore_request(job: &Job) -> Request {
    Request::Explore(Box::new(job.clone()))
}
