//! Conditions that decide nothing: one edge is dead, and the other is taken.

use crate::dead::{Dead, purpose, written_lines};
use crate::made::Made;
use crate::method::{Known, Method};
use crate::words;
use crate::{Finding, FindingKind, Purpose};
use clew_base::{FastSet, OrderedMap};
use clew_facts::Proof;
use clew_ir::{BlockId, Terminator};
use clew_jvm::{BranchSite, BranchSiteKind};

/// A condition of the source: its jump, or all copies of it.
pub(crate) struct Condition<'a> {
    pub line: u32,
    /// Which of the conditions of its line it is, counted from 1, and how many there are.
    pub place: (usize, usize),
    pub jumps: Vec<&'a BranchSite>,
}

/// The findings about conditions, and the pieces of dead code that one of them is to blame for.
pub(crate) fn find(method: &Method<'_>, dead: &Dead<'_>, made: &Made) -> (Vec<Finding>, FastSet<usize>) {
    let mut found = Vec::new();
    let mut blamed = FastSet::default();
    for condition in conditions(method, made) {
        let Some((kind, position, proof)) = verdict(method, &condition) else { continue };
        let mut behind: Vec<usize> =
            condition.jumps.iter().flat_map(|site| dead.behind((site.block, position))).collect();
        behind.sort_unstable();
        behind.dedup();
        let mut proof = proof;
        let mut lines = Vec::new();
        let mut purposes = Vec::new();
        for piece in behind {
            if !blamed.insert(piece) {
                continue;
            }
            let piece = &dead.pieces[piece];
            purposes.push(purpose(method, piece));
            for (line, of_line) in written_lines(piece, made) {
                proof = proof.and(of_line);
                lines.push(line);
            }
        }
        lines.sort_unstable();
        let is_guard = !purposes.is_empty() && purposes.iter().all(|purpose| *purpose == Purpose::Guard);
        found.push(Finding {
            line: condition.line,
            kind,
            message: words::always(method, &condition, kind, &lines),
            lines,
            proof,
            purpose: if is_guard { Purpose::Guard } else { Purpose::Work },
        });
    }
    (found, blamed)
}

/// The jumps that are copies of the one at the end of a block, that one among them; none where nobody wrote it.
pub(crate) fn copies<'a>(method: &Method<'a>, made: &Made, block: BlockId) -> Vec<&'a BranchSite> {
    let is_meant = |condition: &Condition<'_>| condition.jumps.iter().any(|site| site.block == block);
    conditions(method, made).into_iter().find(is_meant).map_or_else(Vec::new, |condition| condition.jumps)
}

/// The conditions that somebody wrote, in the order of the code.
///
/// Compilers copy `finally` blocks, so where a method has such a block, jumps at the same place behind different beginnings of
/// one line are taken for copies of one condition: what is said of it must hold of each of them. Where several copies stand behind one
/// beginning, because all of the statement is in one line, all jumps of the line are taken for one condition.
fn conditions<'a>(method: &Method<'a>, made: &Made) -> Vec<Condition<'a>> {
    let has_copies = method.code.handlers.iter().any(|handler| handler.catch.is_none());
    let mut groups: Groups<'a> = OrderedMap::default();
    let mut counts: OrderedMap<(u32, u32), usize> = OrderedMap::default();
    let written = |site: &&BranchSite| site.kind == BranchSiteKind::If && !made.jumps.contains(&site.block);
    for site in method.code.branches.iter().filter(written) {
        let starts = method.starts.get(&site.line).into_iter().flatten().map(|(_, offset)| *offset);
        let start = starts.filter(|start| *start <= site.offset).max().unwrap_or(0);
        let count = counts.entry((site.line, start)).or_insert(0);
        *count += 1;
        let start = if has_copies { 0 } else { start };
        groups.entry((site.line, start, *count)).or_default().push(site);
    }
    let groups = with_lines_of_copies(method, groups, &counts);
    let mut of_line: OrderedMap<u32, usize> = OrderedMap::default();
    groups.keys().for_each(|(line, _, _)| *of_line.entry(*line).or_insert(0) += 1);
    let mut seen: OrderedMap<u32, usize> = OrderedMap::default();
    let groups = groups.into_iter();
    let conditions = groups.map(|((line, _, _), jumps)| {
        let position = seen.entry(line).or_insert(0);
        *position += 1;
        Condition { line, place: (*position, of_line.get(&line).copied().unwrap_or(1)), jumps }
    });
    conditions.collect()
}

