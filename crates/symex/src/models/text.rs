//! Text that is made of values which are not known: put together, it is a string that nobody has looked into.
//!
//! The digits of a symbolic number would be as many paths as it can have lengths, and most such text only ends in messages.
//! So a number that is not constant makes the whole text unknown; where the program does look into it, the path ends.

use crate::core::Core;
use crate::flow::{is_joining, known, object_of};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, object, returns};
use crate::models::secrets::SYMBOLIC_TEXT;
use crate::state::State;
use crate::texts::{numeral_of, terms};
use clew_facts::CutReason;
use clew_heap::{ArrayData, ObjectId, Ref, Value};
use clew_term::Term;
use imbl::Vector;

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    let taken = descriptor.split_inclusive(')').next();
    Some(match (class, name) {
        ("java/lang/AbstractStringBuilder", "append") => match taken {
            Some("(F)" | "(D)" | "(Ljava/lang/String;)") => append,
            Some("(C)" | "(Z)" | "(I)" | "(J)") => append_plain,
            _ => return None,
        },
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "toString") => text_of_builder,
        ("java/lang/StringLatin1", "equals") => same_bytes,
        ("java/lang/StringUTF16", "toChars") => characters,
        _ => return None,
    })
}

/// The characters of a string of constant length, from its bytes: at once, because the JDK keeps whole tables in strings and goes
/// over them one character after the other.
fn characters(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let array = match args[0] {
        Value::Ref(reference) => object_of(&state, reference).and_then(|bytes| state.heap.object(bytes).array()),
        _ => None,
    };
    let bytes = match array.map(|array| (&array.data, machine.pool.as_i32(array.length))) {
        Some((ArrayData::Dense(bytes), Some(length))) if bytes.len() == length as usize => bytes.clone(),
        _ => return Ok(Modelled::Code(state)),
    };
    let mut units = Vector::new();
    let mut bytes = bytes.into_iter();
    while let (Some(low), Some(high)) = (bytes.next(), bytes.next()) {
        let (Value::Term(low), Value::Term(high)) = (low, high) else { return Ok(Modelled::Code(state)) };
        let [low, high] = [low, high].map(|byte| {
            let bits = machine.pool.extract_low(byte, 8);
            machine.pool.zero_extend(bits, 32)
        });
        let eight = machine.pool.bv32(8);
        let high = machine.pool.shl(high, eight);
        units.push_back(Value::Term(machine.pool.bit_or(high, low)));
    }
    let array = known!(state, machine.make_array_of(&mut state, "[C", units));
    returns(state, array)
}

/// Whether the text of a value is always the same.
pub(crate) fn is_constant(machine: &Machine<'_>, state: &State, value: Value) -> bool {
    match value {
        Value::Opaque(_) => false,
        Value::Term(term) => machine.pool.as_const(term).is_some(),
        Value::Ref(Ref::Null) => true,
        Value::Ref(reference) => {
            object_of(state, reference).is_some_and(|object| crate::strings::units(machine, state, object).is_some())
        }
    }
}

/// Whether the text of a value is made of characters that the path can follow.
fn is_known(machine: &Machine<'_>, state: &State, value: Value) -> bool {
    match value {
        Value::Opaque(_) => false,
        Value::Term(term) => machine.pool.as_const(term).is_some(),
        Value::Ref(reference) => object_of(state, reference).is_none_or(|object| !is_opaque(machine, state, object)),
    }
}

/// Whether it is a string or a builder whose characters are unknown.
fn is_opaque(machine: &Machine<'_>, state: &State, object: ObjectId) -> bool {
    matches!(crate::strings::characters(machine, state, object), Some(Value::Opaque(_)))
}

/// `append`: with a value whose text is not known, the builder's is not known either, unless somebody looks into it now.
fn append(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    if builder_of(&state, args).is_some_and(|builder| is_opaque(machine, &state, builder)) {
        return returns(state, args[0]);
    }
    if is_joining(&state) || is_known(machine, &state, args[1]) {
        return Ok(Modelled::Code(state));
    }
    let (mut state, builder) = object!(machine, state, args[0]);
    known!(state, machine.note_write(&mut state, builder));
    known!(state, forget(machine, &mut state, builder));
    returns(state, args[0])
}

/// `append` of something whose text can be followed: it leaves unknown what is unknown.
fn append_plain(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match builder_of(&state, args) {
        Some(builder) if is_opaque(machine, &state, builder) => returns(state, args[0]),
        _ => Ok(Modelled::Code(state)),
    }
}

fn builder_of(state: &State, args: &[Value]) -> Option<ObjectId> {
    match args[0] {
        Value::Ref(reference) => object_of(state, reference),
        Value::Term(_) | Value::Opaque(_) => None,
    }
}

