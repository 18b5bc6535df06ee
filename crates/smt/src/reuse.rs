//! Answers from what was found out before: equal queries, recent models, and known cores.
//!
//! A model of an earlier query that happens to satisfy this one is its model too; a query that contains constraints
//! known to be in conflict has no model. `Unknown` is never remembered.

use crate::solver::{Core, Model, QueryLimits, SatResult, Solver, Statistics, Tally};
use clew_base::FastMap;
use clew_term::{Assignment, Evaluator, Term, TermPool, Value};
use std::collections::VecDeque;
use std::rc::Rc;

/// How many recent models are tried on a query.
const RECENT_MODELS: usize = 12;
/// How many answers are remembered before all are forgotten.
const MAX_REMEMBERED: usize = 200_000;
/// How many values one remembered model may have computed before they are forgotten.
const MAX_COMPUTED_VALUES: usize = 200_000;

/// Asks the wrapped solver only what earlier answers leave open; see the module.
pub struct Reuse {
    inner: Box<dyn Solver>,
    tally: Tally,
    /// Which pool the memory is about.
    pool: Option<u64>,
    /// Answers by the sorted constraints of the query.
    answers: FastMap<Rc<[Term]>, SatResult>,
    /// Sorted cores by their least constraint.
    cores: FastMap<Term, Vec<Rc<[Term]>>>,
    core_count: usize,
    /// The latest models, the latest first.
    recent: VecDeque<Evaluator>,
    model_hits: u64,
    core_hits: u64,
}

impl Reuse {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self {
            inner,
            tally: Tally::default(),
            pool: None,
            answers: FastMap::default(),
            cores: FastMap::default(),
            core_count: 0,
            recent: VecDeque::new(),
            model_hits: 0,
            core_hits: 0,
        }
    }

    fn answer(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        self.forget_if_needed(pool);
        let mut sorted = constraints.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if let Some(known) = self.answers.get(sorted.as_slice()) {
            match known {
                SatResult::Unsat(_) => self.core_hits += 1,
                SatResult::Sat(_) | SatResult::Unknown(_) => self.model_hits += 1,
            }
            return known.clone();
        }
        let key: Rc<[Term]> = sorted.into();
        if let Some(core) = self.known_core(&key) {
            self.core_hits += 1;
            let result = SatResult::Unsat(in_query_order(constraints, &core));
            self.answers.insert(key, result.clone());
            return result;
        }
        if let Some(model) = self.known_model(pool, constraints) {
            self.model_hits += 1;
            let result = SatResult::Sat(Rc::new(model));
            self.answers.insert(key, result.clone());
            return result;
        }
        let result = self.inner.check(pool, constraints, limits);
        self.remember(key, &result);
        result
    }

    fn forget_if_needed(&mut self, pool: &TermPool) {
        let other_pool = self.pool != Some(pool.identity());
        if other_pool || self.answers.len() >= MAX_REMEMBERED {
            self.answers.clear();
        }
        if other_pool || self.core_count >= MAX_REMEMBERED {
            self.cores.clear();
            self.core_count = 0;
        }
        if other_pool {
            self.recent.clear();
            // All zeros satisfies many a query, and with the smallest numbers.
            self.recent.push_back(Evaluator::new(Assignment::new()));
            self.pool = Some(pool.identity());
        }
    }

    fn known_core(&self, sorted: &[Term]) -> Option<Rc<[Term]>> {
        sorted.iter().find_map(|least| {
            let cores = self.cores.get(least)?;
            cores.iter().find(|core| core.iter().all(|term| sorted.binary_search(term).is_ok())).cloned()
        })
    }

    fn known_model(&mut self, pool: &mut TermPool, constraints: &[Term]) -> Option<Model> {
        let found = self.recent.iter_mut().position(|evaluator| {
            if evaluator.computed_values() > MAX_COMPUTED_VALUES {
                evaluator.forget_values();
            }
            // The newest constraint is the likeliest to fail.
            constraints.iter().rev().all(|constraint| evaluator.holds(pool, *constraint))
        })?;
        let evaluator = self.recent.remove(found)?;
        let model = restricted(pool, constraints, evaluator.assignment());
        self.recent.push_front(evaluator);
        Some(model)
    }

    fn remember(&mut self, key: Rc<[Term]>, result: &SatResult) {
        match result {
            SatResult::Sat(model) => {
                self.recent.push_front(Evaluator::new(model.assignment().clone()));
                self.recent.truncate(RECENT_MODELS);
            }
            SatResult::Unsat(core) => {
                let mut sorted = core.constraints().to_vec();
                sorted.sort_unstable();
                if let Some(least) = sorted.first().copied() {
                    self.cores.entry(least).or_default().push(sorted.into());
                    self.core_count += 1;
                }
            }
            SatResult::Unknown(_) => return,
        }
        self.answers.insert(key, result.clone());
    }
}

impl Solver for Reuse {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let result = self.answer(pool, constraints, limits);
        self.tally.count(result)
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = self.tally.over(self.inner.statistics());
        statistics.model_reuse_hits += self.model_hits;
        statistics.core_reuse_hits += self.core_hits;
        statistics
    }
}

/// The assignment's values for just the symbols of the constraints, with defaults where it has none.
fn restricted(pool: &mut TermPool, constraints: &[Term], assignment: &Assignment) -> Model {
    let mut values = Assignment::new();
    for constraint in constraints {
        for symbol in pool.symbols(*constraint).iter() {
            if values.get(*symbol).is_none() {
                let value = assignment.get(*symbol).cloned();
                values.insert(*symbol, value.unwrap_or_else(|| Value::default_of(pool.symbol_sort(*symbol))));
            }
        }
    }
    Model::new(values)
}

/// The core's constraints in the order in which this query has them.
fn in_query_order(constraints: &[Term], sorted_core: &[Term]) -> Core {
    let mut ordered: Vec<Term> = Vec::with_capacity(sorted_core.len());
    for constraint in constraints {
        if sorted_core.binary_search(constraint).is_ok() && !ordered.contains(constraint) {
            ordered.push(*constraint);
        }
    }
    Core::new(ordered)
}
