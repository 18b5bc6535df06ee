//! Executions of the unwound program on values.

use crate::condition::Path;
use crate::passive::Passive;
use crate::shape::{Place, Shape};
use clew_term::{Assignment, Evaluator, TermPool};

/// How many places an execution may try for each place of the program.
const TRIES: usize = 4;

/// Which of several ways that are open an execution takes.
pub(crate) trait Preference {
    /// The position of the way that comes first; the others come in order.
    fn first(&mut self, ways: &[Place]) -> usize;
}

/// A complete execution.
pub(crate) struct Execution {
    /// The way that it takes.
    pub path: Path,
    /// The values along it.
    pub values: Evaluator,
}

/// Runs the program on values of its inputs, first along the beginning of a path: a complete execution, if one is found.
/// Ways that do not come to an end are given up for others.
pub(crate) fn execute(
    inputs: Assignment,
    beginning: &[(Place, usize)],
    passive: &Passive,
    shape: &Shape,
    pool: &TermPool,
    preference: &mut dyn Preference,
) -> Option<Execution> {
    let mut machine = Machine { evaluator: Evaluator::new(inputs), passive, shape, pool };
    if !machine.holds(&passive.nodes[shape.nodes.first()?].facts) {
        return None;
    }
    let mut path: Path = Vec::new();
    // For each place of the path and the one behind it the ways that are still open, the next one last.
    let mut open: Vec<Vec<usize>> = vec![machine.ways(0, beginning, 0, preference)];
    let mut place = 0;
    for _ in 0..shape.nodes.len().saturating_mul(TRIES) {
        if shape.outgoing[place].is_empty() {
            path.push((place, 0));
            return Some(Execution { path, values: machine.evaluator });
        }
        match open.last_mut()?.pop() {
            Some(way) => {
                path.push((place, way));
                let (edge, next) = shape.outgoing[place][way];
                machine.take(edge);
                place = next;
                open.push(machine.ways(place, beginning, path.len(), preference));
            }
            None => {
                open.pop();
                (place, _) = path.pop()?;
            }
        }
    }
    None
}

struct Machine<'a> {
    evaluator: Evaluator,
    passive: &'a Passive,
    shape: &'a Shape,
    pool: &'a TermPool,
}

impl Machine<'_> {
    fn holds(&mut self, facts: &[clew_term::Term]) -> bool {
        facts.iter().all(|fact| self.evaluator.holds(self.pool, *fact))
    }

    /// Gives the variables the values that they have on an edge.
    fn take(&mut self, edge: usize) {
        let values = &self.passive.edges[edge].values;
        let values: Vec<_> =
            values.iter().map(|(symbol, term)| (*symbol, self.evaluator.value(self.pool, *term))).collect();
        for (symbol, value) in values {
            self.evaluator.assign(self.pool, symbol, value);
        }
    }

    /// The ways on which an execution comes to the next place, the preferred one last.
    fn ways(
        &mut self,
        place: Place,
        beginning: &[(Place, usize)],
        at: usize,
        preference: &mut dyn Preference,
    ) -> Vec<usize> {
        let outgoing = &self.shape.outgoing[place];
        let passive = self.passive;
        let mut ways = Vec::new();
        for (way, (edge, next)) in outgoing.iter().enumerate().rev() {
            let is_elsewhere = at + 1 < beginning.len() && beginning[at] != (place, way);
            if is_elsewhere || !self.holds(&passive.edges[*edge].facts) {
                continue;
            }
            self.take(*edge);
            if self.holds(&passive.nodes[&self.shape.nodes[*next]].facts) {
                ways.push(way);
            }
        }
        if ways.len() > 1 {
            let places: Vec<Place> = ways.iter().map(|way| outgoing[*way].1).collect();
            let first = preference.first(&places).min(ways.len() - 1);
            let way = ways.remove(first);
            ways.push(way);
        }
        ways
    }
}
