//! Finds the source files of classes: where the user says, and where build tools put them beside the classes.

use crate::input::{ClassRoot, Input};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use zip::ZipArchive;

/// The largest source file that is shown, in bytes.
const MAX_SOURCE_BYTES: u64 = 16 * 1024 * 1024;
/// How far above the classes a project's folder is looked for: `build/classes/java/main` is four below it.
const MAX_LEVELS: usize = 5;
/// The folders for sources of one language, as build tools name them.
const LANGUAGES: [&str; 4] = ["java", "kotlin", "groovy", "scala"];

/// The text of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The text; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// The file; inside an archive there is none.
    pub file: Option<PathBuf>,
    /// Where it was found, for people.
    pub place: String,
}

/// Finds source files.
pub struct Finder {
    given: Vec<PathBuf>,
    archives: RefCell<BTreeMap<PathBuf, Option<Rc<RefCell<Archive>>>>>,
    /// Where the sources of the classes below each root may be.
    beside: RefCell<BTreeMap<PathBuf, Rc<[PathBuf]>>>,
}

type Archive = ZipArchive<BufReader<File>>;

impl Finder {
    /// A finder that looks in these folders and archives before all others. With it, a line for each that cannot be used.
    pub fn new(given: Vec<PathBuf>) -> (Finder, Vec<String>) {
        let finder = Finder { given: Vec::new(), archives: RefCell::default(), beside: RefCell::default() };
        let (good, bad): (Vec<PathBuf>, Vec<PathBuf>) =
            given.into_iter().partition(|place| place.is_dir() || finder.archive(place).is_some());
        let remedy = "name folders with sources, or source jars, with --sources";
        let problem = |place: PathBuf| match place.exists() {
            true => format!("cannot read the sources: {} is neither a folder nor a jar; {remedy}", place.display()),
            false => format!("cannot read the sources: {} does not exist; {remedy}", place.display()),
        };
        (Finder { given: good, ..finder }, bad.into_iter().map(problem).collect())
    }

    /// The source file at `path` (`demo/Shape.java`) of a class that was found below `root`.
    pub fn find(&self, root: &Path, path: &str) -> Option<Source> {
        // Names come out of class files, which may say anything.
        let stays_below = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        if !stays_below {
            return None;
        }
        let beside = self.beside(root);
        self.given.iter().chain(beside.iter()).find_map(|place| self.read(place, path))
    }

    fn read(&self, place: &Path, path: &str) -> Option<Source> {
        if place.is_dir() {
            let file = place.join(path);
            let text = read_text(File::open(&file).ok()?)?;
            return Some(Source { text, place: shown(&file), file: Some(file) });
        }
        let archive = self.archive(place)?;
        let mut archive = archive.borrow_mut();
        let suffix = format!("/{path}");
        // Some archives have a folder for each module before the packages.
        let name = match archive.index_for_name(path) {
            Some(_) => path.to_owned(),
            None => archive.file_names().flatten().filter(|name| name.ends_with(&suffix)).min()?.into_owned(),
        };
        let text = read_text(archive.by_name(&name).ok()?)?;
        Some(Source { text, file: None, place: format!("{}!{name}", shown(place)) })
    }

    fn archive(&self, place: &Path) -> Option<Rc<RefCell<Archive>>> {
        let open = || Some(Rc::new(RefCell::new(ZipArchive::new(BufReader::new(File::open(place).ok()?)).ok()?)));
        let mut archives = self.archives.borrow_mut();
        archives.entry(place.to_path_buf()).or_insert_with(|| if place.is_file() { open() } else { None }).clone()
    }

    /// Where the sources of the classes below a root may be, as build tools have it: only places that exist.
    fn beside(&self, root: &Path) -> Rc<[PathBuf]> {
        if let Some(known) = self.beside.borrow().get(root) {
            return Rc::clone(known);
        }
        let found: Rc<[PathBuf]> = neighbours(root).into_iter().filter(|place| place.exists()).collect();
        self.beside.borrow_mut().insert(root.to_path_buf(), Rc::clone(&found));
        found
    }
}

/// The folders and archives in which build tools keep the sources of the classes in a folder or a jar.
fn neighbours(root: &Path) -> Vec<PathBuf> {
    let root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
    let mut places = Vec::new();
    if root.is_dir() {
        places.push(root.clone());
    } else if let (Some(folder), Some(stem)) = (root.parent(), root.file_stem()) {
        let stem = stem.to_string_lossy();
        places.extend(["sources", "src"].map(|kind| folder.join(format!("{stem}-{kind}.jar"))));
    }
    let set = source_set(&root);
    for project in root.ancestors().skip(1).take(MAX_LEVELS) {
        places.extend(LANGUAGES.map(|language| project.join("src").join(&set).join(language)));
        places.extend(generated(&project.join("target/generated-sources"), Path::new("")));
        places.extend(generated(&project.join("build/generated/sources"), &Path::new("java").join(&set)));
        places.push(project.join("src"));
    }
    places
}

