//! What the tests reach, in the trace-file format of `lcov`.
//!
//! Only tests count that a JVM confirmed. The count of a line, of an edge and of a method is the number of tests that reach
//! it; lines of methods count too that are no targets. An edge of a branch that no test comes to has `-` for its count.

use super::units::{GoalRef, Unit};
use crate::executions::{Executions, point_of};
use crate::report::MethodEntry;
use clew_facts::{Elsewhere, GoalKind, MethodKey, TestCase};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The trace file for all source files.
pub fn trace_file(units: &[Unit<'_>], executions: &Executions) -> String {
    let mut text = String::new();
    for unit in units {
        record(&mut text, unit, executions);
    }
    text
}

fn record(text: &mut String, unit: &Unit<'_>, executions: &Executions) {
    let file = unit.source.as_ref().and_then(|source| source.file.as_deref());
    let file = file.map_or_else(|| unit.name.clone(), |file| file.display().to_string());
    let _ = writeln!(text, "TN:clew\nSF:{}", one_line(&file));
    functions(text, unit, executions);
    branches(text, unit, executions);
    lines(text, unit, executions);
    text.push_str("end_of_record\n");
}

/// The positions of the tests of a method that a JVM confirmed.
fn confirmed(entry: &MethodEntry) -> impl Iterator<Item = (usize, &TestCase)> {
    let cases = entry.facts.as_ref().map_or(&[][..], |facts| &facts.tests);
    let is_confirmed =
        |(at, _): &(usize, &TestCase)| entry.tests.get(*at).is_some_and(|test| test.replay.is_confirmed());
    cases.iter().enumerate().filter(is_confirmed)
}

/// Some tests, each by the method that it is for and its position there.
type Tests<'u> = BTreeSet<(&'u MethodKey, usize)>;

fn named(test: &Elsewhere) -> (&MethodKey, usize) {
    (&test.method, test.test)
}

/// The tests that reach any of the goals: those that are recorded to do it, and those of the method itself that are predicted to.
fn tests_of<'u>(unit: &Unit<'u>, executions: &'u Executions, goals: impl Iterator<Item = GoalRef>) -> Tests<'u> {
    let mut tests = Tests::new();
    for goal in goals {
        let entry = unit.methods[goal.method];
        let reaching = confirmed(entry).filter(|(_, case)| case.goals.contains(&goal.goal));
        tests.extend(reaching.map(|(test, _)| (&entry.key, test)));
        let jumps = entry.facts.as_ref().map_or(&[][..], |facts| &facts.jumps);
        let point = point_of(&unit.goal(goal).goal, jumps);
        tests.extend(point.into_iter().flat_map(|point| executions.of(&entry.key, point)).map(named));
    }
    tests
}

fn functions(text: &mut String, unit: &Unit<'_>, executions: &Executions) {
    let mut found = Vec::new();
    for entry in &unit.methods {
        let first = entry.goals().iter().map(|goal| goal.goal.line).filter(|line| *line > 0).min();
        if let Some(line) = first {
            found.push((line, name(&entry.key), confirmed(entry).count()));
        }
    }
    for method in &unit.untargeted {
        let calls = method.lines.iter().map(|line| method.tests(executions, *line).count()).max();
        found.push((method.lines[0], name(&method.key), calls.unwrap_or(0)));
    }
    for (line, name, _) in &found {
        let _ = writeln!(text, "FN:{line},{name}");
    }
    for (_, name, hits) in &found {
        let _ = writeln!(text, "FNDA:{hits},{name}");
    }
    let hit = found.iter().filter(|(_, _, hits)| *hits > 0).count();
    let _ = writeln!(text, "FNF:{}\nFNH:{hit}", found.len());
}

fn name(key: &MethodKey) -> String {
    one_line(&format!("{}::{}{}", key.class, key.method, key.descriptor))
}

fn branches(text: &mut String, unit: &Unit<'_>, executions: &Executions) {
    let (mut found, mut hit) = (0, 0);
    for (line, goals) in unit.lines().into_iter().filter(|(line, _)| *line > 0) {
        let mut blocks: BTreeMap<(usize, u32), Vec<GoalRef>> = BTreeMap::new();
        for goal in goals {
            let of_goal = &unit.goal(goal).goal;
            if matches!(of_goal.kind, GoalKind::Branch(_)) {
                blocks.entry((goal.method, of_goal.offset)).or_default().push(goal);
            }
        }
        for (block, edges) in blocks.into_values().enumerate() {
            let is_executed = !tests_of(unit, executions, edges.iter().copied()).is_empty();
            for (edge, goal) in edges.into_iter().enumerate() {
                let taken = tests_of(unit, executions, std::iter::once(goal)).len();
                let shown = if is_executed { taken.to_string() } else { "-".to_owned() };
                let _ = writeln!(text, "BRDA:{line},{block},{edge},{shown}");
                found += 1;
                hit += usize::from(taken > 0);
            }
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
}

fn lines(text: &mut String, unit: &Unit<'_>, executions: &Executions) {
    let mut reached: BTreeMap<u32, Tests<'_>> = BTreeMap::new();
    for (line, goals) in unit.lines() {
        let marks: Vec<GoalRef> =
            goals.into_iter().filter(|goal| unit.goal(*goal).goal.kind == GoalKind::Line).collect();
        if !marks.is_empty() {
            reached.insert(line, tests_of(unit, executions, marks.into_iter()));
        }
    }
    for method in &unit.untargeted {
        for line in &method.lines {
            reached.entry(*line).or_default().extend(method.tests(executions, *line).map(named));
        }
    }
    reached.remove(&0);
    for (line, tests) in &reached {
        let _ = writeln!(text, "DA:{line},{}", tests.len());
    }
    let hit = reached.values().filter(|tests| !tests.is_empty()).count();
    let _ = writeln!(text, "LF:{}\nLH:{hit}", reached.len());
}

/// A name that cannot end its line.
fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}
