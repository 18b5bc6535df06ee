//! One step through a [region](crate::regions) instead of a path for each of its ways.
//!
//! Registers get conditional values where its ways meet. It is done where a path has had many decisions,
//! which multiply, and where tests reach all goals inside already. A goal inside that the execution may have passed is on record as
//! such, so that nothing is said of how the executions through it end.

use crate::core::Bounds;
use crate::flow::Step;
use crate::machine::Machine;
use crate::regions::Region;
use crate::state::State;
use crate::step::calls::NOT_WRITTEN;
use crate::summaries::is_in_test;
use clew_facts::Criterion;
use clew_heap::Value;
use clew_ir::{BlockId, Inst, Terminator};
use clew_jvm::Provenance;
use clew_term::Term;
use std::rc::Rc;

/// The fewest decisions of a path that goes through regions in one step.
const FEWEST_DECISIONS: u32 = 6;
/// The greatest size of a conditional value. Greater ones cost the solver more than paths do.
const MAX_SIZE: usize = 1_000;

/// A way through a region.
struct Way {
    /// Where it is taken.
    guard: Term,
    /// Its last block.
    from: BlockId,
    /// Where it leads.
    to: BlockId,
    /// What registers hold there.
    regs: Vec<Value>,
}

impl Machine<'_> {
    /// The step through the region that the running block is the head of; gives the state back where there is none, or where its ways have
    /// to be told apart.
    pub(super) fn through_region(&mut self, mut state: State) -> Result<Step, State> {
        let code = Rc::clone(&state.top().code);
        let is_of_program = code.provenance != Provenance::Jdk;
        if state.decisions < FEWEST_DECISIONS || !is_of_program || !self.joins_ways() || !is_in_test(&state) {
            return Err(state);
        }
        let regions = self.caches.regions.of(code.id, &code.code.body, &code.loops);
        let head = state.top().block;
        let Some(region) = regions.get(&head).filter(|region| self.is_shown(&state, head, region)) else {
            return Err(state);
        };
        let Some(Way { from, to, regs, .. }) = self.ways(&state, region).and_then(|ways| self.joined(ways)) else {
            return Err(state);
        };
        self.note_passed(&mut state, head, region);
        state.passed.composed = true;
        state.top_mut().block = from;
        state.top_mut().regs = regs;
        Ok(self.jump(state, to))
    }

    /// Whether paths may be joined at all.
    fn joins_ways(&self) -> bool {
        self.options.regions
            && self.bounds == Bounds::On
            && self.options.criterion != Criterion::Paths
            && self.options.block_k.is_none()
            && !self.options.summarizes
            && self.inputs.factories.is_none()
            && self.guide.is_none()
    }

    /// Whether tests show all that they are to show inside a region.
    fn is_shown(&self, state: &State, head: BlockId, region: &Region) -> bool {
        let id = state.top().code.id;
        let is_open = |block: &BlockId| self.helpers.show(id, *block);
        !region.blocks.iter().any(is_open)
            && (!self.is_target(state)
                || self.goals_inside(state, head, region).all(|goal| self.goals.shown.contains(&goal)))
    }

    /// The goals inside a region and on the edges that leave it.
    fn goals_inside<'s>(
        &'s self,
        state: &'s State,
        head: BlockId,
        region: &'s Region,
    ) -> impl Iterator<Item = usize> + 's {
        let body = &state.top().code.code.body;
        let inside = region.blocks.iter().flat_map(move |block| {
            let lines = body.blocks[*block].stmts.iter().filter_map(|stmt| match stmt.inst {
                Inst::Line(line) => self.goals.line(line),
                _ => None,
            });
            lines.chain(self.goals.entered(*block).iter().copied())
        });
        let edges = region
            .blocks
            .iter()
            .copied()
            .chain([head])
            .flat_map(move |block| [0, 1].into_iter().filter_map(move |edge| self.goals.edge(block, edge)));
        inside.chain(edges)
    }

    /// Notes the goals inside that the execution may have passed.
    fn note_passed(&self, state: &mut State, head: BlockId, region: &Region) {
        if self.is_target(state) {
            let goals: Vec<usize> = self.goals_inside(state, head, region).collect();
            state.passed.perhaps.extend(goals);
        }
    }

    /// The ways through a region that the conditions do not exclude by themselves; `None` where one rests on what is not known.
    fn ways(&mut self, state: &State, region: &Region) -> Option<Vec<Way>> {
        let code = Rc::clone(&state.top().code);
        let (mut scratch, mut found) = (state.clone(), Vec::new());
        let mut work = vec![(self.pool.tru(), state.top().block, state.top().regs.clone())];
        while let Some((guard, from, regs)) = work.pop() {
            scratch.top_mut().regs = regs;
            for (condition, to) in self.successors(&scratch, &code.code.body.blocks[from].terminator)? {
                let guard = self.pool.and(guard, condition);
                let mut regs = scratch.top().regs.clone();
                if !region.blocks.contains(&to) {
                    found.push(Way { guard, from, to, regs });
                    continue;
                }
                std::mem::swap(&mut scratch.top_mut().regs, &mut regs);
                for stmt in &code.code.body.blocks[to].stmts {
                    self.run.steps.all += 1;
                    if let Inst::Assign { dst, value } = &stmt.inst {
                        let value = self.eval(&scratch, value);
                        scratch.set(*dst, value);
                    }
                }
                std::mem::swap(&mut scratch.top_mut().regs, &mut regs);
                work.push((guard, to, regs));
            }
        }
        Some(found)
    }

    /// The blocks that may run next, each under its condition; `None` where that is not known.
    fn successors(&mut self, state: &State, terminator: &Terminator) -> Option<Vec<(Term, BlockId)>> {
        match terminator {
            Terminator::Goto(targets) => Some(vec![(self.pool.tru(), *targets.first()?)]),
            Terminator::Branch { condition, then, otherwise, .. } => {
                let condition = self.term(state, condition).ok()?;
                let condition = self.simplify(state, condition);
                if self.compare_codes(state, condition).is_some() {
                    return None;
                }
                let negation = self.pool.not(condition);
                Some(match self.truth(state, condition) {
                    Some(true) => vec![(self.pool.tru(), *then)],
                    Some(false) => vec![(self.pool.tru(), *otherwise)],
                    None => vec![(condition, *then), (negation, *otherwise)],
                })
            }
            _ => None,
        }
    }

    /// The ways as one; `None` where their values cannot be one.
    fn joined(&mut self, mut ways: Vec<Way>) -> Option<Way> {
        let mut joined = ways.pop()?;
        for way in ways {
            for (at, other) in joined.regs.iter_mut().zip(&way.regs) {
                *at = self.either(way.guard, *other, *at)?;
            }
        }
        let terms = joined.regs.iter().filter_map(|value| match value {
            Value::Term(term) => Some(*term),
            _ => None,
        });
        let is_small = terms.into_iter().all(|term| self.pool.size_up_to(term, MAX_SIZE) < MAX_SIZE);
        is_small.then_some(joined)
    }

    /// The value that is `one` where the guard holds and `other` elsewhere, as far as one value can be. A register that some way does not
    /// write is not read behind it.
    fn either(&mut self, guard: Term, one: Value, other: Value) -> Option<Value> {
        match (one, other) {
            _ if one == other => Some(one),
            (Value::Opaque(NOT_WRITTEN), _) | (_, Value::Opaque(NOT_WRITTEN)) => Some(Value::Opaque(NOT_WRITTEN)),
            (Value::Term(one), Value::Term(other)) if self.pool.sort(one) == self.pool.sort(other) => {
                Some(Value::Term(self.pool.ite(guard, one, other)))
            }
            _ => None,
        }
    }
}
