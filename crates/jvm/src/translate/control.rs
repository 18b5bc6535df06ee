//! Jumps, switches, returns, throws.

use super::builder::Builder;
use super::{BranchSite, BranchSiteKind};
use crate::TranslateError;
use crate::op::{Nullness, Sameness};
use clew_ir::{BinaryOp, BranchKind, Expr, Inst, Origin, Terminator, Type, UnaryOp};

type Done = Result<(), TranslateError>;

impl Builder<'_> {
    pub(super) fn if_zero(&mut self, op: BinaryOp, target: u32, next: Option<u32>) -> Done {
        let value = self.pop(Type::Bv32)?;
        let condition = self.comparison_of_longs(op, &value).unwrap_or_else(|| Expr::binary(op, value, Expr::bv32(0)));
        self.branch(condition, target, next)
    }

    /// If the value was just made by `lcmp` and nothing else reads it, the comparison of the two `long`s themselves.
    fn comparison_of_longs(&mut self, op: BinaryOp, value: &Expr) -> Option<Expr> {
        if self.stack.contains(value) {
            return None;
        }
        let Inst::Assign { dst, value: made } = &self.last_stmt()?.inst else { return None };
        let Expr::Binary(BinaryOp::CompareLong, left, right) = made else { return None };
        if *value != Expr::Reg(*dst) {
            return None;
        }
        let condition = Expr::Binary(op, left.clone(), right.clone());
        let Expr::Reg(dst) = value else { return None };
        if !self.registers.is_stack(*dst) {
            return None;
        }
        self.drop_last_stmt();
        Some(condition)
    }

    pub(super) fn if_ints(&mut self, op: BinaryOp, target: u32, next: Option<u32>) -> Done {
        let right = self.pop(Type::Bv32)?;
        let left = self.pop(Type::Bv32)?;
        self.branch(Expr::binary(op, left, right), target, next)
    }

    pub(super) fn if_refs(&mut self, sameness: Sameness, target: u32, next: Option<u32>) -> Done {
        let right = self.pop(Type::Ref)?;
        let left = self.pop(Type::Ref)?;
        let dst = self.registers.scratch(Type::Bool);
        self.emit(Inst::RefEq { dst, left, right });
        let same = Expr::Reg(dst);
        let condition = match sameness {
            Sameness::Same => same,
            Sameness::Different => Expr::unary(UnaryOp::Not, same),
        };
        self.branch(condition, target, next)
    }

    pub(super) fn if_null(&mut self, nullness: Nullness, target: u32, next: Option<u32>) -> Done {
        let value = self.pop(Type::Ref)?;
        let is_null = Expr::unary(UnaryOp::IsNull, value);
        let condition = match nullness {
            Nullness::Null => is_null,
            Nullness::NonNull => Expr::unary(UnaryOp::Not, is_null),
        };
        self.branch(condition, target, next)
    }

    fn branch(&mut self, mut condition: Expr, target: u32, next: Option<u32>) -> Done {
        let next = next.ok_or_else(|| self.malformed("control runs off the end of the code"))?;
        self.flush(&mut condition);
        let then = self.enter(target, self.stack_types())?;
        let otherwise = self.enter(next, self.stack_types())?;
        self.end_with_site(
            Terminator::Branch { kind: BranchKind::Source, condition, then, otherwise },
            BranchSiteKind::If,
        );
        Ok(())
    }

    pub(super) fn switch(&mut self, cases: &[(i32, u32)], default: u32) -> Done {
        let mut value = self.pop(Type::Bv32)?;
        self.flush(&mut value);
        let types = self.stack_types();
        let mut kept = Vec::new();
        for (key, target) in cases.iter().filter(|(_, target)| *target != default) {
            if kept.last().is_some_and(|(last, _)| last >= key) {
                return Err(self.malformed("the keys of a switch are not in order"));
            }
            kept.push((*key, self.enter(*target, types.clone())?));
        }
        if kept.is_empty() {
            return self.fall_into(default);
        }
        let default = self.enter(default, types)?;
        let keys = kept.iter().map(|(key, _)| *key).collect();
        self.end_with_site(Terminator::Switch { value, cases: kept, default }, BranchSiteKind::Switch { keys });
        Ok(())
    }

    fn end_with_site(&mut self, terminator: Terminator, kind: BranchSiteKind) {
        let Origin { offset, line } = self.origin;
        if let Some(block) = self.terminate(terminator) {
            self.branches.push(BranchSite { offset, line, kind, block, assertion_guard: false });
        }
    }

    pub(super) fn return_value(&mut self, ty: Option<Type>) -> Done {
        let wanted = self.method.returns.as_deref().map(|it| self.type_of_descriptor(it)).transpose()?;
        if ty != wanted {
            return Err(self.malformed("what is returned is not of the method's type"));
        }
        let value = ty.map(|ty| self.pop(ty)).transpose()?;
        self.check_monitors_at_return();
        self.terminate(Terminator::Return(value));
        Ok(())
    }

    pub(super) fn throw(&mut self) -> Done {
        let value = self.pop(Type::Ref)?;
        let thrown = self.check_not_null(value)?;
        let dst = self.exception_register();
        if thrown != dst {
            self.emit(Inst::Assign { dst, value: Expr::Reg(thrown) });
        }
        let raised = self.raise()?;
        self.terminate(raised);
        Ok(())
    }

    pub(super) fn unsupported(&mut self, reason: &str) -> Done {
        self.terminate(Terminator::Unsupported(reason.into()));
        Ok(())
    }
}
