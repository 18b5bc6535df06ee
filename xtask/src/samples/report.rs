//! The tables of the sample jars.

use super::Sample;
use crate::markdown::{grouped, percent, seconds, table};
use std::collections::BTreeMap;

/// How many reasons of undecided goals are listed.
const TOP_REASONS: usize = 15;
/// The greatest length of a reason in the table, in characters.
const REASON_LENGTH: usize = 100;

/// All tables, as Markdown.
pub fn text(effort: &[String], samples: &[Sample]) -> String {
    let names: Vec<&str> =
        std::iter::once("").chain(samples.iter().map(|sample| sample.generated.name.as_str())).collect();
    let mut parts = vec![format!("`clew generate JAR {}`", effort.join(" ")), table(&names, figures(samples))];
    let mut header = vec!["first reason of undecided goals", "goals", "methods"];
    header.extend(names.iter().skip(1));
    parts.push(table(&header, reasons(samples)));
    parts.join("\n\n")
}

/// One row for each figure, one column for each jar.
fn figures(samples: &[Sample]) -> Vec<Vec<String>> {
    let row = |name: &str, figure: &dyn Fn(&Sample) -> String| {
        std::iter::once(name.to_owned()).chain(samples.iter().map(figure)).collect::<Vec<String>>()
    };
    let verdict = |sample: &Sample, verdict: &str| {
        let (all, unconditional) = sample.generated.document.goals(verdict);
        let share = percent(all as f64, sample.generated.document.all_goals() as f64);
        match verdict {
            "reached" | "unreachable" => {
                format!("{} ({share}), {} unconditional", grouped(all), grouped(unconditional))
            }
            _ => format!("{} ({share})", grouped(all)),
        }
    };
    let replay = |outcome: &'static str| move |sample: &Sample| grouped(sample.generated.document.replays(outcome));
    let with_share = |part: u64, whole: u64| format!("{} ({})", grouped(part), percent(part as f64, whole as f64));
    vec![
        row("classes with methods", &|s| grouped(s.generated.document.classes())),
        row("methods", &|s| grouped(s.generated.document.methods())),
        row("methods complete", &|s| with_share(s.generated.document.complete(), s.generated.document.methods())),
        row("methods cut by the clock", &|s| grouped(s.generated.document.clock_bound())),
        row("methods not processed", &|s| grouped(s.generated.document.errors().count() as u64)),
        row("problems of the input", &|s| grouped(s.generated.document.problems.len() as u64)),
        row("goals", &|s| grouped(s.generated.document.all_goals())),
        row("goals reached", &|s| verdict(s, "reached")),
        row("goals unreachable", &|s| verdict(s, "unreachable")),
        row("goals unreachable within bounds", &|s| verdict(s, "unreachable_within")),
        row("goals undecided", &|s| verdict(s, "undecided")),
        row("tests written", &|s| grouped(s.generated.document.written())),
        row("replays confirmed", &replay("confirmed")),
        row("replay mismatches", &replay("mismatch")),
        row("replays unstable", &replay("unstable")),
        row("replays timed out", &replay("timeout")),
        row("tests that tried to do harm", &replay("caged")),
        row("tests not written or not replayed", &replay("skipped")),
        row("compiled and run again: passed", &|s| grouped(s.confirmed.passed)),
        row("compiled and run again: failed", &|s| grouped(s.confirmed.failed)),
        row("compiled and run again: disabled", &|s| grouped(s.confirmed.skipped)),
        row("instructions", &|s| grouped(s.generated.document.work().0)),
        row("queries", &|s| grouped(s.generated.document.work().1)),
        row("share of time in the solver", &|s| percent(s.generated.document.work().2, s.generated.document.work().3)),
        row("wall time of clew generate", &|s| seconds(s.generated.wall.as_secs_f64())),
    ]
}

/// The most frequent reasons over all jars, by goals, then by name.
fn reasons(samples: &[Sample]) -> Vec<Vec<String>> {
    let mut all: BTreeMap<&str, (u64, u64, Vec<u64>)> = BTreeMap::new();
    for (at, sample) in samples.iter().enumerate() {
        for (reason, (goals, methods)) in sample.generated.document.undecided() {
            let entry = all.entry(reason).or_insert_with(|| (0, 0, vec![0; samples.len()]));
            entry.0 += goals;
            entry.1 += methods;
            entry.2[at] = goals;
        }
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
    let row = |(reason, (goals, methods, each)): (&str, (u64, u64, Vec<u64>))| {
        let mut row = vec![shortened(reason), grouped(goals), grouped(methods)];
        row.extend(each.into_iter().map(grouped));
        row
    };
    all.into_iter().take(TOP_REASONS).map(row).collect()
}

fn shortened(reason: &str) -> String {
    match reason.char_indices().nth(REASON_LENGTH) {
        Some((at, _)) => format!("{}…", &reason[..at]),
        None => reason.to_owned(),
    }
}
