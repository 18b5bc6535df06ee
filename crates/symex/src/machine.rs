//! What every step works with: terms, solver, class path, code, and the ledger of what was given up.

use crate::account::Account;
use crate::code::Code;
use crate::endings::Endings;
use crate::evaluations::Evaluations;
use crate::factories::Factories;
use crate::goals::GoalMap;
use crate::inherited::Leavings;
use crate::input_calls::InputCalls;
use crate::ledger::Ledger;
use crate::models::Model as MethodModel;
use crate::models::files::ModelFiles;
use crate::preconditions::Precondition;
use crate::state::State;
use crate::step::Effect;
use crate::steps::Steps;
use crate::summaries::Summaries;
use crate::tests::ShownBefore;
use crate::texts::Units;
use crate::types::Types;
use clew_base::{CancelToken, FastMap, FastSet};
use clew_facts::{Aliasing, Assumption, CutReason, HeapPolicy, Options};
use clew_heap::{
    Alternative, EntryAssumption, Guarded, Heap, HeapContext, HeapModel, HeapSolver, Kind, LazyInitialization,
};
use clew_ir::BlockId;
use clew_jvm::{ClassId, Field, MethodId, TranslateError, World};
use clew_smt::{
    ChainConfig, Model, QueryLimits, SatResult, Solver, UnknownReason, enumerate_small_values, repair, repair_several,
    solver_chain,
};
use clew_term::{SymbolId, Tabulation, Term, TermPool};
use std::rc::Rc;

/// How many instructions pass between two looks at the memory in use.
const MEMORY_EVERY: u64 = 128;

/// Tells how many bytes are in use.
pub type MemoryGauge = fn() -> u64;

/// How many models are replaced of which no heap can be, or none that keeps what is assumed, before a path is given up.
const MAX_EXCLUDED: usize = 500;

/// What every step works with. It belongs to one job.
pub(crate) struct Machine<'w> {
    pub world: &'w World,
    pub types: Types<'w>,
    pub pool: TermPool,
    /// What is known of conditions on one character.
    pub tabulation: Tabulation,
    pub solver: Box<dyn Solver>,
    pub heap_model: Box<dyn HeapModel>,
    pub options: &'w Options,
    pub limits: QueryLimits,
    /// The method under test and its goals.
    pub target: MethodId,
    /// The classes below that of the method which override it, so that no test calls it on an object of them.
    pub overriding: Vec<ClassId>,
    pub goals: GoalMap,
    /// Executions that were not followed, by the block of the outermost activation in which they stood.
    pub cuts: Vec<(BlockId, CutReason)>,
    /// The goals that those executions had reached before, each with the reason why the first of them was not followed.
    /// Executions do reach these goals, so they are never unreachable.
    pub passed: FastMap<usize, CutReason>,
    /// How the executions end that pass each goal.
    pub endings: Endings,
    /// The assumptions made, with their places.
    pub ledger: Ledger,
    pub account: Account,
    /// Whether some execution of the exploration got to the first instruction of the method under test.
    pub has_begun: bool,
    /// Whether the bounds on loops and blocks are in force.
    pub bounds: Bounds,
    /// Instructions executed.
    pub steps: Steps,
    /// The instructions of concrete runs, which are not among these.
    pub steps_aside: u64,
    /// Who counts the memory in use, if somebody does.
    pub memory_gauge: Option<MemoryGauge>,
    /// What each field reference of a body resolved to, by its address: bodies live as long as the machine.
    pub fields: FastMap<usize, (Rc<Field>, Kind)>,
    /// The model of each method that was called, if it has one.
    pub models: FastMap<MethodId, Option<MethodModel>>,
    /// What calls of each method do besides what its code says.
    pub effects: FastMap<MethodId, Effect>,
    /// The models that are written in the block language.
    pub model_files: ModelFiles,
    /// The methods whose calls are inputs.
    pub input_calls: InputCalls,
    /// The calls that make objects of the program's types, where no object of any state is followed.
    pub factories: Option<Factories>,
    /// The executions that stand for calls, where they do.
    pub summaries: Option<Summaries<'w>>,
    /// The symbols that are characters of strings of the input.
    pub letters: FastSet<SymbolId>,
    /// The characters that pairs of bytes are.
    pub units: Units,
    /// Conditions as they were shown.
    pub shown: ShownBefore,
    /// The invariants that are assumed of the input, in order.
    pub preconditions: Vec<Precondition>,
    /// What is assumed of the heap at entry.
    pub entry_assumptions: Vec<EntryAssumption>,
    pub evaluations: Evaluations,
    /// Classes of the program of which the input may name objects though they were initialized late.
    pub early: Vec<ClassId>,
    /// What the constructors of classes of the JDK leave in objects of the program, where that is known.
    pub leavings: FastMap<ClassId, Option<Rc<Leavings>>>,
    /// How often paths were followed behind a call that cannot be followed, by its method and its block.
    pub gone_beyond: FastMap<(MethodId, BlockId), u32>,
    /// The classes that concrete runs began to initialize, in that order.
    pub initialized_by_runs: Vec<ClassId>,
    codes: FastMap<MethodId, Rc<Code>>,
}

