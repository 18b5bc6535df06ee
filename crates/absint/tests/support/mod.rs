//! Java programs for tests.

use clew_jvm::{ClassPath, Jdk, World};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles Java files into a folder.
pub fn compile(files: &[PathBuf], flags: &[&str], to: &Path) {
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-d"]).arg(to).args(flags).args(files);
    assert!(javac.status().expect("javac runs").success());
}

/// The classes in a folder or jar.
pub fn world(input: &Path) -> World {
    let jdk = Jdk::locate(None).expect("a JDK");
    let (path, faults) = ClassPath::open(&jdk, &[input.to_path_buf()], &[]);
    assert!(faults.is_empty(), "{faults:?}");
    World::new(path)
}
