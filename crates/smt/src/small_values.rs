//! Enumeration of small values: tries small numbers for several symbols at once, where floats or products depend on them.
//!
//! What a solver has to say of a quotient in floating-point bits, or of two products of 64 bits, takes it seconds, and mostly
//! there are small integers that do: `Math.ceil((double) size / capacity)` is all it can be for sizes below ten.

use clew_base::FastSet;
use clew_term::{BinaryOp, Evaluator, Node, Sort, SymbolId, Term, TermPool, Value};

/// Values that are tried for each symbol, the most readable first.
const NUMBERS: [i64; 11] = [0, 1, 2, 3, -1, 4, 5, 7, 10, -3, i32::MAX as i64];
/// At most this many symbols change.
const MAX_SYMBOLS: usize = 4;
/// Combinations that are tried for one condition.
const MAX_COMBINATIONS: usize = 1_500;
/// Parts of a condition in which floats and products are looked for.
const MAX_PARTS: usize = 400;

/// Finds a model of the constraints and the condition that differs from these values, which satisfy the constraints, in the
/// numbers on which the condition depends. Whether one was found, which it never is if the condition depends neither on
/// floating-point numbers nor on products; if so, its values are on trial, else nothing is, and that says nothing about whether there is one.
pub fn enumerate_small_values<'a, C>(
    pool: &mut TermPool,
    values: &mut Evaluator,
    constraints: C,
    condition: Term,
) -> bool
where
    C: Iterator<Item = &'a Term> + Clone,
{
    if !is_hard(pool, condition) {
        return false;
    }
    let symbols: Vec<SymbolId> = pool
        .symbols(condition)
        .iter()
        .rev()
        .copied()
        .filter(|symbol| matches!(pool.symbol_sort(*symbol), Sort::Bv(32 | 64)))
        .filter(|symbol| values.may_depend(pool, condition, *symbol))
        .take(MAX_SYMBOLS)
        .collect();
    let concerned: Vec<Term> = constraints
        .copied()
        .filter(|constraint| symbols.iter().any(|symbol| values.may_depend(pool, *constraint, *symbol)))
        .collect();
    let mut search = Search { pool, values, condition, concerned: &concerned, numbers: numbers_for(symbols.len()) };
    search.vary(&symbols)
}

/// As many values as there can be for each of so many symbols.
fn numbers_for(symbols: usize) -> &'static [i64] {
    let fits = |count: &usize| count.saturating_pow(symbols as u32) <= MAX_COMBINATIONS;
    let count = (1..=NUMBERS.len()).rev().find(fits).unwrap_or(0);
    &NUMBERS[..count]
}

/// Values that are being tried.
struct Search<'s> {
    pool: &'s TermPool,
    values: &'s mut Evaluator,
    condition: Term,
    /// The constraints that other values of the symbols may break.
    concerned: &'s [Term],
    numbers: &'s [i64],
}

impl Search<'_> {
    /// Puts the first combination of values for these symbols on trial, on top of those that are, under which everything holds;
    /// whether there is one.
    fn vary(&mut self, symbols: &[SymbolId]) -> bool {
        let Some((first, others)) = symbols.split_first() else { return self.holds() };
        let Sort::Bv(width) = self.pool.symbol_sort(*first) else { return false };
        let before = self.values.tried();
        for number in self.numbers {
            self.values.try_value(*first, Value::bv(width, *number as u64));
            if self.vary(others) {
                return true;
            }
            self.values.take_back(before);
        }
        false
    }

    fn holds(&mut self) -> bool {
        // The condition fails most often.
        self.values.holds(self.pool, self.condition)
            && self.concerned.iter().rev().all(|term| self.values.holds(self.pool, *term))
    }
}

/// Whether floating-point numbers, or products of several unknown numbers, are part of a condition.
fn is_hard(pool: &TermPool, condition: Term) -> bool {
    let mut seen: FastSet<Term> = FastSet::default();
    let mut waiting = vec![condition];
    while let Some(term) = waiting.pop() {
        if pool.sort(term).is_float() || is_product(pool, term) {
            return true;
        }
        if seen.insert(term) && seen.len() < MAX_PARTS {
            pool.for_each_operand(term, |operand| waiting.push(operand));
        }
    }
    false
}

fn is_product(pool: &TermPool, term: Term) -> bool {
    let Node::Binary(BinaryOp::Mul, left, right) = *pool.node(term) else { return false };
    !pool.is_const(left) && !pool.is_const(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_term::{Assignment, FloatConversion};

    /// `(double) one / (double) two`, and the symbols.
    fn quotient(pool: &mut TermPool) -> (Term, Term, Term) {
        let (one, two) = (pool.fresh("one", Sort::Bv(32)), pool.fresh("two", Sort::Bv(32)));
        let (left, right) = (pool.convert(FloatConversion::I2D, one), pool.convert(FloatConversion::I2D, two));
        (pool.fdiv(left, right), one, two)
    }

    #[test]
    fn a_quotient_with_a_fraction_is_found_among_small_numbers() {
        let mut pool = TermPool::new();
        let (quotient, one, two) = quotient(&mut pool);
        let whole = pool.convert(FloatConversion::D2I, quotient);
        let rounded = pool.convert(FloatConversion::I2D, whole);
        let is_whole = pool.feq(quotient, rounded);
        let condition = pool.not(is_whole);
        let three = pool.bv32(3);
        let path = [pool.slt(one, three), pool.slt(two, one)];
        let symbol = |term| pool.as_symbol(term).expect("a symbol");
        let (one, two) = (symbol(one), symbol(two));
        let mut start = Assignment::new();
        start.insert(one, Value::from_i32(2));
        start.insert(two, Value::from_i32(1));
        let mut values = Evaluator::new(start.clone());
        assert!(enumerate_small_values(&mut pool, &mut values, path.iter(), condition), "there are such numbers");
        assert!(crate::Model::new(values.assignment().clone()).satisfies(&pool, &[path[0], path[1], condition]));
        values.take_back(0);
        assert_eq!(values.assignment(), &start);
    }

    #[test]
    fn products_that_differ_are_found_among_small_numbers() {
        let mut pool = TermPool::new();
        let symbols = ["a", "b", "c", "d"].map(|name| pool.fresh(name, Sort::Bv(32)));
        let [a, b, c, d] = symbols.map(|symbol| pool.sign_extend(symbol, 64));
        let (left, right) = (pool.mul(a, b), pool.mul(c, d));
        let condition = pool.slt(left, right);
        let start = symbols.iter().filter_map(|term| Some((pool.as_symbol(*term)?, Value::from_i32(0))));
        let mut values = Evaluator::new(start.collect());
        assert!(enumerate_small_values(&mut pool, &mut values, [].iter(), condition), "there are such numbers");
        assert!(crate::Model::new(values.assignment().clone()).satisfies(&pool, &[condition]));
    }

    #[test]
    fn sums_of_integers_are_left_to_others() {
        let mut pool = TermPool::new();
        let (_, one, two) = quotient(&mut pool);
        let condition = pool.slt(one, two);
        let mut values = Evaluator::new(Assignment::new());
        assert!(!enumerate_small_values(&mut pool, &mut values, [].iter(), condition));
        assert_eq!(values.tried(), 0);
    }
}
