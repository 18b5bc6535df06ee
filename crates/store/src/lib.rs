//! Results that are kept from run to run: values by the digest of what they depend on.
//!
//! One file holds them, a database of `redb`: what is committed survives a crash, and what is not leaves no trace. A process has the
//! file open for one operation only, so that any number of processes share it; each waits for the others a little. Whatever is wrong
//! with the file or its folder, no operation does more harm than to fail: values are only worth the time it takes to find them again.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod database;
mod entry;

use clew_base::Digest;
use database::{Failure, Opened};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::thread;

/// The file with the values. A change of its form changes its name.
const FILE: &str = "results-1.redb";

/// The thread that works on the file.
const THREAD: &str = "store";

/// Why an operation was not carried out, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Others have had the file for too long.
    #[error("{}: other processes are at work on it", .0.display())]
    Busy(PathBuf),
    /// What is in the file makes no sense. The file is gone now, where it could be removed.
    #[error("{}: it is damaged, and begun anew ({reason})", .place.display())]
    Damaged {
        /// The file.
        place: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The system does not let the file be used, or the disk is full.
    #[error("{}: {reason}", .place.display())]
    Unusable {
        /// The file.
        place: PathBuf,
        /// What the system says.
        reason: String,
    },
}

/// How much is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many values there are.
    pub entries: u64,
    /// How many bytes they take.
    pub bytes: u64,
    /// How many bytes the file takes.
    pub file_bytes: u64,
}

/// Values that are kept in a folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    /// How many bytes the values may take.
    limit: u64,
}

impl Store {
    /// The values in the folder, which may take so many bytes. Nothing is looked at yet.
    pub fn new(folder: &Path, limit: u64) -> Store {
        Store { folder: folder.to_owned(), limit }
    }

    /// The file that holds the values.
    pub fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// The values under these keys, each where there is one. They count as used now.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn get(&self, keys: &[Digest]) -> Result<Vec<Option<Vec<u8>>>, Trouble> {
        if !self.file().exists() {
            return Ok(vec![None; keys.len()]);
        }
        self.work(|file| file.get(keys))
    }

    /// Keeps values, in the place of those under the same keys: all of them or none. Where they are too many now, those go that have
    /// not been used for the longest time.
    ///
    /// # Errors
    /// The file cannot be written; what was in it still is.
    pub fn put(&self, entries: &[(Digest, Vec<u8>)]) -> Result<(), Trouble> {
        std::fs::create_dir_all(&self.folder).map_err(|error| self.unusable(&error))?;
        self.work(|file| file.put(entries, self.limit))
    }

    /// How much is kept.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn figures(&self) -> Result<Figures, Trouble> {
        if !self.file().exists() {
            return Ok(Figures::default());
        }
        self.work(|file| file.figures())
    }

    /// Drops the values that have not been used for the longest time, until the rest takes at most so many bytes, and makes the file small.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn trim(&self, bytes: u64) -> Result<(), Trouble> {
        if !self.file().exists() {
            return Ok(());
        }
        self.work(|file| file.trim(bytes))
    }

    /// Drops all values.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn clear(&self) -> Result<(), Trouble> {
        match std::fs::remove_file(self.file()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(self.unusable(&error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Opens the file for one operation, on a thread of its own: the library keeps promises about pages by panics, which a damaged file
    /// may break.
    fn work<T: Send>(&self, work: impl FnOnce(&mut Opened) -> Result<T, Failure> + Send) -> Result<T, Trouble> {
        keep_quiet();
        let place = self.file();
        let done = thread::scope(|scope| {
            let thread = thread::Builder::new().name(THREAD.to_owned());
            let running = thread.spawn_scoped(scope, || work(&mut Opened::open(&place)?));
            running.map(|running| running.join())
        });
        match done {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(Ok(Err(failure))) => Err(match failure.error() {
                redb::Error::DatabaseAlreadyOpen => Trouble::Busy(place),
                error if database::is_damage(error) => self.damaged(error.to_string()),
                error => self.unusable(error),
            }),
            Ok(Err(_)) => Err(self.damaged("its pages contradict each other".to_owned())),
            Err(error) => Err(self.unusable(&error)),
        }
    }

    /// The file is worth nothing any more.
    fn damaged(&self, reason: String) -> Trouble {
        match self.clear() {
            Ok(()) => Trouble::Damaged { place: self.file(), reason },
            Err(_) => self.unusable(&format!("it is damaged ({reason}), and cannot be removed")),
        }
    }

    fn unusable(&self, reason: &dyn std::fmt::Display) -> Trouble {
        Trouble::Unusable { place: self.file(), reason: reason.to_string() }
    }
}

/// Keeps what panics on the thread of an operation say off standard error: it is told in one line.
fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(THREAD) {
                earlier(info);
            }
        }));
    });
}
