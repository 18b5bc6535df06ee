//! Goals that the JVM has seen tests reach.
//!
//! A method is explored on its own inputs. What that leaves open, a test may show all the same: its execution, which a JVM has
//! recorded, goes beyond the point up to which it was predicted, through the methods that it calls and the classes that it
//! initializes.

use crate::executions::{Executions, point_of};
use crate::report::{MethodEntry, Replay, TestEntry};
use crate::settle::doubt_proofs;
use clew_base::FastSet;
use clew_facts::{CutReason, Elsewhere, GoalVerdict, MethodFacts, MethodKey, Outcome, Verdict};
use clew_testgen::Recording;
use clew_testgen::replay::Point;
use std::fmt;

/// Why a goal is undecided that only a test was to reach which goes another way.
const ASTRAY: &str = "a test that goes another way than predicted";

/// What the virtual machine itself throws, and what a failed assertion does.
const DOOMS: [&str; 14] = [
    "java.lang.AbstractMethodError",
    "java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArrayStoreException",
    "java.lang.AssertionError",
    "java.lang.ClassCastException",
    "java.lang.IllegalAccessError",
    "java.lang.IllegalMonitorStateException",
    "java.lang.IncompatibleClassChangeError",
    "java.lang.InstantiationError",
    "java.lang.NegativeArraySizeException",
    "java.lang.NoSuchFieldError",
    "java.lang.NoSuchMethodError",
    "java.lang.NullPointerException",
];

/// What was claimed of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// That no execution gets there.
    Unreachable,
    /// That no execution which gets there ends well.
    Doomed,
}

/// A proof that rests on nothing, and an execution that contradicts it: a bug in Clew.
pub struct Contradiction {
    /// The method of the goal.
    pub key: MethodKey,
    /// Its line.
    pub line: u32,
    /// What was proved.
    pub claim: Claim,
    /// The test that reaches it.
    pub by: Elsewhere,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { key, line, claim, by } = self;
        match claim {
            Claim::Unreachable => {
                write!(
                    f,
                    "{key}, line {line} was called unreachable, but test {} of {} goes through it",
                    by.name, by.method
                )
            }
            Claim::Doomed => {
                write!(
                    f,
                    "{key}, line {line} was called doomed, but test {} of {} goes through it and ends well",
                    by.name, by.method
                )
            }
        }
    }
}

/// A confirmed test that does not reach a goal that it was predicted to reach: a bug in Clew as well.
pub struct Astray {
    /// The method of the goal and the test.
    pub key: MethodKey,
    /// The name of the test.
    pub name: String,
    /// The line of the first such goal.
    pub line: u32,
}

impl fmt::Display for Astray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Astray { key, name, line } = self;
        write!(f, "{key}, test {name} ends as predicted, but does not go through line {line} as it was predicted to")
    }
}

/// What recorded executions of a method's own tests contradict.
#[derive(Default)]
pub struct Disproved {
    /// Proofs.
    pub proofs: Vec<Contradiction>,
    /// Predictions of the way of a test.
    pub ways: Vec<Astray>,
}

