//! One growing conjunction that is asked about many times, under assumptions that change.
//!
//! What is asserted stays; what is assumed counts for one question. Z3 keeps what it has learned from one question to
//! the next, which is the point: a formula that stands for all executions of a program is encoded once.

use super::bulk::Bulk;
use super::encode::Encoder;
use super::engine::Engine;
use super::{Z3, interrupt, memory, model};
use crate::solver::{QueryLimits, Statistics, Tally, UnknownReason};
use clew_base::FastMap;
use clew_term::{Node, SymbolId, Term, TermPool, UnaryOp, Value};
use std::time::{Duration, Instant};
use z3::ast::Bool;

/// What is known of a conjunction under assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is satisfiable; [`Incremental::value`] tells the values.
    Sat,
    /// It is not, and these assumptions are enough for that, in the order in which they were given. There are none where
    /// what is asserted cannot hold at all.
    Unsat(Vec<Term>),
    /// Nothing was found out.
    Unknown(UnknownReason),
}

/// Decides a growing conjunction of terms of one pool.
///
/// Laws:
///
/// - `Unsat(c)`: no values make all that is asserted and all of `c` hold, and `c` is a subset of the assumptions.
/// - `Sat`: Z3 has a model. It is a claim until somebody confirms it: whoever reads values must evaluate the
///   constraints, or run the program, under them.
/// - `Unknown` says nothing; callers must not prune by it. What was asserted stays asserted.
/// - The answers are a function of what was asserted and asked before and of the limits, as long as no limit by time
///   or cancellation binds.
pub struct Incremental {
    asserted: Vec<Term>,
    live: Option<Live>,
    model: Option<z3::Model>,
    tally: Tally,
    solver_time: Duration,
}

/// A Z3 solver with what it was told so far.
struct Live {
    pool: u64,
    encoder: Encoder,
    engine: Engine,
    /// How many of the assertions it has.
    told: usize,
    /// The size of what it was told, beside what is too much to tell.
    bulk: Bulk,
    /// For assumptions the literals that imply them.
    literals: FastMap<Term, Bool>,
}

impl Incremental {
    /// The empty conjunction.
    pub fn new() -> Self {
        Self { asserted: Vec::new(), live: None, model: None, tally: Tally::default(), solver_time: Duration::ZERO }
    }

    /// Adds a term of sort `Bool`, for good.
    pub fn assert(&mut self, constraint: Term) {
        self.asserted.push(constraint);
        self.model = None;
    }

    /// Whether all that is asserted, and these terms of sort `Bool`, can hold together.
    pub fn check(&mut self, pool: &TermPool, assumptions: &[Term], limits: &QueryLimits) -> Answer {
        let start = Instant::now();
        self.model = None;
        let answer = self.answer(pool, assumptions, limits);
        self.solver_time += start.elapsed();
        match &answer {
            Answer::Sat => self.tally.sat(),
            Answer::Unsat(_) => self.tally.unsat(),
            Answer::Unknown(_) => self.tally.unknown(),
        }
        answer
    }

    /// The value of a symbol in the model of the last check, if that was `Sat` and nothing was asserted since. A symbol
    /// that no question had has a default.
    pub fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value> {
        let (model, live) = (self.model.as_ref()?, self.live.as_ref()?);
        model::value_of_symbol(model, &live.encoder, pool, symbol)
    }

    /// Counts since it was made.
    pub fn statistics(&self) -> Statistics {
        let counts = self.tally.over(Statistics::default());
        Statistics { backend_queries: counts.queries, solver_time: self.solver_time, ..counts }
    }

