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
    let for_debuggers = |name: &[u8]| name.starts_with(b".debug_") || [&b".symtab"[..], b".strtab"].contains(&name);
    Ok(names.filter(|name| for_debuggers(name)).collect())
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
