//! Machine numbers: the reduced product of intervals and congruences, with the operations of the virtual machine.

use crate::congruence::Congruence;
use crate::domain::{AbstractDomain, Thresholds};
use crate::interval::Interval;
use clew_ir::{BinaryOp, Conversion, Type, Value, eval_binary};

/// How wide a machine number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Java's `int` and everything narrower.
    W32,
    /// Java's `long`.
    W64,
}

impl Width {
    /// The width of registers of a type, if they hold machine numbers.
    pub fn of(ty: Type) -> Option<Width> {
        match ty {
            Type::Bv32 => Some(Width::W32),
            Type::Bv64 => Some(Width::W64),
            Type::Bool | Type::Int | Type::F32 | Type::F64 | Type::Ref | Type::Map(_) => None,
        }
    }

    /// All numbers of this width.
    pub fn all(self) -> Interval {
        match self {
            Width::W32 => Interval::new(i64::from(i32::MIN), i64::from(i32::MAX)),
            Width::W64 => Interval::top(),
        }
    }

    fn bits(self) -> u32 {
        match self {
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }

    fn word(self) -> i128 {
        1 << self.bits()
    }

    fn value(self, number: i64) -> Value {
        match self {
            // The numbers of this width fit.
            Width::W32 => Value::Bv32(number as i32),
            Width::W64 => Value::Bv64(number),
        }
    }
}

/// What becomes of results that the machine would wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnOverflow {
    /// They wrap, as the machine has it.
    Wraps,
    /// There are none: `no_overflow`.
    Excluded,
}

/// A result, and whether the mathematical one is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result.
    pub number: Number,
    /// Whether no execution wraps.
    pub exact: bool,
    /// Whether executions that wrap were left out.
    pub excluded: bool,
}

impl Outcome {
    fn exact(number: Number) -> Outcome {
        Outcome { number, exact: true, excluded: false }
    }

    fn inexact(number: Number) -> Outcome {
        Outcome { number, exact: false, excluded: false }
    }
}

/// A set of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    interval: Interval,
    congruence: Congruence,
}

impl Number {
    /// The numbers that both allow, with each made as small as the other has it.
    pub fn of(interval: Interval, congruence: Congruence) -> Number {
        let bottom = Number { interval: Interval::bottom(), congruence: Congruence::bottom() };
        let Some((modulus, residue)) = congruence.class().filter(|_| !interval.is_bottom()) else { return bottom };
        let (low, high) = (i128::from(interval.low()), i128::from(interval.high()));
        let (low, high) = match modulus {
            0 => (low.max(residue), high.min(residue)),
            _ => (low + (residue - low).rem_euclid(modulus), high - (high - residue).rem_euclid(modulus)),
        };
        if low > high || modulus == 0 && low != residue {
            return bottom;
        }
        // What is between two bounds of 64 bits has 64 bits.
        let interval = Interval::new(low as i64, high as i64);
        let congruence = interval.constant().map_or(congruence, Congruence::constant);
        Number { interval, congruence }
    }

    /// This number.
    pub fn constant(value: i64) -> Number {
        Number::of(Interval::new(value, value), Congruence::top())
    }

    /// The numbers from `low` to `high`.
    pub fn between(low: i64, high: i64) -> Number {
        Number::of(Interval::new(low, high), Congruence::top())
    }

    /// All numbers of a width.
    pub fn any(width: Width) -> Number {
        Number::of(width.all(), Congruence::top())
    }

    /// Between which bounds they are.
    pub fn interval(&self) -> Interval {
        self.interval
    }

    /// The least.
    pub fn low(&self) -> i64 {
        self.interval.low()
    }

    /// The greatest.
    pub fn high(&self) -> i64 {
        self.interval.high()
    }

    /// The number, if there is only one.
    pub fn as_constant(&self) -> Option<i64> {
        self.interval.constant()
    }

    /// Without this number, where it is a bound.
    pub fn without(&self, value: i64) -> Number {
        let (mut low, mut high) = (self.low(), self.high());
        if low == value && high == value {
            return Number::bottom();
        }
        if low == value {
            low = low.saturating_add(1);
        }
        if high == value {
            high = high.saturating_sub(1);
        }
        Number::of(Interval::new(low, high), self.congruence)
    }

