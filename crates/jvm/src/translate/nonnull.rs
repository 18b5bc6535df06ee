//! Null checks that cannot fail.
//!
//! A forward must-analysis: at each point the set of registers that hold no null on any path. References that were just
//! made, the receiver, caught exceptions, and what was compared with null or checked before are known not to be null.

use clew_base::Id;
use clew_ir::{BlockId, Body, BranchKind, Expr, Inst, Reg, Terminator, UnaryOp};
use std::collections::BTreeSet;

/// A set of registers, one bit each.
#[derive(Clone, PartialEq, Eq)]
struct Registers(Vec<u64>);

impl Registers {
    fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn contains(&self, reg: Reg) -> bool {
        self.0[reg.index() / 64] & (1 << (reg.index() % 64)) != 0
    }

    fn set(&mut self, reg: Reg, present: bool) {
        let bit = 1 << (reg.index() % 64);
        if present {
            self.0[reg.index() / 64] |= bit;
        } else {
            self.0[reg.index() / 64] &= !bit;
        }
    }

    fn with(&self, reg: Reg) -> Self {
        let mut changed = self.clone();
        changed.set(reg, true);
        changed
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

/// The blocks that end in a null check of a register that holds no null there.
pub(super) fn needless_checks(body: &Body, has_receiver: bool) -> BTreeSet<BlockId> {
    let mut at_entry: Vec<Option<Registers>> = vec![None; body.blocks.len()];
    let mut start = Registers::none(body.regs.len());
    if let Some(receiver) = body.params.first().filter(|_| has_receiver) {
        start.set(*receiver, true);
    }
    at_entry[body.entry.index()] = Some(start);
    let mut waiting = BTreeSet::from([body.entry]);
    while let Some(block) = waiting.pop_first() {
        let Some(at_end) = state_at_end(body, block, &at_entry) else { continue };
        flow(&body.blocks[block].terminator, at_end, |target, state| match &mut at_entry[target.index()] {
            Some(known) => {
                if known.intersect(&state) {
                    waiting.insert(target);
                }
            }
            unknown => {
                *unknown = Some(state);
                waiting.insert(target);
            }
        });
    }
    body.blocks
        .iter()
        .filter(|(id, block)| match &block.terminator {
            Terminator::Branch { kind: BranchKind::NullCheck, condition, .. } => {
                let state = state_at_end(body, *id, &at_entry);
                state.is_some_and(|state| null_test(condition).is_some_and(|(reg, _)| state.contains(reg)))
            }
            _ => false,
        })
        .map(|(id, _)| id)
        .collect()
}

/// What is known before the terminator of a block, if control is known to get to it.
fn state_at_end(body: &Body, block: BlockId, at_entry: &[Option<Registers>]) -> Option<Registers> {
    let mut state = at_entry[block.index()].clone()?;
    for stmt in &body.blocks[block].stmts {
        step(&stmt.inst, &mut state);
    }
    Some(state)
}

fn step(inst: &Inst, state: &mut Registers) {
    match inst {
        Inst::New { dst, .. }
        | Inst::NewThrowable { dst, .. }
        | Inst::NewArray { dst, .. }
        | Inst::NewMultiArray { dst, .. }
        | Inst::LoadString { dst, .. }
        | Inst::LoadClass { dst, .. } => state.set(*dst, true),
        Inst::Assign { dst, value } => {
            let known = matches!(value, Expr::Reg(reg) if state.contains(*reg));
            state.set(*dst, known);
        }
        Inst::GetField { dst, .. }
        | Inst::GetStatic { dst, .. }
        | Inst::ArrayLoad { dst, .. }
        | Inst::ArrayLength { dst, .. }
        | Inst::InstanceOf { dst, .. }
        | Inst::CanStore { dst, .. }
        | Inst::RefEq { dst, .. }
        | Inst::Havoc { dst }
        | Inst::Call { dst: Some(dst), .. } => state.set(*dst, false),
        Inst::Line(_)
        | Inst::MapStore { .. }
        | Inst::Assume(_)
        | Inst::Assert { .. }
        | Inst::Assumed { .. }
        | Inst::Call { dst: None, .. }
        | Inst::PutField { .. }
        | Inst::PutStatic { .. }
        | Inst::ArrayStore { .. }
        | Inst::Monitor { .. } => {}
    }
}

/// Passes on to each successor what is known there.
fn flow(terminator: &Terminator, state: Registers, mut to: impl FnMut(BlockId, Registers)) {
    match terminator {
        Terminator::Branch { condition, then, otherwise, .. } => {
            let (mut when_true, mut when_false) = (state.clone(), state);
            match null_test(condition) {
                Some((reg, true)) => when_true.set(reg, true),
                Some((reg, false)) => when_false.set(reg, true),
                None => {}
            }
            to(*then, when_true);
            to(*otherwise, when_false);
        }
        Terminator::Invoke { dst, normal, unwind, .. } => {
            if let Some(unwind) = unwind {
                to(unwind.block, state.with(unwind.exception));
            }
            let mut returned = state;
            if let Some(dst) = dst {
                returned.set(*dst, false);
            }
            to(*normal, returned);
        }
        Terminator::InitClass { normal, unwind, .. } => {
            if let Some(unwind) = unwind {
                to(unwind.block, state.with(unwind.exception));
            }
            to(*normal, state);
        }
        Terminator::Goto(_)
        | Terminator::Switch { .. }
        | Terminator::Return(_)
        | Terminator::Throw(_)
        | Terminator::Unsupported(_) => {
            for target in terminator.successors() {
                to(target, state.clone());
            }
        }
    }
}

/// The register that a condition compares with null, and whether it is not null when the condition holds.
fn null_test(condition: &Expr) -> Option<(Reg, bool)> {
    match condition {
        Expr::Unary(UnaryOp::IsNull, tested) => match **tested {
            Expr::Reg(reg) => Some((reg, false)),
            _ => None,
        },
        Expr::Unary(UnaryOp::Not, negated) => null_test(negated).map(|(reg, non_null)| (reg, !non_null)),
        _ => None,
    }
}
