//! What can go wrong with the tests of a run beside the tests.

use crate::replay::ReplayError;
use std::path::PathBuf;

/// A fault of the tools or of the file system.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The JVM or the compiler does not work.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The sources can't be written.
    #[error("cannot write {path}: {source}; choose another output folder")]
    Write {
        /// The file or the folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no place for temporary files.
    #[error("cannot write to the temporary folder: {0}; free space there, or name another in TMPDIR")]
    Scratch(std::io::Error),
    /// The class to make tests for can't be read.
    #[error("the class {0} cannot be read")]
    NoClass(String),
}

impl SuiteError {
    /// Whether files could not be written, which is for the user to mend.
    pub fn is_storage(&self) -> bool {
        match self {
            SuiteError::Write { .. } | SuiteError::Scratch(_) | SuiteError::Replay(ReplayError::Io { .. }) => true,
            SuiteError::Replay(_) | SuiteError::NoClass(_) => false,
        }
    }

    pub(crate) fn scratch(error: std::io::Error) -> Self {
        SuiteError::Scratch(error)
    }
}
