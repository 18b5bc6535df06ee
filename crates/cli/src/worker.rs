//! The program `clew-worker`, which lies beside this one and holds everything that needs the solver.

use crate::fault::{COMPLETE, Fault};
use clew_engine::{WorkerCommand, WorkerStderr};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Set to let workers write to the standard error of this process, for debugging.
const STDERR_ENV: &str = "CLEW_WORKER_STDERR";

/// What mends it if the system's loader or a worker says this.
fn remedy(reason: &str) -> &'static str {
    match reason {
        // The loader names the library that lacks a version, too: so this one first.
        _ if reason.contains("GLIBC") => {
            "this system's libraries are too old: use a newer one, or build Clew from source"
        }
        _ if reason.contains("libstdc++") => "install it (on Debian: apt-get install libstdc++6)",
        _ => COMPLETE,
    }
}

/// How workers are started.
pub struct Workers {
    program: PathBuf,
}

impl Workers {
    /// Finds the program.
    ///
    /// # Errors
    /// It is not there.
    pub fn find() -> Result<Workers, Fault> {
        let own = std::env::current_exe().map_err(|error| {
            Fault::new(format!("this program cannot find itself: {error}"), "run it by its full path")
        })?;
        let folder = own.parent().unwrap_or(Path::new("/"));
        let name = format!("clew-worker{}", std::env::consts::EXE_SUFFIX);
        // In an archive, and in a build.
        let places = [folder.parent().unwrap_or(folder).join("lib").join(&name), folder.join(&name)];
        match places.iter().find(|place| place.is_file()) {
            Some(program) => Ok(Workers { program: program.clone() }),
            None => Err(Fault::new(format!("a part of Clew is missing: {}", places[0].display()), COMPLETE)),
        }
    }

    /// Where the program is.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The solver and its version, such as `z3 5.4.0`, as a worker finds them.
    ///
    /// # Errors
    /// Workers cannot use it.
    pub fn solver(&self) -> Result<String, Fault> {
        let broken = |reason: &str| Fault::new(format!("the solver cannot be used: {reason}"), remedy(reason));
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

    /// How a worker is started that may use so much memory, in bytes.
    pub fn command(&self, memory: Option<u64>) -> WorkerCommand {
        let stderr = match std::env::var_os(STDERR_ENV) {
            Some(_) => WorkerStderr::Inherit,
            None => WorkerStderr::Keep,
        };
        let mut args: Vec<OsString> = vec!["serve".into()];
        args.extend(memory.map(|bytes| format!("--memory={bytes}").into()));
        WorkerCommand { program: self.program.clone(), args, stderr }
    }
}
