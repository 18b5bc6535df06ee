//! What handles of variables stand for.

use clew_heap::{Kind, TypeId};
use clew_jvm::{ClassId, FieldId};

/// How a number lies in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coding {
    /// An integer of at least two bytes.
    pub kind: Kind,
    /// Whether the highest byte comes first.
    pub big_endian: bool,
}

impl Coding {
    /// The number of bytes.
    pub(crate) fn size(self) -> i32 {
        match self.kind {
            Kind::Long => 8,
            Kind::Int => 4,
            _ => 2,
        }
    }

    /// By how many bits the number is to be shifted for the byte at a position to be its lowest.
    pub(crate) fn shift(self, at: i32) -> i32 {
        8 * if self.big_endian { self.size() - 1 - at } else { at }
    }

    /// The bits of a number as it stands in a register.
    pub(crate) fn width(self) -> u8 {
        if self.kind == Kind::Long { 64 } else { 32 }
    }
}

/// What a handle, or what finds handles, stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// What this class may find.
    Lookup(ClassId),
    /// A field of the object that is passed first.
    Field(FieldId),
    /// The element of the array of this class that is passed first, at the index behind it.
    Elements(TypeId),
    /// A number in the array of bytes that is passed first, from the index behind it on.
    Bytes(Coding),
}