/// The jumps of a line, by the line, the beginning that they stand behind and their position behind it.
type Groups<'a> = OrderedMap<(u32, u32, usize), Vec<&'a BranchSite>>;

/// The groups with those of a line joined where more jumps stand behind one beginning than the `finally` block in that line has.
fn with_lines_of_copies<'a>(
    method: &Method<'a>,
    groups: Groups<'a>,
    counts: &OrderedMap<(u32, u32), usize>,
) -> Groups<'a> {
    let handlers = || method.code.handlers.iter().filter(|handler| handler.catch.is_none());
    let in_copy = |line: u32| {
        let sites = groups.values().flatten().filter(|site| site.line == line);
        sites.filter(|site| handlers().any(|handler| method.cfg.dominates(handler.block, site.block))).count()
    };
    let is_mixed = |line: u32| {
        let copied = in_copy(line);
        let most = counts.iter().filter(|((of, _), _)| *of == line).map(|(_, count)| *count).max();
        copied > 0 && most.is_some_and(|most| most > copied)
    };
    let mut joined: Groups<'a> = OrderedMap::default();
    for ((line, start, position), sites) in &groups {
        let key = if is_mixed(*line) { (*line, 0, 1) } else { (*line, *start, *position) };
        joined.entry(key).or_default().extend(sites);
    }
    joined
}

/// Whether a condition decides nothing: how it always turns out, the position of its dead edge, and the proof.
fn verdict(method: &Method<'_>, condition: &Condition<'_>) -> Option<(FindingKind, usize, Proof)> {
    // Position 0 is the edge on which it jumps.
    let dead_at = |position: usize| {
        let mut proof: Option<Proof> = None;
        let mut is_taken = false;
        for site in &condition.jumps {
            let Known::Dead(of_site) = method.edge_known((site.block, position)) else { return None };
            proof = Some(proof.map_or_else(|| of_site.clone(), |all| all.and(of_site)));
            is_taken |= method.edge_known((site.block, 1 - position)) == Known::Reached;
        }
        proof.filter(|_| is_taken)
    };
    let (position, proof) = (0..2).find_map(|position| Some((position, dead_at(position)?)))?;
    // What the source calls true must be the same of all copies.
    let first = holds_where_jumped(method, condition.jumps.first()?)?;
    if condition.jumps.iter().any(|site| holds_where_jumped(method, site) != Some(first)) {
        return None;
    }
    let always = first != (position == 0);
    Some((if always { FindingKind::AlwaysTrue } else { FindingKind::AlwaysFalse }, position, proof))
}

/// Whether the condition of the source holds where a jump is done. The names of goals say so but for operands of `||`: an
/// operand that is not the last jumps to what the whole condition guards, which is where a later operand falls through.
///
/// Of a jump back it is not known: `do … while (c)` and `while (true) { … if (!c) return; }` have the same code.
pub(crate) fn holds_where_jumped(method: &Method<'_>, site: &BranchSite) -> Option<bool> {
    let named = method.jumps_where_true(site)?;
    let target = successor(method, site.block, 0)?;
    if method.cfg.dominates(target, site.block) {
        return None;
    }
    let goes_on = |later: &&BranchSite| {
        let is_later = later.offset > site.offset && later.kind == BranchSiteKind::If && !later.assertion_guard;
        let (jumped, passed) = (successor(method, later.block, 0), successor(method, later.block, 1));
        let is_forward = jumped.is_some_and(|jumped| !method.cfg.dominates(jumped, later.block));
        is_later && passed == Some(target) && jumped != passed && is_forward && later.offset < start(method, target)
    };
    let is_operand = method.code.branches.iter().any(|later| goes_on(&later));
    Some(if is_operand { true } else { named })
}

fn successor(method: &Method<'_>, block: BlockId, position: usize) -> Option<BlockId> {
    match method.code.body.blocks[block].terminator {
        Terminator::Branch { then, otherwise, .. } => Some(if position == 0 { then } else { otherwise }),
        _ => None,
    }
}

/// The offset at which a block starts.
fn start(method: &Method<'_>, block: BlockId) -> u32 {
    let block = &method.code.body.blocks[block];
    block.stmts.first().map_or(block.terminator_origin.offset, |stmt| stmt.origin.offset)
}
