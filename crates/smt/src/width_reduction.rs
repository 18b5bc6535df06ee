//! Bit-width reduction: symbols that are only compared get as few bits as the comparisons need.
//!
//! Where symbols of many bits, and choices between them, occur in nothing but equations, it does not matter which numbers
//! they are, only which of them are equal; where they are compared by size as well, it matters only how they are ordered. So
//! few different numbers are enough, and a solver that thinks in bits has fewer to think of. Models are told in terms of the
//! query.

mod layout;

use crate::restate::check_restated;
use crate::solver::{Model, QueryLimits, SatResult, Solver, Statistics};
use clew_base::{FastMap, OrderedMap};
use clew_term::{BinaryOp, Node, Sort, SymbolId, Term, TermPool, Value};
use layout::{Layout, Order};

/// Groups of fewer symbols are left as they are.
const MIN_SYMBOLS: usize = 2;

/// What stands for a symbol at a width.
type StandIns = FastMap<(SymbolId, u8), Term>;

/// Asks the wrapped solver a query with narrower names; see the module.
pub struct WidthReduction {
    inner: Box<dyn Solver>,
    /// Which pool the symbols are of.
    pool: Option<u64>,
    stand_ins: StandIns,
    /// The constants that occurred, in the order in which they did first: a new one changes nothing about the others.
    ranks: FastMap<u64, usize>,
}

impl WidthReduction {
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

    /// The comparisons of the query, in terms of narrower names.
    fn comparisons(&mut self, pool: &mut TermPool, query: &Query, groups: &Groups) -> FastMap<Term, Term> {
        let mut comparisons: FastMap<Term, Term> = FastMap::default();
        let mut narrow: FastMap<Term, Term> = FastMap::default();
        for term in query.terms.iter().copied() {
            match *pool.node(term) {
                Node::Symbol(symbol) => {
                    if let Some(group) = groups.of_name(term) {
                        let stand_in = self.stand_in(pool, symbol, group.layout.width());
                        narrow.insert(term, stand_in);
                    }
                }
                Node::Ite(condition, then, otherwise) => {
                    let Some(group) = groups.of_name(term) else { continue };
                    let condition = pool.replace_known(condition, &mut comparisons);
                    let sides = [then, otherwise].map(|side| group.constant(pool, side).or(narrow.get(&side).copied()));
                    if let [Some(then), Some(otherwise)] = sides {
                        let choice = pool.ite(condition, then, otherwise);
                        narrow.insert(term, choice);
                    }
                }
                Node::Binary(op, left, right) if is_comparison(op) => {
                    let Some(group) = groups.of_name(left).or_else(|| groups.of_name(right)) else { continue };
                    let sides = [left, right].map(|side| group.constant(pool, side).or(narrow.get(&side).copied()));
                    if let [Some(left), Some(right)] = sides {
                        comparisons.insert(term, compared(pool, op, left, right));
                    }
                }
                _ => {}
            }
        }
        comparisons
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    op == BinaryOp::Eq || order_of(op).is_some()
}

/// How an operator compares by size, if it does.
fn order_of(op: BinaryOp) -> Option<Order> {
    match op {
        BinaryOp::SLt | BinaryOp::SLe => Some(Order::Signed),
        BinaryOp::ULt | BinaryOp::ULe => Some(Order::Unsigned),
        _ => None,
    }
}

/// A comparison of narrow numbers, which have no sign.
fn compared(pool: &mut TermPool, op: BinaryOp, left: Term, right: Term) -> Term {
    match op {
        BinaryOp::SLt | BinaryOp::ULt => pool.ult(left, right),
        BinaryOp::SLe | BinaryOp::ULe => pool.ule(left, right),
        _ => pool.eq(left, right),
    }
}

impl Solver for WidthReduction {
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
        let mut comparisons = self.comparisons(pool, &query, &groups);
        let Self { inner, stand_ins, .. } = self;
        let told = |pool: &TermPool, model: &Model| widened(stand_ins, pool, model, &groups);
        check_restated(&mut **inner, pool, (constraints, limits), &mut comparisons, told)
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
            let stand_in = stand_ins.get(&(*symbol, group.layout.width())).and_then(|term| pool.as_symbol(*term));
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
        Self { terms: pool.parts(constraints) }
    }
}

/// Names that comparisons and choices connect, and that occur in nothing else.
struct Group {
    symbols: Vec<SymbolId>,
    layout: Layout,
}

impl Group {
    /// The constant that stands for a constant.
    fn constant(&self, pool: &mut TermPool, term: Term) -> Option<Term> {
        let narrow = self.layout.narrow(pool.as_bits(term)?)?;
        Some(pool.bv(self.layout.width(), narrow))
    }

    /// What a symbol is in the query whose narrow number is this.
    fn widened(&self, pool: &TermPool, symbol: SymbolId, narrow: u64) -> Value {
        match pool.symbol_sort(symbol) {
            Sort::Bv(width) => Value::bv(width, self.layout.wide(narrow)),
            sort => Value::default_of(sort),
        }
    }
}

/// All groups of a query that are worth the trouble, each under one of its terms.
struct Groups {
    all: OrderedMap<Term, Group>,
    parents: Parents,
}

/// What belongs together, as it is found.
#[derive(Default)]
struct Found {
    symbols: Vec<SymbolId>,
    constants: Vec<u64>,
    order: Option<Order>,
    /// Whether the names occur elsewhere too, or are compared in two ways.
    spoilt: bool,
}

