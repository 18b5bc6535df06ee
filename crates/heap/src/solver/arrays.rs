//! Elements of arrays (thesis, section 6.2.4): indices play the part that references play for fields.

use super::access::{Access, Cell, Effect, Initial, Rule};
use super::ranges::Below;
use super::{Operation, Place, Slot};
use crate::lazy::elements;
use crate::model::{Alternative, Guarded, HeapError, Named};
use crate::{Array, ArrayData, CellDefault, Content, Kind, Object, ObjectId, Provenance, Ref, TypeConstraint, Value};
use clew_term::Term;

/// The slot of the elements of an array.
pub(super) fn slot_of(kind: Kind) -> Slot {
    match kind {
        Kind::Ref(_) => Slot::References,
        _ => Slot::Numbers,
    }
}

impl Operation<'_, '_> {
    pub(super) fn array_at(&self, object: ObjectId) -> Result<Array, HeapError> {
        self.heap.object(object).array().cloned().ok_or(HeapError::IllTyped)
    }

    /// Whether accesses go through the stack: also of new arrays of references of which the length is not constant.
    pub(super) fn elements_are_on_stack(&self, object: ObjectId, array: &Array) -> bool {
        matches!(array.data, ArrayData::Cells { .. } | ArrayData::Stacked(_))
            || self.is_on_stack(object, slot_of(array.kind))
    }

    /// The number of elements, of whichever array is named.
    pub(super) fn length(mut self, names: &[Named]) -> Result<Term, HeapError> {
        let mut cases = Vec::with_capacity(names.len());
        for named in names {
            cases.push((named.guard, Value::Term(self.array_at(named.object)?.length)));
        }
        match self.merge(&cases, "", Kind::Int) {
            Some(Value::Term(length)) => Ok(length),
            _ => Err(HeapError::IllTyped),
        }
    }

    /// Reads an element of each of the arrays.
    pub(super) fn get_element(mut self, names: &[Named], index: Term) -> Result<Guarded<Value>, HeapError> {
        let Some(first) = names.first() else { return Err(HeapError::IllTyped) };
        let kind = self.array_at(first.object)?.kind;
        let path = format!("{}[{}]", self.heap.object(first.object).name, self.cx.pool.display(index));
        let mut cases = Vec::with_capacity(names.len());
        for named in names {
            let array = self.array_at(named.object)?;
            let rules = self.element_rules(named.object, index, None)?;
            let own = self.first_of(&rules);
            match self.merge(&own, &path, array.kind) {
                Some(value) => {
                    if slot_of(array.kind) == Slot::References && self.elements_are_on_stack(named.object, &array) {
                        self.note_read(named.object, Slot::References, Some(index), &rules, value);
                    }
                    cases.push((named.guard, value));
                }
                None if names.len() == 1 => return Ok(self.merged(own, &path, array.kind)),
                None => return Err(HeapError::Ambiguous),
            }
        }
        Ok(self.merged(cases, &path, kind))
    }

    /// All rules by which an element is read, now or below a copy.
    pub(super) fn element_rules(
        &mut self,
        object: ObjectId,
        index: Term,
        below: Option<Below>,
    ) -> Result<Vec<Rule>, HeapError> {
        let array = self.array_at(object)?;
        if !self.elements_are_on_stack(object, &array) {
            let value = self.element_in_dictionary(object, index)?;
            return Ok(vec![Rule { equal: None, unequal: Vec::new(), value }]);
        }
        let (slot, place) = (slot_of(array.kind), self.place_of(object));
        let cell = Cell { slot, place, index: Some(index) };
        let mut found = self.access_rules(cell, below)?;
        self.rules_at_entry(cell, &mut found);
        if let Some(unequal) = found.unequal.clone() {
            let value = if matches!(place, Place::Made(_)) {
                self.element_in_dictionary(object, index)?
            } else {
                self.published_rules(&mut found, place, |this, published| {
                    match this.element_in_dictionary(published, index) {
                        Ok(value) => Ok(Some(value)),
                        // It has no such element, so it is not the one.
                        Err(HeapError::IllTyped) => Ok(None),
                        Err(error) => Err(error),
                    }
                })?;
                match slot {
                    Slot::References => {
                        let unread = self.none_of(&found.rules);
                        let guard = self.when_read(below, unread);
                        self.unknown_element(object, &array, index, guard)?
                    }
                    Slot::Numbers | Slot::Field(_) => self.number_at_entry(object, &array, index)?,
                }
            };
            found.rules.push(Rule { equal: None, unequal, value });
        }
        Ok(found.rules)
    }

