//! Class files in a folder.

use super::{MAX_CLASS_FILE_BYTES, Provenance, damaged, is_class_name, is_legal, problem};
use crate::InputProblem;
use crate::classfile::peek_name;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The deepest nesting of folders that is searched.
const MAX_DEPTH: usize = 256;

/// How many folders are searched at most; links may make a few folders look like very many.
const MAX_FOLDERS: u32 = 100_000;

/// The class files below one folder, by the name of their class.
pub(super) struct Folder {
    place: PathBuf,
    files: BTreeMap<Arc<str>, PathBuf>,
}

impl Folder {
    /// Finds all class files below the folder. In a library, as for the JVM, the path says which class a file holds; in
    /// the input the file itself does, so that the folder need not be the root of the packages.
    pub(super) fn open(place: &Path, provenance: Provenance, problems: &mut Vec<InputProblem>) -> Self {
        let mut search = Search { paths: Vec::new(), problems, entered: Vec::new(), left: MAX_FOLDERS };
        search.collect(place);
        let mut paths = search.paths;
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

    /// The file of a class that is in the folder.
    pub(super) fn file(&self, name: &str) -> Option<&Path> {
        self.files.get(name).map(PathBuf::as_path)
    }

    /// The place of a class that is in the folder, and its bytes or why they cannot be read.
    pub(super) fn read(&self, name: &str) -> (String, Result<Vec<u8>, String>) {
        match self.files.get(name) {
            Some(path) => (path.display().to_string(), read_limited(path)),
            None => (self.place.display().to_string(), Err("it is gone".to_owned())),
        }
    }
}

/// A search for class files below a folder.
struct Search<'a> {
    paths: Vec<PathBuf>,
    problems: &'a mut Vec<InputProblem>,
    /// The folders that the search is in, without links in their paths.
    entered: Vec<PathBuf>,
    /// How many folders may still be looked at.
    left: u32,
}

impl Search<'_> {
    fn collect(&mut self, folder: &Path) {
        let Some(left) = self.left.checked_sub(1) else { return };
        self.left = left;
        if left == 0 || self.entered.len() > MAX_DEPTH {
            let what = if left == 0 { "too many folders" } else { "folders nested too deeply" };
            self.problems.push(problem(folder, what.to_owned(), "look for links that lead to and fro"));
            return;
        }
        let entries = std::fs::read_dir(folder).and_then(|entries| Ok((entries, folder.canonicalize()?)));
        let (entries, real) = match entries {
            Ok(opened) => opened,
            Err(error) => {
                self.problems.push(problem(folder, error.to_string(), "make the folder readable"));
                return;
            }
        };
        // A link leads back to where the search is.
        if self.entered.contains(&real) {
            return;
        }
        self.entered.push(real);
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                self.collect(&path);
            } else if path.extension().is_some_and(|extension| extension == "class") && path.is_file() {
                self.paths.push(path);
            }
        }
        self.entered.pop();
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
            let name = peek_name(&bytes).filter(|name| is_legal(name));
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

pub(super) fn read_limited(path: &Path) -> Result<Vec<u8>, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > MAX_CLASS_FILE_BYTES {
        return Err(format!("the file is larger than {MAX_CLASS_FILE_BYTES} bytes"));
    }
    std::fs::read(path).map_err(|error| error.to_string())
}
