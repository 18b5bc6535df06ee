//! Lazy initialization: what a reference of the input can name, and what the fields of its object hold.

mod support;

use clew_heap::{
    Aliasing, Content, Heap, HeapError, Kind, Object, ObjectId, Provenance, Ref, Target, TypeConstraint, Value,
};
use clew_term::{Assignment, Value as Constant};
use support::{Comparison, T, World};

const NEXT: usize = 0;
const DATA: usize = 1;

#[test]
fn a_reference_names_a_fresh_object_or_one_that_is_known() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let b = world.reference(&mut heap, "b", T::Node);
    let c = world.reference(&mut heap, "c", T::Node);
    let (heap, first) = world.fresh(&heap, a);
    let (heap, second) = world.fresh(&heap, b);
    let alternatives = world.dereference(&heap, c).expect("a class is known");
    let named: Vec<ObjectId> = alternatives.iter().map(|alternative| alternative.value).collect();
    assert_eq!(named.len(), 3);
    assert_eq!(named[1..], [first, second], "the aliases come in the order in which they became known");
    assert_eq!(named.iter().filter(|object| [first, second].contains(object)).count(), 2);
    for alternative in &alternatives {
        assert_eq!(world.pool.as_bool(alternative.guard), Some(true));
        assert_eq!(alternative.heap.variable(c).target, Target::Object(alternative.value));
        // It is decided for good.
        let again = world.dereference(&alternative.heap, c).expect("it is known");
        assert_eq!(again.iter().map(|again| again.value).collect::<Vec<_>>(), [alternative.value]);
    }
    assert_eq!(heap.variable(c).target, Target::Open, "the heap that was asked is as it was");
}

#[test]
fn without_aliasing_every_reference_has_an_object_of_its_own() {
    let mut world = World::new(Aliasing::Off);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let b = world.reference(&mut heap, "b", T::Node);
    let (heap, first) = world.fresh(&heap, a);
    let alternatives = world.dereference(&heap, b).expect("a class is known");
    assert_eq!(alternatives.len(), 1);
    assert_ne!(alternatives[0].value, first);
}

#[test]
fn objects_of_types_that_exclude_each_other_are_no_aliases() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let node = world.reference(&mut heap, "node", T::Node);
    let other = world.reference(&mut heap, "other", T::Other);
    let any = world.reference(&mut heap, "any", T::Object);
    let (heap, first) = world.fresh(&heap, node);
    let unrelated = world.dereference(&heap, other).expect("a class is known");
    assert_eq!(unrelated.len(), 1, "no class is a Node and an Other");
    let related = world.dereference(&heap, any).expect("a class is known");
    assert_eq!(related.iter().map(|alternative| alternative.value).filter(|object| *object == first).count(), 1);
}

#[test]
fn an_alias_has_the_type_of_both_references() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let node = world.reference(&mut heap, "node", T::Node);
    let leaf = world.reference(&mut heap, "leaf", T::Leaf);
    let other = world.reference(&mut heap, "other", T::Object);
    heap.constrain_variable(
        other,
        TypeConstraint { not: vec![T::Leaf.id()], ..TypeConstraint::subtype_of(T::Object.id()) },
    );
    let (heap, first) = world.fresh(&heap, node);
    let alternatives = world.dereference(&heap, leaf).expect("a class is known");
    assert_eq!(alternatives.len(), 2);
    let heap = &alternatives[1].heap;
    let types = &heap.object(first).types;
    assert!(types.upper.contains(&T::Node.id()) && types.upper.contains(&T::Leaf.id()));
    assert_eq!(heap.types_of_variable(node), types, "what is learnt of the object holds of every reference to it");
    let excluded = world.dereference(heap, other).expect("a class is known");
    assert!(excluded.iter().all(|alternative| alternative.value != first), "the object is a Leaf and that one is none");
}

#[test]
fn a_type_without_classes_has_no_objects() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let ghost = world.reference(&mut heap, "ghost", T::Ghost);
    assert_eq!(world.dereference(&heap, ghost).err(), Some(HeapError::NoClass));
}

