//! Fields, new objects, type tests, monitors.

use super::builder::Builder;
use crate::TranslateError;
use clew_ir::{BranchKind, Const, Conversion, Expr, FieldRef, Inst, MonitorOp, Terminator, Type, UnaryOp};
use std::sync::Arc;

type Done = Result<(), TranslateError>;

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

    pub(super) fn get_static(&mut self, field: &Arc<FieldRef>) -> Done {
        self.initialize_for_field(field)?;
        let dst = self.define(self.type_of_descriptor(&field.descriptor)?);
        self.emit(Inst::GetStatic { dst, field: Arc::clone(field) });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn put_static(&mut self, field: &Arc<FieldRef>) -> Done {
        let value = self.pop(self.type_of_descriptor(&field.descriptor)?)?;
        self.initialize_for_field(field)?;
        self.emit(Inst::PutStatic { field: Arc::clone(field), value });
        Ok(())
    }

    pub(super) fn get_field(&mut self, field: &Arc<FieldRef>) -> Done {
        let object = self.pop(Type::Ref)?;
        let object = self.check_not_null(object)?;
        let dst = self.define(self.type_of_descriptor(&field.descriptor)?);
        self.emit(Inst::GetField { dst, object, field: Arc::clone(field) });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn put_field(&mut self, field: &Arc<FieldRef>) -> Done {
        let value = self.pop(self.type_of_descriptor(&field.descriptor)?)?;
        let object = self.pop(Type::Ref)?;
        let object = self.check_not_null(object)?;
        self.emit(Inst::PutField { object, field: Arc::clone(field), value });
        Ok(())
    }

    pub(super) fn new_object(&mut self, class: &Arc<str>) -> Done {
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
        let test = self.registers.scratch(Type::Bool);
        self.emit_in(tested, Inst::InstanceOf { dst: test, object, class: Arc::clone(class) });
        let value = Expr::unary(UnaryOp::Convert(Conversion::Bool2I), Expr::Reg(test));
        self.emit_in(tested, Inst::Assign { dst, value });
        self.end_block(tested, Terminator::Goto(vec![joined]));
        self.resume(joined);
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn monitor(&mut self, op: MonitorOp) -> Done {
        let object = self.pop(Type::Ref)?;
        let object = self.check_not_null(object)?;
        self.emit(Inst::Monitor { op, object });
        Ok(())
    }
}
