//! What of a path ran for real.

use clew_facts::{MethodKey, RealCall};
use clew_heap::{Kind, ObjectId, Value};
use imbl::OrdMap;
use std::rc::Rc;

/// What a path knows of calls that ran for real.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForReal {
    /// How many calls on the path have such an answer.
    pub answered: u32,
    /// The objects that such calls gave, each with its call.
    pub made: OrdMap<ObjectId, Rc<RealCall>>,
    /// How many instructions the last call of the program has taken so far.
    pub inside: u32,
    /// The call at which the path ends, and which is to run for real.
    pub asked: Option<Rc<Question>>,
}

/// A call that is to run for real, with arguments that depend on the input.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The method, as the call names it.
    pub method: MethodKey,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// What is passed, the receiver first unless it is under construction.
    pub arguments: Vec<(Value, Kind)>,
}
