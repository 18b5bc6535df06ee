//! Z3 as a backend.
//!
//! The solver is incremental: it keeps the constraints of the last query asserted, in a few scopes, and a query first takes
//! back the scopes that are not of a common prefix. Terms are encoded once and remembered. After an `Unknown` the solver is
//! made anew, so that what a cut search left behind can't reach a later answer.

mod bulk;
mod encode;
mod engine;
pub(crate) mod incremental;
mod interrupt;
mod memory;
mod model;
pub(crate) mod quantified;
mod raw;

use crate::solver::{Core, Model, QueryLimits, SatResult, Solver, Statistics, Tally, UnknownReason};
use bulk::Bulk;
use clew_base::{FastMap, FastSet};
use clew_term::{SymbolId, Term, TermPool};
use encode::Encoder;
use engine::Engine;
use std::rc::Rc;
use std::time::{Duration, Instant};
use z3::ast::Bool;

/// The version of Z3 that this backend is written for and checked with.
const EXPECTED_VERSION: &str = "5.4.0";
/// How many terms may be encoded before the encodings are forgotten, to bound memory.
const MAX_ENCODED: usize = 1_000_000;

/// The Z3 backend. Several on one thread are independent but share Z3's memory.
pub struct Z3 {
    session: Option<Session>,
    tally: Tally,
    solver_time: Duration,
}

/// A Z3 solver with what is asserted in it.
struct Session {
    pool: u64,
    encoder: Encoder,
    engine: Engine,
    asserted: Vec<Term>,
    /// How many constraints were asserted when each scope began.
    scopes: Vec<usize>,
    /// Per constraint the Z3 constant that stands for it in unsatisfiable cores.
    trackers: FastMap<Term, Bool>,
    tracked: FastMap<String, Term>,
    bulk: Bulk,
}

impl Z3 {
    /// A solver without constraints.
    pub fn new() -> Self {
        Self { session: None, tally: Tally::default(), solver_time: Duration::ZERO }
    }

    /// The version of the Z3 library in use, such as `5.4.0`.
    pub fn version() -> String {
        let full = z3::full_version();
        full.split_whitespace().find(|word| word.contains('.')).unwrap_or(full).to_owned()
    }

    /// Whether the Z3 library in use is the one this backend is checked with; else a message that says what to do.
    /// Every query of a backend with another library is `Unknown`.
    pub fn check_version() -> Result<(), String> {
        let found = Self::version();
        let same = found == EXPECTED_VERSION || found.starts_with(&format!("{EXPECTED_VERSION}."));
        if same {
            return Ok(());
        }
        Err(format!("Z3 {found} was loaded where {EXPECTED_VERSION} is needed"))
    }

    fn answer(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        if limits.cancel.is_cancelled() {
            return SatResult::Unknown(UnknownReason::Cancelled);
        }
        let constraints = match nontrivial(pool, constraints) {
            Ok(constraints) => constraints,
            Err(contradiction) => return SatResult::Unsat(Core::new(vec![contradiction])),
        };
        if constraints.is_empty() {
            return SatResult::Sat(Rc::new(Model::default()));
        }
        let mut session = match self.session.take().filter(|session| session.pool == pool.identity()) {
            Some(session) if session.encoder.len() <= MAX_ENCODED => session,
            _ => match Self::check_version() {
                Ok(()) => Session::new(pool.identity()),
                Err(message) => return SatResult::Unknown(UnknownReason::Backend(message)),
            },
        };
        memory::guarded(move || {
            if session.bulk.is_too_much(pool, constraints.iter().copied()) {
                return (SatResult::Unknown(UnknownReason::WorkLimit), Some(session));
            }
            let mut result = session.solve(pool, &constraints, limits);
            if matches!(result, SatResult::Unknown(UnknownReason::BadModel)) {
                // A solver that has seen nothing else may do better.
                session = session.renewed();
                result = session.solve(pool, &constraints, limits);
            }
            let session = match result {
                SatResult::Sat(_) | SatResult::Unsat(_) => Some(session),
                // Its encodings take memory as well.
                SatResult::Unknown(UnknownReason::Memory) => None,
                SatResult::Unknown(_) => Some(session.renewed()),
            };
            (result, session)
        })
        .map_or(SatResult::Unknown(UnknownReason::Memory), |(result, session)| {
            self.session = session;
            result
        })
    }

    /// Bounds the memory that all backends of this process use together, in bytes: a query that needs more is `Unknown`.
    /// To be called before the first backend is made.
    pub fn limit_memory(bytes: u64) {
        memory::limit(bytes);
    }

    /// Makes what all backends of this thread share, which the first of them would make otherwise.
    pub fn prepare() {
        z3::Context::thread_local();
    }

    /// How many bytes all backends of this process use, by the library's own estimate.
    pub fn memory_in_use() -> u64 {
        raw::memory_in_use()
    }
}

