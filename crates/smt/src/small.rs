//! Preference for small numbers in models.

use crate::distinct::{have_value, join};
use crate::solver::{Model, QueryLimits, SatResult, Solver};
use clew_base::FastSet;
use clew_term::{BinaryOp, Evaluator, Node, Sort, SymbolId, Term, TermPool, Value};
use num_bigint::BigInt;
use std::cell::OnceCell;
use std::ops::RangeInclusive;

/// The values tried in turn for each number, by evaluation.
const NEAR_ZERO: [i64; 11] = [0, 1, -1, 2, -2, 3, -3, 4, 5, 8, -8];
/// The magnitudes then tried in turn, by a query each.
const MAGNITUDES: [i64; 3] = [8, 127, 1_000];
/// The most work spent on one attempt to make a number smaller, in backend resource units.
const WORK_PER_ATTEMPT: u64 = 20_000;

/// A model of the constraints in which these symbols, in this order, are as close to zero as a few cheap attempts can
/// make them: 0 or a number next to it, else at most 8, 127 or 1000 in magnitude.
///
/// The values satisfy the constraints; what becomes of them does so too. What earlier symbols have got is kept for later
/// ones. Symbols that aren't bit-vectors or integers are left alone.
pub fn prefer_small(
    solver: &mut dyn Solver,
    pool: &mut TermPool,
    constraints: &[Term],
    symbols: &[SymbolId],
    values: &mut Evaluator,
    limits: &QueryLimits,
) {
    let attempt_limits = of_an_attempt(limits);
    let mut kept = constraints.to_vec();
    let mut seen = FastSet::default();
    for symbol in symbols.iter().copied().filter(|symbol| seen.insert(*symbol)) {
        bring_near_zero(pool, values, &kept, symbol);
        for magnitude in MAGNITUDES {
            let known = values.assignment().get(symbol);
            let (Some(value), Some(bound)) = (known, at_most(pool, symbol, magnitude)) else { break };
            kept.push(bound);
            if is_at_most(value, magnitude) {
                break;
            }
            if let SatResult::Sat(model) = solver.check(pool, &kept, &attempt_limits) {
                *values = evaluator(&model);
                break;
            }
            kept.pop();
        }
        if limits.cancel.is_cancelled() {
            break;
        }
    }
}

/// As [`prefer_small`], but tries only numbers next to zero and asks no solver, so that all other symbols keep their values.
pub fn prefer_near_zero(pool: &TermPool, constraints: &[Term], symbols: &[SymbolId], values: &mut Evaluator) {
    for symbol in symbols {
        bring_near_zero(pool, values, constraints, *symbol);
    }
}

/// A model of the constraints in which each of these symbols, in this order, has the first of the values wanted at its place that evaluation
/// allows, else one of these or of the range that it allows for all symbols which are compared with this one, else one of the range
/// if a cheap query finds one. `values` satisfy the constraints, before and after.
pub fn prefer_among(
    solver: &mut dyn Solver,
    pool: &mut TermPool,
    constraints: &[Term],
    symbols: &[SymbolId],
    (wanted, range): (impl Fn(usize) -> Vec<u64>, RangeInclusive<u64>),
    values: &mut Evaluator,
    limits: &QueryLimits,
) {
    let attempt_limits = of_an_attempt(limits);
    let mut kept = constraints.to_vec();
    let together = OnceCell::new();
    for (at, symbol) in symbols.iter().copied().enumerate() {
        let Sort::Bv(width) = pool.symbol_sort(symbol) else { continue };
        if wanted(at).iter().any(|value| has_value(pool, values, &kept, symbol, Value::bv(width, *value))) {
            continue;
        }
        let now = values.assignment().get(symbol).and_then(Value::as_unsigned);
        if limits.cancel.is_cancelled() || now.is_some_and(|now| range.contains(&now)) {
            continue;
        }
        let groups = together.get_or_init(|| compared_together(pool, constraints, symbols));
        let Some((same, ())) = groups.iter().find(|(group, ())| group.contains(&symbol)) else { continue };
        let takes = |value: u64| have_value(pool, values, &kept, same, &Value::bv(width, value));
        if wanted(at).into_iter().chain(range.clone().rev()).any(takes) {
            continue;
        }
        let term = pool.symbol_term(symbol);
        let (low, high) = (pool.bv(width, *range.start()), pool.bv(width, *range.end()));
        let within = [pool.ule(low, term), pool.ule(term, high)];
        kept.extend(within);
        match solver.check(pool, &kept, &attempt_limits) {
            SatResult::Sat(model) => *values = evaluator(&model),
            SatResult::Unsat(_) | SatResult::Unknown(_) => kept.truncate(kept.len() - within.len()),
        }
    }
}

/// The symbols, those together that are compared for equality somewhere in the constraints: where two objects are one, none of their
/// parts can have another value alone.
fn compared_together(pool: &TermPool, constraints: &[Term], symbols: &[SymbolId]) -> Vec<(Vec<SymbolId>, ())> {
    let mut groups: Vec<(Vec<SymbolId>, ())> = symbols.iter().map(|symbol| (vec![*symbol], ())).collect();
    let (mut waiting, mut seen) = (constraints.to_vec(), FastSet::default());
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Node::Binary(BinaryOp::Eq, one, other) = *pool.node(term)
            && let (Some(one), Some(other)) = (pool.as_symbol(one), pool.as_symbol(other))
        {
            join(&mut groups, one, other);
            continue;
        }
        // Numbers have no conditions on symbols in them that matter here.
        if pool.sort(term) == Sort::Bool {
            pool.for_each_operand(term, |operand| waiting.push(operand));
        }
    }
    groups
}

