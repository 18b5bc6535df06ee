//! Objects that the machine makes itself, of which it knows only some fields.

use crate::core::Core;
use crate::state::{State, provenance_of_new};
use crate::types::{heap_field, type_of};
use clew_facts::CutReason;
use clew_heap::{Object, ObjectId, Value};

/// A new object of a class with the values that `known` tells by the names of fields. What the other fields hold is not known,
/// for this reason.
pub(crate) fn partial_object(
    machine: &Core<'_>,
    state: &mut State,
    class: &str,
    why: &'static str,
    known: impl Fn(&str) -> Option<Value>,
) -> Result<ObjectId, CutReason> {
    let class = machine.load(class)?;
    let mut object = Object::new(type_of(class), provenance_of_new(state));
    for field in machine.world.instance_fields(class).iter() {
        let value = known(&machine.world.field(*field).name);
        object.initialize_field(heap_field(*field), value.unwrap_or(Value::Opaque(why)));
    }
    Ok(state.heap.allocate(object))
}
