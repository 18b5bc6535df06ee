//! Lazy initialization (thesis, section 2.1.3 and Figure 2.5).
//!
//! An unknown reference that is dereferenced for the first time names a fresh object, or any object of a fitting type
//! that the input may already name; each is an alternative. Whether it is null is an ordinary condition and decided by the
//! program's own branches. Assumption: with [`Aliasing::Off`], no two references of the input name one object.

use crate::assumptions::{EntryAssumption, violated};
use crate::heap::Target;
use crate::model::{
    Address, Alternative, AtEntry, Choice, Conflict, FieldAtEntry, FieldRead, Guarded, HeapContext, HeapError,
    HeapModel, Named, Names, Undecided, single,
};
use crate::{
    Array, ArrayData, CellDefault, Content, FieldId, Heap, Kind, Object, ObjectId, Provenance, Ref, RefVar,
    TypeConstraint, Value,
};
use clew_term::{Assignment, Evaluator, Sort, Term, TermPool};
use imbl::{OrdMap, Vector};
use std::rc::Rc;

pub(crate) mod elements;
mod entry;

/// Whether two references of the input may name one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aliasing {
    /// They may.
    #[default]
    On,
    /// They never do.
    Off,
}

/// The model that decides an unknown reference where it is dereferenced.
#[derive(Clone, Debug, Default)]
pub struct LazyInitialization {
    /// Whether two references of the input may name one object.
    pub aliasing: Aliasing,
}

/// The object that is named, under this model always one.
pub(crate) fn sole(pool: &TermPool, names: &[Named]) -> Result<ObjectId, HeapError> {
    match names {
        [only] if pool.as_bool(only.guard) == Some(true) => Ok(only.object),
        _ => Err(HeapError::Ambiguous),
    }
}

impl LazyInitialization {
    /// The objects that are known already and that the reference can name.
    fn aliases(&self, cx: &HeapContext<'_>, heap: &Heap, variable: RefVar) -> Vec<ObjectId> {
        if self.aliasing == Aliasing::Off {
            return Vec::new();
        }
        let types = &heap.variable(variable).types;
        heap.candidates()
            .filter(|object| cx.oracle.may_be_inhabited(&heap.object(*object).types.and(types, cx.oracle)))
            .collect()
    }

    /// Makes the reference name a fresh object of the input.
    fn materialize(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        variable: RefVar,
    ) -> Result<Alternative<ObjectId>, HeapError> {
        let info = heap.variable(variable).clone();
        if !cx.oracle.may_be_inhabited(&info.types) {
            return Err(HeapError::NoClass);
        }
        let mut after = heap.clone();
        let content = match info.types.upper.iter().find_map(|ty| cx.oracle.array_element(*ty)) {
            Some(kind) => Content::Array(unknown_array(cx.pool, kind, &info.name)),
            None => Content::Fields { current: Vec::new(), initial: Vec::new() },
        };
        let guard = match &content {
            Content::Array(array) => {
                let zero = cx.pool.bv32(0);
                cx.pool.sge(array.length, zero)
            }
            Content::Fields { .. } => cx.pool.tru(),
        };
        let object = after.reveal(Object {
            types: info.types.clone(),
            provenance: Provenance::Input,
            name: Rc::clone(&info.name),
            content,
        });
        after.bind(variable, object, cx.oracle);
        Ok(Alternative { guard, heap: after, value: object })
    }
}

pub(crate) fn unknown_array(pool: &mut TermPool, kind: Kind, name: &str) -> Array {
    let length = pool.fresh(&format!("{name}.length"), Sort::Bv(32));
    let data = match kind {
        Kind::Ref(_) => ArrayData::Cells {
            constant: OrdMap::new(),
            symbolic: Vector::new(),
            default: CellDefault::Unknown,
            initial: Vector::new(),
        },
        _ => {
            let elements = pool.fresh(name, Sort::Array(kind.map_sort()));
            ArrayData::Map { current: elements, initial: Some(elements) }
        }
    };
    Array { kind, length, data }
}

/// A value of the input that nobody has looked at yet.
fn unknown_value(cx: &mut HeapContext<'_>, heap: &mut Heap, kind: Kind, name: String) -> Value {
    match (kind, kind.unknown(cx.pool, &name)) {
        (_, Some(term)) => Value::Term(term),
        (Kind::Ref(ty), None) => {
            Value::Ref(Ref::Var(unknown_reference(cx, heap, &name, TypeConstraint::subtype_of(ty))))
        }
        (_, None) => Value::Opaque("a value of no kind"),
    }
}

