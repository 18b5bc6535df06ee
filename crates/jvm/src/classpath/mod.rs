//! Where classes come from: the input, the libraries and the JDK.
//!
//! The order is that of the JVM's own class loaders: a class in a package of the JDK is the JDK's, then the input counts,
//! then the libraries, each in the order given.

mod folder;
mod jar;
mod outline;
mod parsed;
mod place;
mod survey;

pub(crate) use parsed::Parsed;
pub use survey::{Surveyed, survey};

use crate::classfile::peek_name;
use crate::jdk::JdkImage;
use crate::{InputProblem, Jdk, Snapshot};
use folder::Folder;
use jar::Jar;
use outline::Outline;
use parsed::ReadAhead;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The largest class file that is read, in bytes.
pub(crate) const MAX_CLASS_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// Where a class was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// In the input that is to be analysed.
    Input,
    /// In a library on the class path.
    Library,
    /// In the JDK.
    Jdk,
}

/// The class path: an index of all classes of the input and the libraries, and the image of the JDK.
#[derive(Default)]
pub struct ClassPath {
    /// Nothing if the image cannot be read, which a problem has told.
    jdk: Option<JdkImage>,
    entries: Vec<Entry>,
    /// For each class outside the JDK the entry that gives it.
    index: BTreeMap<Arc<str>, usize>,
    /// Classes of the JDK that are analysed as if they were input.
    jdk_inputs: BTreeSet<Arc<str>>,
    /// What need not be read when it is asked for.
    ahead: ReadAhead,
    /// What the class files outside the JDK say of each other, once somebody has asked.
    outline: OnceCell<Outline>,
    /// The file that tells what the JDK's static fields hold.
    snapshot_file: Option<PathBuf>,
    snapshot: OnceCell<Option<Snapshot>>,
}

struct Entry {
    provenance: Provenance,
    container: Container,
}

enum Container {
    Folder(Folder),
    Jar(Jar),
}