/// Brings the goals that tests of the method itself reach in line with what is recorded of them, and with that the verdicts:
/// goals become reached, unless that contradicts a proof, and others lose the test that was predicted to reach them.
pub fn credit_own(entry: &mut MethodEntry) -> Disproved {
    let mut disproved = Disproved::default();
    let Some(facts) = &mut entry.facts else { return disproved };
    let (goals, jumps) = (&facts.goals, &facts.jumps);
    for (case, found) in facts.tests.iter_mut().zip(&entry.tests) {
        let (Some(name), Recording::Done(record)) = (&found.name, &found.recording) else { continue };
        let Some(points) = record.points(&entry.key) else { continue };
        let points: FastSet<Point> = points.iter().copied().collect();
        let seen = |goal: usize| Some(points.contains(&point_of(&goals[goal].goal, jumps)?));
        // Nothing was predicted of the way of a test that hangs on what only the running machine knows.
        let is_predicted = case.outcome != Outcome::Open && case.unfollowed.is_empty();
        let missed = case.goals.iter().find(|goal| is_predicted && seen(**goal) == Some(false));
        let line = missed.map(|goal| goals[*goal].goal.line);
        disproved.ways.extend(line.map(|line| Astray { key: entry.key.clone(), name: name.clone(), line }));
        let reaches = |goal: &usize| seen(*goal).unwrap_or_else(|| case.goals.contains(goal));
        case.goals = (0..goals.len()).filter(reaches).collect();
    }
    let is_sure: Vec<bool> = entry.tests.iter().map(|test| test.replay == Replay::Confirmed).collect();
    for (index, goal) in facts.goals.iter_mut().enumerate() {
        let is_best = |test: &usize| is_sure.get(*test) == Some(&true) && facts.tests[*test].goals.contains(&index);
        let present = match goal.verdict {
            Verdict::Reached { test } => Some(test),
            _ => None,
        };
        if present.is_some_and(|test| is_best(&test)) {
            continue;
        }
        match ((0..facts.tests.len()).find(is_best), present) {
            (Some(test), _) => {
                if reach(goal, Verdict::Reached { test }) == Proved::Unreachable {
                    let name = entry.tests[test].name.clone().unwrap_or_default();
                    let by = Elsewhere { method: entry.key.clone(), test, name };
                    disproved.proofs.push(Contradiction {
                        key: entry.key.clone(),
                        line: goal.goal.line,
                        claim: Claim::Unreachable,
                        by,
                    });
                }
            }
            (None, Some(test)) if !facts.tests[test].goals.contains(&index) => {
                goal.verdict = Verdict::Undecided(vec![CutReason::Unsupported(ASTRAY.to_owned())]);
            }
            (None, _) => {}
        }
    }
    disproved.proofs.extend(spared(&entry.key, facts, &entry.tests));
    if !disproved.proofs.is_empty() {
        doubt_proofs(facts);
    }
    disproved
}

/// Takes it back that goals are doomed through which a confirmed test goes that ends well, or as somebody meant it to; gives
/// those of which that was proved without assumptions.
fn spared(key: &MethodKey, facts: &mut MethodFacts, tests: &[TestEntry]) -> Vec<Contradiction> {
    let mut contradictions = Vec::new();
    for (position, (case, found)) in facts.tests.iter().zip(tests).enumerate() {
        if found.replay != Replay::Confirmed || is_doom(&found.outcome) {
            continue;
        }
        for index in &case.goals {
            let goal = &mut facts.goals[*index];
            let Some(proof) = goal.doomed.take() else { continue };
            if proof.is_unconditional() {
                let name = found.name.clone().unwrap_or_default();
                let by = Elsewhere { method: key.clone(), test: position, name };
                let claim = Claim::Doomed;
                contradictions.push(Contradiction { key: key.clone(), line: goal.goal.line, claim, by });
            }
        }
    }
    contradictions
}

/// Whether a call ends as one may that is doomed.
fn is_doom(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Throws { class } => DOOMS.contains(&class.as_str()),
        Outcome::Returns(_) => false,
        // What is not known contradicts nothing.
        Outcome::NotPredicted | Outcome::Open => true,
    }
}

/// Makes the goals reached that only tests of other methods are recorded to reach, unless that contradicts a proof.
pub fn credit_others(methods: &mut [MethodEntry], executions: &Executions) -> Vec<Contradiction> {
    let mut all = Vec::new();
    for entry in methods {
        let Some(facts) = &mut entry.facts else { continue };
        let mut contradictions = Vec::new();
        for goal in &mut facts.goals {
            if matches!(goal.verdict, Verdict::Reached { .. }) {
                continue;
            }
            let mut tests =
                point_of(&goal.goal, &facts.jumps).into_iter().flat_map(|point| executions.of(&entry.key, point));
            let Some(by) = tests.find(|test| test.method != entry.key).cloned() else { continue };
            if reach(goal, Verdict::ReachedElsewhere(by.clone())) == Proved::Unreachable {
                contradictions.push(Contradiction {
                    key: entry.key.clone(),
                    line: goal.goal.line,
                    claim: Claim::Unreachable,
                    by,
                });
            }
        }
        if !contradictions.is_empty() {
            doubt_proofs(facts);
        }
        all.append(&mut contradictions);
    }
    all
}

