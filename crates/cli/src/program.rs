//! Reads programs of the block language.

use crate::status::Status;
use crate::ui::{complain, diagnose};
use clew_ir::{Program, parse, verify_program};
use std::path::Path;

/// A program with its text.
pub struct Source {
    /// The file as the user named it.
    pub name: String,
    /// What is in it.
    pub text: String,
    /// What that means.
    pub program: Program,
}

/// Reads and checks a file. What is wrong has been said where there is none.
///
/// # Errors
/// How the run ends.
pub fn read(file: &Path) -> Result<Source, Status> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| {
        complain(format!("cannot read the file: {name} ({error}); check the path"));
        Status::BadInput
    })?;
    let program = parse(&name, &text).map_err(|faults| {
        // The layout that editors understand, so without a prefix.
        faults.iter().for_each(diagnose);
        Status::BadInput
    })?;
    verify_program(&program).map_err(|faults| {
        faults.iter().for_each(|fault| complain(format!("the verifier rejects the program: {name} ({fault})")));
        Status::Internal
    })?;
    Ok(Source { name, text, program })
}
