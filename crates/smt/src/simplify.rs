//! Rewrites a query before it is asked: splits conjunctions, drops what holds anyway, puts the values of symbols that the
//! query fixes into the other constraints, and notices plain contradictions.
//!
//! Each rewritten constraint remembers the constraints of the query it follows from, so that a core found later is told in
//! terms of the query.

use crate::solver::{Core, Model, QueryLimits, SatResult, Solver, Statistics, Tally, UnknownReason};
use clew_base::{FastMap, FastSet};
use clew_term::{BinaryOp, Node, SymbolId, Term, TermPool, UnaryOp, Value};
use std::rc::Rc;

/// How many times fixed symbols are put into the other constraints; each round takes time linear in the query.
const MAX_ROUNDS: usize = 8;

/// Asks the wrapped solver a simpler query; see the module.
pub struct Simplify {
    inner: Box<dyn Solver>,
    tally: Tally,
    equal_symbols: EqualSymbols,
}

/// What happens to an equation between two symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EqualSymbols {
    /// It stays a constraint.
    Kept,
    /// One symbol takes the place of the other, so that what both are computed into becomes one term.
    Merged,
}

/// A constraint with the positions in the query of those it follows from, sorted.
#[derive(Clone)]
struct Derived {
    term: Term,
    origins: Rc<[usize]>,
}

/// A symbol whose value the query says.
struct Fixed {
    /// A constant, or the symbol that has the same value.
    value: Term,
    origins: Rc<[usize]>,
}

/// What a query became.
struct Rewritten {
    constraints: Vec<Derived>,
    fixed: FastMap<SymbolId, Fixed>,
}

impl Simplify {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, tally: Tally::default(), equal_symbols: EqualSymbols::Kept }
    }

    /// Wraps a solver, and puts one symbol in the place of another where the query says that they are equal.
    pub(crate) fn with_equal_symbols(inner: Box<dyn Solver>) -> Self {
        Self { inner, tally: Tally::default(), equal_symbols: EqualSymbols::Merged }
    }

    /// The answer of the wrapped solver to the query as it is.
    pub(crate) fn check_as_is(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        self.inner.check(pool, constraints, limits)
    }

    fn answer(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let rewritten = match rewrite(pool, constraints, self.equal_symbols) {
            Ok(rewritten) => rewritten,
            Err(origins) => return SatResult::Unsat(core_of(constraints, origins.iter().copied())),
        };
        let asked: Vec<Term> = rewritten.constraints.iter().map(|derived| derived.term).collect();
        let inner = if asked.is_empty() {
            SatResult::Sat(Rc::new(Model::default()))
        } else {
            self.inner.check(pool, &asked, limits)
        };
        match inner {
            SatResult::Sat(model) => completed(pool, constraints, &rewritten, &model),
            SatResult::Unsat(core) => {
                let in_core: FastSet<Term> = core.constraints().iter().copied().collect();
                let used = rewritten.constraints.iter().filter(|derived| in_core.contains(&derived.term));
                SatResult::Unsat(core_of(constraints, used.flat_map(|derived| derived.origins.iter().copied())))
            }
            SatResult::Unknown(reason) => SatResult::Unknown(reason),
        }
    }
}

impl Solver for Simplify {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let result = self.answer(pool, constraints, limits);
        self.tally.count(result)
    }

    fn statistics(&self) -> Statistics {
        self.tally.over(self.inner.statistics())
    }
}

/// The wrapped solver's model with the fixed symbols and those that simplification made irrelevant, confirmed on the
/// query as it was asked.
fn completed(pool: &mut TermPool, constraints: &[Term], rewritten: &Rewritten, model: &Model) -> SatResult {
    let mut assignment = model.assignment().clone();
    for constraint in constraints {
        for symbol in pool.symbols(*constraint).iter().copied() {
            if let Some(value) = rewritten.fixed_value(pool, symbol, model) {
                assignment.insert(symbol, value);
            } else if assignment.get(symbol).is_none() {
                assignment.insert(symbol, Value::default_of(pool.symbol_sort(symbol)));
            }
        }
    }
    let model = Model::new(assignment);
    if model.satisfies(pool, constraints) {
        SatResult::Sat(Rc::new(model))
    } else {
        SatResult::Unknown(UnknownReason::BadModel)
    }
}

/// The value of a symbol in a model, or any if it has none there.
fn value_of(pool: &TermPool, symbol: SymbolId, model: &Model) -> Value {
    model.get(symbol).cloned().unwrap_or_else(|| Value::default_of(pool.symbol_sort(symbol)))
}

impl Rewritten {
    /// The value of a symbol that the query fixes. A symbol in its place has its value in the model, or any.
    fn fixed_value(&self, pool: &TermPool, symbol: SymbolId, model: &Model) -> Option<Value> {
        let mut value = self.fixed.get(&symbol)?.value;
        while let Some(other) = pool.as_symbol(value) {
            match self.fixed.get(&other) {
                Some(fixed) => value = fixed.value,
                None => return Some(value_of(pool, other, model)),
            }
        }
        pool.as_const(value)
    }
}

fn core_of(constraints: &[Term], origins: impl Iterator<Item = usize>) -> Core {
    let mut positions: Vec<usize> = origins.collect();
    positions.sort_unstable();
    positions.dedup();
    let mut terms: Vec<Term> = Vec::with_capacity(positions.len());
    let mut seen = FastSet::default();
    for position in positions {
        if seen.insert(constraints[position]) {
            terms.push(constraints[position]);
        }
    }
    Core::new(terms)
}