/// Makes a goal reached, and says whether it was proved to be out of reach without assumptions. A test that goes beyond the
/// bounds or the assumptions of a proof tells more than the proof.
fn reach(goal: &mut GoalVerdict, verdict: Verdict) -> Proved {
    let before = std::mem::replace(&mut goal.verdict, verdict);
    match before {
        Verdict::Unreachable(proof) if proof.is_unconditional() => Proved::Unreachable,
        _ => Proved::Nothing,
    }
}

/// What was proved of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proved {
    /// That no execution gets there.
    Unreachable,
    /// Nothing without assumptions.
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::{Assumption, Assurance, Edge, EngineName, Goal, GoalKind, MethodFacts, Outcome, Proof, TestCase};
    use clew_testgen::replay::{Executed, Record};

    fn key(method: &str) -> MethodKey {
        MethodKey { class: "A".into(), method: method.into(), descriptor: "()V".into() }
    }

    /// What a test executes of the callee.
    fn record(points: &[Point]) -> Record {
        let executed = vec![Executed { method: key("callee"), points: points.to_vec() }];
        Record { executed, ..Record::default() }
    }

    /// A method with goals for the lines from 1 and the default of a switch in line 9, and one test.
    fn entry(method: &str, verdicts: Vec<Verdict>, replay: Replay, recording: Recording) -> MethodEntry {
        let input = TestCase::of_input(None, Vec::new(), Default::default());
        let case = TestCase { outcome: Outcome::Returns(None), goals: vec![0], ..input };
        let goal = |(verdict, line)| GoalVerdict {
            goal: Goal { line, offset: 0, kind: GoalKind::Line },
            verdict,
            doomed: None,
        };
        let mut goals: Vec<GoalVerdict> = verdicts.into_iter().zip(1..).map(goal).collect();
        let switch = Goal { line: 9, offset: 7, kind: GoalKind::Branch(Edge::Default) };
        goals.push(GoalVerdict { goal: switch, verdict: open(), doomed: None });
        let facts = MethodFacts {
            is_static: true,
            paths: 1,
            complete: false,
            tests: vec![case],
            goals,
            jumps: vec![(3, Edge::False)],
            ..MethodFacts::unexplored(key(method))
        };
        let outcome = Outcome::Returns(None);
        let (name, source, tried, state_by) = (Some("t".into()), String::new(), Vec::new(), Default::default());
        let pinned = Default::default();
        let test = TestEntry { name, replay, tried, outcome, state_by, pinned, source, recording };
        MethodEntry { key: key(method), facts: Some(facts), trouble: None, tests: vec![test], not_written: 0 }
    }

    fn proof(assumptions: &[Assumption]) -> Verdict {
        let mut ledger = Assurance::issued_by(EngineName::Exploration);
        assumptions.iter().for_each(|assumption| ledger.assume(assumption.clone()));
        Verdict::Unreachable(Proof::of(ledger).expect("a clean ledger"))
    }

    fn open() -> Verdict {
        Verdict::Undecided(vec![CutReason::Memory])
    }

    fn verdicts(entry: &MethodEntry) -> Vec<&'static str> {
        entry.goals().iter().map(|goal| goal.verdict.name()).collect()
    }

    #[test]
    fn a_recorded_test_reaches_what_it_executes_in_its_own_method() {
        let recording = Recording::Done(record(&[Point::Line(1), Point::Line(2), Point::Line(3), Point::Default(7)]));
        let verdicts_before = vec![Verdict::Reached { test: 0 }, open(), proof(&[Assumption::Loop(2)]), open()];
        let mut callee = entry("callee", verdicts_before, Replay::Confirmed, recording);
        let disproved = credit_own(&mut callee);
        assert!(disproved.proofs.is_empty() && disproved.ways.is_empty());
        assert_eq!(verdicts(&callee), ["reached", "reached", "reached", "undecided", "reached"]);
        assert_eq!(callee.facts.as_ref().expect("facts").tests[0].goals, [0, 1, 2, 4]);
    }

    #[test]
    fn a_test_of_another_method_reaches_what_it_executes() {
        let verdicts_before = vec![Verdict::Reached { test: 0 }, open(), proof(&[Assumption::Loop(2)]), open()];
        let mut methods = vec![entry("callee", verdicts_before, Replay::Confirmed, Recording::No)];
        let by = Elsewhere { method: key("caller"), test: 0, name: "t".into() };
        let later = Elsewhere { test: 1, ..by.clone() };
        let mut executions = Executions::default();
        executions.add(by.clone(), record(&[Point::Line(1), Point::Line(2), Point::Line(3)]));
        executions.add(later.clone(), record(&[Point::Line(3), Point::Default(7)]));
        assert!(credit_others(&mut methods, &executions).is_empty());
        let found: Vec<Verdict> = methods[0].goals().iter().map(|goal| goal.verdict.clone()).collect();
        let elsewhere = || Verdict::ReachedElsewhere(by.clone());
        let last = Verdict::ReachedElsewhere(later);
        assert_eq!(found, [Verdict::Reached { test: 0 }, elsewhere(), elsewhere(), open(), last]);
        assert_eq!(executions.of(&key("callee"), Point::Line(3)).count(), 2);
    }

    #[test]
    fn a_contradicted_proof_is_told_and_the_others_of_its_method_are_doubted() {
        let verdicts_before = || vec![open(), proof(&[]), proof(&[])];
        let seen = record(&[Point::Line(1), Point::Line(2)]);
        let mut own = entry("callee", verdicts_before(), Replay::Confirmed, Recording::Done(seen.clone()));
        let told: Vec<String> = credit_own(&mut own).proofs.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["A#callee()V, line 2 was called unreachable, but test t of A#callee()V goes through it"]);
        assert_eq!(verdicts(&own), ["reached", "reached", "undecided", "undecided"]);

        let mut methods = vec![entry("callee", verdicts_before(), Replay::Confirmed, Recording::No)];
        let mut executions = Executions::default();
        executions.add(Elsewhere { method: key("caller"), test: 0, name: "t".into() }, seen);
        let told: Vec<String> = credit_others(&mut methods, &executions).iter().map(ToString::to_string).collect();
        assert_eq!(told, ["A#callee()V, line 2 was called unreachable, but test t of A#caller()V goes through it"]);
        assert_eq!(verdicts(&methods[0]), ["reached", "reached", "undecided", "undecided"]);
    }

    #[test]
    fn a_doomed_goal_through_which_a_test_goes_that_ends_well_is_told() {
        let dooming = |assumptions: &[Assumption]| match proof(assumptions) {
            Verdict::Unreachable(proof) => Some(proof),
            _ => None,
        };
        let told = |doomed: Option<Proof>, outcome: Outcome| {
            let recording = Recording::Done(record(&[Point::Line(1)]));
            let mut callee = entry("callee", vec![Verdict::Reached { test: 0 }], Replay::Confirmed, recording);
            callee.facts.as_mut().expect("facts").goals[0].doomed = doomed;
            callee.tests[0].outcome = outcome;
            let told: Vec<String> = credit_own(&mut callee).proofs.iter().map(ToString::to_string).collect();
            (told, callee.goals()[0].doomed().is_some())
        };
        let thrown = |class: &str| Outcome::Throws { class: class.to_owned() };
        let line = "A#callee()V, line 1 was called doomed, but test t of A#callee()V goes through it and ends well";
        let (none, contradicted) = (Vec::<String>::new(), vec![line.to_owned()]);
        assert_eq!(told(dooming(&[]), Outcome::Returns(None)), (contradicted.clone(), false));
        assert_eq!(told(dooming(&[]), thrown("java.lang.IllegalStateException")), (contradicted, false));
        assert_eq!(told(dooming(&[Assumption::Loop(2)]), Outcome::Returns(None)), (none.clone(), false));
        assert_eq!(told(dooming(&[]), thrown("java.lang.NullPointerException")), (none.clone(), true));
        assert_eq!(told(None, Outcome::Returns(None)), (none, false));
    }

    #[test]
    fn a_recorded_test_is_better_than_one_that_the_cage_kept_back() {
        let caged = Replay::Caged { prediction: clew_testgen::Prediction::Kept };
        let mut callee = entry("callee", vec![Verdict::Reached { test: 0 }], caged, Recording::No);
        let other = entry("callee", vec![], Replay::Confirmed, Recording::Done(record(&[Point::Line(1)])));
        let case = other.facts.expect("facts").tests.remove(0);
        callee.facts.as_mut().expect("facts").tests.push(case);
        callee.tests.extend(other.tests);
        assert!(credit_own(&mut callee).ways.is_empty());
        assert_eq!(callee.goals()[0].verdict, Verdict::Reached { test: 1 });
    }

    #[test]
    fn a_test_that_goes_another_way_than_predicted_is_told_and_reaches_nothing_there() {
        let recording = Recording::Done(record(&[Point::Line(2)]));
        let mut callee = entry("callee", vec![Verdict::Reached { test: 0 }, open()], Replay::Confirmed, recording);
        let told: Vec<String> = credit_own(&mut callee).ways.iter().map(ToString::to_string).collect();
        let line = "A#callee()V, test t ends as predicted, but does not go through line 1 as it was predicted to";
        assert_eq!(told, [line]);
        assert_eq!(verdicts(&callee), ["undecided", "reached", "undecided"]);
        assert_eq!(callee.facts.as_ref().expect("facts").tests[0].goals, [1]);
    }

    #[test]
    fn the_edge_that_is_done_is_told_from_the_one_that_is_passed() {
        for (point, edge) in [(Point::Jumped(3), Edge::False), (Point::Passed(3), Edge::True)] {
            let recording = Recording::Done(record(&[Point::Line(1), point, Point::Jumped(4), Point::Passed(4)]));
            let mut callee = entry("callee", vec![Verdict::Reached { test: 0 }], Replay::Confirmed, recording);
            let goals = &mut callee.facts.as_mut().expect("facts").goals;
            for (offset, edge) in [(3, Edge::True), (3, Edge::False), (4, Edge::True)] {
                let goal = Goal { line: 1, offset, kind: GoalKind::Branch(edge) };
                goals.push(GoalVerdict { goal, verdict: open(), doomed: None });
            }
            assert!(credit_own(&mut callee).ways.is_empty());
            let reached = callee.goals().iter().filter(|goal| goal.verdict.name() == "reached");
            let kinds: Vec<&GoalKind> = reached.map(|goal| &goal.goal.kind).collect();
            assert_eq!(kinds, [&GoalKind::Line, &GoalKind::Branch(edge)]);
        }
    }

    #[test]
    fn what_cannot_be_recorded_stays_as_predicted() {
        let unrecorded = Record { unrecorded: vec!["A: too large".into()], ..Record::default() };
        let verdicts_before = vec![Verdict::Reached { test: 0 }, open()];
        let mut callee = entry("callee", verdicts_before, Replay::Confirmed, Recording::Done(unrecorded));
        assert!(credit_own(&mut callee).ways.is_empty());
        assert_eq!(verdicts(&callee), ["reached", "undecided", "undecided"]);
    }
}
