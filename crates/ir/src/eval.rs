//! The concrete meaning of expressions, exact for Java's numbers.
//!
//! `&&`, `||`, `==>` and `if` look only at the operands that decide, as Java's do: a zero divisor in an operand that is
//! not looked at does no harm. [`Expr::definedness`] states the same as a formula.
//!
//! NaN results are the canonical ones of Java (`0x7fc00000`, `0x7ff8000000000000`).

use crate::{BinaryOp, Conversion, Expr, Reg, RegInfo, Type, UnaryOp, Value};
use clew_base::Arena;
use num_bigint::BigInt;

/// How many bits a mathematical integer may grow to; a product beyond is not computed.
pub const MAX_INT_BITS: u64 = 1 << 20;

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// A whole number is divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A mathematical integer outgrew [`MAX_INT_BITS`].
    #[error("a number needs more than {MAX_INT_BITS} bits")]
    TooLarge,
    /// A register has no value.
    #[error("register {0} has no value")]
    Unset(Reg),
    /// Operands of types that the operator does not take; the verifier rejects such expressions.
    #[error("{0} does not take operands of these types")]
    Types(String),
}

/// The value of the expression where `register` gives the values of registers.
pub fn eval_expr(expr: &Expr, register: &mut dyn FnMut(Reg) -> Option<Value>) -> Result<Value, EvalError> {
    match expr {
        Expr::Const(literal) => Ok(Value::from(literal)),
        Expr::Reg(reg) => register(*reg).ok_or(EvalError::Unset(*reg)),
        Expr::Unary(op, operand) => eval_unary(*op, &eval_expr(operand, register)?),
        Expr::Binary(op, left, right) => {
            let left = eval_expr(left, register)?;
            match (op, &left) {
                (BinaryOp::And, Value::Bool(false)) => Ok(Value::Bool(false)),
                (BinaryOp::Or, Value::Bool(true)) | (BinaryOp::Implies, Value::Bool(false)) => Ok(Value::Bool(true)),
                _ => eval_binary(*op, &left, &eval_expr(right, register)?),
            }
        }
        Expr::Ite(condition, left, right) => match eval_expr(condition, register)? {
            Value::Bool(true) => eval_expr(left, register),
            Value::Bool(false) => eval_expr(right, register),
            _ => Err(EvalError::Types("Ite".to_owned())),
        },
        Expr::Select(map, indices) => {
            let index = eval_index(indices, register)?;
            match register(*map).ok_or(EvalError::Unset(*map))? {
                Value::Map(map) => Ok(Value::Int(map.get(&index).clone())),
                _ => Err(EvalError::Types("Select".to_owned())),
            }
        }
    }
}

/// The values of the indices of a map.
pub fn eval_index(indices: &[Expr], register: &mut dyn FnMut(Reg) -> Option<Value>) -> Result<Vec<BigInt>, EvalError> {
    let mut values = Vec::with_capacity(indices.len());
    for index in indices {
        match eval_expr(index, register)? {
            Value::Int(value) => values.push(value),
            _ => return Err(EvalError::Types("Select".to_owned())),
        }
    }
    Ok(values)
}

/// The operator applied to a value.
pub fn eval_unary(op: UnaryOp, operand: &Value) -> Result<Value, EvalError> {
    match (op, operand) {
        (UnaryOp::Not, Value::Bool(value)) => Ok(Value::Bool(!value)),
        (UnaryOp::IsNull, Value::Ref(reference)) => Ok(Value::Bool(reference.is_none())),
        (UnaryOp::Neg, Value::Int(value)) => Ok(Value::Int(-value)),
        (UnaryOp::Neg, Value::Bv32(value)) => Ok(Value::Bv32(value.wrapping_neg())),
        (UnaryOp::Neg, Value::Bv64(value)) => Ok(Value::Bv64(value.wrapping_neg())),
        (UnaryOp::Neg, Value::F32(bits)) => Ok(float(-f32::from_bits(*bits))),
        (UnaryOp::Neg, Value::F64(bits)) => Ok(double(-f64::from_bits(*bits))),
        (UnaryOp::Convert(conversion), _) => convert(conversion, operand),
        (UnaryOp::Not | UnaryOp::IsNull | UnaryOp::Neg, _) => Err(EvalError::Types(format!("{op:?}"))),
    }
}

