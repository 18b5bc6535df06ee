//! What people read of a cover.

use super::Cover;
use clew_facts::{BlockVerdict, CoverAsserts, CoverTest, CoverValue, Verdict};
use num_bigint::BigInt;
use std::fmt::Write as _;

/// How many tests are printed; JSON has all of them.
const TESTS_SHOWN: usize = 100;

/// The tests, then what is not covered, then a line that sums up.
pub(super) fn report(cover: &Cover<'_>) -> String {
    let facts = cover.facts;
    let mut text = String::new();
    for (number, test) in facts.tests.iter().enumerate().take(TESTS_SHOWN) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "test {number}: {}\n  {}", inputs(test), test.blocks.join(" → "));
    }
    if facts.tests.len() > TESTS_SHOWN {
        let _ = writeln!(text, "… and {} more tests (--format json has all)", facts.tests.len() - TESTS_SHOWN);
    }
    let uncovered: Vec<&BlockVerdict> =
        facts.goals.iter().filter(|goal| !matches!(goal.verdict, Verdict::Reached { .. })).collect();
    if !uncovered.is_empty() {
        let _ = writeln!(text, "\nNot covered:");
    }
    for goal in &uncovered {
        let _ = writeln!(
            text,
            "  {}: {}",
            name(&goal.procedure, &goal.block, &cover.options.procedure),
            why(&goal.verdict)
        );
    }
    if let Some(suite) = &facts.suite {
        let tests: Vec<String> = suite.tests.iter().map(usize::to_string).collect();
        let tests = if tests.is_empty() { "none".to_owned() } else { tests.join(", ") };
        let _ = writeln!(
            text,
            "\nEnough to cover the same: {tests} ({}; at least {})",
            suite.tests.len(),
            suite.apart.len()
        );
    }
    if let Some(found) = &facts.asserts {
        text += &asserts(found, &cover.options.procedure);
    }
    let covered = facts.goals.len() - uncovered.len();
    let _ = writeln!(
        text,
        "\n{} of {} blocks covered by {} {}, {} {}{}",
        covered,
        facts.goals.len(),
        facts.tests.len(),
        if facts.tests.len() == 1 { "test" } else { "tests" },
        facts.stats.queries,
        if facts.stats.queries == 1 { "query" } else { "queries" },
        if cover.interrupted { "; interrupted" } else { "" },
    );
    text
}

fn inputs(test: &CoverTest) -> String {
    if test.inputs.is_empty() {
        return "no inputs".to_owned();
    }
    let inputs: Vec<String> = test.inputs.iter().map(|(name, it)| format!("{name} = {}", value(it))).collect();
    inputs.join(", ")
}

/// A value of an input.
pub fn value(value: &CoverValue) -> String {
    match value {
        CoverValue::Bool(value) => value.to_string(),
        CoverValue::Int(value) => value.to_string(),
        CoverValue::Map(entries, otherwise) => {
            let mut text = String::from("{");
            for (index, value) in entries {
                let index: Vec<String> = index.iter().map(BigInt::to_string).collect();
                let _ = write!(text, "{}: {value}, ", index.join(","));
            }
            text + &format!("else: {otherwise}}}")
        }
    }
}

fn name(procedure: &str, block: &str, entry: &str) -> String {
    if procedure == entry { block.to_owned() } else { format!("{procedure}.{block}") }
}

/// What is known of each assertion, with an execution that violates it where there is one.
fn asserts(asserts: &CoverAsserts, entry: &str) -> String {
    let mut text = String::from("\nAssertions:\n");
    for goal in &asserts.goals {
        let place = format!("line {}, {}", goal.line, name(&goal.procedure, &goal.block, entry));
        // Writing to a string cannot fail.
        let _ = match &goal.verdict {
            Verdict::Reached { test } => match asserts.violations.get(*test) {
                Some(test) => {
                    writeln!(text, "  {place}: violated: {}\n    {}", inputs(test), test.blocks.join(" → "))
                }
                None => writeln!(text, "  {place}: violated"),
            },
            Verdict::Unreachable(proof) if proof.is_unconditional() => writeln!(text, "  {place}: never violated"),
            Verdict::Unreachable(proof) => {
                let assumptions: Vec<String> = proof.assumptions().map(ToString::to_string).collect();
                writeln!(text, "  {place}: not violated within the bounds ({})", assumptions.join(", "))
            }
            verdict => writeln!(text, "  {place}: {}", why(verdict)),
        };
    }
    if asserts.goals.is_empty() {
        text += "  there are none\n";
    }
    text
}

/// The verdict with what it rests on.
fn why(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => verdict.name().to_owned(),
        Verdict::Unreachable(proof) if proof.is_unconditional() => {
            "unreachable: no complete execution passes it".to_owned()
        }
        Verdict::Unreachable(proof) => {
            let assumptions: Vec<String> = proof.assumptions().map(ToString::to_string).collect();
            format!("unreachable within the bounds ({})", assumptions.join(", "))
        }
        Verdict::Undecided(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            format!("undecided ({})", reasons.join("; "))
        }
    }
}
