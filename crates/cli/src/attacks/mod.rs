//! What became of attacks on the assumptions of proofs, once a JVM has run the tests that they found.

mod figures;
mod tell;

pub use figures::{Figures, OfKind};
pub use tell::{as_json, by_kind, fallen, of_goal, of_goal_in_words, sentence};

use crate::executions::point_of;
use crate::report::{MethodEntry, Replay, TestEntry};
use clew_facts::{Assumption, Attack, AttackResult, Edge, Goal, MethodKey, Verdict};
use clew_testgen::{Recording, StateBy};

/// Corrects the verdicts that confirmed tests of attacks contradict, and says of the other tests why they show nothing. The proofs of
/// goals that no confirmed test reaches stay. It comes before the verdicts are settled, while every test has its place.
pub fn judge(entry: &mut MethodEntry) {
    let Some(facts) = &mut entry.facts else { return };
    for attacked in &mut facts.attacked {
        let Some(goal) = facts.goals.get_mut(attacked.goal) else { continue };
        for attack in &mut attacked.attacks {
            let AttackResult::Found { test } = attack.result else { continue };
            let found = entry.tests.get(test);
            match found.map_or(Some("the test was not run".to_owned()), |found| {
                doubt(&entry.key, &goal.goal, &facts.jumps, attack, found)
            }) {
                Some(why) => attack.result = AttackResult::Unconfirmed(why),
                None => {
                    attack.result = AttackResult::Broken;
                    if matches!(goal.verdict, Verdict::Unreachable(_)) {
                        goal.verdict = Verdict::Reached { test };
                    }
                }
            }
        }
    }
}

/// Why a test does not show that an execution reaches the goal; `None` if it shows it.
fn doubt(key: &MethodKey, goal: &Goal, jumps: &[(u32, Edge)], attack: &Attack, test: &TestEntry) -> Option<String> {
    let why = match &test.replay {
        Replay::Confirmed | Replay::LeftOut { .. } | Replay::Interferes { .. } => None,
        Replay::Mismatch { .. } => Some("the JVM contradicts the test"),
        Replay::Timeout => Some("the test does not end in time"),
        Replay::Unstable => Some("two runs of the test differ"),
        Replay::Caged { .. } => Some("the cage kept the test from what it tried"),
        Replay::Skipped => Some("the test was not run"),
        Replay::OutOfTime => Some("there was no time to run the test"),
        Replay::CannotBuild { reason } => return Some(format!("no test can be built: {reason}")),
    };
    let is_of_class = |assumption: &Assumption| matches!(assumption, Assumption::ClassInvariant(_));
    let why = why.or_else(|| {
        let is_by_reflection = test.state_by == StateBy::Reflection && attack.assumptions.iter().any(is_of_class);
        is_by_reflection.then_some("only reflection makes the objects of the test, which is what is assumed away")
    });
    let why = why.or_else(|| {
        let Recording::Done(record) = &test.recording else { return None };
        let (points, point) = (record.points(key)?, point_of(goal, jumps)?);
        (!points.contains(&point)).then_some("the recorded run of the test goes another way")
    });
    why.map(str::to_owned)
}
