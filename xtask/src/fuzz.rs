//! `cargo xtask fuzz`: runs the fuzz targets, and keeps a small set of inputs for the tests.

use crate::paths::root;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use clew_fuzzing::Target;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The toolchain that fuzzing needs: instrumentation is not stable.
const TOOLCHAIN: &str = "nightly";
/// Memory that an input may make the process use, in MiB.
const MEMORY_MIB: u32 = 3_072;
/// Time that an input may take, in seconds.
const INPUT_SECONDS: u32 = 20;
/// The longest input, in bytes.
const MAX_INPUT_BYTES: u32 = 8_192;

/// `cargo xtask fuzz`.
#[derive(Args)]
pub struct FuzzArgs {
    /// Which target; all of them, one after another, where none is named.
    #[arg(value_parser = named)]
    target: Option<Target>,
    /// How long each one runs, with its unit.
    #[arg(long, value_name = "DURATION", default_value = "10m", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Afterwards make the inputs that the tests replay (`fuzz/seeds`) those that between them reach what was reached.
    #[arg(long)]
    keep: bool,
}

/// Runs the targets. Ends at the first finding, which stays in `fuzz/artifacts`.
///
/// # Errors
/// There is a finding, or a tool is missing.
pub fn run(args: &FuzzArgs) -> Result<()> {
    install()?;
    let targets = args.target.map_or_else(|| Target::ALL.to_vec(), |target| vec![target]);
    for target in targets {
        fuzz(target, args.time)?;
        if args.keep {
            keep(target)?;
        }
    }
    Ok(())
}

/// Sees that cargo-fuzz and its toolchain are there.
fn install() -> Result<()> {
    let has_toolchain = Command::new("rustup").args(["run", TOOLCHAIN, "rustc", "--version"]).output();
    let has_toolchain = has_toolchain.context("rustup is missing: it is needed for the nightly toolchain")?;
    if !has_toolchain.status.success() {
        let status =
            Command::new("rustup").args(["toolchain", "install", TOOLCHAIN, "--profile", "minimal"]).status()?;
        ensure!(status.success(), "the nightly toolchain could not be installed ({status})");
    }
    let found = Command::new("cargo").args(["fuzz", "--version"]).output().context("cargo cannot be run")?;
    if !found.status.success() {
        let status = Command::new("cargo").args(["install", "cargo-fuzz", "--locked"]).status()?;
        ensure!(status.success(), "cargo-fuzz could not be installed ({status})");
    }
    Ok(())
}

fn fuzz(target: Target, time: Duration) -> Result<()> {
    let name = target.name();
    let corpus = grown(name)?;
    let mut command = cargo_fuzz("run", name);
    command.arg(&corpus);
    command.args(seeds(target).iter().filter(|folder| folder.is_dir()));
    command.arg("--");
    command.arg(format!("-max_total_time={}", time.as_secs().max(1)));
    command.args([format!("-timeout={INPUT_SECONDS}"), format!("-rss_limit_mb={MEMORY_MIB}")]);
    command.args([format!("-max_len={MAX_INPUT_BYTES}"), "-print_final_stats=1".to_owned()]);
    if let Some(dictionary) = dictionary(target) {
        command.arg(format!("-dict={}", dictionary.display()));
    }
    let status = command.status().context("cargo fuzz cannot be run")?;
    if !status.success() {
        bail!(
            "{name} has a finding: mend it, and put the input from fuzz/artifacts/{name} into fuzz/seeds/{name}, made smaller \
             with `cargo +{TOOLCHAIN} fuzz tmin {name} FILE`"
        );
    }
    Ok(())
}

/// Adds to the inputs that the tests replay those that reach something new.
fn keep(target: Target) -> Result<()> {
    let name = target.name();
    let kept = root().join("fuzz/seeds").join(name);
    std::fs::create_dir_all(&kept).with_context(|| format!("{} cannot be made", kept.display()))?;
    let mut command = cargo_fuzz("run", name);
    command.arg(&kept).arg(grown(name)?).args([
        "--",
        "-set_cover_merge=1",
        "-use_counters=0",
        "-use_cmp=0",
        "-max_len=2500",
    ]);
    command.arg(format!("-timeout={INPUT_SECONDS}"));
    let status = command.status().context("cargo fuzz cannot be run")?;
    ensure!(status.success(), "the inputs of {name} could not be merged ({status})");
    Ok(())
}

/// The target of this name.
fn named(name: &str) -> Result<Target, String> {
    let names = || Target::ALL.map(Target::name).join(", ");
    Target::ALL.into_iter().find(|target| target.name() == name).ok_or_else(|| format!("the targets are {}", names()))
}

/// The folder of all inputs that fuzzing has found worth keeping on this machine.
fn grown(name: &str) -> Result<PathBuf> {
    let folder = root().join("fuzz/corpus").join(name);
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(folder)
}

/// Where inputs to start from are.
fn seeds(target: Target) -> Vec<PathBuf> {
    let mut folders = vec![root().join("fuzz/seeds").join(target.name())];
    match target {
        Target::ClassFile => folders.push(root().join("crates/fuzzing/classes")),
        Target::Program => folders.push(root().join("corpus/clew")),
        Target::ClassCode | Target::Simplifier => {}
    }
    folders
}

fn dictionary(target: Target) -> Option<PathBuf> {
    (target == Target::Program).then(|| root().join("fuzz/program.dict"))
}

/// A command of cargo-fuzz for a target. Without a sanitizer: nearly all code is safe Rust, and inputs run twice as
/// fast; without the tracing of comparisons twice as fast once more.
fn cargo_fuzz(command: &str, target: &str) -> Command {
    let library = root().join(".deps/z3/lib");
    let mut paths = vec![library];
    paths.extend(std::env::var_os("LD_LIBRARY_PATH").iter().flat_map(std::env::split_paths));
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root()).args(["fuzz", command, "--sanitizer", "none", "--no-trace-compares", target]);
    // The variables that cargo set for this program would name the other toolchain.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN", "CARGO_TARGET_DIR"] {
        cargo.env_remove(name);
    }
    cargo.env("RUSTUP_TOOLCHAIN", TOOLCHAIN);
    if let Ok(path) = std::env::join_paths(paths) {
        cargo.env("LD_LIBRARY_PATH", path);
    }
    cargo
}
