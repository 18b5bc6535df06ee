//! `xtask dist`: one archive with everything that a user of Clew needs beside a JDK.

mod archive;
mod check;
mod contents;
mod elf;
mod licences;

use crate::{generation, paths};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// What is done with the archive.
#[derive(Args)]
pub struct DistArgs {
    /// Unpack the archive in a folder of its own and use it as a newcomer would, with nothing of this source folder.
    #[arg(long)]
    check: bool,
}

/// The name of the archive without its ending, which is also that of the folder in it.
fn name() -> String {
    format!("clew-{}-{}-linux", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH)
}

/// The folder for archives.
fn folder() -> PathBuf {
    paths::target().join("dist")
}

/// Builds the release, packs the archive and, where asked, checks it.
///
/// # Errors
/// Where something is missing, cannot be built, or does not work as a newcomer would expect.
pub fn run(args: &DistArgs) -> Result<()> {
    let clew = generation::build()?;
    let contents = contents::collect(&clew)?;
    let place = folder().join(format!("{}.tar.gz", name()));
    let size = archive::write(&contents, &name(), &place)?;
    println!("{}: {} files, {:.1} MB", place.display(), contents.files.len(), size as f64 / 1e6);
    println!("needs {}", contents.needs);
    if args.check {
        check::run(&place)?;
    }
    Ok(())
}
