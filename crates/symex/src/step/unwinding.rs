//! The ends of activations: values return, exceptions pass to whoever handles them.

use super::concolic::FOR_REAL;
use crate::core::Core;
use crate::flow::{Flow, PathEnd, Step, Stop, known};
use crate::machine::Machine;
use crate::state::{InitStatus, LetThrough, OnReturn, State};
use clew_facts::{Assumption, CutReason};
use clew_heap::{Ref, Value};
use clew_ir::{Callee, Terminator, Unwind};
use clew_jvm::Provenance;

impl Machine<'_> {
    /// Ends the running activation with a value.
    pub(super) fn return_from(&mut self, mut state: State, value: Option<Value>) -> Step {
        match state.top().on_return.clone() {
            OnReturn::Entry => Ok(Flow::End(state, PathEnd::Return(value))),
            OnReturn::Established => self.established(state, value),
            OnReturn::Initialized(class) => {
                state.frames.pop();
                state.globals.initialization.status.insert(class, InitStatus::Done);
                self.publish_statics(&mut state, class);
                Ok(Flow::Next(state))
            }
            OnReturn::Made(making) => self.made(state, &making, value),
            OnReturn::Joined(object) => self.joined(state, object, value),
            OnReturn::Raised(unwind) => match value {
                Some(exception) => {
                    state.frames.pop();
                    self.raise(state, exception, unwind)
                }
                None => Err(Stop::unsupported(state, "code that is not well typed")),
            },
            OnReturn::Resume { .. } if self.is_unknown_for_real(&state, value) => {
                Err(Stop::unsupported(state, FOR_REAL))
            }
            OnReturn::Resume { dst, normal, .. } => {
                let value = value.map(|value| self.narrow_returned(&state, value));
                self.end_activation(&mut state);
                if let (Some(dst), Some(value)) = (dst, value) {
                    state.set(dst, value);
                }
                self.jump(state, normal)
            }
        }
    }

    /// Ends the running activation with an exception that it does not handle.
    pub(super) fn throw_out(&mut self, mut state: State, exception: Value) -> Step {
        if state.frames.is_empty() {
            // A concrete run prepares its input, and nothing has been called yet.
            return Err(Stop::unsupported(state, "an input that needs a class whose initialization fails"));
        }
        match state.top().on_return.clone() {
            OnReturn::Entry => Ok(Flow::End(state, PathEnd::Throw(exception))),
            // No such input can be made.
            OnReturn::Established | OnReturn::Made(_) | OnReturn::Raised(_) => Ok(Flow::End(state, PathEnd::Excluded)),
            OnReturn::Initialized(class) => self.fail_initialization(state, class, exception),
            // A text too long for the virtual machine, which has memory enough.
            OnReturn::Joined(_) if self.is_out_of_memory(&state, exception) => Ok(Flow::End(state, PathEnd::Excluded)),
            OnReturn::Joined(_) => Err(Stop::unsupported(state, "a concatenation that throws")),
            OnReturn::Resume { unwind, .. } => {
                self.end_activation(&mut state);
                self.raise(state, exception, unwind)
            }
        }
    }

    /// Raises an exception in the running activation, at an instruction with this way out.
    pub(super) fn raise(&mut self, mut state: State, exception: Value, unwind: Option<Unwind>) -> Step {
        self.note_throwing_call(&mut state, exception);
        match unwind {
            Some(unwind) => {
                state.set(unwind.exception, exception);
                self.jump(state, unwind.block)
            }
            None => self.throw_out(state, exception),
        }
    }

    /// Notes that a call of the method under test lets an exception through.
    fn note_throwing_call(&self, state: &mut State, exception: Value) {
        let Some(frame) = state.frames.last() else { return };
        if frame.code.id != self.target || !matches!(frame.on_return, OnReturn::Entry) {
            return;
        }
        let block = &frame.code.code.body.blocks[frame.block];
        if let Terminator::Invoke { callee: Callee::Method { method, .. }, .. } = &block.terminator {
            let (at, class) = (block.terminator_origin, method.class.clone());
            state.passed.let_through = Some(LetThrough { exception, at, class });
        }
    }

    /// Raises a new exception of the virtual machine.
    pub(super) fn raise_new(&mut self, mut state: State, class: &str, unwind: Option<Unwind>) -> Step {
        match self.make_throwable(&mut state, class) {
            Ok(object) => self.raise(state, Value::Ref(Ref::Object(object)), unwind),
            Err(reason) => Err(Stop::cut(state, reason)),
        }
    }

    /// The initializer of a class ended with an exception (JVMS 5.5, steps 10 and 11).
    pub(super) fn fail_initialization(&mut self, mut state: State, class: clew_jvm::ClassId, exception: Value) -> Step {
        if self.world.class(class).provenance == Provenance::Jdk {
            // The library's initializers don't fail on the real machine: something that its start-up sets is missing here.
            let name = crate::types::display_name(&self.world.class(class).name);
            return Err(Stop::unsupported(state, format!("the initializer of {name}")));
        }
        if !state.entry.begun && state.entry.early.contains(&class) {
            // No input names an object of it; but one may name an object of another class that is initialized early.
            return Err(Stop::unsupported(state, "an input that may be an object of one of several initializers"));
        }
        // A subclass without an initializer of its own counts as done once its superclass was begun.
        let failed: Vec<_> = state
            .globals
            .initialization
            .status
            .keys()
            .copied()
            .filter(|sub| self.world.is_subtype(*sub, class))
            .collect();
        for class in failed {
            state.globals.initialization.status.insert(class, InitStatus::Failed);
        }
        state.frames.pop();
        self.ledger.rest_on_initialization(self.world, &state, class);
        // The class may have failed before the execution began, and then an error of another class comes at once.
        let name = crate::types::display_name(&self.world.class(class).name);
        self.ledger.assume_at(&state, Assumption::InitializationOrder(name.clone()));
        self.ledger.assume_at(&state, Assumption::InitialStatics(name));
        let unwind = self.pending_unwind(&state);
        match self.is_instance(&state, exception, "java/lang/Error") {
            Ok(true) => self.raise(state, exception, unwind),
            Ok(false) => self.raise_caused(state, "java/lang/ExceptionInInitializerError", exception),
            Err(reason) => Err(Stop::cut(state, reason)),
        }
    }

    /// Raises what the use of a class throws whose initialization has failed. Newer virtual machines give it the first failure as
    /// its cause.
    pub(super) fn raise_failed(&mut self, state: State) -> Step {
        let cause = Value::Opaque("why the initialization of a class failed before");
        self.raise_caused(state, "java/lang/NoClassDefFoundError", cause)
    }

    /// Raises a new exception of the virtual machine that has a cause, at the instruction that waits. Up to Java 11 one class has a
    /// field of its own for that.
    fn raise_caused(&mut self, mut state: State, class: &str, cause: Value) -> Step {
        let unwind = self.pending_unwind(&state);
        let error = known!(state, self.make_throwable(&mut state, class));
        let class = known!(state, self.load(class));
        let world = self.world;
        for field in world.instance_fields(class).iter().map(|field| world.field(*field)) {
            if matches!(&*field.name, "cause" | "exception") {
                known!(state, self.write_field(&mut state, error, field.id, cause));
            }
        }
        self.raise(state, Value::Ref(Ref::Object(error)), unwind)
    }

    /// Whether an exception, which is an object, is an instance of a class.
    pub(super) fn is_instance(&mut self, state: &State, value: Value, class: &str) -> Result<bool, CutReason> {
        let class = crate::types::type_of(self.load(class)?);
        let Value::Ref(Ref::Object(object)) = value else {
            return Err(CutReason::Unsupported("an exception of the input".to_owned()));
        };
        self.note_test_of_constructed(state, object, class);
        let types = state.heap.object(object).types.clone();
        Ok(self.test_type(&types, class).0.is_some())
    }
}