/// A model of the constraints in which as many as possible of these symbols, in this order, have their sort's default (zero,
/// false), each alone, as evaluation shows. `values` satisfy the constraints, before and after.
pub fn prefer_default(pool: &TermPool, constraints: &[Term], symbols: &[SymbolId], values: &mut Evaluator) {
    for symbol in symbols.iter().copied() {
        let default = Value::default_of(pool.symbol_sort(symbol));
        if values.assignment().get(symbol).is_some() {
            has_value(pool, values, constraints, symbol, default);
        }
    }
}

fn evaluator(model: &Model) -> Evaluator {
    Evaluator::new(model.assignment().clone())
}

/// The limits of one attempt to improve a model.
fn of_an_attempt(limits: &QueryLimits) -> QueryLimits {
    QueryLimits { work: Some(limits.work.unwrap_or(u64::MAX).min(WORK_PER_ATTEMPT)), ..limits.clone() }
}

/// Gives a symbol a value if the constraints hold with it as well; whether it has that value now.
fn has_value(pool: &TermPool, values: &mut Evaluator, constraints: &[Term], symbol: SymbolId, value: Value) -> bool {
    if values.assignment().get(symbol) == Some(&value) {
        return true;
    }
    have_value(pool, values, constraints, &[symbol], &value)
}

/// Brings a symbol to zero, or next to it, if the constraints hold with that as well: evaluation is cheaper than a query.
fn bring_near_zero(pool: &TermPool, values: &mut Evaluator, constraints: &[Term], symbol: SymbolId) {
    let Sort::Bv(width) = pool.symbol_sort(symbol) else { return };
    let near = NEAR_ZERO.into_iter().map(|value| Value::bv(width, value as u64));
    for value in near {
        if has_value(pool, values, constraints, symbol, value) {
            return;
        }
    }
}

/// The constraint that the symbol's magnitude is at most this, if the symbol is a number and can be greater.
fn at_most(pool: &mut TermPool, symbol: SymbolId, magnitude: i64) -> Option<Term> {
    let term = pool.symbol_term(symbol);
    let (low, high) = match pool.symbol_sort(symbol) {
        Sort::Bv(width) if magnitude < 1i64 << (u32::from(width) - 1).min(62) => {
            (pool.bv(width, magnitude.wrapping_neg() as u64), pool.bv(width, magnitude as u64))
        }
        Sort::Int => (pool.int(BigInt::from(-magnitude)), pool.int(BigInt::from(magnitude))),
        Sort::Bv(_) | Sort::Bool | Sort::F32 | Sort::F64 | Sort::Array(_) => return None,
    };
    let above = pool.sle(low, term);
    let below = pool.sle(term, high);
    Some(pool.and(above, below))
}

fn is_at_most(value: &Value, magnitude: i64) -> bool {
    match value {
        Value::Int(value) => *value >= BigInt::from(-magnitude) && *value <= BigInt::from(magnitude),
        _ => value.as_signed().is_some_and(|value| value.unsigned_abs() <= magnitude.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Statistics;
    use clew_term::Assignment;

    /// A solver that must not be asked.
    struct Never;

    impl Solver for Never {
        fn check(&mut self, _: &mut TermPool, _: &[Term], _: &QueryLimits) -> SatResult {
            panic!("evaluation finds the values")
        }
        fn statistics(&self) -> Statistics {
            Statistics::default()
        }
    }

    #[test]
    fn what_is_equal_changes_together() {
        let mut pool = TermPool::new();
        let [one, other] = ["one", "other"].map(|name| pool.fresh(name, Sort::Bv(16)));
        let is_empty = pool.fresh("empty", Sort::Bool);
        // As where two texts are one: their characters are equal, if there are any.
        let equal = pool.eq(one, other);
        let same = pool.or(is_empty, equal);
        let letter = pool.bv(16, u64::from(b'x'));
        let mask = pool.bv(16, 15);
        let [bucket, wanted] = [one, letter].map(|text| pool.bit_and(text, mask));
        let constraints = [same, pool.eq(bucket, wanted)];
        let mut values = Evaluator::new(Assignment::new());
        let symbols = [one, other].map(|symbol| pool.as_symbol(symbol).expect("a symbol"));
        symbols.iter().for_each(|symbol| values.try_value(*symbol, Value::bv(16, 8)));
        values.keep();
        assert!(constraints.iter().all(|constraint| values.holds(&pool, *constraint)));
        let letters = |_| vec![u64::from(b'a')];
        let limits = QueryLimits::default();
        prefer_among(&mut Never, &mut pool, &constraints, &symbols, (letters, 0x20..=0x7e), &mut values, &limits);
        let now = symbols.map(|symbol| values.assignment().get(symbol).and_then(Value::as_unsigned));
        assert_eq!(now, [Some(u64::from(b'x')); 2], "the last printable character in that bucket, for both");
        assert!(constraints.iter().all(|constraint| values.holds(&pool, *constraint)));
    }
}
