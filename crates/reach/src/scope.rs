//! The procedures that an execution from an entry may be in, with what is known of their shape.

use crate::live::Live;
use clew_base::OrderedMap;
use clew_ir::{BlockId, Cfg, Loops, ProcedureId, Program, called_from, callees};

/// What is known of one procedure.
struct Shape {
    cfg: Cfg,
    loops: Loops,
    live: Live,
}

/// The entry procedure, first, and all that it may call, directly or not, in the order of the program.
pub struct Scope {
    entry: ProcedureId,
    shapes: OrderedMap<ProcedureId, Shape>,
    recursive: bool,
}

impl Scope {
    /// The procedures that `entry` may call from blocks that can be reached.
    pub fn of(program: &Program, entry: ProcedureId) -> Scope {
        let mut shapes: OrderedMap<ProcedureId, Shape> = OrderedMap::default();
        let mut calls: OrderedMap<ProcedureId, Vec<ProcedureId>> = OrderedMap::default();
        for id in called_from(program, entry) {
            let procedure = &program.procedures[id];
            let cfg = Cfg::compute(&procedure.body);
            calls.insert(id, callees(program, id, &cfg));
            let (loops, live) = (Loops::of(&cfg), Live::of(procedure, &cfg));
            shapes.insert(id, Shape { cfg, loops, live });
        }
        let recursive = shapes.keys().any(|id| reaches(&calls, *id, *id));
        Scope { entry, shapes, recursive }
    }

    /// The procedure that execution starts in.
    pub fn entry(&self) -> ProcedureId {
        self.entry
    }

    /// All procedures, the entry first.
    pub fn procedures(&self) -> impl Iterator<Item = ProcedureId> {
        self.shapes.keys().copied()
    }

    /// The loops of a procedure of the scope.
    pub(crate) fn loops(&self, procedure: ProcedureId) -> &Loops {
        &self.shapes[&procedure].loops
    }

    /// The variables of a procedure of the scope that may be read before they are written.
    pub(crate) fn live(&self, procedure: ProcedureId) -> &Live {
        &self.shapes[&procedure].live
    }

    /// Whether the edges of its procedure lead to a block.
    pub(crate) fn is_connected(&self, procedure: ProcedureId, block: BlockId) -> bool {
        self.shapes[&procedure].cfg.is_reachable(block)
    }

    /// Whether a procedure has a loop.
    pub fn has_loops(&self) -> bool {
        self.shapes.values().any(|shape| !shape.loops.is_empty())
    }

    /// Whether a procedure may call itself, directly or not.
    pub fn is_recursive(&self) -> bool {
        self.recursive
    }
}

/// Whether calls lead from one procedure to another.
fn reaches(calls: &OrderedMap<ProcedureId, Vec<ProcedureId>>, from: ProcedureId, to: ProcedureId) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(id) = seen.get(next).copied() {
        next += 1;
        for callee in calls.get(&id).into_iter().flatten() {
            if *callee == to {
                return true;
            }
            if !seen.contains(callee) {
                seen.push(*callee);
            }
        }
    }
    false
}