/// Whether the bounds on loops and blocks are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bounds {
    /// They are: the exploration.
    On,
    /// They are not: a concrete run, which has a bound on its instructions.
    Off,
}

/// What the guards of alternatives are to the path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guards {
    /// One of them holds on every execution of the path: they divide what is known already.
    Exhaustive,
    /// They may state something about what has just come into being, such as that a length is not negative.
    Facts,
}

/// What becomes of a state when a condition is added to it.
pub(crate) enum Assumed {
    /// Executions are left: the state, with the condition.
    Feasible(State),
    /// None is left.
    Infeasible,
    /// None is left of which every object could have a class.
    Classless,
    /// None is left whose heap at entry keeps what is assumed of it.
    Excluded,
    /// The solver does not know; the state as it was.
    Unknown(State, CutReason),
}

impl<'w> Machine<'w> {
    pub(crate) fn new(world: &'w World, target: MethodId, options: &'w Options, cancel: &CancelToken) -> Self {
        let aliasing = match options.aliasing {
            Aliasing::On => clew_heap::Aliasing::On,
            Aliasing::Off => clew_heap::Aliasing::Off,
        };
        let mut ledger = Ledger::default();
        ledger.assume_everywhere(Assumption::NoVmErrors);
        if options.aliasing == Aliasing::Off {
            ledger.assume_everywhere(Assumption::NoAlias);
        }
        Self {
            world,
            types: Types::new(world, target),
            pool: TermPool::new(),
            tabulation: Tabulation::default(),
            solver: solver_chain(&ChainConfig::default()),
            heap_model: match options.heap {
                HeapPolicy::Lazy => Box::new(LazyInitialization { aliasing }),
                HeapPolicy::Solver => Box::new(HeapSolver::new(aliasing)),
            },
            options,
            limits: QueryLimits { work: Some(options.query_work), cancel: cancel.clone(), ..QueryLimits::default() },
            target,
            overriding: Vec::new(),
            goals: GoalMap::default(),
            cuts: Vec::new(),
            passed: FastMap::default(),
            endings: Endings::default(),
            ledger,
            account: Account::default(),
            has_begun: false,
            bounds: Bounds::On,
            steps: Steps::default(),
            steps_aside: 0,
            memory_gauge: None,
            fields: FastMap::default(),
            models: FastMap::default(),
            effects: FastMap::default(),
            model_files: ModelFiles::read(&options.models),
            input_calls: InputCalls::new(&options.input_calls),
            factories: None,
            summaries: None,
            letters: FastSet::default(),
            units: Units::default(),
            shown: ShownBefore::default(),
            preconditions: Vec::new(),
            entry_assumptions: Vec::new(),
            evaluations: Evaluations::default(),
            early: Vec::new(),
            leavings: FastMap::default(),
            gone_beyond: FastMap::default(),
            initialized_by_runs: Vec::new(),
            codes: FastMap::default(),
        }
    }

