//! Forward must-analysis: at each point the set of registers of which something holds on every path.

use clew_base::Id;
use clew_ir::{BlockId, Body, Inst, Reg, Terminator};
use std::collections::BTreeSet;

/// A set of registers, one bit each.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct RegisterSet(Vec<u64>);

impl RegisterSet {
    /// The empty set of registers of a body.
    pub(super) fn none(body: &Body) -> Self {
        Self(vec![0; body.regs.len().div_ceil(64)])
    }

    pub(super) fn contains(&self, reg: Reg) -> bool {
        self.0[reg.index() / 64] & (1 << (reg.index() % 64)) != 0
    }

    /// Puts the register in, or takes it out.
    pub(super) fn set(&mut self, reg: Reg, present: bool) {
        let bit = 1 << (reg.index() % 64);
        if present {
            self.0[reg.index() / 64] |= bit;
        } else {
            self.0[reg.index() / 64] &= !bit;
        }
    }

    /// Keeps what is in both; whether something was lost.
    fn intersect(&mut self, other: &Self) -> bool {
        let mut lost = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            lost |= *mine & !theirs != 0;
            *mine &= theirs;
        }
        lost
    }
}

/// What an analysis says of instructions and of the ends of blocks.
///
/// Laws: both functions are monotone (a larger set before gives a larger set after), and `flow` calls `to` for each
/// successor of the terminator.
pub(super) trait MustAnalysis {
    /// Turns what holds before an instruction into what holds after it.
    fn step(&self, inst: &Inst, state: &mut RegisterSet);
    /// Passes on to each successor what holds there.
    fn flow(&self, terminator: &Terminator, state: RegisterSet, to: &mut dyn FnMut(BlockId, RegisterSet));
}

/// What holds before the terminator of each block, by the index of the block; `None` for blocks that control does not get to.
pub(super) fn solve(body: &Body, start: RegisterSet, analysis: &impl MustAnalysis) -> Vec<Option<RegisterSet>> {
    let mut at_entry: Vec<Option<RegisterSet>> = vec![None; body.blocks.len()];
    at_entry[body.entry.index()] = Some(start);
    let mut waiting = BTreeSet::from([body.entry]);
    while let Some(block) = waiting.pop_first() {
        let Some(at_end) = run(body, block, &at_entry, analysis) else { continue };
        let mut pass_on = |target: BlockId, state: RegisterSet| match &mut at_entry[target.index()] {
            Some(known) => {
                if known.intersect(&state) {
                    waiting.insert(target);
                }
            }
            unknown => {
                *unknown = Some(state);
                waiting.insert(target);
            }
        };
        analysis.flow(&body.blocks[block].terminator, at_end, &mut pass_on);
    }
    body.blocks.ids().map(|block| run(body, block, &at_entry, analysis)).collect()
}

fn run(
    body: &Body,
    block: BlockId,
    at_entry: &[Option<RegisterSet>],
    analysis: &impl MustAnalysis,
) -> Option<RegisterSet> {
    let mut state = at_entry[block.index()].clone()?;
    for stmt in &body.blocks[block].stmts {
        analysis.step(&stmt.inst, &mut state);
    }
    Some(state)
}
