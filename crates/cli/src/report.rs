//! What a run found, in the shape that both the text and the JSON output are made from.

use crate::concolic::Looked;
use crate::executions::Executions;
use crate::mutants::ClassMutants;
use crate::untargeted::Untargeted;
use clew_facts::{
    Goal, GoalKind, GoalVerdict, HeapObject, MethodFacts, MethodKey, Object, Outcome, Surrounding, TestCase, Value,
    Verdict,
};
use clew_testgen::{Prediction, Recording, StateBy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a run found about the program.
#[derive(Default)]
pub struct Results {
    /// The methods that were meant, class by class.
    pub methods: Vec<MethodEntry>,
    /// Methods of the same classes that are no targets.
    pub untargeted: Vec<Untargeted>,
    /// What confirmed tests execute.
    pub executions: Executions,
    /// How many methods an earlier run had explored, so that its results stand for theirs.
    pub from_store: usize,
    /// What tests say of mutants, if somebody asks for them.
    pub mutants: Option<Vec<ClassMutants>>,
    /// Whether the assumptions of proofs were attacked.
    pub attacked: bool,
    /// What concolic execution has looked for, if somebody asks for it.
    pub looked: Option<Vec<Looked>>,
}

impl Results {
    /// How many lines the methods have that are no targets, and how many of them tests go through.
    pub fn untargeted_lines(&self) -> (usize, usize) {
        let sum = |of: &dyn Fn(&Untargeted) -> usize| self.untargeted.iter().map(of).sum();
        (sum(&|method| method.lines.len()), sum(&|method| method.reached(&self.executions)))
    }
}

/// What became of a test on the JVM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replay {
    /// The JVM did what was predicted, twice.
    Confirmed,
    /// The JVM did something else: a bug in Clew.
    Mismatch {
        /// What the test expected and what the JVM did, in one line.
        detail: String,
    },
    /// The test did not end in time.
    Timeout,
    /// Two runs differed.
    Unstable,
    /// The JVM did what was predicted, twice, but not behind other tests, or others not behind it. It is not in the test class.
    Interferes {
        /// With what, in one line.
        reason: String,
    },
    /// The JVM did what was predicted, twice, and the test adds little. It is not in the test class.
    LeftOut {
        /// Why, in one line.
        reason: String,
    },
    /// The test tried what the cage does not let it do. It is written, disabled.
    Caged {
        /// What its outcome in the cage says.
        prediction: Prediction,
    },
    /// The test was not run.
    Skipped,
    /// The time for the tests of its method was over before it had run as often as it has to. It is not written.
    OutOfTime,
    /// The test could not be written.
    CannotBuild {
        /// Why.
        reason: String,
    },
}

impl Replay {
    /// Whether the JVM did what was predicted.
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Replay::Confirmed | Replay::Interferes { .. } | Replay::LeftOut { .. })
    }

    /// The name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Replay::Confirmed | Replay::LeftOut { .. } => "confirmed",
            Replay::Mismatch { .. } => "mismatch",
            Replay::Timeout => "timeout",
            Replay::Unstable => "unstable",
            Replay::Interferes { .. } => "interferes",
            Replay::Caged { .. } => "caged",
            Replay::Skipped | Replay::OutOfTime | Replay::CannotBuild { .. } => "skipped",
        }
    }
}

/// A test as it was written and replayed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestEntry {
    /// Its name in the test class; nothing if it was not written.
    pub name: Option<String>,
    /// What became of it on the JVM.
    pub replay: Replay,
    /// What it tried that would do harm outside a cage, each a phrase without its subject.
    pub tried: Vec<String>,
    /// How the call ends, where it is known.
    pub outcome: Outcome,
    /// How the objects of its input come into their state.
    pub state_by: StateBy,
    /// What it sets for the time of its run.
    pub pinned: BTreeSet<Surrounding>,
    /// Its Java text; empty if it was not written.
    pub source: String,
    /// What it executes, until that is added to what is known of the whole run.
    pub recording: Recording,
}

impl TestEntry {
    /// Whether the test is in a test class.
    pub fn is_written(&self) -> bool {
        self.name.is_some() && matches!(self.replay, Replay::Confirmed | Replay::Caged { .. } | Replay::Skipped)
    }
}

/// Why a method has no facts, or not all it could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It cannot be processed.
    Failed(String),
    /// Its worker died.
    Crashed(String),
    /// Clew is at fault.
    Internal(String),
    /// The run was interrupted before its turn.
    NotStarted,
}

impl Trouble {
    /// The reason, as JSON and text show it.
    pub fn reason(&self) -> String {
        match self {
            Trouble::Failed(message) => format!("unsupported: {message}"),
            Trouble::Crashed(what) => format!("budget: {what}"),
            Trouble::Internal(message) => format!("internal error: {message}"),
            Trouble::NotStarted => "budget: interrupted before its turn".to_owned(),
        }
    }
}

