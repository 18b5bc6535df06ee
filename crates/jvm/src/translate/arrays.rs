//! Arrays: their elements, their length, new ones.

use super::builder::Builder;
use crate::TranslateError;
use clew_ir::{BinaryOp, BranchKind, Const, ElementKind, Expr, Inst, Reg, Terminator, Type, UnaryOp};
use std::sync::Arc;

type Done = Result<(), TranslateError>;

impl Builder<'_> {
    pub(super) fn array_load(&mut self, kind: ElementKind) -> Done {
        let index = self.pop(Type::Bv32)?;
        let array = self.pop(Type::Ref)?;
        let array = self.check_element(array, &index)?;
        let dst = self.define(element_type(kind));
        self.emit(Inst::ArrayLoad { dst, kind, array, index });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn array_store(&mut self, kind: ElementKind) -> Done {
        let value = self.pop(element_type(kind))?;
        let index = self.pop(Type::Bv32)?;
        let array = self.pop(Type::Ref)?;
        let array = self.check_element(array, &index)?;
        if kind == ElementKind::Ref {
            self.check_store(array, &value)?;
        }
        self.emit(Inst::ArrayStore { kind, array, index, value });
        Ok(())
    }

    /// Checks the array for null and the index for being within its bounds.
    fn check_element(&mut self, array: Expr, index: &Expr) -> Result<Reg, TranslateError> {
        let array = self.check_not_null(array)?;
        let length = self.registers.scratch(Type::Bv32);
        self.emit(Inst::ArrayLength { dst: length, array });
        let condition = Expr::binary(BinaryOp::Ult, index.clone(), Expr::Reg(length));
        self.check(BranchKind::BoundsCheck, condition)?;
        Ok(array)
    }

    /// Checks that a reference may be stored in the array; null always may.
    fn check_store(&mut self, array: Reg, value: &Expr) -> Done {
        let Expr::Reg(value) = *value else { return Ok(()) };
        let tested = self.split();
        let stored = self.split();
        self.terminate(Terminator::Branch {
            kind: BranchKind::Internal,
            condition: Expr::unary(UnaryOp::IsNull, Expr::Reg(value)),
            then: stored,
            otherwise: tested,
        });
        self.resume(tested);
        let dst = self.registers.scratch(Type::Bool);
        self.emit(Inst::CanStore { dst, array, value });
        self.check(BranchKind::StoreCheck, Expr::Reg(dst))?;
        self.terminate(Terminator::Goto(vec![stored]));
        self.resume(stored);
        Ok(())
    }

    pub(super) fn array_length(&mut self) -> Done {
        let array = self.pop(Type::Ref)?;
        let array = self.check_not_null(array)?;
        let dst = self.define(Type::Bv32);
        self.emit(Inst::ArrayLength { dst, array });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn new_array(&mut self, class: &Arc<str>) -> Done {
        let length = self.pop(Type::Bv32)?;
        self.link_class(class)?;
        self.check_size(&length)?;
        let dst = self.define(Type::Ref);
        self.emit(Inst::NewArray { dst, array: Arc::clone(class), length });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    pub(super) fn new_multi_array(&mut self, class: &Arc<str>, dimensions: u8) -> Done {
        let has = class.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions == 0 || usize::from(dimensions) > has {
            return Err(self.malformed("a new array has a wrong number of dimensions"));
        }
        let mut lengths = Vec::new();
        for _ in 0..dimensions {
            lengths.push(self.pop(Type::Bv32)?);
        }
        lengths.reverse();
        self.link_class(class)?;
        for length in &lengths {
            self.check_size(length)?;
        }
        let dst = self.define(Type::Ref);
        self.emit(Inst::NewMultiArray { dst, array: Arc::clone(class), lengths });
        self.push(Expr::Reg(dst));
        Ok(())
    }

    fn check_size(&mut self, length: &Expr) -> Done {
        if matches!(length, Expr::Const(Const::Bv32(length)) if *length >= 0) {
            return Ok(());
        }
        self.check(BranchKind::SizeCheck, Expr::binary(BinaryOp::Ge, length.clone(), Expr::bv32(0)))
    }
}

/// The type of a register that holds an element.
fn element_type(kind: ElementKind) -> Type {
    match kind {
        ElementKind::Byte | ElementKind::Char | ElementKind::Short | ElementKind::Int => Type::Bv32,
        ElementKind::Long => Type::Bv64,
        ElementKind::Float => Type::F32,
        ElementKind::Double => Type::F64,
        ElementKind::Ref => Type::Ref,
    }
}
