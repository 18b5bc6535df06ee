//! Abstract path conditions for a person: the loops beside their source, then the backbones.

use clew_facts::{ExplainedBackbone, ExplainedLoop, Explanation};
use std::fmt::Write as _;

/// How many lines of a loop are shown.
const MAX_LINES: usize = 40;

/// The text of an explanation. `source` is that of the file whose lines loops name, if it was found.
pub fn explained(explanation: &Explanation, source: Option<&str>) -> String {
    let lines: Vec<&str> = source.map(|text| text.lines().collect()).unwrap_or_default();
    let mut text = String::new();
    for of_loop in &explanation.loops {
        summary(&mut text, of_loop, &lines);
    }
    for (number, ExplainedBackbone { path, condition }) in (1..).zip(&explanation.backbones) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "backbone {number}: {path}");
        condition.iter().for_each(|part| text += &format!("  {part}\n"));
    }
    if explanation.backbones.is_empty() {
        text += "no backbone can be executed\n";
    }
    text
}

fn summary(text: &mut String, of_loop: &ExplainedLoop, source: &[&str]) {
    let ExplainedLoop { entry, lines, counters, values, unknown } = of_loop;
    let (line, lines_of) = if lines.is_empty() { ("", "") } else { ("line ", "lines ") };
    let _ = writeln!(text, "loop at {line}{entry}");
    if let (Some(first), Some(last)) = (lines.first(), lines.last()) {
        for number in (*first..=*last).take(MAX_LINES) {
            if let Some(line) = source.get(number as usize - 1) {
                let _ = writeln!(text, "  {number:>5} | {line}");
            }
        }
    }
    for (counter, way) in counters {
        let _ = writeln!(text, "  {counter} counts {lines_of}{entry} {way}");
    }
    for (name, value) in values {
        let _ = writeln!(text, "  {name} = {value}");
    }
    if !unknown.is_empty() {
        let _ = writeln!(text, "  not told by the counters: {}", unknown.join(", "));
    }
    text.push('\n');
}
