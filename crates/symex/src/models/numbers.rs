//! Numbers: the bits of floats, and the functions on floats whose results Java promises to the last digit.

use super::secrets;
use crate::core::Core;
use crate::flow::{is_joining, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided, returns};
use crate::state::State;
use clew_heap::Value;
use clew_term::Rounding::{Down, Even, Up};
use clew_term::{FloatConversion, Sort, Term, TermPool, Value as Constant};

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    if matches!(class, "java/lang/Math" | "java/lang/StrictMath") {
        return function_of(class, name, descriptor);
    }
    Some(match (class, name) {
        ("java/lang/Float", "floatToRawIntBits") | ("java/lang/Double", "doubleToRawLongBits") => bits_of,
        ("java/lang/Float", "intBitsToFloat") | ("java/lang/Double", "longBitsToDouble") => of_bits,
        _ => return None,
    })
}

/// The model of a function of `Math` or `StrictMath`. Terms say in one piece what the JDK's code decides in several branches.
fn function_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    Some(match (name, descriptor) {
        ("sqrt", "(D)D") => |machine, state, args| on_one(machine, state, args, TermPool::fsqrt),
        ("floor", "(D)D") => |machine, state, args| on_one(machine, state, args, |pool, x| pool.fround(Down, x)),
        ("ceil", "(D)D") => |machine, state, args| on_one(machine, state, args, |pool, x| pool.fround(Up, x)),
        ("rint", "(D)D") => |machine, state, args| on_one(machine, state, args, |pool, x| pool.fround(Even, x)),
        ("abs", "(D)D" | "(F)F") => |machine, state, args| on_one(machine, state, args, magnitude),
        ("round", "(D)J" | "(F)I") => |machine, state, args| on_one(machine, state, args, nearest_integer),
        ("max", "(DD)D" | "(FF)F") => |machine, state, args| on_two(machine, state, args, greater),
        ("min", "(DD)D" | "(FF)F") => |machine, state, args| on_two(machine, state, args, less),
        ("pow", _) if class == "java/lang/Math" => power,
        _ => return None,
    })
}

/// Applies a function to an argument, or passes on that it is not known.
fn on_one(
    machine: &mut Core<'_>,
    state: State,
    args: &[Value],
    function: fn(&mut TermPool, Term) -> Term,
) -> ModelResult {
    let Value::Term(argument) = args[0] else { return returns(state, args[0]) };
    let result = function(&mut machine.pool, argument);
    returns(state, result)
}

/// Applies a function to two arguments, or passes on that one of them is not known.
fn on_two(
    machine: &mut Core<'_>,
    state: State,
    args: &[Value],
    function: fn(&mut TermPool, Term, Term) -> Term,
) -> ModelResult {
    match (args[0], args[1]) {
        (Value::Term(one), Value::Term(two)) => {
            let result = function(&mut machine.pool, one, two);
            returns(state, result)
        }
        (Value::Term(_), unknown) | (unknown, _) => returns(state, unknown),
    }
}

/// A number of the format of a float.
fn number(pool: &mut TermPool, like: Term, number: f32) -> Term {
    match pool.sort(like) {
        Sort::F32 => pool.f32(number.to_bits()),
        _ => pool.f64(f64::from(number).to_bits()),
    }
}

/// `Math.abs`: what is not above zero, taken from +0.0, so that −0.0 gives +0.0 too.
fn magnitude(pool: &mut TermPool, float: Term) -> Term {
    let zero = number(pool, float, 0.0);
    let not_above = pool.fle(float, zero);
    let difference = pool.fsub(zero, float);
    pool.ite(not_above, difference, float)
}

/// `Math.round`: the nearest integer, of two the greater. What lies between a float and the whole one below it is a float
/// wherever it is near a half.
fn nearest_integer(pool: &mut TermPool, float: Term) -> Term {
    let (half, one) = (number(pool, float, 0.5), number(pool, float, 1.0));
    let below = pool.fround(Down, float);
    let above = pool.fadd(below, one);
    let rest = pool.fsub(float, below);
    let is_above = pool.fle(half, rest);
    let nearest = pool.ite(is_above, above, below);
    let conversion = match pool.sort(float) {
        Sort::F32 => FloatConversion::F2I,
        _ => FloatConversion::D2L,
    };
    pool.convert(conversion, nearest)
}

/// `Math.max`: NaN where one is NaN; +0.0 is above −0.0.
fn greater(pool: &mut TermPool, one: Term, two: Term) -> Term {
    let first = pool.fle(two, one);
    extreme(pool, (one, two), first, one)
}

