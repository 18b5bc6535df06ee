//! Verdicts.

use crate::{CutReason, Goal, MethodKey, Proof};
use serde::{Deserialize, Serialize};

/// A test of another method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// The method that the test is for.
    pub method: MethodKey,
    /// Its position among the tests of that method.
    pub test: usize,
    /// Its name in the test class.
    pub name: String,
}

/// What is known about a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// A test gets there: its position in the method's tests.
    Reached {
        /// Position in [`crate::MethodFacts::tests`].
        test: usize,
    },
    /// No test of the method gets there, and one of another method does.
    ReachedElsewhere(Elsewhere),
    /// No execution gets there that keeps the proof's assumptions. It is `unreachable_within` where the proof is bounded.
    Unreachable(Proof),
    /// Neither is known; the reasons, most important first, at least one.
    Undecided(Vec<CutReason>),
}

impl Verdict {
    /// The name of the verdict in `spec/cli.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => "reached",
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
    /// The proof that every execution of the method which passes the goal ends in a failed assertion or in an exception that
    /// the virtual machine itself throws; where it is not reached after all, this says nothing.
    pub doomed: Option<Proof>,
}

impl GoalVerdict {
    /// The proof of what is said of the goal, if one is: that no execution reaches it, or that it is doomed.
    pub fn proof(&self) -> Option<&Proof> {
        match &self.verdict {
            Verdict::Unreachable(proof) => Some(proof),
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) | Verdict::Undecided(_) => self.doomed(),
        }
    }

    /// The proof that a reached goal is doomed, if it is.
    pub fn doomed(&self) -> Option<&Proof> {
        match self.verdict {
            Verdict::Reached { .. } => self.doomed.as_ref(),
            Verdict::ReachedElsewhere(_) | Verdict::Unreachable(_) | Verdict::Undecided(_) => None,
        }
    }
}
