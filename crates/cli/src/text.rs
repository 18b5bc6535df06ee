//! What people read when a run is over.

use crate::report::{Escape, MethodEntry, Results, Totals, Trouble, describe_goal, escaping_exceptions};
use crate::table::class_table;
use anstyle::Style;
use clew_facts::{GoalKind, Verdict};
use clew_testgen::StateBy;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// How many lines a list in the summary has at most.
const LIST_LINES: usize = 10;

const HEADING: Style = Style::new().bold();

/// The closing table and what follows it.
pub fn summary(results: &Results, out: &Path, test_classes: usize, interrupted: bool) -> String {
    let methods = &results.methods;
    let totals = Totals::of(methods);
    let mut text = class_table(methods);
    text.push_str("\n\n");
    text.push_str(&sentence(&totals));
    text.push_str(&untargeted(results));
    list(&mut text, "Undecided goals, by reason", &undecided(methods));
    list(&mut text, "Executions cut, or left without a test, by reason", &cuts(methods));
    list(&mut text, "Goals that no execution reaches", &unreachable(methods));
    list(
        &mut text,
        "Exceptions that leave a method, with the test that shows it (each may be a bug)",
        &exceptions(methods, StateBy::Calls),
    );
    let doubtful = exceptions(methods, StateBy::Reflection).len() as u64;
    if doubtful > 0 {
        let _ = writeln!(
            text,
            "\n{} more in states for which no calls were found, and there may be none: see the tests that use reflection.",
            count(doubtful, "exception", "exceptions")
        );
    }
    list(&mut text, "Tests that tried to do harm, kept from it by the cage", &tried(methods));
    list(&mut text, "Methods without facts", &failed(methods));
    list_all(
        &mut text,
        "Methods that the clock ended, where the next run may differ (--max-steps is the repeatable budget)",
        &clock_bound(methods),
    );
    let memory_bound = methods.iter().filter(|method| method.facts.as_ref().is_some_and(|facts| facts.memory_bound()));
    let memory_bound: Vec<String> = memory_bound.map(|method| method.key.to_string()).collect();
    list_all(&mut text, "Methods that --memory bound, so that the next run may differ there", &memory_bound);
    if interrupted {
        let left = methods.iter().filter(|method| method.trouble == Some(Trouble::NotStarted)).count() as u64;
        let left = count(left, "method was", "methods were");
        let _ = writeln!(text, "\nInterrupted: {left} not explored, and the last ones only in part.");
    }
    let _ = match test_classes {
        0 => writeln!(text, "\nNo test was written."),
        classes => writeln!(
            text,
            "\n{} in {} below {}.",
            count(totals.written, "test", "tests"),
            count(classes as u64, "class", "classes"),
            out.display()
        ),
    };
    text
}

fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn sentence(totals: &Totals) -> String {
    let mut parts = vec![format!("{} reached", totals.reached)];
    let conditional = totals.unreachable - totals.unreachable_unconditional;
    for (number, what) in [
        (totals.unreachable_unconditional, "unreachable"),
        (conditional, "unreachable under assumptions"),
        (totals.unreachable_within, "unreachable within bounds"),
        (totals.undecided, "undecided"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    format!(
        "{HEADING}{}{HEADING:#} ({} complete), {}, {}; {HEADING}{}{HEADING:#}: {}.\n",
        count(totals.methods, "method", "methods"),
        totals.complete,
        count(totals.paths, "path", "paths"),
        count(totals.tests, "test", "tests"),
        count(totals.goals, "goal", "goals"),
        parts.join(", ")
    )
}

/// What tests go through of methods that have no goals.
fn untargeted(results: &Results) -> String {
    match results.untargeted_lines() {
        (0, _) => String::new(),
        (all, reached) => format!(
            "Private methods, methods made by the compiler and class initializers have no goals; tests go through {reached} of their {}.\n",
            count(all as u64, "line", "lines")
        ),
    }
}

fn list_all(text: &mut String, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{HEADING}{heading}:{HEADING:#}");
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
}

/// The first few lines, and how many more there are.
fn list(text: &mut String, heading: &str, lines: &[String]) {
    list_all(text, heading, &lines[..lines.len().min(LIST_LINES)]);
    if lines.len() > LIST_LINES {
        let _ = writeln!(text, "  … and {} more", lines.len() - LIST_LINES);
    }
}

/// The methods that the clock ended.
fn clock_bound(methods: &[MethodEntry]) -> Vec<String> {
    let ended = methods.iter().filter(|method| method.facts.as_ref().is_some_and(|facts| facts.clock_bound));
    ended.map(|method| method.key.to_string()).collect()
}

/// How many goals are undecided for each reason, the most frequent first.
fn undecided(methods: &[MethodEntry]) -> Vec<String> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for goal in methods.iter().flat_map(MethodEntry::goals) {
        if let Verdict::Undecided(reasons) = &goal.verdict {
            let reason = reasons.first().map_or_else(|| "unknown".to_owned(), ToString::to_string);
            *counts.entry(reason).or_insert(0) += 1;
        }
    }
    most_frequent_first(counts)
}

/// How many executions were cut for each reason, the most frequent first.
fn cuts(methods: &[MethodEntry]) -> Vec<String> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for facts in methods.iter().filter_map(|method| method.facts.as_ref()) {
        for (reason, number) in &facts.undecided {
            *counts.entry(reason.to_string()).or_insert(0) += number;
        }
    }
    most_frequent_first(counts)
}

fn most_frequent_first(counts: BTreeMap<String, u64>) -> Vec<String> {
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts.into_iter().map(|(reason, number)| format!("{number:>6}  {reason}")).collect()
}

fn place(method: &MethodEntry, line: u32) -> String {
    let name = format!("{}.{}", method.key.class, method.key.method);
    if line == 0 { name } else { format!("{name}:{line}") }
}

/// Unreachable goals with what each rests on: dead code before exceptions that cannot arise, what rests on nothing first.
fn unreachable(methods: &[MethodEntry]) -> Vec<String> {
    let mut lines = Vec::new();
    for method in methods {
        for goal in method.goals() {
            let Verdict::Unreachable(proof) = &goal.verdict else { continue };
            let premises: Vec<String> =
                proof.assumptions().filter(|assumption| !assumption.is_universal()).map(ToString::to_string).collect();
            let verdict = match (proof.is_bounded(), !proof.is_unconditional()) {
                (true, _) => format!("unreachable within {}", premises.join(", ")),
                (false, true) => format!("unreachable if {}", premises.join(", ")),
                (false, false) => "unreachable".to_owned(),
            };
            let is_check = matches!(goal.goal.kind, GoalKind::Exception(_));
            let rank = (is_check, proof.is_bounded(), !proof.is_unconditional());
            lines.push((rank, format!("{}  {}: {verdict}", place(method, goal.goal.line), describe_goal(&goal.goal))));
        }
    }
    lines.sort_by_key(|(rank, _)| *rank);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Runtime exceptions and failed assertions that a test makes leave the method.
fn exceptions(methods: &[MethodEntry], state_by: StateBy) -> Vec<String> {
    let line = |method: &MethodEntry, found: Escape<'_>| {
        format!("{}  {}: {}", place(method, found.line), found.class, found.test)
    };
    let found = methods.iter().flat_map(|method| escaping_exceptions(method).map(move |found| (method, found)));
    found.filter(|(_, found)| found.state_by == state_by).map(|(method, found)| line(method, found)).collect()
}

fn tried(methods: &[MethodEntry]) -> Vec<String> {
    let mut lines = Vec::new();
    for method in methods {
        for test in method.tests.iter().filter(|test| !test.tried.is_empty()) {
            let name = test.name.as_deref().unwrap_or("(unnamed)");
            let fate = if test.is_written() { "written disabled" } else { "not written" };
            lines.push(format!("{}  {name}: {} ({fate})", place(method, 0), test.tried.join("; ")));
        }
    }
    lines
}

fn failed(methods: &[MethodEntry]) -> Vec<String> {
    let line = |method: &MethodEntry| {
        let trouble = method.trouble.as_ref()?;
        let shown = method.facts.is_none() && *trouble != Trouble::NotStarted;
        shown.then(|| format!("{}: {}", method.key, trouble.reason()))
    };
    methods.iter().filter_map(line).collect()
}
