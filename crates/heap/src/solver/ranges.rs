//! Copies of ranges of elements, as by `System.arraycopy` (thesis, section 6.2.4): their number and target need not be
//! known.
//!
//! A copy is one access of the stack. Who reads an element that it may have written reads, where that is so, the element of the
//! source that the accesses below tell.

use super::access::{Access, Cell, Effect, Found, Initial, Rule};
use super::arrays::slot_of;
use super::solve::Solution;
use super::{Operation, Place, Slot};
use crate::lazy::elements;
use crate::model::{Alternative, HeapError};
use crate::{Array, ArrayData, CellDefault, Content, Kind, Object, ObjectId, Provenance, Ref, Value};
use clew_term::Term;
use imbl::Vector;
use std::rc::Rc;

/// How many copies to one array the stack may hold: what is read above each may be one thing or another.
const MAX_RANGES: usize = 4;

/// How many copies it may hold in all.
const MAX_ALL_RANGES: u32 = 32;

/// Elements beyond are left out of a solved heap, in which no array can be as long.
const MAX_FILLED: i32 = 1 << 16;

/// The elements that a copy writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// Which copy it is.
    number: u32,
    /// The array that they are read from.
    source: ObjectId,
    /// The index of the first there.
    from: Term,
    /// How many they are; `None` if they are all of both arrays.
    pub length: Option<Term>,
}

/// Where in the stack a read begins that is not one of now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below {
    /// Below this copy.
    range: Range,
    /// The condition under which it is read there.
    when: Term,
}

impl Operation<'_, '_> {
    /// Copies elements by an access of the stack, if they can be.
    pub(super) fn copy_elements(
        mut self,
        (source, from): (ObjectId, Term),
        (target, to): (ObjectId, Term),
        length: Term,
    ) -> Option<Alternative<()>> {
        let (read, written) = (self.array_at(source).ok()?, self.array_at(target).ok()?);
        let slot = slot_of(written.kind);
        if !self.takes_a_range(slot, target) || self.state().fixed.contains_key(&target) {
            return None;
        }
        for (object, array) in [(source, read), (target, written)] {
            if !self.elements_are_on_stack(object, &array) && !self.put_on_stack(object, &array) {
                return None;
            }
        }
        self.push_range(slot, (source, from), (self.place_of(target), to), Some(length));
        Some(self.done(()))
    }

    /// A new array with the elements that one on the stack has now.
    pub(super) fn copy_of_stacked(
        mut self,
        original: ObjectId,
        array: Array,
        provenance: Provenance,
    ) -> Result<Alternative<ObjectId>, HeapError> {
        let slot = slot_of(array.kind);
        if !self.takes_a_range(slot, original) {
            return Err(HeapError::Opaque("a copy of an array of which much was copied"));
        }
        let defaults = ArrayData::of_defaults(self.cx.pool, array.kind).ok_or(HeapError::IllTyped)?;
        let data = ArrayData::Stacked(Rc::new(defaults));
        let types = self.heap.object(original).types.clone();
        let content = Content::Array(Array { data, ..array });
        let copy = self.heap.allocate(Object { types, provenance, name: "".into(), content });
        let zero = self.cx.pool.bv32(0);
        self.push_range(slot, (original, zero), (Place::Made(copy), zero), None);
        Ok(self.done(copy))
    }

    fn push_range(
        &mut self,
        slot: Slot,
        (source, from): (ObjectId, Term),
        (place, to): (Place, Term),
        length: Option<Term>,
    ) {
        let state = self.heap.solver_mut();
        state.ranges += 1;
        let range = Range { number: state.ranges, source, from, length };
        let guard = self.cx.pool.tru();
        self.push(slot, Access { place, index: Some(to), guard, effect: Effect::Copy(range) });
    }

    /// Whether one more copy from or to an array may be put on the stack.
    fn takes_a_range(&mut self, slot: Slot, array: ObjectId) -> bool {
        let is_copy = |access: &Access| matches!(access.effect, Effect::Copy(_));
        self.state().ranges < MAX_ALL_RANGES && self.accesses_of(slot, array, is_copy) < MAX_RANGES
    }

    pub(super) fn has_ranges(&self, slot: Slot) -> bool {
        let mut accesses = self.state().stack.get(&slot).into_iter().flatten();
        accesses.any(|access| matches!(access.effect, Effect::Copy(_)))
    }

