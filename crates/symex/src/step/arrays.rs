//! Arrays.

use crate::core::Core;
use crate::enumerate::Enumeration;
use crate::flow::{Found, Step, Stop, advance, heap_cut, known, reference, settled};
use crate::machine::{Guards, Machine};
use crate::state::{State, provenance_of_new};
use crate::touch::{note_read, note_write};
use crate::types::{class_of, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{
    Alternative, Array, ArrayData, Content, Kind, Named, Object, ObjectId, Ref, TypeConstraint, TypeId, TypeOracle,
    Value,
};
use clew_ir::{Expr, Reg};
use clew_term::Term;
use imbl::Vector;
use std::rc::Rc;

/// The greatest length up to which a new array of constant length holds its elements one by one.
const MAX_DENSE_LENGTH: i32 = 1 << 16;

/// The greatest number of arrays that one `multianewarray` makes.
const MAX_NESTED_ARRAYS: usize = 1 << 12;

/// Why not all classes of an array are followed.
const OPEN_ARRAY_CLASS: &str = "the run-time class of an input array";

impl Machine<'_> {
    pub(super) fn new_multi_array(&mut self, mut state: State, dst: Reg, array: &str, lengths: &[Expr]) -> Step {
        let mut terms = Vec::with_capacity(lengths.len());
        for length in lengths {
            let term = known!(state, self.term(&state, length));
            terms.push(term);
        }
        let mut count = 1usize;
        for length in &mut terms[..lengths.len() - 1] {
            let within = Enumeration::up_to(self.options.loop_k, Assumption::ArrayLength);
            let Some(fixed) = self.fixed_number(&state, *length, within) else {
                return Ok(self.enumerate(state, *length, within));
            };
            *length = self.pool.bv32(fixed);
            count = count.saturating_mul(usize::try_from(fixed).unwrap_or(usize::MAX));
        }
        if count > MAX_NESTED_ARRAYS {
            return Err(Stop::unsupported(state, "a multidimensional array of great length"));
        }
        let object = known!(state, self.make_nested(&mut state, array, &terms));
        state.set(dst, Value::Ref(Ref::Object(object)));
        Ok(advance(state))
    }

    /// The arrays that a value may name. Objects that are none have been ruled out by the cast before, as the verifier has seen to.
    fn arrays(&mut self, state: State, value: Value) -> Result<Found<Vec<Named>>, Stop> {
        Ok(match self.names(state, value)? {
            Found::Known(state, mut names) => {
                names.retain(|named| state.heap.object(named.object).array().is_some());
                Found::Known(state, names)
            }
            decided @ Found::Decided(_) => decided,
        })
    }

    pub(super) fn array_length(&mut self, state: State, dst: Reg, array: Reg) -> Step {
        let value = state.get(array);
        let (mut state, names) = settled!(self.arrays(state, value));
        let (mut cx, model) = self.heap_context();
        let length = model.length(&mut cx, &state.heap, &names);
        let length = known!(state, length.map_err(|error| heap_cut(&error)));
        state.set(dst, Value::Term(length));
        Ok(advance(state))
    }

    pub(super) fn array_load(&mut self, state: State, dst: Reg, array: Reg, index: &Expr) -> Step {
        let value = state.get(array);
        let (mut state, names) = settled!(self.arrays(state, value));
        let index = known!(state, self.term(&state, index));
        let touch = self.touch_of_elements(&state, &names);
        if let Some(touch) = touch {
            self.expect_change(&mut state, &names, touch);
        }
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        let read = model.get_element(&mut cx, &heap, &names, index);
        self.complete_on(state, value, &names, read, |state, value| {
            if let Some(touch) = touch {
                note_read(state, &names, touch);
            }
            state.set(dst, value);
        })
    }

    pub(super) fn array_store(&mut self, state: State, array: Reg, index: &Expr, value: &Expr) -> Step {
        let target = state.get(array);
        let (mut state, names) = settled!(self.arrays(state, target));
        for named in &names {
            known!(state, self.note_write(&mut state, named.object));
        }
        let index = known!(state, self.term(&state, index));
        let value = self.eval(&state, value);
        let touch = self.touch_of_elements(&state, &names);
        if self.shares_stores(&state, &names) {
            self.publish(&mut state, value);
        }
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        let written = model.set_element(&mut cx, &heap, &names, index, value);
        self.complete_on(state, target, &names, written, |state, ()| {
            if let Some(touch) = touch {
                note_write(state, &names, touch);
            }
        })
    }

    /// Whether a value may be stored in an array of references: its class must be one of the elements' run-time type.
    pub(super) fn can_store(&mut self, state: State, dst: Reg, array: Reg, value: Reg) -> Step {
        let target = state.get(array);
        let (state, object) = settled!(self.object(state, target));
        let types = state.heap.object(object).types.clone();
        let Some((array_type, element)) = self.array_bound(&types) else {
            return Err(Stop::unsupported(state, "code that is not well typed"));
        };
        if self.takes_all(&types, element) {
            let name = self.types.class(element).name.to_string();
            return self.instance_of(state, dst, value, &name);
        }
        self.decide_array_class(state, object, array_type, element, value)
    }

    /// Takes an input array of references for one of exactly the class that it is declared to have, if that is open; that others
    /// are left out is on record.
    pub(crate) fn settle_array_class(
        &mut self,
        state: &State,
        array: ObjectId,
    ) -> Result<Option<Alternative<()>>, CutReason> {
        let types = state.heap.object(array).types.clone();
        match self.array_bound(&types) {
            Some((declared, element)) if !self.takes_all(&types, element) => {
                self.ledger.record_cut(state, CutReason::Unsupported(OPEN_ARRAY_CLASS.to_owned()));
                self.narrow(state, Ref::Object(array), TypeConstraint::exactly(declared)).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// An input array declared `T[]` is one of exactly that class, or of a subtype's that does not take the value; which
    /// other classes there are is left open, and that is on record.
    fn decide_array_class(
        &mut self,
        state: State,
        array: ObjectId,
        declared: TypeId,
        element: TypeId,
        value: Reg,
    ) -> Step {
        self.ledger.record_cut(&state, CutReason::Unsupported(OPEN_ARRAY_CLASS.to_owned()));
        let array = Ref::Object(array);
        let mut alternatives = vec![known!(state, self.narrow(&state, array, TypeConstraint::exactly(declared)))];
        if let Some(narrower) = self.refusing_array_class(&state, element, value)? {
            alternatives.push(known!(state, self.narrow(&state, array, TypeConstraint::exactly(narrower))));
        }
        Ok(crate::flow::split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {})))
    }
}

impl Core<'_> {
    /// The kind of the elements of an array class.
    pub(crate) fn element_kind_of(&self, array: &str) -> Result<(TypeId, Kind), CutReason> {
        let class = self.load(array)?;
        let kind = self.types.element_kind(&self.world.class(class));
        kind.map(|kind| (type_of(class), kind))
            .ok_or_else(|| CutReason::Unsupported("code that is not well typed".to_owned()))
    }

    /// Makes an array of default elements.
    pub(crate) fn make_array(&mut self, state: &mut State, array: &str, length: Term) -> Result<ObjectId, CutReason> {
        let (ty, kind) = self.element_kind_of(array)?;
        let dense = self.pool.as_i32(length).filter(|length| (0..=MAX_DENSE_LENGTH).contains(length));
        let data = match dense {
            Some(length) => {
                let default = kind.default_value(&mut self.pool);
                ArrayData::Dense(std::iter::repeat_n(default, length as usize).collect())
            }
            None => ArrayData::of_defaults(&mut self.pool, kind)
                .ok_or_else(|| CutReason::Unsupported("code that is not well typed".to_owned()))?,
        };
        Ok(self.allocate_array(state, ty, Array { kind, length, data }))
    }

    /// Makes an array of these elements.
    pub(crate) fn make_array_of(
        &mut self,
        state: &mut State,
        array: &str,
        elements: Vector<Value>,
    ) -> Result<ObjectId, CutReason> {
        let (ty, kind) = self.element_kind_of(array)?;
        let length = self.pool.bv32(elements.len() as i32);
        Ok(self.allocate_array(state, ty, Array { kind, length, data: ArrayData::Dense(elements) }))
    }

    pub(super) fn new_array(&mut self, mut state: State, dst: Reg, array: &str, length: &Expr) -> Step {
        let length = known!(state, self.term(&state, length));
        let object = known!(state, self.make_array(&mut state, array, length));
        state.set(dst, Value::Ref(Ref::Object(object)));
        Ok(advance(state))
    }

    fn make_nested(&mut self, state: &mut State, array: &str, lengths: &[Term]) -> Result<ObjectId, CutReason> {
        let [length, inner @ ..] = lengths else {
            return Err(CutReason::Unsupported("code that is not well typed".to_owned()));
        };
        if inner.is_empty() {
            return self.make_array(state, array, *length);
        }
        let count = self.pool.as_i32(*length).unwrap_or(0);
        let mut elements = Vector::new();
        for _ in 0..count {
            let element = self.make_nested(state, &array[1..], inner)?;
            elements.push_back(Value::Ref(Ref::Object(element)));
        }
        self.make_array_of(state, array, elements)
    }
}

