//! What the engines have found out about a method so far, and how their answers are merged.

use crate::engine::Answer;
use clew_facts::{CutReason, MethodFacts, Proof, TestCase, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Why a goal is undecided after one engine contradicted another.
const CONTRADICTED: &str = "an internal error: engines contradict each other";

/// What is known of the goals of a method.
#[derive(Debug, Default)]
pub struct Known {
    /// The proofs of the engines that are no explorations, the best of each goal.
    proofs: BTreeMap<usize, Proof>,
    facts: Option<MethodFacts>,
    /// Goals that a proof without assumptions rules out and a test reaches.
    contradicted: BTreeSet<usize>,
    clock_bound: bool,
}

impl Known {
    /// For each goal whether its verdict is of a kind. There are no verdicts before the exploration.
    pub fn goals_with(&self, is_of_kind: impl Fn(&Verdict) -> bool) -> Vec<bool> {
        let goals = self.facts.iter().flat_map(|facts| &facts.goals);
        goals.map(|goal| is_of_kind(&goal.verdict)).collect()
    }

    /// The goals that a proof rules out which rests on nothing but what all verdicts rest on.
    pub fn ruled_out(&self) -> Vec<usize> {
        self.proofs.iter().filter(|(_, proof)| proof.is_unconditional()).map(|(goal, _)| *goal).collect()
    }

    /// Adds what an engine found out. No verdict is weakened by it: a proof makes way only for one that rests on less,
    /// and a goal that a test reaches stays reached.
    pub(crate) fn learn(&mut self, answer: Answer) {
        let Answer { explored, unreachable, tests, clock_bound } = answer;
        self.clock_bound |= clock_bound;
        if explored.is_some() {
            self.facts = explored;
        }
        for (goal, ledger) in unreachable {
            // A ledger with executions that were dropped allows no proof.
            let Ok(proof) = Proof::of(ledger) else { continue };
            if self.proofs.get(&goal).is_none_or(|known| rests_on(&proof) < rests_on(known)) {
                self.proofs.insert(goal, proof);
            }
        }
        if let Some(facts) = &mut self.facts {
            tests.into_iter().for_each(|test| self.contradicted.extend(add_test(facts, test)));
            self.contradicted.extend(reached_against(facts, &self.proofs));
            add_proofs(facts, &self.proofs);
        }
    }

    /// What is known in the end; `None` if no exploration told the goals. After a contradiction no proof is believed.
    pub(crate) fn into_facts(self) -> Option<MethodFacts> {
        let mut facts = self.facts?;
        facts.clock_bound |= self.clock_bound;
        if !self.contradicted.is_empty() {
            let reason = CutReason::Unsupported(CONTRADICTED.to_owned());
            for (position, goal) in facts.goals.iter_mut().enumerate() {
                goal.doomed = None;
                if matches!(goal.verdict, Verdict::Unreachable(_)) || self.contradicted.contains(&position) {
                    goal.verdict = Verdict::Undecided(vec![reason.clone()]);
                }
            }
            facts.undecided.push((reason, 1));
            facts.complete = false;
        }
        Some(facts)
    }
}

/// What a proof rests on, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Basis {
    Nothing,
    Assumptions,
    Bounds,
}

fn rests_on(proof: &Proof) -> Basis {
    match (proof.is_unconditional(), proof.is_bounded()) {
        (true, _) => Basis::Nothing,
        (false, false) => Basis::Assumptions,
        (false, true) => Basis::Bounds,
    }
}

/// Adds a test that a concrete run confirmed, and tells the goals that it reaches against a proof without assumptions.
/// What it reaches is not doomed any more: it may end in another way.
fn add_test(facts: &mut MethodFacts, test: TestCase) -> Vec<usize> {
    let position = facts.tests.len();
    let mut contradicted = Vec::new();
    for reached in &test.goals {
        let Some(goal) = facts.goals.get_mut(*reached) else { continue };
        goal.doomed = None;
        match &goal.verdict {
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => continue,
            Verdict::Unreachable(proof) if rests_on(proof) == Basis::Nothing => contradicted.push(*reached),
            Verdict::Undecided(_) | Verdict::Unreachable(_) => {}
        }
        goal.verdict = Verdict::Reached { test: position };
    }
    facts.tests.push(test);
    contradicted
}

/// The goals that were reached although a proof without assumptions rules them out. A proof under assumptions leaves
/// executions out, and may be right although a test reaches the goal.
fn reached_against(facts: &MethodFacts, proofs: &BTreeMap<usize, Proof>) -> Vec<usize> {
    let is_reached = |goal: &usize| {
        facts.goals.get(*goal).is_some_and(|goal| match goal.verdict {
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => true,
            Verdict::Unreachable(_) | Verdict::Undecided(_) => false,
        })
    };
    let certain = proofs.iter().filter(|(_, proof)| rests_on(proof) == Basis::Nothing);
    certain.map(|(goal, _)| *goal).filter(is_reached).collect()
}

