//! Dead code: the blocks that no execution enters, and the pieces that they make.

use crate::made::{self, Made};
use crate::method::{EdgeId, Known, Method};
use crate::words;
use crate::{Finding, FindingKind, Purpose};
use clew_base::{FastMap, FastSet};
use clew_facts::Proof;
use clew_ir::{BlockId, Inst, Terminator};
use std::collections::BTreeSet;

/// The dead code of a method.
pub(crate) struct Dead<'a> {
    /// Blocks that hang together, each piece with the edges by which live code would get there.
    pub pieces: Vec<Piece<'a>>,
}

/// Dead blocks that hang together.
pub(crate) struct Piece<'a> {
    pub blocks: FastSet<BlockId>,
    /// The edges that lead there from blocks that are not dead.
    pub entries: Vec<EdgeId>,
    /// The dead lines in it with their proofs, ascending, without those that an earlier piece has.
    pub lines: Vec<(u32, &'a Proof)>,
}

impl<'a> Dead<'a> {
    pub(crate) fn of(method: &Method<'a>) -> Self {
        let blocks = dead_blocks(method);
        let mut pieces = pieces(method, &blocks);
        pieces.sort_by_key(|piece| piece.lines.first().map(|(line, _)| *line));
        let mut told = BTreeSet::new();
        for piece in &mut pieces {
            piece.lines.retain(|(line, _)| told.insert(*line));
        }
        Self { pieces }
    }

    /// The pieces that an edge would lead to.
    pub(crate) fn behind(&self, edge: EdgeId) -> impl Iterator<Item = usize> {
        let leads_to = move |(_, piece): &(usize, &Piece<'_>)| piece.entries.contains(&edge);
        self.pieces.iter().enumerate().filter(leads_to).map(|(index, _)| index)
    }
}

/// The blocks in which a dead line begins, and those that control gets to only through them or over dead edges. Control
/// leaves a block at its end alone, so that a block is dead as a whole.
fn dead_blocks(method: &Method<'_>) -> FastSet<BlockId> {
    let is_dead = |(line, _): &(&u32, _)| matches!(method.lines.get(*line), Some(Known::Dead(_)));
    let mut dead: FastSet<BlockId> =
        method.starts.iter().filter(is_dead).flat_map(|(_, starts)| starts.iter().map(|(block, _)| *block)).collect();
    let mut live = FastSet::default();
    let mut waiting = vec![method.code.body.entry];
    while let Some(block) = waiting.pop() {
        if dead.contains(&block) || !live.insert(block) {
            continue;
        }
        let successors = method.code.body.blocks[block].terminator.successors();
        let open = successors.into_iter().enumerate();
        let open = open.filter(|(at, _)| !matches!(method.edge_known((block, *at)), Known::Dead(_)));
        waiting.extend(open.map(|(_, target)| target));
    }
    dead.extend(method.code.body.blocks.ids().filter(|block| !live.contains(block)));
    dead
}

fn pieces<'a>(method: &Method<'a>, dead: &FastSet<BlockId>) -> Vec<Piece<'a>> {
    let mut piece_of: FastMap<BlockId, usize> = FastMap::default();
    let mut pieces = Vec::new();
    for start in method.code.body.blocks.ids().filter(|block| dead.contains(block)) {
        if piece_of.contains_key(&start) {
            continue;
        }
        let mut blocks = FastSet::default();
        let mut waiting = vec![start];
        while let Some(block) = waiting.pop() {
            if !dead.contains(&block) || !blocks.insert(block) {
                continue;
            }
            piece_of.insert(block, pieces.len());
            waiting.extend(method.cfg.successors(block));
            waiting.extend(method.cfg.predecessors(block));
        }
        pieces.push(Piece { entries: entries(method, dead, &blocks), lines: lines(method, &blocks), blocks });
    }
    pieces
}

fn entries(method: &Method<'_>, dead: &FastSet<BlockId>, blocks: &FastSet<BlockId>) -> Vec<EdgeId> {
    let mut entries = Vec::new();
    for (id, block) in method.code.body.blocks.iter().filter(|(id, _)| !dead.contains(id)) {
        let targets = block.terminator.successors().into_iter().enumerate();
        entries.extend(targets.filter(|(_, target)| blocks.contains(target)).map(|(at, _)| (id, at)));
    }
    entries
}

fn lines<'a>(method: &Method<'a>, blocks: &FastSet<BlockId>) -> Vec<(u32, &'a Proof)> {
    let begins_here = |starts: &[(BlockId, u32)]| starts.iter().any(|(block, _)| blocks.contains(block));
    let found = method.starts.iter().filter(|(_, starts)| begins_here(starts));
    found
        .filter_map(|(line, _)| match method.lines.get(line) {
            Some(Known::Dead(proof)) => Some((*line, *proof)),
            _ => None,
        })
        .collect()
}

/// The pieces of dead code for which no condition is to blame (`blamed` has the others), each as one finding.
pub(crate) fn find(method: &Method<'_>, dead: &Dead<'_>, made: &Made, blamed: &FastSet<usize>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, piece) in dead.pieces.iter().enumerate().filter(|(index, _)| !blamed.contains(index)) {
        let lines = written_lines(piece, made);
        let Some((first, proof)) = lines.first() else { continue };
        if is_demanded(method, piece) {
            continue;
        }
        let proof = lines[1..].iter().fold((*proof).clone(), |all, (_, proof)| all.and(proof));
        let numbers: Vec<u32> = lines.iter().map(|(line, _)| *line).collect();
        found.push(Finding {
            line: *first,
            kind: FindingKind::Unreachable,
            message: words::unreachable(method, &dead.pieces[index], &numbers),
            lines: numbers,
            proof,
            purpose: purpose(method, piece),
        });
    }
    found
}

/// Whether all of a piece is what the language demands behind a `switch` with a case for each constant of an enum, which nobody
/// means to run: that it throws.
fn is_demanded(method: &Method<'_>, piece: &Piece<'_>) -> bool {
    let is_default = |(block, at): &EdgeId| match &method.code.body.blocks[*block].terminator {
        Terminator::Switch { cases, .. } => *at == cases.len() && made::is_over_enum(method, *block),
        _ => false,
    };
    !piece.entries.is_empty() && piece.entries.iter().all(is_default) && purpose(method, piece) == Purpose::Guard
}

/// The lines of a piece that somebody wrote.
pub(crate) fn written_lines<'p>(piece: &'p Piece<'_>, made: &Made) -> Vec<(u32, &'p Proof)> {
    piece.lines.iter().filter(|(line, _)| !made.lines.contains(line)).map(|(line, proof)| (*line, *proof)).collect()
}

/// Whether all that dead code does is to make an exception and throw it.
pub(crate) fn purpose(method: &Method<'_>, piece: &Piece<'_>) -> Purpose {
    let mut throws = false;
    for block in &piece.blocks {
        let block = &method.code.body.blocks[*block];
        match &block.terminator {
            Terminator::Throw(_) => throws = true,
            Terminator::Return(_) => return Purpose::Work,
            _ => {}
        }
        let works =
            |inst: &Inst| matches!(inst, Inst::PutField { .. } | Inst::PutStatic { .. } | Inst::ArrayStore { .. });
        if block.stmts.iter().any(|stmt| works(&stmt.inst)) {
            return Purpose::Work;
        }
    }
    let leads_back = piece.blocks.iter().any(|block| {
        let successors = method.cfg.successors(*block);
        successors.iter().any(|target| !piece.blocks.contains(target))
    });
    if throws && !leads_back { Purpose::Guard } else { Purpose::Work }
}
