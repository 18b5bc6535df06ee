//! Objects of the input that calls make.

use clew_facts::{CallOn, Maker as By};
use clew_heap::{Kind, ObjectId, RefVar, Value};
use clew_jvm::MethodId;
use std::rc::Rc;

/// An object of the input in the making.
#[derive(Clone, Debug)]
pub(crate) struct Making {
    /// The reference that is to name it.
    pub variable: RefVar,
    pub calls: MakingCalls,
}

/// Calls that make an object.
#[derive(Clone, Debug)]
pub(crate) struct MakingCalls {
    /// What kind of call the first is.
    pub by: By,
    pub first: MakingCall,
    /// Those that are made on the object.
    pub then: Vec<MakingCall>,
}

impl MakingCalls {
    /// All calls, the first with its kind.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Option<By>, &MakingCall)> {
        std::iter::once((Some(self.by), &self.first)).chain(self.then.iter().map(|call| (None, call)))
    }

    /// All that is passed, in the order of the calls.
    pub(crate) fn passed(&self) -> impl Iterator<Item = (Value, Kind)> {
        self.all().flat_map(|(_, call)| call.arguments.iter().copied())
    }

    /// The values of these.
    pub(crate) fn arguments(&self) -> Vec<Value> {
        self.passed().map(|(value, _)| value).collect()
    }
}

/// A call with what is passed; the object first on which [`By::Other`] makes another.
#[derive(Clone, Debug)]
pub(crate) struct MakingCall {
    pub method: MethodId,
    pub arguments: Vec<(Value, Kind)>,
    pub on: CallOn,
}

/// An object of the input that calls have made.
#[derive(Clone, Debug)]
pub(crate) struct MadeObject {
    pub object: ObjectId,
    pub making: Rc<Making>,
}