impl Groups {
    fn of(pool: &TermPool, query: &Query, ranks: &mut FastMap<u64, usize>) -> Self {
        let parents = Parents::of(pool, query);
        let mut all: OrderedMap<Term, Group> = OrderedMap::default();
        for (root, found) in found(pool, query, &parents) {
            let Sort::Bv(wide) = pool.sort(root) else { continue };
            let Found { symbols, constants, order, spoilt } = found;
            if spoilt || symbols.len() < MIN_SYMBOLS {
                continue;
            }
            if let Some(layout) = Layout::of(order, constants, symbols.len(), wide, ranks) {
                all.insert(root, Group { symbols, layout });
            }
        }
        Self { all, parents }
    }

    /// The group of a name.
    fn of_name(&self, term: Term) -> Option<&Group> {
        self.all.get(&self.parents.root(term))
    }
}

/// Puts symbols and constants to those they belong to, by the root of each.
fn found(pool: &TermPool, query: &Query, parents: &Parents) -> OrderedMap<Term, Found> {
    let mut all: OrderedMap<Term, Found> = OrderedMap::default();
    let is_name = |term: Term| is_number(pool, term) && !pool.is_const(term);
    for term in query.terms.iter().copied() {
        let (sides, order) = match *pool.node(term) {
            Node::Binary(op, left, right) if is_comparison(op) => ([left, right], order_of(op)),
            Node::Ite(_, then, otherwise) => ([then, otherwise], None),
            Node::Symbol(symbol) if is_number(pool, term) => {
                all.entry(parents.root(term)).or_default().symbols.push(symbol);
                continue;
            }
            _ => {
                let mut spoil = |term: Term| all.entry(parents.root(term)).or_default().spoilt = true;
                pool.for_each_operand(term, |operand| {
                    if is_name(operand) {
                        spoil(operand);
                    }
                });
                if is_name(term) {
                    spoil(term);
                }
                continue;
            }
        };
        // Two constants have no symbol between them, and such a choice is in the group that it is part of.
        let Some(named) = sides.into_iter().chain([term]).find(|side| is_name(*side)) else { continue };
        let found = all.entry(parents.root(named)).or_default();
        found.constants.extend(sides.into_iter().filter_map(|side| pool.as_bits(side)));
        found.spoilt |= order.is_some() && found.order.is_some() && order != found.order;
        found.order = found.order.or(order);
    }
    all
}

/// Of each name another that it is compared with, or that is chosen in its place.
#[derive(Default)]
struct Parents(FastMap<Term, Term>);

impl Parents {
    fn of(pool: &TermPool, query: &Query) -> Self {
        let mut parents = Self::default();
        for term in query.terms.iter().copied() {
            match *pool.node(term) {
                Node::Binary(op, left, right) if is_comparison(op) => parents.join(pool, left, right),
                Node::Ite(_, then, otherwise) if is_number(pool, term) => {
                    parents.join(pool, term, then);
                    parents.join(pool, term, otherwise);
                }
                _ => {}
            }
        }
        parents
    }

    /// Connects two names. Constants connect nothing.
    fn join(&mut self, pool: &TermPool, one: Term, two: Term) {
        if !is_number(pool, one) || pool.is_const(one) || pool.is_const(two) {
            return;
        }
        let (one, two) = (self.root(one), self.root(two));
        if one != two {
            self.0.insert(one.max(two), one.min(two));
        }
    }

    fn root(&self, mut term: Term) -> Term {
        while let Some(parent) = self.0.get(&term) {
            term = *parent;
        }
        term
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
        assert_eq!(groups.all.values().map(|group| group.layout.width()).collect::<Vec<_>>(), [4]);
        let mut solver = WidthReduction::new(Box::new(Z3::new()));
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
        let mut solver = WidthReduction::new(Box::new(Z3::new()));
        let SatResult::Sat(model) = solver.check(&mut pool, &query, &QueryLimits::default()) else {
            panic!("there are enough numbers")
        };
        assert!(model.satisfies(&pool, &query));
    }

    #[test]
    fn names_that_are_counted_with_stay() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.fresh(name, Sort::Bv(32)));
        let next = pool.add(a, b);
        let counted = pool.ult(next, b);
        let p = pool.fresh("p", Sort::Bool);
        let choice = pool.ite(p, b, c);
        let same = pool.eq(choice, a);
        let query = Query::of(&pool, &[same, counted]);
        assert!(Groups::of(&pool, &query, &mut FastMap::default()).all.is_empty());
        let [with_sign, without] = [pool.slt(a, b), pool.ult(a, b)];
        let query = Query::of(&pool, &[same, with_sign, without]);
        assert!(Groups::of(&pool, &query, &mut FastMap::default()).all.is_empty());
    }

    #[test]
    fn names_that_are_ordered_stay_in_order() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.fresh(name, Sort::Bv(32)));
        let p = pool.fresh("p", Sort::Bool);
        let (least, less) = (pool.bv32(i32::MIN), pool.bv32(i32::MIN + 2));
        let choice = pool.ite(p, b, c);
        let query = [pool.slt(least, a), pool.slt(a, choice), pool.slt(choice, less)];
        let mut solver = WidthReduction::new(Box::new(Z3::new()));
        let terms = Query::of(&pool, &query);
        assert_eq!(Groups::of(&pool, &terms, &mut FastMap::default()).all.len(), 1);
        // One number is between the two, and two would have to be.
        assert!(solver.check(&mut pool, &query, &QueryLimits::default()).is_unsat());
        let (zero, three) = (pool.bv32(0), pool.bv32(3));
        let query = [pool.slt(zero, a), pool.slt(a, choice), pool.slt(choice, three)];
        let SatResult::Sat(model) = solver.check(&mut pool, &query, &QueryLimits::default()) else {
            panic!("two numbers are between the two")
        };
        assert!(model.satisfies(&pool, &query));
    }
}
