//! Verdicts.

use crate::{CutReason, Goal, Proof};
use serde::{Deserialize, Serialize};

/// What is known about a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// A test gets there: its position in the method's tests.
    Reached {
        /// Position in [`crate::MethodFacts::tests`].
        test: usize,
    },
    /// No execution gets there that keeps the proof's assumptions. It is `unreachable_within` where the proof is bounded.
    Unreachable(Proof),
    /// Neither is known; the reasons, most important first, at least one.
    Undecided(Vec<CutReason>),
}

impl Verdict {
    /// The name of the verdict in `spec/cli.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Reached { .. } => "reached",
            Verdict::Unreachable(proof) if proof.is_bounded() => "unreachable_within",
            Verdict::Unreachable(_) => "unreachable",
            Verdict::Undecided(_) => "undecided",
        }
    }
}

/// A goal with its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalVerdict {
    /// The goal.
    pub goal: Goal,
    /// What is known about it.
    pub verdict: Verdict,
}
