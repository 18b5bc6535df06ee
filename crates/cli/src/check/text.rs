//! What people read of a check.

use super::{Checked, Found};
use crate::args::flag;
use crate::report::{Totals, Trouble};
use anstyle::Style;
use clew_facts::Proof;
use clew_findings::Purpose;
use std::fmt::Write as _;

const HEADING: Style = Style::new().bold();

/// The findings, the most certain ones first, and a line that sums up.
pub(super) fn report(checked: &Checked<'_>) -> String {
    let mut text = String::new();
    let mut grouped: Vec<(Group, Vec<&Found>)> = Group::ALL.into_iter().map(|group| (group, Vec::new())).collect();
    for found in &checked.findings {
        let group = Group::of(found);
        grouped.iter_mut().filter(|(it, _)| *it == group).for_each(|(_, all)| all.push(found));
    }
    for (group, found) in grouped.iter().filter(|(_, found)| !found.is_empty()) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{HEADING}{}{HEADING:#}\n", group.heading());
        found.iter().for_each(|found| line(&mut text, found));
        text.push('\n');
    }
    text.push_str(&sentence(checked));
    text
}

/// Findings that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Sure,
    SureGuards,
    Assuming,
    Within,
}

impl Group {
    const ALL: [Group; 4] = [Group::Sure, Group::SureGuards, Group::Assuming, Group::Within];

    fn of(found: &Found) -> Group {
        let proof = &found.finding.proof;
        match (proof.is_bounded(), proof.is_unconditional(), found.finding.purpose) {
            (true, ..) => Group::Within,
            (false, false, _) => Group::Assuming,
            (false, true, Purpose::Guard) => Group::SureGuards,
            (false, true, Purpose::Work) => Group::Sure,
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Group::Sure => "Findings",
            Group::SureGuards => "Findings about code that does nothing but throw, and may be meant never to run",
            Group::Assuming => "Findings that hold under assumptions only",
            Group::Within => "Findings that hold within bounds only",
        }
    }
}

fn line(text: &mut String, found: &Found) {
    let Found { key, source, finding } = found;
    let place = match source {
        Some(source) if finding.line > 0 => format!("{source}:{}", finding.line),
        Some(source) => source.clone(),
        None => key.class.clone(),
    };
    let _ = writeln!(text, "{place}: {}.{}: {}{}", key.class, key.method, finding.message, premises(&finding.proof));
}

/// What a finding rests on, where it is not certain.
pub(super) fn premises(proof: &Proof) -> String {
    if proof.is_unconditional() {
        return String::new();
    }
    let own = proof.assumptions().filter(|assumption| !assumption.is_universal());
    let own: Vec<String> = own.map(ToString::to_string).collect();
    format!(" ({} {})", if proof.is_bounded() { "within" } else { "if" }, own.join(", "))
}

fn sentence(checked: &Checked<'_>) -> String {
    let totals = Totals::of(&checked.results.methods);
    let certain = checked.findings.iter().filter(|found| found.finding.proof.is_unconditional()).count();
    let mut text = format!(
        "{HEADING}{}{HEADING:#} ({certain} unconditional) in {}, of which {} explored to the end; {} of {} goals undecided.\n",
        count(checked.findings.len(), "finding", "findings"),
        count(totals.methods as usize, "method", "methods"),
        match totals.complete {
            1 => "1 was".to_owned(),
            complete => format!("{complete} were"),
        },
        totals.undecided,
        totals.goals,
    );
    for (premise, count) in checked.hidden.each().filter(|(_, count)| *count > 0) {
        let _ = writeln!(text, "{count} more {} (--{} shows them).", premise.holding(), flag(premise));
    }
    if checked.hidden.by_several > 0 {
        let _ = writeln!(
            text,
            "{} more if several of these hold (their flags together show them).",
            checked.hidden.by_several
        );
    }
    if checked.interrupted {
        let is_left = |trouble: &Option<Trouble>| *trouble == Some(Trouble::NotStarted);
        let left = checked.results.methods.iter().filter(|method| is_left(&method.trouble)).count();
        let _ = writeln!(
            text,
            "Interrupted: {} not explored, and the last ones only in part.",
            count(left, "method was", "methods were")
        );
    }
    text
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
