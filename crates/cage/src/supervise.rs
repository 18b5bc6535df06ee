//! The outside: a process that starts the program, answers for its calls, passes on what it says, and outlives it.
//!
//! It has one thread, which waits for everything at once. The client is at the other end of standard input and output; when
//! the client is gone, so is the program, and the scratch folder with it.

use crate::enter::{READY, REFUSED};
use crate::held::hold;
use crate::judge::{Judge, Phase};
use crate::kernel::{self, Answer};
use crate::message::Message;
use crate::scratch::usage;
use crate::spec::{Confinement, Layout, Spec};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{FdFlags, dup, fcntl_setfd, read};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SocketFlags, SocketType, recvmsg, socketpair,
};
use rustix::pipe::{PipeFlags, pipe_with};
use std::collections::BTreeSet;
use std::io::{self, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// How many different things that were tried are told between two answers.
const MAX_TRIED: usize = 20;

/// How long a line of the program may be, in bytes; what is longer ends it.
const MAX_LINE: usize = 64 << 20;

/// How much of what the program writes to its error stream is kept, in bytes; the rest is read and forgotten.
const MAX_COMPLAINT: usize = 64 << 10;

/// How long the longest message over the control socket may be, in bytes.
const MAX_CONTROL: usize = 4096;

/// How often a growing scratch folder is looked at.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Runs a program until it or its client ends, and tells the client.
///
/// # Errors
/// The client is gone, or the system lacks what any program needs.
pub(crate) fn supervise(spec: &Spec) -> io::Result<()> {
    let lock = hold(spec.scratch.as_ref())?;
    let told = run(spec);
    if let Err(error) = &told {
        say(&Message::Ended(error.to_string()));
    }
    // The client does the same; whoever is killed leaves it to the other.
    let _ = std::fs::remove_dir_all(&spec.scratch);
    drop(lock);
    told
}

fn run(spec: &Spec) -> io::Result<()> {
    let scratch = std::fs::canonicalize(&spec.scratch)?;
    let (control, inside) =
        socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None).map_err(io::Error::from)?;
    let (answers, to_us) = pipe_with(PipeFlags::CLOEXEC)?;
    let (complaints, errors) = pipe_with(PipeFlags::CLOEXEC)?;
    // These two the program inherits.
    let requests = dup(io::stdin())?;
    fcntl_setfd(&to_us, FdFlags::empty())?;
    let channel = |end: &OwnedFd| format!("/proc/self/fd/{}", end.as_raw_fd());
    let mut child = command(&spec.entry)?
        .arg("enter")
        .arg(serde_json::to_string(spec)?)
        .arg(std::process::id().to_string())
        .args([channel(&requests), channel(&to_us)])
        .stdin(inside)
        .stdout(Stdio::null())
        .stderr(errors)
        .spawn()?;
    drop((requests, to_us));
    let listener = match ready(&control) {
        Ok(listener) => listener,
        Err(line) => {
            let _ = child.kill();
            let _ = child.wait();
            say(&Message::Refused(line));
            return Ok(());
        }
    };
    let judge = Judge::new(child.id(), Layout(&scratch));
    let folders = [Layout(&scratch).temporary(), Layout(&scratch).products()];
    let mut watch = Watch {
        spec,
        listener: listener.filter(|_| spec.confinement == Confinement::Full),
        answers: Some(answers),
        complaints: Some(complaints),
        child,
        judge,
        folders,
        tried: BTreeSet::new(),
        line: Vec::new(),
        complaint: Vec::new(),
        grows: false,
    };
    let ended = watch.serve();
    let _ = watch.child.kill();
    let status = watch.child.wait()?;
    ended?;
    say(&Message::Ended(watch.complaint().unwrap_or_else(|| status.to_string())));
    Ok(())
}

fn command(entry: &[std::ffi::OsString]) -> io::Result<Command> {
    let (program, arguments) = entry.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Waits until the inside is shut in; gives the listener, if there is one, or says why that can't be done.
fn ready(control: &OwnedFd) -> Result<Option<OwnedFd>, String> {
    let mut bytes = [0; MAX_CONTROL];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let message = recvmsg(control, &mut [IoSliceMut::new(&mut bytes)], &mut ancillary, RecvFlags::CMSG_CLOEXEC);
    let length = message.map_err(|error| format!("the control socket: {error}"))?.bytes;
    let listener = ancillary.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut descriptors) => descriptors.next(),
        _ => None,
    });
    match bytes[..length].split_first() {
        Some((&READY, _)) => Ok(listener),
        Some((&REFUSED, reason)) => Err(String::from_utf8_lossy(reason).into_owned()),
        _ => Err("the process that was to be caged ended at once".to_owned()),
    }
}

/// Tells the client. That it is gone shows on standard input.
fn say(message: &Message) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{message}").and_then(|()| out.flush());
}

