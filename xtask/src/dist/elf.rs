//! Programs as they are shipped: without what only this source folder has or needs.

use anyhow::{Context, Result};
use object::read::elf::ElfFile64;
use object::{Object, ObjectSection};
use object_rewrite::Rewriter;
use std::collections::HashSet;
use std::path::Path;

/// A version of the C library, such as 2.34.
pub type GlibcVersion = (u32, u32);

/// Reads a program, takes out what debuggers need, and lets it look for libraries only where `runpath` says.
pub fn shipped(place: &Path, runpath: Option<&str>) -> Result<Vec<u8>> {
    let bytes = read(place)?;
    let context = || format!("{} cannot be rewritten", place.display());
    let mut rewriter = Rewriter::read(&bytes).with_context(context)?;
    rewriter.delete_sections(&debug_sections(&bytes).with_context(context)?);
    match runpath {
        Some(runpath) => rewriter.elf_set_runpath(runpath.as_bytes().to_vec()).with_context(context)?,
        None => rewriter.elf_delete_runpath().with_context(context)?,
    }
    let mut rewritten = Vec::new();
    rewriter.write(&mut rewritten).with_context(context)?;
    Ok(rewritten)
}

pub fn read(place: &Path) -> Result<Vec<u8>> {
    std::fs::read(place).with_context(|| format!("{} cannot be read", place.display()))
}

fn debug_sections(bytes: &[u8]) -> Result<HashSet<Vec<u8>>> {
    let file: ElfFile64 = ElfFile64::parse(bytes)?;
    let names = file.sections().filter_map(|section| section.name_bytes().ok().map(<[u8]>::to_vec));
    // The names of functions stay: they make the report of a crash readable.
    Ok(names.filter(|name| name.starts_with(b".debug_")).collect())
}

/// The newest version of the C library that a program or library asks for, if any.
pub fn needed_glibc(bytes: &[u8]) -> Result<Option<GlibcVersion>> {
    let file: ElfFile64 = ElfFile64::parse(bytes)?;
    // The names of versions are among those of dynamic symbols.
    let names = file.section_by_name(".dynstr").map(|section| section.data()).transpose()?.unwrap_or_default();
    let versions = names.split(|byte| *byte == 0).filter_map(|name| {
        let (major, minor) = std::str::from_utf8(name).ok()?.strip_prefix("GLIBC_")?.split_once('.')?;
        // A third part, as in 2.2.5, is of very old ones.
        Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
    });
    Ok(versions.max())
}

/// The name under which programs look for a library.
pub fn soname(bytes: &[u8]) -> Result<String> {
    let rewriter = Rewriter::read(bytes).context("the library cannot be read")?;
    let name = rewriter.elf_soname().context("the library has no name")?;
    Ok(String::from_utf8_lossy(name).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    #[test]
    fn a_rewritten_program_runs_and_looks_for_libraries_where_it_is_told() {
        let own = std::env::current_exe().expect("this program");
        let library = crate::paths::root().join(".deps/z3/lib");
        let runpath = library.canonicalize().expect("the solver library; ./setup fetches it").display().to_string();
        let rewritten = shipped(&own, Some(&runpath)).expect("a program");
        assert!(debug_sections(&rewritten).expect("a program").is_empty());
        assert!(rewritten.len() < read(&own).expect("this program").len());
        assert!(needed_glibc(&rewritten).expect("a program") >= Some((2, 2)));
        let dir = tempfile::tempdir().expect("a temporary folder");
        let place = dir.path().join("program");
        fs::write(&place, &rewritten).expect("a file");
        fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("a program");
        let output = Command::new(&place).arg("--list").env_remove("LD_LIBRARY_PATH").output().expect("it starts");
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(said[0].contains("a_rewritten_program_runs"), "{said:?}");
        assert_eq!(Rewriter::read(&rewritten).expect("a program").elf_runpath(), Some(runpath.as_bytes()));
    }
}