    fn answer(&mut self, pool: &TermPool, assumptions: &[Term], limits: &QueryLimits) -> Answer {
        if limits.cancel.is_cancelled() {
            return Answer::Unknown(UnknownReason::Cancelled);
        }
        let live = match self.live.take().filter(|live| live.pool == pool.identity()) {
            Some(live) => live,
            None => match Z3::check_version() {
                Ok(()) => Live::new(pool.identity()),
                Err(message) => return Answer::Unknown(UnknownReason::Backend(message)),
            },
        };
        let asserted = &self.asserted;
        let outcome = memory::guarded(move || {
            let mut live = live;
            if live.bulk.is_too_much(pool, asserted.iter().chain(assumptions).copied()) {
                return (Answer::Unknown(UnknownReason::WorkLimit), None, Some(live));
            }
            let answer = live.check(pool, asserted, assumptions, limits);
            let model = if matches!(answer, Answer::Sat) { live.engine.solver.get_model() } else { None };
            // What a search that was cut left behind must not reach a later answer.
            let kept = if matches!(answer, Answer::Unknown(_)) { None } else { Some(live) };
            (answer, model, kept)
        });
        let Some((answer, model, live)) = outcome else {
            return Answer::Unknown(UnknownReason::Memory);
        };
        self.model = model;
        self.live = live;
        answer
    }
}

impl Default for Incremental {
    fn default() -> Self {
        Self::new()
    }
}

impl Live {
    fn new(pool: u64) -> Self {
        let engine = Engine::new();
        // A scope tells Z3 that more questions will come, so that it keeps what it learns.
        engine.solver.push();
        Self { pool, encoder: Encoder::new(), engine, told: 0, bulk: Bulk::default(), literals: FastMap::default() }
    }

    fn check(&mut self, pool: &TermPool, asserted: &[Term], assumptions: &[Term], limits: &QueryLimits) -> Answer {
        let answer = interrupt::unless_cancelled(&limits.cancel, || {
            let literals = self.tell(pool, asserted, assumptions)?;
            Ok((self.engine.check(&literals, limits)?, literals))
        });
        match answer {
            Ok((true, _)) => Answer::Sat,
            Ok((false, literals)) => Answer::Unsat(self.core(assumptions, &literals)),
            Err(reason) => Answer::Unknown(reason),
        }
    }

    /// Asserts what is new, and gives the literals of the assumptions.
    fn tell(&mut self, pool: &TermPool, asserted: &[Term], assumptions: &[Term]) -> Result<Vec<Bool>, UnknownReason> {
        for constraint in &asserted[self.told..] {
            let encoded = self.encoder.bool(pool, *constraint)?;
            self.engine.solver.assert(encoded);
        }
        self.told = asserted.len();
        assumptions.iter().map(|assumption| self.literal(pool, *assumption)).collect()
    }

    /// A literal that implies the assumption: itself where it is one.
    fn literal(&mut self, pool: &TermPool, assumption: Term) -> Result<Bool, UnknownReason> {
        if let Some(literal) = self.literals.get(&assumption) {
            return Ok(literal.clone());
        }
        let encoded = self.encoder.bool(pool, assumption)?;
        let literal = if is_literal(pool, assumption) {
            encoded
        } else {
            let literal = Bool::new_const(format!("assumption!{}", self.literals.len()));
            self.engine.solver.assert(literal.implies(&encoded));
            literal
        };
        self.literals.insert(assumption, literal.clone());
        Ok(literal)
    }

    /// The assumptions that Z3 names; all of them if it names what it was not given.
    fn core(&self, assumptions: &[Term], literals: &[Bool]) -> Vec<Term> {
        let core = self.engine.solver.get_unsat_core();
        if !core.iter().all(|named| literals.contains(named)) {
            return assumptions.to_vec();
        }
        let named = |literal: &Bool| core.iter().any(|named| named.ast_eq(literal));
        assumptions.iter().zip(literals).filter(|(_, literal)| named(literal)).map(|(term, _)| *term).collect()
    }
}

/// Whether the term is a symbol or the negation of one.
fn is_literal(pool: &TermPool, term: Term) -> bool {
    match *pool.node(term) {
        Node::Symbol(_) => true,
        Node::Unary(UnaryOp::Not, inner) => matches!(pool.node(inner), Node::Symbol(_)),
        _ => false,
    }
}
