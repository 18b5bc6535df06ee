//! The few calls that the safe crate lacks.
//!
//! All use the context of the thread, which owns every object passed in, because the backend makes all of them through
//! the safe crate on this thread. Each call gives a new object or nothing on an error; wrapping it takes a reference.
#![allow(unsafe_code)]

use std::ffi::CString;
use z3::ast::{Array, Ast, BV, Dynamic, Float, RoundingMode};
use z3::{Context, Sort};

/// A constant of the sort of arrays with several indices.
pub(super) fn array_constant(name: &str, domain: &[Sort], range: &Sort) -> Option<Dynamic> {
    let context = Context::thread_local();
    let raw = context.get_z3_context();
    let name = CString::new(name).ok()?;
    let domain: Vec<z3_sys::Z3_sort> = domain.iter().map(Sort::get_z3_sort).collect();
    // SAFETY: `name` and `domain` live through the calls, and the length is that of `domain`. Z3 keeps the object that a
    // call returned until the next call, so `sort` is alive when the constant, which refers to it, is made.
    unsafe {
        let symbol = z3_sys::Z3_mk_string_symbol(raw, name.as_ptr())?;
        let sort = z3_sys::Z3_mk_array_sort_n(raw, domain.len() as u32, domain.as_ptr(), range.get_z3_sort())?;
        Some(Dynamic::wrap(&context, z3_sys::Z3_mk_const(raw, symbol, sort)?))
    }
}

/// The array with the element at an index of one or more terms replaced.
pub(super) fn store(array: &Array, index: &[Dynamic], value: &Dynamic) -> Option<Dynamic> {
    let context = array.get_ctx();
    let index: Vec<z3_sys::Z3_ast> = index.iter().map(Ast::get_z3_ast).collect();
    // SAFETY: `index` lives through the call and has the length given; all objects are held by their wrappers.
    unsafe {
        let stored = z3_sys::Z3_mk_store_n(
            context.get_z3_context(),
            array.get_z3_ast(),
            index.len() as u32,
            index.as_ptr(),
            value.get_z3_ast(),
        )?;
        Some(Dynamic::wrap(context, stored))
    }
}

/// The float of this sort with the bits of a vector of the same width.
pub(super) fn float_of_bits(bits: &BV, sort: &Sort) -> Option<Float> {
    let context = bits.get_ctx();
    // SAFETY: both objects are held by their wrappers.
    unsafe {
        let float = z3_sys::Z3_mk_fpa_to_fp_bv(context.get_z3_context(), bits.get_z3_ast(), sort.get_z3_sort())?;
        Some(Float::wrap(context, float))
    }
}

/// The float of this sort nearest to a signed vector, ties to even.
pub(super) fn float_of_signed(number: &BV, sort: &Sort) -> Option<Float> {
    let context = number.get_ctx();
    let rounding = RoundingMode::round_nearest_ties_to_even();
    // SAFETY: all three objects are held by their wrappers.
    unsafe {
        let float = z3_sys::Z3_mk_fpa_to_fp_signed(
            context.get_z3_context(),
            rounding.get_z3_ast(),
            number.get_z3_ast(),
            sort.get_z3_sort(),
        )?;
        Some(Float::wrap(context, float))
    }
}

/// The bytes that the library has allocated, by its own estimate.
pub(super) fn memory_in_use() -> u64 {
    // SAFETY: the call takes nothing and reads a counter.
    unsafe { z3_sys::Z3_get_estimated_alloc_size() }
}
