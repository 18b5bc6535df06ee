//! Operators on machine numbers, against the values that the Java language specification gives.
#![allow(clippy::unwrap_used)]

use clew_ir::*;

fn convert(conversion: Conversion, operand: Value) -> Value {
    eval_unary(UnaryOp::Convert(conversion), &operand).unwrap()
}

fn f(value: f32) -> Value {
    Value::F32(value.to_bits())
}

fn d(value: f64) -> Value {
    Value::F64(value.to_bits())
}

fn binary(op: BinaryOp, left: Value, right: Value) -> Value {
    eval_binary(op, &left, &right).unwrap()
}

#[test]
fn conversions_to_integers_saturate() {
    use Conversion::*;
    for (value, int, long) in [
        (f64::NAN, 0, 0),
        (f64::INFINITY, i32::MAX, i64::MAX),
        (f64::NEG_INFINITY, i32::MIN, i64::MIN),
        (-1.9, -1, -1),
        (1e10, i32::MAX, 10_000_000_000),
        (-0.0, 0, 0),
    ] {
        assert_eq!(convert(D2I, d(value)), Value::Bv32(int));
        assert_eq!(convert(D2L, d(value)), Value::Bv64(long));
    }
    assert_eq!(convert(F2I, f(3e9)), Value::Bv32(i32::MAX));
    assert_eq!(convert(F2L, f(f32::NAN)), Value::Bv64(0));
}

#[test]
fn other_conversions_round_narrow_or_extend() {
    use Conversion::*;
    assert_eq!(convert(I2F, Value::Bv32(16_777_217)), f(16_777_216.0));
    assert_eq!(convert(L2F, Value::Bv64(i64::MAX)), f(9.223372e18));
    assert_eq!(convert(L2D, Value::Bv64((1 << 53) + 1)), d(9007199254740992.0));
    assert_eq!(convert(D2F, d(1e40)), f(f32::INFINITY));
    assert_eq!(convert(D2F, d(f64::NAN)), Value::F32(0x7fc0_0000));
    assert_eq!(convert(F2D, Value::F32(0xffc1_2345)), Value::F64(0x7ff8_0000_0000_0000));
    assert_eq!(convert(L2I, Value::Bv64(0x1_8000_0000)), Value::Bv32(i32::MIN));
    assert_eq!(convert(I2L, Value::Bv32(-1)), Value::Bv64(-1));
    assert_eq!(convert(I2B, Value::Bv32(0x1ff)), Value::Bv32(-1));
    assert_eq!(convert(I2C, Value::Bv32(-1)), Value::Bv32(0xffff));
    assert_eq!(convert(I2S, Value::Bv32(0x18000)), Value::Bv32(-32768));
    assert_eq!(convert(Bool2I, Value::Bool(true)), Value::Bv32(1));
    assert_eq!(convert(I2D, Value::Bv32(i32::MIN)), d(-2147483648.0));
}

#[test]
fn integer_operators_are_those_of_java() {
    use BinaryOp::*;
    let int = |op, left, right| binary(op, Value::Bv32(left), Value::Bv32(right));
    assert_eq!(int(Div, i32::MIN, -1), Value::Bv32(i32::MIN));
    assert_eq!(int(Rem, i32::MIN, -1), Value::Bv32(0));
    assert_eq!(int(Rem, -7, 3), Value::Bv32(-1));
    assert_eq!(int(Shl, 1, 33), Value::Bv32(2));
    assert_eq!(int(Shr, -8, 1), Value::Bv32(-4));
    assert_eq!(int(Ushr, -1, 28), Value::Bv32(15));
    assert_eq!(int(Ushr, -1, -1), Value::Bv32(1));
    assert_eq!(int(Ult, 5, -1), Value::Bool(true));
    assert_eq!(int(Mul, 65536, 65536), Value::Bv32(0));
    assert_eq!(binary(Shl, Value::Bv64(1), Value::Bv32(65)), Value::Bv64(2));
    assert_eq!(binary(Ushr, Value::Bv64(-1), Value::Bv32(60)), Value::Bv64(15));
    assert_eq!(binary(CompareLong, Value::Bv64(i64::MIN), Value::Bv64(1)), Value::Bv32(-1));
    assert_eq!(eval_binary(Rem, &Value::Bv64(1), &Value::Bv64(0)), Err(EvalError::DivisionByZero));
    assert!(matches!(eval_binary(Add, &Value::Bv64(1), &Value::Bv32(1)), Err(EvalError::Types(_))));
    assert_eq!(eval_unary(UnaryOp::Neg, &Value::Bv32(i32::MIN)), Ok(Value::Bv32(i32::MIN)));
}

#[test]
fn floats_are_ieee_and_remainder_is_fmod() {
    use BinaryOp::*;
    assert_eq!(binary(Rem, d(-7.5), d(2.0)), d(-1.5));
    assert_eq!(binary(Rem, d(5.0), d(f64::INFINITY)), d(5.0));
    assert_eq!(binary(Rem, d(-4.0), d(2.0)), d(-0.0));
    assert_eq!(binary(Rem, f(1.0), f(0.0)), Value::F32(0x7fc0_0000));
    assert_eq!(binary(Div, d(0.0), d(0.0)), Value::F64(0x7ff8_0000_0000_0000));
    assert_eq!(binary(Div, d(1.0), d(-0.0)), d(f64::NEG_INFINITY));
    assert_eq!(binary(Add, f(0.1), f(0.2)), f(0.1 + 0.2));
    assert_eq!(binary(CompareLess, f(f32::NAN), f(1.0)), Value::Bv32(-1));
    assert_eq!(binary(CompareGreater, f(f32::NAN), f(1.0)), Value::Bv32(1));
    assert_eq!(binary(CompareLess, d(0.0), d(-0.0)), Value::Bv32(0));
    assert_eq!(binary(Eq, d(f64::NAN), d(f64::NAN)), Value::Bool(false));
    assert_eq!(eval_unary(UnaryOp::Neg, &f(0.0)), Ok(f(-0.0)));
}
