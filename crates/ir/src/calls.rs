//! Which procedures call which, and whether all that an execution may be in can be unwound.

use crate::{Cfg, Inst, Origin, ProcedureId, Program};
use std::sync::Arc;

/// The procedures that the reachable blocks of one call, in the order of the calls, with repetitions.
pub fn callees(program: &Program, id: ProcedureId, cfg: &Cfg) -> Vec<ProcedureId> {
    let body = &program.procedures[id].body;
    let blocks = body.blocks.iter().filter(|(block, _)| cfg.is_reachable(*block));
    let called = blocks.flat_map(|(_, block)| &block.stmts).filter_map(|stmt| match &stmt.inst {
        Inst::Call { procedure, .. } => Some(program.procedure(procedure)?.0),
        _ => None,
    });
    called.collect()
}

/// A procedure and all that it may call, directly or not: itself first, the others in the order of the program.
pub fn called_from(program: &Program, entry: ProcedureId) -> Vec<ProcedureId> {
    let mut found = vec![entry];
    let mut next = 0;
    while let Some(id) = found.get(next).copied() {
        next += 1;
        for callee in callees(program, id, &Cfg::compute(&program.procedures[id].body)) {
            if !found.contains(&callee) {
                found.push(callee);
            }
        }
    }
    found[1..].sort_unstable();
    found
}

/// A loop that can be entered at several blocks, so that its rounds cannot be told apart from its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrreducibleLoop {
    /// The procedure that has it.
    pub procedure: ProcedureId,
    /// The end of a block that closes it.
    pub place: Origin,
    /// The block that it leads back to.
    pub label: Arc<str>,
}

/// The first such loop of a procedure and what it may call.
pub fn irreducible_loop(program: &Program, entry: ProcedureId) -> Option<IrreducibleLoop> {
    called_from(program, entry).into_iter().find_map(|procedure| {
        let body = &program.procedures[procedure].body;
        let (from, to) = Cfg::compute(body).irreducible_edge()?;
        let label = Arc::clone(&body.blocks[to].label);
        Some(IrreducibleLoop { procedure, place: body.blocks[from].terminator_origin, label })
    })
}