/// A reference of the input with a known type and nothing else known.
fn unknown_reference(cx: &mut HeapContext<'_>, heap: &mut Heap, name: &str, types: TypeConstraint) -> RefVar {
    let non_null = cx.pool.fresh(&format!("{name} != null"), Sort::Bool);
    heap.fresh_variable(Rc::from(name), non_null, types)
}

impl HeapModel for LazyInitialization {
    fn unknown_reference(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &mut Heap,
        name: &str,
        types: TypeConstraint,
    ) -> RefVar {
        unknown_reference(cx, heap, name, types)
    }

    fn names(&self, cx: &mut HeapContext<'_>, heap: &Heap, reference: Ref) -> Result<Names, HeapError> {
        match (known(heap, reference), reference) {
            (Some(Some(object)), _) => Ok(Names::Known(vec![Named { guard: cx.pool.tru(), object }])),
            (None, Ref::Var(variable)) => Ok(Names::Undecided(variable)),
            _ => Err(HeapError::IllTyped),
        }
    }

    fn choices(&self, cx: &mut HeapContext<'_>, _: &Heap, reference: Ref) -> Vec<Choice> {
        vec![Choice { guard: cx.pool.tru(), reference }]
    }

    fn narrow(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        reference: Ref,
        types: TypeConstraint,
    ) -> Result<Alternative<()>, HeapError> {
        let mut after = heap.clone();
        match reference {
            Ref::Object(object) => after.object_mut(object).types = types,
            Ref::Var(variable) => after.constrain_variable(variable, types),
            Ref::Null => {}
        }
        Ok(Alternative { guard: cx.pool.tru(), heap: after, value: () })
    }

    fn learn(&self, _: &mut HeapContext<'_>, _: &mut Heap, _: Term) {}

    fn simplify(&self, _: &mut HeapContext<'_>, _: &Heap, term: Term) -> Term {
        term
    }

    fn fields_at_entry(&self, cx: &mut HeapContext<'_>, heap: &Heap) -> Vec<FieldAtEntry> {
        let inputs = heap.ids().map(|id| heap.object(id)).filter(|object| object.provenance == Provenance::Input);
        let read = inputs.flat_map(|object| match &object.content {
            Content::Fields { initial, .. } => initial.as_slice(),
            Content::Array(_) => &[],
        });
        let guard = cx.pool.tru();
        read.map(|(field, value)| FieldAtEntry { field: *field, guard, value: *value }).collect()
    }

    fn addresses(&self, _: &TermPool, _: &Heap) -> Vec<Address> {
        Vec::new()
    }

    fn violated(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        assumptions: &[EntryAssumption],
        values: &Assignment,
    ) -> Option<Term> {
        let evaluator = Evaluator::new(values.clone());
        violated(&mut entry::Revealed { heap, pool: cx.pool, evaluator }, assumptions)
    }

    fn solve(&self, _: &mut HeapContext<'_>, heap: &Heap, _: &mut Evaluator) -> Result<Heap, Conflict> {
        Ok(heap.clone())
    }

    fn length(&self, cx: &mut HeapContext<'_>, heap: &Heap, names: &[Named]) -> Result<Term, HeapError> {
        let array = sole(cx.pool, names)?;
        heap.object(array).array().map(|array| array.length).ok_or(HeapError::IllTyped)
    }

    fn dereference(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        variable: RefVar,
    ) -> Result<Guarded<ObjectId>, HeapError> {
        if let Target::Object(object) = heap.variable(variable).target {
            return Ok(single(cx.pool, heap.clone(), object));
        }
        let aliases = self.aliases(cx, heap, variable);
        let mut alternatives = match self.materialize(cx, heap, variable) {
            Ok(fresh) => vec![fresh],
            Err(HeapError::NoClass) if !aliases.is_empty() => Vec::new(),
            Err(error) => return Err(error),
        };
        for object in aliases {
            let mut after = heap.clone();
            after.bind(variable, object, cx.oracle);
            alternatives.push(Alternative { guard: cx.pool.tru(), heap: after, value: object });
        }
        Ok(alternatives)
    }

    fn get_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        FieldRead { field, kind, name, at_entry }: FieldRead<'_>,
    ) -> Result<Guarded<Value>, HeapError> {
        let object = sole(cx.pool, names)?;
        let holder = heap.object(object);
        if let Some(value) = holder.field(field) {
            return Ok(single(cx.pool, heap.clone(), value));
        }
        let mut after = heap.clone();
        let value = match holder.provenance {
            Provenance::Input => {
                let name = format!("{}.{name}", holder.name);
                let value = match at_entry {
                    AtEntry::Known(value) => value,
                    any => unknown_value(cx, &mut after, any.kind(kind), name),
                };
                after.object_mut(object).reveal_field(field, value);
                value
            }
            Provenance::New | Provenance::Made | Provenance::Initialization => kind.default_value(cx.pool),
        };
        Ok(single(cx.pool, after, value))
    }

