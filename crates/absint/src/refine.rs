//! What a condition that holds, or does not, tells of a state.

use crate::domain::AbstractDomain;
use crate::evaluate::Linear;
use crate::frame::Frame;
use crate::nullness::Nullness;
use crate::number::Number;
use crate::reference::Reference;
use crate::state::{Condition, Definition, State, Var};
use clew_ir::{BinaryOp, Const, Expr, Reg, UnaryOp};
use std::sync::Arc;

impl Frame<'_> {
    /// The executions of a state on which an expression has this truth value; `None` where there are none.
    pub(crate) fn refine(&self, state: &State, condition: &Expr, truth: bool) -> Option<State> {
        match condition {
            Expr::Const(Const::Bool(value)) => (*value == truth).then(|| state.clone()),
            Expr::Reg(reg) => {
                let state = state.clone().refine_truth(*reg, truth)?;
                match state.definition(*reg).cloned() {
                    Some(Definition::Truth(condition)) => self.refine_condition(&state, &condition, truth),
                    Some(Definition::Number(_) | Definition::Copy(_)) | None => Some(state),
                }
            }
            Expr::Unary(UnaryOp::Not, operand) => self.refine(state, operand, !truth),
            Expr::Unary(UnaryOp::IsNull, operand) => self.refine_null(state, operand, truth),
            Expr::Binary(op, left, right) => self.refine_binary(state, *op, left, right, truth),
            Expr::Const(_) | Expr::Unary(..) | Expr::Ite(..) | Expr::Select(..) => Some(state.clone()),
        }
    }

    fn refine_binary(&self, state: &State, op: BinaryOp, left: &Expr, right: &Expr, truth: bool) -> Option<State> {
        use BinaryOp::*;
        let negated = |op| match op {
            Eq => Ne,
            Ne => Eq,
            Lt => Ge,
            Le => Gt,
            Gt => Le,
            Ge => Lt,
            other => other,
        };
        match op {
            And if truth => self.refine(&self.refine(state, left, true)?, right, true),
            And => self.either(state, (left, false), (right, false)),
            Or if truth => self.either(state, (left, true), (right, true)),
            Or => self.refine(&self.refine(state, left, false)?, right, false),
            Implies if truth => self.either(state, (left, false), (right, true)),
            Implies => self.refine(&self.refine(state, left, true)?, right, false),
            Eq | Ne | Lt | Le | Gt | Ge => {
                let op = if truth { op } else { negated(op) };
                self.compare(state, op, left, right)
            }
            Ult => self.compare_unsigned(state, left, right, truth),
            Add | Sub | Mul | Div | Rem | Shl | Shr | Ushr | BitAnd | BitOr | BitXor | CompareLong | CompareLess
            | CompareGreater => Some(state.clone()),
        }
    }

    /// The executions on which one of two expressions has its truth value.
    fn either(&self, state: &State, one: (&Expr, bool), two: (&Expr, bool)) -> Option<State> {
        match (self.refine(state, one.0, one.1), self.refine(state, two.0, two.1)) {
            (Some(one), Some(two)) => Some(one.join(&two, &self.shape)),
            (one, two) => one.or(two),
        }
    }

    /// The same for a condition.
    pub(crate) fn refine_condition(&self, state: &State, condition: &Condition, truth: bool) -> Option<State> {
        match condition {
            Condition::Expr(expr) => self.refine(state, expr, truth),
            Condition::InstanceOf(object, class) => self.refine_instance(state, *object, class, truth),
            Condition::Same(left, right) => self.refine_same(state, left, right, truth),
        }
    }

    fn refine_null(&self, state: &State, operand: &Expr, is_null: bool) -> Option<State> {
        let nullness = if is_null { Nullness::NULL } else { Nullness::OBJECT };
        match operand {
            Expr::Reg(reg) => {
                let by = Reference::top().with(nullness);
                state.clone().refine_reference(Var::Reg(*reg), &by)
            }
            other => {
                let left = self.reference(state, other).with(nullness);
                (!left.is_bottom()).then(|| state.clone())
            }
        }
    }

    fn refine_instance(&self, state: &State, object: Reg, class: &Arc<str>, truth: bool) -> Option<State> {
        let known = state.reference(Var::Reg(object));
        let is_instance = self.is_instance(known.classes(), class);
        let var = Var::Reg(object);
        match (truth, is_instance) {
            (true, Some(false)) => None,
            (true, Some(true) | None) => {
                let classes = self.instances_of(class);
                state.clone().refine_reference(var, &Reference::object(classes))
            }
            (false, Some(true)) => state.clone().refine_reference(var, &Reference::top().with(Nullness::NULL)),
            (false, Some(false) | None) => Some(state.clone()),
        }
    }

    fn refine_same(&self, state: &State, left: &Expr, right: &Expr, truth: bool) -> Option<State> {
        let (one, two) = (self.reference(state, left), self.reference(state, right));
        if !truth {
            // Two nulls are the same.
            let null = |reference: &Reference| reference.nullness() == Nullness::NULL;
            let state = if null(&one) { self.refine_null(state, right, false)? } else { state.clone() };
            return if null(&two) { self.refine_null(&state, left, false) } else { Some(state) };
        }
        if left == right {
            return Some(state.clone());
        }
        let both = one.meet(&two);
        let mut state = state.clone();
        for side in [left, right] {
            state = match side {
                Expr::Reg(reg) => state.refine_reference(Var::Reg(*reg), &both)?,
                _ if both.is_bottom() => return None,
                _ => state,
            };
        }
        Some(state)
    }

    /// A comparison of machine numbers that holds. Of values of other types nothing is known.
    fn compare(&self, state: &State, op: BinaryOp, left: &Expr, right: &Expr) -> Option<State> {
        if let Some(state) = self.compare_outcome(state, op, left, right) {
            return state;
        }
        let Some((one, two)) = self.number(state, left).zip(self.number(state, right)) else {
            return Some(state.clone());
        };
        match op {
            BinaryOp::Lt => self.less(state, (left, &one), (right, &two), -1),
            BinaryOp::Le => self.less(state, (left, &one), (right, &two), 0),
            BinaryOp::Gt => self.less(state, (right, &two), (left, &one), -1),
            BinaryOp::Ge => self.less(state, (right, &two), (left, &one), 0),
            BinaryOp::Eq => {
                let both = one.meet(&two);
                let state = self.narrow_down(state, left, &both)?;
                let state = self.narrow_down(&state, right, &both)?;
                let state = self.less(&state, (left, &both), (right, &both), 0)?;
                self.less(&state, (right, &both), (left, &both), 0)
            }
            _ => self.differ(state, (left, &one), (right, &two)),
        }
    }

    /// A comparison with zero of what itself says how something compares.
    fn compare_outcome(&self, state: &State, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Option<State>> {
        let zero = self.number(state, right)?.as_constant()? == 0;
        let definition = match left {
            Expr::Reg(reg) => state.definition(*reg)?.clone(),
            other => Definition::Number(other.clone()),
        };
        match (definition, op) {
            (Definition::Number(Expr::Binary(BinaryOp::CompareLong, one, two)), _) if zero => {
                Some(self.compare(state, op, &one, &two))
            }
            (Definition::Truth(condition), BinaryOp::Eq | BinaryOp::Ne) if zero => {
                let truth = op == BinaryOp::Ne;
                let state = self.refine_condition(state, &condition, truth);
                let number = Number::constant(i64::from(truth));
                Some(state.and_then(|state| self.narrow_down(&state, left, &number)))
            }
            (Definition::Truth(_) | Definition::Number(_) | Definition::Copy(_), _) => None,
        }
    }

    /// Narrows down the term of an expression to values that the expression has.
    fn narrow_down(&self, state: &State, expr: &Expr, to: &Number) -> Option<State> {
        if to.is_bottom() {
            return None;
        }
        match self.linear(state, expr) {
            Some(Linear { term: Some(term), offset: 0 }) => state.clone().refine_number(&self.shape, term, to),
            Some(Linear { term: Some(term), offset }) => {
                let low = to.low().saturating_sub(offset);
                let high = to.high().saturating_sub(offset);
                state.clone().refine_number(&self.shape, term, &Number::between(low, high))
            }
            Some(Linear { term: None, .. }) | None => Some(state.clone()),
        }
    }

    /// `left - right <= c` between mathematical values.
    fn less(&self, state: &State, left: (&Expr, &Number), right: (&Expr, &Number), c: i64) -> Option<State> {
        let most = right.1.high().saturating_add(c);
        let least = left.1.low().saturating_sub(c);
        if left.1.low() > most {
            return None;
        }
        let state = self.narrow_down(state, left.0, &left.1.meet(&Number::between(i64::MIN, most)))?;
        let state = self.narrow_down(&state, right.0, &right.1.meet(&Number::between(least, i64::MAX)))?;
        let (Some(one), Some(two)) = (self.linear(&state, left.0), self.linear(&state, right.0)) else {
            return Some(state);
        };
        let bound = c.checked_sub(one.offset).and_then(|bound| bound.checked_add(two.offset));
        match (one.term, two.term, bound) {
            (Some(x), Some(y), Some(bound)) => state.constrain(&self.shape, x, y, bound),
            _ => Some(state),
        }
    }

    /// The two differ.
    fn differ(&self, state: &State, left: (&Expr, &Number), right: (&Expr, &Number)) -> Option<State> {
        let mut state = state.clone();
        for (side, other) in [(left, right), (right, left)] {
            if let Some(value) = other.1.as_constant() {
                let rest = self.number(&state, side.0).map(|number| number.without(value));
                if let Some(rest) = rest {
                    state = self.narrow_down(&state, side.0, &rest)?;
                }
            }
        }
        let (Some(one), Some(two)) = (self.linear(&state, left.0), self.linear(&state, right.0)) else {
            return Some(state);
        };
        let (Some(x), Some(y)) = (one.term, two.term) else { return Some(state) };
        for ((x, p), (y, q)) in [((x, one.offset), (y, two.offset)), ((y, two.offset), (x, one.offset))] {
            // x + p <= y + q, and they differ.
            let Some(bound) = q.checked_sub(p) else { continue };
            if state.difference(&self.shape, x, y) == Some(bound)
                && let Some(strict) = bound.checked_sub(1)
            {
                state = state.constrain(&self.shape, x, y, strict)?;
            }
        }
        Some(state)
    }

    /// Whether `left` is less than `right` as an unsigned number. Below a natural number are only natural ones.
    fn compare_unsigned(&self, state: &State, left: &Expr, right: &Expr, truth: bool) -> Option<State> {
        let Some((one, two)) = self.number(state, left).zip(self.number(state, right)) else {
            return Some(state.clone());
        };
        if two.low() < 0 {
            return Some(state.clone());
        }
        if truth {
            let natural = one.meet(&Number::between(0, i64::MAX));
            let state = self.narrow_down(state, left, &natural)?;
            return self.less(&state, (left, &natural), (right, &two), -1);
        }
        if one.low() >= 0 {
            return self.less(state, (right, &two), (left, &one), 0);
        }
        Some(state.clone())
    }
}
