//! What an instruction or a block's end reads, writes and leads to, and the same for changing it in place.

use crate::{BlockId, Const, Expr, Inst, Reg, Terminator};
use clew_base::OrderedSet;

/// Visits the parts of an instruction: registers read, expressions read, and the register written, in this order.
macro_rules! visit_inst {
    ($inst:expr, $read:expr, $expr:expr, $write:expr, $iter:ident) => {
        match $inst {
            Inst::Line(_) => {}
            Inst::Assign { dst, value } => {
                $expr(value);
                $write(dst);
            }
            Inst::MapStore { map, index, value } => {
                index.$iter().for_each(&mut *$expr);
                $expr(value);
                $read(map);
            }
            Inst::Assume(condition)
            | Inst::Assert { condition, .. }
            | Inst::Assumed { condition, .. }
            | Inst::TryFirst(condition) => $expr(condition),
            Inst::Call { dst, args, .. } => {
                args.$iter().for_each(&mut *$expr);
                if let Some(dst) = dst {
                    $write(dst);
                }
            }
            Inst::Havoc { dst }
            | Inst::GetStatic { dst, .. }
            | Inst::New { dst, .. }
            | Inst::NewThrowable { dst, .. }
            | Inst::LoadString { dst, .. }
            | Inst::LoadClass { dst, .. } => $write(dst),
            Inst::GetField { dst, object, .. } | Inst::InstanceOf { dst, object, .. } => {
                $read(object);
                $write(dst);
            }
            Inst::PutField { object, value, .. } => {
                $read(object);
                $expr(value);
            }
            Inst::PutStatic { value, .. } => $expr(value),
            Inst::NewArray { dst, length, .. } => {
                $expr(length);
                $write(dst);
            }
            Inst::NewMultiArray { dst, lengths, .. } => {
                lengths.$iter().for_each(&mut *$expr);
                $write(dst);
            }
            Inst::ArrayLength { dst, array } => {
                $read(array);
                $write(dst);
            }
            Inst::ArrayLoad { dst, array, index, .. } => {
                $read(array);
                $expr(index);
                $write(dst);
            }
            Inst::ArrayStore { array, index, value, .. } => {
                $read(array);
                $expr(index);
                $expr(value);
            }
            Inst::CanStore { dst, array, value } => {
                $read(array);
                $read(value);
                $write(dst);
            }
            Inst::RefEq { dst, left, right } => {
                $expr(left);
                $expr(right);
                $write(dst);
            }
            Inst::Monitor { object, .. } => $read(object),
        }
    };
}

impl Inst {
    /// Calls `visit` for every register that the instruction reads, with repetitions. A map that is changed counts as read.
    pub fn for_each_read(&self, visit: &mut dyn FnMut(Reg)) {
        let registers = std::cell::RefCell::new(visit);
        let read = &mut |reg: &Reg| registers.borrow_mut()(*reg);
        let expr = &mut |expr: &Expr| expr.for_each_register(&mut |reg| registers.borrow_mut()(reg));
        let write = &mut |_: &Reg| {};
        visit_inst!(self, read, expr, write, iter);
    }

    /// The register whose value the instruction replaces. The map of a [`Inst::MapStore`] is one.
    pub fn written(&self) -> Option<Reg> {
        if let Inst::MapStore { map, .. } = self {
            return Some(*map);
        }
        let mut written = None;
        let read = &mut |_: &Reg| {};
        let expr = &mut |_: &Expr| {};
        let write = &mut |reg: &Reg| written = Some(*reg);
        visit_inst!(self, read, expr, write, iter);
        written
    }

    /// Calls `visit` for every expression of the instruction.
    pub fn for_each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        let read = &mut |_: &Reg| {};
        let expr = &mut |expr: &Expr| visit(expr);
        let write = &mut |_: &Reg| {};
        visit_inst!(self, read, expr, write, iter);
    }

    /// Replaces every register, read or written.
    pub fn map_registers(&mut self, replace: &mut dyn FnMut(Reg) -> Reg) {
        let replacement = std::cell::RefCell::new(replace);
        let read = &mut |reg: &mut Reg| *reg = replacement.borrow_mut()(*reg);
        let expr = &mut |expr: &mut Expr| expr.map_registers(&mut |reg| replacement.borrow_mut()(reg));
        let write = &mut |reg: &mut Reg| *reg = replacement.borrow_mut()(*reg);
        visit_inst!(self, read, expr, write, iter_mut);
    }
}

impl Terminator {
    /// Calls `visit` for every register that the block's end reads, with repetitions.
    pub fn for_each_read(&self, visit: &mut dyn FnMut(Reg)) {
        if let Terminator::Throw(exception) = self {
            visit(*exception);
        }
        self.for_each_expr(&mut |expr| expr.for_each_register(visit));
    }

