//! Answers costly queries from those of earlier ones that differ only in the names of their symbols.
//!
//! Branches that look at objects of the input give each object symbols of its own, so that what one branch has asked
//! about the characters of a key, the next asks again about another key. A query is *renamed*: its symbols are replaced
//! by stand-ins, which are numbered in the order in which they occur. Queries that are equal once they are renamed have
//! the same answer: the renaming is one to one and keeps sorts. Green calls such a form canonical (Visser, Geldenhuys
//! and Dwyer, *Green: reducing, reusing and recycling constraints in program analysis*, 2012).
//!
//! Renaming takes time. So it is done only for queries that have cost some work, or that have the shape of one that has;
//! a term's shape is a hash of it in which all symbols of a sort look alike.

use crate::solver::{Core, DEFAULT_WORK, Model, QueryLimits, SatResult, Solver, Statistics, UnknownReason};
use clew_base::{FastMap, FastSet, fast_hash};
use clew_term::{Assignment, Node, Sort, SymbolId, Term, TermPool, Value};
use std::rc::Rc;

/// The least work after which an answer is remembered, where nothing else is said: to rename a query takes about as long.
const LEAST_WORK: u64 = 1_000;
/// How many answers are remembered before all are forgotten.
const MAX_REMEMBERED: usize = 50_000;
/// How many shapes of terms are remembered before all are forgotten.
const MAX_SHAPES: usize = 1_000_000;

/// Asks the wrapped solver a costly query once for all its renamings; see the module.
pub struct Renaming {
    inner: Box<dyn Solver>,
    /// The least work, in the backend's resource units, after which an answer is remembered.
    least_work: u64,
    /// Which pool the memory is about.
    pool: Option<u64>,
    shapes: FastMap<Term, u64>,
    /// The shapes of the queries whose answers are remembered.
    costly: FastSet<u64>,
    /// Answers by renamed query.
    answers: FastMap<Rc<[Term]>, Remembered>,
    /// The symbols that stand for others, by sort.
    stand_ins: FastMap<Sort, Vec<SymbolId>>,
    model_hits: u64,
    core_hits: u64,
}

/// The answer to a renamed query.
enum Remembered {
    /// The values of its stand-ins.
    Sat(Vec<(SymbolId, Value)>),
    /// The positions of its constraints that are in conflict.
    Unsat(Vec<usize>),
    /// At least as much work as this leaves it open.
    Open(u64),
}

/// A query with stand-ins for its symbols.
struct Renamed {
    constraints: Rc<[Term]>,
    stand_ins: FastMap<SymbolId, SymbolId>,
}

