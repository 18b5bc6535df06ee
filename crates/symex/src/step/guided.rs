//! Executions that verifiers have covered end, and those that they have not go first (`unverified-executions`, sections 3.2
//! to 3.4).
//!
//! A verified execution is on record as cut, so that nothing is proved of what it might have reached. An execution on which
//! a check has failed, or a call has thrown, goes on to its end: it is what the test is for.

use crate::flow::{Flow, PathEnd};
use crate::guide::{Guide, Here, for_each_expr};
use crate::machine::Machine;
use crate::state::State;
use clew_facts::{CutReason, Premise};
use clew_heap::{Ref, Value};
use clew_ir::{Block, BlockId, Terminator};
use clew_term::Term;
use clew_unverified::{Condition, Identifier};
use std::rc::Rc;

/// How often executions are divided so that some of them can go first.
const MAX_INTERRUPTIONS: u32 = 16;

impl Machine<'_> {
    /// Has the guide say what becomes of a state in which the method under test runs, and which is about to make a step.
    ///
    /// # Errors
    /// It becomes several, or ends.
    pub(super) fn guided(&mut self, mut state: State) -> Result<State, Flow> {
        let Some(guide) = self.guide.clone() else { return Ok(state) };
        let place = (state.top().block, state.top().stmt);
        if state.guided.at != Some(place) {
            self.note_return(&guide, &mut state, place.0);
            state.guided.at = Some(place);
            state.guided.has_failed |= guide.is_failure(place);
            if let Some(here) = guide.at(place) {
                self.note_checks(here, &mut state);
                state = self.steer(&guide, here, state)?;
            }
        }
        let code = Rc::clone(&state.top().code);
        let block = &code.code.body.blocks[place.0];
        if let Some(here) = guide.at(place) {
            for (identifier, premise) in &here.assumed {
                self.note_assumed(&mut state, block, place.1, (*identifier, *premise));
            }
        }
        let calls = matches!(block.terminator, Terminator::Invoke { .. } | Terminator::InitClass { .. });
        if calls && place.1 >= block.stmts.len() {
            state.guided.calling = Some(place.0);
        }
        Ok(state)
    }

    /// Takes note of what is checked and asserted at a place.
    fn note_checks(&mut self, here: &Here, state: &mut State) {
        state.guided.has_met_unverified |= here.is_unverified;
        for premise in &here.premises {
            let premise = self.value_of(state, premise);
            state.guided.has_met_unverified |= self.truth(state, premise) != Some(true);
            let is_open = self.pool.not(premise);
            let before = state.guided.unverified.unwrap_or_else(|| self.pool.fls());
            state.guided.unverified = Some(self.pool.or(before, is_open));
        }
    }

    /// Ends the executions that are verified from here on, and divides those of which some are to go first.
    fn steer(&mut self, guide: &Guide, here: &Here, mut state: State) -> Result<State, Flow> {
        if let Some(must) = &here.must {
            let must = self.value_of(&state, must);
            match self.truth(&state, must) {
                Some(holds) => state.guided.goes_first = holds || self.has_broken_assumption(&state),
                None if here.divides && self.run.interruptions < MAX_INTERRUPTIONS => {
                    self.run.interruptions += 1;
                    let (mut live, others) = self.divide(state, must);
                    live.iter_mut().for_each(|state| state.guided.goes_first = true);
                    live.extend(others);
                    // Each of them asks again, and knows the answer.
                    live.iter_mut().for_each(|state| state.guided.at = None);
                    return Err(Flow::Split { live, ended: Vec::new() });
                }
                None => {
                    let model = Rc::clone(&state.path.model);
                    state.guided.goes_first = self.holds_in(&model, must);
                }
            }
        }
        let end = || PathEnd::Cut(CutReason::Verified(guide.by.clone()));
        if here.is_last && !state.guided.has_met_unverified && !state.guided.has_failed {
            return Err(Flow::End(state, end()));
        }
        let Some(may) = here.may.as_ref().filter(|_| !state.guided.has_failed) else { return Ok(state) };
        let may = self.value_of(&state, may);
        match self.truth(&state, may) {
            Some(true) => Ok(state),
            Some(false) => Err(Flow::End(state, end())),
            None => {
                let (live, verified) = self.divide(state, may);
                let ended = verified.into_iter().map(|state| (state, end())).collect();
                Err(Flow::Split { live, ended })
            }
        }
    }

    /// The states in which a condition holds, and those in which it does not. It is none of the program's, so it is no
    /// decision of the path.
    fn divide(&mut self, state: State, condition: Term) -> (Vec<State>, Vec<State>) {
        let decisions = state.decisions;
        let mut states = self.decide(state, condition);
        states.iter_mut().for_each(|state| state.decisions = decisions);
        states.into_iter().partition(|state| state.path.known.contains(&condition))
    }

    /// Whether an assumption is certainly broken on the path.
    fn has_broken_assumption(&self, state: &State) -> bool {
        state.guided.kept.values().any(|kept| self.pool.as_bool(*kept) == Some(false))
    }

    /// A condition over identifiers as a term.
    fn value_of(&mut self, state: &State, condition: &Condition) -> Term {
        let mut any = self.pool.fls();
        for cube in condition.cubes() {
            let mut all = self.pool.tru();
            for (identifier, wanted) in cube {
                let kept = self.kept(state, *identifier);
                let literal = if *wanted { kept } else { self.pool.not(kept) };
                all = self.pool.and(all, literal);
            }
            any = self.pool.or(any, all);
        }
        self.simplify(state, any)
    }

    fn kept(&self, state: &State, identifier: Identifier) -> Term {
        state.guided.kept.get(&identifier).copied().unwrap_or_else(|| self.pool.tru())
    }

    /// `a := a && P`. What `P` says is not always known; then it may be broken.
    fn note_assumed(
        &mut self,
        state: &mut State,
        block: &Block,
        place: usize,
        (identifier, premise): (Identifier, Premise),
    ) {
        let holds = match premise {
            Premise::NoOverflow => self.computes_well_at(state, block, place),
            Premise::NoAlias => self.parameters_differ(state),
            Premise::FrozenHeap | Premise::Other => None,
            // It is seen where the call returns.
            Premise::CallsThrowNothing | Premise::SingleThread => return,
        };
        let holds = holds.unwrap_or_else(|| self.pool.fls());
        let before = self.kept(state, identifier);
        let now = self.pool.and(before, holds);
        state.guided.kept.insert(identifier, now);
    }

    fn computes_well_at(&mut self, state: &State, block: &Block, place: usize) -> Option<Term> {
        let mut all = Some(self.pool.tru());
        for_each_expr(block, place, &mut |expr| {
            let here = self.no_overflow(state, expr);
            all = all.zip(here).map(|(one, two)| self.pool.and(one, two));
        });
        all
    }

    /// Whether no two references among the parameters are the same.
    fn parameters_differ(&mut self, state: &State) -> Option<Term> {
        let params = &state.top().code.code.body.params;
        let references: Option<Vec<Ref>> = params
            .iter()
            .filter_map(|param| match state.get(*param) {
                Value::Ref(reference) => Some(Some(reference)),
                Value::Opaque(_) => Some(None),
                Value::Term(_) => None,
            })
            .collect();
        let references = references?;
        let mut differ = self.pool.tru();
        for (at, left) in references.iter().enumerate() {
            for right in &references[at + 1..] {
                let (mut cx, model) = self.heap_context();
                let same = model.compare(&mut cx, &state.heap, *left, *right).ok()?;
                if self.pool.as_bool(same.guard) != Some(true) {
                    return None;
                }
                let other = self.pool.not(same.value);
                differ = self.pool.and(differ, other);
            }
        }
        Some(differ)
    }

    /// Takes note of how the call ended from which control has come to a block.
    fn note_return(&mut self, guide: &Guide, state: &mut State, to: BlockId) {
        let Some(from) = state.guided.calling.take() else { return };
        let code = Rc::clone(&state.top().code);
        let block = &code.code.body.blocks[from];
        let (Terminator::Invoke { unwind: Some(unwind), .. } | Terminator::InitClass { unwind: Some(unwind), .. }) =
            &block.terminator
        else {
            return;
        };
        if unwind.block != to {
            return;
        }
        state.guided.has_failed = true;
        for (identifier, premise) in guide.at((from, block.stmts.len())).into_iter().flat_map(|here| &here.assumed) {
            if *premise == Premise::CallsThrowNothing {
                let no = self.pool.fls();
                state.guided.kept.insert(*identifier, no);
            }
        }
    }
}
