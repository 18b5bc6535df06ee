//! The procedures that an execution from an entry may be in, with what is known of their shape.

use crate::live::Live;
use clew_base::{OrderedMap, OrderedSet};
use clew_ir::{BlockId, Cfg, Loops, ProcedureId, Program, called_from, callees};

/// What is known of one procedure.
struct Dominators {
    cfg: Cfg,
    loops: Loops,
    live: Live,
    callees: Vec<ProcedureId>,
}

/// The entry procedure, first, and all that it may call, directly or not, in the order of the program.
pub struct Scope {
    entry: ProcedureId,
    shapes: OrderedMap<ProcedureId, Dominators>,
}

impl Scope {
    /// The procedures that `entry` may call from blocks that can be reached.
    pub fn of(program: &Program, entry: ProcedureId) -> Scope {
        let mut shapes: OrderedMap<ProcedureId, Dominators> = OrderedMap::default();
        for id in called_from(program, entry) {
            let procedure = &program.procedures[id];
            let cfg = Cfg::compute(&procedure.body);
            let callees = callees(program, id, &cfg);
            let (loops, live) = (Loops::of(&cfg), Live::of(procedure, &cfg));
            shapes.insert(id, Dominators { cfg, loops, live, callees });
        }
        Scope { entry, shapes }
    }

    /// The procedure that execution starts in.
    pub fn entry(&self) -> ProcedureId {
        self.entry
    }

    /// All procedures, the entry first.
    pub fn procedures(&self) -> impl Iterator<Item = ProcedureId> {
        self.shapes.keys().copied()
    }

    /// The control-flow graph of a procedure of the scope.
    pub(crate) fn cfg(&self, procedure: ProcedureId) -> &Cfg {
        &self.shapes[&procedure].cfg
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
        self.shapes.values().any(|dominators| !dominators.loops.is_empty())
    }

    /// Whether a procedure may call itself, directly or not.
    pub fn is_recursive(&self) -> bool {
        self.shapes.keys().any(|id| self.called_by(*id).contains(id))
    }

    /// What a procedure of the scope calls, directly or not; itself only if it is recursive.
    pub(crate) fn called_by(&self, procedure: ProcedureId) -> OrderedSet<ProcedureId> {
        let mut called: OrderedSet<ProcedureId> = self.shapes[&procedure].callees.iter().copied().collect();
        let mut next = 0;
        while let Some(id) = called.get_index(next).copied() {
            next += 1;
            called.extend(&self.shapes[&id].callees);
        }
        called
    }

    /// All procedures, each behind those that it calls, as far as recursion allows.
    pub(crate) fn callees_first(&self) -> Vec<ProcedureId> {
        let mut order: OrderedSet<ProcedureId> = OrderedSet::default();
        let mut open = vec![(self.entry, 0)];
        while let Some((id, next)) = open.pop() {
            match self.shapes[&id].callees.get(next) {
                Some(callee) => {
                    let is_open = open.iter().any(|(known, _)| known == callee) || *callee == id;
                    open.push((id, next + 1));
                    if !is_open && !order.contains(callee) {
                        open.push((*callee, 0));
                    }
                }
                None => {
                    order.insert(id);
                }
            }
        }
        order.into_iter().collect()
    }
}
