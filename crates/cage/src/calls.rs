//! What the calls that are asked about mean.

use libc::c_long;

/// What a call that the filter does not allow is about. Numbers are positions among its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Opens a file so that it can be changed.
    Open { file: At, flags: Flags },
    /// Changes the names in a folder; allowed in the scratch folder.
    Name { verb: &'static str, file: At },
    /// Changes two names at once; allowed where both are in the scratch folder.
    Names { verb: &'static str, from: At, to: At },
    /// Changes what is noted about a file, which Landlock does not prevent: never let through. Some of it the supervisor does
    /// itself to files in the scratch folder.
    Note { verb: &'static str, file: At, follows: Follows, note: Note },
    /// The same for a file that is open.
    NoteOpen { verb: &'static str, descriptor: usize, note: Note },
    /// Makes a socket of the family and the type given.
    Socket { family: usize, kind: usize },
    /// Gives a socket an address of its own or of another one.
    Address { pointer: usize, length: usize },
    /// Makes a process.
    Process,
    /// Becomes another program.
    Execute { file: At },
    /// Ends all threads with a status.
    Exit { status: usize },
    /// Sends a signal to a process.
    Signal { process: usize },
    /// Has an older form that does the same, and which the C library uses where this one is missing.
    Superseded,
    /// Anything else.
    Other,
}

/// Where a call has the name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    /// The descriptor of the folder that the name is relative to; without one, it is the working folder.
    pub(crate) folder: Option<usize>,
    /// The pointer to the name.
    pub(crate) name: usize,
}

/// What is changed about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// Who may do what with it, as this argument says.
    Permissions { mode: usize },
    /// Whose it is.
    Owner { user: usize, group: usize },
    /// When it was used and changed; the argument points to two times.
    Times { times: usize, unit: Unit },
    /// What nobody does in the program's stead.
    Other,
}

/// What the second part of a time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Nanoseconds,
    Microseconds,
}

/// Whether a call means the file that a link leads to, and not the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    Always,
    Never,
    /// Where the flags in this argument do not say otherwise.
    AsFlagged(usize),
}

/// Where a call has the flags for opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flags {
    /// In this argument.
    In(usize),
    /// It has none and means these.
    Fixed(i32),
}

/// Changes a file by its name and whatever links there are.
const fn note(verb: &'static str, file: At, note: Note) -> Meaning {
    Meaning::Note { verb, file, follows: Follows::Always, note }
}

const fn note_open(verb: &'static str, note: Note) -> Meaning {
    Meaning::NoteOpen { verb, descriptor: 0, note }
}

const fn permissions(mode: usize) -> Note {
    Note::Permissions { mode }
}

const fn owner(user: usize) -> Note {
    Note::Owner { user, group: user + 1 }
}

const fn times(times: usize, unit: Unit) -> Note {
    Note::Times { times, unit }
}

const fn in_working_folder(name: usize) -> At {
    At { folder: None, name }
}

const fn below(folder: usize, name: usize) -> At {
    At { folder: Some(folder), name }
}

/// The meaning of the call with this number.
pub(crate) fn meaning(number: i64) -> Meaning {
    let known = CALLS.iter().chain(OLD_CALLS).find(|(call, _)| *call == number);
    known.map_or(Meaning::Other, |(_, meaning)| *meaning)
}

const DELETES: &str = "deletes";
const MAKES_FOLDER: &str = "makes the folder";
const MAKES_LINK: &str = "makes the link";
const RENAMES: &str = "renames";
const MAKES_NODE: &str = "makes the special file";
const PERMISSIONS: &str = "changes the permissions of";
const OWNER: &str = "changes the owner of";
const TIMES: &str = "changes the times of";
const ATTRIBUTES: &str = "changes the attributes of";
const TRUNCATES: &str = "truncates";

/// The library has no name for it everywhere; calls of this age have one number everywhere.
const FCHMODAT2: c_long = 452;

