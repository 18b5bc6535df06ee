//! What goes wrong with the tools of a replay.

use std::path::{Path, PathBuf};

/// A fault of the tools or of the input: nothing that a test did.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// There is no usable JDK.
    #[error("no JDK found: {0}; install a JDK 17 or newer and put it on the PATH or in JAVA_HOME")]
    NoJdk(String),
    /// The harness could not be compiled or stored.
    #[error("the replay harness could not be prepared: {0}")]
    Harness(String),
    /// The JVM did not come up.
    #[error("the replay JVM did not start: {0}")]
    Start(String),
    /// The Java compiler did not do its work, for another reason than an error in a source.
    #[error("the generated tests could not be compiled: {0}")]
    Compiler(String),
    /// The harness could not find or call the test.
    #[error("the test {test} could not be run: {message}")]
    Test {
        /// The test as `Class#method`.
        test: String,
        /// What was wrong with it.
        message: String,
    },
    /// A path that cannot be handed to the JVM.
    #[error("the path {0:?} cannot be handed to a JVM: it is not UTF-8 or has a line break")]
    Path(PathBuf),
    /// A file or folder could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The system does not let a cage be built.
    #[error(
        "tests cannot be replayed in a cage here: {0}; --uncaged replays them without one (they can then do whatever you can), --no-replay writes them unrun"
    )]
    NoCage(String),
    /// The JVM answered something that the protocol does not have.
    #[error("the replay JVM gave an answer that makes no sense: {0}")]
    Protocol(String),
}

/// The absolute form of a path, because the JVM works in a folder of its own.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, ReplayError> {
    std::path::absolute(path).map_err(|source| ReplayError::Io { path: path.to_owned(), source })
}
