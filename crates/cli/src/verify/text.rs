//! What people read of `clew verify`.

use super::{Entry, VERDICTS, Verified, kind_name, verdict_name};
use anstyle::Style;
use clew_absint::{Check, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const HEADING: Style = Style::new().bold();
/// How wide lines are.
const COLUMNS: usize = 80;
/// How many open checks are listed.
const MAX_LISTED: usize = 60;

/// The open checks by class and line, what was found of each kind, and a line that sums up.
pub(super) fn report(verified: &Verified) -> String {
    let mut text = String::new();
    open_checks(&mut text, verified);
    kinds(&mut text, verified);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", sentence(verified));
    if verified.not_followed() > 0 {
        let _ = writeln!(text, "{} methods could not be followed; all their checks are open.", verified.not_followed());
    }
    if verified.interrupted {
        let _ = writeln!(text, "Interrupted: methods are missing.");
    }
    text
}

fn open_checks(text: &mut String, verified: &Verified) {
    let open: Vec<(&Entry, &Check)> = verified.checks().filter(|(_, check)| check.verdict == Verdict::Open).collect();
    if open.is_empty() {
        return;
    }
    let _ = writeln!(text, "{HEADING}Checks that may fail{HEADING:#}\n");
    let mut class = "";
    for (entry, check) in open.iter().take(MAX_LISTED) {
        if entry.key.class != class {
            class = &entry.key.class;
            let _ = writeln!(text, "{class}");
        }
        let kind = kind_name(check.kind);
        let kind = kind.rsplit('.').next().unwrap_or_default();
        let _ = writeln!(text, "{}", cut(&format!("  {:>5}  {kind:<32}{}", check.line, entry.key.method)));
    }
    if open.len() > MAX_LISTED {
        let _ = writeln!(text, "  … and {} more, which --format json lists", open.len() - MAX_LISTED);
    }
    text.push('\n');
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(COLUMNS) {
        None => line.to_owned(),
        Some(_) => line.chars().take(COLUMNS - 1).chain(['…']).collect(),
    }
}

fn kinds(text: &mut String, verified: &Verified) {
    let mut rows: BTreeMap<String, [usize; VERDICTS.len()]> = BTreeMap::new();
    for (_, check) in verified.checks() {
        let kind = kind_name(check.kind);
        let row = rows.entry(kind.rsplit('.').next().unwrap_or_default().to_owned()).or_default();
        let at = VERDICTS.iter().position(|verdict| *verdict == verdict_name(&check.verdict));
        row.iter_mut().enumerate().filter(|(column, _)| Some(*column) == at).for_each(|(_, count)| *count += 1);
    }
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(text, "{HEADING}{:<34}{:>10}{:>14}{:>10}{HEADING:#}", "check", "verified", "verified if", "open");
    for (kind, [verified, verified_if, open]) in rows {
        let _ = writeln!(text, "{kind:<34}{verified:>10}{verified_if:>14}{open:>10}");
    }
    text.push('\n');
}

fn sentence(verified: &Verified) -> String {
    let all = verified.checks().count();
    let [sure, assuming, open] = VERDICTS.map(|verdict| verified.count(verdict));
    format!(
        "{all} checks in {} methods: {sure} verified, {assuming} under assumptions,\n{open} open ({:.1} s).",
        verified.entries.len(),
        verified.seconds
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(cut("short"), "short");
        let long = cut(&"é".repeat(100));
        assert_eq!(long.chars().count(), COLUMNS);
        assert!(long.ends_with('…'));
    }
}
