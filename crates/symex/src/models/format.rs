//! `String.format` with a format that is known: the JDK's own code goes over it character by character and asks the default
//! locale, for what mostly is the message of an exception.
//!
//! Only plain conversions (`%s`, `%d`, `%n`, `%%`, with an index or none) of values whose own text needs no code of the program
//! are put together here; everything else runs as code.

use super::secrets::SYMBOLIC_TEXT;
use crate::core::Core;
use crate::flow::{known, object_of};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, returns};
use crate::state::{State, provenance_of_new};
use crate::types::is_box;
use clew_heap::{ArrayData, ObjectId, Ref, Value};
use clew_jvm::Class;
use clew_term::Term;
use std::rc::Rc;

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    match (class, name, descriptor) {
        ("java/lang/String", "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;")
        | ("java/lang/String", "formatted", "([Ljava/lang/Object;)Ljava/lang/String;") => Some(format),
        _ => None,
    }
}

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Literal(Vec<u16>),
    /// `%n`, which is the running machine's.
    LineSeparator,
    /// `%s` of the argument at this position.
    Text(usize),
    /// `%d` of it. The default locale has the digits.
    Number(usize),
}

/// What a value is in a text.
enum Shown {
    Known(Vec<u16>),
    Unknown,
}

fn format(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Some(shown) = all_shown(machine, &state, args) else { return Ok(Modelled::Code(state)) };
    let mut units = Some(Vec::new());
    for part in shown {
        units = match (units, part) {
            (Some(units), Shown::Known(more)) => Some([units, more].concat()),
            _ => None,
        };
    }
    let provenance = provenance_of_new(&state);
    let text = match units {
        Some(units) => crate::strings::make(machine, &mut state, &units, provenance),
        None => crate::strings::unknown(machine, &mut state, SYMBOLIC_TEXT),
    };
    let text = known!(state, text);
    returns(state, text)
}

/// What the parts of the result are, unless that takes the JDK's code.
fn all_shown(machine: &Machine<'_>, state: &State, args: &[Value]) -> Option<Vec<Shown>> {
    let format = crate::strings::units(machine, state, known_object(state, args[0])?)?;
    let array = state.heap.object(known_object(state, args[1])?).array()?;
    let ArrayData::Dense(values) = &array.data else { return None };
    let length = usize::try_from(machine.pool.as_i32(array.length)?).ok().filter(|length| *length == values.len())?;
    let part = |piece: Piece| {
        Some(match piece {
            Piece::Literal(units) => Shown::Known(units),
            Piece::LineSeparator => Shown::Unknown,
            Piece::Text(at) if at < length => text_of(machine, state, values[at])?,
            Piece::Number(at) if at < length => number_of(machine, state, values[at])?,
            // An exception says that it is missing.
            Piece::Text(_) | Piece::Number(_) => return None,
        })
    };
    pieces(&format)?.into_iter().map(part).collect()
}

fn known_object(state: &State, value: Value) -> Option<ObjectId> {
    match value {
        Value::Ref(reference) => object_of(state, reference),
        Value::Term(_) | Value::Opaque(_) => None,
    }
}

/// What `%s` makes of a value: of null, a string or a box.
fn text_of(machine: &Machine<'_>, state: &State, value: Value) -> Option<Shown> {
    if value == Value::NULL {
        return Some(known("null"));
    }
    let Some(object) = known_object(state, value) else {
        return is_text_of_input(machine, state, value).then_some(Shown::Unknown);
    };
    if crate::strings::is_string(machine, state, object) {
        return Some(crate::strings::units(machine, state, object).map_or(Shown::Unknown, Shown::Known));
    }
    let (class, value) = boxed(machine, state, object)?;
    let constant = machine.pool.as_i32(value);
    Some(match (&*class.name, constant) {
        ("java/lang/Integer" | "java/lang/Short" | "java/lang/Byte", Some(number)) => known(&number.to_string()),
        ("java/lang/Boolean", Some(truth)) => known(if truth == 0 { "false" } else { "true" }),
        ("java/lang/Character", Some(unit)) => Shown::Known(vec![unit as u16]),
        _ => Shown::Unknown,
    })
}

/// Whether a value is a string of the input into which nobody has looked, or null.
fn is_text_of_input(machine: &Core<'_>, state: &State, value: Value) -> bool {
    matches!(value, Value::Ref(Ref::Var(variable)) if machine.is_text(state.heap.types_of_variable(variable)))
}

