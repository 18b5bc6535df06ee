//! Replay of generated tests on a real JVM.
//!
//! One JVM stays up for many compilations and runs ([`ReplayServer`]); it executes the small harness in this crate's `java/`
//! folder. Each test runs in a fresh class loader and on its own thread. A JVM that a test has stopped, hung or used up is
//! replaced by a new one, and no call waits longer than its time limit and the fixed margins below.

mod fields;
mod harness;
mod jvm;

use std::path::{Path, PathBuf};
use std::time::Duration;

use self::jvm::{AskError, Jvm};

pub use self::harness::{Jdk, default_cache_dir};

/// How long one compilation may take before it is given up.
const COMPILE_LIMIT: Duration = Duration::from_secs(300);

/// How much longer than a test's own limit the JVM may take to answer.
const ANSWER_MARGIN: Duration = Duration::from_secs(10);

/// How [`ReplayServer::start`] finds its tools. The default looks everything up.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    /// The home of the JDK to use; default `JAVA_HOME`, else that of the `javac` on the `PATH`.
    pub java_home: Option<PathBuf>,
    /// Jars that every test may use (JUnit); they come after the class path of a run. Default none.
    pub libraries: Vec<PathBuf>,
    /// The folder that keeps the compiled harness between runs; default [`default_cache_dir`].
    pub cache_dir: Option<PathBuf>,
}

/// What became of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The method returned.
    Passed,
    /// The method, the constructor or the initializer of the test class threw.
    Failed {
        /// The binary name of the exception's class.
        exception: String,
        /// Its message, shortened where very long; empty where there is none.
        message: String,
        /// The innermost frames of its stack trace, one a line.
        trace: String,
    },
    /// The method was still running at the time limit.
    TimedOut,
    /// The test or its class is disabled, or an assumption of the test did not hold.
    Skipped,
    /// The JVM ended during the test, also when it was fresh.
    Crashed,
}

/// One error that the Java compiler found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The source file, where the error belongs to one.
    pub file: Option<PathBuf>,
    /// The line in it, counted from 1.
    pub line: Option<u32>,
    /// The compiler's message, in English.
    pub message: String,
}

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
    /// The JVM answered something that the protocol does not have.
    #[error("the replay JVM gave an answer that makes no sense: {0}")]
    Protocol(String),
}

/// A JVM that compiles and runs tests, started when it is first needed and replaced when a test has broken it.
#[derive(Debug)]
pub struct ReplayServer {
    jdk: Jdk,
    /// The harness and the libraries.
    class_path: Vec<PathBuf>,
    jvm: Option<Jvm>,
    /// Whether the JVM in use has run a test yet.
    used: bool,
    next_id: u64,
}

impl ReplayServer {
    /// Finds the JDK, compiles the harness where the cache does not have it, and starts the JVM.
    ///
    /// # Errors
    ///
    /// The JDK is missing or does not work, or the cache cannot be written.
    pub fn start(options: ReplayOptions) -> Result<Self, ReplayError> {
        let jdk = Jdk::find(options.java_home.as_deref())?;
        let cache = options.cache_dir.unwrap_or_else(default_cache_dir);
        let mut class_path = vec![harness::compiled(&jdk, &cache)?];
        for library in &options.libraries {
            class_path.push(absolute(library)?);
        }
        let mut server = Self { jdk, class_path, jvm: None, used: false, next_id: 0 };
        server.jvm()?;
        Ok(server)
    }

    /// The JDK in use.
    #[must_use]
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// The version of the running JVM, as `java.version` has it.
    ///
    /// # Errors
    ///
    /// The JVM had ended and could not be started again.
    pub fn java_version(&mut self) -> Result<String, ReplayError> {
        Ok(self.jvm()?.version().to_owned())
    }