#[test]
fn objects_of_initialization_are_named_once_they_are_published() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let shared = heap.allocate(Object::new(T::Node.id(), Provenance::Initialization));
    assert_eq!(world.dereference(&heap, a).expect("a class is known").len(), 1);
    heap.publish(shared);
    heap.publish(shared);
    let alternatives = world.dereference(&heap, a).expect("a class is known");
    assert_eq!(alternatives.iter().filter(|alternative| alternative.value == shared).count(), 1);
    assert_eq!(alternatives.len(), 2);
}

#[test]
fn objects_that_the_execution_makes_are_never_named_by_the_input() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let made = heap.allocate(Object::new(T::Node.id(), Provenance::New));
    let alternatives = world.dereference(&heap, a).expect("a class is known");
    assert!(alternatives.iter().all(|alternative| alternative.value != made));
    let same = world.compare(&heap, Ref::Var(a), Ref::Object(made));
    assert_eq!(same, Comparison::Known(world.pool.fls()));
}

#[test]
fn references_are_compared_as_far_as_they_are_decided() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let b = world.reference(&mut heap, "b", T::Node);
    let (left, right) = (Ref::Var(a), Ref::Var(b));
    assert_eq!(world.compare(&heap, left, left), Comparison::Known(world.pool.tru()));
    assert_eq!(world.compare(&heap, left, right), Comparison::Undecided(a));
    let non_null = heap.variable(a).non_null;
    let null = world.pool.not(non_null);
    assert_eq!(world.compare(&heap, left, Ref::Null), Comparison::Known(null));
    assert_eq!(world.compare(&heap, Ref::Null, left), Comparison::Known(null));
    let (heap, object) = world.fresh(&heap, a);
    assert_eq!(world.compare(&heap, left, Ref::Null), Comparison::Known(world.pool.fls()));
    assert_eq!(world.compare(&heap, left, Ref::Object(object)), Comparison::Known(world.pool.tru()));
    assert_eq!(world.compare(&heap, left, right), Comparison::Undecided(b));
    for alternative in world.dereference(&heap, b).expect("a class is known") {
        let same = world.pool.bool(alternative.value == object);
        assert_eq!(world.compare(&alternative.heap, left, right), Comparison::Known(same));
    }
}

#[test]
fn a_field_of_the_input_is_unknown_once_and_then_the_same() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let (heap, object) = world.fresh(&heap, a);
    let (once, data) = world.get_field(&heap, object, DATA, Kind::Int);
    let (twice, again) = world.get_field(&once, object, DATA, Kind::Int);
    assert_eq!(data, again);
    let (_, elsewhere) = world.get_field(&heap, object, DATA, Kind::Int);
    assert_ne!(data, elsewhere, "a heap in which it was not read knows nothing of it");
    // What it held at entry stays on record when it is overwritten.
    let zero = Value::Term(world.pool.bv32(0));
    let written = world.set_field(&twice, object, DATA, Kind::Int, zero);
    assert_eq!(world.get_field(&written, object, DATA, Kind::Int).1, zero);
    let Content::Fields { initial, .. } = &written.object(object).content else { panic!("an object has fields") };
    assert_eq!(initial.iter().map(|entry| entry.1).collect::<Vec<_>>(), [data]);
    // A field that is written first is never revealed.
    let written = world.set_field(&heap, object, DATA, Kind::Int, zero);
    let Content::Fields { initial, .. } = &written.object(object).content else { panic!("an object has fields") };
    assert!(initial.is_empty());
}

#[test]
fn a_reference_in_a_field_is_a_reference_of_the_input() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let (heap, object) = world.fresh(&heap, a);
    let (heap, next) = world.get_field(&heap, object, NEXT, Kind::Ref(T::Node.id()));
    let Value::Ref(Ref::Var(next)) = next else { panic!("{next:?} is no unknown reference") };
    assert_eq!(&*heap.variable(next).name, "a.field");
    let named: Vec<ObjectId> =
        world.dereference(&heap, next).expect("a class is known").iter().map(|alternative| alternative.value).collect();
    assert!(named.len() == 2 && named.contains(&object), "a cycle is one of the alternatives");
}

#[test]
fn a_new_object_holds_defaults() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let made = heap.allocate(Object::new(T::Node.id(), Provenance::New));
    assert_eq!(world.get_field(&heap, made, NEXT, Kind::Ref(T::Node.id())).1, Value::Ref(Ref::Null));
    assert_eq!(world.get_field(&heap, made, DATA, Kind::Long).1, Value::Term(world.pool.bv64(0)));
}

