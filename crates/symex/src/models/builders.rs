//! Builders of strings whose number of characters is not constant.
//!
//! The JDK's code writes characters behind those that are there, from a position that is not constant then. The models write all
//! characters anew, each as the choice of what may come to stand there. An array that a builder grows to is as long as is needed at
//! most, and not as the JDK makes it, which only `capacity` tells.

use crate::core::Core;
use crate::flow::known;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, returns};
use crate::state::State;
use crate::state::text::{MAX_UNITS, Text, most_of};
use crate::texts::numerals;
use clew_facts::CutReason;
use clew_heap::{ArrayData, ObjectId, Ref, Value};
use clew_jvm::FieldId;

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    Some(match (class, name, descriptor) {
        ("java/lang/AbstractStringBuilder", "ensureCapacityInternal", "(I)V") => grow,
        ("java/lang/AbstractStringBuilder", "putStringAt", "(ILjava/lang/String;)V") => put_string,
        ("java/lang/AbstractStringBuilder", "capacity", "()I") => capacity,
        ("java/lang/StringUTF16", "putCharSB", "([BII)V") => put_character,
        ("java/lang/StringUTF16", "getChars", "(III[B)I" | "(JII[B)I") => put_numeral,
        ("java/lang/Integer", "stringSize", "(I)I") | ("java/lang/Long", "stringSize", "(J)I") => numeral_length,
        _ => return None,
    })
}

/// The field of a builder that holds its characters.
fn value_field(machine: &Core<'_>, state: &State, builder: ObjectId) -> Option<FieldId> {
    let class = crate::types::class_of(state.heap.object(builder).exact_type()?);
    machine.world.instance_field(class, "value")
}

fn object(state: &State, value: Value) -> Option<ObjectId> {
    match value {
        Value::Ref(reference) => crate::flow::object_of(state, reference),
        Value::Term(_) | Value::Opaque(_) => None,
    }
}

/// Gives a builder room for a number of characters that is not constant.
fn grow(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let (Some(builder), Value::Term(least)) = (object(&state, args[0]), args[1]) else {
        return Ok(Modelled::Code(state));
    };
    if machine.pool.is_const(least) {
        return Ok(Modelled::Code(state));
    }
    let bytes = crate::strings::characters(machine, &state, builder);
    let held = bytes.and_then(|bytes| machine.text_of_bytes(&state, bytes));
    let field = value_field(machine, &state, builder);
    let (Some(mut held), Some(field), Some(most)) = (held, field, most_of(&machine.pool, least)) else {
        return Ok(Modelled::Code(state));
    };
    if most > MAX_UNITS {
        return Ok(Modelled::Code(state));
    }
    if most > held.units.len() {
        let nothing = machine.pool.bv(16, 0);
        held.units.resize(most, nothing);
        known!(state, hold(machine, &mut state, builder, field, &held));
    }
    Ok(Modelled::Returns(state, None))
}

/// Lets a builder hold characters in a new array. One byte more than they take tells `capacity` that the JDK would have made another.
fn hold(
    machine: &mut Machine<'_>,
    state: &mut State,
    builder: ObjectId,
    field: FieldId,
    held: &Text,
) -> Result<(), CutReason> {
    let length = machine.pool.bv32(held.units.len() as i32);
    let bytes = machine.bytes_of_text(state, &Text { length, ..held.clone() })?;
    let mut longer = state.heap.object(bytes).clone();
    if let clew_heap::Content::Array(array) = &mut longer.content {
        array.length = machine.pool.bv32(2 * held.units.len() as i32 + 1);
        if let ArrayData::Dense(elements) = &mut array.data {
            elements.push_back(Value::Term(machine.pool.bv32(0)));
        }
    }
    *state.heap.object_mut(bytes) = longer;
    machine.note_write(state, builder)?;
    machine.write_field(state, builder, field, Value::Ref(Ref::Object(bytes)))
}

