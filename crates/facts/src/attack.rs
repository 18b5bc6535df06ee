//! Attacks on the assumptions of proofs: executions that break one of them were looked for, and this is what came of it.

use crate::{Assumption, Proof};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How executions were looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackBy {
    /// An exploration that does not make the assumptions, or makes weaker ones.
    Search,
    /// An exploration whose inputs are made by calls of the program alone.
    Calls,
    /// Concrete runs on inputs by chance.
    Random,
}

impl AttackBy {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            AttackBy::Search => "search",
            AttackBy::Calls => "calls",
            AttackBy::Random => "random",
        }
    }
}

/// What came of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttackResult {
    /// An execution reaches the goal, and no JVM has been asked about it yet.
    Found {
        /// Position in [`crate::MethodFacts::tests`].
        test: usize,
    },
    /// A JVM has confirmed a test that reaches the goal.
    Broken,
    /// An execution was found, and no JVM has confirmed it; why.
    Unconfirmed(String),
    /// No execution was found; what the proof rests on that the attack itself gives, where it gives one.
    Survived(Option<Proof>),
    /// Nothing was tried; why.
    NotAttacked(String),
}

impl AttackResult {
    /// The name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            AttackResult::Broken => "broken",
            AttackResult::Found { .. } | AttackResult::Unconfirmed(_) => "unconfirmed",
            AttackResult::Survived(_) => "survived",
            AttackResult::NotAttacked(_) => "not_attacked",
        }
    }
}

/// One attack on the proof of a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The assumptions that executions were free to break.
    pub assumptions: BTreeSet<Assumption>,
    /// How executions were looked for; `None` if nothing was tried.
    pub by: Option<AttackBy>,
    /// What took the place of the assumptions, such as `loop<=8`; empty where nothing did.
    pub instead: String,
    /// How many executions were followed to their end.
    pub executions: u64,
    /// How many instructions that took.
    pub steps: u64,
    /// What came of it.
    pub result: AttackResult,
}

impl Attack {
    /// What is told of an assumption that nobody can attack.
    pub fn none(assumption: Assumption, why: &str) -> Attack {
        Attack {
            assumptions: BTreeSet::from([assumption]),
            by: None,
            instead: String::new(),
            executions: 0,
            steps: 0,
            result: AttackResult::NotAttacked(why.to_owned()),
        }
    }
}

/// A goal whose proof was attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackedGoal {
    /// Its position in [`crate::MethodFacts::goals`].
    pub goal: usize,
    /// The proof.
    pub proof: Proof,
    /// The attacks, in the order in which they were made.
    pub attacks: Vec<Attack>,
}

impl AttackedGoal {
    /// Whether a confirmed test reaches it.
    pub fn is_broken(&self) -> bool {
        self.attacks.iter().any(|attack| attack.result == AttackResult::Broken)
    }
}
