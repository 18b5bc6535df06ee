//! Attacks on assumptions, in words and as JSON.

use super::Figures;
use crate::report::{MethodEntry, describe_goal};
use clew_facts::{Assumption, Attack, AttackBy, AttackResult, AttackedGoal, MethodFacts};
use serde_json::{Map, Value as Json, json};

/// What was attacked and what fell, in one sentence.
pub fn sentence(methods: &[MethodEntry]) -> String {
    let figures = Figures::of(methods);
    let Figures { goals, fallen, survived, not_attacked, executions, .. } = figures;
    if goals == 0 {
        return "Attacks on assumptions: no proof rests on any.".to_owned();
    }
    let of = if goals == 1 { "the one goal".to_owned() } else { format!("{goals} goals") };
    let rest = if not_attacked == 0 { String::new() } else { format!(", {not_attacked} not attacked") };
    format!(
        "Attacks on assumptions: of {of} proved under some, {fallen} fell to new tests, {survived} survived{rest}; \
         {executions} executions."
    )
}

/// A line for each kind of assumption.
pub fn by_kind(methods: &[MethodEntry]) -> Vec<String> {
    let line = |(kind, of): (&String, &super::OfKind)| {
        let parts = [(of.broken, "broken"), (of.survived, "survived"), (of.not_attacked, "not attacked")];
        let parts: Vec<String> =
            parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")).collect();
        format!("{:>5} goals  {kind}: {}", of.goals, parts.join(", "))
    };
    let figures = Figures::of(methods);
    let mut kinds: Vec<_> = figures.kinds.iter().collect();
    kinds.sort_by_key(|(kind, of)| (std::cmp::Reverse(of.goals), (*kind).clone()));
    kinds.into_iter().map(line).collect()
}

/// A line for each goal that fell, with the assumption that was broken.
pub fn fallen(methods: &[MethodEntry]) -> Vec<String> {
    let mut lines = Vec::new();
    for method in methods {
        let Some(facts) = &method.facts else { continue };
        for attacked in facts.attacked.iter().filter(|attacked| attacked.is_broken()) {
            let Some(goal) = facts.goals.get(attacked.goal) else { continue };
            let broken = attacked.attacks.iter().find(|attack| attack.result == AttackResult::Broken);
            let broken = broken.map_or_else(String::new, |attack| names(&attack.assumptions).join(" or "));
            let what = describe_goal(&goal.goal);
            lines.push(format!("{}.{}:{}  {what}: {broken}", method.key.class, method.key.method, goal.goal.line));
        }
    }
    lines
}

/// The figures of a run.
pub fn as_json(methods: &[MethodEntry]) -> Json {
    let figures = Figures::of(methods);
    let kinds = figures.kinds.iter().map(|(kind, of)| {
        json!({
            "assumption": kind,
            "goals": of.goals,
            "broken": of.broken,
            "survived": of.survived,
            "not_attacked": of.not_attacked,
        })
    });
    json!({
        "goals": figures.goals,
        "fallen": figures.fallen,
        "survived": figures.survived,
        "not_attacked": figures.not_attacked,
        "executions": figures.executions,
        "assumptions": kinds.collect::<Vec<_>>(),
    })
}

/// The attacks on the proof of the goal at this position; `None` if nobody attacked it.
pub fn of_goal(facts: &MethodFacts, position: usize) -> Option<Json> {
    let attacked = facts.attacked.iter().find(|attacked| attacked.goal == position)?;
    Some(json!({
        "proved": if attacked.proof.is_bounded() { "unreachable_within" } else { "unreachable" },
        "assumptions": attacked.proof.assumptions().map(ToString::to_string).collect::<Vec<_>>(),
        "attacks": attacks(attacked),
    }))
}

/// The same in words, a line for each attack.
pub fn of_goal_in_words(facts: &MethodFacts, position: usize) -> Vec<String> {
    let attacked = facts.attacked.iter().filter(|attacked| attacked.goal == position);
    attacked.flat_map(|attacked| &attacked.attacks).map(in_words).collect()
}

fn in_words(attack: &Attack) -> String {
    let Attack { by, instead, executions, steps, .. } = attack;
    let assumptions = names(&attack.assumptions).join(", ");
    let means = match by {
        Some(AttackBy::Search) => "an exploration",
        Some(AttackBy::Calls) => "an exploration of what calls make",
        Some(AttackBy::Random) => "runs on inputs by chance",
        None => "nothing",
    };
    let instead = if instead.is_empty() { String::new() } else { format!(" with {instead}") };
    let cost = format!("{means}{instead}, {executions} executions, {steps} instructions");
    match &attack.result {
        AttackResult::Broken => format!("{assumptions}: broken ({cost})"),
        AttackResult::Survived(Some(proof)) => {
            let rests = names(proof.assumptions().filter(|assumption| !assumption.is_universal())).join(", ");
            let rests = if rests.is_empty() { "no assumption".to_owned() } else { rests };
            format!("{assumptions}: survived; all executions were followed, under {rests} ({cost})")
        }
        AttackResult::Survived(None) => format!("{assumptions}: survived ({cost})"),
        AttackResult::Found { .. } => format!("{assumptions}: a test was found and not run ({cost})"),
        AttackResult::Unconfirmed(why) => format!("{assumptions}: a test was found that shows nothing: {why} ({cost})"),
        AttackResult::NotAttacked(why) => format!("{assumptions}: not attacked; {why}"),
    }
}

fn attacks(attacked: &AttackedGoal) -> Vec<Json> {
    attacked.attacks.iter().map(attack).collect()
}

fn attack(attack: &Attack) -> Json {
    let Attack { assumptions, by, instead, executions, steps, result } = attack;
    let mut out = Map::new();
    out.insert("assumptions".into(), json!(names(assumptions)));
    out.insert("result".into(), json!(result.name()));
    if let Some(by) = by {
        out.insert("by".into(), json!(by.name()));
        out.insert("executions".into(), json!(executions));
        out.insert("instructions".into(), json!(steps));
    }
    if !instead.is_empty() {
        out.insert("instead".into(), json!(instead));
    }
    match result {
        AttackResult::Survived(Some(proof)) => {
            out.insert("proved_under".into(), json!(names(proof.assumptions())));
        }
        AttackResult::Unconfirmed(why) | AttackResult::NotAttacked(why) => {
            out.insert("why".into(), json!(why));
        }
        AttackResult::Survived(None) | AttackResult::Broken | AttackResult::Found { .. } => {}
    }
    Json::Object(out)
}

fn names<'a>(assumptions: impl IntoIterator<Item = &'a Assumption>) -> Vec<String> {
    assumptions.into_iter().map(ToString::to_string).collect()
}