    /// Calls `visit` for every expression of the block's end.
    pub fn for_each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Terminator::Branch { condition: value, .. } | Terminator::Switch { value, .. } => visit(value),
            Terminator::Invoke { args, .. } => args.iter().for_each(visit),
            Terminator::Return(value) => value.iter().for_each(visit),
            Terminator::Goto(_) | Terminator::InitClass { .. } | Terminator::Throw(_) | Terminator::Unsupported(_) => {}
        }
    }

    /// The register that holds a new value when control comes to a successor: the result of a call on its normal edge,
    /// the exception on an unwind edge. The first component is the successor.
    pub fn written_on_edges(&self) -> Vec<(BlockId, Option<Reg>)> {
        match self {
            Terminator::Invoke { dst, normal, unwind, .. } => std::iter::once((*normal, *dst))
                .chain(unwind.map(|unwind| (unwind.block, Some(unwind.exception))))
                .collect(),
            Terminator::InitClass { normal, unwind, .. } => std::iter::once((*normal, None))
                .chain(unwind.map(|unwind| (unwind.block, Some(unwind.exception))))
                .collect(),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_)
            | Terminator::Unsupported(_) => self.successors().into_iter().map(|block| (block, None)).collect(),
        }
    }

    /// Replaces every register, read or written.
    pub fn map_registers(&mut self, replace: &mut dyn FnMut(Reg) -> Reg) {
        match self {
            Terminator::Branch { condition: value, .. } | Terminator::Switch { value, .. } => {
                value.map_registers(replace)
            }
            Terminator::Return(value) => value.iter_mut().for_each(|value| value.map_registers(replace)),
            Terminator::Throw(exception) => *exception = replace(*exception),
            Terminator::Invoke { dst, args, unwind, .. } => {
                args.iter_mut().for_each(|argument| argument.map_registers(replace));
                dst.iter_mut().for_each(|dst| *dst = replace(*dst));
                unwind.iter_mut().for_each(|unwind| unwind.exception = replace(unwind.exception));
            }
            Terminator::InitClass { unwind, .. } => {
                unwind.iter_mut().for_each(|unwind| unwind.exception = replace(unwind.exception));
            }
            Terminator::Goto(_) | Terminator::Unsupported(_) => {}
        }
    }

    /// Replaces every block that control may go to.
    pub fn map_blocks(&mut self, replace: &mut dyn FnMut(BlockId) -> BlockId) {
        match self {
            Terminator::Goto(targets) => targets.iter_mut().for_each(|target| *target = replace(*target)),
            Terminator::Branch { then, otherwise, .. } => {
                *then = replace(*then);
                *otherwise = replace(*otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, target)| *target = replace(*target));
                *default = replace(*default);
            }
            Terminator::Invoke { normal, unwind, .. } | Terminator::InitClass { normal, unwind, .. } => {
                *normal = replace(*normal);
                unwind.iter_mut().for_each(|unwind| unwind.block = replace(unwind.block));
            }
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => {}
        }
    }
}

impl Expr {
    /// Calls `visit` for every literal of the expression, from left to right, with repetitions.
    pub fn for_each_literal(&self, visit: &mut dyn FnMut(&Const)) {
        match self {
            Expr::Const(literal) => visit(literal),
            Expr::Reg(_) => {}
            Expr::Select(_, indices) => indices.iter().for_each(|index| index.for_each_literal(visit)),
            Expr::Unary(_, operand) => operand.for_each_literal(visit),
            Expr::Binary(_, left, right) => {
                left.for_each_literal(visit);
                right.for_each_literal(visit);
            }
            Expr::Ite(condition, left, right) => {
                condition.for_each_literal(visit);
                left.for_each_literal(visit);
                right.for_each_literal(visit);
            }
        }
    }

    /// Calls `visit` for every register that the expression reads, from left to right, with repetitions.
    pub fn for_each_register(&self, visit: &mut dyn FnMut(Reg)) {
        match self {
            Expr::Const(_) => {}
            Expr::Reg(reg) => visit(*reg),
            Expr::Select(map, indices) => {
                visit(*map);
                indices.iter().for_each(|index| index.for_each_register(visit));
            }
            Expr::Unary(_, operand) => operand.for_each_register(visit),
            Expr::Binary(_, left, right) => {
                left.for_each_register(visit);
                right.for_each_register(visit);
            }
            Expr::Ite(condition, left, right) => {
                condition.for_each_register(visit);
                left.for_each_register(visit);
                right.for_each_register(visit);
            }
        }
    }

    /// Replaces every register.
    pub fn map_registers(&mut self, replace: &mut dyn FnMut(Reg) -> Reg) {
        match self {
            Expr::Const(_) => {}
            Expr::Reg(reg) => *reg = replace(*reg),
            Expr::Select(map, indices) => {
                *map = replace(*map);
                indices.iter_mut().for_each(|index| index.map_registers(replace));
            }
            Expr::Unary(_, operand) => operand.map_registers(replace),
            Expr::Binary(_, left, right) => {
                left.map_registers(replace);
                right.map_registers(replace);
            }
            Expr::Ite(condition, left, right) => {
                condition.map_registers(replace);
                left.map_registers(replace);
                right.map_registers(replace);
            }
        }
    }

    /// Every register that the expression reads, in the order of first occurrence.
    pub fn registers(&self) -> OrderedSet<Reg> {
        let mut registers = OrderedSet::default();
        self.collect_registers(&mut registers);
        registers
    }
}
