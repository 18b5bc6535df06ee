//! Looks backwards from a place for a way from the entry on which all conditions can hold together, as far as rational numbers
//! and floating point tell.
//!
//! Backwards, a condition stays a condition on the few values that it comes from, and only ways that lead to the place are
//! looked at; forwards, most ways are about values that decide nothing there. There are too many still: of those to a
//! place as many are kept as the beam is wide.

use super::precondition::WeakestPrecondition;
use super::{Column, Form, Linear};
use crate::dominators::{Dominators, TopoIndex};
use fastrand::Rng;
use std::collections::BTreeMap;

/// What a condition that a sample does not fulfil counts, beside how far it is from that.
const UNFULFILLED: f64 = 0.2;

/// Which ways are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Those whose conditions a known execution comes closest to.
    Close,
    /// Those with the fewest conditions.
    Simple,
}

/// A known execution.
pub(crate) struct Sample {
    /// The places that it passes, in order.
    places: Vec<TopoIndex>,
    /// The values of the symbols that it gives one.
    values: Vec<f64>,
}

impl Sample {
    /// The execution on these inputs, a number for each free symbol, that passes these places.
    pub(crate) fn of(inputs: &[f64], places: Vec<TopoIndex>, linear: &Linear, dominators: &Dominators) -> Sample {
        let mut values = vec![0.0; linear.columns];
        linear.free.iter().zip(inputs).for_each(|((_, column), number)| values[*column] = *number);
        for step in places.windows(2) {
            let taken = dominators.outgoing[step[0]].iter().find(|(_, to)| *to == step[1]);
            for (column, form) in taken.into_iter().flat_map(|(edge, _)| &linear.values[*edge]) {
                values[*column] = form.as_ref().map_or(0.0, |form| value(form, &values));
            }
        }
        Sample { places, values }
    }

    /// How far it is from fulfilling the rows of a demand, in parts of the numbers that this is about.
    fn lacks(&self, rows: &[Vec<f64>], columns: &[Column]) -> f64 {
        let own: Vec<f64> = columns.iter().map(|column| self.values[*column]).collect();
        let length = 1.0 + own.iter().map(|number| number * number).sum::<f64>().sqrt();
        let lack = |row: &Vec<f64>| {
            let value: f64 = row.iter().zip(&own).map(|(factor, number)| factor * number).sum();
            let lack = -(value + row[own.len()]);
            if lack > 1e-9 { UNFULFILLED + lack / length } else { 0.0 }
        };
        rows.iter().map(lack).sum()
    }
}

fn value(form: &Form, values: &[f64]) -> f64 {
    let parts = form.parts.iter().map(|(column, factor)| *factor as f64 * values[*column]);
    parts.sum::<f64>() + form.constant as f64
}

/// A search backwards.
pub(crate) struct Beam<'a> {
    pub linear: &'a Linear,
    pub dominators: &'a Dominators,
    pub samples: &'a [Sample],
    pub keep: Keep,
    pub width: usize,
}

