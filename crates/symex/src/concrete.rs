//! Runs of methods on given inputs, by the step rules of the exploration: what is to be held against a JVM.
//!
//! Runs share what class initialization leaves: a class that a run had to initialize is initialized once more for its own
//! sake, and later runs begin [behind that](crate::started). Nothing else passes from one run to the next.

use crate::extract::Shared;
use crate::machine::Machine;
use crate::models::secrets::ENVIRONMENT;
use crate::rerun::{Lost, Unmade, run_behind_started};
use clew_base::{CancelToken, OrderedMap};
use clew_facts::{CutReason, HeapObject, ObjectId, Options, Outcome, TestCase};
use clew_jvm::{MethodId, World};

/// How many terms are kept: runs that find more begin with a machine of their own.
const MAX_TERMS: usize = 2_000_000;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConcreteEnd {
    /// The method was called.
    Called {
        /// The result or the exception.
        outcome: Outcome,
        /// The objects of the input and of the result as they are then, with all that they hold. Only constants of enums are told
        /// by their names.
        heap_after: OrderedMap<ObjectId, HeapObject>,
    },
    /// It was not, because an object of the input is made by calls one of which throws an exception of this class.
    Unmade(String),
}

/// Runs of methods, each from the initial state of all classes.
pub struct ConcreteRuns<'w> {
    machine: Machine<'w>,
}

impl<'w> ConcreteRuns<'w> {
    /// Runs of this method, and of others.
    pub fn new(world: &'w World, method: MethodId, options: &'w Options) -> Self {
        Self { machine: Machine::new(world, method, options, &CancelToken::default()) }
    }

    /// Runs a method on the input of a test case.
    ///
    /// # Errors
    /// Why the run could not be followed to its end.
    pub fn run(&mut self, method: MethodId, input: &TestCase) -> Result<ConcreteEnd, CutReason> {
        if self.machine.pool.len() > MAX_TERMS {
            *self = Self::new(self.machine.world, method, self.machine.options);
        }
        self.machine.target = method;
        let class = self.machine.world.method(method).class;
        self.machine.start(class);
        if let Some(reason) = self.machine.caches.started.reason(class) {
            return Err(reason.clone());
        }
        loop {
            let ran = run_behind_started(&mut self.machine, input, Shared::ByContent);
            let more = self.initialize_what_was_needed();
            return match ran {
                Ok(Ok(ran)) if !ran.pinned.is_empty() => Err(CutReason::Unsupported(ENVIRONMENT.to_owned())),
                Ok(Ok(ran)) => Ok(ConcreteEnd::Called { outcome: ran.outcome, heap_after: ran.heap_after }),
                Ok(Err(Unmade(exception))) => Ok(ConcreteEnd::Unmade(exception)),
                // Initializers may have taken its steps.
                Err(Lost(CutReason::Budget(_))) if more => continue,
                Err(Lost(reason)) => Err(reason),
            };
        }
    }

    /// Initializes the classes that a run had to initialize for the runs that follow; whether there were any.
    fn initialize_what_was_needed(&mut self) -> bool {
        let needed = std::mem::take(&mut self.machine.run.initialized);
        let news = needed.into_iter().filter(|class| self.machine.start(*class)).count();
        news > 0
    }
}
