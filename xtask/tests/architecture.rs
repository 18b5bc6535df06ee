//! The rules of the workspace that the compiler does not check: which crate may know which, and what no source may hold.

mod workspace;

use cargo_metadata::{MetadataCommand, Package};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use workspace::{root, sources_below, text_of};

/// The crates, from the bottom up: a crate may depend on those above it in this list only. With each, the crates that it
/// must know nothing of although they stand above it.
const CRATES: [(&str, &[&str]); 22] = [
    ("base", &[]),
    ("store", &[]),
    ("term", &[]),
    ("smt", &[]),
    ("ir", &["term", "smt"]),
    ("jvm", &["smt"]),
    ("absint", &["store", "term", "smt"]),
    ("facts", &["smt", "ir", "jvm", "absint"]),
    ("chance", &["store", "term", "smt", "ir", "absint"]),
    ("findings", &["term", "smt", "absint"]),
    ("heap", &["smt", "jvm", "absint"]),
    // It reads programs and writes programs, and knows no engine.
    ("unverified", &["store", "term", "smt", "jvm", "absint", "facts", "findings", "heap"]),
    ("symex", &[]),
    ("reach", &["symex", "absint", "unverified"]),
    // It replaces calls by their code as the formula of a method does.
    ("apc", &["heap", "symex", "absint", "unverified"]),
    ("cage", &["base", "term", "smt", "ir", "jvm", "facts", "heap", "symex", "reach", "apc", "absint", "unverified"]),
    ("testgen", &["smt", "heap", "symex", "reach", "apc", "absint", "unverified"]),
    ("engine", &["term", "smt", "ir", "jvm", "heap", "symex", "reach", "apc", "absint", "unverified", "testgen"]),
    ("driver", &["store", "cage", "testgen", "engine"]),
    ("worker", &["testgen"]),
    ("fuzzing", &["testgen", "engine", "driver", "worker"]),
    ("cli", &[]),
];

/// What only the command may depend on: no other crate reads a command line or draws on a terminal.
const ONLY_CLI: [&str; 6] = ["anstream", "anstyle", "clap", "comfy-table", "ctrlc", "indicatif"];

/// The greatest number of lines of a source file.
const MAX_LINES: usize = 600;

/// What no source may hold: places that are left for later, and tests that are switched off.
const FORBIDDEN: [&str; 3] = [concat!("to", "do!("), concat!("un", "implemented!("), concat!("#[", "ignore")];

/// How a library has clippy refuse printing, which is the command's. `clippy.toml` has the bans for all crates.
const NO_PRINTING: &str = "#![warn(clippy::print_stdout, clippy::print_stderr)]";

fn packages() -> Vec<Package> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().expect("cargo metadata runs");
    metadata.workspace_packages().into_iter().cloned().collect()
}

/// The name of a crate of the workspace as `CRATES` has it.
fn short(package: &str) -> Option<&str> {
    package.strip_prefix("clew-")
}

#[test]
fn dependencies_point_down_the_list() {
    let position: BTreeMap<&str, usize> = CRATES.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
    let mut wrong = Vec::new();
    for package in packages() {
        let Some(name) = short(&package.name) else { continue };
        let Some(own) = position.get(name) else {
            wrong.push(format!("{name} is not in the list of crates"));
            continue;
        };
        for dependency in package.dependencies.iter().filter_map(|dependency| short(&dependency.name)) {
            match position.get(dependency) {
                None => wrong.push(format!("{name} depends on {dependency}, which is not in the list of crates")),
                Some(other) if other >= own => {
                    wrong.push(format!("{name} depends on {dependency}, which stands below it"))
                }
                Some(_) if CRATES[*own].1.contains(&dependency) => {
                    wrong.push(format!("{name} must know nothing of {dependency}"));
                }
                Some(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_crates_form_a_cycle() {
    let mut needs: BTreeMap<String, BTreeSet<String>> = packages()
        .into_iter()
        .map(|package| (package.name.to_string(), package.dependencies.into_iter().map(|on| on.name).collect()))
        .collect();
    let members: BTreeSet<String> = needs.keys().cloned().collect();
    needs.values_mut().for_each(|on| on.retain(|name| members.contains(name)));
    // Crates that need none of those left are taken away until nothing changes; what then is left is on a cycle or above one.
    loop {
        let free: Vec<String> = needs.iter().filter(|(_, on)| on.is_empty()).map(|(name, _)| name.clone()).collect();
        if free.is_empty() {
            break;
        }
        for name in free {
            needs.remove(&name);
            needs.values_mut().for_each(|on| {
                on.remove(&name);
            });
        }
    }
    assert!(needs.is_empty(), "{needs:#?}");
}

#[test]
fn nothing_depends_on_what_developers_run() {
    for package in packages() {
        assert!(package.dependencies.iter().all(|on| on.name != "xtask"), "{} depends on xtask", package.name);
    }
}

#[test]
fn only_the_command_knows_of_terminals() {
    for package in packages().iter().filter(|package| short(&package.name).is_some_and(|name| name != "cli")) {
        let found = package.dependencies.iter().find(|on| ONLY_CLI.contains(&on.name.as_str()));
        assert!(found.is_none(), "{} depends on {}", package.name, found.map_or("", |on| &on.name));
    }
}

#[test]
fn source_files_are_short() {
    let mut wrong = Vec::new();
    for (name, text) in sources() {
        let lines = text.lines().count();
        if lines > MAX_LINES {
            wrong.push(format!("{name} has {lines} lines"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_is_left_for_later() {
    let mut wrong = Vec::new();
    for (name, text) in sources() {
        for (at, line) in text.lines().enumerate() {
            if FORBIDDEN.iter().any(|word| line.contains(word)) {
                wrong.push(format!("{name}:{}: {}", at + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn libraries_do_not_print() {
    let is_library = |name: &str| name.starts_with("crates/") && name.ends_with("/src/lib.rs");
    let libraries: Vec<_> = sources().into_iter().filter(|(name, _)| is_library(name)).collect();
    let wrong: Vec<_> =
        libraries.iter().filter(|(_, text)| !text.contains(NO_PRINTING)).map(|(name, _)| name).collect();
    assert!(wrong.is_empty(), "these lack `{NO_PRINTING}`: {wrong:#?}");
    assert!(libraries.len() > 10, "there are only {} libraries", libraries.len());
}

/// Every Rust file of the workspace with its path from the root, sorted.
fn sources() -> Vec<(String, String)> {
    let files: Vec<PathBuf> =
        ["crates", "xtask"].iter().flat_map(|folder| sources_below(&root().join(folder))).collect();
    assert!(!files.is_empty(), "there are no sources");
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("a source is below the root").to_string_lossy().into_owned();
        (name, text_of(&path))
    };
    files.into_iter().map(read).collect()
}

#[test]
fn the_text_of_each_licence_is_there() {
    for package in packages() {
        assert_eq!(package.license.as_deref(), Some("MIT OR Apache-2.0"), "{}", package.name);
    }
    for (file, title) in [("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")] {
        let text = std::fs::read_to_string(root().join(file)).expect(file);
        assert_eq!(text.trim_start().lines().next().map(str::trim_end), Some(title), "{file}");
    }
}
