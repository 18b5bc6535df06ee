//! A program in all forms that a search needs.

use crate::condition::Condition;
use crate::dominators::Dominators;
use crate::goals::Goals;
use crate::linear::Linear;
use crate::passive::{Passive, Variable};
use crate::scope::Scope;
use crate::unwind::{End, TooLarge, Unwinding, Unwound};
use clew_base::OrderedMap;
use clew_ir::{ProcedureId, Program, Value};
use clew_term::TermPool;

/// The formula of a program, with the graph and the goals that it speaks of.
pub(crate) struct Formula {
    pub unwound: Unwound,
    pub passive: Passive,
    pub dominators: Dominators,
    pub goals: Goals,
    pub linear: Linear,
    pub condition: Condition,
}

impl Formula {
    /// The formula of the executions on which these inputs have these values.
    ///
    /// # Errors
    /// The unwound program is too large.
    pub(crate) fn of(
        program: &Program,
        scope: &Scope,
        how: &Unwinding<'_>,
        fixed: OrderedMap<Variable, Value>,
        pool: &mut TermPool,
    ) -> Result<Formula, TooLarge> {
        let unwound = Unwound::of(program, scope, how)?;
        let passive = Passive::of(program, scope, &unwound, fixed, pool);
        let dominators = Dominators::of(&unwound, &passive);
        let goals = Goals::of(program, scope, &unwound, &dominators);
        let linear = Linear::of(&passive, &dominators, pool);
        let condition = Condition::of(&passive, &dominators, pool);
        Ok(Formula { unwound, passive, dominators, goals, linear, condition })
    }

    /// How many facts it has without those of summaries, and as many more for each call that a summary replaces as
    /// `callee` says.
    pub(crate) fn size(&self, callee: impl Fn(ProcedureId) -> usize) -> usize {
        let mut size = self.passive.edges.iter().map(|edge| edge.facts.len() + edge.values.len()).sum();
        for (id, node) in &self.passive.nodes {
            let part = &self.unwound.nodes[*id];
            if part.pair.is_none() {
                size += node.facts.len();
            }
            if let End::Summary(procedure, _) = part.end {
                size += callee(procedure);
            }
        }
        size
    }
}
