//! Which values a part of a query may have: an interval, and whether it may be NaN.

use super::format::{Format, rank};
use clew_term::{SignedRange, Sort, Value, semantics};

/// The floats that a part may be: those whose keys lie within bounds, and NaN or not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FloatRange {
    /// The format of the floats.
    pub(super) format: Format,
    /// The least key. Where it is above `high`, the part is no number.
    pub(super) low: i64,
    /// The greatest key.
    pub(super) high: i64,
    /// Whether the part may be NaN.
    pub(super) nan: bool,
}

impl FloatRange {
    /// All floats, NaN included.
    pub(super) fn full(format: Format) -> Self {
        Self { nan: true, ..Self::numbers(format) }
    }

    /// All floats but NaN.
    pub(super) fn numbers(format: Format) -> Self {
        Self { format, low: !format.infinity(), high: format.infinity(), nan: false }
    }

    /// No float at all.
    pub(super) fn none(format: Format) -> Self {
        Self { format, low: 0, high: -1, nan: false }
    }

    /// NaN alone, if it may be.
    pub(super) fn only_nan(format: Format, nan: bool) -> Self {
        Self { nan, ..Self::none(format) }
    }

    /// Just this float.
    pub(super) fn point(format: Format, value: &Value) -> Self {
        match Format::key_of(value) {
            Some(key) => Self { format, low: key, high: key, nan: false },
            None => Self::only_nan(format, true),
        }
    }

    /// The floats between two keys.
    pub(super) fn between(format: Format, low: i64, high: i64, nan: bool) -> Self {
        Self { format, low: low.max(!format.infinity()), high: high.min(format.infinity()), nan }
    }

    /// Whether some number is among the floats.
    pub(super) fn has_numbers(self) -> bool {
        self.low <= self.high
    }

    /// Whether there is no float.
    pub(super) fn is_empty(self) -> bool {
        !self.has_numbers() && !self.nan
    }

    /// Whether a key is that of one of the floats.
    pub(super) fn contains(self, key: i64) -> bool {
        self.low <= key && key <= self.high
    }

    /// Whether a zero is among the floats.
    pub(super) fn has_zero(self) -> bool {
        self.has_numbers() && rank(self.low) <= 0 && rank(self.high) >= 0
    }

    /// Whether an infinity is among the floats.
    pub(super) fn has_infinity(self) -> bool {
        self.contains(self.format.infinity()) || self.contains(!self.format.infinity())
    }

    /// The floats of both.
    pub(super) fn meet(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high), nan: self.nan && other.nan, ..self }
    }

    /// Bounds on the floats of either.
    pub(super) fn join(self, other: Self) -> Self {
        let nan = self.nan || other.nan;
        match (self.has_numbers(), other.has_numbers()) {
            (_, false) => Self { nan, ..self },
            (false, true) => Self { nan, ..other },
            (true, true) => Self { low: self.low.min(other.low), high: self.high.max(other.high), nan, ..self },
        }
    }
}

/// The values that a part may have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// Truth values.
    Truth {
        /// Whether it may hold.
        holds: bool,
        /// Whether it may fail.
        fails: bool,
    },
    /// Words, read as signed numbers. Where `low` is above `high`, there are none.
    Word(SignedRange),
    /// Floats.
    Float(FloatRange),
    /// Any value of a sort that is not looked into.
    Any,
}

impl Domain {
    /// Either truth value.
    pub(super) const EITHER: Self = Domain::Truth { holds: true, fails: true };
    /// The truth.
    pub(super) const TRUE: Self = Domain::Truth { holds: true, fails: false };
    /// The untruth.
    pub(super) const FALSE: Self = Domain::Truth { holds: false, fails: true };

    /// All values of a sort.
    pub(super) fn full(sort: Sort) -> Self {
        match (sort, Format::of(sort)) {
            (_, Some(format)) => Domain::Float(FloatRange::full(format)),
            (Sort::Bool, _) => Self::EITHER,
            (Sort::Bv(width), _) => Domain::Word(SignedRange::full(width)),
            _ => Domain::Any,
        }
    }

    /// Just this value.
    pub(super) fn point(value: &Value, sort: Sort) -> Self {
        match (value, Format::of(sort)) {
            (_, Some(format)) => Domain::Float(FloatRange::point(format, value)),
            (Value::Bool(true), _) => Self::TRUE,
            (Value::Bool(false), _) => Self::FALSE,
            (Value::Bv { width, bits }, _) => {
                let number = semantics::signed(*width, *bits);
                Domain::Word(SignedRange { low: number, high: number })
            }
            _ => Domain::Any,
        }
    }

    /// Whether there is no value.
    pub(super) fn is_empty(self) -> bool {
        match self {
            Domain::Truth { holds, fails } => !holds && !fails,
            Domain::Word(range) => range.low > range.high,
            Domain::Float(range) => range.is_empty(),
            Domain::Any => false,
        }
    }

    /// The values of both.
    pub(super) fn meet(self, other: Self) -> Self {
        match (self, other) {
            (Domain::Truth { holds, fails }, Domain::Truth { holds: also_holds, fails: also_fails }) => {
                Domain::Truth { holds: holds && also_holds, fails: fails && also_fails }
            }
            (Domain::Word(one), Domain::Word(two)) => {
                Domain::Word(SignedRange { low: one.low.max(two.low), high: one.high.min(two.high) })
            }
            (Domain::Float(one), Domain::Float(two)) => Domain::Float(one.meet(two)),
            (one, _) => one,
        }
    }

    /// Bounds on the values of either.
    pub(super) fn join(self, other: Self) -> Self {
        match (self, other) {
            (one, two) if one.is_empty() => two,
            (one, two) if two.is_empty() => one,
            (Domain::Truth { holds, fails }, Domain::Truth { holds: also_holds, fails: also_fails }) => {
                Domain::Truth { holds: holds || also_holds, fails: fails || also_fails }
            }
            (Domain::Word(one), Domain::Word(two)) => {
                Domain::Word(SignedRange { low: one.low.min(two.low), high: one.high.max(two.high) })
            }
            (Domain::Float(one), Domain::Float(two)) => Domain::Float(one.join(two)),
            (one, _) => one,
        }
    }

    /// The truth value, if it is known.
    pub(super) fn truth(self) -> Option<bool> {
        match self {
            Self::TRUE => Some(true),
            Self::FALSE => Some(false),
            _ => None,
        }
    }

    /// Whether a value is among those.
    #[cfg(test)]
    pub(super) fn has(self, value: &Value, sort: Sort) -> bool {
        !self.meet(Self::point(value, sort)).is_empty()
    }
}
