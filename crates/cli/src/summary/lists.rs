//! What the lists of the summary hold, a line for each entry.

use super::remedy;
use crate::report::{Escape, MethodEntry, Replay, Trouble, describe_goal, escaping_exceptions};
use clew_facts::{CutReason, GoalKind, MethodFacts, Verdict};
use clew_testgen::StateBy;
use std::collections::BTreeMap;

/// How much is put down to one reason.
#[derive(Default)]
struct LeftOut {
    goals: u64,
    executions: u64,
}

/// Why goals are undecided and executions were cut, with what helps; what leaves most goals undecided first.
pub(super) fn left_out(methods: &[MethodEntry]) -> Vec<String> {
    let mut of_reason: BTreeMap<String, LeftOut> = BTreeMap::new();
    let mut of = |reason: &CutReason, goals: u64, executions: u64| {
        let left = of_reason.entry(remedy::of(reason)).or_default();
        left.goals += goals;
        left.executions += executions;
    };
    for method in methods {
        for goal in method.goals() {
            if let Verdict::Undecided(reasons) = &goal.verdict {
                reasons.first().into_iter().for_each(|reason| of(reason, 1, 0));
            }
        }
        for (reason, number) in method.facts.iter().flat_map(|facts| &facts.undecided) {
            of(reason, 0, *number);
        }
    }
    let mut all: Vec<(String, LeftOut)> = of_reason.into_iter().collect();
    all.sort_by_key(|(_, left)| std::cmp::Reverse((left.goals, left.executions)));
    let line =
        |(reason, left): (String, LeftOut)| format!("{:>5} goals {:>6} paths  {reason}", left.goals, left.executions);
    all.into_iter().map(line).collect()
}

/// Methods without facts, and why.
pub(super) fn failed(methods: &[MethodEntry]) -> Vec<String> {
    let line = |method: &MethodEntry| {
        let trouble = method.trouble.as_ref()?;
        let shown = method.facts.is_none() && *trouble != Trouble::NotStarted;
        shown.then(|| format!("{}: {}", method.key, trouble.reason()))
    };
    methods.iter().filter_map(line).collect()
}

/// The methods of whose facts this holds.
pub(super) fn whose(methods: &[MethodEntry], holds: impl Fn(&MethodFacts) -> bool) -> Vec<String> {
    let meant = methods.iter().filter(|method| method.facts.as_ref().is_some_and(&holds));
    meant.map(|method| method.key.to_string()).collect()
}

/// The methods with tests that could not be written, and how many.
pub(super) fn not_written(methods: &[MethodEntry]) -> Vec<String> {
    let meant = methods.iter().filter(|method| method.not_written > 0);
    meant.map(|method| format!("{}  {}", place(method, 0), method.not_written)).collect()
}

/// The goals whose test is not written. Together with other tests it fails, or makes one of them fail.
pub(super) fn disturbing(methods: &[MethodEntry]) -> Vec<String> {
    let mut lines = Vec::new();
    for method in methods {
        for goal in method.goals() {
            let Verdict::Reached { test } = goal.verdict else { continue };
            let test = method.tests.get(test).filter(|test| matches!(test.replay, Replay::Interferes { .. }));
            let Some(name) = test.map(|test| test.name.as_deref().unwrap_or("(unnamed)")) else { continue };
            lines.push(format!("{}  {}: {name}", place(method, goal.goal.line), describe_goal(&goal.goal)));
        }
    }
    lines
}

fn place(method: &MethodEntry, line: u32) -> String {
    let name = format!("{}.{}", method.key.class, method.key.method);
    if line == 0 { name } else { format!("{name}:{line}") }
}

/// Which executions a proof speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// All there are.
    Whole,
    /// Those that the bounds let the exploration follow.
    WithinBounds,
}

/// Unreachable goals with what each rests on: dead code before exceptions that cannot arise, what rests on nothing first. Exceptions that
/// only a bound rules out are no news.
pub(super) fn unreachable(methods: &[MethodEntry], reach: Reach) -> Vec<String> {
    let mut lines = Vec::new();
    for method in methods {
        for goal in method.goals() {
            let Verdict::Unreachable(proof) = &goal.verdict else { continue };
            let is_check = matches!(goal.goal.kind, GoalKind::Exception(_));
            let is_meant = proof.is_bounded() == (reach == Reach::WithinBounds);
            if is_check && proof.is_bounded() || !is_meant {
                continue;
            }
            let premises: Vec<String> =
                proof.assumptions().filter(|assumption| !assumption.is_universal()).map(ToString::to_string).collect();
            let verdict = match (proof.is_bounded(), !proof.is_unconditional()) {
                (true, _) => format!("unreachable within {}", premises.join(", ")),
                (false, true) => format!("unreachable if {}", premises.join(", ")),
                (false, false) => "unreachable".to_owned(),
            };
            let rank = (is_check, !proof.is_unconditional());
            lines.push((rank, format!("{}  {}: {verdict}", place(method, goal.goal.line), describe_goal(&goal.goal))));
        }
    }
    lines.sort_by_key(|(rank, _)| *rank);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Runtime exceptions and failed assertions that a test makes leave the method: those first of which the input has no `null`, those of
/// `null` arguments last; within these, those of numbers that people seldom pass last.
pub(super) fn exceptions(methods: &[MethodEntry], state_by: StateBy) -> Vec<String> {
    let line = |method: &MethodEntry, found: Escape<'_>| {
        format!("{}  {}: {}", place(method, found.line), found.class, found.test)
    };
    let found = methods.iter().flat_map(|method| escaping_exceptions(method).map(move |found| (method, found)));
    let mut found: Vec<_> = found.filter(|(_, found)| found.state_by == state_by).collect();
    found.sort_by_key(|(_, found)| (found.null, found.has_large_number));
    found.into_iter().map(|(method, found)| line(method, found)).collect()
}

/// What tests tried that does harm, and what became of them.
pub(super) fn tried(methods: &[MethodEntry]) -> Vec<String> {
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
