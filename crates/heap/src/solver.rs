//! The heap solver (thesis, chapter 6): what a reference may name stays inside the values that are read.
//!
//! The heap of the thesis is ⟨S, N, RC⟩. Here S, the stack of accesses to objects that the execution did not make, is kept
//! in one part for each field and for the elements of arrays ([`Slot`]); N, the dictionary of made objects, are the
//! [`crate::Object`]s themselves; RC, the disequalities of references, is among the facts that the path has taught
//! ([`crate::HeapModel::learn`]), together with the equalities, which the thesis leaves to unification.
//!
//! A reference of the input, if it is not null, lies at an *address*; whether two of them name one object is an equation
//! of addresses, an ordinary term. What is read is a choice by such terms between what was written and read before: a
//! number is an `ite` term, a reference is a list of guarded references, none of which is a choice itself. So a solver for
//! terms decides everything in the end, and what is known already is used at once, forwards and backwards.
//!
//! Beyond the text of the thesis: objects of class initialization that the input may name are at the bottom of the stack; a
//! reference that is read may name made objects and input objects at once, so reads and writes go to both parts under
//! their guards (weak updates); types that exclude each other make references differ, which is stated as soon as values
//! break it.
//!
//! Assumptions: `same` and what is built on it speak of references that are not null. What an operation finds out besides
//! its result is the guard of the alternative that it gives, and has to become part of the path.

use crate::assumptions::EntryAssumption;
use crate::heap::Source;
use crate::model::{
    Address, Alternative, Choice, Conflict, FieldAtEntry, FieldRead, Guarded, HeapContext, HeapError, HeapModel, Named,
    Names, Undecided,
};
use crate::{Aliasing, FieldId, Heap, Kind, ObjectId, Provenance, Ref, RefVar, Target, TypeConstraint, Value};
use clew_base::Id;
use clew_term::{Assignment, Evaluator, Term, TermPool};
use imbl::{OrdMap, OrdSet, Vector};
use std::cell::RefCell;
use std::rc::Rc;

mod access;
mod arrays;
mod conflicts;
mod domain;
mod entry;
mod facts;
mod fixed;
mod inputs;
mod learn;
mod memo;
mod merge;
mod normal;
mod ranges;
mod references;
mod solve;

pub use access::{Initial, Rule};

/// Bits of an address: enough for every object that fits into memory, and no width that Java's values have.
pub const ADDRESS_BITS: u8 = 24;

/// The address of the first object that the execution knows as such; those of the input lie below.
const FIRST_MADE: u64 = 1 << (ADDRESS_BITS - 1);

/// The object that the execution knows as such and whose address this is, if it is one's.
pub fn object_at_address(address: u64) -> Option<ObjectId> {
    Some(ObjectId::from_index(usize::try_from(address.checked_sub(FIRST_MADE)?).ok()?))
}

/// What can be the same as another: where a reference of the input leads, or a known object that is not of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// An object that the execution or class initialization made.
    Made(ObjectId),
    /// What this reference of the input names if it is not null.
    Input(RefVar),
}

/// A part of the stack of accesses: accesses of different slots have nothing to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A field.
    Field(FieldId),
    /// The elements of arrays of numbers.
    Numbers,
    /// The elements of arrays of references.
    References,
}

/// What the solver knows beyond objects and references.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverState {
    /// S: the latest access of each slot is the last.
    stack: OrdMap<Slot, Vector<access::Access>>,
    /// How many ranges of elements were copied through the stack.
    ranges: u32,
    /// What was read that the input has held since before the execution, in the order in which it was read.
    initial: Vector<Initial>,
    /// What the path has taught of references.
    pub(crate) facts: facts::Facts,
    /// The reference of the input that owns each address.
    owners: OrdMap<Term, RefVar>,
    /// Derived references, and those of which they are made.
    parts: OrdSet<RefVar>,
    /// The reference by which each object of the input became known.
    origins: OrdMap<ObjectId, RefVar>,
    /// Objects that hold their fields themselves because these never change, each with the terms that tell what it is.
    fixed: OrdMap<ObjectId, Rc<[Term]>>,
    /// For each array of numbers of the input: the elements at entry of those known before, each with the condition that
    /// it is the same.
    bases: OrdMap<ObjectId, Rc<[(Term, Term)]>>,
    /// Of a solved heap: the object that stands for each that is the same.
    pub(crate) representatives: OrdMap<ObjectId, ObjectId>,
}

