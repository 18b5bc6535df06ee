//! What becomes of a state by a step, and how a step ends that cannot be made.

use crate::state::{OnReturn, State};
use clew_facts::CutReason;
use clew_heap::{HeapError, ObjectId, Ref, Target, Value};
use clew_ir::{BlockId, Reg, Unwind};
use std::rc::Rc;

/// What becomes of a state by a step.
#[must_use = "each execution of the state goes on, or ends on record"]
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
    pub(crate) fn into_parts(self) -> (State, CutReason) {
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

/// The reference that a value is, or the reason why it is not known.
pub(crate) fn reference(value: Value) -> Result<Ref, CutReason> {
    match value {
        Value::Ref(reference) => Ok(reference),
        Value::Opaque(why) => Err(CutReason::Unsupported(why.to_owned())),
        Value::Term(_) => Err(CutReason::Unsupported("code that is not well typed".to_owned())),
    }
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
            Err(reason) => return Err($crate::flow::Stop::cut($state, reason)),
        }
    };
}
pub(crate) use known;

/// What an instruction that needs an object finds.
pub(crate) enum Found<T> {
    /// It is settled.
    Known(State, T),
    /// It had to be decided: each of these states has it settled and runs the instruction again.
    Decided(Flow),
}

/// Takes what was found, or hands the states on in which it was decided.
macro_rules! settled {
    ($found:expr) => {
        match $found? {
            $crate::flow::Found::Known(state, value) => (state, value),
            $crate::flow::Found::Decided(flow) => return Ok(flow),
        }
    };
}
pub(crate) use settled;

/// The object that a plain reference is known to name.
pub(crate) fn object_of(state: &State, reference: Ref) -> Option<ObjectId> {
    match reference {
        Ref::Object(object) => Some(object),
        Ref::Var(variable) => match state.heap.variable(variable).target {
            Target::Object(object) | Target::Named(object) => Some(object),
            Target::Open | Target::NonNull | Target::Null | Target::Same(_) => None,
        },
        Ref::Null => None,
    }
}

/// Where a call stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    /// Where the value goes.
    pub dst: Option<Reg>,
    /// Where control goes.
    pub normal: BlockId,
    /// Where an exception goes.
    pub unwind: Option<Unwind>,
}

/// Whether a text is being put together into which somebody looks.
pub(crate) fn is_joining(state: &State) -> bool {
    state.frames.iter().any(|frame: &Rc<_>| matches!(frame.on_return, OnReturn::Joined(_)))
}