/// The name of the source set that the classes in a folder were compiled from: `main` unless the folder says otherwise.
fn source_set(root: &Path) -> String {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let last = name(root).unwrap_or_default();
    // Gradle: build/classes/LANGUAGE/SET
    let of_gradle = root.parent().and_then(Path::parent).and_then(name).is_some_and(|name| name == "classes");
    match last.as_str() {
        "test-classes" => "test".to_owned(),
        _ if of_gradle => last,
        _ => "main".to_owned(),
    }
}

/// What generators wrote, each into a folder of its own.
fn generated(folder: &Path, below: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut places: Vec<PathBuf> = entries.map(|entry| entry.path().join(below)).collect();
    places.sort();
    places
}

fn read_text(file: impl Read) -> Option<String> {
    let mut bytes = Vec::new();
    file.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MAX_SOURCE_BYTES).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// A path as people know it: from the working folder where it is below that.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let below = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    below.unwrap_or(path).display().to_string()
}

/// Where a class was found, without the class's own part of the path: a folder or a jar.
pub fn root_of(input: &Input, internal: &str) -> Option<PathBuf> {
    match input.root_of(internal)? {
        ClassRoot::Entry(root) => Some(root),
        ClassRoot::Misplaced(file) => file.parent().map(Path::to_path_buf),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn text(finder: &Finder, root: &Path) -> Option<String> {
        finder.find(root, "demo/A.java").map(|source| source.text)
    }

    #[test]
    fn sources_are_where_build_tools_put_them() {
        for (classes, source) in [
            ("target/classes", "src/main/java"),
            ("target/test-classes", "src/test/java"),
            ("build/classes/java/main", "src/main/java"),
            ("build/classes/kotlin/integration", "src/integration/kotlin"),
            ("target/classes", "target/generated-sources/annotations"),
            ("build/classes/java/main", "build/generated/sources/annotationProcessor/java/main"),
            ("bin", "src"),
            ("classes", "classes"),
        ] {
            let dir = tempfile::tempdir().expect("a temporary folder");
            let root = dir.path().join(classes);
            fs::create_dir_all(&root).expect("a folder");
            assert_eq!(text(&Finder::new(Vec::new()).0, &root), None, "{classes}");
            write(&dir.path().join(source).join("demo/A.java"), source);
            assert_eq!(text(&Finder::new(Vec::new()).0, &root).as_deref(), Some(source), "{classes}");
        }
    }

    #[test]
    fn a_class_file_cannot_name_any_file_it_likes() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        write(&dir.path().join("secret"), "x");
        let root = dir.path().join("classes");
        fs::create_dir_all(&root).expect("a folder");
        let finder = Finder::new(Vec::new()).0;
        for path in ["../secret", "/etc/passwd", "demo/../../secret", ""] {
            assert_eq!(finder.find(&root, path), None, "{path}");
        }
    }

    #[test]
    fn tests_are_not_taken_for_what_they_test() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        write(&dir.path().join("src/main/java/demo/A.java"), "main");
        write(&dir.path().join("src/test/java/demo/A.java"), "test");
        for (classes, expected) in [("target/classes", "main"), ("target/test-classes", "test")] {
            let root = dir.path().join(classes);
            fs::create_dir_all(&root).expect("a folder");
            assert_eq!(text(&Finder::new(Vec::new()).0, &root).as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_source_jar_beside_the_jar_is_found_and_a_given_one_goes_first() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (jar, name, text) in
            [("a-sources.jar", "demo/A.java", "beside"), ("other.zip", "java.base/demo/A.java", "given")]
        {
            let mut archive = zip::ZipWriter::new(File::create(dir.path().join(jar)).expect("a file"));
            archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
            archive.write_all(text.as_bytes()).expect("a text");
            archive.finish().expect("an archive");
        }
        let jar = dir.path().join("a.jar");
        fs::write(&jar, "").expect("a file");
        assert_eq!(text(&Finder::new(Vec::new()).0, &jar).as_deref(), Some("beside"));
        let (finder, problems) = Finder::new(vec![dir.path().join("other.zip"), dir.path().join("none")]);
        assert_eq!(text(&finder, &jar).as_deref(), Some("given"));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].contains("none does not exist; name folders"), "{problems:?}");
    }
}
