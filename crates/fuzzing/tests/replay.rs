//! What fuzzing found once, and a small set of inputs that between them reach what fuzzing reaches, run once more.

use clew_fuzzing::Target;
use std::panic;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of a folder").path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

/// Runs each file as an input of the target; gives how many there were.
fn replay(target: Target, folders: &[PathBuf]) -> usize {
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder)).collect();
    let mut wrong = Vec::new();
    for file in &files {
        let bytes = std::fs::read(file).expect("an input can be read");
        if panic::catch_unwind(|| target.run(&bytes)).is_err() {
            wrong.push(file.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "{} panics on {wrong:#?}", target.name());
    files.len()
}

fn kept(target: Target) -> PathBuf {
    root().join("fuzz/seeds").join(target.name())
}

#[test]
fn class_files() {
    let real = root().join("crates/fuzzing/classes");
    assert!(replay(Target::ClassFile, &[real, kept(Target::ClassFile)]) > 10);
}

#[test]
fn class_code() {
    assert!(replay(Target::ClassCode, &[kept(Target::ClassCode)]) > 10);
}

#[test]
fn programs() {
    let corpus = root().join("corpus/clew");
    let bad = corpus.join("bad");
    assert!(replay(Target::Program, &[corpus, bad, kept(Target::Program)]) > 10);
}

#[test]
fn simplifier() {
    assert!(replay(Target::Simplifier, &[kept(Target::Simplifier)]) > 10);
}
