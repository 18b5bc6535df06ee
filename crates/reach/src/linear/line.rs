//! Follows all executions at once whose inputs lie on a line.
//!
//! On a line every value is a linear function of one number as long as the way is the same, and a condition holds for an interval
//! of that number. So each way is followed with the interval that takes it, and no way that a line has is missed, however
//! narrow the interval is: where a value has to be zero, there may be a single number for which it is. An interval in which a value
//! changes its sign without ever being zero is told too: other inputs nearby may make it so.

use super::lattice::Overflow;
use super::{Fact, Form, Linear};
use crate::dominators::{Dominators, TopoIndex};

/// Inputs that differ by multiples of one vector. There is a number for each free symbol of the program, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub base: Vec<i128>,
    pub step: Vec<i128>,
}

impl Line {
    /// The inputs at a number.
    pub(crate) fn at(&self, number: i128) -> Result<Vec<i128>, Overflow> {
        let mut inputs = self.base.clone();
        super::lattice::subtract(&mut inputs, number.checked_neg().ok_or(Overflow)?, &self.step)?;
        Ok(inputs)
    }
}

/// Numbers from the first to the second, which is not less.
type Interval = (i128, i128);

/// What was seen on a line.
#[derive(Clone, Debug)]
pub(crate) enum Seen {
    /// The execution at this number comes to the place.
    Passed { place: TopoIndex, number: i128 },
    /// On these edges executions come to the place, or before it, but for a value that would have to be zero and jumps over
    /// that at this number.
    Missed { place: TopoIndex, number: i128, edges: Vec<usize>, form: Form },
}

/// What follows lines.
pub(crate) struct Follower<'a> {
    linear: &'a Linear,
    dominators: &'a Dominators,
    /// The values of the symbols on the way at hand: slope and constant.
    values: Vec<(i128, i128)>,
    edges: Vec<usize>,
    seen: Vec<Seen>,
}

/// A place that is still to be entered, with the edge into it, how many edges come before that, and for which numbers.
struct Open {
    place: TopoIndex,
    edge: Option<usize>,
    depth: usize,
    interval: Interval,
}

