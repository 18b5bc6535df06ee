//! Gives expressions their types: resolves names, types literals by their context, and rejects what does not fit.

use super::ast::{Ast, AstKind, Function, Infix, symbol};
use super::cursor::{Cursor, Parse};
use super::scope::Scope;
use crate::{BinaryOp, Const, Expr, Type, UnaryOp};
use num_bigint::BigInt;
use std::ops::Range;

/// Checks expressions of one body.
pub(super) struct Elaborator<'e, 'a, 'g> {
    pub cursor: &'e Cursor<'a>,
    pub scope: &'e mut Scope<'g>,
}

impl Elaborator<'_, '_, '_> {
    /// The expression, which must have the type `expected`.
    pub(super) fn check(&mut self, ast: &Ast, expected: Type) -> Parse<Expr> {
        match &ast.kind {
            AstKind::Integer(value) => self.integer(ast, value, expected),
            AstKind::Literal(literal) => {
                self.require(&ast.span, "this literal", literal.ty(), expected)?;
                Ok(Expr::Const(literal.clone()))
            }
            AstKind::Name(name) => {
                let known = self.scope.is_known(name);
                if self.cursor.java && !known {
                    return Err(self.cursor.fault(ast.span.clone(), format!("variable `{name}` is not declared")));
                }
                let ty = self.scope.type_of(name);
                let what = if known { format!("`{name}`") } else { format!("`{name}`, which is not declared,") };
                self.require(&ast.span, &what, ty, expected)?;
                Ok(Expr::Reg(self.scope.variable(name)))
            }
            AstKind::Select(name, indices) => {
                self.require(&ast.span, "an array element", Type::Int, expected)?;
                let (map, indices) = self.element(&ast.span, name, indices)?;
                Ok(Expr::Select(map, indices))
            }
            AstKind::Unary(op, operand) => self.unary(ast, *op, operand, expected),
            AstKind::Binary(op, left, right) => self.binary(ast, *op, left, right, expected),
            AstKind::Ite(condition, left, right) => {
                let condition = self.check(condition, Type::Bool)?;
                let left = self.check(left, expected)?;
                let right = self.check(right, expected)?;
                Ok(Expr::Ite(Box::new(condition), Box::new(left), Box::new(right)))
            }
            AstKind::Apply(function, operands) => self.apply(ast, *function, operands, expected),
        }
    }

    /// The expression with the type it has of itself; literals without one are `int`.
    pub(super) fn infer(&mut self, ast: &Ast) -> Parse<Expr> {
        let ty = self.known_type(ast).unwrap_or(Type::Int);
        self.check(ast, ty)
    }

    /// The array `name` and the indices, whose number must be its arity.
    pub(super) fn element(
        &mut self,
        span: &Range<usize>,
        name: &str,
        indices: &[Ast],
    ) -> Parse<(crate::Reg, Vec<Expr>)> {
        match self.scope.type_of(name) {
            Type::Map(arity) if usize::from(arity) == indices.len() => {
                let indices = indices.iter().map(|index| self.check(index, Type::Int)).collect::<Parse<_>>()?;
                Ok((self.scope.variable(name), indices))
            }
            Type::Map(arity) => {
                let message = format!("array `{name}` takes {arity} indices, {} are given", indices.len());
                Err(self.cursor.fault(span.clone(), message))
            }
            other => {
                Err(self.cursor.fault(span.clone(), format!("`{name}` has type {other}, only an array has elements")))
            }
        }
    }

    fn require(&self, span: &Range<usize>, what: &str, found: Type, expected: Type) -> Parse<()> {
        if found == expected {
            return Ok(());
        }
        Err(self.cursor.fault(span.clone(), format!("{what} has type {found}, but {expected} is needed here")))
    }

    fn integer(&self, ast: &Ast, value: &BigInt, expected: Type) -> Parse<Expr> {
        let too_large =
            |bits: u32| self.cursor.fault(ast.span.clone(), format!("this number needs more than {bits} bits"));
        let literal = match expected {
            Type::Int => Const::Int(value.clone()),
            Type::Bv32 => Const::Bv32(i32::try_from(value).map_err(|_| too_large(32))?),
            Type::Bv64 => Const::Bv64(i64::try_from(value).map_err(|_| too_large(64))?),
            Type::Bool | Type::F32 | Type::F64 | Type::Ref | Type::Map(_) => {
                let message = format!("this literal is a whole number, but {expected} is needed here");
                return Err(self.cursor.fault(ast.span.clone(), message));
            }
        };
        Ok(Expr::Const(literal))
    }

    fn unary(&mut self, ast: &Ast, op: UnaryOp, operand: &Ast, expected: Type) -> Parse<Expr> {
        match op {
            UnaryOp::Not => {
                self.require(&ast.span, "`!`", Type::Bool, expected)?;
            }
            _ => self.require_number(ast, "-", expected)?,
        }
        Ok(Expr::unary(op, self.check(operand, expected)?))
    }

    fn require_number(&self, ast: &Ast, symbol: &str, expected: Type) -> Parse<()> {
        match expected {
            Type::Int | Type::Bv32 | Type::Bv64 | Type::F32 | Type::F64 => Ok(()),
            Type::Bool | Type::Ref | Type::Map(_) => {
                let message = format!("`{symbol}` gives a number, but {expected} is needed here");
                Err(self.cursor.fault(ast.span.clone(), message))
            }
        }
    }

    fn require_bits(&self, ast: &Ast, symbol: &str, expected: Type) -> Parse<()> {
        match expected {
            Type::Bv32 | Type::Bv64 => Ok(()),
            _ => {
                let message = format!("`{symbol}` works on bv32 and bv64, but {expected} is needed here");
                Err(self.cursor.fault(ast.span.clone(), message))
            }
        }
    }

    fn binary(&mut self, ast: &Ast, op: Infix, left: &Ast, right: &Ast, expected: Type) -> Parse<Expr> {
        use BinaryOp::*;
        let Infix::Op(op) = op else {
            self.require(&ast.span, "`<==>`", Type::Bool, expected)?;
            return Ok(Expr::binary(Eq, self.check(left, Type::Bool)?, self.check(right, Type::Bool)?));
        };
        let spelling = symbol(op).unwrap_or_default();
        let (left_type, right_type) = match op {
            Add | Sub | Mul | Div | Rem => {
                self.require_number(ast, spelling, expected)?;
                (expected, expected)
            }
            Shl | Shr | Ushr => {
                self.require_bits(ast, spelling, expected)?;
                (expected, Type::Bv32)
            }
            BitAnd | BitOr | BitXor => {
                self.require_bits(ast, spelling, expected)?;
                (expected, expected)
            }
            And | Or | Implies => {
                self.require(&ast.span, &format!("`{spelling}`"), Type::Bool, expected)?;
                (Type::Bool, Type::Bool)
            }
            Eq | Ne | Lt | Le | Gt | Ge => {
                self.require(&ast.span, &format!("`{spelling}`"), Type::Bool, expected)?;
                if matches!(op, Eq | Ne) && (is_null(left) || is_null(right)) {
                    return self.null_test(op, left, right);
                }
                let ty = self.comparison_type(ast, op, left, right)?;
                (ty, ty)
            }
            Ult | CompareLong | CompareLess | CompareGreater => {
                return Err(self.cursor.fault(ast.span.clone(), "this comparison is written as a function"));
            }
        };
        Ok(Expr::binary(op, self.check(left, left_type)?, self.check(right, right_type)?))
    }

    /// `x == null` or `x != null`.
    fn null_test(&mut self, op: BinaryOp, left: &Ast, right: &Ast) -> Parse<Expr> {
        let operand = if is_null(right) { left } else { right };
        let test = Expr::unary(UnaryOp::IsNull, self.check(operand, Type::Ref)?);
        Ok(if op == BinaryOp::Ne { Expr::unary(UnaryOp::Not, test) } else { test })
    }

    /// The type of both operands of a comparison.
    fn comparison_type(&self, ast: &Ast, op: BinaryOp, left: &Ast, right: &Ast) -> Parse<Type> {
        let ty = self.known_type(left).or_else(|| self.known_type(right)).unwrap_or(Type::Int);
        let comparable = match ty {
            Type::Int | Type::Bv32 | Type::Bv64 => true,
            Type::Bool | Type::F32 | Type::F64 => matches!(op, BinaryOp::Eq | BinaryOp::Ne),
            Type::Ref | Type::Map(_) => false,
        };
        if comparable {
            return Ok(ty);
        }
        let message = format!("`{}` does not compare values of type {ty}", symbol(op).unwrap_or_default());
        Err(self.cursor.fault(ast.span.clone(), message))
    }

    fn apply(&mut self, ast: &Ast, function: Function, operands: &[Ast], expected: Type) -> Parse<Expr> {
        self.require(&ast.span, "this", function.result(), expected)?;
        match (function, operands) {
            (Function::Convert(conversion), [operand]) => {
                let operand = self.check(operand, conversion.signature().0)?;
                Ok(Expr::unary(UnaryOp::Convert(conversion), operand))
            }
            (Function::Compare(op), [left, right]) => {
                let known = self.known_type(left).or_else(|| self.known_type(right));
                let (default, allowed): (Type, &[Type]) = match op {
                    BinaryOp::CompareLong => (Type::Bv64, &[Type::Bv64]),
                    BinaryOp::Ult => (Type::Bv32, &[Type::Bv32, Type::Bv64]),
                    _ => (Type::F64, &[Type::F32, Type::F64]),
                };
                let ty = known.unwrap_or(default);
                if !allowed.contains(&ty) {
                    let message = format!("this comparison does not take operands of type {ty}");
                    return Err(self.cursor.fault(ast.span.clone(), message));
                }
                Ok(Expr::binary(op, self.check(left, ty)?, self.check(right, ty)?))
            }
            _ => Err(self.cursor.fault(ast.span.clone(), "wrong number of operands")),
        }
    }

    /// The type that the expression has whatever its context; `None` for literals that take it from there.
    fn known_type(&self, ast: &Ast) -> Option<Type> {
        use BinaryOp::*;
        match &ast.kind {
            AstKind::Integer(_) => None,
            AstKind::Literal(literal) => Some(literal.ty()),
            AstKind::Name(name) => Some(self.scope.type_of(name)),
            AstKind::Select(..) => Some(Type::Int),
            AstKind::Unary(UnaryOp::Neg, operand) => self.known_type(operand),
            AstKind::Unary(..) => Some(Type::Bool),
            AstKind::Binary(Infix::Op(Add | Sub | Mul | Div | Rem | BitAnd | BitOr | BitXor), left, right) => {
                self.known_type(left).or_else(|| self.known_type(right))
            }
            AstKind::Binary(Infix::Op(Shl | Shr | Ushr), left, _) => self.known_type(left),
            AstKind::Binary(..) => Some(Type::Bool),
            AstKind::Ite(_, left, right) => self.known_type(left).or_else(|| self.known_type(right)),
            AstKind::Apply(function, _) => Some(function.result()),
        }
    }
}

fn is_null(ast: &Ast) -> bool {
    matches!(ast.kind, AstKind::Literal(Const::Null))
}
