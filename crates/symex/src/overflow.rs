//! The condition under which the machine's arithmetic gives the mathematical result.

use crate::core::Core;
use crate::state::State;
use clew_heap::Value;
use clew_ir::{BinaryOp, Expr, UnaryOp};
use clew_term::{SignedRange, Sort, Term, TermPool};

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
                        negates_well(&mut self.pool, operand)
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
                let here = computes_well(&mut self.pool, *op, left, right);
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
}

/// Whether a number has a negation of its type; others than whole numbers have.
fn negates_well(pool: &mut TermPool, operand: Term) -> Term {
    let Sort::Bv(width) = pool.sort(operand) else { return pool.tru() };
    let least = pool.bv(width, 1 << (width - 1));
    pool.ne(operand, least)
}

/// Whether the result of an operator is the mathematical one; for others than whole numbers nothing is asked.
fn computes_well(pool: &mut TermPool, op: BinaryOp, left: Term, right: Term) -> Term {
    let Sort::Bv(width) = pool.sort(left) else { return pool.tru() };
    if is_small(op, pool.range(left), pool.range(right), width) {
        return pool.tru();
    }
    match op {
        BinaryOp::Mul if width <= 32 => {
            let (left, right) = (pool.sign_extend(left, 64), pool.sign_extend(right, 64));
            let wide = pool.mul(left, right);
            let low = pool.extract_low(wide, width);
            let same = pool.sign_extend(low, 64);
            pool.eq(wide, same)
        }
        BinaryOp::Mul => multiplies_well(pool, width, left, right),
        // The signs tell: they are those of the operands that the result has one of.
        BinaryOp::Sub => {
            let result = pool.sub(left, right);
            let (one, two) = (pool.bit_xor(left, right), pool.bit_xor(left, result));
            is_not_negative(pool, width, one, two)
        }
        _ => {
            let result = pool.add(left, right);
            let (one, two) = (pool.bit_xor(left, result), pool.bit_xor(right, result));
            is_not_negative(pool, width, one, two)
        }
    }
}

/// Whether the ranges of the operands alone tell that the result is the mathematical one, so that no solver is asked.
fn is_small(op: BinaryOp, left: SignedRange, right: SignedRange, width: u8) -> bool {
    let ends = |range: SignedRange| [i128::from(range.low), i128::from(range.high)];
    let all = SignedRange::full(width);
    ends(left).into_iter().all(|one| {
        ends(right).into_iter().all(|two| {
            let result = match op {
                BinaryOp::Sub => one - two,
                BinaryOp::Mul => one * two,
                _ => one + two,
            };
            (i128::from(all.low)..=i128::from(all.high)).contains(&result)
        })
    })
}

/// Whether not both have the highest bit.
fn is_not_negative(pool: &mut TermPool, width: u8, one: Term, two: Term) -> Term {
    let (zero, both) = (pool.bv(width, 0), pool.bit_and(one, two));
    pool.sge(both, zero)
}

/// The same of a product for which there is no wider type: it can be divided by one of its factors.
fn multiplies_well(pool: &mut TermPool, width: u8, left: Term, right: Term) -> Term {
    let (zero, one) = (pool.bv(width, 0), pool.bv(width, 1));
    let is_zero = pool.eq(left, zero);
    let divisor = pool.ite(is_zero, one, left);
    let product = pool.mul(left, right);
    let quotient = pool.sdiv(product, divisor);
    let same = pool.eq(quotient, right);
    let minus_one = pool.bv(width, u64::MAX >> (64 - u32::from(width)));
    let least = pool.bv(width, 1 << (width - 1));
    let (negates, smallest) = (pool.eq(left, minus_one), pool.eq(right, least));
    let wraps = pool.and(negates, smallest);
    let fits = pool.not(wraps);
    let divides = pool.and(same, fits);
    pool.or(is_zero, divides)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: [i64; 9] = [0, 1, -1, 2, -2, 3, 46_341, -46_341, 3_037_000_500];

    /// Asserts that the conditions hold for numbers of a type just where its checked operators give something.
    macro_rules! check {
        ($ty:ty, $make:ident) => {{
            let mut pool = TermPool::new();
            let edges = [<$ty>::MIN, <$ty>::MIN + 1, <$ty>::MAX, <$ty>::MAX - 1, <$ty>::MAX / 2, <$ty>::MIN / 2];
            let values: Vec<$ty> = SMALL.iter().map(|value| *value as $ty).chain(edges).collect();
            for one in &values {
                let left = pool.$make(*one);
                let negates = negates_well(&mut pool, left);
                assert_eq!(pool.as_bool(negates), Some(one.checked_neg().is_some()), "-{one}");
                for two in &values {
                    let right = pool.$make(*two);
                    let mut holds = |op| {
                        let condition = computes_well(&mut pool, op, left, right);
                        pool.as_bool(condition)
                    };
                    assert_eq!(holds(BinaryOp::Add), Some(one.checked_add(*two).is_some()), "{one} + {two}");
                    assert_eq!(holds(BinaryOp::Sub), Some(one.checked_sub(*two).is_some()), "{one} - {two}");
                    assert_eq!(holds(BinaryOp::Mul), Some(one.checked_mul(*two).is_some()), "{one} * {two}");
                }
            }
        }};
    }

    #[test]
    fn conditions_tell_results_that_wrap() {
        check!(i32, bv32);
        check!(i64, bv64);
    }

    #[test]
    fn products_of_short_numbers_ask_no_solver() {
        let mut pool = TermPool::new();
        let [one, two] = ["x", "y"].map(|name| pool.fresh(name, Sort::Bv(32)));
        let (one, two) = (pool.sign_extend(one, 64), pool.sign_extend(two, 64));
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
            let condition = computes_well(&mut pool, op, one, two);
            assert_eq!(pool.as_bool(condition), Some(true), "{op:?}");
        }
    }
}
