//! The heap as a persistent value.

use crate::{Object, ObjectId, TypeConstraint, TypeOracle, Value};
use clew_base::{Id, define_id};
use clew_term::Term;
use imbl::Vector;
use std::rc::Rc;

define_id! {
    /// A reference of the input.
    pub struct RefVar = "v"
}

/// What is known of a reference of the input.
#[derive(Clone, Debug)]
pub struct RefVarInfo {
    /// How a person would call it, such as `this.first`.
    pub name: Rc<str>,
    /// A truth value that holds where the reference is not null. It is that way around because a solver's free choice is
    /// `false`, and nothing is the smallest shape.
    pub non_null: Term,
    /// What is known of the object's class, if it is not null.
    pub types: TypeConstraint,
    /// What it names, as far as that is decided.
    pub target: Target,
}

/// What a reference of the input names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Nothing is decided but by the path condition.
    Open,
    /// Not null; the object is not decided.
    NonNull,
    /// `null`.
    Null,
    /// This object.
    Object(ObjectId),
}

/// Objects, and the references of the input that name them.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    objects: Vector<Rc<Object>>,
    variables: Vector<Rc<RefVarInfo>>,
    /// Objects that a reference of the input may name, in the order in which they became known.
    candidates: Vector<ObjectId>,
}

impl Heap {
    /// The heap on which nothing is known.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an object. If `nameable`, unknown references may turn out to name it.
    fn push(&mut self, object: Object) -> ObjectId {
        let id = ObjectId::from_index(self.objects.len());
        self.objects.push_back(Rc::new(object));
        id
    }

    /// Adds an object that no reference of the input names, for now.
    pub fn allocate(&mut self, object: Object) -> ObjectId {
        self.push(object)
    }

    /// Adds an object of the input.
    pub(crate) fn reveal(&mut self, object: Object) -> ObjectId {
        let id = self.push(object);
        self.candidates.push_back(id);
        id
    }

    /// Says that references of the input may name this object, which class initialization made.
    pub fn publish(&mut self, object: ObjectId) {
        if !self.candidates.contains(&object) {
            self.candidates.push_back(object);
        }
    }

    /// The objects that references of the input may name, in the order in which they became known.
    pub fn candidates(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.candidates.iter().copied()
    }

    /// Adds a reference of the input about which only `types` is known.
    pub fn fresh_variable(&mut self, name: Rc<str>, non_null: Term, types: TypeConstraint) -> RefVar {
        let id = RefVar::from_index(self.variables.len());
        self.variables.push_back(Rc::new(RefVarInfo { name, non_null, types, target: Target::Open }));
        id
    }

    /// The object named `id`, which this heap or one it was cloned from gave out.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// The same, to be changed.
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.objects[id.index()])
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// What is known of a reference of the input.
    pub fn variable(&self, variable: RefVar) -> &RefVarInfo {
        &self.variables[variable.index()]
    }

    /// All references of the input.
    pub fn variables(&self) -> impl Iterator<Item = (RefVar, &RefVarInfo)> {
        self.variables.iter().enumerate().map(|(index, info)| (RefVar::from_index(index), &**info))
    }

    /// Narrows what the class of a reference's object can be, where it is decided of the object itself.
    pub fn constrain_variable(&mut self, variable: RefVar, types: TypeConstraint) {
        match self.variables[variable.index()].target {
            Target::Object(object) => self.object_mut(object).types = types,
            Target::Open | Target::NonNull | Target::Null => {
                Rc::make_mut(&mut self.variables[variable.index()]).types = types
            }
        }
    }

    /// What is known of the class of a reference's object.
    pub fn types_of_variable(&self, variable: RefVar) -> &TypeConstraint {
        let info = self.variable(variable);
        match info.target {
            Target::Object(object) => &self.object(object).types,
            Target::Open | Target::NonNull | Target::Null => &info.types,
        }
    }

    /// Decides that a reference, not null, names `object`; its class is what both constraints allow.
    pub fn bind(&mut self, variable: RefVar, object: ObjectId, oracle: &dyn TypeOracle) {
        let types = self.object(object).types.and(&self.variable(variable).types, oracle);
        self.object_mut(object).types = types;
        Rc::make_mut(&mut self.variables[variable.index()]).target = Target::Object(object);
    }

    /// Decides that a reference is null, or that it is not; the path condition says so too.
    pub fn decide_null(&mut self, variable: RefVar, target: Target) {
        Rc::make_mut(&mut self.variables[variable.index()]).target = target;
    }

    /// What a field holds, if it was looked at or written.
    pub fn field(&self, object: ObjectId, field: crate::FieldId) -> Option<Value> {
        self.object(object).field(field)
    }
}
