//! A copy of a package of the JDK under another name, so that Clew takes its classes for those of a program.
//!
//! The names are changed in the constant pools of the class files. Interfaces, exceptions and the classes that other packages of the
//! JDK take or give stay the JDK's own: an object of a copied class has to go where one of the original may go.

use crate::paths;
use anyhow::{Context, Result, ensure};
use clew_jvm::Jdk;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the names of the copied classes begin with, in place of `java`.
const COPIED: &str = "copied";

/// Classes of `java.util` that other packages take or give, by how their names begin.
const SHARED: [&str; 20] = [
    "Calendar",
    "Currency",
    "Date",
    "DoubleSummaryStatistics",
    "EventObject",
    "Formatter",
    "GregorianCalendar",
    "IllformedLocaleException",
    "IntSummaryStatistics",
    "JapaneseImperialCalendar",
    "Locale",
    "LongSummaryStatistics",
    "Optional",
    "Properties",
    "PropertyPermission",
    "PropertyResourceBundle",
    "ResourceBundle",
    "Service",
    "SimpleTimeZone",
    "TimeZone",
];

/// The packages of `java.base` that the copies use as the originals do.
pub const EXPORTS: [&str; 5] = [
    "jdk.internal.access",
    "jdk.internal.misc",
    "jdk.internal.util",
    "jdk.internal.util.random",
    "jdk.internal.vm.annotation",
];

/// Copies a package such as `java.util` into a folder below `target`, which is given.
///
/// # Errors
/// There is no such package, or a class file makes no sense.
pub fn copy(package: &str) -> Result<PathBuf> {
    let path = package.replace('.', "/");
    let rest = path.strip_prefix("java/").context("only packages below java can be copied")?;
    let extracted = paths::target().join("attack/extracted");
    paths::empty_folder(&extracted)?;
    extract(&path, &extracted)?;
    let folder = extracted.join("java.base").join(&path);
    let mut files = paths::files_below(&folder, "class")?;
    files.retain(|file| file.parent() == Some(&folder));
    let mut classes = Vec::new();
    for file in &files {
        let name = file.file_stem().context("a class file has a name")?.to_string_lossy().into_owned();
        let bytes = std::fs::read(file)?;
        classes.push((name, bytes));
    }
    let copied: BTreeSet<String> =
        classes.iter().filter(|(name, bytes)| is_copied(name, bytes)).map(|(name, _)| name.clone()).collect();
    ensure!(!copied.is_empty(), "there is no package {package} in java.base");
    let out = paths::target().join("attack/copies").join(format!("{COPIED}-{}", rest.replace('/', "-")));
    paths::empty_folder(&out)?;
    let place = out.join(COPIED).join(rest);
    std::fs::create_dir_all(&place)?;
    for (name, bytes) in classes.iter().filter(|(name, _)| copied.contains(name)) {
        let renamed = renamed(bytes, &format!("{path}/"), &format!("{COPIED}/{rest}/"), &copied)
            .with_context(|| format!("the class file of {name} makes no sense"))?;
        std::fs::write(place.join(format!("{name}.class")), renamed)?;
    }
    Ok(out)
}

fn extract(path: &str, out: &Path) -> Result<()> {
    let home = Jdk::locate(None)?.home;
    let status = Command::new(home.join("bin/jimage"))
        .args(["extract", "--include", &format!("regex:/java.base/{path}/[^/]*.class"), "--dir"])
        .args([out, &home.join("lib/modules")])
        .status()
        .context("jimage cannot be run; ./setup installs a JDK")?;
    ensure!(status.success(), "jimage ended with {status}");
    Ok(())
}

/// Whether a class is copied. What is in an interface or an exception stays with it.
fn is_copied(name: &str, bytes: &[u8]) -> bool {
    const INTERFACE: u16 = 0x0200;
    let flags = pool_end(bytes).and_then(|end| Some(u16::from_be_bytes([*bytes.get(end)?, *bytes.get(end + 1)?])));
    let is_interface = flags.is_none_or(|flags| flags & INTERFACE != 0);
    let outermost = name.split('$').next().unwrap_or(name);
    let is_thrown = outermost.ends_with("Exception") || outermost.ends_with("Error");
    !is_interface && !is_thrown && !SHARED.iter().any(|shared| outermost.starts_with(shared))
}

