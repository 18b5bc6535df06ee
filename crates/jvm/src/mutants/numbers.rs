//! Operators and constants that are others.

use super::view::View;
use super::{Change, MutantOperator, NOP};
use crate::op::{Op, StackOp};
use clew_ir::Const;

/// The first instructions of families, each of which has one for each type of numbers.
const NEGATE: u8 = 116;
const SHIFT: u8 = 120;
const AND: u8 = 126;
const XOR: u8 = 130;

/// The prefix of an instruction with wide operands, and `iinc`.
const WIDE: u8 = 0xc4;
const INCREMENT: u8 = 132;

/// The pushes of constants: of the `int`s from -1 on, of the first numbers of other types, of a byte and of a short.
const INT_ZERO: u8 = 3;
const LONG_ZERO: u8 = 9;
const LONG_ONE: u8 = 10;
const FLOAT_ZERO: u8 = 11;
const FLOAT_ONE: u8 = 12;
const FLOAT_TWO: u8 = 13;
const DOUBLE_ZERO: u8 = 14;
const DOUBLE_ONE: u8 = 15;
const BYTE: u8 = 16;
const SHORT: u8 = 17;

pub(super) fn math(view: &View<'_>, at: usize) -> Option<Change> {
    let opcode = view.opcode(at)?;
    let change =
        |other: u8, words: String| Change { operator: MutantOperator::Math, words, at, bytes: vec![other], deeper: 0 };
    if (NEGATE..SHIFT).contains(&opcode) {
        return Some(change(NOP, "-x became x".to_owned()));
    }
    if (XOR..=XOR + 1).contains(&opcode) && is_all_ones(view.before(at, 1)) {
        return Some(change(opcode - XOR + AND, "~x became x".to_owned()));
    }
    let (other, from, to) = other_operator(opcode)?;
    Some(change(other, format!("{from} became {to}")))
}

fn is_all_ones(op: Option<&Op>) -> bool {
    matches!(op, Some(Op::Const(Const::Bv32(-1) | Const::Bv64(-1))))
}

/// The instruction that takes the place of one on two numbers, with the operators of both.
fn other_operator(opcode: u8) -> Option<(u8, &'static str, &'static str)> {
    Some(match opcode {
        96..=99 => (opcode + 4, "+", "-"),
        100..=103 => (opcode - 4, "-", "+"),
        104..=107 => (opcode + 4, "*", "/"),
        108..=111 => (opcode - 4, "/", "*"),
        112..=115 => (opcode - 8, "%", "*"),
        120 | 121 => (opcode + 2, "<<", ">>"),
        122 | 123 => (opcode - 2, ">>", "<<"),
        124 | 125 => (opcode - 4, ">>>", "<<"),
        126 | 127 => (opcode + 2, "&", "|"),
        128 | 129 => (opcode - 2, "|", "&"),
        130 | 131 => (opcode - 4, "^", "&"),
        _ => return None,
    })
}

pub(super) fn increment(view: &View<'_>, at: usize, by: i32) -> Option<Change> {
    let other = by.checked_neg().filter(|other| *other != by)?;
    let bytes = match *view.bytes(at) {
        [INCREMENT, slot, _] => vec![INCREMENT, slot, i8::try_from(other).ok()? as u8],
        [WIDE, INCREMENT, high, low, ..] => {
            let [first, second] = i16::try_from(other).ok()?.to_be_bytes();
            vec![WIDE, INCREMENT, high, low, first, second]
        }
        _ => return None,
    };
    let form = |by: i32| match by {
        1 => "++".to_owned(),
        -1 => "--".to_owned(),
        0.. => format!("+= {by}"),
        _ => format!("-= {}", by.unsigned_abs()),
    };
    let words = format!("{} became {}", form(by), form(other));
    Some(Change { operator: MutantOperator::Increment, words, at, bytes, deeper: 0 })
}

/// A neighbour of a number that is pushed. Not of one that is returned, which has changes of its own, nor of those that stand for
/// the outcome of a condition, which has too.
pub(super) fn constant(view: &View<'_>, at: usize) -> Option<Change> {
    let next = view.op(at + 1);
    let is_of_complement = matches!(next, Some(Op::Arithmetic(..))) && math(view, at + 1)?.words.starts_with('~');
    if matches!(next, Some(Op::Return(_))) || outcome(view, at).is_some() || is_of_complement {
        return None;
    }
    let opcode = view.opcode(at)?;
    let is_boolean = match next {
        Some(Op::PutField(field) | Op::PutStatic(field)) => &*field.descriptor == "Z",
        Some(Op::Store(_, slot)) => view.variable(*slot, at + 1).is_some_and(|variable| &*variable.descriptor == "Z"),
        _ => false,
    };
    let (bytes, words) = match opcode {
        LONG_ZERO | FLOAT_ZERO | DOUBLE_ZERO => (vec![opcode + 1], "0 became 1".to_owned()),
        LONG_ONE | FLOAT_ONE | DOUBLE_ONE => (vec![opcode - 1], "1 became 0".to_owned()),
        FLOAT_TWO => (vec![FLOAT_ONE], "2 became 1".to_owned()),
        _ => {
            let Op::Const(Const::Bv32(value)) = view.op(at)? else { return None };
            let (bytes, other) = neighbour(opcode, *value)?;
            let words = match (is_boolean, value) {
                (true, 0) => "false became true".to_owned(),
                (true, 1) => "true became false".to_owned(),
                _ => format!("{value} became {other}"),
            };
            (bytes, words)
        }
    };
    Some(Change { operator: MutantOperator::Constant, words, at, bytes, deeper: 0 })
}

/// The push of a neighbour of an `int` with an instruction of the same length. That of 1 is 0: both are values of a `boolean`.
fn neighbour(opcode: u8, value: i32) -> Option<(Vec<u8>, i32)> {
    let (up, down) = (value.saturating_add(1), value.saturating_sub(1));
    Some(match opcode {
        2..=8 => {
            let other = if matches!(value, 1 | 5) { down } else { up };
            (vec![u8::try_from(i32::from(INT_ZERO) + other).ok()?], other)
        }
        BYTE => {
            let other = if i8::try_from(up).is_ok() { up } else { down };
            (vec![BYTE, i8::try_from(other).ok()? as u8], other)
        }
        SHORT => {
            let other = if i16::try_from(up).is_ok() { up } else { down };
            let [high, low] = i16::try_from(other).ok()?.to_be_bytes();
            (vec![SHORT, high, low], other)
        }
        _ => return None,
    })
}

/// The position behind `condition ? 1 : 0`, or `0 : 1`, where a constant is one of the two: the value of a condition.
pub(super) fn outcome(view: &View<'_>, at: usize) -> Option<usize> {
    let bit = |at: usize| match view.op(at) {
        Some(Op::Const(Const::Bv32(bit @ (0 | 1)))) => Some(*bit),
        _ => None,
    };
    let first = if matches!(view.op(at + 1), Some(Op::Goto(_))) { at } else { at.checked_sub(2)? };
    let Some(Op::Goto(end)) = view.op(first + 1) else { return None };
    let is_value = bit(first)? != bit(first + 2)? && *end == view.offset(first + 3);
    let is_kept = !matches!(view.op(first + 3), Some(Op::Stack(StackOp::Pop)));
    (is_value && is_kept).then_some(first + 3)
}
