//! Narrowing of returned values.
//!
//! A method that returns a type narrower than `int` returns the value narrowed (JVMS, `ireturn`). Compilers return only
//! values that are narrow already, which this pass recognises, so that as a rule nothing is added.

use super::must::{MustAnalysis, RegisterSet, solve};
use clew_base::Id;
use clew_ir::{BinaryOp, BlockId, Body, Callee, Const, Conversion, ElementKind, Expr, Inst, Terminator, UnaryOp};

/// A type narrower than `int`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Narrow {
    Boolean,
    Byte,
    Short,
    Char,
}

impl Narrow {
    pub(super) fn of(descriptor: &str) -> Option<Self> {
        match descriptor {
            "Z" => Some(Narrow::Boolean),
            "B" => Some(Narrow::Byte),
            "S" => Some(Narrow::Short),
            "C" => Some(Narrow::Char),
            _ => None,
        }
    }

    /// Whether every value of a variable with this descriptor is one of this type.
    pub(super) fn holds_all_of(self, descriptor: &str) -> bool {
        match Narrow::of(descriptor) {
            Some(Narrow::Boolean) => true,
            Some(Narrow::Byte) => matches!(self, Narrow::Byte | Narrow::Short),
            Some(other) => other == self,
            None => false,
        }
    }

    fn contains(self, value: i32) -> bool {
        match self {
            Narrow::Boolean => matches!(value, 0 | 1),
            Narrow::Byte => i8::try_from(value).is_ok(),
            Narrow::Short => i16::try_from(value).is_ok(),
            Narrow::Char => u16::try_from(value).is_ok(),
        }
    }

    fn narrow(self, value: Expr) -> Expr {
        match self {
            Narrow::Boolean => Expr::binary(BinaryOp::BitAnd, value, Expr::bv32(1)),
            Narrow::Byte => Expr::unary(UnaryOp::Convert(Conversion::I2B), value),
            Narrow::Short => Expr::unary(UnaryOp::Convert(Conversion::I2S), value),
            Narrow::Char => Expr::unary(UnaryOp::Convert(Conversion::I2C), value),
        }
    }
}

/// Narrows the values that a method with this return type returns. What an argument is depends on who calls: the JVM does not narrow
/// it, so code that no compiler made may pass more than the type of the parameter has.
pub(super) fn narrow_returns(body: &mut Body, returns: Option<&str>) {
    let Some(narrow) = returns.and_then(Narrow::of) else { return };
    let start = RegisterSet::none(body);
    let at_end = solve(body, start, &narrow);
    for (id, block) in body.blocks.iter_mut() {
        if let (Terminator::Return(Some(value)), Some(state)) = (&mut block.terminator, &at_end[id.index()])
            && !is_narrow(value, narrow, state)
        {
            *value = narrow.narrow(value.clone());
        }
    }
}

impl MustAnalysis for Narrow {
    fn step(&self, inst: &Inst, state: &mut RegisterSet) {
        let (dst, fits) = match inst {
            Inst::Assign { dst, value } => (*dst, is_narrow(value, *self, state)),
            Inst::GetField { dst, field, .. } | Inst::GetStatic { dst, field } => {
                (*dst, self.holds_all_of(&field.descriptor))
            }
            Inst::ArrayLoad { dst, kind, .. } => (*dst, holds_all_elements(*self, *kind)),
            Inst::Havoc { dst } | Inst::ArrayLength { dst, .. } | Inst::Call { dst: Some(dst), .. } => (*dst, false),
            // These write references or truth values, which are never returned where this analysis is asked, or nothing.
            Inst::New { .. }
            | Inst::NewThrowable { .. }
            | Inst::NewArray { .. }
            | Inst::NewMultiArray { .. }
            | Inst::LoadString { .. }
            | Inst::LoadClass { .. }
            | Inst::InstanceOf { .. }
            | Inst::CanStore { .. }
            | Inst::RefEq { .. }
            | Inst::Line(_)
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            | Inst::Call { dst: None, .. }
            | Inst::PutField { .. }
            | Inst::PutStatic { .. }
            | Inst::ArrayStore { .. }
            | Inst::Monitor { .. } => return,
        };
        state.set(dst, fits);
    }

    fn flow(&self, terminator: &Terminator, state: RegisterSet, to: &mut dyn FnMut(BlockId, RegisterSet)) {
        let mut returned = state.clone();
        if let Terminator::Invoke { dst: Some(dst), callee, .. } = terminator {
            let result = descriptor_of(callee).rsplit_once(')').map_or("", |(_, result)| result);
            returned.set(*dst, self.holds_all_of(result));
        }
        match terminator {
            Terminator::Invoke { normal, unwind, .. } => {
                to(*normal, returned);
                if let Some(unwind) = unwind {
                    to(unwind.block, state);
                }
            }
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::InitClass { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_)
            | Terminator::Unsupported(_) => {
                terminator.successors().into_iter().for_each(|target| to(target, state.clone()));
            }
        }
    }
}

fn holds_all_elements(narrow: Narrow, kind: ElementKind) -> bool {
    match kind {
        ElementKind::Byte => narrow.holds_all_of("B"),
        ElementKind::Short => narrow.holds_all_of("S"),
        ElementKind::Char => narrow.holds_all_of("C"),
        ElementKind::Int | ElementKind::Long | ElementKind::Float | ElementKind::Double | ElementKind::Ref => false,
    }
}

pub(super) fn is_narrow(value: &Expr, narrow: Narrow, state: &RegisterSet) -> bool {
    match value {
        Expr::Const(Const::Bv32(value)) => narrow.contains(*value),
        Expr::Const(_) => false,
        Expr::Reg(reg) => state.contains(*reg),
        Expr::Unary(UnaryOp::Convert(conversion), _) => match conversion {
            Conversion::Bool2I => true,
            Conversion::I2B => narrow.holds_all_of("B"),
            Conversion::I2S => narrow.holds_all_of("S"),
            Conversion::I2C => narrow.holds_all_of("C"),
            _ => false,
        },
        Expr::Unary(..) => false,
        // All four types are closed under the bitwise operators, and a mask that is not negative bounds what it masks.
        Expr::Binary(BinaryOp::BitAnd, left, right) => {
            let masks =
                |mask: &Expr| matches!(mask, Expr::Const(Const::Bv32(mask)) if *mask >= 0 && narrow.contains(*mask));
            masks(left) || masks(right) || (is_narrow(left, narrow, state) && is_narrow(right, narrow, state))
        }
        Expr::Binary(BinaryOp::BitOr | BinaryOp::BitXor, left, right) => {
            is_narrow(left, narrow, state) && is_narrow(right, narrow, state)
        }
        Expr::Binary(..) => false,
        Expr::Ite(_, left, right) => is_narrow(left, narrow, state) && is_narrow(right, narrow, state),
        Expr::Select(..) => false,
    }
}

fn descriptor_of(callee: &Callee) -> &str {
    match callee {
        Callee::Method { method, .. } => &method.descriptor,
        Callee::Dynamic(site) => &site.descriptor,
    }
}
