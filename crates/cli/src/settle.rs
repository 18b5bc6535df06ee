//! What replay means for verdicts.

use crate::report::{MethodEntry, Replay, TestEntry};
use clew_base::OrderedSet;
use clew_facts::{Assumption, CutReason, MethodFacts, Outcome, Proof, Verdict};
use clew_testgen::Prediction;
use std::cmp::Reverse;

/// Why goals are undecided whose verdict came from an exploration that the JVM contradicted.
const CONTRADICTED: &str = "an exploration that the JVM contradicted";
/// Why goals are undecided that only an execution reaches which the JVM did not finish in time.
const TIME_OUT: &str = "replay time-out";
/// Why goals are undecided that only an execution reaches for whose test there was no time.
const OUT_OF_TIME: &str = "replay";
/// Why goals are undecided that only an execution reaches which went two ways in two runs.
const UNSTABLE: &str = "a test whose runs differ";

/// Why goals are undecided that only an execution reaches which the cage kept from what it tried.
const CAGED: &str = "the cage kept the replay from what it tried";

/// Brings the verdicts in line with what the JVM did.
///
/// A reached goal rests on a confirmed test wherever one reaches it, else on one that was written and not run. A goal that
/// only other tests reach is undecided, because of what became of them. Where the JVM contradicted a test, the exploration
/// was wrong, so that everything is undecided that it claims to be unreachable. A test that could not be written is none:
/// it is left out.
pub fn settle(entry: &mut MethodEntry) {
    let Some(facts) = &mut entry.facts else { return };
    let doubts: Vec<Option<CutReason>> = entry.tests.iter().map(doubt).collect();
    let contradicted = entry.tests.iter().any(|test| matches!(test.replay, Replay::Mismatch { .. }));
    for position in 0..facts.goals.len() {
        if let Verdict::Reached { test } = facts.goals[position].verdict {
            facts.goals[position].verdict = reached(facts, &entry.tests, &doubts, position, test);
        }
    }
    if contradicted {
        doubt_proofs(facts);
    }
    let unfollowed = refuted_initializers(facts, &entry.tests);
    if !unfollowed.is_empty() {
        doubt_proofs_if(facts, |proof| proof.assumptions().any(|assumption| unfollowed.contains(assumption)));
    }
    // How much time a test uses need not be the same in the next run.
    facts.clock_bound |= entry.tests.iter().any(|test| test.replay == Replay::OutOfTime);
    list(facts, doubts.into_iter().flatten());
    leave_out_unwritten(entry);
}

/// Has goals rest on tests that are in the test class, where one reaches them.
/// They stay reached: the JVM got there.
pub fn prefer_written(entry: &mut MethodEntry) {
    let Some(facts) = &mut entry.facts else { return };
    let is_confirmed = |test: usize| entry.tests.get(test).is_some_and(|test| test.replay == Replay::Confirmed);
    let is_gone = |test: usize| {
        let replay = entry.tests.get(test).map(|test| &test.replay);
        matches!(replay, Some(Replay::Interferes { .. } | Replay::LeftOut { .. }))
    };
    for (position, goal) in facts.goals.iter_mut().enumerate() {
        if let Verdict::Reached { test } = &mut goal.verdict
            && is_gone(*test)
        {
            let reaches = |other: &usize| is_confirmed(*other) && facts.tests[*other].goals.contains(&position);
            *test = (0..facts.tests.len()).find(reaches).unwrap_or(*test);
        }
    }
}

/// Takes all proofs back that come from an exploration of which the JVM has shown that it was wrong.
pub fn doubt_proofs(facts: &mut MethodFacts) {
    doubt_proofs_if(facts, |_| true);
}

/// Takes the proofs back that are doubtful, and whatever is said of executions that always end in an exception.
fn doubt_proofs_if(facts: &mut MethodFacts, is_doubtful: impl Fn(&Proof) -> bool) {
    for goal in &mut facts.goals {
        goal.doomed = None;
        if matches!(&goal.verdict, Verdict::Unreachable(proof) if is_doubtful(proof)) {
            goal.verdict = Verdict::Undecided(vec![CutReason::Unsupported(CONTRADICTED.to_owned())]);
        }
    }
    facts.complete = false;
}

/// What is assumed of initializers that were not followed, and does not hold or may not: a test that rests on it is left out.
fn refuted_initializers(facts: &MethodFacts, tests: &[TestEntry]) -> OrderedSet<Assumption> {
    let cases = facts.tests.iter().zip(tests);
    let left_out = cases.filter(|(_, test)| matches!(test.replay, Replay::CannotBuild { .. }));
    left_out.flat_map(|(case, _)| &case.unfollowed).map(|class| Assumption::Initializer(class.clone())).collect()
}

