//! Which values besides ordinary numbers a float may have: what a comparison with itself asks.

use crate::node::{BinaryOp, FloatConversion, Node, UnaryOp};
use crate::pool::{Term, TermPool};
use std::num::FpCategory;

/// Operands nested deeper may have any value.
const MAX_DEPTH: usize = 8;

/// What a float may be, as far as its term tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Extremes {
    nan: bool,
    infinite: bool,
    zero: bool,
}

impl Extremes {
    const ANY: Self = Self { nan: true, infinite: true, zero: true };

    fn of_constant(category: FpCategory) -> Self {
        Self {
            nan: category == FpCategory::Nan,
            infinite: category == FpCategory::Infinite,
            zero: category == FpCategory::Zero,
        }
    }

    fn join(self, other: Self) -> Self {
        Self { nan: self.nan || other.nan, infinite: self.infinite || other.infinite, zero: self.zero || other.zero }
    }

    /// What comes of an operation (IEEE 754, section 7.2). Results may overflow to infinity, or underflow to zero.
    fn of_binary(op: BinaryOp, a: Self, b: Self) -> Self {
        let (invalid, infinite) = match op {
            BinaryOp::FAdd | BinaryOp::FSub => (a.infinite && b.infinite, true),
            BinaryOp::FMul => (a.infinite && b.zero || a.zero && b.infinite, true),
            BinaryOp::FDiv => (a.zero && b.zero || a.infinite && b.infinite, true),
            BinaryOp::FRem => (a.infinite || b.zero, false),
            _ => return Self::ANY,
        };
        Self { nan: a.nan || b.nan || invalid, infinite, zero: true }
    }
}

impl TermPool {
    /// Whether a float is a number, or infinite, whatever its symbols stand for.
    pub(super) fn is_never_nan(&self, float: Term) -> bool {
        !self.extremes(float, MAX_DEPTH).nan
    }

    fn extremes(&self, float: Term, depth: usize) -> Extremes {
        let Some(below) = depth.checked_sub(1) else { return Extremes::ANY };
        match *self.node(float) {
            Node::F32(bits) => Extremes::of_constant(f32::from_bits(bits).classify()),
            Node::F64(bits) => Extremes::of_constant(f64::from_bits(bits).classify()),
            Node::Unary(UnaryOp::FNeg, inner) => self.extremes(inner, below),
            Node::Unary(UnaryOp::FRound(_), inner) => Extremes { zero: true, ..self.extremes(inner, below) },
            Node::Unary(UnaryOp::Convert(conversion), inner) => self.extremes_of_converted(conversion, inner, below),
            Node::Binary(op, a, b) => Extremes::of_binary(op, self.extremes(a, below), self.extremes(b, below)),
            Node::Ite(_, then, otherwise) => self.extremes(then, below).join(self.extremes(otherwise, below)),
            _ => Extremes::ANY,
        }
    }

    fn extremes_of_converted(&self, conversion: FloatConversion, inner: Term, depth: usize) -> Extremes {
        use FloatConversion::{D2F, F2D, I2D, I2F, L2D, L2F};
        match conversion {
            // The greatest `long` is finite even as a `float`.
            I2F | I2D | L2F | L2D => Extremes { nan: false, infinite: false, zero: self.range(inner).contains(0) },
            F2D => self.extremes(inner, depth),
            D2F => Extremes { infinite: true, zero: true, ..self.extremes(inner, depth) },
            _ => Extremes::ANY,
        }
    }
}
