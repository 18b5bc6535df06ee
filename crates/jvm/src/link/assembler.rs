//! Writes the code of a method, one instruction after the other.

use super::{LinkError, Linked};
use crate::descriptor::{register_type, slots};
use crate::op::{Code, Op, StackOp};
use clew_ir::{Const, InvokeKind, Type};

/// Code in the making. The offset of an instruction is its number.
#[derive(Default)]
pub(super) struct Assembler {
    ops: Vec<(u32, Op)>,
}

/// A jump whose target is not known yet.
#[must_use]
pub(super) struct Jump(usize);

impl Assembler {
    /// The offset of the next instruction.
    pub(super) fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    pub(super) fn emit(&mut self, op: Op) {
        self.ops.push((self.here(), op));
    }

    /// An instruction that jumps to a place further on; `op` is given the target.
    pub(super) fn jump(&mut self, op: impl FnOnce(u32) -> Op) -> Jump {
        self.emit(op(0));
        Jump(self.ops.len() - 1)
    }

    /// Makes the next instruction the target of a jump.
    pub(super) fn land(&mut self, jump: Jump) {
        let here = self.here();
        if let Op::IfZero(_, target) | Op::IfInts(_, target) | Op::IfRefs(_, target) | Op::IfNull(_, target) =
            &mut self.ops[jump.0].1
        {
            *target = here;
        }
    }

    /// Makes the next instruction the target of the key at this position of a switch.
    pub(super) fn land_case(&mut self, switch: &Jump, at: usize) {
        let here = self.here();
        if let Op::Switch { cases, .. } = &mut self.ops[switch.0].1 {
            cases[at].1 = here;
        }
    }

    /// Makes the next instruction the default target of a switch.
    pub(super) fn land_default(&mut self, switch: Jump) {
        let here = self.here();
        if let Op::Switch { default, .. } = &mut self.ops[switch.0].1 {
            *default = here;
        }
    }

    /// Pushes the parameter with this descriptor that is in `slot`; gives the slot behind it.
    pub(super) fn load(&mut self, slot: u16, descriptor: &str) -> Linked<u16> {
        let ty = type_of(descriptor)?;
        self.emit(Op::Load(ty, slot));
        Ok(slot + slots(ty))
    }

    pub(super) fn int(&mut self, value: i32) {
        self.emit(Op::Const(Const::Bv32(value)));
    }

    pub(super) fn call(&mut self, kind: InvokeKind, class: &str, name: &str, descriptor: &str) {
        self.emit(Op::Invoke(kind, super::method(class, name, descriptor)));
    }

    /// Makes a new object, twice on the stack, whose constructor is still to be called.
    pub(super) fn new_object(&mut self, class: &str) {
        self.emit(Op::New(class.into()));
        self.emit(Op::Stack(StackOp::Dup));
    }

    /// Returns what is on the stack, of this type.
    pub(super) fn give(&mut self, descriptor: Option<&str>) -> Linked<()> {
        self.emit(Op::Return(descriptor.map(type_of).transpose()?));
        Ok(())
    }

    /// The method's code.
    pub(super) fn finish(self) -> Code {
        Code { ops: self.ops, handlers: Vec::new(), lines: Vec::new(), variables: Vec::new() }
    }
}

pub(super) fn type_of(descriptor: &str) -> Linked<Type> {
    register_type(descriptor).ok_or(LinkError::Unsupported("a malformed descriptor"))
}
