//! Which file a call means: what its caller's memory and working folder say.

use crate::calls::At;
use crate::kernel::Call;
use rustix::fs::{Mode, OFlags};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileExt;
use std::path::{Component, Path, PathBuf};

/// The longest name that the kernel takes, in bytes, with its closing zero.
const MAX_NAME: usize = 4096;

/// How much of a caller's memory is read at one time, in bytes; a page may be followed by nothing.
const STEP: usize = 256;

/// What becomes of a link that the name itself is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    /// The call means the file it leads to.
    Followed,
    /// The call means the link.
    Kept,
}

/// The file that a call names, with links resolved as far as there are files; `None` if that cannot be found out.
pub(crate) fn named(call: &Call, at: At, links: Links) -> Option<PathBuf> {
    let pointer = call.arguments[at.name];
    let name = if pointer == 0 { Vec::new() } else { text(call.thread, pointer)? };
    if name.is_empty() {
        // The call is about the descriptor itself.
        return open(call.thread, *call.arguments.get(at.folder?)?);
    }
    let name = PathBuf::from(std::ffi::OsString::from_vec(name));
    let path = if name.is_absolute() { of_caller(&name, call.thread) } else { base(call, at)?.join(name) };
    Some(resolved(&path, links))
}

/// The file that a descriptor of the caller stands for.
pub(crate) fn open(thread: u32, descriptor: u64) -> Option<PathBuf> {
    // The kernel looks at the lower half only.
    fs::read_link(format!("/proc/{thread}/fd/{}", descriptor as i32)).ok()
}

/// The file of [`named`], held so that no change of names leads to another one.
///
/// # Errors
/// There is no such file.
pub(crate) fn held(call: &Call, at: At, links: Links) -> io::Result<OwnedFd> {
    let nothing = || io::Error::from(io::ErrorKind::NotFound);
    let pointer = call.arguments[at.name];
    if pointer == 0 || text(call.thread, pointer).is_some_and(|name| name.is_empty()) {
        return held_open(call.thread, call.arguments[at.folder.ok_or_else(nothing)?]);
    }
    let path = named(call, at, links).ok_or_else(nothing)?;
    // Links in it have been followed already, where they are to be.
    Ok(rustix::fs::open(path, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?)
}

/// The same for a descriptor of the caller.
///
/// # Errors
/// The caller has no such descriptor.
pub(crate) fn held_open(thread: u32, descriptor: u64) -> io::Result<OwnedFd> {
    let path = format!("/proc/{thread}/fd/{}", descriptor as i32);
    Ok(rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?)
}

/// The name by which the kernel knows a file that is held.
pub(crate) fn name_of(file: &OwnedFd) -> Option<PathBuf> {
    fs::read_link(own(file)).ok()
}

/// A path that leads to a file that is held.
pub(crate) fn own(file: &OwnedFd) -> PathBuf {
    format!("/proc/self/fd/{}", file.as_raw_fd()).into()
}

/// The name in the address of a local socket.
pub(crate) fn socket_name(thread: u32, pointer: u64, length: u64) -> Option<PathBuf> {
    let memory = File::open(format!("/proc/{thread}/mem")).ok()?;
    let mut address = vec![0; usize::try_from(length).ok().filter(|length| *length <= MAX_NAME)?];
    memory.read_exact_at(&mut address, pointer).ok()?;
    // The family comes first, in two bytes.
    let (family, name) = address.split_first_chunk()?;
    let name =
        name.split(|byte| *byte == 0).next().filter(|_| i32::from(u16::from_ne_bytes(*family)) == libc::AF_UNIX)?;
    Some(std::ffi::OsString::from_vec(name.to_vec()).into())
}

/// Numbers in the memory of a thread.
pub(crate) fn numbers<const COUNT: usize>(thread: u32, pointer: u64) -> Option<[i64; COUNT]> {
    let memory = File::open(format!("/proc/{thread}/mem")).ok()?;
    let mut found = [0; COUNT];
    for (place, number) in (0..).zip(&mut found) {
        let mut bytes = [0; 8];
        memory.read_exact_at(&mut bytes, pointer.checked_add(place * 8)?).ok()?;
        *number = i64::from_ne_bytes(bytes);
    }
    Some(found)
}

fn base(call: &Call, at: At) -> Option<PathBuf> {
    match at.folder.map(|folder| call.arguments[folder]) {
        Some(descriptor) if descriptor as i32 != libc::AT_FDCWD => open(call.thread, descriptor),
        _ => fs::read_link(format!("/proc/{}/cwd", call.thread)).ok(),
    }
}

/// The text that ends with a zero in the memory of a thread.
fn text(thread: u32, pointer: u64) -> Option<Vec<u8>> {
    let memory = File::open(format!("/proc/{thread}/mem")).ok()?;
    let mut found = Vec::new();
    while found.len() < MAX_NAME {
        let from = pointer.checked_add(found.len() as u64)?;
        // Never beyond the end of a page, behind which there may be nothing.
        let length = STEP - (from as usize % STEP);
        let mut part = vec![0; length];
        memory.read_exact_at(&mut part, from).ok()?;
        if let Some(end) = part.iter().position(|byte| *byte == 0) {
            found.extend_from_slice(&part[..end]);
            return Some(found);
        }
        found.extend_from_slice(&part);
    }
    None
}

/// Where a path means the process that uses it, this is another one.
fn of_caller(path: &Path, thread: u32) -> PathBuf {
    let process = PathBuf::from(format!("/proc/{thread}"));
    for (own, there) in [("/proc/self", ""), ("/proc/thread-self", ""), ("/dev/fd", "fd")] {
        if let Ok(rest) = path.strip_prefix(own) {
            return process.join(there).join(rest);
        }
    }
    path.to_owned()
}

/// The path without links, as far as what it names is there.
fn resolved(path: &Path, links: Links) -> PathBuf {
    if links == Links::Followed
        && let Ok(real) = fs::canonicalize(path)
    {
        return real;
    }
    let parent = path.parent().map(fs::canonicalize);
    match (parent, path.file_name()) {
        (Some(Ok(parent)), Some(name)) => {
            let path = parent.join(name);
            // A link that leads to nothing: whatever is written there is written where it leads.
            match fs::read_link(&path) {
                Ok(target) if links == Links::Followed => tidy(&parent.join(target)),
                _ => path,
            }
        }
        _ => tidy(path),
    }
}

/// The path without `.` and `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                tidy.pop();
            }
            Component::CurDir => {}
            other => tidy.push(other),
        }
    }
    tidy
}

