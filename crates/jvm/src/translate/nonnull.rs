//! Null checks that cannot fail.
//!
//! References that were just made, the receiver, caught exceptions, and what was compared with null or checked before are
//! known not to be null.

use super::must::{MustAnalysis, RegisterSet, solve};
use clew_base::Id;
use clew_ir::{BlockId, Body, BranchKind, Expr, Given, Inst, Reg, Terminator};
use std::collections::BTreeSet;

/// The registers that hold no null.
struct NonNull;

/// The blocks that end in a null check of a register that holds no null there.
pub(super) fn needless_checks(body: &Body, has_receiver: bool) -> BTreeSet<BlockId> {
    let mut start = RegisterSet::none(body);
    if let Some(receiver) = body.params.first().filter(|_| has_receiver) {
        start.set(*receiver, true);
    }
    let at_end = solve(body, start, &NonNull);
    body.blocks
        .iter()
        .filter(|(id, block)| match (&block.terminator, &at_end[id.index()]) {
            (Terminator::Branch { kind: BranchKind::NullCheck, condition, .. }, Some(state)) => {
                condition.null_test().is_some_and(|(reg, _)| state.contains(reg))
            }
            _ => false,
        })
        .map(|(id, _)| id)
        .collect()
}

impl MustAnalysis for NonNull {
    fn step(&self, inst: &Inst, state: &mut RegisterSet) {
        match inst.effects().gives {
            Given::Object(dst) => state.set(dst, true),
            Given::Value(dst, value) => {
                let known = matches!(value, Expr::Reg(reg) if state.contains(*reg));
                state.set(dst, known);
            }
            Given::Any(dst) => state.set(dst, false),
            Given::Nothing => {}
        }
    }

    fn flow(&self, terminator: &Terminator, state: RegisterSet, to: &mut dyn FnMut(BlockId, RegisterSet)) {
        match terminator {
            Terminator::Branch { condition, then, otherwise, .. } => {
                let (mut when_true, mut when_false) = (state.clone(), state);
                match condition.null_test() {
                    Some((reg, true)) => when_true.set(reg, true),
                    Some((reg, false)) => when_false.set(reg, true),
                    None => {}
                }
                to(*then, when_true);
                to(*otherwise, when_false);
            }
            Terminator::Invoke { dst, normal, unwind, .. } => {
                if let Some(unwind) = unwind {
                    to(unwind.block, with(&state, unwind.exception));
                }
                let mut returned = state;
                if let Some(dst) = dst {
                    returned.set(*dst, false);
                }
                to(*normal, returned);
            }
            Terminator::InitClass { normal, unwind, .. } => {
                if let Some(unwind) = unwind {
                    to(unwind.block, with(&state, unwind.exception));
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
}

fn with(state: &RegisterSet, reg: Reg) -> RegisterSet {
    let mut changed = state.clone();
    changed.set(reg, true);
    changed
}
