//! Expressions: pure, total where their operands are in the domain the operator states, and free of heap accesses.

use crate::{Reg, Type};
use clew_base::OrderedSet;
use num_bigint::BigInt;

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// `true` or `false`.
    Bool(bool),
    /// A mathematical integer.
    Int(BigInt),
    /// A 32-bit number.
    Bv32(i32),
    /// A 64-bit number.
    Bv64(i64),
    /// The bits of a binary32 number.
    F32(u32),
    /// The bits of a binary64 number.
    F64(u64),
    /// The null reference.
    Null,
}

impl Const {
    /// The type of a register that can hold this literal.
    pub fn ty(&self) -> Type {
        match self {
            Const::Bool(_) => Type::Bool,
            Const::Int(_) => Type::Int,
            Const::Bv32(_) => Type::Bv32,
            Const::Bv64(_) => Type::Bv64,
            Const::F32(_) => Type::F32,
            Const::F64(_) => Type::F64,
            Const::Null => Type::Ref,
        }
    }
}

/// An operator of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Arithmetic negation of any numeric type, wrapping on bit-vectors.
    Neg,
    /// Negation of a `Bool`.
    Not,
    /// Whether a `Ref` is `null`; gives `Bool`.
    IsNull,
    /// A conversion between Java's numeric types.
    Convert(Conversion),
}

/// Java's numeric conversions, named as the JVM names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Conversion {
    I2L,
    I2F,
    I2D,
    L2I,
    L2F,
    L2D,
    F2I,
    F2L,
    F2D,
    D2I,
    D2L,
    D2F,
    /// Keep the low 8 bits, sign-extended to `Bv32`.
    I2B,
    /// Keep the low 16 bits, zero-extended to `Bv32`.
    I2C,
    /// Keep the low 16 bits, sign-extended to `Bv32`.
    I2S,
    /// `Bool` to `Bv32`: 0 or 1.
    Bool2I,
}

impl Conversion {
    /// The types this conversion takes and gives.
    pub fn signature(self) -> (Type, Type) {
        use Conversion::*;
        match self {
            I2L => (Type::Bv32, Type::Bv64),
            I2F => (Type::Bv32, Type::F32),
            I2D => (Type::Bv32, Type::F64),
            L2I => (Type::Bv64, Type::Bv32),
            L2F => (Type::Bv64, Type::F32),
            L2D => (Type::Bv64, Type::F64),
            F2I => (Type::F32, Type::Bv32),
            F2L => (Type::F32, Type::Bv64),
            F2D => (Type::F32, Type::F64),
            D2I => (Type::F64, Type::Bv32),
            D2L => (Type::F64, Type::Bv64),
            D2F => (Type::F64, Type::F32),
            I2B | I2C | I2S => (Type::Bv32, Type::Bv32),
            Bool2I => (Type::Bool, Type::Bv32),
        }
    }
}

/// An operator of two operands.
///
/// On bit-vectors, arithmetic wraps and is Java's. `Div` and `Rem` truncate toward zero; their divisor is not zero
/// (Java code checks it by a branch before; in the block language a zero divisor blocks the execution).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum of two numbers of one type.
    Add,
    /// Difference of two numbers of one type.
    Sub,
    /// Product of two numbers of one type.
    Mul,
    /// Quotient, truncated toward zero for integers, IEEE for floats.
    Div,
    /// Remainder with the sign of the dividend; C's `fmod` for floats.
    Rem,
    /// Left shift; the right operand is `Bv32` and only its low 5 (or 6) bits count.
    Shl,
    /// Arithmetic right shift; the right operand as for `Shl`.
    Shr,
    /// Logical right shift; the right operand as for `Shl`.
    Ushr,
    /// Bitwise and.
    BitAnd,
    /// Bitwise or.
    BitOr,
    /// Bitwise exclusive or.
    BitXor,
    /// Equality of two values of one type other than `Ref`; gives `Bool`.
    Eq,
    /// Disequality, as `Eq`.
    Ne,
    /// Signed less-than on integers; gives `Bool`.
    Lt,
    /// Signed at-most on integers; gives `Bool`.
    Le,
    /// Signed greater-than on integers; gives `Bool`.
    Gt,
    /// Signed at-least on integers; gives `Bool`.
    Ge,
    /// Unsigned less-than on bit-vectors; gives `Bool`. Bounds checks use it.
    Ult,
    /// Conjunction of two `Bool`s.
    And,
    /// Disjunction of two `Bool`s.
    Or,
    /// Implication between two `Bool`s.
    Implies,
    /// Java's three-way comparison of two `Bv64`: −1, 0 or 1 as `Bv32`.
    CompareLong,
    /// Java's three-way comparison of two floats or doubles as `Bv32`, −1 where one is NaN (`fcmpl`, `dcmpl`).
    CompareLess,
    /// The same with 1 where one is NaN (`fcmpg`, `dcmpg`).
    CompareGreater,
}

/// An expression tree. Java code uses trees of depth one or two; the block language any depth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A literal.
    Const(Const),
    /// The value of a register.
    Reg(Reg),
    /// An operator applied to one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator applied to two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if c then a else b`.
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An element of a map register of the block language.
    Select(Reg, Vec<Expr>),
}

impl Expr {
    /// The 32-bit literal `value`.
    pub fn bv32(value: i32) -> Expr {
        Expr::Const(Const::Bv32(value))
    }

    /// `op` applied to `operand`.
    pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
        Expr::Unary(op, Box::new(operand))
    }

    /// `op` applied to `left` and `right`.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// The register that a condition compares with `null`, and whether it is not `null` when the condition holds; `None` for any other
    /// condition.
    pub fn null_test(&self) -> Option<(Reg, bool)> {
        match self {
            Expr::Unary(UnaryOp::IsNull, tested) => match **tested {
                Expr::Reg(reg) => Some((reg, false)),
                _ => None,
            },
            Expr::Unary(UnaryOp::Not, negated) => negated.null_test().map(|(reg, non_null)| (reg, !non_null)),
            _ => None,
        }
    }

    /// Adds every register that the expression reads to `registers`.
    pub fn collect_registers(&self, registers: &mut OrderedSet<Reg>) {
        match self {
            Expr::Const(_) => {}
            Expr::Reg(reg) => {
                registers.insert(*reg);
            }
            Expr::Unary(_, operand) => operand.collect_registers(registers),
            Expr::Binary(_, left, right) => {
                left.collect_registers(registers);
                right.collect_registers(registers);
            }
            Expr::Ite(condition, left, right) => {
                condition.collect_registers(registers);
                left.collect_registers(registers);
                right.collect_registers(registers);
            }
            Expr::Select(map, indices) => {
                registers.insert(*map);
                indices.iter().for_each(|index| index.collect_registers(registers));
            }
        }
    }
}
