//! The results of a run by source file: a line may hold code of several methods and classes.

use super::lines::LineVerdict;
use super::sources::{Finder, Source, root_of};
use crate::input::Input;
use crate::report::MethodEntry;
use clew_base::OrderedMap;
use clew_facts::GoalVerdict;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A source file with the methods in it.
pub struct Unit<'r> {
    /// Its path as the package says (`demo/Shape.java`); the class's own where the class file names no source file.
    pub name: String,
    /// Its text, if it was found.
    pub source: Option<Source>,
    /// The methods, in the order of the run.
    pub methods: Vec<&'r MethodEntry>,
}

/// A goal by the position of its method in the unit and its own position there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalRef {
    /// Position in [`Unit::methods`].
    pub method: usize,
    /// Position among the goals of the method.
    pub goal: usize,
}

impl Unit<'_> {
    /// The goals of each line that has some, by line; 0 has those whose line is not known.
    pub fn lines(&self) -> BTreeMap<u32, Vec<GoalRef>> {
        let mut lines: BTreeMap<u32, Vec<GoalRef>> = BTreeMap::new();
        for (method, entry) in self.methods.iter().enumerate() {
            for (goal, verdict) in entry.goals().iter().enumerate() {
                lines.entry(verdict.goal.line).or_default().push(GoalRef { method, goal });
            }
        }
        lines
    }

    /// A goal with its verdict.
    pub fn goal(&self, goal: GoalRef) -> &GoalVerdict {
        &self.methods[goal.method].goals()[goal.goal]
    }

    /// The verdict on a line with these goals.
    pub fn verdict(&self, goals: &[GoalRef]) -> Option<LineVerdict> {
        let pairs = goals.iter().map(|goal| {
            let found = self.goal(*goal);
            (&found.goal, &found.verdict)
        });
        LineVerdict::of_line(pairs)
    }
}

/// The source files of these methods, by name.
pub fn units<'r>(input: &Input, methods: &'r [MethodEntry], finder: &Finder) -> Vec<Unit<'r>> {
    let mut found: OrderedMap<String, (PathBuf, Vec<&'r MethodEntry>)> = OrderedMap::default();
    let mut names: BTreeMap<&str, (String, PathBuf)> = BTreeMap::new();
    for entry in methods {
        let (name, root) = names.entry(&entry.key.class).or_insert_with(|| place(input, &entry.key.class));
        let (_, of_unit) = found.entry(name.clone()).or_insert_with(|| (root.clone(), Vec::new()));
        of_unit.push(entry);
    }
    found.sort_keys();
    let unit = |(name, (root, methods)): (String, (PathBuf, Vec<&'r MethodEntry>))| Unit {
        source: finder.find(&root, &name),
        name,
        methods,
    };
    found.into_iter().map(unit).collect()
}

/// The source file of a class (a binary name), and where the class was found.
pub fn place(input: &Input, class: &str) -> (String, PathBuf) {
    let internal = class.replace('.', "/");
    let loaded = input.world.load(&internal).ok().map(|id| input.world.class(id));
    let (package, simple) = internal.rsplit_once('/').unwrap_or(("", &internal));
    let outermost = simple.split('$').next().filter(|name| !name.is_empty()).unwrap_or(simple);
    let file = loaded.and_then(|class| class.source_file.as_deref().map(str::to_owned));
    let file = file.filter(|name| is_file_name(name)).unwrap_or_else(|| format!("{outermost}.java"));
    let name = if package.is_empty() { file } else { format!("{package}/{file}") };
    (name, root_of(input, &internal).unwrap_or_default())
}

/// Whether a name out of a class file is one of a file: it must not lead elsewhere.
fn is_file_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['/', '\\', '\0', '\n', '\r']) && name != "." && name != ".."
}
