//! What people read of `clew summarize`.

use super::{Entry, Shown, Summarized};
use anstyle::Style;
use clew_facts::{CallTargets, Case, CaseEnd, CaseObject, MethodKey, NamedValue, Summary};
use std::fmt::Write as _;

const HEADING: Style = Style::new().bold();
/// How many cases of a method are shown.
const MAX_CASES: usize = 20;
/// How wide the text is at most; what is longer goes on in the next line.
const COLUMNS: usize = 100;

/// The summaries, callees first, and a line that sums up.
pub(super) fn report(found: &Summarized) -> String {
    let mut text = String::new();
    for entry in &found.entries {
        of_method(&mut text, entry, found.shown);
        text.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{}, {} of them complete, {} ({:.1} s). Context: any arguments, any heap.",
        number(found.entries.len(), "method"),
        found.complete(),
        number(found.cases(), "case"),
        found.seconds
    );
    if found.interrupted {
        let _ = writeln!(text, "Interrupted: summaries are missing.");
    }
    text
}

fn of_method(text: &mut String, entry: &Entry, shown: Shown) {
    let key = &entry.key;
    match &entry.summary {
        Err(reason) => {
            let _ = writeln!(text, "{HEADING}{key}{HEADING:#}: no summary ({reason})");
        }
        Ok(summary) => {
            let shown_cases = shown.of(summary);
            let all = number(summary.cases.len(), "case");
            let cases = match shown {
                Shown::All => all,
                Shown::Errors => format!("{} among {all}", number(shown_cases.len(), "error")),
            };
            let _ = writeln!(text, "{HEADING}{key}{HEADING:#}: {cases}, {}", completeness(summary));
            calls(text, entry);
            for (index, case) in shown_cases.iter().take(MAX_CASES) {
                of_case(text, *index, case);
            }
            if shown_cases.len() > MAX_CASES {
                let _ = writeln!(text, "  … and {} more, which --format json lists", shown_cases.len() - MAX_CASES);
            }
            if !summary.assumptions.is_empty() {
                let names: Vec<String> = summary.assumptions.iter().map(ToString::to_string).collect();
                line(text, "  assumes ", &names.join(", "));
            }
        }
    }
}

fn completeness(summary: &Summary) -> String {
    if summary.is_complete() {
        return "complete".to_owned();
    }
    let missing =
        summary.missing.iter().map(|(reason, paths)| format!("{reason} ({})", number(*paths as usize, "path")));
    format!("incomplete: {}", missing.collect::<Vec<_>>().join(", "))
}

/// Calls of methods of the input, and whether the method calls itself.
fn calls(text: &mut String, entry: &Entry) {
    let name = |key: &MethodKey| format!("{}#{}", key.class, key.method);
    let call = |call: &CallTargets| match call.targets.as_slice() {
        [only] if *only == call.named => name(only),
        targets => {
            format!("{} (one of {})", name(&call.named), targets.iter().map(name).collect::<Vec<_>>().join(", "))
        }
    };
    let shown: Vec<String> = entry.calls.iter().filter(|call| !call.targets.is_empty()).map(call).collect();
    if !shown.is_empty() {
        let recursive = if entry.is_recursive { "; recursive" } else { "" };
        line(text, "  calls ", &format!("{}{recursive}", shown.join(", ")));
    }
}

fn of_case(text: &mut String, index: usize, case: &Case) {
    let conditions: Vec<&str> = case.heap_constraints.iter().chain(&case.constraints).map(String::as_str).collect();
    let condition = if conditions.is_empty() { "always".to_owned() } else { conditions.join(" && ") };
    line(text, &format!("  {index:>2}  "), &format!("{condition}: {}", end(&case.end)));
    // An argument of which the path knows nothing is its own name.
    let of_input = case.arguments.iter().chain(&case.statics_in).filter(|held| held.name != held.value);
    let before = of_input.map(equation).chain(case.heap_in.iter().map(object));
    let after = case.statics_out.iter().map(equation).chain(case.heap_out.iter().map(object));
    for (label, parts) in [("in", before.collect::<Vec<_>>()), ("out", after.collect::<Vec<_>>())] {
        if !parts.is_empty() {
            line(text, &format!("      {label:<4}"), &parts.join("; "));
        }
    }
}

fn end(end: &CaseEnd) -> String {
    match end {
        CaseEnd::Returns(None) => "returns".to_owned(),
        CaseEnd::Returns(Some(value)) => format!("returns {value}"),
        CaseEnd::Throws { exception, class } => format!("throws {exception}, a {class}"),
        CaseEnd::Exits => "ends the virtual machine".to_owned(),
    }
}

fn equation(held: &NamedValue) -> String {
    format!("{} = {}", held.name, held.value)
}

fn object(object: &CaseObject) -> String {
    let class = object.class.rsplit('.').next().unwrap_or_default();
    let holds: Vec<String> = object.holds.iter().map(|held| format!("{}: {}", held.name, held.value)).collect();
    match holds.is_empty() {
        true => format!("{} = {class}", object.name),
        false => format!("{} = {class} {{ {} }}", object.name, holds.join(", ")),
    }
}

/// Writes a line; one that is too long goes on below its beginning.
fn line(text: &mut String, label: &str, content: &str) {
    let indent = " ".repeat(label.chars().count());
    let options = textwrap::Options::new(COLUMNS).initial_indent(label).subsequent_indent(&indent);
    let _ = writeln!(text, "{}", textwrap::fill(content, options));
}

fn number(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
