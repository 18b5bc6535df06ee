//! What a call that the filter does not allow may do, and what it says about the program.
//!
//! A file is looked up before the kernel looks it up itself, and the program might change the name in between. Therefore
//! nothing rests on the look that Landlock does not decide once more: what is only allowed in the scratch folder is
//! let through, under Landlock; what Landlock knows nothing of is never let through: the supervisor does it itself to files
//! in the scratch folder, and to no others.

use crate::calls::{At, Flags, Follows, Meaning, Note, meaning};
use crate::deputy;
use crate::files::{Links, held, held_open, name_of, named, open, shown, socket_name};
use crate::kernel::{Answer, Call};
use crate::spec::Layout;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// Where writing changes nothing.
pub(crate) const HARMLESS: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What is said of a local socket that could reach somebody.
const LOCAL_SOCKET: &str = "opens a local socket";

/// The sockets of the name service.
const NAME_SERVICES: [&str; 2] = ["/var/run/nscd/socket", "/run/nscd/socket"];

/// Where a socket's type is, among flags.
pub(crate) const SOCKET_TYPE: i32 = 0xF;

/// Where the program stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It has not answered yet: only our own code has run.
    Starting,
    /// It runs what nobody knows.
    Running,
}

/// What is decided about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) answer: Answer,
    /// What the program tried, where that is worth a line.
    pub(crate) tried: Option<String>,
    /// Whether the scratch folder may grow by it.
    pub(crate) grows: bool,
}

/// Decides about the calls of one program.
#[derive(Debug)]
pub(crate) struct Judge {
    process: u32,
    writable: [PathBuf; 2],
    working: PathBuf,
    home: PathBuf,
    pub(crate) phase: Phase,
}

fn allowed() -> Ruling {
    Ruling { answer: Answer::Continue, tried: None, grows: false }
}

fn refused(number: i32, tried: String) -> Ruling {
    Ruling { answer: Answer::Fail(number), tried: Some(tried), grows: false }
}

impl Judge {
    /// For a program whose scratch folder, without links in its path, has these parts.
    pub(crate) fn new(process: u32, scratch: Layout<'_>) -> Judge {
        Judge {
            process,
            writable: [scratch.temporary(), scratch.products()],
            working: scratch.working(),
            home: scratch.home(),
            phase: Phase::Starting,
        }
    }

    /// Decides about a call.
    pub(crate) fn rule(&self, call: &Call) -> Ruling {
        match meaning(call.number) {
            Meaning::Open { file, flags } => self.open(call, file, flags),
            Meaning::Name { verb, file } => self.changed(verb, &[named(call, file, Links::Kept)]),
            Meaning::Names { verb, from, to } => {
                self.changed(verb, &[named(call, from, Links::Kept), named(call, to, Links::Kept)])
            }
            Meaning::Note { verb, file, follows, note } => {
                let links = links(call, follows);
                self.noted(call, verb, note, named(call, file, links), || held(call, file, links))
            }
            Meaning::NoteOpen { verb, descriptor, note } => {
                let descriptor = call.arguments[descriptor];
                let file = open(call.thread, descriptor);
                self.noted(call, verb, note, file, || held_open(call.thread, descriptor))
            }
            Meaning::Socket { .. } | Meaning::Address { .. } | Meaning::Execute { .. }
                if self.phase == Phase::Starting =>
            {
                allowed()
            }
            Meaning::Socket { family, kind } => socket(call.arguments[family], call.arguments[kind]),
            Meaning::Address { pointer, length } => {
                address(call.thread, call.arguments[pointer], call.arguments[length])
            }
            Meaning::Execute { file } => {
                refused(libc::EPERM, self.sentence("executes", &[named(call, file, Links::Followed)]))
            }
            Meaning::Process => refused(libc::EPERM, "starts a process".to_owned()),
            Meaning::Exit { status } => Ruling {
                tried: Some(format!("ends the JVM with status {}", call.arguments[status] & 0xFF)),
                ..allowed()
            },
            Meaning::Signal { process } => refused(libc::EPERM, self.signal(call.arguments[process])),
            Meaning::Superseded => Ruling { answer: Answer::Fail(libc::ENOSYS), tried: None, grows: false },
            Meaning::Other => {
                refused(libc::EPERM, format!("makes the system call {}, which the cage does not allow", call.number))
            }
        }
    }

    fn open(&self, call: &Call, file: At, flags: Flags) -> Ruling {
        let flags = match flags {
            Flags::In(argument) => call.arguments[argument] as i32,
            Flags::Fixed(flags) => flags,
        };
        let file = named(call, file, Links::Followed);
        let verb = match &file {
            Some(path) if flags & libc::O_CREAT != 0 && !path.exists() => "creates",
            _ => "writes",
        };
        if let Some(kind) = file.as_deref().and_then(nameless) {
            // Our own code opens the way for answers so; nobody else has business with it.
            return match self.phase {
                Phase::Starting => allowed(),
                Phase::Running => refused(libc::EACCES, format!("writes to an open {kind} of its process")),
            };
        }
        if file.as_deref().is_some_and(|path| HARMLESS.iter().any(|harmless| path == Path::new(harmless))) {
            return allowed();
        }
        self.changed(verb, &[file])
    }

