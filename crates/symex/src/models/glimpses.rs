//! What `String` tells of a string of the input into which nobody has looked: the answers need no more than its length and its first
//! characters, so they hold for strings of any length.

use crate::flow::{Flow, object_of};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, returns};
use crate::state::State;
use crate::state::text::Text;
use crate::texts::terms;
use clew_heap::{ObjectId, Value};
use clew_term::{Term, TermPool};

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    if class != "java/lang/String" {
        return None;
    }
    Some(match (name, descriptor) {
        ("length", "()I") => length,
        ("isEmpty", "()Z") => is_empty,
        ("charAt", "(I)C") => character,
        ("equals", "(Ljava/lang/Object;)Z") => equals,
        ("startsWith", "(Ljava/lang/String;)Z") => starts_with,
        _ => return None,
    })
}

/// Whether a method of `String` is answered here.
pub(super) fn computes(class: &str, name: &str) -> bool {
    class == "java/lang/String" && matches!(name, "length" | "isEmpty" | "charAt" | "equals" | "startsWith")
}

/// What is known of a string that has no characters yet, or the method's code.
macro_rules! glimpse {
    ($machine:expr, $state:expr, $string:expr) => {
        match $machine.is_bare_string(&$state, $string) {
            false => return Ok(Modelled::Code($state)),
            true => match $machine.glimpse($state, $string) {
                Some((state, glimpse)) => (state, glimpse),
                None => return Ok(Modelled::Again(Flow::nowhere())),
            },
        }
    };
}

/// The same of the string that a reference names, once it is known which one that is.
macro_rules! glimpse_of {
    ($machine:expr, $state:expr, $reference:expr) => {{
        let (state, string) = super::modelled::object!($machine, $state, $reference);
        glimpse!($machine, state, string)
    }};
}

fn named(state: &State, value: Value) -> Option<ObjectId> {
    match value {
        Value::Ref(reference) => object_of(state, reference),
        Value::Term(_) | Value::Opaque(_) => None,
    }
}

fn truth(pool: &mut TermPool, condition: Term) -> Term {
    let (yes, no) = (pool.bv32(1), pool.bv32(0));
    pool.ite(condition, yes, no)
}

fn length(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, text) = glimpse_of!(machine, state, args[0]);
    returns(state, text.length)
}

fn is_empty(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, text) = glimpse_of!(machine, state, args[0]);
    let zero = machine.pool.bv32(0);
    let is_empty = machine.pool.eq(text.length, zero);
    let answer = truth(&mut machine.pool, is_empty);
    returns(state, answer)
}

/// One of the first characters, at a constant position.
fn character(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let Value::Term(index) = args[1] else { return Ok(Modelled::Code(state)) };
    let position = machine.pool.as_i32(index).and_then(|index| usize::try_from(index).ok());
    let (state, text) = glimpse_of!(machine, state, args[0]);
    let Some(unit) = position.and_then(|position| text.units.get(position)) else { return Ok(Modelled::Code(state)) };
    let is_there = machine.pool.slt(index, text.length);
    let (state, holds) = super::modelled::decided!(machine, state, is_there);
    if !holds {
        return Ok(Modelled::Throws(state, "java/lang/StringIndexOutOfBoundsException"));
    }
    let unit = machine.pool.zero_extend(*unit, 32);
    returns(state, unit)
}

/// The text of a string of constant length.
fn text_of_constant_length(machine: &mut Machine<'_>, state: &State, string: ObjectId) -> Option<Text> {
    let text = machine.text_of_string(state, string)?;
    let length = machine.pool.as_i32(text.length)?;
    Some(Text { units: text.units[..length as usize].to_vec(), ..text })
}

/// Whether a string has the characters of another, one of which has a constant length.
fn equals(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, one) = super::modelled::object!(machine, state, args[0]);
    let Some(other) = named(&state, args[1]).filter(|other| crate::strings::is_string(machine, &state, *other)) else {
        return Ok(Modelled::Code(state));
    };
    let (bare, known) = if machine.is_bare_string(&state, one) { (one, other) } else { (other, one) };
    let Some(known) = text_of_constant_length(machine, &state, known) else { return Ok(Modelled::Code(state)) };
    let (state, text) = glimpse!(machine, state, bare);
    if known.units.len() > text.units.len() {
        return Ok(Modelled::Code(state));
    }
    let same = terms::same(&mut machine.pool, &known, &text);
    let answer = truth(&mut machine.pool, same);
    returns(state, answer)
}

/// Whether a string begins with one of constant length.
fn starts_with(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let Some(part) = named(&state, args[1]).and_then(|part| text_of_constant_length(machine, &state, part)) else {
        return Ok(Modelled::Code(state));
    };
    let (state, text) = glimpse_of!(machine, state, args[0]);
    if part.units.len() > text.units.len() {
        return Ok(Modelled::Code(state));
    }
    let zero = machine.pool.bv32(0);
    let holds = terms::has_at(&mut machine.pool, &text, zero, &part);
    let answer = truth(&mut machine.pool, holds);
    returns(state, answer)
}
