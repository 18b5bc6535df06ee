//! Conversions of arguments and results between the method types of a lambda (`LambdaMetafactory`).

use super::assembler::Assembler;
use super::{LinkError, Linked, OBJECT, Site};
use crate::descriptor::class_of_descriptor;
use crate::op::Op;
use clew_ir::{Conversion, InvokeKind, Type};

/// The box class of a primitive type, by the descriptor of the type.
pub(super) fn box_of(primitive: &str) -> Option<&'static str> {
    Some(match primitive {
        "Z" => "java/lang/Boolean",
        "B" => "java/lang/Byte",
        "C" => "java/lang/Character",
        "S" => "java/lang/Short",
        "I" => "java/lang/Integer",
        "J" => "java/lang/Long",
        "F" => "java/lang/Float",
        "D" => "java/lang/Double",
        _ => return None,
    })
}

/// The primitive type in a box of the class with this descriptor.
fn in_box(descriptor: &str) -> Option<&'static str> {
    ["Z", "B", "C", "S", "I", "J", "F", "D"]
        .into_iter()
        .find(|primitive| box_of(primitive).is_some_and(|class| descriptor == format!("L{class};")))
}

fn is_primitive(descriptor: &str) -> bool {
    box_of(descriptor).is_some()
}

impl Site<'_> {
    /// Turns the value on top of the stack, of type `from`, into one of type `to`. `known` is what the value is known to
    /// be although its declared type is more general.
    pub(super) fn convert(&self, code: &mut Assembler, from: &str, known: &str, to: &str) -> Linked<()> {
        match (is_primitive(from), is_primitive(to)) {
            (true, true) => widen(code, from, to),
            (true, false) => {
                box_it(code, from)?;
                let class = box_of(from).ok_or(LinkError::Unsupported("a malformed descriptor"))?;
                self.cast(code, &format!("L{class};"), to);
                Ok(())
            }
            (false, true) => {
                self.cast(code, from, known);
                self.unbox(code, known, to)
            }
            (false, false) => {
                self.cast(code, from, known);
                self.cast(code, known, to);
                Ok(())
            }
        }
    }

    /// Casts a reference, unless that cannot fail.
    fn cast(&self, code: &mut Assembler, from: &str, to: &str) {
        if from == to || to == OBJECT || self.is_subclass(from, to) {
            return;
        }
        code.emit(Op::CheckCast(class_of_descriptor(to).into()));
    }

    /// Whether every value of the type is an instance of a class. What the verifier lets pass as an interface need not be
    /// one, so that is never said of interfaces.
    fn is_subclass(&self, from: &str, to: &str) -> bool {
        let load = |descriptor: &str| self.world.load(class_of_descriptor(descriptor)).ok();
        let (Some(from), Some(to)) = (load(from), load(to)) else { return false };
        !self.world.class(to).is_interface() && self.world.is_subtype(from, to)
    }

    fn unbox(&self, code: &mut Assembler, from: &str, to: &str) -> Linked<()> {
        if let Some(primitive) = in_box(from) {
            value_of_box(code, from, primitive);
            return widen(code, primitive, to);
        }
        // A more general class: what it holds must be a box whose value can become the primitive type.
        let general = match to {
            "Z" => "Ljava/lang/Boolean;",
            "C" => "Ljava/lang/Character;",
            _ => "Ljava/lang/Number;",
        };
        self.cast(code, from, general);
        value_of_box(code, general, to);
        Ok(())
    }
}

/// Calls `intValue` or the like on the box on top of the stack.
fn value_of_box(code: &mut Assembler, descriptor: &str, primitive: &str) {
    let class = class_of_descriptor(descriptor);
    let name = crate::descriptor::keyword(primitive).unwrap_or_default();
    code.call(InvokeKind::Virtual, class, &format!("{name}Value"), &format!("(){primitive}"));
}

fn box_it(code: &mut Assembler, primitive: &str) -> Linked<()> {
    let class = box_of(primitive).ok_or(LinkError::Unsupported("a malformed descriptor"))?;
    code.call(InvokeKind::Static, class, "valueOf", &format!("({primitive})L{class};"));
    Ok(())
}

/// Widens a primitive value.
fn widen(code: &mut Assembler, from: &str, to: &str) -> Linked<()> {
    use Conversion::{F2D, I2D, I2F, I2L, L2D, L2F};
    if from == to {
        return Ok(());
    }
    let source = if matches!(from, "B" | "S" | "C") { "I" } else { from };
    let conversion = match (source, to) {
        ("I", "I") => return Ok(()),
        ("I", "S") if from == "B" => return Ok(()),
        ("I", "J") => I2L,
        ("I", "F") => I2F,
        ("I", "D") => I2D,
        ("J", "F") => L2F,
        ("J", "D") => L2D,
        ("F", "D") => F2D,
        _ => return Err(LinkError::Unsupported("a conversion between types that have none")),
    };
    code.emit(Op::Convert(conversion));
    Ok(())
}

/// Drops the value on top of the stack.
pub(super) fn drop_value(code: &mut Assembler, descriptor: &str) {
    let wide = matches!(crate::descriptor::register_type(descriptor), Some(Type::Bv64 | Type::F64));
    code.emit(Op::Stack(if wide { crate::op::StackOp::Pop2 } else { crate::op::StackOp::Pop }));
}
