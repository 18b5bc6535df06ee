//! Compares what a run of `clew generate` said with what a file of the corpus expects.

use super::document::{Document, Goal, Method, Test, Verdict};
use super::expectation::{Claim, CorpusFile, Expected, Item, Paths, Subject};
use std::fmt;

/// Whether a run was made under `--criterion paths`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    Paths,
    Other,
}

/// The line of each expectation of the file that the run does not keep, and of each fault of the run itself.
pub fn judge(file: &CorpusFile, document: &Document, criterion: Criterion) -> Vec<String> {
    let methods: Vec<&Method> = document.methods.iter().filter(|method| file.holds(&method.class)).collect();
    let mut failures: Vec<String> = methods.iter().flat_map(|method| faults(file, method)).collect();
    for item in &file.items {
        let got = match &item.claim {
            Claim::Goals(subject, expected) => {
                goals(file, &methods, item, subject, expected).map_err(|answer| answer.to_string())
            }
            Claim::Method(name, claim) if criterion == Criterion::Paths => paths(&methods, name, claim),
            Claim::Method(..) | Claim::Endless(_) => Ok(()),
        };
        if let Err(got) = got {
            failures.push(format!("{}:{}: expected {}, got {got}", file.name, item.line, item.text));
        }
    }
    failures
}

/// What must never happen, whatever is expected: a method without an answer, a test that was not confirmed.
fn faults(file: &CorpusFile, method: &Method) -> Vec<String> {
    let place = format!("{}: {}#{}", file.name, method.class, method.method);
    let error = method.error.iter().map(|error| format!("{place}: expected an answer, got {error}"));
    let tests = method.tests.iter().filter(|test| !is_sure(file, method, test)).map(|test| {
        let name = test.name.as_deref().unwrap_or("(unnamed)");
        let why = test.not_written.as_deref().unwrap_or_default();
        format!("{place}: expected a confirmed test, got {} of {name} on {} {why}", test.replay, test.inputs)
    });
    error.chain(tests).collect()
}

/// Whether the JVM confirmed the test, or could not because its execution never ends, ends the JVM, or goes another way each time.
fn is_sure(file: &CorpusFile, method: &Method, test: &Test) -> bool {
    let is_open = test.outcome.is_null();
    let never_ends = is_open && matches!(test.replay.as_str(), "timeout" | "skipped" | "caged");
    let varies = is_open && test.replay == "unstable";
    // What interferes with tests of other files has passed alone.
    let is_confirmed = matches!(test.replay.as_str(), "confirmed" | "interferes");
    let is_left_open = file.is_open && test.replay != "mismatch";
    is_confirmed || is_left_open || varies || (never_ends && file.is_endless(&method.method))
}

/// What a run says about goals taken together.
enum Answer {
    /// There is none.
    None,
    Reached {
        confirmed: bool,
    },
    /// A confirmed test of another method gets there; the method's own exploration left it open.
    Elsewhere,
    Unreachable {
        bounded: bool,
        unconditional: bool,
        assumptions: Vec<String>,
    },
    Undecided(Vec<String>),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::None => write!(f, "no such goal"),
            Answer::Reached { confirmed: true } => write!(f, "reached"),
            Answer::Elsewhere => write!(f, "reached by a test of another method"),
            Answer::Reached { confirmed: false } => write!(f, "reached, unconfirmed"),
            Answer::Unreachable { bounded, assumptions, .. } => {
                let name = if *bounded { "unreachable_within" } else { "unreachable" };
                write!(f, "{name} [{}]", assumptions.join(", "))
            }
            Answer::Undecided(reasons) => write!(f, "undecided [{}]", reasons.join("; ")),
        }
    }
}

fn goals(
    file: &CorpusFile,
    methods: &[&Method],
    item: &Item,
    subject: &Subject,
    expected: &Expected,
) -> Result<(), Answer> {
    let matching = methods.iter().flat_map(|method| {
        let of_item = |goal: &&Goal| goal.line == item.line && is_about(goal, subject);
        method.goals.iter().filter(of_item).map(move |goal| (*method, goal))
    });
    let answer = together(file, matching);
    if holds(&answer, subject, expected) || file.is_open && answer.is_open() { Ok(()) } else { Err(answer) }
}

impl Answer {
    /// Whether it says nothing for certain.
    fn is_open(&self) -> bool {
        matches!(
            self,
            Answer::Undecided(_) | Answer::Unreachable { bounded: true, .. } | Answer::Reached { confirmed: false }
        )
    }
}

fn is_about(goal: &Goal, subject: &Subject) -> bool {
    match subject {
        Subject::Line => goal.kind == "line",
        Subject::Branch(edge) => goal.kind == "branch" && goal.edge.as_ref() == Some(edge),
        Subject::Exception(class) => goal.kind == "exception" && goal.exception.as_ref() == Some(class),
        Subject::Assert => goal.kind == "assert",
    }
}

