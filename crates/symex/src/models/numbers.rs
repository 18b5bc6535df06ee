//! Numbers: the bits of floats, and roots.

use super::{Model, ModelResult, Modelled, decided, returns, secrets};
use crate::machine::Machine;
use crate::state::State;
use clew_heap::Value;
use clew_term::{Sort, Term, Value as Constant};

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    Some(match (class, name) {
        ("java/lang/Float", "floatToRawIntBits") | ("java/lang/Double", "doubleToRawLongBits") => bits_of,
        ("java/lang/Float", "intBitsToFloat") | ("java/lang/Double", "longBitsToDouble") => of_bits,
        ("java/lang/StrictMath" | "java/lang/Math", "sqrt") => |machine, state, args| {
            constant(machine, state, args, |value| match value {
                Constant::F64(bits) => Some(Constant::F64(f64::from_bits(bits).sqrt().to_bits())),
                _ => None,
            })
        },
        ("java/lang/Math", "pow") => power,
        _ => return None,
    })
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
                machine.choose_for_machine(&mut state, secrets::BITS_OF_NAN);
                usual_nan(machine, float)
            }
        }
    };
    returns(state, bits)
}

/// The bits of the NaN that Java's own constants are.
fn usual_nan(machine: &mut Machine<'_>, float: Term) -> Term {
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

/// Applies a function to an argument that is constant; of another, the result is not known.
fn constant(
    machine: &mut Machine<'_>,
    state: State,
    args: &[Value],
    function: fn(Constant) -> Option<Constant>,
) -> ModelResult {
    let argument = match args.first() {
        Some(Value::Term(term)) => machine.pool.as_const(*term),
        _ => None,
    };
    let value = match argument.and_then(function) {
        Some(result) => Value::Term(term_of(machine, &result)),
        None => Value::Opaque("a function of a symbolic float"),
    };
    returns(state, value)
}

fn term_of(machine: &mut Machine<'_>, value: &Constant) -> Term {
    match value {
        Constant::Bv { width, bits } => machine.pool.bv(*width, *bits),
        Constant::F32(bits) => machine.pool.f32(*bits),
        Constant::F64(bits) => machine.pool.f64(*bits),
        Constant::Bool(value) => machine.pool.bool(*value),
        Constant::Int(value) => machine.pool.int(value.clone()),
        // No function here gives an array.
        Constant::Array(_) => machine.pool.fls(),
    }
}
