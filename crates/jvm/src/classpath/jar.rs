//! Class files in a jar, multi-release jars included.

use super::place::FileAtPlace;
use super::{MAX_CLASS_FILE_BYTES, is_class_name};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zip::ZipArchive;

/// The folder of a multi-release jar that holds classes for newer Java versions.
const VERSIONS: &str = "META-INF/versions/";
/// The first Java version whose number may appear in that folder.
const FIRST_VERSION: u32 = 9;
/// The largest manifest that is read, in bytes.
const MAX_MANIFEST_BYTES: u64 = 16 * 1024 * 1024;
/// How much the classes of a jar may be in all when they are unpacked, in bytes: larger ones are made to fill up memory and time.
const MAX_UNPACKED_BYTES: u64 = 4 * 1024 * 1024 * 1024;

/// The class files of one jar, by the name of their class.
pub(super) struct Jar {
    place: PathBuf,
    archive: RefCell<ZipArchive<BufReader<FileAtPlace>>>,
    entries: BTreeMap<Arc<str>, ClassEntry>,
    /// How many bytes of classes may still be unpacked.
    left: Cell<u64>,
}

/// Which entry of the archive holds a class, and for which Java version (0 for any).
#[derive(Clone, Copy)]
struct ClassEntry {
    index: usize,
    version: u32,
}

impl Jar {
    /// Opens a jar for a JVM of the given feature release.
    pub(super) fn open(place: &Path, feature: u32) -> Result<Self, String> {
        let file = FileAtPlace::open(place).map_err(|error| error.to_string())?;
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| error.to_string())?;
        let newest = if is_multi_release(&mut archive)? { feature } else { 0 };
        let mut entries: BTreeMap<Arc<str>, ClassEntry> = BTreeMap::new();
        for index in 0..archive.len() {
            let Some(Ok(path)) = archive.name_for_index(index) else { continue };
            let Some((version, name)) = class_of_entry(&path).filter(|(version, _)| *version <= newest) else {
                continue;
            };
            let entry = ClassEntry { index, version };
            match entries.get_mut(name) {
                Some(known) if known.version < version => *known = entry,
                Some(_) => {}
                None => {
                    entries.insert(name.into(), entry);
                }
            }
        }
        if is_encrypted(&mut archive, &entries) {
            return Err("its classes are encrypted".to_owned());
        }
        let left = Cell::new(MAX_UNPACKED_BYTES);
        Ok(Self { place: place.to_owned(), archive: RefCell::new(archive), entries, left })
    }

    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.entries.keys()
    }

    /// The place of a class that is in the jar, and its bytes or why they cannot be read.
    pub(super) fn read(&self, name: &str) -> (String, Result<Vec<u8>, String>) {
        let place = format!("{}!{name}.class", self.place.display());
        let Some(entry) = self.entries.get(name) else { return (place, Err("it is gone".to_owned())) };
        let left = self.left.get();
        if left == 0 {
            let gibibytes = MAX_UNPACKED_BYTES >> 30;
            let what = format!("its classes are more than {gibibytes} GiB when unpacked");
            return (self.place.display().to_string(), Err(what));
        }
        let mut bytes = Vec::new();
        let done = read_entry(&mut self.archive.borrow_mut(), entry.index, MAX_CLASS_FILE_BYTES, &mut bytes);
        self.left.set(left.saturating_sub(bytes.len() as u64));
        (place, done.map(|()| bytes))
    }
}

/// The Java version and the internal class name that a path in a jar stands for.
fn class_of_entry(path: &str) -> Option<(u32, &str)> {
    let name = path.strip_suffix(".class")?;
    let (version, name) = match name.strip_prefix(VERSIONS) {
        Some(versioned) => {
            let (number, name) = versioned.split_once('/')?;
            (number.parse().ok().filter(|number| *number >= FIRST_VERSION)?, name)
        }
        None => (0, name),
    };
    (is_class_name(name) && !name.starts_with("META-INF/")).then_some((version, name))
}

/// Whether there are classes and none can be read without a password.
fn is_encrypted(archive: &mut ZipArchive<BufReader<FileAtPlace>>, entries: &BTreeMap<Arc<str>, ClassEntry>) -> bool {
    let mut is_closed = |entry: &ClassEntry| archive.by_index_raw(entry.index).is_ok_and(|entry| entry.encrypted());
    !entries.is_empty() && entries.values().all(&mut is_closed)
}

fn is_multi_release(archive: &mut ZipArchive<BufReader<FileAtPlace>>) -> Result<bool, String> {
    let Some(index) = archive.index_for_name("META-INF/MANIFEST.MF") else { return Ok(false) };
    let mut manifest = Vec::new();
    read_entry(archive, index, MAX_MANIFEST_BYTES, &mut manifest)?;
    let manifest = String::from_utf8_lossy(&manifest);
    Ok(manifest.lines().take_while(|line| !line.is_empty()).any(|line| {
        line.split_once(':').is_some_and(|(key, value)| {
            key.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
        })
    }))
}

/// Unpacks an entry to the end of `bytes`, which has what there was of it also where that fails.
fn read_entry(
    archive: &mut ZipArchive<BufReader<FileAtPlace>>,
    index: usize,
    limit: u64,
    bytes: &mut Vec<u8>,
) -> Result<(), String> {
    let entry = archive.by_index(index).map_err(|error| error.to_string())?;
    entry.take(limit + 1).read_to_end(bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > limit {
        return Err(format!("the entry is larger than {limit} bytes"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_jar_is_unpacked_up_to_a_bound() -> Result<(), Box<dyn std::error::Error>> {
        let file = tempfile::NamedTempFile::new()?;
        let mut writer = zip::ZipWriter::new(file.reopen()?);
        for name in ["a/A.class", "a/B.class", "a/C.class"] {
            writer.start_file(name, zip::write::SimpleFileOptions::default())?;
            writer.write_all(&[0; 1000])?;
        }
        writer.finish()?;
        let jar = Jar::open(file.path(), 17)?;
        jar.left.set(1500);
        assert_eq!(jar.read("a/A").1.map(|bytes| bytes.len()), Ok(1000));
        assert_eq!(jar.read("a/B").1.map(|bytes| bytes.len()), Ok(1000));
        let (place, refused) = jar.read("a/C");
        assert_eq!(refused, Err("its classes are more than 4 GiB when unpacked".to_owned()));
        assert_eq!(place, file.path().display().to_string(), "it is the jar that is at fault");
        Ok(())
    }
}
