//! What the rounds of a loop may change: the header of a loop stands for the beginning of any round of it.

use super::values::{is_harmless, is_harmlessly_initialized, is_volatile};
use clew_base::{FastMap, FastSet};
use clew_ir::{BlockId, Body, Cfg, Place, Reg, Terminator};
use clew_jvm::World;

/// What executions may have changed between two visits of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// The registers that got new values.
    pub registers: FastSet<Reg>,
    /// The instructions that write memory, by block and position.
    pub writes: Vec<(BlockId, usize)>,
    /// Whether code ran that may write any memory.
    pub any_memory: bool,
}

/// For each block that an edge leads back to, what may have changed since control was there before.
///
/// Between two visits of a block `h`, without another in between, the last edge leads from a block `u` to `h`, and all blocks
/// passed lead to `u` without passing `h`. Where `h` dominates every such `u`, these blocks are the loop, and the first visit comes by
/// another edge. Where it does not, the loop has several entries, and nothing is said of visits by what is here.
pub(super) fn changes_between_visits(body: &Body, cfg: &Cfg, world: &World) -> FastMap<BlockId, Changes> {
    let mut rounds: FastMap<BlockId, FastSet<BlockId>> = FastMap::default();
    for (from, to) in cfg.retreating_edges() {
        rounds.entry(*to).or_default().extend(leading_to(cfg, *from, *to));
    }
    rounds.into_iter().map(|(header, blocks)| (header, changes_in(body, blocks, world))).collect()
}

/// The blocks that lead to `end` without passing `closed`, both included.
fn leading_to(cfg: &Cfg, end: BlockId, closed: BlockId) -> FastSet<BlockId> {
    let mut seen = FastSet::from_iter([closed]);
    let mut waiting = vec![end];
    while let Some(block) = waiting.pop() {
        if seen.insert(block) {
            waiting.extend(cfg.predecessors(block).iter().filter(|before| cfg.is_reachable(**before)));
        }
    }
    seen
}

fn changes_in(body: &Body, blocks: FastSet<BlockId>, world: &World) -> Changes {
    let mut blocks: Vec<BlockId> = blocks.into_iter().collect();
    blocks.sort_unstable();
    let mut changes = Changes::default();
    for id in blocks {
        let block = &body.blocks[id];
        for (at, stmt) in block.stmts.iter().enumerate() {
            changes.registers.extend(stmt.inst.written());
            let effects = stmt.inst.effects();
            match effects.writes {
                Place::Field { field, .. } | Place::StaticField(field) => {
                    changes.writes.push((id, at));
                    changes.any_memory |= is_volatile(world, field);
                }
                Place::Element { .. } => changes.writes.push((id, at)),
                Place::Monitor(_) => changes.any_memory = true,
                // The block language has no formula of rounds.
                Place::Nothing | Place::Map(_) | Place::Anything => {}
            }
            match effects.reads {
                Place::Field { field, .. } | Place::StaticField(field) => {
                    changes.any_memory |= is_volatile(world, field);
                }
                Place::Nothing | Place::Element { .. } | Place::Map(_) | Place::Monitor(_) | Place::Anything => {}
            }
        }
        changes.registers.extend(block.terminator.written_on_edges().into_iter().filter_map(|(_, reg)| reg));
        changes.any_memory |= match &block.terminator {
            Terminator::Invoke { callee, .. } => !is_harmless(world, callee),
            Terminator::InitClass { class, .. } => !is_harmlessly_initialized(class),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_)
            | Terminator::Unsupported(_) => false,
        };
    }
    changes
}
