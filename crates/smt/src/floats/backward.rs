//! Backward propagation: narrows the domains of an operator's operands by those of its result and its other operand.
//!
//! Inverse operators are computed on numbers and rounded outwards: a result stands for all numbers that round to it, which lie
//! between its neighbours. Where the result may be NaN, nothing is said, because an operand may be NaN then.

use super::domain::{Domain, FloatRange};
use super::format::{Format, first_of_rank, last_of_rank, rank};
use super::inverse;
use super::problem::{Kind, Place, Problem};
use clew_term::{BinaryOp, FloatConversion, Rounding, SignedRange, Sort, UnaryOp, semantics};

/// Domains of operands, each with the operand's place.
type Narrowed = Vec<(Place, Domain)>;

/// What the operands of a part may be; the domains found have to be met with those that are known.
pub(super) fn backward(problem: &Problem, domains: &[Domain], place: Place, found: &mut Narrowed) {
    let result = domains[place];
    match problem.parts[place].kind {
        Kind::Constant(_) | Kind::Symbol(_) | Kind::Opaque => {}
        Kind::Unary(op, operand) => {
            let from = problem.parts[operand].sort;
            found.extend(of_unary(op, result, domains[operand], from).map(|domain| (operand, domain)));
        }
        Kind::Binary(op, left, right) => {
            let both = match (domains[left], domains[right]) {
                (Domain::Truth { .. }, Domain::Truth { .. }) => on_truths(op, result, domains[left], domains[right]),
                (Domain::Word(a), Domain::Word(b)) => on_words(op, result, a, b, problem.parts[left].sort),
                (Domain::Float(a), Domain::Float(_)) if left == right => {
                    on_same_float(op, result, a).map(|range| (Domain::Float(range), Domain::Float(range)))
                }
                (Domain::Float(a), Domain::Float(b)) => {
                    on_floats(op, result, a, b).map(|(a, b)| (Domain::Float(a), Domain::Float(b)))
                }
                _ => None,
            };
            if let Some((one, two)) = both {
                found.extend([(left, one), (right, two)]);
            }
        }
        Kind::Choice(condition, then, otherwise) => match domains[condition].truth() {
            Some(true) => found.push((then, result)),
            Some(false) => found.push((otherwise, result)),
            None if domains[then].meet(result).is_empty() => found.push((condition, Domain::FALSE)),
            None if domains[otherwise].meet(result).is_empty() => found.push((condition, Domain::TRUE)),
            None => {}
        },
    }
}

fn of_unary(op: UnaryOp, result: Domain, operand: Domain, from: Sort) -> Option<Domain> {
    match (op, result, operand) {
        (UnaryOp::Not, Domain::Truth { holds, fails }, _) => Some(Domain::Truth { holds: fails, fails: holds }),
        (UnaryOp::Convert(conversion), _, _) => converted(conversion, result, operand),
        (UnaryOp::FloatToBits, Domain::Word(bits), Domain::Float(operand)) => {
            let keys = match bits {
                SignedRange { low, high } if low >= 0 => (low, high),
                SignedRange { low, high } if high < 0 => {
                    let [low, high] = [high, low].map(|bits| !(bits - least_word(operand.format)));
                    (low, high)
                }
                _ => return None,
            };
            let nan = match semantics::unary(UnaryOp::FloatToBits, &operand.format.nan()).as_signed() {
                Some(of_nan) => bits.contains(of_nan),
                None => true,
            };
            Some(Domain::Float(FloatRange::between(operand.format, keys.0, keys.1, nan)))
        }
        (UnaryOp::BitsToFloat, Domain::Float(FloatRange { format, low, high, nan: false }), Domain::Word(_)) => {
            let bits = if low >= 0 {
                SignedRange { low, high }
            } else if high < 0 {
                SignedRange { low: least_word(format) + !high, high: least_word(format) + !low }
            } else {
                return None;
            };
            Some(Domain::Word(bits))
        }
        (UnaryOp::FNeg, Domain::Float(FloatRange { format, low, high, nan }), _) => {
            Some(Domain::Float(FloatRange { format, low: !high, high: !low, nan }))
        }
        (UnaryOp::FSqrt | UnaryOp::FRound(_), Domain::Float(result), _) if !result.nan => of_float(op, result),
        (UnaryOp::Neg, Domain::Word(result), Domain::Word(operand)) => {
            // The least word is its own negative.
            let least = SignedRange::full(from.width()?).low;
            (operand.low > least && result.low > least)
                .then(|| Domain::Word(SignedRange { low: -result.high, high: -result.low }))
        }
        (UnaryOp::BitNot, Domain::Word(result), _) => {
            Some(Domain::Word(SignedRange { low: !result.high, high: !result.low }))
        }
        (UnaryOp::SignExtend(_), Domain::Word(result), _) => Some(Domain::Word(result)),
        (UnaryOp::ZeroExtend(_), Domain::Word(result), Domain::Word(operand)) if operand.low >= 0 => {
            Some(Domain::Word(result))
        }
        (UnaryOp::ExtractLow(to), Domain::Word(result), Domain::Word(operand)) => {
            inverse::widened(result, operand, to).map(Domain::Word)
        }
        _ => None,
    }
}

