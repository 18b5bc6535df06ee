//! Exit codes.

use std::process::ExitCode;

/// How a run ended, from best to worst: a run ends with the worst that happened in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything was done.
    #[default]
    Done = 0,
    /// Everything was done, and `--fail-on` matched.
    FailOn = 1,
    /// The command line or an input was bad.
    BadInput = 2,
    /// Clew is at fault.
    Internal = 3,
}

impl Status {
    /// Notes that `other` happened too.
    pub fn worsen(&mut self, other: Status) {
        *self = (*self).max(other);
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
