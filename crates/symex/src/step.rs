//! One step of a state: an instruction, or the end of a block.
//!
//! Before: the state is feasible, that is its model satisfies its path condition, and its running activation stands at
//! an instruction. After: the results together stand for every execution the state stood for, except those that
//! were put on record as cut.

mod arrays;
mod beyond;
mod branches;
pub(crate) mod calls;
mod classes;
mod collection;
mod constructed;
mod entry;
mod further;
mod identity;
mod initialization;
pub(crate) mod joining;
mod making;
mod objects;
mod program;
mod records;
mod references;
mod threads;
mod unfollowed;
mod unwinding;

pub(crate) use making::{MadeObject, Making, MakingCall, MakingCalls, register_type};
pub(crate) use objects::{heap_field, provenance_of_new};
pub(crate) use references::Found;
pub(crate) use references::object_of;
pub(crate) use threads::{Effect, Holding, Touch, note_read, note_write};

use crate::machine::{Bounds, Machine};
use crate::models::files::unknown;
use crate::state::State;
use clew_facts::CutReason;
use clew_heap::{HeapError, Ref, Value};
use clew_ir::{Expr, Inst, MonitorOp, Terminator};
use clew_term::Term;
use std::rc::Rc;
use std::sync::Arc;

/// What becomes of a state by a step.
pub(crate) enum Flow {
    /// It goes on as one state.
    Next(State),
    /// It has become these states, already accounted for; perhaps none.
    Split {
        /// Those that go on.
        live: Vec<State>,
        /// Those that ended at once.
        ended: Vec<(State, PathEnd)>,
    },
    /// The execution has ended.
    End(State, PathEnd),
}

impl Flow {
    /// No execution goes on.
    pub(crate) fn nowhere() -> Self {
        Flow::Split { live: Vec::new(), ended: Vec::new() }
    }
}

/// How an execution ends.
#[derive(Clone, Debug)]
pub(crate) enum PathEnd {
    /// It returns.
    Return(Option<Value>),
    /// It throws.
    Throw(Value),
    /// It ends the virtual machine.
    Exit,
    /// What is assumed of the input does not hold of it.
    Excluded,
    /// It was not followed further.
    Cut(CutReason),
}

/// The result of a step that can be cut.
pub(crate) type Step = Result<Flow, Stop>;

/// A step that could not be made: the state as it stood before, and why. Boxed, because it is large and rare.
pub(crate) struct Stop(Box<(State, CutReason)>);

impl Stop {
    /// The state cannot go on for this reason.
    pub(crate) fn cut(state: State, reason: CutReason) -> Self {
        Stop(Box::new((state, reason)))
    }

    /// The execution ends here, cut.
    pub(crate) fn into_flow(self) -> Flow {
        let (state, reason) = self.into_parts();
        Flow::End(state, PathEnd::Cut(reason))
    }

    /// The state as it stood before, and why it cannot go on.
    fn into_parts(self) -> (State, CutReason) {
        *self.0
    }

    /// The state cannot go on because this is not supported.
    pub(crate) fn unsupported(state: State, what: impl Into<String>) -> Self {
        Self::cut(state, CutReason::Unsupported(what.into()))
    }
}

/// The reason to cut a path on which a heap operation has no result.
pub(crate) fn heap_cut(error: &HeapError) -> CutReason {
    CutReason::Unsupported(match error {
        HeapError::Opaque(why) => (*why).to_owned(),
        HeapError::TooManyElements { length } => format!("a symbolic index into an array of {length} elements"),
        HeapError::Ambiguous => "a value of which it is not known whether it is known".to_owned(),
        HeapError::NoClass => "an input of a type without known classes".to_owned(),
        HeapError::IllTyped => "code that is not well typed".to_owned(),
    })
}

impl Machine<'_> {
    /// Makes one step.
    pub(crate) fn step(&mut self, mut state: State) -> Flow {
        self.steps.count(!state.begun || state.top().initializes);
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
            if !state.begun {
                state.begun = true;
                state.constraints_before = state.path.constraints.len();
            }
            self.has_begun |= self.bounds == Bounds::On;
        }
        let is_to_leave = !state.begun && self.is_initialized_for_long(&mut state);
        if is_to_leave && self.initializer_to_leave(&state).is_some() {
            let reason = CutReason::Budget("steps of initializers".to_owned());
            return self.leave_initializer(Stop::cut(state, reason));
        }
        let code = Rc::clone(&state.top().code);
        let block = &code.code.body.blocks[state.top().block];
        let result = match block.stmts.get(state.top().stmt) {
            Some(stmt) => self.inst(state, &stmt.inst),
            None => self.terminator(state, &block.terminator),
        };
        match result {
            Ok(flow) => flow,
            Err(stop) => self.leave_initializer(stop),
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
                let site = calls::Site { dst: *dst, normal: *normal, unwind: *unwind };
                self.invoke(state, callee, args, site)
            }
            Terminator::InitClass { class, normal, unwind } => self.init_class(state, class, *normal, *unwind),
            Terminator::Return(value) => {
                let value = value.as_ref().map(|value| self.eval(&state, value));
                self.return_from(state, value)
            }
            Terminator::Throw(reg) => {
                let exception = state.get(*reg);
                let (state, exception) = references::settled!(self.plain(state, exception));
                self.throw_out(state, exception)
            }
            Terminator::Unsupported(what) => Err(Stop::unsupported(state, what.to_string())),
        }
    }

    /// The term an expression stands for, or the reason why it is not known.
    pub(crate) fn term(&mut self, state: &State, expr: &Expr) -> Result<Term, CutReason> {
        match self.eval(state, expr) {
            Value::Term(term) => Ok(term),
            Value::Opaque(why) => Err(CutReason::Unsupported(why.to_owned())),
            Value::Ref(_) => Err(CutReason::Unsupported("code that is not well typed".to_owned())),
        }
    }
}

/// The reference that a value is, or the reason why it is not known.
pub(crate) fn reference(value: Value) -> Result<Ref, CutReason> {
    match value {
        Value::Ref(reference) => Ok(reference),
        Value::Opaque(why) => Err(CutReason::Unsupported(why.to_owned())),
        Value::Term(_) => Err(CutReason::Unsupported("code that is not well typed".to_owned())),
    }
}

/// The class that has to be initialized before the method begins, if one is left.
fn early_class(state: &State) -> Option<clew_jvm::ClassId> {
    let mut early = state.early.iter().filter(|_| !state.begun);
    early.find(|class| !state.globals.initialization.contains_key(*class)).copied()
}

/// The states go on.
pub(crate) fn split_into(live: Vec<State>) -> Flow {
    Flow::Split { live, ended: Vec::new() }
}

/// The state stands at the next instruction.
pub(crate) fn advance(mut state: State) -> Flow {
    state.top_mut().stmt += 1;
    Flow::Next(state)
}

/// Takes the value of a result or ends the step with the reason.
macro_rules! known {
    ($state:expr, $result:expr) => {
        match $result {
            Ok(value) => value,
            Err(reason) => return Err($crate::step::Stop::cut($state, reason)),
        }
    };
}
pub(crate) use known;
