//! The sorts of terms.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The widest bit-vector, in bits.
pub const MAX_WIDTH: u8 = 64;

/// The set of values a term ranges over.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// The mathematical integers.
    Int,
    /// Bit-vectors of a width from 1 to [`MAX_WIDTH`] bits.
    Bv(u8),
    /// IEEE binary32 with one NaN.
    F32,
    /// IEEE binary64 with one NaN.
    F64,
    /// Total maps from indices to elements.
    Array(ArraySort),
}

/// The sort of an array: what indexes it and what it holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ArraySort {
    /// What indexes the array.
    pub index: IndexSort,
    /// What the array holds.
    pub element: ElementSort,
}

/// What indexes an array.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum IndexSort {
    /// That many integers, at least one.
    Ints(u8),
    /// One 32-bit vector.
    Bv32,
    /// One 64-bit vector.
    Bv64,
}

/// What an array holds: any sort but another array.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ElementSort {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Bit-vectors of that width.
    Bv(u8),
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl Sort {
    /// The width in bits if this is a bit-vector sort.
    pub fn width(self) -> Option<u8> {
        match self {
            Sort::Bv(width) => Some(width),
            Sort::Bool | Sort::Int | Sort::F32 | Sort::F64 | Sort::Array(_) => None,
        }
    }

    /// The array sort if this is one.
    pub fn array(self) -> Option<ArraySort> {
        match self {
            Sort::Array(array) => Some(array),
            Sort::Bool | Sort::Int | Sort::Bv(_) | Sort::F32 | Sort::F64 => None,
        }
    }

    /// Whether this is `F32` or `F64`.
    pub fn is_float(self) -> bool {
        matches!(self, Sort::F32 | Sort::F64)
    }
}

impl IndexSort {
    /// How many terms make one index.
    pub fn arity(self) -> usize {
        match self {
            IndexSort::Ints(arity) => usize::from(arity),
            IndexSort::Bv32 | IndexSort::Bv64 => 1,
        }
    }

    /// The sort of each term of an index.
    pub fn component(self) -> Sort {
        match self {
            IndexSort::Ints(_) => Sort::Int,
            IndexSort::Bv32 => Sort::Bv(32),
            IndexSort::Bv64 => Sort::Bv(64),
        }
    }
}

impl From<ElementSort> for Sort {
    fn from(element: ElementSort) -> Sort {
        match element {
            ElementSort::Bool => Sort::Bool,
            ElementSort::Int => Sort::Int,
            ElementSort::Bv(width) => Sort::Bv(width),
            ElementSort::F32 => Sort::F32,
            ElementSort::F64 => Sort::F64,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Int => f.write_str("int"),
            Sort::Bv(width) => write!(f, "bv{width}"),
            Sort::F32 => f.write_str("float"),
            Sort::F64 => f.write_str("double"),
            Sort::Array(array) => {
                let index = array.index.component();
                f.write_str("[")?;
                for position in 0..array.index.arity() {
                    write!(f, "{}{index}", if position == 0 { "" } else { ", " })?;
                }
                write!(f, "]{}", Sort::from(array.element))
            }
        }
    }
}
