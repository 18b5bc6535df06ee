//! The program `clew-worker`, which lies beside this one and holds everything that needs the solver.

use crate::memory;
use clew_engine::{WorkerCommand, WorkerStderr};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Set to let workers write to the standard error of this process, for debugging.
const STDERR_ENV: &str = "CLEW_WORKER_STDERR";
/// Where the program lies, from the folder of this one: as an archive has it, and as a build has it.
const PLACES: [&str; 2] = ["../lib", "."];
/// What to do where a part of Clew is missing.
const REMEDY: &str = "unpack the whole archive again and run the clew in its bin folder";

/// How workers are started.
pub struct Workers {
    program: PathBuf,
}

impl Workers {
    /// Finds the program.
    ///
    /// # Errors
    /// A line that says where it should be and what to do.
    pub fn find() -> Result<Workers, String> {
        let own = std::env::current_exe().map_err(|error| {
            format!("cannot find this program to start workers with: {error}; run it by its full path")
        })?;
        let folder = own.parent().unwrap_or(Path::new("/"));
        let name = format!("clew-worker{}", std::env::consts::EXE_SUFFIX);
        let places = PLACES.map(|place| folder.join(place).join(&name));
        match places.iter().find(|place| place.is_file()) {
            Some(program) => Ok(Workers { program: program.clone() }),
            None => Err(format!("a part of Clew is missing: {}; {REMEDY}", places[0].display())),
        }
    }

    /// The solver and its version, such as `z3 5.4.0`, as a worker finds them.
    ///
    /// # Errors
    /// A line that says why workers cannot use it and what to do.
    pub fn solver(&self) -> Result<String, String> {
        let broken = |reason: &str| format!("the solver cannot be used: {reason}; {REMEDY}");
        let output = Command::new(&self.program).arg("solver").stdin(Stdio::null()).output();
        let output = output.map_err(|error| broken(&format!("{}: {error}", self.program.display())))?;
        let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if output.status.success() && !said.is_empty() {
            return Ok(said);
        }
        let complaint = String::from_utf8_lossy(&output.stderr);
        match complaint.lines().next().map(str::trim).filter(|line| !line.is_empty()) {
            Some(line) => Err(broken(line)),
            None => Err(broken(&format!("{} ended with {}", self.program.display(), output.status))),
        }
    }

    /// How each of so many workers is started.
    pub fn command(&self, workers: NonZeroUsize) -> WorkerCommand {
        let stderr = match std::env::var_os(STDERR_ENV) {
            Some(_) => WorkerStderr::Inherit,
            None => WorkerStderr::Discard,
        };
        let mut args: Vec<OsString> = vec!["serve".into()];
        args.extend(memory::share(workers).map(|bytes| format!("--memory={bytes}").into()));
        WorkerCommand { program: self.program.clone(), args, stderr }
    }
}
