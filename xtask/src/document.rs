//! What tasks read of the document that `clew generate --format json` prints.

use anyhow::{Context, Result};
use clew_facts::MethodKey;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The document.
#[derive(Debug, Deserialize)]
pub struct Document {
    /// A line for each part of the input that could not be used.
    #[serde(default)]
    pub problems: Vec<String>,
    /// The methods.
    pub methods: Vec<Method>,
    /// The methods that are no targets.
    #[serde(default)]
    pub untargeted: Vec<Untargeted>,
    /// Figures of the run.
    pub stats: RunStats,
}

/// Figures of the run.
#[derive(Debug, Deserialize)]
pub struct RunStats {
    /// Wall time.
    pub seconds: f64,
}

/// A method.
#[derive(Debug, Deserialize)]
pub struct Method {
    /// Which method.
    #[serde(flatten)]
    pub key: MethodKey,
    complete: bool,
    /// Its tests.
    pub tests: Vec<Test>,
    /// Its goals.
    pub goals: Vec<Goal>,
    error: Option<String>,
    #[serde(default)]
    undecided: Vec<Cut>,
    #[serde(default)]
    clock_bound: bool,
    stats: MethodStats,
}

/// A method that is no target.
#[derive(Debug, Deserialize)]
pub struct Untargeted {
    /// Which method.
    #[serde(flatten)]
    pub key: MethodKey,
    /// Its lines.
    pub lines: Vec<UntargetedLine>,
}

/// A line of such a method.
#[derive(Debug, Deserialize)]
pub struct UntargetedLine {
    /// The source line.
    pub line: u32,
    /// Whether a confirmed test goes through it.
    pub reached: bool,
}

/// A test.
#[derive(Debug, Deserialize)]
pub struct Test {
    /// The name of its method in the test class, if it was written.
    pub name: Option<String>,
    /// What became of it on the JVM.
    pub replay: String,
    /// Whether it brings an object of its input into a state by reflection.
    #[serde(default)]
    pub reflection: bool,
}

/// A goal.
#[derive(Debug, Deserialize)]
pub struct Goal {
    /// `line`, `branch`, `exception` or `assert`.
    pub kind: String,
    /// The source line.
    pub line: u32,
    /// The byte offset in the method's code.
    #[serde(default)]
    pub offset: u32,
    /// Of a branch, which side.
    pub edge: Option<String>,
    /// Of an exception, its class.
    pub exception: Option<String>,
    /// The verdict.
    pub verdict: String,
    /// Whether the verdict rests on nothing.
    #[serde(default)]
    pub unconditional: bool,
    /// Of an undecided goal, the first reason.
    pub reason: Option<String>,
    /// Of an unreachable goal, what the proof rests on.
    #[serde(default)]
    pub assumptions: Vec<String>,
    /// Of a reached goal, the position of a test that reaches it.
    pub test: Option<usize>,
    /// Of a reached goal that only a test of another method reaches, that method.
    pub test_of: Option<MethodKey>,
}

/// Paths that end before their end.
#[derive(Debug, Deserialize)]
struct Cut {
    reason: String,
}

impl Method {
    /// The reasons for which paths were cut that are neither bounds nor budgets: what Clew has no rule or no model for.
    pub fn wants(&self) -> impl Iterator<Item = &str> {
        let of_paths = self.undecided.iter().map(|cut| cut.reason.as_str());
        of_paths.filter(|reason| reason.starts_with("unsupported") || reason.starts_with("unmodelled"))
    }

    /// Whether any path was cut for want of a rule or a model, or the method was not processed at all.
    pub fn is_cut_short(&self) -> bool {
        self.error.is_some() || self.wants().next().is_some()
    }

    /// Whether paths went on with one value of our choice of what the running machine alone knows.
    pub fn has_choice(&self) -> bool {
        self.undecided.iter().any(|cut| cut.reason.starts_with("chosen"))
    }

    /// The first of the reasons why paths were cut, most frequent first.
    pub fn first_cut(&self) -> Option<&str> {
        self.undecided.first().map(|cut| cut.reason.as_str())
    }
}

#[derive(Debug, Deserialize)]
struct MethodStats {
    instructions: u64,
    queries: u64,
    solver_seconds: f64,
    seconds: f64,
}

impl Document {
    /// Reads the document from a file.
    pub fn read(path: &Path) -> Result<Document> {
        let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
        serde_json::from_reader(BufReader::new(file)).with_context(|| format!("{} is no document", path.display()))
    }

    /// Classes with a method that was explored.
    pub fn classes(&self) -> u64 {
        self.methods.iter().map(|method| method.key.class.as_str()).collect::<BTreeSet<_>>().len() as u64
    }

    /// Methods.
    pub fn methods(&self) -> u64 {
        self.methods.len() as u64
    }

    /// Methods of which every path within the bounds was explored.
    pub fn complete(&self) -> u64 {
        self.methods.iter().filter(|method| method.complete).count() as u64
    }

    /// Methods that the clock cut, so that their results may differ from run to run.
    pub fn clock_bound(&self) -> u64 {
        self.methods.iter().filter(|method| method.clock_bound).count() as u64
    }

    /// Goals with this verdict, and how many of them rest on nothing.
    pub fn goals(&self, verdict: &str) -> (u64, u64) {
        let of = || self.methods.iter().flat_map(|method| &method.goals).filter(|goal| goal.verdict == verdict);
        (of().count() as u64, of().filter(|goal| goal.unconditional).count() as u64)
    }

    /// All goals.
    pub fn all_goals(&self) -> u64 {
        self.methods.iter().map(|method| method.goals.len() as u64).sum()
    }

    /// Tests that were written.
    pub fn written(&self) -> u64 {
        self.methods.iter().flat_map(|method| &method.tests).filter(|test| test.name.is_some()).count() as u64
    }

    /// Tests whose replay ended like this.
    pub fn replays(&self, outcome: &str) -> u64 {
        self.methods.iter().flat_map(|method| &method.tests).filter(|test| test.replay == outcome).count() as u64
    }

    /// Instructions, queries, seconds in the solver and seconds, over all methods.
    pub fn work(&self) -> (u64, u64, f64, f64) {
        self.methods.iter().map(|method| &method.stats).fold((0, 0, 0.0, 0.0), |sum, stats| {
            (sum.0 + stats.instructions, sum.1 + stats.queries, sum.2 + stats.solver_seconds, sum.3 + stats.seconds)
        })
    }

    /// For each reason of undecided goals, how many goals it is the first reason of, and in how many methods.
    pub fn undecided(&self) -> BTreeMap<&str, (u64, u64)> {
        let mut reasons: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for method in &self.methods {
            let undecided = method.goals.iter().filter(|goal| goal.verdict == "undecided");
            let of_method: Vec<&str> = undecided.map(|goal| goal.reason.as_deref().unwrap_or("no reason")).collect();
            for reason in &of_method {
                reasons.entry(reason).or_default().0 += 1;
            }
            for reason in of_method.into_iter().collect::<BTreeSet<_>>() {
                reasons.entry(reason).or_default().1 += 1;
            }
        }
        reasons
    }

    /// Methods that have no facts or not all, with the reason.
    pub fn errors(&self) -> impl Iterator<Item = (String, &str)> {
        self.methods.iter().filter_map(|method| method.error.as_deref().map(|error| (method.key.to_string(), error)))
    }
}
