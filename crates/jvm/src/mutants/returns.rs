//! Other values that are returned.
//!
//! The instruction that pushes the value pushes another one instead. What it would have taken from the operand stack stays there;
//! the return drops it.

use super::numbers::outcome;
use super::view::View;
use super::{Change, MutantOperator};
use crate::op::{Op, StackOp};
use clew_ir::{Const, Type};

/// The pushes of null, and of zero and one of each type.
const NULL: u8 = 1;
const INT: u8 = 3;
const LONG: u8 = 9;
const FLOAT: u8 = 11;
const DOUBLE: u8 = 14;

/// The slots of the longest value.
const SLOTS: u16 = 2;

/// The changes of an instruction that pushes the value that is returned.
pub(super) fn changes(view: &View<'_>, at: usize) -> Vec<Change> {
    if let Some(change) = of_condition(view, at) {
        return vec![change];
    }
    let (Some(op), Some(Op::Return(Some(ty)))) = (view.op(at), view.op(at + 1)) else { return Vec::new() };
    if view.is_target(at + 1) || !pushes(op) {
        return Vec::new();
    }
    let call = match op {
        Op::Invoke(_, method) if &*method.name != "<init>" => format!(", without the call of {}", method.name),
        _ => String::new(),
    };
    let change = |(push, value): (u8, &str)| Change {
        operator: MutantOperator::Return,
        words: format!("the returned value became {value}{call}"),
        at,
        bytes: vec![push],
        deeper: SLOTS,
    };
    others(op, *ty, view.returns).into_iter().map(change).collect()
}

/// The pushes of values for the one that an instruction pushes, with these.
fn others(op: &Op, ty: Type, returns: Option<&str>) -> Vec<(u8, &'static str)> {
    let is_zero = matches!(op, Op::Const(constant) if is_zero(constant));
    let number = |zero: u8| if is_zero { vec![(zero + 1, "1")] } else { vec![(zero, "0")] };
    let (no, yes) = ((INT, "false"), (INT + 1, "true"));
    match ty {
        Type::Bv32 if returns == Some("Z") => match op {
            Op::Const(_) if is_zero => vec![yes],
            Op::Const(_) => vec![no],
            _ => vec![yes, no],
        },
        Type::Bv32 => number(INT),
        Type::Bv64 => number(LONG),
        Type::F32 => number(FLOAT),
        Type::F64 => number(DOUBLE),
        Type::Ref if matches!(op, Op::Const(_)) => Vec::new(),
        Type::Ref => vec![(NULL, "null")],
        Type::Bool | Type::Int | Type::Map(_) => Vec::new(),
    }
}

fn is_zero(constant: &Const) -> bool {
    matches!(constant, Const::Bv32(0) | Const::Bv64(0) | Const::F32(0) | Const::F64(0))
}

/// The change of one of the two values of a condition whose value is returned: then it always is the other one.
fn of_condition(view: &View<'_>, at: usize) -> Option<Change> {
    let Op::Const(Const::Bv32(value)) = view.op(at)? else { return None };
    let end = outcome(view, at)?;
    if !matches!(view.op(end)?, Op::Return(_)) {
        return None;
    }
    let words = match (view.returns, value) {
        (Some("Z"), 0) => "the returned value became true".to_owned(),
        (Some("Z"), _) => "the returned value became false".to_owned(),
        (_, value) => format!("the returned value became {}", 1 - value),
    };
    let bytes = vec![if *value == 0 { INT + 1 } else { INT }];
    Some(Change { operator: MutantOperator::Return, words, at, bytes, deeper: 0 })
}

/// Whether an instruction pushes one value and does nothing else that has to be done.
fn pushes(op: &Op) -> bool {
    match op {
        Op::Const(_)
        | Op::LoadString(_)
        | Op::LoadClass(_)
        | Op::Load(..)
        | Op::ArrayLoad(_)
        | Op::Arithmetic(..)
        | Op::Shift(..)
        | Op::Negate(_)
        | Op::Convert(_)
        | Op::Compare(..)
        | Op::GetStatic(_)
        | Op::GetField(_)
        | Op::Invoke(..)
        | Op::InvokeDynamic(_)
        | Op::NewArray(_)
        | Op::NewMultiArray(..)
        | Op::ArrayLength
        | Op::CheckCast(_)
        | Op::InstanceOf(_) => true,
        Op::Stack(
            StackOp::Pop
            | StackOp::Pop2
            | StackOp::Dup
            | StackOp::DupX1
            | StackOp::DupX2
            | StackOp::Dup2
            | StackOp::Dup2X1
            | StackOp::Dup2X2
            | StackOp::Swap,
        )
        | Op::Nop
        | Op::Store(..)
        | Op::Increment(..)
        | Op::ArrayStore(_)
        | Op::IfZero(..)
        | Op::IfInts(..)
        | Op::IfRefs(..)
        | Op::IfNull(..)
        | Op::Goto(_)
        | Op::Switch { .. }
        | Op::Return(_)
        | Op::PutStatic(_)
        | Op::PutField(_)
        | Op::New(_)
        | Op::Throw
        | Op::Monitor(_)
        | Op::Unsupported(_) => false,
    }
}
