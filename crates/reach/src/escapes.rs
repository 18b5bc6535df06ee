//! The blocks of a loop from which an execution can leave it without another round.

use crate::scope::Scope;
use crate::unwind::Ends;
use clew_base::{FastMap, FastSet};
use clew_ir::{BlockId, Inst, Loop, LoopId, ProcedureId, Program};

/// For each loop the blocks from which an edge out of it, or an assertion that may fail where these are the ends, can be
/// reached without one of its back edges.
///
/// A copy of another block in the last round is of no use: all executions that come to it are cut.
pub(crate) struct Escapes {
    of: FastMap<(ProcedureId, LoopId), FastSet<BlockId>>,
}

impl Escapes {
    /// The blocks of all loops of the scope.
    pub(crate) fn of(program: &Program, scope: &Scope, ends: Ends) -> Escapes {
        let mut of = FastMap::default();
        for procedure in scope.procedures() {
            for (id, found) in scope.loops(procedure).iter() {
                of.insert((procedure, id), of_loop(program, scope, procedure, found, ends));
            }
        }
        Escapes { of }
    }

    /// Whether a block of this loop is one of them.
    pub(crate) fn contains(&self, procedure: ProcedureId, id: LoopId, block: BlockId) -> bool {
        self.of.get(&(procedure, id)).is_some_and(|blocks| blocks.contains(&block))
    }
}

fn of_loop(program: &Program, scope: &Scope, procedure: ProcedureId, found: &Loop, ends: Ends) -> FastSet<BlockId> {
    let (cfg, body) = (scope.cfg(procedure), &program.procedures[procedure].body);
    let is_inside = |block: &BlockId| found.blocks.binary_search(block).is_ok();
    let may_fail = |block: &BlockId| {
        let mut stmts = body.blocks[*block].stmts.iter();
        ends == Ends::Failed && stmts.any(|stmt| matches!(stmt.inst, Inst::Assert { .. } | Inst::Call { .. }))
    };
    let gets_out = |block: &BlockId| may_fail(block) || !cfg.successors(*block).iter().all(is_inside);
    let mut work: Vec<BlockId> = found.blocks.iter().copied().filter(gets_out).collect();
    let mut able = FastSet::default();
    while let Some(block) = work.pop() {
        // Only back edges lead to the header from inside.
        if able.insert(block) && block != found.header {
            work.extend(cfg.predecessors(block).iter().filter(|block| is_inside(block)));
        }
    }
    able
}
