//! What concrete runs begin with: the initializers of classes that are needed before anything else happens.
//!
//! Runs on many inputs begin alike, and what these initializers do does not depend on the input. So it is worked out once. Objects that
//! are allocated without running code come before the first call in a test and behind its initializer here, which nobody can tell.

use super::build::Builder;
use super::{Lost, initialize};
use crate::machine::Machine;
use crate::started::Beginning;
use crate::state::State;
use clew_base::FastSet;
use clew_facts::{Call, CutReason, Object as FactObject, ObjectId as FactId, TestCase, Value as Fact};
use clew_jvm::ClassId;

impl Builder<'_> {
    /// What a run begins with that makes these objects.
    pub(super) fn beginning(&self, machine: &mut Machine<'_>) -> Beginning {
        let named = self.classes_to_initialize(machine);
        let called = match first_call(self.test) {
            Some(call) => class_needed(machine, call),
            None => Some(machine.world.method(machine.target).class),
        };
        Beginning { named, called, counts: machine.inputs.factories.is_some() }
    }
}

/// The first call that makes an object of a test's input.
fn first_call(test: &TestCase) -> Option<&Call> {
    let passed = test.receiver.iter().chain(test.arguments.iter().map(|argument| &argument.value));
    let held = test.heap.keys().map(|id| Fact::Ref(*id));
    let mut seen = FastSet::default();
    let of_passed = passed.into_iter().find_map(|value| first_call_for(test, value, &mut seen));
    of_passed.or_else(|| held.into_iter().find_map(|value| first_call_for(test, &value, &mut seen)))
}

/// The first call that makes the object which a value names, or one that this needs. Objects that were looked at have none.
fn first_call_for<'t>(test: &'t TestCase, value: &Fact, seen: &mut FastSet<FactId>) -> Option<&'t Call> {
    let Fact::Ref(id) = value else { return None };
    if !seen.insert(*id) {
        return None;
    }
    match &test.heap.get(id)?.object {
        FactObject::Made(made) => {
            let passed = made.first.arguments.iter().find_map(|value| first_call_for(test, value, seen));
            Some(passed.unwrap_or(&made.first))
        }
        FactObject::Array { elements } => elements.iter().find_map(|value| first_call_for(test, value, seen)),
        FactObject::Instance { fields } => fields.values().find_map(|value| first_call_for(test, value, seen)),
        _ => None,
    }
}

/// The class that has to be initialized before a call.
fn class_needed(machine: &Machine<'_>, call: &Call) -> Option<ClassId> {
    let class = machine.world.load(&call.method.class.replace('.', "/")).ok()?;
    let method =
        machine.world.method(machine.world.find_method(class, &call.method.method, &call.method.descriptor)?);
    (method.is_static() || method.is_constructor()).then_some(class)
}

impl Machine<'_> {
    /// The state of a run behind its beginning.
    pub(super) fn behind(&mut self, beginning: Beginning) -> Result<State, Lost> {
        if let Some(known) = self.caches.started.behind(&beginning) {
            return known.map_err(Lost);
        }
        self.run.enters_target = false;
        let mut behind = self.run_beginning(&beginning);
        let is_fault_of_call = behind.as_ref().is_ok_and(writes_to_others) || behind.is_err();
        if is_fault_of_call && beginning.counts && beginning.called.is_some() {
            // The call that makes an object is answerable for it.
            behind = self.behind(Beginning { called: None, ..beginning.clone() });
        }
        if self.is_same_each_time(&behind) {
            self.caches.started.keep(beginning, behind.clone().map_err(|Lost(reason)| reason));
        }
        behind
    }

    fn run_beginning(&mut self, beginning: &Beginning) -> Result<State, Lost> {
        let mut state = self.caches.started.state();
        for class in &beginning.named {
            state = initialize(self, state, *class)?;
        }
        state.entry.begun = beginning.counts;
        match beginning.called {
            Some(class) => initialize(self, state, class),
            None => Ok(state),
        }
    }

    /// Whether a run that begins so once more gets to the same state. It need not where the method under test has run, whose code may be
    /// another then, or where it was asked for what differs from run to run.
    fn is_same_each_time(&self, behind: &Result<State, Lost>) -> bool {
        let is_asked = self.run.hashes.as_ref().is_some_and(|hashes| hashes.asked);
        let is_lasting = match behind {
            Ok(_) => true,
            Err(Lost(reason)) => matches!(reason, CutReason::Unsupported(_) | CutReason::Unmodelled(_)),
        };
        is_lasting && !is_asked && !self.run.enters_target
    }
}

/// Whether an initializer has written to static fields of other classes.
fn writes_to_others(behind: &State) -> bool {
    !behind.globals.statics.overwritten.is_empty()
}