    /// An operator applied to numbers of these sets; `None` for operators that give no machine number of this width.
    ///
    /// `right` has 32 bits for shifts and else the width of `left`.
    pub fn binary(op: BinaryOp, width: Width, left: &Number, right: &Number, on: OnOverflow) -> Option<Outcome> {
        use BinaryOp::*;
        if left.is_bottom() || right.is_bottom() {
            return Some(Outcome::exact(Number::bottom()));
        }
        Some(match op {
            Add => {
                let range = sum((left.wide(), right.wide()));
                fit(width, range, left.congruence.plus(&right.congruence), on)
            }
            Sub => {
                let (low, high) = right.wide();
                let range = sum((left.wide(), (-high, -low)));
                fit(width, range, left.congruence.plus(&right.congruence.negated()), on)
            }
            Mul => fit(width, product(left.wide(), right.wide()), left.congruence.times(&right.congruence), on),
            Div => fit(width, quotient(left.wide(), right.wide()), Congruence::top(), on),
            Rem => Outcome::inexact(remainder(left, right)),
            Shl | Shr | Ushr => shift(op, width, left, right),
            BitAnd | BitOr | BitXor => Outcome::inexact(bitwise(op, width, left, right)),
            CompareLong => Outcome::inexact(compared(left, right)),
            Eq | Ne | Lt | Le | Gt | Ge | Ult | And | Or | Implies | CompareLess | CompareGreater => return None,
        })
    }

    /// The negated numbers.
    pub fn negated(&self, width: Width, on: OnOverflow) -> Outcome {
        if self.is_bottom() {
            return Outcome::exact(*self);
        }
        let (low, high) = self.wide();
        fit(width, (-high, -low), self.congruence.negated(), on)
    }

    /// A conversion between machine numbers; `None` for one that takes or gives another type.
    pub fn converted(&self, conversion: Conversion) -> Option<Number> {
        Some(match conversion {
            Conversion::I2L => *self,
            Conversion::L2I => self.kept_within(Width::W32.all(), 1 << 32),
            Conversion::I2B => self.kept_within(Interval::new(-128, 127), 1 << 8),
            Conversion::I2C => self.kept_within(Interval::new(0, 0xffff), 1 << 16),
            Conversion::I2S => self.kept_within(Interval::new(-0x8000, 0x7fff), 1 << 16),
            Conversion::I2F
            | Conversion::I2D
            | Conversion::L2F
            | Conversion::L2D
            | Conversion::F2I
            | Conversion::F2L
            | Conversion::F2D
            | Conversion::D2I
            | Conversion::D2L
            | Conversion::D2F
            | Conversion::Bool2I => return None,
        })
    }

    fn kept_within(&self, range: Interval, word: i128) -> Number {
        if range.includes(&self.interval) { *self } else { Number::of(range, self.congruence.wrapped(word)) }
    }

    fn wide(&self) -> (i128, i128) {
        (i128::from(self.low()), i128::from(self.high()))
    }
}

type Range = (i128, i128);

/// The numbers of a mathematical range as the machine has them.
fn fit(width: Width, (low, high): Range, congruence: Congruence, on: OnOverflow) -> Outcome {
    let all = width.all();
    let (least, greatest) = (i128::from(all.low()), i128::from(all.high()));
    if least <= low && high <= greatest {
        return Outcome::exact(Number::of(Interval::new(low as i64, high as i64), congruence));
    }
    match on {
        OnOverflow::Wraps if low == high => {
            let wrapped = (low - least).rem_euclid(width.word()) + least;
            Outcome::inexact(Number::constant(wrapped as i64))
        }
        OnOverflow::Wraps => Outcome::inexact(Number::of(all, congruence.wrapped(width.word()))),
        OnOverflow::Excluded => {
            let (low, high) = (low.max(least), high.min(greatest));
            let number = if low > high {
                Number::bottom()
            } else {
                Number::of(Interval::new(low as i64, high as i64), congruence)
            };
            Outcome { number, exact: true, excluded: true }
        }
    }
}

fn sum((left, right): (Range, Range)) -> Range {
    (left.0 + right.0, left.1 + right.1)
}

fn hull(values: impl IntoIterator<Item = i128>) -> Range {
    values.into_iter().fold((i128::MAX, i128::MIN), |(low, high), value| (low.min(value), high.max(value)))
}

fn product(left: Range, right: Range) -> Range {
    hull([left.0 * right.0, left.0 * right.1, left.1 * right.0, left.1 * right.1])
}

/// Quotients by divisors other than zero; they are monotone in the dividend and, on either side of zero, in the
/// divisor.
fn quotient(left: Range, right: Range) -> Range {
    let negative = (right.0, right.1.min(-1));
    let positive = (right.0.max(1), right.1);
    let divisors =
        [negative, positive].into_iter().filter(|(low, high)| low <= high).flat_map(|(low, high)| [low, high]);
    let all = hull(divisors.flat_map(|divisor| [left.0 / divisor, left.1 / divisor]));
    if all.0 > all.1 { (0, 0) } else { all }
}

fn remainder(left: &Number, right: &Number) -> Number {
    let (low, high) = right.wide();
    let most = low.abs().max(high.abs()) - 1;
    let (least, greatest) = left.wide();
    if low > greatest && least >= 0 {
        return *left;
    }
    let high = if greatest > 0 { greatest.min(most.max(0)) } else { 0 };
    let low = if least < 0 { least.max(-most.max(0)) } else { 0 };
    Number::between(low as i64, high as i64)
}

