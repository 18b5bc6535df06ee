//! `AtomicIntegerFieldUpdater` and its like: a field of objects, read and written through an object that was asked for by the
//! field's name. What their methods do that are not abstract is code of the JDK, in terms of the others.

use super::access::{Access, Answer, compare_and_write};
use super::handles::{field_named, handle_of, is_open_to, make, place, unknown};
use crate::flow::{Found, Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided_null, object, returns};
use crate::sharing::Ordered;
use crate::state::State;
use crate::state::handle::Handle;
use clew_heap::{Kind, Value};

const INTEGERS: &str = "java/util/concurrent/atomic/AtomicIntegerFieldUpdater";
const LONGS: &str = "java/util/concurrent/atomic/AtomicLongFieldUpdater";
const REFERENCES: &str = "java/util/concurrent/atomic/AtomicReferenceFieldUpdater";

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    match (class, name) {
        (INTEGERS, "newUpdater") => Some(|machine, state, args| updater(machine, state, args, INTEGERS)),
        (LONGS, "newUpdater") => Some(|machine, state, args| updater(machine, state, args, LONGS)),
        (REFERENCES, "newUpdater") => Some(|machine, state, args| updater(machine, state, args, REFERENCES)),
        (INTEGERS | LONGS | REFERENCES, "get") => Some(get),
        (INTEGERS | LONGS | REFERENCES, "set" | "lazySet") => Some(set),
        (INTEGERS | LONGS | REFERENCES, "compareAndSet" | "weakCompareAndSet") => Some(compare),
        _ => None,
    }
}

/// The updater of a volatile field that the calling class may use.
fn updater(machine: &mut Machine<'_>, mut state: State, args: &[Value], class: &'static str) -> ModelResult {
    let field = known!(state, field_named(machine, &state, args.first(), args.last()));
    let fits = match class {
        INTEGERS => &*field.descriptor == "I",
        LONGS => &*field.descriptor == "J",
        _ => {
            let named = known!(state, super::classes::class_named(&state, args.get(1)));
            let is_reference = field.descriptor.starts_with(['L', '[']);
            is_reference && crate::class_name::ClassName::of_descriptor(&field.descriptor) == named
        }
    };
    if !fits || !field.is_volatile() || !is_open_to(machine, &field, state.top().code.method.class) {
        return Err(Stop::cut(state, unknown()));
    }
    let updater = known!(state, make(machine, &mut state, class, Handle::Field(field.id)));
    returns(state, updater)
}

/// Begins an access with these values, which have to be of the field's class, or lets the call run again.
macro_rules! begun {
    ($machine:expr, $state:expr, $args:expr, $values:expr) => {{
        let Some(handle) = handle_of(&$state, $args.first()) else { return Err(Stop::cut($state, unknown())) };
        // What is thrown where there is no object depends on more than is followed.
        let (state, is_null) = decided_null!($machine, $state, $args[1]);
        if is_null {
            return Err(Stop::cut(state, unknown()));
        }
        let (mut state, object) = object!($machine, state, $args[1]);
        let place = known!(state, place($machine, &state, handle, object, None));
        if let super::access::Place::Field(_, Kind::Ref(class)) = place {
            for value in $values {
                let is_null;
                (state, is_null) = decided_null!($machine, state, *value);
                if is_null {
                    continue;
                }
                state = match $machine.is_of(state, *value, class)? {
                    Found::Known(state, true) => state,
                    Found::Known(state, false) => return Err(Stop::cut(state, unknown())),
                    Found::Decided(flow) => return Ok(Modelled::Again(flow)),
                };
            }
        }
        let access = Access::begin($machine, &mut state, object, place, Ordered::Yes);
        (state, access)
    }};
}

fn get(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, mut access) = begun!(machine, state, args, &args[2..]);
    let value = known!(state, access.read(machine, &mut state));
    access.finish(machine, state, Some(value))
}

fn set(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, mut access) = begun!(machine, state, args, &args[2..]);
    known!(state, access.write(machine, &mut state, args[2]));
    access.finish(machine, state, None)
}

/// The JDK's updaters never fail without reason.
fn compare(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, access) = begun!(machine, state, args, &args[3..]);
    compare_and_write(machine, state, access, (args[2], args[3]), Answer::Whether)
}
