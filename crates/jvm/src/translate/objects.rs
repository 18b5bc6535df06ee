//! Fields, new objects, type tests, monitors.

use super::Monitors;
use super::builder::Builder;
use crate::TranslateError;
use crate::world::FieldUse;
use clew_ir::{BlockId, BranchKind, Const, Conversion, Expr, FieldRef, Inst, MonitorOp, Terminator, Type, UnaryOp};
use std::sync::Arc;

type Done = Result<(), TranslateError>;

const ILLEGAL_MONITOR_STATE: &str = "java/lang/IllegalMonitorStateException";

impl Builder<'_> {
    /// Sees to it that a class is initialized, unless it is already.
    pub(super) fn initialize(&mut self, class: &Arc<str>) -> Done {
        if self.is_initialized(class) {
            return Ok(());
        }
        let unwind = self.unwind()?;
        let normal = self.split();
        self.terminate(Terminator::InitClass { class: Arc::clone(class), normal, unwind });
        self.resume(normal);
        Ok(())
    }

    /// Initializes the class that declares a static field. If the reference does not resolve, the class it names is
    /// taken; the access that follows fails anyway.
    fn initialize_for_field(&mut self, field: &FieldRef) -> Done {
        let class = match self.world.resolve_field(field) {
            Ok(id) => Arc::clone(&self.world.class(self.world.field(id).class).name),
            Err(_) => Arc::clone(&field.class),
        };
        self.initialize(&class)
    }

    /// Checks that the field may be used so; from here on control comes by only if it may.
    fn link_field(&mut self, field: &FieldRef, used: FieldUse) -> Done {
        let linked = self.world.link_field(self.method, field, used);
        self.check_link(&field.class, linked.map(drop))
    }

    pub(super) fn get_static(&mut self, field: &Arc<FieldRef>) -> Done {
        self.link_field(field, FieldUse::GetStatic)?;
        self.initialize_for_field(field)?;
        let dst = self.define(self.type_of_descriptor(&field.descriptor)?);
        self.emit(Inst::GetStatic { dst, field: Arc::clone(field) });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn put_static(&mut self, field: &Arc<FieldRef>) -> Done {
        let value = self.pop(self.type_of_descriptor(&field.descriptor)?)?;
        self.link_field(field, FieldUse::PutStatic)?;
        self.initialize_for_field(field)?;
        self.emit(Inst::PutStatic { field: Arc::clone(field), value });
        Ok(())
    }

    pub(super) fn get_field(&mut self, field: &Arc<FieldRef>) -> Done {
        let object = self.pop(Type::Ref)?;
        self.link_field(field, FieldUse::Get)?;
        let object = self.check_not_null(object)?;
        let dst = self.define(self.type_of_descriptor(&field.descriptor)?);
        self.emit(Inst::GetField { dst, object, field: Arc::clone(field) });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn put_field(&mut self, field: &Arc<FieldRef>) -> Done {
        let value = self.pop(self.type_of_descriptor(&field.descriptor)?)?;
        let object = self.pop(Type::Ref)?;
        self.link_field(field, FieldUse::Put)?;
        let object = self.check_not_null(object)?;
        self.emit(Inst::PutField { object, field: Arc::clone(field), value });
        Ok(())
    }

    pub(super) fn new_object(&mut self, class: &Arc<str>) -> Done {
        self.check_link(class, self.world.link_new(self.method.class, class).map(drop))?;
        self.initialize(class)?;
        let dst = self.define(Type::Ref);
        self.emit(Inst::New { dst, class: Arc::clone(class) });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    /// A cast passes null, and changes nothing about what is on the stack.
    pub(super) fn check_cast(&mut self, class: &Arc<str>) -> Done {
        let value = self.pop(Type::Ref)?;
        self.push(value.clone());
        let Expr::Reg(object) = value else { return Ok(()) };
        let tested = self.split();
        let passed = self.split();
        self.terminate(Terminator::Branch {
            kind: BranchKind::Internal,
            condition: Expr::unary(UnaryOp::IsNull, Expr::Reg(object)),
            then: passed,
            otherwise: tested,
        });
        self.resume(tested);
        self.link_class(class)?;
        let dst = self.registers.scratch(Type::Bool);
        self.emit(Inst::InstanceOf { dst, object, class: Arc::clone(class) });
        self.check(BranchKind::CastCheck, Expr::Reg(dst))?;
        self.terminate(Terminator::Goto(vec![passed]));
        self.resume(passed);
        Ok(())
    }

    /// The test gives 0 for null.
    pub(super) fn instance_of(&mut self, class: &Arc<str>) -> Done {
        let Expr::Reg(object) = self.pop(Type::Ref)? else {
            self.push(Expr::Const(Const::Bv32(0)));
            return Ok(());
        };
        let dst = self.define(Type::Bv32);
        let (null, tested, joined) = (self.split(), self.split(), self.split());
        self.terminate(Terminator::Branch {
            kind: BranchKind::Internal,
            condition: Expr::unary(UnaryOp::IsNull, Expr::Reg(object)),
            then: null,
            otherwise: tested,
        });
        self.emit_in(null, Inst::Assign { dst, value: Expr::bv32(0) });
        self.end_block(null, Terminator::Goto(vec![joined]));
        self.resume(tested);
        self.link_class(class)?;
        let test = self.registers.scratch(Type::Bool);
        self.emit(Inst::InstanceOf { dst: test, object, class: Arc::clone(class) });
        let value = Expr::unary(UnaryOp::Convert(Conversion::Bool2I), Expr::Reg(test));
        self.emit(Inst::Assign { dst, value });
        self.terminate(Terminator::Goto(vec![joined]));
        self.resume(joined);
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn monitor(&mut self, op: MonitorOp) -> Done {
        let object = self.pop(Type::Ref)?;
        let object = self.check_not_null(object)?;
        if op == MonitorOp::Exit && self.monitors == Monitors::Open {
            let is_held = self.unknown_condition();
            self.throw_unless(is_held, ILLEGAL_MONITOR_STATE)?;
        }
        self.emit(Inst::Monitor { op, object });
        Ok(())
    }

    /// Where the method may hold a monitor when it returns, the JVM may throw out of it.
    pub(super) fn check_monitors_at_return(&mut self) {
        if self.monitors == Monitors::Balanced {
            return;
        }
        let (returns, fails) = (self.split(), self.split());
        let condition = self.unknown_condition();
        let kind = BranchKind::Internal;
        self.terminate(Terminator::Branch { kind, condition, then: returns, otherwise: fails });
        let dst = self.exception_register();
        self.emit_in(fails, Inst::NewThrowable { dst, class: ILLEGAL_MONITOR_STATE.into() });
        self.end_block(fails, Terminator::Throw(dst));
        self.resume(returns);
    }

    /// The block that throws the exception in the exception register out of the method, or another one in its place because a
    /// monitor is held; `None` where none can be.
    pub(super) fn unwinding(&mut self) -> Option<BlockId> {
        if self.monitors == Monitors::Balanced || self.unwinding.is_some() {
            return self.unwinding;
        }
        let exception = self.exception_register();
        let [start, thrown, replaced] = ["leave", "leave_thrown", "leave_held"].map(|name| self.new_block(name.into()));
        let dst = self.registers.scratch(Type::Bool);
        self.emit_in(start, Inst::Havoc { dst });
        let (kind, condition) = (BranchKind::Internal, Expr::Reg(dst));
        self.end_block(start, Terminator::Branch { kind, condition, then: thrown, otherwise: replaced });
        self.end_block(thrown, Terminator::Throw(exception));
        self.emit_in(replaced, Inst::NewThrowable { dst: exception, class: ILLEGAL_MONITOR_STATE.into() });
        self.end_block(replaced, Terminator::Throw(exception));
        self.unwinding = Some(start);
        self.unwinding
    }

    /// A condition that holds or does not; nothing is known of it.
    pub(super) fn unknown_condition(&mut self) -> Expr {
        let dst = self.registers.scratch(Type::Bool);
        self.emit(Inst::Havoc { dst });
        Expr::Reg(dst)
    }
}
