//! Folders that are removed when they are not needed any more, even where their owner was killed.

use crate::spec::Layout;
use rustix::fs::{FlockOperation, flock};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// What the names of all such folders start with.
const PREFIX: &str = "clew-scratch-";

/// How old an unused folder must be at least to be removed: younger ones may be just being made.
const MIN_AGE: Duration = Duration::from_secs(60);

/// A scratch folder below the system's folder for temporary files. It goes away with this value, or with the supervisor
/// that uses it; the next [`Scratch::make`] sweeps up those that lost both.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// Makes a folder with all its parts.
    ///
    /// # Errors
    /// The system's folder for temporary files can't be written.
    pub fn make() -> io::Result<Scratch> {
        let place = std::env::temp_dir();
        sweep(&place);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        let layout = Layout(folder.path());
        for part in [layout.temporary(), layout.products(), layout.working(), layout.home()] {
            fs::create_dir(part)?;
        }
        let lock = hold(layout)?;
        Ok(Scratch { folder, _lock: lock })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Its parts.
    #[must_use]
    pub fn layout(&self) -> Layout<'_> {
        Layout(self.folder.path())
    }
}

/// Marks a scratch folder as in use, together with others who use it.
pub(crate) fn hold(layout: Layout<'_>) -> io::Result<File> {
    let lock = File::options().create(true).truncate(false).write(true).open(layout.lock())?;
    flock(&lock, FlockOperation::NonBlockingLockShared)?;
    Ok(lock)
}

/// Removes the scratch folders that nobody uses. What can't be removed is somebody else's.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let is_old = || entry.metadata().ok()?.modified().ok()?.elapsed().ok().filter(|age| *age >= MIN_AGE);
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_old().is_some() {
            remove_unused(&entry.path());
        }
    }
}

fn remove_unused(folder: &Path) {
    let Ok(lock) = File::open(Layout(folder).lock()) else { return };
    if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
        let _ = fs::remove_dir_all(folder);
    }
}

/// How much a program has put into its folders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Bytes on disk.
    pub(crate) bytes: u64,
    /// Files, folders and links.
    pub(crate) files: u64,
}

/// What lies below the folders, and in the files that the process has open although they are deleted.
pub(crate) fn usage(folders: &[&Path], process: u32) -> Usage {
    use std::os::unix::fs::MetadataExt;
    let mut usage = Usage::default();
    let mut open: Vec<_> = folders.iter().map(|folder| folder.to_path_buf()).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            usage.files += 1;
            usage.bytes += metadata.blocks() * BLOCK;
            if metadata.is_dir() {
                open.push(entry.path());
            }
        }
    }
    for entry in fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten() {
        let deleted = fs::metadata(entry.path()).ok().filter(|file| file.is_file() && file.nlink() == 0);
        usage.bytes += deleted.map_or(0, |file| file.blocks() * BLOCK);
    }
    usage
}

/// The unit in which the system counts blocks, in bytes.
const BLOCK: u64 = 512;

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn a_folder_goes_with_its_last_user() -> io::Result<()> {
        let place = tempfile::tempdir()?;
        let make = |name: &str| -> io::Result<_> {
            let folder = place.path().join(format!("{PREFIX}{name}"));
            fs::create_dir(&folder)?;
            let lock = hold(Layout(&folder))?;
            let age = SystemTime::now() - 2 * MIN_AGE;
            File::open(&folder)?.set_modified(age)?;
            Ok((folder, lock))
        };
        let (used, _lock) = make("used")?;
        let (unused, lock) = make("unused")?;
        drop(lock);
        let other = place.path().join("other");
        fs::create_dir(&other)?;
        sweep(place.path());
        assert!(used.is_dir() && other.is_dir() && !unused.exists());
        Ok(())
    }

    #[test]
    fn what_lies_in_folders_is_counted() -> io::Result<()> {
        let scratch = Scratch::make()?;
        fs::write(scratch.layout().temporary().join("a"), vec![1; 100_000])?;
        fs::create_dir(scratch.layout().temporary().join("b"))?;
        let found = usage(&[&scratch.layout().temporary()], std::process::id());
        assert_eq!(found.files, 2);
        assert!(found.bytes >= 100_000, "{found:?}");
        Ok(())
    }
}