/// Copies of a line, or checks of one kind, count as one: reached if one is, unreachable if all are.
fn together<'a>(file: &CorpusFile, goals: impl Iterator<Item = (&'a Method, &'a Goal)>) -> Answer {
    let mut answer = Answer::None;
    for (method, goal) in goals {
        let (name, assumptions) = match &goal.verdict {
            Verdict::Reached { test_of: Some(_), .. } => {
                if !matches!(answer, Answer::Reached { confirmed: true }) {
                    answer = Answer::Elsewhere;
                }
                continue;
            }
            Verdict::Reached { test, test_of: None } => {
                let sure = method.tests.get(*test).is_some_and(|test| is_sure(file, method, test));
                let before = matches!(answer, Answer::Reached { confirmed: true });
                answer = Answer::Reached { confirmed: sure || before };
                continue;
            }
            Verdict::Undecided { reasons } => {
                match &mut answer {
                    Answer::Reached { .. } | Answer::Elsewhere => {}
                    Answer::Undecided(all) => all.extend(reasons.iter().cloned()),
                    Answer::None | Answer::Unreachable { .. } => answer = Answer::Undecided(reasons.clone()),
                }
                continue;
            }
            Verdict::Unreachable { assumptions } => (false, assumptions),
            Verdict::UnreachableWithin { assumptions } => (true, assumptions),
        };
        match &mut answer {
            Answer::Reached { .. } | Answer::Elsewhere | Answer::Undecided(_) => {}
            Answer::Unreachable { bounded, unconditional, assumptions: all } => {
                *bounded |= name;
                *unconditional &= goal.unconditional;
                all.extend(assumptions.iter().cloned());
                all.sort();
                all.dedup();
            }
            Answer::None => {
                answer = Answer::Unreachable {
                    bounded: name,
                    unconditional: goal.unconditional,
                    assumptions: assumptions.clone(),
                };
            }
        }
    }
    answer
}

fn holds(answer: &Answer, subject: &Subject, expected: &Expected) -> bool {
    // A check that was never needed is listed nowhere.
    let never_needed = matches!(answer, Answer::None) && matches!(subject, Subject::Exception(_) | Subject::Assert);
    match expected {
        Expected::Reached => matches!(answer, Answer::Reached { confirmed: true } | Answer::Elsewhere),
        Expected::Unreachable => never_needed || matches!(answer, Answer::Unreachable { .. }),
        Expected::UnreachableStrict => never_needed || matches!(answer, Answer::Unreachable { bounded: false, .. }),
        Expected::UnreachableWithin => matches!(answer, Answer::Unreachable { bounded: true, .. }),
        Expected::UnreachableUnconditional => {
            never_needed || matches!(answer, Answer::Unreachable { unconditional: true, .. })
        }
        Expected::UnreachableIf { assumption, bounded: expected } => matches!(
            answer,
            Answer::Unreachable { bounded, assumptions, .. } if bounded == expected && assumptions.contains(assumption)
        ),
        Expected::Undecided(text) => {
            matches!(answer, Answer::Undecided(reasons) if reasons.iter().any(|reason| reason.contains(text)))
        }
        Expected::Possible => !matches!(answer, Answer::None | Answer::Unreachable { unconditional: true, .. }),
        Expected::PossibleStrict => matches!(answer, Answer::Reached { .. } | Answer::Elsewhere | Answer::Undecided(_)),
        Expected::Impossible => never_needed || matches!(answer, Answer::Unreachable { .. } | Answer::Undecided(_)),
    }
}

fn paths(methods: &[&Method], name: &str, claim: &Paths) -> Result<(), String> {
    let mut named = methods.iter().filter(|method| method.method == name);
    let (Some(method), None) = (named.next(), named.next()) else {
        return Err(format!("not exactly one method {name}"));
    };
    let outcome = match claim {
        Paths::Count(number) if method.tests.len() as u64 == *number && method.paths == *number => return Ok(()),
        Paths::Count(_) => return Err(counted(method)),
        Paths::Returns(value) => serde_json::json!({ "returns": value }),
        Paths::Raises(class) => serde_json::json!({ "throws": class }),
    };
    if method.tests.iter().any(|test| test.outcome == outcome) {
        return Ok(());
    }
    let outcomes: Vec<String> = method.tests.iter().map(|test| test.outcome.to_string()).collect();
    Err(format!("{}; {}", outcomes.join(" "), counted(method)))
}

fn counted(method: &Method) -> String {
    let dropped: Vec<String> =
        method.undecided.iter().map(|reason| format!("{} × {}", reason.count, reason.reason)).collect();
    format!("{} paths, {} tests [{}]", method.paths, method.tests.len(), dropped.join("; "))
}
