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
    /// Changes what is noted about a file, which Landlock does not prevent: never allowed.
    Note { verb: &'static str, file: At },
    /// The same for a file that is open.
    NoteOpen { verb: &'static str, descriptor: usize },
    /// Makes a socket of the family given.
    Socket { family: usize },
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

/// Where a call has the flags for opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flags {
    /// In this argument.
    In(usize),
    /// It has none and means these.
    Fixed(i32),
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
    (libc::SYS_mknodat, Meaning::Note { verb: MAKES_NODE, file: below(0, 1) }),
    (libc::SYS_fchmodat, Meaning::Note { verb: PERMISSIONS, file: below(0, 1) }),
    (libc::SYS_fchmod, Meaning::NoteOpen { verb: PERMISSIONS, descriptor: 0 }),
    (libc::SYS_fchownat, Meaning::Note { verb: OWNER, file: below(0, 1) }),
    (libc::SYS_fchown, Meaning::NoteOpen { verb: OWNER, descriptor: 0 }),
    (libc::SYS_utimensat, Meaning::Note { verb: TIMES, file: below(0, 1) }),
    (libc::SYS_setxattr, Meaning::Note { verb: ATTRIBUTES, file: in_working_folder(0) }),
    (libc::SYS_lsetxattr, Meaning::Note { verb: ATTRIBUTES, file: in_working_folder(0) }),
    (libc::SYS_fsetxattr, Meaning::NoteOpen { verb: ATTRIBUTES, descriptor: 0 }),
    (libc::SYS_removexattr, Meaning::Note { verb: ATTRIBUTES, file: in_working_folder(0) }),
    (libc::SYS_lremovexattr, Meaning::Note { verb: ATTRIBUTES, file: in_working_folder(0) }),
    (libc::SYS_fremovexattr, Meaning::NoteOpen { verb: ATTRIBUTES, descriptor: 0 }),
    (libc::SYS_truncate, Meaning::Note { verb: TRUNCATES, file: in_working_folder(0) }),
    (libc::SYS_ioctl, Meaning::NoteOpen { verb: "controls", descriptor: 0 }),
    (libc::SYS_socket, Meaning::Socket { family: 0 }),
    (libc::SYS_socketpair, Meaning::Socket { family: 0 }),
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
    (libc::SYS_mknod, Meaning::Note { verb: MAKES_NODE, file: in_working_folder(0) }),
    (libc::SYS_chmod, Meaning::Note { verb: PERMISSIONS, file: in_working_folder(0) }),
    (libc::SYS_chown, Meaning::Note { verb: OWNER, file: in_working_folder(0) }),
    (libc::SYS_lchown, Meaning::Note { verb: OWNER, file: in_working_folder(0) }),
    (libc::SYS_utime, Meaning::Note { verb: TIMES, file: in_working_folder(0) }),
    (libc::SYS_utimes, Meaning::Note { verb: TIMES, file: in_working_folder(0) }),
    (libc::SYS_futimesat, Meaning::Note { verb: TIMES, file: below(0, 1) }),
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
