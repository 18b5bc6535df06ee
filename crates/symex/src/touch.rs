//! Accesses to places that other threads may know, and what calls do to other threads.

use crate::sharing::{Ordered, Place, Written};
use crate::state::State;
use clew_heap::{Kind, Named};
use clew_jvm::Field;

/// An access to a place in an object that other threads may know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub place: Place,
    pub ordered: Ordered,
    /// Whether the place holds references.
    pub holds_references: bool,
}

impl Touch {
    /// An access to a field.
    pub(crate) fn of_field(field: &Field) -> Self {
        let holds_references = field.descriptor.starts_with(['L', '[']);
        Self { place: Place::Field(field.id), ordered: Ordered::of(field), holds_references }
    }

    /// An access to an element of an array.
    pub(crate) fn of_element(kind: Kind) -> Self {
        let holds_references = matches!(kind, Kind::Ref(_));
        Self { place: Place::Elements, ordered: Ordered::No, holds_references }
    }

    /// The same place, accessed in this order.
    pub(crate) fn ordered(self, ordered: Ordered) -> Self {
        Self { ordered, ..self }
    }
}

/// What a call does, besides what its code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    None,
    /// It lets other threads in.
    Action,
    /// It asks the collector to run.
    Collection,
}

/// Who holds a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holding {
    /// The running thread, since a block or method that has not ended.
    Held,
    /// Not the running thread: nobody else knew the object when the method under test was called.
    Free,
    /// The running thread holds it if and only if it did when the method under test was called.
    ByCaller,
    /// That is not known.
    Unknown,
}

/// Takes note of a read of a shared place in one of these objects.
pub(crate) fn note_read(state: &mut State, names: &[Named], touch: Touch) {
    state.globals.threads.sharing.note_read(touch.place, names);
}

/// Takes note of a write to a shared place. Others can see what it leaves there.
pub(crate) fn note_write(state: &mut State, names: &[Named], touch: Touch) {
    let sharing = &mut state.globals.threads.sharing;
    let written = match (names, touch.place) {
        ([only], Place::Field(field)) => Some(Written::Field(only.object, field)),
        _ => None,
    };
    sharing.note_write(touch.place, names, written);
    if touch.ordered == Ordered::Yes {
        sharing.let_others_in();
    }
}
