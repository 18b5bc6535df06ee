//! Small values that satisfy a condition: where some do, the solver need not be asked whether any do.

use clew_term::{Assignment, BinaryOp, Evaluator, Node, Sort, SymbolId, Term, TermPool, Value};
use num_bigint::BigInt;

/// The greatest number of parts of terms that are tried.
const MAX_PARTS: usize = 200;

/// How many products of two terms there may be.
const MAX_PRODUCTS: usize = 4;

/// How many assignments are tried.
const MAX_TRIALS: usize = 12;

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
    let symbols = parts.iter().filter_map(|part| pool.as_symbol(*part));
    let mut numbers: Vec<SymbolId> = symbols.filter(|symbol| pool.symbol_sort(*symbol) == Sort::Int).collect();
    numbers.sort_unstable();
    (0..MAX_TRIALS).any(|trial| {
        let mut assignment = Assignment::new();
        for (position, symbol) in numbers.iter().enumerate() {
            assignment.insert(*symbol, Value::Int(BigInt::from(number(trial, position, numbers.len()))));
        }
        let mut evaluator = Evaluator::new(assignment);
        terms.iter().all(|term| evaluator.holds(pool, *term))
    })
}

fn is_product(pool: &TermPool, term: Term) -> bool {
    match *pool.node(term) {
        Node::Binary(BinaryOp::Mul, one, other) => pool.as_int(one).is_none() && pool.as_int(other).is_none(),
        _ => false,
    }
}

/// All the same, rising and falling, then a mixture.
fn number(trial: usize, position: usize, count: usize) -> i32 {
    match trial {
        0 | 1 => NUMBERS[trial],
        2 => position as i32,
        3 => (count - position) as i32,
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
}