impl Default for Z3 {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver for Z3 {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let start = Instant::now();
        let result = self.answer(pool, constraints, limits);
        self.solver_time += start.elapsed();
        self.tally.count(result)
    }

    fn statistics(&self) -> Statistics {
        let counts = self.tally.over(Statistics::default());
        Statistics { backend_queries: counts.queries, solver_time: self.solver_time, ..counts }
    }
}

/// The constraints that aren't true, each once; or one that is false.
fn nontrivial(pool: &TermPool, constraints: &[Term]) -> Result<Vec<Term>, Term> {
    let mut seen = FastSet::default();
    let mut kept = Vec::with_capacity(constraints.len());
    for constraint in constraints.iter().copied() {
        match pool.as_bool(constraint) {
            Some(true) => {}
            Some(false) => return Err(constraint),
            None if seen.insert(constraint) => kept.push(constraint),
            None => {}
        }
    }
    Ok(kept)
}

impl Session {
    fn new(pool: u64) -> Self {
        Self {
            pool,
            encoder: Encoder::new(),
            engine: Engine::new(),
            asserted: Vec::new(),
            scopes: Vec::new(),
            trackers: FastMap::default(),
            tracked: FastMap::default(),
            bulk: Bulk::default(),
        }
    }

    /// The same encodings with a new Z3 solver.
    fn renewed(self) -> Self {
        Self { engine: Engine::new(), asserted: Vec::new(), scopes: Vec::new(), ..self }
    }

    fn solve(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let answer = interrupt::unless_cancelled(&limits.cancel, || {
            self.assert_exactly(pool, constraints)?;
            self.engine.check(&[], limits)
        });
        match answer {
            Ok(true) => self.model(pool, constraints),
            Ok(false) => SatResult::Unsat(self.core(constraints)),
            Err(reason) => SatResult::Unknown(reason),
        }
    }

    /// Makes the asserted constraints these, keeping the scopes of the common prefix. To begin a scope takes Z3 as long as several
    /// constraints do, so they do not get one each; the last one does, because the next query is likely to differ in it alone.
    fn assert_exactly(&mut self, pool: &TermPool, constraints: &[Term]) -> Result<(), UnknownReason> {
        let common = self.asserted.iter().zip(constraints).take_while(|(old, new)| old == new).count();
        while self.asserted.len() > common {
            self.engine.solver.pop(1);
            self.asserted.truncate(self.scopes.pop().unwrap_or(0));
        }
        let Some((last, others)) = constraints[self.asserted.len()..].split_last() else { return Ok(()) };
        if !others.is_empty() {
            self.assert_scope(pool, others)?;
        }
        self.assert_scope(pool, std::slice::from_ref(last))
    }

    fn assert_scope(&mut self, pool: &TermPool, constraints: &[Term]) -> Result<(), UnknownReason> {
        self.engine.solver.push();
        self.scopes.push(self.asserted.len());
        for constraint in constraints {
            let encoded = self.encoder.bool(pool, *constraint)?;
            let tracker = self.tracker(*constraint);
            self.engine.solver.assert_and_track(encoded, &tracker);
            self.asserted.push(*constraint);
        }
        Ok(())
    }

    fn tracker(&mut self, constraint: Term) -> Bool {
        if let Some(tracker) = self.trackers.get(&constraint) {
            return tracker.clone();
        }
        let name = format!("constraint!{}", self.trackers.len());
        let tracker = Bool::new_const(name.as_str());
        self.trackers.insert(constraint, tracker.clone());
        self.tracked.insert(tracker.to_string(), constraint);
        tracker
    }

    fn model(&self, pool: &mut TermPool, constraints: &[Term]) -> SatResult {
        let symbols = symbols_of(pool, constraints);
        let found = self.engine.solver.get_model();
        let assignment = found.and_then(|found| model::read(&found, &self.encoder, pool, &symbols));
        match assignment.map(Model::new) {
            Some(model) if model.satisfies(pool, constraints) => SatResult::Sat(Rc::new(model)),
            _ => SatResult::Unknown(UnknownReason::BadModel),
        }
    }

    /// The constraints of Z3's core in the order of the query; all of them if Z3 names what it was not given.
    fn core(&self, constraints: &[Term]) -> Core {
        let mut named = FastSet::default();
        for tracker in self.engine.solver.get_unsat_core() {
            match self.tracked.get(&tracker.to_string()) {
                Some(constraint) => {
                    named.insert(*constraint);
                }
                None => return Core::new(constraints.to_vec()),
            }
        }
        Core::new(constraints.iter().copied().filter(|constraint| named.contains(constraint)).collect())
    }
}

fn symbols_of(pool: &mut TermPool, constraints: &[Term]) -> Vec<SymbolId> {
    let mut symbols: Vec<SymbolId> = Vec::new();
    for constraint in constraints {
        symbols.extend(pool.symbols(*constraint).iter());
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}
