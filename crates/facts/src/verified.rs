//! What a verifier has shown of a method, as an exploration needs it.
//!
//! The annotations are those of *Guiding Dynamic Symbolic Execution toward Unverified Program Executions*, section 2.1:
//! `assumed P as a` and `assert P verified A`. Java has no place for them in the code, so they name lines.

use serde::{Deserialize, Serialize};

/// What is made of the conditions for executions to be verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Guidance {
    /// Nothing: tests say whether their execution is verified, and are made as if nobody had verified anything.
    None,
    /// Executions are given up where all that follows is verified.
    May,
    /// Executions on which nothing that follows is verified go first.
    Must,
    /// Both.
    #[default]
    MayMust,
}

impl Guidance {
    /// Whether verified executions are given up.
    pub fn prunes(self) -> bool {
        matches!(self, Guidance::May | Guidance::MayMust)
    }

    /// Whether unverified executions go first.
    pub fn prefers(self) -> bool {
        matches!(self, Guidance::Must | Guidance::MayMust)
    }
}

/// What a verifier may have assumed at a place of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Premise {
    /// No sum, difference, product or negation of whole numbers in the line is too large for its type.
    NoOverflow,
    /// Different parameters refer to different objects.
    NoAlias,
    /// Calls and class initialization in the line end without an exception.
    CallsThrowNothing,
    /// Calls and class initialization in the line change no field that the method has accessed before.
    FrozenHeap,
    /// No other thread changes a field between two accesses of the method.
    SingleThread,
    /// Something that nothing is known of but its name.
    Other,
}

impl Premise {
    /// All, in the order in which they are documented.
    pub const ALL: [Premise; 6] = [
        Premise::NoOverflow,
        Premise::NoAlias,
        Premise::CallsThrowNothing,
        Premise::FrozenHeap,
        Premise::SingleThread,
        Premise::Other,
    ];

    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Premise::NoOverflow => "no_overflow",
            Premise::NoAlias => "no_alias",
            Premise::CallsThrowNothing => "calls_throw_nothing",
            Premise::FrozenHeap => "frozen_heap",
            Premise::SingleThread => "single_thread",
            Premise::Other => "other",
        }
    }
}

/// `assumed P as a` at a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assumed {
    /// The source line; 0 stands for code of which no line is known.
    pub line: u32,
    /// What was assumed.
    pub premise: Premise,
    /// The number of the identifier.
    pub identifier: usize,
}

/// `assert P verified A` for the checks of one kind in a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VerifiedCheck {
    /// The source line; 0 stands for code of which no line is known.
    pub line: u32,
    /// The class of the exception that a failing check throws, in internal form; `None` for an `assert` statement.
    pub throws: Option<String>,
    /// Under which identifiers they are verified, in disjunctive normal form.
    pub under: Vec<Vec<usize>>,
}

/// What verifiers have shown of one method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// Who says so: the files, for reasons.
    pub by: String,
    /// What is made of it.
    pub guidance: Guidance,
    /// How many identifiers there are; their numbers are smaller.
    pub identifiers: usize,
    /// What was assumed.
    pub assumed: Vec<Assumed>,
    /// What was verified, at most one entry for each line and kind. A check without an entry is not verified.
    pub checks: Vec<VerifiedCheck>,
    /// The byte offsets of instructions whose calls throw nothing and fail no check that is not verified.
    pub quiet: Vec<u32>,
    /// The byte offsets of instructions whose calls change no field that the method accesses.
    pub frozen: Vec<u32>,
}