/// The bits of −0.0, read as a signed number.
fn least_word(format: Format) -> i64 {
    match format {
        Format::TruthTable => i64::from(i32::MIN),
        Format::Double => i64::MIN,
    }
}

/// Bounds on numbers.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    const ANY: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// The numbers themselves.
    fn exactly(range: FloatRange) -> Self {
        Self { low: range.format.number(range.low), high: range.format.number(range.high) }
    }

    /// The numbers that round to these.
    fn rounding_to(range: FloatRange) -> Self {
        let FloatRange { format, low, high, .. } = range;
        let low = first_of_rank(rank(low)).saturating_sub(1).max(!format.infinity());
        let high = last_of_rank(rank(high)).saturating_add(1).min(format.infinity());
        Self { low: format.number(low), high: format.number(high) }
    }

    /// The bounds made a little wider, which makes up for their having been rounded.
    fn outwards(self) -> Self {
        let wider = |number: f64, to: fn(f64) -> f64, none: f64| if number.is_nan() { none } else { to(number) };
        Self {
            low: wider(self.low, f64::next_down, f64::NEG_INFINITY),
            high: wider(self.high, f64::next_up, f64::INFINITY),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self { low: self.low + other.low, high: self.high + other.high }.outwards()
    }

    fn minus(self, other: Self) -> Self {
        Self { low: self.low - other.high, high: self.high - other.low }.outwards()
    }

    fn of_corners(corners: [f64; 4]) -> Self {
        if corners.iter().any(|corner| corner.is_nan()) {
            return Self::ANY;
        }
        let low = corners.into_iter().fold(f64::INFINITY, f64::min);
        Self { low, high: corners.into_iter().fold(f64::NEG_INFINITY, f64::max) }.outwards()
    }

    fn times(self, other: Self) -> Self {
        let Self { low, high } = self;
        Self::of_corners([low * other.low, low * other.high, high * other.low, high * other.high])
    }

    fn over(self, other: Self) -> Self {
        if other.low <= 0.0 && other.high >= 0.0 {
            return Self::ANY;
        }
        let Self { low, high } = self;
        Self::of_corners([low / other.low, low / other.high, high / other.low, high / other.high])
    }

    /// The floats within the bounds, NaN not among them.
    fn floats(self, format: Format) -> FloatRange {
        FloatRange { format, low: format.key_at_least(self.low), high: format.key_at_most(self.high), nan: false }
    }
}

