//! What replay means for verdicts.

use crate::report::{MethodEntry, Replay};
use clew_facts::{CutReason, MethodFacts, Verdict};

/// Why goals are undecided whose verdict came from an exploration that the JVM contradicted.
const CONTRADICTED: &str = "an exploration that the JVM contradicted";

/// Brings the verdicts in line with what the JVM did.
///
/// A reached goal rests on a confirmed test wherever one reaches it, else on one that the JVM did not contradict. Where the
/// JVM contradicted a test, the exploration was wrong: a goal that only such tests reach is undecided, and so is
/// everything that the exploration claims to be unreachable.
pub fn settle(entry: &mut MethodEntry) {
    let Some(facts) = &mut entry.facts else { return };
    let ranks: Vec<Rank> = entry.tests.iter().map(|test| rank(&test.replay)).collect();
    let contradicted = ranks.contains(&Rank::Contradicted);
    let mut lost = 0;
    for position in 0..facts.goals.len() {
        let verdict = match &facts.goals[position].verdict {
            Verdict::Reached { test } => match best_test(facts, &ranks, position, *test) {
                Some(test) => Verdict::Reached { test },
                None => unknown(),
            },
            Verdict::Unreachable(_) if contradicted => unknown(),
            Verdict::Unreachable(_) | Verdict::Undecided(_) => continue,
        };
        lost += u64::from(matches!(verdict, Verdict::Undecided(_)));
        facts.goals[position].verdict = verdict;
    }
    facts.complete &= !contradicted;
    if lost > 0 {
        facts.undecided.push((reason(), lost));
    }
}

/// How much a test is worth, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Confirmed,
    NotSeen,
    Contradicted,
}

fn rank(replay: &Replay) -> Rank {
    match replay {
        Replay::Confirmed => Rank::Confirmed,
        Replay::Timeout | Replay::Unstable | Replay::Skipped | Replay::CannotBuild { .. } => Rank::NotSeen,
        Replay::Mismatch { .. } => Rank::Contradicted,
    }
}

/// The best test that reaches the goal, the present one before its equals; none if the JVM contradicted all of them.
fn best_test(facts: &MethodFacts, ranks: &[Rank], goal: usize, present: usize) -> Option<usize> {
    let others = facts.tests.iter().enumerate().filter(|(_, test)| test.goals.contains(&goal)).map(|(test, _)| test);
    let rank_of = |test: usize| ranks.get(test).copied().unwrap_or(Rank::NotSeen);
    let best = std::iter::once(present).chain(others).min_by_key(|test| rank_of(*test))?;
    (rank_of(best) != Rank::Contradicted).then_some(best)
}

fn reason() -> CutReason {
    CutReason::Unsupported(CONTRADICTED.to_owned())
}

fn unknown() -> Verdict {
    Verdict::Undecided(vec![reason()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::TestEntry;
    use clew_facts::{
        Assurance, Goal, GoalKind, GoalVerdict, MethodFacts, MethodKey, MethodStats, Outcome, Proof, TestCase,
    };

    /// A method with three goals: the tests reach the first, the last test the second, and the third is unreachable.
    fn entry(replays: Vec<Replay>) -> MethodEntry {
        let last = replays.len() - 1;
        let case = |index: usize| TestCase {
            receiver: None,
            arguments: Vec::new(),
            heap: Default::default(),
            statics: Vec::new(),
            outcome: Outcome::Returns(None),
            heap_after: Default::default(),
            constraint: String::new(),
            goals: if index == last { vec![0, 1] } else { vec![0] },
        };
        let proof = Proof::of(&Assurance::new()).expect("a clean ledger");
        let verdicts = [Verdict::Reached { test: 0 }, Verdict::Reached { test: last }, Verdict::Unreachable(proof)];
        let goal = |verdict| GoalVerdict { goal: Goal { line: 1, offset: 0, kind: GoalKind::Line }, verdict };
        let key = MethodKey { class: "A".into(), method: "b".into(), descriptor: "()V".into() };
        let facts = MethodFacts {
            key: key.clone(),
            is_static: true,
            paths: 2,
            complete: true,
            tests: (0..replays.len()).map(case).collect(),
            goals: verdicts.into_iter().map(goal).collect(),
            undecided: Vec::new(),
            clock_bound: false,
            stats: MethodStats::default(),
        };
        let test = |replay| TestEntry { name: Some("t".into()), replay, outcome: Outcome::Returns(None) };
        MethodEntry { key, facts: Some(facts), trouble: None, tests: replays.into_iter().map(test).collect() }
    }

    fn names(entry: &MethodEntry) -> Vec<&'static str> {
        entry.goals().iter().map(|goal| goal.verdict.name()).collect()
    }

    #[test]
    fn a_contradicted_exploration_proves_nothing() {
        let mut entry = entry(vec![Replay::Confirmed, Replay::Mismatch { detail: String::new() }]);
        settle(&mut entry);
        assert_eq!(names(&entry), ["reached", "undecided", "undecided"]);
        let facts = entry.facts.expect("facts");
        assert_eq!((facts.complete, facts.undecided), (false, vec![(reason(), 2)]));
    }

    #[test]
    fn a_confirmed_test_is_preferred() {
        let mut entry = entry(vec![Replay::Timeout, Replay::Confirmed]);
        settle(&mut entry);
        assert_eq!(names(&entry), ["reached", "reached", "unreachable"]);
        assert_eq!(entry.goals()[0].verdict, Verdict::Reached { test: 1 });
        assert!(entry.is_complete() && entry.facts.is_some_and(|facts| facts.undecided.is_empty()));
    }
}
