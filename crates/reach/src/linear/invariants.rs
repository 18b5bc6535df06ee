//! Proves places infeasible by the linear equations and congruences that hold of all executions.
//!
//! Each place gets a few lattices of the values that are read behind it, so that every execution that comes there has its values in
//! one of them; inequalities count only where both sides are known. Where there are too many for a place they are joined. At the
//! places that all executions pass they are joined in any case, but what lies behind such a place is looked at from some places
//! of that kind before it, ways apart, which sees what the ways through a few regions have in common.

use super::lattice::{Cut, Lattice};
use super::{Column, Fact, Form, Linear};
use crate::dominators::{Dominators, TopoIndex};
use crate::regions::{RegionIndex, Regions};

/// How many regions before the one in question are analyzed again, with their paths kept apart.
const WINDOW: usize = 2;
/// At most this many lattices are kept for one place.
const APART: usize = 64;
/// Places behind which more values are read are not looked at any further.
const MAX_LIVE: usize = 64;

/// For each place whether an execution may pass it as far as equations and congruences tell; `goes_on` is asked now and then.
/// `None` where that cannot be told.
pub(crate) fn possible(
    linear: &Linear,
    dominators: &Dominators,
    regions: &Regions,
    goes_on: &dyn Fn() -> bool,
) -> Option<Vec<bool>> {
    let live = live(linear, dominators)?;
    let mut flow = Flow { linear, dominators, live, position: vec![usize::MAX; linear.columns] };
    let mut possible = vec![false; dominators.nodes.len()];
    let entry = flow.live.first().map(|columns| Lattice::all(columns.len()))?;
    // For each region what holds before its first place: at the last place of the region before, once that is passed.
    let mut borders: Vec<Vec<Lattice>> = Vec::new();
    let enter = |flow: &mut Flow<'_>| flow.passed(0, entry.clone()).into_iter().collect::<Vec<_>>();
    for region in 0..regions.len() {
        if !goes_on() {
            return None;
        }
        let first = region.saturating_sub(WINDOW);
        let begun = if first == 0 { enter(&mut flow) } else { borders[first - 1].clone() };
        let found = flow.through(regions, first..region + 1, begun, &mut possible);
        borders.push(joined(found));
    }
    Some(possible)
}

/// The integer symbols that are read at or behind each place, or on the ways there, in order.
pub(super) fn live(linear: &Linear, dominators: &Dominators) -> Option<Vec<Vec<Column>>> {
    let mut live: Vec<Vec<Column>> = vec![Vec::new(); dominators.nodes.len()];
    for place in (0..dominators.nodes.len()).rev() {
        let mut columns: Vec<Column> = Vec::new();
        linear.of_place[place].iter().for_each(|fact| read(fact, &mut columns));
        for (edge, next) in &dominators.outgoing[place] {
            linear.of_edge[*edge].iter().for_each(|fact| read(fact, &mut columns));
            let values = &linear.values[*edge];
            columns.extend(live[*next].iter().filter(|column| values.iter().all(|(bound, _)| bound != *column)));
            columns
                .extend(values.iter().flat_map(|(_, form)| form).flat_map(|form| &form.parts).map(|(read, _)| *read));
        }
        columns.sort_unstable();
        columns.dedup();
        if columns.len() > MAX_LIVE {
            return None;
        }
        live[place] = columns;
    }
    Some(live)
}

fn read(fact: &Fact, columns: &mut Vec<Column>) {
    match fact {
        Fact::AtLeastZero(form) | Fact::Zero(form) | Fact::NotZero(form) => {
            columns.extend(form.parts.iter().map(|(column, _)| *column));
        }
        Fact::All(facts) | Fact::Any(facts) => facts.iter().for_each(|fact| read(fact, columns)),
        Fact::Unknown => {}
    }
}

/// One lattice for all.
fn joined(lattices: Vec<Lattice>) -> Vec<Lattice> {
    let mut lattices = lattices.into_iter();
    let Some(mut all) = lattices.next() else { return Vec::new() };
    let columns = all.base.len();
    if lattices.try_for_each(|lattice| all.join(&lattice)).is_err() || all.tidy().is_err() {
        all = Lattice::all(columns);
    }
    vec![all]
}

struct Flow<'a> {
    linear: &'a Linear,
    dominators: &'a Dominators,
    live: Vec<Vec<Column>>,
    /// Where a symbol is among those that are read behind the place at hand.
    position: Vec<usize>,
}

