//! Cuts a query into parts that share no symbol and asks them one by one.
//!
//! A conjunction holds just if all of its independent parts do, and their models don't touch each other. Parts of earlier
//! queries come back unchanged, so that a decorator behind this one can answer them again.

use crate::solver::{Model, QueryLimits, SatResult, Solver, Statistics, Tally, UnknownReason};
use clew_base::FastMap;
use clew_term::{Assignment, SymbolId, Term, TermPool};
use std::rc::Rc;

/// Asks the wrapped solver about independent parts; see the module.
pub struct Slice {
    inner: Box<dyn Solver>,
    tally: Tally,
    slices: u64,
}

impl Slice {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, tally: Tally::default(), slices: 0 }
    }

    fn answer(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let mut parts = independent_parts(pool, constraints);
        self.slices += parts.len() as u64;
        // The newest constraint is the likeliest to be in conflict, so its part comes first.
        let newest = constraints.last();
        if let Some(position) = parts.iter().position(|part| part.last() == newest) {
            let part = parts.remove(position);
            parts.insert(0, part);
        }
        let mut merged = Assignment::new();
        let mut unknown: Option<UnknownReason> = None;
        for part in &parts {
            match self.inner.check(pool, part, limits) {
                SatResult::Sat(model) => {
                    merged.extend(model.assignment().iter().map(|(symbol, value)| (symbol, value.clone())));
                }
                SatResult::Unsat(core) => return SatResult::Unsat(core),
                SatResult::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        match unknown {
            Some(reason) => SatResult::Unknown(reason),
            None => SatResult::Sat(Rc::new(Model::new(merged))),
        }
    }
}

impl Solver for Slice {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let result = self.answer(pool, constraints, limits);
        self.tally.count(result)
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = self.tally.over(self.inner.statistics());
        statistics.slices += self.slices;
        statistics
    }
}

/// The constraints in groups that share no symbol, each in the order of the query, by their first constraints.
fn independent_parts(pool: &mut TermPool, constraints: &[Term]) -> Vec<Vec<Term>> {
    let mut groups = Groups { parents: (0..constraints.len()).collect() };
    let mut owners: FastMap<SymbolId, usize> = FastMap::default();
    for (position, constraint) in constraints.iter().enumerate() {
        for symbol in pool.symbols(*constraint).iter() {
            let owner = *owners.entry(*symbol).or_insert(position);
            groups.join(owner, position);
        }
    }
    let mut parts: Vec<Vec<Term>> = Vec::new();
    let mut part_of_root: FastMap<usize, usize> = FastMap::default();
    for (position, constraint) in constraints.iter().enumerate() {
        let root = groups.root(position);
        let part = *part_of_root.entry(root).or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[part].push(*constraint);
    }
    parts
}

/// Disjoint sets of positions; the least position of a set is its root.
struct Groups {
    parents: Vec<usize>,
}

impl Groups {
    fn root(&mut self, mut position: usize) -> usize {
        while self.parents[position] != position {
            self.parents[position] = self.parents[self.parents[position]];
            position = self.parents[position];
        }
        position
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
