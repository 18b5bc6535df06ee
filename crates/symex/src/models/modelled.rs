//! What a model does, and what models have in common.

use crate::class_name::ClassName;
use crate::core::Core;
use crate::flow::{Flow, Stop, known};
use crate::machine::Machine;
use crate::state::State;
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
pub(crate) fn returns(state: State, value: impl Into<Value>) -> ModelResult {
    Ok(Modelled::Returns(state, Some(value.into())))
}

/// The method returns a truth value.
pub(crate) fn answers(machine: &mut Core<'_>, state: State, holds: bool) -> ModelResult {
    let answer = machine.pool.bv32(i32::from(holds));
    returns(state, answer)
}

/// The method returns the object of a class.
pub(crate) fn returns_class(machine: &mut Core<'_>, mut state: State, name: &ClassName) -> ModelResult {
    let class = known!(state, machine.class_object(&mut state, name));
    returns(state, class)
}

/// A condition that has to be known: it is, or the states in which it is decided.
pub(crate) enum Decided {
    Known(State, bool),
    Split(Flow),
}

/// Decides a condition on which a model depends.
pub(crate) fn decide(machine: &mut Machine<'_>, state: State, condition: Term) -> Decided {
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
        match $crate::models::modelled::decide($machine, $state, $condition) {
            $crate::models::modelled::Decided::Known(state, holds) => (state, holds),
            $crate::models::modelled::Decided::Split(flow) => {
                return Ok($crate::models::modelled::Modelled::Again(flow))
            }
        }
    };
}
pub(crate) use decided;

/// Takes an object or lets the call run again.
macro_rules! object {
    ($machine:expr, $state:expr, $value:expr) => {
        match $machine.exact_object($state, $value)? {
            $crate::flow::Found::Known(state, object) => (state, object),
            $crate::flow::Found::Decided(flow) => return Ok($crate::models::modelled::Modelled::Again(flow)),
        }
    };
}
pub(crate) use object;

/// The state in which an object has characters, if it is a string of the input.
macro_rules! with_characters {
    ($machine:expr, $state:expr, $object:expr) => {
        match $machine.with_characters($state, $object)? {
            Some(state) => state,
            None => return Ok($crate::models::modelled::Modelled::Again($crate::flow::Flow::nowhere())),
        }
    };
}
pub(crate) use with_characters;

/// Whether a reference is null, or lets the call run again.
macro_rules! decided_null {
    ($machine:expr, $state:expr, $value:expr) => {{
        let reference = known!($state, crate::flow::reference($value));
        let null = clew_heap::is_null(&mut $machine.pool, &$state.heap, reference);
        let (mut state, is_null) = $crate::models::modelled::decided!($machine, $state, null);
        if is_null {
            state.passed.last_null = Some($value);
        }
        (state, is_null)
    }};
}
pub(crate) use decided_null;

/// Takes an object, throws where there is none, or lets the call run again.
macro_rules! object_or_throw {
    ($machine:expr, $state:expr, $value:expr) => {{
        let (state, is_null) = $crate::models::modelled::decided_null!($machine, $state, $value);
        if is_null {
            return Ok($crate::models::modelled::Modelled::Throws(state, "java/lang/NullPointerException"));
        }
        $crate::models::modelled::object!($machine, state, $value)
    }};
}
pub(crate) use object_or_throw;