    /// What an element of numbers held at entry: that of whichever array it is, if it was known by another name before.
    fn number_at_entry(&mut self, object: ObjectId, array: &Array, index: Term) -> Result<Value, HeapError> {
        let ArrayData::Map { initial: Some(own), .. } = array.data else { return Err(HeapError::IllTyped) };
        let mut stored = self.cx.pool.select(own, &[index]);
        let bases = self.state().bases.get(&object).cloned();
        // Of several that are the same, the one that became known first tells.
        for (same, elements) in bases.iter().flat_map(|bases| bases.iter().rev()) {
            let there = self.cx.pool.select(*elements, &[index]);
            let same = self.simplify(*same);
            stored = self.cx.pool.ite(same, there, stored);
        }
        Ok(Value::Term(array.kind.widen(self.cx.pool, stored)))
    }

    fn unknown_element(
        &mut self,
        object: ObjectId,
        array: &Array,
        index: Term,
        guard: Term,
    ) -> Result<Value, HeapError> {
        let Kind::Ref(ty) = array.kind else { return Err(HeapError::IllTyped) };
        let mut types = TypeConstraint::subtype_of(ty);
        // What is known of the array's class by now is known of the elements too.
        for bound in &self.heap.object(object).types.upper {
            if let Some(Kind::Ref(element)) = self.cx.oracle.array_element(*bound) {
                types = types.and(&TypeConstraint::subtype_of(element), self.cx.oracle);
            }
        }
        let path = format!("{}[{}]", self.heap.object(object).name, self.cx.pool.display(index));
        let value = Value::Ref(Ref::Var(self.unknown_input(&path, types)));
        let place = self.place_of(object);
        let initial = Initial { slot: Slot::References, place, index: Some(index), guard, value };
        self.heap.solver_mut().initial.push_back(initial);
        Ok(value)
    }

    /// What the object itself says an element is, as far as it is none of the input.
    pub(super) fn element_in_dictionary(&mut self, object: ObjectId, index: Term) -> Result<Value, HeapError> {
        let mut array = self.array_at(object)?;
        let mut heap = self.heap.clone();
        if let ArrayData::Stacked(below) = array.data {
            array.data = ArrayData::clone(&below);
            elements::array_mut(&mut heap, object)?.data = array.data.clone();
        }
        if let ArrayData::Cells { default: CellDefault::Null, .. } = array.data {
            return Ok(Value::Ref(Ref::Null));
        }
        let read = elements::get(self.cx, &heap, object, index)?;
        let cases: Vec<(Term, Value)> = read.into_iter().map(|result| (result.guard, result.value)).collect();
        self.merge(&cases, "", array.kind).ok_or(HeapError::Ambiguous)
    }

    /// Writes an element of an array where its guard holds.
    pub(super) fn set_element(&mut self, named: Named, index: Term, value: Value) -> Result<(), HeapError> {
        let array = self.array_at(named.object)?;
        let value = array.kind.stored_value(self.cx.pool, value);
        if self.elements_are_on_stack(named.object, &array) {
            if let Value::Opaque(why) = value {
                return Err(HeapError::Opaque(why));
            }
            let place = self.place_of(named.object);
            let index = Some(index);
            let access = Access { place, index, guard: named.guard, effect: Effect::Set(value) };
            self.push(slot_of(array.kind), access);
            return Ok(());
        }
        let always = self.cx.pool.as_bool(named.guard) == Some(true);
        let constant = self.cx.pool.as_i32(index).is_some();
        if !constant && matches!(array.kind, Kind::Ref(_)) {
            return self.set_any_element(named, &array, index, value);
        }
        let stored = if always {
            value
        } else {
            let old = self.element_in_dictionary(named.object, index)?;
            self.merge(&[(named.guard, value), (named.guard, old)], "", array.kind).ok_or(HeapError::Ambiguous)?
        };
        let heap = self.heap.clone();
        let mut written = elements::set(self.cx, &heap, named.object, index, stored)?;
        match (written.pop(), written.is_empty()) {
            (Some(only), true) => {
                self.heap = only.heap;
                Ok(())
            }
            _ => Err(HeapError::Ambiguous),
        }
    }

