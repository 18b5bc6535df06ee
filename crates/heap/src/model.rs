//! The operations on a heap whose unknown part may have to be decided.

use crate::{FieldId, Heap, Kind, ObjectId, Ref, RefVar, TypeOracle, Value};
use clew_term::{Term, TermPool};

/// One of the results that an operation can have.
#[derive(Clone, Debug)]
pub struct Alternative<T> {
    /// The condition under which it is this one.
    pub guard: Term,
    /// The heap it leaves behind.
    pub heap: Heap,
    /// The result.
    pub value: T,
}

/// The results that an operation can have. Laws: on every execution the heap stands for, exactly one guard holds; or
/// guards that overlap belong to alternatives that differ in what an unknown reference names.
pub type Guarded<T> = Vec<Alternative<T>>;

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapError {
    /// The access depends on a value that is not known, for the reason given.
    Opaque(&'static str),
    /// An index that is not constant into an array of more references than one can branch over.
    TooManyElements {
        /// The number of elements.
        length: usize,
    },
    /// No class is known of which the unknown object could be.
    NoClass,
    /// The object is not of the shape the operation needs: the program is not well typed.
    IllTyped,
}

/// What an operation works with.
pub struct HeapContext<'a> {
    /// Where terms are made.
    pub pool: &'a mut TermPool,
    /// How types are related.
    pub oracle: &'a dyn TypeOracle,
}

/// A way to decide the unknown part of a heap.
///
/// Laws, for every operation: the alternatives together stand for every execution that the given heap stands for, as far as
/// the model doesn't say otherwise in its documentation; and no alternative stands for one that the heap does not.
/// A reference that is passed is not null on any execution of the path.
pub trait HeapModel {
    /// The objects that a reference of the input can name.
    fn dereference(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        variable: RefVar,
    ) -> Result<Guarded<ObjectId>, HeapError>;

    /// What a field holds. `kind` is the field's, and `name` its name.
    fn get_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        object: ObjectId,
        field: FieldId,
        kind: Kind,
        name: &str,
    ) -> Result<Guarded<Value>, HeapError>;

    /// Writes a field.
    fn set_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        object: ObjectId,
        field: FieldId,
        kind: Kind,
        value: Value,
    ) -> Result<Guarded<()>, HeapError>;

    /// What the element at an index within bounds is.
    fn get_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        array: ObjectId,
        index: Term,
    ) -> Result<Guarded<Value>, HeapError>;

    /// Writes the element at an index within bounds.
    fn set_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        array: ObjectId,
        index: Term,
        value: Value,
    ) -> Result<Guarded<()>, HeapError>;

    /// Whether two references, each of which may be null, are the same.
    fn compare(&self, cx: &mut HeapContext<'_>, heap: &Heap, left: Ref, right: Ref) -> Comparison;
}

/// What comes of comparing two references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They are the same where this holds.
    Known(Term),
    /// This reference has to be decided first: whether it is null, and if not, what it names.
    Undecided(Ref),
}
