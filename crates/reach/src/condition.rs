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
//!
//! Here is the part of it that speaks of ways only: its models are the ways through the graph. What holds of values on such a
//! way is in [`Walk`](crate::walk::Walk), and `oracle` puts the two together.

use crate::dominators::{Dominators, TopoIndex};
use crate::passive::Passive;
use clew_term::{Assignment, Evaluator, Sort, SymbolId, Term, TermPool, Value};
use std::ops::Range;

/// A way through the graph: for each place on it, which of its outgoing edges is taken. The last has none.
pub(crate) type Path = Vec<(TopoIndex, usize)>;

/// The formula, with what is needed to read its models.
pub(crate) struct Condition {
    /// What must hold of ways, with the place at which it says how control comes there.
    pub facts: Vec<(TopoIndex, Term)>,
    /// For each place that the execution passes it.
    pub reached: Vec<Term>,
    /// For each edge that the execution takes it.
    pub taken: Vec<Term>,
    /// For each place the choice between the ways out of it: the first that is true says which, and the last way is taken
    /// where none is.
    pub choices: Vec<Vec<SymbolId>>,
    /// The places whose `R` is a symbol.
    symbols: Vec<(TopoIndex, SymbolId)>,
}

impl Condition {
    /// The formula of a graph that has an execution as far as its shape is concerned.
    pub(crate) fn of(passive: &Passive, dominators: &Dominators, pool: &mut TermPool) -> Condition {
        let taken = vec![pool.fls(); passive.edges.len()];
        let mut condition =
            Condition { facts: Vec::new(), reached: Vec::new(), taken, choices: Vec::new(), symbols: Vec::new() };
        for place in 0..dominators.nodes.len() {
            let reached = condition.reach(place, dominators, pool);
            condition.reached.push(reached);
            condition.choose(place, dominators, pool);
        }
        condition
    }

    /// Whether the execution passes the place, which comes behind all that lead to it.
    fn reach(&mut self, place: TopoIndex, dominators: &Dominators, pool: &mut TermPool) -> Term {
        let leader = dominators.leader[place];
        if leader != place {
            return self.reached[leader];
        }
        let ways: Vec<Term> = dominators.incoming[place].iter().map(|(edge, _)| self.taken[*edge]).collect();
        match ways[..] {
            [] => pool.tru(),
            [way] => way,
            _ => {
                let symbol = pool.fresh_symbol("R", Sort::Bool);
                self.symbols.push((place, symbol));
                let reached = pool.symbol_term(symbol);
                let some = pool.or_all(&ways);
                self.facts.push((place, pool.iff(reached, some)));
                reached
            }
        }
    }

    /// Makes the symbols for the choice at a place, and says which edges are taken.
    fn choose(&mut self, place: TopoIndex, dominators: &Dominators, pool: &mut TermPool) {
        let ways = &dominators.outgoing[place];
        let mut symbols = Vec::new();
        let mut rest = self.reached[place];
        for (position, (edge, _)) in ways.iter().enumerate() {
            if position + 1 == ways.len() {
                self.taken[*edge] = rest;
                break;
            }
            let symbol = pool.fresh_symbol("way", Sort::Bool);
            symbols.push(symbol);
            let chosen = pool.symbol_term(symbol);
            let other = pool.not(chosen);
            self.taken[*edge] = pool.and(rest, chosen);
            rest = pool.and(rest, other);
        }
        self.choices.push(symbols);
    }

    /// What holds of values at these places and on the ways into them, each fact under the condition that an execution comes
    /// to it.
    pub(crate) fn of_values(
        &self,
        places: Range<TopoIndex>,
        passive: &Passive,
        dominators: &Dominators,
        pool: &mut TermPool,
    ) -> Vec<Term> {
        let mut facts = Vec::new();
        for place in places {
            for fact in &passive.nodes[&dominators.nodes[place]].facts {
                facts.push(pool.implies(self.reached[place], *fact));
            }
            for (edge, _) in &dominators.incoming[place] {
                let taken = self.taken[*edge];
                for fact in &passive.edges[*edge].facts {
                    facts.push(pool.implies(taken, *fact));
                }
                for (symbol, term) in &passive.edges[*edge].values {
                    let symbol = pool.symbol_term(*symbol);
                    let same = pool.eq(symbol, *term);
                    facts.push(pool.implies(taken, same));
                }
            }
        }
        facts
    }

    /// The literals that make the execution take this way out of a place, if it passes that.
    pub(crate) fn literals(&self, place: TopoIndex, way: usize, pool: &mut TermPool) -> Vec<Term> {
        let choices = &self.choices[place];
        let mut literals: Vec<Term> = Vec::with_capacity(choices.len());
        for symbol in choices.iter().take(way) {
            let chosen = pool.symbol_term(*symbol);
            literals.push(pool.not(chosen));
        }
        literals.extend(choices.get(way).map(|symbol| pool.symbol_term(*symbol)));
        literals
    }

    /// The way that a model takes; `None` if `value` does not tell.
    pub(crate) fn path(&self, dominators: &Dominators, value: &dyn Fn(SymbolId) -> Option<Value>) -> Option<Path> {
        self.path_from(0, TopoIndex::MAX, dominators, value)
    }

    /// The same from a place that it passes, as far as the last place before `end`, or to its own end.
    pub(crate) fn path_from(
        &self,
        start: TopoIndex,
        end: TopoIndex,
        dominators: &Dominators,
        value: &dyn Fn(SymbolId) -> Option<Value>,
    ) -> Option<Path> {
        let mut path = Path::new();
        let mut place = start;
        while place < end {
            let choices = &self.choices[place];
            let mut way = choices.len();
            for (position, symbol) in choices.iter().enumerate() {
                if value(*symbol)?.as_bool()? {
                    way = position;
                    break;
                }
            }
            path.push((place, way));
            match dominators.outgoing[place].get(way) {
                Some((_, next)) => place = *next,
                None => break,
            }
        }
        Some(path)
    }

    /// Whether terms over the choices and `R` hold of a way through the graph.
    pub(crate) fn admits(&self, path: &Path, pool: &TermPool, terms: impl IntoIterator<Item = Term>) -> bool {
        let mut model = Assignment::new();
        let mut passed = vec![false; self.reached.len()];
        for (place, way) in path {
            passed[*place] = true;
            for (position, symbol) in self.choices[*place].iter().enumerate() {
                model.insert(*symbol, Value::Bool(position == *way));
            }
        }
        model.extend(self.symbols.iter().map(|(place, symbol)| (*symbol, Value::Bool(passed[*place]))));
        let mut evaluator = Evaluator::new(model);
        terms.into_iter().all(|term| evaluator.holds(pool, term))
    }
}
