//! What each operator means, as total functions on values.
//!
//! Constant folding and evaluation both come here, so they can't disagree. Operands of sorts that the operator does not
//! have are a broken invariant of the caller and panic; the pool's constructors check sorts before they build a term.

use crate::node::{BinaryOp, FloatConversion, Rounding, UnaryOp};
use crate::value::Value;
use num_bigint::{BigInt, Sign};

/// The bits of the one binary32 NaN.
pub const CANONICAL_NAN_32: u32 = 0x7fc0_0000;
/// The bits of the one binary64 NaN.
pub const CANONICAL_NAN_64: u64 = 0x7ff8_0000_0000_0000;

/// A number whose lowest `width` bits are ones.
pub fn mask(width: u8) -> u64 {
    if width >= 64 { u64::MAX } else { (1u64 << width) - 1 }
}

/// The lowest `width` bits of `bits`.
pub fn truncate(width: u8, bits: u64) -> u64 {
    bits & mask(width)
}

/// The signed number that the lowest `width` bits stand for.
pub fn signed(width: u8, bits: u64) -> i64 {
    let unused = 64 - u32::from(width);
    ((bits << unused) as i64) >> unused
}

/// The least signed number of `width` bits.
pub fn min_signed(width: u8) -> i64 {
    i64::MIN >> (64 - u32::from(width))
}

/// The greatest signed number of `width` bits.
pub fn max_signed(width: u8) -> i64 {
    i64::MAX >> (64 - u32::from(width))
}

/// The value of a unary operator.
pub fn unary(op: UnaryOp, operand: &Value) -> Value {
    match (op, operand) {
        (UnaryOp::Not, Value::Bool(value)) => Value::Bool(!value),
        (UnaryOp::Neg, Value::Bv { width, bits }) => Value::bv(*width, bits.wrapping_neg()),
        (UnaryOp::Neg, Value::Int(value)) => Value::Int(-value),
        (UnaryOp::BitNot, Value::Bv { width, bits }) => Value::bv(*width, !bits),
        (UnaryOp::SignExtend(to), Value::Bv { width, bits }) => Value::bv(to, signed(*width, *bits) as u64),
        (UnaryOp::ZeroExtend(to), Value::Bv { bits, .. }) => Value::bv(to, *bits),
        (UnaryOp::ExtractLow(to), Value::Bv { bits, .. }) => Value::bv(to, *bits),
        (UnaryOp::FNeg, Value::F32(bits)) => Value::from_f32(-f32::from_bits(*bits)),
        (UnaryOp::FNeg, Value::F64(bits)) => Value::from_f64(-f64::from_bits(*bits)),
        (UnaryOp::FSqrt, Value::F32(bits)) => Value::from_f32(f32::from_bits(*bits).sqrt()),
        (UnaryOp::FSqrt, Value::F64(bits)) => Value::from_f64(f64::from_bits(*bits).sqrt()),
        (UnaryOp::FRound(to), Value::F32(bits)) => {
            // A whole `double` near a `float` is a `float`.
            Value::from_f32(rounded(to, f64::from(f32::from_bits(*bits))) as f32)
        }
        (UnaryOp::FRound(to), Value::F64(bits)) => Value::from_f64(rounded(to, f64::from_bits(*bits))),
        (UnaryOp::Convert(conversion), _) => convert(conversion, operand),
        (UnaryOp::FloatToBits, Value::F32(bits)) => Value::bv(32, u64::from(*bits)),
        (UnaryOp::FloatToBits, Value::F64(bits)) => Value::bv(64, *bits),
        (UnaryOp::BitsToFloat, Value::Bv { width: 32, bits }) => Value::from_f32(f32::from_bits(*bits as u32)),
        (UnaryOp::BitsToFloat, Value::Bv { width: 64, bits }) => Value::from_f64(f64::from_bits(*bits)),
        (op, operand) => panic!("{op:?} has no meaning on {operand:?}"),
    }
}

fn rounded(to: Rounding, value: f64) -> f64 {
    match to {
        Rounding::Down => value.floor(),
        Rounding::Up => value.ceil(),
        Rounding::Even => value.round_ties_even(),
    }
}

/// The value of a binary operator.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Value {
    if op == BinaryOp::Eq {
        return Value::Bool(left == right);
    }
    match (left, right) {
        (Value::Bool(a), Value::Bool(b)) => on_bools(op, *a, *b),
        (Value::Bv { width, bits: a }, Value::Bv { width: other, bits: b }) if width == other => {
            on_vectors(op, *width, *a, *b)
        }
        (Value::Int(a), Value::Int(b)) => on_integers(op, a, b),
        (Value::F32(a), Value::F32(b)) => {
            let (a, b) = (f32::from_bits(*a), f32::from_bits(*b));
            on_floats(op, f64::from(a), f64::from(b)).unwrap_or_else(|| Value::from_f32(on_f32(op, a, b)))
        }
        (Value::F64(a), Value::F64(b)) => {
            let (a, b) = (f64::from_bits(*a), f64::from_bits(*b));
            on_floats(op, a, b).unwrap_or_else(|| Value::from_f64(on_f64(op, a, b)))
        }
        (left, right) => panic!("{op:?} has no meaning on {left:?} and {right:?}"),
    }
}

