//! Doomed code: every execution that gets there ends in an exception that the virtual machine itself throws.

use crate::conditions::copies;
use crate::made::Made;
use crate::method::{EdgeId, Known, Method};
use crate::words;
use crate::{Finding, FindingKind, Purpose};
use clew_base::FastSet;
use clew_facts::Proof;
use clew_ir::{BlockId, Terminator};
use std::collections::BTreeSet;

/// The doomed code of a method, each piece as one finding at the point where it becomes doomed. Code that only assertions doom
/// is none: that it never runs is what they say.
pub(crate) fn find(method: &Method<'_>, made: &Made) -> Vec<Finding> {
    let blocks = doomed_blocks(method);
    let mut found = Vec::new();
    let mut told: BTreeSet<u32> = BTreeSet::new();
    for piece in pieces(method, &blocks) {
        let own: Vec<BlockId> = piece.iter().filter(|block| !made.assertions.contains(*block)).copied().collect();
        let exceptions = exceptions(method, &own);
        if exceptions.is_empty() && !calls(method, &own) {
            continue;
        }
        let lines: Vec<(u32, &Proof)> =
            lines(method, &piece).into_iter().filter(|(line, _)| told.insert(*line)).collect();
        let edge = entry(method, &blocks, &piece);
        let (line, mut proof) = match (lines.first(), edge) {
            (Some((line, proof)), _) => (*line, (*proof).clone()),
            (None, Some(edge)) if !made.jumps.contains(&edge.0) && holds_of_copies(method, made, edge) => {
                (method.code.body.blocks[edge.0].terminator_origin.line, method.doomed_edges[&edge].clone())
            }
            (None, _) => continue,
        };
        proof = lines.iter().fold(proof, |all, (_, proof)| all.and(proof));
        let lines: Vec<u32> = lines.into_iter().map(|(line, _)| line).collect();
        let message = words::doomed(method, &lines, edge, &exceptions);
        found.push(Finding { line, kind: FindingKind::Doomed, lines, proof, purpose: Purpose::Work, message });
    }
    found
}

/// Whether what is said of an edge of a condition holds of all copies of the condition: no execution takes theirs, or they are doomed.
fn holds_of_copies(method: &Method<'_>, made: &Made, (block, at): EdgeId) -> bool {
    let is_dead = |edge| matches!(method.edge_known(edge), Known::Dead(_));
    let mut copies = copies(method, made, block).into_iter().map(|site| (site.block, at));
    copies.all(|edge| method.doomed_edges.contains_key(&edge) || is_dead(edge))
}

/// The blocks in which a doomed line begins (control leaves a block at its end alone, so such a block is doomed as a whole), and
/// those that control gets to only from such blocks or over doomed edges.
fn doomed_blocks(method: &Method<'_>) -> FastSet<BlockId> {
    let is_doomed = |(line, _): &(&u32, _)| method.doomed_lines.contains_key(*line);
    let starts = method.starts.iter().filter(is_doomed).flat_map(|(_, starts)| starts.iter().map(|(block, _)| *block));
    let mut doomed: FastSet<BlockId> = starts.collect();
    loop {
        let is_behind = |block: &BlockId| {
            let mut from = entering(method, *block).peekable();
            let all = |edge: EdgeId| doomed.contains(&edge.0) || method.doomed_edges.contains_key(&edge);
            from.peek().is_some() && from.all(all)
        };
        let more: Vec<BlockId> =
            method.code.body.blocks.ids().filter(|block| !doomed.contains(block) && is_behind(block)).collect();
        if more.is_empty() {
            return doomed;
        }
        doomed.extend(more);
    }
}

/// The edges that lead to a block, without those that no execution takes.
fn entering<'m>(method: &'m Method<'_>, block: BlockId) -> impl Iterator<Item = EdgeId> + 'm {
    let edges = method.cfg.predecessors(block).iter().flat_map(move |from| {
        let targets = method.code.body.blocks[*from].terminator.successors().into_iter().enumerate();
        targets.filter(move |(_, target)| *target == block).map(move |(at, _)| (*from, at))
    });
    edges.filter(|edge| !matches!(method.edge_known(*edge), Known::Dead(_)))
}

/// Blocks that hang together, in the order in which control comes to them.
fn pieces(method: &Method<'_>, doomed: &FastSet<BlockId>) -> Vec<Vec<BlockId>> {
    let mut seen: FastSet<BlockId> = FastSet::default();
    let mut pieces = Vec::new();
    for start in method.cfg.reverse_post_order().iter().filter(|block| doomed.contains(block)) {
        let mut piece = Vec::new();
        let mut waiting = vec![*start];
        while let Some(block) = waiting.pop() {
            if doomed.contains(&block) && seen.insert(block) {
                piece.push(block);
                waiting.extend(method.cfg.successors(block));
                waiting.extend(method.cfg.predecessors(block));
            }
        }
        piece.sort_by_key(|block| method.cfg.place(*block));
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    pieces
}

/// The doomed lines of a piece, in the order in which control comes to them.
fn lines<'a>(method: &Method<'a>, piece: &[BlockId]) -> Vec<(u32, &'a Proof)> {
    let mut found: Vec<(u32, u32, &Proof)> = Vec::new();
    for (line, proof) in &method.doomed_lines {
        let starts = method.starts.get(line).into_iter().flatten();
        if let Some((_, offset)) = starts.filter(|(block, _)| piece.contains(block)).min_by_key(|(_, offset)| *offset) {
            found.push((*offset, *line, *proof));
        }
    }
    found.sort_by_key(|(offset, line, _)| (*offset, *line));
    found.into_iter().map(|(_, line, proof)| (line, proof)).collect()
}

/// The doomed edge by which control comes to a piece, if it is the only one.
fn entry(method: &Method<'_>, doomed: &FastSet<BlockId>, piece: &[BlockId]) -> Option<EdgeId> {
    let all = piece.iter().flat_map(|block| entering(method, *block)).filter(|(from, _)| !doomed.contains(from));
    let mut all = all.collect::<BTreeSet<EdgeId>>().into_iter();
    all.next().filter(|edge| method.doomed_edges.contains_key(edge) && all.next().is_none())
}

/// The exceptions of checks in a piece that executions see, with their lines.
fn exceptions(method: &Method<'_>, piece: &[BlockId]) -> Vec<(&'static str, u32)> {
    let mut found = BTreeSet::new();
    for block in piece {
        let end = &method.code.body.blocks[*block];
        let Terminator::Branch { kind, .. } = &end.terminator else { continue };
        let may_fail = !matches!(method.edge_known((*block, 1)), Known::Dead(_));
        found.extend(kind.throws().filter(|_| may_fail).map(|class| (class, end.terminator_origin.line)));
    }
    found.into_iter().collect()
}

/// Whether code is called that might throw.
fn calls(method: &Method<'_>, piece: &[BlockId]) -> bool {
    let is_call = |block: &BlockId| matches!(method.code.body.blocks[*block].terminator, Terminator::Invoke { .. });
    piece.iter().any(is_call)
}
