//! Floats by their place in the order of all floats of their format.
//!
//! A *key* numbers the floats of a format from −∞ to +∞, with −0.0 at −1 next below +0.0 at 0; NaN has none. So the next float is
//! the next key, and what is halfway between two keys halves the floats between them. A *rank* is a key with the two zeros
//! made one, as IEEE comparisons see them.

use clew_term::{BinaryOp, Sort, UnaryOp, Value, semantics};

/// A format of floats.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// `float`.
    TruthTable,
    /// `double`.
    Double,
}

impl Format {
    /// The format of the floats of a sort, if it has floats.
    pub(super) fn of(sort: Sort) -> Option<Self> {
        match sort {
            Sort::F32 => Some(Format::TruthTable),
            Sort::F64 => Some(Format::Double),
            Sort::Bool | Sort::Int | Sort::Bv(_) | Sort::Array(_) => None,
        }
    }

    /// The key of +∞. That of −∞ is its complement.
    pub(super) fn infinity(self) -> i64 {
        match self {
            Format::TruthTable => i64::from(f32::INFINITY.to_bits()),
            Format::Double => f64::INFINITY.to_bits() as i64,
        }
    }

    /// The key of this float, or nothing for NaN.
    pub(super) fn key_of(value: &Value) -> Option<i64> {
        match *value {
            Value::F32(bits) if !f32::from_bits(bits).is_nan() => {
                let signed = bits as i32;
                Some(i64::from(if signed >= 0 { signed } else { !(signed & i32::MAX) }))
            }
            Value::F64(bits) if !f64::from_bits(bits).is_nan() => {
                let signed = bits as i64;
                Some(if signed >= 0 { signed } else { !(signed & i64::MAX) })
            }
            _ => None,
        }
    }

    /// The float with a key.
    pub(super) fn at(self, key: i64) -> Value {
        let magnitude = if key >= 0 { key } else { !key };
        match self {
            Format::TruthTable => Value::F32(magnitude as u32 | if key < 0 { 1 << 31 } else { 0 }),
            Format::Double => Value::F64(magnitude as u64 | if key < 0 { 1 << 63 } else { 0 }),
        }
    }

    /// The float with a key as a number; a `float` as the `double` that equals it.
    pub(super) fn number(self, key: i64) -> f64 {
        number(&self.at(key)).unwrap_or(f64::NAN)
    }

    /// The float nearest to a number.
    pub(super) fn nearest(self, number: f64) -> Value {
        match self {
            Format::TruthTable => Value::from_f32(number as f32),
            Format::Double => Value::from_f64(number),
        }
    }

    /// The NaN of the format.
    pub(super) fn nan(self) -> Value {
        self.nearest(f64::NAN)
    }

    /// The key of what a unary operator from floats to floats gives, or nothing for NaN.
    pub(super) fn unary(self, op: UnaryOp, key: i64) -> Option<i64> {
        Self::key_of(&semantics::unary(op, &self.at(key)))
    }

    /// The key of what a binary operator gives, or nothing for NaN.
    pub(super) fn binary(self, op: BinaryOp, left: i64, right: i64) -> Option<i64> {
        Self::key_of(&semantics::binary(op, &self.at(left), &self.at(right)))
    }

    /// The greatest key of floats at most as great as a number; for NaN, that of +∞.
    pub(super) fn key_at_most(self, number: f64) -> i64 {
        let Some(key) = Self::key_of(&self.nearest(number)) else { return self.infinity() };
        match self.number(key) {
            near if near > number => key - 1,
            0.0 => 0,
            _ => key,
        }
    }

    /// The least key of floats at least as great as a number; for NaN, that of −∞.
    pub(super) fn key_at_least(self, number: f64) -> i64 {
        let Some(key) = Self::key_of(&self.nearest(number)) else { return !self.infinity() };
        match self.number(key) {
            near if near < number => key + 1,
            0.0 => -1,
            _ => key,
        }
    }
}

/// A float as a number, if the value is one.
pub(super) fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_f32().map(f64::from))
}

/// The key with the zeros made one.
pub(super) fn rank(key: i64) -> i64 {
    if key < 0 { key + 1 } else { key }
}

/// The greatest key of a rank.
pub(super) fn last_of_rank(rank: i64) -> i64 {
    if rank < 0 { rank - 1 } else { rank }
}

/// The least key of a rank.
pub(super) fn first_of_rank(rank: i64) -> i64 {
    if rank > 0 { rank } else { rank - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_order_of_floats() {
        let numbers = [f64::NEG_INFINITY, f64::MIN, -1.5, -5e-324, -0.0, 0.0, 5e-324, 1.0, f64::MAX, f64::INFINITY];
        let keys: Vec<i64> = numbers.iter().filter_map(|value| Format::key_of(&Value::from_f64(*value))).collect();
        assert!(keys.is_sorted_by(|one, two| one < two));
        for (key, number) in keys.iter().zip(numbers) {
            assert_eq!(Format::Double.at(*key), Value::from_f64(number));
        }
        assert_eq!((keys[4], keys[5]), (-1, 0));
        assert_eq!((keys[0], keys[9]), (!Format::Double.infinity(), Format::Double.infinity()));
        assert_eq!([keys[3], keys[4], keys[5], keys[6]].map(rank), [-1, 0, 0, 1]);
        assert_eq!([-1, 0, 1].map(first_of_rank), [-2, -1, 1]);
        assert_eq!([-1, 0, 1].map(last_of_rank), [-2, 0, 1]);
    }

    #[test]
    fn numbers_round_outwards_to_keys() {
        let single = Format::TruthTable;
        for number in [0.1, -0.1, 1e300, -1e300, 1e-300, 3.5, 0.0, -0.0] {
            let (below, above) = (single.key_at_most(number), single.key_at_least(number));
            assert!(single.number(below) <= number && number <= single.number(above), "{number}");
            assert!(below + 1 >= above, "{number}");
        }
        assert_eq!((single.key_at_least(0.0), single.key_at_most(-0.0)), (-1, 0));
    }
}
