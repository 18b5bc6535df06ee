//! Translation of bytecode to the IR.
//!
//! Within a basic block the operand stack exists only here, as registers and constants, so that loads and constants make
//! no instruction. What is left on it at the end of a block goes to registers that belong to stack positions. Each local
//! variable slot has one register for each type it is used with. Offsets in [`Origin`](clew_ir::Origin) are byte offsets
//! in the method's code.

mod arguments;
mod arrays;
mod assertions;
mod builder;
mod calls;
mod control;
mod dispatch;
mod layout;
mod linking;
mod merge;
mod monitors;
mod must;
mod narrow;
mod nonnull;
mod objects;
mod registers;
mod values;

pub(crate) use arguments::{Passing, passing};

use crate::TranslateError;
use crate::op::{Code, Op};
use crate::world::{Method, World};
use builder::Builder;
use clew_ir::{BlockId, Body, BranchKind};
use std::sync::Arc;

/// The translated code of one method, with the program points in it that a report speaks of.
#[derive(Clone, Debug)]
pub struct MethodCode {
    /// The code.
    pub body: Body,
    /// The distinct source lines with code, sorted. Code that no jump leads to, or that lies behind an instruction of the
    /// `jsr` family, is not in the body; its lines are here all the same.
    pub lines: Vec<u32>,
    /// The conditional jumps and switches, by offset.
    pub branches: Vec<BranchSite>,
    /// The checks that instructions make implicitly and that may fail, by offset; several at one offset in their order.
    pub checks: Vec<CheckSite>,
    /// The exception handlers, in the order of the exception table.
    pub handlers: Vec<HandlerSite>,
    /// The `assert` statements that were recognised, by offset.
    pub assertions: Vec<AssertionSite>,
}

impl MethodCode {
    /// Code that no class file has, and in which a report has nothing to speak of.
    pub fn of_body(body: Body) -> MethodCode {
        MethodCode {
            body,
            lines: Vec::new(),
            branches: Vec::new(),
            checks: Vec::new(),
            handlers: Vec::new(),
            assertions: Vec::new(),
        }
    }
}

/// A conditional jump or a switch of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchSite {
    /// Its byte offset.
    pub offset: u32,
    /// Its source line; 0 where it is not known.
    pub line: u32,
    /// Which of the two it is.
    pub kind: BranchSiteKind,
    /// The block that it ends.
    pub block: BlockId,
    /// Whether it is the jump by which an `assert` asks whether assertions are enabled: the compiler's, not the source's.
    pub assertion_guard: bool,
}

/// The kinds of branches that a program has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BranchSiteKind {
    /// A conditional jump: `then` is the edge on which it jumps.
    If,
    /// A switch with these keys, besides the default. Keys that go where the default goes are left out.
    Switch {
        /// The keys, in the order of the cases of the terminator.
        keys: Vec<i32>,
    },
}

/// A check that an instruction makes implicitly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSite {
    /// The byte offset of the instruction.
    pub offset: u32,
    /// Its source line; 0 where it is not known.
    pub line: u32,
    /// What is checked.
    pub kind: BranchKind,
    /// The block that the check ends.
    pub block: BlockId,
}

/// An exception handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerSite {
    /// The byte offset at which it starts.
    pub offset: u32,
    /// The source line at which it starts; 0 where it is not known.
    pub line: u32,
    /// The class it catches; `None` catches everything, as `finally` does.
    pub catch: Option<Arc<str>>,
    /// The block at which it starts.
    pub block: BlockId,
    /// Whether the compiler added it to a `synchronized` block: it releases the monitor and throws the exception on.
    pub releases: bool,
}

/// An `assert` statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssertionSite {
    /// The byte offset at which it starts, with the question whether assertions are enabled.
    pub offset: u32,
    /// Its source line; 0 where it is not known.
    pub line: u32,
    /// The byte offset of the instruction that makes the error: the assertion has failed once control is there.
    pub failure: u32,
    /// The block in which that instruction is.
    pub block: BlockId,
}

