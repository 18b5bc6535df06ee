//! What a caged compiler made, brought to where it is wanted.

use super::error::ReplayError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Removes all that is in the folder.
pub(super) fn clear(folder: &Path) -> Result<(), ReplayError> {
    let clear = || -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) }?;
        }
        Ok(())
    };
    clear().map_err(|source| ReplayError::Io { path: folder.to_owned(), source })
}

/// Moves all files to the folder `to`, which is made where it is missing; files of the same names are replaced. Links, which
/// no compiler makes, stay behind.
pub(crate) fn move_all(from: &Path, to: &Path) -> Result<(), ReplayError> {
    let failed = |path: &Path, source: io::Error| ReplayError::Io { path: path.to_owned(), source };
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        let (from, to) = (from.join(&below), to.join(&below));
        fs::create_dir_all(&to).map_err(|error| failed(&to, error))?;
        for entry in fs::read_dir(&from).map_err(|error| failed(&from, error))? {
            let entry = entry.map_err(|error| failed(&from, error))?;
            let kind = entry.file_type().map_err(|error| failed(&entry.path(), error))?;
            if kind.is_dir() {
                folders.push(below.join(entry.file_name()));
            } else if kind.is_file() {
                let target = to.join(entry.file_name());
                // A rename does not lead from one file system to another.
                fs::rename(entry.path(), &target)
                    .or_else(|_| fs::copy(entry.path(), &target).map(drop))
                    .map_err(|error| failed(&target, error))?;
            }
        }
    }
    Ok(())
}
