//! Constants, local variables, moves on the operand stack, arithmetic.

use super::builder::Builder;
use crate::TranslateError;
use crate::descriptor::{keyword, slots};
use crate::op::StackOp;
use clew_ir::{BinaryOp, BranchKind, Const, Conversion, Expr, Inst, Type, UnaryOp};
use std::sync::Arc;

type Done = Result<(), TranslateError>;

impl Builder<'_> {
    pub(super) fn constant(&mut self, value: &Const) -> Done {
        self.push(Expr::Const(value.clone()));
        Ok(())
    }

    pub(super) fn load_string(&mut self, value: &Arc<[u16]>) -> Done {
        let dst = self.define(Type::Ref);
        self.emit(Inst::LoadString { dst, value: Arc::clone(value) });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn load_class(&mut self, class: &Arc<str>) -> Done {
        if keyword(class).is_none() {
            self.link_class(class)?;
        }
        let dst = self.define(Type::Ref);
        self.emit(Inst::LoadClass { dst, class: Arc::clone(class) });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn load(&mut self, ty: Type, slot: u16) -> Done {
        let reg = self.registers.local(slot, ty);
        self.push(Expr::Reg(reg));
        Ok(())
    }

    pub(super) fn store(&mut self, ty: Type, slot: u16) -> Done {
        let value = self.pop(ty)?;
        let dst = self.registers.local(slot, ty);
        if value == Expr::Reg(dst) {
            return Ok(());
        }
        self.protect(dst);
        // What is still on the stack of the same value is read from the variable from now on, so that what a test of it
        // tells is known of the variable: `(n = n.next) != null`.
        if matches!(value, Expr::Reg(_)) {
            self.stack.iter_mut().filter(|leaf| **leaf == value).for_each(|leaf| *leaf = Expr::Reg(dst));
        }
        if !self.retarget(&value, dst) {
            self.emit(Inst::Assign { dst, value });
        }
        Ok(())
    }

    /// If the last instruction made the value, in a stack register that nothing else reads, lets it write `to` instead.
    fn retarget(&mut self, value: &Expr, to: clew_ir::Reg) -> bool {
        let Expr::Reg(made) = *value else { return false };
        if !self.registers.is_stack(made) || self.stack.contains(value) {
            return false;
        }
        let Some(stmt) = self.last_stmt() else { return false };
        let dst = match &mut stmt.inst {
            Inst::Assign { dst, .. }
            | Inst::GetField { dst, .. }
            | Inst::GetStatic { dst, .. }
            | Inst::ArrayLength { dst, .. }
            | Inst::ArrayLoad { dst, .. }
            | Inst::NewArray { dst, .. }
            | Inst::NewMultiArray { dst, .. }
            | Inst::LoadString { dst, .. }
            | Inst::LoadClass { dst, .. } => dst,
            // An object is in a register of its own while it is constructed; truth values are no values of the stack.
            Inst::New { .. }
            | Inst::NewThrowable { .. }
            | Inst::InstanceOf { .. }
            | Inst::CanStore { .. }
            | Inst::RefEq { .. } => return false,
            Inst::Line(_)
            | Inst::PutField { .. }
            | Inst::PutStatic { .. }
            | Inst::ArrayStore { .. }
            | Inst::Monitor { .. }
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            | Inst::Call { .. }
            | Inst::Havoc { .. } => return false,
        };
        let is_made = *dst == made;
        if is_made {
            *dst = to;
        }
        is_made
    }

    pub(super) fn increment(&mut self, slot: u16, by: i32) -> Done {
        let dst = self.registers.local(slot, Type::Bv32);
        self.protect(dst);
        let value = Expr::binary(BinaryOp::Add, Expr::Reg(dst), Expr::bv32(by));
        self.emit(Inst::Assign { dst, value });
        Ok(())
    }

    pub(super) fn stack_op(&mut self, op: StackOp) -> Done {
        match op {
            StackOp::Pop => self.take_slots(1).map(drop),
            StackOp::Pop2 => self.take_slots(2).map(drop),
            StackOp::Dup => self.duplicate(1, 0),
            StackOp::DupX1 => self.duplicate(1, 1),
            StackOp::DupX2 => self.duplicate(1, 2),
            StackOp::Dup2 => self.duplicate(2, 0),
            StackOp::Dup2X1 => self.duplicate(2, 1),
            StackOp::Dup2X2 => self.duplicate(2, 2),
            StackOp::Swap => {
                let top = self.take_slots(1)?;
                let below = self.take_slots(1)?;
                self.stack.extend(top.into_iter().chain(below));
                Ok(())
            }
        }
    }

    /// Copies the values in the topmost `count` slots to below the `below` slots under them.
    fn duplicate(&mut self, count: u16, below: u16) -> Done {
        let top = self.take_slots(count)?;
        let under = self.take_slots(below)?;
        self.stack.extend(top.iter().cloned().chain(under).chain(top.clone()));
        Ok(())
    }

    /// Takes the values off the stack that fill exactly this many slots, in the order in which they were pushed.
    fn take_slots(&mut self, count: u16) -> Result<Vec<Expr>, TranslateError> {
        let mut left = count;
        let mut taken = Vec::new();
        while left > 0 {
            let leaf = self.pop_any()?;
            left = left
                .checked_sub(slots(self.registers.type_of(&leaf)))
                .ok_or_else(|| self.malformed("half of a two-slot value is moved"))?;
            taken.push(leaf);
        }
        taken.reverse();
        Ok(taken)
    }

    pub(super) fn arithmetic(&mut self, op: BinaryOp, ty: Type) -> Done {
        let right = self.pop(ty)?;
        let left = self.pop(ty)?;
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            self.check_divisor(ty, &right)?;
        }
        self.push_value(ty, Expr::binary(op, left, right));
        Ok(())
    }

    fn check_divisor(&mut self, ty: Type, divisor: &Expr) -> Done {
        let zero = match ty {
            Type::Bv32 => Const::Bv32(0),
            Type::Bv64 => Const::Bv64(0),
            Type::Bool | Type::Int | Type::F32 | Type::F64 | Type::Ref | Type::Map(_) => return Ok(()),
        };
        if matches!(divisor, Expr::Const(value) if *value != zero) {
            return Ok(());
        }
        let condition = Expr::binary(BinaryOp::Ne, divisor.clone(), Expr::Const(zero));
        self.check(BranchKind::DivisorCheck, condition)
    }

    pub(super) fn shift(&mut self, op: BinaryOp, ty: Type) -> Done {
        let distance = self.pop(Type::Bv32)?;
        let value = self.pop(ty)?;
        self.push_value(ty, Expr::binary(op, value, distance));
        Ok(())
    }

    pub(super) fn negate(&mut self, ty: Type) -> Done {
        let value = self.pop(ty)?;
        self.push_value(ty, Expr::unary(UnaryOp::Neg, value));
        Ok(())
    }

    pub(super) fn convert(&mut self, conversion: Conversion) -> Done {
        let (from, to) = conversion.signature();
        let value = self.pop(from)?;
        self.push_value(to, Expr::unary(UnaryOp::Convert(conversion), value));
        Ok(())
    }

    pub(super) fn compare(&mut self, op: BinaryOp, ty: Type) -> Done {
        let right = self.pop(ty)?;
        let left = self.pop(ty)?;
        self.push_value(Type::Bv32, Expr::binary(op, left, right));
        Ok(())
    }
}
