//! What `String` does with characters, as one step each: the JDK's loops take a path for each number of rounds.
//!
//! The models stand for the loops, most of them in `StringUTF16`; what the JDK's code makes of their results, such as which object
//! it returns, remains code. Where all is constant, the loops are run.

use crate::core::Core;
use crate::flow::{Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided, decided_null, object, returns, with_characters};
use crate::state::State;
use crate::state::text::{Text, bounded, most_of};
use crate::texts::{numeral_of, numerals, terms};
use clew_facts::CutReason;
use clew_heap::{ObjectId, Value};
use clew_term::{Term, TermPool};
use imbl::Vector;

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    match class {
        "java/lang/StringUTF16" => of_bytes(name, descriptor),
        "java/lang/String" => match (name, descriptor) {
            ("startsWith", "(Ljava/lang/String;I)Z") => Some(starts_with),
            _ => None,
        },
        "java/lang/Integer" => match (name, descriptor) {
            ("toString", "(I)Ljava/lang/String;") => Some(numeral),
            ("parseInt", "(Ljava/lang/String;I)I") => Some(parse),
            _ => None,
        },
        "java/lang/Long" if (name, descriptor) == ("toString", "(J)Ljava/lang/String;") => Some(numeral),
        "java/lang/Character" => match (name, descriptor) {
            ("isWhitespace", "(C)Z" | "(I)Z") => Some(is_white_space),
            ("digit", "(CI)I" | "(II)I") => Some(digit),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a method works on the characters of texts in a way that terms say anew, here or in `builders.rs`.
pub(super) fn computes(class: &str, name: &str) -> bool {
    match class {
        "java/lang/StringUTF16" => true,
        "java/lang/AbstractStringBuilder" => name == "putStringAt",
        "java/lang/Integer" => matches!(name, "toString" | "parseInt" | "stringSize"),
        "java/lang/Long" => matches!(name, "toString" | "stringSize"),
        "java/lang/Character" => matches!(name, "isWhitespace" | "digit"),
        _ => false,
    }
}

fn of_bytes(name: &str, descriptor: &str) -> Option<Model> {
    Some(match (name, descriptor) {
        ("getChar", "([BI)C") => character,
        ("indexOf", "([BII)I") => index_of,
        ("lastIndexOf", "([BII)I") => last_index_of,
        ("indexOfUnsafe", "([BI[BII)I") => index_of_part,
        ("indexOfNonWhitespace", "([B)I") => begin_of_stripped,
        ("lastIndexOfNonWhitespace", "([B)I") => end_of_stripped,
        ("trim", "([B)Ljava/lang/String;") => trimmed,
        ("newString", "([BII)Ljava/lang/String;") => part,
        ("replace", "([BCC)Ljava/lang/String;") => replaced,
        ("hashCode", "([B)I") => hash,
        ("compareTo", "([B[B)I") => order,
        _ => return None,
    })
}

/// A text that is not constant and can be followed, or the method's code.
macro_rules! text {
    ($machine:expr, $state:expr, $bytes:expr) => {
        match $machine.text_of_bytes(&$state, $bytes) {
            Some(text) if !text.is_constant(&$machine.pool) => text,
            _ => return Ok(Modelled::Code($state)),
        }
    };
}

/// A number that is known as a term, or the method's code.
macro_rules! term {
    ($state:expr, $value:expr) => {
        match $value {
            Value::Term(term) => term,
            _ => return Ok(Modelled::Code($state)),
        }
    };
}

/// The character of one unit that a code point is, if it is one for certain.
fn unit_of_code_point(pool: &mut TermPool, code_point: Term) -> Option<Term> {
    let range = pool.range(code_point);
    (range.low >= 0 && range.high <= i64::from(u16::MAX)).then(|| pool.extract_low(code_point, 16))
}

fn character(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let index = term!(state, args[1]);
    // Its bytes are at hand, and whoever goes beyond them has an exception.
    if machine.pool.is_const(index) {
        return Ok(Modelled::Code(state));
    }
    let Some(text) = machine.text_of_bytes(&state, args[0]) else { return Ok(Modelled::Code(state)) };
    let zero = machine.pool.bv32(0);
    let conditions = [machine.pool.sle(zero, index), machine.pool.slt(index, text.length)];
    let is_within = machine.pool.and_all(&conditions);
    let (state, holds) = decided!(machine, state, is_within);
    match terms::at(&mut machine.pool, &text, index) {
        Some(unit) if holds => {
            let unit = machine.pool.zero_extend(unit, 32);
            returns(state, unit)
        }
        _ => Ok(Modelled::Code(state)),
    }
}

fn index_of(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (wanted, from) = (term!(state, args[1]), term!(state, args[2]));
    let text = text!(machine, state, args[0]);
    let Some(unit) = unit_of_code_point(&mut machine.pool, wanted) else { return Ok(Modelled::Code(state)) };
    let none = machine.pool.bv32(-1);
    let found = terms::first(&mut machine.pool, &text, from, none, &|pool, other| pool.eq(unit, other));
    returns(state, found)
}

fn last_index_of(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (wanted, to) = (term!(state, args[1]), term!(state, args[2]));
    let text = text!(machine, state, args[0]);
    let Some(unit) = unit_of_code_point(&mut machine.pool, wanted) else { return Ok(Modelled::Code(state)) };
    let found = terms::behind_last(&mut machine.pool, &text, to, &|pool, other| pool.eq(unit, other));
    let one = machine.pool.bv32(1);
    let found = machine.pool.sub(found, one);
    returns(state, found)
}

/// `indexOf` of a text of constant length. Whoever calls it has seen to it that it is not empty.
fn index_of_part(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (length, count, start) = (term!(state, args[1]), term!(state, args[3]), term!(state, args[4]));
    let (Some(text), Some(wanted)) = (machine.text_of_bytes(&state, args[0]), machine.text_of_bytes(&state, args[2]))
    else {
        return Ok(Modelled::Code(state));
    };
    let is_constant = text.is_constant(&machine.pool) && wanted.is_constant(&machine.pool);
    let count = machine.pool.as_i32(count).and_then(|count| usize::try_from(count).ok());
    match count.and_then(|count| wanted.units.get(..count)) {
        Some(wanted) if !wanted.is_empty() && !is_constant => {
            let text = Text { length, ..text };
            let found = terms::first_part(&mut machine.pool, &text, start, wanted);
            returns(state, found)
        }
        _ => Ok(Modelled::Code(state)),
    }
}

fn begin_of_stripped(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let text = text!(machine, state, args[0]);
    let zero = machine.pool.bv32(0);
    let found = terms::first(&mut machine.pool, &text, zero, text.length, &terms::is_not_white);
    returns(state, found)
}

fn end_of_stripped(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let text = text!(machine, state, args[0]);
    let found = terms::behind_last(&mut machine.pool, &text, text.length, &terms::is_not_white);
    returns(state, found)
}

/// `trim`; `null` says that nothing changes. The characters of a text of blanks have 8 bits in the JDK, whose code for such texts gives
/// the one object for empty strings.
fn trimmed(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let Some(text) = machine.text_of_bytes(&state, args[0]) else { return Ok(Modelled::Code(state)) };
    let (begin, end) = terms::trimmed(&mut machine.pool, &text);
    let zero = machine.pool.bv32(0);
    let are_blanks = [machine.pool.eq(begin, end), machine.pool.ne(text.length, zero)];
    let are_blanks = machine.pool.and_all(&are_blanks);
    let (state, holds) = decided!(machine, state, are_blanks);
    if holds {
        return empty_text(machine, state);
    }
    if text.is_constant(&machine.pool) {
        return Ok(Modelled::Code(state));
    }
    let conditions = [machine.pool.eq(begin, zero), machine.pool.eq(end, text.length)];
    let is_same = machine.pool.and_all(&conditions);
    let (mut state, holds) = decided!(machine, state, is_same);
    if holds {
        return returns(state, Value::NULL);
    }
    let length = machine.pool.sub(end, begin);
    let string = known!(state, cut_out(machine, &mut state, &text, begin, length));
    returns(state, string)
}

/// What the JDK's code gives where it makes a string of no characters: one object for all of them in most versions.
pub(super) fn empty_text(machine: &mut Machine<'_>, mut state: State) -> ModelResult {
    let class = known!(state, machine.load("java/lang/StringUTF16"));
    let Some(method) = machine.world.find_method(class, "newString", "([BII)Ljava/lang/String;") else {
        return Err(Stop::unsupported(state, "a JDK whose strings are made otherwise"));
    };
    let bytes = known!(state, machine.make_array_of(&mut state, "[B", Vector::new()));
    let zero = Value::Term(machine.pool.bv32(0));
    Ok(Modelled::Calls(state, method, vec![bytes.into(), zero, zero]))
}

/// A new string of a part of a text, which its caller knows to lie within.
fn cut_out(
    machine: &mut Core<'_>,
    state: &mut State,
    text: &Text,
    begin: Term,
    length: Term,
) -> Result<ObjectId, CutReason> {
    let most = most_of(&machine.pool, length).unwrap_or(text.units.len()).min(text.units.len());
    let units = terms::from(&mut machine.pool, &text.units, begin, most);
    let length = bounded(&mut machine.pool, length, units.len());
    machine.string_of_text(state, &Text { length, units })
}

/// A part of a text as a new string. All callers have checked that it lies within.
fn part(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (begin, length) = (term!(state, args[1]), term!(state, args[2]));
    let Some(text) = machine.text_of_bytes(&state, args[0]) else { return Ok(Modelled::Code(state)) };
    let is_constant = text.is_constant(&machine.pool) || text.units.is_empty();
    if is_constant && machine.pool.is_const(begin) && machine.pool.is_const(length) {
        return Ok(Modelled::Code(state));
    }
    // Some versions of the JDK have one object for all empty strings.
    let zero = machine.pool.bv32(0);
    let is_empty = machine.pool.eq(length, zero);
    let (mut state, holds) = decided!(machine, state, is_empty);
    if holds {
        return Ok(Modelled::CodeOn(state, vec![args[0], Value::Term(zero), Value::Term(zero)]));
    }
    let string = known!(state, cut_out(machine, &mut state, &text, begin, length));
    returns(state, string)
}

/// A text with one character in place of another; `null` says that it has none of them.
fn replaced(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (old, new) = (term!(state, args[1]), term!(state, args[2]));
    let text = text!(machine, state, args[0]);
    let [old, new] = [old, new].map(|unit| machine.pool.extract_low(unit, 16));
    let has_old = terms::any(&mut machine.pool, &text, &|pool, unit| pool.eq(old, unit));
    let (mut state, holds) = decided!(machine, state, has_old);
    if !holds {
        return returns(state, Value::NULL);
    }
    let text = terms::replaced(&mut machine.pool, &text, old, new);
    let string = known!(state, machine.string_of_text(&mut state, &text));
    returns(state, string)
}

fn hash(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let text = text!(machine, state, args[0]);
    let hash = terms::hash(&mut machine.pool, &text);
    returns(state, hash)
}

fn order(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (Some(one), Some(other)) = (machine.text_of_bytes(&state, args[0]), machine.text_of_bytes(&state, args[1]))
    else {
        return Ok(Modelled::Code(state));
    };
    if one.is_constant(&machine.pool) && other.is_constant(&machine.pool) {
        return Ok(Modelled::Code(state));
    }
    let order = terms::order(&mut machine.pool, &one, &other);
    returns(state, order)
}

/// Whether a text has another at a position.
fn starts_with(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let offset = term!(state, args[2]);
    let (state, is_null) = decided_null!(machine, state, args[1]);
    if is_null {
        return Ok(Modelled::Code(state));
    }
    let (mut state, one) = object!(machine, state, args[0]);
    let other;
    (state, other) = object!(machine, state, args[1]);
    let mut texts = Vec::with_capacity(2);
    for string in [one, other] {
        state = with_characters!(machine, state, string);
        match machine.text_of_string(&state, string) {
            Some(text) => texts.push(text),
            None => return Ok(Modelled::Code(state)),
        }
    }
    if texts.iter().all(|text| text.is_constant(&machine.pool)) {
        return Ok(Modelled::Code(state));
    }
    let holds = terms::has_at(&mut machine.pool, &texts[0], offset, &texts[1]);
    let (yes, no) = (machine.pool.bv32(1), machine.pool.bv32(0));
    let answer = machine.pool.ite(holds, yes, no);
    returns(state, answer)
}

/// `Integer.toString` and `Long.toString`.
fn numeral(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let number = term!(state, args[0]);
    if machine.pool.is_const(number) {
        return Ok(Modelled::Code(state));
    }
    let string = known!(state, machine.numeral(&mut state, number));
    returns(state, string)
}

/// `Integer.parseInt` of decimal digits.
fn parse(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let radix = term!(state, args[1]);
    let (state, is_null) = decided_null!(machine, state, args[0]);
    if is_null || machine.pool.as_i32(radix) != Some(10) {
        return Ok(Modelled::Code(state));
    }
    let (mut state, string) = object!(machine, state, args[0]);
    let bytes = crate::strings::characters(machine, &state, string);
    match bytes.and_then(|bytes| numeral_of(&state, bytes)) {
        Some(number) if machine.pool.width(number) == 32 => return returns(state, number),
        _ => {}
    }
    state = with_characters!(machine, state, string);
    let text = match machine.text_of_string(&state, string) {
        Some(text) if !text.is_constant(&machine.pool) => text,
        _ => return Ok(Modelled::Code(state)),
    };
    let parsed = numerals::parse(&mut machine.pool, &text);
    let (state, is_valid) = decided!(machine, state, parsed.is_valid);
    if is_valid {
        return returns(state, parsed.number);
    }
    Ok(Modelled::Throws(state, "java/lang/NumberFormatException"))
}

/// `Character.isWhitespace` of one unit.
fn is_white_space(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let code_point = term!(state, args[0]);
    let unit = unit_of_code_point(&mut machine.pool, code_point);
    let Some(unit) = unit.filter(|unit| !machine.pool.is_const(*unit)) else { return Ok(Modelled::Code(state)) };
    let is_other = terms::is_not_white(&mut machine.pool, unit);
    let (yes, no) = (machine.pool.bv32(1), machine.pool.bv32(0));
    let answer = machine.pool.ite(is_other, no, yes);
    returns(state, answer)
}

/// `Character.digit` of one unit, to the base of ten.
fn digit(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (code_point, radix) = (term!(state, args[0]), term!(state, args[1]));
    let unit = unit_of_code_point(&mut machine.pool, code_point);
    match unit.filter(|unit| !machine.pool.is_const(*unit)) {
        Some(unit) if machine.pool.as_i32(radix) == Some(10) => {
            let digit = numerals::digit(&mut machine.pool, unit);
            returns(state, digit)
        }
        _ => Ok(Modelled::Code(state)),
    }
}