impl<'a> Follower<'a> {
    pub(crate) fn new(linear: &'a Linear, dominators: &'a Dominators) -> Follower<'a> {
        Follower { linear, dominators, values: vec![(0, 0); linear.columns], edges: Vec::new(), seen: Vec::new() }
    }

    /// Follows a line between two numbers through a limited number of places, and tells of places that are wanted, some of them more
    /// than once. What needs numbers that are too large is left out.
    pub(crate) fn follow(
        &mut self,
        line: &Line,
        between: Interval,
        is_wanted: &dyn Fn(TopoIndex) -> bool,
        places: &mut usize,
    ) -> Vec<Seen> {
        for (at, (_, column)) in self.linear.free.iter().enumerate() {
            self.values[*column] = (line.step[at], line.base[at]);
        }
        self.seen.clear();
        let mut open = vec![Open { place: 0, edge: None, depth: 0, interval: between }];
        while let Some(Open { place, edge, depth, interval }) = open.pop() {
            if *places == 0 {
                break;
            }
            *places -= 1;
            self.edges.truncate(depth);
            if let Some(edge) = edge {
                self.edges.push(edge);
                if self.take(edge).is_none() {
                    continue;
                }
            }
            let wanted = is_wanted(place);
            let Some(intervals) = self.holding(&self.linear.of_place[place], place, wanted, interval) else { continue };
            for interval in intervals {
                if wanted {
                    let number = interval.0 + (interval.1 - interval.0) / 2;
                    self.seen.push(Seen::Passed { place, number });
                }
                for (edge, next) in &self.dominators.outgoing[place] {
                    let wanted = is_wanted(*next);
                    let depth = self.edges.len();
                    let taken = self.holding(&self.linear.of_edge[*edge], *next, wanted, interval);
                    let taken = taken.into_iter().flatten();
                    open.extend(taken.map(|interval| Open { place: *next, edge: Some(*edge), depth, interval }));
                }
            }
        }
        std::mem::take(&mut self.seen)
    }

    /// Gives symbols their values on an edge. Those that a value is computed from were given theirs at places before, and keep
    /// them as long as the way goes on from there.
    fn take(&mut self, edge: usize) -> Option<()> {
        for (column, form) in &self.linear.values[edge] {
            self.values[*column] = self.along(form.as_ref()?)?;
        }
        Some(())
    }

    /// The slope and the constant of a form.
    fn along(&self, form: &Form) -> Option<(i128, i128)> {
        Some((form.slope(|column| self.values[column].0)?, form.value(|column| self.values[column].1)?))
    }

    /// The numbers in an interval for which all facts hold.
    fn holding(&mut self, facts: &[Fact], place: TopoIndex, wanted: bool, interval: Interval) -> Option<Vec<Interval>> {
        let mut intervals = vec![interval];
        for fact in facts {
            let mut left = Vec::with_capacity(intervals.len());
            for interval in intervals {
                self.split(fact, interval, &mut left)?;
                if let (true, Fact::Zero(form)) = (wanted && left.is_empty(), fact) {
                    self.note_miss(form, place, interval)?;
                }
            }
            intervals = left;
        }
        Some(intervals)
    }

    /// Adds the numbers in an interval for which a fact holds.
    fn split(&self, fact: &Fact, (low, high): Interval, into: &mut Vec<Interval>) -> Option<()> {
        let mut add = |low: i128, high: i128| into.extend((low <= high).then_some((low, high)));
        match fact {
            Fact::AtLeastZero(form) => {
                let (slope, constant) = self.along(form)?;
                match slope {
                    0 if constant < 0 => {}
                    0 => add(low, high),
                    1.. => add(low.max(up(constant.checked_neg()?, slope)), high),
                    _ => add(low, high.min(constant.div_euclid(slope.checked_neg()?))),
                }
            }
            Fact::Zero(form) | Fact::NotZero(form) => {
                let (slope, constant) = self.along(form)?;
                let wants_zero = matches!(fact, Fact::Zero(_));
                if slope == 0 {
                    if (constant == 0) == wants_zero {
                        add(low, high);
                    }
                    return Some(());
                }
                let root = constant.checked_neg()?.checked_div(slope)?;
                let is_root = constant.checked_rem(slope)? == 0 && (low..=high).contains(&root);
                match (wants_zero, is_root) {
                    (true, true) => add(root, root),
                    (true, false) => {}
                    (false, true) => {
                        add(low, root.checked_sub(1)?);
                        add(root.checked_add(1)?, high);
                    }
                    (false, false) => add(low, high),
                }
            }
            Fact::All(facts) => {
                let mut intervals = vec![(low, high)];
                for fact in facts {
                    let mut left = Vec::new();
                    intervals.iter().try_for_each(|interval| self.split(fact, *interval, &mut left))?;
                    intervals = left;
                }
                into.extend(intervals);
            }
            Fact::Any(facts) => {
                let mut rest = vec![(low, high)];
                for fact in facts {
                    let mut left = Vec::new();
                    for interval in rest {
                        let mut found = Vec::new();
                        self.split(fact, interval, &mut found)?;
                        found.sort_unstable();
                        left.extend(without(interval, &found));
                        into.extend(found);
                    }
                    rest = left;
                }
            }
            Fact::Unknown => return None,
        }
        Some(())
    }

    /// Notes where a value that has to be zero jumps over it.
    fn note_miss(&mut self, form: &Form, place: TopoIndex, (low, high): Interval) -> Option<()> {
        let (slope, constant) = self.along(form)?;
        if slope != 0 {
            let number = constant.checked_neg()?.checked_div(slope)?;
            if (low..=high).contains(&number) {
                self.seen.push(Seen::Missed { place, number, edges: self.edges.clone(), form: form.clone() });
            }
        }
        Some(())
    }
}

/// The parts of an interval between others, which are sorted and in it.
fn without((low, high): Interval, others: &[Interval]) -> Vec<Interval> {
    let mut rest = Vec::new();
    let mut next = low;
    for (start, end) in others {
        if next < *start {
            rest.push((next, start - 1));
        }
        next = end + 1;
    }
    if next <= high {
        rest.push((next, high));
    }
    rest
}

