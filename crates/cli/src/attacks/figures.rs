//! How many proofs were attacked, and how many of them fell.

use crate::report::MethodEntry;
use clew_facts::{Assumption, AttackResult, AttackedGoal, GoalVerdict, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Figures of the attacks of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Goals whose proof rests on assumptions of its own.
    pub goals: u64,
    /// Those that a test reaches now.
    pub fallen: u64,
    /// Those that were attacked, and whose proof stands.
    pub survived: u64,
    /// Those of which no assumption was attacked.
    pub not_attacked: u64,
    /// Executions that were followed to their end, each counted for every goal that it was to reach.
    pub executions: u64,
    /// The same by kind of assumption. A proof that rests on several counts for each.
    pub kinds: BTreeMap<String, OfKind>,
}

/// Figures of one kind of assumption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfKind {
    /// Goals whose proof rests on such an assumption.
    pub goals: u64,
    /// Those that a test reaches that was found by executions free to break it.
    pub broken: u64,
    /// Those that such executions did not reach.
    pub survived: u64,
    /// Those of which such an assumption was not attacked.
    pub not_attacked: u64,
}

impl Figures {
    /// Those of some methods.
    pub fn of(methods: &[MethodEntry]) -> Figures {
        let mut figures = Figures::default();
        for facts in methods.iter().filter_map(|method| method.facts.as_ref()) {
            for attacked in &facts.attacked {
                if let Some(goal) = facts.goals.get(attacked.goal) {
                    figures.add(attacked, goal);
                }
            }
        }
        figures
    }

    fn add(&mut self, attacked: &AttackedGoal, goal: &GoalVerdict) {
        let is_tried = attacked.attacks.iter().any(|attack| attack.by.is_some());
        let is_reached = matches!(goal.verdict, Verdict::Reached { .. } | Verdict::ReachedElsewhere(_));
        self.goals += 1;
        self.executions += attacked.attacks.iter().map(|attack| attack.executions).sum::<u64>();
        match (is_reached, is_tried) {
            (true, _) => self.fallen += 1,
            (false, true) => self.survived += 1,
            (false, false) => self.not_attacked += 1,
        }
        let assumptions = attacked.proof.assumptions().filter(|assumption| !assumption.is_universal());
        for kind in assumptions.map(kind).collect::<BTreeSet<String>>() {
            let of_kind = self.kinds.entry(kind.clone()).or_default();
            let is_against = |one: &Assumption| self::kind(one) == kind;
            let against: Vec<&AttackResult> = attacked
                .attacks
                .iter()
                .filter(|attack| attack.by.is_some() && attack.assumptions.iter().any(is_against))
                .map(|attack| &attack.result)
                .collect();
            of_kind.goals += 1;
            match against.contains(&&AttackResult::Broken) {
                true => of_kind.broken += 1,
                false if against.is_empty() => of_kind.not_attacked += 1,
                false => of_kind.survived += 1,
            }
        }
    }
}

/// The kind of an assumption: its text without what it speaks of, `loop` of `loop<=2` and `few_classes` of `few_classes:T`.
fn kind(assumption: &Assumption) -> String {
    let text = assumption.to_string();
    text.split(['<', ':', '(', '@']).next().unwrap_or_default().to_owned()
}
