//! Equality.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::sort::Sort;
use num_bigint::{BigInt, Sign};

impl TermPool {
    /// Whether two terms of one sort have the same value. On floats this compares bits (NaN equals NaN, the zeros
    /// differ); IEEE equality is [`TermPool::feq`].
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let sort = self.check_same_sort(a, b);
        if a == b {
            return self.tru();
        }
        if let Some(term) = self.fold_binary(BinaryOp::Eq, a, b) {
            return term;
        }
        let (a, b) = self.constant_right(a, b);
        let simpler = match sort {
            Sort::Bool => self.eq_of_bools(a, b),
            Sort::Bv(_) | Sort::Int => self.eq_of_numbers(a, b),
            Sort::F32 | Sort::F64 => self.eq_of_choice(a, b),
            Sort::Array(_) => None,
        };
        simpler.unwrap_or_else(|| self.intern_binary(BinaryOp::Eq, a, b))
    }

    /// Whether two terms of one sort have different values.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    fn eq_of_bools(&mut self, a: Term, b: Term) -> Option<Term> {
        match self.as_bool(b) {
            Some(true) => return Some(a),
            Some(false) => return Some(self.not(a)),
            None => {}
        }
        if self.are_opposite(a, b) {
            return Some(self.fls());
        }
        match (self.operand_of(UnaryOp::Not, a), self.operand_of(UnaryOp::Not, b)) {
            (Some(x), Some(y)) => Some(self.eq(x, y)),
            (Some(x), None) => {
                let equal = self.eq(x, b);
                Some(self.not(equal))
            }
            (None, Some(y)) => {
                let equal = self.eq(a, y);
                Some(self.not(equal))
            }
            (None, None) => None,
        }
    }

    /// A choice between constants against a constant, or between differences against zero.
    fn eq_of_choice(&mut self, a: Term, b: Term) -> Option<Term> {
        let applies =
            self.is_const(b) && self.is_constant_choice(a) || self.is_number(b, 0) && self.is_choice_of_differences(a);
        applies.then(|| self.map_choice(a, &mut |pool, leaf| pool.eq(leaf, b)))
    }

    fn eq_of_numbers(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.sort(a) != Sort::Int && self.range(a).is_disjoint(self.range(b)) {
            return Some(self.fls());
        }
        if let Some(term) = self.eq_of_choice(a, b) {
            return Some(term);
        }
        for is_signed in [true, false] {
            if let Some((x, y)) = self.widened_alike(a, b, is_signed) {
                return Some(self.eq(x, y));
            }
        }
        if self.is_const(b) { self.eq_with_constant(a, b) } else { self.eq_of_sums(a, b) }
    }

    fn eq_with_constant(&mut self, a: Term, c: Term) -> Option<Term> {
        match *self.node(a) {
            Node::Binary(BinaryOp::Add, x, d) if self.is_const(d) => {
                let moved = self.sub(c, d);
                Some(self.eq(x, moved))
            }
            Node::Binary(BinaryOp::Sub, d, x) if self.is_const(d) => {
                let moved = self.sub(d, c);
                Some(self.eq(x, moved))
            }
            Node::Binary(BinaryOp::Sub, x, y) if self.is_number(c, 0) => Some(self.eq(x, y)),
            Node::Binary(BinaryOp::BitXor, x, d) if self.is_const(d) => {
                let moved = self.bit_xor(c, d);
                Some(self.eq(x, moved))
            }
            Node::Binary(BinaryOp::BitXor, x, y) if self.is_number(c, 0) => Some(self.eq(x, y)),
            Node::Binary(BinaryOp::BitXor, x, y) => {
                let (mixed, amount) = self.mixed_with_shifted(x, y).or_else(|| self.mixed_with_shifted(y, x))?;
                let unmixed = self.unmixed(c, amount);
                Some(self.eq(mixed, unmixed))
            }
            Node::Unary(UnaryOp::Neg, x) => {
                let moved = self.neg(c);
                Some(self.eq(x, moved))
            }
            Node::Unary(UnaryOp::BitNot, x) => {
                let moved = self.bit_not(c);
                Some(self.eq(x, moved))
            }
            Node::Binary(BinaryOp::Mul, x, d) => self.eq_of_int_product(x, d, c),
            _ => None,
        }
    }

    /// The number and the amount, if the second is the first shifted to the right: hash tables mix the bits of hash codes so.
    fn mixed_with_shifted(&self, x: Term, shifted: Term) -> Option<(Term, Term)> {
        let (number, amount) = self.with_constant(BinaryOp::LShr, shifted)?;
        (number == x && !self.is_number(amount, 0)).then_some((x, amount))
    }

    /// The one number that gives a constant where it is combined with itself shifted to the right.
    fn unmixed(&mut self, mixed: Term, amount: Term) -> Term {
        let (mut number, mut shifted) = (mixed, mixed);
        while !self.is_number(shifted, 0) {
            shifted = self.lshr(shifted, amount);
            number = self.bit_xor(number, shifted);
        }
        number
    }

    /// `x * d == c` of integers, for constants `d` and `c`.
    fn eq_of_int_product(&mut self, x: Term, d: Term, c: Term) -> Option<Term> {
        let (factor, product) = (self.as_int(d)?, self.as_int(c)?);
        if factor.sign() == Sign::NoSign {
            return None;
        }
        if product % factor != BigInt::ZERO {
            return Some(self.fls());
        }
        let quotient = product / factor;
        let quotient = self.int(quotient);
        Some(self.eq(x, quotient))
    }

    /// Two sides that are not constant: takes away what both add.
    fn eq_of_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let sort = self.sort(a);
        match (self.with_constant(BinaryOp::Add, a), self.with_constant(BinaryOp::Add, b)) {
            (Some((x, c)), Some((y, d))) => {
                let difference = self.sub(c, d);
                let left = self.add(x, difference);
                return Some(self.eq(left, y));
            }
            // Different constants were added to one term, and c is never 0.
            (Some((x, _)), None) if x == b => return Some(self.fls()),
            (None, Some((y, _))) if y == a => return Some(self.fls()),
            _ => {}
        }
        for (sum, other) in [(a, b), (b, a)] {
            if let Some((x, y)) = self.operands_of(BinaryOp::Add, sum) {
                let rest = if x == other { y } else { x };
                if x == other || y == other {
                    let zero = self.number(sort, 0);
                    return Some(self.eq(rest, zero));
                }
            }
            if let Some((x, y)) = self.operands_of(BinaryOp::Sub, sum)
                && x == other
            {
                let zero = self.number(sort, 0);
                return Some(self.eq(y, zero));
            }
        }
        None
    }
}
