//! The heap as a library: which linked lists can `a` and `b` be, if a program follows `a`, `a.next` and `b`?
//!
//! The crate knows no Java. Its user brings types, as ids, and a [`TypeOracle`] that says how they are related; and a
//! [`TermPool`], in which the unknown numbers live. The program below does by hand what symbolic execution does at every
//! step: it asks the [`HeapModel`] for the results that an operation can have and goes on with each of them.
//!
//! Run it with `cargo run -p clew-heap --example lists`.

use clew_base::Id;
use clew_heap::{
    Alternative, FieldId, FieldRead, Heap, HeapContext, HeapError, HeapModel, Kind, LazyInitialization, Named, Ref,
    RefVar, TypeConstraint, TypeId, TypeOracle, Value,
};
use clew_term::TermPool;

/// One class, `Node`, with the fields `next` and `data`.
struct OnlyNodes;

impl TypeOracle for OnlyNodes {
    fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool {
        sub == sup
    }

    fn array_element(&self, _: TypeId) -> Option<Kind> {
        None
    }

    fn may_be_inhabited(&self, constraint: &TypeConstraint) -> bool {
        constraint.admits(node(), self)
    }
}

fn node() -> TypeId {
    TypeId::from_index(0)
}

/// The fields of a node.
const NEXT: usize = 0;
const DATA: usize = 1;

fn main() -> Result<(), HeapError> {
    let mut pool = TermPool::new();
    let mut heap = Heap::new();
    let a = parameter(&mut pool, &mut heap, "a");
    let b = parameter(&mut pool, &mut heap, "b");

    // `a` is followed first: nothing is known yet, so it names a fresh node.
    for first in follow(&mut pool, &heap, a)? {
        // Its field is read for the first time, and so is a reference that the input has and nobody has seen.
        let (heap, next) = field(&mut pool, &first, NEXT)?;
        let Value::Ref(Ref::Var(next)) = next else { return Err(HeapError::IllTyped) };
        // It names a fresh node, or the one that is known: then the list is a cycle.
        for second in follow(&mut pool, &heap, next)? {
            // And `b` names a fresh node, or any of those.
            for third in follow(&mut pool, &second.heap, b)? {
                show(&mut pool, &third, [("a", a), ("a.next", next), ("b", b)])?;
            }
        }
    }
    Ok(())
}

/// A parameter of type `Node`, of which nothing is known.
fn parameter(pool: &mut TermPool, heap: &mut Heap, name: &str) -> RefVar {
    let mut cx = HeapContext { pool, oracle: &OnlyNodes };
    LazyInitialization::default().unknown_reference(&mut cx, heap, name, TypeConstraint::subtype_of(node()))
}

/// The nodes that a reference can name, each in the heap in which it does. Whoever follows a reference has made sure
/// that it is not null: that is a condition like any other, on the reference's `non_null`.
fn follow(
    pool: &mut TermPool,
    heap: &Heap,
    variable: RefVar,
) -> Result<Vec<Alternative<clew_heap::ObjectId>>, HeapError> {
    let mut cx = HeapContext { pool, oracle: &OnlyNodes };
    LazyInitialization::default().dereference(&mut cx, heap, variable)
}

/// What a field of the node holds; under lazy initialization that is always one result.
fn field(pool: &mut TermPool, at: &Alternative<clew_heap::ObjectId>, field: usize) -> Result<(Heap, Value), HeapError> {
    let (kind, name) = if field == NEXT { (Kind::Ref(node()), "next") } else { (Kind::Int, "data") };
    let names = [Named { guard: pool.tru(), object: at.value }];
    let mut cx = HeapContext { pool, oracle: &OnlyNodes };
    let model = LazyInitialization::default();
    let mut read =
        model.get_field(&mut cx, &at.heap, &names, FieldRead::new(FieldId::from_index(field), kind, name))?;
    read.pop().map(|only| (only.heap, only.value)).ok_or(HeapError::IllTyped)
}

/// Prints what each reference names, and the number in the node that `b` names.
fn show(
    pool: &mut TermPool,
    end: &Alternative<clew_heap::ObjectId>,
    references: [(&str, RefVar); 3],
) -> Result<(), HeapError> {
    let (heap, data) = field(pool, end, DATA)?;
    let named: Vec<String> =
        references.iter().map(|(name, variable)| format!("{name} = {:?}", heap.variable(*variable).target)).collect();
    let data = match data {
        Value::Term(term) => pool.display(term).to_string(),
        other => format!("{other:?}"),
    };
    println!("{}; b.data = {data}", named.join(", "));
    Ok(())
}
