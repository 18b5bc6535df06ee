//! What the operators of programs are as terms. Division is total here: whether it is defined, the program has decided before.

use clew_ir::{BinaryOp, Const, Conversion, UnaryOp};
use clew_term::{FloatConversion, Sort, Term, TermPool};

/// A literal as a term; `null` is none.
pub fn constant(pool: &mut TermPool, constant: &Const) -> Option<Term> {
    Some(match constant {
        Const::Bool(value) => pool.bool(*value),
        Const::Int(value) => pool.int(value.clone()),
        Const::Bv32(value) => pool.bv32(*value),
        Const::Bv64(value) => pool.bv64(*value),
        Const::F32(bits) => pool.f32(*bits),
        Const::F64(bits) => pool.f64(*bits),
        Const::Null => return None,
    })
}

fn is_float(pool: &TermPool, term: Term) -> bool {
    matches!(pool.sort(term), Sort::F32 | Sort::F64)
}

/// The term that an operator gives on one operand of a type it takes. A reference is given as whether it is not null.
pub fn unary(pool: &mut TermPool, op: UnaryOp, term: Term) -> Term {
    match op {
        UnaryOp::Neg if is_float(pool, term) => pool.fneg(term),
        UnaryOp::Neg => pool.neg(term),
        UnaryOp::Not | UnaryOp::IsNull => pool.not(term),
        UnaryOp::Convert(conversion) => convert(pool, conversion, term),
    }
}

fn convert(pool: &mut TermPool, conversion: Conversion, term: Term) -> Term {
    let float = match conversion {
        Conversion::I2L => return pool.sign_extend(term, 64),
        Conversion::L2I => return pool.extract_low(term, 32),
        Conversion::I2B => {
            let low = pool.extract_low(term, 8);
            return pool.sign_extend(low, 32);
        }
        Conversion::I2C => {
            let low = pool.extract_low(term, 16);
            return pool.zero_extend(low, 32);
        }
        Conversion::I2S => {
            let low = pool.extract_low(term, 16);
            return pool.sign_extend(low, 32);
        }
        Conversion::Bool2I => {
            let (one, zero) = (pool.bv32(1), pool.bv32(0));
            return pool.ite(term, one, zero);
        }
        Conversion::I2F => FloatConversion::I2F,
        Conversion::I2D => FloatConversion::I2D,
        Conversion::L2F => FloatConversion::L2F,
        Conversion::L2D => FloatConversion::L2D,
        Conversion::F2I => FloatConversion::F2I,
        Conversion::F2L => FloatConversion::F2L,
        Conversion::F2D => FloatConversion::F2D,
        Conversion::D2I => FloatConversion::D2I,
        Conversion::D2L => FloatConversion::D2L,
        Conversion::D2F => FloatConversion::D2F,
    };
    pool.convert(float, term)
}

/// The term that an operator gives on two operands of types it takes.
pub fn binary(pool: &mut TermPool, op: BinaryOp, left: Term, right: Term) -> Term {
    if is_float(pool, left) {
        return float_binary(pool, op, left, right);
    }
    match op {
        BinaryOp::Add => pool.add(left, right),
        BinaryOp::Sub => pool.sub(left, right),
        BinaryOp::Mul => pool.mul(left, right),
        BinaryOp::Div => pool.sdiv(left, right),
        BinaryOp::Rem => pool.srem(left, right),
        BinaryOp::Shl => pool.java_shl(left, right),
        BinaryOp::Shr => pool.java_shr(left, right),
        BinaryOp::Ushr => pool.java_ushr(left, right),
        BinaryOp::BitAnd => pool.bit_and(left, right),
        BinaryOp::BitOr => pool.bit_or(left, right),
        BinaryOp::BitXor => pool.bit_xor(left, right),
        BinaryOp::Eq => pool.eq(left, right),
        BinaryOp::Ne => {
            let equal = pool.eq(left, right);
            pool.not(equal)
        }
        BinaryOp::Lt => pool.slt(left, right),
        BinaryOp::Le => pool.sle(left, right),
        BinaryOp::Gt => pool.sgt(left, right),
        BinaryOp::Ge => pool.sge(left, right),
        BinaryOp::Ult => pool.ult(left, right),
        BinaryOp::And => pool.and(left, right),
        BinaryOp::Or => pool.or(left, right),
        BinaryOp::Implies => pool.implies(left, right),
        BinaryOp::CompareLong | BinaryOp::CompareLess | BinaryOp::CompareGreater => compare_long(pool, left, right),
    }
}

/// −1, 0 or 1.
fn compare_long(pool: &mut TermPool, left: Term, right: Term) -> Term {
    let (less, equal) = (pool.slt(left, right), pool.eq(left, right));
    let (minus, zero, plus) = (pool.bv32(-1), pool.bv32(0), pool.bv32(1));
    let rest = pool.ite(equal, zero, plus);
    pool.ite(less, minus, rest)
}

fn float_binary(pool: &mut TermPool, op: BinaryOp, left: Term, right: Term) -> Term {
    match op {
        BinaryOp::Add => pool.fadd(left, right),
        BinaryOp::Sub => pool.fsub(left, right),
        BinaryOp::Mul => pool.fmul(left, right),
        BinaryOp::Div => pool.fdiv(left, right),
        BinaryOp::Rem => pool.frem(left, right),
        BinaryOp::CompareLess => pool.compare_less(left, right),
        BinaryOp::CompareGreater => pool.compare_greater(left, right),
        BinaryOp::Lt => pool.flt(left, right),
        BinaryOp::Le => pool.fle(left, right),
        BinaryOp::Gt => pool.flt(right, left),
        BinaryOp::Ge => pool.fle(right, left),
        BinaryOp::Ne => {
            let equal = pool.feq(left, right);
            pool.not(equal)
        }
        // No other operator takes floats; the verifier excludes them, and equality is the one that is total.
        _ => pool.feq(left, right),
    }
}