fn on_bools(op: BinaryOp, a: bool, b: bool) -> Value {
    match op {
        BinaryOp::And => Value::Bool(a && b),
        BinaryOp::Or => Value::Bool(a || b),
        op => panic!("{op:?} has no meaning on truth values"),
    }
}

/// The meaning on bit-vectors of one width, given as their bits.
fn on_vectors(op: BinaryOp, width: u8, a: u64, b: u64) -> Value {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let too_far = b >= u64::from(width);
    let bits = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::SDiv if b == 0 => {
            if sa >= 0 {
                u64::MAX
            } else {
                1
            }
        }
        BinaryOp::SDiv => sa.wrapping_div(sb) as u64,
        BinaryOp::SRem if b == 0 => a,
        BinaryOp::SRem => sa.wrapping_rem(sb) as u64,
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Shl | BinaryOp::LShr if too_far => 0,
        BinaryOp::Shl => a << b,
        BinaryOp::LShr => a >> b,
        BinaryOp::AShr => (sa >> b.min(63)) as u64,
        BinaryOp::SLt => return Value::Bool(sa < sb),
        BinaryOp::SLe => return Value::Bool(sa <= sb),
        BinaryOp::ULt => return Value::Bool(a < b),
        BinaryOp::ULe => return Value::Bool(a <= b),
        op => panic!("{op:?} has no meaning on bit-vectors"),
    };
    Value::bv(width, bits)
}

fn on_integers(op: BinaryOp, a: &BigInt, b: &BigInt) -> Value {
    let by_zero = b.sign() == Sign::NoSign;
    Value::Int(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::SDiv if by_zero => BigInt::ZERO,
        BinaryOp::SDiv => a / b,
        BinaryOp::SRem if by_zero => a.clone(),
        BinaryOp::SRem => a % b,
        BinaryOp::SLt => return Value::Bool(a < b),
        BinaryOp::SLe => return Value::Bool(a <= b),
        op => panic!("{op:?} has no meaning on integers"),
    })
}

/// The comparisons, which are the same in both formats because widening is exact; `None` for arithmetic.
fn on_floats(op: BinaryOp, a: f64, b: f64) -> Option<Value> {
    match op {
        BinaryOp::FLt => Some(Value::Bool(a < b)),
        BinaryOp::FLe => Some(Value::Bool(a <= b)),
        BinaryOp::FEq => Some(Value::Bool(a == b)),
        _ => None,
    }
}

fn on_f32(op: BinaryOp, a: f32, b: f32) -> f32 {
    match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        BinaryOp::FRem => a % b,
        op => panic!("{op:?} has no meaning on floats"),
    }
}

fn on_f64(op: BinaryOp, a: f64, b: f64) -> f64 {
    match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        BinaryOp::FRem => a % b,
        op => panic!("{op:?} has no meaning on floats"),
    }
}

/// Java's conversion. Rust's `as` truncates, saturates and takes NaN to 0 just as Java does, and rounds to nearest even.
fn convert(conversion: FloatConversion, operand: &Value) -> Value {
    use FloatConversion::*;
    match (conversion, operand) {
        (I2F, Value::Bv { width: 32, bits }) => Value::from_f32(*bits as u32 as i32 as f32),
        (I2D, Value::Bv { width: 32, bits }) => Value::from_f64(f64::from(*bits as u32 as i32)),
        (L2F, Value::Bv { width: 64, bits }) => Value::from_f32(*bits as i64 as f32),
        (L2D, Value::Bv { width: 64, bits }) => Value::from_f64(*bits as i64 as f64),
        (F2I, Value::F32(bits)) => Value::from_i32(f32::from_bits(*bits) as i32),
        (F2L, Value::F32(bits)) => Value::from_i64(f32::from_bits(*bits) as i64),
        (F2D, Value::F32(bits)) => Value::from_f64(f64::from(f32::from_bits(*bits))),
        (D2I, Value::F64(bits)) => Value::from_i32(f64::from_bits(*bits) as i32),
        (D2L, Value::F64(bits)) => Value::from_i64(f64::from_bits(*bits) as i64),
        (D2F, Value::F64(bits)) => Value::from_f32(f64::from_bits(*bits) as f32),
        (conversion, operand) => panic!("{conversion:?} has no meaning on {operand:?}"),
    }
}