    /// Whether an access of the stack may have written to an array.
    pub(super) fn may_be_written(&mut self, slot: Slot, array: ObjectId) -> bool {
        self.accesses_of(slot, array, |access| !matches!(access.effect, Effect::Get(_))) > 0
    }

    /// How many accesses of a kind may be to an array.
    fn accesses_of(&mut self, slot: Slot, array: ObjectId, wanted: impl Fn(&Access) -> bool) -> usize {
        let place = self.place_of(array);
        let accesses = self.state().stack.get(&slot).cloned().unwrap_or_default();
        let places = accesses.iter().filter(|access| wanted(access)).map(|access| access.place);
        places
            .filter(|written| {
                let same = self.same(place, *written);
                self.cx.pool.as_bool(same) != Some(false)
            })
            .count()
    }

    /// From now on accesses to the elements of an array that the execution made go through the stack. Whether they can be read
    /// at an index that is not constant: those of arrays that never change need no stack for that.
    fn put_on_stack(&mut self, object: ObjectId, array: &Array) -> bool {
        if let ArrayData::Dense(elements) = &array.data {
            let readable = match array.kind {
                Kind::Ref(_) => elements::MAX_BRANCHED_ELEMENTS,
                _ => elements::MAX_MAPPED_ELEMENTS,
            };
            if elements.len() > readable || elements.iter().any(|element| matches!(element, Value::Opaque(_))) {
                return false;
            }
        }
        if !self.state().fixed.contains_key(&object)
            && let Content::Array(content) = &mut self.heap.object_mut(object).content
        {
            content.data = ArrayData::Stacked(Rc::new(array.data.clone()));
        }
        true
    }

    /// The accesses of a slot, or those below a copy.
    pub(super) fn accesses_below(&self, slot: Slot, below: Option<Below>) -> Vector<Access> {
        let accesses = self.state().stack.get(&slot).cloned().unwrap_or_default();
        match below.and_then(|below| position(&accesses, below.range)) {
            Some(at) => accesses.take(at),
            None => accesses,
        }
    }

    /// The condition that an index is one of so many from the first on. No index is negative, so that the difference to a
    /// greater one is a greater number than there are elements.
    pub(super) fn is_within(&mut self, index: Term, first: Term, length: Option<Term>) -> Term {
        match length {
            Some(length) => {
                let offset = self.cx.pool.sub(index, first);
                self.cx.pool.ult(offset, length)
            }
            None => self.cx.pool.tru(),
        }
    }

    /// What a copy has written to a cell, if under this condition it has. Nothing if it has not, because the source is not as long.
    pub(super) fn copied(
        &mut self,
        cell: Cell,
        copy: &Access,
        range: Range,
        when: Term,
    ) -> Result<Option<Value>, HeapError> {
        let (Some(index), Some(first)) = (cell.index, copy.index) else { return Err(HeapError::IllTyped) };
        let offset = self.cx.pool.sub(index, first);
        let index = self.cx.pool.add(range.from, offset);
        let array = self.array_at(range.source)?;
        if let (Some(at), Some(length)) = (self.cx.pool.as_i32(index), self.cx.pool.as_i32(array.length))
            && !(0..length).contains(&at)
        {
            return Ok(None);
        }
        let rules = self.element_rules(range.source, index, Some(Below { range, when }))?;
        let own = self.first_of(&rules);
        let path = format!("{}[{}]", self.heap.object(range.source).name, self.cx.pool.display(index));
        self.merge(&own, &path, array.kind).map(Some).ok_or(HeapError::Ambiguous)
    }

    /// Adds the rules by which what an array of the input holds at entry was read before. Without copies the reads on the stack tell that;
    /// where there are some, what is read below one was perhaps read above it.
    pub(super) fn rules_at_entry(&mut self, cell: Cell, found: &mut Found) {
        if !self.has_ranges(cell.slot) {
            return;
        }
        let Some(unequal) = found.unequal.clone() else { return };
        for Initial { slot, place, index, guard, value } in self.state().initial.clone() {
            if slot != cell.slot {
                continue;
            }
            let equal = self.is_that_of(cell, &Access { place, index, guard, effect: Effect::Get(value) });
            match self.cx.pool.as_bool(equal) {
                Some(false) => {}
                Some(true) => {
                    found.rules.push(Rule { equal: None, unequal, value });
                    found.unequal = None;
                    return;
                }
                None => found.rules.push(Rule { equal: Some(equal), unequal: unequal.clone(), value }),
            }
        }
    }

