//! Compares what two runs left behind.

use crate::coverage::numberless;
use crate::paths;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The fields that tell times, and what was there before the run, which no two runs share; `docs/spec/cli.md` names the same.
pub const TIMING_FIELDS: [&str; 3] = ["seconds", "solver_seconds", "from_store"];

/// The fields of a document that follow from those of all methods: they may differ where the clock ended one.
const OF_ALL_METHODS: [&str; 3] = ["totals", "findings", "finding_totals"];

/// What a comparison brought.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Methods that were compared.
    pub methods: usize,
    /// Test classes that were compared.
    pub files: usize,
    /// Methods that the clock ended in one of the runs: they, and the tests of their classes, may differ.
    pub clock_bound: BTreeSet<String>,
    /// What differs all the same, one line each.
    pub differences: Vec<String>,
}

/// Compares two runs, each given as its document and its folder of tests.
pub fn compare(one: (&Path, &Path), two: (&Path, &Path)) -> Result<Comparison> {
    let documents = (read(one.0)?, read(two.0)?);
    let mut found = compare_documents(&documents.0, &documents.1);
    let free = classes(&found.clock_bound);
    let tests = (tests(one.1)?, tests(two.1)?);
    let names: BTreeSet<&String> = tests.0.keys().chain(tests.1.keys()).collect();
    for name in names {
        if free.iter().any(|class| is_test_of(name, class)) {
            continue;
        }
        found.files += 1;
        match (tests.0.get(name), tests.1.get(name)) {
            (Some(one), Some(two)) if one == two => {}
            (Some(one), Some(two)) => found.differences.push(format!("{name}: {}", first_difference(one, two))),
            _ => found.differences.push(format!("{name}: only one run has it")),
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Result<Value> {
    let text = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut document = serde_json::from_slice(&text).with_context(|| format!("{} is no document", path.display()))?;
    strip_times(&mut document);
    Ok(document)
}

fn strip_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::Object(stats)) = fields.get_mut("stats") {
                TIMING_FIELDS.iter().for_each(|name| drop(stats.shift_remove(*name)));
            }
            fields.values_mut().for_each(strip_times);
        }
        Value::Array(elements) => elements.iter_mut().for_each(strip_times),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn compare_documents(one: &Value, two: &Value) -> Comparison {
    let mut found = Comparison::default();
    let methods = (methods(one), methods(two));
    let names: BTreeSet<&String> = methods.0.keys().chain(methods.1.keys()).collect();
    for name in names {
        let both = [methods.0.get(name), methods.1.get(name)];
        if both.iter().flatten().any(|method| method["clock_bound"] == Value::Bool(true)) {
            found.clock_bound.insert(name.clone());
            continue;
        }
        found.methods += 1;
        match both {
            [Some(one), Some(two)] if one == two => {}
            [Some(one), Some(two)] => {
                found.differences.push(format!("{name}: {}", first_difference(&lines(one), &lines(two))));
            }
            _ => found.differences.push(format!("{name}: only one run has it")),
        }
    }
    let order = |document: &Value| -> Vec<String> { list(document).map(name_of).collect() };
    if order(one) != order(two) {
        found.differences.push("the methods come in another order".to_owned());
    }
    for field in fields_beside_methods(one).union(&fields_beside_methods(two)) {
        let is_free = !found.clock_bound.is_empty() && OF_ALL_METHODS.contains(field);
        if !is_free && one[field] != two[field] {
            found.differences.push(format!("{field}: {}", first_difference(&lines(&one[field]), &lines(&two[field]))));
        }
    }
    found
}

/// The fields of a document, but for its methods, and for figures of the run.
fn fields_beside_methods(document: &Value) -> BTreeSet<&str> {
    let names = document.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    names.filter(|name| !["methods", "stats"].contains(name)).collect()
}

fn list(document: &Value) -> impl Iterator<Item = &Value> {
    document["methods"].as_array().into_iter().flatten()
}

fn methods(document: &Value) -> BTreeMap<String, &Value> {
    list(document).map(|method| (name_of(method), method)).collect()
}

fn name_of(method: &Value) -> String {
    let field = |name: &str| method[name].as_str().unwrap_or_default().to_owned();
    format!("{}#{}{}", field("class"), field("method"), field("descriptor"))
}

fn classes(methods: &BTreeSet<String>) -> BTreeSet<String> {
    methods.iter().filter_map(|method| Some(method.split_once('#')?.0.to_owned())).collect()
}

/// Whether a file of tests, named by its path, holds those of a class. Names that would be equal are told apart by a number.
fn is_test_of(file: &str, class: &str) -> bool {
    let stem = numberless(file.trim_end_matches(".java"));
    stem.replace('/', ".") == format!("{}ClewTest", class.replace('$', "_"))
}

fn tests(folder: &Path) -> Result<BTreeMap<String, String>> {
    let files = if folder.is_dir() { paths::files_below(folder, "java")? } else { Vec::new() };
    let read = |file: &std::path::PathBuf| {
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned();
        let text = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok((name, String::from_utf8_lossy(&text).into_owned()))
    };
    files.iter().map(read).collect()
}

fn lines(value: &Value) -> String {
    format!("{value:#}")
}

/// The first line that differs, from both texts.
fn first_difference(one: &str, two: &str) -> String {
    let mut pairs = one.lines().zip(two.lines()).enumerate();
    match pairs.find(|(_, (one, two))| one != two) {
        Some((at, (one, two))) => format!("line {}: `{}` and `{}`", at + 1, one.trim(), two.trim()),
        None => "one goes on where the other ends".to_owned(),
    }
}

#[cfg(test)]
mod unit {
    use super::*;
    use serde_json::json;

    fn document(paths: u64, clock_bound: bool, seconds: f64) -> Value {
        let method = |name: &str, paths: u64, clock_bound: bool| {
            json!({ "class": "a.B$C", "method": name, "descriptor": "()V", "paths": paths, "clock_bound": clock_bound,
                    "stats": { "instructions": 7, "seconds": seconds, "solver_seconds": seconds } })
        };
        let mut document = json!({ "methods": [method("run", paths, clock_bound), method("stay", 1, false)],
                                   "totals": { "paths": paths + 1 }, "stats": { "seconds": seconds } });
        strip_times(&mut document);
        document
    }

    #[test]
    fn times_may_differ() {
        let found = compare_documents(&document(3, false, 0.1), &document(3, false, 0.2));
        assert_eq!(found, Comparison { methods: 2, ..Comparison::default() });
    }

    #[test]
    fn anything_else_may_not() {
        let found = compare_documents(&document(3, false, 0.1), &document(4, false, 0.1));
        assert_eq!(found.differences.len(), 2, "{found:?}");
        assert!(found.differences[0].starts_with("a.B$C#run()V: line "), "{found:?}");
    }

    #[test]
    fn findings_are_compared_unless_the_clock_ended_a_method() {
        let with_finding = |clock_bound: bool| {
            let mut document = document(3, clock_bound, 0.1);
            document["findings"] = json!([{ "rule": "dead-code" }]);
            document
        };
        let found = compare_documents(&document(3, false, 0.1), &with_finding(false));
        assert_eq!(found.differences.len(), 1, "{found:?}");
        assert!(found.differences[0].starts_with("findings: "), "{found:?}");
        assert!(compare_documents(&document(3, true, 0.1), &with_finding(true)).differences.is_empty());
    }

    #[test]
    fn what_the_clock_ended_may_differ_and_is_named() {
        let found = compare_documents(&document(3, false, 0.1), &document(4, true, 0.1));
        assert_eq!((found.methods, found.differences.as_slice()), (1, &[][..]));
        assert_eq!(found.clock_bound, BTreeSet::from(["a.B$C#run()V".to_owned()]));
        assert_eq!(classes(&found.clock_bound), BTreeSet::from(["a.B$C".to_owned()]));
    }

    #[test]
    fn test_files_are_told_by_their_class() {
        assert!(is_test_of("a/B_CClewTest.java", "a.B$C") && is_test_of("a/B_CClew2Test.java", "a.B$C"));
        assert!(!is_test_of("a/BClewTest.java", "a.B$C") && !is_test_of("a/B_C2ClewTest.java", "a.B$C"));
    }

    #[test]
    fn files_are_compared_byte_by_byte() {
        let folders = [tempfile::tempdir(), tempfile::tempdir()].map(|made| made.expect("a folder can be made"));
        for (folder, text) in folders.iter().zip(["class A {}\n", "class A { }\n"]) {
            let json = serde_json::to_string(&document(3, false, 0.1)).expect("a document has a text");
            std::fs::write(folder.path().join("clew.json"), json).expect("a file can be written");
            std::fs::write(folder.path().join("AClewTest.java"), text).expect("a file can be written");
        }
        let [one, two] = folders.each_ref().map(|folder| (folder.path().join("clew.json"), folder.path()));
        let found = compare((&one.0, one.1), (&two.0, two.1)).expect("both can be read");
        assert_eq!(found.files, 1);
        assert_eq!(found.differences, ["AClewTest.java: line 1: `class A {}` and `class A { }`"]);
    }
}
