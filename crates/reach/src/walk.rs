//! The conditions on values along one path through the graph.
//!
//! Along a way every value is a term over the inputs, since it is known which values meet where. So what must hold for the
//! way to be taken is a conjunction over the inputs alone, which a solver decides much faster than the formula for all ways.
//! Where it cannot hold, a few of its parts are to blame; each depends on some of the choices only, and all ways that make
//! these are excluded with it: that is what [`Walk::blame`] tells.

use crate::condition::Condition;
use crate::dominators::{Dominators, TopoIndex};
use crate::passive::Passive;
use clew_base::{FastMap, FastSet, OrderedSet};
use clew_term::{SymbolId, Term, TermPool};

/// A condition on the inputs.
struct Constraint {
    /// Over the inputs.
    term: Term,
    /// Over the values at its place.
    local: Term,
    /// That an execution comes to where it must hold.
    here: Term,
}

/// A place on the way.
struct Step {
    place: TopoIndex,
    /// The edge that led there.
    edge: Option<usize>,
    /// How many constraints there are before it.
    constraints: usize,
    /// The symbols that have their values from here on.
    bound: Vec<SymbolId>,
}

/// A value where ways meet.
struct Bound {
    /// On which edge it has it.
    edge: usize,
    /// Over the values before.
    local: Term,
    /// Over the inputs.
    term: Term,
}

/// A way through the graph, or the beginning of one.
#[derive(Default)]
pub(crate) struct Walk {
    steps: Vec<Step>,
    constraints: Vec<Constraint>,
    bound: FastMap<SymbolId, Bound>,
}

impl Walk {
    /// Goes this way, as far as its places go. What it has in common with the last one is kept.
    pub(crate) fn go(
        &mut self,
        way: &[(TopoIndex, usize)],
        passive: &Passive,
        dominators: &Dominators,
        condition: &Condition,
        pool: &mut TermPool,
    ) {
        let edges: Vec<Option<usize>> = std::iter::once(None)
            .chain(way.iter().map(|(place, way)| dominators.outgoing[*place].get(*way).map(|(edge, _)| *edge)))
            .collect();
        let wanted = || way.iter().map(|(place, _)| *place).zip(edges.iter().copied());
        let common = self.steps.iter().zip(wanted()).take_while(|(step, to)| (step.place, step.edge) == *to).count();
        self.back_to(common);
        for (place, edge) in wanted().skip(common) {
            self.step(place, edge, passive, dominators, condition, pool);
        }
    }

    fn back_to(&mut self, length: usize) {
        for step in self.steps.drain(length..).rev() {
            self.constraints.truncate(step.constraints);
            for symbol in step.bound {
                self.bound.remove(&symbol);
            }
        }
    }

    fn step(
        &mut self,
        place: TopoIndex,
        edge: Option<usize>,
        passive: &Passive,
        dominators: &Dominators,
        condition: &Condition,
        pool: &mut TermPool,
    ) {
        let mut step = Step { place, edge, constraints: self.constraints.len(), bound: Vec::new() };
        if let Some(edge) = edge {
            let way = &passive.edges[edge];
            self.demand(&way.facts, condition.taken[edge], pool);
            let local: Vec<Term> = way.values.iter().map(|(_, term)| *term).collect();
            let terms = self.over_inputs(&local, pool);
            for ((symbol, local), term) in way.values.iter().zip(terms) {
                self.bound.insert(*symbol, Bound { edge, local: *local, term });
                step.bound.push(*symbol);
            }
        }
        self.demand(&passive.nodes[&dominators.nodes[place]].facts, condition.reached[place], pool);
        self.steps.push(step);
    }

    fn demand(&mut self, facts: &[Term], here: Term, pool: &mut TermPool) {
        let terms = self.over_inputs(facts, pool);
        let constraints = facts.iter().zip(terms).map(|(local, term)| Constraint { term, local: *local, here });
        self.constraints.extend(constraints);
    }

    fn over_inputs(&self, terms: &[Term], pool: &mut TermPool) -> Vec<Term> {
        pool.substitute_each(terms, &|symbol| self.bound.get(&symbol).map(|bound| bound.term))
    }

    /// What must hold of the inputs, in order.
    pub(crate) fn constraints(&self) -> Vec<Term> {
        self.constraints.iter().map(|constraint| constraint.term).collect()
    }

    /// The position on the way at which the last of these constraints comes up.
    pub(crate) fn last_of(&self, core: &[Term]) -> usize {
        let first = |term: &Term| self.constraints.iter().position(|constraint| constraint.term == *term).unwrap_or(0);
        let last = core.iter().map(first).max().unwrap_or(0);
        self.steps.iter().rposition(|step| step.constraints <= last).unwrap_or(0)
    }

    /// What the paths have in common on which these constraints come up, in terms of the condition.
    pub(crate) fn blame(&self, core: &[Term], condition: &Condition, pool: &mut TermPool) -> Vec<Term> {
        let mut blamed: OrderedSet<Term> = OrderedSet::default();
        let mut seen: FastSet<SymbolId> = FastSet::default();
        let mut open: Vec<Term> = Vec::new();
        for term in core {
            if let Some(constraint) = self.constraints.iter().find(|constraint| constraint.term == *term) {
                blamed.insert(constraint.here);
                open.push(constraint.local);
            }
        }
        while let Some(term) = open.pop() {
            for symbol in pool.symbols(term).iter() {
                if let Some(bound) = self.bound.get(symbol)
                    && seen.insert(*symbol)
                {
                    blamed.insert(condition.taken[bound.edge]);
                    open.push(bound.local);
                }
            }
        }
        blamed.into_iter().collect()
    }
}