    /// Compiles the sources into the folder `out`, which is made where it is missing. The libraries of the server are **not** on
    /// the compiler's class path: `class_path` must hold all that the sources need.
    ///
    /// The inner result lists every error of the compiler; then some classes may have been written and others not.
    ///
    /// # Errors
    ///
    /// The compiler could not do its work, or took longer than five minutes.
    pub fn compile(
        &mut self,
        out: &Path,
        class_path: &[PathBuf],
        sources: &[PathBuf],
    ) -> Result<Result<(), Vec<CompileError>>, ReplayError> {
        std::fs::create_dir_all(out).map_err(|source| ReplayError::Io { path: out.to_owned(), source })?;
        let mut request = vec![path_field(out)?, class_path_field(class_path)?];
        for source in sources {
            request.push(path_field(source)?);
        }
        let answer = match self.ask("compile", "compiled", &request, COMPILE_LIMIT) {
            Ok(answer) => answer,
            Err(Problem::Error(error)) => return Err(error),
            Err(Problem::Ended) => {
                return Err(ReplayError::Compiler("the JVM ended".to_owned()));
            }
            Err(Problem::Late) => {
                return Err(ReplayError::Compiler(format!(
                    "the compiler took longer than {} s",
                    COMPILE_LIMIT.as_secs()
                )));
            }
        };
        match answer.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["ok"] => Ok(Ok(())),
            ["broken", message] => Err(ReplayError::Compiler(message.to_owned())),
            ["errors", ref errors @ ..] if errors.len() % 3 == 0 => {
                Ok(Err(errors.chunks(3).map(compile_error).collect()))
            }
            _ => Err(ReplayError::Protocol(answer.join(" "))),
        }
    }

    /// Runs one test method. `class_path` holds the compiled tests and the code under test; the libraries of the server are
    /// found after it.
    ///
    /// A JVM that ends or runs out of memory while an earlier test has been in it says nothing about this test; then the test
    /// is run once more, in a fresh one.
    ///
    /// # Errors
    ///
    /// The class or the method is not there, or no JVM could be started.
    pub fn run(
        &mut self,
        class_path: &[PathBuf],
        class: &str,
        method: &str,
        timeout: Duration,
    ) -> Result<Outcome, ReplayError> {
        let request = [
            timeout.as_millis().max(1).to_string(),
            class_path_field(class_path)?,
            class.to_owned(),
            method.to_owned(),
        ];
        let shared = self.jvm.is_some() && self.used;
        let outcome = self.run_once(&request, timeout)?;
        if shared && may_be_the_fault_of_another(&outcome) {
            self.stop();
            return self.run_once(&request, timeout);
        }
        Ok(outcome)
    }

    fn run_once(&mut self, request: &[String; 4], timeout: Duration) -> Result<Outcome, ReplayError> {
        let answer = match self.ask("run", "ran", request, timeout.saturating_add(ANSWER_MARGIN)) {
            Ok(answer) => answer,
            Err(Problem::Error(error)) => return Err(error),
            Err(Problem::Ended) => return Ok(Outcome::Crashed),
            Err(Problem::Late) => return Ok(Outcome::TimedOut),
        };
        self.used = true;
        match answer.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["passed"] => Ok(Outcome::Passed),
            ["skipped"] => Ok(Outcome::Skipped),
            ["timeout"] => {
                self.stop();
                Ok(Outcome::TimedOut)
            }
            ["failed", exception, message, trace] => Ok(Outcome::Failed {
                exception: exception.to_owned(),
                message: message.to_owned(),
                trace: trace.to_owned(),
            }),
            ["error", message] => {
                Err(ReplayError::Test { test: format!("{}#{}", request[2], request[3]), message: message.to_owned() })
            }
            _ => Err(ReplayError::Protocol(answer.join(" "))),
        }
    }

    /// Sends a request and gives the fields of its answer after the command and the id. A JVM that does not answer is ended.
    fn ask(
        &mut self,
        command: &str,
        answered: &str,
        arguments: &[String],
        limit: Duration,
    ) -> Result<Vec<String>, Problem> {
        let id = self.next_id.to_string();
        self.next_id += 1;
        let mut request = vec![command.to_owned(), id.clone()];
        request.extend_from_slice(arguments);
        let answer = self.jvm().map_err(Problem::Error)?.ask(&request, &[answered, &id], limit);
        if answer.is_err() {
            self.stop();
        }
        answer.map_err(|error| match error {
            AskError::Ended => Problem::Ended,
            AskError::Late => Problem::Late,
        })
    }

    fn jvm(&mut self) -> Result<&mut Jvm, ReplayError> {
        let jvm = match self.jvm.take() {
            Some(jvm) => jvm,
            None => {
                self.used = false;
                Jvm::start(&self.jdk, &self.class_path)?
            }
        };
        Ok(self.jvm.insert(jvm))
    }

    fn stop(&mut self) {
        self.jvm = None;
    }
}

/// Why a request has no answer.
enum Problem {
    Error(ReplayError),
    Ended,
    Late,
}

fn may_be_the_fault_of_another(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Crashed => true,
        Outcome::Failed { exception, .. } => exception == "java.lang.OutOfMemoryError",
        Outcome::Passed | Outcome::TimedOut | Outcome::Skipped => false,
    }
}

fn compile_error(fields: &[&str]) -> CompileError {
    let (file, line, message) = match fields {
        [file, line, message] => (*file, *line, *message),
        _ => ("", "", ""),
    };
    CompileError {
        file: (!file.is_empty()).then(|| PathBuf::from(file)),
        line: line.parse().ok(),
        message: message.to_owned(),
    }
}

/// The absolute form of a path, because the JVM works in a folder of its own.
fn absolute(path: &Path) -> Result<PathBuf, ReplayError> {
    std::path::absolute(path).map_err(|source| ReplayError::Io { path: path.to_owned(), source })
}

fn path_field(path: &Path) -> Result<String, ReplayError> {
    match absolute(path)?.to_str() {
        Some(text) if !text.contains('\n') => Ok(text.to_owned()),
        _ => Err(ReplayError::Path(path.to_owned())),
    }
}

fn class_path_field(class_path: &[PathBuf]) -> Result<String, ReplayError> {
    let entries: Result<Vec<String>, ReplayError> = class_path.iter().map(|entry| path_field(entry)).collect();
    Ok(entries?.join("\n"))
}
