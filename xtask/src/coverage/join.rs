//! Holds Clew's claims about lines against what the instruments saw.
//!
//! A line goal is reached where an instruction of the line is executed; JaCoCo counts a line as covered where it knows
//! of any of its instructions that it was executed, which it learns at the end of a block; the debugger sees a line begin, but
//! not that something jumps into the middle.

use super::instruments::{Begun, LineKey, Measured, Seen};
use crate::document::{Document, Goal, Method};
use clew_facts::MethodKey;
use std::collections::{BTreeMap, BTreeSet};

/// What Clew says about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A test of the suite gets there.
    Reached,
    /// A test gets there that is not in the suite, because of what its replay came to.
    ReachedOutside(String),
    /// No execution gets there, or none that keeps these assumptions.
    Unreachable {
        /// The name of the verdict.
        verdict: String,
        /// Whether the proof rests on nothing.
        unconditional: bool,
        /// What the proof rests on.
        assumptions: Vec<String>,
    },
    /// Neither, for this reason.
    Undecided(String),
    /// The method is no target, and a test of the suite goes through the line.
    Passed,
    /// The method is no target, and nothing is said.
    NotExplored,
}

/// What a line comes to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// Covered and reached.
    Agreed,
    /// Neither.
    Idle,
    /// Covered, or begun, and not reached for Clew.
    OnlyExecuted(Executed),
    /// Reached for Clew, and not covered.
    OnlyReached(Unseen),
    /// Something that must not be.
    Wrong(Wrong),
}

/// How a line that is not reached for Clew was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Executed {
    /// In a call below the method that the test is for.
    Nested,
    /// While the test built its input or looked at the result.
    AroundTheCall,
    /// While a class was initialized.
    Initializer,
    /// With no test below it, as on another thread.
    Elsewhere,
    /// Not from its beginning: something jumped into the middle.
    PastTheBeginning,
}

/// Why JaCoCo does not see a line that Clew reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unseen {
    /// It leaves the whole method out, as it does with what compilers add.
    FilteredMethod,
    /// It leaves the line out, as it does with what compilers add.
    FilteredLine,
    /// The line began, and an exception left the block before its end.
    LeftByException,
    /// The test that gets there is not in the suite.
    NotInSuite,
}

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// An execution got to a line that Clew proved to be out of reach.
    Unreachable {
        /// What the proof rested on.
        assumptions: Vec<String>,
    },
    /// No test gets to a line for which Clew says that one does.
    NeverExecuted,
}

/// A line with everything known about it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Which line.
    pub key: LineKey,
    /// What Clew says.
    pub claim: Claim,
    /// What it comes to.
    pub finding: Finding,
    /// What JaCoCo says.
    pub seen: Option<Seen>,
    /// How it was begun, if it was.
    pub begun: Option<Begun>,
}

/// Judges every line that Clew or one of the instruments speaks of, in order.
pub fn join(document: &Document, measured: &Measured) -> Vec<Judged> {
    let claims = claims(document);
    let targets = targets(document);
    let explored: BTreeSet<&MethodKey> = document.methods.iter().map(|method| &method.key).collect();
    let methods_seen: BTreeSet<&MethodKey> = measured.lines.keys().map(|key| &key.method).collect();
    let keys: BTreeSet<&LineKey> = claims.keys().chain(measured.lines.keys()).chain(measured.begun.keys()).collect();
    let judge = |key: &LineKey| {
        let claim = claims.get(key).cloned().unwrap_or_else(|| match explored.contains(&key.method) {
            true => Claim::Undecided("the line is no goal".to_owned()),
            false => Claim::NotExplored,
        });
        let seen = measured.lines.get(key).copied();
        let begun = measured.begun.get(key);
        let finding = finding(&claim, seen, begun, methods_seen.contains(&key.method), &targets);
        Judged { key: key.clone(), claim, finding, seen, begun: begun.cloned() }
    };
    keys.into_iter().map(judge).collect()
}

fn finding(claim: &Claim, seen: Option<Seen>, begun: Option<&Begun>, method_seen: bool, targets: &Targets) -> Finding {
    let executed = begun.is_some() || seen == Some(Seen::Covered);
    match claim {
        Claim::Unreachable { assumptions, .. } if executed => {
            Finding::Wrong(Wrong::Unreachable { assumptions: assumptions.clone() })
        }
        Claim::Reached | Claim::Passed if !executed => Finding::Wrong(Wrong::NeverExecuted),
        Claim::Reached | Claim::Passed | Claim::ReachedOutside(_) if seen == Some(Seen::Covered) => Finding::Agreed,
        Claim::ReachedOutside(_) if !executed => Finding::OnlyReached(Unseen::NotInSuite),
        Claim::Reached | Claim::Passed | Claim::ReachedOutside(_) => Finding::OnlyReached(match seen {
            Some(_) => Unseen::LeftByException,
            None if method_seen => Unseen::FilteredLine,
            None => Unseen::FilteredMethod,
        }),
        Claim::Undecided(_) | Claim::NotExplored if executed => Finding::OnlyExecuted(how(begun, targets)),
        Claim::Unreachable { .. } | Claim::Undecided(_) | Claim::NotExplored => Finding::Idle,
    }
}

