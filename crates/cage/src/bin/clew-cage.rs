//! The cage by itself, for its tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    clew_cage::main(&arguments)
}
