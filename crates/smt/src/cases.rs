//! Case distinction: asks about the values of one symbol of few values one by one, where the wrapped solver has no quick answer for all of
//! them together.
//!
//! The length of a text decides what each of its characters counts for, so that the number which `"443"` stands for is a choice at every
//! character. A solver that thinks in bits decides characters before it decides the length, and finds out late that nothing fits. With
//! the length given, the choices are gone before the solver sees the query, and equal characters of two texts become one symbol,
//! so that what is computed of both is one term.

use crate::simplify::Simplify;
use crate::solver::{Core, DEFAULT_WORK, Model, QueryLimits, SatResult, Solver, Statistics, UnknownReason};
use clew_base::{FastMap, FastSet};
use clew_term::{Node, Sort, SymbolId, Term, TermPool, Value};
use std::rc::Rc;

/// The greatest width of a symbol whose values are cases.
const MAX_WIDTH: u8 = 6;

/// How many choices have to depend on a symbol, so that its values are looked at one by one.
const MIN_CHOICES: usize = 4;

/// The greatest number of symbols in the condition of a choice that counts.
const MAX_SYMBOLS: usize = 2;

/// Which part of the work that a query may cost is spent on the query as it is before there are cases.
const FIRST_SHARE: u64 = 8;

/// Which part of it is spent on one case.
const CASE_SHARE: u64 = 2;

/// How many cases may be left open, after which no other is begun: where these are hard, so are most.
const MAX_OPEN: usize = 2;

/// How many times as much all cases may cost together, after which no other is begun.
const MAX_COST: u64 = 2;

/// Asks the wrapped solver by cases; see the module.
pub struct Cases {
    inner: Simplify,
}

impl Cases {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner: Simplify::with_equal_symbols(inner) }
    }

    /// The answer by cases of a symbol, if they tell: a model of the first case that has one, or that no case has any.
    fn by_cases(
        &mut self,
        pool: &mut TermPool,
        (constraints, limits): (&[Term], &QueryLimits),
        symbol: SymbolId,
        width: u8,
    ) -> Option<SatResult> {
        let place = pool.symbol_term(symbol);
        let mut named: FastSet<Term> = FastSet::default();
        let mut open = 0;
        let work = limits.work.unwrap_or(DEFAULT_WORK);
        let of_case = QueryLimits { work: Some(work / CASE_SHARE), ..limits.clone() };
        let most = limits.meter.total().saturating_add(work.saturating_mul(MAX_COST));
        for value in 0..1u64 << width {
            let number = pool.bv(width, value);
            let mut replaced = FastMap::from_iter([(place, number)]);
            let case: Vec<Term> = constraints.iter().map(|whole| pool.replace_known(*whole, &mut replaced)).collect();
            if let Some(contradicted) = case.iter().position(|part| pool.as_bool(*part) == Some(false)) {
                named.insert(constraints[contradicted]);
                continue;
            }
            if open == MAX_OPEN || limits.meter.total() >= most {
                return None;
            }
            match self.inner.check(pool, &case, &of_case) {
                SatResult::Sat(model) => {
                    let model = of_all_symbols(pool, constraints, &model, (symbol, Value::bv(width, value)));
                    return Some(SatResult::Sat(Rc::new(model)));
                }
                SatResult::Unsat(core) => {
                    let of_core: FastSet<Term> = core.constraints().iter().copied().collect();
                    let own = constraints.iter().zip(&case).filter(|(_, part)| of_core.contains(part));
                    named.extend(own.map(|(whole, _)| *whole));
                }
                SatResult::Unknown(UnknownReason::WorkLimit) => open += 1,
                SatResult::Unknown(_) => return None,
            }
        }
        let core = || constraints.iter().copied().filter(|whole| named.contains(whole)).collect();
        (open == 0).then(|| SatResult::Unsat(Core::new(core())))
    }
}

/// The model of a case as one of the query, in which the symbols that do not matter in this case have some value, too.
fn of_all_symbols(pool: &mut TermPool, constraints: &[Term], model: &Model, case: (SymbolId, Value)) -> Model {
    let mut assignment = model.assignment().clone();
    assignment.insert(case.0, case.1);
    for constraint in constraints {
        for symbol in pool.symbols(*constraint).iter() {
            if assignment.get(*symbol).is_none() {
                assignment.insert(*symbol, Value::default_of(pool.symbol_sort(*symbol)));
            }
        }
    }
    Model::new(assignment)
}

/// The width of a symbol that has few values.
fn small_width(pool: &TermPool, symbol: SymbolId) -> Option<u8> {
    match pool.symbol_sort(symbol) {
        Sort::Bv(width) if width <= MAX_WIDTH => Some(width),
        _ => None,
    }
}

/// The symbol of few values on which most choices of a query depend, with its width.
fn deciding_symbol(pool: &mut TermPool, constraints: &[Term]) -> Option<(SymbolId, u8)> {
    let is_small = |pool: &TermPool, symbol: &SymbolId| small_width(pool, *symbol).is_some();
    if !constraints.iter().any(|whole| pool.symbols(*whole).iter().any(|symbol| is_small(pool, symbol))) {
        return None;
    }
    let conditions = pool.parts(constraints).into_iter().filter_map(|part| match *pool.node(part) {
        Node::Ite(condition, ..) => Some(condition),
        _ => None,
    });
    let conditions: Vec<Term> = conditions.collect();
    let mut counts: FastMap<SymbolId, usize> = FastMap::default();
    for condition in conditions {
        let symbols = pool.symbols(condition);
        if symbols.len() <= MAX_SYMBOLS {
            symbols.iter().for_each(|symbol| *counts.entry(*symbol).or_default() += 1);
        }
    }
    let many = counts.into_iter().filter(|(_, count)| *count >= MIN_CHOICES);
    let few = many.filter_map(|(symbol, count)| small_width(pool, symbol).map(|width| (count, symbol, width)));
    let most = few.max_by_key(|(count, symbol, _)| (*count, std::cmp::Reverse(*symbol)));
    most.map(|(_, symbol, width)| (symbol, width))
}

impl Solver for Cases {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let Some((symbol, width)) = deciding_symbol(pool, constraints) else {
            return self.inner.check_as_is(pool, constraints, limits);
        };
        let first = limits.work.unwrap_or(DEFAULT_WORK) / FIRST_SHARE;
        match self.inner.check_as_is(pool, constraints, &QueryLimits { work: Some(first), ..limits.clone() }) {
            SatResult::Unknown(UnknownReason::WorkLimit) => {}
            answer => return answer,
        }
        match self.by_cases(pool, (constraints, limits), symbol, width) {
            Some(answer) => answer,
            None => self.inner.check_as_is(pool, constraints, limits),
        }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}
