//! The object that a constructor under test constructs.
//!
//! It may be of a class that extends the constructor's own: the constructors of that class call this one first. A test can call
//! the constructor for an object of its own class only, so the exploration follows that class. Where an object of another class
//! might behave otherwise, the executions that are left out are put on record here.

use crate::core::Core;
use crate::machine::Machine;
use crate::state::State;
use crate::types::{class_of, display_name, type_of};
use clew_base::Id;
use clew_facts::{Assumption, CutReason};
use clew_heap::{ObjectId, Ref, TypeId, TypeOracle, Value};
use clew_jvm::{ClassId, MethodId};

impl Machine<'_> {
    /// Notes that an object is taken for one of its constructor's own class where its class is looked at.
    pub(crate) fn note_class_of_constructed(&mut self, state: &State, object: ObjectId) {
        self.note_other_classes(state, object, |_, _| false);
    }

    /// Notes that a call on an object selects the method that it selects on one of its constructor's own class.
    pub(super) fn note_call_on_constructed(&mut self, state: &State, object: ObjectId, resolved: MethodId) {
        let Some(own) = self.own_class(state, object) else { return };
        let selected = self.selected(type_of(own), resolved, None);
        if let Ok(Ok(target)) = selected
            && self.world.method(target).is_final()
        {
            return;
        }
        self.note_other_classes(state, object, |machine, class| {
            machine.selected(type_of(class), resolved, None) == selected
        });
    }

    /// Notes that an object is taken to be an instance of `class` only if objects of its constructor's own class are.
    pub(super) fn note_test_of_constructed(&mut self, state: &State, object: ObjectId, class: TypeId) {
        let Some(own) = self.own_class(state, object).map(type_of) else { return };
        let may_differ = self.types.class(class).is_interface() || self.types.is_subtype(class, own);
        if may_differ && !self.types.is_subtype(own, class) {
            self.note_other_classes(state, object, |machine, other| !machine.types.is_subtype(type_of(other), class));
        }
    }

    /// Puts on record the executions in which the object is of another class: as cut where a known class is not alike, else under
    /// the assumption that there are no further classes.
    fn note_other_classes(&mut self, state: &State, object: ObjectId, is_alike: impl Fn(&Self, ClassId) -> bool) {
        let Some(own) = self.own_class(state, object) else { return };
        let others = self.world.subtypes(own);
        match others.iter().find(|other| **other != own && !is_alike(self, **other)) {
            Some(other) => {
                let other = display_name(&self.world.class(*other).name);
                self.ledger.record_cut(
                    state,
                    CutReason::Unsupported(format!("a constructor that runs for an object of {other}")),
                );
            }
            None => self.ledger.assume_at(state, Assumption::ClosedWorld),
        }
    }
}

impl Core<'_> {
    /// The object that the constructor under test constructs; `None` where another method is under test.
    pub(crate) fn constructed(&self, state: &State) -> Option<ObjectId> {
        let outermost = state.frames.first().filter(|_| self.world.method(self.target).is_constructor())?;
        let this = outermost.code.code.body.params.first()?;
        match outermost.regs[this.index()] {
            Value::Ref(Ref::Object(object)) => Some(object),
            Value::Ref(Ref::Var(_) | Ref::Null) | Value::Term(_) | Value::Opaque(_) => None,
        }
    }

    /// The class whose constructor is under test, if this is the object that it constructs and may be of another class as well.
    fn own_class(&self, state: &State, object: ObjectId) -> Option<ClassId> {
        let is_constructed = self.constructed(state) == Some(object);
        let own = self.world.method(self.target).class;
        let is_own = || state.heap.object(object).exact_type().map(class_of) == Some(own);
        (is_constructed && is_own() && !self.world.class(own).is_final()).then_some(own)
    }
}