/// The rewritten query, or the positions of constraints that contradict each other.
fn rewrite(pool: &mut TermPool, constraints: &[Term], equal_symbols: EqualSymbols) -> Result<Rewritten, Rc<[usize]>> {
    let mut rewritten = Rewritten { constraints: Vec::new(), fixed: FastMap::default() };
    let given = constraints.iter().enumerate();
    let mut pending: Vec<Derived> =
        given.map(|(position, term)| Derived { term: *term, origins: Rc::from([position]) }).collect();
    for _ in 0..MAX_ROUNDS {
        let split = split_all(pool, pending)?;
        let mut found: FastMap<SymbolId, Fixed> = FastMap::default();
        // Symbols that take the place of others in this round stay what they are until the next.
        let mut standing: FastSet<SymbolId> = FastSet::default();
        let mut rest = Vec::with_capacity(split.len());
        for derived in split {
            match fixed_symbol(pool, derived.term, equal_symbols) {
                Some((symbol, value)) if is_free(pool, (symbol, value), &found, &standing) => {
                    standing.extend(pool.as_symbol(value));
                    found.insert(symbol, Fixed { value, origins: derived.origins });
                }
                // A second value for a symbol turns into a constant when the first is put in.
                _ => rest.push(derived),
            }
        }
        if found.is_empty() {
            rewritten.constraints = rest;
            return Ok(rewritten);
        }
        pending = put_in(pool, rest, &found);
        rewritten.fixed.extend(found);
    }
    rewritten.constraints = split_all(pool, pending)?;
    Ok(rewritten)
}

/// Whether a round may put the value in the place of the symbol, beside what it has found so far.
fn is_free(
    pool: &TermPool,
    (symbol, value): (SymbolId, Term),
    found: &FastMap<SymbolId, Fixed>,
    standing: &FastSet<SymbolId>,
) -> bool {
    let is_replaced = pool.as_symbol(value).is_some_and(|other| found.contains_key(&other));
    !is_replaced && !found.contains_key(&symbol) && !standing.contains(&symbol)
}

/// Splits conjunctions and negated disjunctions, drops constants and repetitions, and keeps the order.
fn split_all(pool: &mut TermPool, derived: Vec<Derived>) -> Result<Vec<Derived>, Rc<[usize]>> {
    let mut result = Vec::with_capacity(derived.len());
    let mut seen: FastSet<Term> = FastSet::default();
    let mut stack: Vec<Derived> = derived.into_iter().rev().collect();
    while let Some(Derived { term, origins }) = stack.pop() {
        match *pool.node(term) {
            Node::Bool(true) => {}
            Node::Bool(false) => return Err(origins),
            Node::Binary(BinaryOp::And, left, right) => {
                stack.push(Derived { term: right, origins: Rc::clone(&origins) });
                stack.push(Derived { term: left, origins });
            }
            Node::Unary(UnaryOp::Not, inner) => match *pool.node(inner) {
                Node::Binary(BinaryOp::Or, left, right) => {
                    let (left, right) = (pool.not(left), pool.not(right));
                    stack.push(Derived { term: right, origins: Rc::clone(&origins) });
                    stack.push(Derived { term: left, origins });
                }
                _ => keep(&mut result, &mut seen, term, origins),
            },
            _ => keep(&mut result, &mut seen, term, origins),
        }
    }
    Ok(result)
}

fn keep(result: &mut Vec<Derived>, seen: &mut FastSet<Term>, term: Term, origins: Rc<[usize]>) {
    if seen.insert(term) {
        result.push(Derived { term, origins });
    }
}

/// The symbol that the constraint fixes and its value, if it does nothing else.
fn fixed_symbol(pool: &TermPool, term: Term, equal_symbols: EqualSymbols) -> Option<(SymbolId, Term)> {
    match *pool.node(term) {
        Node::Symbol(symbol) => Some((symbol, pool.tru())),
        Node::Unary(UnaryOp::Not, inner) => pool.as_symbol(inner).map(|symbol| (symbol, pool.fls())),
        Node::Binary(BinaryOp::Eq, left, right) if pool.is_const(right) => {
            pool.as_symbol(left).map(|symbol| (symbol, right))
        }
        Node::Binary(BinaryOp::Eq, left, right)
            if equal_symbols == EqualSymbols::Merged && pool.as_symbol(right).is_some() =>
        {
            pool.as_symbol(left).map(|symbol| (symbol, right))
        }
        _ => None,
    }
}

/// The constraints with the values of fixed symbols put in.
fn put_in(pool: &mut TermPool, constraints: Vec<Derived>, fixed: &FastMap<SymbolId, Fixed>) -> Vec<Derived> {
    let mut result = constraints;
    let mut changed: Vec<usize> = Vec::new();
    for (position, derived) in result.iter_mut().enumerate() {
        let symbols = pool.symbols(derived.term);
        let used: Vec<&Fixed> = symbols.iter().filter_map(|symbol| fixed.get(symbol)).collect();
        if !used.is_empty() {
            changed.push(position);
            derived.origins = union(&derived.origins, &used);
        }
    }
    let terms: Vec<Term> = changed.iter().map(|position| result[*position].term).collect();
    let new = pool.substitute_each(&terms, &|symbol| fixed.get(&symbol).map(|fixed| fixed.value));
    for (position, term) in changed.into_iter().zip(new) {
        result[position].term = term;
    }
    result
}

fn union(origins: &[usize], fixed: &[&Fixed]) -> Rc<[usize]> {
    let mut all: Vec<usize> = origins.to_vec();
    for fixed in fixed {
        all.extend_from_slice(&fixed.origins);
    }
    all.sort_unstable();
    all.dedup();
    all.into()
}