impl SolverState {
    /// Whether a field of an object was read or written through the stack.
    pub(crate) fn knows_field(&self, object: ObjectId, field: FieldId) -> bool {
        let Some(origin) = self.origins.get(&object) else { return false };
        let place = self.facts.root(Place::Input(*origin));
        let accesses = self.stack.get(&Slot::Field(field));
        accesses.is_some_and(|list| list.iter().any(|access| self.facts.root(access.place) == place))
    }
}

/// The model that leaves it to the values what references name.
#[derive(Clone, Debug, Default)]
pub struct HeapSolver {
    aliasing: Aliasing,
    memo: RefCell<memo::MemoTable>,
}

/// An operation at work on a heap of its own.
struct Operation<'a, 'b> {
    cx: &'a mut HeapContext<'b>,
    heap: Heap,
    aliasing: Aliasing,
    /// What was worked out before.
    memo: &'a RefCell<memo::MemoTable>,
    /// What was found to hold on every execution of the path.
    consequences: Term,
    /// The places whose equations are being taken apart.
    taken_apart: Vec<(Place, Place)>,
}

impl<'a, 'b> Operation<'a, 'b> {
    fn new(model: &'a HeapSolver, cx: &'a mut HeapContext<'b>, heap: &Heap) -> Self {
        let consequences = cx.pool.tru();
        Self {
            cx,
            heap: heap.clone(),
            aliasing: model.aliasing,
            memo: &model.memo,
            consequences,
            taken_apart: Vec::new(),
        }
    }

    /// The result, under what was found out.
    fn done<T>(self, value: T) -> Alternative<T> {
        Alternative { guard: self.consequences, heap: self.heap, value }
    }

    fn also(&mut self, fact: Term) {
        self.consequences = self.cx.pool.and(self.consequences, fact);
    }

    fn state(&self) -> &SolverState {
        self.heap.solver()
    }

    fn simplify(&mut self, term: Term) -> Term {
        self.heap.solver().facts.simplify(self.cx.pool, term)
    }

    fn simplify_guard(&mut self, guard: Term) -> Term {
        self.heap.solver().facts.simplify_guard(self.cx.pool, guard)
    }

    fn not(&mut self, term: Term) -> Term {
        self.cx.pool.not(term)
    }

    fn and(&mut self, one: Term, two: Term) -> Term {
        self.cx.pool.and(one, two)
    }

    /// The results of an operation on each of the objects a reference may name, as one, or one for each case.
    fn merged(mut self, cases: Vec<(Term, Value)>, name: &str, kind: Kind) -> Guarded<Value> {
        if let Some(value) = self.merge(&cases, name, kind) {
            return vec![self.done(value)];
        }
        let mut rest = self.consequences;
        let mut alternatives = Vec::with_capacity(cases.len());
        let last = cases.len() - 1;
        for (at, (guard, value)) in cases.into_iter().enumerate() {
            let here = if at == last { rest } else { self.cx.pool.and(rest, guard) };
            let other = self.cx.pool.not(guard);
            rest = self.cx.pool.and(rest, other);
            alternatives.push(Alternative { guard: here, heap: self.heap.clone(), value });
        }
        alternatives
    }
}

impl HeapSolver {
    /// A solver; `aliasing` says whether two references of the input may name one object.
    pub fn new(aliasing: Aliasing) -> Self {
        Self { aliasing, memo: RefCell::default() }
    }

