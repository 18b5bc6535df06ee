//! What depends on the virtual machine, the clock and the environment.

use super::{Model, ModelResult, Modelled, answers, returns, secrets};
use crate::machine::Machine;
use crate::state::State;
use clew_facts::Assumption;
use clew_heap::{Ref, Value};

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    Some(match (class, name) {
        ("java/lang/System", "nanoTime" | "currentTimeMillis") => clock,
        ("jdk/internal/misc/VM", "initialize" | "initializeFromArchive") => nothing,
        (
            "jdk/internal/misc/Unsafe",
            "storeFence" | "loadFence" | "fullFence" | "storeStoreFence" | "loadLoadFence",
        ) => nothing,
        ("jdk/internal/misc/CDS", "initializeFromArchive") => nothing,
        ("jdk/internal/misc/CDS", "getRandomSeedForDumping") => no_seed,
        ("java/lang/Runtime", "availableProcessors" | "freeMemory" | "totalMemory" | "maxMemory") => machine_size,
        ("jdk/internal/misc/CDS", "isDumpingClassList0" | "isDumpingArchive0" | "isSharingEnabled0") => no,
        ("jdk/internal/misc/VM", "getSavedProperty") => unset_property,
        ("java/lang/System", "getSecurityManager") => no_security_manager,
        ("jdk/internal/misc/VM", "isBooted" | "isModuleSystemInited") => yes,
        ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8") => yes,
        ("java/lang/StringUTF16", "isBigEndian") | ("jdk/internal/misc/Unsafe", "isBigEndian") => no,
        _ => return None,
    })
}

pub(super) fn nothing(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    Ok(Modelled::Returns(state, None))
}

fn no(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    answers(machine, state, false)
}

fn yes(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    answers(machine, state, true)
}

/// None is set unless the command line asks for one.
fn no_security_manager(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    machine.assurance.assume(Assumption::Environment("java.security.manager".to_owned()));
    returns(state, Value::NULL)
}

/// There is one only while the JDK's archive of classes is made.
fn no_seed(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    let none = machine.pool.bv64(0);
    returns(state, none)
}

fn machine_size(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    returns(state, Value::Opaque(secrets::MACHINE_SIZE))
}

fn clock(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    returns(state, Value::Opaque(secrets::CLOCK))
}

/// The properties that the virtual machine was started with and keeps for itself: none is set, as by default.
fn unset_property(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = match args.first() {
        Some(Value::Ref(Ref::Object(object))) => crate::strings::units(machine, &state, *object),
        _ => None,
    };
    let name = name.map_or_else(|| "jdk.internal.misc.VM".to_owned(), |units| String::from_utf16_lossy(&units));
    machine.assurance.assume(Assumption::Environment(name));
    returns(state, Value::NULL)
}