fn of_float(op: UnaryOp, result: FloatRange) -> Option<Domain> {
    if !result.has_numbers() {
        return None;
    }
    let format = result.format;
    let Bounds { low, high } = Bounds::exactly(result);
    let bounds = match op {
        UnaryOp::FSqrt => {
            let Bounds { low, high } = Bounds::rounding_to(result);
            let low = low.max(0.0);
            Bounds { low: low * low, high: high * high }.outwards().floats(format).meet(not_negative(format))
        }
        UnaryOp::FRound(Rounding::Down) => Bounds { low, high: (high + 1.0).next_up() }.floats(format),
        UnaryOp::FRound(Rounding::Up) => Bounds { low: (low - 1.0).next_down(), high }.floats(format),
        UnaryOp::FRound(Rounding::Even) => Bounds { low: low - 0.5, high: high + 0.5 }.outwards().floats(format),
        _ => return None,
    };
    Some(Domain::Float(bounds))
}

/// The floats from −0.0 on.
fn not_negative(format: Format) -> FloatRange {
    FloatRange { low: -1, ..FloatRange::numbers(format) }
}

fn converted(conversion: FloatConversion, result: Domain, operand: Domain) -> Option<Domain> {
    let (from, to) = conversion.sorts();
    match (result, operand) {
        (Domain::Float(result), Domain::Word(_)) if result.has_numbers() => {
            let Bounds { low, high } = Bounds::rounding_to(result);
            // Rust's conversion saturates, which leaves a bound where there is none.
            let range = SignedRange { low: low.ceil() as i64, high: high.floor() as i64 };
            let full = SignedRange::full(from.width()?);
            Some(Domain::Word(range).meet(Domain::Word(full)))
        }
        (Domain::Float(result), Domain::Float(operand)) if result.has_numbers() => {
            let floats = Bounds::rounding_to(result).floats(operand.format);
            Some(Domain::Float(FloatRange { nan: result.nan, ..floats }))
        }
        (Domain::Word(result), Domain::Float(operand)) => {
            let full = SignedRange::full(to.width()?);
            let low = if result.low == full.low { f64::NEG_INFINITY } else { (result.low as f64 - 1.0).next_down() };
            let high = if result.high == full.high { f64::INFINITY } else { (result.high as f64 + 1.0).next_up() };
            let nan = result.contains(0);
            Some(Domain::Float(FloatRange { nan, ..Bounds { low, high }.floats(operand.format) }))
        }
        _ => None,
    }
}

fn on_truths(op: BinaryOp, result: Domain, a: Domain, b: Domain) -> Option<(Domain, Domain)> {
    match (op, result.truth()?, a.truth(), b.truth()) {
        (BinaryOp::And, true, _, _) => Some((Domain::TRUE, Domain::TRUE)),
        (BinaryOp::And, false, Some(true), _) => Some((a, Domain::FALSE)),
        (BinaryOp::And, false, _, Some(true)) => Some((Domain::FALSE, b)),
        (BinaryOp::Or, false, _, _) => Some((Domain::FALSE, Domain::FALSE)),
        (BinaryOp::Or, true, Some(false), _) => Some((a, Domain::TRUE)),
        (BinaryOp::Or, true, _, Some(false)) => Some((Domain::TRUE, b)),
        (BinaryOp::Eq, same, Some(value), _) => Some((a, truth(value == same))),
        (BinaryOp::Eq, same, _, Some(value)) => Some((truth(value == same), b)),
        _ => None,
    }
}

fn truth(value: bool) -> Domain {
    if value { Domain::TRUE } else { Domain::FALSE }
}