impl Core<'_> {
    /// Ends the running activation of a method that was called.
    fn end_activation(&mut self, state: &mut State) {
        if let Some(ended) = state.frames.pop()
            && ended.code.method.is_synchronized()
        {
            self.leave_synchronized(state, &ended);
        }
    }
}

impl Core<'_> {
    /// What a method returns is narrowed to its declared type, as the JVM does.
    fn narrow_returned(&mut self, state: &State, value: Value) -> Value {
        let narrow = match state.top().code.method.returns.as_deref() {
            Some(descriptor @ ("Z" | "B" | "C" | "S")) => self.types.kind(descriptor).ok(),
            _ => None,
        };
        match (narrow, value) {
            (Some(kind), Value::Term(term)) => Value::Term(kind.pass_through(&mut self.pool, term)),
            _ => value,
        }
    }

    /// Whether an exception says that the virtual machine has run out of memory.
    fn is_out_of_memory(&self, state: &State, exception: Value) -> bool {
        let Value::Ref(Ref::Object(exception)) = exception else { return false };
        let class = state.heap.object(exception).exact_type().map(|ty| self.types.class(ty));
        class.is_some_and(|class| &*class.name == "java/lang/OutOfMemoryError")
    }

    /// The way out of the instruction at which the running activation waits.
    pub(super) fn pending_unwind(&self, state: &State) -> Option<Unwind> {
        let frame = state.frames.last().filter(|_| state.entry.begun || state.frames.len() > 1)?;
        let block = &frame.code.code.body.blocks[frame.block];
        let waits_at_end = frame.stmt >= block.stmts.len();
        match &block.terminator {
            clew_ir::Terminator::InitClass { unwind, .. } | clew_ir::Terminator::Invoke { unwind, .. }
                if waits_at_end =>
            {
                *unwind
            }
            _ => None,
        }
    }
}
