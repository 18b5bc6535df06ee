//! What lies on a class path, entry by entry, for somebody who wants to know what is wrong with it.

use super::{ClassPath, Provenance, damaged, problem};
use crate::InputProblem;
use crate::classfile::peek_major;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What one entry of a class path holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// The entry.
    pub place: PathBuf,
    /// How many classes it has.
    pub classes: usize,
    /// The newest major version of its class files, with the internal name of a class that has it.
    pub newest: Option<(u16, Arc<str>)>,
    /// What is wrong with it.
    pub problems: Vec<InputProblem>,
}

/// Looks at each entry: inputs and libraries as for [`ClassPath::open`], for a JVM of the given feature release.
pub fn survey(inputs: &[PathBuf], libraries: &[PathBuf], feature: u32) -> Vec<Surveyed> {
    let inputs = inputs.iter().map(|place| (place, Provenance::Input));
    let libraries = libraries.iter().map(|place| (place, Provenance::Library));
    inputs.chain(libraries).map(|(place, provenance)| entry(place, provenance, feature)).collect()
}

fn entry(place: &Path, provenance: Provenance, feature: u32) -> Surveyed {
    let mut problems = Vec::new();
    let mut alone = ClassPath::default();
    match provenance {
        Provenance::Library => alone.add_library(place, feature, &mut problems),
        Provenance::Input | Provenance::Jdk => alone.add(place, provenance, feature, &mut problems),
    }
    if alone.index.is_empty() && problems.is_empty() {
        problems.push(problem(place, "no class files in it".to_owned(), "correct the class path"));
    }
    let mut newest: Option<(u16, Arc<str>)> = None;
    for name in alone.index.keys() {
        let Some(found) = alone.find(name) else { continue };
        let major = match found {
            Ok(found) => peek_major(&found.bytes).ok_or_else(|| damaged(Path::new(&*found.place))),
            Err((place, reason)) => Err(problem(Path::new(&*place), reason, "make it readable")),
        };
        match major {
            Ok(major) if newest.as_ref().is_none_or(|(known, _)| major > *known) => {
                newest = Some((major, Arc::clone(name)));
            }
            Ok(_) => {}
            Err(problem) => problems.push(problem),
        }
    }
    Surveyed { place: place.to_owned(), classes: alone.index.len(), newest, problems }
}
