//! Live registers: those that may be read before they are written, at the start of each block.
//!
//! The usual backward analysis of live variables. A global is live wherever a procedure may hand it on, so only locals are
//! looked at. What a procedure returns is read at its end.

use clew_base::Id;
use clew_ir::{BlockId, Cfg, Procedure, Terminator};
use fixedbitset::FixedBitSet;

/// The live registers at the start of each block.
pub(crate) struct Live {
    starts: Vec<FixedBitSet>,
}

impl Live {
    pub(crate) fn of(procedure: &Procedure, cfg: &Cfg) -> Live {
        let body = &procedure.body;
        let mut starts = vec![FixedBitSet::with_capacity(body.regs.len()); body.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.reverse_post_order().iter().rev() {
                let mut live = FixedBitSet::with_capacity(body.regs.len());
                cfg.successors(*block).iter().for_each(|next| live.union_with(&starts[next.index()]));
                let start = before(procedure, *block, 0, live);
                changed |= start != starts[block.index()];
                starts[block.index()] = start;
            }
        }
        Live { starts }
    }

    /// The registers that may be read before they are written, from a statement of the block on.
    pub(crate) fn at(&self, procedure: &Procedure, block: BlockId, statement: usize) -> FixedBitSet {
        let mut live = FixedBitSet::with_capacity(procedure.body.regs.len());
        for next in procedure.body.blocks[block].terminator.successors() {
            live.union_with(&self.starts[next.index()]);
        }
        before(procedure, block, statement, live)
    }
}

/// What is live before a statement, given what is live behind the block.
fn before(procedure: &Procedure, block: BlockId, statement: usize, mut live: FixedBitSet) -> FixedBitSet {
    let block = &procedure.body.blocks[block];
    if matches!(block.terminator, Terminator::Return(_)) {
        procedure.result.iter().for_each(|reg| live.insert(reg.index()));
    }
    block.terminator.for_each_read(&mut |reg| live.insert(reg.index()));
    for stmt in block.stmts.iter().skip(statement).rev() {
        if let Some(written) = stmt.inst.written() {
            live.set(written.index(), false);
        }
        stmt.inst.for_each_read(&mut |reg| live.insert(reg.index()));
    }
    live
}
