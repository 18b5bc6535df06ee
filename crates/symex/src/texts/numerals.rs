//! Numbers and their decimal digits, as terms.

use super::terms;
use crate::state::text::Text;
use clew_term::{Term, TermPool};

/// How many digits an `int` or a `long` has at most.
fn most_digits(pool: &TermPool, number: Term) -> usize {
    if pool.width(number) == 32 { 10 } else { 19 }
}

/// The power of ten as a number like this one.
fn power_of_ten(pool: &mut TermPool, like: Term, power: usize) -> Term {
    let width = pool.width(like);
    pool.bv(width, 10_u64.pow(power as u32))
}

/// The zeros of the decimal digits of Unicode of one unit, each of which has nine digits behind it.
const ZEROS: [u16; 37] = [
    0x0030, 0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
    0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
    0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/// The size of a number as an unsigned one.
fn magnitude(pool: &mut TermPool, number: Term, is_negative: Term) -> Term {
    let negated = pool.neg(number);
    pool.ite(is_negative, negated, number)
}

fn is_negative(pool: &mut TermPool, number: Term) -> Term {
    let width = pool.width(number);
    let zero = pool.bv(width, 0);
    pool.slt(number, zero)
}

/// How many digits a number has that is not negative, as an unsigned one.
fn digit_count(pool: &mut TermPool, number: Term) -> Term {
    let most = most_digits(pool, number);
    let mut count = pool.bv32(most as i32);
    for digits in (1..most).rev() {
        let bound = power_of_ten(pool, number, digits);
        let is_below = pool.ult(number, bound);
        let few = pool.bv32(digits as i32);
        count = pool.ite(is_below, few, count);
    }
    count
}

/// The length of the decimal numeral of an `int` or a `long`.
pub(crate) fn length(pool: &mut TermPool, number: Term) -> Term {
    let negative = is_negative(pool, number);
    let size = magnitude(pool, number, negative);
    let count = digit_count(pool, size);
    let one = pool.bv32(1);
    let more = pool.add(count, one);
    pool.ite(negative, more, count)
}

/// The decimal numeral of an `int` or a `long`.
pub(crate) fn numeral(pool: &mut TermPool, number: Term) -> Text {
    let negative = is_negative(pool, number);
    let size = magnitude(pool, number, negative);
    let count = digit_count(pool, size);
    let digits = characters(pool, size, count);
    let minus = pool.bv(16, u64::from(b'-'));
    let mut units = Vec::with_capacity(digits.len() + 1);
    for at in 0..=digits.len() {
        let behind = if at == 0 { minus } else { digits[at - 1] };
        units.push(match digits.get(at) {
            Some(digit) => pool.ite(negative, behind, *digit),
            None => behind,
        });
    }
    let length = length(pool, number);
    Text { length, units }
}

/// The digits of a number that has so many, as characters, from the highest on.
fn characters(pool: &mut TermPool, size: Term, count: Term) -> Vec<Term> {
    let most = most_digits(pool, size);
    let mut quotients = vec![size];
    for power in 1..most {
        let divisor = power_of_ten(pool, size, power);
        quotients.push(pool.udiv(size, divisor));
    }
    let ten = power_of_ten(pool, size, 1);
    let zero = pool.bv(16, u64::from(b'0'));
    let character = |pool: &mut TermPool, digit: Term| {
        let digit = pool.extract_low(digit, 16);
        pool.add(zero, digit)
    };
    let (mut lowest_first, mut first) = (Vec::with_capacity(most), Vec::with_capacity(most));
    for (at, quotient) in quotients.iter().enumerate() {
        // Above the first digit there is nothing to take away.
        first.push(character(pool, *quotient));
        let digit = match quotients.get(at + 1) {
            Some(next) => {
                let above = pool.mul(*next, ten);
                pool.sub(*quotient, above)
            }
            None => *quotient,
        };
        lowest_first.push(character(pool, digit));
    }
    let mut highest_first = Vec::with_capacity(most);
    for at in 0..most {
        let of_count = if at == 0 { &first } else { &lowest_first };
        let mut unit = of_count[most - 1 - at];
        for digits in at + 1..most {
            let number = pool.bv32(digits as i32);
            let has_so_many = pool.eq(count, number);
            unit = pool.ite(has_so_many, of_count[digits - 1 - at], unit);
        }
        highest_first.push(unit);
    }
    highest_first
}

/// The decimal digit that a character is, as a 32-bit number, or −1.
pub(crate) fn digit(pool: &mut TermPool, unit: Term) -> Term {
    let mut digit = pool.bv(16, u64::MAX);
    let nine = pool.bv(16, 9);
    for zero in ZEROS.iter().rev() {
        let zero = pool.bv(16, u64::from(*zero));
        let value = pool.sub(unit, zero);
        let is_digit = pool.ule(value, nine);
        digit = pool.ite(is_digit, value, digit);
    }
    pool.sign_extend(digit, 32)
}

/// What `Integer.parseInt` makes of a text.
pub(crate) struct Parsed {
    /// Whether the text is a numeral of an `int`.
    pub is_valid: Term,
    /// The number, if it is.
    pub number: Term,
}

/// The greatest number of digits whose sum is put together without a bound: it takes at most 60 bits.
const MAX_UNBOUNDED: usize = 18;
/// The width in which more digits are put together: a tenfold sum of what is too large already fits in.
const WIDTH: u8 = 36;

/// Reads the decimal numeral of an `int`, with a sign or none.
pub(crate) fn parse(pool: &mut TermPool, text: &Text) -> Parsed {
    let is_unbounded = text.units.len() <= MAX_UNBOUNDED;
    // Three digits take at most ten bits.
    let width = if is_unbounded { (text.units.len() as u8 * 10).div_ceil(3).max(WIDTH) } else { WIDTH };
    let too_large = (!is_unbounded).then(|| pool.bv(width, 1 << 32));
    let mut number = pool.bv(width, 0);
    let mut is_valid = pool.tru();
    let [minus, plus] = [b'-', b'+'].map(|sign| pool.bv(16, u64::from(sign)));
    let first = text.units.first().copied().unwrap_or(plus);
    let negative = pool.eq(first, minus);
    let positive = pool.eq(first, plus);
    let signed = pool.or(negative, positive);
    let none = pool.bv32(-1);
    for (at, unit) in text.units.iter().enumerate() {
        let position = pool.bv32(at as i32);
        let is_there = pool.slt(position, text.length);
        let mut counts = is_there;
        if at == 0 {
            let unsigned = pool.not(signed);
            counts = pool.and(counts, unsigned);
        }
        let digit = digit(pool, *unit);
        let is_digit = pool.ne(digit, none);
        let fits = pool.implies(counts, is_digit);
        is_valid = pool.and(is_valid, fits);
        let next = appended(pool, number, digit, too_large);
        number = pool.ite(counts, next, number);
    }
    let one = pool.bv32(1);
    let zero = pool.bv32(0);
    let least = pool.ite(signed, one, zero);
    let is_long_enough = pool.slt(least, text.length);
    let (most, more) = (pool.bv(width, (1 << 31) - 1), pool.bv(width, 1 << 31));
    let greatest = pool.ite(negative, more, most);
    let is_small = pool.ule(number, greatest);
    let is_valid = pool.and_all(&[is_valid, is_long_enough, is_small]);
    let size = pool.extract_low(number, 32);
    let negated = pool.neg(size);
    Parsed { is_valid, number: pool.ite(negative, negated, size) }
}

/// A number with one digit more, or the bound if that is less.
fn appended(pool: &mut TermPool, number: Term, digit: Term, bound: Option<Term>) -> Term {
    let width = pool.width(number);
    let ten = pool.bv(width, 10);
    let tenfold = pool.mul(number, ten);
    let digit = pool.extract_low(digit, 4);
    let digit = pool.zero_extend(digit, width);
    let sum = pool.add(tenfold, digit);
    match bound {
        Some(bound) => {
            let is_less = pool.ult(sum, bound);
            pool.ite(is_less, sum, bound)
        }
        None => sum,
    }
}

/// Writes a numeral into a row of characters so that it begins at a position.
pub(crate) fn written(pool: &mut TermPool, row: &[Term], begin: Term, part: &Text) -> Vec<Term> {
    let whole = Text { length: begin, units: row.to_vec() };
    let mut units = terms::joined(pool, &whole, part).units;
    units.truncate(row.len());
    units.extend(row[units.len()..].to_vec());
    // What lies behind the part stays as it was.
    let end = pool.add(begin, part.length);
    for (at, unit) in units.iter_mut().enumerate() {
        let position = pool.bv32(at as i32);
        let is_behind = pool.sle(end, position);
        *unit = pool.ite(is_behind, row[at], *unit);
    }
    units
}
