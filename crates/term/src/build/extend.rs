//! Changes of width.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::range::SignedRange;
use crate::semantics::mask;
use crate::sort::{MAX_WIDTH, Sort};

impl TermPool {
    /// Widens to `to` bits (at least the width it has) with copies of the sign bit.
    pub fn sign_extend(&mut self, term: Term, to: u8) -> Term {
        let width = self.check_widening(term, to);
        if width == to {
            return term;
        }
        if let Some(constant) = self.fold_unary(UnaryOp::SignExtend(to), term) {
            return constant;
        }
        if self.is_constant_choice(term) {
            return self.map_choice(term, &mut |pool, leaf| pool.sign_extend(leaf, to));
        }
        match *self.node(term) {
            Node::Unary(UnaryOp::SignExtend(_), inner) => return self.sign_extend(inner, to),
            // What was narrowed without loss is restored.
            Node::Unary(UnaryOp::ExtractLow(_), inner)
                if self.width(inner) == to && self.range(inner).is_within(SignedRange::full(width)) =>
            {
                return inner;
            }
            _ => {}
        }
        if self.range(term).low >= 0 {
            return self.zero_extend(term, to);
        }
        self.intern_unary(UnaryOp::SignExtend(to), term, Sort::Bv(to))
    }

    /// Widens to `to` bits (at least the width it has) with zeros.
    pub fn zero_extend(&mut self, term: Term, to: u8) -> Term {
        let width = self.check_widening(term, to);
        if width == to {
            return term;
        }
        if let Some(constant) = self.fold_unary(UnaryOp::ZeroExtend(to), term) {
            return constant;
        }
        if self.is_constant_choice(term) {
            return self.map_choice(term, &mut |pool, leaf| pool.zero_extend(leaf, to));
        }
        match *self.node(term) {
            Node::Unary(UnaryOp::ZeroExtend(_), inner) => return self.zero_extend(inner, to),
            Node::Unary(UnaryOp::ExtractLow(_), inner) if self.width(inner) == to => {
                let range = self.range(inner);
                if range.low >= 0 && range.high as u64 <= mask(width) {
                    return inner;
                }
            }
            _ => {}
        }
        self.intern_unary(UnaryOp::ZeroExtend(to), term, Sort::Bv(to))
    }

    /// The lowest `to` bits (at most the width it has).
    pub fn extract_low(&mut self, term: Term, to: u8) -> Term {
        let width = self.width(term);
        assert!((1..=width).contains(&to), "{to} bits of a bit-vector of {width}");
        if width == to {
            return term;
        }
        if let Some(constant) = self.fold_unary(UnaryOp::ExtractLow(to), term) {
            return constant;
        }
        if self.is_constant_choice(term) {
            return self.map_choice(term, &mut |pool, leaf| pool.extract_low(leaf, to));
        }
        match *self.node(term) {
            Node::Unary(UnaryOp::ExtractLow(_), inner) => self.extract_low(inner, to),
            Node::Unary(UnaryOp::SignExtend(_), inner) => {
                if to <= self.width(inner) {
                    self.extract_low(inner, to)
                } else {
                    self.sign_extend(inner, to)
                }
            }
            Node::Unary(UnaryOp::ZeroExtend(_), inner) => {
                if to <= self.width(inner) {
                    self.extract_low(inner, to)
                } else {
                    self.zero_extend(inner, to)
                }
            }
            // A mask that keeps all the bits that are kept anyway.
            Node::Binary(BinaryOp::BitAnd, inner, c) if self.as_bits(c).is_some_and(|c| c & mask(to) == mask(to)) => {
                self.extract_low(inner, to)
            }
            _ => self.intern_unary(UnaryOp::ExtractLow(to), term, Sort::Bv(to)),
        }
    }

    fn check_widening(&self, term: Term, to: u8) -> u8 {
        let width = self.width(term);
        assert!((width..=MAX_WIDTH).contains(&to), "a bit-vector of {width} bits can't be widened to {to}");
        width
    }
}
