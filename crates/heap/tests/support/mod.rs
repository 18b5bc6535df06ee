//! What the tests share: a handful of types, and shorthands for the operations of a heap.
#![allow(dead_code, reason = "each test file uses a part")]

use clew_base::Id;
use clew_heap::{
    Aliasing, FieldId, FieldRead, Guarded, Heap, HeapContext, HeapError, HeapModel, HeapSolver, Kind,
    LazyInitialization, Named, ObjectId, Ref, RefVar, TypeConstraint, TypeId, TypeOracle, Value,
};
use clew_term::{Assignment, Sort, Term, TermPool};

/// The types of the tests: `Leaf` is a `Node`, and everything is an `Object`; `Ghost` has no class.
#[derive(Clone, Copy)]
pub enum T {
    Object,
    Node,
    Leaf,
    Other,
    Ghost,
    Ints,
    Nodes,
}

impl T {
    pub fn id(self) -> TypeId {
        TypeId::from_index(self as usize)
    }
}

/// Knows the types of the tests.
pub struct Types;

impl TypeOracle for Types {
    fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool {
        sub == sup || sup == T::Object.id() || (sub == T::Leaf.id() && sup == T::Node.id())
    }

    fn array_element(&self, ty: TypeId) -> Option<Kind> {
        match ty {
            ty if ty == T::Ints.id() => Some(Kind::Int),
            ty if ty == T::Nodes.id() => Some(Kind::Ref(T::Node.id())),
            _ => None,
        }
    }

    fn may_be_inhabited(&self, constraint: &TypeConstraint) -> bool {
        let classes = [T::Object, T::Node, T::Leaf, T::Other, T::Ints, T::Nodes];
        classes.iter().any(|class| constraint.admits(class.id(), self))
    }
}

/// What comes of comparing two references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Known(Term),
    Undecided(RefVar),
}

/// A pool and a model with shorthands.
pub struct World<M = LazyInitialization> {
    pub pool: TermPool,
    pub model: M,
}

impl World {
    pub fn new(aliasing: Aliasing) -> Self {
        Self { pool: TermPool::new(), model: LazyInitialization { aliasing } }
    }
}

impl World<HeapSolver> {
    pub fn solving(aliasing: Aliasing) -> Self {
        Self { pool: TermPool::new(), model: HeapSolver::new(aliasing) }
    }
}

impl<M: HeapModel> World<M> {
    pub fn split(&mut self) -> (HeapContext<'_>, &M) {
        (HeapContext { pool: &mut self.pool, oracle: &Types }, &self.model)
    }

    /// An unknown reference of the input.
    pub fn reference(&mut self, heap: &mut Heap, name: &str, ty: T) -> RefVar {
        let (mut cx, model) = self.split();
        model.unknown_reference(&mut cx, heap, name, TypeConstraint::subtype_of(ty.id()))
    }

    pub fn dereference(&mut self, heap: &Heap, variable: RefVar) -> Result<Guarded<ObjectId>, HeapError> {
        let (mut cx, model) = self.split();
        model.dereference(&mut cx, heap, variable)
    }

    /// The reference names a fresh object: the first alternative.
    pub fn fresh(&mut self, heap: &Heap, variable: RefVar) -> (Heap, ObjectId) {
        let first = self.dereference(heap, variable).expect("a class is known").swap_remove(0);
        (first.heap, first.value)
    }

    pub fn get_field(&mut self, heap: &Heap, object: ObjectId, field: usize, kind: Kind) -> (Heap, Value) {
        let names = self.named(object);
        let (mut cx, model) = self.split();
        let read = model.get_field(&mut cx, heap, &names, FieldRead::new(FieldId::from_index(field), kind, "field"));
        only(read.expect("a field can be read"))
    }

    pub fn set_field(&mut self, heap: &Heap, object: ObjectId, field: usize, kind: Kind, value: Value) -> Heap {
        let names = self.named(object);
        let (mut cx, model) = self.split();
        let written = model.set_field(&mut cx, heap, &names, FieldId::from_index(field), kind, value);
        only(written.expect("a field can be written")).0
    }

    pub fn get(&mut self, heap: &Heap, array: ObjectId, index: Term) -> Result<Guarded<Value>, HeapError> {
        let names = self.named(array);
        let (mut cx, model) = self.split();
        model.get_element(&mut cx, heap, &names, index)
    }

    pub fn set(&mut self, heap: &Heap, array: ObjectId, index: Term, value: Value) -> Result<Guarded<()>, HeapError> {
        let names = self.named(array);
        let (mut cx, model) = self.split();
        model.set_element(&mut cx, heap, &names, index, value)
    }

    pub fn compare(&mut self, heap: &Heap, left: Ref, right: Ref) -> Comparison {
        let (mut cx, model) = self.split();
        match model.compare(&mut cx, heap, left, right) {
            Ok(known) => Comparison::Known(known.value),
            Err(clew_heap::Undecided(variable)) => Comparison::Undecided(variable),
        }
    }

    /// An object that is surely the one.
    fn named(&self, object: ObjectId) -> [Named; 1] {
        [Named { guard: self.pool.tru(), object }]
    }

    /// A symbolic number of 32 bits.
    pub fn number(&mut self, name: &str) -> Term {
        self.pool.fresh(name, Sort::Bv(32))
    }

    /// What a number is worth.
    pub fn signed(&self, term: Term, values: &Assignment) -> i64 {
        self.pool.eval(term, values).as_signed().expect("a bit-vector")
    }

    pub fn holds(&self, term: Term, values: &Assignment) -> bool {
        self.pool.eval(term, values).as_bool().expect("a truth value")
    }

    /// Gives a symbol a value.
    pub fn assign(&self, values: &mut Assignment, symbol: Term, value: clew_term::Value) {
        values.insert(self.pool.as_symbol(symbol).expect("a symbol"), value);
    }
}

/// The heap and the value of the one alternative there is.
pub fn only<V>(mut alternatives: Guarded<V>) -> (Heap, V) {
    assert_eq!(alternatives.len(), 1);
    let only = alternatives.swap_remove(0);
    (only.heap, only.value)
}
