//! Arrays under lazy initialization: at every read and write exactly one alternative holds, and it is what a concrete
//! array does.

mod support;

use clew_base::Id;
use clew_heap::{
    Aliasing, Alternative, Array, ArrayData, CellDefault, Content, Heap, HeapError, Kind, Object, ObjectId, Provenance,
    Ref, TypeConstraint, Value,
};
use clew_term::{Assignment, Sort, Term, Value as Constant};
use imbl::{OrdMap, Vector};
use proptest::prelude::*;
use std::rc::Rc;
use support::{T, World};

/// How the elements of an array begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// New, of constant length.
    Dense,
    /// New, of numbers, of a length that is not constant.
    Defaults,
    /// Of the input.
    Unknown,
    /// New, of references, of a length that is not constant.
    Nulls,
}

/// An array in a heap, with the symbol that stands for its elements if they are numbers of the input.
struct Given {
    heap: Heap,
    array: ObjectId,
    elements: Option<Term>,
}

fn given(world: &mut World, kind: Kind, start: Start, length: i32) -> Given {
    let default = kind.default_value(&mut world.pool);
    let cells = |default| ArrayData::Cells {
        constant: OrdMap::new(),
        symbolic: Vector::new(),
        default,
        initial: Vector::new(),
    };
    let is_reference = matches!(kind, Kind::Ref(_));
    let mut elements = None;
    let data = match start {
        Start::Dense => ArrayData::Dense(std::iter::repeat_n(default, length as usize).collect()),
        Start::Unknown if is_reference => cells(CellDefault::Unknown),
        Start::Defaults | Start::Nulls if is_reference => cells(CellDefault::Null),
        Start::Unknown => {
            let symbol = world.pool.fresh("elements", Sort::Array(kind.map_sort()));
            elements = Some(symbol);
            ArrayData::Map { current: symbol, initial: Some(symbol) }
        }
        Start::Defaults | Start::Nulls => {
            let Value::Term(default) = default else { unreachable!("a number") };
            let stored = kind.narrow(&mut world.pool, default);
            ArrayData::Map { current: world.pool.const_array(kind.map_sort(), stored), initial: None }
        }
    };
    let length = match start {
        Start::Dense => world.pool.bv32(length),
        Start::Defaults | Start::Unknown | Start::Nulls => world.number("length"),
    };
    let mut heap = Heap::new();
    let array = heap.allocate(Object {
        types: TypeConstraint::exactly(if is_reference { T::Nodes.id() } else { T::Ints.id() }),
        provenance: if start == Start::Unknown { Provenance::Input } else { Provenance::New },
        name: Rc::from("array"),
        content: Content::Array(Array { kind, length, data }),
    });
    Given { heap, array, elements }
}

/// The one alternative that holds.
fn taken<V>(world: &World, alternatives: Vec<Alternative<V>>, values: &Assignment) -> Alternative<V> {
    let mut held: Vec<Alternative<V>> =
        alternatives.into_iter().filter(|alternative| world.holds(alternative.guard, values)).collect();
    assert_eq!(held.len(), 1, "exactly one guard holds");
    held.swap_remove(0)
}

/// Every way to give these symbols indices of an array of this length.
fn all_indices(world: &World, symbols: &[Term], length: i32) -> Vec<Assignment> {
    symbols.iter().fold(vec![Assignment::new()], |known, symbol| {
        let extend = |values: &Assignment, at: i32| {
            let mut values = values.clone();
            world.assign(&mut values, *symbol, Constant::from_i32(at));
            values
        };
        known.iter().flat_map(|values| (0..length).map(move |at| extend(values, at))).collect()
    })
}

