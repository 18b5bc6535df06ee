//! Forward propagation: the domain of an operator's result from those of its operands.
//!
//! Rounding to nearest keeps the order of numbers, so an operator that grows with its operands has its bounds at their
//! bounds, rounded as all its results are. Nothing has to be rounded outwards here.

use super::domain::{Domain, FloatRange};
use super::format::{Format, rank};
use super::problem::{Kind, Place, Problem};
use clew_term::{BinaryOp, FloatConversion, Rounding, SignedRange, Sort, UnaryOp, Value, semantics};

/// The values that a part may have, as far as the domains of its operands tell.
pub(super) fn forward(problem: &Problem, domains: &[Domain], place: Place) -> Domain {
    let part = &problem.parts[place];
    match &part.kind {
        Kind::Constant(value) => Domain::point(value, part.sort),
        Kind::Symbol(_) | Kind::Opaque => domains[place],
        Kind::Unary(op, operand) => of_unary(*op, domains[*operand], problem.parts[*operand].sort, part.sort),
        Kind::Binary(op, left, right) => match (domains[*left], domains[*right]) {
            (Domain::Truth { .. }, Domain::Truth { .. }) => on_truths(*op, domains[*left], domains[*right]),
            (Domain::Word(a), Domain::Word(b)) => on_words(*op, a, b, problem.parts[*left].sort),
            (Domain::Float(a), Domain::Float(b)) if left == right => on_same_float(*op, a, b),
            (Domain::Float(a), Domain::Float(b)) => {
                let domain = on_floats(*op, a, b);
                if *op == BinaryOp::FSub && is_rest(problem, *left, *right) {
                    domain.meet(Domain::Float(rest(a.format)))
                } else {
                    domain
                }
            }
            _ => Domain::full(part.sort),
        },
        Kind::Choice(condition, then, otherwise) => match domains[*condition].truth() {
            Some(true) => domains[*then],
            Some(false) => domains[*otherwise],
            None => domains[*then].join(domains[*otherwise]),
        },
    }
}

/// Whether a difference is what lies between a float and the whole one next to it.
fn is_rest(problem: &Problem, left: Place, right: Place) -> bool {
    let rounds = |place: Place, of: Place, to: Rounding| matches!(problem.parts[place].kind, Kind::Unary(UnaryOp::FRound(way), operand) if way == to && operand == of);
    rounds(right, left, Rounding::Down) || rounds(left, right, Rounding::Up)
}

/// From nothing to one; of an infinity there is no rest.
fn rest(format: Format) -> FloatRange {
    let one = FloatRange::point(format, &format.nearest(1.0));
    FloatRange { low: 0, nan: true, ..one }
}

fn of_unary(op: UnaryOp, operand: Domain, from: Sort, to: Sort) -> Domain {
    match (op, operand) {
        (UnaryOp::Not, Domain::Truth { holds, fails }) => Domain::Truth { holds: fails, fails: holds },
        (UnaryOp::Convert(conversion), _) => converted(conversion, operand, to),
        (UnaryOp::BitsToFloat, Domain::Word(range)) => match Format::of(to) {
            Some(format) => Domain::Float(float_of_bits(format, range)),
            None => Domain::full(to),
        },
        (UnaryOp::FloatToBits, Domain::Float(range)) => Domain::Word(bits_of_float(range)),
        (UnaryOp::FNeg | UnaryOp::FSqrt | UnaryOp::FRound(_), Domain::Float(range)) => {
            Domain::Float(of_float(op, range))
        }
        (_, Domain::Word(range)) => match (from, to) {
            (Sort::Bv(from), Sort::Bv(to)) => Domain::Word(SignedRange::unary(op, range, from, to)),
            _ => Domain::full(to),
        },
        _ => Domain::full(to),
    }
}

/// What comes of a float that is not NaN, by the keys: all these operators grow with it, or fall.
fn of_float(op: UnaryOp, range: FloatRange) -> FloatRange {
    let FloatRange { format, low, high, nan } = range;
    if !range.has_numbers() {
        return range;
    }
    match op {
        UnaryOp::FNeg => FloatRange { format, low: !high, high: !low, nan },
        UnaryOp::FSqrt => {
            let nan = nan || rank(low) < 0;
            match (format.unary(op, low.max(-1)), format.unary(op, high)) {
                (Some(low), Some(high)) if rank(range.high) >= 0 => FloatRange { format, low, high, nan },
                _ => FloatRange::only_nan(format, nan),
            }
        }
        _ => match (format.unary(op, low), format.unary(op, high)) {
            (Some(low), Some(high)) => FloatRange { format, low, high, nan },
            _ => FloatRange::full(format),
        },
    }
}

