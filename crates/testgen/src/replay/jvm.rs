//! One JVM process under supervision, and the lines exchanged with it.
//!
//! Two threads do the blocking reads and writes, so that whoever asks can stop waiting at any time.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use clew_cage::{Confinement, Layout, Limits, Message, SUPERVISE, Scratch, Spec};

use super::error::ReplayError;
use super::fields;
use super::harness::{Harness, Jdk, MAIN_CLASS, MODULE};

/// How long a JVM may take until it first answers.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How long the supervisor may take to end the JVM and to remove its files, before it is ended itself.
const END_LIMIT: Duration = Duration::from_secs(5);

/// How often it is asked whether it has.
const END_STEP: Duration = Duration::from_millis(2);

/// Messages that may wait to be looked at; a test that floods the stream is held up by it.
const MAX_WAITING: usize = 64;

/// The longest line that is read as a whole, in bytes. Answers are shorter; what is longer was not written by the harness.
const MAX_LINE_BYTES: u64 = 64 * 1024 * 1024;

/// The settings of the JVM: small, quick to start, bounded in memory, closed to other processes, and silent.
const JVM_FLAGS: [&str; 15] = [
    "-Xmx512m",
    "-XX:MaxMetaspaceSize=256m",
    "-XX:MaxDirectMemorySize=128m",
    "-Xshare:auto",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-XX:+DisableAttachMechanism",
    "-XX:-CreateCoredumpOnCrash",
    "-XX:+DisplayVMOutputToStderr",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
    "--add-modules=ALL-DEFAULT,jdk.compiler",
    "--add-opens=java.base/java.io=clew.replay",
    "--add-opens=java.base/java.lang=clew.replay",
];

/// The settings of a JVM in which all identity hash codes are equal. One that knows no such setting starts without.
const EQUAL_HASHES: [&str; 3] =
    ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"];

/// What identity hash codes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdentityHashes {
    /// Numbers without pattern, others in each run.
    Usual,
    /// One number for all objects.
    Equal,
}

/// How JVMs are started.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) hashes: IdentityHashes,
    /// More flags of the JVM.
    pub(super) flags: Vec<OsString>,
    pub(super) jdk: Jdk,
    pub(super) harness: Harness,
    /// The class path of the JVM: what every test may use.
    pub(super) libraries: Vec<PathBuf>,
    /// A library that is started as an agent.
    pub(super) agent: Option<PathBuf>,
    pub(super) confinement: Confinement,
    /// The command line that gets to `clew_cage::main`.
    pub(super) supervisor: Vec<OsString>,
}

/// What came of a request.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) end: End,
    /// What the JVM tried meanwhile and the cage did not let it do.
    pub(super) tried: Vec<String>,
}

/// How a request ended.
#[derive(Debug)]
pub(super) enum End {
    /// With these fields after the command and the id.
    Answered(Vec<String>),
    /// With the process.
    Gone(Gone),
    /// Without an answer in time.
    Late,
}

/// Why there is no process.
#[derive(Debug)]
pub(super) enum Gone {
    /// No cage could be built, for this reason.
    Uncaged(String),
    /// It ended, with what there is to know.
    Ended(String),
}

/// A running JVM; dropping it ends it.
#[derive(Debug)]
pub(super) struct Jvm {
    supervisor: Child,
    /// Nothing once the JVM is to end.
    streams: Option<(Sender<String>, Receiver<Message>)>,
    version: String,
    /// The files of the process, which go with it.
    scratch: Scratch,
}

impl Jvm {
    /// Starts a JVM with the harness and waits until it answers. Where it is ended before, as the system may do for want of
    /// memory, another one is started.
    pub(super) fn start(setting: &Setting) -> Result<Self, ReplayError> {
        match Self::begin(setting)? {
            Ok(jvm) => Ok(jvm),
            Err(_) => Self::begin(setting)?.map_err(ReplayError::Start),
        }
    }

    /// The inner error tells how the JVM has ended.
    fn begin(setting: &Setting) -> Result<Result<Self, String>, ReplayError> {
        let failed = |error: std::io::Error| ReplayError::Start(error.to_string());
        let scratch = Scratch::make().map_err(failed)?;
        let mut supervisor = supervisor(setting, &scratch)?.spawn().map_err(failed)?;
        let (requests, to_write) = channel();
        let (lines, messages) = sync_channel(MAX_WAITING);
        if let (Some(input), Some(output)) = (supervisor.stdin.take(), supervisor.stdout.take()) {
            thread::spawn(move || write_lines(input, &to_write));
            thread::spawn(move || read_messages(output, &lines));
        }
        let streams = Some((requests, messages));
        let mut jvm = Self { supervisor, streams, version: String::new(), scratch };
        match jvm.ask("ping", "pong", &[], START_LIMIT)?.end {
            End::Answered(answer) => match answer.as_slice() {
                [_, hooks] if hooks != "known" && setting.confinement == Confinement::Full => {
                    Err(ReplayError::NoCage("this JDK does not show its shutdown hooks".to_owned()))
                }
                [version, _] => {
                    jvm.version.clone_from(version);
                    Ok(Ok(jvm))
                }
                _ => Err(ReplayError::Protocol(answer.join(" "))),
            },
            End::Gone(Gone::Uncaged(reason)) => Err(ReplayError::NoCage(reason)),
            End::Gone(Gone::Ended(what)) => Ok(Err(what)),
            End::Late => Err(ReplayError::Start(format!(
                "{} did not answer within {} s",
                setting.jdk.java.display(),
                START_LIMIT.as_secs()
            ))),
        }
    }