#[test]
fn guards_of_three_writes_and_a_read_are_exhaustive_and_exclusive() {
    const LENGTH: i32 = 4;
    let reference = Kind::Ref(T::Node.id());
    let starts = [
        (reference, Start::Dense),
        (reference, Start::Nulls),
        (reference, Start::Unknown),
        (Kind::Int, Start::Dense),
        (Kind::Int, Start::Defaults),
        (Kind::Int, Start::Unknown),
    ];
    for (kind, start) in starts {
        let mut world = World::new(Aliasing::On);
        let Given { mut heap, array, .. } = given(&mut world, kind, start, LENGTH);
        let written: Vec<Value> = (0..3)
            .map(|at| match kind {
                Kind::Ref(_) => Value::Ref(Ref::Object(heap.allocate(Object::new(T::Node.id(), Provenance::New)))),
                _ => Value::Term(world.pool.bv32(10 + at)),
            })
            .collect();
        let symbols: Vec<Term> = ["i", "j", "k"].iter().map(|name| world.number(name)).collect();
        let two = world.pool.bv32(2);
        let indices = [symbols[0], two, symbols[1]];
        for values in all_indices(&world, &symbols, LENGTH) {
            let mut now = heap.clone();
            let mut last = [None; LENGTH as usize];
            for (index, value) in indices.iter().zip(&written) {
                let results = world.set(&now, array, *index, *value).expect("an index within bounds");
                now = taken(&world, results, &values).heap;
                last[world.signed(*index, &values) as usize] = Some(*value);
            }
            let read = world.get(&now, array, symbols[2]).expect("an index within bounds");
            let read = taken(&world, read, &values).value;
            match (last[world.signed(symbols[2], &values) as usize], read) {
                (Some(Value::Term(expected)), Value::Term(read)) => {
                    assert_eq!(world.signed(read, &values), world.signed(expected, &values), "{start:?}");
                }
                (Some(expected), read) => assert_eq!(read, expected, "{start:?}"),
                (None, Value::Ref(Ref::Null)) => assert_ne!(start, Start::Unknown),
                (None, Value::Ref(read)) => {
                    assert!(start == Start::Unknown && matches!(read, Ref::Var(_)), "{start:?} {read:?}");
                }
                (None, Value::Term(read)) => assert_eq!(world.signed(read, &values), 0, "{start:?}"),
                (None, Value::Opaque(why)) => panic!("{why}"),
            }
        }
    }
}

#[test]
fn equal_elements_are_one_alternative() {
    let mut world = World::new(Aliasing::On);
    let Given { heap, array, .. } = given(&mut world, Kind::Ref(T::Node.id()), Start::Dense, 40);
    let index = world.number("i");
    let read = world.get(&heap, array, index).expect("an index within bounds");
    assert_eq!(read.iter().map(|alternative| alternative.value).collect::<Vec<_>>(), [Value::Ref(Ref::Null)]);
}

#[test]
fn an_access_that_cannot_be_followed_says_why() {
    let mut world = World::new(Aliasing::On);
    let index = world.number("i");
    let null = Value::Ref(Ref::Null);
    let many = given(&mut world, Kind::Ref(T::Node.id()), Start::Dense, 100);
    assert_eq!(
        world.set(&many.heap, many.array, index, null).err(),
        Some(HeapError::TooManyElements { length: 100 }),
        "a write at an unknown index branches over the elements"
    );
    let numbers = given(&mut world, Kind::Int, Start::Unknown, 4);
    assert_eq!(world.set(&numbers.heap, numbers.array, index, null).err(), Some(HeapError::IllTyped));
    let opaque = Value::Opaque("somewhere else");
    assert_eq!(world.set(&numbers.heap, numbers.array, index, opaque).err(), Some(HeapError::Opaque("somewhere else")));
    let dense = given(&mut world, Kind::Int, Start::Dense, 4);
    let outside = world.pool.bv32(4);
    assert_eq!(world.get(&dense.heap, dense.array, outside).err(), Some(HeapError::IllTyped));
    let zero = world.pool.bv32(0);
    let holds_opaque = world.set(&dense.heap, dense.array, zero, opaque).expect("it may be stored").swap_remove(0).heap;
    assert_eq!(world.get(&holds_opaque, dense.array, zero).expect("and read back").swap_remove(0).value, opaque);
    assert_eq!(world.get(&holds_opaque, dense.array, index).err(), Some(HeapError::Opaque("somewhere else")));
}

