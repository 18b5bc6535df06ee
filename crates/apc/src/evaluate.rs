//! Expressions of a program on values. What conditions can say nothing about has no value.

use crate::linear::Linear;
use crate::value::{Num, Value, exact, half, of_symbol, wrap};
use clew_ir::{BinaryOp, Const, Conversion, Expr, Reg, UnaryOp};
use clew_term::{Term, TermPool};
use num_bigint::BigInt;

/// The values of the variables, by register.
pub(crate) type State = Vec<Value>;

/// The value of an expression; `None` where it is unknown.
pub(crate) fn evaluate(pool: &mut TermPool, state: &State, expr: &Expr) -> Option<Value> {
    match expr {
        Expr::Const(constant) => self::constant(pool, constant),
        Expr::Reg(reg) => Some(of_register(state, *reg)).filter(|value| *value != Value::Opaque),
        Expr::Unary(op, operand) => {
            let operand = evaluate(pool, state, operand)?;
            unary(pool, *op, &operand)
        }
        Expr::Binary(op, left, right) => binary(pool, state, *op, left, right),
        Expr::Ite(condition, then, otherwise) => {
            let condition = truth(pool, state, condition)?;
            let (then, otherwise) = (evaluate(pool, state, then)?, evaluate(pool, state, otherwise)?);
            choice(pool, condition, &then, &otherwise)
        }
        Expr::Select(map, index) => {
            let Value::Map(map) = of_register(state, *map) else { return None };
            let index = indices(pool, state, index)?;
            let raw = pool.select(map, &index);
            Some(Value::Num(Num::new(pool, raw, None)))
        }
    }
}

/// The value of a condition; `None` where it is unknown.
pub(crate) fn truth(pool: &mut TermPool, state: &State, expr: &Expr) -> Option<Term> {
    match evaluate(pool, state, expr)? {
        Value::Bool(term) => Some(term),
        Value::Num(_) | Value::Map(_) | Value::Opaque => None,
    }
}

/// The exact values of the indices of an element.
pub(crate) fn indices(pool: &mut TermPool, state: &State, index: &[Expr]) -> Option<Vec<Term>> {
    index.iter().map(|part| number(pool, state, part).map(|num| exact(pool, num))).collect()
}

/// The value of a numeric expression; `None` where it is unknown.
pub(crate) fn number(pool: &mut TermPool, state: &State, expr: &Expr) -> Option<Num> {
    match evaluate(pool, state, expr)? {
        Value::Num(num) => Some(num),
        Value::Bool(_) | Value::Map(_) | Value::Opaque => None,
    }
}

fn of_register(state: &State, reg: Reg) -> Value {
    use clew_base::Id;
    state.get(reg.index()).cloned().unwrap_or(Value::Opaque)
}

fn constant(pool: &mut TermPool, constant: &Const) -> Option<Value> {
    let (value, ty) = match constant {
        Const::Bool(value) => return Some(Value::Bool(pool.bool(*value))),
        Const::Int(value) => (value.clone(), constant.ty()),
        Const::Bv32(value) => (BigInt::from(*value), constant.ty()),
        Const::Bv64(value) => (BigInt::from(*value), constant.ty()),
        Const::F32(_) | Const::F64(_) | Const::Null => return None,
    };
    Some(of_symbol(ty, pool.int(value)))
}

fn choice(pool: &mut TermPool, condition: Term, then: &Value, otherwise: &Value) -> Option<Value> {
    Some(match (then, otherwise) {
        (Value::Bool(then), Value::Bool(otherwise)) => Value::Bool(pool.ite(condition, *then, *otherwise)),
        (Value::Map(then), Value::Map(otherwise)) if then == otherwise => Value::Map(*then),
        (Value::Num(then), Value::Num(otherwise)) => Value::Num(either(pool, condition, *then, *otherwise)),
        _ => return None,
    })
}

/// The first number where a condition holds, else the second.
pub(crate) fn either(pool: &mut TermPool, condition: Term, then: Num, otherwise: Num) -> Num {
    let raw = pool.ite(condition, then.raw, otherwise.raw);
    Num { raw, width: then.width, fits: then.fits && otherwise.fits }
}

