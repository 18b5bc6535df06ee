//! The licences of everything in the archive that others have made.

use crate::paths;
use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, MetadataCommand, Package, PackageId};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// How names of files with a licence or a notice begin.
const PREFIXES: [&str; 4] = ["LICEN", "COPYING", "NOTICE", "UNLICENSE"];

fn is_licence(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.to_uppercase().starts_with(prefix))
}

/// The licences that a jar carries, by name.
pub fn of_jar(jar: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let context = || format!("{} cannot be read", jar.display());
    let file = File::open(jar).with_context(context)?;
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).with_context(context)?;
    let mut found = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).with_context(context)?;
        let path = entry.name().with_context(context)?.into_owned();
        let Some(name) = path.strip_prefix("META-INF/").or(Some(&path)).filter(|name| !name.contains('/')) else {
            continue;
        };
        if is_licence(name) {
            let mut text = Vec::new();
            entry.read_to_end(&mut text).with_context(context)?;
            // Two folders may have a file of one name.
            found.push((path.replace('/', "-"), text));
        }
    }
    anyhow::ensure!(!found.is_empty(), "{} carries no licence", jar.display());
    Ok(found)
}

/// One text with the crates that the programs are linked with, and the texts of their licences.
pub fn of_crates() -> Result<String> {
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let metadata = MetadataCommand::new()
        .current_dir(paths::root())
        .other_options(["--filter-platform".to_owned(), platform, "--locked".to_owned()])
        .exec()
        .context("cargo metadata cannot be run")?;
    let resolve = metadata.resolve.as_ref().context("cargo metadata tells no dependencies")?;
    let command =
        metadata.packages.iter().find(|package| package.name == "clew-cli").context("there is no clew-cli")?;
    let mut linked: BTreeSet<&PackageId> = BTreeSet::new();
    let mut left = vec![&command.id];
    while let Some(id) = left.pop() {
        if linked.insert(id) {
            let node = resolve.nodes.iter().find(|node| node.id == *id).context("a dependency is not resolved")?;
            let needed =
                node.deps.iter().filter(|on| on.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
            left.extend(needed.map(|on| &on.pkg));
        }
    }
    let theirs = |package: &&Package| linked.contains(&package.id) && package.source.is_some();
    let mut packages: Vec<&Package> = metadata.packages.iter().filter(theirs).collect();
    packages.sort_by_key(|package| (package.name.to_string(), package.version.clone()));
    text(&packages)
}

fn text(packages: &[&Package]) -> Result<String> {
    let mut list = "The programs of this archive contain these Rust crates, and the Rust standard library (MIT OR Apache-2.0).\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see its text below");
        let home = package.repository.as_deref().map(|home| format!("  {home}")).unwrap_or_default();
        list += &format!("{name}: {licence}{home}\n");
        for text in files(package)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    for (names, text) in texts {
        list += &format!("\n{}\n{}\n\n{}\n", "=".repeat(100), names.join(", "), text.trim_end());
    }
    Ok(list)
}

/// The texts of the licences that a crate carries.
fn files(package: &Package) -> Result<Vec<String>> {
    let folder = package.manifest_path.parent().context("a manifest lies in a folder")?;
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("{folder} cannot be read"))? {
        let entry = entry?;
        if is_licence(&entry.file_name().to_string_lossy()) && entry.file_type()?.is_file() {
            found.insert(String::from_utf8_lossy(&std::fs::read(entry.path())?).replace("\r\n", "\n"));
        }
    }
    Ok(found.into_iter().collect())
}