fn on_words(op: BinaryOp, result: Domain, a: SignedRange, b: SignedRange, sort: Sort) -> Option<(Domain, Domain)> {
    let width = sort.width()?;
    let words = |a: SignedRange, b: SignedRange| Some((Domain::Word(a), Domain::Word(b)));
    let unsigned_as_signed = a.low >= 0 && b.low >= 0;
    match (op, result) {
        (BinaryOp::Eq, Domain::TRUE) => words(b, a),
        (BinaryOp::Eq, Domain::FALSE) => words(without(a, b), without(b, a)),
        (BinaryOp::SLt | BinaryOp::ULt, _) if op == BinaryOp::SLt || unsigned_as_signed => match result.truth()? {
            true => less(a, b, 1).and_then(|(a, b)| words(a, b)),
            false => less(b, a, 0).and_then(|(b, a)| words(a, b)),
        },
        (BinaryOp::SLe | BinaryOp::ULe, _) if op == BinaryOp::SLe || unsigned_as_signed => match result.truth()? {
            true => less(a, b, 0).and_then(|(a, b)| words(a, b)),
            false => less(b, a, 1).and_then(|(b, a)| words(a, b)),
        },
        (BinaryOp::Add, Domain::Word(result)) => {
            let fits = |low: i64, high: i64| SignedRange { low, high }.is_within(SignedRange::full(width));
            let never_wraps = fits(a.low.checked_add(b.low)?, a.high.checked_add(b.high)?);
            let less = |range: SignedRange| SignedRange {
                low: result.low.saturating_sub(range.high),
                high: result.high.saturating_sub(range.low),
            };
            never_wraps.then(|| (Domain::Word(less(b)), Domain::Word(less(a))))
        }
        (_, Domain::Word(result)) => {
            inverse::operands(op, result, (a, b), width).map(|(a, b)| (Domain::Word(a), Domain::Word(b)))
        }
        _ => None,
    }
}

/// The words of a range of which one, at an end, is all of the other.
fn without(range: SignedRange, other: SignedRange) -> SignedRange {
    if other.low != other.high {
        return range;
    }
    let mut left = range;
    if left.low == other.low {
        left.low = left.low.saturating_add(1);
    }
    if left.high == other.low && left.low <= left.high {
        left.high = left.high.saturating_sub(1);
    }
    left
}

/// Ranges in which the first word is less than the second by at least this.
fn less(a: SignedRange, b: SignedRange, by: i64) -> Option<(SignedRange, SignedRange)> {
    Some((
        SignedRange { low: a.low, high: a.high.min(b.high.checked_sub(by)?) },
        SignedRange { low: b.low.max(a.low.checked_add(by)?), high: b.high },
    ))
}

fn on_same_float(op: BinaryOp, result: Domain, a: FloatRange) -> Option<FloatRange> {
    match (op, result) {
        (BinaryOp::FEq | BinaryOp::FLe, _) => Some(match result.truth()? {
            true => FloatRange { nan: false, ..a },
            false => FloatRange::only_nan(a.format, a.nan),
        }),
        (BinaryOp::FMul, Domain::Float(result)) if !result.nan && result.has_numbers() => {
            let Bounds { low, high } = Bounds::rounding_to(result);
            if high < 0.0 {
                return Some(FloatRange::none(a.format));
            }
            let (least, greatest) = (low.max(0.0).sqrt().next_down(), high.sqrt().next_up());
            let within = Bounds { low: -greatest, high: greatest }.floats(a.format).meet(a);
            let own = Bounds::exactly(a);
            // The numbers between the two roots are none: where an operand reaches into these, it begins behind them.
            Some(if own.low > -least {
                within.meet(Bounds { low: least, high: greatest }.floats(a.format))
            } else if own.high < least {
                within.meet(Bounds { low: -greatest, high: -least }.floats(a.format))
            } else {
                within
            })
        }
        (BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FDiv, Domain::Float(result)) if !result.nan => {
            Some(FloatRange { nan: false, ..a })
        }
        _ => None,
    }
}