/// A binary32 value, NaN made canonical.
fn float(value: f32) -> Value {
    Value::F32(if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() })
}

/// A binary64 value, NaN made canonical.
fn double(value: f64) -> Value {
    Value::F64(if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() })
}

/// Rust's `as` truncates between whole numbers, rounds to nearest even toward floats, and saturates from floats with zero for
/// NaN: in each case what the JVM specification asks for.
fn convert(conversion: Conversion, operand: &Value) -> Result<Value, EvalError> {
    use Conversion::*;
    Ok(match (conversion, operand) {
        (I2L, Value::Bv32(value)) => Value::Bv64(i64::from(*value)),
        (I2F, Value::Bv32(value)) => float(*value as f32),
        (I2D, Value::Bv32(value)) => double(f64::from(*value)),
        (I2B, Value::Bv32(value)) => Value::Bv32(i32::from(*value as i8)),
        (I2C, Value::Bv32(value)) => Value::Bv32(i32::from(*value as u16)),
        (I2S, Value::Bv32(value)) => Value::Bv32(i32::from(*value as i16)),
        (L2I, Value::Bv64(value)) => Value::Bv32(*value as i32),
        (L2F, Value::Bv64(value)) => float(*value as f32),
        (L2D, Value::Bv64(value)) => double(*value as f64),
        (F2I, Value::F32(bits)) => Value::Bv32(f32::from_bits(*bits) as i32),
        (F2L, Value::F32(bits)) => Value::Bv64(f32::from_bits(*bits) as i64),
        (F2D, Value::F32(bits)) => double(f64::from(f32::from_bits(*bits))),
        (D2I, Value::F64(bits)) => Value::Bv32(f64::from_bits(*bits) as i32),
        (D2L, Value::F64(bits)) => Value::Bv64(f64::from_bits(*bits) as i64),
        (D2F, Value::F64(bits)) => float(f64::from_bits(*bits) as f32),
        (Bool2I, Value::Bool(value)) => Value::Bv32(i32::from(*value)),
        _ => return Err(EvalError::Types(format!("{conversion:?}"))),
    })
}

/// The operator applied to two values. Both operands count, also those of `&&`, `||` and `==>`.
pub fn eval_binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Value, EvalError> {
    let result = match (left, right) {
        (Value::Bool(left), Value::Bool(right)) => bools(op, *left, *right),
        (Value::Int(left), Value::Int(right)) => return ints(op, left, right),
        (Value::Bv32(left), Value::Bv32(right)) => return bv32(op, *left, *right),
        (Value::Bv64(left), Value::Bv64(right)) => return bv64(op, *left, *right),
        (Value::Bv64(left), Value::Bv32(right)) => shift64(op, *left, *right),
        (Value::F32(left), Value::F32(right)) => floats(op, f32::from_bits(*left), f32::from_bits(*right)),
        (Value::F64(left), Value::F64(right)) => doubles(op, f64::from_bits(*left), f64::from_bits(*right)),
        _ => None,
    };
    result.ok_or_else(|| EvalError::Types(format!("{op:?}")))
}

fn bools(op: BinaryOp, left: bool, right: bool) -> Option<Value> {
    Some(Value::Bool(match op {
        BinaryOp::And => left && right,
        BinaryOp::Or => left || right,
        BinaryOp::Implies => !left || right,
        BinaryOp::Eq => left == right,
        BinaryOp::Ne => left != right,
        _ => return None,
    }))
}

