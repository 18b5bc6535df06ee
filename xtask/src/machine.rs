//! The machine that figures were measured on.

use clew_jvm::Jdk;
use std::process::Command;

/// One line about the machine: processor, cores, memory, JDK, compiler and solver.
pub fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let jdk = Jdk::locate(None).map_or_else(|_| "no JDK".to_owned(), |jdk| format!("JDK {}", jdk.version));
    let mut parts = vec![format!("{cores} cores ({})", processor())];
    parts.extend(memory());
    parts.push(jdk);
    parts.extend(rust());
    parts.push(clew_worker::solver_version());
    parts.join(", ")
}

/// The commit that is checked out, and whether files differ from it.
pub fn commit() -> String {
    match git(&["rev-parse", "--short", "HEAD"]) {
        Some(commit) => commit,
        None => "unknown".to_owned(),
    }
}

/// What `git` prints with these arguments. `None` where it fails.
pub fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).current_dir(crate::paths::root()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

fn memory() -> Option<String> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = total.trim().split(' ').next()?.parse().ok()?;
    Some(format!("{} GiB", kibibytes >> 20))
}

fn rust() -> Option<String> {
    let output = Command::new("rustc").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(format!("Rust {}", text.split(' ').nth(1)?))
}