/// A quotient by a positive number, rounded up.
fn up(number: i128, divisor: i128) -> i128 {
    number.div_euclid(divisor) + i128::from(number.rem_euclid(divisor) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Formula;
    use crate::linear::flat::{Flat, Gradient};
    use crate::linear::invariants;
    use crate::linear::lattice::Lattice;
    use crate::regions::Regions;
    use crate::scope::Scope;
    use crate::unwind::{Ends, Unwinding};
    use clew_base::OrderedMap;
    use clew_term::TermPool;

    const PROGRAM: &str = "proc main(x, y) {
        a:
          x := 6 * x + 10 * y;
          goto b, c;
        b:
          assume x > 3 && x != 8;
          y := y + x;
          goto d;
        c:
          assume !(x > 3 && x != 8);
          y := 2 * x;
          goto d;
        d:
          goto e, f;
        e:
          assume y == 20;
          goto g;
        f:
          assume y < 20 || y > 20;
          goto g;
        g:
          goto h, i;
        h:
          assume x == 7;
          goto j;
        i:
          assume x != 7;
          goto j;
        j:
          y := 0;
    }";

    fn formula(pool: &mut TermPool) -> (clew_ir::Program, Formula) {
        let program = clew_ir::parse("test.clew", PROGRAM).expect("a program");
        let (entry, _) = program.procedure("main").expect("it has an entry");
        let how = Unwinding { bound: 2, summaries: None, ends: Ends::Finished };
        let scope = Scope::of(&program, entry);
        let formula = Formula::of(&program, &scope, &how, OrderedMap::default(), pool).expect("it is small");
        (program, formula)
    }

    fn labels(program: &clew_ir::Program, formula: &Formula, places: impl Iterator<Item = TopoIndex>) -> String {
        let procedure = program.procedure("main").expect("it has an entry").1;
        let label = |place: TopoIndex| {
            let block = formula.unwound.nodes[formula.dominators.nodes[place]].block;
            procedure.body.blocks[block].label.to_string()
        };
        let mut labels: Vec<String> = places.map(label).collect();
        labels.sort();
        labels.dedup();
        labels.concat()
    }

    #[test]
    fn a_line_shows_what_its_points_show() {
        let mut pool = TermPool::new();
        let (program, formula) = formula(&mut pool);
        let mut follower = Follower::new(&formula.linear, &formula.dominators);
        assert!(formula.linear.is_exact);
        // y = 0: 6x is 20 nowhere, and on the way through b, it would have to be 20.
        let line = Line { base: vec![0, 0], step: vec![1, 0] };
        let seen = follower.follow(&line, (-100, 100), &|_| true, &mut 1_000);
        let passed =
            seen.iter().filter_map(|one| if let Seen::Passed { place, .. } = one { Some(*place) } else { None });
        assert_eq!(labels(&program, &formula, passed), "abcdfgij");
        let missed = seen.iter().filter_map(|one| match one {
            Seen::Missed { place, number, edges, form } => Some((*place, *number, edges.clone(), form.clone())),
            Seen::Passed { .. } => None,
        });
        let is_e = |place: TopoIndex| labels(&program, &formula, std::iter::once(place)) == "e";
        let found = missed.into_iter().find(|(place, ..)| is_e(*place));
        let (place, number, edges, form) = found.expect("e is missed");

        let mut room = vec![0; formula.linear.columns];
        let gradient = Gradient::of(&form, &edges, &formula.linear, &mut room).expect("small numbers");
        let near = line.at(number).expect("small numbers");
        let flat = Flat(Lattice::all(2)).cut(&gradient, near).expect("small numbers");
        let Flat(lattice) = flat.expect("6x + 11y = 20 has solutions, and so has 12x + 20y = 20");
        let line = Line { base: lattice.base.clone(), step: lattice.rows[0].clone() };
        let seen = follower.follow(&line, (-100, 100), &|at| at == place, &mut 1_000);
        assert!(seen.iter().any(|one| matches!(one, Seen::Passed { .. })), "{line:?} {seen:?}");
    }

    #[test]
    fn what_is_odd_is_infeasible_where_all_is_even() {
        let mut pool = TermPool::new();
        let (program, formula) = formula(&mut pool);
        let regions = Regions::of(&formula.passive, &formula.dominators);
        let possible =
            invariants::possible(&formula.linear, &formula.dominators, &regions, &|| true).expect("it is small");
        let never = (0..possible.len()).filter(|place| !possible[*place]);
        assert_eq!(labels(&program, &formula, never), "h");
    }

    #[test]
    fn the_parts_between_intervals() {
        assert_eq!(without((0, 9), &[(0, 2), (5, 5)]), [(3, 4), (6, 9)]);
        assert_eq!(without((0, 9), &[(0, 9)]), []);
        assert_eq!((up(7, 2), up(-7, 2), up(6, 2)), (4, -3, 3));
    }
}