    /// The rules by which a field of an object is read now (ψ in section 6.2.2), the latest access first.
    ///
    /// # Errors
    /// As [`HeapModel::get_field`].
    pub fn field_rules(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        object: ObjectId,
        field: FieldId,
        kind: Kind,
    ) -> Result<Vec<Rule>, HeapError> {
        Operation::new(self, cx, heap).field_rules(object, FieldRead::new(field, kind, ""))
    }

    /// The rules by which an element of an array is read now (section 6.2.4), the latest access first.
    ///
    /// # Errors
    /// As [`HeapModel::get_element`].
    pub fn element_rules(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        array: ObjectId,
        index: Term,
    ) -> Result<Vec<Rule>, HeapError> {
        Operation::new(self, cx, heap).element_rules(array, index, None)
    }

    /// A condition: two places of which neither is null are the same. What else follows is the alternative's guard.
    pub fn same(&self, cx: &mut HeapContext<'_>, heap: &Heap, one: Place, two: Place) -> Alternative<Term> {
        let mut operation = Operation::new(self, cx, heap);
        let same = operation.same(one, two);
        operation.done(same)
    }

    /// The values that a term can have, as far as the path knows, in the order in which they occur in it; `None` if they
    /// are not a few constants (`dom` in the thesis).
    pub fn domain(&self, cx: &mut HeapContext<'_>, heap: &Heap, term: Term) -> Option<Vec<clew_term::Value>> {
        let known = heap.solver().facts.simplify_guard(cx.pool, term);
        domain::domain(cx.pool, known)
    }

    /// What was read that the input has held since before the execution, in the order in which it was read.
    pub fn initial<'h>(&self, heap: &'h Heap) -> impl Iterator<Item = &'h Initial> {
        heap.solver().initial.iter()
    }
}

impl HeapModel for HeapSolver {
    fn unknown_reference(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &mut Heap,
        name: &str,
        types: TypeConstraint,
    ) -> RefVar {
        let mut operation = Operation::new(self, cx, heap);
        let variable = operation.unknown_input(name, types);
        *heap = operation.heap;
        variable
    }

    fn names(&self, cx: &mut HeapContext<'_>, heap: &Heap, reference: Ref) -> Result<Names, HeapError> {
        Operation::new(self, cx, heap).names(reference)
    }

    fn choices(&self, cx: &mut HeapContext<'_>, heap: &Heap, reference: Ref) -> Vec<Choice> {
        Operation::new(self, cx, heap).choices(reference)
    }

    fn dereference(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        variable: RefVar,
    ) -> Result<Guarded<ObjectId>, HeapError> {
        if let Target::Object(object) | Target::Named(object) = heap.variable(variable).target {
            return Ok(crate::model::single(cx.pool, heap.clone(), object));
        }
        Operation::new(self, cx, heap).materialize(variable)
    }

    fn divide(&self, cx: &mut HeapContext<'_>, heap: &Heap, variable: RefVar) -> Option<Guarded<()>> {
        Operation::new(self, cx, heap).divide(variable, merge::MAX_ADDRESS_SIZE)
    }

    fn split_derived(&self, cx: &mut HeapContext<'_>, heap: &Heap, variable: RefVar) -> Option<Guarded<()>> {
        Operation::new(self, cx, heap).divide(variable, 0)
    }

    fn is_independent(&self, heap: &Heap, variable: RefVar) -> bool {
        match &heap.variable(variable).source {
            Source::Input { address } => {
                address.is_some_and(|address| heap.solver().owners.get(&address) == Some(&variable))
            }
            Source::Choice(_) => false,
        }
    }

    fn identify(&self, cx: &mut HeapContext<'_>, heap: &Heap, variable: RefVar, object: ObjectId) -> Alternative<()> {
        Operation::new(self, cx, heap).identify(variable, object)
    }

    fn narrow(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        reference: Ref,
        types: TypeConstraint,
    ) -> Result<Alternative<()>, HeapError> {
        Operation::new(self, cx, heap).narrow(reference, types)
    }

    fn fix(&self, cx: &mut HeapContext<'_>, heap: &Heap, object: ObjectId, content: Rc<[Term]>) -> Alternative<()> {
        Operation::new(self, cx, heap).fix(object, content)
    }