/// The name of a file as a report shows it, in one line: control characters and what is not UTF-8 are escaped.
pub(crate) fn shown(path: &Path) -> String {
    let mut text = String::new();
    for part in path.as_os_str().as_bytes().utf8_chunks() {
        for character in part.valid().chars() {
            if character.is_control() {
                text.extend(character.escape_default());
            } else {
                text.push(character);
            }
        }
        for byte in part.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn names_are_resolved_to_what_they_mean() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let root = fs::canonicalize(folder.path())?;
        fs::create_dir(root.join("real"))?;
        fs::write(root.join("real/file"), "")?;
        std::os::unix::fs::symlink("real", root.join("way"))?;
        std::os::unix::fs::symlink("real/file", root.join("link"))?;
        std::os::unix::fs::symlink("real/new", root.join("dangling"))?;
        let of = |name: &str, links| resolved(&root.join(name), links);
        assert_eq!(of("way/file", Links::Kept), root.join("real/file"));
        assert_eq!(of("way/../real/none", Links::Followed), root.join("real/none"));
        assert_eq!(of("link", Links::Followed), root.join("real/file"));
        assert_eq!(of("link", Links::Kept), root.join("link"));
        assert_eq!(of("dangling", Links::Followed), root.join("real/new"));
        assert_eq!(of("no/./such/../folder", Links::Followed), root.join("no/folder"));
        Ok(())
    }

    #[test]
    fn names_are_shown_in_one_line() {
        assert_eq!(shown(Path::new("/tmp/a\nb")), "/tmp/a\\nb");
        assert_eq!(shown(Path::new(OsStr::from_bytes(b"/k\xc3\xa4se\xff"))), "/käse\\xff");
    }

    #[test]
    fn memory_is_read_up_to_its_zero() {
        let long = vec![b'x'; 700];
        let mut kept = long.clone();
        kept.push(0);
        assert_eq!(text(std::process::id(), kept.as_ptr() as u64), Some(long));
        assert_eq!(text(std::process::id(), 8), None);
    }
}
