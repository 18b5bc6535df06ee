//! What concolic execution came to, in words and as JSON.

use super::Looked;
use crate::report::{MethodEntry, Replay};
use clew_facts::Verdict;
use serde_json::{Value as Json, json};

/// The figures of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    goals: usize,
    reached: usize,
    tests: usize,
    confirmed: usize,
    calls: usize,
}

impl Figures {
    fn of(looked: &Looked, entry: Option<&MethodEntry>) -> Figures {
        let facts = entry.and_then(|entry| entry.facts.as_ref());
        let is_found = |test: usize| {
            let case = facts.and_then(|facts| facts.tests.get(test));
            case.is_some_and(|case| looked.tests.iter().any(|found| found.has_input_of(case)))
        };
        let is_reached = |goal: &&usize| {
            let verdict = facts.and_then(|facts| facts.goals.get(**goal)).map(|goal| &goal.verdict);
            matches!(verdict, Some(Verdict::Reached { test }) if is_found(*test))
        };
        let tests = entry.map_or(&[][..], |entry| &entry.tests);
        let confirmed = tests.iter().enumerate().filter(|(at, test)| test.replay == Replay::Confirmed && is_found(*at));
        Figures {
            goals: looked.wanted.len(),
            reached: looked.wanted.iter().filter(is_reached).count(),
            tests: looked.tests.len(),
            confirmed: confirmed.count(),
            calls: looked.answers.len(),
        }
    }

    fn and(self, other: Figures) -> Figures {
        Figures {
            goals: self.goals + other.goals,
            reached: self.reached + other.reached,
            tests: self.tests + other.tests,
            confirmed: self.confirmed + other.confirmed,
            calls: self.calls + other.calls,
        }
    }

    fn as_json(self) -> Json {
        let Figures { goals, reached, tests, confirmed, calls } = self;
        json!({ "goals": goals, "reached": reached, "tests": tests, "confirmed": confirmed, "calls": calls })
    }
}

/// What was found, in one sentence.
pub fn sentence(all: &[Looked], methods: &[MethodEntry]) -> String {
    let Figures { goals, reached, calls, .. } = total(all, methods);
    match goals {
        0 => "Concolic execution: the engines have left no goal undecided.".to_owned(),
        _ => format!(
            "Concolic execution: of {goals} goals that the engines left undecided, {reached} are reached by its tests; {calls} calls ran for real."
        ),
    }
}

/// The figures of a run, and for each method the calls on which its search rested.
pub fn as_json(all: &[Looked], methods: &[MethodEntry]) -> Json {
    let mut document = total(all, methods).as_json();
    let of_method = |looked: &Looked| {
        let mut out = Figures::of(looked, entry_of(looked, methods)).as_json();
        out["class"] = json!(looked.key.class);
        out["method"] = json!(looked.key.method);
        out["descriptor"] = json!(looked.key.descriptor);
        out["assumed"] = looked.answers.iter().map(ToString::to_string).collect();
        out
    };
    document["methods"] = all.iter().map(of_method).collect();
    document
}

fn total(all: &[Looked], methods: &[MethodEntry]) -> Figures {
    let figures = all.iter().map(|looked| Figures::of(looked, entry_of(looked, methods)));
    figures.fold(Figures::default(), Figures::and)
}

fn entry_of<'m>(looked: &Looked, methods: &'m [MethodEntry]) -> Option<&'m MethodEntry> {
    methods.iter().find(|entry| entry.key == looked.key)
}
