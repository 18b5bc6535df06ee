//! The tables of the chosen methods.

use super::{Counter, Jar};
use crate::markdown::{grouped, percent, seconds, table};
use clew_facts::MethodKey;
use std::collections::{BTreeMap, BTreeSet};

/// How many reasons are listed.
const TOP_REASONS: usize = 25;

/// The choice, one method a line.
pub fn list(chosen: &[&MethodKey]) -> String {
    chosen.iter().map(|method| format!("  {method}")).collect::<Vec<_>>().join("\n")
}

/// One line for each method of which instructions were missed, those with most missed first.
pub fn methods(jar: &Jar) -> String {
    let mut missed: Vec<(u64, String)> = Vec::new();
    for method in &jar.document.methods {
        let Some(Counter { covered, all }) = jar.instructions.get(&method.key) else { continue };
        if covered < all {
            let cut = method.first_cut().unwrap_or("no path was cut");
            missed.push((all - covered, format!("  {covered:5} of {all:5}  {}  {cut}", method.key)));
        }
    }
    missed.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    missed.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

/// One row for each jar, then what stops Clew.
pub fn summary(effort: &str, runs: u64, jars: &[Jar]) -> String {
    let header = [
        "jar",
        "methods",
        "chosen",
        "no rule or model wanting",
        "nor a value chosen",
        "instructions covered",
        "tests",
        "mismatches",
        "unstable",
        "failed in any run",
        "not processed",
        "clew generate",
    ];
    let mut rows: Vec<Vec<String>> = jars.iter().map(row).collect();
    rows.push(sum(jars));
    let first = format!("`clew generate JAR {effort} --method …`; {runs} runs of each suite in random order");
    [first, table(&header, rows), wants(jars), missed(jars)].join("\n\n")
}

fn row(jar: &Jar) -> Vec<String> {
    let document = &jar.document;
    vec![
        jar.name.clone(),
        grouped(jar.choosable as u64),
        grouped(document.methods()),
        share(jar.followed(), document.methods()),
        share(jar.followed_without_choice(), document.methods()),
        covered(jar.total()),
        grouped(document.written()),
        grouped(document.replays("mismatch")),
        grouped(document.replays("unstable")),
        grouped(jar.runs.iter().map(|run| run.failed).max().unwrap_or(0)),
        grouped(document.errors().count() as u64),
        seconds(jar.wall.as_secs_f64()),
    ]
}

fn sum(jars: &[Jar]) -> Vec<String> {
    let of = |figure: &dyn Fn(&Jar) -> u64| jars.iter().map(figure).sum::<u64>();
    let methods = of(&|jar| jar.document.methods());
    vec![
        "all".to_owned(),
        grouped(of(&|jar| jar.choosable as u64)),
        grouped(methods),
        share(of(&Jar::followed), methods),
        share(of(&Jar::followed_without_choice), methods),
        covered(Counter { covered: of(&|jar| jar.total().covered), all: of(&|jar| jar.total().all) }),
        grouped(of(&|jar| jar.document.written())),
        grouped(of(&|jar| jar.document.replays("mismatch"))),
        grouped(of(&|jar| jar.document.replays("unstable"))),
        grouped(of(&|jar| jar.runs.iter().map(|run| run.failed).max().unwrap_or(0))),
        grouped(of(&|jar| jar.document.errors().count() as u64)),
        seconds(jars.iter().map(|jar| jar.wall.as_secs_f64()).sum()),
    ]
}

fn share(part: u64, whole: u64) -> String {
    format!("{} ({})", grouped(part), percent(part as f64, whole as f64))
}

fn covered(counter: Counter) -> String {
    format!(
        "{} of {} ({})",
        grouped(counter.covered),
        grouped(counter.all),
        percent(counter.covered as f64, counter.all as f64)
    )
}

/// For want of what paths were cut, by the number of methods.
fn wants(jars: &[Jar]) -> String {
    let mut methods: BTreeMap<&str, u64> = BTreeMap::new();
    for method in jars.iter().flat_map(|jar| &jar.document.methods) {
        for want in method.wants().collect::<BTreeSet<&str>>() {
            *methods.entry(want).or_default() += 1;
        }
    }
    ranked(&["for want of this paths were cut", "methods"], methods)
}

/// What stands first among the reasons of methods with missed instructions, by the number of those.
fn missed(jars: &[Jar]) -> String {
    let mut missed: BTreeMap<&str, u64> = BTreeMap::new();
    for jar in jars {
        for method in &jar.document.methods {
            let counter = jar.instructions.get(&method.key).copied().unwrap_or_default();
            if counter.covered < counter.all {
                let cut = method.first_cut().unwrap_or("no path was cut");
                *missed.entry(cut).or_default() += counter.all - counter.covered;
            }
        }
    }
    ranked(&["first reason why paths of a method were cut", "instructions missed"], missed)
}

fn ranked(header: &[&str], counts: BTreeMap<&str, u64>) -> String {
    let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
    let rows = counts.into_iter().take(TOP_REASONS);
    table(header, rows.map(|(reason, count)| vec![reason.to_owned(), grouped(count)]))
}
