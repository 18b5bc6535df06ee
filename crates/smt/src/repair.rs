//! Models by a small change of a model at hand.
//!
//! On a path, most conditions concern a value that has just come into being and that nothing else constrains yet. Then a
//! model of the path becomes one of the path and the condition by giving that one symbol another value, and no
//! solver is needed to find it. What is found is checked by evaluation like every model.

use clew_term::{Evaluator, Sort, SymbolId, Term, TermPool, Value};

/// The most symbols of a condition whose value is tried to be changed.
const MAX_SYMBOLS: usize = 3;
/// The most terms of a condition whose values are tried.
const MAX_TERMS: usize = 24;

/// Finds a model of the constraints and the condition that differs in one symbol from these values, which satisfy the
/// constraints. Whether one was found; if so, its value is on trial, else nothing is, and that says nothing about whether there
/// is one.
pub fn repair<'a, C>(pool: &mut TermPool, values: &mut Evaluator, constraints: C, condition: Term) -> bool
where
    C: Iterator<Item = &'a Term> + Clone,
{
    let symbols = pool.symbols(condition);
    for symbol in symbols.iter().rev().take(MAX_SYMBOLS).copied() {
        let concerned: Vec<Term> =
            constraints.clone().copied().filter(|constraint| values.may_depend(pool, *constraint, symbol)).collect();
        for value in candidates(pool, values, condition, symbol) {
            values.try_value(symbol, value);
            // The condition fails most often.
            if values.holds(pool, condition) && concerned.iter().rev().all(|term| values.holds(pool, *term)) {
                return true;
            }
            values.take_back(0);
        }
    }
    false
}

/// Values worth trying for a symbol: those next to the values that occur in the condition.
pub(crate) fn candidates(pool: &TermPool, values: &mut Evaluator, condition: Term, symbol: SymbolId) -> Vec<Value> {
    let width = match pool.symbol_sort(symbol) {
        Sort::Bool => {
            let now = values.assignment().get(symbol).and_then(Value::as_bool).unwrap_or(false);
            return vec![Value::Bool(!now)];
        }
        Sort::Bv(width) => width,
        Sort::Int | Sort::F32 | Sort::F64 | Sort::Array(_) => return Vec::new(),
    };
    let mut numbers: Vec<i64> = vec![0, 1, -1];
    let mut waiting = vec![condition];
    let mut seen = 0;
    while let Some(term) = waiting.pop() {
        seen += 1;
        if seen > MAX_TERMS {
            break;
        }
        if let Some(value) = values.value(pool, term).as_signed() {
            numbers.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
        }
        pool.for_each_operand(term, |operand| waiting.push(operand));
    }
    let mut candidates: Vec<Value> = Vec::with_capacity(numbers.len());
    for number in numbers {
        let value = Value::bv(width, number as u64);
        if !candidates.contains(&value) {
            candidates.push(value);
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_term::Assignment;

    #[test]
    fn the_new_symbol_moves_and_the_old_ones_stay() {
        let mut pool = TermPool::new();
        let old = pool.fresh("old", Sort::Bv(32));
        let new = pool.fresh("new", Sort::Bv(32));
        let five = pool.bv32(5);
        let path = [pool.eq(old, five)];
        let mut assignment = Assignment::new();
        for symbol in pool.symbols(old).iter() {
            assignment.insert(*symbol, Value::from_i32(5));
        }
        let mut values = Evaluator::new(assignment);
        let condition = pool.slt(old, new);
        assert!(repair(&mut pool, &mut values, path.iter(), condition), "a greater number is near");
        assert!(crate::Model::new(values.assignment().clone()).satisfies(&pool, &[path[0], condition]));
        values.take_back(0);
        let contradiction = pool.slt(old, old);
        assert!(!repair(&mut pool, &mut values, path.iter(), contradiction));
        assert_eq!(values.tried(), 0);
    }
}
