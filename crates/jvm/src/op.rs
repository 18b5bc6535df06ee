//! Bytecode instructions, decoded and with names resolved, and what else a method's `Code` attribute tells.
//!
//! One variant stands for a family: the forms of an instruction that differ only in how operands are encoded are one.

use clew_ir::{BinaryOp, CallSite, Const, Conversion, ElementKind, FieldRef, InvokeKind, MethodRef, MonitorOp, Type};
use std::sync::Arc;

/// One decoded instruction. Jump targets are byte offsets in the method's code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Op {
    Nop,
    Const(Const),
    LoadString(Arc<[u16]>),
    LoadClass(Arc<str>),
    Load(Type, u16),
    Store(Type, u16),
    Increment(u16, i32),
    ArrayLoad(ElementKind),
    ArrayStore(ElementKind),
    Stack(StackOp),
    /// An operator on two operands of one type; division and remainder of integers are among them.
    Arithmetic(BinaryOp, Type),
    Shift(BinaryOp, Type),
    Negate(Type),
    Convert(Conversion),
    Compare(BinaryOp, Type),
    /// Jumps when the comparison of the `int` with zero holds.
    IfZero(BinaryOp, u32),
    /// Jumps when the comparison of the two `int`s holds.
    IfInts(BinaryOp, u32),
    /// Jumps when the references are the same, or when they are not.
    IfRefs(Sameness, u32),
    /// Jumps when the reference is null, or when it is not.
    IfNull(Nullness, u32),
    Goto(u32),
    Switch {
        cases: Vec<(i32, u32)>,
        default: u32,
    },
    Return(Option<Type>),
    GetStatic(Arc<FieldRef>),
    PutStatic(Arc<FieldRef>),
    GetField(Arc<FieldRef>),
    PutField(Arc<FieldRef>),
    Invoke(InvokeKind, Arc<MethodRef>),
    InvokeDynamic(Arc<CallSite>),
    New(Arc<str>),
    /// The class of the new array, as a descriptor.
    NewArray(Arc<str>),
    /// The class of the new array, as a descriptor, and how many of its dimensions get a length.
    NewMultiArray(Arc<str>, u8),
    ArrayLength,
    Throw,
    CheckCast(Arc<str>),
    InstanceOf(Arc<str>),
    Monitor(MonitorOp),
    /// What this version does not follow, with the reason that reports show.
    Unsupported(&'static str),
}

/// Whether a jump asks for sameness or its contrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sameness {
    Same,
    Different,
}

/// Whether a jump asks for null or its contrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nullness {
    Null,
    NonNull,
}

/// The instructions that only move values on the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StackOp {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

impl Op {
    /// Calls `visit` with every jump target of the instruction.
    pub(crate) fn targets(&self, mut visit: impl FnMut(u32)) {
        match self {
            Op::IfZero(_, target)
            | Op::IfInts(_, target)
            | Op::IfRefs(_, target)
            | Op::IfNull(_, target)
            | Op::Goto(target) => visit(*target),
            Op::Switch { cases, default } => {
                cases.iter().for_each(|(_, target)| visit(*target));
                visit(*default);
            }
            _ => {}
        }
    }

    /// Whether control can go on to the instruction that follows in the code.
    pub(crate) fn falls_through(&self) -> bool {
        !matches!(self, Op::Goto(_) | Op::Switch { .. } | Op::Return(_) | Op::Throw | Op::Unsupported(_))
    }
}

/// A decoded `Code` attribute.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    /// The instructions by increasing byte offset.
    pub ops: Vec<(u32, Op)>,
    /// The exception table, in its order.
    pub handlers: Vec<HandlerEntry>,
    /// Byte offset and source line, by increasing offset; entries of one offset keep their order.
    pub lines: Vec<(u32, u32)>,
    /// The local variables that debug information names, by slot and start.
    pub variables: Vec<Variable>,
}

/// One entry of an exception table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HandlerEntry {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    /// The class caught; `None` catches everything.
    pub catch: Option<Arc<str>>,
}

/// One local variable of the source.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub slot: u16,
    pub start: u32,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
}