fn on_floats(op: BinaryOp, result: Domain, a: FloatRange, b: FloatRange) -> Option<(FloatRange, FloatRange)> {
    match (op, result) {
        (BinaryOp::Eq, Domain::TRUE) => Some((b, a)),
        (BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq, Domain::TRUE) => {
            let (a, b) = (FloatRange { nan: false, ..a }, FloatRange { nan: false, ..b });
            match op {
                BinaryOp::FLt => below(a, b, 1),
                BinaryOp::FLe => below(a, b, 0),
                _ => {
                    let (a, b) = below(a, b, 0)?;
                    below(b, a, 0).map(|(b, a)| (a, b))
                }
            }
        }
        (BinaryOp::FLt, Domain::FALSE) if !a.nan && !b.nan => below(b, a, 0).map(|(b, a)| (a, b)),
        (BinaryOp::FLe, Domain::FALSE) if !a.nan && !b.nan => below(b, a, 1).map(|(b, a)| (a, b)),
        (_, Domain::Float(result)) if !result.nan && result.has_numbers() && a.has_numbers() && b.has_numbers() => {
            Some(of_result(op, result, a, b))
        }
        _ => None,
    }
}

/// Ranges in which the first number is at least this many ranks less than the second.
fn below(a: FloatRange, b: FloatRange, by: i64) -> Option<(FloatRange, FloatRange)> {
    if !a.has_numbers() || !b.has_numbers() {
        return Some((a, b));
    }
    let high = last_of_rank(rank(b.high).checked_sub(by)?);
    let low = first_of_rank(rank(a.low).checked_add(by)?);
    Some((FloatRange { high: a.high.min(high), ..a }, FloatRange { low: b.low.max(low), ..b }))
}

/// The operands of arithmetic whose result is a number.
fn of_result(op: BinaryOp, result: FloatRange, a: FloatRange, b: FloatRange) -> (FloatRange, FloatRange) {
    let format = result.format;
    let rounding = Bounds::rounding_to(result);
    let (left, right) = (Bounds::exactly(a), Bounds::exactly(b));
    let (left, right) = match op {
        BinaryOp::FAdd => (rounding.minus(right), rounding.minus(left)),
        BinaryOp::FSub => (rounding.plus(right), left.minus(rounding)),
        BinaryOp::FMul => (rounding.over(right), rounding.over(left)),
        BinaryOp::FDiv => (rounding.times(right), left.over(rounding)),
        _ => (Bounds::ANY, Bounds::ANY),
    };
    (left.floats(format), right.floats(format))
}

#[cfg(test)]
mod tests {
    use super::super::forward::forward;
    use super::*;
    use clew_term::{Evaluator, Term, TermPool, Value};
    use proptest::prelude::*;

    /// A value, and a domain around it with the given numbers of keys below and above.
    fn around(value: &Value, sort: Sort, (down, up, nan): (u8, u8, bool)) -> Domain {
        let reach = |digits: u8| if digits == 0 { 0 } else { 1i64 << (digits % 63) };
        match Domain::point(value, sort) {
            Domain::Float(point) if point.has_numbers() => {
                let (low, high) = (point.low.saturating_sub(reach(down)), point.high.saturating_add(reach(up)));
                Domain::Float(FloatRange::between(point.format, low, high, nan))
            }
            Domain::Word(point) => {
                let full = SignedRange::full(sort.width().unwrap_or(64));
                let (low, high) = (point.low.saturating_sub(reach(down)), point.high.saturating_add(reach(up)));
                Domain::Word(SignedRange { low: low.max(full.low), high: high.min(full.high) })
            }
            other => other,
        }
    }

    /// Neither direction may lose the values that a term and its operands have.
    fn check(
        pool: &TermPool,
        term: Term,
        operands: &[Value],
        reaches: [(u8, u8, bool); 3],
    ) -> Result<(), TestCaseError> {
        let problem = Problem::new(pool, &[term]).expect("a small problem");
        let symbols = problem.symbols.iter().map(|symbol| symbol.id).zip(operands.iter().cloned());
        let mut evaluator = Evaluator::new(symbols.collect());
        let values: Vec<Value> = pool.parts(&[term]).into_iter().map(|part| evaluator.value(pool, part)).collect();
        let parts = problem.parts.iter().zip(&values).zip(reaches.iter().cycle());
        let domains: Vec<Domain> = parts.map(|((part, value), reach)| around(value, part.sort, *reach)).collect();
        for (place, part) in problem.parts.iter().enumerate() {
            let upwards = forward(&problem, &domains, place);
            prop_assert!(upwards.has(&values[place], part.sort), "{:?} gives {:?}, not {:?}", domains, upwards, values);
            let mut found = Vec::new();
            backward(&problem, &domains, place, &mut found);
            for (operand, domain) in found {
                let has = domain.has(&values[operand], problem.parts[operand].sort);
                prop_assert!(has, "{:?} needs {:?}, not {:?}", domains, domain, values);
            }
        }
        Ok(())
    }

