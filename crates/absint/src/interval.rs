//! Intervals of whole numbers.

use crate::domain::{AbstractDomain, Thresholds};

/// All numbers from one bound to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    low: i64,
    high: i64,
}

impl Interval {
    /// The numbers from `low` to `high`; none if `low` is the greater one.
    pub fn new(low: i64, high: i64) -> Interval {
        if low > high { Interval::bottom() } else { Interval { low, high } }
    }

    /// The least number. It means nothing of the empty interval.
    pub fn low(&self) -> i64 {
        self.low
    }

    /// The greatest number. It means nothing of the empty interval.
    pub fn high(&self) -> i64 {
        self.high
    }

    /// The number, if there is only one.
    pub fn constant(&self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }
}

impl AbstractDomain for Interval {
    type Concrete = i64;

    fn top() -> Interval {
        Interval { low: i64::MIN, high: i64::MAX }
    }

    fn bottom() -> Interval {
        Interval { low: i64::MAX, high: i64::MIN }
    }

    fn is_bottom(&self) -> bool {
        self.low > self.high
    }

    fn includes(&self, other: &Interval) -> bool {
        other.is_bottom() || self.low <= other.low && other.high <= self.high
    }

    fn join(&self, other: &Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn meet(&self, other: &Interval) -> Interval {
        Interval::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// A bound that moves goes to the next threshold.
    fn widen(&self, next: &Interval, thresholds: &Thresholds) -> Interval {
        if self.is_bottom() {
            return *next;
        }
        if next.is_bottom() {
            return *self;
        }
        let low = if next.low < self.low {
            thresholds.iter().rev().copied().find(|bound| *bound <= next.low).unwrap_or(i64::MIN)
        } else {
            self.low
        };
        let high = if next.high > self.high {
            thresholds.iter().copied().find(|bound| *bound >= next.high).unwrap_or(i64::MAX)
        } else {
            self.high
        };
        Interval { low, high }
    }

    fn contains(&self, concrete: &i64) -> bool {
        self.low <= *concrete && *concrete <= self.high
    }
}
