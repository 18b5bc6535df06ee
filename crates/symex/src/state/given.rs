//! What objects of the input have from a constructor of the JDK.

use clew_heap::{Kind, Object, ObjectId, Ref, Value};
use clew_jvm::{ClassId, FieldId};
use std::rc::Rc;

/// What a constructor leaves in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// This number, or null.
    Constant(Value),
    /// The object that a static field of the JDK holds.
    Static(ClassId, FieldId),
    /// What it is passed at this position.
    Argument(usize),
    /// The object under construction.
    Itself,
    /// What it makes as this one of several.
    Made(usize),
}

/// What is passed to the constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) kind: Kind,
    pub(crate) may_be_null: bool,
}

/// What a constructor leaves behind.
#[derive(Debug)]
pub(crate) struct Leavings {
    pub(crate) parameters: Vec<Parameter>,
    /// The fields that do not hold their defaults.
    pub fields: Vec<(FieldId, Left)>,
    /// What it makes for each object.
    pub(crate) made: Vec<Object>,
}

impl Leavings {
    pub(crate) fn left_in(&self, field: FieldId) -> Option<Left> {
        self.fields.iter().find(|(known, _)| *known == field).map(|(_, left)| *left)
    }

    /// Whether the constructor can be run with what a test says, if the test gives values for these fields.
    pub(crate) fn has_arguments(&self, listed: &[FieldId]) -> bool {
        let is_listed = |at: usize| listed.iter().any(|field| self.argument_in(*field) == Some(at));
        self.parameters
            .iter()
            .enumerate()
            .all(|(at, parameter)| parameter.may_be_null || !matches!(parameter.kind, Kind::Ref(_)) || is_listed(at))
    }

    /// The fields that hold the same argument as this one.
    pub(crate) fn fields_with(&self, field: FieldId) -> impl Iterator<Item = FieldId> {
        let at = self.argument_in(field);
        let holds = move |other: &&(FieldId, Left)| at.is_some_and(|at| other.1 == Left::Argument(at));
        self.fields.iter().filter(holds).map(|(other, _)| *other)
    }

    /// The position of the argument that a field holds.
    pub(crate) fn argument_in(&self, field: FieldId) -> Option<usize> {
        match self.left_in(field) {
            Some(Left::Argument(at)) => Some(at),
            _ => None,
        }
    }
}

/// What one object of the input has from its base: what was passed to the constructor, and what that made.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) leavings: Rc<Leavings>,
    pub(crate) arguments: Vec<Value>,
    pub(crate) made: Vec<ObjectId>,
}

impl Given {
    /// What a field holds that no static field and no constant of the constructor's code accounts for.
    pub(crate) fn value(&self, object: ObjectId, left: Left) -> Option<Value> {
        match left {
            Left::Constant(_) | Left::Static(..) => None,
            Left::Argument(at) => self.arguments.get(at).copied(),
            Left::Itself => Some(Value::Ref(Ref::Object(object))),
            Left::Made(at) => self.made.get(at).map(|object| Value::Ref(Ref::Object(*object))),
        }
    }

    /// The arguments, each under the fields that hold it.
    pub(crate) fn held_arguments(&self) -> impl Iterator<Item = (FieldId, Value)> {
        let held = |(field, left): &(FieldId, Left)| match left {
            Left::Argument(at) => Some((*field, self.arguments[*at])),
            _ => None,
        };
        self.leavings.fields.iter().filter_map(held)
    }
}
