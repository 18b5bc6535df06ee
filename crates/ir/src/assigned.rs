//! Whether every register of a Java body is written before it is read, on every path.
//!
//! A forward analysis: at the start of a block those registers are assigned that are assigned at the end of all its
//! predecessors. The result of a call is written on its normal edge only, an exception on the unwind edge. Blocks that no path
//! reaches are not looked at.

use crate::verify::{Fault, VerifyError};
use crate::{BlockId, Body, Cfg, Reg};
use clew_base::Id;
use fixedbitset::FixedBitSet;

/// Checks that no register is read that some path leaves unassigned. The body passes [`crate::verify_body`]. In the block
/// language such a read is an input instead.
pub fn verify_definite_assignment(body: &Body) -> Result<(), Vec<VerifyError>> {
    let cfg = Cfg::compute(body);
    let starts = assigned_at_starts(body, &cfg);
    let mut errors = Vec::new();
    for block in body.blocks.ids() {
        if let Some(start) = starts.get(block.index()).and_then(Option::as_ref) {
            check_block(body, block, start.clone(), &mut errors);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The registers that are assigned at the start of each block that is reached.
fn assigned_at_starts(body: &Body, cfg: &Cfg) -> Vec<Option<FixedBitSet>> {
    let mut starts: Vec<Option<FixedBitSet>> = vec![None; body.blocks.len()];
    let mut at_entry = FixedBitSet::with_capacity(body.regs.len());
    body.params.iter().for_each(|param| at_entry.insert(param.index()));
    if let Some(start) = starts.get_mut(body.entry.index()) {
        *start = Some(at_entry);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for block in cfg.reverse_post_order() {
            let Some(mut assigned) = starts[block.index()].clone() else { continue };
            let block = &body.blocks[*block];
            block.stmts.iter().filter_map(|stmt| stmt.inst.written()).for_each(|reg| assigned.insert(reg.index()));
            for (target, written) in block.terminator.written_on_edges() {
                let mut on_edge = assigned.clone();
                written.iter().for_each(|reg| on_edge.insert(reg.index()));
                changed |= meet(&mut starts[target.index()], on_edge);
            }
        }
    }
    starts
}

/// Keeps what is assigned on both ways. Says whether the start changed.
fn meet(start: &mut Option<FixedBitSet>, on_edge: FixedBitSet) -> bool {
    match start {
        None => {
            *start = Some(on_edge);
            true
        }
        Some(assigned) => {
            let before = assigned.count_ones(..);
            assigned.intersect_with(&on_edge);
            assigned.count_ones(..) != before
        }
    }
}

fn check_block(body: &Body, id: BlockId, mut assigned: FixedBitSet, errors: &mut Vec<VerifyError>) {
    let block = &body.blocks[id];
    let mut check = |assigned: &FixedBitSet, position: usize, reg: Reg| {
        if !assigned.contains(reg.index()) {
            let fault = Fault::Unassigned(reg);
            errors.push(VerifyError { procedure: None, block: Some(id), position: Some(position), fault });
        }
    };
    for (position, stmt) in block.stmts.iter().enumerate() {
        stmt.inst.for_each_read(&mut |reg| check(&assigned, position, reg));
        if let Some(written) = stmt.inst.written() {
            assigned.insert(written.index());
        }
    }
    block.terminator.for_each_read(&mut |reg| check(&assigned, block.stmts.len(), reg));
}
