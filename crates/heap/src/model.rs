//! The operations on a heap whose unknown part may have to be decided.

use crate::assumptions::EntryAssumption;
use crate::{FieldId, Heap, Kind, ObjectId, Provenance, Ref, RefVar, TypeConstraint, TypeId, TypeOracle, Value};
use clew_term::{Assignment, Evaluator, SymbolId, Term, TermPool};
use std::rc::Rc;

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
    /// No known class fits the unknown object.
    NoClass,
    /// The object that is named has to be settled first: what it holds cannot be said of several at once.
    Ambiguous,
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

/// An object that a reference may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The condition under which it does, given that the reference is not null.
    pub guard: Term,
    /// The object.
    pub object: ObjectId,
}

/// The objects that a reference, not null, may name. On every execution of the path exactly one guard holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// They are known.
    Known(Vec<Named>),
    /// What this reference of the input names has to be decided first, by [`HeapModel::dereference`].
    Undecided(RefVar),
}

/// A reference that a reference may be: `null`, an object, or a reference of the input that is no choice itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The condition under which it is.
    pub guard: Term,
    /// That reference.
    pub reference: Ref,
}

/// Where what a reference of the input names lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The reference.
    pub reference: RefVar,
    /// The term.
    pub term: Term,
    /// The one symbol in it. Where it is zero, the address is that of no other reference of which it is zero.
    pub symbol: SymbolId,
    /// Whether the path makes the reference the same as another.
    pub settled: bool,
}

/// Concrete values that a heap cannot have: these references of the input would name one object, and no class satisfies
/// what is known of all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// A condition that every execution satisfies and these values do not.
    pub excluded_by: Term,
}

/// What a field of an object of the input holds at entry, into which nobody has looked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtEntry {
    /// Any value of its type.
    #[default]
    Unknown,
    /// Any reference of this type, which is narrower than the field's.
    Of(TypeId),
    /// This constant, in all objects of the input of which it is read.
    Known(Value),
}

impl AtEntry {
    /// The kind of what a field of this kind may hold at entry.
    pub fn kind(self, declared: Kind) -> Kind {
        match self {
            AtEntry::Of(ty) => Kind::Ref(ty),
            AtEntry::Unknown | AtEntry::Known(_) => declared,
        }
    }
}

/// What a field of an object of the input has held since before the execution.
#[derive(Clone, Copy, Debug)]
pub struct FieldAtEntry {
    /// The field.
    pub field: FieldId,
    /// The condition under which it is this value that it has held.
    pub guard: Term,
    /// The value.
    pub value: Value,
}

/// A field that is read.
#[derive(Clone, Copy, Debug)]
pub struct FieldRead<'n> {
    /// Which.
    pub field: FieldId,
    /// Its kind.
    pub kind: Kind,
    /// Its name, after which a fresh unknown is called.
    pub name: &'n str,
    /// What it holds where nobody has looked.
    pub at_entry: AtEntry,
}

impl<'n> FieldRead<'n> {
    /// A field that may hold anything at entry.
    pub fn new(field: FieldId, kind: Kind, name: &'n str) -> Self {
        Self { field, kind, name, at_entry: AtEntry::Unknown }
    }
}