#[test]
fn a_write_to_an_array_is_not_seen_by_other_clones() {
    for start in [Start::Dense, Start::Defaults] {
        let mut world = World::new(Aliasing::On);
        let Given { heap, array, .. } = given(&mut world, Kind::Int, start, 3);
        let (zero, five) = (world.pool.bv32(0), world.pool.bv32(5));
        let after = world.set(&heap, array, zero, Value::Term(five)).expect("within bounds").swap_remove(0).heap;
        for (heap, expected) in [(&heap, zero), (&after, five)] {
            let read = world.get(heap, array, zero).expect("within bounds").swap_remove(0).value;
            assert_eq!(read, Value::Term(expected), "{start:?}");
        }
    }
}

/// An index of an access: a constant or one of a few symbols.
#[derive(Clone, Copy, Debug)]
enum Index {
    Constant(usize),
    Symbol(usize),
}

#[derive(Clone, Copy, Debug)]
enum Access {
    Read(Index),
    /// Writes a number, or one of a few objects.
    Write(Index, i64),
    /// Writes the value of a symbol.
    WriteSymbol(Index),
}

const SYMBOLS: usize = 3;
const MAX_LENGTH: usize = 5;

fn index() -> impl Strategy<Value = Index> {
    prop_oneof![(0..MAX_LENGTH).prop_map(Index::Constant), (0..SYMBOLS).prop_map(Index::Symbol)]
}

fn access() -> impl Strategy<Value = Access> {
    let number = prop_oneof![Just(0), -300i64..300, any::<i64>()];
    prop_oneof![
        3 => index().prop_map(Access::Read),
        2 => (index(), number).prop_map(|(index, value)| Access::Write(index, value)),
        1 => index().prop_map(Access::WriteSymbol),
    ]
}

fn number_kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![Kind::Boolean, Kind::Byte, Kind::Char, Kind::Short, Kind::Int, Kind::Long])
}

fn start() -> impl Strategy<Value = Start> {
    prop::sample::select(vec![Start::Dense, Start::Defaults, Start::Unknown])
}

/// What is read after a number was stored.
fn narrowed(kind: Kind, value: i64) -> i64 {
    match kind {
        Kind::Boolean => value & 1,
        Kind::Byte => i64::from(value as i8),
        Kind::Char => i64::from(value as u16),
        Kind::Short => i64::from(value as i16),
        Kind::Long => value,
        _ => i64::from(value as i32),
    }
}

fn width(kind: Kind) -> u8 {
    if kind == Kind::Long { 64 } else { 32 }
}

/// Symbols for the indices, with the values that a run gives them.
fn index_symbols(world: &mut World, values: &mut Assignment, at: &[usize; SYMBOLS], length: usize) -> Vec<Term> {
    (0..SYMBOLS)
        .map(|symbol| {
            let term = world.number(&format!("i{symbol}"));
            world.assign(values, term, Constant::from_i32((at[symbol] % length) as i32));
            term
        })
        .collect()
}

