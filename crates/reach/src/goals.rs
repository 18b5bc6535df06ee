//! The blocks that a cover is about.

use crate::scope::Scope;
use crate::shape::{Place, Shape};
use crate::unwind::{NodeId, Unwound};
use clew_base::OrderedMap;
use clew_ir::{BlockId, ProcedureId, Program};

/// The position of a block among all blocks of the scope.
pub(crate) type GoalIndex = usize;

/// All blocks of the entry procedure and of what it calls, in the order of the text.
pub(crate) struct Goals {
    blocks: OrderedMap<(ProcedureId, BlockId), Vec<Place>>,
}

impl Goals {
    /// The blocks, each with the places of its clones.
    pub(crate) fn of(program: &Program, scope: &Scope, unwound: &Unwound, shape: &Shape) -> Goals {
        let mut blocks: OrderedMap<(ProcedureId, BlockId), Vec<Place>> = OrderedMap::default();
        for procedure in scope.procedures() {
            for block in program.procedures[procedure].body.blocks.ids() {
                blocks.insert((procedure, block), Vec::new());
            }
        }
        let mut goals = Goals { blocks };
        for (place, node) in shape.nodes.iter().enumerate() {
            if let Some(goal) = goals.of_node(unwound, *node)
                && let Some((_, clones)) = goals.blocks.get_index_mut(goal)
            {
                clones.push(place);
            }
        }
        goals
    }

    /// The block that control comes to at a node; nothing for a node in the middle of a block.
    pub(crate) fn of_node(&self, unwound: &Unwound, node: NodeId) -> Option<GoalIndex> {
        let part = &unwound.nodes[node];
        if part.from != 0 {
            return None;
        }
        self.blocks.get_index_of(&(unwound.procedure(node), part.block))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The places of the clones of a block.
    pub(crate) fn clones(&self, goal: GoalIndex) -> &[Place] {
        &self.blocks[goal]
    }

    /// The blocks with their procedures, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ProcedureId, BlockId)> {
        self.blocks.keys().copied()
    }
}