    fn get_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        read: FieldRead<'_>,
    ) -> Result<Guarded<Value>, HeapError> {
        Operation::new(self, cx, heap).get_field(names, read)
    }

    fn set_field(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        field: FieldId,
        kind: Kind,
        value: Value,
    ) -> Result<Guarded<()>, HeapError> {
        let mut operation = Operation::new(self, cx, heap);
        let stored = kind.stored_value(operation.cx.pool, value);
        for named in names {
            operation.set_field(*named, field, kind, stored)?;
        }
        Ok(vec![operation.done(())])
    }

    fn length(&self, cx: &mut HeapContext<'_>, heap: &Heap, names: &[Named]) -> Result<Term, HeapError> {
        Operation::new(self, cx, heap).length(names)
    }

    fn get_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        index: Term,
    ) -> Result<Guarded<Value>, HeapError> {
        Operation::new(self, cx, heap).get_element(names, index)
    }

    fn set_element(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        names: &[Named],
        index: Term,
        value: Value,
    ) -> Result<Guarded<()>, HeapError> {
        let mut operation = Operation::new(self, cx, heap);
        for named in names {
            operation.set_element(*named, index, value)?;
        }
        Ok(vec![operation.done(())])
    }

    fn copy_elements(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        source: (ObjectId, Term),
        target: (ObjectId, Term),
        length: Term,
    ) -> Option<Alternative<()>> {
        Operation::new(self, cx, heap).copy_elements(source, target, length)
    }

    fn copy_array(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        array: ObjectId,
        provenance: Provenance,
    ) -> Result<Alternative<ObjectId>, HeapError> {
        Operation::new(self, cx, heap).copy_array(array, provenance)
    }

    fn compare(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        left: Ref,
        right: Ref,
    ) -> Result<Alternative<Term>, Undecided> {
        let mut operation = Operation::new(self, cx, heap);
        let same = operation.compare(left, right).map_err(Undecided)?;
        Ok(operation.done(same))
    }

    fn learn(&self, cx: &mut HeapContext<'_>, heap: &mut Heap, condition: Term) {
        learn::learn(cx, heap, condition);
    }

    fn simplify(&self, cx: &mut HeapContext<'_>, heap: &Heap, term: Term) -> Term {
        heap.solver().facts.simplify(cx.pool, term)
    }

    fn fields_at_entry(&self, _: &mut HeapContext<'_>, heap: &Heap) -> Vec<FieldAtEntry> {
        let of_field = |entry: &Initial| match entry.slot {
            Slot::Field(field) => Some(FieldAtEntry { field, guard: entry.guard, value: entry.value }),
            Slot::Numbers | Slot::References => None,
        };
        heap.solver().initial.iter().filter_map(of_field).collect()
    }

    fn addresses(&self, pool: &TermPool, heap: &Heap) -> Vec<Address> {
        let facts = &heap.solver().facts;
        let inputs = heap.variables().filter_map(|(variable, info)| match info.source {
            Source::Input { address } => Some((variable, address?)),
            Source::Choice(_) => None,
        });
        inputs
            .filter_map(|(reference, term)| {
                let place = Place::Input(reference);
                let (symbol, settled) = (references::address_symbol(pool, term)?, facts.root(place) != place);
                Some(Address { reference, term, symbol, settled })
            })
            .collect()
    }

    fn violated(
        &self,
        cx: &mut HeapContext<'_>,
        heap: &Heap,
        assumptions: &[EntryAssumption],
        values: &Assignment,
    ) -> Option<Term> {
        Operation::new(self, cx, heap).violated(assumptions, values)
    }

    fn conflict(&self, cx: &mut HeapContext<'_>, heap: &Heap, values: &mut Evaluator) -> Option<Conflict> {
        Operation::new(self, cx, heap).conflict(values)
    }

    fn solve(&self, cx: &mut HeapContext<'_>, heap: &Heap, values: &mut Evaluator) -> Result<Heap, Conflict> {
        Operation::new(self, cx, heap).solve(values)
    }
}