impl Core<'_> {
    /// Adds an array to the heap.
    pub(crate) fn allocate_array(&mut self, state: &mut State, ty: TypeId, array: Array) -> ObjectId {
        let provenance = provenance_of_new(state);
        if let Some(length) = self.pool.as_i32(array.length) {
            state.globals.collection.note_array(length);
        }
        state.heap.allocate(Object {
            types: TypeConstraint::exactly(ty),
            provenance,
            name: Rc::from(""),
            content: Content::Array(array),
        })
    }

    /// Whether an array of this type takes all that its elements' type is said to be: none of a narrower class is meant.
    fn takes_all(&self, types: &TypeConstraint, element: TypeId) -> bool {
        types.exact().is_some() || self.types.is_leaf(element)
    }

    /// The narrowest array type that an array is known to have, with the type of its elements.
    fn array_bound(&self, types: &TypeConstraint) -> Option<(TypeId, TypeId)> {
        let exact = types.exact();
        let bounds = exact.iter().chain(types.upper.iter().rev());
        bounds.copied().find_map(|ty| match self.types.array_element(ty) {
            Some(Kind::Ref(element)) => Some((ty, element)),
            _ => None,
        })
    }

    /// Types that may be subtypes of an element's: those of the program, and two that every JDK has.
    fn subtypes_of_element(&self, element: TypeId) -> Vec<TypeId> {
        if let Some(Kind::Ref(inner)) = self.types.array_element(element) {
            return self.subtypes_of_element(inner).into_iter().filter_map(|ty| self.array_of(ty)).collect();
        }
        let own = self.world.subtypes(class_of(element));
        let library =
            ["java/lang/String", "java/lang/Integer"].into_iter().filter_map(|name| self.world.load(name).ok());
        own.iter().copied().chain(library).map(type_of).collect()
    }

    /// The type of arrays whose elements have a type.
    fn array_of(&self, element: TypeId) -> Option<TypeId> {
        let class = self.types.class(element);
        let name = if class.is_array() { format!("[{}", class.name) } else { format!("[L{};", class.name) };
        self.world.load(&name).ok().map(type_of)
    }

    /// A class of arrays of a subtype of `element` that do not take the value.
    fn refusing_array_class(&mut self, state: &State, element: TypeId, value: Reg) -> Result<Option<TypeId>, Stop> {
        let stored = match known!(state.clone(), reference(state.get(value))) {
            Ref::Object(object) => state.heap.object(object).types.clone(),
            Ref::Var(variable) => state.heap.types_of_variable(variable).clone(),
            Ref::Null => return Ok(None),
        };
        for ty in self.subtypes_of_element(element) {
            let narrower = ty != element && self.types.is_subtype(ty, element);
            if narrower && self.test_type(&stored, ty).0.is_none() {
                return Ok(self.array_of(ty));
            }
        }
        Ok(None)
    }
}
