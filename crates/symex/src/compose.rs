//! Composition: the summary of a callee takes the place of its code in the exploration of its callers (thesis, section 3.2).
//!
//! A method that is called again and again is explored once for itself, from any arguments and any heap ([`formal`]). Each of its paths
//! that ends with a value becomes a case ([`case`]): conditions, a result and writes, over what the path read at entry. The cases
//! become code that comes before the method's own ([`summarized`]): it reads what they speak of, and its last block ends in a choice.
//! Where the conditions of cases hold, their results and writes are the call's; the machine puts what was read into them. Everywhere
//! else the method's own code runs, on the same state.
//!
//! So a summary need not be complete to be sound: what it leaves out, an exception, a path that was cut, an object of another class, the
//! code does. A complete one makes no further path. What a case rests on is assumed where the call stands.

mod case;
mod formal;
mod summarized;

use crate::code::Code;
use crate::core::{Bounds, Core};
use crate::flow::{Flow, PathEnd, Step, Stop};
use crate::machine::{Guards, Machine};
use crate::state::State;
use crate::summaries::is_in_test;
use crate::template::{Formal, Known, Template};
use clew_base::FastMap;
use clew_facts::{Composition, Criterion, CutReason};
use clew_heap::{Alternative, Value, is_null};
use clew_ir::{BlockId, BranchKind, Reg, Terminator};
use clew_jvm::Provenance;
use clew_term::{SymbolId, Term};
use std::rc::Rc;

/// Summaries may take one in this many of the steps of an exploration.
const PART_OF_STEPS: u64 = 10;
/// The fewest steps with which a summary is begun.
const FEWEST_STEPS: u64 = 40;
/// The most steps that one summary may take.
const MOST_STEPS: u64 = 2_000;
/// From which call on a method is worth a summary.
const FROM_CALL: u32 = 2;
/// How many times as many steps a summary gets that took more than it was given.
const MORE_STEPS: u64 = 4;
/// The greatest size of the terms that a call makes of a summary. Conditions beyond cost the solver more than paths do.
const MAX_SIZE: usize = 2_000;

impl Machine<'_> {
    /// The code that runs where a method is called: with a summary before it, where there is one.
    pub(crate) fn with_summary(&mut self, state: &State, code: Rc<Code>) -> Rc<Code> {
        let is_active = || state.frames.iter().any(|frame| frame.code.id == code.id);
        if !self.composes() || code.id == self.target || !is_in_test(state) || is_active() {
            return code;
        }
        match self.caches.composer.known.get_mut(&code.id) {
            Some(Known::Summarized(summarized)) => return Rc::clone(summarized),
            Some(Known::Refused) => return code,
            Some(Known::Called(times, _)) => *times += 1,
            None => {
                let known = if is_worth_it(&code) { Known::Called(1, FEWEST_STEPS) } else { Known::Refused };
                self.caches.composer.known.insert(code.id, known);
            }
        }
        let allowed = match self.options.composition {
            Composition::Off => 0,
            Composition::Pays => (self.run.steps.all / PART_OF_STEPS).saturating_sub(self.caches.composer.spent),
            Composition::Always => MOST_STEPS,
        };
        match self.caches.composer.known.get(&code.id) {
            Some(Known::Called(..)) if self.options.composition == Composition::Always => {}
            Some(Known::Called(times, wanted)) if *times >= FROM_CALL && *wanted <= allowed => {}
            _ => return code,
        }
        self.summarize_callee(&code, allowed.min(MOST_STEPS))
    }

    /// Whether calls are composed of summaries at all: the exploration is one of the code as it is.
    fn composes(&self) -> bool {
        let options = self.options;
        let is_plain = self.inputs.summaries.is_none() && self.inputs.answers.is_none() && self.guide.is_none();
        options.composition != Composition::Off
            && is_plain
            && self.bounds == Bounds::On
            && self.inputs.factories.is_none()
            && self.entry_assumptions.is_empty()
            && self.inputs.preconditions.is_empty()
            && !options.summarizes
            && !options.says_what_calls_do()
    }

    fn summarize_callee(&mut self, code: &Rc<Code>, allowed: u64) -> Rc<Code> {
        // A method that calls this one in turn follows it.
        self.caches.composer.known.insert(code.id, Known::Refused);
        let explored = self.explore_formally(code, allowed);
        self.run.steps.all += explored.steps;
        self.caches.composer.spent += explored.steps;
        if explored.ran_out && allowed < MOST_STEPS {
            self.caches.composer.known.insert(code.id, Known::Called(FROM_CALL, allowed * MORE_STEPS));
            return Rc::clone(code);
        }
        let keeps_paths = self.options.criterion == Criterion::Paths;
        match summarized::build(self, code, explored, keeps_paths) {
            Some(summarized) => {
                let summarized = Rc::new(summarized);
                self.caches.composer.known.insert(code.id, Known::Summarized(Rc::clone(&summarized)));
                summarized
            }
            None => Rc::clone(code),
        }
    }

    /// Divides a call over the cases of its summary, what they speak of being read. Where none holds the code runs.
    pub(crate) fn compose(&mut self, mut state: State, template: &Template) -> Step {
        let Some(choices) = self.choices_of(&state, template) else { return self.jump(state, template.original) };
        template.assumptions.iter().for_each(|assumption| self.ledger.assume_at(&state, assumption.clone()));
        if let [only] = choices.as_slice()
            && self.truth(&state, only.guard) == Some(true)
        {
            return match self.choose_case(&mut state, only) {
                Ok(()) => Ok(Flow::Next(state)),
                Err(reason) => Err(Stop::cut(state, reason)),
            };
        }
        let heap = state.heap.clone();
        let alternatives = choices.iter().enumerate();
        let alternatives = alternatives
            .map(|(at, choice)| Alternative { guard: choice.guard, heap: heap.clone(), value: at })
            .collect();
        let mut taken = Vec::new();
        let children = self.split(state, alternatives, Guards::Exhaustive, |_, at| taken.push(at));
        let (mut live, mut ended) = (Vec::with_capacity(children.len()), Vec::new());
        for (mut child, at) in children.into_iter().zip(taken) {
            match self.choose_case(&mut child, &choices[at]) {
                Ok(()) => live.push(child),
                Err(reason) => ended.push((child, PathEnd::Cut(reason))),
            }
        }
        Ok(Flow::Split { live, ended })
    }

    fn choose_case(&mut self, state: &mut State, choice: &Choice) -> Result<(), CutReason> {
        choice.sets.iter().for_each(|(reg, term)| state.set(*reg, Value::Term(*term)));
        state.passed.composed |= choice.is_composed;
        self.enter(state, choice.to)
    }
}

