//! What is to be run, and in what cage.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A program to be run under supervision.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// The program's file.
    pub program: OsString,
    /// Its arguments. Two more come after them: the files to read requests from and to write answers to.
    pub arguments: Vec<OsString>,
    /// Whether it is caged.
    pub confinement: Confinement,
    /// The folder of a [`Scratch`](crate::Scratch), absolute.
    pub scratch: OsString,
    /// What the program may use up.
    pub limits: Limits,
    /// The command line with which a process gets to [`main`](crate::main), without the arguments of `main`.
    pub entry: Vec<OsString>,
}

impl Spec {
    pub(crate) fn scratch(&self) -> Layout<'_> {
        Layout(Path::new(&self.scratch))
    }
}

/// Whether a program is caged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Confinement {
    /// It can change nothing outside its scratch folder, reach nobody, start nothing; and what it tried is told.
    #[default]
    Full,
    /// It can do what its user can, and nothing is told. Only its limits hold, and its scratch folder is removed.
    None,
}

/// What a program may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory that is its own, in bytes, stacks of threads included; default 2 GiB.
    pub memory: u64,
    /// The size of one file, in bytes; default 64 MiB.
    pub file: u64,
    /// Open files; default 4096.
    pub open_files: u64,
    /// The size of all its files together, in bytes; default 256 MiB. It is looked at from time to time, so that for a moment
    /// there may be more.
    pub disk: u64,
    /// The number of its files; default 50,000; looked at in the same way.
    pub files: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 2 << 30, file: 64 << 20, open_files: 4096, disk: 256 << 20, files: 50_000 }
    }
}

/// The parts of a scratch folder.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a>(pub(crate) &'a Path);

impl Layout<'_> {
    /// Where temporary files may be made.
    #[must_use]
    pub fn temporary(&self) -> PathBuf {
        self.0.join("tmp")
    }

    /// Where the program may put its products.
    #[must_use]
    pub fn products(&self) -> PathBuf {
        self.0.join("products")
    }

    /// The working folder. A caged program cannot write there, since outside a cage it would be a folder of the user's.
    #[must_use]
    pub fn working(&self) -> PathBuf {
        self.0.join("work")
    }

    /// The home folder. A caged program cannot write there, for the same reason.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        self.0.join("home")
    }
}