fn unary(pool: &mut TermPool, op: UnaryOp, operand: &Value) -> Option<Value> {
    Some(match (op, operand) {
        (UnaryOp::Not, Value::Bool(term)) => Value::Bool(pool.not(*term)),
        (UnaryOp::Neg, Value::Num(num)) => {
            let raw = pool.neg(num.raw);
            Value::Num(Num::new(pool, raw, num.width))
        }
        (UnaryOp::Convert(Conversion::Bool2I), Value::Bool(term)) => {
            let (one, zero) = (pool.int(BigInt::from(1)), pool.int(BigInt::ZERO));
            let raw = pool.ite(*term, one, zero);
            Value::Num(Num { raw, width: Some(32), fits: true })
        }
        (UnaryOp::Convert(conversion), Value::Num(num)) => Value::Num(convert(pool, conversion, *num)?),
        _ => return None,
    })
}

fn convert(pool: &mut TermPool, conversion: Conversion, num: Num) -> Option<Num> {
    let narrowed = |raw| Some(Num { raw, width: Some(32), fits: true });
    match conversion {
        Conversion::I2L => Some(Num { raw: exact(pool, num), width: Some(64), fits: true }),
        Conversion::L2I => Some(Num::new(pool, num.raw, Some(32))),
        Conversion::I2B => narrowed(wrap(pool, num.raw, 8)),
        Conversion::I2S => narrowed(wrap(pool, num.raw, 16)),
        Conversion::I2C => {
            let signed = wrap(pool, num.raw, 16);
            let (zero, modulus) = (pool.int(BigInt::ZERO), pool.int(BigInt::from(1 << 16)));
            let (is_negative, up) = (pool.slt(signed, zero), pool.add(signed, modulus));
            narrowed(pool.ite(is_negative, up, signed))
        }
        _ => None,
    }
}

fn binary(pool: &mut TermPool, state: &State, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Value> {
    let (left, right) = (evaluate(pool, state, left), evaluate(pool, state, right));
    match (left?, right?) {
        (Value::Bool(left), Value::Bool(right)) => logic(pool, op, left, right).map(Value::Bool),
        (Value::Num(left), Value::Num(right)) if left.width == right.width || is_shift(op) => {
            arithmetic(pool, op, left, right)
        }
        _ => None,
    }
}

/// Whether the second operand has 32 bits, whatever the first has.
fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr)
}

fn logic(pool: &mut TermPool, op: BinaryOp, left: Term, right: Term) -> Option<Term> {
    Some(match op {
        BinaryOp::And => pool.and(left, right),
        BinaryOp::Or => pool.or(left, right),
        BinaryOp::Implies => pool.implies(left, right),
        BinaryOp::Eq => pool.iff(left, right),
        BinaryOp::Ne => {
            let same = pool.iff(left, right);
            pool.not(same)
        }
        _ => return None,
    })
}

fn arithmetic(pool: &mut TermPool, op: BinaryOp, left: Num, right: Num) -> Option<Value> {
    let raw = match op {
        BinaryOp::Add => pool.add(left.raw, right.raw),
        BinaryOp::Sub => pool.sub(left.raw, right.raw),
        BinaryOp::Mul => pool.mul(left.raw, right.raw),
        BinaryOp::Div | BinaryOp::Rem => return divide(pool, op, left, right).map(Value::Num),
        BinaryOp::Shl => {
            let factor = BigInt::from(1) << shift_amount(pool, left, right)?;
            let factor = pool.int(factor);
            pool.mul(left.raw, factor)
        }
        BinaryOp::Shr | BinaryOp::Ushr => return shift_right(pool, op, left, right).map(Value::Num),
        BinaryOp::BitAnd => return masked(pool, left, right).or_else(|| masked(pool, right, left)).map(Value::Num),
        BinaryOp::CompareLong => return Some(Value::Num(three_way(pool, left, right))),
        _ => return compare(pool, op, left, right).map(Value::Bool),
    };
    Some(Value::Num(Num::new(pool, raw, left.width)))
}

/// How far a shift by a constant goes: only the low bits of the constant count.
fn shift_amount(pool: &TermPool, left: Num, right: Num) -> Option<u32> {
    let bits = BigInt::from(left.width? - 1);
    // The bits of a negative number are those of its two's complement, which is what `&` takes them from.
    u32::try_from(pool.as_int(right.raw)? & bits).ok()
}

/// The quotient of a number by a power of two, rounded down. A logical shift takes the number for one without a sign.
fn shift_right(pool: &mut TermPool, op: BinaryOp, left: Num, right: Num) -> Option<Num> {
    let amount = shift_amount(pool, left, right)?;
    let value = if op == BinaryOp::Ushr { unsigned(pool, left) } else { exact(pool, left) };
    let raw = rounded_down(pool, value, amount);
    Some(Num { raw, width: left.width, fits: op == BinaryOp::Shr || amount > 0 })
}

