//! Orders between bit-vectors and between integers.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::semantics::{mask, max_signed, min_signed};
use crate::sort::Sort;

impl TermPool {
    /// `a < b`, signed for bit-vectors; also of integers.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let sort = self.check_arithmetic(a, b);
        if a == b {
            return self.fls();
        }
        if let Some(term) = self.fold_binary(BinaryOp::SLt, a, b) {
            return term;
        }
        if let Sort::Bv(_) = sort {
            let (left, right) = (self.range(a), self.range(b));
            if left.high < right.low {
                return self.tru();
            }
            if left.low >= right.high {
                return self.fls();
            }
            if self.is_const(b) && right.low == left.low + 1 {
                let least = self.number(sort, left.low);
                return self.eq(a, least);
            }
        }
        if self.is_const(a) {
            let next = self.successor(a);
            return self.sle(next, b);
        }
        self.simpler_order(BinaryOp::SLt, a, b).unwrap_or_else(|| self.intern_binary(BinaryOp::SLt, a, b))
    }

    /// `a <= b`, signed for bit-vectors; also of integers.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let sort = self.check_arithmetic(a, b);
        if a == b {
            return self.tru();
        }
        if let Some(term) = self.fold_binary(BinaryOp::SLe, a, b) {
            return term;
        }
        if let Sort::Bv(_) = sort {
            let (left, right) = (self.range(a), self.range(b));
            if left.high <= right.low {
                return self.tru();
            }
            if left.low > right.high {
                return self.fls();
            }
            if self.is_const(a) && left.low == right.high {
                return self.eq(b, a);
            }
        }
        if self.is_const(b) {
            let next = self.successor(b);
            return self.slt(a, next);
        }
        self.simpler_order(BinaryOp::SLe, a, b).unwrap_or_else(|| self.intern_binary(BinaryOp::SLe, a, b))
    }

    /// `a > b`, as `b < a`.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// `a >= b`, as `b <= a`.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }

    /// `a < b` of unsigned bit-vectors.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let width = self.check_vector(a, b);
        if a == b {
            return self.fls();
        }
        if let Some(term) = self.fold_binary(BinaryOp::ULt, a, b) {
            return term;
        }
        let (left, right) = (self.range(a), self.range(b));
        let (left_bounds, right_bounds) = (left.unsigned(width), right.unsigned(width));
        if left_bounds.1 < right_bounds.0 {
            return self.tru();
        }
        if left_bounds.0 >= right_bounds.1 {
            return self.fls();
        }
        if left.low >= 0 && right.low >= 0 {
            return self.slt(a, b);
        }
        if self.is_const(b) && right_bounds.0 == left_bounds.0 + 1 {
            let least = self.bv(width, left_bounds.0);
            return self.eq(a, least);
        }
        if self.is_const(a) {
            let next = self.successor(a);
            return self.ule(next, b);
        }
        self.simpler_unsigned_order(BinaryOp::ULt, a, b).unwrap_or_else(|| self.intern_binary(BinaryOp::ULt, a, b))
    }

    /// `a <= b` of unsigned bit-vectors.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let width = self.check_vector(a, b);
        if a == b {
            return self.tru();
        }
        if let Some(term) = self.fold_binary(BinaryOp::ULe, a, b) {
            return term;
        }
        let (left, right) = (self.range(a), self.range(b));
        let (left_bounds, right_bounds) = (left.unsigned(width), right.unsigned(width));
        if left_bounds.1 <= right_bounds.0 {
            return self.tru();
        }
        if left_bounds.0 > right_bounds.1 {
            return self.fls();
        }
        if left.low >= 0 && right.low >= 0 {
            return self.sle(a, b);
        }
        if self.is_const(a) && left_bounds.0 == right_bounds.1 {
            return self.eq(b, a);
        }
        if self.is_const(b) {
            let next = self.successor(b);
            return self.ult(a, next);
        }
        self.simpler_unsigned_order(BinaryOp::ULe, a, b).unwrap_or_else(|| self.intern_binary(BinaryOp::ULe, a, b))
    }

    /// The constant plus one. The caller has seen that this does not wrap around in the order it compares by.
    fn successor(&mut self, constant: Term) -> Term {
        let one = self.number(self.sort(constant), 1);
        self.add(constant, one)
    }

    /// The signed or unsigned order of this operator.
    fn order(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        match op {
            BinaryOp::SLt => self.slt(a, b),
            BinaryOp::SLe => self.sle(a, b),
            BinaryOp::ULt => self.ult(a, b),
            BinaryOp::ULe => self.ule(a, b),
            op => panic!("{op:?} is not an order"),
        }
    }

    /// A comparison of a choice between constants with a constant, moved to the choice's conditions.
    fn order_of_choice(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        if self.is_const(b) && self.is_constant_choice(a) {
            return Some(self.map_choice(a, &mut |pool, leaf| pool.order(op, leaf, b)));
        }
        if self.is_const(a) && self.is_constant_choice(b) {
            return Some(self.map_choice(b, &mut |pool, leaf| pool.order(op, a, leaf)));
        }
        None
    }

    /// Whether one number is before another, where what is compared with zero is their difference or a choice between
    /// differences: so `compareTo` is asked.
    fn order_by_differences(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let (compared, bound) = if op == BinaryOp::SLt { (a, b) } else { (b, a) };
        if !matches!(self.as_signed(bound)?, 0 | 1) {
            return None;
        }
        if self.is_choice_of_differences(compared) {
            return Some(self.map_choice(compared, &mut |pool, leaf| match op {
                BinaryOp::SLt => pool.slt(leaf, bound),
                _ => pool.sle(bound, leaf),
            }));
        }
        let (x, y) = self.difference(compared)?;
        let is_zero = self.is_number(bound, 0);
        Some(match (op, is_zero) {
            (BinaryOp::SLt, true) => self.slt(x, y),
            (BinaryOp::SLt, false) => self.sle(x, y),
            (_, true) => self.sle(y, x),
            (_, false) => self.slt(y, x),
        })
    }

    /// A simpler form of a signed order that the ranges leave open. At most one operand is constant: the right one of
    /// `SLt` or the left one of `SLe`.
    fn simpler_order(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        if let Some(term) = self.order_of_choice(op, a, b) {
            return Some(term);
        }
        if let Some(term) = self.sign_of_bits(op, a, b) {
            return Some(term);
        }
        if let Some((x, y)) = self.widened_alike(a, b, true) {
            return Some(self.order(op, x, y));
        }
        if let Some((x, y)) = self.widened_alike(a, b, false) {
            let unsigned = if op == BinaryOp::SLt { BinaryOp::ULt } else { BinaryOp::ULe };
            return Some(self.order(unsigned, x, y));
        }
        self.order_of_sums(op, a, b)
    }

    /// Whether bits that are combined one by one are those of a negative number, as a combination of signs: so people ask whether two
    /// numbers have the same sign.
    fn sign_of_bits(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let (bits, is_negative) = match op {
            BinaryOp::SLt if self.is_number(b, 0) => (a, true),
            BinaryOp::SLe if self.is_number(a, 0) => (b, false),
            _ => return None,
        };
        let zero = self.number(self.sort(bits), 0);
        let negative = match *self.node(bits) {
            Node::Unary(UnaryOp::BitNot, x) => self.sle(zero, x),
            Node::Binary(op @ (BinaryOp::BitXor | BinaryOp::BitAnd | BinaryOp::BitOr), x, y) => {
                let (x, y) = (self.slt(x, zero), self.slt(y, zero));
                match op {
                    BinaryOp::BitAnd => self.and(x, y),
                    BinaryOp::BitOr => self.or(x, y),
                    _ => {
                        let same = self.eq(x, y);
                        self.not(same)
                    }
                }
            }
            _ => return None,
        };
        Some(if is_negative { negative } else { self.not(negative) })
    }

    fn simpler_unsigned_order(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        if let Some(term) = self.order_of_choice(op, a, b) {
            return Some(term);
        }
        let (x, y) = self.widened_alike(a, b, false)?;
        Some(self.order(op, x, y))
    }

    /// What was widened, if both sides were widened in the same way from one width, or one was and the other is a
    /// constant that the narrow width can hold.
    pub(crate) fn widened_alike(&mut self, a: Term, b: Term, is_signed: bool) -> Option<(Term, Term)> {
        let width = self.sort(a).width()?;
        let op = if is_signed { UnaryOp::SignExtend(width) } else { UnaryOp::ZeroExtend(width) };
        match (self.operand_of(op, a), self.operand_of(op, b)) {
            (Some(x), Some(y)) => (self.sort(x) == self.sort(y)).then_some((x, y)),
            (Some(x), None) => Some((x, self.narrowed_constant(b, self.width(x), is_signed)?)),
            (None, Some(y)) => Some((self.narrowed_constant(a, self.width(y), is_signed)?, y)),
            (None, None) => None,
        }
    }

    /// The constant in `width` bits, if it can be widened back.
    fn narrowed_constant(&mut self, constant: Term, width: u8, is_signed: bool) -> Option<Term> {
        let fits = if is_signed {
            (min_signed(width)..=max_signed(width)).contains(&self.as_signed(constant)?)
        } else {
            self.as_bits(constant)? <= mask(width)
        };
        let bits = self.as_bits(constant)?;
        fits.then(|| self.bv(width, bits))
    }

    /// Moves constants added to one side to the other where nothing can wrap around.
    fn order_of_sums(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let is_int = self.sort(a) == Sort::Int;
        let left = self.with_constant(BinaryOp::Add, a).filter(|sum| is_int || self.sum_does_not_wrap(*sum));
        let right = self.with_constant(BinaryOp::Add, b).filter(|sum| is_int || self.sum_does_not_wrap(*sum));
        match (left, right) {
            (Some((x, c)), None) if self.is_const(b) => {
                let moved = self.sub(b, c);
                Some(self.order(op, x, moved))
            }
            (None, Some((y, c))) if self.is_const(a) => {
                let moved = self.sub(a, c);
                Some(self.order(op, moved, y))
            }
            (Some((x, c)), Some((y, d))) if x == y => Some(self.order(op, c, d)),
            (Some((x, c)), Some((y, d))) if c == d => Some(self.order(op, x, y)),
            (Some((x, c)), None) if x == b => {
                let zero = self.number(self.sort(c), 0);
                Some(self.order(op, c, zero))
            }
            (None, Some((y, d))) if y == a => {
                let zero = self.number(self.sort(d), 0);
                Some(self.order(op, zero, d))
            }
            _ if is_int => self.order_of_differences(op, a, b),
            _ => self.order_by_differences(op, a, b),
        }
    }

    /// Whether `x + c` is the mathematical sum for every value that `x` can have.
    fn sum_does_not_wrap(&self, (x, c): (Term, Term)) -> bool {
        let (range, Some(constant)) = (self.range(x), self.as_signed(c)) else { return false };
        let width = self.width(x);
        let fits = |value: i64| {
            value.checked_add(constant).is_some_and(|sum| (min_signed(width)..=max_signed(width)).contains(&sum))
        };
        fits(range.low) && fits(range.high)
    }

    /// Integers only: a difference against a constant.
    fn order_of_differences(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        if self.is_const(b)
            && let Some((x, y)) = self.operands_of(BinaryOp::Sub, a)
        {
            if self.is_const(x) {
                let moved = self.sub(x, b);
                return Some(self.order(op, moved, y));
            }
            return self.is_number(b, 0).then(|| self.order(op, x, y));
        }
        if self.is_const(a)
            && let Some((x, y)) = self.operands_of(BinaryOp::Sub, b)
        {
            if self.is_const(x) {
                let moved = self.sub(x, a);
                return Some(self.order(op, y, moved));
            }
            if self.is_number(a, 0) {
                return Some(self.order(op, y, x));
            }
            return self.is_number(a, 1).then(|| self.slt(y, x));
        }
        None
    }
}