fn how(begun: Option<&Begun>, targets: &Targets) -> Executed {
    let Some(begun) = begun else { return Executed::PastTheBeginning };
    let Some(test) = &begun.test else {
        return if begun.in_initializer { Executed::Initializer } else { Executed::Elsewhere };
    };
    let is_for = |first: &MethodKey| targets.get(&without_number(test)).is_some_and(|tested| tested.contains(first));
    match &begun.first {
        _ if begun.in_initializer => Executed::Initializer,
        Some(first) if is_for(first) => Executed::Nested,
        Some(_) | None => Executed::AroundTheCall,
    }
}

/// For each test, as `Class#method`, the methods that it may be for. Test classes whose names would be equal are told apart
/// by a number, which is left out here.
type Targets = BTreeMap<String, BTreeSet<MethodKey>>;

fn targets(document: &Document) -> Targets {
    let mut targets = Targets::new();
    for method in &document.methods {
        let class = method.key.class.replace('$', "_");
        for name in method.tests.iter().filter_map(|test| test.name.as_ref()) {
            targets.entry(format!("{class}ClewTest#{name}")).or_default().insert(method.key.clone());
        }
    }
    targets
}

/// The name of a test class without the number that tells it from another of the same name (`AClew2Test`).
pub(crate) fn numberless(class: &str) -> String {
    match class.strip_suffix("Test") {
        Some(stem) => format!("{}Test", stem.trim_end_matches(|c: char| c.is_ascii_digit())),
        None => class.to_owned(),
    }
}

fn without_number(test: &str) -> String {
    match test.split_once('#') {
        Some((class, name)) => format!("{}#{name}", numberless(class)),
        None => test.to_owned(),
    }
}

fn claims(document: &Document) -> BTreeMap<LineKey, Claim> {
    let by_key: BTreeMap<&MethodKey, &Method> = document.methods.iter().map(|method| (&method.key, method)).collect();
    let mut claims = BTreeMap::new();
    for method in &document.methods {
        for goal in method.goals.iter().filter(|goal| goal.kind == "line") {
            let of = goal.test_of.as_ref().and_then(|key| by_key.get(key).copied()).unwrap_or(method);
            let replay = goal.test.and_then(|test| of.tests.get(test)).map_or("", |test| test.replay.as_str());
            claims.insert(LineKey { method: method.key.clone(), line: goal.line }, claim(goal, replay));
        }
    }
    for method in &document.untargeted {
        for line in &method.lines {
            let claim = if line.reached { Claim::Passed } else { Claim::NotExplored };
            claims.insert(LineKey { method: method.key.clone(), line: line.line }, claim);
        }
    }
    claims
}