    /// The condition under which something is read for the first time: what is read below a copy only where that has written.
    pub(super) fn when_read(&mut self, below: Option<Below>, first: Term) -> Term {
        match below {
            Some(below) => self.and(below.when, first),
            None => first,
        }
    }

    /// The elements that values let a copy write, with their indices.
    pub(super) fn written_by(
        &mut self,
        solution: &mut Solution<'_>,
        slot: Slot,
        (first, range): (Term, Range),
        whole: Term,
    ) -> Vec<(Term, Value)> {
        let length = range.length.unwrap_or(whole);
        let [Some(first), Some(from), Some(length)] =
            [first, range.from, length].map(|term| solution.evaluator.value(self.cx.pool, term).as_i32())
        else {
            return Vec::new();
        };
        let mut written = Vec::new();
        for at in 0..length.min(MAX_FILLED) {
            if let Some(value) = self.element_before(solution, slot, range, from + at) {
                written.push((self.cx.pool.bv32(first + at), value));
            }
        }
        written
    }

    /// What the values let the source of a copy hold before it.
    fn element_before(&mut self, solution: &mut Solution<'_>, slot: Slot, range: Range, at: i32) -> Option<Value> {
        let place = match self.state().origins.get(&range.source) {
            Some(origin) => Place::Input(*origin),
            None => Place::Made(range.source),
        };
        if self.state().fixed.contains_key(&range.source) {
            return self.element_at_bottom(range.source, at);
        }
        let address = *solution.addresses.get(&place)?;
        let when = self.cx.pool.tru();
        for access in self.accesses_below(slot, Some(Below { range, when })).iter().rev() {
            if !solution.is_at(access.place, address) || !solution.evaluator.holds(self.cx.pool, access.guard) {
                continue;
            }
            let first = solution.evaluator.value(self.cx.pool, access.index?).as_i32()?;
            match access.effect {
                Effect::Get(value) | Effect::Set(value) if first == at => return Some(value),
                Effect::Get(_) | Effect::Set(_) => {}
                Effect::Copy(below) => {
                    let length = match below.length {
                        Some(length) => solution.evaluator.value(self.cx.pool, length).as_i32()?,
                        None => i32::MAX,
                    };
                    if first <= at && at - first < length {
                        let from = solution.evaluator.value(self.cx.pool, below.from).as_i32()?;
                        return self.element_before(solution, slot, below, from + (at - first));
                    }
                }
            }
        }
        let object = solution.object_at(address).unwrap_or(range.source);
        match self.array_at(object).ok()?.data {
            ArrayData::Map { initial: Some(own), .. } => {
                let elements = self.first_base(solution, address, object).unwrap_or(own);
                let index = self.cx.pool.bv32(at);
                let stored = self.cx.pool.select(elements, &[index]);
                let kind = self.array_at(object).ok()?.kind;
                Some(Value::Term(kind.widen(self.cx.pool, stored)))
            }
            ArrayData::Cells { default: CellDefault::Unknown, .. } => {
                Some(self.reference_at_entry(solution, address, at))
            }
            _ => self.element_at_bottom(object, at),
        }
    }

    fn element_at_bottom(&mut self, object: ObjectId, at: i32) -> Option<Value> {
        let index = self.cx.pool.bv32(at);
        self.element_in_dictionary(object, index).ok()
    }

    /// What the values let an array of the input hold at entry. What nobody has read is null in every test.
    fn reference_at_entry(&mut self, solution: &mut Solution<'_>, address: u64, at: i32) -> Value {
        let read = self.references_at_entry(solution, address);
        let mut is_here = |index: Term| solution.evaluator.value(self.cx.pool, index).as_i32() == Some(at);
        let found = read.iter().map(|(index, reference)| (*index, *reference)).find(|(index, _)| is_here(*index));
        Value::Ref(found.map_or(Ref::Null, |(_, reference)| reference))
    }
}

/// Where a copy is among the accesses.
fn position(accesses: &Vector<Access>, range: Range) -> Option<usize> {
    accesses.iter().position(|access| matches!(access.effect, Effect::Copy(other) if other.number == range.number))
}
