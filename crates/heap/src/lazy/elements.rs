//! Array elements under lazy initialization: an index that is not constant is compared with those seen before.

use crate::model::{Alternative, Guarded, HeapContext, HeapError, single};
use crate::{Array, ArrayData, CellDefault, Content, Heap, Kind, ObjectId, Ref, Value};
use clew_term::{Sort, Term, TermPool};
use imbl::{OrdMap, Vector};
use std::rc::Rc;

/// The greatest number of known references over which an index that is not constant branches.
pub(crate) const MAX_BRANCHED_ELEMENTS: usize = 64;

/// The greatest number of known numbers that are turned into a map term for an index that is not constant.
pub(crate) const MAX_MAPPED_ELEMENTS: usize = 8192;

pub(crate) fn array_of(heap: &Heap, array: ObjectId) -> Result<&Array, HeapError> {
    heap.object(array).array().ok_or(HeapError::IllTyped)
}

pub(crate) fn array_mut(heap: &mut Heap, array: ObjectId) -> Result<&mut Array, HeapError> {
    match &mut heap.object_mut(array).content {
        Content::Array(content) => Ok(content),
        Content::Fields { .. } => Err(HeapError::IllTyped),
    }
}

/// What the element at an index within bounds is.
pub(crate) fn get(
    cx: &mut HeapContext<'_>,
    heap: &Heap,
    array: ObjectId,
    index: Term,
) -> Result<Guarded<Value>, HeapError> {
    let content = array_of(heap, array)?.clone();
    let constant = cx.pool.as_i32(index);
    match content.data {
        ArrayData::Dense(elements) => match constant {
            Some(at) => {
                let value = usize::try_from(at).ok().and_then(|at| elements.get(at)).ok_or(HeapError::IllTyped)?;
                Ok(single(cx.pool, heap.clone(), *value))
            }
            None if matches!(content.kind, Kind::Ref(_)) => choose_reference(cx, heap, &elements, index),
            None => {
                let map = map_of(cx.pool, content.kind, &elements)?;
                let stored = cx.pool.select(map, &[index]);
                let value = content.kind.widen(cx.pool, stored);
                Ok(single(cx.pool, heap.clone(), Value::Term(value)))
            }
        },
        ArrayData::Map { current, .. } => {
            let stored = cx.pool.select(current, &[index]);
            let value = content.kind.widen(cx.pool, stored);
            Ok(single(cx.pool, heap.clone(), Value::Term(value)))
        }
        ArrayData::Cells { constant, symbolic, default, .. } => {
            get_cell(cx, heap, array, &Cells { constant, symbolic }, default, index)
        }
        ArrayData::Stacked(_) => Err(HeapError::IllTyped),
    }
}

/// Writes the element at an index within bounds.
pub(crate) fn set(
    cx: &mut HeapContext<'_>,
    heap: &Heap,
    array: ObjectId,
    index: Term,
    value: Value,
) -> Result<Guarded<()>, HeapError> {
    let content = array_of(heap, array)?;
    let kind = content.kind;
    let constant = cx.pool.as_i32(index);
    match (&content.data, constant) {
        (ArrayData::Dense(_), Some(at)) => {
            let stored = kind.stored_value(cx.pool, value);
            let mut after = heap.clone();
            if let ArrayData::Dense(elements) = &mut array_mut(&mut after, array)?.data {
                let at = usize::try_from(at).ok().filter(|at| *at < elements.len()).ok_or(HeapError::IllTyped)?;
                elements.set(at, stored);
            }
            Ok(single(cx.pool, after, ()))
        }
        (ArrayData::Dense(elements), None) if matches!(kind, Kind::Ref(_)) => {
            let cells = cells_of(elements)?;
            let mut sparse = heap.clone();
            array_mut(&mut sparse, array)?.data = cells;
            set(cx, &sparse, array, index, value)
        }
        (ArrayData::Dense(elements), None) => {
            let current = map_of(cx.pool, kind, elements)?;
            let mut mapped = heap.clone();
            array_mut(&mut mapped, array)?.data = ArrayData::Map { current, initial: None };
            set(cx, &mapped, array, index, value)
        }
        (ArrayData::Map { current, .. }, _) => {
            let term = match value {
                Value::Term(term) => term,
                Value::Opaque(why) => return Err(HeapError::Opaque(why)),
                Value::Ref(_) => return Err(HeapError::IllTyped),
            };
            let stored = kind.narrow(cx.pool, term);
            let updated = cx.pool.store(*current, &[index], stored);
            let mut after = heap.clone();
            if let ArrayData::Map { current, .. } = &mut array_mut(&mut after, array)?.data {
                *current = updated;
            }
            Ok(single(cx.pool, after, ()))
        }
        (ArrayData::Cells { constant, symbolic, .. }, _) => {
            let reference = match value {
                Value::Ref(reference) => reference,
                Value::Opaque(why) => return Err(HeapError::Opaque(why)),
                Value::Term(_) => return Err(HeapError::IllTyped),
            };
            let cells = Cells { constant: constant.clone(), symbolic: symbolic.clone() };
            set_cell(cx, heap, array, &cells, index, reference)
        }
        (ArrayData::Stacked(_), _) => Err(HeapError::IllTyped),
    }
}

