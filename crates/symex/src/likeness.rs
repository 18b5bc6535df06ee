//! What an object looks like, as far as it is known without a query.

use crate::flow::object_of;
use crate::state::State;
use clew_heap::{Content, FieldId, ObjectId, Ref, RefVar, TypeId, Value};
use clew_term::{Term, TermPool};

/// The known content of an object and of the objects that it holds. Two objects that look alike may differ in what is not known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Likeness(Option<Look>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Look {
    class: Option<TypeId>,
    fields: Vec<(FieldId, Part)>,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Constant(Term),
    Null,
    Object(Look),
    /// An object that is not looked into.
    Other(Option<TypeId>),
    Unknown,
}

/// How many references are followed from the object.
const DEPTH: usize = 1;

impl Likeness {
    /// What the object looks like that a reference names.
    pub(crate) fn of(pool: &TermPool, state: &State, variable: RefVar) -> Self {
        Self(object_of(state, Ref::Var(variable)).map(|object| look(pool, state, object, DEPTH)))
    }
}

fn look(pool: &TermPool, state: &State, object: ObjectId, depth: usize) -> Look {
    let object = state.heap.object(object);
    let fields = match &object.content {
        Content::Fields { current, .. } => current.as_slice(),
        Content::Array(_) => &[],
    };
    let fields = fields.iter().map(|(field, value)| (*field, part(pool, state, *value, depth))).collect();
    Look { class: object.exact_type(), fields }
}

fn part(pool: &TermPool, state: &State, value: Value, depth: usize) -> Part {
    match value {
        Value::Term(term) if pool.as_const(term).is_some() => Part::Constant(term),
        Value::Term(_) | Value::Opaque(_) => Part::Unknown,
        Value::Ref(Ref::Null) => Part::Null,
        Value::Ref(reference) => match object_of(state, reference) {
            Some(held) if depth > 0 => Part::Object(look(pool, state, held, depth - 1)),
            Some(held) => Part::Other(state.heap.object(held).exact_type()),
            None => Part::Unknown,
        },
    }
}
