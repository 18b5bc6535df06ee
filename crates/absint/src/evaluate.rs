//! The values of expressions in a state.

use crate::domain::AbstractDomain;
use crate::frame::Frame;
use crate::number::{Number, Outcome, Width};
use crate::reference::Reference;
use crate::state::{Condition, Definition, State, Term, Var};
use clew_ir::{BinaryOp, Const, Conversion, Expr, Type, UnaryOp};

/// A term and what is added to it, as a mathematical sum; without a term, a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    pub term: Option<Term>,
    pub offset: i64,
}

/// A machine number with its width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sized {
    pub width: Width,
    pub outcome: Outcome,
}

impl Frame<'_> {
    /// What a machine number may be; `None` for expressions of other types.
    pub(crate) fn number(&self, state: &State, expr: &Expr) -> Option<Number> {
        Some(self.sized(state, expr)?.outcome.number)
    }

    /// The same with the width, and whether the operator at the top is mathematical.
    pub(crate) fn sized(&self, state: &State, expr: &Expr) -> Option<Sized> {
        let plain = |width, number| Some(Sized { width, outcome: Outcome { number, exact: true, excluded: false } });
        match expr {
            Expr::Const(Const::Bv32(value)) => plain(Width::W32, Number::constant(i64::from(*value))),
            Expr::Const(Const::Bv64(value)) => plain(Width::W64, Number::constant(*value)),
            Expr::Const(Const::Bool(_) | Const::Int(_) | Const::F32(_) | Const::F64(_) | Const::Null) => None,
            Expr::Reg(reg) => {
                let width = Width::of(self.shape.ty(Var::Reg(*reg)))?;
                plain(width, state.number(&self.shape, Frame::term(*reg))?)
            }
            Expr::Unary(op, operand) => self.unary(state, *op, operand),
            Expr::Binary(op, left, right) => self.binary(state, *op, left, right),
            Expr::Ite(condition, left, right) => {
                let (one, two) = (self.sized(state, left)?, self.sized(state, right)?);
                let number = match self.decides(state, condition) {
                    Some(true) => one.outcome.number,
                    Some(false) => two.outcome.number,
                    None => one.outcome.number.join(&two.outcome.number),
                };
                Some(Sized { width: one.width, outcome: Outcome { number, exact: false, excluded: false } })
            }
            Expr::Select(..) => None,
        }
    }

    fn unary(&self, state: &State, op: UnaryOp, operand: &Expr) -> Option<Sized> {
        let inexact = |width, number| Sized { width, outcome: Outcome { number, exact: false, excluded: false } };
        match op {
            UnaryOp::Neg => {
                let operand = self.sized(state, operand)?;
                let outcome = self.noted(operand.outcome.number.negated(operand.width, self.on_overflow()));
                Some(Sized { width: operand.width, outcome })
            }
            UnaryOp::Convert(Conversion::Bool2I) => Some(inexact(
                Width::W32,
                match self.decides(state, operand) {
                    Some(truth) => Number::constant(i64::from(truth)),
                    None => Number::between(0, 1),
                },
            )),
            UnaryOp::Convert(conversion) => {
                let width = Width::of(conversion.signature().1)?;
                match self.number(state, operand) {
                    Some(number) => Some(inexact(width, number.converted(conversion)?)),
                    // A float or double: any number.
                    None => Some(inexact(width, Number::any(width))),
                }
            }
            UnaryOp::Not | UnaryOp::IsNull => None,
        }
    }

    fn binary(&self, state: &State, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Sized> {
        if matches!(op, BinaryOp::CompareLess | BinaryOp::CompareGreater) {
            let number = Number::between(-1, 1);
            return Some(Sized { width: Width::W32, outcome: Outcome { number, exact: false, excluded: false } });
        }
        let (one, two) = (self.sized(state, left)?, self.sized(state, right)?);
        let outcome = Number::binary(op, one.width, &one.outcome.number, &two.outcome.number, self.on_overflow())?;
        let mut outcome = self.noted(outcome);
        if let (BinaryOp::Sub, true) = (op, outcome.exact) {
            outcome.number = outcome.number.meet(&self.difference_of(state, left, right));
        }
        let width = if op == BinaryOp::CompareLong { Width::W32 } else { one.width };
        Some(Sized { width, outcome })
    }

    /// Puts it on record where executions that overflow are left out.
    fn noted(&self, outcome: Outcome) -> Outcome {
        if outcome.excluded {
            self.assumes(crate::Assumption::NoOverflow);
        }
        outcome
    }

    /// What zones say of a mathematical difference.
    fn difference_of(&self, state: &State, left: &Expr, right: &Expr) -> Number {
        let (Some(one), Some(two)) = (self.linear(state, left), self.linear(state, right)) else {
            return Number::top();
        };
        let (Some(x), Some(y)) = (one.term, two.term) else { return Number::top() };
        let Some(offset) = one.offset.checked_sub(two.offset) else { return Number::top() };
        let above = state.difference(&self.shape, x, y).and_then(|bound| bound.checked_add(offset));
        let below = state.difference(&self.shape, y, x).and_then(|bound| bound.checked_sub(offset)?.checked_neg());
        Number::between(below.unwrap_or(i64::MIN), above.unwrap_or(i64::MAX))
    }

    /// The expression as a term and an offset, if that is what it is mathematically.
    pub(crate) fn linear(&self, state: &State, expr: &Expr) -> Option<Linear> {
        match expr {
            Expr::Const(Const::Bv32(value)) => Some(Linear { term: None, offset: i64::from(*value) }),
            Expr::Const(Const::Bv64(value)) => Some(Linear { term: None, offset: *value }),
            Expr::Reg(reg) => {
                Width::of(self.shape.ty(Var::Reg(*reg)))?;
                let term = Frame::term(*reg);
                match state.number(&self.shape, term)?.as_constant() {
                    Some(offset) if !state.is_related(&term) => Some(Linear { term: None, offset }),
                    _ => Some(Linear { term: Some(term), offset: 0 }),
                }
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                if !self.sized(state, expr)?.outcome.exact {
                    return None;
                }
                let (one, two) = (self.linear(state, left)?, self.linear(state, right)?);
                match (op, one.term, two.term) {
                    (BinaryOp::Add, term, None) | (BinaryOp::Add, None, term) => {
                        Some(Linear { term, offset: one.offset.checked_add(two.offset)? })
                    }
                    (_, term, None) => Some(Linear { term, offset: one.offset.checked_sub(two.offset)? }),
                    (_, _, Some(_)) => None,
                }
            }
            Expr::Unary(UnaryOp::Convert(conversion), operand) => {
                let number = self.number(state, operand)?;
                // A conversion that changes none of the numbers is none.
                (number.converted(*conversion)? == number).then(|| self.linear(state, operand)).flatten()
            }
            Expr::Const(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Ite(..) | Expr::Select(..) => None,
        }
    }

    /// Whether a truth value is known.
    pub(crate) fn decides(&self, state: &State, condition: &Expr) -> Option<bool> {
        match (self.refine(state, condition, true), self.refine(state, condition, false)) {
            (Some(_), None) => Some(true),
            (None, Some(_)) => Some(false),
            (Some(_), Some(_)) | (None, None) => None,
        }
    }

    /// What a reference may be.
    pub(crate) fn reference(&self, state: &State, expr: &Expr) -> Reference {
        match expr {
            Expr::Reg(reg) => state.reference(Var::Reg(*reg)),
            Expr::Const(Const::Null) => Reference::null(),
            Expr::Ite(_, left, right) => self.reference(state, left).join(&self.reference(state, right)),
            Expr::Const(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Select(..) => Reference::top(),
        }
    }

    /// `dst := expr`.
    pub(crate) fn assign(&self, mut state: State, dst: clew_ir::Reg, expr: &Expr) -> Option<State> {
        match self.shape.ty(Var::Reg(dst)) {
            Type::Bv32 | Type::Bv64 => self.assign_number(state, dst, expr),
            Type::Ref => match expr {
                Expr::Reg(from) if *from == dst => Some(state),
                Expr::Reg(from) => {
                    state.forget(&self.shape, dst);
                    state.copy(&self.shape, Var::Reg(*from), Var::Reg(dst));
                    state.define(dst, Definition::Copy(Var::Reg(*from)));
                    Some(state)
                }
                _ => {
                    let reference = self.reference(&state, expr);
                    let may_be_filled = state.may_be_filled(expr);
                    state.forget(&self.shape, dst);
                    if may_be_filled {
                        state.fill_maybe(dst);
                    }
                    state.set_reference(Var::Reg(dst), reference)
                }
            },
            Type::Bool => {
                let truth = self.decides(&state, expr);
                let known = match expr {
                    Expr::Reg(from) => state.definition(*from).cloned(),
                    _ => Some(Definition::Truth(Condition::Expr(expr.clone()))),
                };
                state.forget(&self.shape, dst);
                if let Some(definition) = known {
                    state.define(dst, definition);
                }
                match truth {
                    Some(truth) => state.refine_truth(dst, truth),
                    None => Some(state),
                }
            }
            Type::Int | Type::F32 | Type::F64 | Type::Map(_) => {
                state.forget(&self.shape, dst);
                Some(state)
            }
        }
    }

    fn assign_number(&self, state: State, dst: clew_ir::Reg, expr: &Expr) -> Option<State> {
        let Some(Sized { outcome, .. }) = self.sized(&state, expr) else {
            let mut state = state;
            state.forget(&self.shape, dst);
            return Some(state);
        };
        if outcome.number.is_bottom() {
            return None;
        }
        let definition = self.definition_of(&state, expr);
        let mut state = state;
        state.begin(outcome.number);
        let mut state = self.relate(state, expr, outcome.exact)?;
        state.forget(&self.shape, dst);
        state.settle_at(Frame::term(dst));
        if let Some(definition) = definition {
            state.define(dst, definition);
        }
        Some(state)
    }

    /// What is worth to be remembered of how a number came about.
    fn definition_of(&self, state: &State, expr: &Expr) -> Option<Definition> {
        match expr {
            Expr::Reg(from) => state.definition(*from).cloned(),
            Expr::Unary(UnaryOp::Convert(Conversion::Bool2I), operand) => match &**operand {
                Expr::Reg(from) => match state.definition(*from) {
                    Some(Definition::Truth(condition)) => Some(Definition::Truth(condition.clone())),
                    _ => Some(Definition::Truth(Condition::Expr((**operand).clone()))),
                },
                _ => Some(Definition::Truth(Condition::Expr((**operand).clone()))),
            },
            Expr::Unary(..) | Expr::Binary(..) => Some(Definition::Number(expr.clone())),
            Expr::Const(_) | Expr::Ite(..) | Expr::Select(..) => None,
        }
    }

    /// Adds how [`Term::Scratch`], which holds the value of an expression, relates to what is in it.
    fn relate(&self, state: State, expr: &Expr, exact: bool) -> Option<State> {
        if let Some(linear) = self.linear(&state, expr) {
            let Some(term) = linear.term else { return Some(state) };
            return self.within(state, term, linear.offset, linear.offset);
        }
        match expr {
            Expr::Binary(op, left, right) => self.relate_binary(state, *op, left, right, exact),
            Expr::Const(_) | Expr::Reg(_) | Expr::Unary(..) | Expr::Ite(..) | Expr::Select(..) => Some(state),
        }
    }

    /// Adds `low <= scratch - term <= high`.
    fn within(&self, state: State, term: Term, low: i64, high: i64) -> Option<State> {
        let state = state.constrain(&self.shape, Term::Scratch, term, high)?;
        match low.checked_neg() {
            Some(low) => state.constrain(&self.shape, term, Term::Scratch, low),
            None => Some(state),
        }
    }

    fn relate_binary(&self, state: State, op: BinaryOp, left: &Expr, right: &Expr, exact: bool) -> Option<State> {
        let (Some(one), Some(two)) = (self.number(&state, left), self.number(&state, right)) else {
            return Some(state);
        };
        let term_of = |state: &State, expr: &Expr| {
            let linear = self.linear(state, expr)?;
            linear.term.filter(|_| linear.offset == 0)
        };
        let (x, y) = (term_of(&state, left), term_of(&state, right));
        match op {
            BinaryOp::Add if exact => {
                let state = match x {
                    Some(x) => self.within(state, x, two.low(), two.high())?,
                    None => state,
                };
                match y {
                    Some(y) => self.within(state, y, one.low(), one.high()),
                    None => Some(state),
                }
            }
            BinaryOp::Sub if exact => match (x, two.low().checked_neg(), two.high().checked_neg()) {
                (Some(x), Some(high), Some(low)) => self.within(state, x, low, high),
                _ => Some(state),
            },
            BinaryOp::Shr | BinaryOp::Ushr | BinaryOp::Div => {
                let state = self.relate_half(state, op, left, &two)?;
                let divides = op != BinaryOp::Div || two.low() > 0;
                self.at_most(state, x.filter(|_| divides && one.low() >= 0), 0)
            }
            BinaryOp::Rem => {
                let state = self.at_most(state, x.filter(|_| one.low() >= 0), 0)?;
                self.at_most(state, y.filter(|_| two.low() > 0), -1)
            }
            BinaryOp::BitAnd => {
                let state = self.at_most(state, x.filter(|_| one.low() >= 0), 0)?;
                self.at_most(state, y.filter(|_| two.low() >= 0), 0)
            }
            _ => Some(state),
        }
    }

    /// Adds `scratch - term <= c`, if there is a term.
    fn at_most(&self, state: State, term: Option<Term>, c: i64) -> Option<State> {
        match term {
            Some(term) => state.constrain(&self.shape, Term::Scratch, term, c),
            None => Some(state),
        }
    }

    /// Half the sum of two natural numbers lies between them. An unsigned shift halves the sum even where that wraps.
    fn relate_half(&self, state: State, op: BinaryOp, left: &Expr, right: &Number) -> Option<State> {
        let is_half = match op {
            BinaryOp::Div => right.as_constant() == Some(2),
            _ => right.as_constant() == Some(1),
        };
        let sum = match left {
            Expr::Reg(reg) => match state.definition(*reg) {
                Some(Definition::Number(sum)) => sum.clone(),
                _ => return Some(state),
            },
            other => other.clone(),
        };
        let Expr::Binary(BinaryOp::Add, one, two) = &sum else { return Some(state) };
        let is_natural = |expr: &Expr| self.number(&state, expr).is_some_and(|number| number.low() >= 0);
        let is_exact = self.sized(&state, &sum).is_some_and(|sum| sum.outcome.exact);
        if !is_half || !is_natural(one) || !is_natural(two) || !(is_exact || op == BinaryOp::Ushr) {
            return Some(state);
        }
        let (Some(one), Some(two)) = (self.linear(&state, one), self.linear(&state, two)) else { return Some(state) };
        let mut state = state;
        for (small, great) in [(one, two), (two, one)] {
            if !self.is_ordered(&state, small, great) {
                continue;
            }
            state = match great.term {
                Some(term) => state.constrain(&self.shape, Term::Scratch, term, great.offset)?,
                None => state.refine_number(&self.shape, Term::Scratch, &Number::between(i64::MIN, great.offset))?,
            };
            state = match (small.term, small.offset.checked_neg()) {
                (Some(term), Some(offset)) => state.constrain(&self.shape, term, Term::Scratch, offset)?,
                (Some(_), None) => state,
                (None, _) => {
                    state.refine_number(&self.shape, Term::Scratch, &Number::between(small.offset, i64::MAX))?
                }
            };
        }
        Some(state)
    }

    /// Whether one value is known to be at most the other.
    fn is_ordered(&self, state: &State, small: Linear, great: Linear) -> bool {
        let Some(room) = great.offset.checked_sub(small.offset) else { return false };
        match (small.term, great.term) {
            (Some(x), Some(y)) => state.difference(&self.shape, x, y).is_some_and(|bound| bound <= room),
            (Some(x), None) => state.number(&self.shape, x).is_some_and(|x| x.high() <= room),
            (None, Some(y)) => {
                state.number(&self.shape, y).is_some_and(|y| y.low().checked_add(room).is_some_and(|room| room >= 0))
            }
            (None, None) => room >= 0,
        }
    }
}
