//! The heap as a persistent value.

use crate::model::Choice;
use crate::solver::SolverState;
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
    pub(crate) source: Source,
}

/// Where a reference that depends on the input comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// The input has it.
    Input {
        /// Where its object lies, a term that the heap solver compares; none under lazy initialization.
        address: Option<Term>,
    },
    /// It is one of several references, exactly one of whose guards holds.
    Choice(Rc<[Choice]>),
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
    /// Null, or this object.
    Named(ObjectId),
    /// The open object that this reference names, which is not null.
    Same(RefVar),
}

/// Objects, and the references of the input that name them.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    objects: Vector<Rc<Object>>,
    variables: Vector<Rc<RefVarInfo>>,
    /// Objects that a reference of the input may name, in the order in which they became known.
    candidates: Vector<ObjectId>,
    solver: Rc<SolverState>,
}

impl Heap {
    /// The heap on which nothing is known.
    pub fn new() -> Self {
        Self::default()
    }

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

    /// Says what a field of an object of the input held at entry, and so holds now.
    pub fn reveal_field(&mut self, object: ObjectId, field: crate::FieldId, value: Value) {
        self.object_mut(object).reveal_field(field, value);
    }

    /// Says of which classes an object is, which follows from what was known of it.
    pub fn settle(&mut self, object: ObjectId, types: TypeConstraint) {
        self.object_mut(object).types = types;
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
        self.add_variable(name, non_null, types, Source::Input { address: None })
    }

    /// Adds a reference that depends on the input.
    pub(crate) fn add_variable(
        &mut self,
        name: Rc<str>,
        non_null: Term,
        types: TypeConstraint,
        source: Source,
    ) -> RefVar {
        let id = RefVar::from_index(self.variables.len());
        self.variables.push_back(Rc::new(RefVarInfo { name, non_null, types, target: Target::Open, source }));
        id
    }

    /// The number of references that depend on the input.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    pub(crate) fn variable_mut(&mut self, variable: RefVar) -> &mut RefVarInfo {
        Rc::make_mut(&mut self.variables[variable.index()])
    }

    pub(crate) fn solver(&self) -> &SolverState {
        &self.solver
    }

    pub(crate) fn solver_mut(&mut self) -> &mut SolverState {
        Rc::make_mut(&mut self.solver)
    }

    /// The object named `id`, which this heap or one it was cloned from gave out.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// The same, to be changed.
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.objects[id.index()])
    }

    /// The object that stands, in a solved heap, for all that are the same as this one.
    pub fn representative(&self, object: ObjectId) -> ObjectId {
        self.solver.representatives.get(&object).copied().unwrap_or(object)
    }

    /// All objects, in the order in which they became known.
    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.objects.len()).map(ObjectId::from_index)
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
            Target::Object(object) | Target::Named(object) => self.object_mut(object).types = types,
            Target::Open | Target::NonNull | Target::Null | Target::Same(_) => {
                self.variable_mut(variable).types = types;
            }
        }
    }

    /// What is known of the class of a reference's object.
    pub fn types_of_variable(&self, variable: RefVar) -> &TypeConstraint {
        let info = self.variable(variable);
        match info.target {
            Target::Object(object) | Target::Named(object) => &self.object(object).types,
            Target::Open | Target::NonNull | Target::Null | Target::Same(_) => &info.types,
        }
    }

    /// Decides that a reference, not null, names `object`; its class is what both constraints allow.
    pub fn bind(&mut self, variable: RefVar, object: ObjectId, oracle: &dyn TypeOracle) {
        let types = self.object(object).types.and(&self.variable(variable).types, oracle);
        self.object_mut(object).types = types;
        self.variable_mut(variable).target = Target::Object(object);
    }

    /// Decides that a reference is null, or that it is not; the path condition says so too.
    pub fn decide_null(&mut self, variable: RefVar, target: Target) {
        self.variable_mut(variable).target = target;
    }

    /// Whether a field was looked at or written.
    pub fn knows_field(&self, object: ObjectId, field: crate::FieldId) -> bool {
        self.field(object, field).is_some() || self.solver.knows_field(object, field)
    }

    /// Decides that a reference, which is a choice between several, is this one of them; `always` is the condition that
    /// always holds. The path condition says so too.
    pub fn choose(&mut self, variable: RefVar, reference: crate::Ref, always: Term) {
        let only = Choice { guard: always, reference };
        let leaf = match reference {
            crate::Ref::Var(leaf) => Some(self.variable(leaf).non_null),
            crate::Ref::Null | crate::Ref::Object(_) => None,
        };
        let info = self.variable_mut(variable);
        match reference {
            crate::Ref::Null => info.target = Target::Null,
            crate::Ref::Object(object) => info.target = Target::Object(object),
            crate::Ref::Var(_) => info.non_null = leaf.unwrap_or(info.non_null),
        }
        if let Source::Choice(choices) = &mut info.source {
            *choices = Rc::from([only]);
        }
    }

    /// What a field of an object holds that no reference of the input may name, if it was looked at or written.
    pub fn field(&self, object: ObjectId, field: crate::FieldId) -> Option<Value> {
        self.object(object).field(field)
    }
}
