//! The modules of a crate import each other in small cycles at most, so that they can be read one after the other.

mod workspace;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use workspace::{crates, sources_below, text_of};

/// The greatest number of modules that may import each other in a cycle.
const MAX_CYCLE: usize = 5;

/// Crates with a larger cycle, and its size: it may only become smaller.
const LARGER: [(&str, usize); 1] = [("heap", 6)];

/// A module by its path in the crate; the root of the crate is none.
type Module = Vec<String>;

/// The paths that source text names from the root of its crate, in `use` declarations and elsewhere.
fn paths(module: &Module, text: &str) -> Vec<Vec<String>> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let own = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut found = Vec::new();
    for part in own.split("use ").skip(1) {
        let tree: String = part.split(';').next().unwrap_or_default().split_whitespace().collect();
        expand("", &tree, &mut found);
    }
    for start in ["crate::", "super::"] {
        for (at, _) in own.match_indices(start) {
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            found.push(own[at..].chars().take_while(|c| is_path(*c)).collect());
        }
    }
    found.iter().filter_map(|path| absolute(module, path)).collect()
}

/// The paths of a tree of imports.
fn expand(before: &str, tree: &str, found: &mut Vec<String>) {
    let Some((start, inner)) = tree.split_once('{') else {
        found.push(format!("{before}{tree}"));
        return;
    };
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    let mut depth = 0;
    let parts = inner.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.is_empty()).for_each(|part| expand(&format!("{before}{start}"), part, found));
}

/// A path from the root of the crate, if it is one of the crate's own.
fn absolute(module: &Module, path: &str) -> Option<Vec<String>> {
    let parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty() && *part != "self").collect();
    let ups = parts.iter().take_while(|part| **part == "super").count();
    let mut whole = match parts.first() {
        Some(&"crate") => Vec::new(),
        // `super` of a test module inside a file is the file's own module: such paths lead nowhere else.
        Some(&"super") => module[..module.len().checked_sub(ups)?].to_vec(),
        _ => module.clone(),
    };
    let skipped = ups + usize::from(parts.first() == Some(&"crate"));
    whole.extend(parts[skipped..].iter().map(|part| (*part).to_owned()));
    Some(whole)
}

/// The modules of a crate with the modules that each imports something from.
fn imports(source: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let named = |path: PathBuf| {
        let name = path.strip_prefix(source).expect("a source is below the folder").with_extension("");
        (name.iter().map(|part| part.to_string_lossy().into_owned()).collect(), text_of(&path))
    };
    let mut texts: BTreeMap<Module, String> = sources_below(source).into_iter().map(named).collect();
    texts.retain(|module, _| !matches!(module.last().map(String::as_str), Some("lib" | "main" | "mod")));
    let resolve =
        |path: &[String]| (1..=path.len()).rev().map(|to| path[..to].to_vec()).find(|to| texts.contains_key(to));
    let of = |(module, text): (&Module, &String)| {
        let all = paths(module, text);
        // A module that is only named is no import; what is named in it is.
        let used = all.iter().filter_map(|path| resolve(path)).filter(|used| used != module);
        (module.clone(), used.collect())
    };
    texts.iter().map(of).collect()
}

/// The greatest number of modules each of which leads to all the others.
fn largest_cycle(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Module> {
    let leads_to = |from: &Module| {
        let mut seen: BTreeSet<Module> = BTreeSet::new();
        let mut waiting = vec![from.clone()];
        while let Some(module) = waiting.pop() {
            for next in imports.get(&module).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    waiting.push(next.clone());
                }
            }
        }
        seen
    };
    let reach: BTreeMap<&Module, BTreeSet<Module>> = imports.keys().map(|module| (module, leads_to(module))).collect();
    let cycle = |module: &Module| -> Vec<Module> {
        reach[module].iter().filter(|other| reach[other].contains(module)).cloned().collect()
    };
    imports.keys().map(cycle).max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn modules_form_small_cycles() {
    let mut wrong = Vec::new();
    for (name, folder) in crates() {
        let most = LARGER.iter().find(|(larger, _)| *larger == name).map_or(MAX_CYCLE, |(_, size)| *size);
        let cycle = largest_cycle(&imports(&folder.join("src")));
        if most > MAX_CYCLE && cycle.len() < most {
            wrong.push(format!("{name}: the largest cycle has only {} modules now: lower its limit", cycle.len()));
        }
        if cycle.len() > most {
            let members: Vec<String> = cycle.iter().map(|module| module.join("::")).collect();
            wrong.push(format!(
                "{name}: {} modules import each other, not {most}: {}",
                cycle.len(),
                members.join(", ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_cycle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let text = "use crate::{b::{self, Thing}, c::Other};\nuse std::fmt;\nfn f() { crate::d::g(); }";
    let found = paths(&module("a"), text);
    assert!(found.contains(&vec!["b".to_owned(), "Thing".to_owned()]), "{found:?}");
    assert!(found.contains(&vec!["c".to_owned(), "Other".to_owned()]), "{found:?}");
    assert!(found.contains(&vec!["d".to_owned(), "g".to_owned()]), "{found:?}");
    let arrows = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")];
    let mut imports: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in arrows {
        imports.entry(module(from)).or_default().insert(module(to));
        imports.entry(module(to)).or_default();
    }
    assert_eq!(largest_cycle(&imports), [module("a"), module("b"), module("c")]);
}
