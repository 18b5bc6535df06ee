//! Products and quotients of integers, approximated by sums and bounds.
//!
//! A product of two unknowns is an unknown of its own between the planes that its factors' bounds put around it (McCormick,
//! *Computability of global solutions to factorable nonconvex programs*, 1976). A quotient is an unknown whose multiple of the divisor
//! leaves a rest with the dividend's sign.

use super::{Bounds, Role, Translation, full, integer, within};
use clew_term::{Sort, Term, TermPool};

/// Factors with at most this many values are looked at value by value.
const MAX_CASES: i128 = 12;

/// An integer with bounds.
#[derive(Clone, Copy)]
pub(super) struct Factor {
    term: Term,
    bounds: Bounds,
}

impl Translation<'_> {
    /// The integer that a word is.
    pub(super) fn factor(&self, pool: &TermPool, term: Term) -> Option<Factor> {
        Some(Factor { term: self.exact(term)?, bounds: self.range(pool, term) })
    }

    /// A product of integers.
    pub(super) fn product(
        &mut self,
        pool: &mut TermPool,
        key: (Term, Role),
        [one, two]: [Factor; 2],
    ) -> (Term, Bounds) {
        let ((a, b), (c, d)) = (one.bounds, two.bounds);
        let corners = [a * c, a * d, b * c, b * d];
        let bounds = (corners.into_iter().fold(i128::MAX, i128::min), corners.into_iter().fold(i128::MIN, i128::max));
        for (constant, other) in [(one, two), (two, one)] {
            if constant.bounds.0 == constant.bounds.1 {
                let constant = integer(pool, constant.bounds.0);
                return (pool.mul(other.term, constant), bounds);
            }
        }
        let product = self.names.get(pool, key, Sort::Int);
        self.needed.push(within(pool, product, bounds));
        if b - a < MAX_CASES {
            self.by_cases(pool, product, [one, two]);
        } else if d - c < MAX_CASES {
            self.by_cases(pool, product, [two, one]);
        } else {
            self.between_planes(pool, product, [one, two]);
        }
        if one.term == two.term {
            let opposite = pool.neg(one.term);
            let at_least = [pool.sle(one.term, product), pool.sle(opposite, product)];
            self.needed.extend(at_least);
        }
        (product, bounds)
    }

    /// Says of each value of the first factor what the product is.
    fn by_cases(&mut self, pool: &mut TermPool, product: Term, [one, two]: [Factor; 2]) {
        for value in one.bounds.0..=one.bounds.1 {
            let value = integer(pool, value);
            let multiple = pool.mul(two.term, value);
            let (is_value, is_multiple) = (pool.eq(one.term, value), pool.eq(product, multiple));
            let is_other = pool.not(is_value);
            self.needed.push(pool.or(is_other, is_multiple));
        }
    }

    /// Says that the products of what lies between factors and their bounds are not negative.
    fn between_planes(&mut self, pool: &mut TermPool, product: Term, [one, two]: [Factor; 2]) {
        for (x, is_least) in [(one.bounds.0, true), (one.bounds.1, false)] {
            for (y, is_also_least) in [(two.bounds.0, true), (two.bounds.1, false)] {
                // (one - x) * (two - y)
                let [x_term, y_term, both] = [x, y, x * y].map(|number| integer(pool, number));
                let (left, right) = (pool.mul(two.term, x_term), pool.mul(one.term, y_term));
                let sum = pool.add(left, right);
                let plane = pool.sub(sum, both);
                self.needed.push(if is_least == is_also_least {
                    pool.sle(plane, product)
                } else {
                    pool.sle(product, plane)
                });
            }
        }
    }

    /// The integer of a word of which one, between bounds, is known but for a multiple of two to the width.
    pub(super) fn wrapped(
        &mut self,
        pool: &mut TermPool,
        term: Term,
        (sum, low, high): (Term, i128, i128),
        width: u8,
    ) -> Term {
        let (modulus, half) = (1i128 << width, 1i128 << (width - 1));
        let bounds = ((low + half).div_euclid(modulus), (high + half).div_euclid(modulus));
        let times = self.names.get(pool, (term, Role::Wraps), Sort::Int);
        let modulus = integer(pool, modulus);
        let excess = pool.mul(times, modulus);
        let exact = pool.sub(sum, excess);
        let stated = [within(pool, times, bounds), within(pool, exact, full(width))];
        self.needed.extend(stated);
        exact
    }

    /// The quotient by a constant, rounded down, and what is left, which is not negative.
    pub(super) fn divided_down(
        &mut self,
        pool: &mut TermPool,
        key: Term,
        dividend: Term,
        divisor: i128,
    ) -> (Term, Term) {
        let quotient = self.names.get(pool, (key, Role::Quotient), Sort::Int);
        let factor = integer(pool, divisor);
        let multiple = pool.mul(quotient, factor);
        let rest = pool.sub(dividend, multiple);
        self.needed.push(within(pool, rest, (0, divisor - 1)));
        (quotient, rest)
    }

    /// The quotient of words, rounded towards zero, and the rest, with the bounds of both; `None` if the divisor may be zero.
    pub(super) fn divided(&mut self, pool: &mut TermPool, one: Term, two: Term) -> Option<[(Term, Bounds); 2]> {
        let key = pool.sdiv(one, two);
        let (dividend, divisor) = (self.factor(pool, one)?, self.factor(pool, two)?);
        let ((a, b), (c, d)) = (dividend.bounds, divisor.bounds);
        if c <= 0 && d >= 0 {
            return None;
        }
        let corners = [a / c, a / d, b / c, b / d];
        let mut bounds =
            (corners.into_iter().fold(i128::MAX, i128::min), corners.into_iter().fold(i128::MIN, i128::max));
        let full = full(pool.width(key));
        let mut multiple = (key, Role::Multiple);
        if bounds.0 >= full.0 && bounds.1 <= full.1 {
            // The quotient is that of the words, and its multiple may be one of their products.
            let known = self.range(pool, key);
            bounds = (bounds.0.max(known.0), bounds.1.min(known.1));
            multiple = (pool.mul(key, two), Role::Product);
        }
        let quotient = self.names.get(pool, (key, Role::Quotient), Sort::Int);
        self.needed.push(within(pool, quotient, bounds));
        let (multiple, _) = self.product(pool, multiple, [Factor { term: quotient, bounds }, divisor]);
        let rest = pool.sub(dividend.term, multiple);
        let most = c.abs().max(d.abs()) - 1;
        let rest_bounds = (a.min(0).max(-most), b.max(0).min(most));
        self.needed.push(within(pool, rest, rest_bounds));
        let zero = integer(pool, 0);
        if c != d {
            let size = if c > 0 { divisor.term } else { pool.neg(divisor.term) };
            let opposite = pool.neg(size);
            let smaller = [pool.slt(rest, size), pool.slt(opposite, rest)];
            self.needed.extend(smaller);
        }
        if a < 0 && b > 0 {
            let [below, above] = [pool.slt(dividend.term, zero), pool.slt(zero, dividend.term)];
            let [not_above, not_below] = [pool.sle(rest, zero), pool.sle(zero, rest)];
            let signs = [pool.or(below, not_below), pool.or(above, not_above)];
            self.needed.extend(signs);
        }
        Some([(quotient, bounds), (rest, rest_bounds)])
    }
}
