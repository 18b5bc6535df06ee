//! What is taken for granted of the state at entry: what static fields hold, and the objects that class initialization made.
//!
//! Each read of such a place puts on record what it rests on: that nobody has changed the place since its class was initialized,
//! and whatever that initialization itself rests on.

use crate::core::Core;
use crate::ledger::initializing;
use crate::machine::Machine;
use crate::models::process::is_changed_by_calls;
use crate::state::{InitStatus, OnReturn, State};
use crate::types::{class_of, display_name};
use clew_base::Id;
use clew_facts::Assumption;
use clew_heap::{ObjectId, Provenance as HeapProvenance};
use clew_jvm::{ClassId, Field, Provenance};

impl Machine<'_> {
    /// Before a static field of a class is read that is initialized, or whose initializer runs.
    pub(crate) fn assume_initial(&mut self, state: &State, field: &Field) {
        if field.is_final() && field.constant.is_some() {
            return;
        }
        self.ledger.rest_on_initialization(self.world, state, field.class);
        self.expect_order(state, field.class);
        let class = self.world.class(field.class);
        if class.provenance == Provenance::Jdk {
            self.assume_unchanged(state, field);
            if is_changed_by_calls(&class.name, &field.name) {
                self.ledger.assume_at(state, Assumption::InitialStatics(display_name(&class.name)));
            }
            return;
        }
        if &*field.name == "$assertionsDisabled" {
            return self.ledger.assume_at(state, Assumption::AssertionsEnabled);
        }
        let reader = initializing(state);
        let is_running = state.globals.initialization.status.get(&field.class) == Some(&InitStatus::Running);
        let is_being_computed = reader.is_some() && is_running;
        // A logger has no state that is followed.
        let is_fixed =
            is_fixed(field) || field.is_final() && self.is_sink(state, state.globals.statics.values.get(&field.id));
        if !is_fixed && !is_being_computed {
            let named = if class.is_hidden() { class.nest() } else { &class.name };
            self.ledger.assume_at(state, Assumption::InitialStatics(display_name(named)));
        }
        if let Some(reader) = reader.filter(|_| state.globals.statics.overwritten.contains_key(&field.id)) {
            // Before the method has written to the field, the initializer would have read something else.
            self.assume_order(state, reader);
        }
    }

    /// Before a field of an object is read that class initialization may have made.
    pub(super) fn assume_initial_content(&mut self, state: &State, object: ObjectId, field: &Field) {
        if self.is_of_failed_check(state, object) && !field.is_final() {
            self.ledger.assume_at(state, Assumption::FreshExceptions);
        }
        let class = self.world.class(field.class);
        let made_by_initialization = state.heap.object(object).provenance == HeapProvenance::Initialization;
        if !made_by_initialization || class.provenance == Provenance::Jdk {
            return;
        }
        let fixed = field.is_final() && is_immutable(&field.descriptor);
        match initializing(state) {
            None => {
                self.ledger.rest_on_all_initialization(self.world, state);
                if !fixed {
                    self.ledger.assume_at(state, Assumption::InitialStatics(display_name(&class.name)));
                }
            }
            Some(reader) => {
                if state.wrote_to_shared && !field.is_final() {
                    self.assume_order(state, reader);
                }
                let Some(owner) = self.enum_of_object(state, object) else { return };
                self.ledger.rest_on_initialization(self.world, state, owner);
                if !fixed && state.globals.initialization.status.get(&owner) == Some(&InitStatus::Done) {
                    self.ledger.assume_at(state, Assumption::InitialStatics(display_name(&class.name)));
                }
            }
        }
    }

    /// Before a class of the program is used that need not be initialized when the method begins: its initializer may fail, and
    /// may have changed what others hold.
    pub(super) fn rest_on_use(&mut self, state: &State, class: ClassId) {
        self.expect_order(state, class);
        let is_of_program = self.world.class(class).provenance != Provenance::Jdk;
        let own = self.world.method(self.target).class;
        let before_entry = initializing(state).is_none() && self.world.is_subtype(own, class);
        if is_of_program && !before_entry {
            self.ledger.rest_on_initialization(self.world, state, class);
        }
    }

    /// Where a class is needed whose initializer waits for that of another: each needs the other, so that what they compute
    /// hangs on which began first.
    pub(super) fn expect_order(&mut self, state: &State, class: ClassId) {
        if initializing(state).is_none_or(|inner| inner == class) {
            return;
        }
        let running = state.frames.iter().filter_map(|frame| match frame.on_return {
            OnReturn::Initialized(running) => Some(running),
            _ => None,
        });
        let cycle: Vec<ClassId> = running.skip_while(|running| *running != class).collect();
        if cycle.is_empty() || self.world.class(class).provenance == Provenance::Jdk {
            return;
        }
        let name = display_name(&self.world.class(class).name);
        for member in cycle {
            self.ledger.assume_of_class(member, Assumption::InitializationOrder(name.clone()));
        }
    }

    /// Before the method under test is called: if initializers are running, it sees classes that are not initialized yet, as it
    /// never does where it is called from outside.
    pub(super) fn expect_unfinished_classes(&mut self, state: &State) {
        for frame in &state.frames {
            if let OnReturn::Initialized(class) = frame.on_return {
                let name = display_name(&self.world.class(class).name);
                self.ledger.assume_everywhere(Assumption::InitializationOrder(name));
            }
        }
    }

    /// Before the initializer of a class runs: it may look at what the method under test has changed. Static fields of the program
    /// are not meant here, whose reads tell.
    pub(super) fn expect_order_of_reads(&mut self, state: &mut State, class: ClassId) {
        if initializing(state).is_some() {
            return;
        }
        state.globals.initialization.made_before = state.heap.len();
        let looks = self.world.has_initializer_of_program(class);
        if looks && (state.wrote_to_shared || state.globals.initialization.changed_process) {
            let name = display_name(&self.world.class(class).name);
            self.ledger.assume_of_class(class, Assumption::InitializationOrder(name));
        }
    }

    /// Before an object is written to: if an initializer does so that has not made it, it matters when the initializer runs.
    pub(super) fn expect_order_of_write(&mut self, state: &State, object: ObjectId) {
        let is_found = || {
            let provenance = state.heap.object(object).provenance;
            provenance != HeapProvenance::Initialization || object.index() < state.globals.initialization.made_before
        };
        if let Some(writer) = self.late_initializer(state).filter(|_| is_found()) {
            self.assume_order(state, writer);
        }
    }

    /// Before a static field is written: if another class's initializer does so, it matters when that runs.
    pub(super) fn expect_order_of_static_write(&mut self, state: &State, field: &Field) {
        let is_done = state.globals.initialization.status.get(&field.class) == Some(&InitStatus::Done);
        if let Some(writer) = self.late_initializer(state).filter(|_| is_done) {
            self.assume_order(state, writer);
        }
    }

    /// Puts on record that what the initializer of a class computes hangs on when it runs.
    fn assume_order(&mut self, state: &State, class: ClassId) {
        let name = display_name(&self.world.class(class).name);
        self.ledger.assume_at(state, Assumption::InitializationOrder(name));
    }
}

impl Core<'_> {
    /// The enum class of which an object is a constant.
    fn enum_of_object(&self, state: &State, object: ObjectId) -> Option<ClassId> {
        state.heap.object(object).exact_type().and_then(|ty| self.world.enum_of(class_of(ty)))
    }

    /// The class of the program whose initializer runs while the method under test does.
    fn late_initializer(&self, state: &State) -> Option<ClassId> {
        let is_of_program = |class: &ClassId| self.world.class(*class).provenance != Provenance::Jdk;
        initializing(state).filter(|_| state.entry.begun).filter(is_of_program)
    }
}

/// Whether a static field holds the same once its class is initialized, whatever else is done.
fn is_fixed(field: &Field) -> bool {
    field.is_final() && (is_immutable(&field.descriptor) || field.is_enum_constant()) || field.is_synthetic()
}

/// Whether what a field of this descriptor holds has no state of its own.
pub(super) fn is_immutable(descriptor: &str) -> bool {
    !descriptor.starts_with(['L', '[']) || descriptor == "Ljava/lang/String;"
}
