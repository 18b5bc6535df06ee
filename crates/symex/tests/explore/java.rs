//! Compiles Java, explores methods, and reads what was found.

use clew_base::CancelToken;
use clew_facts::{GoalKind, GoalVerdict, MethodFacts, MethodStats, Verdict};
use clew_jvm::{ClassPath, Jdk, World};
use clew_symex::{Options, explore};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

pub fn jdk() -> Jdk {
    Jdk::locate(None).expect("a JDK is installed")
}

/// Compiles sources, each a file name and its text, into a folder that lives as long as the result.
pub fn compile(sources: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files: Vec<PathBuf> = sources
        .iter()
        .map(|(name, text)| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).expect("the folder can be written");
            file
        })
        .collect();
    let output = Command::new(jdk().home.join("bin/javac"))
        .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none", "-nowarn", "-g", "-d"])
        .arg(folder.path())
        .args(files)
        .output()
        .expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// A class folder, opened.
pub fn open(folder: &Path) -> World {
    let (class_path, problems) = ClassPath::open(&jdk(), &[folder.to_owned()], &[]);
    assert_eq!(problems, []);
    World::new(class_path)
}

/// Explores the method of this name; the class is named in internal form.
pub fn explored(world: &World, class: &str, method: &str, options: &Options) -> MethodFacts {
    let class = world.load(class).expect("the class loads");
    let methods = world.class(class).methods.clone();
    let id = methods.iter().copied().find(|id| &*world.method(*id).name == method).expect("the method");
    explore(world, id, options, &CancelToken::new(), &mut ()).expect("the method can be explored")
}

/// Compiles one class and explores one of its methods.
pub fn explored_source(name: &str, source: &str, method: &str, options: &Options) -> MethodFacts {
    let folder = compile(&[(&format!("{name}.java"), source)]);
    explored(&open(folder.path()), name, method, options)
}

/// The facts without what depends on the clock.
pub fn without_times(facts: MethodFacts) -> MethodFacts {
    MethodFacts { stats: MethodStats { seconds: 0.0, solver_seconds: 0.0, ..facts.stats }, ..facts }
}

/// The line of a source that holds this text, counted from 1.
pub fn line_of(source: &str, text: &str) -> u32 {
    let at = source.lines().position(|line| line.contains(text)).expect("the source has such a line");
    at as u32 + 1
}

/// The verdict of the goal that the line is executed.
pub fn line_goal(facts: &MethodFacts, line: u32) -> &GoalVerdict {
    let mut goals = facts.goals.iter();
    goals.find(|goal| goal.goal.line == line && goal.goal.kind == GoalKind::Line).expect("the line has code")
}

/// The positions of the goals that a test reaches.
pub fn reached(facts: &MethodFacts) -> Vec<usize> {
    let is_reached = |goal: &GoalVerdict| matches!(goal.verdict, Verdict::Reached { .. });
    facts.goals.iter().enumerate().filter(|(_, goal)| is_reached(goal)).map(|(position, _)| position).collect()
}
