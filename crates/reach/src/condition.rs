//! The reachability verification condition (`bounded-infeasible-code`, section 4): one formula whose models are the
//! complete executions of an unwound program.
//!
//! As in the paper, every node has a reachability variable `R`, and the formula's size is linear in that of the program.
//! `R` of a node says that the execution passes it; that implies what the paper's `B` says, namely that an execution
//! from there ends: what the node assumes holds, and so does `R` of one of the nodes it leads to.
//!
//! In one thing the formula says more than the paper's: which way is taken at a choice is part of a model, where the paper's
//! valuations may stand for several executions at once. So a model is one execution, and can be run; and the executions with
//! one path can be excluded by naming its choices.

use crate::passive::Passive;
use crate::shape::{Place, Shape};
use clew_term::{Sort, SymbolId, Term, TermPool};

/// The formula, with what is needed to read its models.
pub(crate) struct Condition {
    /// What must hold.
    pub facts: Vec<Term>,
    /// For each place that the execution passes it.
    pub reached: Vec<Term>,
    /// For each place the choice between the ways out of it: the first that is true says which, and the last way is taken
    /// where none is.
    pub choices: Vec<Vec<SymbolId>>,
}

impl Condition {
    /// The formula of a graph that has an execution as far as its shape is concerned.
    pub(crate) fn of(passive: &Passive, shape: &Shape, pool: &mut TermPool) -> Condition {
        let mut condition = Condition { facts: Vec::new(), reached: Vec::new(), choices: Vec::new() };
        // For each edge that the execution takes it; set where its source comes up, before its target does.
        let mut taken = vec![pool.fls(); passive.edges.len()];
        for place in 0..shape.nodes.len() {
            let reached = condition.reach(place, shape, &taken, pool);
            condition.reached.push(reached);
            for fact in &passive.nodes[&shape.nodes[place]].facts {
                condition.facts.push(pool.implies(reached, *fact));
            }
            condition.choose(place, shape, &mut taken, pool);
            for (edge, _) in &shape.outgoing[place] {
                for fact in &passive.edges[*edge].facts {
                    condition.facts.push(pool.implies(taken[*edge], *fact));
                }
            }
        }
        let trivial = pool.tru();
        condition.facts.retain(|fact| *fact != trivial);
        condition
    }

    /// Whether the execution passes the place, which comes behind all that lead to it.
    fn reach(&mut self, place: Place, shape: &Shape, taken: &[Term], pool: &mut TermPool) -> Term {
        let leader = shape.leader[place];
        if leader != place {
            return self.reached[leader];
        }
        let ways: Vec<Term> = shape.incoming[place].iter().map(|(edge, _)| taken[*edge]).collect();
        match ways[..] {
            [] => pool.tru(),
            [way] => way,
            _ => {
                let reached = pool.fresh("R", Sort::Bool);
                let some = pool.or_all(&ways);
                self.facts.push(pool.iff(reached, some));
                reached
            }
        }
    }

    /// Makes the symbols for the choice at a place, and says which edges are taken.
    fn choose(&mut self, place: Place, shape: &Shape, taken: &mut [Term], pool: &mut TermPool) {
        let ways = &shape.outgoing[place];
        let mut symbols = Vec::new();
        let mut rest = self.reached[place];
        for (position, (edge, _)) in ways.iter().enumerate() {
            if position + 1 == ways.len() {
                taken[*edge] = rest;
                break;
            }
            let symbol = pool.fresh_symbol("way", Sort::Bool);
            symbols.push(symbol);
            let chosen = pool.symbol_term(symbol);
            let other = pool.not(chosen);
            taken[*edge] = pool.and(rest, chosen);
            rest = pool.and(rest, other);
        }
        self.choices.push(symbols);
    }

    /// The literals that make the execution take this way out of a place, if it passes that.
    pub(crate) fn literals(&self, place: Place, way: usize, pool: &mut TermPool) -> Vec<Term> {
        let choices = &self.choices[place];
        let mut literals: Vec<Term> = Vec::with_capacity(choices.len());
        for symbol in choices.iter().take(way) {
            let chosen = pool.symbol_term(*symbol);
            literals.push(pool.not(chosen));
        }
        literals.extend(choices.get(way).map(|symbol| pool.symbol_term(*symbol)));
        literals
    }
}