/// An entry of the constant pool: where its text is, if it is one, and where the entry ends.
fn entry(bytes: &[u8], at: usize) -> Option<(Option<std::ops::Range<usize>>, usize, usize)> {
    let length = |size: usize| Some((None, at + size, 1));
    match bytes.get(at)? {
        1 => {
            let length = u16::from_be_bytes([*bytes.get(at + 1)?, *bytes.get(at + 2)?]) as usize;
            Some((Some(at + 3..at + 3 + length), at + 3 + length, 1))
        }
        5 | 6 => Some((None, at + 9, 2)),
        7 | 8 | 16 | 19 | 20 => length(3),
        15 => length(4),
        3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => length(5),
        _ => None,
    }
}

fn pool_count(bytes: &[u8]) -> Option<usize> {
    Some(u16::from_be_bytes([*bytes.get(8)?, *bytes.get(9)?]) as usize)
}

fn pool_end(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut index, count) = (10, 1, pool_count(bytes)?);
    while index < count {
        let (_, end, slots) = entry(bytes, at)?;
        (at, index) = (end, index + slots);
    }
    Some(at)
}

/// The class file with other names of these classes.
fn renamed(bytes: &[u8], from: &str, to: &str, classes: &BTreeSet<String>) -> Option<Vec<u8>> {
    let mut out = bytes.get(..10)?.to_vec();
    let (mut at, mut index, count) = (10, 1, pool_count(bytes)?);
    while index < count {
        let (text, end, slots) = entry(bytes, at)?;
        match text.and_then(|text| std::str::from_utf8(bytes.get(text)?).ok()) {
            Some(text) if text.contains(from) => {
                let text = renamed_text(text, from, to, classes);
                out.push(1);
                out.extend(u16::try_from(text.len()).ok()?.to_be_bytes());
                out.extend(text.bytes());
            }
            _ => out.extend(bytes.get(at..end)?),
        }
        (at, index) = (end, index + slots);
    }
    out.extend(bytes.get(at..)?);
    Some(out)
}

fn renamed_text(text: &str, from: &str, to: &str, classes: &BTreeSet<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        out.push_str(&rest[..at]);
        let after = &rest[at + from.len()..];
        let end = after.find(|unit: char| !unit.is_alphanumeric() && unit != '$' && unit != '_').unwrap_or(after.len());
        let is_below = after[end..].starts_with('/');
        out.push_str(if classes.contains(&after[..end]) && !is_below { to } else { from });
        out.push_str(&after[..end]);
        rest = &after[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn only_the_copied_classes_get_another_name() {
        let classes = ["ArrayList", "ArrayList$Itr"].map(str::to_owned).into_iter().collect();
        let renamed = |text| renamed_text(text, "java/util/", "copied/util/", &classes);
        assert_eq!(renamed("java/util/ArrayList"), "copied/util/ArrayList");
        assert_eq!(renamed("java/util/ArrayListed"), "java/util/ArrayListed");
        assert_eq!(
            renamed("(Ljava/util/ArrayList$Itr;Ljava/util/List;)V"),
            "(Lcopied/util/ArrayList$Itr;Ljava/util/List;)V"
        );
        assert_eq!(renamed("java/util/ArrayList/x java.util.ArrayList"), "java/util/ArrayList/x java.util.ArrayList");
    }

    #[test]
    fn a_constant_pool_is_copied_with_other_texts() {
        let text = |text: &str| {
            let length = u16::try_from(text.len()).expect("a short text").to_be_bytes();
            [&[1], &length[..], text.as_bytes()].concat()
        };
        let class = |name: &str| {
            let head = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 5];
            let long = [5, 0, 0, 0, 0, 0, 0, 0, 1];
            [&head[..], &text(name), &long, &[7, 0, 1], &[0x02, 0x01, 0, 4]].concat()
        };
        let classes = BTreeSet::from(["BitSet".to_owned()]);
        let made = renamed(&class("java/util/BitSet"), "java/util/", "copied/util/", &classes);
        assert_eq!(made, Some(class("copied/util/BitSet")));
        assert!(!is_copied("List", &class("java/util/List")), "it is an interface");
        assert_eq!(renamed(&class("a")[..12], "a/", "b/", &classes), None);
    }
}