fn converted(conversion: FloatConversion, operand: Domain, to: Sort) -> Domain {
    let convert = |value: &Value| semantics::unary(UnaryOp::Convert(conversion), value);
    match (operand, Format::of(to)) {
        (Domain::Word(SignedRange { low, high }), Some(format)) => {
            let Some(width) = conversion.sorts().0.width() else { return Domain::full(to) };
            let [low, high] = [low, high].map(|bound| Format::key_of(&convert(&Value::bv(width, bound as u64))));
            match (low, high) {
                (Some(low), Some(high)) => Domain::Float(FloatRange { format, low, high, nan: false }),
                _ => Domain::full(to),
            }
        }
        (Domain::Float(range), Some(format)) if range.has_numbers() => {
            let [low, high] = [range.low, range.high].map(|key| Format::key_of(&convert(&range.format.at(key))));
            match (low, high) {
                (Some(low), Some(high)) => Domain::Float(FloatRange { format, low, high, nan: range.nan }),
                _ => Domain::full(to),
            }
        }
        (Domain::Float(range), Some(format)) => Domain::Float(FloatRange::only_nan(format, range.nan)),
        (Domain::Float(range), None) => {
            let words = |value: &Value| Domain::point(&convert(value), to);
            let of_nan = range.nan.then(|| words(&range.format.nan()));
            let of_numbers = range
                .has_numbers()
                .then(|| words(&range.format.at(range.low)).join(words(&range.format.at(range.high))));
            match (of_nan, of_numbers) {
                (Some(one), Some(two)) => one.join(two),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => Domain::full(to),
            }
        }
        _ => Domain::full(to),
    }
}

/// The least word of a format's width, read as signed: the bits of −0.0.
fn least_word(format: Format) -> i64 {
    match format {
        Format::TruthTable => i64::from(i32::MIN),
        Format::Double => i64::MIN,
    }
}

/// The bits of floats, read as signed numbers: keys from zero on are their own bits, those of negative floats fall.
fn bits_of_float(range: FloatRange) -> SignedRange {
    let FloatRange { format, low, high, nan } = range;
    let mut bounds: Option<SignedRange> = None;
    let mut add = |low: i64, high: i64| {
        let wider = bounds.map_or(SignedRange { low, high }, |known: SignedRange| SignedRange {
            low: known.low.min(low),
            high: known.high.max(high),
        });
        bounds = Some(wider);
    };
    if low <= high && high >= 0 {
        add(low.max(0), high);
    }
    if low <= high && low < 0 {
        add(least_word(format) + !high.min(-1), least_word(format) + !low);
    }
    if nan && let Value::Bv { width, bits } = semantics::unary(UnaryOp::FloatToBits, &format.nan()) {
        let bits = semantics::signed(width, bits);
        add(bits, bits);
    }
    bounds.unwrap_or(SignedRange { low: 0, high: -1 })
}

/// The floats with these bits.
fn float_of_bits(format: Format, bits: SignedRange) -> FloatRange {
    let infinity = format.infinity();
    let positive = |low: i64, high: i64| FloatRange::between(format, low, high, high > infinity);
    let negative = |low: i64, high: i64| {
        let [low, high] = [low, high].map(|bits| bits - least_word(format));
        FloatRange::between(format, !high, !low, high > infinity)
    };
    match bits {
        SignedRange { low, high } if low > high => FloatRange::none(format),
        SignedRange { low, high } if low >= 0 => positive(low, high),
        SignedRange { low, high } if high < 0 => negative(low, high),
        SignedRange { low, high } => negative(low, -1).join(positive(0, high)),
    }
}

