//! Opens the input: the JDK, the classes under test and the libraries they need.

use crate::args::ClassPathArgs;
use clew_engine::ClassPathSpec;
use clew_jvm::{ClassPath, InputProblem, Jdk, JvmError, World};
use std::path::PathBuf;
use std::sync::Arc;

/// An input that can be worked on, as far as it is good.
pub struct Input {
    /// Its classes.
    pub world: World,
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
    let jdk = Jdk::locate(args.jdk.as_deref()).map_err(|error| explain(&error))?;
    let libraries: Vec<PathBuf> = args.classpath.iter().flat_map(std::env::split_paths).collect();
    let libraries: Vec<PathBuf> = libraries.into_iter().filter(|path| !path.as_os_str().is_empty()).collect();
    let (class_path, problems) = ClassPath::open(&jdk, inputs, &libraries);
    let spec = ClassPathSpec { jdk: jdk.home, inputs: inputs.to_vec(), libraries };
    let problems = problems.iter().map(line).collect();
    Ok(Input { world: World::new(class_path), spec: Arc::new(spec), problems })
}

fn line(problem: &InputProblem) -> String {
    format!("{}: {}; {}", problem.what, problem.place.display(), problem.remedy)
}

fn explain(error: &JvmError) -> String {
    match error {
        JvmError::NoJdk => {
            "no JDK found: neither in JAVA_HOME nor on the PATH; install JDK 17 or newer, or name one with --jdk".to_owned()
        }
        JvmError::NotAJdk { place, source_of_it } => {
            format!("not a JDK (no lib/modules in it): {}; name the home of one with {source_of_it}", place.display())
        }
    }
}
