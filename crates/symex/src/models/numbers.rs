//! Numbers: the bits of floats, and roots.

use super::{Model, ModelResult, Modelled};
use crate::machine::Machine;
use crate::state::State;
use clew_heap::Value;
use clew_term::{Term, Value as Constant};

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    Some(match (class, name) {
        ("java/lang/Float", "floatToRawIntBits") => |machine, state, args| {
            constant(machine, state, args, |value| match value {
                Constant::F32(bits) => Some(Constant::Bv { width: 32, bits: u64::from(bits) }),
                _ => None,
            })
        },
        ("java/lang/Float", "intBitsToFloat") => |machine, state, args| {
            constant(machine, state, args, |value| match value {
                Constant::Bv { width: 32, bits } => Some(Constant::F32(bits as u32)),
                _ => None,
            })
        },
        ("java/lang/Double", "doubleToRawLongBits") => |machine, state, args| {
            constant(machine, state, args, |value| match value {
                Constant::F64(bits) => Some(Constant::Bv { width: 64, bits }),
                _ => None,
            })
        },
        ("java/lang/Double", "longBitsToDouble") => |machine, state, args| {
            constant(machine, state, args, |value| match value {
                Constant::Bv { width: 64, bits } => Some(Constant::F64(bits)),
                _ => None,
            })
        },
        ("java/lang/StrictMath" | "java/lang/Math", "sqrt") => |machine, state, args| {
            constant(machine, state, args, |value| match value {
                Constant::F64(bits) => Some(Constant::F64(f64::from_bits(bits).sqrt().to_bits())),
                _ => None,
            })
        },
        _ => return None,
    })
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
    Ok(Modelled::Returns(state, Some(value)))
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
