//! The heap solver as a library: method `m` of Figure 6.1 in the thesis, executed by hand.
//!
//! ```java
//! void m(Node x, Node y, Node z) {
//!     x.f = 1;
//!     z.f = -5;
//!     y.f = x.f + 1;
//!     if (x == z) c(y.f); else d(y.f);
//! }
//! ```
//!
//! Nothing is decided before the program compares: what `x.f` holds is a choice inside one value. Run it with
//! `cargo run -p clew-heap --example aliases`.

use clew_base::Id;
use clew_heap::{
    FieldId, FieldRead, Guarded, Heap, HeapContext, HeapError, HeapModel, HeapSolver, Kind, Named, Names, Ref, RefVar,
    TypeConstraint, TypeId, TypeOracle, Value,
};
use clew_term::{Term, TermPool};

/// One class, `Node`, with the field `f`.
struct OnlyNodes;

impl TypeOracle for OnlyNodes {
    fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool {
        sub == sup
    }

    fn array_element(&self, _: TypeId) -> Option<Kind> {
        None
    }

    fn may_be_inhabited(&self, constraint: &TypeConstraint) -> bool {
        constraint.admits(TypeId::from_index(0), self)
    }
}

/// One path of an execution: its heap, and the pool in which its numbers live.
struct Path {
    pool: TermPool,
    heap: Heap,
    solver: HeapSolver,
}

impl Path {
    /// What the solver works with, the solver, and the heap.
    fn parts(&mut self) -> (HeapContext<'_>, &HeapSolver, &mut Heap) {
        (HeapContext { pool: &mut self.pool, oracle: &OnlyNodes }, &self.solver, &mut self.heap)
    }

    /// A parameter that is not null.
    fn parameter(&mut self, name: &str) -> RefVar {
        let (mut cx, solver, heap) = self.parts();
        let node = TypeConstraint::subtype_of(TypeId::from_index(0));
        let parameter = solver.unknown_reference(&mut cx, heap, name, node);
        let non_null = heap.variable(parameter).non_null;
        solver.learn(&mut cx, heap, non_null);
        parameter
    }

    /// The objects that a reference may name. One that was never followed gets an object first.
    fn names(&mut self, reference: RefVar) -> Result<Vec<Named>, HeapError> {
        loop {
            let (mut cx, solver, heap) = self.parts();
            match solver.names(&mut cx, heap, Ref::Var(reference))? {
                Names::Known(names) => return Ok(names),
                Names::Undecided(variable) => {
                    let followed = solver.dereference(&mut cx, heap, variable)?;
                    self.only(followed)?;
                }
            }
        }
    }

    /// Takes over the one result of an operation. What an execution of its own would add to its path condition, the guard,
    /// is always true here.
    fn only<T>(&mut self, mut results: Guarded<T>) -> Result<T, HeapError> {
        let only = results.pop().filter(|_| results.is_empty()).ok_or(HeapError::Ambiguous)?;
        self.heap = only.heap;
        Ok(only.value)
    }

    fn set(&mut self, reference: RefVar, value: Term) -> Result<(), HeapError> {
        let names = self.names(reference)?;
        let (mut cx, solver, heap) = self.parts();
        let written = solver.set_field(&mut cx, heap, &names, FieldId::from_index(0), Kind::Int, Value::Term(value))?;
        self.only(written)
    }

    fn get(&mut self, reference: RefVar) -> Result<Term, HeapError> {
        let names = self.names(reference)?;
        let (mut cx, solver, heap) = self.parts();
        let read = solver.get_field(&mut cx, heap, &names, FieldRead::new(FieldId::from_index(0), Kind::Int, "f"))?;
        match self.only(read)? {
            Value::Term(term) => Ok(term),
            Value::Ref(_) | Value::Opaque(_) => Err(HeapError::IllTyped),
        }
    }

    /// Prints a number and the values that it can have, as far as the path knows.
    fn show(&mut self, what: &str, term: Term) {
        let (mut cx, solver, heap) = self.parts();
        let values = solver.domain(&mut cx, heap, term).unwrap_or_default();
        let values: Vec<String> = values.iter().filter_map(|value| Some(value.as_i32()?.to_string())).collect();
        println!("{what} is one of {{{}}}", values.join(", "));
    }
}

fn main() -> Result<(), HeapError> {
    let mut path = Path { pool: TermPool::new(), heap: Heap::new(), solver: HeapSolver::default() };
    let [x, y, z] = ["x", "y", "z"].map(|name| path.parameter(name));
    let (one, minus_five) = (path.pool.bv32(1), path.pool.bv32(-5));
    path.set(x, one)?;
    path.set(z, minus_five)?;
    let read = path.get(x)?;
    let sum = path.pool.add(read, one);
    path.set(y, sum)?;
    path.show("x.f, before anything is compared,", read);
    path.show("y.f", sum);

    // `if (x == z)`: an ordinary condition, and two paths.
    let (mut cx, solver, heap) = path.parts();
    let Ok(same) = solver.compare(&mut cx, heap, Ref::Var(x), Ref::Var(z)) else { return Err(HeapError::Ambiguous) };
    path.heap = same.heap;
    let differ = path.pool.not(same.value);
    let before = path.heap.clone();
    for (branch, condition) in [("c(y.f): y.f", same.value), ("d(y.f): y.f", differ)] {
        path.heap = before.clone();
        let (mut cx, solver, heap) = path.parts();
        solver.learn(&mut cx, heap, condition);
        let argument = path.get(y)?;
        path.show(branch, argument);
    }
    Ok(())
}