impl Beam<'_> {
    /// The edges of ways from the entry to a place, the first first; `goes_on` is asked now and then.
    pub(crate) fn ways(&self, goal: TopoIndex, random: &mut Rng, goes_on: &dyn Fn() -> bool) -> Vec<Vec<usize>> {
        let mut room = vec![0; self.linear.columns];
        let mut waiting: BTreeMap<TopoIndex, Vec<WeakestPrecondition>> = BTreeMap::new();
        waiting.insert(goal, possible(WeakestPrecondition::default().with(&self.linear.of_place[goal])));
        while let Some((place, mut demands)) = waiting.pop_last() {
            if place == 0 {
                let way = |demand: WeakestPrecondition| demand.edges.into_iter().rev().collect();
                return demands.into_iter().map(way).collect();
            }
            if !goes_on() {
                break;
            }
            self.narrow(place, &mut demands, random);
            for demand in &demands {
                for (edge, from) in &self.dominators.incoming[place] {
                    let before = demand.clone().before(*edge, self.linear, &mut room);
                    let facts = [&self.linear.of_edge[*edge][..], &self.linear.of_place[*from]].concat();
                    let before = before.into_iter().flat_map(|demand| demand.with(&facts));
                    waiting.entry(*from).or_default().extend(possible(before.collect()));
                }
            }
        }
        Vec::new()
    }

    /// Leaves as many as are to be kept.
    fn narrow(&self, place: TopoIndex, demands: &mut Vec<WeakestPrecondition>, random: &mut Rng) {
        if demands.len() <= self.width {
            return;
        }
        random.shuffle(demands);
        match self.keep {
            Keep::Simple => demands.sort_by_key(|demand| demand.at_least_zero.len() + 2 * demand.zero.len()),
            Keep::Close => {
                let passed: Vec<&Sample> =
                    self.samples.iter().filter(|sample| sample.places.binary_search(&place).is_ok()).collect();
                demands.sort_by_cached_key(|demand| {
                    let (rows, columns) = demand.rows();
                    let lacks = passed.iter().map(|sample| sample.lacks(&rows, &columns));
                    // The bits of numbers that are not negative are in their order.
                    lacks.fold(f64::INFINITY, f64::min).to_bits()
                });
            }
        }
        demands.truncate(self.width);
    }
}

fn possible(mut demands: Vec<WeakestPrecondition>) -> Vec<WeakestPrecondition> {
    demands.retain(WeakestPrecondition::is_possible);
    demands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Formula;
    use crate::scope::Scope;
    use crate::unwind::{Ends, Unwinding};
    use clew_term::TermPool;

    const PROGRAM: &str = "proc main(x, y) {
        a:
          goto b, c;
        b:
          assume x > 3;
          y := y + x;
          goto d;
        c:
          assume x <= 3;
          y := 2 * x;
          goto d;
        d:
          goto e, f;
        e:
          assume y == 7;
          goto g, h;
        f:
          assume y < 7 || y > 7;
          goto i;
        g:
          assume x < 0;
          goto i;
        h:
          assume x >= 0;
          goto i;
        i:
          y := 0;
    }";

    /// The labels on the ways that are found to the block with a label.
    fn ways(label: &str) -> Vec<String> {
        let program = clew_ir::parse("test.clew", PROGRAM).expect("a program");
        let (entry, procedure) = program.procedure("main").expect("it has an entry");
        let how = Unwinding { bound: 0, summaries: None, ends: Ends::Finished };
        let mut pool = TermPool::new();
        let none = clew_base::OrderedMap::default();
        let formula = Formula::of(&program, &Scope::of(&program, entry), &how, none, &mut pool).expect("it is small");
        let of = |place: TopoIndex| {
            let block = formula.unwound.nodes[formula.dominators.nodes[place]].block;
            procedure.body.blocks[block].label.to_string()
        };
        let (linear, dominators) = (&formula.linear, &formula.dominators);
        // x = 5 and y = 1: through b, past e.
        let places: Vec<TopoIndex> =
            (0..dominators.nodes.len()).filter(|place| "abdfi".contains(&of(*place))).collect();
        let samples = [Sample::of(&[5.0, 1.0], places, linear, dominators)];
        let goal = (0..dominators.nodes.len()).find(|place| of(*place) == label).expect("there is such a block");
        let mut found = Vec::new();
        for (keep, width) in [(Keep::Close, 1), (Keep::Simple, 8)] {
            let beam = Beam { linear, dominators, samples: &samples, keep, width };
            for way in beam.ways(goal, &mut Rng::with_seed(1), &|| true) {
                let mut labels = of(0);
                let mut place = 0;
                for edge in way {
                    place = dominators.outgoing[place].iter().find(|(out, _)| *out == edge).expect("a way").1;
                    labels += &of(place);
                }
                found.push(labels);
            }
        }
        found
    }

    #[test]
    fn ways_on_which_all_conditions_can_hold() {
        assert_eq!(ways("e"), ["abde", "abde"], "twice x is never seven");
        assert_eq!(ways("h"), ["abdeh", "abdeh"]);
        assert_eq!(ways("g"), Vec::<String>::new(), "x is more than three where y is seven");
        assert_eq!(ways("a"), ["a", "a"]);
    }
}
