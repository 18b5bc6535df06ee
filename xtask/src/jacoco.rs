//! JaCoCo: its agent, and what it says of every method afterwards.

use crate::generation::Generated;
use crate::junit::tool_jar;
use crate::paths;
use anyhow::{Context, Result, bail, ensure};
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

/// The rows that `xtask/java/JacocoLines.java` prints of what the agent wrote.
pub fn rows(generated: &Generated, executed: &Path) -> Result<String> {
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