    /// Writes an element of a made array of references, whichever the index names.
    fn set_any_element(&mut self, named: Named, array: &Array, index: Term, value: Value) -> Result<(), HeapError> {
        let ArrayData::Dense(old) = &array.data else { return Err(HeapError::IllTyped) };
        if old.len() > elements::MAX_BRANCHED_ELEMENTS {
            return Err(HeapError::TooManyElements { length: old.len() });
        }
        let mut updated = old.clone();
        for (at, element) in old.iter().enumerate() {
            let here = self.cx.pool.bv32(at as i32);
            let here = self.cx.pool.eq(index, here);
            let guard = self.and(named.guard, here);
            let merged = match self.cx.pool.as_bool(guard) {
                Some(true) => Some(value),
                Some(false) => Some(*element),
                None => self.merge(&[(guard, value), (guard, *element)], "", array.kind),
            };
            updated.set(at, merged.ok_or(HeapError::Ambiguous)?);
        }
        if let Content::Array(array) = &mut self.heap.object_mut(named.object).content {
            array.data = ArrayData::Dense(updated);
        }
        Ok(())
    }

    /// A new array with the same elements.
    pub(super) fn copy_array(
        mut self,
        original: ObjectId,
        provenance: Provenance,
    ) -> Result<Alternative<ObjectId>, HeapError> {
        let array = self.array_at(original)?;
        let on_stack = self.elements_are_on_stack(original, &array);
        let slot = slot_of(array.kind);
        let is_itself = |data: &ArrayData| {
            !matches!(data, ArrayData::Cells { default: CellDefault::Unknown, .. } | ArrayData::Stacked(_))
        };
        let data = match slot {
            _ if !on_stack => array.data.clone(),
            Slot::Numbers if !self.has_ranges(slot) => {
                ArrayData::Map { current: self.numbers_now(original, &array)?, initial: None }
            }
            Slot::References if is_itself(&array.data) && !self.may_be_written(slot, original) => array.data.clone(),
            _ => return self.copy_of_stacked(original, array, provenance),
        };
        let types = self.heap.object(original).types.clone();
        let content = Content::Array(Array { data, ..array });
        let copy = self.heap.allocate(Object { types, provenance, name: "".into(), content });
        Ok(self.done(copy))
    }

    /// All elements of an array of numbers that is on the stack, as a map.
    fn numbers_now(&mut self, object: ObjectId, array: &Array) -> Result<Term, HeapError> {
        let kind = array.kind;
        let mut current = match &array.data {
            ArrayData::Map { current, initial } => initial.unwrap_or(*current),
            ArrayData::Dense(elements) => elements::map_of(self.cx.pool, kind, elements)?,
            ArrayData::Cells { .. } | ArrayData::Stacked(_) => return Err(HeapError::IllTyped),
        };
        let bases = self.state().bases.get(&object).cloned();
        for (same, elements) in bases.iter().flat_map(|bases| bases.iter().rev()) {
            let same = self.simplify(*same);
            current = self.cx.pool.ite(same, *elements, current);
        }
        let place = self.place_of(object);
        if let Place::Input(_) = place {
            let published: Vec<ObjectId> =
                self.heap.candidates().filter(|object| !self.state().origins.contains_key(object)).collect();
            for object in published {
                let same = self.same(place, Place::Made(object));
                if self.cx.pool.as_bool(same) == Some(false) {
                    continue;
                }
                let elements = match &self.array_at(object)?.data {
                    ArrayData::Dense(elements) => elements::map_of(self.cx.pool, kind, elements)?,
                    ArrayData::Map { current, .. } => *current,
                    ArrayData::Cells { .. } | ArrayData::Stacked(_) => return Err(HeapError::IllTyped),
                };
                current = self.cx.pool.ite(same, elements, current);
            }
        }
        for access in self.state().stack.get(&Slot::Numbers).cloned().unwrap_or_default() {
            let same = self.same(place, access.place);
            let here = self.and(same, access.guard);
            if self.cx.pool.as_bool(here) == Some(false) {
                continue;
            }
            let (Effect::Set(Value::Term(value)), Some(index)) = (access.effect, access.index) else {
                return Err(HeapError::IllTyped);
            };
            let new = kind.narrow(self.cx.pool, value);
            let old = self.cx.pool.select(current, &[index]);
            let stored = self.cx.pool.ite(here, new, old);
            current = self.cx.pool.store(current, &[index], stored);
        }
        Ok(current)
    }
}
