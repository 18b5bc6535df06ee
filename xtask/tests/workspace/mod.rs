//! Where the sources of the workspace are.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::path::{Path, PathBuf};

/// The root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// The crates in `crates`, each with its name and its folder, sorted.
pub fn crates() -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(root().join("crates")).expect("the crates can be listed");
    let of = |folder: PathBuf| {
        let name = folder.file_name().expect("a crate has a name").to_string_lossy().into_owned();
        (name, folder)
    };
    let mut crates: Vec<_> = entries.map(|entry| of(entry.expect("an entry of a folder can be read").path())).collect();
    crates.sort();
    crates
}

/// The Rust files below a folder, sorted.
pub fn sources_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the workspace can be read") {
            let path = entry.expect("an entry of a folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The text of a source.
pub fn text_of(source: &Path) -> String {
    std::fs::read_to_string(source).expect("a source can be read")
}
