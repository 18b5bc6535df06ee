//! Class files in a folder.

use super::{MAX_CLASS_FILE_BYTES, Provenance, damaged, is_class_name, problem};
use crate::InputProblem;
use crate::classfile::peek_name;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The deepest nesting of folders that is searched.
const MAX_DEPTH: usize = 256;

/// The class files below one folder, by the name of their class.
pub(super) struct Folder {
    place: PathBuf,
    files: BTreeMap<Arc<str>, PathBuf>,
}

impl Folder {
    /// Finds all class files below the folder. In a library, as for the JVM, the path says which class a file holds; in
    /// the input the file itself does, so that the folder need not be the root of the packages.
    pub(super) fn open(place: &Path, provenance: Provenance, problems: &mut Vec<InputProblem>) -> Self {
        let mut paths = Vec::new();
        collect(place, 0, &mut paths, problems);
        paths.sort();
        let mut files = BTreeMap::new();
        for path in paths {
            let name = match provenance {
                Provenance::Input => name_inside(&path, problems),
                Provenance::Library | Provenance::Jdk => name_by_path(place, &path),
            };
            if let Some(name) = name.filter(|name| is_class_name(name)) {
                files.entry(name).or_insert(path);
            }
        }
        Self { place: place.to_owned(), files }
    }

    /// The folder-like container of one class file.
    pub(super) fn of_one(file: &Path, name: Arc<str>) -> Self {
        Self { place: file.to_owned(), files: BTreeMap::from([(name, file.to_owned())]) }
    }

    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.files.keys()
    }

    /// The place of a class that is in the folder, and its bytes or why they cannot be read.
    pub(super) fn read(&self, name: &str) -> (String, Result<Vec<u8>, String>) {
        match self.files.get(name) {
            Some(path) => (path.display().to_string(), read_limited(path)),
            None => (self.place.display().to_string(), Err("it is gone".to_owned())),
        }
    }
}

fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>, problems: &mut Vec<InputProblem>) {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            problems.push(problem(folder, error.to_string(), "make the folder readable"));
            return;
        }
    };
    if depth > MAX_DEPTH {
        problems.push(problem(folder, "folders nested too deeply".to_owned(), "look for a link that leads back up"));
        return;
    }
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            let leads_up = path.is_symlink()
                && path.canonicalize().is_ok_and(|target| folder.canonicalize().is_ok_and(|at| at.starts_with(target)));
            if !leads_up {
                collect(&path, depth + 1, paths, problems);
            }
        } else if path.extension().is_some_and(|extension| extension == "class") {
            paths.push(path);
        }
    }
}

fn name_by_path(root: &Path, path: &Path) -> Option<Arc<str>> {
    let relative = path.strip_prefix(root).ok()?.with_extension("");
    let parts: Option<Vec<&str>> = relative.components().map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/").into())
}

fn name_inside(path: &Path, problems: &mut Vec<InputProblem>) -> Option<Arc<str>> {
    match read_limited(path) {
        Ok(bytes) => {
            let name = peek_name(&bytes);
            if name.is_none() {
                problems.push(damaged(path));
            }
            name
        }
        Err(reason) => {
            problems.push(problem(path, reason, "make it readable"));
            None
        }
    }
}

fn read_limited(path: &Path) -> Result<Vec<u8>, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > MAX_CLASS_FILE_BYTES {
        return Err(format!("the file is larger than {MAX_CLASS_FILE_BYTES} bytes"));
    }
    std::fs::read(path).map_err(|error| error.to_string())
}
