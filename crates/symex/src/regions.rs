//! Regions: acyclic code behind a branch that only computes, which one step goes through on all its ways at once.
//!
//! The blocks of a region do nothing but assign, and control gets to them through the branch at its head alone. So what registers hold
//! where its ways meet is a conditional value over their conditions, and the paths need not be told apart. `step/regions.rs` does that.
//!
//! It is cheaper than its paths only where the conditional values are seldom asked about: what a loop counts or sums up. A value that
//! decides where the same loop goes on would be told apart there anyway, by harder questions. [`is_cheap`] estimates that.

use clew_base::FastMap;
use clew_ir::{BlockId, Body, BranchKind, Cfg, Inst, Loops, Reg, Terminator};
use clew_jvm::MethodId;
use imbl::OrdSet;
use std::rc::Rc;

/// The most blocks of a region, its head not counted.
const MAX_BLOCKS: usize = 24;
/// The most ways through a region.
const MAX_WAYS: usize = 32;

/// The most branches behind a region outside of loops that what it writes may decide.
const MAX_DECIDING: usize = 4;

/// A region of a method.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// Its blocks without its head.
    pub blocks: Vec<BlockId>,
}

/// The regions of the methods that were run, by their heads.
#[derive(Default)]
pub(crate) struct Regions(FastMap<MethodId, Rc<FastMap<BlockId, Region>>>);

impl Regions {
    /// The regions of a method, by their heads.
    pub(crate) fn of(&mut self, id: MethodId, body: &Body, loops: &Loops) -> Rc<FastMap<BlockId, Region>> {
        Rc::clone(self.0.entry(id).or_insert_with(|| Rc::new(regions(body, loops))))
    }
}

/// All regions of a body, by their heads.
fn regions(body: &Body, loops: &Loops) -> FastMap<BlockId, Region> {
    let cfg = Cfg::compute(body);
    let heads = body.blocks.ids().filter(|id| is_choice(&body.blocks[*id].terminator));
    heads.filter_map(|head| Some((head, Region { blocks: region(body, &cfg, loops, head)? }))).collect()
}

/// The blocks of the region with this head; `None` where its ways do not meet in one place, or where that would cost more than
/// its paths.
fn region(body: &Body, cfg: &Cfg, loops: &Loops, head: BlockId) -> Option<Vec<BlockId>> {
    let mut blocks: Vec<BlockId> = Vec::new();
    let is_inside = |blocks: &[BlockId], id: BlockId| {
        id != head
            && only_computes(body, id)
            && loops.headed_by(id).is_none()
            && loops.innermost(id) == loops.innermost(head)
            && cfg.predecessors(id).iter().all(|from| *from == head || blocks.contains(from))
    };
    let mut work = vec![head];
    while let Some(from) = work.pop() {
        for to in cfg.successors(from) {
            if !blocks.contains(to) && is_inside(&blocks, *to) && blocks.len() < MAX_BLOCKS {
                blocks.push(*to);
                work.push(*to);
            }
        }
    }
    let ways = ways(cfg, &blocks, head, MAX_WAYS)?;
    let (first, others) = ways.split_first()?;
    let meeting = first.iter().find(|id| !others.is_empty() && others.iter().all(|way| way.contains(id)))?;
    let before = ways.iter().flat_map(|way| way.iter().take_while(|id| *id != meeting));
    let blocks: Vec<BlockId> = before.copied().collect::<OrdSet<BlockId>>().into_iter().collect();
    is_cheap(body, cfg, loops, (head, &blocks, *meeting)).then_some(blocks)
}

/// Whether what the blocks of a region write decides little behind its exit: nothing in the loop around it, and few branches where there is
/// no loop. What is stored or passed on may decide anything.
fn is_cheap(body: &Body, cfg: &Cfg, loops: &Loops, (head, blocks, exit): (BlockId, &[BlockId], BlockId)) -> bool {
    let around = loops.innermost(head);
    let is_near = |id: BlockId| around.is_none_or(|around| loops.contains(around, id));
    let written = blocks.iter().flat_map(|id| &body.blocks[*id].stmts).filter_map(|stmt| stmt.inst.written());
    let mut held: FastMap<BlockId, OrdSet<Reg>> = FastMap::default();
    let mut work = vec![(exit, written.collect::<OrdSet<Reg>>())];
    let mut deciding: OrdSet<BlockId> = OrdSet::new();
    while let Some((id, entering)) = work.pop() {
        let known = held.entry(id).or_default();
        let all = known.clone().union(entering);
        if !is_near(id) || all.len() == known.len() {
            continue;
        }
        *known = all.clone();
        let Some(leaving) = behind(body, id, all, &mut deciding) else { return false };
        work.extend(cfg.successors(id).iter().map(|to| (*to, leaving.clone())));
    }
    deciding.len() <= if around.is_some() { 0 } else { MAX_DECIDING }
}

/// The registers that depend on some behind a block; `None` where a value that depends on them is stored or passed on.
fn behind(body: &Body, id: BlockId, mut held: OrdSet<Reg>, deciding: &mut OrdSet<BlockId>) -> Option<OrdSet<Reg>> {
    let block = &body.blocks[id];
    for stmt in &block.stmts {
        let mut depends = false;
        stmt.inst.for_each_read(&mut |reg| depends |= held.contains(&reg));
        match &stmt.inst {
            Inst::Assign { dst, .. } if depends => {
                held.insert(*dst);
            }
            _ if depends => return None,
            inst => {
                inst.written().and_then(|reg| held.remove(&reg));
            }
        }
    }
    let mut depends = false;
    block.terminator.for_each_read(&mut |reg| depends |= held.contains(&reg));
    match &block.terminator {
        Terminator::Return(_) => {}
        Terminator::Branch { .. } | Terminator::Switch { .. } if depends => {
            deciding.insert(id);
        }
        _ if depends => return None,
        _ => {}
    }
    Some(held)
}

/// The ways from a block through these blocks alone, each up to the block that it leads to outside; `None` where there are more than
/// `most`.
fn ways(cfg: &Cfg, blocks: &[BlockId], from: BlockId, most: usize) -> Option<Vec<Vec<BlockId>>> {
    let mut ways = Vec::new();
    let mut work: Vec<Vec<BlockId>> = vec![Vec::new()];
    while let Some(way) = work.pop() {
        for to in cfg.successors(way.last().copied().unwrap_or(from)) {
            let mut longer = way.clone();
            longer.push(*to);
            if blocks.contains(to) { work.push(longer) } else { ways.push(longer) }
        }
        if ways.len() + work.len() > most {
            return None;
        }
    }
    Some(ways)
}

/// Whether a block assigns and goes on, and does nothing else.
fn only_computes(body: &Body, id: BlockId) -> bool {
    let block = &body.blocks[id];
    let assigns = |inst: &Inst| matches!(inst, Inst::Assign { .. } | Inst::Line(_));
    let goes_on =
        is_choice(&block.terminator) || matches!(&block.terminator, Terminator::Goto(targets) if targets.len() == 1);
    goes_on && block.stmts.iter().all(|stmt| assigns(&stmt.inst))
}

/// Whether a block ends in a branch of the source on numbers. That a reference is null is something that the heap learns.
fn is_choice(terminator: &Terminator) -> bool {
    matches!(terminator, Terminator::Branch { kind: BranchKind::Source, condition, .. } if condition.null_test().is_none())
}