/// Gives goals the proofs that are better than their verdicts.
fn add_proofs(facts: &mut MethodFacts, proofs: &BTreeMap<usize, Proof>) {
    for (goal, proof) in proofs {
        let Some(goal) = facts.goals.get_mut(*goal) else { continue };
        let is_better = match &goal.verdict {
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => false,
            Verdict::Undecided(_) => true,
            Verdict::Unreachable(known) => rests_on(proof) < rests_on(known),
        };
        if is_better {
            goal.verdict = Verdict::Unreachable(proof.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::{Assumption, Assurance, EngineName, Goal, GoalKind, GoalVerdict, MethodKey};

    fn ledger(assumptions: &[Assumption]) -> Assurance {
        let mut ledger = Assurance::issued_by(EngineName::Formula);
        assumptions.iter().for_each(|assumption| ledger.assume(assumption.clone()));
        ledger
    }

    fn proof(assumptions: &[Assumption]) -> Verdict {
        Verdict::Unreachable(Proof::of(ledger(assumptions)).expect("no execution was dropped"))
    }

    fn undecided() -> Verdict {
        Verdict::Undecided(vec![CutReason::Budget("steps".to_owned())])
    }

    /// What an exploration says that gave these verdicts.
    fn explored(verdicts: Vec<Verdict>) -> Answer {
        let goal = |verdict| GoalVerdict {
            goal: Goal { line: 1, offset: 0, kind: GoalKind::Line },
            verdict,
            doomed: Some(Proof::of(Assurance::issued_by(EngineName::Exploration)).expect("a clean ledger")),
        };
        let facts = MethodFacts {
            is_static: true,
            paths: 1,
            complete: true,
            tests: vec![test(&[0])],
            goals: verdicts.into_iter().map(goal).collect(),
            ..MethodFacts::unexplored(MethodKey { class: "A".into(), method: "b".into(), descriptor: "()V".into() })
        };
        Answer { explored: Some(facts), ..Answer::default() }
    }

    fn test(goals: &[usize]) -> TestCase {
        TestCase { goals: goals.to_vec(), ..TestCase::of_input(None, Vec::new(), Default::default()) }
    }

    fn proved(goal: usize, assumptions: &[Assumption]) -> Answer {
        Answer { unreachable: vec![(goal, ledger(assumptions))], ..Answer::default() }
    }

    fn verdicts(answers: Vec<Answer>) -> Vec<Verdict> {
        let mut known = Known::default();
        answers.into_iter().for_each(|answer| known.learn(answer));
        known.into_facts().expect("an exploration").goals.into_iter().map(|goal| goal.verdict).collect()
    }

    #[test]
    fn a_proof_makes_way_only_for_one_that_rests_on_less() {
        let bounded = || proof(&[Assumption::Loop(2)]);
        let conditional = [Assumption::FinalFields];
        let found = verdicts(vec![explored(vec![bounded(), undecided()]), proved(0, &conditional), proved(1, &[])]);
        assert_eq!(found, [proof(&conditional), proof(&[])]);
        let found = verdicts(vec![explored(vec![proof(&[]), bounded()]), proved(0, &conditional)]);
        assert_eq!(found, [proof(&[]), bounded()]);
        let other = proof(&[Assumption::SingleThread]);
        assert_eq!(verdicts(vec![explored(vec![other.clone()]), proved(0, &conditional)]), [other]);
    }

    #[test]
    fn what_is_proved_before_the_exploration_counts_after_it() {
        let found = verdicts(vec![proved(1, &[]), explored(vec![Verdict::Reached { test: 0 }, undecided()])]);
        assert_eq!(found, [Verdict::Reached { test: 0 }, proof(&[])]);
    }

    #[test]
    fn a_ledger_with_dropped_executions_proves_nothing() {
        let mut dropped = ledger(&[]);
        dropped.cut(CutReason::Memory);
        let answer = Answer { unreachable: vec![(0, dropped)], ..Answer::default() };
        assert_eq!(verdicts(vec![explored(vec![undecided()]), answer]), [undecided()]);
    }

    #[test]
    fn a_test_reaches_what_was_out_of_reach_within_a_bound() {
        let mut known = Known::default();
        known.learn(explored(vec![Verdict::Reached { test: 0 }, proof(&[Assumption::Loop(2)]), undecided()]));
        known.learn(Answer { tests: vec![test(&[0, 1])], ..Answer::default() });
        let facts = known.into_facts().expect("an exploration");
        let found: Vec<&Verdict> = facts.goals.iter().map(|goal| &goal.verdict).collect();
        assert_eq!(found, [&Verdict::Reached { test: 0 }, &Verdict::Reached { test: 1 }, &undecided()]);
        let doomed: Vec<bool> = facts.goals.iter().map(|goal| goal.doomed.is_some()).collect();
        assert_eq!(doomed, [false, false, true], "what a further test passes may end well");
    }

    #[test]
    fn after_a_contradiction_no_proof_is_believed() {
        let bounded = proof(&[Assumption::Loop(2)]);
        let reached = || Verdict::Reached { test: 0 };
        let mut known = Known::default();
        known.learn(proved(0, &[]));
        known.learn(explored(vec![reached(), bounded, reached()]));
        let facts = known.into_facts().expect("an exploration");
        let names: Vec<&str> = facts.goals.iter().map(|goal| goal.verdict.name()).collect();
        assert_eq!(names, ["undecided", "undecided", "reached"]);
        assert!(!facts.complete && facts.undecided[0].0.to_string().contains("engines contradict each other"));
    }

    #[test]
    fn a_test_against_the_proof_of_the_exploration_is_a_contradiction_too() {
        let exploration = explored(vec![proof(&[]), proof(&[])]);
        let test = Answer { tests: vec![test(&[0])], ..Answer::default() };
        let names: Vec<&str> = verdicts(vec![exploration, test]).iter().map(Verdict::name).collect();
        assert_eq!(names, ["undecided", "undecided"]);
    }

    #[test]
    fn a_test_that_breaks_an_assumption_is_no_contradiction() {
        let reached = || Verdict::Reached { test: 0 };
        assert_eq!(verdicts(vec![proved(0, &[Assumption::NoAlias]), explored(vec![reached()])]), [reached()]);
    }
}
