//! Tidying of a translated body: needless checks go, and straight lines of blocks become one.

use super::MethodCode;
use clew_base::{Arena, FastMap, FastSet, Id};
use clew_ir::{Block, BlockId, Terminator};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Takes out the null checks at the ends of these blocks, and joins every block to its only predecessor if that goes
/// nowhere else. Handlers keep blocks of their own.
pub(super) fn simplify(code: &mut MethodCode, needless: &BTreeSet<BlockId>) {
    let mut gone: FastSet<BlockId> = FastSet::default();
    for block in needless {
        let terminator = &mut code.body.blocks[*block].terminator;
        if let Terminator::Branch { then, otherwise, .. } = terminator {
            // The failing side belongs to this check alone.
            gone.insert(*otherwise);
            *terminator = Terminator::Goto(vec![*then]);
        }
    }
    code.checks.retain(|check| !needless.contains(&check.block));
    let joined = join(code, &mut gone);
    compact(code, &gone, &joined);
}

/// Joins straight lines; gives for each block that was joined to another one the block it is now part of.
fn join(code: &mut MethodCode, gone: &mut FastSet<BlockId>) -> FastMap<BlockId, BlockId> {
    let blocks = &mut code.body.blocks;
    let mut predecessors = vec![0usize; blocks.len()];
    for (id, block) in blocks.iter() {
        if !gone.contains(&id) {
            block.terminator.successors().iter().for_each(|target| predecessors[target.index()] += 1);
        }
    }
    // A block that control seems to come to from elsewhere too is never joined.
    predecessors[code.body.entry.index()] += 2;
    for handler in &code.handlers {
        predecessors[handler.block.index()] += 2;
    }
    let mut joined = FastMap::default();
    let ids: Vec<BlockId> = blocks.ids().collect();
    for id in ids {
        if gone.contains(&id) {
            continue;
        }
        while let Terminator::Goto(targets) = &blocks[id].terminator
            && let [next] = *targets.as_slice()
            && next != id
            && predecessors[next.index()] == 1
        {
            let stmts = std::mem::take(&mut blocks[next].stmts);
            let terminator = std::mem::replace(&mut blocks[next].terminator, Terminator::Return(None));
            let origin = blocks[next].terminator_origin;
            let head = &mut blocks[id];
            head.stmts.extend(stmts);
            head.terminator = terminator;
            head.terminator_origin = origin;
            gone.insert(next);
            joined.insert(next, id);
        }
    }
    joined
}

/// Drops the blocks that are gone and renames the rest, in order.
fn compact(code: &mut MethodCode, gone: &FastSet<BlockId>, joined: &FastMap<BlockId, BlockId>) {
    let mut old = std::mem::take(&mut code.body.blocks);
    let mut names: Vec<Option<BlockId>> = vec![None; old.len()];
    let mut kept = Arena::new();
    for (id, block) in old.iter_mut().filter(|(id, _)| !gone.contains(id)) {
        names[id.index()] = Some(kept.push(Block {
            label: Arc::clone(&block.label),
            stmts: std::mem::take(&mut block.stmts),
            terminator: std::mem::replace(&mut block.terminator, Terminator::Return(None)),
            terminator_origin: block.terminator_origin,
        }));
    }
    let rename = |id: &mut BlockId| {
        let mut at = *id;
        while let Some(head) = joined.get(&at) {
            at = *head;
        }
        if let Some(new) = names[at.index()] {
            *id = new;
        }
    };
    for (_, block) in kept.iter_mut() {
        for_each_target(&mut block.terminator, rename);
    }
    code.body.blocks = kept;
    rename(&mut code.body.entry);
    code.branches.iter_mut().for_each(|site| rename(&mut site.block));
    code.checks.iter_mut().for_each(|site| rename(&mut site.block));
    code.handlers.iter_mut().for_each(|site| rename(&mut site.block));
    code.assertions.iter_mut().for_each(|site| rename(&mut site.block));
}

fn for_each_target(terminator: &mut Terminator, visit: impl Fn(&mut BlockId)) {
    match terminator {
        Terminator::Goto(targets) => targets.iter_mut().for_each(visit),
        Terminator::Branch { then, otherwise, .. } => {
            visit(then);
            visit(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, target)| visit(target));
            visit(default);
        }
        Terminator::Invoke { normal, unwind, .. } | Terminator::InitClass { normal, unwind, .. } => {
            visit(normal);
            if let Some(unwind) = unwind {
                visit(&mut unwind.block);
            }
        }
        Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => {}
    }
}
