//! The folder of a caged program, and how much there is in it.

use crate::held::HeldFolder;
use crate::spec::Layout;
use std::fs;
use std::io;
use std::path::Path;

/// What the names of all such folders start with.
const PREFIX: &str = "clew-held-";

/// A scratch folder below the system's folder for temporary files. It goes away with this value, or with the supervisor
/// that uses it; the next [`Scratch::make`] sweeps up those that lost both.
#[derive(Debug)]
pub struct Scratch(HeldFolder);

impl Scratch {
    /// Makes a folder with all its parts.
    ///
    /// # Errors
    /// The system's folder for temporary files can't be written.
    pub fn make() -> io::Result<Scratch> {
        let folder = HeldFolder::make(&std::env::temp_dir(), PREFIX)?;
        let layout = Layout(folder.path());
        for part in [layout.temporary(), layout.products(), layout.working(), layout.home()] {
            fs::create_dir(part)?;
        }
        Ok(Scratch(folder))
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Its parts.
    #[must_use]
    pub fn layout(&self) -> Layout<'_> {
        Layout(self.0.path())
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
