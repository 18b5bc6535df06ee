//! Code that nobody wrote: what compilers add to what is in the source, recognised by its form.
//!
//! The copies that compilers make of `finally` blocks are not here: a line, and a condition, counts as a whole wherever it is.

use crate::method::Method;
use clew_base::FastSet;
use clew_ir::{BlockId, Callee, Expr, Inst, Terminator, UnaryOp};
use clew_jvm::BranchSite;
use std::collections::BTreeSet;

/// How many blocks are looked at to see what follows a jump, or what a jump depends on: checks split one statement.
const NEARBY: usize = 6;

/// What of a method the compiler made.
#[derive(Debug, Default)]
pub(crate) struct Made {
    /// The blocks of jumps.
    pub jumps: FastSet<BlockId>,
    /// Lines.
    pub lines: BTreeSet<u32>,
    /// The blocks of `assert` statements.
    pub assertions: FastSet<BlockId>,
}

impl Made {
    pub(crate) fn of(method: &Method<'_>) -> Self {
        let assertions = assertions(method);
        let closes_resources = closes_resources(method);
        let jumps = method.code.branches.iter().filter(|site| {
            site.assertion_guard
                || assertions.contains(&site.block)
                || closes_resources && is_about_resource(method, site)
                || is_of_string_switch(method, site)
                || compares_constants(method, site)
        });
        let jumps = jumps.map(|site| site.block).collect();
        let asserts = |starts: &[(BlockId, u32)]| starts.iter().all(|(block, _)| assertions.contains(block));
        let lines = method.starts.iter();
        let lines = lines.filter(|(line, starts)| asserts(starts) || is_bookkeeping(method, **line, closes_resources));
        let lines = lines.map(|(line, _)| *line).collect();
        Made { jumps, lines, assertions }
    }
}

/// The blocks of `assert` statements: what runs only where assertions are enabled. That a condition always holds there is what
/// its author says.
fn assertions(method: &Method<'_>) -> FastSet<BlockId> {
    let guards = method.code.branches.iter().filter(|site| site.assertion_guard);
    // The guard jumps past the statement where assertions are off.
    let starts: Vec<BlockId> = guards.filter_map(|site| method.cfg.successors(site.block).get(1).copied()).collect();
    let inside = |block: &BlockId| starts.iter().any(|start| method.cfg.dominates(*start, *block));
    method.code.body.blocks.ids().filter(inside).collect()
}

fn callee(terminator: &Terminator) -> Option<(&str, &str)> {
    match terminator {
        Terminator::Invoke { callee: Callee::Method { method, .. }, .. } => Some((&method.class, &method.name)),
        _ => None,
    }
}

/// Whether the method has a `try` with resources: only such code adds suppressed exceptions.
fn closes_resources(method: &Method<'_>) -> bool {
    method.code.body.blocks.values().any(|block| {
        callee(&block.terminator).is_some_and(|(_, name)| matches!(name, "addSuppressed" | "$closeResource"))
    })
}

/// Whether a jump asks for null, and `close` is called on the same line if there is something to close.
fn is_about_resource(method: &Method<'_>, site: &BranchSite) -> bool {
    let Terminator::Branch { condition, .. } = &method.code.body.blocks[site.block].terminator else { return false };
    if !tests_null(condition) {
        return false;
    }
    let mut near: Vec<BlockId> = method.cfg.successors(site.block).to_vec();
    for _ in 0..NEARBY {
        let closes = |block: &BlockId| {
            let block = &method.code.body.blocks[*block];
            let is_here = block.terminator_origin.line == site.line;
            is_here && callee(&block.terminator).is_some_and(|(_, name)| matches!(name, "close" | "$closeResource"))
        };
        if near.iter().any(closes) {
            return true;
        }
        near = near.iter().flat_map(|block| method.cfg.successors(*block).to_vec()).collect();
        near.sort_unstable();
        near.dedup();
    }
    false
}

fn tests_null(condition: &Expr) -> bool {
    match condition {
        Expr::Unary(UnaryOp::Not, operand) => tests_null(operand),
        Expr::Unary(UnaryOp::IsNull, _) => true,
        _ => false,
    }
}

/// Whether a jump is one by which a `switch` over strings tells strings with one hash code apart: it tests what
/// `String.equals` gave, in a case of a switch over `String.hashCode`, on the line of that switch.
fn is_of_string_switch(method: &Method<'_>, site: &BranchSite) -> bool {
    let is_call = |block: BlockId, wanted: &str| {
        callee(&method.code.body.blocks[block].terminator) == Some(("java/lang/String", wanted))
    };
    let after =
        |block: BlockId, wanted: &str| method.cfg.predecessors(block).iter().any(|before| is_call(*before, wanted));
    if !after(site.block, "equals") {
        return false;
    }
    let mut block = site.block;
    for _ in 0..NEARBY {
        let Some(before) = method.cfg.immediate_dominator(block) else { return false };
        let end = &method.code.body.blocks[before];
        if matches!(end.terminator, Terminator::Switch { .. }) {
            return end.terminator_origin.line == site.line && after(before, "hashCode");
        }
        block = before;
    }
    false
}

/// Whether the `switch` at the end of a block is over the constants of an enum: it asks for the place of one, on its own line.
pub(crate) fn is_over_enum(method: &Method<'_>, switch: BlockId) -> bool {
    let line = method.code.body.blocks[switch].terminator_origin.line;
    let before = std::iter::successors(Some(switch), |block| method.cfg.immediate_dominator(*block));
    before.skip(1).take(NEARBY).any(|block| {
        let end = &method.code.body.blocks[block];
        end.terminator_origin.line == line && callee(&end.terminator).is_some_and(|(_, name)| name == "ordinal")
    })
}

/// Whether a jump compares constants. Compilers do not jump on conditions that the source has as constants; they do where a part of
/// a record pattern always matches.
fn compares_constants(method: &Method<'_>, site: &BranchSite) -> bool {
    let Terminator::Branch { condition, .. } = &method.code.body.blocks[site.block].terminator else { return false };
    condition.registers().is_empty()
}

/// Whether a line is nothing but the end of something: the return at the end of a `void` method, or what compilers put behind
/// a `finally` or `synchronized` block, or a `try` with resources, to pass an exception on.
fn is_bookkeeping(method: &Method<'_>, line: u32, closes_resources: bool) -> bool {
    let of_line = |at: clew_ir::Origin| at.line == line;
    let mut ends = false;
    for block in method.code.body.blocks.values() {
        let only_moves = block.stmts.iter().filter(|stmt| of_line(stmt.origin)).all(|stmt| match &stmt.inst {
            Inst::Line(_) | Inst::Monitor { .. } => true,
            Inst::Assign { value, .. } => matches!(value, Expr::Reg(_)),
            _ => false,
        });
        if !only_moves {
            return false;
        }
        if !of_line(block.terminator_origin) {
            continue;
        }
        match &block.terminator {
            Terminator::Throw(_) | Terminator::Return(None) => ends = true,
            Terminator::Goto(_) => {}
            Terminator::Branch { condition, .. } if closes_resources && tests_null(condition) => {}
            end @ Terminator::Invoke { .. } if closes_resources => match callee(end) {
                Some((_, "close" | "addSuppressed" | "$closeResource")) => ends = true,
                _ => return false,
            },
            _ => return false,
        }
    }
    ends
}