    /// Bits of doubles whose sum, product and quotient are numbers more often than not.
    fn bits() -> impl Strategy<Value = u64> {
        prop_oneof![
            any::<u64>(),
            (-40i32..40, 0u64..8).prop_map(|(n, away)| (f64::from(n) / 4.0).to_bits().wrapping_add(away)),
            any::<u32>().prop_map(|bits| f64::from(f32::from_bits(bits)).to_bits()),
            (any::<u64>(), 0u32..16).prop_map(|(bits, by)| (bits >> 12) | u64::from(1016 + by) << 52),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn domains_keep_the_values_of_floats(
            op in 0usize..9, single: bool, a in bits(), b in bits(), same in 0u8..6,
            reaches: [(u8, u8, bool); 3], exact: [bool; 3],
        ) {
            use BinaryOp::*;
            let mut pool = TermPool::new();
            let sort = if single { Sort::F32 } else { Sort::F64 };
            let value = |bits: u64| match sort {
                Sort::F32 => Value::from_f32(f64::from_bits(bits) as f32),
                _ => Value::from_f64(f64::from_bits(bits)),
            };
            let (x, y) = (pool.fresh("x", sort), pool.fresh("y", sort));
            let y = if same == 0 { x } else { y };
            let term = pool.binary([FAdd, FSub, FMul, FDiv, FRem, FLt, FLe, FEq, Eq][op], x, y);
            let reaches = std::array::from_fn(|at| if exact[at] { (0, 0, false) } else { reaches[at] });
            check(&pool, term, &[value(a), value(b)], reaches)?;
        }

        #[test]
        fn domains_keep_the_values_of_one_operand(
            op in 0usize..17, bits in bits(), reaches: [(u8, u8, bool); 3], exact: [bool; 3],
        ) {
            use FloatConversion::*;
            let conversions = [I2F, I2D, L2F, L2D, F2I, F2L, F2D, D2I, D2L, D2F];
            let own = [
                UnaryOp::FNeg,
                UnaryOp::FSqrt,
                UnaryOp::FRound(Rounding::Down),
                UnaryOp::FRound(Rounding::Up),
                UnaryOp::FRound(Rounding::Even),
                UnaryOp::FloatToBits,
                UnaryOp::BitsToFloat,
            ];
            let op = own.get(op).copied().unwrap_or(UnaryOp::Convert(conversions[op % conversions.len()]));
            let from = match op {
                UnaryOp::Convert(conversion) => conversion.sorts().0,
                UnaryOp::BitsToFloat => Sort::Bv(64),
                _ => Sort::F64,
            };
            let value = match from {
                Sort::F32 => Value::from_f32(f64::from_bits(bits) as f32),
                Sort::F64 => Value::from_f64(f64::from_bits(bits)),
                Sort::Bv(width) if exact[2] => Value::bv(width, f64::from_bits(bits) as i64 as u64),
                Sort::Bv(width) => Value::bv(width, bits),
                other => Value::default_of(other),
            };
            let mut pool = TermPool::new();
            let x = pool.fresh("x", from);
            let term = pool.unary(op, x);
            let reaches = std::array::from_fn(|at| if exact[at] { (0, 0, false) } else { reaches[at] });
            check(&pool, term, &[value], reaches)?;
        }
    }
}
