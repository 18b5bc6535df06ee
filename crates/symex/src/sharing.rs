//! What other threads may know of an execution, and which places they may have changed since it last looked at them.
//!
//! Others are let in by *actions* alone: accesses to volatile fields, monitors, and calls such as `Thread.yield`, where they concern an
//! object that others know. Between two actions, plain fields are taken for nobody else's, but where a loop
//! polls them (see [`crate::polling`]). Places are told apart by their fields and not by their objects, because two names of the
//! input may mean one object.

use crate::polling::Asked;
use clew_heap::{Named, ObjectId, Value};
use clew_jvm::{Field, FieldId};
use imbl::{OrdSet, Vector};

/// Whether an access is an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ordered {
    Yes,
    No,
}

impl Ordered {
    pub(crate) fn of(field: &Field) -> Self {
        if field.is_volatile() { Ordered::Yes } else { Ordered::No }
    }
}

/// A kind of place that threads share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Field(FieldId),
    /// The elements of all arrays.
    Elements,
    Static(FieldId),
}

/// A place that the execution itself is known to have written last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Written {
    Field(ObjectId, FieldId),
    Static(FieldId),
}

/// What others know, and what they may have changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sharing {
    /// Objects that others may know of, of those that the execution or class initialization made, since the last action.
    published: OrdSet<ObjectId>,
    /// The same, since before the last action.
    exposed: OrdSet<ObjectId>,
    /// Whether it is not known which objects others may know of: all.
    all: bool,
    /// Whether others may have put an object that the execution made into objects of the input.
    spread: bool,
    /// Whether others have come to know such an object since the last action.
    spreading: bool,
    /// The places in shared objects that were accessed since the last action.
    accessed: OrdSet<Place>,
    /// The same, before the last action.
    stale: OrdSet<Place>,
    /// What the execution wrote since the last action.
    written: OrdSet<Written>,
    /// What loops have asked of shared places.
    pub(crate) asked: Asked,
    /// Whether anything was accessed that others may change.
    observed: bool,
    /// Whether others were let in since then.
    acted: bool,
    /// Whether the execution has waited for others, or made them wait, since it began.
    waited: bool,
    /// The monitors that were entered by `synchronized` blocks and not left yet.
    held: Vector<Value>,
}

impl Sharing {
    /// Whether others may know an object that was made by the execution or by class initialization.
    pub(crate) fn knows(&self, object: ObjectId) -> bool {
        self.all || self.published.contains(&object) || self.exposed.contains(&object)
    }

    /// Whether others were let in since they came to know this object.
    pub(crate) fn is_exposed(&self, object: ObjectId) -> bool {
        self.exposed.contains(&object) || self.all && self.acted
    }

    /// Whether others were let in since a place of this kind was accessed.
    pub(crate) fn is_stale(&self, place: Place) -> bool {
        self.stale.contains(&place)
    }

    /// Whether others were let in since the execution first looked at anything of theirs.
    pub(crate) fn has_acted(&self) -> bool {
        self.acted
    }

    /// Whether the execution has waited for others since it began, so that a place that it never looked at may not hold any more what it
    /// held at entry.
    pub(crate) fn has_waited(&self) -> bool {
        self.waited
    }

    /// Whether a reference of the input that is read now may name an object that the execution made.
    pub(crate) fn may_have_spread(&self) -> bool {
        self.spread
    }

    /// Whether the execution itself was the last to write a place.
    pub(crate) fn is_own(&self, place: Written) -> bool {
        self.written.contains(&place)
    }

    /// Takes note that others may know an object of the execution from now on.
    pub(crate) fn publish(&mut self, object: ObjectId) {
        self.spreading = true;
        self.published.insert(object);
    }

    /// Takes note that others may have known an object of class initialization since before the execution began.
    pub(crate) fn publish_early(&mut self, object: ObjectId) {
        if self.acted || self.waited {
            self.exposed.insert(object);
        } else {
            self.published.insert(object);
        }
    }

    /// Takes note that others may know any object.
    pub(crate) fn publish_all(&mut self) {
        self.all = true;
    }

    /// Takes note that a shared place was read, in one of these objects.
    pub(crate) fn note_read(&mut self, place: Place, names: &[Named]) {
        self.note_access(place);
        self.asked.note_read(place, names);
    }

    /// Takes note that the execution itself has written a shared place, in one of these objects.
    pub(crate) fn note_write(&mut self, place: Place, names: &[Named], written: Option<Written>) {
        self.note_access(place);
        self.asked.note_write(place, names);
        self.written.extend(written);
    }

    fn note_access(&mut self, place: Place) {
        self.observed = true;
        self.accessed.insert(place);
    }

    /// The execution waits for others, or makes them wait: it sleeps, prints, or takes a monitor. What class initialization made may change
    /// meanwhile, although the execution has looked at nothing yet.
    pub(crate) fn wait_for_others(&mut self) {
        self.waited = true;
        self.exposed = std::mem::take(&mut self.exposed).union(std::mem::take(&mut self.published));
        self.let_others_in();
    }

    /// An action lets others in.
    pub(crate) fn let_others_in(&mut self) {
        if !self.observed {
            return;
        }
        self.acted = true;
        self.spread |= self.all || self.spreading;
        self.exposed = std::mem::take(&mut self.exposed).union(std::mem::take(&mut self.published));
        self.stale = std::mem::take(&mut self.stale).union(std::mem::take(&mut self.accessed));
        self.written.clear();
    }

    /// The monitors that were entered by blocks and not left yet.
    pub(crate) fn held(&self) -> impl Iterator<Item = Value> + '_ {
        self.held.iter().copied()
    }

    /// Enters a monitor of a block.
    pub(crate) fn enter(&mut self, lock: Value) {
        self.held.push_back(lock);
    }

    /// Leaves a monitor of a block.
    pub(crate) fn leave(&mut self, lock: Value) {
        if let Some(last) = self.held.iter().rposition(|held| *held == lock) {
            self.held.remove(last);
        }
    }

    /// Whether a block holds this monitor.
    pub(crate) fn holds(&self, lock: Value) -> bool {
        self.held.contains(&lock)
    }
}
