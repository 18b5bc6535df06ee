//! Equations between names, with no more bits than there are names.
//!
//! Where symbols of many bits, and choices between them, occur in nothing but equations, it does not matter which numbers
//! they are, only which of them are equal. So many different numbers as there are symbols and constants are enough, and a
//! solver that thinks in bits has fewer to think of. Models are told in terms of the query.

use crate::restate::check_restated;
use crate::solver::{Model, QueryLimits, SatResult, Solver, Statistics};
use clew_base::{FastMap, FastSet, OrderedMap};
use clew_term::{BinaryOp, Node, Sort, SymbolId, Term, TermPool, Value};

/// Widths are multiples of this, so that a query with one more name differs little from the one before.
const STEP: u8 = 4;
/// Groups of fewer symbols are left as they are.
const MIN_SYMBOLS: usize = 2;

/// What stands for a symbol at a width.
type StandIns = FastMap<(SymbolId, u8), Term>;

/// Asks the wrapped solver a query with narrower names; see the module.
pub struct Narrow {
    inner: Box<dyn Solver>,
    /// Which pool the symbols are of.
    pool: Option<u64>,
    stand_ins: StandIns,
    /// The constants that occurred, in the order in which they did first: a new one changes nothing about the others.
    ranks: FastMap<u64, usize>,
}

impl Narrow {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, pool: None, stand_ins: FastMap::default(), ranks: FastMap::default() }
    }

    fn stand_in(&mut self, pool: &mut TermPool, symbol: SymbolId, width: u8) -> Term {
        *self.stand_ins.entry((symbol, width)).or_insert_with(|| {
            let name = pool.symbol_name(symbol).to_owned();
            pool.fresh(&name, Sort::Bv(width))
        })
    }

    /// The equations of the query, in terms of narrower names.
    fn equations(&mut self, pool: &mut TermPool, query: &Query, groups: &Groups) -> FastMap<Term, Term> {
        let mut equations: FastMap<Term, Term> = FastMap::default();
        let mut narrow: FastMap<Term, Term> = FastMap::default();
        for term in query.terms.iter().copied() {
            match *pool.node(term) {
                Node::Symbol(symbol) => {
                    if let Some(group) = groups.of_name(term) {
                        let stand_in = self.stand_in(pool, symbol, group.width);
                        narrow.insert(term, stand_in);
                    }
                }
                Node::Ite(condition, then, otherwise) => {
                    let Some(group) = groups.of_name(term) else { continue };
                    let condition = pool.replace_known(condition, &mut equations);
                    let sides = [then, otherwise].map(|side| group.constant(pool, side).or(narrow.get(&side).copied()));
                    if let [Some(then), Some(otherwise)] = sides {
                        let choice = pool.ite(condition, then, otherwise);
                        narrow.insert(term, choice);
                    }
                }
                Node::Binary(BinaryOp::Eq, left, right) => {
                    let Some(group) = groups.of_name(left).or_else(|| groups.of_name(right)) else { continue };
                    let sides = [left, right].map(|side| group.constant(pool, side).or(narrow.get(&side).copied()));
                    if let [Some(left), Some(right)] = sides {
                        let equation = pool.eq(left, right);
                        equations.insert(term, equation);
                    }
                }
                _ => {}
            }
        }
        equations
    }
}