const CALLS: &[(c_long, Meaning)] = &[
    (libc::SYS_openat, Meaning::Open { file: below(0, 1), flags: Flags::In(2) }),
    (libc::SYS_openat2, Meaning::Superseded),
    (libc::SYS_clone3, Meaning::Superseded),
    (FCHMODAT2, Meaning::Superseded),
    (libc::SYS_unlinkat, Meaning::Name { verb: DELETES, file: below(0, 1) }),
    (libc::SYS_mkdirat, Meaning::Name { verb: MAKES_FOLDER, file: below(0, 1) }),
    (libc::SYS_symlinkat, Meaning::Name { verb: MAKES_LINK, file: below(1, 2) }),
    (libc::SYS_renameat2, Meaning::Names { verb: RENAMES, from: below(0, 1), to: below(2, 3) }),
    (libc::SYS_linkat, Meaning::Names { verb: "links", from: below(0, 1), to: below(2, 3) }),
    (libc::SYS_mknodat, note(MAKES_NODE, below(0, 1), Note::Other)),
    (libc::SYS_fchmodat, note(PERMISSIONS, below(0, 1), permissions(2))),
    (libc::SYS_fchmod, note_open(PERMISSIONS, permissions(1))),
    (
        libc::SYS_fchownat,
        Meaning::Note { verb: OWNER, file: below(0, 1), follows: Follows::AsFlagged(4), note: owner(2) },
    ),
    (libc::SYS_fchown, note_open(OWNER, owner(1))),
    (
        libc::SYS_utimensat,
        Meaning::Note {
            verb: TIMES,
            file: below(0, 1),
            follows: Follows::AsFlagged(3),
            note: times(2, Unit::Nanoseconds),
        },
    ),
    (libc::SYS_setxattr, note(ATTRIBUTES, in_working_folder(0), Note::Other)),
    (libc::SYS_lsetxattr, note(ATTRIBUTES, in_working_folder(0), Note::Other)),
    (libc::SYS_fsetxattr, note_open(ATTRIBUTES, Note::Other)),
    (libc::SYS_removexattr, note(ATTRIBUTES, in_working_folder(0), Note::Other)),
    (libc::SYS_lremovexattr, note(ATTRIBUTES, in_working_folder(0), Note::Other)),
    (libc::SYS_fremovexattr, note_open(ATTRIBUTES, Note::Other)),
    (libc::SYS_truncate, note(TRUNCATES, in_working_folder(0), Note::Other)),
    (libc::SYS_ioctl, note_open("controls", Note::Other)),
    (libc::SYS_socket, Meaning::Socket { family: 0, kind: 1 }),
    (libc::SYS_socketpair, Meaning::Socket { family: 0, kind: 1 }),
    (libc::SYS_connect, Meaning::Address { pointer: 1, length: 2 }),
    (libc::SYS_bind, Meaning::Address { pointer: 1, length: 2 }),
    (libc::SYS_clone, Meaning::Process),
    (libc::SYS_execve, Meaning::Execute { file: in_working_folder(0) }),
    (libc::SYS_execveat, Meaning::Execute { file: below(0, 1) }),
    (libc::SYS_exit_group, Meaning::Exit { status: 0 }),
    (libc::SYS_kill, Meaning::Signal { process: 0 }),
    (libc::SYS_tkill, Meaning::Signal { process: 0 }),
    (libc::SYS_tgkill, Meaning::Signal { process: 0 }),
    (libc::SYS_rt_sigqueueinfo, Meaning::Signal { process: 0 }),
    (libc::SYS_rt_tgsigqueueinfo, Meaning::Signal { process: 0 }),
    (libc::SYS_pidfd_send_signal, Meaning::Signal { process: 0 }),
];

/// The older forms that only this calling convention has.
#[cfg(target_arch = "x86_64")]
const OLD_CALLS: &[(c_long, Meaning)] = &[
    (libc::SYS_open, Meaning::Open { file: in_working_folder(0), flags: Flags::In(1) }),
    (
        libc::SYS_creat,
        Meaning::Open {
            file: in_working_folder(0),
            flags: Flags::Fixed(libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC),
        },
    ),
    (libc::SYS_unlink, Meaning::Name { verb: DELETES, file: in_working_folder(0) }),
    (libc::SYS_rmdir, Meaning::Name { verb: DELETES, file: in_working_folder(0) }),
    (libc::SYS_mkdir, Meaning::Name { verb: MAKES_FOLDER, file: in_working_folder(0) }),
    (libc::SYS_symlink, Meaning::Name { verb: MAKES_LINK, file: in_working_folder(1) }),
    (libc::SYS_rename, Meaning::Names { verb: RENAMES, from: in_working_folder(0), to: in_working_folder(1) }),
    (libc::SYS_renameat, Meaning::Names { verb: RENAMES, from: below(0, 1), to: below(2, 3) }),
    (libc::SYS_link, Meaning::Names { verb: "links", from: in_working_folder(0), to: in_working_folder(1) }),
    (libc::SYS_mknod, note(MAKES_NODE, in_working_folder(0), Note::Other)),
    (libc::SYS_chmod, note(PERMISSIONS, in_working_folder(0), permissions(1))),
    (libc::SYS_chown, note(OWNER, in_working_folder(0), owner(1))),
    (
        libc::SYS_lchown,
        Meaning::Note { verb: OWNER, file: in_working_folder(0), follows: Follows::Never, note: owner(1) },
    ),
    (libc::SYS_utime, note(TIMES, in_working_folder(0), Note::Other)),
    (libc::SYS_utimes, note(TIMES, in_working_folder(0), times(1, Unit::Microseconds))),
    (libc::SYS_futimesat, note(TIMES, below(0, 1), times(2, Unit::Microseconds))),
    (libc::SYS_fork, Meaning::Process),
    (libc::SYS_vfork, Meaning::Process),
];

/// The library has no name for it here.
#[cfg(target_arch = "aarch64")]
const RENAMEAT: c_long = 38;

/// The older forms that only this calling convention has.
#[cfg(target_arch = "aarch64")]
const OLD_CALLS: &[(c_long, Meaning)] =
    &[(RENAMEAT, Meaning::Names { verb: RENAMES, from: below(0, 1), to: below(2, 3) })];