impl Flow<'_> {
    /// Goes through some regions, one behind the other; what holds at the end of the last. What is passed in that one is noted.
    fn through(
        &mut self,
        regions: &Regions,
        range: std::ops::Range<RegionIndex>,
        begun: Vec<Lattice>,
        possible: &mut [bool],
    ) -> Vec<Lattice> {
        let dominators = self.dominators;
        let (start, last) = (range.start, range.end - 1);
        let first_place = regions.places(start).start;
        let entry = regions.start(start).unwrap_or(0);
        let end = regions.places(last).end;
        let noted = regions.places(last).start;
        let offset = entry.min(first_place);
        let mut at: Vec<Vec<Lattice>> = vec![Vec::new(); end - offset];
        at[entry - offset] = begun;
        for place in offset..end {
            let mut arrived = std::mem::take(&mut at[place - offset]);
            if place != entry {
                for (edge, from) in &dominators.incoming[place] {
                    if *from >= offset {
                        let before = at[*from - offset].clone();
                        arrived
                            .extend(before.into_iter().filter_map(|lattice| self.taken(lattice, *edge, *from, place)));
                    }
                }
                if arrived.len() > APART {
                    arrived = joined(arrived);
                }
            }
            if place >= noted || place == entry {
                possible[place] |= !arrived.is_empty();
            }
            at[place - offset] = arrived;
        }
        at.pop().unwrap_or_default()
    }

    /// What is left of a lattice at a place once the place is passed.
    fn passed(&mut self, place: TopoIndex, mut lattice: Lattice) -> Option<Lattice> {
        let linear = self.linear;
        self.locate(place);
        linear.of_place[place].iter().all(|fact| self.restrict(&mut lattice, fact)).then_some(lattice)
    }

    /// What becomes of a lattice on an edge whose end is passed.
    fn taken(&mut self, mut lattice: Lattice, edge: usize, from: TopoIndex, to: TopoIndex) -> Option<Lattice> {
        let linear = self.linear;
        self.locate(from);
        if !linear.of_edge[edge].iter().all(|fact| self.restrict(&mut lattice, fact)) {
            return None;
        }
        let moved = self.moved(&lattice, edge, to);
        self.passed(to, moved)
    }

    fn locate(&mut self, place: TopoIndex) {
        for (position, column) in self.live[place].iter().enumerate() {
            self.position[*column] = position;
        }
    }

    /// The values at the end of an edge. One that is not known may be any.
    fn moved(&self, lattice: &Lattice, edge: usize, to: TopoIndex) -> Lattice {
        let columns = &self.live[to];
        let mut base = vec![0; columns.len()];
        let mut rows = vec![vec![0; columns.len()]; lattice.rows.len()];
        for (at, column) in columns.iter().enumerate() {
            let bound = self.linear.values[edge].iter().find(|(bound, _)| bound == column);
            let numbers = match bound {
                Some((_, Some(form))) => self.numbers(lattice, form),
                Some((_, None)) => None,
                None => {
                    let position = self.position[*column];
                    Some((lattice.base[position], lattice.rows.iter().map(|row| row[position]).collect()))
                }
            };
            match numbers {
                Some((value, slopes)) => {
                    base[at] = value;
                    rows.iter_mut().zip(slopes).for_each(|(row, slope): (&mut Vec<i128>, i128)| row[at] = slope);
                }
                None => {
                    let mut row = vec![0; columns.len()];
                    row[at] = 1;
                    rows.push(row);
                }
            }
        }
        rows.retain(|row| row.iter().any(|number| *number != 0));
        let mut moved = Lattice { base, rows };
        if moved.rows.len() > columns.len() && moved.tidy().is_err() {
            return Lattice::all(columns.len());
        }
        moved
    }

    /// The value of a form at the base, and its slopes along the rows.
    fn numbers(&self, lattice: &Lattice, form: &Form) -> Option<(i128, Vec<i128>)> {
        let value = form.value(|column| lattice.base[self.position[column]])?;
        let slopes = lattice.rows.iter().map(|row| form.slope(|column| row[self.position[column]]));
        Some((value, slopes.collect::<Option<_>>()?))
    }

    /// Leaves out vectors for which a fact does not hold. False if there are no others.
    fn restrict(&self, lattice: &mut Lattice, fact: &Fact) -> bool {
        let form = match fact {
            Fact::AtLeastZero(form) | Fact::Zero(form) | Fact::NotZero(form) => form,
            Fact::All(facts) => return facts.iter().all(|fact| self.restrict(lattice, fact)),
            Fact::Any(facts) => {
                let left: Vec<Lattice> = facts
                    .iter()
                    .filter_map(|fact| {
                        let mut part = lattice.clone();
                        self.restrict(&mut part, fact).then_some(part)
                    })
                    .collect();
                if let [only] = &left[..] {
                    *lattice = only.clone();
                }
                return !left.is_empty();
            }
            Fact::Unknown => return true,
        };
        if matches!(fact, Fact::Zero(_)) && !form.may_be_zero() {
            return false;
        }
        let Some((value, slopes)) = self.numbers(lattice, form) else { return true };
        match fact {
            // What overflows is left as it is.
            Fact::Zero(_) => lattice.cut(value, slopes).unwrap_or(Cut::Something) == Cut::Something,
            _ if slopes.iter().any(|slope| *slope != 0) => true,
            Fact::NotZero(_) => value != 0,
            _ => value >= 0,
        }
    }
}
