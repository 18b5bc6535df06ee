//! What models read of objects and arrays without taking a step of the program.

use crate::core::Core;
use crate::state::State;
use crate::types::{class_of, heap_field};
use clew_heap::{FieldRead, Guarded, Named, Names, ObjectId, Ref, Value};

impl Core<'_> {
    /// What a field of a known object holds.
    pub(super) fn read(&mut self, state: &State, object: ObjectId, name: &str) -> Option<Guarded<Value>> {
        let names = [Named { guard: self.pool.tru(), object }];
        self.read_at(state, &names, name)
    }

    /// The same, if that is one thing.
    pub(super) fn only(&mut self, state: &State, object: ObjectId, name: &str) -> Option<Value> {
        match self.read(state, object, name)?.as_slice() {
            [only] => Some(only.value),
            _ => None,
        }
    }

    /// What a field of the object holds that a reference names.
    pub(super) fn read_of(&mut self, state: &State, reference: Ref, name: &str) -> Option<Guarded<Value>> {
        let (mut cx, model) = self.heap_context();
        match model.names(&mut cx, &state.heap, reference) {
            Ok(Names::Known(names)) => self.read_at(state, &names, name),
            Ok(Names::Undecided(_)) | Err(_) => None,
        }
    }

    fn read_at(&mut self, state: &State, names: &[Named], name: &str) -> Option<Guarded<Value>> {
        let class = class_of(state.heap.object(names.first()?.object).exact_type()?);
        let field = self.world.field(self.world.instance_field(class, name)?);
        let kind = self.types.kind(&field.descriptor).ok()?;
        let (mut cx, model) = self.heap_context();
        model.get_field(&mut cx, &state.heap, names, FieldRead::new(heap_field(field.id), kind, name)).ok()
    }

    /// What each element of a known array is, if the array has at most this many.
    pub(super) fn elements(&mut self, state: &State, array: ObjectId, most: i32) -> Option<Vec<Guarded<Value>>> {
        let names = [Named { guard: self.pool.tru(), object: array }];
        let (mut cx, model) = self.heap_context();
        let length = model.length(&mut cx, &state.heap, &names).ok()?;
        let length = self.pool.as_i32(length).filter(|length| *length <= most)?;
        (0..length)
            .map(|at| {
                let at = self.pool.bv32(at);
                let (mut cx, model) = self.heap_context();
                model.get_element(&mut cx, &state.heap, &names, at).ok()
            })
            .collect()
    }
}