    /// Whether more memory is in use than allowed, where it is time to look.
    pub(crate) fn is_over_memory(&self) -> bool {
        let (Some(limit), Some(gauge)) = (self.options.memory, self.memory_gauge) else { return false };
        self.steps.all.is_multiple_of(MEMORY_EVERY) && gauge() > limit
    }

    /// The code of a method that has some.
    pub(crate) fn code(&mut self, id: MethodId) -> Result<Rc<Code>, TranslateError> {
        if let Some(code) = self.codes.get(&id) {
            return Ok(Rc::clone(code));
        }
        let method = self.world.method(id);
        let class = self.world.class(method.class);
        let code = Rc::new(Code::new(id, method, self.world.code(id)?, &class));
        self.codes.insert(id, Rc::clone(&code));
        Ok(code)
    }

    /// Splits the machine into what a heap operation works with and the heap model.
    pub(crate) fn heap_context(&mut self) -> (HeapContext<'_>, &dyn HeapModel) {
        (HeapContext { pool: &mut self.pool, oracle: &self.types }, &*self.heap_model)
    }

    /// A term of the same value, simplified by what the path has taught of references.
    pub(crate) fn simplify(&mut self, state: &State, term: Term) -> Term {
        let (mut cx, model) = self.heap_context();
        model.simplify(&mut cx, &state.heap, term)
    }

    /// Puts on record that executions were dropped which stand where `state` stands.
    pub(crate) fn record_cut(&mut self, state: &State, reason: CutReason) {
        for goal in state.reached.iter() {
            self.passed.entry(*goal).or_insert_with(|| reason.clone());
        }
        self.endings.cut(&state.reached, &reason);
        if let Some(outermost) = state.frames.first().filter(|_| state.for_tests.is_none()) {
            self.cuts.push((outermost.block, reason));
        }
    }

    /// Adds a condition to a state.
    pub(crate) fn assume(&mut self, mut state: State, condition: Term) -> Assumed {
        match self.pool.as_bool(condition) {
            Some(true) => return Assumed::Feasible(state),
            Some(false) => return Assumed::Infeasible,
            None => {}
        }
        if state.path.known.contains(&condition) {
            return Assumed::Feasible(state);
        }
        let negation = self.pool.not(condition);
        if state.path.known.contains(&negation) {
            return Assumed::Infeasible;
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
            SatResult::Unsat(_) => Assumed::Infeasible,
            SatResult::Unknown(reason) => Assumed::Unknown(state, solver_cut(&reason)),
        }
    }

    /// A model of the path and a condition that is found by changing the path's.
    fn model_nearby(&mut self, state: &State, condition: Term) -> Option<Rc<Model>> {
        let path = &state.path;
        let values = self.evaluations.of(&path.model);
        let constraints = path.constraints.iter();
        // Aliasing changes several symbols at once. Without equations of addresses there is seldom more than one to change.
        let may_alias = self.options.heap == HeapPolicy::Solver;
        let found = repair(&mut self.pool, values, constraints.clone(), condition)
            || may_alias && repair_several(&mut self.pool, values, constraints.clone(), condition)
            || enumerate_small_values(&mut self.pool, values, constraints, condition);
        found.then(|| self.evaluations.keep_trial(&path.model))
    }

    /// Adds the condition under which a state has this heap.
    fn follow(&mut self, state: State, guard: Term, heap: Heap) -> Assumed {
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
        let mut left_out = Assumed::Classless;
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
                Assumed::Infeasible => return left_out,
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
        let values = self.evaluations.of(&state.path.model);
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
        let assumptions = std::mem::take(&mut self.entry_assumptions);
        let (mut cx, model) = self.heap_context();
        let violated = model.violated(&mut cx, &state.heap, &assumptions, values.assignment());
        self.entry_assumptions = assumptions;
        violated
    }

