//! The part of the page that needs no script: totals, what is worth a look, and the table of files and methods.

use super::super::RunNotes;
use super::super::lines::LineVerdict;
use super::super::units::Unit;
use super::words;
use crate::executions::Executions;
use crate::report::{MethodEntry, Totals, escaping_exceptions};
use clew_facts::{GoalKind, GoalVerdict};
use clew_testgen::StateBy;
use maud::{Markup, html};

/// How many entries a list of findings has at most.
const MAX_FINDINGS: usize = 200;

/// The verdicts in the order in which bars and legends show them, each with its name.
const VERDICTS: [(LineVerdict, &str); 5] = [
    (LineVerdict::Reached, "reached"),
    (LineVerdict::Unreachable, "unreachable"),
    (LineVerdict::UnreachableIf, "unreachable under assumptions"),
    (LineVerdict::UnreachableWithin, "unreachable within bounds"),
    (LineVerdict::Undecided, "undecided"),
];

/// What the report is about, in a few words.
pub fn title(units: &[Unit<'_>]) -> String {
    match units {
        [] => "Nothing explored".to_owned(),
        [only] => only.name.clone(),
        _ => format!("{} source files", units.len()),
    }
}

/// Everything that is seen.
pub fn body(units: &[Unit<'_>], executions: &Executions, notes: &RunNotes) -> Markup {
    let all: Vec<&MethodEntry> = units.iter().flat_map(|unit| unit.methods.iter().copied()).collect();
    html! {
        header {
            a.brand href="#" { "Clew" }
            label.search {
                span.hidden { "Filter files and methods" }
                input #filter type="search" placeholder="Filter files and methods" autocomplete="off" spellcheck="false";
                kbd aria-hidden="true" { "/" }
            }
        }
        nav #files aria-label="Source files" {
            @for (at, unit) in units.iter().enumerate() {
                a href=(format!("#u{at}")) data-name=(unit.name) { span { (unit.name) } (bar(&unit.methods)) }
            }
        }
        main #main {
            section #overview {
                h1 { "Can an execution get there?" }
                (cards(&all))
                (untargeted(units, executions))
                (notes_of(&all, notes, units))
                (findings(units))
                h2 { "Files and methods" }
                @for (at, unit) in units.iter().enumerate() { (file(at, unit, units.len() == 1)) }
                p #none hidden { "No file or method has that in its name." }
                (legend())
            }
            section #source hidden {}
        }
        aside #detail aria-live="polite" aria-label="Details of a line" hidden {}
    }
}

/// How many goals have each verdict.
fn counts(methods: &[&MethodEntry]) -> Vec<(LineVerdict, &'static str, usize)> {
    let verdicts: Vec<LineVerdict> =
        methods.iter().flat_map(|entry| entry.goals()).map(|goal| LineVerdict::of_goal(&goal.verdict)).collect();
    let count = |wanted: LineVerdict| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    VERDICTS.iter().map(|(verdict, name)| (*verdict, *name, count(*verdict))).collect()
}

/// The verdicts of all goals as parts of a bar.
fn bar(methods: &[&MethodEntry]) -> Markup {
    let counts = counts(methods);
    let all: usize = counts.iter().map(|(_, _, count)| count).sum();
    let text: Vec<String> =
        counts.iter().filter(|(_, _, count)| *count > 0).map(|(_, name, count)| format!("{count} {name}")).collect();
    let mut from = 0;
    html! {
        svg.bar role="img" aria-label=(text.join(", ")) viewBox=(format!("0 0 {} 1", all.max(1))) preserveAspectRatio="none" {
            title { (text.join(", ")) }
            @for (verdict, _, count) in &counts {
                @let start = { let start = from; from += count; start };
                @if *count > 0 { rect class=(format!("f-{}", verdict.code())) x=(start) y="0" width=(count) height="1" {} }
            }
        }
    }
}

fn cards(methods: &[&MethodEntry]) -> Markup {
    let totals = Totals::of(methods.iter().copied());
    html! {
        (bar(methods))
        ul.cards {
            @for (verdict, name, count) in counts(methods) {
                li class=(format!("v-{}", verdict.code())) { b { (count) } " " (name) }
            }
        }
        p.quiet {
            (many(totals.goals, "goal", "goals")) " in " (many(totals.methods, "method", "methods")) ". "
            (many(totals.tests, "test", "tests")) ", of which a JVM confirmed " (totals.confirmed) ". "
            "A goal is a source line, an edge of a branch, an implicit exception or a failing assert."
        }
    }
}

