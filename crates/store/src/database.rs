//! The file, while an operation has it open.

use crate::{Figures, entry};
use clew_base::Digest;
use redb::{Builder, Database, DatabaseError, Durability, ReadableTable, ReadableTableMetadata, TableDefinition};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The packed values by their keys.
const ENTRIES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("entries");
/// For each key when its value was last used, as a count of operations, and how many bytes it takes.
const USES: TableDefinition<&[u8], (u64, u64)> = TableDefinition::new("uses");
/// Figures about the whole.
const TOTALS: TableDefinition<&str, u64> = TableDefinition::new("totals");
/// How many operations there were.
const OPERATIONS: &str = "operations";
/// How many bytes all values take.
const BYTES: &str = "bytes";

/// How often a process tries to open a file that another one has open, and how long it waits each time.
const TRIES: u32 = 300;
const PAUSE: Duration = Duration::from_millis(10);
/// How much memory the library may keep pages in, in bytes.
const PAGE_CACHE_BYTES: usize = 16 << 20;
/// What is left where values must go, as a part of the limit: they do not go one by one.
const KEPT_PARTS: (u64, u64) = (9, 10);

/// Why an operation failed. The library's own errors are large, so they are boxed.
#[derive(Debug)]
pub(super) struct Failure(Box<redb::Error>);

impl<E: Into<redb::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(Box::new(error.into()))
    }
}

impl Failure {
    /// What the library says.
    pub(super) fn error(&self) -> &redb::Error {
        &self.0
    }
}

/// The open file.
pub(super) struct Opened {
    place: PathBuf,
    database: Database,
}

impl Opened {
    /// Opens the file, or makes it; waits for others that have it open.
    pub(super) fn open(place: &Path) -> Result<Opened, Failure> {
        let mut tries = 0;
        loop {
            match Builder::new().set_cache_size(PAGE_CACHE_BYTES).create(place) {
                Err(DatabaseError::DatabaseAlreadyOpen) if tries < TRIES => {
                    tries += 1;
                    thread::sleep(PAUSE);
                }
                opened => return Ok(Opened { place: place.to_owned(), database: opened? }),
            }
        }
    }

    /// The values under these keys, which count as used now.
    pub(super) fn get(&mut self, keys: &[Digest]) -> Result<Vec<Option<Vec<u8>>>, Failure> {
        let mut transaction = self.database.begin_write()?;
        // Which values were used lately is not worth waiting for the disk.
        transaction.set_durability(Durability::Eventual);
        let mut found = Vec::new();
        {
            let entries = transaction.open_table(ENTRIES)?;
            let mut uses = transaction.open_table(USES)?;
            let now = count(&mut transaction.open_table(TOTALS)?)?;
            for key in keys {
                let value = match entries.get(key.as_bytes())? {
                    Some(packed) => {
                        let packed = packed.value();
                        uses.insert(key.as_bytes(), (now, packed.len() as u64))?;
                        let value = entry::unpack(packed);
                        Some(value.ok_or_else(|| redb::Error::Corrupted("a value has other bytes".to_owned()))?)
                    }
                    None => None,
                };
                found.push(value);
            }
        }
        transaction.commit()?;
        Ok(found)
    }

    /// Keeps values, and drops others where these become too many.
    pub(super) fn put(&mut self, new: &[(Digest, Vec<u8>)], limit: u64) -> Result<(), Failure> {
        let transaction = self.database.begin_write()?;
        {
            let mut entries = transaction.open_table(ENTRIES)?;
            let mut uses = transaction.open_table(USES)?;
            let mut totals = transaction.open_table(TOTALS)?;
            let now = count(&mut totals)?;
            let mut bytes = total(&totals, BYTES)?;
            for (key, value) in new {
                let packed = entry::pack(value).map_err(redb::Error::Io)?;
                let size = packed.len() as u64;
                if size > limit {
                    continue;
                }
                entries.insert(key.as_bytes(), packed.as_slice())?;
                let before = uses.insert(key.as_bytes(), (now, size))?.map_or(0, |known| known.value().1);
                bytes = bytes.saturating_sub(before) + size;
            }
            if bytes > limit {
                bytes = drop_oldest(&mut entries, &mut uses, bytes, limit / KEPT_PARTS.1 * KEPT_PARTS.0)?;
            }
            totals.insert(BYTES, bytes)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// How much there is.
    pub(super) fn figures(&mut self) -> Result<Figures, Failure> {
        let transaction = self.database.begin_write()?;
        let entries = transaction.open_table(ENTRIES)?.len()?;
        let bytes = total(&transaction.open_table(TOTALS)?, BYTES)?;
        transaction.abort()?;
        let file_bytes = std::fs::metadata(&self.place).map_err(redb::Error::Io)?.len();
        Ok(Figures { entries, bytes, file_bytes })
    }

    /// Drops values until the rest takes at most so many bytes, and makes the file small.
    pub(super) fn trim(&mut self, limit: u64) -> Result<(), Failure> {
        let transaction = self.database.begin_write()?;
        {
            let mut entries = transaction.open_table(ENTRIES)?;
            let mut uses = transaction.open_table(USES)?;
            let mut totals = transaction.open_table(TOTALS)?;
            let bytes = total(&totals, BYTES)?;
            if bytes > limit {
                let bytes = drop_oldest(&mut entries, &mut uses, bytes, limit)?;
                totals.insert(BYTES, bytes)?;
            }
        }
        transaction.commit()?;
        while self.database.compact()? {}
        Ok(())
    }
}

/// Counts an operation; gives how many there were with it.
fn count(totals: &mut redb::Table<'_, &str, u64>) -> Result<u64, Failure> {
    let now = total(totals, OPERATIONS)? + 1;
    totals.insert(OPERATIONS, now)?;
    Ok(now)
}

fn total(totals: &redb::Table<'_, &str, u64>, name: &str) -> Result<u64, Failure> {
    Ok(totals.get(name)?.map_or(0, |value| value.value()))
}

/// Drops the values that were used first until the rest takes at most so many bytes. How many bytes the rest takes.
fn drop_oldest(
    entries: &mut redb::Table<'_, &[u8], &[u8]>,
    uses: &mut redb::Table<'_, &[u8], (u64, u64)>,
    mut bytes: u64,
    limit: u64,
) -> Result<u64, Failure> {
    let mut by_age = Vec::new();
    for known in uses.iter()? {
        let (key, used) = known?;
        let (time, size) = used.value();
        by_age.push((time, key.value().to_vec(), size));
    }
    by_age.sort();
    for (_, key, size) in by_age {
        if bytes <= limit {
            break;
        }
        entries.remove(key.as_slice())?;
        uses.remove(key.as_slice())?;
        bytes = bytes.saturating_sub(size);
    }
    Ok(bytes)
}

/// Whether an error says that the file is not what this program wrote.
pub(super) fn is_damage(error: &redb::Error) -> bool {
    match error {
        redb::Error::Corrupted(_)
        | redb::Error::UpgradeRequired(_)
        | redb::Error::RepairAborted
        | redb::Error::TableTypeMismatch { .. }
        | redb::Error::TypeDefinitionChanged { .. }
        | redb::Error::TableIsMultimap(_)
        | redb::Error::TableIsNotMultimap(_) => true,
        redb::Error::Io(error) => {
            matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
        }
        _ => false,
    }
}
