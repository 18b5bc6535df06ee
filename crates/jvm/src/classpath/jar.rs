//! Class files in a jar, multi-release jars included.

use super::{MAX_CLASS_FILE_BYTES, is_class_name};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
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

/// The class files of one jar, by the name of their class.
pub(super) struct Jar {
    place: PathBuf,
    archive: RefCell<ZipArchive<BufReader<File>>>,
    entries: BTreeMap<Arc<str>, ClassEntry>,
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
        let file = File::open(place).map_err(|error| error.to_string())?;
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
        Ok(Self { place: place.to_owned(), archive: RefCell::new(archive), entries })
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
        let mut archive = self.archive.borrow_mut();
        (place, read_entry(&mut archive, entry.index, MAX_CLASS_FILE_BYTES))
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

fn is_multi_release(archive: &mut ZipArchive<BufReader<File>>) -> Result<bool, String> {
    let Some(index) = archive.index_for_name("META-INF/MANIFEST.MF") else { return Ok(false) };
    let manifest = read_entry(archive, index, MAX_MANIFEST_BYTES)?;
    let manifest = String::from_utf8_lossy(&manifest);
    Ok(manifest.lines().take_while(|line| !line.is_empty()).any(|line| {
        line.split_once(':').is_some_and(|(key, value)| {
            key.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
        })
    }))
}

fn read_entry(archive: &mut ZipArchive<BufReader<File>>, index: usize, limit: u64) -> Result<Vec<u8>, String> {
    let entry = archive.by_index(index).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    entry.take(limit + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > limit {
        return Err(format!("the entry is larger than {limit} bytes"));
    }
    Ok(bytes)
}