fn on_truths(op: BinaryOp, a: Domain, b: Domain) -> Domain {
    let (Domain::Truth { holds: a_holds, fails: a_fails }, Domain::Truth { holds: b_holds, fails: b_fails }) = (a, b)
    else {
        return Domain::EITHER;
    };
    match op {
        BinaryOp::And => Domain::Truth { holds: a_holds && b_holds, fails: a_fails || b_fails },
        BinaryOp::Or => Domain::Truth { holds: a_holds || b_holds, fails: a_fails && b_fails },
        BinaryOp::Eq => Domain::Truth {
            holds: a_holds && b_holds || a_fails && b_fails,
            fails: a_holds && b_fails || a_fails && b_holds,
        },
        _ => Domain::EITHER,
    }
}

fn on_words(op: BinaryOp, a: SignedRange, b: SignedRange, sort: Sort) -> Domain {
    let Some(width) = sort.width() else { return Domain::Any };
    if a.low > a.high || b.low > b.high {
        return if op.is_predicate() { Domain::EITHER } else { Domain::Word(SignedRange::full(width)) };
    }
    match op {
        BinaryOp::Eq => {
            Domain::Truth { holds: !a.is_disjoint(b), fails: !(a.low == a.high && b.low == b.high && a.low == b.low) }
        }
        BinaryOp::SLt => Domain::Truth { holds: a.low < b.high, fails: a.high >= b.low },
        BinaryOp::SLe => Domain::Truth { holds: a.low <= b.high, fails: a.high > b.low },
        BinaryOp::ULt | BinaryOp::ULe => {
            let ((a_low, a_high), (b_low, b_high)) = (a.unsigned(width), b.unsigned(width));
            if op == BinaryOp::ULt {
                Domain::Truth { holds: a_low < b_high, fails: a_high >= b_low }
            } else {
                Domain::Truth { holds: a_low <= b_high, fails: a_high > b_low }
            }
        }
        _ if a.low == a.high && b.low == b.high => {
            let [a, b] = [a, b].map(|range| Value::bv(width, range.low as u64));
            Domain::point(&semantics::binary(op, &a, &b), sort)
        }
        _ => Domain::Word(SignedRange::binary(op, a, b, width)),
    }
}

fn on_same_float(op: BinaryOp, a: FloatRange, b: FloatRange) -> Domain {
    let format = a.format;
    match op {
        BinaryOp::FEq | BinaryOp::FLe => Domain::Truth { holds: a.has_numbers(), fails: a.nan },
        BinaryOp::FLt => Domain::FALSE,
        BinaryOp::Eq => Domain::TRUE,
        BinaryOp::FMul => {
            let (least, greatest) = magnitudes(a);
            match (format.binary(op, least, least), format.binary(op, greatest, greatest)) {
                (Some(low), Some(high)) if a.has_numbers() => {
                    Domain::Float(FloatRange { format, low, high, nan: a.nan })
                }
                _ => Domain::Float(FloatRange::only_nan(format, a.nan)),
            }
        }
        BinaryOp::FSub if a.has_numbers() => {
            Domain::Float(FloatRange { format, low: 0, high: 0, nan: a.nan || a.has_infinity() })
        }
        BinaryOp::FDiv if a.has_numbers() => {
            let one = FloatRange::point(format, &format.nearest(1.0));
            Domain::Float(FloatRange { nan: a.nan || a.has_infinity() || a.has_zero(), ..one })
        }
        _ => on_floats(op, a, b),
    }
}

/// The keys of the least and the greatest magnitude among numbers.
fn magnitudes(range: FloatRange) -> (i64, i64) {
    let FloatRange { low, high, .. } = range;
    let greatest = high.max(!low);
    let least = if low >= 0 {
        low
    } else if high < 0 {
        !high
    } else {
        0
    };
    (least, greatest)
}

