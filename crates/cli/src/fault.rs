//! Something that is wrong, and what to do about it.

use clew_jvm::InputProblem;
use std::fmt;

/// What to do where a part of Clew is missing.
pub const COMPLETE: &str = "unpack the whole archive again (in a source folder: run ./setup)";

/// What is wrong, where, and what mends it. As a text it is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, with its place.
    pub what: String,
    /// What the user can do.
    pub remedy: String,
}

impl Fault {
    /// What is wrong with its remedy.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Fault {
        Fault { what: what.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.what, self.remedy)
    }
}

impl From<&InputProblem> for Fault {
    fn from(problem: &InputProblem) -> Fault {
        Fault::new(format!("{}: {}", problem.what, problem.place.display()), problem.remedy.clone())
    }
}
