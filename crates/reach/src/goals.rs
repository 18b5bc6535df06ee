//! The goals of a cover.

use crate::dominators::{Dominators, TopoIndex};
use crate::scope::Scope;
use crate::unwind::{End, Ends, Node, Unwound};
use clew_base::{OrderedMap, OrderedSet};
use clew_ir::{BlockId, Inst, ProcedureId, Program};

/// The position of a point among all that the cover is about.
pub(crate) type GoalIndex = usize;

/// Something that executions pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// Control comes to a block.
    Block(ProcedureId, BlockId),
    /// The assertion at a position of a block fails.
    Failure(ProcedureId, BlockId, usize),
}

impl Goal {
    /// The block that it is in.
    pub(crate) fn block(self) -> (ProcedureId, BlockId) {
        match self {
            Goal::Block(procedure, block) | Goal::Failure(procedure, block, _) => (procedure, block),
        }
    }

    /// Before which statement of its block it is.
    pub(crate) fn position(self) -> usize {
        match self {
            Goal::Block(..) => 0,
            Goal::Failure(_, _, position) => position,
        }
    }
}

/// All points of the entry procedure and of what it calls, in the order of the text: the blocks, or where it is about failing
/// executions the assertions.
pub(crate) struct Goals {
    clones: OrderedMap<Goal, Vec<TopoIndex>>,
    at: Vec<Vec<GoalIndex>>,
}

impl Goals {
    /// The points, each with the places of its clones.
    pub(crate) fn of(program: &Program, scope: &Scope, unwound: &Unwound, dominators: &Dominators) -> Goals {
        let mut clones: OrderedMap<Goal, Vec<TopoIndex>> =
            all(program, scope, unwound.ends).into_iter().map(|goal| (goal, Vec::new())).collect();
        let mut at = Vec::with_capacity(dominators.nodes.len());
        for (place, node) in dominators.nodes.iter().enumerate() {
            let mut here = Vec::new();
            for goal in passed(unwound, &unwound.nodes[*node]) {
                if let Some((index, _, places)) = clones.get_full_mut(&goal) {
                    places.push(place);
                    here.push(index);
                }
            }
            at.push(here);
        }
        Goals { clones, at }
    }

    /// The points that an execution passes at a place.
    pub(crate) fn at(&self, place: TopoIndex) -> &[GoalIndex] {
        &self.at[place]
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.clones.len()
    }

    /// The places of the clones of a point.
    pub(crate) fn clones(&self, goal: GoalIndex) -> &[TopoIndex] {
        &self.clones[goal]
    }

    /// The points, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Goal> {
        self.clones.keys().copied()
    }
}

/// The points of all procedures.
pub(crate) fn all(program: &Program, scope: &Scope, ends: Ends) -> Vec<Goal> {
    let mut all = Vec::new();
    for procedure in scope.procedures() {
        for (block, content) in program.procedures[procedure].body.blocks.iter() {
            match ends {
                Ends::Finished => all.push(Goal::Block(procedure, block)),
                Ends::Failed => {
                    let asserts = content.stmts.iter().enumerate();
                    let asserts = asserts.filter(|(_, stmt)| matches!(stmt.inst, Inst::Assert { .. }));
                    all.extend(asserts.map(|(position, _)| Goal::Failure(procedure, block, position)));
                }
            }
        }
    }
    all
}

/// What an execution passes at a node, each once.
fn passed(unwound: &Unwound, node: &Node) -> OrderedSet<Goal> {
    let procedure = unwound.activations[node.activation].procedure;
    let inside = node.pair.iter().flat_map(|pair| &pair.visits);
    let mut passed: OrderedSet<Goal> = inside.map(|visit| Goal::Block(visit.procedure, visit.block)).collect();
    // Control comes to a block where its first statement is; other nodes are in the middle of one.
    if node.from == 0 {
        passed.insert(Goal::Block(procedure, node.block));
    }
    if let End::Fail(position) = node.end {
        passed.insert(Goal::Failure(procedure, node.block, position));
    }
    passed
}
