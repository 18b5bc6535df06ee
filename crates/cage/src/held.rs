//! Temporary folders that are removed also where their owner was killed: whoever makes one removes those of dead owners.
//!
//! A folder is in use as long as somebody holds a shared lock on it, which the system gives up for a process that ends in
//! whatever way. Who removes it takes the lock for himself before. Between the making of a folder and its locking it may be
//! removed; its maker sees that, and makes another one.

use rustix::fs::{FlockOperation, Mode, OFlags, flock, fstat, open};
use rustix::io::Errno;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use tempfile::TempDir;

/// How often a folder is made anew whose maker was too slow.
const ATTEMPTS: usize = 100;

/// A temporary folder. It goes with this value; where that does not come to it, with the next folder that is made in the
/// same place.
#[derive(Debug)]
pub struct HeldFolder {
    folder: TempDir,
    _lock: File,
}

impl HeldFolder {
    /// Makes a folder whose name starts with a prefix that only such folders have, and removes what is left of others.
    ///
    /// # Errors
    /// The place can't be written.
    pub fn make(place: &Path, prefix: &str) -> io::Result<HeldFolder> {
        sweep(place, prefix);
        for _ in 0..ATTEMPTS {
            let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(place)?;
            match hold(folder.path()) {
                Ok(lock) => return Ok(HeldFolder { folder, _lock: lock }),
                Err(error) if is_taken_away(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("new folders are removed at once"))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Marks a folder as in use, together with others who use it.
///
/// # Errors
/// It is gone or being removed, or the file system has no locks.
pub(crate) fn hold(folder: &Path) -> io::Result<File> {
    let lock = opened(folder)?;
    flock(&lock, FlockOperation::NonBlockingLockShared)?;
    let held = fstat(&lock)?;
    let there = fs::symlink_metadata(folder)?;
    if (there.dev(), there.ino()) == (held.st_dev, held.st_ino) {
        Ok(lock)
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn is_taken_away(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::WouldBlock)
}

/// The folder itself, and not where a link leads.
fn opened(folder: &Path) -> rustix::io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    open(folder, flags, Mode::empty()).map(File::from)
}

/// Removes the folders that nobody holds. Those of other users are left to them.
fn sweep(place: &Path, prefix: &str) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(prefix) {
            // Another one may be removing it, too.
            let _ = remove_unheld(&entry.path());
        }
    }
}

fn remove_unheld(folder: &Path) -> io::Result<()> {
    let lock = opened(folder)?;
    if fstat(&lock)?.st_uid != rustix::process::geteuid().as_raw() {
        return Err(Errno::PERM.into());
    }
    flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
    fs::remove_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const PREFIX: &str = "held-";

    #[test]
    fn what_nobody_holds_goes_when_another_is_made() -> io::Result<()> {
        let place = tempfile::tempdir()?;
        let at = |name: &str| place.path().join(name);
        for name in ["held-dead", "held-used", "other"] {
            fs::create_dir(at(name))?;
            fs::write(at(name).join("file"), "")?;
        }
        std::os::unix::fs::symlink(at("other"), at("held-link"))?;
        let used = hold(&at("held-used"))?;
        let also = hold(&at("held-used"))?;
        drop(used);
        let made = HeldFolder::make(place.path(), PREFIX)?;
        assert!(made.path().is_dir() && at("held-used").is_dir() && at("other/file").is_file());
        assert!(!at("held-dead").exists());
        drop(also);
        let path = made.path().to_owned();
        drop(made);
        assert!(!path.exists());
        HeldFolder::make(place.path(), PREFIX)?;
        assert!(!at("held-used").exists());
        Ok(())
    }

    #[test]
    fn nobody_loses_a_folder_to_one_who_sweeps() -> io::Result<()> {
        let place = tempfile::tempdir()?;
        thread::scope(|scope| {
            let make = || -> io::Result<()> {
                for _ in 0..200 {
                    let folder = HeldFolder::make(place.path(), PREFIX)?;
                    fs::write(folder.path().join("file"), "")?;
                    thread::yield_now();
                    fs::read(folder.path().join("file"))?;
                }
                Ok(())
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
        })?;
        assert_eq!(fs::read_dir(place.path())?.count(), 0);
        Ok(())
    }
}
