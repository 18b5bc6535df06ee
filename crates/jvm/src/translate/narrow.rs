//! Narrowing of returned values.
//!
//! A method that returns a type narrower than `int` returns the value narrowed (JVMS, `ireturn`). Compilers return only
//! values that are narrow already, which this pass recognises, so that as a rule nothing is added.

use clew_base::FastSet;
use clew_ir::{BinaryOp, Body, Callee, Const, Conversion, ElementKind, Expr, Inst, Reg, Terminator, UnaryOp};

/// A type narrower than `int`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrow {
    Boolean,
    Byte,
    Short,
    Char,
}

impl Narrow {
    fn of(descriptor: &str) -> Option<Self> {
        match descriptor {
            "Z" => Some(Narrow::Boolean),
            "B" => Some(Narrow::Byte),
            "S" => Some(Narrow::Short),
            "C" => Some(Narrow::Char),
            _ => None,
        }
    }

    /// Whether every value of a variable with this descriptor is one of this type.
    fn holds_all_of(self, descriptor: &str) -> bool {
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

/// Narrows the values that a method with these parameters and this return type returns. Arguments are taken to be of
/// their types.
pub(super) fn narrow_returns<'a>(body: &mut Body, parameters: impl Iterator<Item = &'a str>, returns: Option<&str>) {
    let Some(narrow) = returns.and_then(Narrow::of) else { return };
    let wide = wide_registers(body, parameters, narrow);
    for (_, block) in body.blocks.iter_mut() {
        if let Terminator::Return(Some(value)) = &mut block.terminator
            && !is_narrow(value, narrow, &wide)
        {
            *value = narrow.narrow(value.clone());
        }
    }
}

/// The registers that may hold a value outside the type: the least set closed under the body's assignments.
fn wide_registers<'a>(body: &Body, parameters: impl Iterator<Item = &'a str>, narrow: Narrow) -> FastSet<Reg> {
    let receiver = body.params.len();
    let descriptors: Vec<&str> = parameters.collect();
    let first = receiver - descriptors.len().min(receiver);
    let mut wide: FastSet<Reg> = body
        .params
        .iter()
        .skip(first)
        .zip(descriptors)
        .filter(|(_, descriptor)| !narrow.holds_all_of(descriptor))
        .map(|(reg, _)| *reg)
        .collect();
    loop {
        let before = wide.len();
        for block in body.blocks.values() {
            for stmt in &block.stmts {
                widen_by(&stmt.inst, narrow, &mut wide);
            }
            if let Terminator::Invoke { dst: Some(dst), callee, .. } = &block.terminator {
                let returned = descriptor_of(callee).rsplit_once(')').map_or("", |(_, returned)| returned);
                if !narrow.holds_all_of(returned) {
                    wide.insert(*dst);
                }
            }
        }
        if wide.len() == before {
            return wide;
        }
    }
}

fn widen_by(inst: &Inst, narrow: Narrow, wide: &mut FastSet<Reg>) {
    let (dst, fits) = match inst {
        Inst::Assign { dst, value } => (*dst, is_narrow(value, narrow, wide)),
        Inst::GetField { dst, field, .. } | Inst::GetStatic { dst, field } => {
            (*dst, narrow.holds_all_of(&field.descriptor))
        }
        Inst::ArrayLoad { dst, kind, .. } => (*dst, holds_all_elements(narrow, *kind)),
        Inst::Havoc { dst } | Inst::ArrayLength { dst, .. } => (*dst, false),
        _ => return,
    };
    if !fits {
        wide.insert(dst);
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

fn is_narrow(value: &Expr, narrow: Narrow, wide: &FastSet<Reg>) -> bool {
    match value {
        Expr::Const(Const::Bv32(value)) => narrow.contains(*value),
        Expr::Const(_) => false,
        Expr::Reg(reg) => !wide.contains(reg),
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
            masks(left) || masks(right) || (is_narrow(left, narrow, wide) && is_narrow(right, narrow, wide))
        }
        Expr::Binary(BinaryOp::BitOr | BinaryOp::BitXor, left, right) => {
            is_narrow(left, narrow, wide) && is_narrow(right, narrow, wide)
        }
        Expr::Binary(..) => false,
        Expr::Ite(_, left, right) => is_narrow(left, narrow, wide) && is_narrow(right, narrow, wide),
        Expr::Select(..) => false,
    }
}

fn descriptor_of(callee: &Callee) -> &str {
    match callee {
        Callee::Method { method, .. } => &method.descriptor,
        Callee::Dynamic { descriptor, .. } => descriptor,
    }
}