impl Solver for Narrow {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        if self.pool != Some(pool.identity()) {
            self.pool = Some(pool.identity());
            self.stand_ins.clear();
            self.ranks.clear();
        }
        let query = Query::of(pool, constraints);
        let groups = Groups::of(pool, &query, &mut self.ranks);
        if groups.all.is_empty() {
            return self.inner.check(pool, constraints, limits);
        }
        let mut equations = self.equations(pool, &query, &groups);
        let Self { inner, stand_ins, .. } = self;
        let told = |pool: &TermPool, model: &Model| widened(stand_ins, pool, model, &groups);
        check_restated(&mut **inner, pool, (constraints, limits), &mut equations, told)
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

/// The model in terms of the query.
fn widened(stand_ins: &StandIns, pool: &TermPool, model: &Model, groups: &Groups) -> Model {
    let mut values = model.assignment().clone();
    for group in groups.all.values() {
        for symbol in &group.symbols {
            let stand_in = stand_ins.get(&(*symbol, group.width)).and_then(|term| pool.as_symbol(*term));
            let narrow = stand_in.and_then(|stand_in| model.get(stand_in)).and_then(Value::as_unsigned);
            if let Some(stand_in) = stand_in {
                values.remove(stand_in);
            }
            values.insert(*symbol, group.widened(pool, *symbol, narrow.unwrap_or(0)));
        }
    }
    Model::new(values)
}

/// The terms of a query.
struct Query {
    /// Each once; those of which one is made come before it.
    terms: Vec<Term>,
}

impl Query {
    fn of(pool: &TermPool, constraints: &[Term]) -> Self {
        let mut seen: FastSet<Term> = constraints.iter().copied().collect();
        let mut waiting: Vec<Term> = seen.iter().copied().collect();
        while let Some(term) = waiting.pop() {
            pool.for_each_operand(term, |operand| {
                if seen.insert(operand) {
                    waiting.push(operand);
                }
            });
        }
        let mut terms: Vec<Term> = seen.into_iter().collect();
        terms.sort_unstable();
        Self { terms }
    }
}

/// Names that equations and choices connect, and that occur in nothing else.
#[derive(Default)]
struct Group {
    symbols: Vec<SymbolId>,
    /// Each once, in the order of their ranks.
    constants: Vec<u64>,
    width: u8,
}

impl Group {
    /// The constant that stands for a constant: they are counted from the top, because zero is what a solver likes best.
    fn constant(&self, pool: &mut TermPool, term: Term) -> Option<Term> {
        let bits = pool.as_bits(term)?;
        let position = self.constants.iter().position(|constant| *constant == bits)?;
        Some(pool.bv(self.width, (self.top() - position) as u64))
    }

    fn top(&self) -> usize {
        (1 << self.width) - 1
    }

    /// What a symbol is in the query whose narrow number is this: equal numbers become equal, and different ones different.
    fn widened(&self, pool: &TermPool, symbol: SymbolId, narrow: u64) -> Value {
        let Sort::Bv(width) = pool.symbol_sort(symbol) else { return Value::default_of(pool.symbol_sort(symbol)) };
        let position = self.top().saturating_sub(narrow as usize);
        let bits = match self.constants.get(position) {
            Some(constant) => *constant,
            None => {
                let mut constants = self.constants.clone();
                constants.sort_unstable();
                // In order, each that is not greater shifts what comes after it by one.
                constants.into_iter().fold(narrow, |number, constant| number + u64::from(constant <= number))
            }
        };
        Value::bv(width, bits)
    }
}

/// All groups of a query that are worth the trouble, each under one of its terms.
struct Groups {
    all: OrderedMap<Term, Group>,
    parents: FastMap<Term, Term>,
}

impl Groups {
    fn of(pool: &TermPool, query: &Query, ranks: &mut FastMap<u64, usize>) -> Self {
        let mut groups = Self { all: OrderedMap::default(), parents: FastMap::default() };
        let mut spoilt: Vec<Term> = Vec::new();
        for term in query.terms.iter().copied() {
            match *pool.node(term) {
                Node::Binary(BinaryOp::Eq, left, right) => groups.join(pool, left, right),
                Node::Ite(_, then, otherwise) if is_number(pool, term) => {
                    groups.join(pool, term, then);
                    groups.join(pool, term, otherwise);
                }
                _ => {
                    pool.for_each_operand(term, |operand| spoilt.push(operand));
                    let is_name = pool.as_symbol(term).is_some() || pool.as_bits(term).is_some();
                    if !is_name {
                        spoilt.push(term);
                    }
                }
            }
        }
        let spoilt: FastSet<Term> = spoilt
            .into_iter()
            .filter(|term| is_number(pool, *term) && pool.as_bits(*term).is_none())
            .map(|term| groups.root(term))
            .collect();
        groups.fill(pool, query);
        groups.all.retain(|root, group| {
            if group.symbols.len() < MIN_SYMBOLS || spoilt.contains(root) {
                return false;
            }
            for constant in &group.constants {
                let next = ranks.len();
                ranks.entry(*constant).or_insert(next);
            }
            group.constants.sort_unstable_by_key(|constant| ranks.get(constant).copied());
            group.constants.dedup();
            let names = group.symbols.len() + group.constants.len();
            let bits = (usize::BITS - names.saturating_sub(1).leading_zeros()).max(1) as u8;
            group.width = bits.next_multiple_of(STEP);
            matches!(pool.sort(*root), Sort::Bv(width) if group.width < width)
        });
        groups
    }

