//! What fuzzing runs, and the tests that replay what it found.
//!
//! A [`Target`] takes any bytes. It panics, runs out of stack or memory, or does not end, only if there is a bug: so it may
//! be driven by a fuzzer (`cargo xtask fuzz`), and by an ordinary test on the inputs that were kept.
//!
//! ```
//! use clew_fuzzing::Target;
//!
//! // It panics if the parser, the printer, the verifier and the interpreter disagree about the program.
//! Target::Program.run(b"proc main(x) { start: assume x > 3; goto end; end: x := 0; }");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod class_code;
mod class_file;
pub mod covers;
mod explore;
mod program;
mod simplifier;
pub mod terms;

use std::panic;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

/// Stack of the thread that runs inputs, in bytes: that of a worker's.
const STACK_BYTES: usize = 256 << 20;

/// What the bytes are taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A class file, or a list of edits to a real one: read, translated, verified, and one method explored.
    ClassFile,
    /// Choices from which a class is made whose code is nearly always well typed; then as above.
    ClassCode,
    /// A program of the block language: read, verified, printed, read again, and run.
    Program,
    /// Choices from which terms are made, in and out of the solver's simplifier.
    Simplifier,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 4] = [Target::ClassFile, Target::ClassCode, Target::Program, Target::Simplifier];

    /// Its name, which is that of its fuzz target and of the folder of its inputs.
    pub fn name(self) -> &'static str {
        match self {
            Target::ClassFile => "class_file",
            Target::ClassCode => "class_code",
            Target::Program => "program",
            Target::Simplifier => "simplifier",
        }
    }

    /// Runs an input on a thread with the stack of a worker's.
    ///
    /// # Panics
    /// There is a bug; the message says what is wrong.
    pub fn run(self, bytes: &[u8]) {
        let channel = RUNNER.get_or_init(|| Mutex::new(start_runner())).lock().unwrap_or_else(PoisonError::into_inner);
        let (send, results) = &*channel;
        send.send((self, bytes.to_vec())).expect("the thread that runs inputs lives as long as the process");
        if let Err(message) = results.recv().expect("the thread that runs inputs answers each one") {
            drop(channel);
            panic!("{message}");
        }
    }

    fn run_here(self, bytes: &[u8]) {
        match self {
            Target::ClassFile => class_file::run(bytes),
            Target::ClassCode => class_code::run(bytes),
            Target::Program => program::run(bytes),
            Target::Simplifier => simplifier::run(bytes),
        }
    }
}

type Runner = (Sender<(Target, Vec<u8>)>, Receiver<Result<(), String>>);

/// One thread for all inputs: a solver's memory belongs to a thread and is not given back.
static RUNNER: OnceLock<Mutex<Runner>> = OnceLock::new();

fn start_runner() -> Runner {
    let (send, inputs) = mpsc::channel::<(Target, Vec<u8>)>();
    let (answer, results) = mpsc::channel();
    let work = move || {
        for (target, bytes) in inputs {
            let result = panic::catch_unwind(|| target.run_here(&bytes)).map_err(|payload| message(&*payload));
            if answer.send(result).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().stack_size(STACK_BYTES).spawn(work).expect("a thread can be started");
    (send, results)
}

/// Runs an input for a fuzzer: a bug ends the process, and a panic that the code under test catches itself does not, although
/// the fuzzer's hook would have it so.
pub fn fuzz(target: Target, bytes: &[u8]) {
    static HOOK: OnceLock<()> = OnceLock::new();
    HOOK.get_or_init(|| panic::set_hook(Box::new(|_| {})));
    if let Err(payload) = panic::catch_unwind(|| target.run(bytes)) {
        panic::set_hook(Box::new(|_| {}));
        // The message is all a developer has to start from; the library prints nothing else.
        std::io::Write::write_all(&mut std::io::stderr(), format!("{}\n", message(&*payload)).as_bytes()).ok();
        std::process::abort();
    }
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message").to_owned()
}
