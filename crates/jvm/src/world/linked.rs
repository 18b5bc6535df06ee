//! Whether what instructions name is there.

use super::World;
use clew_ir::{FieldRef, Inst, Link};

impl World {
    /// Whether all that an instruction names is on the class path, so that it cannot fail for want of it.
    pub fn is_linked(&self, inst: &Inst) -> bool {
        let is_there = |class: &str| self.load(class).is_ok();
        let field = |field: &FieldRef, is_static: bool| {
            self.resolve_field(field).is_ok_and(|id| self.field(id).is_static() == is_static)
        };
        match inst.effects().links {
            Link::Class(class) | Link::Array(class) => is_there(class),
            Link::Constant(class) => crate::keyword(class).is_some() || is_there(class),
            Link::Field(name) => field(name, false),
            Link::StaticField(name) => field(name, true),
            Link::Nothing => true,
        }
    }
}
