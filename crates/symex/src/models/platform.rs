//! What depends on how the virtual machine was started.

use crate::flow::{Flow, PathEnd};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, returns};
use crate::state::State;
use clew_facts::Assumption;
use clew_heap::{Ref, Value};

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    Some(match (class, name) {
        ("jdk/internal/misc/VM", "getSavedProperty") => unset_property,
        ("java/lang/System", "getSecurityManager") => no_security_manager,
        ("java/lang/Shutdown", "beforeHalt") => nothing,
        ("java/lang/Shutdown", "exit" | "halt") => end_machine,
        _ => return None,
    })
}

pub(super) fn nothing(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    Ok(Modelled::Returns(state, None))
}

/// The virtual machine ends: the call does not return, and no handler or `finally` block of the thread runs.
fn end_machine(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    Ok(Modelled::Again(Flow::End(state, PathEnd::Exit)))
}

/// None is set unless the command line asks for one.
fn no_security_manager(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    machine.ledger.assume_at(&state, Assumption::Environment("java.security.manager".to_owned()));
    machine.ledger.assume_at(&state, Assumption::InitialStatics("java.lang.System".to_owned()));
    returns(state, Value::NULL)
}

/// The properties that the virtual machine was started with and keeps for itself: none is set, as by default.
fn unset_property(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = match args.first() {
        Some(Value::Ref(Ref::Object(object))) => crate::strings::units(machine, &state, *object),
        _ => None,
    };
    let name = name.map_or_else(|| "jdk.internal.misc.VM".to_owned(), |units| String::from_utf16_lossy(&units));
    machine.ledger.assume_at(&state, Assumption::Environment(name));
    returns(state, Value::NULL)
}