/// Translates the code of a method.
pub(crate) fn translate(world: &World, method: &Method, code: &Code) -> Result<MethodCode, TranslateError> {
    let result = translate_with(world, method, code, Monitors::Balanced)?;
    if monitors::are_balanced(&result.body) {
        return Ok(result);
    }
    translate_with(world, method, code, Monitors::Open)
}

/// What is known of the monitors that a method takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Monitors {
    /// It gives back those that it has taken.
    Balanced,
    /// It may hold one too many or too few, so that giving one back may fail, and so may leaving the method.
    Open,
}

fn translate_with(
    world: &World,
    method: &Method,
    code: &Code,
    monitors: Monitors,
) -> Result<MethodCode, TranslateError> {
    let mut builder = Builder::new(world, method, code, monitors)?;
    builder.start()?;
    while let Some(index) = builder.next_leader() {
        translate_block(&mut builder, code, index)?;
    }
    let mut result = builder.finish()?;
    narrow::narrow_returns(&mut result.body, method.returns.as_deref());
    let needless = nonnull::needless_checks(&result.body, !method.is_static());
    merge::simplify(&mut result, &needless);
    Ok(result)
}

/// Translates the instructions from the leader at `index` to the end of its basic block.
fn translate_block(builder: &mut Builder<'_>, code: &Code, index: usize) -> Result<(), TranslateError> {
    for (position, (offset, op)) in code.ops.iter().enumerate().skip(index) {
        if position > index && builder.is_leader(*offset) {
            return builder.fall_into(*offset);
        }
        builder.at(*offset);
        let next = code.ops.get(position + 1).map(|(offset, _)| *offset);
        translate_op(builder, op, next)?;
        if !op.falls_through() || builder.is_block_ended() {
            return Ok(());
        }
        if next.is_none() {
            return Err(builder.malformed("control runs off the end of the code"));
        }
    }
    Ok(())
}

fn translate_op(b: &mut Builder<'_>, op: &Op, next: Option<u32>) -> Result<(), TranslateError> {
    match op {
        Op::Nop => Ok(()),
        Op::Const(value) => b.constant(value),
        Op::LoadString(value) => b.load_string(value),
        Op::LoadClass(class) => b.load_class(class),
        Op::Load(ty, slot) => b.load(*ty, *slot),
        Op::Store(ty, slot) => b.store(*ty, *slot),
        Op::Increment(slot, by) => b.increment(*slot, *by),
        Op::ArrayLoad(kind) => b.array_load(*kind),
        Op::ArrayStore(kind) => b.array_store(*kind),
        Op::Stack(op) => b.stack_op(*op),
        Op::Arithmetic(op, ty) => b.arithmetic(*op, *ty),
        Op::Shift(op, ty) => b.shift(*op, *ty),
        Op::Negate(ty) => b.negate(*ty),
        Op::Convert(conversion) => b.convert(*conversion),
        Op::Compare(op, ty) => b.compare(*op, *ty),
        Op::IfZero(op, target) => b.if_zero(*op, *target, next),
        Op::IfInts(op, target) => b.if_ints(*op, *target, next),
        Op::IfRefs(sameness, target) => b.if_refs(*sameness, *target, next),
        Op::IfNull(nullness, target) => b.if_null(*nullness, *target, next),
        Op::Goto(target) => b.fall_into(*target),
        Op::Switch { cases, default } => b.switch(cases, *default),
        Op::Return(ty) => b.return_value(*ty),
        Op::GetStatic(field) => b.get_static(field),
        Op::PutStatic(field) => b.put_static(field),
        Op::GetField(field) => b.get_field(field),
        Op::PutField(field) => b.put_field(field),
        Op::Invoke(kind, method) => b.invoke(*kind, method),
        Op::InvokeDynamic(site) => b.invoke_dynamic(site),
        Op::New(class) => b.new_object(class),
        Op::NewArray(class) => b.new_array(class),
        Op::NewMultiArray(class, dimensions) => b.new_multi_array(class, *dimensions),
        Op::ArrayLength => b.array_length(),
        Op::Throw => b.throw(),
        Op::CheckCast(class) => b.check_cast(class),
        Op::InstanceOf(class) => b.instance_of(class),
        Op::Monitor(op) => b.monitor(*op),
        Op::Unsupported(reason) => b.unsupported(reason),
    }
}
