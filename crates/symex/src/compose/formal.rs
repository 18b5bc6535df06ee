//! The exploration of a callee for itself, from any arguments and any heap.

use crate::code::Code;
use crate::flow::{Flow, PathEnd};
use crate::fresh::{assume_not_null, unknown};
use crate::machine::Machine;
use crate::rerun::empty_state;
use crate::state::{InitStatus, OnReturn, State};
use clew_facts::{Assumption, HeapPolicy, Options};
use clew_heap::{Kind, Value};
use clew_ir::{Callee, Inst, InvokeKind, Terminator};
use clew_jvm::{MethodId, Provenance};
use std::mem::swap;
use std::rc::Rc;

/// How many paths of a callee are followed. A summary of more pays seldom.
const MAX_PATHS: usize = 64;

/// What the exploration of a callee found.
pub(super) struct Explored {
    /// The kinds of the parameters, the receiver first, with the unknown values that stand for the arguments.
    pub params: Vec<(Kind, Value)>,
    /// Whether the first of them is a receiver.
    pub has_receiver: bool,
    /// The paths that end with a value, or with none.
    pub ends: Vec<(State, Option<Value>)>,
    /// Whether executions are left to the code.
    pub leaves_some: bool,
    /// Whether the steps did not suffice.
    pub ran_out: bool,
    pub steps: u64,
    /// What it rests on.
    pub assumptions: Vec<Assumption>,
}