/// Replaces the characters in an array of bytes.
fn overwrite(machine: &mut Core<'_>, state: &mut State, array: ObjectId, units: &[clew_term::Term]) {
    let mut bytes = Vec::with_capacity(2 * units.len());
    for unit in units {
        bytes.extend(machine.memo.units.bytes_of(&mut machine.pool, *unit));
    }
    if let clew_heap::Content::Array(array) = &mut state.heap.object_mut(array).content
        && let ArrayData::Dense(elements) = &mut array.data
    {
        for (at, byte) in bytes.into_iter().enumerate() {
            elements.set(at, byte);
        }
    }
}

/// Writes a text into an array of bytes from a position on, if there is room for all of it.
fn put(
    machine: &mut Machine<'_>,
    mut state: State,
    array: Value,
    begin: clew_term::Term,
    part: &Text,
) -> Result<Result<State, State>, crate::flow::Stop> {
    let (Some(bytes), Some(held)) = (object(&state, array), machine.text_of_bytes(&state, array)) else {
        return Ok(Err(state));
    };
    let end = machine.pool.add(begin, part.length);
    let has_room = most_of(&machine.pool, end).is_some_and(|most| most <= held.units.len());
    if !has_room || machine.pool.range(begin).low < 0 || machine.pool.as_i32(held.length).is_none() {
        return Ok(Err(state));
    }
    let units = numerals::written(&mut machine.pool, &held.units, begin, part);
    known!(state, machine.note_write(&mut state, bytes));
    overwrite(machine, &mut state, bytes, &units);
    Ok(Ok(state))
}

/// Puts a string behind the characters of a builder.
fn put_string(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (Some(builder), Value::Term(begin), Some(string)) = (object(&state, args[0]), args[1], object(&state, args[2]))
    else {
        return Ok(Modelled::Code(state));
    };
    let Some(part) = machine.text_of_string(&state, string) else { return Ok(Modelled::Code(state)) };
    if machine.pool.is_const(begin) && machine.pool.is_const(part.length) {
        return Ok(Modelled::Code(state));
    }
    let Some(array) = crate::strings::characters(machine, &state, builder) else { return Ok(Modelled::Code(state)) };
    match put(machine, state, array, begin, &part)? {
        Ok(state) => Ok(Modelled::Returns(state, None)),
        Err(state) => Ok(Modelled::Code(state)),
    }
}

/// Puts a character behind those of a builder.
fn put_character(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let [array, Value::Term(index), Value::Term(unit)] = *args else { return Ok(Modelled::Code(state)) };
    if machine.pool.is_const(index) {
        return Ok(Modelled::Code(state));
    }
    let part = Text { length: machine.pool.bv32(1), units: vec![machine.pool.extract_low(unit, 16)] };
    match put(machine, state, array, index, &part)? {
        Ok(state) => Ok(Modelled::Returns(state, None)),
        Err(state) => Ok(Modelled::Code(state)),
    }
}

/// Writes the digits of a number between two positions; gives the first one.
fn put_numeral(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let [Value::Term(number), Value::Term(begin), Value::Term(_), array] = *args else {
        return Ok(Modelled::Code(state));
    };
    if machine.pool.is_const(number) && machine.pool.is_const(begin) {
        return Ok(Modelled::Code(state));
    }
    let part = numerals::numeral(&mut machine.pool, number);
    match put(machine, state, array, begin, &part)? {
        Ok(state) => returns(state, begin),
        Err(state) => Ok(Modelled::Code(state)),
    }
}

/// How many characters the numeral of a number has.
fn numeral_length(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match args[0] {
        Value::Term(number) if !machine.pool.is_const(number) => {
            let length = numerals::length(&mut machine.pool, number);
            returns(state, length)
        }
        _ => Ok(Modelled::Code(state)),
    }
}

/// How many characters a builder has room for, which is not known once a model has made its array.
fn capacity(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let array = object(&state, args[0]).and_then(|builder| crate::strings::characters(machine, &state, builder));
    let array = array.and_then(|array| state.heap.object(object(&state, array)?).array());
    match array.and_then(|array| machine.pool.as_i32(array.length)) {
        Some(bytes) if bytes % 2 == 1 => returns(state, Value::Opaque("the capacity of a builder of strings")),
        _ => Ok(Modelled::Code(state)),
    }
}
