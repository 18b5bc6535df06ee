//! Models of methods that cannot be executed as code: natives, and what depends on the virtual machine.
//!
//! A model does what the method does, or ends the path with a reason. It may ask to run again after it had something about
//! its arguments decided.

mod arrays;
mod classes;
mod numbers;
mod objects;
mod platform;
pub(crate) mod text;

use crate::machine::Machine;
use crate::state::State;
use crate::step::{Flow, Stop};
use clew_heap::Value;

/// What a model does.
pub(crate) enum Modelled {
    /// The method returns.
    Returns(State, Option<Value>),
    /// The method throws a new exception of this class.
    Throws(State, &'static str),
    /// Nothing of its own: the method's code runs.
    Code(State),
    /// Something was decided first; the call runs again in these states.
    Again(Flow),
}

/// The result of a model.
pub(crate) type ModelResult = Result<Modelled, Stop>;

/// A model: the arguments include the receiver, which is not null.
pub(crate) type Model = fn(&mut Machine<'_>, State, &[Value]) -> ModelResult;

/// The model of a method, named by its class in internal form, its name and its descriptor.
pub(crate) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    if matches!((name, descriptor), ("registerNatives" | "initIDs", "()V")) {
        return Some(platform::nothing);
    }
    objects::model_of(class, name, descriptor)
        .or_else(|| classes::model_of(class, name))
        .or_else(|| arrays::model_of(class, name))
        .or_else(|| numbers::model_of(class, name))
        .or_else(|| text::model_of(class, name, descriptor))
        .or_else(|| platform::model_of(class, name))
}

/// Whether a modelled method computes something, so that a proof rests on the model; the others do what the specification
/// of the virtual machine says, or give nothing that is known.
pub(crate) fn computes(name: &str) -> bool {
    matches!(
        name,
        "arraycopy"
            | "clone"
            | "intern"
            | "newArray"
            | "getName"
            | "sqrt"
            | "floatToRawIntBits"
            | "intBitsToFloat"
            | "doubleToRawLongBits"
            | "longBitsToDouble"
    )
}