    /// Puts symbols and constants into their groups.
    fn fill(&mut self, pool: &TermPool, query: &Query) {
        for term in query.terms.iter().copied() {
            let sides = match *pool.node(term) {
                Node::Binary(BinaryOp::Eq, left, right) => [left, right],
                Node::Ite(_, then, otherwise) => [then, otherwise],
                Node::Symbol(symbol) if is_number(pool, term) => {
                    let root = self.root(term);
                    self.all.entry(root).or_default().symbols.push(symbol);
                    continue;
                }
                _ => continue,
            };
            // Two constants have no symbol between them, and such a choice is in the group that it is part of.
            let named = sides.into_iter().chain([term]).find(|side| is_number(pool, *side) && !pool.is_const(*side));
            let Some(named) = named else { continue };
            let root = self.root(named);
            for constant in sides.into_iter().filter_map(|side| pool.as_bits(side)) {
                self.all.entry(root).or_default().constants.push(constant);
            }
        }
    }

    /// Connects two names. Constants connect nothing.
    fn join(&mut self, pool: &TermPool, one: Term, two: Term) {
        if !is_number(pool, one) || pool.is_const(one) || pool.is_const(two) {
            return;
        }
        let (one, two) = (self.root(one), self.root(two));
        if one != two {
            self.parents.insert(one.max(two), one.min(two));
        }
    }

    fn root(&self, mut term: Term) -> Term {
        while let Some(parent) = self.parents.get(&term) {
            term = *parent;
        }
        term
    }

    /// The group of a name.
    fn of_name(&self, term: Term) -> Option<&Group> {
        self.all.get(&self.root(term))
    }
}

fn is_number(pool: &TermPool, term: Term) -> bool {
    matches!(pool.sort(term), Sort::Bv(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z3;

    #[test]
    fn names_have_few_bits_and_models_are_of_the_query() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.fresh(name, Sort::Bv(24)));
        let p = pool.fresh("p", Sort::Bool);
        let (zero, far) = (pool.bv(24, 0), pool.bv(24, 0x80_0003));
        let either = pool.ite(p, a, far);
        let (first, second) = (pool.eq(either, b), pool.eq(c, zero));
        let (third, fourth) = (pool.eq(b, c), pool.eq(a, b));
        let (apart, other) = (pool.not(third), pool.not(fourth));
        let query = Query::of(&pool, &[first, second, apart, other]);
        let groups = Groups::of(&pool, &query, &mut FastMap::default());
        assert_eq!(groups.all.values().map(|group| group.width).collect::<Vec<_>>(), [4]);
        let mut solver = Narrow::new(Box::new(Z3::new()));
        let SatResult::Sat(model) = solver.check(&mut pool, &[first, second, apart, other], &QueryLimits::default())
        else {
            panic!("b is far")
        };
        assert!(model.satisfies(&pool, &[first, second, apart, other]));
        let result = solver.check(&mut pool, &[first, p, other, apart], &QueryLimits::default());
        let SatResult::Unsat(core) = result else { panic!("b is a") };
        assert_eq!(core.constraints(), [first, p, other]);
    }

    #[test]
    fn as_many_different_numbers_as_names_are_found() {
        let mut pool = TermPool::new();
        let names: Vec<Term> = (0..20).map(|_| pool.fresh("x", Sort::Bv(24))).collect();
        let mut query = Vec::new();
        for (at, one) in names.iter().enumerate() {
            for two in &names[..at] {
                let same = pool.eq(*one, *two);
                query.push(pool.not(same));
            }
            for constant in 0..4 {
                let constant = pool.bv(24, constant * 3);
                let same = pool.eq(*one, constant);
                query.push(pool.not(same));
            }
        }
        let mut solver = Narrow::new(Box::new(Z3::new()));
        let SatResult::Sat(model) = solver.check(&mut pool, &query, &QueryLimits::default()) else {
            panic!("there are enough numbers")
        };
        assert!(model.satisfies(&pool, &query));
    }

    #[test]
    fn names_that_are_counted_with_stay() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.fresh(name, Sort::Bv(32)));
        let either = pool.ult(a, b);
        let p = pool.fresh("p", Sort::Bool);
        let choice = pool.ite(p, b, c);
        let same = pool.eq(choice, a);
        let query = Query::of(&pool, &[same, either]);
        assert!(Groups::of(&pool, &query, &mut FastMap::default()).all.is_empty());
    }
}