fn shift(op: BinaryOp, width: Width, left: &Number, right: &Number) -> Outcome {
    let distance = right.as_constant().map(|distance| (distance & i64::from(width.bits() - 1)) as u32);
    let (low, high) = left.wide();
    match (op, distance) {
        (BinaryOp::Shl, Some(distance)) => {
            let factor = 1i128 << distance;
            let times = left.congruence.times(&Congruence::new(0, factor));
            fit(width, (low * factor, high * factor), times, OnOverflow::Wraps)
        }
        (BinaryOp::Shl, None) => Outcome::inexact(Number::any(width)),
        (BinaryOp::Ushr, Some(distance)) if low < 0 && distance > 0 => {
            Outcome::inexact(Number::between(0, ((width.word() - 1) >> distance) as i64))
        }
        (BinaryOp::Ushr, None) if low < 0 => Outcome::inexact(Number::any(width)),
        (_, Some(distance)) => Outcome::inexact(Number::between((low >> distance) as i64, (high >> distance) as i64)),
        // Any distance brings a number nearer to zero, or to -1 from below.
        (_, None) => Outcome::inexact(Number::between(low.min(0) as i64, high.max(-1) as i64)),
    }
}

/// The least number of the form `2^n - 1` that is not less than a natural number.
fn ones_above(value: i64) -> i64 {
    let zeros = value.leading_zeros().max(1);
    ((1u64 << (64 - zeros)) - 1) as i64
}

fn bitwise(op: BinaryOp, width: Width, left: &Number, right: &Number) -> Number {
    if let (Some(one), Some(two)) = (left.as_constant(), right.as_constant())
        && let Ok(value) = eval_binary(op, &width.value(one), &width.value(two))
    {
        return match value {
            Value::Bv32(value) => Number::constant(i64::from(value)),
            Value::Bv64(value) => Number::constant(value),
            _ => Number::any(width),
        };
    }
    let naturals = (left.low() >= 0, right.low() >= 0);
    let greater = left.high().max(right.high());
    match (op, naturals) {
        (BinaryOp::BitAnd, (true, true)) => masked(0, left.high().min(right.high()), left, right),
        (BinaryOp::BitAnd, (true, false)) => masked(0, left.high(), left, right),
        (BinaryOp::BitAnd, (false, true)) => masked(0, right.high(), left, right),
        (BinaryOp::BitAnd, (false, false)) => masked(width.all().low(), width.all().high(), left, right),
        (BinaryOp::BitOr, (true, true)) => Number::between(left.low().max(right.low()), ones_above(greater)),
        (BinaryOp::BitOr, _) if left.high() < 0 || right.high() < 0 => Number::between(width.all().low(), -1),
        (BinaryOp::BitXor, (true, true)) => Number::between(0, ones_above(greater)),
        _ => Number::any(width),
    }
}

/// What is between the bounds, and a multiple of the power of two that one side is a multiple of as a mask.
fn masked(low: i64, high: i64, left: &Number, right: &Number) -> Number {
    let zeros = [left, right].into_iter().filter_map(Number::as_constant).filter(|mask| *mask != 0);
    let zeros = zeros.map(i64::trailing_zeros).max().unwrap_or(0).min(62);
    Number::of(Interval::new(low, high), Congruence::new(1 << zeros, 0))
}

fn compared(left: &Number, right: &Number) -> Number {
    if left.high() < right.low() {
        Number::constant(-1)
    } else if left.low() > right.high() {
        Number::constant(1)
    } else {
        let low = if left.low() >= right.high() { 0 } else { -1 };
        let high = if left.high() <= right.low() { 0 } else { 1 };
        Number::between(low, high)
    }
}

impl AbstractDomain for Number {
    type Concrete = i64;

    fn top() -> Number {
        Number::of(Interval::top(), Congruence::top())
    }

    fn bottom() -> Number {
        Number::of(Interval::bottom(), Congruence::bottom())
    }

    fn is_bottom(&self) -> bool {
        self.interval.is_bottom()
    }

    fn includes(&self, other: &Number) -> bool {
        self.interval.includes(&other.interval) && self.congruence.includes(&other.congruence)
    }

    fn join(&self, other: &Number) -> Number {
        Number::of(self.interval.join(&other.interval), self.congruence.join(&other.congruence))
    }

    fn meet(&self, other: &Number) -> Number {
        Number::of(self.interval.meet(&other.interval), self.congruence.meet(&other.congruence))
    }

    fn widen(&self, next: &Number, thresholds: &Thresholds) -> Number {
        let congruence = self.congruence.widen(&next.congruence, thresholds);
        Number::of(self.interval.widen(&next.interval, thresholds), congruence)
    }

    fn contains(&self, concrete: &i64) -> bool {
        self.interval.contains(concrete) && self.congruence.contains(concrete)
    }
}
