//! Values of code that is read and not run: known where they depend on parameters and constants only.

use clew_facts::{FieldKey, Value};
use clew_ir::{BinaryOp, Conversion, UnaryOp};
use std::sync::Arc;

/// A value of code that is read and not run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sym {
    /// This very value. Truth values are `Boolean`, whatever is narrower than an `int` is an `Int`.
    Value(Value),
    /// The string of these UTF-16 units.
    Text(Arc<[u16]>),
    /// The parameter at this position, the receiver not counted.
    Param(usize),
    /// An object the code made, or the receiver (0).
    Object(usize),
    /// What a field of the object held at the start.
    Field(usize, FieldKey),
    /// What a static field holds.
    Static(FieldKey),
    /// An operator applied to a value.
    Unary(UnaryOp, Box<Sym>),
    /// An operator applied to two values.
    Binary(BinaryOp, Box<Sym>, Box<Sym>),
    /// Anything else.
    Opaque,
}

impl Sym {
    /// The value for these arguments; [`Sym::Opaque`] where it is not known.
    pub(crate) fn with_arguments(&self, arguments: &[Value]) -> Sym {
        match self {
            Sym::Param(index) => arguments.get(*index).map_or(Sym::Opaque, |value| Sym::Value(on_stack(value))),
            Sym::Unary(op, operand) => fold_unary(*op, operand.with_arguments(arguments)),
            Sym::Binary(op, left, right) => {
                fold_binary(*op, left.with_arguments(arguments), right.with_arguments(arguments))
            }
            other => other.clone(),
        }
    }
}

/// The value as the operand stack of the JVM has it: `boolean` and the narrow integers are `int`.
fn on_stack(value: &Value) -> Value {
    match value {
        Value::Boolean(value) => Value::Int(i32::from(*value)),
        Value::Byte(value) => Value::Int(i32::from(*value)),
        Value::Char(value) => Value::Int(i32::from(*value)),
        Value::Short(value) => Value::Int(i32::from(*value)),
        other => other.clone(),
    }
}

/// The operator applied to the operand.
pub(crate) fn fold_unary(op: UnaryOp, operand: Sym) -> Sym {
    match (op, &operand) {
        (_, Sym::Opaque) => Sym::Opaque,
        (UnaryOp::IsNull, Sym::Object(_) | Sym::Text(_) | Sym::Value(Value::Ref(_))) => truth(false),
        (UnaryOp::IsNull, Sym::Value(Value::Null)) => truth(true),
        (UnaryOp::Not, Sym::Value(Value::Boolean(value))) => truth(!value),
        (UnaryOp::Neg, Sym::Value(Value::Int(value))) => int(value.wrapping_neg()),
        (UnaryOp::Convert(conversion), Sym::Value(value)) => convert(conversion, value),
        (_, Sym::Value(_)) => Sym::Opaque,
        _ => Sym::Unary(op, Box::new(operand)),
    }
}

fn convert(conversion: Conversion, value: &Value) -> Sym {
    match (conversion, value) {
        (Conversion::I2B, Value::Int(value)) => int(i32::from(*value as i8)),
        (Conversion::I2C, Value::Int(value)) => int(i32::from(*value as u16)),
        (Conversion::I2S, Value::Int(value)) => int(i32::from(*value as i16)),
        (Conversion::I2L, Value::Int(value)) => Sym::Value(Value::Long(i64::from(*value))),
        (Conversion::L2I, Value::Long(value)) => int(*value as i32),
        (Conversion::Bool2I, Value::Boolean(value)) => int(i32::from(*value)),
        _ => Sym::Opaque,
    }
}

/// The operator applied to the operands. What it does not compute is [`Sym::Opaque`].
pub(crate) fn fold_binary(op: BinaryOp, left: Sym, right: Sym) -> Sym {
    match (&left, &right) {
        (Sym::Opaque, _) | (_, Sym::Opaque) => Sym::Opaque,
        (Sym::Value(Value::Int(a)), Sym::Value(Value::Int(b))) => fold_int(op, *a, *b),
        (Sym::Value(Value::Long(a)), Sym::Value(Value::Long(b))) => fold_long(op, *a, *b),
        (Sym::Value(Value::Boolean(a)), Sym::Value(Value::Boolean(b))) => fold_truth(op, *a, *b),
        (Sym::Value(_), Sym::Value(_)) => Sym::Opaque,
        _ => Sym::Binary(op, Box::new(left), Box::new(right)),
    }
}

fn fold_int(op: BinaryOp, a: i32, b: i32) -> Sym {
    match op {
        BinaryOp::Add => int(a.wrapping_add(b)),
        BinaryOp::Sub => int(a.wrapping_sub(b)),
        BinaryOp::Mul => int(a.wrapping_mul(b)),
        BinaryOp::BitAnd => int(a & b),
        BinaryOp::BitOr => int(a | b),
        BinaryOp::BitXor => int(a ^ b),
        BinaryOp::Ult => truth((a as u32) < (b as u32)),
        _ => compare(op, &a, &b),
    }
}

fn fold_long(op: BinaryOp, a: i64, b: i64) -> Sym {
    match op {
        BinaryOp::CompareLong => int(a.cmp(&b) as i32),
        _ => compare(op, &a, &b),
    }
}

fn fold_truth(op: BinaryOp, a: bool, b: bool) -> Sym {
    match op {
        BinaryOp::And => truth(a && b),
        BinaryOp::Or => truth(a || b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        _ => Sym::Opaque,
    }
}

fn compare<T: Ord>(op: BinaryOp, a: &T, b: &T) -> Sym {
    match op {
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
        _ => Sym::Opaque,
    }
}

/// Whether two references are the same, where that is known already.
pub(crate) fn same_reference(left: &Sym, right: &Sym) -> Sym {
    match (left, right) {
        (Sym::Object(a), Sym::Object(b)) => truth(a == b),
        (Sym::Value(Value::Null), Sym::Value(Value::Null)) => truth(true),
        (Sym::Value(Value::Null), other) | (other, Sym::Value(Value::Null)) => {
            fold_unary(UnaryOp::IsNull, other.clone())
        }
        _ => Sym::Opaque,
    }
}

fn int(value: i32) -> Sym {
    Sym::Value(Value::Int(value))
}

fn truth(value: bool) -> Sym {
    Sym::Value(Value::Boolean(value))
}
