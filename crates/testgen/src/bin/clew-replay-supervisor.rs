//! What a replay server starts where the program that it is a part of is not Clew: in the tests of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    clew_cage::main(&arguments)
}