/// A map term with the same elements.
pub(crate) fn map_of(pool: &mut TermPool, kind: Kind, elements: &Vector<Value>) -> Result<Term, HeapError> {
    if elements.len() > MAX_MAPPED_ELEMENTS {
        return Err(HeapError::TooManyElements { length: elements.len() });
    }
    let sort = kind.map_sort();
    let default = match kind.default_value(pool) {
        Value::Term(term) => kind.narrow(pool, term),
        Value::Ref(_) | Value::Opaque(_) => return Err(HeapError::IllTyped),
    };
    let mut map = pool.const_array(sort, default);
    for (at, element) in elements.iter().enumerate() {
        let term = match element {
            Value::Term(term) => *term,
            Value::Opaque(why) => return Err(HeapError::Opaque(why)),
            Value::Ref(_) => return Err(HeapError::IllTyped),
        };
        let stored = kind.narrow(pool, term);
        if stored != default {
            let index = pool.bv32(at as i32);
            map = pool.store(map, &[index], stored);
        }
    }
    Ok(map)
}

/// Cells with the same elements.
fn cells_of(elements: &Vector<Value>) -> Result<ArrayData, HeapError> {
    if elements.len() > MAX_BRANCHED_ELEMENTS {
        return Err(HeapError::TooManyElements { length: elements.len() });
    }
    let mut constant = OrdMap::new();
    for (at, element) in elements.iter().enumerate() {
        match element {
            Value::Ref(reference) => constant.insert(at as i32, *reference),
            Value::Opaque(why) => return Err(HeapError::Opaque(why)),
            Value::Term(_) => return Err(HeapError::IllTyped),
        };
    }
    Ok(ArrayData::Cells { constant, symbolic: Vector::new(), default: CellDefault::Null, initial: Vector::new() })
}

/// The elements of a dense array of references, each under the condition that the index names it; equal ones together.
fn choose_reference(
    cx: &mut HeapContext<'_>,
    heap: &Heap,
    elements: &Vector<Value>,
    index: Term,
) -> Result<Guarded<Value>, HeapError> {
    let mut results: Guarded<Value> = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        let here = cx.pool.bv32(at as i32);
        let guard = cx.pool.eq(index, here);
        match results.iter().position(|result| result.value == *element) {
            Some(known) => results[known].guard = cx.pool.or(results[known].guard, guard),
            None if results.len() >= MAX_BRANCHED_ELEMENTS => {
                return Err(HeapError::TooManyElements { length: elements.len() });
            }
            None => results.push(Alternative { guard, heap: heap.clone(), value: *element }),
        }
    }
    Ok(results)
}

/// The cells of an array of references that were accessed.
struct Cells {
    constant: OrdMap<i32, Ref>,
    symbolic: Vector<(Term, Ref)>,
}

/// A cell that an index may name: under which condition, and which one.
struct Hit {
    guard: Term,
    index: Term,
    reference: Ref,
}

