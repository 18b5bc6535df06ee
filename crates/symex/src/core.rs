//! What every rule works with: the program, terms, the solver and the heap model.
//!
//! A function that takes the core can neither cut a path nor make an assumption: it has no access to the [`Ledger`].
//!
//! [`Ledger`]: crate::ledger::Ledger

use crate::code::Code;
use crate::evaluations::Evaluations;
use crate::state::State;
use crate::state::text::Units;
use crate::types::Types;
use clew_base::{CancelToken, FastMap, FastSet};
use clew_facts::{Aliasing, CutReason, HeapPolicy, Options};
use clew_heap::{EntryAssumption, Heap, HeapContext, HeapModel, HeapSolver, LazyInitialization};
use clew_jvm::{MethodId, TranslateError, World};
use clew_smt::{
    ChainConfig, Model, QueryLimits, SatResult, Solver, UnknownReason, change_letters, enumerate_small_values, repair,
    repair_several, solver_chain,
};
use clew_term::{SymbolId, Tabulation, Term, TermPool};
use std::rc::Rc;

/// Models rejected before the path is cut: no heap has them, or none that keeps what is assumed of the input.
const MAX_EXCLUDED: usize = 500;

/// What every rule works with.
pub(crate) struct Core<'w> {
    pub world: &'w World,
    pub options: &'w Options,
    /// The method under test.
    pub target: MethodId,
    /// Whether the bounds on loops and blocks are in force.
    pub bounds: Bounds,
    pub limits: QueryLimits,
    pub types: Types<'w>,
    pub pool: TermPool,
    pub memo: Memo,
    pub solver: Box<dyn Solver>,
    pub heap_model: Box<dyn HeapModel>,
    /// What is assumed of the heap at entry.
    pub entry_assumptions: Vec<EntryAssumption>,
    codes: FastMap<MethodId, Rc<Code>>,
}

/// What is remembered of terms.
#[derive(Default)]
pub(crate) struct Memo {
    /// The values of terms under the models in use.
    pub evaluations: Evaluations,
    /// What is known of conditions on one character.
    pub tabulation: Tabulation,
    /// The characters that pairs of bytes are.
    pub units: Units,
    /// The symbols that are characters of strings of the input.
    pub letters: FastSet<SymbolId>,
}

/// Whether the bounds on loops and blocks are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bounds {
    /// They are: the exploration.
    On,
    /// They are not: a concrete run, which has a bound on its instructions.
    Off,
}

/// What becomes of a state when a condition is added to it.
#[must_use = "each execution of the state goes on, or ends on record"]
pub(crate) enum Assumed {
    /// Executions are left: the state, with the condition.
    Feasible(State),
    /// None is left.
    Infeasible(State),
    /// None is left of which every object could have a class.
    Classless(State),
    /// None is left whose heap at entry keeps what is assumed of it.
    Excluded(State),
    /// The solver does not know; the state as it was.
    Unknown(State, CutReason),
}

impl<'w> Core<'w> {
    pub(crate) fn new(world: &'w World, target: MethodId, options: &'w Options, cancel: &CancelToken) -> Self {
        let aliasing = match options.aliasing {
            Aliasing::On => clew_heap::Aliasing::On,
            Aliasing::Off => clew_heap::Aliasing::Off,
        };
        Self {
            world,
            options,
            target,
            bounds: Bounds::On,
            limits: QueryLimits { work: Some(options.query_work), cancel: cancel.clone(), ..QueryLimits::default() },
            types: Types::new(world, target, options.breadth),
            pool: TermPool::new(),
            memo: Memo::default(),
            solver: solver_chain(&ChainConfig::default()),
            heap_model: match options.heap {
                HeapPolicy::Lazy => Box::new(LazyInitialization { aliasing }),
                HeapPolicy::Solver => Box::new(HeapSolver::new(aliasing)),
            },
            entry_assumptions: Vec::new(),
            codes: FastMap::default(),
        }
    }