    fn ask(&mut self, state: &State, condition: Term) -> SatResult {
        let query: Vec<Term> = state.path.constraints.iter().copied().chain([condition]).collect();
        self.solver.check(&mut self.pool, &query, &self.limits)
    }

    /// Whether some execution of the path may satisfy a condition.
    pub(crate) fn may_hold(&mut self, state: &State, condition: Term) -> bool {
        match self.follow(state.clone(), condition, state.heap.clone()) {
            Assumed::Feasible(_) | Assumed::Unknown(..) => true,
            Assumed::Infeasible | Assumed::Classless | Assumed::Excluded => false,
        }
    }

    /// Whether a condition holds under a model.
    pub(crate) fn holds_in(&mut self, model: &Rc<Model>, condition: Term) -> bool {
        self.evaluations.of(model).holds(&self.pool, condition)
    }

    /// What a term is worth under a model.
    pub(crate) fn value_in(&mut self, model: &Rc<Model>, term: Term) -> clew_term::Value {
        self.evaluations.of(model).value(&self.pool, term)
    }

    /// The states in which a condition holds, and in which it does not; each knows which.
    pub(crate) fn decide(&mut self, state: State, condition: Term) -> Vec<State> {
        let negation = self.pool.not(condition);
        let alternatives = [condition, negation]
            .map(|guard| Alternative { guard, heap: state.heap.clone(), value: guard })
            .into_iter()
            .collect();
        self.split(state, alternatives, Guards::Exhaustive, |child, guard| {
            child.path.known.insert(guard);
        })
    }

    /// Makes of a state its children, one for each alternative that some execution takes. `apply` completes a child.
    ///
    /// Every alternative is accounted for: it becomes a child, is infeasible, or is put on record as cut. It counts as a
    /// decision of the path even if only one is left, since the question depended on the input.
    pub(crate) fn split<T>(
        &mut self,
        state: State,
        alternatives: Guarded<T>,
        guards: Guards,
        mut apply: impl FnMut(&mut State, T),
    ) -> Vec<State> {
        let total = alternatives.len();
        self.account.fork(total);
        let constraints = state.path.constraints.clone();
        let mut parent = Some(state);
        let mut feasible = Vec::with_capacity(total);
        let mut dropped = 0;
        let mut excluded = 0;
        let mut classless = 0;
        for (at, Alternative { guard, heap, value }) in alternatives.into_iter().enumerate() {
            // The last child takes the state over, unless nothing would be left of it for the record.
            let last = at + 1 == total && !feasible.is_empty();
            let Some(child) = (if last { parent.take() } else { parent.clone() }) else { break };
            let guard = self.tabulation.restate(&mut self.pool, guard);
            match self.follow(child, guard, heap) {
                Assumed::Feasible(child) => feasible.push((child, value)),
                Assumed::Infeasible => self.account.end(),
                Assumed::Classless => {
                    classless += 1;
                    self.account.end();
                }
                Assumed::Excluded => {
                    excluded += 1;
                    self.account.end();
                }
                Assumed::Unknown(child, reason) => {
                    dropped += 1;
                    self.record_cut(&child, reason);
                    self.account.end();
                }
            }
        }
        let assumes_nothing = self.entry_assumptions.is_empty();
        if let ([(only, _)], 0, Guards::Exhaustive, true) =
            (feasible.as_mut_slice(), dropped + classless, guards, assumes_nothing)
        {
            // The others are impossible, so the condition of this one follows from the path's and need not be kept.
            only.path.constraints = constraints;
        }
        let mut children = Vec::with_capacity(feasible.len());
        for (mut child, value) in feasible {
            apply(&mut child, value);
            children.push(child);
        }
        if children.is_empty()
            && dropped + excluded == 0
            && let Some(state) = &parent
        {
            let why = match classless {
                0 => "an internal error: no alternative is possible",
                _ => "an input of a type without known classes",
            };
            self.record_cut(state, CutReason::Unsupported(why.to_owned()));
        }
        children.iter_mut().for_each(|child| child.decisions += 1);
        children
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
