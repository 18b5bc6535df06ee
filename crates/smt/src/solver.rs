//! What a solver is asked and what it answers.

use clew_base::CancelToken;
use clew_term::{Assignment, Evaluator, SymbolId, Term, TermPool, Value};
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

/// The work a query may do where nothing else is said, in the backend's resource units; Z3 does one to two million a second.
pub const DEFAULT_WORK: u64 = 10_000_000;

/// Decides whether some values of the symbols make all constraints hold.
///
/// Laws:
///
/// - `Sat(m)`: every constraint evaluates to true under `m`, and `m` has a value for every symbol of the constraints.
/// - `Unsat(c)`: no values make all of `c` hold, and `c` is a subset of the constraints.
/// - `Unknown` says nothing about the constraints: callers must not prune by it.
/// - The answer's kind is a function of the queries asked so far and the limits, as long as no limit by time or
///   cancellation binds.
/// - No constraints are satisfiable. The order of constraints does not change what an answer means; neighbouring queries
///   that share a prefix may be answered faster.
/// - Terms may be added to the pool. A solver that is given another pool than before forgets all it knew.
pub trait Solver {
    /// Answers for the conjunction of the constraints, which are terms of sort `Bool`.
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult;

    /// Counts since the solver was made, over all solvers it wraps.
    fn statistics(&self) -> Statistics;
}

/// A solver's answer.
#[derive(Clone, Debug)]
pub enum SatResult {
    /// The constraints hold under this model.
    Sat(Rc<Model>),
    /// These constraints can't hold together.
    Unsat(Core),
    /// Nothing was found out.
    Unknown(UnknownReason),
}

impl SatResult {
    /// Whether the answer is `Sat`.
    pub fn is_sat(&self) -> bool {
        matches!(self, SatResult::Sat(_))
    }

    /// Whether the answer is `Unsat`.
    pub fn is_unsat(&self) -> bool {
        matches!(self, SatResult::Unsat(_))
    }

    /// The model, if there is one.
    pub fn model(&self) -> Option<&Rc<Model>> {
        match self {
            SatResult::Sat(model) => Some(model),
            SatResult::Unsat(_) | SatResult::Unknown(_) => None,
        }
    }
}

/// Why a solver does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// The work allowed was used up.
    WorkLimit,
    /// The time allowed was used up.
    TimeLimit,
    /// Somebody asked to stop, or a deadline passed.
    Cancelled,
    /// The memory that the backend may use was used up.
    Memory,
    /// The backend has no encoding for this.
    Unsupported(String),
    /// The backend's model could not be read exactly, or a constraint does not hold under it.
    BadModel,
    /// The backend gave up or failed, in its own words.
    Backend(String),
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::WorkLimit => f.write_str("the solver's work limit was reached"),
            UnknownReason::TimeLimit => f.write_str("the solver's time limit was reached"),
            UnknownReason::Cancelled => f.write_str("the solver was told to stop"),
            UnknownReason::Memory => f.write_str("the solver's memory limit was reached"),
            UnknownReason::Unsupported(what) => write!(f, "the solver does not support {what}"),
            UnknownReason::BadModel => f.write_str("the solver's model could not be confirmed"),
            UnknownReason::Backend(message) => write!(f, "the solver gave up: {message}"),
        }
    }
}

/// Values for the symbols of a query under which all its constraints hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    assignment: Assignment,
}

impl Model {
    /// A model that is this assignment.
    pub fn new(assignment: Assignment) -> Self {
        Self { assignment }
    }

    /// The values.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// The value of a symbol, if the query that gave this model had it.
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.assignment.get(symbol)
    }

    /// The value of a term, with defaults for symbols that the query did not have.
    pub fn value(&self, pool: &TermPool, term: Term) -> Value {
        pool.eval(term, &self.assignment)
    }

    /// Whether all these constraints hold.
    pub fn satisfies(&self, pool: &TermPool, constraints: &[Term]) -> bool {
        let mut evaluator = Evaluator::new(self.assignment.clone());
        constraints.iter().all(|constraint| evaluator.holds(pool, *constraint))
    }
}

/// Constraints of a query that can't hold together, in the order of the query and each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    constraints: Vec<Term>,
}

impl Core {
    /// A core of these constraints.
    pub fn new(constraints: Vec<Term>) -> Self {
        Self { constraints }
    }

    /// The constraints.
    pub fn constraints(&self) -> &[Term] {
        &self.constraints
    }
}

/// How much a query may cost.
#[derive(Clone, Debug)]
pub struct QueryLimits {
    /// Backend resource units, the repeatable limit. Default: [`DEFAULT_WORK`].
    pub work: Option<u64>,
    /// Time on the clock. Default: none.
    pub time: Option<Duration>,
    /// Stops the query when cancelled. Default: never.
    pub cancel: CancelToken,
    /// Counts what queries cost. Default: a meter of its own.
    pub meter: WorkMeter,
}

/// Adds up what queries cost, in the backend's resource units. Clones share the sum.
#[derive(Clone, Debug, Default)]
pub struct WorkMeter(Rc<Cell<u64>>);

impl WorkMeter {
    /// What all queries have cost so far.
    pub fn total(&self) -> u64 {
        self.0.get()
    }

    /// Counts work that was done for queries outside of the solver.
    pub fn add(&self, units: u64) {
        self.0.set(self.0.get().saturating_add(units));
    }
}

impl Default for QueryLimits {
    fn default() -> Self {
        Self { work: Some(DEFAULT_WORK), time: None, cancel: CancelToken::new(), meter: WorkMeter::default() }
    }
}

/// Counts since a solver was made.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Queries asked of the outermost solver.
    pub queries: u64,
    /// Queries that reached the backend.
    pub backend_queries: u64,
    /// Answers `Sat` of the outermost solver.
    pub sat: u64,
    /// Answers `Unsat` of the outermost solver.
    pub unsat: u64,
    /// Answers `Unknown` of the outermost solver.
    pub unknown: u64,
    /// Queries answered by an earlier model or an earlier equal query.
    pub model_reuse_hits: u64,
    /// Queries answered by an earlier core.
    pub core_reuse_hits: u64,
    /// Independent parts that queries were cut into.
    pub slices: u64,
    /// Time in the backend, its models' reading included.
    pub solver_time: Duration,
}

/// Counts the questions and answers of one solver.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Tally {
    queries: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
}

impl Tally {
    /// Counts one question with its answer, which it hands on.
    pub(crate) fn count(&mut self, result: SatResult) -> SatResult {
        match result {
            SatResult::Sat(_) => self.sat(),
            SatResult::Unsat(_) => self.unsat(),
            SatResult::Unknown(_) => self.unknown(),
        }
        result
    }

    /// Counts one question that was answered by `Sat`.
    pub(crate) fn sat(&mut self) {
        self.queries += 1;
        self.sat += 1;
    }

    /// Counts one question that was answered by `Unsat`.
    pub(crate) fn unsat(&mut self) {
        self.queries += 1;
        self.unsat += 1;
    }

    /// Counts one question that was answered by `Unknown`.
    pub(crate) fn unknown(&mut self) {
        self.queries += 1;
        self.unknown += 1;
    }

    /// The statistics of the wrapped solver as those of the wrapping one.
    pub(crate) fn over(&self, inner: Statistics) -> Statistics {
        Statistics { queries: self.queries, sat: self.sat, unsat: self.unsat, unknown: self.unknown, ..inner }
    }
}
