//! The condition under which the machine's arithmetic gives the mathematical result.

use crate::core::Core;
use crate::state::State;
use clew_heap::Value;
use clew_ir::{BinaryOp, Expr, UnaryOp};
use clew_term::{Sort, Term};

impl Core<'_> {
    /// The condition under which no sum, difference, product or negation of whole numbers in an expression is too large for
    /// its type. `None` where that depends on a value that is not known.
    pub(crate) fn no_overflow(&mut self, state: &State, expr: &Expr) -> Option<Term> {
        match expr {
            Expr::Const(_) | Expr::Reg(_) => Some(self.pool.tru()),
            Expr::Unary(op, operand) => {
                let within = self.no_overflow(state, operand)?;
                let here = match op {
                    UnaryOp::Neg => {
                        let operand = self.known_term(state, operand)?;
                        self.negates_well(operand)
                    }
                    UnaryOp::Not | UnaryOp::IsNull | UnaryOp::Convert(_) => self.pool.tru(),
                };
                Some(self.pool.and(within, here))
            }
            Expr::Binary(op, left, right) => {
                let (one, two) = (self.no_overflow(state, left)?, self.no_overflow(state, right)?);
                let within = self.pool.and(one, two);
                if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
                    return Some(within);
                }
                let (left, right) = (self.known_term(state, left)?, self.known_term(state, right)?);
                let here = self.computes_well(*op, left, right);
                Some(self.pool.and(within, here))
            }
            Expr::Ite(condition, left, right) => {
                let parts = [condition, left, right];
                let parts: Option<Vec<Term>> = parts.iter().map(|part| self.no_overflow(state, part)).collect();
                Some(self.pool.and_all(&parts?))
            }
            Expr::Select(_, indices) => {
                let parts: Option<Vec<Term>> = indices.iter().map(|part| self.no_overflow(state, part)).collect();
                Some(self.pool.and_all(&parts?))
            }
        }
    }

    fn known_term(&mut self, state: &State, expr: &Expr) -> Option<Term> {
        match self.eval(state, expr) {
            Value::Term(term) => Some(term),
            Value::Ref(_) | Value::Opaque(_) => None,
        }
    }

    /// Whether a number has a negation of its type; others than whole numbers have.
    fn negates_well(&mut self, operand: Term) -> Term {
        let Sort::Bv(width) = self.pool.sort(operand) else { return self.pool.tru() };
        let least = self.pool.bv(width, 1 << (width - 1));
        self.pool.ne(operand, least)
    }

    /// Whether the result of an operator is the mathematical one; for others than whole numbers nothing is asked.
    fn computes_well(&mut self, op: BinaryOp, left: Term, right: Term) -> Term {
        let Sort::Bv(width) = self.pool.sort(left) else { return self.pool.tru() };
        match op {
            BinaryOp::Mul if width <= 32 => {
                let (left, right) = (self.pool.sign_extend(left, 64), self.pool.sign_extend(right, 64));
                let wide = self.pool.mul(left, right);
                let low = self.pool.extract_low(wide, width);
                let same = self.pool.sign_extend(low, 64);
                self.pool.eq(wide, same)
            }
            BinaryOp::Mul => self.multiplies_well(width, left, right),
            // The signs tell: they are those of the operands that the result has one of.
            BinaryOp::Sub => {
                let result = self.pool.sub(left, right);
                let (one, two) = (self.pool.bit_xor(left, right), self.pool.bit_xor(left, result));
                self.is_not_negative(width, one, two)
            }
            _ => {
                let result = self.pool.add(left, right);
                let (one, two) = (self.pool.bit_xor(left, result), self.pool.bit_xor(right, result));
                self.is_not_negative(width, one, two)
            }
        }
    }

    /// Whether not both have the highest bit.
    fn is_not_negative(&mut self, width: u8, one: Term, two: Term) -> Term {
        let (zero, both) = (self.pool.bv(width, 0), self.pool.bit_and(one, two));
        self.pool.sge(both, zero)
    }

    /// The same of a product for which there is no wider type: it can be divided by one of its factors.
    fn multiplies_well(&mut self, width: u8, left: Term, right: Term) -> Term {
        let zero = self.pool.bv(width, 0);
        let is_zero = self.pool.eq(left, zero);
        let one = self.pool.bv(width, 1);
        let divisor = self.pool.ite(is_zero, one, left);
        let product = self.pool.mul(left, right);
        let quotient = self.pool.sdiv(product, divisor);
        let same = self.pool.eq(quotient, right);
        let minus_one = self.pool.bv(width, u64::MAX >> (64 - u32::from(width)));
        let least = self.pool.bv(width, 1 << (width - 1));
        let (negates, smallest) = (self.pool.eq(left, minus_one), self.pool.eq(right, least));
        let wraps = self.pool.and(negates, smallest);
        let fits = self.pool.not(wraps);
        let divides = self.pool.and(same, fits);
        self.pool.or(is_zero, divides)
    }
}