/// The comparisons that all whole numbers have.
fn comparison<T: Ord>(op: BinaryOp, left: &T, right: &T) -> Option<Value> {
    Some(Value::Bool(match op {
        BinaryOp::Eq => left == right,
        BinaryOp::Ne => left != right,
        BinaryOp::Lt => left < right,
        BinaryOp::Le => left <= right,
        BinaryOp::Gt => left > right,
        BinaryOp::Ge => left >= right,
        _ => return None,
    }))
}

fn ints(op: BinaryOp, left: &BigInt, right: &BigInt) -> Result<Value, EvalError> {
    let nonzero = || if *right == BigInt::ZERO { Err(EvalError::DivisionByZero) } else { Ok(right) };
    let value = match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul if left.bits() + right.bits() > MAX_INT_BITS => return Err(EvalError::TooLarge),
        BinaryOp::Mul => left * right,
        // The library truncates toward zero.
        BinaryOp::Div => left / nonzero()?,
        BinaryOp::Rem => left % nonzero()?,
        _ => return comparison(op, left, right).ok_or_else(|| EvalError::Types(format!("{op:?}"))),
    };
    if value.bits() > MAX_INT_BITS { Err(EvalError::TooLarge) } else { Ok(Value::Int(value)) }
}

fn bv32(op: BinaryOp, left: i32, right: i32) -> Result<Value, EvalError> {
    use BinaryOp::*;
    if matches!(op, Div | Rem) && right == 0 {
        return Err(EvalError::DivisionByZero);
    }
    Ok(Value::Bv32(match op {
        Add => left.wrapping_add(right),
        Sub => left.wrapping_sub(right),
        Mul => left.wrapping_mul(right),
        Div => left.wrapping_div(right),
        Rem => left.wrapping_rem(right),
        // Only the low five bits of the distance count.
        Shl => left.wrapping_shl(right as u32),
        Shr => left.wrapping_shr(right as u32),
        Ushr => (left as u32).wrapping_shr(right as u32) as i32,
        BitAnd => left & right,
        BitOr => left | right,
        BitXor => left ^ right,
        Ult => return Ok(Value::Bool((left as u32) < right as u32)),
        _ => return comparison(op, &left, &right).ok_or_else(|| EvalError::Types(format!("{op:?}"))),
    }))
}

fn bv64(op: BinaryOp, left: i64, right: i64) -> Result<Value, EvalError> {
    use BinaryOp::*;
    if matches!(op, Div | Rem) && right == 0 {
        return Err(EvalError::DivisionByZero);
    }
    Ok(Value::Bv64(match op {
        Add => left.wrapping_add(right),
        Sub => left.wrapping_sub(right),
        Mul => left.wrapping_mul(right),
        Div => left.wrapping_div(right),
        Rem => left.wrapping_rem(right),
        BitAnd => left & right,
        BitOr => left | right,
        BitXor => left ^ right,
        Ult => return Ok(Value::Bool((left as u64) < right as u64)),
        CompareLong => return Ok(Value::Bv32(left.cmp(&right) as i32)),
        _ => return comparison(op, &left, &right).ok_or_else(|| EvalError::Types(format!("{op:?}"))),
    }))
}

/// Shifts of 64-bit numbers, where only the low six bits of the distance count.
fn shift64(op: BinaryOp, left: i64, right: i32) -> Option<Value> {
    Some(Value::Bv64(match op {
        BinaryOp::Shl => left.wrapping_shl(right as u32),
        BinaryOp::Shr => left.wrapping_shr(right as u32),
        BinaryOp::Ushr => (left as u64).wrapping_shr(right as u32) as i64,
        _ => return None,
    }))
}

/// Java's three-way comparison, `unordered` where one operand is NaN.
fn three_way<T: PartialOrd>(left: &T, right: &T, unordered: i32) -> Value {
    Value::Bv32(left.partial_cmp(right).map_or(unordered, |ordering| ordering as i32))
}