impl Cells {
    /// The cells an index may name, and the condition under which it names none of them.
    fn hits(&self, pool: &mut TermPool, index: Term) -> (Vec<Hit>, Term) {
        if let Some(reference) = pool.as_i32(index).and_then(|at| self.constant.get(&at).copied()) {
            return (vec![Hit { guard: pool.tru(), index, reference }], pool.fls());
        }
        if let Some((_, reference)) = self.symbolic.iter().find(|(at, _)| *at == index) {
            return (vec![Hit { guard: pool.tru(), index, reference: *reference }], pool.fls());
        }
        let mut hits = Vec::new();
        let mut none = pool.tru();
        let constants: Vec<(Term, Ref)> = match pool.as_i32(index) {
            Some(_) => Vec::new(),
            None => self.constant.iter().map(|(at, reference)| (pool.bv32(*at), *reference)).collect(),
        };
        for (at, reference) in constants.into_iter().chain(self.symbolic.iter().copied()) {
            let guard = pool.eq(index, at);
            let other = pool.not(guard);
            none = pool.and(none, other);
            if pool.as_bool(guard) != Some(false) {
                hits.push(Hit { guard, index: at, reference });
            }
        }
        (hits, none)
    }
}

fn get_cell(
    cx: &mut HeapContext<'_>,
    heap: &Heap,
    array: ObjectId,
    cells: &Cells,
    default: CellDefault,
    index: Term,
) -> Result<Guarded<Value>, HeapError> {
    let (hits, none) = cells.hits(cx.pool, index);
    let mut results: Guarded<Value> = hits
        .into_iter()
        .map(|hit| Alternative { guard: hit.guard, heap: heap.clone(), value: Value::Ref(hit.reference) })
        .collect();
    if cx.pool.as_bool(none) == Some(false) {
        return Ok(results);
    }
    let mut after = heap.clone();
    let reference = match default {
        CellDefault::Null => Ref::Null,
        CellDefault::Unknown => {
            let reference = unknown_element(cx, &mut after, array, index)?;
            put_cell(cx.pool, &mut after, array, index, reference)?;
            if let ArrayData::Cells { initial, .. } = &mut array_mut(&mut after, array)?.data {
                initial.push_back((index, reference));
            }
            reference
        }
    };
    results.push(Alternative { guard: none, heap: after, value: Value::Ref(reference) });
    Ok(results)
}

fn unknown_element(cx: &mut HeapContext<'_>, heap: &mut Heap, array: ObjectId, index: Term) -> Result<Ref, HeapError> {
    let Kind::Ref(ty) = array_of(heap, array)?.kind else { return Err(HeapError::IllTyped) };
    let mut types = crate::TypeConstraint::subtype_of(ty);
    // What is known of the array's class by now is known of the elements too.
    for bound in &heap.object(array).types.upper {
        if let Some(Kind::Ref(element)) = cx.oracle.array_element(*bound) {
            types = types.and(&crate::TypeConstraint::subtype_of(element), cx.oracle);
        }
    }
    let name = format!("{}[{}]", heap.object(array).name, cx.pool.display(index));
    let non_null = cx.pool.fresh(&format!("{name} != null"), Sort::Bool);
    Ok(Ref::Var(heap.fresh_variable(Rc::from(name), non_null, types)))
}

fn put_cell(pool: &TermPool, heap: &mut Heap, array: ObjectId, index: Term, reference: Ref) -> Result<(), HeapError> {
    let ArrayData::Cells { constant, symbolic, .. } = &mut array_mut(heap, array)?.data else {
        return Err(HeapError::IllTyped);
    };
    if let Some(at) = pool.as_i32(index) {
        constant.insert(at, reference);
        return Ok(());
    }
    match symbolic.iter().position(|(at, _)| *at == index) {
        Some(position) => {
            symbolic.set(position, (index, reference));
        }
        None => symbolic.push_back((index, reference)),
    }
    Ok(())
}

fn set_cell(
    cx: &mut HeapContext<'_>,
    heap: &Heap,
    array: ObjectId,
    cells: &Cells,
    index: Term,
    reference: Ref,
) -> Result<Guarded<()>, HeapError> {
    let (hits, none) = cells.hits(cx.pool, index);
    let mut results = Vec::new();
    for hit in hits {
        let mut after = heap.clone();
        put_cell(cx.pool, &mut after, array, hit.index, reference)?;
        results.push(Alternative { guard: hit.guard, heap: after, value: () });
    }
    if cx.pool.as_bool(none) != Some(false) {
        let mut after = heap.clone();
        put_cell(cx.pool, &mut after, array, index, reference)?;
        results.push(Alternative { guard: none, heap: after, value: () });
    }
    Ok(results)
}
