//! Packing and unpacking. Equal contents give an equal archive, byte for byte.

use super::contents::{Contents, Mode};
use crate::paths;
use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tar::{Builder, EntryType, Header};

/// The time of all entries, in seconds since 1970: the beginning of 2026. What is newer than a user's clock makes `tar` complain.
const TIME: u64 = 1_767_225_600;

/// Packs files below a folder of this name, and gives the size of the archive in bytes.
pub fn write(contents: &Contents, folder: &str, place: &Path) -> Result<u64> {
    let parent = place.parent().context("an archive lies in a folder")?;
    std::fs::create_dir_all(parent).with_context(|| format!("{} cannot be made", parent.display()))?;
    // For everybody to read, unlike other temporary files.
    let mut file = tempfile::Builder::new()
        .permissions(std::fs::Permissions::from_mode(0o644))
        .tempfile_in(parent)
        .with_context(|| format!("cannot write to {}", parent.display()))?;
    let packed = GzBuilder::new().mtime(0).write(BufWriter::new(file.as_file_mut()), Compression::default());
    let mut builder = Builder::new(packed);
    let mut folders = BTreeSet::new();
    for path in contents.files.keys() {
        let path = format!("{folder}/{path}");
        for above in Path::new(&path).ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
            folders.insert(above.to_owned());
        }
    }
    for above in folders {
        builder.append_data(&mut header(EntryType::Directory, Mode::Program, 0), above, std::io::empty())?;
    }
    for (path, entry) in &contents.files {
        let mut header = header(EntryType::Regular, entry.mode, entry.bytes.len() as u64);
        builder.append_data(&mut header, format!("{folder}/{path}"), entry.bytes.as_slice())?;
    }
    builder.into_inner()?.finish()?.flush()?;
    let size = file.as_file().metadata()?.len();
    file.persist(place).with_context(|| format!("{} cannot be written", place.display()))?;
    Ok(size)
}

fn header(kind: EntryType, mode: Mode, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(match mode {
        Mode::Program => 0o755,
        Mode::Data => 0o644,
    });
    header.set_mtime(TIME);
    header.set_size(size);
    header
}

/// Unpacks an archive into a folder, which is emptied first.
pub fn unpack(place: &Path, folder: &Path) -> Result<()> {
    paths::empty_folder(folder)?;
    let file = File::open(place).with_context(|| format!("{} cannot be read", place.display()))?;
    tar::Archive::new(GzDecoder::new(BufReader::new(file)))
        .unpack(folder)
        .with_context(|| format!("{} cannot be unpacked", place.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::contents::Entry;

    #[test]
    fn equal_contents_give_equal_archives_with_their_modes() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let mut contents = Contents::default();
        contents.files.insert("lib/data".into(), Entry { bytes: vec![1, 2], mode: Mode::Data });
        contents.files.insert("bin/program".into(), Entry { bytes: vec![3], mode: Mode::Program });
        let places = ["a.tar.gz", "b.tar.gz"].map(|name| dir.path().join(name));
        for place in &places {
            write(&contents, "top", place).expect("an archive");
        }
        let [a, b] = places.each_ref().map(|place| std::fs::read(place).expect("the archive"));
        assert_eq!(a, b);
        let out = dir.path().join("out");
        unpack(&places[0], &out).expect("files");
        assert_eq!(std::fs::read(out.join("top/lib/data")).expect("a file"), [1, 2]);
        use std::os::unix::fs::PermissionsExt;
        let mode = |name: &str| std::fs::metadata(out.join(name)).expect("a file").permissions().mode() & 0o777;
        assert_eq!((mode("top/bin/program"), mode("top/lib/data")), (0o755, 0o644));
    }
}