/// All about one method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodEntry {
    /// Which method.
    pub key: MethodKey,
    /// What was found, if anything.
    pub facts: Option<MethodFacts>,
    /// What went wrong, if anything.
    pub trouble: Option<Trouble>,
    /// One for each test of the facts, in the same order.
    pub tests: Vec<TestEntry>,
    /// How many tests were left out because they could not be written.
    pub not_written: u64,
}

impl MethodEntry {
    /// The goals with their verdicts.
    pub fn goals(&self) -> &[GoalVerdict] {
        self.facts.as_ref().map_or(&[], |facts| &facts.goals)
    }

    /// Whether a verdict rests on nothing: a replayed test, or a proof without assumptions of its own.
    pub fn is_unconditional(&self, verdict: &Verdict) -> bool {
        match verdict {
            Verdict::Reached { test } => self.tests.get(*test).is_some_and(|test| test.replay.is_confirmed()),
            Verdict::ReachedElsewhere(_) => true,
            Verdict::Unreachable(proof) => proof.is_unconditional(),
            Verdict::Undecided(_) => false,
        }
    }

    /// Whether every path within the bounds was explored.
    pub fn is_complete(&self) -> bool {
        self.facts.as_ref().is_some_and(|facts| facts.complete)
    }
}

/// Figures of a class or a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Totals {
    pub methods: u64,
    /// Methods that could not be processed at all.
    pub failed: u64,
    pub complete: u64,
    pub paths: u64,
    pub tests: u64,
    pub goals: u64,
    pub reached: u64,
    pub reached_unconditional: u64,
    pub unreachable: u64,
    pub unreachable_unconditional: u64,
    pub unreachable_within: u64,
    pub undecided: u64,
    pub confirmed: u64,
    pub mismatches: u64,
    pub timeouts: u64,
    pub unstable: u64,
    /// Tests that pass alone and do not go with others.
    pub interfering: u64,
    /// Those of the confirmed tests that add little and are not written.
    pub left_out: u64,
    /// Tests that tried to do harm, written disabled.
    pub caged: u64,
    pub skipped: u64,
    /// Tests that could not be written.
    pub unbuilt: u64,
    /// Tests in the test classes.
    pub written: u64,
    /// Methods whose exploration was ended by the clock.
    pub clock_bound: u64,
    /// Methods of which states were given up for want of memory.
    pub memory_bound: u64,
}

impl Totals {
    /// The figures of these methods together.
    pub fn of<'a>(methods: impl IntoIterator<Item = &'a MethodEntry>) -> Totals {
        let mut totals = Totals::default();
        for method in methods {
            totals.add(method);
        }
        totals
    }

    fn add(&mut self, method: &MethodEntry) {
        self.methods += 1;
        self.failed += u64::from(method.facts.is_none());
        self.unbuilt += method.not_written;
        self.complete += u64::from(method.is_complete());
        if let Some(facts) = &method.facts {
            self.paths += facts.paths;
            self.clock_bound += u64::from(facts.clock_bound);
            self.memory_bound += u64::from(facts.memory_bound());
        }
        for test in &method.tests {
            self.tests += 1;
            self.written += u64::from(test.is_written());
            match test.replay {
                Replay::Confirmed => self.confirmed += 1,
                Replay::Mismatch { .. } => self.mismatches += 1,
                Replay::Timeout => self.timeouts += 1,
                Replay::Unstable => self.unstable += 1,
                Replay::Interferes { .. } => self.interfering += 1,
                Replay::LeftOut { .. } => {
                    self.confirmed += 1;
                    self.left_out += 1;
                }
                Replay::Caged { .. } => self.caged += 1,
                Replay::Skipped => self.skipped += 1,
                Replay::OutOfTime | Replay::CannotBuild { .. } => self.unbuilt += 1,
            }
        }
        for goal in method.goals() {
            let unconditional = u64::from(method.is_unconditional(&goal.verdict));
            self.goals += 1;
            match &goal.verdict {
                Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => {
                    self.reached += 1;
                    self.reached_unconditional += unconditional;
                }
                Verdict::Unreachable(proof) if proof.is_bounded() => self.unreachable_within += 1,
                Verdict::Unreachable(_) => {
                    self.unreachable += 1;
                    self.unreachable_unconditional += unconditional;
                }
                Verdict::Undecided(_) => self.undecided += 1,
            }
        }
    }

    /// Goals whose verdict rests on nothing.
    pub fn unconditional(&self) -> u64 {
        self.reached_unconditional + self.unreachable_unconditional
    }
}

