//! The calls of the kernel that no library offers in a safe form: a seccomp filter that asks another process.
//!
//! A filter with a listener hands the calls that it does not allow to whoever holds the listener, and the caller waits for the
//! answer. See `seccomp_unotify(2)`.
#![allow(unsafe_code)]

use libc::{seccomp_notif, seccomp_notif_resp, sock_filter, sock_fprog};
use std::io::{Error, Result};
use std::mem::zeroed;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

/// Installs a filter on this thread and gives its listener.
///
/// # Errors
/// The kernel refuses: it is too old, something else listens already, or new privileges are not ruled out.
pub(crate) fn install(program: &[sock_filter]) -> Result<OwnedFd> {
    let len = program.len().try_into().map_err(|_| Error::from_raw_os_error(libc::E2BIG))?;
    let program = sock_fprog { len, filter: program.as_ptr().cast_mut() };
    // SAFETY: the kernel reads `len` instructions from where the slice is, and writes nothing there.
    let fd = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    };
    let fd = i32::try_from(fd).ok().filter(|fd| *fd >= 0).ok_or_else(Error::last_os_error)?;
    // SAFETY: the descriptor is new and nobody else's.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Has all descriptors above the standard ones closed when this process becomes another program, except those given.
///
/// # Errors
/// The kernel is older than 5.11.
pub(crate) fn close_on_execution_except(kept: &[u32]) -> Result<()> {
    let mut kept = kept.to_vec();
    kept.sort_unstable();
    let mut first = 3;
    for end in kept.into_iter().map(Some).chain([None]) {
        let last = end.map_or(libc::c_uint::MAX, |end| end.saturating_sub(1));
        if first <= last {
            // SAFETY: the descriptors stay open as long as this program runs.
            let done = unsafe { libc::syscall(libc::SYS_close_range, first, last, libc::CLOSE_RANGE_CLOEXEC) };
            if done != 0 {
                return Err(Error::last_os_error());
            }
        }
        first = end.map_or(first, |end| end + 1);
    }
    Ok(())
}

/// What a call that waits for an answer is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    id: u64,
    /// The thread that makes the call.
    pub(crate) thread: u32,
    /// The number of the call.
    pub(crate) number: i64,
    /// The arguments as the registers have them.
    pub(crate) arguments: [u64; 6],
}

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The kernel goes on with it, under whatever else restricts the caller.
    Continue,
    /// It has been done in its caller's stead.
    Succeed,
    /// It fails with this error number.
    Fail(i32),
}

/// The next call that waits.
///
/// # Errors
/// The caller has died meanwhile, or all processes under the filter have.
pub(crate) fn receive(listener: BorrowedFd<'_>) -> Result<Call> {
    // SAFETY: the structure consists of integers, for which zero is a value; the kernel demands zeros.
    let mut found: seccomp_notif = unsafe { zeroed() };
    // SAFETY: the kernel writes one structure of this type.
    let done = unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut found) };
    if done != 0 {
        return Err(Error::last_os_error());
    }
    Ok(Call { id: found.id, thread: found.pid, number: found.data.nr.into(), arguments: found.data.args })
}

/// Whether the call still waits, so that what was read from its caller's memory was the caller's.
pub(crate) fn still_waits(listener: BorrowedFd<'_>, call: &Call) -> bool {
    // SAFETY: the kernel reads one integer.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &raw const call.id) == 0 }
}

/// Answers a call. That its caller has died meanwhile is no error.
pub(crate) fn answer(listener: BorrowedFd<'_>, call: &Call, answer: Answer) -> Result<()> {
    let mut response = seccomp_notif_resp { id: call.id, val: 0, error: 0, flags: 0 };
    match answer {
        Answer::Continue => response.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
        Answer::Succeed => {}
        Answer::Fail(number) => response.error = -number,
    }
    // SAFETY: the kernel reads one structure of this type.
    let done = unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw mut response) };
    match Error::last_os_error() {
        error if done != 0 && error.raw_os_error() != Some(libc::ENOENT) => Err(error),
        _ => Ok(()),
    }
}
