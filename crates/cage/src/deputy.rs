//! Changes of what is noted about a file, done in the program's stead.
//!
//! Landlock does not restrict them, so the kernel must not do them by a name that the program could change meanwhile.

use crate::calls::{Note, Unit};
use crate::files::{numbers, own};
use crate::kernel::{Answer, Call};
use rustix::fs::{AtFlags, CWD, FileType, Mode, Stat, Timespec, Timestamps, chmod, fstat, utimensat};
use rustix::io::Errno;
use std::os::fd::OwnedFd;

/// The permissions that a file may be given: none by which a program gets the rights of the file's owner.
const PERMISSIONS: u32 = 0o777;

/// What the owner keeps of folders, so that they can be looked through and removed.
const OF_OWNER: u32 = 0o700;

/// Nanoseconds of a microsecond.
const MICROSECOND: i64 = 1000;

/// An owner that stays as it is.
const SAME: u32 = u32::MAX;

/// Does to the file what a call wants done, and gives the answer to the call.
pub(crate) fn change(call: &Call, note: Note, file: &OwnedFd) -> Answer {
    let done = fstat(file).and_then(|stat| match note {
        Note::Permissions { mode } => permit(file, &stat, call.arguments[mode] as u32),
        Note::Owner { user, group } => own_already(&stat, call.arguments[user] as u32, call.arguments[group] as u32),
        Note::Times { times, unit } => set_times(file, &stat, call, times, unit),
        Note::Other => Err(Errno::PERM),
    });
    match done {
        Ok(()) => Answer::Succeed,
        Err(error) => Answer::Fail(error.raw_os_error()),
    }
}

fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

fn permit(file: &OwnedFd, stat: &Stat, mode: u32) -> Result<(), Errno> {
    let kept = if kind(stat) == FileType::Directory { OF_OWNER } else { 0 };
    if kind(stat) == FileType::Symlink {
        return Err(Errno::OPNOTSUPP);
    }
    chmod(own(file), Mode::from_raw_mode(mode & PERMISSIONS | kept))
}

/// Nobody without privileges can give a file away, but everybody can give it to whom it belongs.
fn own_already(stat: &Stat, user: u32, group: u32) -> Result<(), Errno> {
    let is_same = |wanted: u32, is: u32| wanted == SAME || wanted == is;
    if is_same(user, stat.st_uid) && is_same(group, stat.st_gid) { Ok(()) } else { Err(Errno::PERM) }
}

fn set_times(file: &OwnedFd, stat: &Stat, call: &Call, times: usize, unit: Unit) -> Result<(), Errno> {
    if kind(stat) == FileType::Symlink {
        return Err(Errno::OPNOTSUPP);
    }
    let now = Timespec { tv_sec: 0, tv_nsec: libc::UTIME_NOW };
    let pointer = call.arguments[times];
    let [last_access, last_modification] = if pointer == 0 {
        [now, now]
    } else {
        let [first, first_part, second, second_part] = numbers(call.thread, pointer).ok_or(Errno::FAULT)?;
        [time(first, first_part, unit)?, time(second, second_part, unit)?]
    };
    utimensat(CWD, own(file), &Timestamps { last_access, last_modification }, AtFlags::empty())
}

fn time(seconds: i64, part: i64, unit: Unit) -> Result<Timespec, Errno> {
    let tv_nsec = match unit {
        Unit::Nanoseconds => part,
        Unit::Microseconds => part.checked_mul(MICROSECOND).ok_or(Errno::INVAL)?,
    };
    Ok(Timespec { tv_sec: seconds, tv_nsec })
}
