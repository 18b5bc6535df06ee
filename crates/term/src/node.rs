//! The shapes of terms and their operators.

use crate::pool::{SymbolId, Term};
use crate::sort::ArraySort;
use clew_base::define_id;
use serde::{Deserialize, Serialize};

define_id! {
    /// An integer constant in the pool's side table; see [`crate::TermPool::int_value`].
    pub struct IntId = "z"
}

define_id! {
    /// The terms that make one array index, in the pool's side table; see [`crate::TermPool::index_terms`].
    pub struct IndexList = "x"
}

/// The shape of a term. Sixteen bytes; what does not fit lies in side tables of the pool.
///
/// # Canonical forms
///
/// The constructors of [`crate::TermPool`] keep these promises, which a reader of terms may rely on:
///
/// - No operator has only constants as operands. NaN is one bit pattern per float sort.
/// - A constant operand of a commutative operator (`Add`, `Mul`, `BitAnd`, `BitOr`, `BitXor`, `Eq`) is on the right;
///   two operands that aren't constant are ordered by handle. `And` and `Or` have no constant operand.
/// - `a - c` is `Add(a, -c)`; sums keep their constant outermost: `Add(Add(x, y), c)`. `Sub` has a constant only on the
///   left.
/// - There is no "greater than": `a > b` is `SLt(b, a)`. Between a non-constant `x` and a constant the two forms are
///   `SLt(x, c)` and `SLe(c, x)`, and likewise for the unsigned ones and for integers; so the negation of a comparison
///   is a comparison, and `Not` is never on top of an order between bit-vectors or integers.
/// - `Not` is never on top of `Not`. There is no implication, equivalence (`Eq` on `Bool`) has no negated operand.
/// - `Ite` has a condition that is neither constant nor negated, and different branches; of sort `Bool` it has no
///   constant branch.
/// - `Eq` between an extension or a sum with a constant and a constant is stated of the inner term.
/// - A `Select` is never on top of a `Store` whose index is known to equal or to differ from its own.
///
/// # Adding an operator
///
/// Add a case to [`UnaryOp`] or [`BinaryOp`]; the compiler then lists the places to complete: its meaning in
/// `semantics`, its result sort and constructor in `build`, its bounds in `range`, its text in `display`, and its encoding
/// in each solver backend. Add it to the property tests' term generator too.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(IntId),
    /// A bit-vector; bits above `width` are zero.
    Bv {
        /// Number of bits.
        width: u8,
        /// The bits.
        bits: u64,
    },
    /// The bits of a binary32 value; NaN is `0x7fc00000`.
    F32(u32),
    /// The bits of a binary64 value; NaN is `0x7ff8000000000000`.
    F64(u64),
    /// A free variable.
    Symbol(SymbolId),
    /// An operator on one operand.
    Unary(UnaryOp, Term),
    /// An operator on two operands.
    Binary(BinaryOp, Term, Term),
    /// If the first holds the second, else the third.
    Ite(Term, Term, Term),
    /// The element of an array at an index.
    Select(Term, IndexList),
    /// The array with the element at an index replaced.
    Store(Term, IndexList, Term),
    /// The array that holds one element everywhere.
    ConstArray(ArraySort, Term),
}

/// Operators on one operand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// Negation of a truth value.
    Not,
    /// Arithmetic negation of a bit-vector (wrapping) or an integer.
    Neg,
    /// Complement of every bit.
    BitNot,
    /// Widening to that many bits with copies of the sign bit.
    SignExtend(u8),
    /// Widening to that many bits with zeros.
    ZeroExtend(u8),
    /// The lowest bits, that many.
    ExtractLow(u8),
    /// Change of the sign of a float.
    FNeg,
    /// The square root of a float, rounded to nearest, ties to even; NaN of what is less than zero.
    FSqrt,
    /// The whole float next to a float in that direction, with the sign of the float where it is zero.
    FRound(Rounding),
    /// A Java conversion between numbers of which one is a float.
    Convert(FloatConversion),
    /// The IEEE bits of a float, NaN canonical: `floatToIntBits`, `doubleToLongBits`.
    FloatToBits,
    /// The float with these IEEE bits: `intBitsToFloat`, `longBitsToDouble`.
    BitsToFloat,
}

/// Which whole number a float is rounded to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// The greatest that is not greater: `Math.floor`.
    Down,
    /// The least that is not less: `Math.ceil`.
    Up,
    /// The nearest, of two the even one: `Math.rint`.
    Even,
}

