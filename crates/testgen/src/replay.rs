//! Replay of generated tests on a real JVM.
//!
//! One JVM stays up for many compilations and runs ([`ReplayServer`]); it executes the small harness in this crate's `java/`
//! folder. Each test runs in a fresh class loader and on its own thread. A JVM that a test has stopped, hung, used up or left
//! threads in is replaced by a new one, and no call waits longer than its time limit and the fixed margins below.
//!
//! The JVM runs in a cage ([`clew_cage`]), so that a test can do no harm; what it tried is told with its outcome.

mod error;
mod fields;
mod harness;
mod jvm;
mod mutant;
mod products;
mod record;
mod teller;
mod together;

use clew_facts::Surrounding;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::error::absolute;
use self::jvm::{End, Gone, IdentityHashes, Jvm, Reply, Setting};

pub use clew_cage::Confinement;

pub use self::error::ReplayError;
pub use self::harness::{Jdk, default_cache_dir};
pub use self::mutant::{ChangedClass, Fate};
pub(crate) use self::products::move_all;
pub use self::record::{Change, Executed, Point, Record, Recorded};
pub(crate) use self::teller::Teller;
pub use self::together::{Failure, Gathered, TestsOfClass, TimesTogether};

/// How long one compilation may take before it is given up.
const COMPILE_LIMIT: Duration = Duration::from_secs(300);

/// How many times its limit a test may take by the clock: a busy machine does not make it one that never ends.
const CLOCK_FACTOR: u32 = 5;

/// What it takes to replace a JVM.
const REPLACEMENT: Duration = Duration::from_millis(500);

/// How much longer than that the JVM may take to answer.
const ANSWER_MARGIN: Duration = Duration::from_secs(10);

/// How [`ReplayServer::start`] finds its tools. The default looks everything up.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    /// The home of the JDK to use; default `JAVA_HOME`, else that of the `javac` on the `PATH`.
    pub java_home: Option<PathBuf>,
    /// Jars that every test may use (JUnit); they come after the class path of a run. Default none.
    pub libraries: Vec<PathBuf>,
    /// A jar among them that the JVM starts as an agent, so that it may redefine classes; default none.
    pub agent: Option<PathBuf>,
    /// The folder that keeps the compiled harness between runs; default [`default_cache_dir`].
    pub cache_dir: Option<PathBuf>,
    /// Whether the JVM is caged; default [`Confinement::Full`].
    pub confinement: Confinement,
    /// The command line that gets to [`clew_cage::main`], without its arguments; empty, as by default, for this program with
    /// the argument `cage`.
    pub supervisor: Vec<OsString>,
}

/// Whether the code under test carries its assertions out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assertions {
    /// It does, as with `-ea`.
    Enabled,
    /// It does not, as without.
    Disabled,
}

impl Assertions {
    /// The word of a request.
    fn field(self) -> &'static str {
        match self {
            Assertions::Enabled => "on",
            Assertions::Disabled => "off",
        }
    }
}

/// The field of a request that says what is otherwise than here.
fn otherwise_field(otherwise: &[Surrounding]) -> String {
    let word = |surrounding: &Surrounding| match surrounding {
        Surrounding::Locale => "locale",
        Surrounding::TimeZone => "zone",
    };
    otherwise.iter().map(word).collect::<Vec<_>>().join("\n")
}

/// One run of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What became of it.
    pub outcome: Outcome,
    /// What the test tried that would harm others outside a cage, each a phrase without its subject (`deletes /x`), in the
    /// order in which it first happened. It was not let. Without a cage only what the JVM itself can see.
    pub tried: Vec<String>,
    /// How much time it has used: processor time and time of waiting, with what the threads it left behind had to be waited for, and
    /// what it takes to replace a JVM that it has broken.
    pub used: Duration,
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
    /// The method had not ended when its time was over.
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

/// A JVM that compiles and runs tests, started when it is first needed and replaced when a test has broken it.
#[derive(Debug)]
pub struct ReplayServer {
    setting: Setting,
    jvm: Option<Jvm>,
    /// Whether the JVM in use has run a test yet.
    used: bool,
}

impl ReplayServer {
    /// Finds the JDK, compiles the harness where the cache does not have it, and starts the JVM.
    ///
    /// # Errors
    ///
    /// The JDK is missing or does not work, the cache cannot be written, or the cage can't be built.
    pub fn start(options: ReplayOptions) -> Result<Self, ReplayError> {
        let setting = setting(options)?;
        let mut server = Self { setting, jvm: None, used: false };
        server.jvm()?;
        Ok(server)
    }

    /// Another server of the same kind in whose JVMs all identity hash codes are equal, as they may be. It starts one when it
    /// is first needed.
    pub(crate) fn with_equal_hashes(&self) -> Self {
        let setting = Setting { hashes: IdentityHashes::Equal, ..self.setting.clone() };
        Self { setting, jvm: None, used: false }
    }