#[test]
fn a_write_is_not_seen_by_other_clones() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let made = heap.allocate(Object::new(T::Node.id(), Provenance::New));
    let (one, two) = (Value::Term(world.pool.bv32(1)), Value::Term(world.pool.bv32(2)));
    let first = world.set_field(&heap, made, DATA, Kind::Int, one);
    let second = world.set_field(&first, made, DATA, Kind::Int, two);
    let zero = Value::Term(world.pool.bv32(0));
    for (heap, expected) in [(&heap, zero), (&first, one), (&second, two)] {
        assert_eq!(world.get_field(heap, made, DATA, Kind::Int).1, expected);
    }
    let mut grown = heap.clone();
    grown.allocate(Object::new(T::Node.id(), Provenance::New));
    assert_eq!((heap.len(), grown.len()), (1, 2));
}

#[test]
fn a_write_through_one_alias_is_read_through_the_other() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let b = world.reference(&mut heap, "b", T::Node);
    let (heap, first) = world.fresh(&heap, a);
    let seven = Value::Term(world.pool.bv32(7));
    for alternative in world.dereference(&heap, b).expect("a class is known") {
        let heap = world.set_field(&alternative.heap, alternative.value, DATA, Kind::Int, seven);
        let read = world.get_field(&heap, first, DATA, Kind::Int).1;
        assert_eq!(read == seven, alternative.value == first);
    }
}

#[test]
fn narrow_fields_hold_what_fits() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let made = heap.allocate(Object::new(T::Node.id(), Provenance::New));
    type Narrow = fn(i32) -> i32;
    let narrow: [(Kind, Narrow); 5] = [
        (Kind::Boolean, |value| value & 1),
        (Kind::Byte, |value| i32::from(value as i8)),
        (Kind::Char, |value| i32::from(value as u16)),
        (Kind::Short, |value| i32::from(value as i16)),
        (Kind::Int, |value| value),
    ];
    let symbol = world.number("value");
    for (kind, expected) in narrow {
        let heap = world.set_field(&heap, made, DATA, kind, Value::Term(symbol));
        let Value::Term(read) = world.get_field(&heap, made, DATA, kind).1 else { panic!("a number") };
        for value in [0, 1, -1, 127, 128, 255, 256, 300, -129, 32_767, 32_768, 65_535, 65_536, i32::MAX, i32::MIN] {
            let mut values = Assignment::new();
            world.assign(&mut values, symbol, Constant::from_i32(value));
            assert_eq!(world.signed(read, &values), i64::from(expected(value)), "{kind:?} of {value}");
        }
    }
}

#[test]
fn an_unknown_narrow_field_is_within_its_kind() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    let a = world.reference(&mut heap, "a", T::Node);
    let (heap, object) = world.fresh(&heap, a);
    let ranges =
        [(Kind::Boolean, 0, 1), (Kind::Byte, -128, 127), (Kind::Char, 0, 65_535), (Kind::Short, -32_768, 32_767)];
    for (field, (kind, low, high)) in ranges.into_iter().enumerate() {
        let Value::Term(read) = world.get_field(&heap, object, field, kind).1 else { panic!("a number") };
        assert_eq!(world.pool.width(read), 32);
        let range = world.pool.range(read);
        let (low, high) = (world.pool.bv32(low), world.pool.bv32(high));
        let (above, below) = (world.pool.sle(low, read), world.pool.sle(read, high));
        assert_eq!((world.pool.as_bool(above), world.pool.as_bool(below)), (Some(true), Some(true)), "{range:?}");
    }
}

#[test]
fn an_input_array_has_an_unknown_length_that_is_not_negative() {
    let mut world = World::new(Aliasing::On);
    let mut heap = Heap::new();
    for (name, ty) in [("ints", T::Ints), ("nodes", T::Nodes)] {
        let variable = world.reference(&mut heap, name, ty);
        let alternative = world.dereference(&heap, variable).expect("a class is known").swap_remove(0);
        let array = alternative.heap.object(alternative.value).array().expect("an array");
        for (length, allowed) in [(0, true), (5, true), (-1, false), (i32::MIN, false)] {
            let mut values = Assignment::new();
            world.assign(&mut values, array.length, Constant::from_i32(length));
            assert_eq!(world.holds(alternative.guard, &values), allowed, "{name} of length {length}");
        }
    }
}
