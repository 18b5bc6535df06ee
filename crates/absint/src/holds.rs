//! What invariants of classes say of a field.

use std::fmt;
use std::sync::Arc;

/// What holds of a field in every object of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// It is not null.
    NotNull,
    /// It is a whole number between these, both included.
    Within {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// The array that it names, if it names one, has this many elements.
    Length {
        /// At least.
        low: i32,
        /// At most.
        high: i32,
    },
    /// The collection that it names, if it names one, holds no null.
    Full(Full),
    /// The object that it names, if it names one, is of exactly this class of collections, by internal name.
    OfClass(Arc<str>),
}

/// Among which parts of a collection there is no null. The collection is one of the JDK's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// Among the keys of a map.
    pub keys: bool,
    /// Among the values of a map, and the elements of another collection.
    pub values: bool,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.keys, self.values) {
            (true, true) => "a collection without null",
            (true, false) => "a map without a null key",
            (false, _) => "a collection without a null value",
        })
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holds::NotNull => f.write_str("not null"),
            Holds::Full(full) => full.fmt(f),
            Holds::Length { low, high: i32::MAX } => write!(f, "an array of at least {low} elements"),
            Holds::Length { low, high } if low == high => write!(f, "an array of {low} elements"),
            Holds::Length { low, high } => write!(f, "an array of {low} to {high} elements"),
            Holds::OfClass(class) => f.write_str(&class.replace('/', ".")),
            Holds::Within { low, high } if low == high => write!(f, "{low}"),
            Holds::Within { low, high } if *high >= i64::from(i32::MAX) => write!(f, "at least {low}"),
            Holds::Within { low, high } if *low <= i64::from(i32::MIN) => write!(f, "at most {high}"),
            Holds::Within { low, high } => write!(f, "between {low} and {high}"),
        }
    }
}