    /// The code of a method that has some.
    pub(crate) fn code(&mut self, id: MethodId) -> Result<Rc<Code>, TranslateError> {
        if let Some(code) = self.codes.get(&id) {
            return Ok(Rc::clone(code));
        }
        let method = self.world.method(id);
        let class = self.world.class(method.class);
        let code = Rc::new(Code::new(id, method, self.world.code(id)?, &class).with_polls(self.world));
        self.codes.insert(id, Rc::clone(&code));
        Ok(code)
    }

    /// Has calls of a method run this code. Returns the code that they have run so far, if there was a call.
    pub(crate) fn replace_code(&mut self, code: Rc<Code>) -> Option<Rc<Code>> {
        self.codes.insert(code.id, code)
    }

    /// What a heap operation works with, and the heap model.
    pub(crate) fn heap_context(&mut self) -> (HeapContext<'_>, &dyn HeapModel) {
        (HeapContext { pool: &mut self.pool, oracle: &self.types }, &*self.heap_model)
    }

    /// A term of the same value, simplified by what the path has taught of references.
    pub(crate) fn simplify(&mut self, state: &State, term: Term) -> Term {
        let (mut cx, model) = self.heap_context();
        model.simplify(&mut cx, &state.heap, term)
    }

    /// Whether a condition holds on the path, if that is known without asking.
    pub(crate) fn truth(&mut self, state: &State, condition: Term) -> Option<bool> {
        let negation = self.pool.not(condition);
        let is_known = |condition: Term| state.path.known.contains(&condition);
        match self.pool.as_bool(condition) {
            None if is_known(condition) => Some(true),
            None if is_known(negation) => Some(false),
            known => known,
        }
    }

    /// Adds a condition to a state.
    pub(crate) fn assume(&mut self, mut state: State, condition: Term) -> Assumed {
        match self.pool.as_bool(condition) {
            Some(true) => return Assumed::Feasible(state),
            Some(false) => return Assumed::Infeasible(state),
            None => {}
        }
        if state.path.known.contains(&condition) {
            return Assumed::Feasible(state);
        }
        let negation = self.pool.not(condition);
        if state.path.known.contains(&negation) {
            return Assumed::Infeasible(state);
        }
        if self.holds_in(&state.path.model, condition) {
            state.path.add(condition);
            return Assumed::Feasible(state);
        }
        if self.limits.cancel.is_cancelled() {
            return Assumed::Unknown(state, solver_cut(&UnknownReason::Cancelled));
        }
        if let Some(model) = self.model_nearby(&state, condition) {
            state.path.model = model;
            state.path.add(condition);
            return Assumed::Feasible(state);
        }
        match self.ask(&state, condition) {
            SatResult::Sat(model) => {
                state.path.model = model;
                state.path.add(condition);
                Assumed::Feasible(state)
            }
            SatResult::Unsat(_) => Assumed::Infeasible(state),
            SatResult::Unknown(reason) => Assumed::Unknown(state, solver_cut(&reason)),
        }
    }

    /// A model of the path and a condition that is found by changing the path's.
    fn model_nearby(&mut self, state: &State, condition: Term) -> Option<Rc<Model>> {
        let path = &state.path;
        let values = self.memo.evaluations.of(&path.model);
        let constraints = path.constraints.iter();
        // Aliasing changes several symbols at once. Without equations of addresses there is seldom more than one to change.
        let may_alias = self.options.heap == HeapPolicy::Solver;
        let found = repair(&mut self.pool, values, constraints.clone(), condition)
            || may_alias && repair_several(&mut self.pool, values, constraints.clone(), condition)
            || enumerate_small_values(&mut self.pool, values, constraints.clone(), condition)
            || change_letters(&mut self.pool, values, constraints, condition);
        found.then(|| self.memo.evaluations.keep_trial(&path.model))
    }

    /// Adds the condition under which a state has this heap.
    pub(crate) fn follow(&mut self, state: State, guard: Term, heap: Heap) -> Assumed {
        match self.assume(state, guard) {
            Assumed::Feasible(mut state) => {
                state.heap = heap;
                self.learn(&mut state, guard);
                self.keep_possible(state)
            }
            other => other,
        }
    }

    fn learn(&mut self, state: &mut State, condition: Term) {
        let (mut cx, model) = self.heap_context();
        model.learn(&mut cx, &mut state.heap, condition);
    }

