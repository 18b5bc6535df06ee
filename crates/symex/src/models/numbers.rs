//! Numbers: the bits of floats, and roots.

use super::{Model, ModelResult, decided, returns, secrets};
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
        _ => return None,
    })
}

/// The bits of a float. Which bits a NaN has is the machine's affair, unless it is a constant: the path goes on with the usual ones.
fn bits_of(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Value::Term(float) = args[0] else { return returns(state, args[0]) };
    let bits = match machine.pool.as_const(float) {
        Some(Constant::F32(bits)) => machine.pool.bv(32, u64::from(bits)),
        Some(Constant::F64(bits)) => machine.pool.bv(64, bits),
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
