//! Goals: the program points of a method that must be decided.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An edge of a conditional jump or a switch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Edge {
    /// The condition of the source holds, as compilers lay it out: a jump back is taken, or a jump forward is passed. (Of
    /// the operands of an `||` but the last, it is the other way around: what they guard follows where they are false.)
    True,
    /// The condition of the source does not hold.
    False,
    /// The value of the switch is this key.
    Case(i32),
    /// The value of the switch is none of its keys.
    Default,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edge::True => write!(f, "true"),
            Edge::False => write!(f, "false"),
            Edge::Case(key) => write!(f, "case {key}"),
            Edge::Default => write!(f, "default"),
        }
    }
}

/// What has to happen for a goal to be reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GoalKind {
    /// An instruction of the line is executed.
    Line,
    /// The edge of the jump at the goal's offset is taken.
    Branch(Edge),
    /// The check at the goal's offset fails and the exception of this class (`java.lang.ArithmeticException`) arises.
    Exception(String),
    /// The `assert` statement at the goal's offset fails.
    Assert,
}

impl GoalKind {
    /// Whether it is a line or a branch: code that executions go through, and nothing that fails.
    pub fn is_code(&self) -> bool {
        matches!(self, GoalKind::Line | GoalKind::Branch(_))
    }
}

/// A program point of a method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Goal {
    /// The source line, counted from 1; 0 where the class file doesn't tell.
    pub line: u32,
    /// The byte offset of the instruction in the method's code.
    pub offset: u32,
    /// What has to happen there.
    pub kind: GoalKind,
}
