//! Opens the input: the JDK, the classes under test and the libraries they need.

use crate::args::{ClassPathArgs, LibraryArgs};
use crate::fault::Fault;
use clew_base::OrderedSet;
use clew_engine::ClassPathSpec;
use clew_jvm::{ClassPath, Jdk, JvmError, LoadError, OLDEST_JAVA, Origin, World};
use clew_testgen::replay::ReplayOptions;
use clew_testgen::snapshot_file;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The major version of class files is this much above the Java version.
pub const MAJOR_OF_JAVA_0: u16 = 44;

/// An input that can be worked on, as far as it is good.
pub struct Input {
    /// Its classes.
    pub world: World,
    /// The JDK that stands for the library and runs the tests.
    pub jdk: Jdk,
    /// The same for other processes.
    pub spec: Arc<ClassPathSpec>,
    /// A line for each part of the input that is left out.
    pub problems: Vec<String>,
}

/// Opens the input. What is wrong with single entries is among the problems of the result.
///
/// # Errors
/// A line that says why nothing can be done at all.
pub fn open(inputs: &[PathBuf], args: &ClassPathArgs) -> Result<Input, String> {
    let jdk = find_jdk(&args.libraries).map_err(|fault| fault.to_string())?;
    let libraries = args.libraries.entries().to_vec();
    inputs.iter().try_for_each(|place| check_entry(place))?;
    check_libraries(&libraries)?;
    if absolute(&jdk.home).is_ok_and(|home| home.to_str().is_none()) {
        return Err(not_for_a_jvm(&jdk.home, "it is not UTF-8"));
    }
    let (class_path, problems) = ClassPath::open(&jdk, inputs, &libraries);
    let spec = ClassPathSpec { jdk: jdk.home.clone(), inputs: inputs.to_vec(), libraries, snapshot: None };
    // One file may be named twice.
    let problems: OrderedSet<String> = problems.iter().map(|problem| Fault::from(problem).to_string()).collect();
    let problems = problems.into_iter().collect();
    Ok(Input { world: World::new(class_path), jdk, spec: Arc::new(spec), problems })
}

/// Where a JVM finds a class of the input, as the user named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassRoot {
    /// In this folder or jar.
    Entry(PathBuf),
    /// Nowhere: this file does not lie where the package of its class says.
    Misplaced(PathBuf),
}

impl Input {
    /// Has the jobs know what static fields of the JDK hold once its classes are initialized. Where no JVM can be asked, they do
    /// without.
    pub fn keep_snapshot(&mut self) {
        let options = ReplayOptions { java_home: Some(self.jdk.home.clone()), ..ReplayOptions::default() };
        let snapshot = snapshot_file(options).ok();
        self.spec = Arc::new(ClassPathSpec { snapshot, ..(*self.spec).clone() });
    }

    /// Where a JVM finds a class outside the JDK, by its internal name.
    pub fn root_of(&self, internal: &str) -> Option<ClassRoot> {
        let file = match self.world.class_path().origin(internal)? {
            Origin::Jar(jar) => return Some(ClassRoot::Entry(jar.to_path_buf())),
            Origin::File(file) => file,
        };
        let is_in_place = file.ends_with(format!("{internal}.class"));
        let root = file.ancestors().nth(internal.split('/').count()).filter(|_| is_in_place);
        Some(match root {
            Some(root) if root.as_os_str().is_empty() => ClassRoot::Entry(PathBuf::from(".")),
            Some(root) => ClassRoot::Entry(root.to_path_buf()),
            None => ClassRoot::Misplaced(file.to_path_buf()),
        })
    }
}

/// The path as a JVM is told it: from the root on, and without `.` and `..`. What lies before a `..` is followed where it is a link, as
/// the system does; other links stay, because the name of a link tells what kind of file it is. Messages keep what the user typed.
///
/// # Errors
/// The path is empty, or there is no working folder.
pub fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    let mut clean = PathBuf::new();
    for part in std::path::absolute(path)?.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => match clean.canonicalize() {
                Ok(real) => clean = real.parent().unwrap_or(&real).to_path_buf(),
                // There is no such folder, so nothing lies above it.
                Err(_) => clean.push(part),
            },
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => clean.push(part),
        }
    }
    Ok(clean)
}

