//! Bitwise operators and shifts.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::semantics::{mask, max_signed, min_signed};

impl TermPool {
    /// Bitwise conjunction.
    pub fn bit_and(&mut self, a: Term, b: Term) -> Term {
        let width = self.check_vector(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::BitAnd, a, b) {
            return term;
        }
        if a == b {
            return a;
        }
        let (a, b) = self.constant_right(a, b);
        if self.is_complement(a, b) || self.is_number(b, 0) {
            return self.bv(width, 0);
        }
        if let Some(bits) = self.as_bits(b) {
            if self.is_number(b, -1) {
                return a;
            }
            if bits & !mask(self.low_zeros(a)) == 0 {
                return self.bv(width, 0);
            }
            if let Some((x, c)) = self.with_constant(BinaryOp::BitAnd, a) {
                let both = self.bit_and(b, c);
                return self.bit_and(x, both);
            }
            // A mask that no copy of the sign passes.
            if let Node::Unary(UnaryOp::SignExtend(_), inner) = *self.node(a)
                && bits & !mask(self.width(inner)) == 0
            {
                let inner = self.zero_extend(inner, width);
                return self.bit_and(inner, b);
            }
            // A mask of low ones keeps what is within it.
            let is_low_mask = bits & bits.wrapping_add(1) == 0;
            if is_low_mask && self.range(a).unsigned(width).1 <= bits {
                return a;
            }
        }
        self.intern_binary(BinaryOp::BitAnd, a, b)
    }

    /// Bitwise disjunction.
    pub fn bit_or(&mut self, a: Term, b: Term) -> Term {
        let width = self.check_vector(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::BitOr, a, b) {
            return term;
        }
        if a == b {
            return a;
        }
        let (a, b) = self.constant_right(a, b);
        if self.is_complement(a, b) || self.is_number(b, -1) {
            return self.bv(width, u64::MAX);
        }
        if self.is_number(b, 0) {
            return a;
        }
        if self.is_const(b)
            && let Some((x, c)) = self.with_constant(BinaryOp::BitOr, a)
        {
            let both = self.bit_or(b, c);
            return self.bit_or(x, both);
        }
        if let Some(whole) = self.joined(a, b).or_else(|| self.joined(b, a)) {
            return self.zero_extend(whole, width);
        }
        self.intern_binary(BinaryOp::BitOr, a, b)
    }

    /// Bitwise exclusive disjunction.
    pub fn bit_xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.check_vector(a, b);
        if let Some(term) = self.fold_binary(BinaryOp::BitXor, a, b) {
            return term;
        }
        if a == b {
            return self.bv(width, 0);
        }
        let (a, b) = self.constant_right(a, b);
        if self.is_complement(a, b) {
            return self.bv(width, u64::MAX);
        }
        if self.is_number(b, 0) {
            return a;
        }
        if self.is_number(b, -1) {
            return self.bit_not(a);
        }
        if self.is_const(b) {
            if let Some((x, c)) = self.with_constant(BinaryOp::BitXor, a) {
                let both = self.bit_xor(b, c);
                return self.bit_xor(x, both);
            }
            if let Some(x) = self.operand_of(UnaryOp::BitNot, a) {
                let complement = self.bit_not(b);
                return self.bit_xor(x, complement);
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((left, right)) = self.operands_of(BinaryOp::BitXor, x) {
                if left == y {
                    return right;
                }
                if right == y {
                    return left;
                }
            }
        }
        self.intern_binary(BinaryOp::BitXor, a, b)
    }

    /// Complement of every bit.
    pub fn bit_not(&mut self, a: Term) -> Term {
        let sort = crate::Sort::Bv(self.width(a));
        if let Some(term) = self.fold_unary(UnaryOp::BitNot, a) {
            return term;
        }
        if let Some(inner) = self.operand_of(UnaryOp::BitNot, a) {
            return inner;
        }
        if let Some((x, c)) = self.with_constant(BinaryOp::BitXor, a) {
            let complement = self.bit_not(c);
            return self.bit_xor(x, complement);
        }
        self.intern_unary(UnaryOp::BitNot, a, sort)
    }

    /// The bits of which `low` has the lowest and `high` those that follow, if both are parts of one vector: a number that was taken
    /// apart into bytes and is put together again.
    fn joined(&mut self, low: Term, high: Term) -> Option<Term> {
        let (below, from) = (self.operand_of_zeros(low)?, self.with_constant(BinaryOp::Shl, high)?);
        let (piece, by) = (self.operand_of_zeros(from.0)?, self.as_bits(from.1)?);
        let Node::Unary(UnaryOp::ExtractLow(bits), one) = *self.node(below) else { return None };
        let Node::Unary(UnaryOp::ExtractLow(more), shifted) = *self.node(piece) else { return None };
        let (other, skipped) = self.with_constant(BinaryOp::LShr, shifted)?;
        if by != u64::from(bits) || self.as_bits(skipped) != Some(by) {
            return None;
        }
        let whole = bits + more;
        let (one, other) = (self.unextended(one, whole), self.unextended(other, whole));
        (one == other && self.width(one) >= whole).then(|| self.extract_low(one, whole))
    }

