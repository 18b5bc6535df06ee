//! One JVM process and the lines exchanged with it.
//!
//! Two threads do the blocking reads and writes, so that whoever asks can stop waiting at any time.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::harness::{JVM_VARIABLES, Jdk, MAIN_CLASS};
use super::{ReplayError, fields};

/// How long a JVM may take until it first answers.
const START_LIMIT: Duration = Duration::from_secs(60);

/// Lines that may wait to be looked at; a test that floods the stream is held up by it.
const MAX_WAITING_LINES: usize = 64;

/// The longest line that is read as a whole, in bytes. Answers are shorter; what is longer was not written by the harness.
const MAX_LINE_BYTES: u64 = 64 * 1024 * 1024;

/// How many bytes of the JVM's error stream are looked at when it does not start.
const MAX_COMPLAINT_BYTES: u64 = 64 * 1024;

/// The settings of the JVM: small, quick to start, and no files left behind in other places.
const JVM_FLAGS: [&str; 9] = [
    "-Xmx512m",
    "-Xshare:auto",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-XX:-CreateCoredumpOnCrash",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
    "--add-modules=jdk.compiler",
];

/// Why a JVM gave no answer.
#[derive(Debug)]
pub(super) enum AskError {
    /// The process ended.
    Ended,
    /// The time was over.
    Late,
}

/// A running JVM; dropping it ends it.
#[derive(Debug)]
pub(super) struct Jvm {
    child: Child,
    requests: Sender<String>,
    answers: Receiver<String>,
    version: String,
    /// The working folder of the process, which goes with it.
    _folder: TempDir,
}

impl Jvm {
    /// Starts a JVM with the harness and waits until it answers.
    pub(super) fn start(jdk: &Jdk, class_path: &[PathBuf]) -> Result<Self, ReplayError> {
        let failed = |error: std::io::Error| ReplayError::Start(error.to_string());
        let folder = tempfile::Builder::new().prefix("clew-replay-").tempdir().map_err(failed)?;
        let complaints = folder.path().join("stderr");
        let mut child = command(jdk, class_path, folder.path())?
            .stderr(File::create(&complaints).map_err(failed)?)
            .spawn()
            .map_err(|error| ReplayError::Start(format!("{}: {error}", jdk.java.display())))?;
        let (requests, to_write) = channel();
        let (lines, answers) = sync_channel(MAX_WAITING_LINES);
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || write_lines(input, &to_write));
            thread::spawn(move || read_lines(output, &lines));
        }
        let mut jvm = Self { child, requests, answers, version: String::new(), _folder: folder };
        match jvm.ask(&["ping".to_owned()], &["pong"], START_LIMIT) {
            Ok(answer) => {
                jvm.version = answer.into_iter().next().unwrap_or_default();
                Ok(jvm)
            }
            Err(AskError::Ended) => Err(ReplayError::Start(complaint(&complaints))),
            Err(AskError::Late) => Err(ReplayError::Start(format!(
                "{} did not answer within {} s",
                jdk.java.display(),
                START_LIMIT.as_secs()
            ))),
        }
    }

    /// The value of `java.version`.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Sends a request and waits for the line whose first fields are `expected`; gives its further fields. Other lines, which
    /// a test may have written past the harness, are skipped.
    pub(super) fn ask(
        &mut self,
        request: &[String],
        expected: &[&str],
        limit: Duration,
    ) -> Result<Vec<String>, AskError> {
        let mut line = fields::join(request);
        line.push('\n');
        self.requests.send(line).map_err(|_| AskError::Ended)?;
        let start = Instant::now();
        loop {
            let left = limit.saturating_sub(start.elapsed());
            let line = match self.answers.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(AskError::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(AskError::Ended),
            };
            // The clock is looked at here as well, because a flood of lines never lets the wait above run out.
            if start.elapsed() >= limit {
                return Err(AskError::Late);
            }
            if let Some(mut answer) = fields::split(&line)
                && answer.len() >= expected.len()
                && answer.iter().zip(expected).all(|(have, want)| have == want)
            {
                answer.drain(..expected.len());
                return Ok(answer);
            }
        }
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // Both fail only where the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(jdk: &Jdk, class_path: &[PathBuf], folder: &Path) -> Result<Command, ReplayError> {
    let joined = std::env::join_paths(class_path)
        .map_err(|error| ReplayError::Start(format!("the path of a library: {error}")))?;
    let mut command = Command::new(&jdk.java);
    command
        .args(JVM_FLAGS)
        .arg(format!("-XX:ErrorFile={}", folder.join("crash.log").display()))
        .arg(format!("-Djava.io.tmpdir={}", folder.display()))
        .arg("-cp")
        .arg(joined)
        .arg(MAIN_CLASS)
        .current_dir(folder)
        // File names in UTF-8, whatever the user's locale.
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    for variable in JVM_VARIABLES {
        command.env_remove(variable);
    }
    // Ctrl-C in a terminal is for Clew, which ends the JVM itself.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

fn write_lines(mut input: ChildStdin, requests: &Receiver<String>) {
    for line in requests {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match (&mut output).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_end_matches(['\r', '\n']);
        if lines.send(line.to_owned()).is_err() {
            return;
        }
    }
}

/// The first lines of what the JVM wrote to its error stream.
fn complaint(file: &Path) -> String {
    let mut text = Vec::new();
    let read = File::open(file).and_then(|file| file.take(MAX_COMPLAINT_BYTES).read_to_end(&mut text).map(|_| ()));
    let text = String::from_utf8_lossy(&text);
    match text.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) if read.is_ok() => line.to_owned(),
        _ => "it ended at once, without a message".to_owned(),
    }
}
