//! The folder that test classes are written to, and what earlier runs left there.

use crate::file::mark;
use crate::seal::is_as_made;
use std::path::Path;

/// What is at the place of a test class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Present {
    /// No file.
    Nothing,
    /// Tests of the class, as Clew made them.
    Ours,
    /// Tests of the class that Clew made and somebody has edited since.
    Edited,
    /// Something else.
    Other,
}

/// What is at the place for the tests of the class (a binary name).
pub(crate) fn present(path: &Path, tested: &str) -> Present {
    match std::fs::read_to_string(path) {
        Ok(text) if text.lines().any(|line| line.starts_with(&mark(tested))) => {
            if is_as_made(&text) {
                Present::Ours
            } else {
                Present::Edited
            }
        }
        Ok(_) => Present::Other,
        // Where nothing can be, writing tells why.
        Err(_) if path.exists() => Present::Other,
        Err(_) => Present::Nothing,
    }
}

/// Writes a file so that it is there with all its text or not at all; the folders above it are made if need be.
///
/// # Errors
/// What the system said; nothing is then left behind.
pub fn write_at_once(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let draft = folder.join(format!(".{name}.{}{DRAFT}", std::process::id()));
    remove_drafts(folder, &name);
    let written = std::fs::write(&draft, text).and_then(|()| std::fs::rename(&draft, path));
    if written.is_err() {
        // What matters is the first error; the draft may not even be there.
        let _ = std::fs::remove_file(&draft);
    }
    written
}

/// How the names of files end that are not complete yet.
const DRAFT: &str = ".tmp";

/// Removes what runs that were killed left of a file under way.
fn remove_drafts(folder: &Path, name: &str) {
    let prefix = format!(".{name}.");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let file = entry.file_name();
        let of = file.to_str().and_then(|file| file.strip_prefix(&prefix)?.strip_suffix(DRAFT)?.parse::<u32>().ok());
        if of.is_some_and(|process| !may_run(process)) {
            // What stays is looked at again by the next run.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Whether a process may still be at work; where the system does not tell, it may.
fn may_run(process: u32) -> bool {
    let processes = Path::new("/proc");
    !processes.join("self").exists() || processes.join(process.to_string()).exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::sealed;

    #[test]
    fn what_a_killed_run_left_is_removed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = |name: &str| folder.path().join(name);
        // No process has so great a number.
        let (left, own) = (place(".A.java.4294967295.tmp"), place(&format!(".A.java.{}.tmp", std::process::id())));
        let others = [place(".B.java.4294967295.tmp"), place(".A.java.x.tmp"), own];
        std::fs::write(&left, "half").expect("a file");
        others[..2].iter().for_each(|other| std::fs::write(other, "other").expect("a file"));
        write_at_once(&place("A.java"), "whole").expect("a file");
        assert!(!left.exists() && !others[2].exists());
        assert!(others[..2].iter().all(|other| other.exists()));
        assert_eq!(std::fs::read_to_string(place("A.java")).expect("the file"), "whole");
    }

    #[test]
    fn only_tests_of_the_very_class_are_ours() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("demo/AClewTest.java");
        assert_eq!(present(&path, "demo.A"), Present::Nothing);
        let made = sealed("Clew 1", &format!("package demo;\n\n{} and replayed. */\n", mark("demo.A")));
        write_at_once(&path, &made).expect("a file");
        assert_eq!(present(&path, "demo.A"), Present::Ours);
        write_at_once(&path, &made.replace("package demo;", "package demo; // mine")).expect("a file");
        assert_eq!(present(&path, "demo.A"), Present::Edited);
        assert_eq!(present(&path, "demo.A$B"), Present::Other);
        write_at_once(&path, "class AClewTest {}\n").expect("a file");
        assert_eq!(present(&path, "demo.A"), Present::Other);
        assert_eq!(present(folder.path(), "demo.A"), Present::Other);
        assert_eq!(present(&path.join("A.java"), "demo.A"), Present::Nothing);
    }
}