fn on_floats(op: BinaryOp, a: FloatRange, b: FloatRange) -> Domain {
    let (nan, numbers) = (a.nan || b.nan, a.has_numbers() && b.has_numbers());
    let (a_low, a_high, b_low, b_high) = (rank(a.low), rank(a.high), rank(b.low), rank(b.high));
    match op {
        BinaryOp::FLt => Domain::Truth { holds: numbers && a_low < b_high, fails: nan || numbers && a_high >= b_low },
        BinaryOp::FLe => Domain::Truth { holds: numbers && a_low <= b_high, fails: nan || numbers && a_high > b_low },
        BinaryOp::FEq => {
            let same = a_low == a_high && b_low == b_high && a_low == b_low;
            Domain::Truth { holds: numbers && a_low <= b_high && b_low <= a_high, fails: nan || numbers && !same }
        }
        BinaryOp::Eq => {
            let meet = a.meet(b);
            let one = |range: FloatRange| !range.has_numbers() || !range.nan && range.low == range.high;
            Domain::Truth { holds: !meet.is_empty(), fails: !(one(a) && one(b) && a == b && !a.is_empty()) }
        }
        _ if !numbers => Domain::Float(FloatRange::only_nan(a.format, nan)),
        BinaryOp::FAdd => Domain::Float(sum(a, b)),
        BinaryOp::FSub => Domain::Float(sum(a, of_float(UnaryOp::FNeg, b))),
        BinaryOp::FMul => {
            let undefined = a.has_zero() && b.has_infinity() || a.has_infinity() && b.has_zero();
            let corners = corners(op, a, b);
            Domain::Float(FloatRange { nan: nan || undefined, ..corners })
        }
        BinaryOp::FDiv => Domain::Float(quotient(a, b)),
        BinaryOp::FRem => Domain::Float(remainder(a, b)),
        _ => Domain::Float(FloatRange::full(a.format)),
    }
}

fn sum(a: FloatRange, b: FloatRange) -> FloatRange {
    let format = a.format;
    let infinity = format.infinity();
    let undefined = a.contains(infinity) && b.contains(!infinity) || a.contains(!infinity) && b.contains(infinity);
    let low = format.binary(BinaryOp::FAdd, a.low, b.low).unwrap_or(!infinity);
    let high = format.binary(BinaryOp::FAdd, a.high, b.high).unwrap_or(infinity);
    FloatRange { format, low, high, nan: a.nan || b.nan || undefined }
}

/// The bounds of an operator that, whatever one operand is, grows or falls with the other. Where it gives NaN at bounds, as zero
/// times infinity, it gives a zero beside them.
fn corners(op: BinaryOp, a: FloatRange, b: FloatRange) -> FloatRange {
    let format = a.format;
    let mut bounds = FloatRange::none(format);
    for left in [a.low, a.high] {
        for right in [b.low, b.high] {
            let zero = if (left < 0) == (right < 0) { 0 } else { -1 };
            let key = format.binary(op, left, right).unwrap_or(zero);
            bounds = bounds.join(FloatRange { format, low: key, high: key, nan: false });
        }
    }
    bounds
}

fn quotient(a: FloatRange, b: FloatRange) -> FloatRange {
    let undefined = a.has_zero() && b.has_zero() || a.has_infinity() && b.has_infinity();
    let nan = a.nan || b.nan || undefined;
    let parts = [FloatRange { high: b.high.min(-1), ..b }, FloatRange { low: b.low.max(0), ..b }];
    let mut bounds = FloatRange::only_nan(a.format, nan);
    for divisor in parts.into_iter().filter(|part| part.has_numbers()) {
        bounds = bounds.join(corners(BinaryOp::FDiv, a, divisor));
    }
    FloatRange { nan, ..bounds }
}

/// A remainder has the sign of the dividend, is at most as great, and less than the divisor.
fn remainder(a: FloatRange, b: FloatRange) -> FloatRange {
    let format = a.format;
    let nan = a.nan || b.nan || a.has_infinity() || b.has_zero();
    if a.low == a.high && b.low == b.high {
        let rest = semantics::binary(BinaryOp::FRem, &format.at(a.low), &format.at(b.low));
        return FloatRange { nan: nan || Format::key_of(&rest).is_none(), ..FloatRange::point(format, &rest) };
    }
    let (least, greatest) = magnitudes(b);
    let (_, of_dividend) = magnitudes(a);
    if rank(greatest) == 0 {
        return FloatRange::only_nan(format, nan);
    }
    if of_dividend < least {
        return FloatRange { nan, ..a };
    }
    // What an infinity is divided into leaves no number.
    let finite = format.infinity() - 1;
    let bound = (greatest - 1).min(of_dividend).min(finite);
    let high = if a.high < 0 { -1 } else { bound.min(a.high) };
    let low = if a.low >= 0 { 0 } else { (!bound).max(a.low) };
    FloatRange { format, low, high, nan }
}
