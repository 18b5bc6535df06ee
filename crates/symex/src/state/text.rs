//! Texts of bounded length, as terms.

use clew_base::FastMap;
use clew_heap::Value;
use clew_term::{Term, TermPool};

/// The greatest number of characters of a text that is followed in one piece.
pub(crate) const MAX_UNITS: usize = 160;

/// A text. What lies behind its length means nothing.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// How many characters it has: a 32-bit number, not negative and at most as many as are listed.
    pub length: Term,
    /// The characters, of 16 bits.
    pub units: Vec<Term>,
}

impl Text {
    /// The text of these characters.
    pub(crate) fn constant(pool: &mut TermPool, units: &[u16]) -> Self {
        let length = pool.bv32(units.len() as i32);
        Text { length, units: units.iter().map(|unit| pool.bv(16, u64::from(*unit))).collect() }
    }

    /// Whether all of it is constant.
    pub(crate) fn is_constant(&self, pool: &TermPool) -> bool {
        let length = pool.as_i32(self.length);
        length.is_some_and(|length| self.units.iter().take(length as usize).all(|unit| pool.is_const(*unit)))
    }
}

/// A number that is a length of at most so many characters, as a term whose range says so.
pub(crate) fn bounded(pool: &mut TermPool, length: Term, most: usize) -> Term {
    let mask = (most as u32 + 1).next_power_of_two() - 1;
    let mask = pool.bv(32, u64::from(mask));
    pool.bit_and(length, mask)
}

/// The greatest length that a term may be, if it is one of a text that can be followed.
pub(crate) fn most_of(pool: &TermPool, length: Term) -> Option<usize> {
    let range = pool.range(length);
    let most = usize::try_from(range.high).ok().filter(|_| range.low >= 0)?;
    (most <= 2 * MAX_UNITS).then_some(most)
}

/// The characters that pairs of bytes are.
#[derive(Debug, Default)]
pub(crate) struct Units {
    pub(crate) of_bytes: FastMap<(Term, Term), Term>,
}

impl Units {
    /// The bytes of a character, as the elements of an array.
    pub(crate) fn bytes_of(&mut self, pool: &mut TermPool, unit: Term) -> [Value; 2] {
        let eight = pool.bv(16, 8);
        let high = pool.lshr(unit, eight);
        let bytes = [unit, high].map(|half| {
            let byte = pool.extract_low(half, 8);
            pool.sign_extend(byte, 32)
        });
        if !pool.is_const(unit) {
            self.of_bytes.insert((bytes[0], bytes[1]), unit);
        }
        bytes.map(Value::Term)
    }

    pub(crate) fn unit_of(&self, pool: &mut TermPool, low: Term, high: Term) -> Term {
        if let Some(unit) = self.of_bytes.get(&(low, high)) {
            return *unit;
        }
        let eight = pool.bv(16, 8);
        let [low, high] = [low, high].map(|byte| {
            let bits = pool.extract_low(byte, 8);
            pool.zero_extend(bits, 16)
        });
        let high = pool.shl(high, eight);
        pool.bit_or(high, low)
    }
}
