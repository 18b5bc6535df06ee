//! What is left of a number by the multiple of the divisor that division finds: people write `x - x / d * d` for `x % d`.
//!
//! All of it holds by zero too, where the quotient times zero is zero and the remainder the dividend, and where the quotient of the
//! least number by −1 wraps around.

use crate::node::{BinaryOp, UnaryOp};
use crate::pool::{Term, TermPool};

impl TermPool {
    /// `a - b`, if one of both is the other's multiple of a divisor, as a remainder.
    pub(super) fn difference_to_multiple(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(divisor) = self.divisor_of_multiple(b, a) {
            return Some(self.srem(a, divisor));
        }
        let divisor = self.divisor_of_multiple(a, b)?;
        let remainder = self.srem(b, divisor);
        Some(self.neg(remainder))
    }

    /// `a + b`, if `b` is a multiple of a divisor, and `a` the remainder that belongs to it or the negated dividend.
    pub(super) fn sum_with_multiple(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some((dividend, divisor)) = self.operands_of(BinaryOp::SRem, a) {
            return (self.divisor_of_multiple(b, dividend) == Some(divisor)).then_some(dividend);
        }
        let (quotient, divisor) = self.operands_of(BinaryOp::Mul, b)?;
        [quotient, divisor].into_iter().find_map(|factor| {
            let (dividend, divisor) = self.operands_of(BinaryOp::SDiv, factor)?;
            let is_negated = self.operand_of(UnaryOp::Neg, dividend) == Some(a);
            let is_multiple = is_negated && self.divisor_of_multiple(b, dividend) == Some(divisor);
            is_multiple.then(|| {
                let remainder = self.srem(dividend, divisor);
                self.neg(remainder)
            })
        })
    }

    /// The divisor `d`, if a term is `dividend / d * d`.
    fn divisor_of_multiple(&self, term: Term, dividend: Term) -> Option<Term> {
        let (one, two) = self.operands_of(BinaryOp::Mul, term)?;
        [(one, two), (two, one)].into_iter().find_map(|(quotient, factor)| {
            let operands = self.operands_of(BinaryOp::SDiv, quotient)?;
            (operands == (dividend, factor)).then_some(factor)
        })
    }
}
