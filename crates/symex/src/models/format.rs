//! `String.format` with a format that is known: the JDK's own code goes over it character by character and asks the default
//! locale, for what mostly is the message of an exception.
//!
//! Only conversions of values whose own text needs no code of the program are put together here, where nothing about them can throw an
//! exception; everything else runs as code. Plain ones (`%s`, `%d`, `%%`, with an index or none) are a concatenation. Others are left to
//! the JDK's code too, but only where somebody looks into the text.

mod specifier;

use specifier::{Index, Specifier};

use super::locales::parts_of_known;
use super::secrets::SYMBOLIC_TEXT;
use crate::core::{Bounds, Core};
use crate::flow::{known, object_of};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, returns};
use crate::models::strings::empty_text;
use crate::state::{Joined, State, provenance_of_new};
use crate::types::is_box;
use clew_facts::{Assumption, CutReason};
use clew_heap::{ArrayData, ObjectId, Ref, Value};
use clew_jvm::Class;
use clew_term::Term;
use std::rc::Rc;

const STRING: &str = "Ljava/lang/String;";

/// What `String.format` takes and gives where it asks for the default locale itself.
const FORMAT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";

/// What it takes and gives where it is passed a locale.
const FORMAT_IN: &str = "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";

/// The languages, besides none, in which numbers have the digits of ASCII whatever the region is.
const ASCII_DIGITS: [&str; 10] = ["da", "de", "en", "es", "fr", "it", "nl", "pl", "pt", "sv"];

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    match (class, name, descriptor) {
        ("java/lang/String", "format", FORMAT)
        | ("java/lang/String", "formatted", "([Ljava/lang/Object;)Ljava/lang/String;") => {
            Some(|machine, state, args| format(machine, state, args, Digits::OfDefaultLocale))
        }
        ("java/lang/String", "format", FORMAT_IN) => Some(format_in),
        _ => None,
    }
}

/// Which digits numbers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Digits {
    /// Those of the default locale.
    OfDefaultLocale,
    /// Those of ASCII, as the locale that is passed has them.
    Ascii,
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
    /// Another conversion of it, or one with flags, a width or a precision.
    Shaped(u8, usize),
}