    fn set_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        field: FieldId,
        kind: Kind,
        value: Value,
    ) -> Result<Guarded<()>, HeapError> {
        let stored = kind.stored_value(cx.pool, value);
        let object = sole(cx.pool, names)?;
        let mut after = heap.clone();
        after.object_mut(object).set_field(field, stored);
        Ok(single(cx.pool, after, ()))
    }

    fn get_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        index: Term,
    ) -> Result<Guarded<Value>, HeapError> {
        let array = sole(cx.pool, names)?;
        elements::get(cx, heap, array, index)
    }

    fn set_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        index: Term,
        value: Value,
    ) -> Result<Guarded<()>, HeapError> {
        let array = sole(cx.pool, names)?;
        elements::set(cx, heap, array, index, value)
    }

    fn copy_elements(
        &self,
        _: &mut HeapContext<'_>,
        _: &Heap,
        _: (ObjectId, Term),
        _: (ObjectId, Term),
        _: Term,
    ) -> Option<Alternative<()>> {
        None
    }

    fn copy_array(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        array: ObjectId,
        provenance: Provenance,
    ) -> Result<Alternative<ObjectId>, HeapError> {
        let original = heap.object(array).clone();
        if let Some(Array { data: ArrayData::Cells { default: CellDefault::Unknown, .. }, .. }) = original.array() {
            return Err(HeapError::Opaque("a copy of an array that is not known"));
        }
        let mut after = heap.clone();
        let copy = after.allocate(Object { provenance, name: Rc::from(""), ..original });
        Ok(Alternative { guard: cx.pool.tru(), heap: after, value: copy })
    }

    fn compare(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        left: Ref,
        right: Ref,
    ) -> Result<Alternative<Term>, Undecided> {
        let same = match (known(heap, left), known(heap, right)) {
            _ if left == right => cx.pool.tru(),
            (Some(one), Some(two)) => cx.pool.bool(one == two),
            (None, Some(None)) => is_null(cx.pool, heap, left),
            (Some(None), None) => is_null(cx.pool, heap, right),
            (None, Some(Some(object))) | (Some(Some(object)), None)
                if heap.object(object).provenance == Provenance::New =>
            {
                cx.pool.fls()
            }
            (None, _) | (_, None) => {
                let open = [left, right].into_iter().find(|side| known(heap, *side).is_none());
                match open {
                    Some(Ref::Var(variable)) => return Err(Undecided(variable)),
                    _ => cx.pool.fls(),
                }
            }
        };
        Ok(Alternative { guard: cx.pool.tru(), heap: heap.clone(), value: same })
    }
}

/// What is decided of a reference: nothing, or the object that it names, which is none for `null`.
fn known(heap: &Heap, reference: Ref) -> Option<Option<ObjectId>> {
    match reference {
        Ref::Null => Some(None),
        Ref::Object(object) => Some(Some(object)),
        Ref::Var(variable) => match heap.variable(variable).target {
            Target::Open | Target::NonNull | Target::Named(_) | Target::Same(_) => None,
            Target::Null => Some(None),
            Target::Object(object) => Some(Some(object)),
        },
    }
}

/// A truth value: the reference is null.
pub fn is_null(pool: &mut TermPool, heap: &Heap, reference: Ref) -> Term {
    match reference {
        Ref::Null => pool.tru(),
        Ref::Object(_) => pool.fls(),
        Ref::Var(variable) => {
            let info = heap.variable(variable);
            match info.target {
                Target::NonNull | Target::Object(_) | Target::Same(_) => pool.fls(),
                Target::Null => pool.tru(),
                Target::Open | Target::Named(_) => {
                    let non_null = heap.solver().facts.simplify(pool, info.non_null);
                    pool.not(non_null)
                }
            }
        }
    }
}
