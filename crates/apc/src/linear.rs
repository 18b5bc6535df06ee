//! Integer terms as sums of multiples of parts.

use clew_base::OrderedMap;
use clew_term::{BinaryOp, Node, SymbolId, Term, TermPool, UnaryOp};
use num_bigint::BigInt;

/// How many summands a sum is taken apart into at most.
const MAX_SUMMANDS: usize = 2_000;

/// A constant and multiples of terms that are no sums themselves. None of the multiples is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    pub parts: OrderedMap<Term, BigInt>,
    pub constant: BigInt,
}

impl Linear {
    /// The sum that a term is.
    pub(crate) fn of(pool: &TermPool, term: Term) -> Linear {
        let mut sum = Linear::default();
        sum.add(pool, term, &BigInt::from(1), &mut { MAX_SUMMANDS });
        sum
    }

    /// Adds a multiple of a term. Sums that share parts may have many more summands than parts: when `left` are used up, what is
    /// left is a part as it is.
    fn add(&mut self, pool: &TermPool, term: Term, factor: &BigInt, left: &mut usize) {
        if *left == 0 {
            return self.add_part(term, factor);
        }
        *left -= 1;
        match *pool.node(term) {
            Node::Int(id) => self.constant += pool.int_value(id) * factor,
            Node::Binary(BinaryOp::Add, one, other) => {
                self.add(pool, one, factor, left);
                self.add(pool, other, factor, left);
            }
            Node::Binary(BinaryOp::Sub, one, other) => {
                self.add(pool, one, factor, left);
                self.add(pool, other, &-factor, left);
            }
            Node::Unary(UnaryOp::Neg, operand) => self.add(pool, operand, &-factor, left),
            Node::Binary(BinaryOp::Mul, one, other) => match (pool.as_int(one), pool.as_int(other)) {
                (_, Some(value)) => self.add(pool, one, &(value * factor), left),
                (Some(value), _) => self.add(pool, other, &(value * factor), left),
                (None, None) => self.add_part(term, factor),
            },
            _ => self.add_part(term, factor),
        }
    }

    fn add_part(&mut self, part: Term, factor: &BigInt) {
        let sum = self.parts.get(&part).cloned().unwrap_or_default() + factor;
        match sum == BigInt::ZERO {
            true => _ = self.parts.shift_remove(&part),
            false => _ = self.parts.insert(part, sum),
        }
    }

    /// The negative of the sum.
    pub(crate) fn negated(mut self) -> Linear {
        self.constant = -self.constant;
        self.parts.values_mut().for_each(|factor| *factor = -std::mem::take(factor));
        self
    }

    /// The sum as a term.
    pub(crate) fn term(&self, pool: &mut TermPool) -> Term {
        let mut sum = pool.int(self.constant.clone());
        for (part, factor) in &self.parts {
            let factor = pool.int(factor.clone());
            let product = pool.mul(*part, factor);
            sum = pool.add(sum, product);
        }
        sum
    }

    /// What is left of the sum where a symbol stands in it once; `None` where it does not, or elsewhere as well.
    pub(crate) fn without(&self, pool: &mut TermPool, symbol: SymbolId) -> Option<Linear> {
        let term = pool.symbol_term(symbol);
        if self.parts.get(&term) != Some(&BigInt::from(1)) {
            return None;
        }
        let mut rest = self.clone();
        rest.parts.shift_remove(&term);
        let elsewhere = rest.parts.keys().any(|part| pool.symbols(*part).contains(&symbol));
        (!elsewhere).then_some(rest)
    }
}