/// Why a test shows nothing; nothing where it was confirmed or not run. An execution of which no end was predicted may go on
/// for ever: that the JVM did not end it either is what was to be expected.
fn doubt(test: &TestEntry) -> Option<CutReason> {
    match &test.replay {
        Replay::Confirmed | Replay::Interferes { .. } | Replay::LeftOut { .. } | Replay::Skipped => None,
        // Up to what it tried, which no prediction goes beyond, it did what was predicted.
        Replay::Caged { prediction: Prediction::Kept } => None,
        Replay::Caged { prediction: Prediction::Open } => Some(CutReason::Unsupported(CAGED.to_owned())),
        Replay::Timeout if matches!(test.outcome, Outcome::NotPredicted | Outcome::Open) => None,
        Replay::Mismatch { .. } => Some(CutReason::Unsupported(CONTRADICTED.to_owned())),
        Replay::Timeout => Some(CutReason::Budget(TIME_OUT.to_owned())),
        Replay::OutOfTime => Some(CutReason::Budget(OUT_OF_TIME.to_owned())),
        Replay::Unstable => Some(CutReason::Unsupported(UNSTABLE.to_owned())),
        Replay::CannotBuild { reason } => Some(CutReason::Unsupported(format!("no test can be built: {reason}"))),
    }
}

/// The verdict on a goal that tests reach, `present` among them: the best test, the present one before its equals, or what is
/// wrong with all of them.
fn reached(
    facts: &MethodFacts,
    entries: &[TestEntry],
    doubts: &[Option<CutReason>],
    goal: usize,
    present: usize,
) -> Verdict {
    let others = facts.tests.iter().enumerate().filter(|(_, test)| test.goals.contains(&goal)).map(|(test, _)| test);
    let tests: OrderedSet<usize> = std::iter::once(present).chain(others).collect();
    let doubt_of = |test: &usize| doubts.get(*test).and_then(Option::as_ref);
    let was_not_run = |test: &usize| entries.get(*test).is_none_or(|entry| entry.replay != Replay::Confirmed);
    match tests.iter().filter(|test| doubt_of(test).is_none()).min_by_key(|test| was_not_run(test)) {
        Some(test) => Verdict::Reached { test: *test },
        None => {
            let reasons: OrderedSet<&CutReason> = tests.iter().filter_map(doubt_of).collect();
            Verdict::Undecided(reasons.into_iter().cloned().collect())
        }
    }
}

/// Counts each reason once more among those of the method, the most frequent first.
fn list(facts: &mut MethodFacts, reasons: impl Iterator<Item = CutReason>) {
    for reason in reasons {
        match facts.undecided.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => facts.undecided.push((reason, 1)),
        }
    }
    facts.undecided.sort_by_key(|(_, count)| Reverse(*count));
}

