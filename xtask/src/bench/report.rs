//! The tables of the benchmark.

use super::cases::{Case, Purpose};
use super::measure::Figures;
use super::memory::Memory;
use crate::markdown::{grouped, percent, seconds, table};

/// All tables, as Markdown.
pub fn text(runs: u32, measured: &[(Case, Figures)], memory: &[(Case, Memory)]) -> String {
    let of = |purpose: Purpose| measured.iter().filter(move |(case, _)| case.purpose == purpose);
    let mut parts = vec![format!("Medians of {runs} runs.")];
    if of(Purpose::SolverFree).next().is_some() {
        parts.push(table(
            &["solver-free part", "instructions", "wall time", "instructions/s", "queries"],
            of(Purpose::SolverFree).map(|(case, figures)| solver_free(case, figures)),
        ));
    }
    if measured.len() > of(Purpose::SolverFree).count() {
        let asking = measured.iter().filter(|(case, _)| case.purpose != Purpose::SolverFree);
        parts.push(table(
            &["solver", "queries", "queries/s", "backend queries", "backend queries/s", "time in the backend"],
            asking.clone().map(|(case, figures)| queries(case, figures)),
        ));
        parts.push(table(
            &["wall time", "median", "least to greatest", "instructions", "paths", "tests", "complete", "peak states"],
            asking.map(|(case, figures)| wall_time(case, figures)),
        ));
    }
    if !memory.is_empty() {
        parts.push(table(
            &["memory", "peak states", "for 1,000 states", "least to greatest"],
            memory.iter().map(|(case, memory)| of_states(case, memory)),
        ));
    }
    parts.join("\n\n")
}

fn solver_free(case: &Case, figures: &Figures) -> Vec<String> {
    let stats = &figures.facts.stats;
    vec![
        format!("`{case}`"),
        grouped(stats.instructions),
        seconds(figures.seconds.median),
        grouped(figures.instructions_per_second().round() as u64),
        grouped(stats.queries),
    ]
}

/// Queries a second are counted over the wall time, those of the backend over the time in the backend.
fn queries(case: &Case, figures: &Figures) -> Vec<String> {
    let stats = &figures.facts.stats;
    let rate = |count: u64, time: f64| match time {
        time if time > 0.0 => grouped((count as f64 / time).round() as u64),
        _ => "–".to_owned(),
    };
    vec![
        format!("`{case}`"),
        grouped(stats.queries),
        rate(stats.queries, figures.seconds.median),
        grouped(stats.backend_queries),
        rate(stats.backend_queries, figures.solver_seconds.median),
        percent(figures.solver_seconds.median, figures.seconds.median),
    ]
}

fn wall_time(case: &Case, figures: &Figures) -> Vec<String> {
    let facts = &figures.facts;
    let complete = match (figures.is_cut, facts.complete) {
        (true, _) => "no: budget",
        (false, true) => "yes",
        (false, false) => "no",
    };
    vec![
        format!("`{case}`"),
        seconds(figures.seconds.median),
        format!("{} to {}", seconds(figures.seconds.least), seconds(figures.seconds.greatest)),
        grouped(facts.stats.instructions),
        grouped(facts.paths),
        grouped(facts.tests.len() as u64),
        complete.to_owned(),
        grouped(facts.stats.peak_states),
    ]
}

fn of_states(case: &Case, memory: &Memory) -> Vec<String> {
    let mebibytes = |bytes: f64| format!("{:.1} MiB", bytes / f64::from(1 << 20));
    let spread = memory.bytes_per_thousand;
    vec![
        format!("`{case}`"),
        grouped(memory.states),
        mebibytes(spread.median),
        format!("{} to {}", mebibytes(spread.least), mebibytes(spread.greatest)),
    ]
}