/// A way that a call goes.
struct Choice {
    guard: Term,
    /// What registers get.
    sets: Vec<(Reg, Term)>,
    to: BlockId,
    /// Whether it stands for code that does not run.
    is_composed: bool,
}

impl Core<'_> {
    /// The choices of a call, which takes one of them. Returns `None` if a value that was read does not fit the
    /// summary.
    fn choices_of(&mut self, state: &State, template: &Template) -> Option<Vec<Choice>> {
        let mut actuals: FastMap<SymbolId, Term> = FastMap::default();
        for (symbol, formal) in &template.formals {
            let actual = match (*formal, state.get(formal.register())) {
                (Formal::Stored(_, kind), Value::Term(term)) => kind.narrow(&mut self.pool, term),
                (Formal::NonNull(_), Value::Ref(reference)) => {
                    let is_null = is_null(&mut self.pool, &state.heap, reference);
                    self.pool.not(is_null)
                }
                _ => return None,
            };
            actuals.insert(*symbol, actual);
        }
        let instantiate =
            |core: &mut Self, terms: &[Term]| core.pool.substitute_each(terms, &|symbol| actuals.get(&symbol).copied());
        let guards: Vec<Term> = template.groups.iter().map(|group| group.guard).collect();
        let mut choices = Vec::with_capacity(guards.len() + 1);
        let mut some = self.pool.fls();
        for (guard, group) in instantiate(self, &guards).into_iter().zip(&template.groups) {
            let guard = self.simplify(state, guard);
            some = self.pool.or(some, guard);
            if self.truth(state, guard) == Some(false) {
                continue;
            }
            let results: Vec<Term> = group.sets.iter().map(|(_, term)| *term).collect();
            let results = instantiate(self, &results);
            if results.iter().chain([&guard]).any(|term| self.pool.size_up_to(*term, MAX_SIZE) >= MAX_SIZE) {
                return None;
            }
            let sets = group.sets.iter().map(|(reg, _)| *reg).zip(results).collect();
            choices.push(Choice { guard, sets, to: group.to, is_composed: true });
        }
        if choices.is_empty() {
            return None;
        }
        let none = self.pool.not(some);
        if !template.is_complete && self.truth(state, none) != Some(false) {
            choices.push(Choice { guard: none, sets: Vec::new(), to: template.original, is_composed: false });
        }
        Some(choices)
    }
}

/// Whether a summary of a method may save something: there are several ways through it, and nothing that a summary cannot tell is sure
/// to happen.
fn is_worth_it(code: &Code) -> bool {
    let method = &code.method;
    let is_told = !method.is_synchronized() && !method.is_constructor() && !method.is_class_initializer();
    let branches = |terminator: &Terminator| match terminator {
        Terminator::Branch { kind, .. } => *kind == BranchKind::Source,
        Terminator::Switch { .. } | Terminator::Invoke { .. } => true,
        _ => false,
    };
    let body = &code.code.body;
    code.provenance != Provenance::Jdk && is_told && body.blocks.ids().any(|id| branches(&body.blocks[id].terminator))
}
