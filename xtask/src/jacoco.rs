//! JaCoCo: its agent, and what it says of every method afterwards.

use crate::generation::Generated;
use crate::junit::tool_jar;
use crate::paths;
use anyhow::{Context, Result, bail, ensure};
use clew_facts::MethodKey;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file for what the agent writes, which is not there yet: the agent adds to one that is.
pub fn fresh(generated: &Generated) -> Result<PathBuf> {
    let executed = generated.folder.join("jacoco.exec");
    if executed.exists() {
        std::fs::remove_file(&executed)?;
    }
    Ok(executed)
}

/// The flag with which a JVM runs the agent.
pub fn agent(executed: &Path) -> Result<OsString> {
    let mut flag = OsString::from("-javaagent:");
    flag.push(tool_jar("org.jacoco.agent")?);
    flag.push("=destfile=");
    flag.push(executed);
    Ok(flag)
}

/// A row of what `xtask/java/JacocoLines.java` prints. Of two figures the first counts all, the second what is covered.
pub enum Row {
    /// A class with its counters.
    Class { name: String, lines: (u64, u64), branches: (u64, u64) },
    /// A method with its counter.
    Method { method: MethodKey, instructions: (u64, u64) },
    /// A line of a method.
    Line { method: MethodKey, line: u32, is_covered: bool },
    /// What must never happen: the bytes of a class were others.
    Stale(String),
}

/// Reads the rows.
///
/// # Errors
/// Where one makes no sense.
pub fn parse(text: &str) -> Result<Vec<Row>> {
    text.lines().map(row).collect()
}

fn row(text: &str) -> Result<Row> {
    let fields: Vec<&str> = text.split('\t').collect();
    Ok(match fields[..] {
        ["class", name, lines, covered, branches, taken] => Row::Class {
            name: name.replace('/', "."),
            lines: (lines.parse()?, covered.parse()?),
            branches: (branches.parse()?, taken.parse()?),
        },
        ["method", class, method, descriptor, all, covered] => Row::Method {
            method: MethodKey::of_internal(class, method, descriptor),
            instructions: (all.parse()?, covered.parse()?),
        },
        ["line", class, method, descriptor, line, seen] => Row::Line {
            method: MethodKey::of_internal(class, method, descriptor),
            line: line.parse()?,
            is_covered: seen == "covered",
        },
        ["stale", name] => Row::Stale(format!("JaCoCo saw other bytes of class {name} than those of the jar")),
        _ => bail!("JacocoLines prints a row that makes no sense: {text}"),
    })
}

/// The text that `JacocoLines` prints of what the agent wrote.
pub fn lines(generated: &Generated, executed: &Path) -> Result<String> {
    ensure!(executed.is_file(), "JaCoCo's agent wrote nothing; see the logs in {}", generated.folder.display());
    let output = Command::new("java")
        .arg("-cp")
        .arg(tool_jar("org.jacoco.cli")?)
        .arg(paths::java_program("JacocoLines.java"))
        .args([executed, &generated.jar])
        .output()
        .context("java cannot be run; ./setup installs a JDK")?;
    if !output.status.success() {
        bail!("JaCoCo's analysis of {} failed: {}", generated.name, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