/// Makes everything unknown that a builder holds.
fn forget(machine: &mut Core<'_>, state: &mut State, builder: ObjectId) -> Result<(), CutReason> {
    let class = state.heap.object(builder).exact_type().map(|ty| machine.types.class(ty).id);
    for field in class.map(|class| machine.world.instance_fields(class)).iter().flat_map(|fields| fields.iter()) {
        machine.write_field(state, builder, *field, Value::Opaque(SYMBOLIC_TEXT))?;
    }
    Ok(())
}

/// Whether the bytes of two strings are the same, as one condition: as a loop it would be a path for each byte.
fn same_bytes(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let Some(same) = same_characters(machine, &state, args[0], args[1]) else { return Ok(Modelled::Code(state)) };
    let (yes, no) = (machine.pool.bv32(1), machine.pool.bv32(0));
    let answer = machine.pool.ite(same, yes, no);
    returns(state, answer)
}

/// The condition that two strings have the same characters, if both can be followed.
pub(crate) fn same_text(machine: &mut Machine<'_>, state: &State, one: ObjectId, other: ObjectId) -> Option<Term> {
    let one = crate::strings::characters(machine, state, one)?;
    let other = crate::strings::characters(machine, state, other)?;
    same_characters(machine, state, one, other)
}

/// The condition that the bytes of two strings are the same: character by character, as far as they are short.
fn same_characters(machine: &mut Core<'_>, state: &State, one: Value, other: Value) -> Option<Term> {
    if let Some(same) = same_numerals(machine, state, one, other).or_else(|| same_numerals(machine, state, other, one))
    {
        return Some(same);
    }
    if let (Some(one), Some(other)) = (machine.text_of_bytes(state, one), machine.text_of_bytes(state, other)) {
        return Some(terms::same(&mut machine.pool, &one, &other));
    }
    let (Value::Ref(Ref::Object(one)), Value::Ref(Ref::Object(other))) = (one, other) else { return None };
    same_elements(machine, state, one, other)
}

/// The condition that the numeral of a number is another one, or has the characters of a constant: each number has one numeral.
fn same_numerals(machine: &mut Core<'_>, state: &State, numeral: Value, other: Value) -> Option<Term> {
    let number = numeral_of(state, numeral)?;
    let width = machine.pool.width(number);
    if let Some(other) = numeral_of(state, other) {
        let [number, other] = [number, other].map(|number| machine.pool.sign_extend(number, 64));
        return Some(machine.pool.eq(number, other));
    }
    let text = machine.text_of_bytes(state, other)?;
    let length = usize::try_from(machine.pool.as_i32(text.length)?).ok()?;
    let units = text.units.get(..length)?.iter().map(|unit| Some(machine.pool.as_bits(*unit)? as u16));
    let units: Vec<u16> = units.collect::<Option<_>>()?;
    let text = String::from_utf16(&units).ok()?;
    let value = text.parse::<i64>().ok().filter(|value| value.to_string() == text);
    let fits = |value: &i64| width == 64 || i32::try_from(*value).is_ok();
    Some(match value.filter(fits) {
        Some(value) => {
            let value = machine.pool.bv64(value);
            let number = machine.pool.sign_extend(number, 64);
            machine.pool.eq(number, value)
        }
        None => machine.pool.fls(),
    })
}

/// The condition that two arrays have equal elements, if no element was written at an unknown index.
fn same_elements(machine: &mut Core<'_>, state: &State, one: ObjectId, other: ObjectId) -> Option<Term> {
    let (one, other) = (state.heap.object(one).array()?, state.heap.object(other).array()?);
    let (ArrayData::Dense(left), ArrayData::Dense(right)) = (&one.data, &other.data) else { return None };
    // An array has at most as many elements as are listed, so arrays of one length have no others.
    let mut same = machine.pool.eq(one.length, other.length);
    for (at, pair) in left.iter().zip(right).enumerate() {
        let (Value::Term(left), Value::Term(right)) = pair else { return None };
        let at = machine.pool.bv32(at as i32);
        let is_behind = machine.pool.sle(one.length, at);
        let equal = machine.pool.eq(*left, *right);
        let fits = machine.pool.or(is_behind, equal);
        same = machine.pool.and(same, fits);
    }
    Some(same)
}

fn text_of_builder(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    match args[0] {
        Value::Ref(Ref::Object(builder)) if is_opaque(machine, &state, builder) => {
            let text = known!(state, crate::strings::unknown(machine, &mut state, SYMBOLIC_TEXT));
            returns(state, text)
        }
        _ => Ok(Modelled::Code(state)),
    }
}
