//! Checksums that the JDK computes in native code, of bytes that are known.

use crate::flow::Stop;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, returns};
use crate::state::State;
use clew_heap::{ArrayData, Ref, Value};

const CRC32: &str = "java/util/zip/CRC32";

/// The polynomial of CRC-32, its bits in reverse.
const POLYNOMIAL: u32 = 0xEDB8_8320;

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    match (class, name) {
        (CRC32, "update") => Some(update),
        (CRC32, "updateBytes0") => Some(update_bytes),
        _ => None,
    }
}

/// Whether a proof rests on the model of the method.
pub(super) fn computes(class: &str, name: &str) -> bool {
    model_of(class, name).is_some()
}

fn unknown(state: State) -> ModelResult {
    Err(Stop::unsupported(state, "the checksum of bytes that are not known"))
}

/// `update(int crc, int b)`; the method on objects has another receiver and is the JDK's own code.
fn update(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let [Value::Term(crc), Value::Term(byte)] = args else { return Ok(super::modelled::Modelled::Code(state)) };
    let (Some(crc), Some(byte)) = (machine.pool.as_i32(*crc), machine.pool.as_i32(*byte)) else {
        return unknown(state);
    };
    let sum = machine.pool.bv32(checksum(crc as u32, [byte as u8]) as i32);
    returns(state, sum)
}

/// `updateBytes0(int crc, byte[] b, int off, int len)`, whose range is in bounds.
fn update_bytes(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let [Value::Term(crc), Value::Ref(Ref::Object(bytes)), Value::Term(from), Value::Term(length)] = args else {
        return unknown(state);
    };
    let number = |value: &Value| match value {
        Value::Term(term) => machine.pool.as_i32(*term),
        Value::Ref(_) | Value::Opaque(_) => None,
    };
    let natural = |term| machine.pool.as_i32(term).and_then(|number| usize::try_from(number).ok());
    let (from, length) = (natural(*from), natural(*length));
    let known =
        match (machine.pool.as_i32(*crc), from, length, state.heap.object(*bytes).array().map(|array| &array.data)) {
            (Some(crc), Some(from), Some(length), Some(ArrayData::Dense(elements))) => {
                let bytes: Option<Vec<u8>> =
                    elements.iter().skip(from).take(length).map(|byte| number(byte).map(|byte| byte as u8)).collect();
                bytes.filter(|bytes| bytes.len() == length).map(|bytes| checksum(crc as u32, bytes))
            }
            _ => None,
        };
    let Some(sum) = known else { return unknown(state) };
    let sum = machine.pool.bv32(sum as i32);
    returns(state, sum)
}

fn checksum(crc: u32, bytes: impl IntoIterator<Item = u8>) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ POLYNOMIAL } else { crc >> 1 };
    !bytes.into_iter().fold(!crc, |crc, byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_the_digits_is_the_usual_one() {
        assert_eq!(checksum(0, *b"123456789"), 0xCBF4_3926);
        assert_eq!(checksum(checksum(0, *b"1234"), *b"56789"), 0xCBF4_3926);
    }
}
