//! From values for all terms to a heap without choices (`solve` in section 6.2.2 of the thesis).
//!
//! Places at one address are one object, whichever of them is known; what it holds is what the accesses say that the
//! values let happen.

use super::access::Effect;
use super::arrays::slot_of;
use super::{FIRST_MADE, Operation, Place, Slot};
use crate::heap::Source;
use crate::model::Conflict;
use crate::{Array, ArrayData, CellDefault, Content, FieldId, Heap, Kind, ObjectId, Ref, Target, Value};
use clew_base::{Id, OrderedMap};
use clew_term::{Evaluator, Term};
use imbl::{OrdMap, Vector};

/// An object as the values have it.
pub(super) struct Class {
    /// Everything that names it.
    places: Vec<Place>,
    /// The object that stands for it, if one is known.
    object: Option<ObjectId>,
}

/// Values, and the objects that they make of places.
pub(super) struct Solution<'e> {
    pub(super) evaluator: &'e mut Evaluator,
    /// By address.
    classes: OrderedMap<u64, Class>,
    /// The address of every place that is not null.
    pub(super) addresses: OrderedMap<Place, u64>,
}

impl Solution<'_> {
    /// The object that stands for all places at an address, if one is known.
    pub(super) fn object_at(&self, address: u64) -> Option<ObjectId> {
        self.classes.get(&address)?.object
    }

    /// Whether a place is one of those at an address.
    pub(super) fn is_at(&self, place: Place, address: u64) -> bool {
        self.addresses.get(&place) == Some(&address)
    }
}

impl Operation<'_, '_> {
    /// The heap in which these values decide everything that concerns references.
    pub(super) fn solve(mut self, values: &mut Evaluator) -> Result<Heap, Conflict> {
        let mut solution = self.places_under(values);
        let classes: Vec<Vec<Place>> = solution.classes.values().map(|class| class.places.clone()).collect();
        for places in classes.iter().filter(|places| places.len() > 1) {
            self.check(places)?;
            self.check_contents(&mut solution, places)?;
        }
        let mut solved = self.heap.clone();
        self.fill_objects(&mut solution, &mut solved);
        self.bind_inputs(&solution, &mut solved);
        self.bind_choices(&mut solution, &mut solved);
        Ok(solved)
    }

