//! The inside of a worker process that forks a process for each job.
//!
//! The worker has what all jobs over a class path need, and nothing of any job. The process of a job begins as a copy of it, so a
//! job finds the same whichever jobs came before, as in a process that was started anew; but starting a program, linking it
//! and reading the class path are paid once.
//!
//! ```text
//! pool                    worker                            process of a job
//!  | Prepare, Explore ----> reads them
//!  | <--- Preparing, Forking
//!  |                       forks -------------------------> copy
//!  | Cancel, end of input --------------------------------> reads them
//!  | <------------------------------------ Progress, Done . ends itself
//!  | <--------------- Ended. waits for its end
//! ```
//!
//! All use one standard input and output. While there is a process of a job the worker reads and writes nothing; the pool sends
//! the next request when it knows that this process is gone. When the input ends, the process of the job ends
//! itself, also amid its job; the system ends it when the worker is killed.
//!
//! A job runs on the main thread, which keeps what the worker has made ready for it: the solver's context and the models of
//! library methods belong to a thread. The stack of that thread is as large as the limit that held when the program started. So
//! a worker raises it and starts itself again.

use crate::Explorer;
use crate::protocol::{ProcessEnd, Reply, Request, read_line, write_line};
use crate::worker::{Asked, JOB_STACK_BYTES, Work, answer, guarded, install_panic_hook};
use clew_base::CancelToken;
use fork::Fork;
use rlimit::Resource;
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, getppid, kill_process, set_parent_process_death_signal, waitpid,
};
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread;

/// What the main thread's stack holds besides the frames of jobs: arguments and the environment, in bytes.
const ENVIRONMENT_BYTES: u64 = 4 << 20;

/// The input of a worker. The process of a job takes over what was read of it and not yet used.
type Input = BufReader<File>;

/// Whether this process can do jobs by forking. Where only the stack of its main thread is too small, it starts itself again.
///
/// # Errors
/// It cannot be started again.
pub(crate) fn is_possible() -> io::Result<bool> {
    let needed = JOB_STACK_BYTES as u64 + ENVIRONMENT_BYTES;
    let (soft, hard) = rlimit::getrlimit(Resource::STACK)?;
    if soft >= needed {
        return Ok(true);
    }
    if hard < needed || rlimit::setrlimit(Resource::STACK, needed, hard).is_err() {
        return Ok(false);
    }
    Err(Command::new(env::current_exe()?).args(env::args_os().skip(1)).exec())
}

/// Serves requests from standard input until it ends.
///
/// # Errors
/// Standard output cannot be written.
pub(crate) fn serve(mut explorer: impl Explorer) -> io::Result<()> {
    install_panic_hook();
    let mut input = BufReader::new(File::from(io::stdin().as_fd().try_clone_to_owned()?));
    let mut output = io::stdout();
    while let Ok(Some(request)) = read_line::<Request>(&mut input) {
        match request.into() {
            Asked::Prepare(class_path) => {
                write_line(&mut output, &Reply::Preparing)?;
                // What could not be made ready is made by each job, which then tells what is wrong.
                let _ = guarded(|| explorer.prepare(&class_path));
            }
            Asked::Work(work) => {
                write_line(&mut output, &Reply::Forking)?;
                let worker = getpid();
                match fork::fork() {
                    Ok(Fork::Parent(process)) => {
                        let end = wait_for(process)?;
                        // What came meanwhile was for the job.
                        let unused = input.buffer().len();
                        input.consume(unused);
                        write_line(&mut output, &Reply::Ended(end))?;
                    }
                    Ok(Fork::Child) => do_job(work, explorer, input, Some(worker)),
                    // This process does it, as its last.
                    Err(_) => do_job(work, explorer, input, None),
                }
            }
            // It came when its job had just ended.
            Asked::Cancel => {}
        }
    }
    Ok(())
}

/// Waits until the process of a job is gone.
fn wait_for(process: i32) -> io::Result<ProcessEnd> {
    let process = Pid::from_raw(process);
    loop {
        match waitpid(process, WaitOptions::empty()) {
            Ok(Some((_, status))) => {
                return Ok(ProcessEnd { code: status.exit_status(), signal: status.terminating_signal() });
            }
            Ok(None) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Does a job, answers, and ends this process, which `worker` has forked for it.
fn do_job(work: Work, mut explorer: impl Explorer, input: Input, worker: Option<Pid>) -> ! {
    if worker.is_some() && (set_parent_process_death_signal(Some(Signal::KILL)).is_err() || getppid() != worker) {
        end();
    }
    let cancel = CancelToken::new();
    let requested = cancel.clone();
    let reader = thread::Builder::new().name("requests".into()).spawn(move || read_requests(input, &requested));
    if reader.is_ok() {
        // Where there is nobody to answer, there is nothing to do.
        let _ = answer(work, &mut explorer, &cancel, &mut io::stdout());
    }
    end()
}

/// Waits for a request to stop the job. The end of the input is that of this process.
fn read_requests(mut input: Input, cancel: &CancelToken) {
    while let Ok(Some(Request::Cancel)) = read_line(&mut input) {
        cancel.cancel();
    }
    end();
}

/// Ends this process at once: nothing that libraries do at an exit is needed, and it would be done while other threads work.
fn end() -> ! {
    let _ = kill_process(getpid(), Signal::KILL);
    std::process::abort()
}
