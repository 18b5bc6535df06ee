//! Opens the input: the JDK, the classes under test and the libraries they need.

use crate::args::{ClassPathArgs, LibraryArgs};
use crate::fault::Fault;
use clew_base::OrderedSet;
use clew_engine::ClassPathSpec;
use clew_jvm::{ClassPath, Jdk, JvmError, LoadError, OLDEST_JAVA, World};
use std::path::{Path, PathBuf};
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
    if let Some(place) = inputs.iter().chain(&libraries).chain([&jdk.home]).find(|place| !is_text(place)) {
        return Err(format!("the path cannot be handed to a JVM: {} (it is not UTF-8); rename it", place.display()));
    }
    let (class_path, problems) = ClassPath::open(&jdk, inputs, &libraries);
    let spec = ClassPathSpec { jdk: jdk.home.clone(), inputs: inputs.to_vec(), libraries };
    // One file may be named twice.
    let problems: OrderedSet<String> = problems.iter().map(|problem| Fault::from(problem).to_string()).collect();
    let problems = problems.into_iter().collect();
    Ok(Input { world: World::new(class_path), jdk, spec: Arc::new(spec), problems })
}

/// Whether a path is text from the root on. Other processes know it by that.
fn is_text(place: &Path) -> bool {
    std::path::absolute(place).is_ok_and(|place| place.to_str().is_some())
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
