//! The texts of floats.
//!
//! How the JDK finds the shortest digits of a float takes loops that no solver sees through. Most such texts are only
//! printed or returned. So the text of a float that is not known is put together where somebody first looks into it. There a
//! whole number has the digits of the `int` that it equals, and the JDK's code tells the texts of NaN, the infinities and
//! zero. The path of all other floats ends; a concrete run may go on with one of them.

use crate::flow::{Stop, is_joining, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided, returns};
use crate::models::secrets::SYMBOLIC_TEXT;
use crate::state::text::Text;
use crate::state::{Joined, State};
use crate::texts::{numerals, terms};
use clew_heap::Value;
use clew_term::{FloatConversion, Sort, Term, TermPool};
use std::rc::Rc;

/// From this size on, `toString` writes whole numbers with an exponent.
const FIRST_WITH_EXPONENT: i32 = 10_000_000;

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    match (class, name, descriptor) {
        ("java/lang/Double", "toString", "(D)Ljava/lang/String;")
        | ("java/lang/Float", "toString", "(F)Ljava/lang/String;") => Some(later),
        (
            "jdk/internal/math/FloatingDecimal",
            "toJavaFormatString",
            "(D)Ljava/lang/String;" | "(F)Ljava/lang/String;",
        )
        | ("jdk/internal/math/DoubleToDecimal", "toString", "(D)Ljava/lang/String;")
        | ("jdk/internal/math/FloatToDecimal", "toString", "(F)Ljava/lang/String;") => Some(of_whole_number),
        _ => None,
    }
}

/// Whether a method gives texts of floats that are computed here.
pub(super) fn computes(class: &str, name: &str) -> bool {
    class.starts_with("jdk/internal/math/") && matches!(name, "toJavaFormatString" | "toString")
}

/// A text of which nothing is known yet. Only where texts are put together does the code of the method run.
fn later(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Value::Term(number) = args[0] else { return Ok(Modelled::Code(state)) };
    if machine.pool.is_const(number) || is_joining(&state) {
        return Ok(Modelled::Code(state));
    }
    let descriptor = match machine.pool.sort(number) {
        Sort::F32 => "(F)Ljava/lang/String;",
        _ => "(D)Ljava/lang/String;",
    };
    let class = known!(state, machine.load("java/lang/String"));
    // It calls the method that is modelled here.
    let Some(method) = machine.world.find_method(class, "valueOf", descriptor) else {
        return Ok(Modelled::Code(state));
    };
    let text = known!(state, crate::strings::unknown(machine, &mut state, SYMBOLIC_TEXT));
    state.globals.identity.float_texts.insert(text);
    state.globals.texts.joined.insert(text, Joined { method, args: Rc::from([args[0]]), in_locale: false });
    returns(state, text)
}

/// The text of a whole number that has no exponent: its digits, a point and a zero.
fn of_whole_number(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let Value::Term(float) = args[0] else { return Ok(Modelled::Code(state)) };
    if machine.pool.is_const(float) {
        return Ok(Modelled::Code(state));
    }
    let (number, is_whole) = whole(&mut machine.pool, float);
    let (state, is_whole) = decided!(machine, state, is_whole);
    if !is_whole {
        let is_special = has_own_text(&mut machine.pool, float);
        let (state, is_special) = decided!(machine, state, is_special);
        return match is_special {
            true => Ok(Modelled::Code(state)),
            false => Err(Stop::unsupported(state, SYMBOLIC_TEXT)),
        };
    }
    let mut state = state;
    let digits = numerals::numeral(&mut machine.pool, number);
    let end = Text::constant(&mut machine.pool, &[b'.', b'0'].map(u16::from));
    let text = terms::joined(&mut machine.pool, &digits, &end);
    let string = known!(state, machine.string_of_text(&mut state, &text));
    returns(state, string)
}

/// Whether a float is NaN, infinite or zero.
fn has_own_text(pool: &mut TermPool, float: Term) -> Term {
    let own = match pool.sort(float) {
        Sort::F32 => [0.0, f32::INFINITY, f32::NEG_INFINITY].map(|value| pool.f32(value.to_bits())),
        _ => [0.0, f64::INFINITY, f64::NEG_INFINITY].map(|value| pool.f64(value.to_bits())),
    };
    let is_number = pool.feq(float, float);
    let is_nan = pool.not(is_number);
    let equal = own.map(|value| pool.feq(float, value));
    equal.into_iter().fold(is_nan, |any, other| pool.or(any, other))
}

/// The `int` that a float is converted to, and the condition that the float has its digits.
fn whole(pool: &mut TermPool, float: Term) -> (Term, Term) {
    let (to_int, to_float) = match pool.sort(float) {
        Sort::F32 => (FloatConversion::F2I, FloatConversion::I2F),
        _ => (FloatConversion::D2I, FloatConversion::I2D),
    };
    let number = pool.convert(to_int, float);
    // Of zero alone the signs differ.
    let back = pool.convert(to_float, number);
    let is_same = pool.eq(float, back);
    let [least, most] = [1 - FIRST_WITH_EXPONENT, FIRST_WITH_EXPONENT - 1].map(|bound| pool.bv32(bound));
    let (above, below) = (pool.sle(least, number), pool.sle(number, most));
    (number, pool.and_all(&[is_same, above, below]))
}