    fn operand_of_zeros(&self, term: Term) -> Option<Term> {
        match *self.node(term) {
            Node::Unary(UnaryOp::ZeroExtend(_), inner) => Some(inner),
            _ => None,
        }
    }

    /// A vector with the same lowest bits, as many as are asked for, that is not widened from another that has them.
    fn unextended(&self, term: Term, bits: u8) -> Term {
        match *self.node(term) {
            Node::Unary(UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_), inner) if self.width(inner) >= bits => {
                self.unextended(inner, bits)
            }
            _ => term,
        }
    }

    fn is_complement(&self, a: Term, b: Term) -> bool {
        self.operand_of(UnaryOp::BitNot, a) == Some(b) || self.operand_of(UnaryOp::BitNot, b) == Some(a)
    }

    /// Shift to the left by an unsigned amount of the same width, which is not masked: 0 from the width on.
    pub fn shl(&mut self, a: Term, amount: Term) -> Term {
        self.shift(BinaryOp::Shl, a, amount)
    }

    /// Shift to the right with zeros, by an unsigned amount of the same width, which is not masked.
    pub fn lshr(&mut self, a: Term, amount: Term) -> Term {
        self.shift(BinaryOp::LShr, a, amount)
    }

    /// Shift to the right with the sign, by an unsigned amount of the same width, which is not masked.
    pub fn ashr(&mut self, a: Term, amount: Term) -> Term {
        self.shift(BinaryOp::AShr, a, amount)
    }

    /// Java's `<<` on 32 or 64 bits; the amount is an `int` of which the lowest 5 or 6 bits count.
    pub fn java_shl(&mut self, a: Term, amount: Term) -> Term {
        let amount = self.java_amount(a, amount);
        self.shl(a, amount)
    }

    /// Java's `>>` on 32 or 64 bits; the amount is an `int` of which the lowest 5 or 6 bits count.
    pub fn java_shr(&mut self, a: Term, amount: Term) -> Term {
        let amount = self.java_amount(a, amount);
        self.ashr(a, amount)
    }

    /// Java's `>>>` on 32 or 64 bits; the amount is an `int` of which the lowest 5 or 6 bits count.
    pub fn java_ushr(&mut self, a: Term, amount: Term) -> Term {
        let amount = self.java_amount(a, amount);
        self.lshr(a, amount)
    }

    fn java_amount(&mut self, a: Term, amount: Term) -> Term {
        let width = self.width(a);
        assert!(matches!(width, 32 | 64), "Java shifts 32 or 64 bits, not {width}");
        assert!(self.width(amount) == 32, "Java's shift amount is an int");
        let used = self.bv(32, u64::from(width) - 1);
        let masked = self.bit_and(amount, used);
        self.zero_extend(masked, width)
    }

    fn shift(&mut self, op: BinaryOp, a: Term, amount: Term) -> Term {
        let width = self.check_vector(a, amount);
        if let Some(term) = self.fold_binary(op, a, amount) {
            return term;
        }
        if self.is_number(amount, 0) || self.is_number(a, 0) {
            return a;
        }
        if op == BinaryOp::AShr && self.is_number(a, -1) {
            return a;
        }
        if let Some(by) = self.as_bits(amount) {
            if by >= u64::from(width) {
                if op != BinaryOp::AShr {
                    return self.bv(width, 0);
                }
                // Shifting by all but one bit leaves copies of the sign too, in the canonical way.
                let most = self.bv(width, u64::from(width) - 1);
                return self.ashr(a, most);
            }
            if let Some((x, inner)) = self.with_constant(op, a)
                && let Some(first) = self.as_bits(inner)
                && by + first <= u64::from(crate::MAX_WIDTH)
            {
                return self.shift_by_sum(op, x, by + first);
            }
            if op != BinaryOp::Shl
                && let Some((x, left)) = self.with_constant(BinaryOp::Shl, a)
                && left == amount
                && self.keeps_all(op, x, by as u8)
            {
                return x;
            }
        }
        if op == BinaryOp::AShr && self.range(a).low >= 0 {
            return self.lshr(a, amount);
        }
        self.intern_binary(op, a, amount)
    }

    /// Whether shifting to the left and back, with zeros or with the sign, gives the same again: no bit is lost.
    fn keeps_all(&self, op: BinaryOp, x: Term, by: u8) -> bool {
        let width = self.width(x);
        let range = self.range(x);
        if op == BinaryOp::LShr {
            return range.unsigned(width).1 <= mask(width) >> by;
        }
        let (least, greatest) = (min_signed(width) >> by, max_signed(width) >> by);
        least <= range.low && range.high <= greatest
    }

    /// Two shifts in one direction are one by the sum, which may reach the width.
    fn shift_by_sum(&mut self, op: BinaryOp, x: Term, sum: u64) -> Term {
        let width = self.width(x);
        if sum < u64::from(width) {
            let amount = self.bv(width, sum);
            return self.shift(op, x, amount);
        }
        if op == BinaryOp::AShr {
            let most = self.bv(width, u64::from(width) - 1);
            return self.shift(op, x, most);
        }
        self.bv(width, 0)
    }
}
