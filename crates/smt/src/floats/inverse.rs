//! Which words operators on words were given, as far as bounds on their results tell.
//!
//! All is computed in numbers that no product of two words leaves. Where the result may have wrapped around, nothing is said.

use clew_term::{BinaryOp, SignedRange};

/// Inclusive bounds on a number.
#[derive(Clone, Copy)]
struct Bounds {
    low: i128,
    high: i128,
}

impl From<SignedRange> for Bounds {
    fn from(range: SignedRange) -> Self {
        Self { low: range.low.into(), high: range.high.into() }
    }
}

impl Bounds {
    fn plus(self, other: Self) -> Self {
        Self { low: self.low + other.low, high: self.high + other.high }
    }

    fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Bounds on a factor whose product with another, which is positive, lies within these.
    fn over(self, other: Self) -> Self {
        let low = if self.low > 0 { up(self.low, other.high) } else { self.low / other.low };
        let high = if self.high < 0 { -up(-self.high, other.high) } else { self.high / other.low };
        Self { low, high }
    }

    fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The bounds as those of a word: a bound that no word reaches says nothing.
    fn word(self, known: SignedRange) -> SignedRange {
        if self.low > i128::from(known.high) || self.high < i128::from(known.low) {
            return SignedRange { low: 0, high: -1 };
        }
        let low = self.low.max(known.low.into()) as i64;
        let high = self.high.min(known.high.into()) as i64;
        SignedRange { low, high }
    }
}

/// A quotient of positive numbers, rounded up.
fn up(dividend: i128, divisor: i128) -> i128 {
    (dividend + divisor - 1) / divisor
}

/// Bounds on the operands of a binary operator on words of this width, by those on its result.
pub(super) fn operands(
    op: BinaryOp,
    result: SignedRange,
    (a, b): (SignedRange, SignedRange),
    width: u8,
) -> Option<(SignedRange, SignedRange)> {
    if [result, a, b].iter().any(|range| range.low > range.high) {
        return None;
    }
    let (r, x, y) = (Bounds::from(result), Bounds::from(a), Bounds::from(b));
    let full = Bounds::from(SignedRange::full(width));
    let (x, y) = match op {
        BinaryOp::Sub => x.minus(y).is_within(full).then(|| (r.plus(y), x.minus(r)))?,
        BinaryOp::Mul => {
            let corners = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
            if !corners.into_iter().all(|corner| full.low <= corner && corner <= full.high) {
                return None;
            }
            (factor(r, y).unwrap_or(x), factor(r, x).unwrap_or(y))
        }
        BinaryOp::SDiv if y.low > 0 => {
            let low = if r.low > 0 { r.low * y.low } else { (r.low - 1) * y.high + 1 };
            let high = if r.high < 0 { r.high * y.low } else { (r.high + 1) * y.high - 1 };
            let divisor = if x.low >= 0 && r.low > 0 { Bounds { high: x.high / r.low, ..y } } else { y };
            (Bounds { low, high }, divisor)
        }
        BinaryOp::SRem if y.low > 0 && r.low > 0 => (Bounds { low: r.low, ..x }, Bounds { low: r.low + 1, ..y }),
        BinaryOp::SRem if y.low > 0 && r.high < 0 => (Bounds { high: r.high, ..x }, Bounds { low: 1 - r.high, ..y }),
        BinaryOp::AShr if y.low == y.high && y.low >= 0 && y.low < i128::from(width) => {
            let unit = 1i128 << y.low;
            (Bounds { low: r.low * unit, high: r.high * unit + unit - 1 }, y)
        }
        _ => return None,
    };
    Some((x.word(a), y.word(b)))
}

fn factor(product: Bounds, other: Bounds) -> Option<Bounds> {
    if other.low > 0 {
        return Some(product.over(other));
    }
    (other.high < 0).then(|| product.negated().over(other.negated()))
}

/// Bounds on a word of which the lowest bits, so many, lie within bounds.
pub(super) fn widened(result: SignedRange, operand: SignedRange, to: u8) -> Option<SignedRange> {
    if result.low > result.high || operand.low > operand.high || to >= 64 {
        return None;
    }
    let (r, x, modulus) = (Bounds::from(result), Bounds::from(operand), 1i128 << to);
    let first = (x.low - r.low).div_euclid(modulus) * modulus;
    let low = if x.low <= r.high + first { x.low } else { r.low + first + modulus };
    let last = -((r.high - x.high).div_euclid(modulus)) * modulus;
    let high = if x.high >= r.low + last { x.high } else { r.high + last - modulus };
    Some(Bounds { low, high }.word(operand))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_term::{Value, semantics};

    const WIDTH: u8 = 4;

    fn ranges() -> impl Iterator<Item = SignedRange> {
        (-8i64..8).flat_map(|low| (low..8).map(move |high| SignedRange { low, high }))
    }

    fn computed(op: BinaryOp, a: i64, b: i64) -> i64 {
        let [a, b] = [a, b].map(|word| Value::bv(WIDTH, word as u64));
        semantics::binary(op, &a, &b).as_signed().expect("a word")
    }

    #[test]
    fn operands_that_give_a_result_are_kept() {
        let ops = [BinaryOp::Sub, BinaryOp::Mul, BinaryOp::SDiv, BinaryOp::SRem, BinaryOp::AShr];
        for op in ops {
            for a in ranges().step_by(3) {
                for b in ranges().step_by(2) {
                    for result in ranges().step_by(5) {
                        let Some((x, y)) = operands(op, result, (a, b), WIDTH) else { continue };
                        for left in a.low..=a.high {
                            for right in b.low..=b.high {
                                let is_kept = x.contains(left) && y.contains(right);
                                let value = computed(op, left, right);
                                assert!(is_kept || !result.contains(value), "{left} {op:?} {right}: {x:?} {y:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn words_with_given_lowest_bits_are_kept() {
        for result in ranges() {
            for low in -40i64..40 {
                for high in low..40 {
                    let found = widened(result, SignedRange { low, high }, WIDTH).expect("bounds");
                    for word in low..=high {
                        let lowest = semantics::signed(WIDTH, word as u64 & semantics::mask(WIDTH));
                        assert!(found.contains(word) || !result.contains(lowest), "{word} of {result:?}: {found:?}");
                    }
                }
            }
        }
    }
}
