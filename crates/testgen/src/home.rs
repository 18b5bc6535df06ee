//! Where a test class or a class of helpers goes: its package, its name, its file.

use crate::classes::{ClassInfo, Origin, after_package, package_of};
use crate::java::is_identifier;
use std::path::{Path, PathBuf};

/// Where a class that is written goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Home {
    /// The package; empty for the unnamed one.
    pub(crate) package: String,
    /// The simple name of the class.
    pub(crate) class: String,
}

/// What the names of test classes end with, so that build tools run them.
const SUFFIX: &str = "Test";

impl Home {
    /// Where the tests of a class go: its own package, unless that one is closed to users or can't be written down.
    pub(crate) fn of(class: &ClassInfo) -> Home {
        let package = package_of(&class.name);
        let package = if class.origin == Origin::Jdk || package == "java" || package.starts_with("java.") {
            format!("clewtests.{package}")
        } else {
            package.to_owned()
        };
        let writable = package.is_empty() || package.split('.').all(is_identifier);
        let name: String =
            after_package(&class.name).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name };
        Home { package: if writable { package } else { "clewtests".into() }, class: format!("{name}Clew{SUFFIX}") }
    }

    /// The simple name in place of one that is taken, by its number from 2.
    pub(crate) fn another(wanted: &str, number: usize) -> String {
        format!("{}{number}{SUFFIX}", wanted.strip_suffix(SUFFIX).unwrap_or(wanted))
    }

    /// The binary name of the class.
    pub(crate) fn binary_name(&self) -> String {
        if self.package.is_empty() { self.class.clone() } else { format!("{}.{}", self.package, self.class) }
    }

    /// The source file below the folder.
    pub(crate) fn file(&self, out: &Path) -> PathBuf {
        let parts = self.package.split('.').filter(|part| !part.is_empty());
        parts.fold(out.to_owned(), |path, part| path.join(part)).join(format!("{}.java", self.class))
    }
}
