//! States in which an exploration begins.
//!
//! A class of the program may be initialized only after an object of the input became known which might be one that its static
//! fields keep. If it is, the class was initialized before the execution began. So where that may be, such executions are
//! followed from a state of their own, in which the class is initialized at entry; the others are those that were followed.

use super::Exploration;
use super::promise::Promise;
use crate::core::Bounds;
use crate::ledger::Closing;
use crate::machine::Machine;
use crate::search::StateId;
use crate::state::State;
use crate::types::display_name;
use clew_facts::{HeapObject, Object, TestCase};
use clew_jvm::ClassId;

/// The greatest number of classes that are initialized early.
const MAX_EARLY: usize = 8;

impl Machine<'_> {
    /// Sees to it that executions are followed in which the class is initialized at entry. False if they are too many.
    pub(crate) fn initialize_early(&mut self, class: ClassId) -> bool {
        let is_known = self.inputs.early.contains(&class);
        if !is_known && (self.bounds == Bounds::Off || self.inputs.early.len() >= MAX_EARLY) {
            return false;
        }
        if !is_known {
            self.inputs.early.push(class);
        }
        true
    }
}

impl Exploration<'_> {
    /// The state to go on with: one from which a line or a branch may be gained, else one of those in which the exploration begins
    /// once more, else one that was deferred.
    pub(super) fn next(&mut self) -> Option<StateId> {
        loop {
            if self.has_enough_by_calls() {
                return None;
            }
            if self.is_time_to_grow() {
                self.grow();
            }
            if self.deferred.has_turn()
                && let Some(id) = self.deferred.next()
            {
                return Some(id);
            }
            while let Some(id) = self.searcher.next() {
                let promise =
                    self.waiting.get(&id).map(|state| (self.promise_of(state), state.guesses.for_tests.is_some()));
                if let Some((Promise::None, true)) = promise {
                    // Nothing is lost with it: another state stands for its executions.
                    if let Some(state) = self.waiting.remove(&id) {
                        self.machine.ledger.close(state, Closing::Followed);
                    }
                    continue;
                }
                match promise.map(|(promise, _)| promise) {
                    Some(Promise::None) if self.seeds.is_some() => {
                        if let Some(state) = self.waiting.remove(&id) {
                            self.machine.ledger.close(state, Closing::Followed);
                        }
                    }
                    Some(promise @ (Promise::None | Promise::Exception)) => self.deferred.add(id, promise),
                    Some(Promise::Code) | None => return Some(id),
                }
            }
            match self.next_root() {
                Some(root) => self.begin(root),
                None if self.grow() => {}
                None => return self.deferred.next(),
            }
        }
    }

    /// Whether a test is one of those for which the exploration began once more: its input has an object that a class keeps which
    /// is initialized early. The others were followed before.
    pub(super) fn is_of_root(&self, state: &State, test: &TestCase) -> bool {
        let early: Vec<String> =
            state.entry.early.iter().map(|class| display_name(&self.machine.world.class(*class).name)).collect();
        let is_kept = |object: &HeapObject| match &object.object {
            Object::OfStatic(field) => early.contains(&field.class),
            Object::EnumConstant(_) => early.contains(&object.class),
            _ => false,
        };
        early.is_empty() || test.heap.values().any(is_kept)
    }

    /// Whether there are executions for which a state has still to be begun.
    pub(super) fn has_root(&self) -> bool {
        self.begun_with < self.machine.inputs.early.len()
    }

    /// The state that stands for the executions on which the input names objects of classes that were initialized too late so far.
    pub(super) fn next_root(&mut self) -> Option<State> {
        if !self.has_root() {
            return None;
        }
        self.begun_with = self.machine.inputs.early.len();
        let mut root = self.entry.clone();
        root.entry.early = self.machine.inputs.early.as_slice().into();
        Some(root)
    }
}
