//! Objects.

use crate::{Array, TypeConstraint, TypeId, Value};
use clew_base::define_id;
use std::rc::Rc;

define_id! {
    /// An object or array that is known, by the order in which it became known.
    pub struct ObjectId = "o"
}

define_id! {
    /// An instance field, the same in all objects that have it.
    pub struct FieldId = "f"
}

/// Where an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Provenance {
    /// It existed before the execution; what was never looked at is unknown.
    Input,
    /// Class initialization made it; the input may hold references to it.
    Initialization,
    /// Calls made it that stand for what went before the execution; the input may hold references to it.
    Made,
    /// The execution made it; no reference of the input names it.
    New,
}

/// What is inside an object.
#[derive(Clone, Debug)]
pub enum Content {
    /// The fields that were looked at or written, in order of their ids. Of an input object, `initial` holds what those
    /// fields held at entry that were read before they were written.
    Fields {
        /// The values now.
        current: Vec<(FieldId, Value)>,
        /// The values at entry.
        initial: Vec<(FieldId, Value)>,
    },
    /// The elements of an array.
    Array(Array),
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// What is known of its class. Of one that is not of the input, that is exactly one class.
    pub types: TypeConstraint,
    /// Where it comes from.
    pub provenance: Provenance,
    /// How a person would call it, such as `this.first`; empty for new objects.
    pub name: Rc<str>,
    /// What is inside.
    pub content: Content,
}

impl Object {
    /// A new object of a class, all of whose fields hold their defaults.
    pub fn new(class: TypeId, provenance: Provenance) -> Self {
        Self {
            types: TypeConstraint::exactly(class),
            provenance,
            name: Rc::from(""),
            content: Content::Fields { current: Vec::new(), initial: Vec::new() },
        }
    }

    /// The class, if it is settled.
    pub fn exact_type(&self) -> Option<TypeId> {
        self.types.exact()
    }

    /// What a field holds, if it was looked at or written.
    pub fn field(&self, field: FieldId) -> Option<Value> {
        match &self.content {
            Content::Fields { current, .. } => {
                current.binary_search_by_key(&field, |entry| entry.0).ok().map(|at| current[at].1)
            }
            Content::Array(_) => None,
        }
    }

    /// Gives a field of an object under construction its first value.
    pub fn initialize_field(&mut self, field: FieldId, value: Value) {
        self.set_field(field, value);
    }

    /// Writes a field.
    pub(crate) fn set_field(&mut self, field: FieldId, value: Value) {
        if let Content::Fields { current, .. } = &mut self.content {
            put(current, field, value);
        }
    }

    /// Records what a field of an input object held at entry, and so holds now.
    pub(crate) fn reveal_field(&mut self, field: FieldId, value: Value) {
        if let Content::Fields { current, initial } = &mut self.content {
            put(current, field, value);
            put(initial, field, value);
        }
    }

    /// The array inside, if it is one.
    pub fn array(&self) -> Option<&Array> {
        match &self.content {
            Content::Array(array) => Some(array),
            Content::Fields { .. } => None,
        }
    }
}

fn put(fields: &mut Vec<(FieldId, Value)>, field: FieldId, value: Value) {
    match fields.binary_search_by_key(&field, |entry| entry.0) {
        Ok(at) => fields[at].1 = value,
        Err(at) => fields.insert(at, (field, value)),
    }
}