    /// Finds a model of which there is a heap, one that at entry keeps what is assumed of it.
    fn keep_possible(&mut self, mut state: State) -> Assumed {
        let mut left_out: fn(State) -> Assumed = Assumed::Classless;
        for _ in 0..MAX_EXCLUDED {
            let kept = match self.conflict_in(&state) {
                Some(kept) => kept,
                None => match self.broken_assumption(&state) {
                    Some(kept) => {
                        left_out = Assumed::Excluded;
                        kept
                    }
                    None => return Assumed::Feasible(state),
                },
            };
            match self.assume(state, kept) {
                Assumed::Feasible(next) => state = next,
                Assumed::Infeasible(state) => return left_out(state),
                other => return other,
            }
            self.learn(&mut state, kept);
        }
        let reason = CutReason::SolverUnknown("too many ways in which no heap can be".to_owned());
        Assumed::Unknown(state, reason)
    }

    /// A condition that every execution of the path satisfies, and not the values at hand: they make objects one that have
    /// no class in common.
    fn conflict_in(&mut self, state: &State) -> Option<Term> {
        let values = self.memo.evaluations.of(&state.path.model);
        let mut cx = HeapContext { pool: &mut self.pool, oracle: &self.types };
        let conflict = self.heap_model.conflict(&mut cx, &state.heap, values);
        conflict.map(|conflict| conflict.excluded_by)
    }

    /// The same of the values at hand and what is assumed of the heap at entry.
    fn broken_assumption(&mut self, state: &State) -> Option<Term> {
        // A concrete run has the heap of a test that keeps them, under names of its own.
        if self.bounds == Bounds::Off {
            return None;
        }
        let values = Rc::clone(&state.path.model);
        self.violated_by(state, &values)
    }

    /// A condition that the heap at entry satisfies if it keeps what is assumed of it, and that these values do not.
    pub(crate) fn violated_by(&mut self, state: &State, values: &Model) -> Option<Term> {
        if self.entry_assumptions.is_empty() {
            return None;
        }
        let mut cx = HeapContext { pool: &mut self.pool, oracle: &self.types };
        self.heap_model.violated(&mut cx, &state.heap, &self.entry_assumptions, values.assignment())
    }

    fn ask(&mut self, state: &State, condition: Term) -> SatResult {
        let query: Vec<Term> = state.path.constraints.iter().copied().chain([condition]).collect();
        self.solver.check(&mut self.pool, &query, &self.limits)
    }

    /// Whether some execution of the path may satisfy a condition.
    pub(crate) fn may_hold(&mut self, state: &State, condition: Term) -> bool {
        match self.follow(state.clone(), condition, state.heap.clone()) {
            Assumed::Feasible(_) | Assumed::Unknown(..) => true,
            Assumed::Infeasible(_) | Assumed::Classless(_) | Assumed::Excluded(_) => false,
        }
    }

    /// Whether a condition holds under a model.
    pub(crate) fn holds_in(&mut self, model: &Rc<Model>, condition: Term) -> bool {
        self.memo.evaluations.of(model).holds(&self.pool, condition)
    }

    /// What a term is worth under a model.
    pub(crate) fn value_in(&mut self, model: &Rc<Model>, term: Term) -> clew_term::Value {
        self.memo.evaluations.of(model).value(&self.pool, term)
    }
}

/// The reason to cut a path of which the solver does not know whether it is possible.
fn solver_cut(reason: &UnknownReason) -> CutReason {
    match reason {
        UnknownReason::WorkLimit => CutReason::SolverUnknown("work limit".to_owned()),
        UnknownReason::TimeLimit => CutReason::SolverUnknown("time limit".to_owned()),
        UnknownReason::Cancelled => CutReason::Budget("cancelled".to_owned()),
        UnknownReason::Memory => CutReason::Memory,
        UnknownReason::Unsupported(what) => CutReason::Unsupported(what.clone()),
        UnknownReason::BadModel => CutReason::SolverUnknown("its model is wrong".to_owned()),
        UnknownReason::Backend(what) => CutReason::SolverUnknown(what.clone()),
    }
}
