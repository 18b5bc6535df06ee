//! The one representation of programs that every engine reads.
//!
//! A [`Body`] is a control-flow graph of basic blocks over typed registers. What a Java instruction does implicitly is
//! explicit here: a check is a branch whose failing side makes the exception, a handler is a block, class
//! initialization is an edge. The block language of `.clew` files is the textual form of the same structure.

mod body;
mod expr;
mod inst;
mod operands;
mod program;
mod text;
mod types;

pub use body::{Block, BlockId, Body, Origin, Reg, RegInfo, Stmt};
pub use expr::{BinaryOp, Const, Conversion, Expr, UnaryOp};
pub use inst::{BranchKind, Callee, ElementKind, FieldRef, Inst, InvokeKind, MethodRef, MonitorOp, Terminator, Unwind};
pub use program::{Global, GlobalId, Procedure, ProcedureId, Program};
pub use text::{Diagnostic, parse, print_body, print_expression, print_procedure, print_program};
pub use types::Type;
