//! The value of an expression.

use crate::core::Core;
use crate::state::State;
use clew_heap::{Value, is_null, operators};
use clew_ir::{Const, Expr, UnaryOp};

impl Core<'_> {
    /// The value of an expression in the running activation. What depends on a value that is not known is not known.
    pub(crate) fn eval(&mut self, state: &State, expr: &Expr) -> Value {
        match expr {
            Expr::Const(constant) => self.constant(constant),
            Expr::Reg(reg) => state.get(*reg),
            Expr::Unary(UnaryOp::IsNull, operand) => match self.eval(state, operand) {
                Value::Ref(reference) => Value::Term(is_null(&mut self.pool, &state.heap, reference)),
                opaque @ Value::Opaque(_) => opaque,
                Value::Term(_) => ILL_TYPED,
            },
            Expr::Unary(op, operand) => match self.eval(state, operand) {
                Value::Term(term) => Value::Term(operators::unary(&mut self.pool, *op, term)),
                other => unusable(other),
            },
            Expr::Binary(op, left, right) => match (self.eval(state, left), self.eval(state, right)) {
                (Value::Term(left), Value::Term(right)) => {
                    Value::Term(operators::binary(&mut self.pool, *op, left, right))
                }
                (Value::Term(_), other) | (other, _) => unusable(other),
            },
            Expr::Ite(condition, left, right) => {
                let condition = self.eval(state, condition);
                match (condition, self.eval(state, left), self.eval(state, right)) {
                    (Value::Term(condition), Value::Term(left), Value::Term(right)) => {
                        Value::Term(self.pool.ite(condition, left, right))
                    }
                    (Value::Opaque(why), ..) | (_, Value::Opaque(why), _) | (.., Value::Opaque(why)) => {
                        Value::Opaque(why)
                    }
                    _ => ILL_TYPED,
                }
            }
            Expr::Select(map, indices) => {
                let mut terms = Vec::with_capacity(indices.len());
                for index in indices {
                    match self.eval(state, index) {
                        Value::Term(term) => terms.push(term),
                        other => return unusable(other),
                    }
                }
                match state.get(*map) {
                    Value::Term(map) => Value::Term(self.pool.select(map, &terms)),
                    other => unusable(other),
                }
            }
        }
    }

    fn constant(&mut self, constant: &Const) -> Value {
        match operators::constant(&mut self.pool, constant) {
            Some(term) => Value::Term(term),
            None => Value::Ref(clew_heap::Ref::Null),
        }
    }
}

/// What comes of an operand of the wrong kind: the verifier excludes it, and nothing may be concluded from it.
const ILL_TYPED: Value = Value::Opaque("an ill-typed operand");

fn unusable(value: Value) -> Value {
    match value {
        Value::Opaque(_) => value,
        Value::Term(_) | Value::Ref(_) => ILL_TYPED,
    }
}
