//! Models with small numbers.

use crate::solver::{Model, QueryLimits, SatResult, Solver};
use clew_base::FastSet;
use clew_term::{Evaluator, Sort, SymbolId, Term, TermPool, Value};
use num_bigint::BigInt;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The values tried in turn for each number, by evaluation.
const NEAR_ZERO: [i64; 11] = [0, 1, -1, 2, -2, 3, -3, 4, 5, 8, -8];
/// The magnitudes then tried in turn, by a query each.
const MAGNITUDES: [i64; 3] = [8, 127, 1_000];
/// The most work spent on one attempt to make a number smaller, in backend resource units.
const WORK_PER_ATTEMPT: u64 = 20_000;

/// A model of the constraints in which these symbols, in this order, are as close to zero as a few cheap attempts can
/// make them: 0 or a number next to it, else at most 8, 127 or 1000 in magnitude.
///
/// `model` satisfies the constraints; what comes of it does so too. What earlier symbols have got is kept for later ones.
/// Symbols that aren't bit-vectors or integers are left alone.
pub fn prefer_small(
    solver: &mut dyn Solver,
    pool: &mut TermPool,
    constraints: &[Term],
    symbols: &[SymbolId],
    model: Rc<Model>,
    limits: &QueryLimits,
) -> Rc<Model> {
    let mut best = model;
    let attempt_limits = of_an_attempt(limits);
    let mut kept = constraints.to_vec();
    let mut seen = FastSet::default();
    for symbol in symbols.iter().copied().filter(|symbol| seen.insert(*symbol)) {
        if let Some(smaller) = near_zero(pool, &best, &kept, symbol) {
            best = smaller;
        }
        for magnitude in MAGNITUDES {
            let (Some(value), Some(bound)) = (best.get(symbol), at_most(pool, symbol, magnitude)) else { break };
            kept.push(bound);
            if is_at_most(value, magnitude) {
                break;
            }
            if let SatResult::Sat(model) = solver.check(pool, &kept, &attempt_limits) {
                best = model;
                break;
            }
            kept.pop();
        }
        if limits.cancel.is_cancelled() {
            break;
        }
    }
    best
}

/// A model of the constraints in which each of these symbols, in this order, has the first of the values that evaluation
/// allows, else one of the range if a cheap query finds one. `model` satisfies the constraints.
pub fn prefer_among(
    solver: &mut dyn Solver,
    pool: &mut TermPool,
    constraints: &[Term],
    symbols: &[SymbolId],
    (values, range): (&[u64], RangeInclusive<u64>),
    model: Rc<Model>,
    limits: &QueryLimits,
) -> Rc<Model> {
    let attempt_limits = of_an_attempt(limits);
    let mut best = model;
    let mut kept = constraints.to_vec();
    for symbol in symbols.iter().copied() {
        let Sort::Bv(width) = pool.symbol_sort(symbol) else { continue };
        let preferred =
            values.iter().find_map(|value| with_value(pool, &best, &kept, symbol, Value::bv(width, *value)));
        if let Some(better) = preferred {
            best = better;
            continue;
        }
        if limits.cancel.is_cancelled()
            || best.get(symbol).and_then(Value::as_unsigned).is_some_and(|it| range.contains(&it))
        {
            continue;
        }
        let term = pool.symbol_term(symbol);
        let (low, high) = (pool.bv(width, *range.start()), pool.bv(width, *range.end()));
        let within = [pool.ule(low, term), pool.ule(term, high)];
        kept.extend(within);
        match solver.check(pool, &kept, &attempt_limits) {
            SatResult::Sat(model) => best = model,
            SatResult::Unsat(_) | SatResult::Unknown(_) => kept.truncate(kept.len() - within.len()),
        }
    }
    best
}

/// A model of the constraints in which as many as possible of these symbols, in this order, have their sort's default (zero,
/// false), each alone, as evaluation shows. `model` satisfies the constraints.
pub fn prefer_default(pool: &mut TermPool, constraints: &[Term], symbols: &[SymbolId], model: Rc<Model>) -> Rc<Model> {
    let mut best = model;
    for symbol in symbols.iter().copied() {
        let default = Value::default_of(pool.symbol_sort(symbol));
        if best.get(symbol).is_some_and(|value| *value != default)
            && let Some(changed) = with_value(pool, &best, constraints, symbol, default)
        {
            best = changed;
        }
    }
    best
}

/// The limits of one attempt to improve a model.
fn of_an_attempt(limits: &QueryLimits) -> QueryLimits {
    QueryLimits { work: Some(limits.work.unwrap_or(u64::MAX).min(WORK_PER_ATTEMPT)), ..limits.clone() }
}

/// The same model with another value for the symbol, if that satisfies the constraints as well.
fn with_value(
    pool: &mut TermPool,
    model: &Model,
    constraints: &[Term],
    symbol: SymbolId,
    value: Value,
) -> Option<Rc<Model>> {
    let mut assignment = model.assignment().clone();
    assignment.insert(symbol, value);
    let mut changed = Evaluator::new(assignment);
    let satisfied = constraints.iter().rev().all(|constraint| {
        pool.symbols(*constraint).binary_search(&symbol).is_err() || changed.holds(pool, *constraint)
    });
    satisfied.then(|| Rc::new(Model::new(changed.assignment().clone())))
}

/// The same model with the symbol at zero, or next to it, if that satisfies the constraints as well: evaluation is cheaper
/// than a query.
fn near_zero(pool: &mut TermPool, model: &Model, constraints: &[Term], symbol: SymbolId) -> Option<Rc<Model>> {
    let Sort::Bv(width) = pool.symbol_sort(symbol) else { return None };
    let now = model.get(symbol);
    NEAR_ZERO
        .into_iter()
        .map(|value| Value::bv(width, value as u64))
        .take_while(|value| now != Some(value))
        .find_map(|value| with_value(pool, model, constraints, symbol, value))
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
