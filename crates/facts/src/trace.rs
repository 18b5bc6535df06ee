//! The way an execution takes through the source.

use crate::MethodKey;
use serde::{Deserialize, Serialize};

/// The greatest number of lines at the start of an execution that a [`Trace`] keeps.
pub const TRACE_HEAD: usize = 300;
/// The greatest number of lines at the end of an execution that a [`Trace`] keeps.
pub const TRACE_TAIL: usize = 200;

/// The source lines of the program that an execution goes through, in order. Those of the JDK are left out, and of a long
/// execution those in the middle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The methods that the spans speak of.
    pub methods: Vec<MethodKey>,
    /// How it begins: at most [`TRACE_HEAD`] lines.
    pub head: Vec<Span>,
    /// How many lines after those are left out.
    pub omitted: u64,
    /// How it ends, where lines are left out: at most [`TRACE_TAIL`] lines.
    pub tail: Vec<Span>,
    /// Whether it goes to the end of the execution. Otherwise it ends where the execution was not followed further.
    pub is_whole: bool,
}

/// Lines of one activation with no other activation between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Position in [`Trace::methods`].
    pub method: usize,
    /// How many activations are below it: 0 for the method under test.
    pub depth: u32,
    /// The lines, in the order in which they are executed.
    pub lines: Vec<u32>,
}
