//! What is in the archive.

use super::{elf, licences};
use crate::{junit, paths};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The jars of JUnit and Mockito that tests are compiled with, by the beginnings of their names.
const JARS: [&str; 7] = [
    "junit-platform-console-standalone-",
    "junit-4",
    "hamcrest-core-",
    "mockito-core-",
    "byte-buddy-1",
    "byte-buddy-agent-",
    "objenesis-",
];
/// Files and folders that are taken as they are.
const AS_THEY_ARE: [&str; 7] =
    ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "docs/guide", "docs/pictures", "docs/spec", "examples"];
/// Where shells look for completions, below a folder such as `/usr`.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/clew"),
    ("zsh", "share/zsh/site-functions/_clew"),
    ("fish", "share/fish/vendor_completions.d/clew.fish"),
];

/// All files of the archive.
#[derive(Default)]
pub struct Contents {
    /// By their path in the archive.
    pub files: BTreeMap<String, Entry>,
    /// What a machine has to have, in words.
    pub needs: String,
}

/// A file.
pub struct Entry {
    /// What is in it.
    pub bytes: Vec<u8>,
    /// What it is.
    pub mode: Mode,
}

/// What a file is.
#[derive(Clone, Copy)]
pub enum Mode {
    /// It can be started.
    Program,
    /// It is read.
    Data,
}

impl Contents {
    fn add(&mut self, path: impl Into<String>, bytes: Vec<u8>, mode: Mode) {
        self.files.insert(path.into(), Entry { bytes, mode });
    }

    /// Adds a file, or all files below a folder, under the same path.
    fn add_as_is(&mut self, name: &str) -> Result<()> {
        let mut left = vec![PathBuf::from(name)];
        while let Some(path) = left.pop() {
            let place = paths::root().join(&path);
            if place.is_dir() {
                for entry in std::fs::read_dir(&place).with_context(|| format!("{} cannot be read", place.display()))? {
                    left.push(path.join(entry?.file_name()));
                }
            } else {
                self.add(path.to_string_lossy(), elf::read(&place)?, Mode::Data);
            }
        }
        Ok(())
    }
}

/// Collects everything, with the programs of a release build.
pub fn collect(clew: &Path) -> Result<Contents> {
    let mut contents = Contents::default();
    let glibc = programs(&mut contents, clew)?;
    for prefix in JARS {
        let jar = junit::tool_jar(prefix)?;
        let name = jar.file_name().context("a jar has a name")?.to_string_lossy().into_owned();
        licences::of_jar(&jar)?.into_iter().for_each(|(file, text)| {
            contents.add(format!("licences/{name}/{file}"), text, Mode::Data);
        });
        contents.add(format!("lib/{name}"), elf::read(&jar)?, Mode::Data);
    }
    for name in AS_THEY_ARE {
        contents.add_as_is(name)?;
    }
    for (shell, path) in COMPLETIONS {
        contents.add(path, output(clew, &["completions", shell])?, Mode::Data);
    }
    let pages = tempfile::tempdir().context("a temporary folder cannot be made")?;
    output(clew, &["man", "--out", &pages.path().to_string_lossy()])?;
    for page in paths::files_below(pages.path(), "1")? {
        let name = page.file_name().context("a page has a name")?.to_string_lossy().into_owned();
        contents.add(format!("share/man/man1/{name}"), elf::read(&page)?, Mode::Data);
    }
    // The library of the solver, and ASM, which is in the program, carry none.
    for name in ["z3.txt", "asm.txt"] {
        let text = elf::read(&paths::root().join("xtask/licences").join(name))?;
        contents.add(format!("licences/{name}"), text, Mode::Data);
    }
    contents.add("licences/crates.txt", licences::of_crates()?.into_bytes(), Mode::Data);
    contents.needs = format!(
        "Linux on {}, glibc {}.{} or newer, libstdc++ 6, and a JDK 17 or newer",
        std::env::consts::ARCH,
        glibc.0,
        glibc.1
    );
    let version = String::from_utf8(output(clew, &["--version"])?)?;
    contents.add("VERSION", format!("{version}needs {}\n", contents.needs).into_bytes(), Mode::Data);
    Ok(contents)
}

/// The programs and the solver library; tells the C library they need.
fn programs(contents: &mut Contents, clew: &Path) -> Result<elf::GlibcVersion> {
    let library = paths::root().join(".deps/z3/lib/libz3.so");
    ensure!(library.is_file(), "the solver library is missing: run ./setup");
    let library = elf::read(&library)?;
    let worker = clew.with_file_name("clew-worker");
    let programs = [
        ("bin/clew".to_owned(), elf::shipped(clew)?),
        ("lib/clew-worker".to_owned(), elf::shipped(&worker)?),
        (format!("lib/{}", elf::soname(&library)?), library),
    ];
    let mut newest = (0, 0);
    for (path, bytes) in programs {
        newest = newest.max(elf::needed_glibc(&bytes)?.unwrap_or_default());
        contents.add(path, bytes, Mode::Program);
    }
    Ok(newest)
}

/// What the command prints.
fn output(clew: &Path, args: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new(clew).args(args).output().with_context(|| format!("{} cannot be run", clew.display()))?;
    ensure!(output.status.success(), "clew {} ended with {}", args.join(" "), output.status);
    Ok(output.stdout)
}
