//! The command line of what is about Clew itself.

use super::library::LibraryArgs;
use super::values::{FormatArg, JunitArg};
use clap::Args;
use clap_complete::Shell;
use std::ffi::OsString;
use std::path::PathBuf;

/// `clew doctor`.
#[derive(Args, Clone, Debug)]
pub struct DoctorArgs {
    /// Class files, directories of class files, or jars to look at.
    #[arg(value_name = "INPUT", help_heading = "Input")]
    pub inputs: Vec<PathBuf>,
    /// What the input needs.
    #[command(flatten)]
    pub libraries: LibraryArgs,
    /// Which JUnit tests are to be written for.
    #[arg(long, value_name = "VERSION", default_value = "5", help_heading = "Output")]
    pub junit: JunitArg,
    /// How the findings are printed on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: FormatArg,
}

/// `clew config`.
#[derive(Args, Clone, Debug)]
pub struct ConfigArgs {
    /// How the settings are printed on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: FormatArg,
    /// A command with flags, to see the settings it would run with (`clew config generate --loop-k 3`) [default: all commands].
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}

/// `clew completions`.
#[derive(Args, Clone, Debug)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// `clew man`.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// Folder for a page of each command; made if it isn't there. Without it, the page of `clew` goes to standard output.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
