//! The tables of the verification tasks.

use super::Answered;
use crate::markdown::{grouped, seconds, table};
use std::collections::BTreeMap;

/// All tables, as Markdown.
pub fn text(effort: &[String], answered: &[Answered]) -> String {
    let mut kinds: BTreeMap<&str, Vec<&Answered>> = BTreeMap::new();
    for one in answered {
        kinds.entry(one.kind()).or_default().push(one);
    }
    let all: Vec<&Answered> = answered.iter().collect();
    let rows = kinds.iter().map(|(kind, of_kind)| row(kind, of_kind)).chain([row("all", &all)]);
    let header = ["kind", "tasks", "unsafe", "right", "wrong", "unknown", "median time", "longest"];
    let parts = [
        format!("`clew generate CLASSES {} {}`", super::FLAGS.join(" "), effort.join(" ")),
        table(&header, rows),
        table(&["why the answer is unknown", "tasks", "first"], reasons(answered)),
    ];
    parts.join("\n\n")
}

/// The figures of some tasks.
fn row(name: &str, answered: &[&Answered]) -> Vec<String> {
    let count = |which: &dyn Fn(&Answered) -> bool| grouped(answered.iter().filter(|one| which(one)).count() as u64);
    let mut times: Vec<f64> = answered.iter().map(|one| one.seconds).collect();
    times.sort_by(f64::total_cmp);
    let time = |at: usize| times.get(at).map_or_else(String::new, |time| seconds(*time));
    vec![
        name.to_owned(),
        grouped(answered.len() as u64),
        count(&|one| one.task.inputs.is_some()),
        count(&Answered::is_right),
        count(&Answered::is_wrong),
        count(&|one| one.reason().is_some()),
        time(times.len() / 2),
        time(times.len().saturating_sub(1)),
    ]
}

/// One row for each reason, the most frequent first, with the first task that has it.
fn reasons(answered: &[Answered]) -> Vec<Vec<String>> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for one in answered {
        if let Some(reason) = one.reason() {
            reasons.entry(reason).or_default().push(&one.task.class);
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, classes)| std::cmp::Reverse(classes.len()));
    let row = |(reason, classes): (&str, Vec<&str>)| {
        vec![format!("`{reason}`"), grouped(classes.len() as u64), format!("`{}`", classes[0])]
    };
    reasons.into_iter().map(row).collect()
}