/// A program under supervision.
struct Watch<'a> {
    spec: &'a Spec,
    listener: Option<OwnedFd>,
    answers: Option<OwnedFd>,
    complaints: Option<OwnedFd>,
    child: Child,
    judge: Judge,
    folders: [PathBuf; 2],
    /// What was told since the last answer.
    tried: BTreeSet<String>,
    /// The beginning of an answer.
    line: Vec<u8>,
    complaint: Vec<u8>,
    /// Whether the scratch folder may have grown.
    grows: bool,
}

/// What there is to be waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Client,
    Calls,
    Answers,
    Complaints,
}

impl Watch<'_> {
    /// Serves until the program or the client has ended. All that the program tried and answered before is told then.
    fn serve(&mut self) -> io::Result<()> {
        loop {
            let events = self.wait()?;
            if events.iter().any(|(source, _)| *source == Source::Client) {
                return Ok(());
            }
            for (source, flags) in events {
                match source {
                    Source::Client => {}
                    Source::Calls if flags.contains(PollFlags::IN) => self.call()?,
                    // All processes under the filter have ended.
                    Source::Calls => self.listener = None,
                    Source::Answers => self.answer()?,
                    Source::Complaints => self.listen_to_complaints()?,
                }
            }
            // The program holds the other ends as long as it lives; what it wrote before its end is read first.
            if self.answers.is_none() && self.complaints.is_none() {
                return Ok(());
            }
            if self.grows && self.is_full() {
                self.tell_tried("fills the disk".to_owned());
                return Ok(());
            }
        }
    }

    fn wait(&self) -> io::Result<Vec<(Source, PollFlags)>> {
        let stdin = io::stdin();
        let mut sources = vec![Source::Client];
        let mut waiting = vec![PollFd::new(&stdin, PollFlags::empty())];
        for (source, descriptor) in
            [(Source::Calls, &self.listener), (Source::Answers, &self.answers), (Source::Complaints, &self.complaints)]
        {
            if let Some(descriptor) = descriptor {
                sources.push(source);
                waiting.push(PollFd::new(descriptor, PollFlags::IN));
            }
        }
        match poll(&mut waiting, self.grows.then_some(&LOOK)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let flags = waiting.iter().map(PollFd::revents);
        Ok(sources.into_iter().zip(flags).filter(|(_, flags)| !flags.is_empty()).collect())
    }

    /// Decides about one call. Whatever goes wrong here, the caller is not left waiting: it has died, or it is ended.
    fn call(&mut self) -> io::Result<()> {
        let Some(listener) = &self.listener else { return Ok(()) };
        let call = match kernel::receive(listener.as_fd()) {
            Ok(call) => call,
            // The caller has been killed meanwhile.
            Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::EINTR)) => return Ok(()),
            Err(error) => return Err(error),
        };
        let ruling = self.judge.rule(&call);
        if !kernel::still_waits(listener.as_fd(), &call) {
            return Ok(());
        }
        let running = self.judge.phase == Phase::Running;
        self.grows |= running && ruling.grows && ruling.answer == Answer::Continue;
        // Told before the caller goes on, and so before anything it says afterwards.
        if let Some(tried) = ruling.tried.filter(|_| running) {
            self.tell_tried(tried);
        }
        match &self.listener {
            Some(listener) => kernel::answer(listener.as_fd(), &call, ruling.answer),
            None => Ok(()),
        }
    }

    fn tell_tried(&mut self, tried: String) {
        if self.tried.len() < MAX_TRIED && self.tried.insert(tried.clone()) {
            say(&Message::Tried(tried));
        }
    }

    fn answer(&mut self) -> io::Result<()> {
        let mut bytes = [0; 1 << 16];
        let count = match &self.answers {
            Some(answers) => read(answers, &mut bytes)?,
            None => 0,
        };
        if count == 0 {
            self.answers = None;
        }
        for &byte in &bytes[..count] {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
            if !line.is_empty() {
                say(&Message::Answer(line));
                self.tried.clear();
                self.judge.phase = Phase::Running;
            }
        }
        if self.line.len() > MAX_LINE {
            return Err(io::Error::other("the program wrote a line without an end"));
        }
        Ok(())
    }

    fn listen_to_complaints(&mut self) -> io::Result<()> {
        let mut bytes = [0; 1 << 16];
        let count = match &self.complaints {
            Some(complaints) => read(complaints, &mut bytes)?,
            None => 0,
        };
        if count == 0 {
            self.complaints = None;
        }
        let room = MAX_COMPLAINT.saturating_sub(self.complaint.len());
        self.complaint.extend_from_slice(&bytes[..count.min(room)]);
        Ok(())
    }

    /// The first line that the program wrote to its error stream.
    fn complaint(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.complaint).into_owned();
        text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
    }

    fn is_full(&self) -> bool {
        let [temporary, products] = &self.folders;
        let found = usage(&[temporary, products], self.child.id());
        found.bytes > self.spec.limits.disk || found.files > self.spec.limits.files
    }
}
