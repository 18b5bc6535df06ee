//! How many of the lowest bits of a bit-vector are certainly zero.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Term, TermPool};

/// The greatest depth to which a term is looked into.
const DEPTH: u8 = 6;

impl TermPool {
    /// A number of lowest bits of a bit-vector that are zero under every assignment. There may be more.
    pub(crate) fn low_zeros(&self, term: Term) -> u8 {
        self.low_zeros_within(term, DEPTH)
    }

    fn low_zeros_within(&self, term: Term, depth: u8) -> u8 {
        let width = self.width(term);
        if let Some(bits) = self.as_bits(term) {
            return width.min(bits.trailing_zeros() as u8);
        }
        if depth == 0 {
            return 0;
        }
        let of = |part| self.low_zeros_within(part, depth - 1);
        match *self.node(term) {
            Node::Binary(BinaryOp::Shl, shifted, amount) => match self.as_bits(amount) {
                Some(by) => width.min(of(shifted).saturating_add(u8::try_from(by).unwrap_or(u8::MAX))),
                None => of(shifted),
            },
            Node::Binary(BinaryOp::Mul, a, b) => width.min(of(a).saturating_add(of(b))),
            Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::BitOr | BinaryOp::BitXor, a, b) => of(a).min(of(b)),
            Node::Binary(BinaryOp::BitAnd, a, b) => of(a).max(of(b)),
            // The zeros of a vector that is zero are as many as its own bits, and no more are claimed of the wider one.
            Node::Unary(UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_), inner) => of(inner),
            Node::Ite(_, a, b) => of(a).min(of(b)),
            _ => 0,
        }
    }
}