fn rounded_down(pool: &mut TermPool, value: Term, bits: u32) -> Term {
    let (divisor, rest) = (pool.int(BigInt::from(1) << bits), pool.int((BigInt::from(1) << bits) - 1));
    let zero = pool.int(BigInt::ZERO);
    // Division truncates towards zero: what is negative is made a multiple that is not greater first.
    let down = pool.sub(value, rest);
    let is_negative = pool.slt(value, zero);
    let value = pool.ite(is_negative, down, value);
    pool.sdiv(value, divisor)
}

/// The number of the same bits without a sign.
fn unsigned(pool: &mut TermPool, num: Num) -> Term {
    let value = exact(pool, num);
    let Some(width) = num.width else { return value };
    let (zero, modulus) = (pool.int(BigInt::ZERO), pool.int(half(width) * 2));
    let (is_negative, up) = (pool.slt(value, zero), pool.add(value, modulus));
    pool.ite(is_negative, up, value)
}

/// The low bits of a number: what is left of it by a power of two, and never negative.
fn masked(pool: &mut TermPool, num: Num, mask: Num) -> Option<Num> {
    let mask = pool.as_int(mask.raw).filter(|_| mask.fits)?.clone();
    let next: BigInt = &mask + 1;
    if mask < BigInt::ZERO || (&next & &mask) != BigInt::ZERO {
        return None;
    }
    // A power of two divides that of the width: the rest is the same for all numbers that are equal modulo the latter.
    let modulus = pool.int(next);
    let rest = pool.srem(num.raw, modulus);
    let (zero, up) = (pool.int(BigInt::ZERO), pool.add(rest, modulus));
    let is_negative = pool.slt(rest, zero);
    let raw = pool.ite(is_negative, up, rest);
    Some(Num { raw, width: num.width, fits: true })
}

/// −1, 0 or 1 as the first number is less than the second, equal to it, or greater.
fn three_way(pool: &mut TermPool, left: Num, right: Num) -> Num {
    let (left, right) = (exact(pool, left), exact(pool, right));
    let (less, same) = (pool.slt(left, right), pool.eq(left, right));
    let [minus_one, zero, one] = [-1, 0, 1].map(|number| pool.int(BigInt::from(number)));
    let rest = pool.ite(same, zero, one);
    Num { raw: pool.ite(less, minus_one, rest), width: Some(32), fits: true }
}

/// Division by a constant; by zero it is no value.
fn divide(pool: &mut TermPool, op: BinaryOp, left: Num, right: Num) -> Option<Num> {
    let divisor = pool.as_int(right.raw).filter(|_| right.fits)?;
    if *divisor == BigInt::ZERO {
        return None;
    }
    let left_value = exact(pool, left);
    let raw = match op {
        BinaryOp::Div => pool.sdiv(left_value, right.raw),
        _ => pool.srem(left_value, right.raw),
    };
    Some(Num::new(pool, raw, left.width))
}

/// Whether two numbers always differ: a number that divides all that can vary of their difference, and the modulus if they may have
/// wrapped around, does not divide the rest.
fn are_apart(pool: &mut TermPool, left: Num, right: Num) -> bool {
    let difference = pool.sub(left.raw, right.raw);
    let sum = Linear::of(pool, difference);
    let modulus = match left.width {
        Some(width) if !(left.fits && right.fits) => half(width) * 2,
        _ => BigInt::ZERO,
    };
    let divisor = sum.parts.values().fold(modulus, |divisor, factor| common_divisor(divisor, factor.clone()));
    divisor != BigInt::ZERO && sum.constant % divisor != BigInt::ZERO
}

/// The greatest common divisor of two numbers, up to its sign.
fn common_divisor(mut one: BigInt, mut other: BigInt) -> BigInt {
    while other != BigInt::ZERO {
        (one, other) = (other.clone(), one % other);
    }
    one
}

fn compare(pool: &mut TermPool, op: BinaryOp, left: Num, right: Num) -> Option<Term> {
    if op == BinaryOp::Ult {
        let (left, right) = (unsigned(pool, left), unsigned(pool, right));
        return Some(pool.slt(left, right));
    }
    if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && are_apart(pool, left, right) {
        return Some(pool.bool(op == BinaryOp::Ne));
    }
    let (left, right) = (exact(pool, left), exact(pool, right));
    Some(match op {
        BinaryOp::Eq => pool.eq(left, right),
        BinaryOp::Ne => pool.ne(left, right),
        BinaryOp::Lt => pool.slt(left, right),
        BinaryOp::Le => pool.sle(left, right),
        BinaryOp::Gt => pool.slt(right, left),
        BinaryOp::Ge => pool.sle(right, left),
        _ => return None,
    })
}
