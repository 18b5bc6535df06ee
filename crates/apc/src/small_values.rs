//! Values that often satisfy a condition, small ones and the ends of machine integers: where some do, the solver need not be
//! asked whether any do.

use clew_term::{ArrayValue, Assignment, BinaryOp, Evaluator, Node, Sort, SymbolId, Term, TermPool, Value};
use num_bigint::BigInt;

/// The greatest number of parts of terms that are tried.
const MAX_PARTS: usize = 200;

/// How many products of two terms there may be.
const MAX_PRODUCTS: usize = 4;

/// How many assignments are tried.
const MAX_TRIALS: usize = 16;

/// The numbers that symbols get.
const NUMBERS: [i32; 8] = [0, 1, 2, 5, 3, 10, -1, 7];

/// Whether all terms hold for some of a few assignments. Nothing is known if not.
pub(crate) fn satisfy(pool: &TermPool, terms: &[Term]) -> bool {
    let parts = pool.parts(terms);
    // Products of products may have numbers of any size.
    let products = parts.iter().filter(|part| is_product(pool, **part)).count();
    if parts.len() > MAX_PARTS || products > MAX_PRODUCTS {
        return false;
    }
    let mut symbols: Vec<SymbolId> = parts.iter().filter_map(|part| pool.as_symbol(*part)).collect();
    symbols.sort_unstable();
    (0..MAX_TRIALS).any(|trial| {
        let mut assignment = Assignment::new();
        for (position, symbol) in symbols.iter().enumerate() {
            if let Some(value) = of_sort(pool.symbol_sort(*symbol), number(trial, position, symbols.len())) {
                assignment.insert(*symbol, value);
            }
        }
        let mut evaluator = Evaluator::new(assignment);
        terms.iter().all(|term| evaluator.holds(pool, *term))
    })
}

/// The number as an integer, or as an array of integers that are all the same.
fn of_sort(sort: Sort, number: i32) -> Option<Value> {
    let integer = Value::Int(BigInt::from(number));
    let value = if sort == Sort::Int { integer } else { Value::Array(ArrayValue::new(integer)) };
    value.has_sort(sort).then_some(value)
}

fn is_product(pool: &TermPool, term: Term) -> bool {
    match *pool.node(term) {
        Node::Binary(BinaryOp::Mul, one, other) => pool.as_int(one).is_none() && pool.as_int(other).is_none(),
        _ => false,
    }
}

/// All the same, rising and falling, then near the greatest and the least number (whether a step overflows is asked of each
/// counter), last a mixture.
fn number(trial: usize, position: usize, count: usize) -> i32 {
    let (rising, falling) = (position as i32, (count - 1 - position) as i32);
    match trial {
        0 | 1 => NUMBERS[trial],
        2 => rising,
        3 => falling + 1,
        4 => i32::MAX - rising,
        5 => i32::MAX - falling,
        6 => i32::MIN + rising,
        7 => i32::MIN + falling,
        _ => NUMBERS[(position * (2 * trial + 1) + trial) % NUMBERS.len()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_satisfy_an_order_and_not_its_contrary() {
        let mut pool = TermPool::new();
        let (a, b) = (pool.fresh("a", Sort::Int), pool.fresh("b", Sort::Int));
        let (less, greater) = (pool.slt(a, b), pool.slt(b, a));
        assert!(satisfy(&pool, &[less]) && satisfy(&pool, &[greater]) && !satisfy(&pool, &[less, greater]));
    }

    #[test]
    fn numbers_at_the_end_of_the_range_satisfy_that_a_step_overflows() {
        let mut pool = TermPool::new();
        let (i, n) = (pool.fresh("i", Sort::Int), pool.fresh("n", Sort::Int));
        let (below, four, last) = (pool.slt(i, n), pool.int(BigInt::from(4)), pool.int(BigInt::from(i32::MAX)));
        let after = pool.add(i, four);
        let (overflows, in_range) = (pool.slt(last, after), pool.sle(n, last));
        assert!(satisfy(&pool, &[below, overflows, in_range]));
    }
}
