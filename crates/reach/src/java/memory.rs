//! The heap as maps: for each field a map from objects to values, for each kind of elements one from arrays and indices.
//!
//! References are numbers. What the method makes has a number of its own, below zero, and `null` is 0; whatever else there is has
//! any number that is not below zero if it was there at entry, and any at all otherwise. So two references that a map is asked
//! for may name one object, as they may in a program.

use clew_base::FastMap;
use clew_ir::ElementKind;
use clew_jvm::FieldId;
use clew_term::{ArraySort, ElementSort, IndexSort, Sort, Term, TermPool};
use imbl::OrdMap;

/// A part of the memory that no other shares cells with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Location {
    /// The field of all objects; of a static field, its one value is that of the object 0.
    Field(FieldId),
    /// The elements of all arrays of a kind.
    Elements(ElementKind),
}

/// What memory holds at some moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Memory {
    /// Which unknown memory all was before what is written here.
    epoch: u32,
    written: OrdMap<Location, Term>,
}

/// Which unknown memories there are.
#[derive(Debug, Default)]
pub(super) struct Epochs {
    count: u32,
    unwritten: FastMap<(u32, Location), Term>,
}

impl Epochs {
    /// A memory with unknown contents.
    pub(super) fn unknown(&mut self) -> Memory {
        self.count += 1;
        Memory { epoch: self.count, written: OrdMap::new() }
    }

    /// The map of a location.
    pub(super) fn read(&mut self, memory: &Memory, location: Location, sort: ArraySort, pool: &mut TermPool) -> Term {
        match memory.written.get(&location) {
            Some(map) => *map,
            None => *self
                .unwritten
                .entry((memory.epoch, location))
                .or_insert_with(|| pool.fresh("memory", Sort::Array(sort))),
        }
    }
}

impl Memory {
    pub(super) fn write(&mut self, location: Location, map: Term) {
        self.written.insert(location, map);
    }

    /// Whether what is not written is the same in both.
    pub(super) fn is_of_epoch_of(&self, other: &Memory) -> bool {
        self.epoch == other.epoch
    }

    /// The locations that were written.
    pub(super) fn locations(&self) -> impl Iterator<Item = Location> + '_ {
        self.written.keys().copied()
    }
}

/// The sort of the map of a field whose values are stored like this.
pub(super) fn of_objects(element: ElementSort) -> ArraySort {
    ArraySort { index: IndexSort::Bv32, element }
}

/// The sort of the map of elements that are stored like this.
pub(super) fn of_elements(element: ElementSort) -> ArraySort {
    ArraySort { index: IndexSort::Bv64, element }
}

/// The index of an element: the array's number before that of the element.
pub(super) fn element_index(array: Term, index: Term, pool: &mut TermPool) -> Term {
    let (array, index) = (pool.zero_extend(array, 64), pool.zero_extend(index, 64));
    let bits = pool.bv64(32);
    let upper = pool.shl(array, bits);
    pool.add(upper, index)
}