    /// The JDK in use.
    #[must_use]
    pub fn jdk(&self) -> &Jdk {
        &self.setting.jdk
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
        let mut end = self.compile_once(out, class_path, sources)?;
        if matches!(end, End::Gone(Gone::Ended(_))) {
            // The compiler runs no code of others: somebody else has ended the JVM.
            end = self.compile_once(out, class_path, sources)?;
        }
        let answer = match end {
            End::Answered(answer) => answer,
            End::Gone(_) => return Err(ReplayError::Compiler("the JVM ended during the compilation".to_owned())),
            End::Late => {
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

    /// Has the sources compiled, and puts what came of it into the folder.
    fn compile_once(&mut self, out: &Path, class_path: &[PathBuf], sources: &[PathBuf]) -> Result<End, ReplayError> {
        let products = self.jvm()?.scratch().products();
        let mut request = vec![path_field(&products)?, class_path_field(class_path)?];
        for source in sources {
            request.push(path_field(source)?);
        }
        let end = products::clear(&products).and_then(|()| {
            let end = self.ask("compile", "compiled", &request, COMPILE_LIMIT)?.end;
            if matches!(end, End::Answered(_)) {
                products::move_all(&products, out)?;
            }
            Ok(end)
        });
        match end {
            // The folder went with the JVM before it was needed.
            Err(ReplayError::Io { .. }) if self.jvm.as_ref().is_some_and(Jvm::is_gone) => {
                self.stop();
                Ok(End::Gone(Gone::Ended("it ended between two requests".to_owned())))
            }
            end => end,
        }
    }

    /// Runs one test method. `class_path` holds the compiled tests and the code under test; the libraries of the server are
    /// found after it.
    ///
    /// The test may use `timeout` of processor time and of waiting, and five times as much by the clock: time for which a busy
    /// machine keeps it from running does not count.
    ///
    /// A JVM that ends or runs out of memory while an earlier test has been in it says nothing about this test; nor does one that
    /// ends although the test did nothing to that end. Then the test is run once more, in a fresh one.
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
    ) -> Result<Run, ReplayError> {
        self.run_with((Assertions::Enabled, &[]), class_path, [class, method], timeout)
    }

    /// As [`ReplayServer::run`], with assertions of the code under test or without, where these surroundings are otherwise than here.
    ///
    /// # Errors
    ///
    /// As for [`ReplayServer::run`].
    pub(crate) fn run_with(
        &mut self,
        (assertions, otherwise): (Assertions, &[Surrounding]),
        class_path: &[PathBuf],
        [class, method]: [&str; 2],
        timeout: Duration,
    ) -> Result<Run, ReplayError> {
        let clock = timeout.saturating_mul(CLOCK_FACTOR);
        let request = [
            timeout.as_millis().max(1).to_string(),
            clock.as_millis().max(1).to_string(),
            assertions.field().to_owned(),
            otherwise_field(otherwise),
            class_path_field(class_path)?,
            class.to_owned(),
            method.to_owned(),
        ];
        let (run, _) = self.perform_surely(["run", "ran"], &request, clock)?;
        Ok(run)
    }

    /// Has a test run, and once more in a fresh JVM where the first run says nothing about the test.
    fn perform_surely(
        &mut self,
        commands: [&str; 2],
        request: &[String],
        clock: Duration,
    ) -> Result<(Run, Vec<String>), ReplayError> {
        let shared = self.jvm.is_some() && self.used;
        let (mut run, told) = self.perform(commands, request, clock)?;
        let ended_from_outside = run.outcome == Outcome::Crashed && run.tried.is_empty();
        if ended_from_outside || shared && may_be_the_fault_of_another(&run.outcome) {
            self.stop();
            let first = run.used;
            let told;
            (run, told) = self.perform(commands, request, clock)?;
            run.used += first;
            return Ok((run, told));
        }
        Ok((run, told))
    }

    /// Has a test run, as the last two fields of the request name it. With its run what the answer tells of one that passed.
    fn perform(
        &mut self,
        [command, answered]: [&str; 2],
        request: &[String],
        clock: Duration,
    ) -> Result<(Run, Vec<String>), ReplayError> {
        let start = Instant::now();
        let Reply { end, mut tried } = self.ask(command, answered, request, clock.saturating_add(ANSWER_MARGIN))?;
        let mut used = start.elapsed() + REPLACEMENT;
        let mut answer = match end {
            End::Answered(answer) => answer,
            End::Gone(Gone::Uncaged(reason)) => return Err(ReplayError::NoCage(reason)),
            End::Gone(Gone::Ended(_)) => return Ok((Run { outcome: Outcome::Crashed, tried, used }, Vec::new())),
            End::Late => return Ok((Run { outcome: Outcome::TimedOut, tried, used }, Vec::new())),
        };
        self.used = true;
        let told = answer.split_off(answer.len().min(4));
        let [seen, left, millis, end] = &answer[..] else { return Err(ReplayError::Protocol(answer.join(" "))) };
        used = Duration::from_millis(millis.parse().map_err(|_| ReplayError::Protocol(answer.join(" ")))?);
        tried.extend(seen.lines().map(str::to_owned));
        if left != "clean" {
            used += REPLACEMENT;
            self.stop();
        }
        let outcome = match (end.as_str(), &told.iter().map(String::as_str).collect::<Vec<_>>()[..]) {
            ("passed", _) => return Ok((Run { outcome: Outcome::Passed, tried, used }, told)),
            ("skipped", []) => Outcome::Skipped,
            ("timeout", []) => Outcome::TimedOut,
            ("failed", [exception, message, trace]) => Outcome::Failed {
                exception: (*exception).to_owned(),
                message: (*message).to_owned(),
                trace: (*trace).to_owned(),
            },
            ("error", [message]) => {
                let test = request.rchunks(2).next().unwrap_or_default().join("#");
                return Err(ReplayError::Test { test, message: (*message).to_owned() });
            }
            _ => return Err(ReplayError::Protocol(format!("{end} {}", told.join(" ")))),
        };
        Ok((Run { outcome, tried, used }, Vec::new()))
    }

    /// Runs one test as [`ReplayServer::run`] does, and tells what of the classes in `roots`, entries of the class path, it
    /// executes. They are loaded with probes in them, which a test can hardly notice; whether it still ends as it does without is for
    /// the caller to see.
    ///
    /// # Errors
    ///
    /// As for [`ReplayServer::run`].
    pub fn record(
        &mut self,
        class_path: &[PathBuf],
        roots: &[PathBuf],
        class: &str,
        method: &str,
        timeout: Duration,
    ) -> Result<Recorded, ReplayError> {
        self.record_last_of(1, [class_path, roots], [class, method], timeout)
    }

    /// As [`ReplayServer::record`], but of the last of several runs on the same classes: what one leaves in static fields, the
    /// next finds there.
    pub(crate) fn record_last_of(
        &mut self,
        runs: u32,
        [class_path, roots]: [&[PathBuf]; 2],
        [class, method]: [&str; 2],
        timeout: Duration,
    ) -> Result<Recorded, ReplayError> {
        let clock = timeout.saturating_mul(CLOCK_FACTOR);
        let request = [
            timeout.as_millis().max(1).to_string(),
            clock.as_millis().max(1).to_string(),
            runs.to_string(),
            class_path_field(class_path)?,
            class_path_field(roots)?,
            class.to_owned(),
            method.to_owned(),
        ];
        let (run, told) = self.perform_surely(["record", "recorded"], &request, clock.saturating_mul(runs))?;
        let record = match run.outcome {
            Outcome::Passed => Some(record::read(&told)?),
            _ => None,
        };
        Ok(Recorded { run, record })
    }

    /// Sends a request. A JVM that does not answer is ended.
    fn ask(
        &mut self,
        command: &str,
        answered: &str,
        arguments: &[String],
        limit: Duration,
    ) -> Result<Reply, ReplayError> {
        let reply = self.jvm()?.ask(command, answered, arguments, limit)?;
        if !matches!(reply.end, End::Answered(_)) {
            self.stop();
        }
        Ok(reply)
    }

    fn jvm(&mut self) -> Result<&mut Jvm, ReplayError> {
        let jvm = match self.jvm.take() {
            Some(jvm) => jvm,
            None => {
                self.used = false;
                Jvm::start(&self.setting)?
            }
        };
        Ok(self.jvm.insert(jvm))
    }

    fn stop(&mut self) {
        self.jvm = None;
    }
}

/// How JVMs are started, with the harness compiled where the cache does not have it.
fn setting(options: ReplayOptions) -> Result<Setting, ReplayError> {
    let jdk = Jdk::find(options.java_home.as_deref())?;
    let cache = options.cache_dir.unwrap_or_else(default_cache_dir);
    let harness = harness::compiled(&jdk, &cache)?;
    let libraries: Result<_, _> = options.libraries.iter().map(|library| absolute(library)).collect();
    let supervisor = if options.supervisor.is_empty() { this_program()? } else { options.supervisor };
    Ok(Setting {
        hashes: IdentityHashes::Usual,
        flags: Vec::new(),
        agent: options.agent.as_deref().map(absolute).transpose()?,
        jdk,
        harness,
        libraries: libraries?,
        confinement: options.confinement,
        supervisor,
    })
}

/// This program, with the argument that gets to the supervisor.
fn this_program() -> Result<Vec<OsString>, ReplayError> {
    let program = std::env::current_exe()
        .map_err(|error| ReplayError::Start(format!("this program cannot be found to supervise it: {error}")))?;
    Ok(vec![program.into(), "cage".into()])
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
