//! References whose classes exclude each other: that they differ is said of values that make them one, and of no others.

mod support;

use clew_heap::{ADDRESS_BITS, Aliasing, Heap, HeapModel, HeapSolver, Place, Ref, RefVar, TypeConstraint};
use clew_term::{Assignment, Evaluator, Term, Value};
use support::{T, World};

/// Two references of the input, not null, to objects of any class, and the condition that they are the same.
struct Two {
    world: World<HeapSolver>,
    heap: Heap,
    variables: [RefVar; 2],
    same: Term,
}

fn two() -> Two {
    let mut world = World::solving(Aliasing::On);
    let mut heap = Heap::new();
    let variables = ["x", "y"].map(|name| {
        let variable = world.reference(&mut heap, name, T::Object);
        let non_null = heap.variable(variable).non_null;
        let (mut cx, model) = world.split();
        model.learn(&mut cx, &mut heap, non_null);
        variable
    });
    let [x, y] = variables.map(Place::Input);
    let (mut cx, model) = world.split();
    let same = model.same(&mut cx, &heap, x, y);
    Two { world, heap: same.heap, variables, same: same.value }
}

impl Two {
    fn narrow(&mut self, which: usize, ty: T) {
        let (mut cx, model) = self.world.split();
        let types = TypeConstraint::exactly(ty.id());
        let reference = Ref::Var(self.variables[which]);
        let narrowed = model.narrow(&mut cx, &self.heap, reference, types).expect("it is one reference");
        assert_eq!(self.world.pool.as_bool(narrowed.guard), Some(true), "nothing is stated before it is needed");
        self.heap = narrowed.heap;
    }

    /// Values that make both references one, or not.
    fn values(&self, one: bool) -> Assignment {
        let mut values = Assignment::new();
        for variable in self.variables {
            let non_null = self.world.pool.as_symbol(self.heap.variable(variable).non_null).expect("a symbol");
            values.insert(non_null, Value::Bool(true));
        }
        let addresses = self.world.model.addresses(&self.world.pool, &self.heap);
        let own = |at: usize| self.world.pool.eval(addresses[at].term, &Assignment::new()).as_unsigned();
        if let (true, Some(first), Some(second)) = (one, own(0), own(1)) {
            values.insert(addresses[0].symbol, Value::bv(ADDRESS_BITS, second - first));
        }
        values
    }

    fn excluded(&mut self, values: &Assignment) -> Option<Term> {
        let (mut cx, model) = self.world.split();
        let conflict = model.conflict(&mut cx, &self.heap, &mut Evaluator::new(values.clone()));
        conflict.map(|conflict| conflict.excluded_by)
    }
}

#[test]
fn values_that_make_objects_one_of_no_class_are_in_conflict() {
    let mut two = two();
    two.narrow(0, T::Leaf);
    two.narrow(1, T::Other);
    let (one, apart) = (two.values(true), two.values(false));
    assert_eq!(two.world.pool.eval(two.same, &one), Value::Bool(true));
    assert_eq!(two.excluded(&apart), None);
    let excluded = two.excluded(&one).expect("no object is of both classes");
    assert_eq!(two.world.pool.eval(excluded, &one), Value::Bool(false));
    assert_eq!(two.world.pool.eval(excluded, &apart), Value::Bool(true));
    let (mut cx, model) = two.world.split();
    assert!(model.solve(&mut cx, &two.heap, &mut Evaluator::new(one)).is_err());
}

#[test]
fn values_that_make_objects_one_of_one_class_are_not() {
    let mut two = two();
    two.narrow(0, T::Leaf);
    two.narrow(1, T::Leaf);
    let one = two.values(true);
    assert_eq!(two.excluded(&one), None);
}

#[test]
fn a_comparison_that_was_open_is_decided_by_classes_that_became_known() {
    let mut two = two();
    assert_eq!(two.world.pool.as_bool(two.same), None);
    two.narrow(0, T::Leaf);
    two.narrow(1, T::Other);
    let [x, y] = two.variables.map(Place::Input);
    let (mut cx, model) = two.world.split();
    let same = model.same(&mut cx, &two.heap, x, y);
    assert_eq!(two.world.pool.as_bool(same.value), Some(false));
}