/// What tests go through of methods that have no goals.
fn untargeted(units: &[Unit<'_>], executions: &Executions) -> Markup {
    let methods = || units.iter().flat_map(|unit| &unit.untargeted);
    let all: usize = methods().map(|method| method.lines.len()).sum();
    let reached: usize = methods().map(|method| method.reached(executions)).sum();
    html! {
        @if all > 0 {
            p.quiet {
                "Private methods, methods made by the compiler and class initializers have no goals; tests go through "
                (reached) " of their " (many(all as u64, "line", "lines")) "."
            }
        }
    }
}

fn many(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

fn notes_of(methods: &[&MethodEntry], notes: &RunNotes, units: &[Unit<'_>]) -> Markup {
    let clock =
        methods.iter().filter(|entry| entry.facts.as_ref().is_some_and(|facts| facts.clock_bound)).count() as u64;
    let without_source = units.iter().filter(|unit| unit.source.is_none()).count() as u64;
    html! {
        @if notes.interrupted || clock > 0 || without_source > 0 || !notes.problems.is_empty() {
            ul.notes {
                @if notes.interrupted { li { "The run was interrupted: this is what was found until then." } }
                @for problem in &notes.problems { li { (problem) } }
                @if clock > 0 {
                    li { (many(clock, "method was", "methods were")) " ended by the clock, so that the next run may differ there." }
                }
                @if without_source > 0 {
                    li {
                        (many(without_source, "source file was", "source files were"))
                        " not found, so that code is shown as the block language. Name folders with sources, or source jars, with "
                        code { "--sources" } "."
                    }
                }
            }
        }
        noscript { p.notes { "Sources, tests and proofs are shown by the script in this file, which is switched off." } }
    }
}

/// A finding: where it is and what it is.
struct Finding {
    unit: usize,
    line: u32,
    place: String,
    what: String,
}

fn findings(units: &[Unit<'_>]) -> Markup {
    let dead = findings_of(units, |entry| {
        let is_dead = |goal: &&GoalVerdict| {
            goal.goal.kind == GoalKind::Line && LineVerdict::of_goal(&goal.verdict) == LineVerdict::Unreachable
        };
        entry.goals().iter().filter(is_dead).map(|goal| (goal.goal.line, "unreachable".to_owned())).collect()
    });
    let thrown = |state_by: StateBy| {
        findings_of(units, |entry| {
            let found = escaping_exceptions(entry).filter(|found| found.state_by == state_by);
            found.map(|found| (found.line, words::simple(found.class).to_owned())).collect()
        })
    };
    html! {
        (list("Lines that no input reaches", &dead))
        (list("Exceptions that leave a method", &thrown(StateBy::Calls)))
        (list("Exceptions in states for which no calls were found", &thrown(StateBy::Reflection)))
    }
}

fn findings_of(units: &[Unit<'_>], of: impl Fn(&MethodEntry) -> Vec<(u32, String)>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (unit, of_unit) in units.iter().enumerate() {
        for entry in &of_unit.methods {
            let place = words::qualified(&entry.key);
            let of_method = of(entry).into_iter();
            found.extend(of_method.map(|(line, what)| Finding { unit, line, place: place.clone(), what }));
        }
    }
    found
}

fn list(heading: &str, findings: &[Finding]) -> Markup {
    html! {
        @if !findings.is_empty() {
            details.findings {
                summary { (heading) " " span.count { (findings.len()) } }
                ul {
                    @for finding in findings.iter().take(MAX_FINDINGS) {
                        li {
                            a href=(format!("#u{}:{}", finding.unit, finding.line)) { (finding.place) ":" (finding.line) }
                            " " span.quiet { (finding.what) }
                        }
                    }
                    @if findings.len() > MAX_FINDINGS { li { "… and " (findings.len() - MAX_FINDINGS) " more" } }
                }
            }
        }
    }
}

fn file(at: usize, unit: &Unit<'_>, is_only: bool) -> Markup {
    html! {
        details.file data-name=(unit.name) open[is_only] {
            summary {
                span.name { a href=(format!("#u{at}")) { (unit.name) } }
                (bar(&unit.methods))
                (figures(&unit.methods))
            }
            table {
                thead { tr { th { "method" } th { "verdicts" } th.n { "tests" } th.n { "goals" } th.n { "reached" } th.n { "unreachable" } th.n { "undecided" } } }
                tbody { @for entry in &unit.methods { (method(at, entry)) } }
            }
        }
    }
}

fn figures(methods: &[&MethodEntry]) -> Markup {
    let totals = Totals::of(methods.iter().copied());
    let percent = (totals.reached * 100).checked_div(totals.goals);
    html! {
        span.figures {
            @if let Some(percent) = percent { (percent) "% reached" } @else { "no goals" }
            " · " (many(totals.methods, "method", "methods")) " · " (many(totals.tests, "test", "tests"))
        }
    }
}

fn method(unit: usize, entry: &MethodEntry) -> Markup {
    let totals = Totals::of([entry]);
    let line = entry.goals().iter().map(|goal| goal.goal.line).filter(|line| *line > 0).min().unwrap_or(0);
    let name = words::qualified(&entry.key);
    html! {
        tr data-name=(name) {
            td { a href=(format!("#u{unit}:{line}")) { (name) } @if let Some(trouble) = &entry.trouble { div.quiet { (trouble.reason()) } } }
            td { (bar(&[entry])) }
            td.n { (totals.tests) } td.n { (totals.goals) } td.n { (totals.reached) }
            td.n { (totals.unreachable + totals.unreachable_within) } td.n { (totals.undecided) }
        }
    }
}

fn legend() -> Markup {
    let meanings = [
        (LineVerdict::Reached, "reached", "A test gets there, with every edge of its branches."),
        (LineVerdict::Partly, "partly reached", "A test gets there, but not along every edge of its branches."),
        (LineVerdict::Unreachable, "unreachable", "Proved: no input gets there."),
        (
            LineVerdict::UnreachableIf,
            "unreachable under assumptions",
            "Proved, if the assumptions that are listed hold.",
        ),
        (
            LineVerdict::UnreachableWithin,
            "unreachable within bounds",
            "Proved for executions that keep the bounds listed.",
        ),
        (LineVerdict::Undecided, "undecided", "Neither; the reason is told."),
    ];
    html! {
        h2 { "What the colours say" }
        dl.legend {
            @for (verdict, name, meaning) in meanings {
                dt class=(format!("v-{}", verdict.code())) { (name) }
                dd { (meaning) }
            }
        }
        p.quiet {
            "Keys: " kbd { "/" } " filter, " kbd { "j" } " and " kbd { "k" } " next and previous line, "
            kbd { "n" } " and " kbd { "p" } " next and previous line that is not wholly reached, " kbd { "Esc" } " close."
        }
    }
}
