//! The one representation of programs that every engine reads.
//!
//! A [`Body`] is a control-flow graph of basic blocks over typed registers. What a Java instruction does implicitly is
//! explicit here: a check is a branch whose failing side makes the exception, a handler is a block, class
//! initialization is an edge. The block language of `.clew` files is the textual form of the same structure.
//!
//! ```
//! use clew_base::OrderedMap;
//! use clew_ir::{Value, interpret, parse, verify_program};
//!
//! let text = "proc main(x) { start: goto small, large; small: assume x < 10; goto end; \
//!             large: assume x >= 10; goto end; end: x := 0; }";
//! let program = parse("example.clew", text).expect("the program is well-formed");
//! verify_program(&program).expect("the program is well-typed");
//! let inputs = OrderedMap::from_iter([("x".into(), Value::Int(12.into()))]);
//! let mut take_the_second = |_: usize| 1;
//! let run = interpret(&program, "main", &inputs, &mut take_the_second, 100);
//! assert_eq!(run.labels(&program), ["start", "large", "end"]);
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod assigned;
mod body;
mod call_site;
mod calls;
mod cfg;
mod effects;
mod eval;
mod execute;
mod expr;
mod inst;
mod interpret;
mod live;
mod loops;
mod memory;
mod operands;
mod polling;
mod program;
mod receiver;
mod specialize;
mod text;
mod types;
mod typing;
mod value;
mod verify;

pub use assigned::verify_definite_assignment;
pub use body::{Block, BlockId, Body, Origin, Reg, RegInfo, Spot, Stmt};
pub use call_site::{CallSite, Handle, StaticArg};
pub use calls::{IrreducibleLoop, called_from, callees, irreducible_loop};
pub use cfg::Cfg;
pub use effects::{Effects, Given, Link, Place};
pub use eval::{EvalError, MAX_INT_BITS, eval_binary, eval_expr, eval_index, eval_unary};
pub use execute::{Completion, Environment, Stop, execute, narrow_to_element, narrow_to_field};
pub use expr::{BinaryOp, Const, Conversion, Expr, UnaryOp};
pub use inst::{BranchKind, Callee, ElementKind, FieldRef, Inst, InvokeKind, MethodRef, MonitorOp, Terminator, Unwind};
pub use interpret::{Choices, MAX_CALL_DEPTH, Outcome, Run, Visit, interpret};
pub use live::live_registers;
pub use loops::{Loop, LoopId, Loops};
pub use memory::Memory;
pub use polling::{Answers, Poll, Polled, answered_from, blocks_behind, polls};
pub use program::{Global, GlobalId, Procedure, ProcedureId, Program};
pub use specialize::specialize;
pub use text::{
    Diagnostic, MethodModel, parse, parse_body, parse_models, print_body, print_expression, print_procedure,
    print_program,
};
pub use types::Type;
pub use typing::TypeError;
pub use value::{MapValue, Object, Value};
pub use verify::{Fault, VerifyError, verify_body, verify_program};