    /// The value of `java.version`.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// The folders in which the process may write.
    pub(super) fn scratch(&self) -> Layout<'_> {
        self.scratch.layout()
    }

    /// Whether the process has ended and its files have gone with it.
    pub(super) fn is_gone(&self) -> bool {
        !self.scratch.path().exists()
    }

    /// Sends a request and waits for its answer. The id of the request is a secret, so that no other line counts, which a test
    /// may have written past the harness.
    ///
    /// # Errors
    /// The system has no randomness.
    pub(super) fn ask(
        &mut self,
        command: &str,
        answered: &str,
        arguments: &[String],
        limit: Duration,
    ) -> Result<Reply, ReplayError> {
        let secret = getrandom::u64().map_err(|error| ReplayError::Start(format!("no random numbers: {error}")))?;
        let id = format!("{secret:016x}");
        let mut request = vec![command.to_owned(), id.clone()];
        request.extend_from_slice(arguments);
        let mut tried = Vec::new();
        let end = match &self.streams {
            Some((requests, messages)) => {
                // What came after the last answer has no request to be told with.
                while messages.try_recv().is_ok() {}
                match requests.send(fields::join(&request) + "\n") {
                    Ok(()) => wait(messages, [answered, &id], limit, &mut tried),
                    Err(_) => gone(None),
                }
            }
            None => gone(None),
        };
        Ok(Reply { end, tried })
    }
}

fn wait(messages: &Receiver<Message>, expected: [&str; 2], limit: Duration, tried: &mut Vec<String>) -> End {
    let start = Instant::now();
    let mut last = None;
    loop {
        let message = match messages.recv_timeout(limit.saturating_sub(start.elapsed())) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => return End::Late,
            Err(RecvTimeoutError::Disconnected) => return gone(last),
        };
        match message {
            Message::Tried(what) => tried.push(what),
            Message::Answer(line) => {
                if let Some(mut answer) = fields::split(&line)
                    && answer.iter().zip(expected).filter(|(have, want)| have == want).count() == expected.len()
                {
                    return End::Answered(answer.split_off(expected.len()));
                }
            }
            Message::Refused(reason) => return End::Gone(Gone::Uncaged(reason)),
            Message::Ended(what) => last = Some(what),
        }
        // The clock is looked at here as well, because a flood of lines never lets the wait above run out.
        if start.elapsed() >= limit {
            return End::Late;
        }
    }
}

fn gone(last: Option<String>) -> End {
    End::Gone(Gone::Ended(last.unwrap_or_else(|| "it ended at once, without a message".to_owned())))
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // The end of the requests ends the supervisor, which ends the JVM.
        self.streams = None;
        let start = Instant::now();
        while start.elapsed() < END_LIMIT {
            if !matches!(self.supervisor.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(END_STEP);
        }
        // The JVM dies with its supervisor. Both calls fail only where it has ended already.
        let _ = self.supervisor.kill();
        let _ = self.supervisor.wait();
    }
}

fn supervisor(setting: &Setting, scratch: &Scratch) -> Result<Command, ReplayError> {
    let spec = Spec {
        program: setting.jdk.java.clone().into(),
        arguments: arguments(setting, scratch.layout())?,
        confinement: setting.confinement,
        scratch: scratch.path().into(),
        limits: Limits::default(),
        entry: setting.supervisor.clone(),
    };
    let text = serde_json::to_string(&spec).map_err(|error| ReplayError::Start(error.to_string()))?;
    let (program, entry) = setting
        .supervisor
        .split_first()
        .ok_or_else(|| ReplayError::Start("there is no command to supervise it".to_owned()))?;
    let mut command = Command::new(program);
    command.args(entry).arg(SUPERVISE).arg(text).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // Ctrl-C in a terminal is for Clew, which ends the JVM itself.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

fn arguments(setting: &Setting, scratch: Layout<'_>) -> Result<Vec<OsString>, ReplayError> {
    let class_path = std::env::join_paths(&setting.libraries)
        .map_err(|error| ReplayError::Start(format!("the path of a library: {error}")))?;
    let hashes: &[&str] = match setting.hashes {
        IdentityHashes::Usual => &[],
        IdentityHashes::Equal => &EQUAL_HASHES,
    };
    let mut arguments: Vec<OsString> = JVM_FLAGS.iter().chain(hashes).map(OsString::from).collect();
    arguments.extend_from_slice(&setting.flags);
    let files: [(&str, &Path); 3] = [
        ("-XX:ErrorFile=", &scratch.temporary().join("crash.log")),
        ("-Djava.io.tmpdir=", &scratch.temporary()),
        ("-Duser.home=", &scratch.home()),
    ];
    for (flag, file) in files {
        let mut argument = OsString::from(flag);
        argument.push(file);
        arguments.push(argument);
    }
    if let Some(agent) = &setting.agent {
        let mut argument = OsString::from("-javaagent:");
        argument.push(agent);
        arguments.push(argument);
    }
    arguments.extend(["-cp".into(), class_path, "-p".into(), setting.harness.module_path()?]);
    arguments.extend(["-m".into(), format!("{MODULE}/{MAIN_CLASS}").into()]);
    Ok(arguments)
}

fn write_lines(mut input: ChildStdin, requests: &Receiver<String>) {
    for line in requests {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_messages(output: ChildStdout, messages: &SyncSender<Message>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match (&mut output).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Some(message) = Message::read(text.trim_end_matches(['\r', '\n']))
            && messages.send(message).is_err()
        {
            return;
        }
    }
}
