//! Strings of known content as the objects that the JDK's own code works on: an array of bytes and how they are coded.

use crate::core::Core;
use crate::machine::Machine;
use crate::models::secrets;
use crate::partial::partial_object;
use crate::state::{EnvironmentText, State, TextOwner};
use crate::types::{class_of, heap_field, type_of};
use clew_facts::{CutReason, Surrounding};
use clew_heap::{ArrayData, Object, ObjectId, Provenance, Ref, Value};
use clew_term::Term;
use imbl::Vector;
use std::rc::Rc;

/// The coder of strings with two bytes a unit, in the byte order of the platform, which is little-endian here. No others
/// are made: see [`Machine::reveal_text`].
pub(crate) const UTF16: i32 = 1;

pub(crate) fn layout_changed() -> CutReason {
    CutReason::Unsupported("this JDK's layout of java.lang.String".to_owned())
}

/// The interned string of these units: the same object each time.
pub(crate) fn intern(machine: &mut Machine<'_>, state: &mut State, units: &[u16]) -> Result<ObjectId, CutReason> {
    let key: Rc<[u16]> = Rc::from(units);
    if let Some(object) = state.globals.texts.interned.get(&key) {
        return Ok(*object);
    }
    // Whoever names the same literal shares it, the input included.
    let object = make(machine, state, units, Provenance::Initialization)?;
    state.globals.texts.interned.insert(key, object);
    Ok(object)
}

/// The interned string of this text, if there is one.
pub(crate) fn interned(state: &State, text: &str) -> Option<ObjectId> {
    let units: Vec<u16> = text.encode_utf16().collect();
    state.globals.texts.interned.get(units.as_slice()).copied()
}

/// A new string of these units.
pub(crate) fn make(
    machine: &mut Core<'_>,
    state: &mut State,
    units: &[u16],
    provenance: Provenance,
) -> Result<ObjectId, CutReason> {
    let class = machine.load("java/lang/String")?;
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let elements: Vector<Value> =
        bytes.iter().map(|byte| Value::Term(machine.pool.bv32(i32::from(*byte as i8)))).collect();
    let value = machine.make_array_of(state, "[B", elements)?;
    let coder = machine.pool.bv32(UTF16);
    let mut object = Object::new(type_of(class), provenance);
    let mut set = 0;
    for field in machine.world.instance_fields(class).iter().map(|field| machine.world.field(*field)) {
        let content = match &*field.name {
            "value" => Value::Ref(Ref::Object(value)),
            "coder" => Value::Term(coder),
            _ => continue,
        };
        object.initialize_field(heap_field(field.id), content);
        set += 1;
    }
    if set != 2 {
        return Err(layout_changed());
    }
    Ok(state.heap.allocate(object))
}

/// A new string of which nothing is known, for this reason.
pub(crate) fn unknown(machine: &mut Core<'_>, state: &mut State, why: &'static str) -> Result<ObjectId, CutReason> {
    partial_object(machine, state, "java/lang/String", why, |_| None)
}

/// Gives a text of the environment, if it is one of which nothing is known yet, the usual characters: one choice of many. A test makes
/// the same choice where it can.
pub(crate) fn choose(machine: &mut Machine<'_>, state: &mut State, object: ObjectId) -> Result<(), CutReason> {
    pin(machine, state, object)?;
    let Some(text) = state.globals.texts.environment.get(&object).copied() else { return Ok(()) };
    machine.choose_for_machine(state, secrets::ENVIRONMENT)?;
    make_usual(machine, state, object, text)
}

/// Gives a text the characters that it has in the root locale, if it is a part of the default locale and a test sets that.
pub(crate) fn pin(machine: &mut Machine<'_>, state: &mut State, object: ObjectId) -> Result<(), CutReason> {
    match state.globals.texts.environment.get(&object).copied() {
        Some(text) if text.owner == TextOwner::DefaultLocale && machine.may_pin(state) => {
            state.guesses.pinned.insert(Surrounding::Locale);
            make_usual(machine, state, object, text)
        }
        _ => Ok(()),
    }
}

fn make_usual(
    machine: &mut Machine<'_>,
    state: &mut State,
    object: ObjectId,
    text: EnvironmentText,
) -> Result<(), CutReason> {
    state.globals.texts.environment.remove(&object);
    let units: Vec<u16> = text.usual.encode_utf16().collect();
    let provenance = state.heap.object(object).provenance;
    let chosen = make(machine, state, &units, provenance)?;
    let content = state.heap.object(chosen).content.clone();
    state.heap.object_mut(object).content = content;
    Ok(())
}

/// The units of a string, if they are known.
pub(crate) fn units(machine: &Machine<'_>, state: &State, object: ObjectId) -> Option<Vec<u16>> {
    units_by(machine, state, object, |term| machine.pool.as_i32(term))
}

/// The units of a string, where `number` tells what a number is worth.
pub(crate) fn units_by(
    machine: &Machine<'_>,
    state: &State,
    object: ObjectId,
    number: impl Fn(Term) -> Option<i32>,
) -> Option<Vec<u16>> {
    let Value::Ref(Ref::Object(array)) =
        characters(machine, state, object).filter(|_| is_string(machine, state, object))?
    else {
        return None;
    };
    let array = state.heap.object(array).array()?;
    let length = usize::try_from(number(array.length)?).ok()?;
    let ArrayData::Dense(elements) = &array.data else { return None };
    let bytes: Option<Vec<u8>> = elements
        .iter()
        .take(length)
        .map(|element| match element {
            Value::Term(term) => number(*term).map(|byte| byte as u8),
            Value::Ref(_) | Value::Opaque(_) => None,
        })
        .collect();
    Some(bytes?.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
}

/// Whether an object is known to be a string.
pub(crate) fn is_string(machine: &Core<'_>, state: &State, object: ObjectId) -> bool {
    let class = state.heap.object(object).exact_type().map(|ty| machine.types.class(ty));
    class.is_some_and(|class| &*class.name == "java/lang/String")
}

/// What holds the characters of a string or of a builder of strings.
pub(crate) fn characters(machine: &Core<'_>, state: &State, object: ObjectId) -> Option<Value> {
    let held = state.heap.object(object);
    let value = machine.world.instance_field(class_of(held.exact_type()?), "value")?;
    held.field(heap_field(value))
}
