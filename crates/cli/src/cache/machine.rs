//! What results depend on besides the program: Clew itself and the JDK.

use crate::input::Input;
use crate::version::VERSION;
use crate::worker::Workers;
use clew_base::{Digest, DigestMaker};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The parts of a JDK that running and reading it depends on.
const PARTS_OF_JDK: [&str; 4] = ["bin", "conf", "lib", "release"];

/// How deep the folders of a JDK are looked into.
const MAX_DEPTH: usize = 16;

/// The digest of what this run works with; nothing where the system does not tell.
pub fn identity(input: &Input, workers: &Workers) -> Option<Digest> {
    let mut maker = DigestMaker::default();
    maker.part(VERSION.as_bytes());
    maker.part(workers.solver().ok()?.as_bytes());
    file(&mut maker, &std::env::current_exe().ok()?)?;
    file(&mut maker, workers.program())?;
    maker.part(input.jdk.version.as_bytes());
    for part in PARTS_OF_JDK {
        let place = input.jdk.home.join(part);
        if place.exists() {
            whole(&mut maker, &place, MAX_DEPTH)?;
        }
    }
    Some(maker.finish())
}

/// Takes a file in, or all files in a folder.
fn whole(maker: &mut DigestMaker, place: &Path, depth: usize) -> Option<()> {
    if !place.is_dir() {
        return file(maker, place);
    }
    let depth = depth.checked_sub(1)?;
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(place).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    // A link that leads nowhere is no part of it.
    entries.iter().filter(|entry| entry.exists()).try_for_each(|entry| whole(maker, entry, depth))
}

/// Takes in which file it is and when it last changed, which no program can set back: its content need not be read.
pub(super) fn file(maker: &mut DigestMaker, place: &Path) -> Option<()> {
    let found = std::fs::metadata(place).ok()?;
    maker.part(place.as_os_str().as_encoded_bytes());
    let changed = [found.mtime(), found.mtime_nsec(), found.ctime(), found.ctime_nsec()];
    maker.part(format!("{} {} {changed:?}", found.ino(), found.size()).as_bytes());
    Some(())
}
