//! The jars of JUnit and Mockito that tests are compiled with: they come with an archive, or `./setup` puts them into a cache of the user.

use crate::args::JunitArg;
use crate::fault::{COMPLETE, Fault};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Names a folder with the jars, and goes before all other places.
pub const ENV: &str = "CLEW_JUNIT_JARS";

/// The jars that tests for this JUnit are compiled and run with.
///
/// # Errors
/// One of them is missing.
pub fn find(junit: JunitArg) -> Result<Vec<PathBuf>, Fault> {
    find_in(&folders(std::env::var_os(ENV)), junit)
}

/// The jars of Mockito, the one that is also an agent first.
///
/// # Errors
/// One of them is missing.
pub fn mockito() -> Result<Vec<PathBuf>, Fault> {
    let wanted = ["mockito-core-", "byte-buddy-1", "byte-buddy-agent-", "objenesis-"];
    all_of("Mockito", &folders(std::env::var_os(ENV)), &wanted)
}

fn find_in(folders: &[PathBuf], junit: JunitArg) -> Result<Vec<PathBuf>, Fault> {
    // The console launcher holds all of JUnit 5.
    let wanted: &[&str] = match junit {
        JunitArg::Five => &["junit-platform-console-standalone-"],
        JunitArg::Four => &["junit-4", "hamcrest-"],
    };
    all_of("JUnit", folders, wanted)
}

/// The jars whose names begin so, all of one folder.
fn all_of(what: &str, folders: &[PathBuf], wanted: &[&str]) -> Result<Vec<PathBuf>, Fault> {
    let complete = folders.iter().find_map(|folder| wanted.iter().map(|prefix| newest(folder, prefix)).collect());
    complete.ok_or_else(|| {
        let looked: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
        Fault::new(
            format!("{what} is missing: no {}*.jar in {}", wanted.join("*.jar and "), looked.join(", ")),
            format!("{COMPLETE}, or set {ENV} to a folder that has it"),
        )
    })
}

/// Where to look, best first.
fn folders(chosen: Option<OsString>) -> Vec<PathBuf> {
    if let Some(folder) = chosen {
        return vec![PathBuf::from(folder)];
    }
    let mut folders = Vec::new();
    if let Some(home) = std::env::current_exe().ok().as_deref().and_then(Path::parent) {
        // In an archive, and in a build.
        folders.extend(home.parent().map(|root| root.join("lib")));
        folders.extend(home.ancestors().nth(2).map(|root| root.join(".deps/jars")));
    }
    let cache = std::env::var_os("CLEW_CACHE").map(PathBuf::from).or_else(|| {
        let base = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let base = base.or_else(|| std::env::home_dir().map(|home| home.join(".cache")));
        base.map(|base| base.join("clew"))
    });
    folders.extend(cache.map(|cache| cache.join("jars")));
    folders
}

/// The last jar of the folder, by name, that starts with `prefix`.
fn newest(folder: &Path, prefix: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with(prefix) && name.ends_with(".jar")).max().map(|name| folder.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_folder_that_has_all_jars_wins() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let (a, b) = (dir.path().join("a"), dir.path().join("b"));
        for (folder, names) in [(&a, &["junit-4.13.2.jar"][..]), (&b, &["junit-4.13.2.jar", "hamcrest-core-1.3.jar"])] {
            std::fs::create_dir(folder).expect("a folder");
            for name in names {
                std::fs::write(folder.join(name), "").expect("a file");
            }
        }
        let found = find_in(&[a.clone(), b.clone()], JunitArg::Four).expect("both jars");
        assert_eq!(found, [b.join("junit-4.13.2.jar"), b.join("hamcrest-core-1.3.jar")]);
        let missing = find_in(std::slice::from_ref(&a), JunitArg::Five).expect_err("no jar");
        assert_eq!(
            missing.to_string(),
            format!(
                "JUnit is missing: no junit-platform-console-standalone-*.jar in {}; unpack the whole archive again (in a \
                 source folder: run ./setup), or set CLEW_JUNIT_JARS to a folder that has it",
                a.display()
            )
        );
    }
}
