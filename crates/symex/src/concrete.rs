//! Runs of a method on given inputs, by the step rules of the exploration: what is to be held against a JVM.

use crate::machine::Machine;
use crate::rerun::{self, Lost};
use clew_base::{CancelToken, OrderedMap};
use clew_facts::{CutReason, HeapObject, ObjectId, Options, Outcome, TestCase};
use clew_jvm::{MethodId, World};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcreteEnd {
    /// The result or the exception.
    pub outcome: Outcome,
    /// The objects of the input and of the result as they are then.
    pub heap_after: OrderedMap<ObjectId, HeapObject>,
}

/// Runs of one method, each from the initial state of all classes.
pub struct ConcreteRuns<'w> {
    machine: Machine<'w>,
}

impl<'w> ConcreteRuns<'w> {
    /// Runs of a method.
    pub fn new(world: &'w World, method: MethodId, options: &'w Options) -> Self {
        Self { machine: Machine::new(world, method, options, &CancelToken::default()) }
    }

    /// Runs the method on the input of a test case.
    ///
    /// # Errors
    /// Why the run could not be followed to its end.
    pub fn run(&mut self, input: &TestCase) -> Result<ConcreteEnd, CutReason> {
        match rerun::run(&mut self.machine, input) {
            Ok(ran) => Ok(ConcreteEnd { outcome: ran.outcome, heap_after: ran.heap_after }),
            Err(Lost(reason)) => Err(reason),
        }
    }
}
