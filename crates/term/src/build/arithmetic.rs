//! Sums, products, quotients of bit-vectors and of integers.

use crate::node::{BinaryOp, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::semantics::signed;
use crate::sort::Sort;

impl TermPool {
    /// Sum, wrapping on bit-vectors.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.check_arithmetic(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::Add, a, b) {
            return term;
        }
        let (a, b) = self.constant_right(a, b);
        if self.is_const(b) {
            return self.add_constant(a, b);
        }
        // Constants go outermost.
        if let Some((x, c)) = self.with_constant(BinaryOp::Add, a) {
            let sum = self.add(x, b);
            return self.add(sum, c);
        }
        if let Some((y, c)) = self.with_constant(BinaryOp::Add, b) {
            let sum = self.add(a, y);
            return self.add(sum, c);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(term) = self.sum_with_multiple(x, y) {
                return term;
            }
            if let Some(negated) = self.operand_of(UnaryOp::Neg, y) {
                return self.sub(x, negated);
            }
            if let Some((minuend, subtrahend)) = self.operands_of(BinaryOp::Sub, y) {
                if subtrahend == x {
                    return minuend;
                }
                if self.is_const(minuend) {
                    let rest = self.sub(x, subtrahend);
                    return self.add(rest, minuend);
                }
            }
        }
        self.intern_binary(BinaryOp::Add, a, b)
    }

    fn add_constant(&mut self, a: Term, c: Term) -> Term {
        if self.is_number(c, 0) {
            return a;
        }
        if let Some((x, d)) = self.with_constant(BinaryOp::Add, a) {
            let sum = self.add(c, d);
            return self.add(x, sum);
        }
        if let Some((d, x)) = self.operands_of(BinaryOp::Sub, a)
            && self.is_const(d)
        {
            let sum = self.add(c, d);
            return self.sub(sum, x);
        }
        if let Some(x) = self.operand_of(UnaryOp::Neg, a) {
            return self.sub(c, x);
        }
        self.intern_binary(BinaryOp::Add, a, c)
    }

    /// Difference, wrapping on bit-vectors.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let sort = self.check_arithmetic(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::Sub, a, b) {
            return term;
        }
        if a == b {
            return self.number(sort, 0);
        }
        if self.is_const(b) {
            let negated = self.neg(b);
            return self.add(a, negated);
        }
        if let Some((y, c)) = self.with_constant(BinaryOp::Add, b) {
            let difference = self.sub(a, y);
            let negated = self.neg(c);
            return self.add(difference, negated);
        }
        if let Some((x, c)) = self.with_constant(BinaryOp::Add, a) {
            let difference = self.sub(x, b);
            return self.add(difference, c);
        }
        if self.is_number(a, 0) {
            return self.neg(b);
        }
        self.simpler_difference(a, b).unwrap_or_else(|| self.intern_binary(BinaryOp::Sub, a, b))
    }

    fn simpler_difference(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(term) = self.difference_to_multiple(a, b) {
            return Some(term);
        }
        if let Some(negated) = self.operand_of(UnaryOp::Neg, b) {
            return Some(self.add(a, negated));
        }
        if let Some((x, y)) = self.operands_of(BinaryOp::Add, a) {
            if x == b {
                return Some(y);
            }
            if y == b {
                return Some(x);
            }
        }
        if let Some((x, y)) = self.operands_of(BinaryOp::Add, b) {
            if x == a {
                return Some(self.neg(y));
            }
            if y == a {
                return Some(self.neg(x));
            }
        }
        if let Some((x, y)) = self.operands_of(BinaryOp::Sub, b) {
            if x == a {
                return Some(y);
            }
            if self.is_const(x) {
                // a - (c - y)
                let sum = self.add(a, y);
                return Some(self.sub(sum, x));
            }
        }
        if let Some((x, y)) = self.operands_of(BinaryOp::Sub, a)
            && x == b
        {
            return Some(self.neg(y));
        }
        None
    }

    /// Arithmetic negation, wrapping on bit-vectors.
    pub fn neg(&mut self, a: Term) -> Term {
        let sort = self.check_arithmetic(a, a);
        if let Some(term) = self.fold_unary(UnaryOp::Neg, a) {
            return term;
        }
        if let Some(inner) = self.operand_of(UnaryOp::Neg, a) {
            return inner;
        }
        if let Some((x, y)) = self.operands_of(BinaryOp::Sub, a) {
            return self.sub(y, x);
        }
        if let Some((x, c)) = self.with_constant(BinaryOp::Add, a) {
            let negated = self.neg(c);
            return self.sub(negated, x);
        }
        if let Some((x, c)) = self.with_constant(BinaryOp::Mul, a) {
            let negated = self.neg(c);
            return self.mul(x, negated);
        }
        self.intern_unary(UnaryOp::Neg, a, sort)
    }

    /// Product, wrapping on bit-vectors. A power of two stays a factor, for the reader's sake.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.check_arithmetic(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::Mul, a, b) {
            return term;
        }
        let (a, b) = self.constant_right(a, b);
        if !self.is_const(b) {
            return self.intern_binary(BinaryOp::Mul, a, b);
        }
        if self.is_number(b, 0) {
            return b;
        }
        if self.is_number(b, 1) {
            return a;
        }
        if let Some((x, c)) = self.with_constant(BinaryOp::Mul, a) {
            let factor = self.mul(b, c);
            return self.mul(x, factor);
        }
        if let Some(x) = self.operand_of(UnaryOp::Neg, a) {
            let factor = self.neg(b);
            return self.mul(x, factor);
        }
        if self.is_number(b, -1) {
            return self.neg(a);
        }
        self.intern_binary(BinaryOp::Mul, a, b)
    }

    /// Quotient truncated toward zero. By zero it is what [`BinaryOp::SDiv`] says, which callers guard against.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let sort = self.check_arithmetic(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::SDiv, a, b) {
            return term;
        }
        if self.is_number(b, 1) && !self.is_one_bit(sort) {
            return a;
        }
        if self.is_number(b, -1) && !self.is_one_bit(sort) {
            return self.neg(a);
        }
        if sort == Sort::Int && (self.is_number(a, 0) || self.is_number(b, 0)) {
            return self.number(sort, 0);
        }
        self.intern_binary(BinaryOp::SDiv, a, b)
    }

    /// Remainder with the sign of the dividend; by zero it is the dividend.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let sort = self.check_arithmetic(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::SRem, a, b) {
            return term;
        }
        if self.is_number(b, 0) {
            return a;
        }
        // The remainder of zero is zero, by zero too.
        if self.is_number(b, 1) || self.is_number(b, -1) || self.is_number(a, 0) || a == b {
            return self.number(sort, 0);
        }
        if let (Sort::Bv(_), Some(divisor)) = (sort, self.as_signed(b)) {
            let range = self.range(a);
            let magnitude = divisor.unsigned_abs();
            if range.low.unsigned_abs() < magnitude && range.high.unsigned_abs() < magnitude {
                return a;
            }
        }
        self.intern_binary(BinaryOp::SRem, a, b)
    }

    /// Unsigned quotient; by zero it is all ones.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.check_vector(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::UDiv, a, b) {
            return term;
        }
        if self.is_number(b, 1) {
            return a;
        }
        self.intern_binary(BinaryOp::UDiv, a, b)
    }

    /// Unsigned remainder; by zero it is the dividend.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.check_vector(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::URem, a, b) {
            return term;
        }
        if self.is_number(b, 0) {
            return a;
        }
        if self.is_number(b, 1) || self.is_number(a, 0) || a == b {
            return self.bv(width, 0);
        }
        if let Some(divisor) = self.as_bits(b)
            && self.range(a).unsigned(width).1 < divisor
        {
            return a;
        }
        self.intern_binary(BinaryOp::URem, a, b)
    }

    /// Whether 1 and −1 are the same number of this sort.
    fn is_one_bit(&self, sort: Sort) -> bool {
        sort.width().is_some_and(|width| signed(width, 1) == -1)
    }
}
