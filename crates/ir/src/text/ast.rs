//! Expressions as written: names are not resolved and literals have no type yet.

use crate::{BinaryOp, Const, Type, UnaryOp};
use num_bigint::BigInt;
use std::ops::Range;

/// An expression with the bytes it covers.
#[derive(Debug)]
pub(super) struct Ast {
    pub span: Range<usize>,
    /// The height of the tree, which is limited.
    pub height: u32,
    pub kind: AstKind,
}

#[derive(Debug)]
pub(super) enum AstKind {
    /// An integer literal that takes its type from its context.
    Integer(BigInt),
    /// A literal that has a type of its own.
    Literal(Const),
    Name(String),
    Select(String, Vec<Ast>),
    Unary(UnaryOp, Box<Ast>),
    Binary(Infix, Box<Ast>, Box<Ast>),
    Ite(Box<Ast>, Box<Ast>, Box<Ast>),
    /// An operator written as a function.
    Apply(Function, Vec<Ast>),
}

/// An operator between its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    Op(BinaryOp),
    /// Equality of truth values, which binds looser than everything else.
    Iff,
}

/// An operator written as a function, its operand types and its result type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Convert(crate::Conversion),
    Compare(BinaryOp),
}

/// The conversions and comparisons that are written as functions, by name.
pub(super) const FUNCTIONS: &[(&str, Function)] = {
    use crate::Conversion::*;
    use Function::{Compare, Convert};
    &[
        ("i2l", Convert(I2L)),
        ("i2f", Convert(I2F)),
        ("i2d", Convert(I2D)),
        ("l2i", Convert(L2I)),
        ("l2f", Convert(L2F)),
        ("l2d", Convert(L2D)),
        ("f2i", Convert(F2I)),
        ("f2l", Convert(F2L)),
        ("f2d", Convert(F2D)),
        ("d2i", Convert(D2I)),
        ("d2l", Convert(D2L)),
        ("d2f", Convert(D2F)),
        ("i2b", Convert(I2B)),
        ("i2c", Convert(I2C)),
        ("i2s", Convert(I2S)),
        ("bool2i", Convert(Bool2I)),
        ("ult", Compare(BinaryOp::Ult)),
        ("lcmp", Compare(BinaryOp::CompareLong)),
        ("cmpl", Compare(BinaryOp::CompareLess)),
        ("cmpg", Compare(BinaryOp::CompareGreater)),
    ]
};

impl Function {
    /// The type of the result.
    pub(super) fn result(self) -> Type {
        match self {
            Function::Convert(conversion) => conversion.signature().1,
            Function::Compare(BinaryOp::Ult) => Type::Bool,
            Function::Compare(_) => Type::Bv32,
        }
    }

    /// The number of operands.
    pub(super) fn arity(self) -> usize {
        match self {
            Function::Convert(_) => 1,
            Function::Compare(_) => 2,
        }
    }
}

/// How tightly an infix operator binds (more is tighter), and whether it groups to the right.
pub(super) fn precedence(op: Infix) -> (u8, bool) {
    use BinaryOp::*;
    match op {
        Infix::Iff => (0, false),
        Infix::Op(op) => match op {
            Implies => (1, true),
            Or => (2, false),
            And => (3, false),
            BitOr => (4, false),
            BitXor => (5, false),
            BitAnd => (6, false),
            Eq | Ne => (7, false),
            Lt | Le | Gt | Ge => (8, false),
            Shl | Shr | Ushr => (9, false),
            Add | Sub => (10, false),
            Mul | Div | Rem => (11, false),
            // Written as functions.
            Ult | CompareLong | CompareLess | CompareGreater => (UNARY_PRECEDENCE, false),
        },
    }
}

/// How tightly a prefix operator binds.
pub(super) const UNARY_PRECEDENCE: u8 = 12;

/// The spelling of an infix operator, or nothing if it is written as a function.
pub(super) fn symbol(op: BinaryOp) -> Option<&'static str> {
    use BinaryOp::*;
    Some(match op {
        Add => "+",
        Sub => "-",
        Mul => "*",
        Div => "/",
        Rem => "%",
        Shl => "<<",
        Shr => ">>",
        Ushr => ">>>",
        BitAnd => "&",
        BitOr => "|",
        BitXor => "^",
        Eq => "==",
        Ne => "!=",
        Lt => "<",
        Le => "<=",
        Gt => ">",
        Ge => ">=",
        And => "&&",
        Or => "||",
        Implies => "==>",
        Ult | CompareLong | CompareLess | CompareGreater => return None,
    })
}