/// A way to decide the unknown part of a heap.
///
/// Laws, for every operation: the alternatives together stand for every execution that the given heap stands for, as far as
/// the model doesn't say otherwise in its documentation; and no alternative stands for one that the heap does not.
/// A reference that is passed to be followed is not null on any execution of the path. Operations on `names` take what
/// [`HeapModel::names`] gave.
pub trait HeapModel {
    /// A reference of the input with a known type and nothing else known. `name` is what a person would call it.
    fn unknown_reference(&self, cx: &mut HeapContext<'_>, heap: &mut Heap, name: &str, types: TypeConstraint)
    -> RefVar;

    /// The objects that a reference may name.
    fn names(&self, cx: &mut HeapContext<'_>, heap: &Heap, reference: Ref) -> Result<Names, HeapError>;

    /// The references that a reference may be; more than one only if it was read where objects may be the same.
    fn choices(&self, cx: &mut HeapContext<'_>, heap: &Heap, reference: Ref) -> Vec<Choice>;

    /// The objects that a reference of the input can name that is no choice.
    fn dereference(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        variable: RefVar,
    ) -> Result<Guarded<ObjectId>, HeapError>;

    /// What had better be decided before a reference of the input is followed, because so much depends on it; `None` if
    /// nothing has to be. In every alternative what the reference names depends on less.
    fn divide(&self, cx: &mut HeapContext<'_>, heap: &Heap, variable: RefVar) -> Option<Guarded<()>> {
        let _ = (cx, heap, variable);
        None
    }

    /// The ways in which what a reference of the input names can depend on what others name; nothing if it depends on none. In every
    /// alternative it depends on fewer.
    fn split_derived(&self, cx: &mut HeapContext<'_>, heap: &Heap, variable: RefVar) -> Option<Guarded<()>> {
        let _ = (cx, heap, variable);
        None
    }

    /// Whether what a reference of the input names is nothing that others name as well by what they are.
    fn is_independent(&self, heap: &Heap, variable: RefVar) -> bool {
        let _ = (heap, variable);
        true
    }

    /// Decides that a reference of the input, which is independent, names this object, which is none of the input's that are
    /// known so far. The guard is what else follows.
    fn identify(&self, cx: &mut HeapContext<'_>, heap: &Heap, variable: RefVar, object: ObjectId) -> Alternative<()> {
        let mut after = heap.clone();
        after.bind(variable, object, cx.oracle);
        Alternative { guard: cx.pool.tru(), heap: after, value: () }
    }

    /// Narrows what the class of a reference's object can be, if the reference is not null. The guard is what else follows.
    fn narrow(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        reference: Ref,
        types: TypeConstraint,
    ) -> Result<Alternative<()>, HeapError>;

    /// Takes note that an object never changes, in anything that can be told, and that its fields are what it holds by now.
    /// Where two such objects are the same, their contents are equal, term by term as far as both go. The guard is what
    /// else follows.
    fn fix(&self, cx: &mut HeapContext<'_>, heap: &Heap, object: ObjectId, content: Rc<[Term]>) -> Alternative<()> {
        let _ = (object, content);
        Alternative { guard: cx.pool.tru(), heap: heap.clone(), value: () }
    }

    /// What a field holds.
    fn get_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        read: FieldRead<'_>,
    ) -> Result<Guarded<Value>, HeapError>;

    /// Writes a field.
    fn set_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        field: FieldId,
        kind: Kind,
        value: Value,
    ) -> Result<Guarded<()>, HeapError>;

    /// The number of elements of an array.
    fn length(&self, cx: &mut HeapContext<'_>, heap: &Heap, names: &[Named]) -> Result<Term, HeapError>;

    /// What the element at an index within bounds is.
    fn get_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        index: Term,
    ) -> Result<Guarded<Value>, HeapError>;

    /// Writes the element at an index within bounds.
    fn set_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        index: Term,
        value: Value,
    ) -> Result<Guarded<()>, HeapError>;

    /// Copies elements of an array, from an index on, to another array or to another place in the same one; all lie within
    /// bounds, and what the one array holds the other may. All are read before one is written. `None` where they can only be
    /// copied one by one.
    fn copy_elements(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        source: (ObjectId, Term),
        target: (ObjectId, Term),
        length: Term,
    ) -> Option<Alternative<()>>;

    /// A new array of the same class, which is settled, with the same elements.
    fn copy_array(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        array: ObjectId,
        provenance: Provenance,
    ) -> Result<Alternative<ObjectId>, HeapError>;

    /// A condition: two references, each of which may be null, are the same. The guard is what else follows.
    fn compare(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        left: Ref,
        right: Ref,
    ) -> Result<Alternative<Term>, Undecided>;

    /// Takes note of a condition that holds on every execution of the path from now on. What it says of numbers is used to
    /// tell elements of arrays apart, and not to simplify terms.
    fn learn(&self, cx: &mut HeapContext<'_>, heap: &mut Heap, condition: Term);

    /// A term of the same value on every execution of the path, simplified by what was learnt of references.
    fn simplify(&self, cx: &mut HeapContext<'_>, heap: &Heap, term: Term) -> Term;

    /// Where the references of the input lie, as far as that is a question.
    fn addresses(&self, pool: &TermPool, heap: &Heap) -> Vec<Address>;

    /// What fields of objects of the input have held since before the execution, of those that it has looked at.
    fn fields_at_entry(&self, cx: &mut HeapContext<'_>, heap: &Heap) -> Vec<FieldAtEntry>;

    /// A condition that holds on every execution of the path whose heap at entry keeps the assumptions, and that is false
    /// under these values, which satisfy the path; `None` if they keep the assumptions, as far as the heap at entry is known.
    fn violated(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        assumptions: &[EntryAssumption],
        values: &Assignment,
    ) -> Option<Term>;

    /// Which references these values, which satisfy the path, make one though no object has a class that satisfies what is
    /// known of all of them. An exploration may go on from such values, but only for [`HeapModel::solve`] to refuse them.
    fn conflict(&self, cx: &mut HeapContext<'_>, heap: &Heap, values: &mut Evaluator) -> Option<Conflict> {
        let _ = (cx, heap, values);
        None
    }

    /// The heap in which these values decide everything that concerns references: every reference of the input is null,
    /// names an object, is open and not null, or is the same as another that is; no choice is left, and no two objects of
    /// the input are the same.
    fn solve(&self, cx: &mut HeapContext<'_>, heap: &Heap, values: &mut Evaluator) -> Result<Heap, Conflict>;
}

/// This reference of the input has to be decided first: whether it is null, and if not, what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided(pub RefVar);

/// One result, which always holds.
pub(crate) fn single<T>(pool: &TermPool, heap: Heap, value: T) -> Guarded<T> {
    vec![Alternative { guard: pool.tru(), heap, value }]
}