fn claim(goal: &Goal, replay: &str) -> Claim {
    match goal.verdict.as_str() {
        "reached" if replay == "confirmed" => Claim::Reached,
        "reached" => Claim::ReachedOutside(replay.to_owned()),
        "undecided" => Claim::Undecided(goal.reason.clone().unwrap_or_default()),
        verdict => Claim::Unreachable {
            verdict: verdict.to_owned(),
            unconditional: goal.unconditional,
            assumptions: goal.assumptions.clone(),
        },
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    const DOCUMENT: &str = r#"{
        "methods": [
            { "class": "a.B$C", "method": "run", "descriptor": "()V", "complete": true, "error": null,
              "stats": { "instructions": 1, "queries": 0, "solver_seconds": 0.0, "seconds": 0.0 },
              "tests": [ { "name": "run_ends", "replay": "confirmed" }, { "name": "run_hangs", "replay": "timeout" } ],
              "goals": [ { "kind": "line", "line": 1, "verdict": "reached", "test": 0 },
                         { "kind": "line", "line": 2, "verdict": "reached", "test": 1 },
                         { "kind": "line", "line": 3, "verdict": "unreachable", "assumptions": ["no_vm_errors"] },
                         { "kind": "branch", "line": 4, "verdict": "reached", "test": 0 },
                         { "kind": "line", "line": 5, "verdict": "undecided", "reason": "budget: steps" } ] } ],
        "untargeted": [
            { "class": "a.B$C", "method": "hidden", "descriptor": "()V",
              "lines": [ { "line": 8, "reached": true }, { "line": 9, "reached": false } ] } ],
        "stats": { "seconds": 0.0 } }"#;

    fn method(name: &str) -> MethodKey {
        MethodKey { class: "a.B$C".to_owned(), method: name.to_owned(), descriptor: "()V".to_owned() }
    }

    fn begun(first: Option<MethodKey>) -> Begun {
        Begun { test: Some("a.B_CClew2Test#run_ends".to_owned()), first, in_initializer: false }
    }

    /// What one line comes to, where nothing else was seen but a line that shows that JaCoCo knows the method.
    fn found(name: &str, line: u32, seen: Option<Seen>, begun: Option<Begun>) -> Finding {
        let document: Document = serde_json::from_str(DOCUMENT).expect("a document");
        let mut measured = Measured::default();
        measured.lines.insert(LineKey { method: method("run"), line: 99 }, Seen::Missed);
        let key = LineKey { method: method(name), line };
        measured.lines.extend(seen.map(|seen| (key.clone(), seen)));
        measured.begun.extend(begun.map(|begun| (key.clone(), begun)));
        let all = join(&document, &measured);
        all.into_iter().find(|judged| judged.key == key).map_or(Finding::Idle, |judged| judged.finding)
    }

    #[test]
    fn a_reached_line_is_covered_or_there_is_a_cause() {
        let here = || Some(begun(Some(method("run"))));
        assert_eq!(found("run", 1, Some(Seen::Covered), here()), Finding::Agreed);
        assert_eq!(found("run", 1, Some(Seen::Missed), here()), Finding::OnlyReached(Unseen::LeftByException));
        assert_eq!(found("run", 1, None, here()), Finding::OnlyReached(Unseen::FilteredLine));
        assert_eq!(found("run", 1, Some(Seen::Missed), None), Finding::Wrong(Wrong::NeverExecuted));
        assert_eq!(found("run", 1, None, None), Finding::Wrong(Wrong::NeverExecuted));
    }

    #[test]
    fn a_line_of_a_method_that_is_no_target_is_held_against_the_instruments_too() {
        let here = || Some(begun(Some(method("run"))));
        assert_eq!(found("hidden", 8, Some(Seen::Covered), here()), Finding::Agreed);
        assert_eq!(found("hidden", 8, None, None), Finding::Wrong(Wrong::NeverExecuted));
        assert_eq!(found("hidden", 9, Some(Seen::Covered), here()), Finding::OnlyExecuted(Executed::Nested));
        assert_eq!(found("hidden", 9, Some(Seen::Missed), None), Finding::Idle);
    }

    #[test]
    fn a_test_outside_the_suite_need_not_be_seen() {
        assert_eq!(found("run", 2, Some(Seen::Missed), None), Finding::OnlyReached(Unseen::NotInSuite));
        let nested = Some(begun(Some(method("run"))));
        assert_eq!(found("run", 2, Some(Seen::Covered), nested), Finding::Agreed);
    }

    #[test]
    fn an_unreachable_line_is_never_executed() {
        let wrong = Finding::Wrong(Wrong::Unreachable { assumptions: vec!["no_vm_errors".to_owned()] });
        assert_eq!(found("run", 3, Some(Seen::Missed), None), Finding::Idle);
        assert_eq!(found("run", 3, Some(Seen::Covered), None), wrong);
        assert_eq!(found("run", 3, None, Some(begun(None))), wrong);
    }

    #[test]
    fn what_is_only_executed_has_a_cause() {
        let only = |line, seen, begun| found("run", line, seen, begun);
        let covered = Some(Seen::Covered);
        assert_eq!(only(5, Some(Seen::Missed), None), Finding::Idle);
        assert_eq!(only(5, covered, None), Finding::OnlyExecuted(Executed::PastTheBeginning));
        let nested = Some(begun(Some(method("run"))));
        assert_eq!(only(5, covered, nested.clone()), Finding::OnlyExecuted(Executed::Nested));
        assert_eq!(only(4, covered, nested), Finding::OnlyExecuted(Executed::Nested));
        let around = Some(begun(Some(method("<init>"))));
        assert_eq!(only(5, covered, around), Finding::OnlyExecuted(Executed::AroundTheCall));
        let initializer = Begun { in_initializer: true, ..begun(Some(method("run"))) };
        assert_eq!(only(5, covered, Some(initializer)), Finding::OnlyExecuted(Executed::Initializer));
        let elsewhere = Begun { test: None, first: None, in_initializer: false };
        assert_eq!(found("hidden", 7, covered, Some(elsewhere)), Finding::OnlyExecuted(Executed::Elsewhere));
    }
}
