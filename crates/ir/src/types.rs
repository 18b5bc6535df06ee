//! The types of registers.

use std::fmt;

/// The type of a register.
///
/// Java's `boolean`, `byte`, `char`, `short` and `int` are all [`Type::Bv32`] here, as on the operand stack of the JVM;
/// what is stored in a field or an array element is narrowed by the instruction that stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A truth value: the outcome of a comparison. No Java value has this type.
    Bool,
    /// A mathematical integer, of the block language only.
    Int,
    /// A 32-bit two's complement number: Java's `int` and everything narrower.
    Bv32,
    /// A 64-bit two's complement number: Java's `long`.
    Bv64,
    /// An IEEE-754 binary32 number: Java's `float`.
    F32,
    /// An IEEE-754 binary64 number: Java's `double`.
    F64,
    /// A reference to an object or an array, or `null`.
    Ref,
    /// A total map from tuples of mathematical integers of this arity to mathematical integers: the arrays of the block
    /// language.
    Map(u8),
}

impl fmt::Display for Type {
    /// Writes the type as `.clew` text does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => write!(f, "bool"),
            Type::Int => write!(f, "int"),
            Type::Bv32 => write!(f, "bv32"),
            Type::Bv64 => write!(f, "bv64"),
            Type::F32 => write!(f, "f32"),
            Type::F64 => write!(f, "f64"),
            Type::Ref => write!(f, "ref"),
            Type::Map(arity) => write!(f, "[{}]int", vec!["int"; usize::from(*arity)].join(", ")),
        }
    }
}