    /// Files whose names or contents are changed: allowed where all of them are in the writable parts.
    fn changed(&self, verb: &str, files: &[Option<PathBuf>]) -> Ruling {
        if files.iter().all(|file| self.is_writable(file.as_deref())) {
            return Ruling { grows: true, ..allowed() };
        }
        refused(libc::EACCES, self.sentence(verb, files))
    }

    /// A file about which something is changed that Landlock does not care for: done here where the file is in the writable
    /// parts, to the very file that was looked at.
    fn noted(
        &self,
        call: &Call,
        verb: &str,
        note: Note,
        file: Option<PathBuf>,
        hold: impl FnOnce() -> io::Result<OwnedFd>,
    ) -> Ruling {
        if note == Note::Other || !self.is_writable(file.as_deref()) {
            return refused(libc::EPERM, self.sentence(verb, &[file]));
        }
        let answer = match hold() {
            Ok(held) if self.is_writable(name_of(&held).as_deref()) => deputy::change(call, note, &held),
            Ok(_) => return refused(libc::EPERM, self.sentence(verb, &[file])),
            Err(error) => Answer::Fail(error.raw_os_error().unwrap_or(libc::ENOENT)),
        };
        Ruling { answer, tried: None, grows: false }
    }

    fn is_writable(&self, file: Option<&Path>) -> bool {
        file.is_some_and(|file| self.writable.iter().any(|part| file.starts_with(part)))
    }

    fn sentence(&self, verb: &str, files: &[Option<PathBuf>]) -> String {
        let files: Vec<String> = files.iter().map(|file| self.file(file.as_deref())).collect();
        format!("{verb} {}", files.join(" to "))
    }

    /// A file as its user knows it: the scratch folder has another name in every run.
    fn file(&self, file: Option<&Path>) -> String {
        let Some(file) = file else { return "a file without a readable name".to_owned() };
        if let Some(own) = self.of_own_process(file) {
            return shown(&own);
        }
        let [temporary, products] = &self.writable;
        for (folder, name) in
            [(temporary, "java.io.tmpdir"), (products, "products"), (&self.working, ""), (&self.home, "user.home")]
        {
            match file.strip_prefix(folder) {
                Ok(rest) if rest.as_os_str().is_empty() && name.is_empty() => return "the working folder".to_owned(),
                Ok(rest) => return shown(&Path::new(name).join(rest)),
                Err(_) => {}
            }
        }
        shown(file)
    }

    /// A file that the kernel shows of the program itself, under a name that does not change from run to run.
    fn of_own_process(&self, file: &Path) -> Option<PathBuf> {
        let below = file.strip_prefix("/proc").ok()?;
        let number = below.iter().next()?;
        let threads = Path::new("/proc").join(self.process.to_string()).join("task");
        if !threads.join(number).exists() {
            return None;
        }
        below.strip_prefix(number).ok().map(|rest| Path::new("/proc/self").join(rest))
    }

    fn signal(&self, process: u64) -> String {
        let whom = if process as u32 == self.process { "its own process" } else { "another process" };
        format!("sends a signal to {whom}")
    }
}

/// What becomes of links in a call that follows them so.
fn links(call: &Call, follows: Follows) -> Links {
    let flags = match follows {
        Follows::Always => 0,
        Follows::Never => libc::AT_SYMLINK_NOFOLLOW,
        Follows::AsFlagged(argument) => call.arguments[argument] as i32,
    };
    if flags & libc::AT_SYMLINK_NOFOLLOW == 0 { Links::Followed } else { Links::Kept }
}

/// What is behind an open descriptor that has no name: a pipe, a socket.
fn nameless(file: &Path) -> Option<&str> {
    let (kind, _) = file.file_name()?.to_str()?.split_once(":[")?;
    file.starts_with("/proc").then_some(kind)
}

/// A stream without an address reaches nobody; other kinds of local sockets need none to be sent something.
fn socket(family: u64, kind: u64) -> Ruling {
    match family as i32 {
        libc::AF_UNIX if kind as i32 & SOCKET_TYPE == libc::SOCK_STREAM => allowed(),
        libc::AF_UNIX => refused(libc::EACCES, LOCAL_SOCKET.to_owned()),
        libc::AF_INET | libc::AF_INET6 => refused(libc::EACCES, "opens a network socket".to_owned()),
        other => refused(libc::EACCES, format!("opens a socket of family {other}")),
    }
}

/// No socket gets an address. The C library asks a service for names of users and hosts, and does without where there is none.
fn address(thread: u32, pointer: u64, length: u64) -> Ruling {
    match socket_name(thread, pointer, length) {
        Some(name) if NAME_SERVICES.iter().any(|service| name == Path::new(service)) => {
            Ruling { answer: Answer::Fail(libc::ENOENT), tried: None, grows: false }
        }
        _ => refused(libc::EACCES, LOCAL_SOCKET.to_owned()),
    }
}