/// What `%d` makes of a value: of null or the box of an integer.
fn number_of(machine: &Machine<'_>, state: &State, value: Value) -> Option<Shown> {
    if value == Value::NULL {
        return Some(known("null"));
    }
    let (class, _) = boxed(machine, state, known_object(state, value)?)?;
    let is_integer =
        matches!(&*class.name, "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte");
    is_integer.then_some(Shown::Unknown)
}

/// The class of a box, and what is in it.
fn boxed(machine: &Machine<'_>, state: &State, object: ObjectId) -> Option<(Rc<Class>, Term)> {
    let class = machine.types.class(state.heap.object(object).exact_type()?);
    match crate::strings::characters(machine, state, object)? {
        Value::Term(term) if is_box(&class.name) => Some((class, term)),
        _ => None,
    }
}

fn known(text: &str) -> Shown {
    Shown::Known(text.encode_utf16().collect())
}

/// The pieces of a format, unless it has others than the plain ones.
fn pieces(format: &[u16]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut literal = Vec::new();
    // The argument of the next specifier without an index, and that of the one before.
    let (mut ordinary, mut last) = (0, None);
    let mut rest = format;
    while let Some((unit, after)) = rest.split_first() {
        rest = after;
        if *unit != u16::from(b'%') {
            literal.push(*unit);
            continue;
        }
        let (index, after) = index(rest)?;
        let (conversion, after) = after.split_first()?;
        rest = after;
        match (u8::try_from(*conversion).ok()?, index) {
            (b'%', Index::None) => literal.push(*conversion),
            (b'n', Index::None) => pieces.extend([Piece::Literal(std::mem::take(&mut literal)), Piece::LineSeparator]),
            (conversion @ (b's' | b'd'), index) => {
                let at = match index {
                    Index::None => {
                        ordinary += 1;
                        ordinary - 1
                    }
                    Index::Last => last?,
                    Index::Explicit(at) => at,
                };
                last = Some(at);
                let piece = if conversion == b's' { Piece::Text(at) } else { Piece::Number(at) };
                pieces.extend([Piece::Literal(std::mem::take(&mut literal)), piece]);
            }
            _ => return None,
        }
    }
    pieces.push(Piece::Literal(literal));
    Some(pieces)
}

/// How a specifier names its argument.
#[derive(Clone, Copy)]
enum Index {
    None,
    /// `<`: the argument of the specifier before.
    Last,
    /// `2$`: by its position, here from zero.
    Explicit(usize),
}

/// The index at the beginning of a specifier, and what is behind it; none if it has a flag or a width.
fn index(units: &[u16]) -> Option<(Index, &[u16])> {
    if let Some(rest) = units.strip_prefix(&[u16::from(b'<')]) {
        return Some((Index::Last, rest));
    }
    let digits = units.iter().take_while(|unit| (0x30..0x3a).contains(*unit)).count();
    if digits == 0 {
        return Some((Index::None, units));
    }
    let rest = units[digits..].strip_prefix(&[u16::from(b'$')])?;
    let number: usize = String::from_utf16_lossy(&units[..digits]).parse().ok()?;
    Some((Index::Explicit(number.checked_sub(1)?), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(format: &str) -> Option<Vec<Piece>> {
        let units: Vec<u16> = format.encode_utf16().collect();
        let is_something = |piece: &Piece| !matches!(piece, Piece::Literal(units) if units.is_empty());
        pieces(&units).map(|pieces| pieces.into_iter().filter(is_something).collect())
    }

    fn literal(text: &str) -> Piece {
        Piece::Literal(text.encode_utf16().collect())
    }

    #[test]
    fn plain_formats_are_taken_apart() {
        let range =
            [literal("["), Piece::Text(0), literal(", "), Piece::Text(0), literal(" + "), Piece::Text(1), literal(")")];
        assert_eq!(of("[%s, %<s + %s)"), Some(range.to_vec()));
        assert_eq!(of("%2$s%s%d"), Some(vec![Piece::Text(1), Piece::Text(0), Piece::Number(1)]));
        assert_eq!(of("100%%%n"), Some(vec![literal("100%"), Piece::LineSeparator]));
        assert_eq!(of(""), Some(Vec::new()));
    }

    #[test]
    fn other_formats_are_left_to_the_jdk() {
        for format in
            ["%5s", "%-5s", "%05d", "%.2f", "%x", "%S", "%", "%<s", "%0$s", "%2s", "%1$", "% d", "%<n", "%1$%"]
        {
            assert_eq!(of(format), None, "{format}");
        }
    }
}
