//! Lines that tests of other methods go through.
//!
//! A method is explored on its own inputs. What that leaves open, a test of another method may show: its execution, which a JVM
//! confirmed, goes through lines of the methods that it calls and of the classes that it initializes.

use crate::report::{MethodEntry, Replay};
use clew_base::FastMap;
use clew_facts::{CutReason, Elsewhere, GoalKind, MethodKey, Verdict};
use std::fmt;

/// Why a goal is undecided that was proved to be out of reach, and that a test goes through.
const DISPROVED: &str = "a proof that the test of another method contradicts";

/// A proof that rests on nothing, and an execution that contradicts it: a bug in Clew.
pub struct Contradiction {
    /// The method of the line.
    pub key: MethodKey,
    /// The line.
    pub line: u32,
    /// The test that goes through it.
    pub by: Elsewhere,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { key, line, by } = self;
        write!(f, "{key}, line {line} was called unreachable, but test {} of {} goes through it", by.name, by.method)
    }
}

/// Makes every line reached that a confirmed test of another method goes through, unless that contradicts a proof.
pub fn credit(methods: &mut [MethodEntry]) -> Vec<Contradiction> {
    let passed = passed(methods);
    let mut contradictions = Vec::new();
    for entry in methods {
        let Some(lines) = passed.get(&entry.key) else { continue };
        let Some(facts) = &mut entry.facts else { continue };
        for goal in facts.goals.iter_mut().filter(|goal| goal.goal.kind == GoalKind::Line) {
            let Some(by) = lines.get(&goal.goal.line) else { continue };
            match &goal.verdict {
                Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => {}
                Verdict::Unreachable(proof) if proof.is_unconditional() => {
                    contradictions.push(Contradiction { key: entry.key.clone(), line: goal.goal.line, by: by.clone() });
                    goal.verdict = Verdict::Undecided(vec![CutReason::Unsupported(DISPROVED.to_owned())]);
                }
                // A test that goes beyond the bounds or the assumptions of a proof tells more than the proof.
                Verdict::Unreachable(_) | Verdict::Undecided(_) => {
                    goal.verdict = Verdict::ReachedElsewhere(by.clone());
                }
            }
        }
    }
    contradictions
}

/// For each method the lines that tests of other methods go through, each with the first of these tests.
fn passed(methods: &[MethodEntry]) -> FastMap<MethodKey, FastMap<u32, Elsewhere>> {
    let mut passed: FastMap<MethodKey, FastMap<u32, Elsewhere>> = FastMap::default();
    for entry in methods {
        let cases = entry.facts.as_ref().map_or(&[][..], |facts| &facts.tests);
        for (test, (case, found)) in cases.iter().zip(&entry.tests).enumerate() {
            let (Replay::Confirmed, Some(name)) = (&found.replay, &found.name) else { continue };
            let by = Elsewhere { method: entry.key.clone(), test, name: name.clone() };
            for through in &case.trace.passed {
                let Some(key) = case.trace.methods.get(through.method).filter(|key| **key != entry.key) else {
                    continue;
                };
                let lines = passed.entry(key.clone()).or_default();
                for line in &through.lines {
                    lines.entry(*line).or_insert_with(|| by.clone());
                }
            }
        }
    }
    passed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::TestEntry;
    use clew_facts::{
        Assumption, Assurance, Goal, GoalVerdict, MethodFacts, MethodStats, Outcome, Passed, Proof, TestCase, Trace,
    };

    fn key(method: &str) -> MethodKey {
        MethodKey { class: "A".into(), method: method.into(), descriptor: "()V".into() }
    }

    /// A method with goals for the lines from 1, and one test that goes through these lines of `callee`.
    fn entry(method: &str, verdicts: Vec<Verdict>, lines: &[u32], replay: Replay) -> MethodEntry {
        let passed = vec![Passed { method: 0, lines: lines.to_vec() }];
        let case = TestCase {
            receiver: None,
            arguments: Vec::new(),
            heap: Default::default(),
            statics: Vec::new(),
            outcome: Outcome::Returns(None),
            heap_after: Default::default(),
            constraint: String::new(),
            goals: Vec::new(),
            trace: Trace { methods: vec![key("callee")], passed, ..Trace::default() },
        };
        let goal = |(verdict, line)| GoalVerdict { goal: Goal { line, offset: 0, kind: GoalKind::Line }, verdict };
        let facts = MethodFacts {
            key: key(method),
            is_static: true,
            paths: 1,
            complete: false,
            tests: vec![case],
            goals: verdicts.into_iter().zip(1..).map(goal).collect(),
            undecided: Vec::new(),
            clock_bound: false,
            stats: MethodStats::default(),
        };
        let outcome = Outcome::Returns(None);
        let test = TestEntry { name: Some("t".into()), replay, outcome, source: String::new(), tried: Vec::new() };
        MethodEntry { key: key(method), facts: Some(facts), trouble: None, tests: vec![test], not_written: 0 }
    }

    fn proof(assumptions: &[Assumption]) -> Verdict {
        let mut ledger = Assurance::new();
        assumptions.iter().for_each(|assumption| ledger.assume(assumption.clone()));
        Verdict::Unreachable(Proof::of(&ledger).expect("a clean ledger"))
    }

    fn open() -> Verdict {
        Verdict::Undecided(vec![CutReason::Memory])
    }

    fn credited(replay: Replay) -> (Vec<Contradiction>, Vec<Verdict>) {
        let bounded = proof(&[Assumption::Loop(2)]);
        let verdicts = vec![Verdict::Reached { test: 0 }, open(), bounded, proof(&[]), open()];
        let callee = entry("callee", verdicts, &[5], Replay::Confirmed);
        let mut methods = vec![callee, entry("caller", vec![open()], &[1, 2, 3, 4], replay)];
        let contradictions = credit(&mut methods);
        (contradictions, methods[0].goals().iter().map(|goal| goal.verdict.clone()).collect())
    }

    #[test]
    fn a_confirmed_test_of_another_method_reaches_what_it_goes_through() {
        let (contradictions, verdicts) = credited(Replay::Confirmed);
        let by = Elsewhere { method: key("caller"), test: 0, name: "t".into() };
        let elsewhere = || Verdict::ReachedElsewhere(by.clone());
        let disproved = Verdict::Undecided(vec![CutReason::Unsupported(DISPROVED.to_owned())]);
        assert_eq!(verdicts, [Verdict::Reached { test: 0 }, elsewhere(), elsewhere(), disproved, open()]);
        let lines: Vec<String> = contradictions.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["A#callee()V, line 4 was called unreachable, but test t of A#caller()V goes through it"]);
    }

    #[test]
    fn other_tests_reach_nothing() {
        let (contradictions, verdicts) = credited(Replay::Timeout);
        assert!(contradictions.is_empty());
        assert_eq!(verdicts[1..3], [open(), proof(&[Assumption::Loop(2)])]);
    }
}