/// The term of an index, and the index that it is.
fn resolve(world: &mut World, index: Index, symbols: &[Term], values: &Assignment, length: usize) -> (Term, usize) {
    let term = match index {
        Index::Constant(at) => world.pool.bv32((at % length) as i32),
        Index::Symbol(symbol) => symbols[symbol],
    };
    (term, world.signed(term, values) as usize)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_are_those_of_a_concrete_array(
        kind in number_kind(),
        start in start(),
        length in 1..=MAX_LENGTH,
        at in prop::array::uniform3(0..MAX_LENGTH),
        initial in prop::collection::vec(any::<i64>(), MAX_LENGTH),
        free in any::<i64>(),
        accesses in prop::collection::vec(access(), 1..12),
    ) {
        let mut world = World::new(Aliasing::On);
        let Given { mut heap, array, elements } = given(&mut world, kind, start, length as i32);
        let mut values = Assignment::new();
        let symbols = index_symbols(&mut world, &mut values, &at, length);
        let value = world.pool.fresh("value", Sort::Bv(width(kind)));
        world.assign(&mut values, value, Constant::bv(width(kind), free as u64));
        let mut concrete = vec![0; length];
        if let Some(elements) = elements {
            let bits = |number: i64| match kind {
                Kind::Boolean => Constant::bv(1, number as u64),
                Kind::Byte => Constant::bv(8, number as u64),
                Kind::Char | Kind::Short => Constant::bv(16, number as u64),
                _ => Constant::bv(width(kind), number as u64),
            };
            let mut array = clew_term::ArrayValue::new(bits(0));
            for (at, number) in initial.iter().take(length).enumerate() {
                array.set(vec![Constant::from_i32(at as i32)], bits(*number));
                concrete[at] = narrowed(kind, *number);
            }
            world.assign(&mut values, elements, Constant::Array(array));
        }
        for access in accesses {
            let (index, written) = match access {
                Access::Read(index) => (index, None),
                Access::Write(index, number) => {
                    let term = world.pool.bv(width(kind), number as u64);
                    (index, Some((term, number)))
                }
                Access::WriteSymbol(index) => (index, Some((value, free))),
            };
            let (index, at) = resolve(&mut world, index, &symbols, &values, length);
            if let Some((term, number)) = written {
                let results = world.set(&heap, array, index, Value::Term(term)).expect("an index within bounds");
                heap = taken(&world, results, &values).heap;
                concrete[at] = narrowed(kind, number);
            }
            let results = world.get(&heap, array, index).expect("an index within bounds");
            let result = taken(&world, results, &values);
            let Value::Term(read) = result.value else { panic!("a number") };
            prop_assert_eq!(world.signed(read, &values), concrete[at]);
            heap = result.heap;
        }
    }

    #[test]
    fn references_are_those_of_a_concrete_array(
        start in prop::sample::select(vec![Start::Dense, Start::Nulls, Start::Unknown]),
        length in 1..=MAX_LENGTH,
        at in prop::array::uniform3(0..MAX_LENGTH),
        accesses in prop::collection::vec(access(), 1..12),
    ) {
        let mut world = World::new(Aliasing::On);
        let Given { mut heap, array, .. } = given(&mut world, Kind::Ref(T::Node.id()), start, length as i32);
        let nodes: Vec<ObjectId> =
            (0..3).map(|_| heap.allocate(Object::new(T::Node.id(), Provenance::New))).collect();
        let mut values = Assignment::new();
        let symbols = index_symbols(&mut world, &mut values, &at, length);
        // What each element holds; `None` where it was not looked at since the beginning.
        let mut concrete: Vec<Option<Ref>> = vec![(start != Start::Unknown).then_some(Ref::Null); length];
        let mut revealed: Vec<Ref> = Vec::new();
        for access in accesses {
            let (index, written) = match access {
                Access::Read(index) => (index, None),
                Access::Write(index, number) => (index, Some(Ref::Object(nodes[number.rem_euclid(3) as usize]))),
                Access::WriteSymbol(index) => (index, Some(Ref::Null)),
            };
            let (index, at) = resolve(&mut world, index, &symbols, &values, length);
            if let Some(reference) = written {
                let results = world.set(&heap, array, index, Value::Ref(reference)).expect("an index within bounds");
                heap = taken(&world, results, &values).heap;
                concrete[at] = Some(reference);
                continue;
            }
            let results = world.get(&heap, array, index).expect("an index within bounds");
            let result = taken(&world, results, &values);
            let Value::Ref(read) = result.value else { panic!("a reference") };
            match concrete[at] {
                Some(expected) => prop_assert_eq!(read, expected),
                None => {
                    prop_assert!(matches!(read, Ref::Var(_)) && !revealed.contains(&read), "an element of its own");
                    revealed.push(read);
                    concrete[at] = Some(read);
                }
            }
            heap = result.heap;
        }
        // What the elements held at entry is on record, for each that was read before it was written.
        if let Some(ArrayData::Cells { initial, .. }) = heap.object(array).array().map(|array| &array.data) {
            prop_assert_eq!(initial.iter().map(|cell| cell.1).collect::<Vec<_>>(), revealed);
        }
    }
}

#[test]
fn object_ids_are_in_the_order_of_their_making() {
    let mut heap = Heap::new();
    let made: Vec<usize> = (0..3).map(|_| heap.allocate(Object::new(T::Node.id(), Provenance::New)).index()).collect();
    assert_eq!(made, [0, 1, 2]);
}