/// What a value is in a text.
enum Shown {
    /// These characters.
    Known(Vec<u16>),
    /// What a concatenation makes of the value, which has this descriptor.
    Concatenated(&'static str, Value),
    /// What only the JDK's code knows.
    Open,
}

/// With a locale that is passed. One that nobody knows is left to the JDK's code.
fn format_in(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let has_ascii_digits = |parts: String| {
        let mut parts = parts.split('_');
        let language = parts.next().unwrap_or_default();
        let [script, _, variant] = [parts.next(), parts.next(), parts.next()];
        (language.is_empty() || ASCII_DIGITS.contains(&language)) && script == Some("") && variant == Some("")
    };
    match parts_of_known(machine, &state, args[0]).is_some_and(has_ascii_digits) {
        true => format(machine, state, args, Digits::Ascii),
        false => Ok(Modelled::Code(state)),
    }
}

fn format(machine: &mut Machine<'_>, mut state: State, args: &[Value], digits: Digits) -> ModelResult {
    let Some(shown) = all_shown(machine, &state, args, digits) else { return Ok(Modelled::Code(state)) };
    let (mut pieces, mut parameters, mut values) = (vec![Vec::new()], String::new(), Vec::new());
    let mut is_open = false;
    for part in shown {
        match part {
            Shown::Known(units) => pieces.last_mut().into_iter().for_each(|piece| piece.extend(&units)),
            Shown::Concatenated(descriptor, value) => {
                parameters.push_str(descriptor);
                values.push(value);
                pieces.push(Vec::new());
            }
            Shown::Open => is_open = true,
        }
    }
    if is_open && machine.bounds == Bounds::Off {
        // On values that are known the code tells the rest.
        return Ok(Modelled::Code(state));
    }
    if is_open {
        let text = known!(state, put_together_later(machine, &mut state, args, digits));
        return returns(state, text);
    }
    // What the JDK's code gives for an empty text is no new object.
    let is_without_literals = pieces.iter().all(Vec::is_empty);
    if values.is_empty() && is_without_literals {
        return empty_text(machine, state);
    }
    if is_without_literals && parameters.split_inclusive(';').all(|parameter| parameter == STRING) {
        return Ok(Modelled::Code(state));
    }
    if values.is_empty() {
        let provenance = provenance_of_new(&state);
        let text = known!(state, crate::strings::make(machine, &mut state, &pieces.concat(), provenance));
        return returns(state, text);
    }
    let class = known!(state, machine.load("java/lang/String"));
    match machine.world.concatenation(class, &pieces, &parameters) {
        Some(method) => Ok(Modelled::Calls(state, method, values)),
        None => Ok(Modelled::Code(state)),
    }
}

/// A text of which nothing is known. Where code looks into it, the JDK's code puts it together. That may be later, because the values
/// in it never change.
fn put_together_later(
    machine: &mut Machine<'_>,
    state: &mut State,
    args: &[Value],
    digits: Digits,
) -> Result<ObjectId, CutReason> {
    let text = crate::strings::unknown(machine, state, SYMBOLIC_TEXT)?;
    let class = machine.load("java/lang/String")?;
    let (in_locale, descriptor) = match digits {
        Digits::OfDefaultLocale => (true, FORMAT),
        Digits::Ascii => (false, FORMAT_IN),
    };
    let method = machine.world.find_method(class, "format", descriptor);
    let Some((array, before)) = args.split_last() else { return Ok(text) };
    let values = known_object(state, *array).and_then(|array| state.heap.object(array).array());
    if let (Some(method), Some(ArrayData::Dense(values))) = (method, values.map(|array| array.data.clone())) {
        // The array may get other elements.
        let values = machine.make_array_of(state, "[Ljava/lang/Object;", values)?;
        let args = before.iter().copied().chain([values.into()]).collect();
        state.globals.texts.joined.insert(text, Joined { method, args, in_locale });
    }
    Ok(text)
}

/// What the parts of the result are, unless that takes the JDK's code.
fn all_shown(machine: &mut Machine<'_>, state: &State, args: &[Value], digits: Digits) -> Option<Vec<Shown>> {
    let [.., format, array] = args else { return None };
    let format = crate::strings::units(machine, state, known_object(state, *format)?)?;
    let array = state.heap.object(known_object(state, *array)?).array()?;
    let ArrayData::Dense(values) = &array.data else { return None };
    let length = usize::try_from(machine.pool.as_i32(array.length)?).ok().filter(|length| *length == values.len())?;
    let part = |piece: Piece| {
        Some(match piece {
            Piece::Literal(units) => Shown::Known(units),
            Piece::LineSeparator => Shown::Open,
            Piece::Text(at) if at < length => text_of(machine, state, values[at])?,
            Piece::Number(at) if at < length => number_of(machine, state, values[at], digits)?,
            Piece::Shaped(conversion, at) if at < length => shaped(machine, state, conversion, values[at])?,
            // An exception says that it is missing.
            Piece::Text(_) | Piece::Number(_) | Piece::Shaped(..) => return None,
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
        return is_text_of_input(machine, state, value).then_some(Shown::Concatenated(STRING, value));
    };
    if crate::strings::is_string(machine, state, object) {
        let units = crate::strings::units(machine, state, object);
        return Some(units.map_or(Shown::Concatenated(STRING, value), Shown::Known));
    }
    let (class, value) = boxed(machine, state, object)?;
    Some(Shown::Concatenated(primitive_of(&class.name)?, Value::Term(value)))
}

/// Whether a value is a string of the input into which nobody has looked, or null.
fn is_text_of_input(machine: &Core<'_>, state: &State, value: Value) -> bool {
    matches!(value, Value::Ref(Ref::Var(variable)) if machine.is_text(state.heap.types_of_variable(variable)))
}

/// What `%d` makes of a value: of null or the box of an integer. Most default locales have the digits of ASCII.
fn number_of(machine: &mut Machine<'_>, state: &State, value: Value, digits: Digits) -> Option<Shown> {
    if value == Value::NULL {
        return Some(known("null"));
    }
    let of_default = digits == Digits::OfDefaultLocale;
    if of_default && state.globals.initialization.changed_process {
        // The default locale may be one that the program has set.
        return None;
    }
    let (class, value) = boxed(machine, state, known_object(state, value)?)?;
    let primitive = primitive_of(&class.name).filter(|primitive| is_whole(primitive))?;
    if of_default {
        machine.ledger.assume_at(state, Assumption::Environment("user.language".to_owned()));
        machine.ledger.assume_at(state, Assumption::InitialStatics("java.util.Locale".to_owned()));
    }
    Some(Shown::Concatenated(primitive, Value::Term(value)))
}

/// The descriptor of what is in a box.
fn primitive_of(class: &str) -> Option<&'static str> {
    Some(match class {
        "java/lang/Boolean" => "Z",
        "java/lang/Byte" => "B",
        "java/lang/Character" => "C",
        "java/lang/Double" => "D",
        "java/lang/Float" => "F",
        "java/lang/Integer" => "I",
        "java/lang/Long" => "J",
        "java/lang/Short" => "S",
        _ => return None,
    })
}

/// Whether a primitive type is one of the integers that `%d` takes.
fn is_whole(primitive: &str) -> bool {
    matches!(primitive, "I" | "J" | "S" | "B")
}

/// What another conversion makes of a value, where it takes values of its class: it is not known.
fn shaped(machine: &Machine<'_>, state: &State, conversion: u8, value: Value) -> Option<Shown> {
    if conversion.eq_ignore_ascii_case(&b's') {
        return text_of(machine, state, value).map(|_| Shown::Open);
    }
    if value == Value::NULL {
        return Some(Shown::Open);
    }
    let (class, _) = boxed(machine, state, known_object(state, value)?)?;
    let primitive = primitive_of(&class.name)?;
    let is_taken = match conversion {
        b'd' | b'x' | b'X' | b'o' => is_whole(primitive),
        b'f' | b'e' | b'E' => matches!(primitive, "D" | "F"),
        b'c' | b'C' => primitive == "C",
        b'b' | b'B' => true,
        _ => false,
    };
    is_taken.then_some(Shown::Open)
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

/// The pieces of a format, unless it has others than those that are put together here.
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
        let (specifier, after) = Specifier::read(rest)?;
        rest = after;
        match specifier {
            Specifier { conversion: b'%', index: Index::None, is_plain: true } => literal.push(u16::from(b'%')),
            Specifier { conversion: b'n', index: Index::None, is_plain: true } => {
                pieces.extend([Piece::Literal(std::mem::take(&mut literal)), Piece::LineSeparator]);
            }
            Specifier { conversion: b'%' | b'n', .. } => return None,
            Specifier { conversion, index, is_plain } => {
                let at = match index {
                    Index::None => {
                        ordinary += 1;
                        ordinary - 1
                    }
                    Index::Last => last?,
                    Index::Explicit(at) => at,
                };
                last = Some(at);
                let piece = match (conversion, is_plain) {
                    (b's', true) => Piece::Text(at),
                    (b'd', true) => Piece::Number(at),
                    _ => Piece::Shaped(conversion, at),
                };
                pieces.extend([Piece::Literal(std::mem::take(&mut literal)), piece]);
            }
        }
    }
    pieces.push(Piece::Literal(literal));
    Some(pieces)
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
    fn the_values_of_other_conversions_are_known() {
        let price = [Piece::Number(0), literal("."), Piece::Shaped(b'd', 1)];
        assert_eq!(of("%d.%02d"), Some(price.to_vec()));
        assert_eq!(of("%-10s"), Some(vec![Piece::Shaped(b's', 0)]));
        assert_eq!(of("%2$,.2f"), Some(vec![Piece::Shaped(b'f', 1)]));
        assert_eq!(of("%S%x"), Some(vec![Piece::Shaped(b'S', 0), Piece::Shaped(b'x', 1)]));
    }

    #[test]
    fn other_formats_are_left_to_the_jdk() {
        for format in
            ["%", "%<s", "%0$s", "%1$", "%<n", "%1$%", "%-d", "%0d", "%-05d", "%.2d", "%5n", "%tY", "%a", "%h"]
        {
            assert_eq!(of(format), None, "{format}");
        }
    }
}
