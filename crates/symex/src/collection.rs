//! What the garbage collector may have done: clear references, put them into queues, run finalizers.

use clew_heap::ObjectId;
use imbl::OrdSet;

/// How many bytes an execution may allocate before the collector is reckoned with in what is predicted of it.
const MUCH: u64 = 1 << 20;

/// What the collector may have done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collection {
    /// The bytes that new arrays take, roughly.
    allocated: u64,
    /// Whether the collector was asked to run.
    requested: bool,
    /// Whether finalizers may run that come with the program.
    finalizers: bool,
    /// The references that were found to be there still since the collector was last asked to run.
    survivors: OrdSet<ObjectId>,
    /// The references whose objects were asked for.
    asked: OrdSet<ObjectId>,
}

impl Collection {
    /// The collector is asked to run.
    pub(crate) fn request(&mut self) {
        self.requested = true;
        self.finalizers = true;
        self.survivors.clear();
    }

    /// Whether it may have run on the machine that replays a test, so that nothing that depends on it can be predicted.
    pub(crate) fn may_have_run(&self) -> bool {
        self.requested || self.allocated > MUCH
    }

    /// Takes note of a new array of this many elements.
    pub(crate) fn note_array(&mut self, length: i32) {
        let bytes = u64::try_from(length).unwrap_or(0).saturating_mul(8);
        self.allocated = self.allocated.saturating_add(bytes);
    }

    /// Takes note that an object was made that has a finalizer.
    pub(crate) fn note_finalizer(&mut self) {
        self.finalizers = true;
    }

    /// Whether finalizers of the program may run.
    pub(crate) fn has_finalizers(&self) -> bool {
        self.finalizers
    }

    /// Whether a reference was found to be there still.
    pub(crate) fn has_survived(&self, reference: ObjectId) -> bool {
        self.survivors.contains(&reference)
    }

    /// Takes note that a reference is there still.
    pub(crate) fn survives(&mut self, reference: ObjectId) {
        self.survivors.insert(reference);
    }

    /// Whether the object of a reference was asked for before.
    pub(crate) fn was_asked(&self, reference: ObjectId) -> bool {
        self.asked.contains(&reference)
    }

    /// Takes note that the object of a reference is asked for.
    pub(crate) fn ask(&mut self, reference: ObjectId) {
        self.asked.insert(reference);
    }
}