/// Where a class file lies, by the path that its entry was opened with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'a> {
    /// This file.
    File(&'a Path),
    /// An entry of this jar.
    Jar(&'a Path),
}

/// The bytes of a class file and where they come from.
#[derive(Clone)]
pub(crate) struct Found {
    pub bytes: Rc<[u8]>,
    pub provenance: Provenance,
    /// The file, and after `!` the entry in it.
    pub place: Arc<str>,
}

impl ClassPath {
    /// Opens the class path. An entry that cannot be used gives a problem and is left out; the rest is kept.
    ///
    /// `inputs` are class files, folders (searched with all folders below) and jars; `libraries` are class path entries,
    /// where `folder/*` stands for all jars in the folder.
    pub fn open(jdk: &Jdk, inputs: &[PathBuf], libraries: &[PathBuf]) -> (ClassPath, Vec<InputProblem>) {
        let mut problems = Vec::new();
        let image = JdkImage::open(jdk).map_err(|reason| {
            let what = format!("the JDK's class image cannot be read ({reason})");
            problems.push(problem(&jdk.image_path(), what, "reinstall the JDK, or name another one"));
        });
        let mut opened = ClassPath { jdk: image.ok(), entries: Vec::new(), ..ClassPath::default() };
        for place in inputs {
            opened.add(place, Provenance::Input, jdk.feature, &mut problems);
        }
        for place in libraries {
            opened.add_library(place, jdk.feature, &mut problems);
        }
        opened.drop_hidden_by_jdk(&mut problems);
        (opened, problems)
    }

    /// Names the file that tells what static fields of the JDK hold once its classes are initialized.
    pub fn keep_snapshot(&mut self, file: Option<PathBuf>) {
        self.snapshot_file = file;
    }

    /// What static fields of the JDK hold once its classes are initialized; `None` if there is no file that tells it. The first call
    /// reads the file.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        let read = || Snapshot::read(&std::fs::read_to_string(self.snapshot_file.as_ref()?).ok()?);
        self.snapshot.get_or_init(read).as_ref()
    }

    /// Makes the JDK's classes of these internal names part of the input, so that their objects may have any state.
    /// Their tests would have to live in the JDK's own packages, so this is for exploration alone.
    pub fn analyse_jdk_classes(&mut self, names: impl IntoIterator<Item = Arc<str>>) {
        self.jdk_inputs.extend(names);
        // It says of each class where it is from.
        self.ahead = ReadAhead::default();
    }

    /// Whether a class of the JDK is analysed as if it were input.
    pub(crate) fn is_jdk_input(&self, name: &str) -> bool {
        self.jdk_inputs.contains(name)
    }

    /// The internal names of the classes of the input's folders and jars, sorted.
    pub fn input_classes(&self) -> Vec<Arc<str>> {
        self.classes_from(|provenance| provenance == Provenance::Input)
    }

    /// The internal names of the classes of the input and the libraries, sorted.
    pub(crate) fn classes_outside_jdk(&self) -> Vec<Arc<str>> {
        self.classes_from(|_| true)
    }

    fn classes_from(&self, keep: impl Fn(Provenance) -> bool) -> Vec<Arc<str>> {
        self.index
            .iter()
            .filter(|(_, entry)| keep(self.entries[**entry].provenance))
            .map(|(name, _)| Arc::clone(name))
            .collect()
    }

    /// The internal names of all classes of one module of the JDK, sorted.
    pub fn jdk_module_classes(&self, module: &str) -> Result<Vec<String>, String> {
        self.jdk.as_ref().map_or_else(|| Ok(Vec::new()), |jdk| jdk.classes_of_module(module))
    }

    /// Where the class of this internal name lies, if it is one of the input or the libraries.
    pub fn origin(&self, name: &str) -> Option<Origin<'_>> {
        match &self.entries[*self.index.get(name)?].container {
            Container::Folder(folder) => folder.file(name).map(Origin::File),
            Container::Jar(jar) => Some(Origin::Jar(jar.place())),
        }
    }

    /// Reads a class file: nothing if there is none of that name, else its bytes or why they cannot be read.
    pub(crate) fn find(&self, name: &str) -> Option<Result<Found, (Arc<str>, String)>> {
        if let Some(found) = self.ahead.find(name) {
            return Some(Ok(found.clone()));
        }
        if let Some(entry) = self.index.get(name) {
            let entry = &self.entries[*entry];
            let (place, bytes) = match &entry.container {
                Container::Folder(folder) => folder.read(name),
                Container::Jar(jar) => jar.read(name),
            };
            let place: Arc<str> = place.into();
            return Some(match bytes {
                Ok(bytes) => Ok(Found { bytes: bytes.into(), provenance: entry.provenance, place }),
                Err(reason) => Err((place, reason)),
            });
        }
        let jdk = self.jdk.as_ref()?;
        let place = || Arc::from(jdk.place().display().to_string());
        match jdk.class(name) {
            Ok(None) => None,
            Ok(Some(bytes)) => {
                let provenance = if self.jdk_inputs.contains(name) { Provenance::Input } else { Provenance::Jdk };
                Some(Ok(Found { bytes: bytes.into(), provenance, place: place() }))
            }
            Err(reason) => Some(Err((place(), reason))),
        }
    }

    fn add_library(&mut self, place: &Path, feature: u32, problems: &mut Vec<InputProblem>) {
        if place.file_name().is_none_or(|name| name != "*") {
            self.add(place, Provenance::Library, feature, problems);
            return;
        }
        let folder = place.parent().unwrap_or(Path::new(""));
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                let mut jars: Vec<PathBuf> =
                    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_jar(path)).collect();
                jars.sort();
                jars.iter().for_each(|jar| self.add(jar, Provenance::Library, feature, problems));
            }
            Err(error) => problems.push(problem(folder, error.to_string(), "correct the class path")),
        }
    }

    fn add(&mut self, place: &Path, provenance: Provenance, feature: u32, problems: &mut Vec<InputProblem>) {
        let kind = match std::fs::metadata(place) {
            Ok(kind) => kind,
            Err(error) => {
                let what = match error.kind() {
                    std::io::ErrorKind::NotFound => "no such file or folder".to_owned(),
                    _ => error.to_string(),
                };
                problems.push(problem(place, what, "check the path"));
                return;
            }
        };
        if !kind.is_dir() && !kind.is_file() {
            // To read from a pipe or a device may take for ever.
            problems.push(problem(place, "neither a file nor a folder".to_owned(), "name a file"));
            return;
        }
        let known = problems.len();
        let container = if kind.is_dir() {
            Some(Container::Folder(Folder::open(place, provenance, problems)))
        } else if place.extension().is_some_and(|extension| extension == "class") {
            single_class(place, problems).map(Container::Folder)
        } else if let Some(classes) = classes_of_build(place) {
            let remedy = format!("build the project, and name the folder of its classes, such as {classes}");
            problems.push(problem(place, "the description of a build, and no classes".to_owned(), &remedy));
            None
        } else {
            match Jar::open(place, feature) {
                Ok(jar) => Some(Container::Jar(jar)),
                Err(reason) => {
                    let what = format!("not a jar that can be read ({reason})");
                    problems.push(problem(place, what, "build or download it again, or leave it out"));
                    None
                }
            }
        };
        let Some(container) = container else { return };
        let number = self.entries.len();
        let names: Vec<Arc<str>> = match &container {
            Container::Folder(folder) => folder.names().cloned().collect(),
            Container::Jar(jar) => jar.names().cloned().collect(),
        };
        // What is wrong with the only ones has been said.
        if provenance == Provenance::Input && names.is_empty() && problems.len() == known {
            problems.push(problem(place, "no class files in it".to_owned(), "compile first, or name another folder"));
        }
        self.entries.push(Entry { provenance, container });
        for name in names {
            self.index.entry(name).or_insert(number);
        }
    }

    fn is_jdk_package(&self, package: &str) -> bool {
        let Some(jdk) = &self.jdk else { return false };
        jdk.modules_of(package).is_ok_and(|modules| !modules.is_empty())
    }

    /// Takes out classes in packages of the JDK, which the JVM would load from the JDK.
    fn drop_hidden_by_jdk(&mut self, problems: &mut Vec<InputProblem>) {
        let mut is_hidden: BTreeMap<String, bool> = BTreeMap::new();
        for package in self.index.keys().filter_map(|name| Some(name.rsplit_once('/')?.0)) {
            if !is_hidden.contains_key(package) {
                is_hidden.insert(package.to_owned(), self.is_jdk_package(package));
            }
        }
        let is_hidden = |name: &str| {
            name.rsplit_once('/').is_some_and(|(package, _)| is_hidden.get(package).copied().unwrap_or(false))
        };
        let mut told: BTreeMap<usize, (usize, String)> = BTreeMap::new();
        for (name, entry) in &self.index {
            if is_hidden(name) {
                told.entry(*entry).or_insert_with(|| (0, name.replace('/', "."))).0 += 1;
            }
        }
        self.index.retain(|name, _| !is_hidden(name));
        for (entry, (count, example)) in told {
            let entry = &self.entries[entry];
            if entry.provenance == Provenance::Input {
                let what = format!("{count} classes are in packages of the JDK, such as {example}");
                problems.push(problem(entry.place(), what, "the JDK's own are used; move yours to another package"));
            }
        }
    }
}