/// Operators on two operands. Both have one sort, except where a case says otherwise.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOp {
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Equality of values of any one sort. Of floats: the same bits, so NaN equals NaN and zeros differ.
    Eq,
    /// Sum, wrapping on bit-vectors.
    Add,
    /// Difference, wrapping on bit-vectors.
    Sub,
    /// Product, wrapping on bit-vectors.
    Mul,
    /// Quotient truncated toward zero. By zero: of bit-vectors −1 for a dividend ≥ 0 and 1 for one < 0; of integers 0.
    SDiv,
    /// Remainder with the sign of the dividend. By zero: the dividend.
    SRem,
    /// Unsigned quotient. By zero: all ones.
    UDiv,
    /// Unsigned remainder. By zero: the dividend.
    URem,
    /// Bitwise conjunction.
    BitAnd,
    /// Bitwise disjunction.
    BitOr,
    /// Bitwise exclusive disjunction.
    BitXor,
    /// Shift to the left; 0 for an (unsigned) amount of at least the width.
    Shl,
    /// Shift to the right with zeros; 0 for an (unsigned) amount of at least the width.
    LShr,
    /// Shift to the right with the sign; all sign bits for an (unsigned) amount of at least the width.
    AShr,
    /// Signed "less than" of bit-vectors, or of integers.
    SLt,
    /// Signed "less than or equal" of bit-vectors, or of integers.
    SLe,
    /// Unsigned "less than".
    ULt,
    /// Unsigned "less than or equal".
    ULe,
    /// Sum of floats, rounded to nearest, ties to even.
    FAdd,
    /// Difference of floats.
    FSub,
    /// Product of floats.
    FMul,
    /// Quotient of floats.
    FDiv,
    /// Remainder of floats with the sign of the dividend: C's `fmod`, not IEEE's remainder.
    FRem,
    /// "Less than" of floats; false if one is NaN.
    FLt,
    /// "Less than or equal" of floats; false if one is NaN.
    FLe,
    /// IEEE equality of floats: false if one is NaN, true of the two zeros.
    FEq,
}

/// Java's conversions from or to floats, named after the bytecode instructions. Those to integers truncate, saturate and
/// take NaN to 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FloatConversion {
    /// `int` to `float`.
    I2F,
    /// `int` to `double`.
    I2D,
    /// `long` to `float`.
    L2F,
    /// `long` to `double`.
    L2D,
    /// `float` to `int`.
    F2I,
    /// `float` to `long`.
    F2L,
    /// `float` to `double`.
    F2D,
    /// `double` to `int`.
    D2I,
    /// `double` to `long`.
    D2L,
    /// `double` to `float`.
    D2F,
}

impl FloatConversion {
    /// The sort of the operand and that of the result.
    pub fn sorts(self) -> (crate::Sort, crate::Sort) {
        use crate::Sort::{Bv, F32, F64};
        match self {
            FloatConversion::I2F => (Bv(32), F32),
            FloatConversion::I2D => (Bv(32), F64),
            FloatConversion::L2F => (Bv(64), F32),
            FloatConversion::L2D => (Bv(64), F64),
            FloatConversion::F2I => (F32, Bv(32)),
            FloatConversion::F2L => (F32, Bv(64)),
            FloatConversion::F2D => (F32, F64),
            FloatConversion::D2I => (F64, Bv(32)),
            FloatConversion::D2L => (F64, Bv(64)),
            FloatConversion::D2F => (F64, F32),
        }
    }
}

impl BinaryOp {
    /// Whether the order of the operands does not matter.
    pub fn is_commutative(self) -> bool {
        use BinaryOp::*;
        match self {
            And | Or | Eq | Add | Mul | BitAnd | BitOr | BitXor | FAdd | FMul | FEq => true,
            Sub | SDiv | SRem | UDiv | URem | Shl | LShr | AShr | SLt | SLe | ULt | ULe | FSub | FDiv | FRem | FLt
            | FLe => false,
        }
    }

    /// Whether the result is a truth value.
    pub fn is_predicate(self) -> bool {
        use BinaryOp::*;
        match self {
            And | Or | Eq | SLt | SLe | ULt | ULe | FLt | FLe | FEq => true,
            Add | Sub | Mul | SDiv | SRem | UDiv | URem | BitAnd | BitOr | BitXor | Shl | LShr | AShr | FAdd | FSub
            | FMul | FDiv | FRem => false,
        }
    }
}
