//! All that is known about one method.

use crate::{Attack, AttackedGoal, CutReason, Edge, GoalVerdict, RealCall, Summary, TargetFacts, TestCase, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Names a method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MethodKey {
    /// The class that declares it, as a binary name (`demo.Outer$Inner`).
    pub class: String,
    /// Its name; `<init>` is a constructor.
    pub method: String,
    /// Its descriptor (`(II)I`).
    pub descriptor: String,
}

impl MethodKey {
    /// The method with these names, the class's in internal form (`demo/Outer$Inner`), as class files have it.
    pub fn of_internal(class: &str, method: &str, descriptor: &str) -> MethodKey {
        MethodKey { class: class.replace('/', "."), method: method.to_owned(), descriptor: descriptor.to_owned() }
    }
}

impl fmt::Display for MethodKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}{}", self.class, self.method, self.descriptor)
    }
}

/// Figures about the work done for a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MethodStats {
    /// Instructions executed symbolically.
    pub instructions: u64,
    /// Queries asked of the solver chain.
    pub queries: u64,
    /// Queries that reached the backend.
    pub backend_queries: u64,
    /// Time spent in the solver chain.
    pub solver_seconds: f64,
    /// Time spent on the method.
    pub seconds: f64,
    /// The greatest number of states that were waiting at one time.
    pub peak_states: u64,
    /// Time spent on attacks on the assumptions of proofs, which the figures above leave out.
    #[serde(default)]
    pub attack_seconds: f64,
}

/// All that is known about one method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodFacts {
    /// Which method.
    pub key: MethodKey,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Executions followed to their end.
    pub paths: u64,
    /// Whether every execution within the bounds was followed to its end.
    pub complete: bool,
    /// The tests.
    pub tests: Vec<TestCase>,
    /// The goals with their verdicts, ordered by line, kind and offset.
    pub goals: Vec<GoalVerdict>,
    /// For conditional jumps, by their byte offsets and ascending, which edge it is that they are done.
    pub jumps: Vec<(u32, Edge)>,
    /// Why executions were dropped, with counts, most frequent first. Bounds are listed too.
    pub undecided: Vec<(CutReason, u64)>,
    /// Whether a budget of time, rather than of work, ended the exploration: then the result is not repeatable.
    pub clock_bound: bool,
    /// Figures about the work done.
    pub stats: MethodStats,
    /// What the abstract path condition says of the places that were asked about, in their order.
    pub targets: Vec<TargetFacts>,
    /// The goals whose proofs were attacked, and what came of it; by goal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacked: Vec<AttackedGoal>,
    /// What it does case by case, if [`crate::Options::summarizes`] asks for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Box<Summary>>,
    /// Under concolic execution: the calls that are to run for real next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<RealCall>,
}

impl MethodFacts {
    /// The facts about a method that nobody has explored: no goals, no tests.
    pub fn unexplored(key: MethodKey) -> Self {
        MethodFacts {
            key,
            is_static: false,
            paths: 0,
            complete: false,
            tests: Vec::new(),
            goals: Vec::new(),
            jumps: Vec::new(),
            undecided: Vec::new(),
            clock_bound: false,
            stats: MethodStats::default(),
            targets: Vec::new(),
            attacked: Vec::new(),
            summary: None,
            asked: Vec::new(),
        }
    }

    /// The goals whose proofs rest on more than all verdicts rest on, none of them attacked so far.
    pub fn attackable(&self) -> Vec<AttackedGoal> {
        let proved = self.goals.iter().enumerate().filter_map(|(goal, found)| match &found.verdict {
            Verdict::Unreachable(proof) if !proof.is_unconditional() => {
                Some(AttackedGoal { goal, proof: proof.clone(), attacks: Vec::new() })
            }
            _ => None,
        });
        proved.collect()
    }

    /// Has all such goals say why they were not attacked.
    pub fn note_unattacked(&mut self, why: &str) {
        self.attacked = self.attackable();
        for goal in &mut self.attacked {
            let assumptions = goal.proof.assumptions().filter(|assumption| !assumption.is_universal());
            goal.attacks = assumptions.map(|assumption| Attack::none(assumption.clone(), why)).collect();
        }
    }

    /// Whether states were given up for want of memory, so that the result need not repeat.
    pub fn memory_bound(&self) -> bool {
        self.undecided.iter().any(|(reason, _)| *reason == CutReason::Memory)
    }
}
