//! What an attack has reached, and how near it came to the rest.

use super::Attack;
use super::goals::Claim;
use super::jvm::{Hit, HitKind};
use crate::markdown::{grouped, percent, table};
use std::time::Duration;

/// Each goal that was reached: those first that contradict Clew.
pub fn hits(attack: &Attack) -> String {
    let mut lines = Vec::new();
    for claim in Claim::ALL {
        let hits = attack.done.hits.iter().filter(|hit| attack.goals[hit.goal].claim == claim);
        lines.extend(hits.map(|hit| one(attack, hit)));
    }
    lines.extend(attack.done.stuck.iter().map(|method| format!("{}: {method} does not end", attack.name)));
    lines.extend(attack.done.tried.iter().map(|what| format!("{}: the attack tried: {what}", attack.name)));
    lines.extend(attack.done.lost.iter().map(|(why, times)| format!("{}: {times} requests lost: {why}", attack.name)));
    lines.join("\n")
}

fn one(attack: &Attack, hit: &Hit) -> String {
    let goal = &attack.goals[hit.goal];
    let what = match (goal.claim, hit.kind) {
        (_, HitKind::Exhausted) => "REACHED AFTER THE VIRTUAL MACHINE RAN OUT OF MEMORY OR STACK",
        (Claim::Unconditional, _) => "CONTRADICTION",
        (Claim::Conditional | Claim::Within, _) => "reached",
    };
    let once = match hit.kind {
        HitKind::Once => " (not again)",
        HitKind::Again | HitKind::Exhausted => "",
    };
    format!(
        "{}: {what}: {} {}: {}\n    it rests on: {}\n    {} round {}{once}: {}",
        attack.name,
        goal.method,
        goal.text,
        goal.claim.name(),
        goal.assumptions.join(", "),
        hit.phase,
        hit.round,
        hit.text
    )
}

/// One column for each jar.
pub fn summary(all: &[Attack], time: Duration) -> String {
    let mut header = vec![""];
    header.extend(all.iter().map(|attack| attack.name.as_str()));
    let mut rows = Vec::new();
    let mut row = |name: &str, of: &dyn Fn(&Attack) -> String| {
        rows.push(std::iter::once(name.to_owned()).chain(all.iter().map(of)).collect::<Vec<String>>());
    };
    row("goals that nothing would tell of", &|attack| grouped(attack.unseen));
    row("rounds", &|attack| grouped(attack.done.rounds));
    row("calls", &|attack| grouped(attack.done.calls));
    row("requests lost", &|attack| grouped(attack.done.lost.values().sum()));
    row("methods that do not end", &|attack| grouped(attack.done.stuck.len() as u64));
    for claim in Claim::ALL {
        let of = |attack: &Attack| attack.goals.iter().filter(|goal| goal.claim == claim).count();
        row(&format!("goals {}, attacked", claim.name()), &|attack| grouped(of(attack) as u64));
        row("– their method was executed", &|attack| part(attack, claim, &attack.done.entered));
        row("– the line before was executed", &|attack| part(attack, claim, &attack.done.near));
        row("– reached", &|attack| grouped(attack.reached(claim) as u64));
    }
    let first = format!("{} for each jar", humantime::format_duration(time));
    [first, table(&header, rows)].join("\n\n")
}

/// How many goals of a claim have a mark.
fn part(attack: &Attack, claim: Claim, marks: &[bool]) -> String {
    let of = || attack.goals.iter().zip(marks).filter(|(goal, _)| goal.claim == claim);
    let marked = of().filter(|(_, mark)| **mark).count();
    format!("{} ({})", grouped(marked as u64), percent(marked as f64, of().count() as f64))
}
