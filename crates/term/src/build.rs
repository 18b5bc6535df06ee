//! The constructors of terms, by family. Each looks at its operands and their operands only, never deeper than a small
//! bound, so building a term is cheap however large its operands are. [`crate::Node`] documents the forms they keep.

mod arithmetic;
mod array;
mod bits;
mod boolean;
mod compare;
mod equality;
mod extend;
mod extremes;
mod float;
mod ite;
mod multiple;

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::semantics;
use crate::sort::Sort;
use num_bigint::BigInt;

impl TermPool {
    /// The constant that a unary operator gives on a constant.
    fn fold_unary(&mut self, op: UnaryOp, operand: Term) -> Option<Term> {
        let value = semantics::unary(op, &self.as_const(operand)?);
        self.constant(&value)
    }

    /// The constant that a binary operator gives on two constants.
    fn fold_binary(&mut self, op: BinaryOp, left: Term, right: Term) -> Option<Term> {
        if !self.is_const(left) || !self.is_const(right) {
            return None;
        }
        let value = semantics::binary(op, &self.as_const(left)?, &self.as_const(right)?);
        self.constant(&value)
    }

    /// The operands in an order with a constant, if there is one, on the right.
    fn constant_right(&self, left: Term, right: Term) -> (Term, Term) {
        if self.is_const(left) { (right, left) } else { (left, right) }
    }

    /// The operands of a term made with this operator.
    fn operands_of(&self, op: BinaryOp, term: Term) -> Option<(Term, Term)> {
        match *self.node(term) {
            Node::Binary(found, left, right) if found == op => Some((left, right)),
            _ => None,
        }
    }

    /// The operand of a term made with this operator.
    fn operand_of(&self, op: UnaryOp, term: Term) -> Option<Term> {
        match *self.node(term) {
            Node::Unary(found, operand) if found == op => Some(operand),
            _ => None,
        }
    }

    /// `x` and `c` if the term is the operator on `x` and a constant `c` on the right.
    fn with_constant(&self, op: BinaryOp, term: Term) -> Option<(Term, Term)> {
        self.operands_of(op, term).filter(|(_, right)| self.is_const(*right))
    }

    /// A small number as a constant of an arithmetic sort.
    fn number(&mut self, sort: Sort, value: i64) -> Term {
        match sort {
            Sort::Bv(width) => self.bv(width, value as u64),
            Sort::Int => self.int(BigInt::from(value)),
            other => panic!("a bit-vector or integer is needed where the sort is {other}"),
        }
    }

    /// Whether the term is the constant that `value` is in its sort.
    fn is_number(&self, term: Term, value: i64) -> bool {
        match *self.node(term) {
            Node::Bv { width, bits } => bits == semantics::truncate(width, value as u64),
            Node::Int(id) => *self.int_value(id) == BigInt::from(value),
            _ => false,
        }
    }

    /// Panics unless both terms have one sort.
    fn check_same_sort(&self, left: Term, right: Term) -> Sort {
        let (sort, other) = (self.sort(left), self.sort(right));
        assert!(sort == other, "operands of sorts {sort} and {other} where one sort is needed");
        sort
    }

    fn check_vector(&self, left: Term, right: Term) -> u8 {
        self.check_same_sort(left, right);
        self.width(left)
    }

    fn check_arithmetic(&self, left: Term, right: Term) -> Sort {
        let sort = self.check_same_sort(left, right);
        assert!(matches!(sort, Sort::Bv(_) | Sort::Int), "arithmetic on terms of sort {sort}");
        sort
    }

    fn check_bool(&self, term: Term) {
        let sort = self.sort(term);
        assert!(sort == Sort::Bool, "a truth value is needed where a term of sort {sort} is given");
    }
}
