//! Models of methods that cannot be executed as code: natives, and what depends on the virtual machine.
//!
//! A model does what the method does, or ends the path with a reason. It may ask to run again after it had something about
//! its arguments decided.

mod access;
mod arrays;
mod builders;
mod calendars;
mod checksums;
mod classes;
mod coding;
mod digests;
mod entries;
mod enums;
pub(crate) mod files;
mod float_texts;
mod format;
mod glimpses;
pub(crate) mod handles;
pub(crate) mod hashes;
mod locales;
mod lookups;
pub(crate) mod modelled;
mod numbers;
mod objects;
pub(crate) mod output;
mod platform;
pub(crate) mod process;
mod reads;
pub(crate) mod secrets;
pub(crate) mod startup;
mod strings;
mod tables;
pub(crate) mod text;
mod threading;
mod unsafe_memory;
mod updaters;

use crate::models::modelled::Model;

/// The model of a method, named by its class in internal form, its name and its descriptor.
pub(crate) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    if matches!((name, descriptor), ("registerNatives" | "initIDs", "()V")) {
        return Some(platform::nothing);
    }
    objects::model_of(class, name, descriptor)
        .or_else(|| classes::model_of(class, name))
        .or_else(|| enums::model_of(class, name, descriptor))
        .or_else(|| arrays::model_of(class, name))
        .or_else(|| tables::model_of(class, name))
        .or_else(|| lookups::model_of(class, name, descriptor))
        .or_else(|| hashes::model_of(class, name, descriptor))
        .or_else(|| numbers::model_of(class, name, descriptor))
        .or_else(|| float_texts::model_of(class, name, descriptor))
        .or_else(|| builders::model_of(class, name, descriptor))
        .or_else(|| text::model_of(class, name, descriptor))
        .or_else(|| strings::model_of(class, name, descriptor))
        .or_else(|| glimpses::model_of(class, name, descriptor))
        .or_else(|| format::model_of(class, name, descriptor))
        .or_else(|| output::model_of(class, name, descriptor))
        .or_else(|| coding::model_of(class, name))
        .or_else(|| unsafe_memory::model_of(class, name))
        .or_else(|| handles::model_of(class, name))
        .or_else(|| updaters::model_of(class, name))
        .or_else(|| digests::model_of(class, name, descriptor))
        .or_else(|| locales::model_of(class, name, descriptor))
        .or_else(|| calendars::model_of(class, name, descriptor))
        .or_else(|| checksums::model_of(class, name))
        .or_else(|| startup::model_of(class, name))
        .or_else(|| threading::model_of(class, name, descriptor))
        .or_else(|| platform::model_of(class, name))
}

/// Whether a modelled method computes something, so that a proof rests on the model; the others do what the specification
/// of the virtual machine says, or give nothing that is known.
pub(crate) fn computes(class: &str, name: &str) -> bool {
    let computes = [
        strings::computes,
        float_texts::computes,
        glimpses::computes,
        lookups::computes,
        hashes::computes,
        checksums::computes,
        calendars::computes,
        locales::computes,
    ];
    if computes.iter().any(|computes| computes(class, name)) {
        return true;
    }
    matches!(
        name,
        "arraycopy"
            | "clone"
            | "intern"
            | "format"
            | "formatted"
            | "newArray"
            | "getName"
            | "sqrt"
            | "floor"
            | "ceil"
            | "rint"
            | "abs"
            | "round"
            | "max"
            | "min"
            | "floatToRawIntBits"
            | "intBitsToFloat"
            | "doubleToRawLongBits"
            | "longBitsToDouble"
            | "toChars"
    )
}
