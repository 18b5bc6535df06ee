//! The documents: what they name exists, their links resolve, and the pages for a first reading stay short.

mod workspace;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use workspace::root;

/// The greatest number of words of `ARCHITECTURE.md`, which is read in one sitting.
const MAX_ARCHITECTURE_WORDS: usize = 3_000;

/// The greatest number of lines of `README.md`.
const MAX_README_LINES: usize = 120;

/// Folders that hold no documents of the project.
const NO_DOCUMENTS: [&str; 4] = ["target", ".deps", ".git", "corpus/hostile"];

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All files below the root with one of the extensions, sorted, without build folders.
fn files(extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the workspace can be read") {
            let entry = entry.expect("an entry of a folder can be read");
            let path = entry.path();
            let name = path.strip_prefix(root()).expect("an entry is below the root").to_string_lossy().into_owned();
            let is_left_out = NO_DOCUMENTS.contains(&name.as_str()) || name.starts_with("target");
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) && !is_left_out {
                folders.push(path);
            } else if path.extension().is_some_and(|has| extensions.iter().any(|wanted| has == *wanted)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The text without fenced code.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let kept = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_fence && !is_code
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// What stands between single backticks.
fn code_spans(text: &str) -> Vec<String> {
    let prose = prose(text).replace('\n', " ");
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether a code span is a path from the root: it begins with a folder or is a file of the root.
fn is_path(span: &str) -> bool {
    const FOLDERS: [&str; 7] = ["crates/", "xtask/", "docs/", "corpus/", "fuzz/", "examples/", "xtask/src"];
    FOLDERS.iter().any(|folder| span.starts_with(folder)) && !span.contains(' ')
}

/// The name that a code span such as `Machine::split` or `CutReason::Bound` ends in, if it is one of code.
fn code_name(span: &str) -> Option<&str> {
    let last = span.trim_end_matches("()").rsplit("::").next()?;
    let is_name = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let is_one = span.split("::").all(|part| is_name(part.trim_end_matches("()")) && !part.is_empty());
    let is_of_code = span.contains("::") || last.contains('_') || last.starts_with(|first: char| first.is_uppercase());
    (is_one && is_of_code).then_some(last)
}

/// The names that are declared in a Rust source: items, and variants of enums, which stand first on their line.
fn declared(source: &str) -> BTreeSet<String> {
    const KEYWORDS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "macro_rules"];
    let mut names = BTreeSet::new();
    for line in source.lines() {
        let words: Vec<&str> = line.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).collect();
        for pair in words.windows(2).filter(|pair| KEYWORDS.contains(&pair[0])) {
            names.insert(pair[1].to_owned());
        }
        if words.contains(&"macro_rules") {
            names.extend(words.iter().map(|word| (*word).to_owned()));
        }
        let first: String = line.trim_start().chars().take_while(|letter| letter.is_alphanumeric()).collect();
        let is_variant = first.starts_with(|letter: char| letter.is_uppercase())
            && line.trim_start()[first.len()..].starts_with([',', '(', ' ']);
        if is_variant {
            names.insert(first);
        }
    }
    names
}

/// What a document names and what is not there.
fn missing(document: &Path, sources: &[PathBuf], names: &BTreeSet<String>, specification: &str) -> Vec<String> {
    let text = std::fs::read_to_string(document).expect("a document can be read");
    let is_there = |span: &str| {
        if is_path(span) {
            root().join(span).exists()
        } else if span.ends_with(".rs") {
            sources.iter().any(|source| source.ends_with(span))
        } else if let Some(name) = code_name(span) {
            // The classes of Java that essays speak of are declared nowhere here.
            let is_java = !span.contains("::") && name.starts_with(char::is_uppercase) && is_essay(document);
            is_java || names.contains(name) || specification.contains(span)
        } else {
            true
        }
    };
    let spans = code_spans(&text).into_iter().filter(|span| !is_there(span));
    spans.map(|span| format!("{}: {span}", document.display())).collect()
}

/// Whether a document is an essay on the design.
fn is_essay(document: &Path) -> bool {
    document.parent().is_some_and(|folder| folder.ends_with("docs/design"))
}

#[test]
fn what_the_map_names_exists() {
    let sources = files(&["rs"]);
    let mut names = BTreeSet::new();
    for file in &sources {
        names.extend(declared(&std::fs::read_to_string(file).expect("a source can be read")));
    }
    let specification = read("docs/spec/cli.md");
    let mut documents = vec![root().join("ARCHITECTURE.md"), root().join("GLOSSARY.md")];
    documents.extend(files(&["md"]).into_iter().filter(|file| is_essay(file)));
    assert_eq!(documents.len(), 8, "the map, the glossary and six essays");
    let missing: Vec<String> =
        documents.iter().flat_map(|file| missing(file, &sources, &names, &specification)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_name_that_nothing_declares_is_missed() {
    assert_eq!(code_name("Machine::split"), Some("split"));
    assert_eq!(code_name("cargo xtask bench"), None);
    assert_eq!(code_name("closed_world"), Some("closed_world"));
    let names = declared("pub(crate) fn split<T>(\n    Bound(Assumption),\n");
    assert!(names.contains("split") && names.contains("Bound") && !names.contains("spilt"));
}

#[test]
fn pages_for_a_first_reading_are_short() {
    let words = read("ARCHITECTURE.md").split_whitespace().count();
    assert!(words <= MAX_ARCHITECTURE_WORDS, "ARCHITECTURE.md has {words} words, more than {MAX_ARCHITECTURE_WORDS}");
    let lines = read("README.md").lines().count();
    assert!(lines <= MAX_README_LINES, "README.md has {lines} lines, more than {MAX_README_LINES}");
}

/// The libraries that the workspace declares, from its `Cargo.toml`.
fn libraries() -> Vec<String> {
    let text = read("Cargo.toml");
    let (_, after) = text.split_once("[workspace.dependencies]").expect("the workspace declares its libraries");
    let lines = after.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned()));
    names.filter(|name| !name.starts_with("clew-")).collect()
}

#[test]
fn every_library_has_a_reason() {
    let reasons = read("docs/dependencies.md");
    let missing: Vec<String> = libraries().into_iter().filter(|name| !reasons.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/dependencies.md lacks {missing:?}");
    assert!(libraries().len() > 20);
}

/// The targets of the links and pictures in a document.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    prose.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_owned()).collect()
}

/// The anchors of a document's headings, as code hosts make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text);
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
            title.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
        })
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let mut checked = 0;
    let mut broken = Vec::new();
    for document in files(&["md"]) {
        let text = std::fs::read_to_string(&document).expect("a document can be read");
        for link in links(&text).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            checked += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = document.parent().expect("a file is in a folder");
            let target = if path.is_empty() { document.clone() } else { folder.join(path) };
            let is_there = target.exists()
                && (anchor.is_empty()
                    || std::fs::read_to_string(&target).is_ok_and(|text| anchors(&text).contains(anchor)));
            if !is_there {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(checked > 20, "there are only {checked} links");
}
