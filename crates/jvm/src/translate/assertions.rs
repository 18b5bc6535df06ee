//! Recognition of `assert` statements.
//!
//! Compilers translate `assert c : m` to a test of the synthetic field `$assertionsDisabled`, the condition, and the
//! making and throwing of an `AssertionError`, in this order in the code.

use super::AssertionSite;
use super::builder::Builder;
use crate::op::{Code, Op};
use clew_base::Arena;
use clew_ir::{BinaryOp, Block, BlockId, Inst};

/// The field that says whether assertions are off.
const DISABLED: &str = "$assertionsDisabled";
const ASSERTION_ERROR: &str = "java/lang/AssertionError";

/// Whether the jump at the offset is the one by which an `assert` asks whether assertions are enabled.
pub(super) fn is_guard(code: &Code, offset: u32) -> bool {
    code.ops.binary_search_by_key(&offset, |(at, _)| *at).is_ok_and(|index| is_guard_at(code, index))
}

fn is_guard_at(code: &Code, index: usize) -> bool {
    let Some((_, Op::GetStatic(field))) = index.checked_sub(1).and_then(|before| code.ops.get(before)) else {
        return false;
    };
    &*field.name == DISABLED && matches!(code.ops[index].1, Op::IfZero(BinaryOp::Ne, _))
}

/// The `assert` statements of the code.
pub(super) fn find(builder: &Builder<'_>, blocks: &Arena<BlockId, Block>) -> Vec<AssertionSite> {
    let code = builder.code;
    let guards: Vec<usize> = (1..code.ops.len()).filter(|index| is_guard_at(code, *index)).collect();
    guards
        .iter()
        .enumerate()
        .filter_map(|(position, guard)| {
            let end = guards.get(position + 1).copied().unwrap_or(code.ops.len());
            let (failure, _) = code.ops[*guard..end]
                .iter()
                .find(|(_, op)| matches!(op, Op::New(class) if &**class == ASSERTION_ERROR))?;
            let makes_it = |block: &Block| {
                block.stmts.iter().any(|stmt| stmt.origin.offset == *failure && matches!(stmt.inst, Inst::New { .. }))
            };
            let (block, _) = blocks.iter().find(|(_, block)| makes_it(block))?;
            let offset = code.ops[guard - 1].0;
            Some(AssertionSite { offset, line: builder.layout.line_at(offset), failure: *failure, block })
        })
        .collect()
}