impl Machine<'_> {
    /// Explores a callee with lazy initialization, each reference decided where it is followed. Its terms are of the same pool.
    pub(super) fn explore_formally(&mut self, code: &Rc<Code>, steps: u64) -> Explored {
        let options = Options {
            heap: HeapPolicy::Lazy,
            heap_assumptions: Vec::new(),
            class_invariants: false,
            generic_types: false,
            ..self.options.clone()
        };
        let mut own = Machine::new(self.world, code.id, &options, &self.limits.cancel);
        own.limits = self.limits.clone();
        self.share_with(&mut own);
        let explored = own.explore_all(code, steps);
        self.share_with(&mut own);
        explored
    }

    /// Gives another machine the terms, the solver and the summaries, or takes them back.
    fn share_with(&mut self, other: &mut Machine<'_>) {
        swap(&mut self.core.pool, &mut other.core.pool);
        swap(&mut self.core.solver, &mut other.core.solver);
        swap(&mut self.caches.composer, &mut other.caches.composer);
    }

    fn explore_all(&mut self, code: &Rc<Code>, steps: u64) -> Explored {
        let mut explored = Explored {
            params: Vec::new(),
            has_receiver: !code.method.is_static(),
            ends: Vec::new(),
            leaves_some: false,
            ran_out: false,
            steps: 0,
            assumptions: Vec::new(),
        };
        let spent_before = self.caches.composer.spent;
        match self.begin_formally(code, &mut explored) {
            Some(state) => self.follow_all(state, steps, &mut explored),
            None => explored.leaves_some = true,
        }
        let is_cut = !self.ledger.cuts().is_empty() || !self.ledger.balances_with(0);
        explored.leaves_some |= is_cut;
        let made = self.ledger.made_before(|_| true);
        explored.assumptions = made.assumptions().cloned().collect();
        if self.types.relied_on_class_path() {
            explored.assumptions.push(Assumption::ClosedWorld);
        }
        // What went into summaries of its own callees is among these.
        explored.steps = self.run.steps.all;
        self.caches.composer.spent = spent_before;
        explored
    }

    /// The state in which the callee stands at its beginning. Its class is initialized, or it could not be called.
    fn begin_formally(&mut self, code: &Rc<Code>, explored: &mut Explored) -> Option<State> {
        let mut state = empty_state();
        let method = &code.method;
        let mut class = Some(method.class);
        while let Some(ready) = class {
            state.globals.initialization.status.insert(ready, InitStatus::Done);
            class = self.world.class(ready).superclass;
        }
        let mut kinds = Vec::new();
        if explored.has_receiver {
            kinds.push(Kind::Ref(crate::types::type_of(method.class)));
        }
        for descriptor in &method.parameters {
            kinds.push(match self.types.kind(descriptor).ok()? {
                // Nothing keeps the code of a caller from passing any number.
                Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short => Kind::Int,
                kind => kind,
            });
        }
        for kind in kinds {
            let value = unknown(self, &mut state, "argument", kind);
            if explored.has_receiver && explored.params.is_empty() {
                assume_not_null(self, &mut state, value);
            }
            explored.params.push((kind, value));
        }
        let args = explored.params.iter().map(|(_, value)| *value).collect();
        self.push_frame(&mut state, Rc::clone(code), args, OnReturn::Entry).ok()?;
        state.entry.begun = true;
        self.ledger.begin();
        Some(state)
    }

    fn follow_all(&mut self, first: State, steps: u64, explored: &mut Explored) {
        let mut waiting = vec![first];
        while let Some(mut state) = waiting.pop() {
            loop {
                explored.ran_out = self.run.steps.all >= steps || self.limits.cancel.is_cancelled();
                if explored.ran_out || explored.ends.len() >= MAX_PATHS {
                    explored.leaves_some = true;
                    return;
                }
                if !self.tells(&state) {
                    explored.leaves_some = true;
                    self.ledger.close(state, crate::ledger::Closing::Followed);
                    break;
                }
                match self.step(state) {
                    Flow::Next(next) => state = next,
                    Flow::End(state, end) => {
                        self.end_formally(state, end, explored);
                        break;
                    }
                    Flow::Split { live, ended } => {
                        ended.into_iter().for_each(|(state, end)| self.end_formally(state, end, explored));
                        waiting.extend(live.into_iter().rev());
                        break;
                    }
                }
            }
        }
    }

    fn end_formally(&mut self, state: State, end: PathEnd, explored: &mut Explored) {
        match end {
            PathEnd::Return(value) => explored.ends.push((state.clone(), value)),
            PathEnd::Throw(_) | PathEnd::Exit | PathEnd::Excluded | PathEnd::Cut(_) => explored.leaves_some = true,
        }
        self.ledger.close(state, crate::ledger::Closing::Followed);
    }

    /// Whether the next step does nothing but what a case tells: numbers, fields of objects, and calls of methods of the program that do
    /// no more. Identities of objects are not told, so that a case holds whether or not two names mean one object.
    fn tells(&mut self, state: &State) -> bool {
        let frame = state.top();
        if frame.code.method.is_synchronized() {
            return false;
        }
        let code = Rc::clone(&frame.code);
        let block = &code.code.body.blocks[frame.block];
        match block.stmts.get(frame.stmt) {
            Some(stmt) => match &stmt.inst {
                Inst::Assign { .. } | Inst::Line(_) | Inst::ArrayLength { .. } => true,
                Inst::GetField { field, .. } | Inst::PutField { field, .. } => {
                    self.resolve_field(field).is_ok_and(|(field, _)| {
                        let class = self.world.class(field.class);
                        !field.is_volatile() && class.provenance != Provenance::Jdk
                    })
                }
                _ => false,
            },
            None => match &block.terminator {
                Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => true,
                Terminator::Return(_) => true,
                Terminator::Invoke { callee: Callee::Method { kind, method }, .. } => {
                    self.resolve(method, *kind).is_ok_and(|called| self.is_told(state, called, *kind))
                }
                _ => false,
            },
        }
    }

    fn is_told(&self, state: &State, called: MethodId, kind: InvokeKind) -> bool {
        let method = self.world.method(called);
        let is_ready = kind != InvokeKind::Static || self.is_ready(state, method.class);
        is_ready && method.has_code && self.world.class(method.class).provenance != Provenance::Jdk
    }
}
