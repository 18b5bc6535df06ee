//! The state of a translation: blocks under construction and the abstract operand stack.

use super::Monitors;
use super::layout::Layout;
use super::registers::Registers;
use super::{AssertionSite, BranchSite, CheckSite, HandlerSite, MethodCode, assertions};
use crate::TranslateError;
use crate::descriptor::{register_type, slots};
use crate::op::{Code, Op};
use crate::world::{Method, World};
use clew_base::{Arena, FastMap};
use clew_ir::{
    Block, BlockId, Body, BranchKind, Const, Expr, Inst, MonitorOp, Origin, Reg, Stmt, Terminator, Type, UnaryOp,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Builds the body of one method.
pub(super) struct Builder<'a> {
    pub(super) world: &'a World,
    pub(super) method: &'a Method,
    pub(super) code: &'a Code,
    /// The classes that are initialized, or being so, whenever the method runs.
    initialized: Vec<Arc<str>>,
    /// The classes that have been initialized since the start of the current basic block.
    initialized_here: Vec<Arc<str>>,
    pub(super) layout: Layout,
    pub(super) registers: Registers<'a>,
    blocks: Arena<BlockId, Draft>,
    entries: BTreeMap<u32, Entry>,
    pending: BTreeSet<u32>,
    /// The dispatch block for each list of exception-table entries.
    pub(super) dispatches: FastMap<Vec<usize>, BlockId>,
    pub(super) monitors: Monitors,
    /// The block by which exceptions leave the method, where that is more than a throw.
    pub(super) unwinding: Option<BlockId>,
    pub(super) branches: Vec<BranchSite>,
    checks: Vec<CheckSite>,
    /// The block that instructions go to now; none between blocks.
    current: Option<BlockId>,
    /// The abstract operand stack, whose values are registers and constants.
    pub(super) stack: Vec<Expr>,
    pub(super) origin: Origin,
    /// How many blocks were made for the instruction at the current offset.
    splits: usize,
    entry: Option<BlockId>,
    params: Vec<Reg>,
}

/// A block under construction.
struct Draft {
    label: Arc<str>,
    stmts: Vec<Stmt>,
    end: Option<(Terminator, Origin)>,
}

