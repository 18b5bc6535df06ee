//! The results of a run by source file: a line may hold code of several methods and classes.

use super::lines::LineVerdict;
use super::sources::{Finder, Source, root_of};
use crate::input::Input;
use crate::report::{MethodEntry, Results};
use crate::untargeted::Untargeted;
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
    /// The methods that are no targets.
    pub untargeted: Vec<&'r Untargeted>,
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

/// The source files of the methods, by name.
pub fn units<'r>(input: &Input, results: &'r Results, finder: &Finder) -> Vec<Unit<'r>> {
    let mut found: OrderedMap<String, (PathBuf, Unit<'r>)> = OrderedMap::default();
    let mut names: BTreeMap<&str, (String, PathBuf)> = BTreeMap::new();
    let mut unit_of = |class: &'r str, add: &mut dyn FnMut(&mut Unit<'r>)| {
        let (name, root) = names.entry(class).or_insert_with(|| place(input, class));
        let empty = || Unit { name: name.clone(), source: None, methods: Vec::new(), untargeted: Vec::new() };
        add(&mut found.entry(name.clone()).or_insert_with(|| (root.clone(), empty())).1);
    };
    for entry in &results.methods {
        unit_of(&entry.key.class, &mut |unit| unit.methods.push(entry));
    }
    for method in &results.untargeted {
        unit_of(&method.key.class, &mut |unit| unit.untargeted.push(method));
    }
    found.sort_keys();
    let with_source = |(root, unit): (PathBuf, Unit<'r>)| Unit { source: finder.find(&root, &unit.name), ..unit };
    found.into_values().map(with_source).collect()
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
