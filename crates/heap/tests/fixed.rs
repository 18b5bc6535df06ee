//! Objects that never change: they hold their fields themselves, and where two are the same their contents are equal.

mod support;

use clew_base::Id;
use clew_heap::{Aliasing, FieldId, Heap, HeapModel, HeapSolver, Kind, ObjectId, Place, RefVar, Value};
use clew_term::{Assignment, Evaluator, Sort, Term, Value as Constant};
use support::{T, World};

const F: usize = 0;

/// Two references of the input to objects that never change, each with the number that it holds.
struct Two {
    world: World<HeapSolver>,
    heap: Heap,
    known: [(RefVar, ObjectId, Term); 2],
}

fn two() -> Two {
    let mut world = World::solving(Aliasing::On);
    let mut heap = Heap::new();
    let known = ["x", "y"].map(|name| {
        let variable = world.reference(&mut heap, name, T::Node);
        let non_null = heap.variable(variable).non_null;
        let (mut cx, model) = world.split();
        model.learn(&mut cx, &mut heap, non_null);
        let (after, object) = world.fresh(&heap, variable);
        heap = after;
        let number = world.pool.fresh(name, Sort::Bv(32));
        heap.reveal_field(object, FieldId::from_index(F), Value::Term(number));
        let (mut cx, model) = world.split();
        let fixed = model.fix(&mut cx, &heap, object, [number].into());
        assert_eq!(world.pool.as_bool(fixed.guard), Some(true), "nobody has compared them");
        heap = fixed.heap;
        (variable, object, number)
    });
    Two { world, heap, known }
}

/// Values that make both the same, and give their numbers these values.
fn values(two: &Two, numbers: [i32; 2]) -> Assignment {
    let Two { world, heap, known } = two;
    let mut values = Assignment::new();
    for (at, (variable, _, number)) in known.iter().enumerate() {
        let symbol = |term| world.pool.as_symbol(term).expect("a symbol");
        values.insert(symbol(heap.variable(*variable).non_null), Constant::Bool(true));
        values.insert(symbol(*number), Constant::from_i32(numbers[at]));
    }
    let addresses = world.model.addresses(&world.pool, heap);
    let far = |term| world.pool.eval(term, &Assignment::new()).as_unsigned().expect("an address");
    let (first, last) = (&addresses[0], &addresses[1]);
    let distance = far(last.term) - far(first.term);
    values.insert(first.symbol, Constant::bv(clew_heap::ADDRESS_BITS, distance));
    values
}

#[test]
fn contents_are_equal_where_the_objects_are_the_same() {
    let mut two = two();
    let [x, y] = two.known;
    let (mut cx, model) = two.world.split();
    let same = model.same(&mut cx, &two.heap, Place::Input(x.0), Place::Input(y.0));
    let equal = two.world.pool.eq(x.2, y.2);
    let expected = two.world.pool.implies(same.value, equal);
    assert_eq!(same.guard, expected);
    assert_eq!(two.world.pool.as_bool(expected), None);
}

#[test]
fn each_holds_its_fields_itself() {
    let mut two = two();
    for (_, object, number) in two.known {
        let (heap, value) = two.world.get_field(&two.heap, object, F, Kind::Int);
        two.heap = heap;
        assert_eq!(value, Value::Term(number));
    }
}

#[test]
fn values_that_make_different_contents_the_same_are_refused() {
    let mut two = two();
    let equal = values(&two, [7, 7]);
    let (mut cx, model) = two.world.split();
    assert!(model.solve(&mut cx, &two.heap, &mut Evaluator::new(equal.clone())).is_ok());
    let different = values(&two, [7, 8]);
    let (mut cx, model) = two.world.split();
    let conflict = model
        .solve(&mut cx, &two.heap, &mut Evaluator::new(different.clone()))
        .expect_err("one object has one content");
    assert_eq!(two.world.pool.eval(conflict.excluded_by, &different), Constant::Bool(false));
    assert_eq!(two.world.pool.eval(conflict.excluded_by, &equal), Constant::Bool(true));
}
