//! The jar of JUnit that tests on the replay JVM use.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The jar that `./setup` provides.
pub fn junit() -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars");
    let jars = fs::read_dir(&folder).map_err(|error| format!("{error}; run ./setup for the jars"))?;
    let paths = jars.filter_map(|entry| Some(entry.ok()?.path()));
    let mut named = paths.filter(|path| path.to_string_lossy().contains("junit-platform-console-standalone-"));
    Ok(named.next().ok_or("no jar of JUnit; run ./setup")?)
}