/// Refuses a path that no class path can have in it, since a JVM has to find the classes there.
fn check_entry(place: &Path) -> Result<(), String> {
    if place.as_os_str().is_empty() {
        return Err("the path of an input is empty; name a class file, a folder or a jar".to_owned());
    }
    let whole = absolute(place)
        .map_err(|error| format!("the working folder cannot be used: {error}; change to one that is there"))?;
    match whole.to_str() {
        None => Err(not_for_a_jvm(place, "it is not UTF-8")),
        Some(text) if text.contains(':') => {
            // The working folder may have it.
            let shown = if has(place, &[':']) { place } else { &whole };
            Err(not_for_a_jvm(shown, "it has a colon, which separates the entries of a class path"))
        }
        Some(text) if text.contains(LINE_BREAKS) => {
            let shown = if has(place, &LINE_BREAKS) { place } else { &whole };
            Err(not_for_a_jvm(shown, "it has a line break"))
        }
        Some(_) => Ok(()),
    }
}

/// The characters that end a line, of which a JVM is told its class path.
const LINE_BREAKS: [char; 2] = ['\n', '\r'];

fn has(place: &Path, characters: &[char]) -> bool {
    place.to_str().is_some_and(|text| text.contains(characters))
}

/// Refuses entries of the class path that a JVM cannot be told, and one that was taken apart at a colon in it.
fn check_libraries(libraries: &[PathBuf]) -> Result<(), String> {
    libraries.iter().try_for_each(|place| check_entry(place))?;
    for pair in libraries.windows(2) {
        let mut joined = pair[0].clone().into_os_string();
        joined.push(":");
        joined.push(&pair[1]);
        let is_taken_apart = !pair.iter().all(|part| part.exists()) && Path::new(&joined).exists();
        if is_taken_apart {
            check_entry(Path::new(&joined))?;
        }
    }
    Ok(())
}

fn not_for_a_jvm(place: &Path, why: &str) -> String {
    let shown = place.display().to_string().replace('\n', "\\n").replace('\r', "\\r");
    format!("the path cannot be handed to a JVM: {shown} ({why}); rename it")
}

/// Finds the JDK that the flags, else the environment, mean.
///
/// # Errors
/// There is none that can be used.
pub fn find_jdk(args: &LibraryArgs) -> Result<Jdk, Fault> {
    Jdk::locate(args.jdk.as_deref()).map_err(|error| match error {
        JvmError::NoJdk => Fault {
            what: "no JDK found: neither in JAVA_HOME nor on the PATH".to_owned(),
            remedy: format!("install JDK {OLDEST_JAVA} or newer, or name one with --jdk"),
        },
        JvmError::TooOld { place, version, source_of_it } => Fault {
            what: format!("JDK too old: {} (Java {version})", place.display()),
            remedy: format!("install JDK {OLDEST_JAVA} or newer, and name its home with {source_of_it}"),
        },
        JvmError::NotAJdk { place, source_of_it } => Fault {
            what: format!("not a JDK (no lib/modules in it): {}", place.display()),
            remedy: format!("name the home of one with {source_of_it}"),
        },
    })
}

/// Why the class `wanted`, an internal name, cannot be used, in one line.
pub fn explain_load(wanted: &str, error: &LoadError) -> String {
    let binary = |name: &str| name.replace('/', ".");
    let rest = "rebuild it from its source, or leave it out";
    match error {
        LoadError::Missing { name } => format!(
            "class not found: {} (needed by {}); add the folder or jar that has it to --classpath",
            binary(name),
            binary(wanted)
        ),
        LoadError::Malformed { place, reason, .. } => format!("cannot read the class file: {place} ({reason}); {rest}"),
        LoadError::Io { place, reason, .. } => {
            format!("cannot read the class file: {place} ({reason}); check the file")
        }
        LoadError::TooNew { place, major, newest, .. } => format!(
            "class file too new: {place} (version {major}, and this program reads up to {newest}); compile it with \
             --release {}",
            newest.saturating_sub(MAJOR_OF_JAVA_0)
        ),
        LoadError::Incompatible { place, reason, .. } | LoadError::Inaccessible { place, reason, .. } => {
            format!("class cannot be loaded: {place} ({reason}); rebuild it with the classes that it extends")
        }
        LoadError::Circular { name } => format!("class is its own supertype: {}; {rest}", binary(name)),
    }
}
