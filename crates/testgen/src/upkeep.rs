//! What a run changes in the folder of the tests.

mod helpers;

use crate::classes::{Classes, package_of};
use crate::file::{MARK_END, MARK_START};
use crate::helpers::Helper;
use crate::options::{SuiteOptions, Writing};
use crate::output::write_at_once;
use crate::seal::{is_as_made, sealed};
use crate::shared::HelpersClass;
use crate::suite_error::SuiteError;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many folders deep test classes are looked for.
const MAX_DEPTH: usize = 64;

/// What becomes of a file of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// It was not there before.
    New,
    /// It has another text.
    Changed,
    /// It is as it was.
    Unchanged,
    /// It is taken away: there are no tests to put into it.
    Removed,
    /// It is taken away: its class is gone.
    RemovedWithClass,
    /// Somebody has edited it, so that it stays as it is.
    Edited,
    /// Somebody has edited it, and its class is gone; it stays as it is.
    EditedOfGone,
    /// It has the helpers that tests share, and somebody has edited it; it stays as it is, and new tests share others.
    EditedHelpers,
}

/// A file of tests, or of the helpers that tests share, that a run has to do with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFile {
    /// The file, below the folder of the tests.
    pub file: PathBuf,
    /// The class that is tested, or the class of the helpers; a binary name.
    pub tested: String,
    /// What becomes of it.
    pub change: FileChange,
}

/// The files of tests, as they were and as they are to be.
#[derive(Debug, Default)]
pub(crate) struct Upkeep {
    out: PathBuf,
    writing: Writing,
    maker: String,
    files: BTreeMap<PathBuf, Entry>,
    /// Files that stay as somebody has edited them, or go with their classes.
    others: Vec<TestFile>,
    /// The files of helpers that tests of this run need, with what they have.
    shared: BTreeMap<PathBuf, (HelpersClass, BTreeSet<Helper>)>,
}

#[derive(Debug)]
struct Entry {
    tested: String,
    before: Option<String>,
    after: Option<String>,
}

impl Upkeep {
    /// Nothing has changed yet.
    pub(crate) fn new(options: &SuiteOptions) -> Self {
        Upkeep {
            out: options.out.clone().unwrap_or_default(),
            writing: options.writing,
            maker: options.maker.clone(),
            ..Upkeep::default()
        }
    }

    /// Gives the file of a class this text, beside the lines that say what made it.
    ///
    /// # Errors
    /// The file can't be written.
    pub(crate) fn write(&mut self, tested: &str, path: &Path, text: &str) -> Result<(), SuiteError> {
        self.restore(tested, path, &sealed(&self.maker, text))
    }

    /// Gives the file of a class this text, which has the lines that say what made it.
    ///
    /// # Errors
    /// The file can't be written.
    pub(crate) fn restore(&mut self, tested: &str, path: &Path, text: &str) -> Result<(), SuiteError> {
        let text = text.to_owned();
        let before = self.note(tested, path, Some(&text));
        if self.writing == Writing::Nothing || before.as_ref() == Some(&text) {
            return Ok(());
        }
        write_at_once(path, &text).map_err(|source| SuiteError::Write { path: path.into(), source })
    }

    /// Takes the file of a class away.
    ///
    /// # Errors
    /// The file can't be removed.
    pub(crate) fn remove(&mut self, tested: &str, path: &Path) -> Result<(), SuiteError> {
        self.note(tested, path, None);
        self.delete(path)
    }

    /// Notes that the file of a class stays as somebody has edited it.
    pub(crate) fn keep_edited(&mut self, tested: &str, path: &Path) {
        self.other(tested, path, FileChange::Edited);
    }

    /// Takes away the files of classes that are gone. Those are meant that are not on the class path, though the input has
    /// others of their package; and files of a class that now has another. What somebody has edited stays.
    ///
    /// # Errors
    /// A file can't be removed.
    pub(crate) fn tidy(&mut self, classes: &dyn Classes, input: &[String]) -> Result<(), SuiteError> {
        let packages: BTreeSet<&str> = input.iter().map(|class| package_of(class)).collect();
        let mut found = Vec::new();
        find_sources(&self.out, 0, &mut found);
        for path in found {
            if self.files.contains_key(&path) || self.others.iter().any(|other| self.out.join(&other.file) == path) {
                continue;
            }
            let Some((tested, text)) = tests_in(&path) else { continue };
            let is_gone = packages.contains(package_of(&tested)) && !classes.has(&tested);
            let is_moved = self.files.values().any(|entry| entry.tested == tested && entry.after.is_some());
            match (is_gone, is_as_made(&text)) {
                (true, true) => {
                    self.other(&tested, &path, FileChange::RemovedWithClass);
                    self.delete(&path)?;
                }
                (true, false) => self.other(&tested, &path, FileChange::EditedOfGone),
                (false, true) if is_moved => self.remove(&tested, &path)?,
                (false, _) => {}
            }
        }
        Ok(())
    }

    /// What became of each file, in the order of their paths.
    pub(crate) fn report(&self) -> Vec<TestFile> {
        let changed = self.files.iter().filter_map(|(path, entry)| {
            let change = match (&entry.before, &entry.after) {
                (None, None) => return None,
                (None, Some(_)) => FileChange::New,
                (Some(_), None) => FileChange::Removed,
                (Some(before), Some(after)) if before == after => FileChange::Unchanged,
                (Some(_), Some(_)) => FileChange::Changed,
            };
            Some(TestFile { file: self.below_out(path), tested: entry.tested.clone(), change })
        });
        let mut files: Vec<TestFile> = changed.chain(self.others.iter().cloned()).collect();
        files.sort_by(|one, other| one.file.cmp(&other.file));
        files
    }

    /// Notes what a file is to be. Returns what it holds now.
    fn note(&mut self, tested: &str, path: &Path, after: Option<&String>) -> Option<String> {
        let now = || std::fs::read_to_string(path).ok();
        match self.files.get_mut(path) {
            Some(entry) => {
                let known = std::mem::replace(&mut entry.after, after.cloned());
                if self.writing == Writing::Nothing { known } else { now() }
            }
            None => {
                let before = now();
                let entry = Entry { tested: tested.into(), before: before.clone(), after: after.cloned() };
                self.files.insert(path.into(), entry);
                before
            }
        }
    }

    fn other(&mut self, tested: &str, path: &Path, change: FileChange) {
        self.others.push(TestFile { file: self.below_out(path), tested: tested.into(), change });
    }

    fn below_out(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.out).unwrap_or(path).to_owned()
    }

    fn delete(&self, path: &Path) -> Result<(), SuiteError> {
        match self.writing {
            Writing::Nothing => Ok(()),
            Writing::Files => match std::fs::remove_file(path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    Err(SuiteError::Write { path: path.into(), source: error })
                }
                _ => Ok(()),
            },
        }
    }
}

/// The class that the tests of a file are for, where Clew made the file, with the text of the file. A name with characters that
/// are written otherwise in the file is not told.
fn tests_in(path: &Path) -> Option<(String, String)> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(MARK_START))?;
    let (tested, _) = line.split_once(MARK_END)?;
    let is_plain = tested.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$'));
    is_plain.then(|| (tested.to_owned(), text.clone()))
}

/// Finds the Java sources below a folder, in the order of their names. Links are not followed.
fn find_sources(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() && depth < MAX_DEPTH {
            find_sources(&path, depth + 1, found);
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}
