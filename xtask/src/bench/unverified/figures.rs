//! What a configuration gives for a method.

use super::Key;
use serde::Deserialize;

/// A method of the document.
#[derive(Deserialize)]
pub(super) struct Method {
    class: String,
    method: String,
    descriptor: String,
    tests: Vec<Test>,
    goals: Vec<Goal>,
    #[serde(default)]
    undecided: Vec<Cut>,
    #[serde(default)]
    bounds: Vec<Reached>,
    stats: Option<Stats>,
}

#[derive(Deserialize)]
struct Test {
    goals: Vec<usize>,
    unverified: Option<bool>,
}

#[derive(Deserialize)]
struct Goal {
    kind: String,
    verdict: String,
}

#[derive(Deserialize)]
struct Cut {
    reason: String,
}

#[derive(Deserialize)]
struct Reached {
    assumption: String,
}

#[derive(Deserialize)]
struct Stats {
    seconds: f64,
    instructions: u64,
}

/// A kind of bound of the exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The rounds of loops.
    Loops,
    /// The depth of calls.
    Recursion,
    /// The instructions of a method.
    Steps,
    /// The work of the solver, and the clock.
    SolverAndTime,
}

/// Figures of a method, or the sum of those of several.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    pub tests: usize,
    /// Tests that come to a check which nobody has verified, and fail a check or an assertion.
    pub failing: usize,
    /// Those that come to such a check and fail none.
    pub successful: usize,
    /// Tests of which all checks are verified.
    pub redundant: usize,
    /// Checks and assertions that a test fails.
    pub failures: usize,
    pub instructions: u64,
    pub seconds: f64,
    /// How many methods reached each kind of bound, in the order of [`Bound`].
    bounds: [usize; 4],
}

impl Method {
    pub(super) fn key(&self) -> Key {
        (self.class.clone(), self.method.clone(), self.descriptor.clone())
    }
}

impl Figures {
    /// Those of a method.
    pub(super) fn of(method: &Method) -> Self {
        let is_check = |goal: &Goal| ["exception", "assert"].contains(&goal.kind.as_str());
        let fails = |test: &&Test| test.goals.iter().any(|goal| method.goals.get(*goal).is_some_and(is_check));
        let unverified = || method.tests.iter().filter(|test| test.unverified == Some(true));
        let failing = unverified().filter(fails).count();
        let is_cut = |begin: &str| method.undecided.iter().any(|cut| cut.reason.starts_with(begin));
        let is_bound = |begin: &str| method.bounds.iter().any(|bound| bound.assumption.starts_with(begin));
        let bounds = [
            is_bound("loop<="),
            is_bound("recursion<="),
            is_cut("budget: steps"),
            is_cut("budget: time") || is_cut("budget: solver") || is_cut("solver_unknown"),
        ];
        Self {
            tests: method.tests.len(),
            failing,
            successful: unverified().count() - failing,
            redundant: method.tests.iter().filter(|test| test.unverified == Some(false)).count(),
            failures: method.goals.iter().filter(|goal| is_check(goal) && goal.verdict == "reached").count(),
            instructions: method.stats.as_ref().map_or(0, |stats| stats.instructions),
            seconds: method.stats.as_ref().map_or(0.0, |stats| stats.seconds),
            bounds: bounds.map(usize::from),
        }
    }

    /// The sum of the figures of methods.
    pub(super) fn total<'f>(all: impl Iterator<Item = &'f Figures>) -> Self {
        all.fold(Self::default(), |mut total, figures| {
            total.tests += figures.tests;
            total.failing += figures.failing;
            total.successful += figures.successful;
            total.redundant += figures.redundant;
            total.failures += figures.failures;
            total.instructions += figures.instructions;
            total.seconds += figures.seconds;
            total.bounds.iter_mut().zip(figures.bounds).for_each(|(sum, count)| *sum += count);
            total
        })
    }

    /// Tests that come to a check which nobody has verified.
    pub(super) fn not_redundant(&self) -> usize {
        self.failing + self.successful
    }

    /// Tests of which nobody said whether they are redundant.
    pub(super) fn untold(&self) -> usize {
        self.tests - self.not_redundant() - self.redundant
    }

    /// How many methods reached a bound of this kind.
    pub(super) fn bounds(&self, kind: Bound) -> usize {
        self.bounds[kind as usize]
    }
}
