//! What each instruction reads, writes, gives and links: the one table that every analysis consults.
//!
//! An instruction throws nothing but what linking throws, and errors of the virtual machine. Its checks are branches that
//! stand before it.

use crate::{Expr, FieldRef, Inst, Reg};
use std::sync::Arc;

/// A place outside the registers that an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'i> {
    /// None: it works on registers, or on what never changes.
    Nothing,
    /// A field of an object.
    Field {
        /// The object, not null.
        object: Reg,
        /// The field.
        field: &'i Arc<FieldRef>,
    },
    /// A static field.
    StaticField(&'i Arc<FieldRef>),
    /// An element of an array.
    Element {
        /// The array, not null.
        array: Reg,
    },
    /// An element of a map of the block language.
    Map(Reg),
    /// A monitor. What other threads did becomes visible, or what this one did.
    Monitor(Reg),
    /// Whatever there is: the instruction does not say.
    Anything,
}

/// What an instruction leaves in the register that it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given<'i> {
    /// It writes none, or changes a part of what one holds.
    Nothing,
    /// The value of an expression.
    Value(Reg, &'i Expr),
    /// A reference that is not null.
    Object(Reg),
    /// Any value.
    Any(Reg),
}

/// What an instruction has the virtual machine link, which may throw an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link<'i> {
    /// Nothing.
    Nothing,
    /// A class, by its internal name, or the descriptor of an array.
    Class(&'i Arc<str>),
    /// The class of an array that is made, by its descriptor.
    Array(&'i Arc<str>),
    /// A class that is a constant, by its internal name or a descriptor, that of a primitive type included.
    Constant(&'i Arc<str>),
    /// A field of objects.
    Field(&'i Arc<FieldRef>),
    /// A static field.
    StaticField(&'i Arc<FieldRef>),
}

/// What an instruction does, besides reading registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects<'i> {
    /// What it reads outside the registers.
    pub reads: Place<'i>,
    /// What it writes outside the registers.
    pub writes: Place<'i>,
    /// What it leaves in a register.
    pub gives: Given<'i>,
    /// What it has linked.
    pub links: Link<'i>,
}

impl<'i> Effects<'i> {
    const NONE: Effects<'static> =
        Effects { reads: Place::Nothing, writes: Place::Nothing, gives: Given::Nothing, links: Link::Nothing };

    fn giving(gives: Given<'i>) -> Self {
        Effects { gives, ..Effects::NONE }
    }

    fn linking(gives: Given<'i>, links: Link<'i>) -> Self {
        Effects { gives, links, ..Effects::NONE }
    }

    fn reading(gives: Given<'i>, reads: Place<'i>, links: Link<'i>) -> Self {
        Effects { reads, gives, links, ..Effects::NONE }
    }

    fn writing(writes: Place<'i>, links: Link<'i>) -> Self {
        Effects { writes, links, ..Effects::NONE }
    }
}

impl Inst {
    /// What the instruction does, besides reading registers ([`Inst::for_each_read`] tells these).
    pub fn effects(&self) -> Effects<'_> {
        match self {
            Inst::Line(_) | Inst::Assume(_) | Inst::Assert { .. } | Inst::Assumed { .. } | Inst::TryFirst(_) => {
                Effects::NONE
            }
            Inst::Assign { dst, value } => Effects::giving(Given::Value(*dst, value)),
            Inst::MapStore { map, .. } => Effects::writing(Place::Map(*map), Link::Nothing),
            Inst::Call { dst, .. } => Effects {
                reads: Place::Anything,
                writes: Place::Anything,
                ..Effects::giving(dst.map_or(Given::Nothing, Given::Any))
            },
            Inst::Havoc { dst } => Effects::reading(Given::Any(*dst), Place::Anything, Link::Nothing),
            Inst::GetField { dst, object, field } => {
                Effects::reading(Given::Any(*dst), Place::Field { object: *object, field }, Link::Field(field))
            }
            Inst::PutField { object, field, .. } => {
                Effects::writing(Place::Field { object: *object, field }, Link::Field(field))
            }
            Inst::GetStatic { dst, field } => {
                Effects::reading(Given::Any(*dst), Place::StaticField(field), Link::StaticField(field))
            }
            Inst::PutStatic { field, .. } => Effects::writing(Place::StaticField(field), Link::StaticField(field)),
            Inst::New { dst, class } => Effects::linking(Given::Object(*dst), Link::Class(class)),
            // The virtual machine makes it, of a class that it has loaded.
            Inst::NewThrowable { dst, .. } | Inst::LoadString { dst, .. } => Effects::giving(Given::Object(*dst)),
            Inst::NewArray { dst, array, .. } | Inst::NewMultiArray { dst, array, .. } => {
                Effects::linking(Given::Object(*dst), Link::Array(array))
            }
            // The length of an array and the class of an object never change.
            Inst::ArrayLength { dst, .. } | Inst::CanStore { dst, .. } | Inst::RefEq { dst, .. } => {
                Effects::giving(Given::Any(*dst))
            }
            Inst::ArrayLoad { dst, array, .. } => {
                Effects::reading(Given::Any(*dst), Place::Element { array: *array }, Link::Nothing)
            }
            Inst::ArrayStore { array, .. } => Effects::writing(Place::Element { array: *array }, Link::Nothing),
            Inst::InstanceOf { dst, class, .. } => Effects::linking(Given::Any(*dst), Link::Class(class)),
            Inst::LoadClass { dst, class } => Effects::linking(Given::Object(*dst), Link::Constant(class)),
            Inst::Monitor { object, .. } => Effects::writing(Place::Monitor(*object), Link::Nothing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_base::Id;

    #[test]
    fn what_is_given_is_what_is_written() {
        let (dst, object) = (Reg::from_index(0), Reg::from_index(1));
        let field = Arc::new(FieldRef { class: "A".into(), name: "f".into(), descriptor: "I".into() });
        let insts = [
            Inst::Havoc { dst },
            Inst::GetField { dst, object, field: Arc::clone(&field) },
            Inst::PutField { object, field: Arc::clone(&field), value: Expr::bv32(1) },
            Inst::New { dst, class: "A".into() },
            Inst::Call { dst: Some(dst), procedure: "p".into(), args: Vec::new() },
            Inst::Call { dst: None, procedure: "p".into(), args: Vec::new() },
            Inst::Assign { dst, value: Expr::bv32(1) },
        ];
        for inst in &insts {
            let given = match inst.effects().gives {
                Given::Nothing => None,
                Given::Value(reg, _) | Given::Object(reg) | Given::Any(reg) => Some(reg),
            };
            assert_eq!(given, inst.written(), "{inst:?}");
        }
        assert_eq!(insts[1].effects().reads, insts[2].effects().writes, "both are of one field");
        assert_eq!(insts[2].effects().links, Link::Field(&field));
    }
}