/// What is known of a leader that control can get to.
struct Entry {
    block: BlockId,
    /// The types of the values on the stack at entry.
    stack: Vec<Type>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        world: &'a World,
        method: &'a Method,
        code: &'a Code,
        monitors: Monitors,
    ) -> Result<Self, TranslateError> {
        let initialized =
            world.superclasses(method.class).into_iter().map(|id| Arc::clone(&world.class(id).name)).collect();
        Ok(Self {
            world,
            method,
            code,
            initialized,
            initialized_here: Vec::new(),
            layout: Layout::of(code)?,
            registers: Registers::new(&code.variables),
            blocks: Arena::new(),
            entries: BTreeMap::new(),
            pending: BTreeSet::new(),
            dispatches: FastMap::default(),
            monitors,
            unwinding: None,
            branches: Vec::new(),
            checks: Vec::new(),
            current: None,
            stack: Vec::new(),
            origin: Origin::default(),
            splits: 0,
            entry: None,
            params: Vec::new(),
        })
    }

    /// Makes the parameters and the entry.
    pub(super) fn start(&mut self) -> Result<(), TranslateError> {
        let mut slot = 0;
        if !self.method.is_static() {
            self.params.push(self.registers.local(0, Type::Ref));
            slot = 1;
        }
        for parameter in &self.method.parameters {
            let ty = self.type_of_descriptor(parameter)?;
            self.params.push(self.registers.local(slot, ty));
            slot += slots(ty);
        }
        if self.layout.start_is_target {
            // The entry has no predecessors, so that what happens there happens once.
            let entry = self.new_block("entry".into());
            let first = self.enter(0, Vec::new())?;
            self.end_block(entry, Terminator::Goto(vec![first]));
            self.entry = Some(entry);
        } else {
            self.entry = Some(self.enter(0, Vec::new())?);
        }
        Ok(())
    }

    /// Starts the next leader that control gets to and is not translated yet; gives its index among the instructions.
    /// When there is none left, handlers of code that cannot throw get their turn.
    pub(super) fn next_leader(&mut self) -> Option<usize> {
        let offset = self.pending.pop_first().or_else(|| self.unentered_handler())?;
        let entry = self.entries.get(&offset)?;
        self.current = Some(entry.block);
        self.initialized_here.clear();
        let stack = entry.stack.clone();
        self.stack = stack.iter().enumerate().map(|(at, ty)| Expr::Reg(self.registers.stack(at, *ty))).collect();
        self.code.ops.binary_search_by_key(&offset, |(at, _)| *at).ok()
    }

    fn unentered_handler(&mut self) -> Option<u32> {
        let code = self.code;
        let target = code.handlers.iter().map(|entry| entry.target).find(|it| !self.entries.contains_key(it))?;
        self.enter(target, vec![Type::Ref]).ok()?;
        self.pending.remove(&target).then_some(target)
    }

    /// Moves on to the instruction at the offset, and marks the source lines that start there.
    pub(super) fn at(&mut self, offset: u32) {
        self.origin = Origin { offset, line: self.layout.line_at(offset) };
        self.splits = 0;
        for line in self.layout.lines_starting_at(offset).to_vec() {
            self.emit(Inst::Line(line));
        }
    }

    pub(super) fn is_leader(&self, offset: u32) -> bool {
        self.layout.is_leader(offset)
    }

    pub(super) fn is_block_ended(&self) -> bool {
        self.current.is_none()
    }

    pub(super) fn malformed(&self, reason: &str) -> TranslateError {
        TranslateError::Malformed { offset: self.origin.offset, reason: reason.into() }
    }

    pub(super) fn type_of_descriptor(&self, descriptor: &str) -> Result<Type, TranslateError> {
        register_type(descriptor).ok_or_else(|| self.malformed("malformed descriptor"))
    }

    /// Whether the class need not be initialized first. It is taken to be from now on.
    pub(super) fn is_initialized(&mut self, class: &Arc<str>) -> bool {
        let known = self.initialized.contains(class) || self.initialized_here.contains(class);
        if !known {
            self.initialized_here.push(Arc::clone(class));
        }
        known
    }

    // The abstract stack.

    pub(super) fn push(&mut self, leaf: Expr) {
        self.stack.push(leaf);
    }

    pub(super) fn pop_any(&mut self) -> Result<Expr, TranslateError> {
        self.stack.pop().ok_or_else(|| self.malformed("the operand stack is empty"))
    }

    pub(super) fn pop(&mut self, ty: Type) -> Result<Expr, TranslateError> {
        let leaf = self.pop_any()?;
        if self.registers.type_of(&leaf) == ty {
            Ok(leaf)
        } else {
            Err(self.malformed("an operand has the wrong type"))
        }
    }

    /// The register of the next stack position, to be written by the next instruction; push it afterwards.
    pub(super) fn define(&mut self, ty: Type) -> Reg {
        let reg = self.registers.stack(self.stack.len(), ty);
        self.protect(reg);
        reg
    }

    /// Lets values on the stack that are in a register survive that the register is written next.
    pub(super) fn protect(&mut self, reg: Reg) {
        let value = Expr::Reg(reg);
        if !self.stack.contains(&value) {
            return;
        }
        let copy = self.registers.temporary(self.registers.ty(reg));
        self.emit(Inst::Assign { dst: copy, value: value.clone() });
        for leaf in &mut self.stack {
            if *leaf == value {
                *leaf = Expr::Reg(copy);
            }
        }
    }

    /// Pushes the value of an expression.
    pub(super) fn push_value(&mut self, ty: Type, value: Expr) {
        let dst = self.define(ty);
        self.emit(Inst::Assign { dst, value });
        self.push(Expr::Reg(dst));
    }

    /// The value in a register, for instructions that take no constants.
    pub(super) fn in_register(&mut self, leaf: Expr) -> Reg {
        match leaf {
            Expr::Reg(reg) => reg,
            value => {
                let reg = self.registers.temporary(self.registers.type_of(&value));
                self.emit(Inst::Assign { dst: reg, value });
                reg
            }
        }
    }

    // Blocks.

    pub(super) fn new_block(&mut self, label: Arc<str>) -> BlockId {
        self.blocks.push(Draft { label, stmts: Vec::new(), end: None })
    }

    /// A block that belongs to the current instruction.
    pub(super) fn split(&mut self) -> BlockId {
        self.splits += 1;
        // One instruction may be translated in several blocks only once, so its offset and a number are unique.
        self.new_block(format!("o{}_{}", self.origin.offset, self.splits).into())
    }

    /// Goes on in the block, with the stack as it is.
    pub(super) fn resume(&mut self, block: BlockId) {
        self.current = Some(block);
    }

    pub(super) fn emit(&mut self, inst: Inst) {
        if let Some(current) = self.current {
            self.emit_in(current, inst);
        }
    }

    pub(super) fn emit_in(&mut self, block: BlockId, inst: Inst) {
        let origin = self.origin;
        self.blocks[block].stmts.push(Stmt { inst, origin });
    }

    /// The last instruction of the current block.
    pub(super) fn last_stmt(&mut self) -> Option<&mut Stmt> {
        self.blocks[self.current?].stmts.last_mut()
    }

    /// Removes the last instruction of the current block.
    pub(super) fn drop_last_stmt(&mut self) {
        if let Some(current) = self.current {
            self.blocks[current].stmts.pop();
        }
    }

    pub(super) fn end_block(&mut self, block: BlockId, terminator: Terminator) {
        self.blocks[block].end = Some((terminator, self.origin));
    }

    /// Ends the current block and gives its id.
    pub(super) fn terminate(&mut self, terminator: Terminator) -> Option<BlockId> {
        let block = self.current.take()?;
        self.end_block(block, terminator);
        Some(block)
    }

    /// The block of a leader, for control that comes with values of these types on the stack.
    pub(super) fn enter(&mut self, offset: u32, stack: Vec<Type>) -> Result<BlockId, TranslateError> {
        if let Some(entry) = self.entries.get(&offset) {
            if entry.stack != stack {
                return Err(TranslateError::Malformed {
                    offset,
                    reason: "control comes here with different operand stacks".into(),
                });
            }
            return Ok(entry.block);
        }
        let block = self.new_block(format!("o{offset}").into());
        self.entries.insert(offset, Entry { block, stack });
        self.pending.insert(offset);
        Ok(block)
    }

    /// Moves all values on the stack to the registers of their positions, as jumps need it. `condition`, which the jump
    /// reads, keeps its value.
    pub(super) fn flush(&mut self, condition: &mut Expr) {
        let mut moves = Vec::new();
        for (position, leaf) in self.stack.clone().into_iter().enumerate() {
            let target = self.registers.stack(position, self.registers.type_of(&leaf));
            if leaf != Expr::Reg(target) {
                moves.push((target, leaf));
            }
        }
        let written: BTreeSet<Reg> = moves.iter().map(|(target, _)| *target).collect();
        let mut saved: BTreeMap<Reg, Reg> = BTreeMap::new();
        self.save(condition, &written, &mut saved);
        for (_, leaf) in &mut moves {
            self.save(leaf, &written, &mut saved);
        }
        for (dst, value) in moves {
            self.emit(Inst::Assign { dst, value });
        }
        let types = self.stack_types();
        self.stack = types.iter().enumerate().map(|(at, ty)| Expr::Reg(self.registers.stack(at, *ty))).collect();
    }

    /// Replaces registers that are about to be written by copies made now.
    fn save(&mut self, expr: &mut Expr, written: &BTreeSet<Reg>, saved: &mut BTreeMap<Reg, Reg>) {
        match expr {
            Expr::Reg(reg) if written.contains(reg) => {
                let copy = match saved.get(reg) {
                    Some(copy) => *copy,
                    None => {
                        let copy = self.registers.temporary(self.registers.ty(*reg));
                        self.emit(Inst::Assign { dst: copy, value: Expr::Reg(*reg) });
                        saved.insert(*reg, copy);
                        copy
                    }
                };
                *expr = Expr::Reg(copy);
            }
            Expr::Reg(_) | Expr::Const(_) => {}
            Expr::Unary(_, operand) => self.save(operand, written, saved),
            Expr::Binary(_, left, right) => {
                self.save(left, written, saved);
                self.save(right, written, saved);
            }
            Expr::Ite(condition, left, right) => {
                self.save(condition, written, saved);
                self.save(left, written, saved);
                self.save(right, written, saved);
            }
            Expr::Select(_, indices) => indices.iter_mut().for_each(|index| self.save(index, written, saved)),
        }
    }

    pub(super) fn stack_types(&self) -> Vec<Type> {
        self.stack.iter().map(|leaf| self.registers.type_of(leaf)).collect()
    }

    /// Ends the block by going to a leader.
    pub(super) fn fall_into(&mut self, offset: u32) -> Result<(), TranslateError> {
        self.flush(&mut Expr::Const(Const::Bool(true)));
        let target = self.enter(offset, self.stack_types())?;
        self.terminate(Terminator::Goto(vec![target]));
        Ok(())
    }

    // Checks.

    /// Branches on the condition of a check; goes on where it holds, and throws what the JVM throws where it does not.
    pub(super) fn check(&mut self, kind: BranchKind, condition: Expr) -> Result<(), TranslateError> {
        let Some(class) = kind.throws() else { return Ok(()) };
        let passed = self.split();
        let failed = self.split();
        let dst = self.exception_register();
        let raised = self.raise()?;
        if let Some(block) = self.terminate(Terminator::Branch { kind, condition, then: passed, otherwise: failed }) {
            let Origin { offset, line } = self.origin;
            self.checks.push(CheckSite { offset, line, kind, block });
        }
        self.emit_in(failed, Inst::NewThrowable { dst, class: class.into() });
        self.end_block(failed, raised);
        self.resume(passed);
        Ok(())
    }

    /// Checks that a reference is not null, and gives the register that holds it.
    pub(super) fn check_not_null(&mut self, object: Expr) -> Result<Reg, TranslateError> {
        let reg = self.in_register(object);
        let is_null = Expr::unary(UnaryOp::IsNull, Expr::Reg(reg));
        self.check(BranchKind::NullCheck, Expr::unary(UnaryOp::Not, is_null))?;
        Ok(reg)
    }

    /// The finished code.
    pub(super) fn finish(mut self) -> Result<MethodCode, TranslateError> {
        let mut blocks = Arena::new();
        let mut all_ended = true;
        for (_, draft) in self.blocks.iter_mut() {
            let Some((terminator, terminator_origin)) = draft.end.take() else {
                all_ended = false;
                continue;
            };
            let (label, stmts) = (Arc::clone(&draft.label), std::mem::take(&mut draft.stmts));
            blocks.push(Block { label, stmts, terminator, terminator_origin });
        }
        let (Some(entry), true) = (self.entry, all_ended) else {
            return Err(self.malformed("control runs off the end of the code"));
        };
        let returns = self.method.returns.as_deref().map(|it| self.type_of_descriptor(it)).transpose()?;
        let handlers = self.handler_sites();
        let assertions: Vec<AssertionSite> = assertions::find(&self, &blocks);
        for branch in &mut self.branches {
            branch.assertion_guard = assertions::is_guard(self.code, branch.offset);
        }
        self.branches.sort_by_key(|site| site.offset);
        self.checks.sort_by_key(|site| site.offset);
        Ok(MethodCode {
            lines: self.layout.lines(),
            branches: self.branches,
            checks: self.checks,
            handlers,
            assertions,
            body: Body { regs: self.registers.into_arena(), params: self.params, returns, blocks, entry },
        })
    }

    fn handler_sites(&self) -> Vec<HandlerSite> {
        self.code
            .handlers
            .iter()
            .filter_map(|handler| {
                Some(HandlerSite {
                    offset: handler.target,
                    line: self.layout.line_at(handler.target),
                    catch: handler.catch.clone(),
                    block: self.entries.get(&handler.target)?.block,
                    releases: self.releases(handler.target),
                })
            })
            .collect()
    }

    /// Whether the code stores the exception (some compilers keep it on the stack) and releases a monitor.
    fn releases(&self, target: u32) -> bool {
        let ops = &self.code.ops;
        let start = ops.binary_search_by_key(&target, |(at, _)| *at).unwrap_or(ops.len());
        let mut begun = ops[start..].iter().map(|(_, op)| op).peekable();
        begun.next_if(|op| matches!(op, Op::Store(Type::Ref, _)));
        matches!(begun.next(), Some(Op::Load(Type::Ref, _)))
            && matches!(begun.next(), Some(Op::Monitor(MonitorOp::Exit)))
    }
}
