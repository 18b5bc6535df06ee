//! One step of a state: an instruction, or the end of a block.
//!
//! Before: the state is feasible, that is its model satisfies its path condition, and its running activation stands at
//! an instruction. After: the results together stand for every execution the state stood for, except those that
//! were put on record as cut.

mod arrays;
mod beyond;
mod branches;
pub(crate) mod calls;
pub(crate) mod classes;
mod collection;
mod concolic;
mod constructed;
mod entry;
pub(crate) mod free_statics;
mod further;
mod guided;
mod identity;
mod initialization;
pub(crate) mod joining;
mod making;
mod objects;
mod program;
mod records;
mod references;
mod regions;
pub(crate) mod snapshot;
mod text_cases;
mod threads;
mod unfollowed;
mod unwinding;

use crate::core::{Bounds, Core};
use crate::flow::{Flow, Site, Step, Stop, advance, settled};
use crate::machine::Machine;
use crate::models::files::unknown;
use crate::state::State;
use clew_facts::CutReason;
use clew_heap::Value;
use clew_ir::{Expr, Inst, MonitorOp, Terminator};
use clew_term::Term;
use std::rc::Rc;
use std::sync::Arc;

impl Machine<'_> {
    /// Makes one step.
    pub(crate) fn step(&mut self, mut state: State) -> Flow {
        self.run.steps.count(!state.entry.begun || state.top().initializes);
        if state.frames.len() == 1 {
            if let Some(class) = early_class(&state) {
                return self.initialize_at_entry(state, class);
            }
            if let Some(receiver) = self.receiver_to_make(&state) {
                return self.decide_object(state, receiver).unwrap_or_else(Stop::into_flow);
            }
            if self.is_preparing(&state) {
                return self.establish(state).unwrap_or_else(Stop::into_flow);
            }
            if !state.entry.begun {
                state.entry.begun = true;
                state.entry.constraints_before = state.path.constraints.len();
            }
            if self.bounds == Bounds::On {
                self.ledger.begin_method();
                state = match self.guided(state) {
                    Ok(state) => state,
                    Err(flow) => return flow,
                };
            }
        }
        let is_to_leave = !state.entry.begun && self.is_initialized_for_long(&mut state);
        if is_to_leave && self.initializer_to_leave(&state).is_some() {
            let reason = CutReason::Budget("steps of initializers".to_owned());
            return self.leave_initializer(Stop::cut(state, reason));
        }
        if self.is_in_call_for_long(&mut state) {
            return self.leave_initializer(Stop::cut(state, CutReason::Budget("steps of a call".to_owned())));
        }
        let code = Rc::clone(&state.top().code);
        let block = &code.code.body.blocks[state.top().block];
        let result = match block.stmts.get(state.top().stmt) {
            Some(stmt) => self.inst(state, &stmt.inst),
            None => match &code.summary {
                Some(summary) if summary.at == state.top().block => self.compose(state, summary),
                _ => self.terminator(state, &block.terminator),
            },
        };
        match result {
            Ok(flow) => flow,
            Err(stop) => {
                let stop = self.without_exception(stop);
                self.leave_initializer(stop)
            }
        }
    }

    fn inst(&mut self, mut state: State, inst: &Inst) -> Step {
        match inst {
            Inst::Assign { dst, value } => {
                let value = self.eval(&state, value);
                state.set(*dst, value);
                Ok(advance(state))
            }
            Inst::Line(line) => {
                self.reach_line(&mut state, *line);
                Ok(advance(state))
            }
            Inst::Havoc { dst } => {
                let variable = state.top().code.code.body.regs.get(*dst).map(|info| Arc::clone(&info.name));
                let why = unknown(&variable.unwrap_or_default());
                state.set(*dst, Value::Opaque(why));
                Ok(advance(state))
            }
            Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            | Inst::Call { .. } => Err(Stop::unsupported(state, "a statement of the block language")),
            Inst::GetField { dst, object, field } => self.get_field(state, *dst, *object, field),
            Inst::PutField { object, field, value } => self.put_field(state, *object, field, value),
            Inst::GetStatic { dst, field } => self.get_static(state, *dst, field),
            Inst::PutStatic { field, value } => self.put_static(state, field, value),
            Inst::New { dst, class } => self.new_object(state, *dst, class),
            Inst::NewThrowable { dst, class } => self.new_throwable(state, *dst, class),
            Inst::NewArray { dst, array, length } => self.new_array(state, *dst, array, length),
            Inst::NewMultiArray { dst, array, lengths } => self.new_multi_array(state, *dst, array, lengths),
            Inst::ArrayLength { dst, array } => self.array_length(state, *dst, *array),
            Inst::ArrayLoad { dst, array, index, .. } => self.array_load(state, *dst, *array, index),
            Inst::ArrayStore { array, index, value, .. } => self.array_store(state, *array, index, value),
            Inst::InstanceOf { dst, object, class } => self.instance_of(state, *dst, *object, class),
            Inst::CanStore { dst, array, value } => self.can_store(state, *dst, *array, *value),
            Inst::RefEq { dst, left, right } => self.ref_eq(state, *dst, left, right),
            Inst::LoadString { dst, value } => self.load_string(state, *dst, value),
            Inst::LoadClass { dst, class } => self.load_class(state, *dst, class),
            // One thread only: a monitor that it enters is free or its own.
            Inst::Monitor { op, object } => {
                let lock = state.get(*object);
                match op {
                    MonitorOp::Enter => self.enter_monitor(&mut state, lock),
                    MonitorOp::Exit => self.leave_monitor(&mut state, lock),
                }
                Ok(advance(state))
            }
        }
    }

    fn terminator(&mut self, state: State, terminator: &Terminator) -> Step {
        match terminator {
            Terminator::Goto(targets) => match targets.as_slice() {
                [target] => self.jump(state, *target),
                _ => Err(Stop::unsupported(state, "a statement of the block language")),
            },
            Terminator::Branch { condition, then, otherwise, .. } => self.branch(state, condition, *then, *otherwise),
            Terminator::Switch { value, cases, default } => self.switch(state, value, cases, *default),
            Terminator::Invoke { dst, callee, args, normal, unwind } => {
                let site = Site { dst: *dst, normal: *normal, unwind: *unwind };
                self.invoke(state, callee, args, site)
            }
            Terminator::InitClass { class, normal, unwind } => self.init_class(state, class, *normal, *unwind),
            Terminator::Return(value) => {
                let value = value.as_ref().map(|value| self.eval(&state, value));
                self.return_from(state, value)
            }
            Terminator::Throw(reg) => {
                let exception = state.get(*reg);
                let (state, exception) = settled!(self.plain(state, exception));
                self.throw_out(state, exception)
            }
            Terminator::Unsupported(what) => Err(Stop::unsupported(state, what.to_string())),
        }
    }
}

impl Core<'_> {
    /// The term an expression stands for, or the reason why it is not known.
    pub(crate) fn term(&mut self, state: &State, expr: &Expr) -> Result<Term, CutReason> {
        match self.eval(state, expr) {
            Value::Term(term) => Ok(term),
            Value::Opaque(why) => Err(CutReason::Unsupported(why.to_owned())),
            Value::Ref(_) => Err(CutReason::Unsupported("code that is not well typed".to_owned())),
        }
    }
}

/// The class that has to be initialized before the method begins, if one is left.
fn early_class(state: &State) -> Option<clew_jvm::ClassId> {
    let mut early = state.entry.early.iter().filter(|_| !state.entry.begun);
    early.find(|class| !state.globals.initialization.status.contains_key(*class)).copied()
}
