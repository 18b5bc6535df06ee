//! Programs as they are shipped: without what only this source folder has or needs.

use anyhow::{Context, Result, ensure};
use object::elf::{DT_RUNPATH, DT_SONAME, DynamicTag, FileHeader64};
use object::read::elf::{Dyn, FileHeader, SectionHeader};
use object::{Endianness, Object, ObjectSection};
use std::path::Path;
use std::process::Command;

type Header = FileHeader64<Endianness>;
type ElfFile<'a> = object::read::elf::ElfFile64<'a>;

/// A version of the C library, such as 2.34.
pub type GlibcVersion = (u32, u32);

/// The one folder where a shipped program looks for libraries: its own.
const OWN_FOLDER: &str = "$ORIGIN";

/// Reads a program, takes out what debuggers need, and lets it look for libraries beside itself only. The names of functions
/// stay: they make the report of a crash readable.
pub fn shipped(place: &Path) -> Result<Vec<u8>> {
    let stripped = tempfile::NamedTempFile::new().context("a temporary file cannot be made")?;
    let status = Command::new("strip").arg("--strip-debug").arg("-o").arg(stripped.path()).arg(place).status();
    let status =
        status.context("strip cannot be run; it comes with the linker (on Debian: apt-get install binutils)")?;
    ensure!(status.success(), "strip ended with {status} on {}", place.display());
    let mut bytes = read(stripped.path())?;
    let place = place.display();
    let (offset, runpath) = dynamic_string(&bytes, DT_RUNPATH)?.with_context(|| format!("{place} names no folders"))?;
    let rest =
        runpath.strip_prefix(OWN_FOLDER).with_context(|| format!("{place} does not look beside itself first"))?;
    if !rest.is_empty() {
        ensure!(rest.starts_with(':'), "{place} looks for libraries in {runpath}");
        // Ends the text there. Other names may share the end of the text, so that stays as it is.
        bytes[offset + OWN_FOLDER.len()] = 0;
    }
    Ok(bytes)
}

/// What a file holds.
pub fn read(place: &Path) -> Result<Vec<u8>> {
    std::fs::read(place).with_context(|| format!("{} cannot be read", place.display()))
}

/// The name under which programs look for a library.
pub fn soname(bytes: &[u8]) -> Result<String> {
    let (_, name) = dynamic_string(bytes, DT_SONAME)?.context("the library has no name")?;
    Ok(name)
}

/// A text that the loader goes by, with its place in the file.
fn dynamic_string(bytes: &[u8], tag: DynamicTag) -> Result<Option<(usize, String)>> {
    let header = Header::parse(bytes)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, bytes)?;
    let (entries, strings) = sections.dynamic(endian, bytes)?.context("it is not linked with libraries")?;
    let Some(entry) = entries.iter().find(|entry| entry.tag(endian) == tag) else { return Ok(None) };
    let offset = sections.section(strings)?.sh_offset(endian) + entry.d_val(endian);
    let offset = usize::try_from(offset)?;
    let text = bytes.get(offset..).context("a text lies outside the file")?;
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    Ok(Some((offset, String::from_utf8(text.to_vec())?)))
}

/// The newest version of the C library that a program or library asks for, if any.
pub fn needed_glibc(bytes: &[u8]) -> Result<Option<GlibcVersion>> {
    let file = ElfFile::parse(bytes)?;
    // The names of versions are among those of dynamic symbols.
    let names = file.section_by_name(".dynstr").map(|section| section.data()).transpose()?.unwrap_or_default();
    let versions = names.split(|byte| *byte == 0).filter_map(|name| {
        let (major, minor) = std::str::from_utf8(name).ok()?.strip_prefix("GLIBC_")?.split_once('.')?;
        // A third part, as in 2.2.5, is of very old ones.
        Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
    });
    Ok(versions.max())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_shipped_program_looks_for_libraries_beside_itself_only() {
        let own = std::env::current_exe().expect("this program");
        let bytes = shipped(&own).expect("a program");
        assert!(bytes.len() < read(&own).expect("this program").len());
        assert!(needed_glibc(&bytes).expect("a program") >= Some((2, 2)));
        assert_eq!(dynamic_string(&bytes, DT_RUNPATH).expect("a program").expect("a text").1, OWN_FOLDER);
        let dir = tempfile::tempdir().expect("a temporary folder");
        let place = dir.path().join("program");
        fs::write(&place, &bytes).expect("a file");
        fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("a program");
        let output = Command::new(&place).arg("--list").output().expect("it starts");
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(said[0].contains("a_shipped_program_looks"), "{said:?}");
    }
}
