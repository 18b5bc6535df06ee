//! Whether what instructions name is there.

use super::World;
use clew_ir::{FieldRef, Inst};

impl World {
    /// Whether all that an instruction names is on the class path, so that it cannot fail for want of it.
    pub fn is_linked(&self, inst: &Inst) -> bool {
        let is_there = |class: &str| self.load(class).is_ok();
        let field = |field: &FieldRef, is_static: bool| {
            self.resolve_field(field).is_ok_and(|id| self.field(id).is_static() == is_static)
        };
        match inst {
            Inst::InstanceOf { class, .. } | Inst::New { class, .. } => is_there(class),
            Inst::LoadClass { class, .. } => crate::keyword(class).is_some() || is_there(class),
            Inst::NewArray { array, .. } | Inst::NewMultiArray { array, .. } => is_there(array),
            Inst::GetField { field: name, .. } | Inst::PutField { field: name, .. } => field(name, false),
            Inst::GetStatic { field: name, .. } | Inst::PutStatic { field: name, .. } => field(name, true),
            Inst::Assign { .. }
            | Inst::Line(_)
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::Call { .. }
            | Inst::Havoc { .. }
            | Inst::NewThrowable { .. }
            | Inst::ArrayLength { .. }
            | Inst::ArrayLoad { .. }
            | Inst::ArrayStore { .. }
            | Inst::CanStore { .. }
            | Inst::RefEq { .. }
            | Inst::LoadString { .. }
            | Inst::Monitor { .. } => true,
        }
    }
}
