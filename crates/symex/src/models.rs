//! Models of methods that cannot be executed as code: natives, and what depends on the virtual machine.
//!
//! A model does what the method does, or ends the path with a reason. It may ask to run again after it had something about
//! its arguments decided.

mod access;
mod arrays;
mod builders;
mod classes;
mod coding;
mod digests;
mod enums;
pub(crate) mod files;
mod format;
mod glimpses;
pub(crate) mod handles;
mod lookups;
mod numbers;
mod objects;
pub(crate) mod output;
mod platform;
pub(crate) mod process;
pub(crate) mod secrets;
pub(crate) mod startup;
mod strings;
mod tables;
pub(crate) mod text;
mod threading;
mod unsafe_memory;
mod updaters;

use crate::class_name::ClassName;
use crate::core::Core;
use crate::machine::Machine;
use crate::state::State;
use crate::step::{Flow, Stop, known};
use clew_heap::Value;
use clew_jvm::MethodId;
use clew_term::Term;

/// What a model does.
pub(crate) enum Modelled {
    /// The method returns.
    Returns(State, Option<Value>),
    /// The method throws a new exception of this class.
    Throws(State, &'static str),
    /// Nothing of its own: the method's code runs.
    Code(State),
    /// The method's code runs on these arguments.
    CodeOn(State, Vec<Value>),
    /// The method returns what another one, which is static and whose class is initialized, returns for these arguments.
    Calls(State, MethodId, Vec<Value>),
    /// The method returns this value, if it returns one, after another has run on these arguments: a static one or a
    /// constructor, whose class is initialized.
    After(State, MethodId, Vec<Value>, Option<Value>),
    /// Something was decided first; the call runs again in these states.
    Again(Flow),
}

impl Modelled {
    /// The state behind a call that the model itself has answered.
    pub(crate) fn answered(&self) -> Option<&State> {
        match self {
            Modelled::Returns(state, _) | Modelled::Throws(state, _) => Some(state),
            Modelled::Calls(state, ..) | Modelled::After(state, ..) => Some(state),
            Modelled::Code(_) | Modelled::CodeOn(..) | Modelled::Again(_) => None,
        }
    }
}

/// The result of a model.
pub(crate) type ModelResult = Result<Modelled, Stop>;

/// A model: the arguments include the receiver, which is not null.
pub(crate) type Model = fn(&mut Machine<'_>, State, &[Value]) -> ModelResult;

/// The method returns a value.
fn returns(state: State, value: impl Into<Value>) -> ModelResult {
    Ok(Modelled::Returns(state, Some(value.into())))
}

/// The method returns a truth value.
fn answers(machine: &mut Core<'_>, state: State, holds: bool) -> ModelResult {
    let answer = machine.pool.bv32(i32::from(holds));
    returns(state, answer)
}

/// The method returns the object of a class.
fn returns_class(machine: &mut Core<'_>, mut state: State, name: &ClassName) -> ModelResult {
    let class = known!(state, machine.class_object(&mut state, name));
    returns(state, class)
}

/// The model of a method, named by its class in internal form, its name and its descriptor.
pub(crate) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    if matches!((name, descriptor), ("registerNatives" | "initIDs", "()V")) {
        return Some(platform::nothing);
    }
    objects::model_of(class, name, descriptor)
        .or_else(|| classes::model_of(class, name))
        .or_else(|| enums::model_of(class, name, descriptor))
        .or_else(|| arrays::model_of(class, name))
        .or_else(|| tables::model_of(class, name))
        .or_else(|| lookups::model_of(class, name, descriptor))
        .or_else(|| numbers::model_of(class, name, descriptor))
        .or_else(|| builders::model_of(class, name, descriptor))
        .or_else(|| text::model_of(class, name, descriptor))
        .or_else(|| strings::model_of(class, name, descriptor))
        .or_else(|| glimpses::model_of(class, name, descriptor))
        .or_else(|| format::model_of(class, name, descriptor))
        .or_else(|| output::model_of(class, name, descriptor))
        .or_else(|| coding::model_of(class, name))
        .or_else(|| unsafe_memory::model_of(class, name))
        .or_else(|| handles::model_of(class, name))
        .or_else(|| updaters::model_of(class, name))
        .or_else(|| digests::model_of(class, name, descriptor))
        .or_else(|| startup::model_of(class, name))
        .or_else(|| threading::model_of(class, name, descriptor))
        .or_else(|| platform::model_of(class, name))
}

/// Whether a modelled method computes something, so that a proof rests on the model; the others do what the specification
/// of the virtual machine says, or give nothing that is known.
pub(crate) fn computes(class: &str, name: &str) -> bool {
    if strings::computes(class, name) || glimpses::computes(class, name) || lookups::computes(class, name) {
        return true;
    }
    matches!(
        name,
        "arraycopy"
            | "clone"
            | "intern"
            | "format"
            | "formatted"
            | "newArray"
            | "getName"
            | "sqrt"
            | "floor"
            | "ceil"
            | "rint"
            | "abs"
            | "round"
            | "max"
            | "min"
            | "floatToRawIntBits"
            | "intBitsToFloat"
            | "doubleToRawLongBits"
            | "longBitsToDouble"
            | "toChars"
    )
}

/// A condition that has to be known: it is, or the states in which it is decided.
enum Decided {
    Known(State, bool),
    Split(Flow),
}

/// Decides a condition on which a model depends.
fn decide(machine: &mut Machine<'_>, state: State, condition: Term) -> Decided {
    let condition = machine.simplify(&state, condition);
    if let Some(known) = machine.pool.as_bool(condition) {
        return Decided::Known(state, known);
    }
    let negation = machine.pool.not(condition);
    // What an earlier run of the same call has decided stands in the path condition.
    if state.path.known.contains(&condition) {
        return Decided::Known(state, true);
    }
    if state.path.known.contains(&negation) {
        return Decided::Known(state, false);
    }
    let live = machine.decide(state, condition);
    Decided::Split(Flow::Split { live, ended: Vec::new() })
}

/// Takes what a decision gave or lets the call run again.
macro_rules! decided {
    ($machine:expr, $state:expr, $condition:expr) => {
        match $crate::models::decide($machine, $state, $condition) {
            $crate::models::Decided::Known(state, holds) => (state, holds),
            $crate::models::Decided::Split(flow) => return Ok($crate::models::Modelled::Again(flow)),
        }
    };
}

use decided;

/// Takes an object or lets the call run again.
macro_rules! object {
    ($machine:expr, $state:expr, $value:expr) => {
        match $machine.exact_object($state, $value)? {
            $crate::step::Found::Known(state, object) => (state, object),
            $crate::step::Found::Decided(flow) => return Ok($crate::models::Modelled::Again(flow)),
        }
    };
}
use object;

/// The state in which an object has characters, if it is a string of the input.
macro_rules! with_characters {
    ($machine:expr, $state:expr, $object:expr) => {
        match $machine.with_characters($state, $object)? {
            Some(state) => state,
            None => return Ok($crate::models::Modelled::Again($crate::step::Flow::nowhere())),
        }
    };
}
use with_characters;

/// Whether a reference is null, or lets the call run again.
macro_rules! decided_null {
    ($machine:expr, $state:expr, $value:expr) => {{
        let reference = known!($state, crate::step::reference($value));
        let null = clew_heap::is_null(&mut $machine.pool, &$state.heap, reference);
        $crate::models::decided!($machine, $state, null)
    }};
}
use decided_null;

/// Takes an object, throws where there is none, or lets the call run again.
macro_rules! object_or_throw {
    ($machine:expr, $state:expr, $value:expr) => {{
        let (state, is_null) = $crate::models::decided_null!($machine, $state, $value);
        if is_null {
            return Ok($crate::models::Modelled::Throws(state, "java/lang/NullPointerException"));
        }
        $crate::models::object!($machine, state, $value)
    }};
}
use object_or_throw;
