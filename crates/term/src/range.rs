//! Cheap bounds on bit-vector terms, computed once when a term is made.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::TermPool;
use crate::semantics::{mask, max_signed, min_signed, signed};
use crate::sort::Sort;

/// Inclusive bounds on a bit-vector read as a signed number.
///
/// One pair serves the unsigned view too: a range on one side of zero is also an interval of unsigned numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SignedRange {
    /// The least value.
    pub low: i64,
    /// The greatest value.
    pub high: i64,
}

impl SignedRange {
    /// All values of a width.
    pub fn full(width: u8) -> Self {
        Self { low: min_signed(width), high: max_signed(width) }
    }

    fn point(value: i64) -> Self {
        Self { low: value, high: value }
    }

    /// The range if it lies within the values of a width, else all of these.
    fn clamp_to(low: i128, high: i128, width: u8) -> Self {
        let full = Self::full(width);
        if low >= i128::from(full.low) && high <= i128::from(full.high) {
            Self { low: low as i64, high: high as i64 }
        } else {
            full
        }
    }

    fn join(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether no value lies in both.
    pub fn is_disjoint(self, other: Self) -> bool {
        self.high < other.low || other.high < self.low
    }

    /// Whether `value` lies within.
    pub fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether every value of `self` lies within `other`.
    pub fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Inclusive bounds on the same bits read as an unsigned number of `width` bits.
    pub fn unsigned(self, width: u8) -> (u64, u64) {
        if self.low >= 0 || self.high < 0 {
            (self.low as u64 & mask(width), self.high as u64 & mask(width))
        } else {
            (0, mask(width))
        }
    }

    /// The bounds of a term about to be made from this node.
    pub(crate) fn of_node(pool: &TermPool, node: &Node, sort: Sort) -> Self {
        let Sort::Bv(width) = sort else { return Self { low: 0, high: 0 } };
        match *node {
            Node::Bv { width, bits } => Self::point(signed(width, bits)),
            Node::Unary(op, operand) => {
                Self::unary(op, pool.range(operand), pool.sort(operand).width().unwrap_or(0), width)
            }
            Node::Binary(op, left, right) => Self::binary(op, pool.range(left), pool.range(right), width),
            Node::Ite(_, then, otherwise) => pool.range(then).join(pool.range(otherwise)),
            Node::Bool(_)
            | Node::Int(_)
            | Node::F32(_)
            | Node::F64(_)
            | Node::Symbol(_)
            | Node::Select(..)
            | Node::Store(..)
            | Node::ConstArray(..) => Self::full(width),
        }
    }

    /// Bounds on a unary operator's result of `width` bits, whose operand has `from` bits and lies within the range.
    pub fn unary(op: UnaryOp, range: Self, from: u8, width: u8) -> Self {
        match op {
            UnaryOp::Neg => SignedRange::clamp_to(-i128::from(range.high), -i128::from(range.low), width),
            UnaryOp::BitNot => SignedRange { low: !range.high, high: !range.low },
            UnaryOp::SignExtend(_) => range,
            UnaryOp::ZeroExtend(_) => {
                let (low, high) = range.unsigned(from);
                SignedRange::clamp_to(i128::from(low), i128::from(high), width)
            }
            UnaryOp::ExtractLow(_) => SignedRange::clamp_to(range.low.into(), range.high.into(), width),
            UnaryOp::Convert(_)
            | UnaryOp::FloatToBits
            | UnaryOp::BitsToFloat
            | UnaryOp::FNeg
            | UnaryOp::FSqrt
            | UnaryOp::FRound(_)
            | UnaryOp::Not => SignedRange::full(width),
        }
    }

    /// Bounds on a binary operator's result of `width` bits, whose operands have as many and lie within the ranges.
    pub fn binary(op: BinaryOp, a: Self, b: Self, width: u8) -> Self {
        let (al, ah, bl, bh) = (i128::from(a.low), i128::from(a.high), i128::from(b.low), i128::from(b.high));
        let full = SignedRange::full(width);
        let zero_to = |high: i64| SignedRange { low: 0, high };
        match op {
            BinaryOp::Add => SignedRange::clamp_to(al + bl, ah + bh, width),
            BinaryOp::Sub => SignedRange::clamp_to(al - bh, ah - bl, width),
            BinaryOp::Mul => {
                let corners = [al * bl, al * bh, ah * bl, ah * bh];
                let low = corners.into_iter().fold(i128::MAX, i128::min);
                let high = corners.into_iter().fold(i128::MIN, i128::max);
                SignedRange::clamp_to(low, high, width)
            }
            // A positive divisor only brings the dividend closer to zero.
            BinaryOp::SDiv if b.low > 0 => SignedRange {
                low: a.low / if a.low < 0 { b.low } else { b.high },
                high: a.high / if a.high < 0 { b.high } else { b.low },
            },
            BinaryOp::SRem if b.low > 0 && a.low > -b.low && a.high < b.low => a,
            BinaryOp::SRem if b.low > 0 => SignedRange {
                low: if a.low < 0 { a.low.max(1 - b.high) } else { 0 },
                high: if a.high > 0 { a.high.min(b.high - 1) } else { 0 },
            },
            BinaryOp::UDiv if a.low >= 0 && b.low > 0 => zero_to(a.high),
            BinaryOp::URem if b.low > 0 => zero_to(b.high - 1),
            BinaryOp::BitAnd if a.low >= 0 && b.low >= 0 => zero_to(a.high.min(b.high)),
            BinaryOp::BitAnd if a.low >= 0 => zero_to(a.high),
            BinaryOp::BitAnd if b.low >= 0 => zero_to(b.high),
            // Bits above the highest one of either stay zero.
            BinaryOp::BitOr | BinaryOp::BitXor if a.low >= 0 && b.low >= 0 => {
                let highest = 64 - (a.high | b.high).leading_zeros();
                zero_to(mask(highest as u8) as i64)
            }
            BinaryOp::AShr if b.low == b.high && b.low >= 0 && b.low < i64::from(width) => {
                SignedRange { low: a.low >> b.low, high: a.high >> b.low }
            }
            BinaryOp::AShr => SignedRange { low: a.low.min(0), high: a.high.max(-1) },
            BinaryOp::LShr if b.low > 0 && b.low < i64::from(width) && b.low == b.high => {
                zero_to((mask(width) >> b.low) as i64)
            }
            BinaryOp::LShr if a.low >= 0 => zero_to(a.high),
            _ => full,
        }
    }
}
