//! References of the input: unknown ones, their objects, and what is known of their classes.

use super::{ADDRESS_BITS, Operation, Place};
use crate::heap::Source;
use crate::lazy::unknown_array;
use crate::model::{Alternative, Guarded, HeapError};
use crate::{Array, ArrayData, Content, Object, ObjectId, Provenance, Ref, RefVar, Target, TypeConstraint};
use clew_term::{Sort, Term};
use std::rc::Rc;

impl Operation<'_, '_> {
    /// A reference of the input with a known type and nothing else known.
    pub(super) fn unknown_input(&mut self, name: &str, types: TypeConstraint) -> RefVar {
        let non_null = self.cx.pool.fresh(&format!("{name} != null"), Sort::Bool);
        // Where the symbol is zero, a solver's free choice, the address is no other reference's.
        let offset = self.cx.pool.bv(ADDRESS_BITS, self.heap.variable_count() as u64 + 1);
        let symbol = self.cx.pool.fresh(name, Sort::Bv(ADDRESS_BITS));
        let address = self.cx.pool.add(symbol, offset);
        let variable =
            self.heap.add_variable(Rc::from(name), non_null, types, Source::Input { address: Some(address) });
        self.heap.solver_mut().owners.insert(address, variable);
        variable
    }

    /// Gives a reference of the input, which is no choice, an object: a fresh one, or that of a place known to be the same. If
    /// no object can be made of its type, it names one of those that class initialization made.
    pub(super) fn materialize(mut self, variable: RefVar) -> Result<Guarded<ObjectId>, HeapError> {
        if !matches!(self.heap.variable(variable).source, Source::Input { address: Some(_) }) {
            return Err(HeapError::Ambiguous);
        }
        let root = self.state().facts.root(Place::Input(variable));
        if let Some(object) = self.object_at(root) {
            self.heap.variable_mut(variable).target = Target::Named(object);
            return Ok(vec![self.done(object)]);
        }
        let Place::Input(root) = root else { return Err(HeapError::IllTyped) };
        let types = self.heap.variable(root).types.and(&self.heap.variable(variable).types, self.cx.oracle);
        if !self.cx.oracle.may_be_inhabited(&types) {
            return self.one_of_the_published(variable);
        }
        let name = Rc::clone(&self.heap.variable(variable).name);
        let (content, bases) = self.unknown_content(root, &types, &name);
        let object = self.heap.reveal(Object { types, provenance: Provenance::Input, name, content });
        for known in [variable, root] {
            self.heap.variable_mut(known).target = Target::Named(object);
        }
        let state = self.heap.solver_mut();
        state.origins.insert(object, root);
        state.bases.insert(object, bases);
        Ok(vec![self.done(object)])
    }

    /// What is inside an object of the input; of an array also the elements at entry of those that it may be.
    fn unknown_content(&mut self, root: RefVar, types: &TypeConstraint, name: &str) -> (Content, Rc<[(Term, Term)]>) {
        let Some(kind) = types.upper.iter().find_map(|ty| self.cx.oracle.array_element(*ty)) else {
            return (Content::Fields { current: Vec::new(), initial: Vec::new() }, Rc::from([]));
        };
        let mut array = unknown_array(self.cx.pool, kind, name);
        let zero = self.cx.pool.bv32(0);
        let fact = self.cx.pool.sge(array.length, zero);
        self.also(fact);
        let known: Vec<(ObjectId, Array)> = self
            .heap
            .candidates()
            .filter_map(|object| Some((object, self.heap.object(object).array()?.clone())))
            .filter(|(_, other)| other.kind.map_sort() == kind.map_sort())
            .collect();
        let mut bases = Vec::new();
        for (object, other) in known {
            let place = self.place_of(object);
            let non_null = self.non_null_at(place);
            let same = self.same(Place::Input(root), place);
            let same = self.and(non_null, same);
            if self.cx.pool.as_bool(same) == Some(false) {
                continue;
            }
            array.length = self.cx.pool.ite(same, other.length, array.length);
            if let ArrayData::Map { initial: Some(elements), .. } = other.data {
                bases.push((same, elements));
            }
        }
        (Content::Array(array), bases.into())
    }

    /// A reference that names an object that class initialization made, whichever has a fitting type.
    fn one_of_the_published(self, variable: RefVar) -> Result<Guarded<ObjectId>, HeapError> {
        if self.is_part_of_another(variable) {
            return Err(HeapError::Ambiguous);
        }
        let published: Vec<ObjectId> =
            self.heap.candidates().filter(|object| !self.state().origins.contains_key(object)).collect();
        let mut alternatives = Vec::new();
        for object in published {
            let mut after = self.heap.clone();
            let types = after.object(object).types.and(&after.variable(variable).types, self.cx.oracle);
            if !self.cx.oracle.may_be_inhabited(&types)
                || !self.may_be_same(Place::Made(object), Place::Input(variable))
            {
                continue;
            }
            after.bind(variable, object, self.cx.oracle);
            alternatives.push(Alternative { guard: self.consequences, heap: after, value: object });
        }
        if alternatives.is_empty() { Err(HeapError::NoClass) } else { Ok(alternatives) }
    }

    /// Narrows what is known of the class of a reference's object.
    pub(super) fn narrow(mut self, reference: Ref, types: TypeConstraint) -> Result<Alternative<()>, HeapError> {
        let choices = self.choices(reference);
        let [only] = choices.as_slice() else { return Err(HeapError::Ambiguous) };
        let place = match only.reference {
            Ref::Null => return Ok(self.done(())),
            Ref::Object(object) => {
                self.heap.object_mut(object).types = types;
                self.place_of(object)
            }
            Ref::Var(variable) => {
                self.heap.constrain_variable(variable, types);
                Place::Input(variable)
            }
        };
        self.state_conflicts(place);
        Ok(self.done(()))
    }
}
