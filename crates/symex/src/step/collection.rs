//! The garbage collector. It is taken to clear no reference and to run no finalizer, and every proof says so that rests on it
//! (`no_collection`). Where a test may make it run, an execution goes both ways.

use crate::core::Core;
use crate::flow::{Flow, Found, Stop, known, split_into};
use crate::machine::{Guards, Machine};
use crate::models::secrets;
use crate::state::{State, provenance_of_new};
use crate::types::heap_field;
use clew_base::Id;
use clew_facts::Assumption;
use clew_heap::{Alternative, Named, ObjectId, Provenance, Value};
use clew_jvm::{ClassId, Field};
use clew_term::Sort;

const REFERENCE: &str = "java/lang/ref/Reference";
const QUEUE: &str = "java/lang/ref/ReferenceQueue";
const TABLE_OF_THREAD: &str = "java/lang/ThreadLocal$ThreadLocalMap";

/// How many activations there are at most between the code that looks at a reference and the read of its field, both included.
const MAX_DEPTH_OF_ACCESSORS: usize = 4;

impl Machine<'_> {
    /// Before a field is read: the collector may have written to it.
    pub(super) fn expect_collection(
        &mut self,
        mut state: State,
        value: Value,
        names: &[Named],
        field: &Field,
    ) -> Result<Found<()>, Stop> {
        let class = self.world.class(field.class);
        let is_referent = match &*class.name {
            REFERENCE => &*field.name == "referent",
            QUEUE => false,
            _ => return Ok(Found::Known(state, ())),
        };
        if !state.entry.begun || field.is_final() || field.is_static() || provenance_of_new(&state) != Provenance::New {
            return Ok(Found::Known(state, ()));
        }
        if !is_referent {
            self.ledger.assume_at(&state, Assumption::NoCollection);
            if state.globals.collection.may_have_run() {
                state.predict_no_further(secrets::COLLECTION);
            }
            return Ok(Found::Known(state, ()));
        }
        match names {
            [only] => self.expect_clearing(state, only.object, field),
            _ => self.branch_over_names(state, value, names).map(Found::Decided),
        }
    }

    /// Before the object of a reference is read: the collector may have cleared it.
    fn expect_clearing(&mut self, mut state: State, reference: ObjectId, field: &Field) -> Result<Found<()>, Stop> {
        let is_null = self.is_cleared(&state, reference, field);
        if is_null == Some(true) || self.asks_for_living(&state) {
            return Ok(Found::Known(state, ()));
        }
        // Whether it was cleared before the execution began is open.
        let is_first = !state.globals.collection.was_asked(reference);
        state.globals.collection.ask(reference);
        if is_null.is_none() && is_first {
            return Ok(Found::Known(state, ()));
        }
        self.ledger.assume_at(&state, Assumption::NoCollection);
        let collection = &state.globals.collection;
        if !collection.may_have_run() || collection.has_survived(reference) {
            return Ok(Found::Known(state, ()));
        }
        self.decide_clearing(state, reference, field).map(Found::Decided)
    }

    /// Goes both ways: the collector has cleared the reference, or not yet. Nothing is predicted of either.
    fn decide_clearing(&mut self, mut state: State, reference: ObjectId, field: &Field) -> Result<Flow, Stop> {
        let cleared = known!(state, self.unknown_decision(&mut state, secrets::COLLECTION, Sort::Bool));
        let kept = self.pool.not(cleared);
        let mut without = state.clone();
        known!(state, self.write_field(&mut without, reference, field.id, Value::NULL));
        let alternatives = vec![
            Alternative { guard: cleared, heap: without.heap.clone(), value: false },
            Alternative { guard: kept, heap: state.heap.clone(), value: true },
        ];
        Ok(split_into(self.split(state, alternatives, Guards::Exhaustive, |child, survives| {
            if survives {
                child.globals.collection.survives(reference);
            }
        })))
    }
}

impl Core<'_> {
    /// Whether a reference has no object any more, if that is known.
    fn is_cleared(&mut self, state: &State, reference: ObjectId, field: &Field) -> Option<bool> {
        match state.heap.field(reference, heap_field(field.id)) {
            Some(Value::Ref(held)) => {
                let is_null = clew_heap::is_null(&mut self.pool, &state.heap, held);
                let is_null = self.simplify(state, is_null);
                let is_other = self.pool.not(is_null);
                let known = &state.path.known;
                self.pool.as_bool(is_null).or_else(|| {
                    known.contains(&is_null).then_some(true).or_else(|| known.contains(&is_other).then_some(false))
                })
            }
            // What was never looked at is unknown, and what nobody knows the execution does not look at.
            None if state.heap.object(reference).provenance != Provenance::New => None,
            None => Some(true),
            Some(Value::Opaque(_) | Value::Term(_)) => Some(false),
        }
    }

    /// Whether it makes no difference what the collector does: the field is read to compare it with an object that is in use, which is
    /// not collected, or by the table of a thread's values, which has those of variables in use whatever happens to others.
    fn asks_for_living(&mut self, state: &State) -> bool {
        let frame = state.top();
        let callers = state.frames.iter().rev().take(MAX_DEPTH_OF_ACCESSORS);
        let classes = callers.map(|frame| self.world.class(frame.code.method.class));
        if classes.into_iter().any(|class| &*class.name == TABLE_OF_THREAD) {
            return true;
        }
        let asked = frame.code.code.body.params.get(1).and_then(|other| frame.regs.get(other.index())).copied();
        match asked {
            Some(Value::Ref(asked)) if &*frame.code.method.name == "refersTo0" => {
                let is_null = clew_heap::is_null(&mut self.pool, &state.heap, asked);
                let is_null = self.simplify(state, is_null);
                self.pool.as_bool(is_null) == Some(false) && !state.globals.collection.has_finalizers()
            }
            _ => false,
        }
    }

    /// Takes note of a new object whose finalizer may run once nothing refers to it: others get to know the object.
    pub(super) fn note_finalizer(&self, state: &mut State, class: ClassId, object: ObjectId) {
        if state.entry.begun && provenance_of_new(state) == Provenance::New && self.has_finalizer(class) {
            state.globals.collection.note_finalizer();
            state.globals.threads.sharing.publish(object);
        }
    }

    /// Whether the program gives the objects of a class a finalizer.
    fn has_finalizer(&self, class: ClassId) -> bool {
        let mut next = Some(class);
        while let Some(class) = next {
            let info = self.world.class(class);
            if info.provenance == clew_jvm::Provenance::Jdk {
                return false;
            }
            let mut methods = info.methods.iter().map(|method| self.world.method(*method));
            if methods.any(|method| &*method.name == "finalize" && &*method.descriptor == "()V") {
                return true;
            }
            next = info.superclass;
        }
        false
    }
}