/// Rust's `%` on floats is C's `fmod`, as Java's is.
fn floats(op: BinaryOp, left: f32, right: f32) -> Option<Value> {
    Some(match op {
        BinaryOp::Add => float(left + right),
        BinaryOp::Sub => float(left - right),
        BinaryOp::Mul => float(left * right),
        BinaryOp::Div => float(left / right),
        BinaryOp::Rem => float(left % right),
        BinaryOp::Eq => Value::Bool(left == right),
        BinaryOp::Ne => Value::Bool(left != right),
        BinaryOp::CompareLess => three_way(&left, &right, -1),
        BinaryOp::CompareGreater => three_way(&left, &right, 1),
        _ => return None,
    })
}

/// As [`floats`].
fn doubles(op: BinaryOp, left: f64, right: f64) -> Option<Value> {
    Some(match op {
        BinaryOp::Add => double(left + right),
        BinaryOp::Sub => double(left - right),
        BinaryOp::Mul => double(left * right),
        BinaryOp::Div => double(left / right),
        BinaryOp::Rem => double(left % right),
        BinaryOp::Eq => Value::Bool(left == right),
        BinaryOp::Ne => Value::Bool(left != right),
        BinaryOp::CompareLess => three_way(&left, &right, -1),
        BinaryOp::CompareGreater => three_way(&left, &right, 1),
        _ => return None,
    })
}

impl Expr {
    /// The condition under which evaluating the expression divides no whole number by zero; `None` where that holds always.
    /// Divisions by a literal other than zero count as harmless. The condition itself divides only where its own
    /// earlier parts have made sure that it may, under the evaluation order above.
    ///
    /// The division of floats is total. The expression is well-formed over these registers.
    pub fn definedness(&self, regs: &Arena<Reg, RegInfo>) -> Option<Expr> {
        match self {
            Expr::Const(_) | Expr::Reg(_) => None,
            Expr::Unary(_, operand) => operand.definedness(regs),
            Expr::Select(_, indices) => indices
                .iter()
                .filter_map(|index| index.definedness(regs))
                .reduce(|left, right| Expr::binary(BinaryOp::And, left, right)),
            Expr::Ite(condition, left, right) => {
                let branches = match (left.definedness(regs), right.definedness(regs)) {
                    (None, None) => None,
                    (left, right) => {
                        Some(Expr::Ite(condition.clone(), Box::new(or_true(left)), Box::new(or_true(right))))
                    }
                };
                both(condition.definedness(regs), branches)
            }
            Expr::Binary(op, left, right) => {
                let (first, second) = (left.definedness(regs), right.definedness(regs));
                match op {
                    BinaryOp::And | BinaryOp::Implies => {
                        both(first, second.map(|second| Expr::binary(BinaryOp::Implies, (**left).clone(), second)))
                    }
                    BinaryOp::Or => {
                        both(first, second.map(|second| Expr::binary(BinaryOp::Or, (**left).clone(), second)))
                    }
                    BinaryOp::Div | BinaryOp::Rem => both(both(first, second), nonzero(right, regs)),
                    _ => both(first, second),
                }
            }
        }
    }
}

/// The condition that the divisor is not zero, if there is one.
fn nonzero(divisor: &Expr, regs: &Arena<Reg, RegInfo>) -> Option<Expr> {
    use crate::Const;
    let zero = match divisor.ty(regs).ok()? {
        Type::Int => Const::Int(BigInt::ZERO),
        Type::Bv32 => Const::Bv32(0),
        Type::Bv64 => Const::Bv64(0),
        Type::Bool | Type::F32 | Type::F64 | Type::Ref | Type::Map(_) => return None,
    };
    match divisor {
        Expr::Const(literal) if *literal != zero => None,
        _ => Some(Expr::binary(BinaryOp::Ne, divisor.clone(), Expr::Const(zero))),
    }
}

fn both(left: Option<Expr>, right: Option<Expr>) -> Option<Expr> {
    match (left, right) {
        (Some(left), Some(right)) => Some(Expr::binary(BinaryOp::And, left, right)),
        (left, right) => left.or(right),
    }
}

fn or_true(condition: Option<Expr>) -> Expr {
    condition.unwrap_or(Expr::Const(crate::Const::Bool(true)))
}