/// Takes the tests away that could not be written, or not be tried. No goal rests on one of them.
fn leave_out_unwritten(entry: &mut MethodEntry) {
    let Some(facts) = &mut entry.facts else { return };
    let mut kept = 0;
    let mut places = Vec::new();
    for test in &entry.tests {
        let is_written = !matches!(test.replay, Replay::OutOfTime | Replay::CannotBuild { .. });
        places.push(is_written.then_some(kept));
        kept += usize::from(is_written);
    }
    entry.not_written += (entry.tests.len() - kept) as u64;
    let stays = |position: usize| places.get(position).copied().flatten().is_some();
    let keep = |(position, _): &(usize, _)| stays(*position);
    facts.tests = std::mem::take(&mut facts.tests).into_iter().enumerate().filter(keep).map(|(_, test)| test).collect();
    let mut position = 0;
    entry.tests.retain(|_| {
        position += 1;
        stays(position - 1)
    });
    for goal in &mut facts.goals {
        if let Verdict::Reached { test } = &mut goal.verdict
            && let Some(Some(place)) = places.get(*test)
        {
            *test = *place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::TestEntry;
    use clew_facts::{Assurance, EngineName, Goal, GoalKind, GoalVerdict, MethodKey, Proof, TestCase};

    /// A method with three goals: the tests reach the first, the last test the second, and the third is unreachable.
    fn entry(replays: Vec<Replay>) -> MethodEntry {
        let last = replays.len() - 1;
        let case = |index: usize| TestCase {
            outcome: Outcome::Returns(None),
            goals: if index == last { vec![0, 1] } else { vec![0] },
            ..TestCase::of_input(None, Vec::new(), Default::default())
        };
        let proof = Proof::of(Assurance::issued_by(EngineName::Exploration)).expect("a clean ledger");
        let verdicts = [Verdict::Reached { test: 0 }, Verdict::Reached { test: last }, Verdict::Unreachable(proof)];
        let goal =
            |verdict| GoalVerdict { goal: Goal { line: 1, offset: 0, kind: GoalKind::Line }, verdict, doomed: None };
        let key = MethodKey { class: "A".into(), method: "b".into(), descriptor: "()V".into() };
        let facts = MethodFacts {
            is_static: true,
            paths: 2,
            complete: true,
            tests: (0..replays.len()).map(case).collect(),
            goals: verdicts.into_iter().map(goal).collect(),
            ..MethodFacts::unexplored(key.clone())
        };
        let test = |replay| TestEntry {
            name: Some("t".into()),
            replay,
            tried: Vec::new(),
            outcome: Outcome::Returns(None),
            state_by: Default::default(),
            pinned: Default::default(),
            source: String::new(),
            recording: Default::default(),
        };
        let tests = replays.into_iter().map(test).collect();
        MethodEntry { key, facts: Some(facts), trouble: None, tests, not_written: 0 }
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
        let reason = CutReason::Unsupported(CONTRADICTED.to_owned());
        assert_eq!((facts.complete, facts.undecided), (false, vec![(reason, 1)]));
    }

    #[test]
    fn what_rests_on_a_refuted_initializer_is_undecided() {
        for (class, verdict) in [("demo.Broken", "undecided"), ("demo.Other", "unreachable")] {
            let mut entry = entry(vec![Replay::Confirmed, Replay::CannotBuild { reason: "why".into() }]);
            let facts = entry.facts.as_mut().expect("facts");
            facts.tests[1].unfollowed = vec!["demo.Broken".into()];
            let mut rests = Assurance::issued_by(EngineName::Exploration);
            rests.assume(Assumption::Initializer(class.into()));
            facts.goals[2].verdict = Verdict::Unreachable(Proof::of(rests).expect("a proof"));
            settle(&mut entry);
            assert_eq!(names(&entry)[2], verdict);
        }
    }

    #[test]
    fn a_confirmed_test_is_preferred() {
        let mut entry = entry(vec![Replay::Timeout, Replay::Confirmed]);
        settle(&mut entry);
        assert_eq!(names(&entry), ["reached", "reached", "unreachable"]);
        assert_eq!(entry.goals()[0].verdict, Verdict::Reached { test: 1 });
        let timed_out = (CutReason::Budget(TIME_OUT.to_owned()), 1);
        assert!(entry.is_complete() && entry.facts.is_some_and(|facts| facts.undecided == [timed_out]));
    }

    #[test]
    fn what_only_a_doubtful_test_reaches_is_undecided() {
        for replay in [Replay::Timeout, Replay::Unstable, Replay::CannotBuild { reason: "why".into() }] {
            let mut entry = entry(vec![Replay::Confirmed, replay]);
            let reason = doubt(&entry.tests[1]).expect("a reason");
            settle(&mut entry);
            assert_eq!(names(&entry), ["reached", "undecided", "unreachable"]);
            assert_eq!(entry.goals()[1].verdict, Verdict::Undecided(vec![reason]));
        }
    }

    #[test]
    fn what_there_was_no_time_to_replay_is_told() {
        let mut entry = entry(vec![Replay::Confirmed, Replay::OutOfTime]);
        settle(&mut entry);
        assert_eq!(names(&entry), ["reached", "undecided", "unreachable"]);
        assert_eq!((entry.tests.len(), entry.not_written), (1, 1));
        let facts = entry.facts.expect("facts");
        assert_eq!(facts.undecided[0].0.to_string(), "budget: replay");
        assert!(facts.clock_bound);
    }

    #[test]
    fn an_execution_without_an_end_reaches_what_it_passes() {
        let mut entry = entry(vec![Replay::Confirmed, Replay::Timeout]);
        entry.tests[1].outcome = Outcome::NotPredicted;
        settle(&mut entry);
        assert_eq!(names(&entry), ["reached", "reached", "unreachable"]);
        assert!(!entry.is_unconditional(&entry.goals()[1].verdict));
    }

    #[test]
    fn a_caged_test_reaches_what_its_outcome_does_not_deny() {
        let caged = |prediction| entry(vec![Replay::Confirmed, Replay::Caged { prediction }]);
        let mut kept = caged(Prediction::Kept);
        settle(&mut kept);
        assert_eq!(names(&kept), ["reached", "reached", "unreachable"]);
        assert!(!kept.is_unconditional(&kept.goals()[1].verdict), "the JVM has not confirmed it");
        let mut open = caged(Prediction::Open);
        settle(&mut open);
        assert_eq!(names(&open), ["reached", "undecided", "unreachable"]);
        let reason = CutReason::Unsupported(CAGED.to_owned());
        assert_eq!(open.goals()[1].verdict, Verdict::Undecided(vec![reason]));
    }

    #[test]
    fn tests_that_were_not_written_are_left_out() {
        let unwritten = || Replay::CannotBuild { reason: "why".into() };
        let mut entry = entry(vec![unwritten(), Replay::Skipped, unwritten(), Replay::Confirmed]);
        settle(&mut entry);
        assert_eq!(names(&entry), ["reached", "reached", "unreachable"]);
        assert_eq!(entry.goals()[0].verdict, Verdict::Reached { test: 1 });
        assert_eq!(entry.goals()[1].verdict, Verdict::Reached { test: 1 });
        assert_eq!((entry.tests.len(), entry.not_written), (2, 2));
        let facts = entry.facts.expect("facts");
        assert_eq!((facts.tests.len(), facts.undecided.len()), (2, 1));
        assert_eq!(facts.undecided[0].0.to_string(), "unsupported: no test can be built: why");
    }
}
