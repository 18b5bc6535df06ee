//! Floating point.

use crate::node::{BinaryOp, FloatConversion, Node, Rounding, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

impl TermPool {
    /// Sum of floats.
    pub fn fadd(&mut self, a: Term, b: Term) -> Term {
        self.float_operation(BinaryOp::FAdd, a, b)
    }

    /// Difference of floats.
    pub fn fsub(&mut self, a: Term, b: Term) -> Term {
        self.check_float(a, b);
        // Nothing changes when +0.0 is taken away, not even −0.0.
        if self.is_float_bits(b, 0, 0) {
            return a;
        }
        self.float_operation(BinaryOp::FSub, a, b)
    }

    /// Product of floats.
    pub fn fmul(&mut self, a: Term, b: Term) -> Term {
        self.check_float(a, b);
        if self.is_float_one(b) {
            return a;
        }
        if self.is_float_one(a) {
            return b;
        }
        self.float_operation(BinaryOp::FMul, a, b)
    }

    /// Quotient of floats.
    pub fn fdiv(&mut self, a: Term, b: Term) -> Term {
        self.check_float(a, b);
        if self.is_float_one(b) {
            return a;
        }
        self.float_operation(BinaryOp::FDiv, a, b)
    }

    /// Remainder of floats as Java's `%`, which is C's `fmod`.
    pub fn frem(&mut self, a: Term, b: Term) -> Term {
        self.float_operation(BinaryOp::FRem, a, b)
    }

    /// Change of the sign of a float; NaN stays as it is.
    pub fn fneg(&mut self, a: Term) -> Term {
        let sort = self.check_float(a, a);
        if let Some(term) = self.fold_unary(UnaryOp::FNeg, a) {
            return term;
        }
        if let Some(inner) = self.operand_of(UnaryOp::FNeg, a) {
            return inner;
        }
        self.intern_unary(UnaryOp::FNeg, a, sort)
    }

    /// The square root of a float; NaN of what is less than zero.
    pub fn fsqrt(&mut self, a: Term) -> Term {
        let sort = self.check_float(a, a);
        self.fold_unary(UnaryOp::FSqrt, a).unwrap_or_else(|| self.intern_unary(UnaryOp::FSqrt, a, sort))
    }

    /// The whole float next to a float in that direction.
    pub fn fround(&mut self, to: Rounding, a: Term) -> Term {
        let sort = self.check_float(a, a);
        if let Some(term) = self.fold_unary(UnaryOp::FRound(to), a) {
            return term;
        }
        if self.is_whole(a) {
            return a;
        }
        self.intern_unary(UnaryOp::FRound(to), a, sort)
    }

    /// Whether a float is a whole number, infinite or NaN by the operator that gives it.
    fn is_whole(&self, float: Term) -> bool {
        use FloatConversion::{I2D, I2F, L2D, L2F};
        matches!(self.node(float), Node::Unary(UnaryOp::FRound(_) | UnaryOp::Convert(I2F | I2D | L2F | L2D), _))
    }

    /// `a < b`, false if one is NaN.
    pub fn flt(&mut self, a: Term, b: Term) -> Term {
        self.check_float(a, b);
        if a == b {
            return self.fls();
        }
        self.float_comparison(BinaryOp::FLt, a, b)
    }

    /// `a <= b`, false if one is NaN.
    pub fn fle(&mut self, a: Term, b: Term) -> Term {
        self.float_comparison(BinaryOp::FLe, a, b)
    }

    /// IEEE equality: false if one is NaN, true of the two zeros.
    pub fn feq(&mut self, a: Term, b: Term) -> Term {
        self.float_comparison(BinaryOp::FEq, a, b)
    }

    /// Java's three-way comparison as a 32-bit −1, 0 or 1, with −1 if one is NaN (`fcmpl`, `dcmpl`).
    pub fn compare_less(&mut self, a: Term, b: Term) -> Term {
        self.check_float(a, b);
        let (minus_one, zero, one) = (self.bv32(-1), self.bv32(0), self.bv32(1));
        let greater = self.flt(b, a);
        let equal = self.feq(a, b);
        let rest = self.ite(equal, zero, minus_one);
        self.ite(greater, one, rest)
    }

    /// Java's three-way comparison as a 32-bit −1, 0 or 1, with 1 if one is NaN (`fcmpg`, `dcmpg`).
    pub fn compare_greater(&mut self, a: Term, b: Term) -> Term {
        self.check_float(a, b);
        let (minus_one, zero, one) = (self.bv32(-1), self.bv32(0), self.bv32(1));
        let less = self.flt(a, b);
        let equal = self.feq(a, b);
        let rest = self.ite(equal, zero, one);
        self.ite(less, minus_one, rest)
    }

    /// A Java conversion from or to a float.
    pub fn convert(&mut self, conversion: FloatConversion, term: Term) -> Term {
        let (from, to) = conversion.sorts();
        let given = self.sort(term);
        assert!(given == from, "{conversion:?} converts {from}, not {given}");
        if let Some(constant) = self.fold_unary(UnaryOp::Convert(conversion), term) {
            return constant;
        }
        if let Node::Unary(UnaryOp::Convert(first), inner) = *self.node(term)
            && is_exact_round_trip(first, conversion)
        {
            return inner;
        }
        // A long that was an int converts as the int does.
        if conversion == FloatConversion::L2D
            && let Some(inner) = self.operand_of(UnaryOp::SignExtend(64), term)
            && self.width(inner) == 32
        {
            return self.convert(FloatConversion::I2D, inner);
        }
        self.intern_unary(UnaryOp::Convert(conversion), term, to)
    }

    /// The IEEE bits of a float with a canonical NaN.
    pub fn float_to_bits(&mut self, term: Term) -> Term {
        let to = match self.check_float(term, term) {
            Sort::F32 => Sort::Bv(32),
            _ => Sort::Bv(64),
        };
        if let Some(constant) = self.fold_unary(UnaryOp::FloatToBits, term) {
            return constant;
        }
        self.intern_unary(UnaryOp::FloatToBits, term, to)
    }

    /// The `float` or `double` with these 32 or 64 bits.
    pub fn bits_to_float(&mut self, term: Term) -> Term {
        let to = match self.width(term) {
            32 => Sort::F32,
            64 => Sort::F64,
            width => panic!("no float has {width} bits"),
        };
        if let Some(constant) = self.fold_unary(UnaryOp::BitsToFloat, term) {
            return constant;
        }
        if let Some(inner) = self.operand_of(UnaryOp::FloatToBits, term) {
            return inner;
        }
        self.intern_unary(UnaryOp::BitsToFloat, term, to)
    }

    fn float_operation(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        self.check_float(a, b);
        self.fold_binary(op, a, b).unwrap_or_else(|| self.intern_binary(op, a, b))
    }

    fn float_comparison(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        self.check_float(a, b);
        if let Some(term) = self.fold_binary(op, a, b) {
            return term;
        }
        if self.is_nan(a) || self.is_nan(b) {
            return self.fls();
        }
        if a == b && op != BinaryOp::FLt && self.is_never_nan(a) {
            return self.tru();
        }
        if let Some((x, y)) = self.exact_integers(a, b) {
            return match op {
                BinaryOp::FLt => self.slt(x, y),
                BinaryOp::FLe => self.sle(x, y),
                _ => self.eq(x, y),
            };
        }
        if let Some(term) = self.integer_with_constant(op, a, b) {
            return term;
        }
        // Only zeros are equal and have different bits.
        if op == BinaryOp::FEq && [a, b].into_iter().any(|term| self.is_const(term) && !self.is_float_zero(term)) {
            return self.eq(a, b);
        }
        self.intern_binary(op, a, b)
    }

    /// The comparison of a double that was made from an `int` with a constant, as one of integers.
    fn integer_with_constant(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let made = UnaryOp::Convert(FloatConversion::I2D);
        let double = |pool: &Self, term: Term| match *pool.node(term) {
            Node::F64(bits) => Some(f64::from_bits(bits)),
            _ => None,
        };
        // What is beyond all integers is as far as the next number beyond them.
        let integer = |value: f64| value.clamp(f64::from(i32::MIN) - 1.0, f64::from(i32::MAX) + 1.0) as i64;
        match (op, self.operand_of(made, a), self.operand_of(made, b)) {
            (BinaryOp::FLt, Some(x), None) => {
                let least_above = integer(double(self, b)?.ceil());
                Some(self.is_at_most(x, least_above - 1))
            }
            (BinaryOp::FLe, Some(x), None) => {
                let most = integer(double(self, b)?.floor());
                Some(self.is_at_most(x, most))
            }
            (BinaryOp::FLt, None, Some(x)) => {
                let most_below = integer(double(self, a)?.floor());
                let is_below = self.is_at_most(x, most_below);
                Some(self.not(is_below))
            }
            (BinaryOp::FLe, None, Some(x)) => {
                let least = integer(double(self, a)?.ceil());
                let is_below = self.is_at_most(x, least - 1);
                Some(self.not(is_below))
            }
            (BinaryOp::FEq, x, y) => {
                let constant = double(self, if x.is_some() { b } else { a })?;
                let x = x.or(y)?;
                if constant.fract() != 0.0 {
                    return Some(self.fls());
                }
                let Ok(value) = i32::try_from(constant as i64) else { return Some(self.fls()) };
                let value = self.bv32(value);
                Some(self.eq(x, value))
            }
            _ => None,
        }
    }

    /// Whether an `int` is at most this number.
    fn is_at_most(&mut self, x: Term, most: i64) -> Term {
        match i32::try_from(most) {
            Ok(most) => {
                let most = self.bv32(most);
                self.sle(x, most)
            }
            Err(_) if most > 0 => self.tru(),
            Err(_) => self.fls(),
        }
    }

    /// Whether the term is one of the two zeros.
    pub(crate) fn is_float_zero(&self, term: Term) -> bool {
        match *self.node(term) {
            Node::F32(bits) => f32::from_bits(bits) == 0.0,
            Node::F64(bits) => f64::from_bits(bits) == 0.0,
            _ => false,
        }
    }

    /// The integers, if both are doubles that were made from an `int`: those compare as the integers do.
    fn exact_integers(&self, a: Term, b: Term) -> Option<(Term, Term)> {
        let op = UnaryOp::Convert(FloatConversion::I2D);
        Some((self.operand_of(op, a)?, self.operand_of(op, b)?))
    }

    /// Whether the term is the constant NaN.
    pub(crate) fn is_nan(&self, term: Term) -> bool {
        match *self.node(term) {
            Node::F32(bits) => f32::from_bits(bits).is_nan(),
            Node::F64(bits) => f64::from_bits(bits).is_nan(),
            _ => false,
        }
    }

    fn is_float_one(&self, term: Term) -> bool {
        self.is_float_bits(term, 1f32.to_bits(), 1f64.to_bits())
    }

    fn is_float_bits(&self, term: Term, single: u32, double: u64) -> bool {
        match *self.node(term) {
            Node::F32(bits) => bits == single,
            Node::F64(bits) => bits == double,
            _ => false,
        }
    }

    fn check_float(&self, a: Term, b: Term) -> Sort {
        let sort = self.check_same_sort(a, b);
        assert!(sort.is_float(), "a float is needed where a term of sort {sort} is given");
        sort
    }
}

/// Whether the second conversion gives back just what the first was given.
fn is_exact_round_trip(first: FloatConversion, second: FloatConversion) -> bool {
    use FloatConversion::{D2F, D2I, F2D, I2D};
    matches!((first, second), (I2D, D2I) | (F2D, D2F))
}