    /// Where every place lies, and which of them are the same.
    pub(super) fn places_under<'e>(&self, values: &'e mut Evaluator) -> Solution<'e> {
        let mut solution =
            Solution { evaluator: values, classes: OrderedMap::default(), addresses: OrderedMap::default() };
        for object in self.heap.ids().filter(|object| !self.state().origins.contains_key(object)) {
            solution.addresses.insert(Place::Made(object), FIRST_MADE + object.index() as u64);
        }
        let published = self.heap.candidates().filter(|object| !self.state().origins.contains_key(object));
        for object in published {
            let class = Class { places: vec![Place::Made(object)], object: Some(object) };
            solution.classes.insert(FIRST_MADE + object.index() as u64, class);
        }
        for (place, address) in self.inputs_under(solution.evaluator) {
            solution.addresses.insert(place, address);
            let known = self.object_at(place);
            let class = solution.classes.entry(address).or_insert(Class { places: Vec::new(), object: None });
            class.places.push(place);
            class.object = self.standing(class.object, known);
        }
        // A reference that was united with another may have become known by an object of its own before.
        for (object, origin) in &self.state().origins {
            let address = solution.addresses.get(&Place::Input(*origin));
            if let Some(class) = address.and_then(|address| solution.classes.get_mut(address)) {
                class.object = self.standing(class.object, Some(*object));
            }
        }
        solution
    }

    /// Which of two objects stands for both.
    fn standing(&self, one: Option<ObjectId>, two: Option<ObjectId>) -> Option<ObjectId> {
        match (one, two) {
            (Some(one), Some(two)) if self.stands_before(two, one) => Some(two),
            (Some(one), _) => Some(one),
            (None, two) => two,
        }
    }

    /// Whether an object stands rather than another for both: it is none of the input, it holds its fields itself, or it was
    /// known before.
    fn stands_before(&self, one: ObjectId, two: ObjectId) -> bool {
        let state = self.state();
        let rank = |object: ObjectId| (state.origins.contains_key(&object), !state.fixed.contains_key(&object), object);
        rank(one) < rank(two)
    }

    /// Makes the objects of each class one, with everything that it holds.
    fn fill_objects(&mut self, solution: &mut Solution<'_>, solved: &mut Heap) {
        let objects: Vec<(u64, ObjectId)> =
            solution.classes.iter().filter_map(|(address, class)| Some((*address, class.object?))).collect();
        for (address, object) in objects {
            let places: Vec<Place> = solution.classes[&address].places.clone();
            let mut types = solved.object(object).types.clone();
            for place in &places {
                types = types.and(self.types_at(self.state().facts.root(*place)), self.cx.oracle);
                if let Some(member) = self.object_at(*place).filter(|member| *member != object) {
                    solved.solver_mut().representatives.insert(member, object);
                }
            }
            // Objects that became known by a reference that was united with another later.
            let joined: Vec<ObjectId> = self.joined(solution, address, object);
            for member in joined {
                solved.solver_mut().representatives.insert(member, object);
            }
            solved.object_mut(object).types = types;
            self.fill(solution, solved, address, object);
        }
        // Made arrays are on the stack too if they hold references and their length is not constant, or many elements were copied.
        for object in self.heap.ids() {
            let address = FIRST_MADE + object.index() as u64;
            let content = solved.object(object).array();
            let stacked =
                content.is_some_and(|array| matches!(array.data, ArrayData::Cells { .. } | ArrayData::Stacked(_)));
            if stacked && !self.state().origins.contains_key(&object) && !solution.classes.contains_key(&address) {
                self.fill(solution, solved, address, object);
            }
        }
    }

    /// The other objects of the input at an address.
    fn joined(&self, solution: &Solution<'_>, address: u64, object: ObjectId) -> Vec<ObjectId> {
        let inputs = self.state().origins.iter().filter(|(_, origin)| solution.is_at(Place::Input(**origin), address));
        inputs.map(|(member, _)| *member).filter(|member| *member != object).collect()
    }

    fn fill(&mut self, solution: &mut Solution<'_>, solved: &mut Heap, address: u64, object: ObjectId) {
        let content = solved.object(object).content.clone();
        let filled = match content {
            Content::Fields { current, initial } => self.filled_fields(solution, address, current, initial),
            Content::Array(array) => Content::Array(self.filled_array(solution, address, object, array)),
        };
        solved.object_mut(object).content = filled;
    }

    fn filled_fields(
        &mut self,
        solution: &mut Solution<'_>,
        address: u64,
        current: Vec<(FieldId, Value)>,
        mut initial: Vec<(FieldId, Value)>,
    ) -> Content {
        let mut now: OrdMap<FieldId, Value> = current.into_iter().collect();
        for entry in &self.state().initial {
            if let Slot::Field(field) = entry.slot
                && solution.is_at(entry.place, address)
                && solution.evaluator.holds(self.cx.pool, entry.guard)
                && !initial.iter().any(|(known, _)| *known == field)
            {
                initial.push((field, entry.value));
                now.insert(field, entry.value);
            }
        }
        for (slot, accesses) in &self.state().stack {
            let Slot::Field(field) = *slot else { continue };
            let latest = accesses.iter().rev().find(|access| {
                solution.is_at(access.place, address) && solution.evaluator.holds(self.cx.pool, access.guard)
            });
            if let Some(Effect::Get(value) | Effect::Set(value)) = latest.map(|access| access.effect) {
                now.insert(field, value);
            }
        }
        initial.sort_by_key(|(field, _)| *field);
        Content::Fields { current: now.into_iter().collect(), initial }
    }

    fn filled_array(&mut self, solution: &mut Solution<'_>, address: u64, object: ObjectId, array: Array) -> Array {
        let writes = self.writes_at(solution, address, &array);
        let data = self.filled_data(solution, (address, object), array.kind, array.data, writes);
        Array { data, ..array }
    }

    /// What the values let be written to the elements of an array, in that order.
    fn writes_at(&mut self, solution: &mut Solution<'_>, address: u64, array: &Array) -> Vec<(Term, Value)> {
        let slot = slot_of(array.kind);
        let mut writes = Vec::new();
        for access in self.state().stack.get(&slot).cloned().unwrap_or_default() {
            if let Some(index) = access.index
                && solution.is_at(access.place, address)
                && solution.evaluator.holds(self.cx.pool, access.guard)
            {
                match access.effect {
                    Effect::Get(_) => {}
                    Effect::Set(value) => writes.push((index, value)),
                    Effect::Copy(range) => {
                        writes.extend(self.written_by(solution, slot, (index, range), array.length));
                    }
                }
            }
        }
        writes
    }

    fn filled_data(
        &mut self,
        solution: &mut Solution<'_>,
        (address, object): (u64, ObjectId),
        kind: Kind,
        data: ArrayData,
        writes: Vec<(Term, Value)>,
    ) -> ArrayData {
        match data {
            ArrayData::Stacked(below) => {
                self.filled_data(solution, (address, object), kind, ArrayData::clone(&below), writes)
            }
            ArrayData::Dense(elements) => ArrayData::Dense(self.written(solution, elements, &writes)),
            ArrayData::Map { current, initial: None } => {
                ArrayData::Map { current: self.stored(current, kind, &writes), initial: None }
            }
            ArrayData::Map { initial: Some(own), .. } => {
                let elements = self.first_base(solution, address, object).unwrap_or(own);
                let current = self.stored(elements, kind, &writes);
                ArrayData::Map { current, initial: Some(elements) }
            }
            ArrayData::Cells { default, .. } => {
                let at_entry = self.references_at_entry(solution, address);
                let references = writes.into_iter().filter_map(|(index, value)| match value {
                    Value::Ref(reference) => Some((index, reference)),
                    Value::Term(_) | Value::Opaque(_) => None,
                });
                let mut symbolic = at_entry.clone();
                symbolic.extend(references);
                let initial = if default == CellDefault::Unknown { at_entry } else { Vector::new() };
                ArrayData::Cells { constant: OrdMap::new(), symbolic, default, initial }
            }
        }
    }

    /// The elements that the values let an array of the input hold at entry, of those that were read.
    pub(super) fn references_at_entry(&mut self, solution: &mut Solution<'_>, address: u64) -> Vector<(Term, Ref)> {
        let mut at_entry = Vector::new();
        for entry in &self.state().initial {
            if let (Slot::References, Some(index), Value::Ref(reference)) = (entry.slot, entry.index, entry.value)
                && solution.is_at(entry.place, address)
                && solution.evaluator.holds(self.cx.pool, entry.guard)
            {
                at_entry.push_back((index, reference));
            }
        }
        at_entry
    }

    /// The elements at entry of the array at an address, by the object that became known first.
    pub(super) fn first_base(&self, solution: &Solution<'_>, address: u64, object: ObjectId) -> Option<Term> {
        let mut members = self.joined(solution, address, object);
        members.push(object);
        members.sort_unstable();
        members.iter().find_map(|member| match self.heap.object(*member).array()?.data {
            ArrayData::Map { initial, .. } => initial,
            ArrayData::Dense(_) | ArrayData::Cells { .. } | ArrayData::Stacked(_) => None,
        })
    }

    fn stored(&mut self, elements: Term, kind: Kind, writes: &[(Term, Value)]) -> Term {
        writes.iter().fold(elements, |elements, (index, value)| match value {
            Value::Term(term) => {
                let stored = kind.narrow(self.cx.pool, *term);
                self.cx.pool.store(elements, &[*index], stored)
            }
            Value::Ref(_) | Value::Opaque(_) => elements,
        })
    }

    fn written(
        &mut self,
        solution: &mut Solution<'_>,
        mut elements: Vector<Value>,
        writes: &[(Term, Value)],
    ) -> Vector<Value> {
        for (index, value) in writes {
            let at = solution.evaluator.value(self.cx.pool, *index).as_i32().and_then(|at| usize::try_from(at).ok());
            if let Some(at) = at.filter(|at| *at < elements.len()) {
                elements.set(at, *value);
            }
        }
        elements
    }

    /// What each choice is.
    fn bind_choices(&mut self, solution: &mut Solution<'_>, solved: &mut Heap) {
        for (variable, info) in self.heap.variables() {
            let Source::Choice(choices) = &info.source else { continue };
            let taken = choices.iter().find(|choice| solution.evaluator.holds(self.cx.pool, choice.guard));
            let target = match taken.map(|choice| choice.reference) {
                None | Some(Ref::Null) => Target::Null,
                Some(Ref::Object(object)) => Target::Object(solved.representative(object)),
                Some(Ref::Var(leaf)) => match solved.variable(leaf).target {
                    Target::Open | Target::NonNull => Target::Same(leaf),
                    settled => settled,
                },
            };
            solved.variable_mut(variable).target = target;
        }
    }

    /// What each reference of the input names.
    fn bind_inputs(&self, solution: &Solution<'_>, solved: &mut Heap) {
        for (variable, info) in self.heap.variables() {
            let is_input = matches!(info.source, Source::Input { address: Some(_) });
            if !is_input || matches!(info.target, Target::Object(_) | Target::Null) {
                continue;
            }
            let address = solution.addresses.get(&Place::Input(variable));
            let target = match address.and_then(|address| solution.classes.get(address)) {
                None => Target::Null,
                Some(Class { object: Some(object), .. }) => Target::Object(*object),
                Some(class) => match class.places.first() {
                    Some(Place::Input(first)) if *first != variable => {
                        // One object satisfies what is known of both.
                        let types = solved.variable(*first).types.and(&info.types, self.cx.oracle);
                        solved.variable_mut(*first).types = types;
                        Target::Same(*first)
                    }
                    _ => Target::NonNull,
                },
            };
            solved.variable_mut(variable).target = target;
        }
    }
}
