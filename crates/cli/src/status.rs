//! Exit codes.

use std::process::ExitCode;

/// How a run ended, from best to worst: a run ends with the worst that happened in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything was done.
    #[default]
    Done,
    /// Nothing that `--fail-on` names was found, and not everything was looked at. All else that went wrong says more.
    Unfinished,
    /// `--fail-on` matched.
    FailOn,
    /// The command line or an input was bad.
    BadInput,
    /// Clew is at fault.
    Internal,
}

impl Status {
    /// Notes that `other` happened too.
    pub fn worsen(&mut self, other: Status) {
        *self = (*self).max(other);
    }

    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::FailOn => 1,
            Status::BadInput => 2,
            Status::Internal => 3,
            Status::Unfinished => 4,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_run_is_told_by_its_own_code_only_where_nothing_else_is() {
        for (other, code) in [
            (Status::Done, 4),
            (Status::FailOn, 1),
            (Status::BadInput, 2),
            (Status::Internal, 3),
            (Status::Unfinished, 4),
        ] {
            let mut status = Status::Unfinished;
            status.worsen(other);
            assert_eq!(status.code(), code);
        }
    }
}