impl Renaming {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self::from_work(inner, LEAST_WORK)
    }

    /// Wraps a solver of which answers are remembered that take at least this work, in the backend's resource units.
    pub fn from_work(inner: Box<dyn Solver>, least_work: u64) -> Self {
        Self {
            inner,
            least_work,
            pool: None,
            shapes: FastMap::default(),
            costly: FastSet::default(),
            answers: FastMap::default(),
            stand_ins: FastMap::default(),
            model_hits: 0,
            core_hits: 0,
        }
    }

    fn forget_if_needed(&mut self, pool: &TermPool) {
        let is_other = self.pool != Some(pool.identity());
        if is_other || self.answers.len() >= MAX_REMEMBERED {
            self.answers.clear();
            self.costly.clear();
        }
        if is_other || self.shapes.len() >= MAX_SHAPES {
            self.shapes.clear();
        }
        if is_other {
            self.stand_ins.clear();
            self.pool = Some(pool.identity());
        }
    }

    /// The shape of a term; those of its operands are remembered.
    fn shape(&mut self, pool: &TermPool, term: Term) -> u64 {
        let mut waiting = vec![term];
        while let Some(top) = waiting.last().copied() {
            let before = waiting.len();
            if !self.shapes.contains_key(&top) {
                pool.for_each_operand(top, |operand| {
                    if !self.shapes.contains_key(&operand) {
                        waiting.push(operand);
                    }
                });
            }
            if waiting.len() == before {
                waiting.pop();
                let shape = self.shape_of_node(pool, top);
                self.shapes.insert(top, shape);
            }
        }
        self.shapes[&term]
    }

    /// The shape of a term from the shapes of its operands.
    fn shape_of_node(&self, pool: &TermPool, term: Term) -> u64 {
        let mut operands = Vec::new();
        pool.for_each_operand(term, |operand| operands.push(self.shapes[&operand]));
        match *pool.node(term) {
            Node::Symbol(_) => fast_hash(("symbol", pool.sort(term))),
            node @ (Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::F32(_) | Node::F64(_)) => fast_hash(node),
            Node::Unary(op, _) => fast_hash((op, operands)),
            Node::Binary(op, ..) => {
                if op.is_commutative() {
                    operands.sort_unstable();
                }
                fast_hash((op, operands))
            }
            Node::Ite(..) => fast_hash(("ite", operands)),
            Node::Select(..) => fast_hash(("select", operands)),
            Node::Store(..) => fast_hash(("store", operands)),
            Node::ConstArray(sort, _) => fast_hash((sort, operands)),
        }
    }

    /// The symbols of a query in the order in which they occur. Operands of commutative operators are looked at in the
    /// order of their shapes, as their own order depends on when they were made.
    fn symbols_in_order(&mut self, pool: &TermPool, constraints: &[Term]) -> Vec<SymbolId> {
        let mut found = Vec::new();
        let mut seen: FastSet<Term> = FastSet::default();
        let mut waiting: Vec<Term> = constraints.iter().rev().copied().collect();
        while let Some(term) = waiting.pop() {
            if !seen.insert(term) {
                continue;
            }
            let first = waiting.len();
            match *pool.node(term) {
                Node::Symbol(symbol) => found.push(symbol),
                Node::Binary(op, left, right) if op.is_commutative() => {
                    let is_in_order = self.shape(pool, left) <= self.shape(pool, right);
                    waiting.extend(if is_in_order { [left, right] } else { [right, left] });
                }
                _ => pool.for_each_operand(term, |operand| waiting.push(operand)),
            }
            waiting[first..].reverse();
        }
        found
    }

    fn renamed(&mut self, pool: &mut TermPool, constraints: &[Term]) -> Renamed {
        let mut of_sort: FastMap<Sort, usize> = FastMap::default();
        let mut stand_ins: FastMap<SymbolId, SymbolId> = FastMap::default();
        for symbol in self.symbols_in_order(pool, constraints) {
            let sort = pool.symbol_sort(symbol);
            let number = of_sort.entry(sort).or_default();
            let known = self.stand_ins.entry(sort).or_default();
            if known.len() == *number {
                known.push(pool.fresh_symbol("stand-in", sort));
            }
            stand_ins.insert(symbol, known[*number]);
            *number += 1;
        }
        let terms: FastMap<SymbolId, Term> =
            stand_ins.iter().map(|(symbol, other)| (*symbol, pool.symbol_term(*other))).collect();
        let constraints = pool.substitute_each(constraints, &|symbol| terms.get(&symbol).copied());
        Renamed { constraints: constraints.into(), stand_ins }
    }

    /// What the answer to an equal query says of this one.
    fn known(
        &mut self,
        pool: &TermPool,
        constraints: &[Term],
        renamed: &Renamed,
        limits: &QueryLimits,
    ) -> Option<SatResult> {
        match self.answers.get(&renamed.constraints)? {
            Remembered::Sat(values) => {
                let values: FastMap<SymbolId, &Value> = values.iter().map(|(symbol, value)| (*symbol, value)).collect();
                let mut assignment = Assignment::new();
                for (symbol, stand_in) in &renamed.stand_ins {
                    assignment.insert(*symbol, (*values.get(stand_in)?).clone());
                }
                let model = Model::new(assignment);
                if !model.satisfies(pool, constraints) {
                    return None;
                }
                self.model_hits += 1;
                Some(SatResult::Sat(Rc::new(model)))
            }
            Remembered::Unsat(positions) => {
                self.core_hits += 1;
                let core = positions.iter().map(|position| constraints[*position]).collect();
                Some(SatResult::Unsat(Core::new(core)))
            }
            Remembered::Open(work) => {
                let is_no_more = limits.work.unwrap_or(DEFAULT_WORK) <= *work;
                is_no_more.then_some(SatResult::Unknown(UnknownReason::WorkLimit))
            }
        }
    }

    fn remember(&mut self, shape: u64, (constraints, work): (&[Term], u64), renamed: Renamed, answer: &SatResult) {
        let remembered = match answer {
            SatResult::Sat(model) => {
                let value = |symbol| model.get(symbol).cloned();
                let values = renamed.stand_ins.iter().map(|(symbol, other)| Some((*other, value(*symbol)?)));
                let Some(values) = values.collect() else { return };
                Remembered::Sat(values)
            }
            SatResult::Unsat(core) => {
                let position = |term: &Term| constraints.iter().position(|constraint| constraint == term);
                let Some(positions) = core.constraints().iter().map(position).collect() else { return };
                Remembered::Unsat(positions)
            }
            SatResult::Unknown(UnknownReason::WorkLimit) => Remembered::Open(work),
            SatResult::Unknown(_) => return,
        };
        self.costly.insert(shape);
        self.answers.insert(renamed.constraints, remembered);
    }
}

impl Solver for Renaming {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        self.forget_if_needed(pool);
        let shapes: Vec<u64> = constraints.iter().map(|constraint| self.shape(pool, *constraint)).collect();
        let shape = fast_hash(shapes);
        let mut renamed = None;
        if self.costly.contains(&shape) {
            let query = renamed.insert(self.renamed(pool, constraints));
            if let Some(answer) = self.known(pool, constraints, query, limits) {
                return answer;
            }
        }
        let before = limits.meter.total();
        let answer = self.inner.check(pool, constraints, limits);
        if limits.meter.total().saturating_sub(before) >= self.least_work {
            let renamed = renamed.unwrap_or_else(|| self.renamed(pool, constraints));
            let work = limits.work.unwrap_or(DEFAULT_WORK);
            self.remember(shape, (constraints, work), renamed, &answer);
        }
        answer
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = self.inner.statistics();
        statistics.model_reuse_hits += self.model_hits;
        statistics.core_reuse_hits += self.core_hits;
        statistics
    }
}
