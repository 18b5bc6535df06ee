//! Arrays with known or unknown length and elements.

use crate::{Kind, Ref, Value};
use clew_term::{Term, TermPool};
use imbl::{OrdMap, Vector};
use std::rc::Rc;

/// What a cell holds that was neither written nor read before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellDefault {
    /// `null`: the array is new.
    Null,
    /// An unknown reference: the array is of the input.
    Unknown,
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub enum ArrayData {
    /// The elements, as many as there can be at most, of an array that was never written at an unknown index. What lies
    /// behind the length means nothing.
    Dense(Vector<Value>),
    /// A map term from index to stored bits, of an array that holds no references.
    Map {
        /// The elements now.
        current: Term,
        /// The elements at entry, of an input array.
        initial: Option<Term>,
    },
    /// The cells that were accessed, of an array of references. The indices of different cells differ on every
    /// execution the state stands for.
    Cells {
        /// Cells with a constant index.
        constant: OrdMap<i32, Ref>,
        /// Cells with another index.
        symbolic: Vector<(Term, Ref)>,
        /// What all others hold.
        default: CellDefault,
        /// What the cells of an input array held at entry that were read before they were written.
        initial: Vector<(Term, Ref)>,
    },
    /// The elements as they were when the array came onto the heap solver's stack of accesses, which tells what has become of
    /// them since.
    Stacked(Rc<ArrayData>),
}

impl ArrayData {
    /// What a new array of a length that is not constant holds; `None` if the kind has no values.
    pub fn of_defaults(pool: &mut TermPool, kind: Kind) -> Option<Self> {
        match kind.default_value(pool) {
            Value::Ref(_) => Some(ArrayData::Cells {
                constant: OrdMap::new(),
                symbolic: Vector::new(),
                default: CellDefault::Null,
                initial: Vector::new(),
            }),
            Value::Term(default) => {
                let stored = kind.narrow(pool, default);
                let current = pool.const_array(kind.map_sort(), stored);
                Some(ArrayData::Map { current, initial: None })
            }
            Value::Opaque(_) => None,
        }
    }
}

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    /// What its elements are.
    pub kind: Kind,
    /// Its length, a 32-bit term that is not negative.
    pub length: Term,
    /// Its elements.
    pub data: ArrayData,
}