impl Entry {
    fn place(&self) -> &Path {
        match &self.container {
            Container::Folder(folder) => folder.place(),
            Container::Jar(jar) => jar.place(),
        }
    }
}

/// A class file that is named directly is placed by the name inside it.
fn single_class(place: &Path, problems: &mut Vec<InputProblem>) -> Option<Folder> {
    let bytes = match folder::read_limited(place) {
        Ok(bytes) => bytes,
        Err(reason) => {
            problems.push(problem(place, reason, "make it readable"));
            return None;
        }
    };
    match peek_name(&bytes).filter(|name| is_legal(name)) {
        Some(name) => Some(Folder::of_one(place, name)),
        None => {
            problems.push(damaged(place));
            None
        }
    }
}

fn damaged(place: &Path) -> InputProblem {
    problem(place, "not a class file, or a damaged one".to_owned(), "compile it again, or leave it out")
}

fn problem(place: &Path, what: String, remedy: &str) -> InputProblem {
    InputProblem { place: place.to_owned(), what, remedy: remedy.to_owned() }
}

/// Where a build puts the classes that a file describes; `None` of other files.
fn classes_of_build(path: &Path) -> Option<&'static str> {
    match path.file_name()?.to_str()? {
        "pom.xml" => Some("target/classes"),
        "build.gradle" | "build.gradle.kts" => Some("build/classes/java/main"),
        _ => None,
    }
}

fn is_jar(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"))
}

/// Whether an internal name is that of a class, and not that of a module or package description.
fn is_class_name(name: &str) -> bool {
    let simple = name.rsplit_once('/').map_or(name, |(_, simple)| simple);
    is_legal(name) && simple != "module-info" && simple != "package-info"
}

/// Whether a class can have this internal name (JVM specification, section 4.2.1). As a path, such a name leads down and never
/// out of a folder.
fn is_legal(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && !part.contains(['.', ';', '[', '\0']))
}
