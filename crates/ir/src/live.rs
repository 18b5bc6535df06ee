//! Which registers are read later.

use crate::{Body, Cfg};
use clew_base::Id;
use fixedbitset::FixedBitSet;

/// For each block the registers, by their numbers, whose values at its beginning may be read there or later. Empty for blocks that
/// cannot be reached from the entry.
pub fn live_registers(body: &Body, cfg: &Cfg) -> Vec<FixedBitSet> {
    let mut live = vec![FixedBitSet::with_capacity(body.regs.len()); body.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for id in cfg.reverse_post_order().iter().rev() {
            let block = &body.blocks[*id];
            let mut now = FixedBitSet::with_capacity(body.regs.len());
            for (target, written) in block.terminator.written_on_edges() {
                let mut behind = live[target.index()].clone();
                if let Some(reg) = written {
                    behind.remove(reg.index());
                }
                now.union_with(&behind);
            }
            block.terminator.for_each_read(&mut |reg| now.insert(reg.index()));
            for stmt in block.stmts.iter().rev() {
                if let Some(reg) = stmt.inst.written() {
                    now.remove(reg.index());
                }
                stmt.inst.for_each_read(&mut |reg| now.insert(reg.index()));
            }
            if now != live[id.index()] {
                live[id.index()] = now;
                changed = true;
            }
        }
    }
    live
}
