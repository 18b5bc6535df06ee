//! The tables of immutable collections, where they are keyed by classes or constants of enums, which are hashed by identity.
//!
//! Where such a key lies depends on a number that only the running machine knows. Whether the table has the key, and what belongs to
//! it, does not. So the key takes the first free place, as it would with one of the possible hash codes; the order in which such a
//! collection is gone through is a choice anyway (`Machine::get_static`).

use super::secrets;
use crate::core::Core;
use crate::flow::{Flow, Found, Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Decided, Model, ModelResult, Modelled, returns};
use crate::state::State;
use crate::types::heap_field;
use clew_heap::{ArrayData, ObjectId, Provenance, Ref, Value};
use imbl::Vector;

const MAP: &str = "java/util/ImmutableCollections$MapN";
const SET: &str = "java/util/ImmutableCollections$SetN";

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    Some(match (class, name) {
        (MAP, "probe") => |machine, state, args| probe(machine, state, args, "table", 2),
        (SET, "probe") => |machine, state, args| probe(machine, state, args, "elements", 1),
        (MAP, "containsValue") => go_through,
        _ => return None,
    })
}

/// The place of a key in the table, or the complement of the place where it would be put. A key is followed by `stride - 1` others.
fn probe(machine: &mut Machine<'_>, state: State, args: &[Value], table: &str, stride: usize) -> ModelResult {
    let [Value::Ref(Ref::Object(collection)), key] = args else { return Ok(Modelled::Code(state)) };
    let (state, key) = match enum_constant(machine, state, *key)? {
        Key::Constant(state, key) => (state, Some(key)),
        Key::Other(state) => (state, None),
        Key::Decided(flow) => return Ok(Modelled::Again(flow)),
    };
    let key = key.or(match args[1] {
        Value::Ref(Ref::Object(key)) if is_class(&state, key) => Some(key),
        _ => None,
    });
    let place = key.and_then(|key| first_place(machine, &state, (*collection, table), key, stride));
    match place {
        Some(place) => {
            let place = machine.pool.bv32(place);
            returns(state, place)
        }
        None => Ok(Modelled::Code(state)),
    }
}

/// The first place that holds the key or nothing, if all before it are known.
fn first_place(
    machine: &Machine<'_>,
    state: &State,
    collection: (ObjectId, &str),
    key: ObjectId,
    stride: usize,
) -> Option<i32> {
    for (place, slot) in slots(machine, state, collection)?.iter().enumerate().step_by(stride) {
        let place = i32::try_from(place).ok()?;
        match slot {
            Value::Ref(Ref::Null) => return Some(-place - 1),
            Value::Ref(Ref::Object(there)) if *there == key => return Some(place),
            Value::Ref(Ref::Object(there))
                if is_class(state, *there)
                    || is_enum_constant(machine, state, *there)
                    || is_of_another(state, *there, key) => {}
            _ => return None,
        }
    }
    None
}

/// What the table of a collection holds.
fn slots<'a>(
    machine: &Machine<'_>,
    state: &'a State,
    (collection, table): (ObjectId, &str),
) -> Option<&'a Vector<Value>> {
    let class = machine.types.class(state.heap.object(collection).exact_type()?).id;
    let field = machine.world.instance_field(class, table)?;
    let Value::Ref(Ref::Object(array)) = state.heap.object(collection).field(heap_field(field))? else {
        return None;
    };
    match &state.heap.object(array).array()?.data {
        ArrayData::Dense(slots) => Some(slots),
        _ => None,
    }
}

/// Whether an object stands for a class; there is one for each.
fn is_class(state: &State, object: ObjectId) -> bool {
    state.globals.classes.names.contains_key(&object)
}

/// Whether an object is certainly of another class than one of a known class.
fn is_of_another(state: &State, object: ObjectId, known: ObjectId) -> bool {
    let (one, other) = (state.heap.object(object).exact_type(), state.heap.object(known).exact_type());
    one.is_some() && other.is_some() && one != other
}

/// Goes through the table, in an order that hash codes decide where keys are hashed by identity.
fn go_through(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let has_such = match args {
        [Value::Ref(Ref::Object(map)), ..] => slots(machine, &state, (*map, "table")).is_none_or(|slots| {
            slots.iter().any(|slot| matches!(slot, Value::Ref(Ref::Object(key)) if is_class(&state, *key) || is_enum_constant(machine, &state, *key)))
        }),
        _ => true,
    };
    if has_such {
        known!(state, machine.choose_for_machine(&mut state, secrets::IDENTITY_HASH));
    }
    Ok(Modelled::Code(state))
}

/// Whether an object is a constant of an enum that class initialization made; there is one of each name.
fn is_enum_constant(machine: &Core<'_>, state: &State, object: ObjectId) -> bool {
    let known = state.heap.object(object);
    let class = known.exact_type().map(|ty| machine.types.class(ty).id);
    known.provenance == Provenance::Initialization && class.is_some_and(|class| machine.world.enum_of(class).is_some())
}

/// What a key is.
enum Key {
    /// A constant of an enum.
    Constant(State, ObjectId),
    Other(State),
    /// The states in which it is decided which one it is.
    Decided(Flow),
}

/// Decides which constant a reference to one of an enum names.
fn enum_constant(machine: &mut Machine<'_>, state: State, value: Value) -> Result<Key, Stop> {
    let variable = match value {
        Value::Ref(Ref::Object(object)) if is_enum_constant(machine, &state, object) => {
            return Ok(Key::Constant(state, object));
        }
        Value::Ref(Ref::Var(variable)) => variable,
        Value::Ref(_) | Value::Term(_) | Value::Opaque(_) => return Ok(Key::Other(state)),
    };
    if machine.enum_among(&state.heap.variable(variable).types).is_none() {
        return Ok(Key::Other(state));
    }
    let null = clew_heap::is_null(&mut machine.pool, &state.heap, Ref::Var(variable));
    let state = match super::modelled::decide(machine, state, null) {
        Decided::Known(state, true) => return Ok(Key::Other(state)),
        Decided::Known(state, false) => state,
        Decided::Split(flow) => return Ok(Key::Decided(flow)),
    };
    Ok(match machine.exact_object(state, value)? {
        Found::Known(state, object) if is_enum_constant(machine, &state, object) => Key::Constant(state, object),
        Found::Known(state, _) => Key::Other(state),
        Found::Decided(flow) => Key::Decided(flow),
    })
}
