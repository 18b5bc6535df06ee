//! Compiling Java.

use crate::paths;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles sources with the JDK's own compiler into a folder, which is emptied first.
///
/// # Errors
/// What the compiler says, where it refuses a source.
pub fn compile(sources: &[PathBuf], class_path: &[PathBuf], out: &Path) -> Result<()> {
    paths::empty_folder(out)?;
    let list = tempfile::NamedTempFile::new().context("a temporary file cannot be made")?;
    let lines: Vec<String> = sources.iter().map(|path| format!("\"{}\"\n", path.display())).collect();
    std::fs::write(list.path(), lines.concat())?;
    let mut argument = OsString::from("@");
    argument.push(list.path());
    let output = Command::new("javac")
        .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-Xmaxerrs", "20", "-cp"])
        .arg(std::env::join_paths(class_path)?)
        .arg("-d")
        .arg(out)
        .arg(argument)
        .output()
        .context("javac cannot be run; ./setup installs a JDK")?;
    if !output.status.success() {
        bail!("javac refuses the sources of {}:\n{}", out.display(), String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