/// `Math.min`: NaN where one is NaN; −0.0 is below +0.0.
fn less(pool: &mut TermPool, one: Term, two: Term) -> Term {
    let first = pool.fle(one, two);
    extreme(pool, (one, two), first, two)
}

/// The first of two floats if it is NaN or `first` holds, else the second one; of two zeros the second one where
/// `judged`, which is one of them, is −0.0.
fn extreme(pool: &mut TermPool, (one, two): (Term, Term), first: Term, judged: Term) -> Term {
    let (zero, negative) = (number(pool, one, 0.0), number(pool, one, -0.0));
    let zeros = [pool.feq(one, zero), pool.feq(two, zero), pool.eq(judged, negative)];
    let second_zero = pool.and_all(&zeros);
    let is_number = pool.feq(one, one);
    let is_nan = pool.not(is_number);
    let wins = pool.ite(first, one, two);
    let of_numbers = pool.ite(second_zero, two, wins);
    pool.ite(is_nan, one, of_numbers)
}

/// So many binary digits a float has, less a little for what the logarithm rounds.
const WHOLE_DIGITS: f64 = 52.999_999;

/// A power: the JDK's code, where `Math` promises what it gives. Elsewhere a virtual machine may give a neighbouring number.
fn power(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let number = |value: Value| match value {
        Value::Term(term) => match machine.pool.as_const(term) {
            Some(Constant::F64(bits)) => Some(f64::from_bits(bits)),
            _ => None,
        },
        _ => None,
    };
    match (number(args[0]), number(args[1])) {
        (Some(base), Some(exponent)) if is_promised(base, exponent) => Ok(Modelled::Code(state)),
        _ => returns(state, Value::Opaque(secrets::LAST_DIGIT)),
    }
}

/// Whether the specification of `Math.pow` leaves no choice: a special case, or a power of whole numbers that is a float.
fn is_promised(base: f64, exponent: f64) -> bool {
    let special = |value: f64| value == 0.0 || !value.is_finite();
    let is_nan = base < 0.0 && exponent.fract() != 0.0;
    special(base) || special(exponent) || exponent == 1.0 || is_nan || {
        let whole = base.fract() == 0.0 && exponent.fract() == 0.0;
        whole && is_exact(base.abs(), exponent)
    }
}

/// Whether a power of a positive whole number is a float.
fn is_exact(base: f64, exponent: f64) -> bool {
    // The odd factor alone fills the digits of a float; the powers of two among the factors only move the point.
    let mut odd = base;
    while odd % 2.0 == 0.0 {
        odd /= 2.0;
    }
    let size = (exponent * base.log2()).abs();
    let digits = exponent * odd.log2();
    size < f64::from(f64::MAX_EXP - 2) && (odd == 1.0 || exponent > 0.0 && digits < WHOLE_DIGITS)
}

/// The bits of a float. Which bits a NaN has is the machine's affair: the path goes on with the usual ones.
fn bits_of(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Value::Term(float) = args[0] else { return returns(state, args[0]) };
    if is_joining(&state) {
        // In the text of a float all NaN look alike.
        let bits = machine.pool.float_to_bits(float);
        return returns(state, bits);
    }
    let bits = match machine.pool.as_const(float) {
        Some(Constant::F32(bits)) if !f32::from_bits(bits).is_nan() => machine.pool.bv(32, u64::from(bits)),
        Some(Constant::F64(bits)) if !f64::from_bits(bits).is_nan() => machine.pool.bv(64, bits),
        _ => {
            let is_number = machine.pool.feq(float, float);
            let holds;
            (state, holds) = decided!(machine, state, is_number);
            if holds {
                machine.pool.float_to_bits(float)
            } else {
                known!(state, machine.choose_for_machine(&mut state, secrets::BITS_OF_NAN));
                usual_nan(machine, float)
            }
        }
    };
    returns(state, bits)
}

/// The bits of the NaN that Java's own constants are.
fn usual_nan(machine: &mut Core<'_>, float: Term) -> Term {
    match machine.pool.sort(float) {
        Sort::F32 => machine.pool.bv(32, u64::from(f32::NAN.to_bits())),
        _ => machine.pool.bv(64, f64::NAN.to_bits()),
    }
}

/// The float of these bits.
fn of_bits(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let Value::Term(bits) = args[0] else { return returns(state, args[0]) };
    let float = machine.pool.bits_to_float(bits);
    returns(state, float)
}
