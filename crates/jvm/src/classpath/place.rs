//! A file that is read at a place of its own.
//!
//! Processes that are forked from one that has a file open share the place at which the system reads it next. What one of them
//! reads must not move it for the others, so on Unix each read says where.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// A file, and the place in it from which is read next, in bytes.
pub(super) struct FileAtPlace {
    file: File,
    at: u64,
}

impl FileAtPlace {
    /// Opens a file for reading, from its beginning.
    pub(super) fn open(path: &Path) -> io::Result<FileAtPlace> {
        Ok(FileAtPlace { file: File::open(path)?, at: 0 })
    }
}

impl Read for FileAtPlace {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = read_at(&self.file, buffer, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for FileAtPlace {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(distance) => self.file.metadata()?.len().checked_add_signed(distance),
            SeekFrom::Current(distance) => self.at.checked_add_signed(distance),
        };
        self.at = place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(at))?;
    file.read(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn what_others_read_of_the_file_changes_nothing() -> io::Result<()> {
        let mut written = tempfile::NamedTempFile::new()?;
        written.write_all(b"0123456789")?;
        let mut file = FileAtPlace::open(written.path())?;
        let mut two = [0; 2];
        file.read_exact(&mut two)?;
        // A clone of a descriptor shares its place, as that of a forked process does.
        io::copy(&mut file.file.try_clone()?, &mut io::sink())?;
        file.read_exact(&mut two)?;
        assert_eq!(&two, b"23");
        assert_eq!(file.seek(SeekFrom::End(-1))?, 9);
        assert_eq!(file.seek(SeekFrom::Current(-3))?, 6);
        file.read_exact(&mut two)?;
        assert_eq!(&two, b"67");
        assert!(file.seek(SeekFrom::Current(-9)).is_err());
        Ok(())
    }
}
