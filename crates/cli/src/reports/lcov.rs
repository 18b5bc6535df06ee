//! What the tests reach, in the trace-file format of `lcov`.
//!
//! Only tests count that a JVM confirmed. The count of a line, of an edge and of a method is the number of tests that reach
//! it. An edge of a branch that no test comes to has `-` for its count.

use super::units::{GoalRef, Unit};
use crate::report::{MethodEntry, Replay};
use clew_facts::{GoalKind, TestCase};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The trace file for all source files.
pub fn trace_file(units: &[Unit<'_>]) -> String {
    let mut text = String::new();
    for unit in units {
        record(&mut text, unit);
    }
    text
}

fn record(text: &mut String, unit: &Unit<'_>) {
    let file = unit.source.as_ref().and_then(|source| source.file.as_deref());
    let file = file.map_or_else(|| unit.name.clone(), |file| file.display().to_string());
    let _ = writeln!(text, "TN:clew\nSF:{}", one_line(&file));
    functions(text, unit);
    branches(text, unit);
    lines(text, unit);
    text.push_str("end_of_record\n");
}

/// The positions of the tests of a method that a JVM confirmed.
fn confirmed(entry: &MethodEntry) -> impl Iterator<Item = (usize, &TestCase)> {
    let cases = entry.facts.as_ref().map_or(&[][..], |facts| &facts.tests);
    let is_confirmed =
        |(at, _): &(usize, &TestCase)| entry.tests.get(*at).is_some_and(|test| test.replay == Replay::Confirmed);
    cases.iter().enumerate().filter(is_confirmed)
}

/// The tests that reach any of the goals: the method's position in the unit and the test's there.
fn tests_of(unit: &Unit<'_>, goals: impl Iterator<Item = GoalRef>) -> BTreeSet<(usize, usize)> {
    let mut tests = BTreeSet::new();
    for goal in goals {
        let reaching = confirmed(unit.methods[goal.method]).filter(|(_, case)| case.goals.contains(&goal.goal));
        tests.extend(reaching.map(|(test, _)| (goal.method, test)));
    }
    tests
}

fn functions(text: &mut String, unit: &Unit<'_>) {
    let mut found = Vec::new();
    for entry in &unit.methods {
        let first = entry.goals().iter().map(|goal| goal.goal.line).filter(|line| *line > 0).min();
        if let Some(line) = first {
            let name = format!("{}::{}{}", entry.key.class, entry.key.method, entry.key.descriptor);
            found.push((line, one_line(&name), confirmed(entry).count()));
        }
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

fn branches(text: &mut String, unit: &Unit<'_>) {
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
            let is_executed = !tests_of(unit, edges.iter().copied()).is_empty();
            for (edge, goal) in edges.into_iter().enumerate() {
                let taken = tests_of(unit, std::iter::once(goal)).len();
                let shown = if is_executed { taken.to_string() } else { "-".to_owned() };
                let _ = writeln!(text, "BRDA:{line},{block},{edge},{shown}");
                found += 1;
                hit += usize::from(taken > 0);
            }
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
}

fn lines(text: &mut String, unit: &Unit<'_>) {
    let (mut found, mut hit) = (0, 0);
    for (line, goals) in unit.lines().into_iter().filter(|(line, _)| *line > 0) {
        let marks: Vec<GoalRef> =
            goals.into_iter().filter(|goal| unit.goal(*goal).goal.kind == GoalKind::Line).collect();
        if marks.is_empty() {
            continue;
        }
        let hits = tests_of(unit, marks.into_iter()).len();
        let _ = writeln!(text, "DA:{line},{hits}");
        found += 1;
        hit += usize::from(hits > 0);
    }
    let _ = writeln!(text, "LF:{found}\nLH:{hit}");
}

/// A name that cannot end its line.
fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}
