//! The output folder: whether it can be written is found out before any work is done.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// An output folder that can be written.
pub struct OutDir {
    made: Vec<PathBuf>,
}

impl OutDir {
    /// Makes the folder if need be, and tries to write there.
    ///
    /// # Errors
    /// A line that says what is wrong and what to do.
    pub fn prepare(path: &Path) -> Result<OutDir, String> {
        let out = OutDir::missing(path);
        probe(path).map_err(|error| {
            out.remove_if_empty();
            format!("cannot write to the output folder: {} ({error}); name another with --out", path.display())
        })?;
        Ok(out)
    }

    /// A folder that nothing is written to.
    pub fn unused() -> OutDir {
        OutDir { made: Vec::new() }
    }

    /// The folder with those above it that are not there yet.
    fn missing(path: &Path) -> OutDir {
        let missing = path.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists());
        OutDir { made: missing.map(Path::to_path_buf).collect() }
    }

    /// Takes away again what [`OutDir::prepare`] made, as far as nothing was put there.
    pub fn remove_if_empty(&self) {
        for dir in &self.made {
            // Fails where the folder holds something, which is then meant to stay.
            if fs::remove_dir(dir).is_err() {
                break;
            }
        }
    }
}

/// Tries to write in a folder, and leaves everything as it was.
///
/// # Errors
/// What the system says.
pub fn try_writing(path: &Path) -> io::Result<()> {
    let out = OutDir::missing(path);
    let tried = probe(path);
    out.remove_if_empty();
    tried
}

fn probe(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    let file = path.join(format!(".clew-probe-{}", std::process::id()));
    fs::write(&file, b"")?;
    fs::remove_file(&file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_of_a_folder_that_was_not_used() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let out = OutDir::prepare(&dir.path().join("a/b")).expect("a folder that can be written");
        assert!(dir.path().join("a/b").is_dir());
        out.remove_if_empty();
        assert!(!dir.path().join("a").exists());
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("file");
        fs::write(&file, "x").expect("a file");
        let error = OutDir::prepare(&file.join("out")).err().expect("not a folder");
        assert!(
            error.starts_with("cannot write to the output folder: ") && error.ends_with("; name another with --out")
        );
    }
}
