//! What compilers write for a `switch` over strings: a switch over the hash code, and behind each case a comparison with the constants
//! that have it.

use clew_base::FastSet;
use clew_ir::{Block, BlockId, Body, BranchKind, Callee, Cfg, Terminator};

/// Up to this many blocks lie between the switch and the last comparison of a case.
const NEARBY: usize = 16;

/// An edge, by its block and its position among the successors of the block.
type EdgeAt = (BlockId, usize);

/// The edges that are no branches of the source: the cases of hash codes, and those on which strings go on that only have the hash code
/// of a constant. A text that takes such an edge, and is none of the constants, means nothing to anybody.
pub(crate) fn unwritten_edges(body: &Body) -> FastSet<EdgeAt> {
    let has_switch = body.blocks.values().any(|block| matches!(block.terminator, Terminator::Switch { .. }));
    if !has_switch {
        return FastSet::default();
    }
    let cfg = Cfg::compute(body);
    let mut found = FastSet::default();
    for (id, block) in body.blocks.iter() {
        match &block.terminator {
            Terminator::Switch { cases, .. } if is_behind_call(body, &cfg, id, "hashCode") => {
                let line = block.terminator_origin.line;
                let compares = |to: BlockId| {
                    let first = &body.blocks[behind_jumps(body, to)];
                    first.terminator_origin.line == line && is_call(first, "equals")
                };
                let unwritten = cases.iter().enumerate().filter(|(_, (_, to))| compares(*to));
                found.extend(unwritten.map(|(at, _)| (id, at)));
            }
            Terminator::Branch { kind: BranchKind::Source, then, otherwise, .. } => {
                let unlike = unlike_all(body, &cfg, id);
                let edges = [*then, *otherwise].into_iter().enumerate();
                let is_taken = |to: BlockId| unlike == Some(behind_jumps(body, to));
                found.extend(edges.filter(|(_, to)| is_taken(*to)).map(|(at, _)| (id, at)));
            }
            _ => {}
        }
    }
    found
}

/// Where a string goes on that is none of the constants, if the block compares it with one of them.
fn unlike_all(body: &Body, cfg: &Cfg, id: BlockId) -> Option<BlockId> {
    if !is_behind_call(body, cfg, id, "equals") {
        return None;
    }
    let before = std::iter::successors(Some(id), |block| cfg.immediate_dominator(*block)).skip(1).take(NEARBY);
    let switch = before.map(|block| (block, &body.blocks[block])).find_map(|(at, block)| match &block.terminator {
        Terminator::Switch { default, .. } => Some((at, block.terminator_origin.line, *default)),
        _ => None,
    });
    let (at, line, default) = switch?;
    let is_of_strings = line == body.blocks[id].terminator_origin.line && is_behind_call(body, cfg, at, "hashCode");
    is_of_strings.then(|| behind_jumps(body, default))
}

/// Whether a block goes on behind a call of a method of strings.
fn is_behind_call(body: &Body, cfg: &Cfg, id: BlockId, name: &str) -> bool {
    cfg.predecessors(id).iter().any(|before| is_call(&body.blocks[*before], name))
}

/// Whether a block ends in a call of a method of strings.
fn is_call(block: &Block, name: &str) -> bool {
    match &block.terminator {
        Terminator::Invoke { callee: Callee::Method { method, .. }, .. } => {
            (&*method.class, &*method.name) == ("java/lang/String", name)
        }
        _ => false,
    }
}

/// The first block from here on that does something.
fn behind_jumps(body: &Body, mut at: BlockId) -> BlockId {
    for _ in 0..body.blocks.len() {
        match &body.blocks[at] {
            Block { stmts, terminator: Terminator::Goto(targets), .. } if stmts.is_empty() && targets.len() == 1 => {
                at = targets[0];
            }
            _ => break,
        }
    }
    at
}