/// A runtime exception or failed assertion that leaves a method, with the test that shows it.
pub struct Escape<'e> {
    /// The line at which it arises.
    pub line: u32,
    /// The binary name of its class.
    pub class: &'e str,
    /// The name of the test.
    pub test: &'e str,
    /// How the objects of the test come into their state: where it takes reflection, no program may get there.
    pub state_by: StateBy,
    /// Where the input of the test has a `null`.
    pub null: NullInput,
    /// Whether the input has a number that people seldom pass.
    pub has_large_number: bool,
}

/// Where the input of a test has a `null`: exceptions that have nothing to do with any are the likeliest bugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NullInput {
    /// Nowhere.
    None,
    /// In an object, or in what is passed to the calls that make it.
    Inside,
    /// An argument is `null`.
    Argument,
}

impl NullInput {
    fn of(test: &TestCase) -> Self {
        if test.arguments.iter().any(|argument| argument.value == Value::Null) {
            return NullInput::Argument;
        }
        let has_null = test.heap.values().flat_map(held_by).any(|value| *value == Value::Null);
        if has_null { NullInput::Inside } else { NullInput::None }
    }
}

/// From which absolute value on people seldom pass a number.
const LARGE: u64 = 1_000_000;

/// Whether the input of a test has a number that people seldom pass. What comes of that is seldom a bug that matters to them.
fn has_large_number(test: &TestCase) -> bool {
    let is_large = |value: &Value| match value {
        Value::Int(value) => u64::from(value.unsigned_abs()) >= LARGE,
        Value::Long(value) => value.unsigned_abs() >= LARGE,
        _ => false,
    };
    let arguments = test.arguments.iter().map(|argument| &argument.value);
    arguments.chain(test.heap.values().flat_map(held_by)).any(is_large)
}

/// What an object of an input holds, or is passed to the calls that make it.
fn held_by(object: &HeapObject) -> Vec<&Value> {
    match &object.object {
        Object::Instance { fields } => fields.values().collect(),
        Object::Array { elements } => elements.iter().collect(),
        Object::Made(made) => made.arguments().collect(),
        Object::Boxed(value) => vec![value],
        Object::String(_) | Object::EnumConstant(_) | Object::Class(_) | Object::OfStatic(_) => Vec::new(),
    }
}

/// The runtime exceptions and failed assertions that a test makes leave the method, also those of methods of the JDK that it calls, but
/// for those of `null` arguments that the program says are never `null`.
pub fn escaping_exceptions(method: &MethodEntry) -> impl Iterator<Item = Escape<'_>> {
    let of_instructions = method.goals().iter().filter_map(|goal| {
        let class = match &goal.goal.kind {
            GoalKind::Exception(class) => class.as_str(),
            GoalKind::Assert => "java.lang.AssertionError",
            GoalKind::Line | GoalKind::Branch(_) => return None,
        };
        let Verdict::Reached { test } = goal.verdict else { return None };
        let escape = escape_of(method, test, goal.goal.line)?;
        (escape.class == class).then_some(escape)
    });
    of_instructions.chain(escapes_of_jdk(method))
}

/// The exceptions that methods of the JDK throw which the method calls: each class once for a line.
fn escapes_of_jdk(method: &MethodEntry) -> impl Iterator<Item = Escape<'_>> {
    let mut told = Vec::new();
    let cases = method.facts.iter().flat_map(|facts| facts.tests.iter().enumerate());
    cases.filter_map(move |(position, case)| {
        let call = case.thrown_by.filter(|call| call.is_fault_in_jdk)?;
        let escape = escape_of(method, position, call.line)?;
        let is_new = !told.contains(&(escape.line, escape.class));
        told.push((escape.line, escape.class));
        is_new.then_some(escape)
    })
}

/// The exception in which a test ends, as one of this line; `None` where the test is not written and where the program refuses the
/// argument that leads there.
fn escape_of(method: &MethodEntry, position: usize, line: u32) -> Option<Escape<'_>> {
    let entry = method.tests.get(position).filter(|test| test.is_written())?;
    let Outcome::Throws { class } = &entry.outcome else { return None };
    let case = method.facts.as_ref()?.tests.get(position)?;
    let is_refused = case.null_argument.is_some_and(|null| null.is_refused);
    let (test, state_by, null) = (entry.name.as_deref()?, entry.state_by, NullInput::of(case));
    let has_large_number = has_large_number(case);
    (!is_refused).then_some(Escape { line, class, test, state_by, null, has_large_number })
}

/// What a goal is, in words: `branch true`, `java.lang.ArithmeticException`.
pub fn describe_goal(goal: &Goal) -> String {
    match &goal.kind {
        GoalKind::Line => "line".to_owned(),
        GoalKind::Branch(edge) => format!("branch {edge}"),
        GoalKind::Exception(class) => class.clone(),
        GoalKind::Assert => "failed assert".to_owned(),
    }
}
