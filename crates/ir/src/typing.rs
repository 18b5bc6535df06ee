//! The types of expressions.

use crate::{BinaryOp, Conversion, Expr, Reg, RegInfo, Type, UnaryOp};
use clew_base::Arena;

/// Why an expression has no type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// A register that the body does not have.
    #[error("register {0} does not exist")]
    UnknownRegister(Reg),
    /// An operand of the wrong type.
    #[error("{operator} takes {wanted}, not {found}")]
    Operand {
        /// The operator, as it is named in this crate.
        operator: String,
        /// What it takes.
        wanted: &'static str,
        /// The type of what it is applied to.
        found: Type,
    },
    /// Two operands of different types.
    #[error("{operator} takes two operands of one type, not {left} and {right}")]
    Mismatch {
        /// The operator, as it is named in this crate.
        operator: String,
        /// The type of the left operand.
        left: Type,
        /// The type of the right operand.
        right: Type,
    },
    /// An element of something that is no map, or of a map of another arity.
    #[error("a register of type {found} has no element with {indices} indices")]
    Element {
        /// The type of the register.
        found: Type,
        /// The number of indices.
        indices: usize,
    },
}

impl Expr {
    /// The type of the expression over these registers, or why it is not well-formed.
    pub fn ty(&self, regs: &Arena<Reg, RegInfo>) -> Result<Type, TypeError> {
        let register = |reg: &Reg| regs.get(*reg).map(|info| info.ty).ok_or(TypeError::UnknownRegister(*reg));
        match self {
            Expr::Const(literal) => Ok(literal.ty()),
            Expr::Reg(reg) => register(reg),
            Expr::Unary(op, operand) => unary(*op, operand.ty(regs)?),
            Expr::Binary(op, left, right) => binary(*op, left.ty(regs)?, right.ty(regs)?),
            Expr::Ite(condition, left, right) => {
                let (condition, left, right) = (condition.ty(regs)?, left.ty(regs)?, right.ty(regs)?);
                if condition != Type::Bool {
                    return Err(operand_error("Ite", "a bool condition", condition));
                }
                same("Ite", left, right)
            }
            Expr::Select(map, indices) => {
                let found = register(map)?;
                if found != map_type(indices.len()) {
                    return Err(TypeError::Element { found, indices: indices.len() });
                }
                check_indices(indices, regs)?;
                Ok(Type::Int)
            }
        }
    }
}

/// Checks that all indices are mathematical integers.
pub(crate) fn check_indices(indices: &[Expr], regs: &Arena<Reg, RegInfo>) -> Result<(), TypeError> {
    for index in indices {
        let ty = index.ty(regs)?;
        if ty != Type::Int {
            return Err(operand_error("Select", "indices of type int", ty));
        }
    }
    Ok(())
}

/// The type of maps with so many indices; `Map(0)`, which no map has, where there are too many.
pub(crate) fn map_type(indices: usize) -> Type {
    Type::Map(u8::try_from(indices).unwrap_or(0))
}

fn unary(op: UnaryOp, operand: Type) -> Result<Type, TypeError> {
    let number = matches!(operand, Type::Int | Type::Bv32 | Type::Bv64 | Type::F32 | Type::F64);
    match op {
        UnaryOp::Neg if number => Ok(operand),
        UnaryOp::Neg => Err(operand_error(op, "a number", operand)),
        UnaryOp::Not if operand == Type::Bool => Ok(Type::Bool),
        UnaryOp::Not => Err(operand_error(op, "a bool", operand)),
        UnaryOp::IsNull if operand == Type::Ref => Ok(Type::Bool),
        UnaryOp::IsNull => Err(operand_error(op, "a ref", operand)),
        UnaryOp::Convert(conversion) => convert(conversion, operand),
    }
}

fn convert(conversion: Conversion, operand: Type) -> Result<Type, TypeError> {
    let (from, to) = conversion.signature();
    if operand == from { Ok(to) } else { Err(operand_error(conversion, "the type it is named for", operand)) }
}

fn binary(op: BinaryOp, left: Type, right: Type) -> Result<Type, TypeError> {
    use BinaryOp::*;
    use Type::{Bool, Bv32, Bv64, F32, F64, Int};
    let require =
        |allowed: &[Type], wanted| if allowed.contains(&left) { Ok(()) } else { Err(operand_error(op, wanted, left)) };
    match op {
        Add | Sub | Mul | Div | Rem => {
            require(&[Int, Bv32, Bv64, F32, F64], "numbers")?;
            same(op, left, right)
        }
        Shl | Shr | Ushr => {
            require(&[Bv32, Bv64], "bv32 or bv64 on the left")?;
            if right == Bv32 { Ok(left) } else { Err(operand_error(op, "bv32 on the right", right)) }
        }
        BitAnd | BitOr | BitXor => {
            require(&[Bv32, Bv64], "bv32 or bv64")?;
            same(op, left, right)
        }
        Eq | Ne => {
            require(&[Bool, Int, Bv32, Bv64, F32, F64], "values that are neither references nor maps")?;
            same(op, left, right).map(|_| Bool)
        }
        Lt | Le | Gt | Ge => {
            require(&[Int, Bv32, Bv64], "whole numbers")?;
            same(op, left, right).map(|_| Bool)
        }
        Ult => {
            require(&[Bv32, Bv64], "bv32 or bv64")?;
            same(op, left, right).map(|_| Bool)
        }
        And | Or | Implies => {
            require(&[Bool], "bools")?;
            same(op, left, right)
        }
        CompareLong => {
            require(&[Bv64], "bv64")?;
            same(op, left, right).map(|_| Bv32)
        }
        CompareLess | CompareGreater => {
            require(&[F32, F64], "f32 or f64")?;
            same(op, left, right).map(|_| Bv32)
        }
    }
}

fn same(operator: impl std::fmt::Debug, left: Type, right: Type) -> Result<Type, TypeError> {
    if left == right { Ok(left) } else { Err(TypeError::Mismatch { operator: format!("{operator:?}"), left, right }) }
}

fn operand_error(operator: impl std::fmt::Debug, wanted: &'static str, found: Type) -> TypeError {
    TypeError::Operand { operator: format!("{operator:?}"), wanted, found }
}
