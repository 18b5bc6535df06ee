//! What other threads may change. One thread runs here; where the code itself reckons with others, every proof says so
//! (`single_thread`): where it reads a volatile field of an object of the input once more, and where it enters a monitor after it
//! has looked at what that may guard.

use crate::machine::Machine;
use crate::state::State;
use clew_base::Id;
use clew_facts::Assumption;
use clew_heap::{Named, ObjectId, Provenance, Ref, Value};
use clew_jvm::{Field, FieldId, MethodId};

/// Whether the order in which a field is accessed is visible to other threads.
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

impl Machine<'_> {
    /// Before an access to a field: another thread may have changed a volatile one since the last.
    pub(crate) fn expect_sharing(&mut self, state: &State, names: &[Named], field: FieldId) {
        if state.globals.ordered_accesses.contains(&field) && is_shared(state, names) {
            self.assume_at(state, Assumption::SingleThread);
        }
    }

    /// Before a monitor is entered: another thread may have left it, and changed what was read before.
    pub(super) fn enter_monitor(&mut self, state: &State, lock: Value) {
        let is_own = matches!(lock, Value::Ref(Ref::Object(object))
            if state.heap.object(object).provenance == Provenance::New);
        let is_held = state.frames.iter().any(|frame| {
            let receiver = frame.code.code.body.params.first().and_then(|first| frame.regs.get(first.index()));
            frame.code.method.is_synchronized() && !frame.code.method.is_static() && receiver == Some(&lock)
        });
        if state.globals.has_read_shared && !is_own && !is_held {
            self.assume_at(state, Assumption::SingleThread);
        }
    }

    /// The same for a method that is about to be called.
    pub(super) fn enter_synchronized(&mut self, state: &State, target: MethodId, args: &[Value]) {
        let method = self.world.method(target);
        if let Some(receiver) = args.first().filter(|_| method.is_synchronized() && !method.is_static()) {
            self.enter_monitor(state, *receiver);
        }
    }
}

/// Takes note of an access to a field that was completed.
pub(crate) fn note_sharing(state: &mut State, names: &[Named], field: FieldId, ordered: Ordered) {
    if !is_shared(state, names) {
        return;
    }
    state.globals.has_read_shared = true;
    if ordered == Ordered::Yes {
        state.globals.ordered_accesses.insert(field);
    }
}

/// Whether other threads may know one of the objects.
fn is_shared(state: &State, names: &[Named]) -> bool {
    let is_of_input =
        |object: ObjectId| matches!(state.heap.object(object).provenance, Provenance::Input | Provenance::Made);
    state.begun && names.iter().any(|named| is_of_input(named.object))
}
