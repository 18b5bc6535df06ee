//! Runs a program that may do anything in a cage in which it can do no harm, and tells what it tried.
//!
//! The client starts a process of its own binary that gets to [`main`]: the supervisor. That one starts another, which shuts
//! itself in and becomes the program:
//!
//! - Landlock lets it change files in two parts of a [`Scratch`] folder and nowhere else. Reading is free.
//! - A seccomp filter lets it make the system calls that running code takes. All others wait for the supervisor, which
//!   knows what they mean, tells the client what the program tried, and lets hardly any through.
//! - It has no privileges, no environment but a path, and bounds on memory, files and their sizes.
//! - It dies with its supervisor, and its supervisor ends with the client and removes the scratch folder.
//!
//! A cage has all of these parts or it is not built: there is no weaker one. The client writes requests to the supervisor's
//! standard input, which the program reads; what the supervisor writes to its standard output are [`Message`]s.
//!
//! A program that uses this crate lets a copy of itself become the supervisor before it does anything else:
//!
//! ```no_run
//! use std::ffi::OsString;
//!
//! fn main() -> std::process::ExitCode {
//!     let words: Vec<OsString> = std::env::args_os().collect();
//!     if words.get(1).is_some_and(|word| word == "cage") {
//!         return clew_cage::main(&words[2..]);
//!     }
//!     let entry = [words[0].clone(), "cage".into()];
//!     match clew_cage::try_out(&entry) {
//!         Ok(()) => std::process::ExitCode::SUCCESS,
//!         Err(_reason) => std::process::ExitCode::FAILURE,
//!     }
//! }
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
compile_error!("the cage is made of system calls of Linux on x86-64 and ARM64");

mod calls;
mod deputy;
mod enter;
mod files;
mod filter;
mod held;
mod judge;
mod kernel;
mod message;
mod scratch;
mod spec;
mod supervise;
mod try_out;

pub use held::HeldFolder;
pub use message::Message;
pub use scratch::Scratch;
pub use spec::{Confinement, Layout, Limits, Spec};
pub use try_out::try_out;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::ExitCode;

/// The first argument of [`main`] in a supervisor; the second is a [`Spec`] as JSON.
pub const SUPERVISE: &str = "supervise";

/// What a process does that was started with a [`Spec::entry`], given the arguments that follow. It must not have started
/// threads yet.
#[must_use]
pub fn main(arguments: &[OsString]) -> ExitCode {
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            // To whoever started this process; if nobody listens, the exit code must do.
            let _ = writeln!(std::io::stderr(), "{line}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[OsString]) -> Result<(), String> {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
    let spec = |text: &OsStr| -> Result<Spec, String> {
        let text = text.to_str().ok_or("the description of the cage is not UTF-8")?;
        serde_json::from_str(text).map_err(|error| format!("the description of the cage: {error}"))
    };
    match arguments[..] {
        [mode, text] if mode == SUPERVISE => supervise::supervise(&spec(text)?).map_err(|error| error.to_string()),
        [mode, text, supervisor, requests, answers] if mode == "enter" => {
            let supervisor = supervisor.to_str().and_then(|text| text.parse().ok()).ok_or("not a process id")?;
            match enter::enter(&spec(text)?, supervisor, [requests, answers])? {}
        }
        _ => Err("this command is used by clew itself: it replays tests in a cage".to_owned()),
    }
}
