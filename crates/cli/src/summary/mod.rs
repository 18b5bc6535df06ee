//! What people read when a run is over: at most 30 lines of at most 80 columns, what needs attention first. The reports have all.

mod lists;
mod remedy;
mod screen;

use self::lists::Reach;
pub(crate) use self::screen::cut_start;
use self::screen::{Screen, Section};
use crate::attacks;
use crate::concolic;
use crate::mutants;
use crate::report::{Results, Totals, Trouble};
use crate::table::{class_table, common_package};
use anstyle::Style;
use clew_facts::MethodFacts;
use clew_testgen::StateBy;
use std::path::Path;

const HEADING: Style = Style::new().bold();

/// The files that a run writes.
pub struct Written<'p> {
    /// The folder of the tests.
    pub out: &'p Path,
    /// How many classes of tests there are.
    pub test_classes: usize,
    /// The report, if one is asked for.
    pub report: Option<&'p Path>,
}

/// The closing table and what follows it.
pub fn summary(results: &Results, files: &Written<'_>, interrupted: bool) -> String {
    let methods = &results.methods;
    let totals = Totals::of(methods);
    let mut middle = vec![sentence(&totals), replays(&totals), untargeted(results)];
    middle.extend(results.mutants.as_deref().map(mutants::sentence));
    if results.attacked {
        middle.push(attacks::sentence(methods));
    }
    middle.extend(results.looked.as_deref().map(|looked| concolic::sentence(looked, methods)));
    if interrupted {
        let left = methods.iter().filter(|method| method.trouble == Some(Trouble::NotStarted)).count() as u64;
        let left = count(left, "method was", "methods were");
        middle.push(format!("Interrupted: {left} not explored, and the last ones only in part."));
    }
    let doubtful = lists::exceptions(methods, StateBy::Reflection).len() as u64;
    if doubtful > 0 {
        middle.push(format!(
            "{} more in states for which no calls were found: see the tests that use reflection.",
            count(doubtful, "exception", "exceptions")
        ));
    }
    middle.retain(|text| !text.is_empty());
    let last = match files.test_classes {
        0 => "No test was written.".to_owned(),
        classes => format!(
            "{} in {} below {}.",
            count(totals.written, "test", "tests"),
            count(classes as u64, "class", "classes"),
            files.out.display()
        ),
    };
    let of_mutants = results.mutants.as_deref().map_or_else(Vec::new, mutants::by_class);
    let (fallen, by_kind) = match results.attacked {
        true => (attacks::fallen(methods), attacks::by_kind(methods)),
        false => (Vec::new(), Vec::new()),
    };
    let sections = vec![
        Section::new("Methods without facts", lists::failed(methods)),
        Section::new(
            "Methods that the clock ended, so the next run may differ (see --max-steps)",
            lists::whose(methods, |facts| facts.clock_bound),
        ),
        Section::new(
            "Methods that --memory bound, so the next run may differ",
            lists::whose(methods, MethodFacts::memory_bound),
        ),
        Section::new("Tests that tried to do harm, kept from it by the cage", lists::tried(methods)),
        Section::new("Methods with tests that could not be written", lists::not_written(methods)),
        Section::new("Goals whose tests are not written, because they disturb others", lists::disturbing(methods)),
        Section::first(
            "Exceptions that leave a method (may be bugs), with a test",
            lists::exceptions(methods, StateBy::Calls),
        ),
        Section::of_document("What the tests of a class notice", of_mutants),
        Section::new("What proofs rest on, and what attacks came to", by_kind),
        Section::new("Proofs that fell, and what was broken", fallen),
        Section::new("Left out: undecided goals, and paths that were cut", lists::left_out(methods)),
        Section::new("Goals that no execution reaches", lists::unreachable(methods, Reach::Whole)),
        Section::new(
            "Goals that no execution reaches within the bounds, though others may",
            lists::unreachable(methods, Reach::WithinBounds),
        ),
    ];
    let package = common_package(methods).to_owned();
    let report = files.report.map(|file| file.display().to_string());
    Screen { package, middle, sections, report, last }.draw(|rows| class_table(methods, rows))
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
        "{HEADING}{}{HEADING:#} ({} complete), {}, {}; {HEADING}{}{HEADING:#}: {}.",
        count(totals.methods, "method", "methods"),
        totals.complete,
        count(totals.paths, "path", "paths"),
        count(totals.tests, "test", "tests"),
        count(totals.goals, "goal", "goals"),
        parts.join(", ")
    )
}

/// What became of the tests when they ran; empty where none did.
fn replays(totals: &Totals) -> String {
    let parts: Vec<String> = [
        (totals.confirmed, "confirmed"),
        (totals.mismatches, "MISMATCH"),
        (totals.timeouts, "timed out"),
        (totals.unstable, "unstable"),
        (totals.interfering, "interfering"),
        (totals.caged, "caged"),
        (totals.skipped, "skipped"),
        (totals.unbuilt, "not writable"),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, what)| format!("{number} {what}"))
    .collect();
    let not_written = match totals.left_out {
        0 => String::new(),
        left_out => format!(" {left_out} of them not written: see --null-arguments."),
    };
    if parts.is_empty() { String::new() } else { format!("Tests that were run: {}.{not_written}", parts.join(", ")) }
}

/// What tests go through of methods that have no goals.
fn untargeted(results: &Results) -> String {
    match results.untargeted_lines() {
        (0, _) => String::new(),
        (all, reached) => format!(
            "Private and generated methods have no goals; tests go through {reached} of their {}.",
            count(all as u64, "line", "lines")
        ),
    }
}
