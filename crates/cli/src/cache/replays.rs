//! What all tests of a run did on the JVM, as an earlier run with the same tests has seen it.
//!
//! On a JVM a test may read everything on the class path, so that all of it counts, and so does what the cage shows of the machine.
//! What a test makes of the clock or of chance it has been run for several times, as every confirmed test is.

use super::machine;
use crate::report::{MethodEntry, TestEntry};
use crate::suite::ReplaySetting;
use clew_base::{Digest, DigestMaker};
use clew_facts::{MethodFacts, MethodStats};
use clew_testgen::LeftOut;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The tests of one class, and what became of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReplayedClass {
    /// The class under test, a binary name.
    pub class: String,
    /// Whether a test class was written.
    pub written: bool,
    /// Its file below the folder for tests, as it was called and as it was at the end of the run, where there is one.
    pub file: PathBuf,
    pub text: Option<String>,
    /// For each method, in order, its tests.
    pub tests: Vec<Vec<TestEntry>>,
}

/// The tests of a run, and what became of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Replayed {
    /// Class by class.
    pub classes: Vec<ReplayedClass>,
    /// What was taken out of the files, because it does not go with other tests.
    pub left_out: Vec<LeftOut>,
}

/// Files of the machine that tests may see, or that say how the JVM tells the time.
const FILES_OF_MACHINE: [&str; 5] =
    ["/etc/timezone", "/etc/hostname", "/etc/hosts", "/proc/sys/kernel/hostname", "/proc/sys/kernel/osrelease"];

/// What the JVM keeps of the environment.
const VARIABLES: [&str; 4] = ["PATH", "LD_LIBRARY_PATH", "JAVA_HOME", "TZ"];

/// How many files, and how many bytes, of class paths are looked at.
const MAX_FILES: usize = 50_000;
const MAX_BYTES: u64 = 1 << 30;
/// How deep the folders of a class path are looked into.
const MAX_DEPTH: usize = 64;
/// The largest manifest of a jar that is read, in bytes.
const MAX_MANIFEST_BYTES: u64 = 1 << 20;

/// Under what it is kept what became of tests: the digest of all that it depends on but for the tests. Nothing where that cannot be told.
pub fn setting(identity: Digest, setting: &ReplaySetting<'_>) -> Option<DigestMaker> {
    let mut maker = DigestMaker::default();
    maker.part(b"replays");
    maker.part(identity.as_bytes());
    maker.part(setting.style.as_bytes());
    for name in VARIABLES {
        maker.part(format!("{:?}", std::env::var_os(name)).as_bytes());
    }
    for file in FILES_OF_MACHINE {
        maker.part(&std::fs::read(file).unwrap_or_default());
    }
    maker.part(format!("{:?}", std::fs::canonicalize("/etc/localtime").ok()).as_bytes());
    maker.part(format!("{:?}", std::thread::available_parallelism().ok()).as_bytes());
    for jar in setting.libraries {
        machine::file(&mut maker, jar)?;
    }
    let mut contents = Contents { maker, files: MAX_FILES, bytes: MAX_BYTES };
    for place in setting.class_path {
        if !setting.staged.iter().any(|staged| place.starts_with(staged)) {
            contents.maker.part(place.as_os_str().as_encoded_bytes());
        }
        contents.add(place, MAX_DEPTH)?;
    }
    Some(contents.maker)
}

/// The digest of facts about a method, as far as tests are made of them.
pub fn digest(facts: &MethodFacts) -> Option<Digest> {
    let plain = MethodFacts { stats: MethodStats::default(), ..facts.clone() };
    Some(Digest::of(&serde_json::to_vec(&plain).ok()?))
}

/// Whether what became of the tests of a method may be kept: another run would see the same.
pub fn is_repeatable(entry: &MethodEntry) -> bool {
    let is_whole = entry.facts.as_ref().is_some_and(|facts| !facts.clock_bound && !facts.memory_bound());
    is_whole && entry.trouble.is_none() && super::merged::is_sound(entry)
}

/// The contents of class paths.
struct Contents {
    maker: DigestMaker,
    /// How many files and bytes may still be looked at.
    files: usize,
    bytes: u64,
}

impl Contents {
    /// Takes in the content of a file, or of all files in a folder. Nothing comes of it where it is too much, or cannot be told.
    fn add(&mut self, place: &Path, depth: usize) -> Option<()> {
        self.files = self.files.checked_sub(1)?;
        let Ok(found) = std::fs::metadata(place) else {
            // What is not there is not found by the JVM either.
            self.maker.part(b"missing");
            return Some(());
        };
        if found.is_dir() {
            let depth = depth.checked_sub(1)?;
            let entries = std::fs::read_dir(place).ok()?;
            let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            entries.sort();
            self.maker.part(format!("folder of {}", entries.len()).as_bytes());
            return entries.iter().try_for_each(|entry| {
                self.maker.part(entry.file_name()?.as_encoded_bytes());
                self.add(entry, depth)
            });
        }
        self.bytes = self.bytes.checked_sub(found.len()).filter(|_| found.is_file())?;
        if leads_elsewhere(place) {
            return None;
        }
        self.maker.part(&std::fs::read(place).ok()?);
        Some(())
    }
}

/// Whether a file is a jar whose manifest names others that belong to the class path.
fn leads_elsewhere(place: &Path) -> bool {
    if place.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("jar")) {
        return false;
    }
    let manifest = || -> Option<Vec<u8>> {
        let mut archive = zip::ZipArchive::new(File::open(place).ok()?).ok()?;
        let index = archive.index_for_name("META-INF/MANIFEST.MF")?;
        let mut text = Vec::new();
        archive.by_index(index).ok()?.take(MAX_MANIFEST_BYTES).read_to_end(&mut text).ok()?;
        Some(text)
    };
    let text = manifest().unwrap_or_default().to_ascii_lowercase();
    String::from_utf8_lossy(&text).lines().any(|line| line.starts_with("class-path:"))
}
