//! Changes of behaviour that a person might make by mistake, five kinds on ten methods of `examples/`: how many do the tests
//! for the unchanged program notice?

use super::mutants::{Compiled, generate, junit_jars};
use crate::generation;
use crate::{javac, paths};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The changes, ten of each kind.
const CHANGES: &str = include_str!("changes.json");

/// The kinds, with words for the table.
const KINDS: [(&str, &str); 5] = [
    ("boundary", "a boundary moves by one"),
    ("constant", "a constant is another"),
    ("dropped", "a side effect or a check is left out"),
    ("swapped", "one field or operand is taken for another"),
    ("message", "a message is worded otherwise"),
];

/// A change of one source file.
#[derive(Deserialize)]
struct Change {
    /// The file, from the root of the sources.
    file: PathBuf,
    /// Its kind.
    kind: String,
    /// What is replaced at its first place.
    from: String,
    /// What it is replaced by.
    to: String,
}

/// A program and the tests for it.
struct Tested {
    sources: PathBuf,
    /// Where the tests are made.
    made: PathBuf,
    folder: PathBuf,
}

/// Generates the tests of `examples/`, runs them on every changed program, and tells how many changes make one fail.
///
/// # Errors
/// Where a program does not compile, the tests fail on the unchanged one, or a change has no place.
pub fn run(clew: Option<&Path>) -> Result<String> {
    let clew = clew.map_or_else(generation::build, |clew| Ok(clew.to_owned()))?;
    let changes: Vec<Change> = serde_json::from_str(CHANGES).context("the changes are no such list")?;
    let folder = paths::target().join("changes");
    let tested = Tested { sources: paths::root().join("examples/src/main/java"), made: folder.join("made"), folder };
    paths::empty_folder(&tested.folder)?;
    let classes = tested.compiled(&tested.sources, "classes")?;
    let program = Compiled { classes: classes.clone(), needed: Vec::new(), targets: &[] };
    generate(&clew, &program, "prefer-api", &tested.made)?;
    tested.compile_tests(&classes)?;
    ensure!(tested.passes(&classes)?, "the tests fail on the program that they were made for");
    let mut noticed = vec![Vec::new(); KINDS.len()];
    let mut survivors = Vec::new();
    for change in &changes {
        let is_noticed = !tested.passes(&tested.changed(change)?)?;
        let kind = KINDS.iter().position(|(kind, _)| *kind == change.kind).context("there is no such kind")?;
        noticed[kind].push(is_noticed);
        if !is_noticed {
            survivors.push(change);
        }
    }
    Ok(told(&noticed, &survivors))
}

fn told(noticed: &[Vec<bool>], survivors: &[&Change]) -> String {
    let mut text = "| change | noticed | of |\n|---|---|---|\n".to_owned();
    let count = |of: &[bool]| of.iter().filter(|noticed| **noticed).count();
    for ((_, words), of) in KINDS.iter().zip(noticed) {
        let _ = writeln!(text, "| {words} | {} | {} |", count(of), of.len());
    }
    let all = noticed.concat();
    let _ = writeln!(text, "| all | {} | {} |", count(&all), all.len());
    for Change { file, from, to, .. } in survivors {
        let _ = write!(text, "\n- not noticed, `{}`: `{from}` becomes `{to}`", file.display());
    }
    text
}

impl Tested {
    fn compiled(&self, sources: &Path, name: &str) -> Result<PathBuf> {
        let classes = self.folder.join(name);
        javac::compile(&paths::files_below(sources, "java")?, &[], &classes)?;
        Ok(classes)
    }

    /// The classes of the changed program.
    fn changed(&self, change: &Change) -> Result<PathBuf> {
        let sources = self.folder.join("changed");
        paths::empty_folder(&sources)?;
        for source in paths::files_below(&self.sources, "java")? {
            let name = source.strip_prefix(&self.sources)?;
            let mut text = std::fs::read_to_string(&source)?;
            if name == change.file {
                ensure!(text.contains(&change.from), "{} has no `{}`", name.display(), change.from);
                text = text.replacen(&change.from, &change.to, 1);
            }
            let copy = sources.join(name);
            copy.parent().map(std::fs::create_dir_all).transpose()?;
            std::fs::write(copy, text)?;
        }
        self.compiled(&sources, "changed-classes")
    }

    fn compile_tests(&self, classes: &Path) -> Result<()> {
        let class_path = [vec![classes.to_owned()], junit_jars()?].concat();
        javac::compile(&paths::files_below(&self.made.join("tests"), "java")?, &class_path, &self.test_classes())
    }

    fn test_classes(&self) -> PathBuf {
        self.folder.join("test-classes")
    }

    /// Whether the tests pass on these classes.
    fn passes(&self, classes: &Path) -> Result<bool> {
        let compiled = self.test_classes();
        let class_path = [vec![classes.to_owned()], junit_jars()?].concat();
        let status = Command::new("java")
            .args(["-ea", "-cp"])
            .arg(std::env::join_paths(class_path.into_iter().chain([compiled.clone()]))?)
            .args(["org.junit.platform.console.ConsoleLauncher", "execute", "--details=none", "--scan-classpath"])
            .arg(&compiled)
            .args(["--include-classname", ".*ClewTest"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("java cannot be run")?;
        Ok(status.success())
    }
}
