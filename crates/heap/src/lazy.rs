//! Lazy initialization (thesis, section 2.1.3 and Figure 2.5).
//!
//! An unknown reference that is dereferenced for the first time names a fresh object, or any object of a fitting type
//! that the input may already name; each is an alternative. Whether it is null is an ordinary condition and decided by the
//! program's own branches. Assumption: with [`Aliasing::Off`], no two references of the input name one object.

use crate::heap::Target;
use crate::model::{Alternative, Comparison, Guarded, HeapContext, HeapError, HeapModel};
use crate::{
    Array, ArrayData, CellDefault, Content, FieldId, Heap, Kind, Object, ObjectId, Provenance, Ref, RefVar, Value,
};
use clew_term::{Sort, Term, TermPool};
use imbl::{OrdMap, Vector};
use std::rc::Rc;

mod elements;

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

fn single<T>(pool: &mut TermPool, heap: Heap, value: T) -> Guarded<T> {
    vec![Alternative { guard: pool.tru(), heap, value }]
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
    pub fn materialize(
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

fn unknown_array(pool: &mut TermPool, kind: Kind, name: &str) -> Array {
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
            let non_null = cx.pool.fresh(&format!("{name} != null"), Sort::Bool);
            let types = crate::TypeConstraint::subtype_of(ty);
            Value::Ref(Ref::Var(heap.fresh_variable(Rc::from(name), non_null, types)))
        }
        (_, None) => Value::Opaque("a value of no kind"),
    }
}

impl HeapModel for LazyInitialization {
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
        object: ObjectId,
        field: FieldId,
        kind: Kind,
        name: &str,
    ) -> Result<Guarded<Value>, HeapError> {
        let holder = heap.object(object);
        if let Some(value) = holder.field(field) {
            return Ok(single(cx.pool, heap.clone(), value));
        }
        let mut after = heap.clone();
        let value = match holder.provenance {
            Provenance::Input => {
                let name = format!("{}.{name}", holder.name);
                let value = unknown_value(cx, &mut after, kind, name);
                after.object_mut(object).reveal_field(field, value);
                value
            }
            Provenance::New | Provenance::Initialization => kind.default_value(cx.pool),
        };
        Ok(single(cx.pool, after, value))
    }

    fn set_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        object: ObjectId,
        field: FieldId,
        kind: Kind,
        value: Value,
    ) -> Result<Guarded<()>, HeapError> {
        let stored = match value {
            Value::Term(term) => Value::Term(kind.pass_through(cx.pool, term)),
            Value::Ref(_) | Value::Opaque(_) => value,
        };
        let mut after = heap.clone();
        after.object_mut(object).set_field(field, stored);
        Ok(single(cx.pool, after, ()))
    }

    fn get_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        array: ObjectId,
        index: Term,
    ) -> Result<Guarded<Value>, HeapError> {
        elements::get(cx, heap, array, index)
    }

    fn set_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        array: ObjectId,
        index: Term,
        value: Value,
    ) -> Result<Guarded<()>, HeapError> {
        elements::set(cx, heap, array, index, value)
    }

    fn compare(&self, cx: &mut HeapContext<'_>, heap: &Heap, left: Ref, right: Ref) -> Comparison {
        if left == right {
            return Comparison::Known(cx.pool.tru());
        }
        match (known(heap, left), known(heap, right)) {
            (Some(one), Some(two)) => Comparison::Known(cx.pool.bool(one == two)),
            (None, Some(None)) => Comparison::Known(is_null(cx.pool, heap, left)),
            (Some(None), None) => Comparison::Known(is_null(cx.pool, heap, right)),
            (None, Some(Some(object))) | (Some(Some(object)), None)
                if heap.object(object).provenance == Provenance::New =>
            {
                Comparison::Known(cx.pool.fls())
            }
            (None, _) => Comparison::Undecided(left),
            (_, None) => Comparison::Undecided(right),
        }
    }
}

/// What is decided of a reference: nothing, or the object that it names, which is none for `null`.
fn known(heap: &Heap, reference: Ref) -> Option<Option<ObjectId>> {
    match reference {
        Ref::Null => Some(None),
        Ref::Object(object) => Some(Some(object)),
        Ref::Var(variable) => match heap.variable(variable).target {
            Target::Open | Target::NonNull => None,
            Target::Null => Some(None),
            Target::Object(object) => Some(Some(object)),
        },
    }
}

/// A truth value: the reference is null.
pub fn is_null(pool: &mut TermPool, heap: &Heap, reference: Ref) -> Term {
    match (known(heap, reference), reference) {
        (Some(object), _) => pool.bool(object.is_none()),
        (None, Ref::Var(variable)) => {
            let info = heap.variable(variable);
            if info.target == Target::NonNull {
                return pool.fls();
            }
            let non_null = info.non_null;
            pool.not(non_null)
        }
        (None, _) => pool.bool(reference == Ref::Null),
    }
}
