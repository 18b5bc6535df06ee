//! Forward search: follows many paths from the entry at once, each with the affine set of its executions.
//!
//! Ways are many, but those that began differently and go the same way for a while have about the same executions left: what lies
//! further back was overwritten, or outgrown. So as many ways to each place are kept as the beam is wide, those first
//! that differ in the choices they made last, or in how large the values are beside each other: on that depends what they
//! can do next, and hardly on how large all of them are.

use super::affine_set::{Affine, AffineSet};
use super::image::Image;
use super::lattice::Lattice;
use super::{Column, Fact, Form, Linear, invariants};
use crate::dominators::{Dominators, TopoIndex};
use clew_base::FastMap;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::hash::Hash;

/// What a beam of ways that differ in values takes at least: in programs of which random executions pass nearly everything, its
/// ways depend on many inputs.
const MANY_WAYS: usize = 1_000;

/// Bits of a choice that are remembered.
const BITS: u32 = 2;

/// What is told of executions that come to a place.
pub(crate) trait Watcher {
    type Failure;
    /// Whether executions that come to a place are of interest.
    fn is_wanted(&self, place: TopoIndex) -> bool;
    /// The last place that is wanted; `None` if it is time to stop.
    fn last_wanted(&self) -> Option<TopoIndex>;
    /// An execution on these inputs, a number for each free symbol of the program, comes to a place.
    fn found(&mut self, place: TopoIndex, inputs: &[i128]) -> Result<(), Self::Failure>;
}

/// How many ways are kept, and which.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Breadth {
    /// How many are kept at each place.
    pub width: usize,
    /// When two are alike: those that are like no other are kept first.
    pub alike: Alike,
}

impl Breadth {
    /// What it takes to follow them, counted in ways that differ in choices.
    pub(crate) fn cost(self) -> usize {
        match self.alike {
            Alike::Choices(_) => self.width,
            Alike::Values(_) => self.width.max(MANY_WAYS),
        }
    }
}

/// When ways are alike.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Alike {
    /// If their last choices are equal: this many of them are compared.
    Choices(u32),
    /// If their values are equal after the largest of them is divided into this many parts. That finds rare paths among many
    /// that are alike, and costs more time, since these are the ones that divide.
    Values(u8),
}

/// A beam of ways.
pub(crate) struct Forward<'a> {
    linear: &'a Linear,
    dominators: &'a Dominators,
    live: Vec<Vec<Column>>,
    /// Where a symbol is among those that are read behind the place at hand.
    position: Vec<usize>,
}

/// Executions, and the choices that they made last.
#[derive(Clone)]
struct Way {
    cell: AffineSet,
    recent: u64,
}

impl<'a> Forward<'a> {
    /// `None` where too many values are read.
    pub(crate) fn new(linear: &'a Linear, dominators: &'a Dominators) -> Option<Forward<'a>> {
        let live = invariants::live(linear, dominators)?;
        Some(Forward { linear, dominators, live, position: vec![usize::MAX; linear.columns] })
    }

    /// Follows ways from the entry to the last place that is wanted. Whether some were not kept.
    pub(crate) fn follow<W: Watcher>(
        &mut self,
        breadth: Breadth,
        watcher: &mut W,
        random: &mut Rng,
    ) -> Result<bool, W::Failure> {
        let mut is_narrow = false;
        let entry = Way { cell: AffineSet::all(self.live[0].len()), recent: 0 };
        let mut waiting = BTreeMap::from([(0, self.holding(entry, &self.linear.of_place[0], 0))]);
        while let Some((place, mut ways)) = waiting.pop_first()
            && watcher.last_wanted().is_some_and(|last| place < last)
        {
            if self.dominators.incoming[place].len() > 1 {
                apart(&mut ways);
            }
            is_narrow |= narrow(&mut ways, breadth, random);
            for way in ways {
                for (at, (edge, next)) in self.dominators.outgoing[place].iter().enumerate() {
                    for mut way in self.taken(&way, place, *edge, *next) {
                        if self.dominators.outgoing[place].len() > 1 {
                            way.recent = way.recent << BITS | (at as u64 & ((1 << BITS) - 1));
                        }
                        let is_wanted = watcher.is_wanted(*next);
                        if self.dominators.incoming[*next].len() > 1 {
                            way.cell = way.cell.project();
                        } else if !is_wanted {
                            waiting.entry(*next).or_default().push(way);
                            continue;
                        }
                        if !way.cell.settle() {
                            continue;
                        }
                        if is_wanted && let Some(inputs) = self.inputs(&way.cell) {
                            watcher.found(*next, &inputs)?;
                        }
                        waiting.entry(*next).or_default().push(way);
                    }
                }
            }
        }
        Ok(is_narrow)
    }

    /// The inputs of a cell: those that nothing reads are zero.
    fn inputs(&self, cell: &AffineSet) -> Option<Vec<i128>> {
        let known = cell.inputs()?;
        let number = |column: &Column| self.live[0].binary_search(column).map_or(0, |at| known[at]);
        Some(self.linear.free.iter().map(|(_, column)| number(column)).collect())
    }

    /// What takes an edge and passes its end.
    fn taken(&mut self, way: &Way, from: TopoIndex, edge: usize, to: TopoIndex) -> Vec<Way> {
        let linear = self.linear;
        let ways = self.holding(way.clone(), &linear.of_edge[edge], from);
        let moved = ways.into_iter().filter_map(|way| {
            let value = |column: &Column| {
                let bound = linear.values[edge].iter().find(|(bound, _)| bound == column);
                match bound {
                    Some((_, form)) => self.numbers(&way.cell, form.as_ref()?),
                    None => way.cell.linear(|values| Some(values[self.position[*column]])),
                }
            };
            let values: Option<Vec<_>> = self.live[to].iter().map(value).collect();
            Some(Way { cell: way.cell.moved(&values?), recent: way.recent })
        });
        let moved: Vec<Way> = moved.collect();
        moved.into_iter().flat_map(|way| self.holding(way, &linear.of_place[to], to)).collect()
    }

    /// The executions at a place for which all facts hold.
    fn holding(&mut self, way: Way, facts: &[Fact], place: TopoIndex) -> Vec<Way> {
        for (position, column) in self.live[place].iter().enumerate() {
            self.position[*column] = position;
        }
        let mut cells = vec![way.cell];
        for fact in facts {
            cells = cells.into_iter().flat_map(|cell| self.restricted(cell, fact)).collect();
        }
        cells.into_iter().map(|cell| Way { cell, recent: way.recent }).collect()
    }

    fn restricted(&self, cell: AffineSet, fact: &Fact) -> Vec<AffineSet> {
        let one = match fact {
            Fact::AtLeastZero(form) => self.numbers(&cell, form).and_then(|numbers| cell.at_least_zero(numbers)),
            Fact::Zero(form) => self.numbers(&cell, form).and_then(|numbers| cell.zero(numbers)),
            // It may be zero for some; an execution shows whether it is.
            Fact::NotZero(form) => match self.numbers(&cell, form) {
                Some((0, slopes)) if slopes.iter().all(|slope| *slope == 0) => None,
                numbers => numbers.map(|_| cell),
            },
            Fact::All(facts) => {
                let mut cells = vec![cell];
                for fact in facts {
                    cells = cells.into_iter().flat_map(|cell| self.restricted(cell, fact)).collect();
                }
                return cells;
            }
            Fact::Any(facts) => return facts.iter().flat_map(|fact| self.restricted(cell.clone(), fact)).collect(),
            Fact::Unknown => None,
        };
        one.into_iter().collect()
    }

    fn numbers(&self, cell: &AffineSet, form: &Form) -> Option<Affine> {
        let (mut value, slopes) = cell.linear(|values| form.slope(|column| values[self.position[column]]))?;
        value = value.checked_add(form.constant)?;
        Some((value, slopes))
    }
}

/// Leaves out ways that have no values which others do not have.
fn apart(ways: &mut Vec<Way>) {
    let mut images: FastMap<Lattice, Vec<(usize, Image)>> = FastMap::default();
    let mut needed = vec![true; ways.len()];
    // What most of them span is of one only; that is seen at less cost than what exactly it is.
    let spans: Vec<Vec<Vec<i64>>> = ways.iter().map(|way| way.cell.span()).collect();
    let mut with_span: FastMap<&[Vec<i64>], usize> = FastMap::default();
    spans.iter().for_each(|span| *with_span.entry(span).or_default() += 1);
    for (at, way) in ways.iter().enumerate().filter(|(at, _)| with_span[&spans[*at][..]] > 1) {
        let Some(mut image) = way.cell.image() else { continue };
        let alike = images.entry(std::mem::take(&mut image.lattice)).or_default();
        if alike.iter().any(|(_, other)| image.is_within(other)) {
            needed[at] = false;
            continue;
        }
        alike.retain(|(other, known)| {
            needed[*other] = !known.is_within(&image);
            needed[*other]
        });
        alike.push((at, image));
    }
    let mut needed = needed.into_iter();
    ways.retain(|_| needed.next() == Some(true));
}

/// Leaves as many ways as are to be kept. Whether there were more.
fn narrow(ways: &mut Vec<Way>, breadth: Breadth, random: &mut Rng) -> bool {
    if ways.len() <= breadth.width {
        return false;
    }
    random.shuffle(ways);
    match breadth.alike {
        Alike::Choices(choices) => {
            let mask = u64::MAX.checked_shr(u64::BITS.saturating_sub(BITS * choices)).unwrap_or(0);
            different_first(ways, |way| way.recent & mask);
        }
        Alike::Values(parts) => {
            // Those that are far apart come first among those that are apart.
            different_first(ways, |way| way.cell.direction(1));
            different_first(ways, |way| way.cell.direction(parts));
        }
    }
    ways.truncate(breadth.width);
    true
}

/// Sorts ways so that the first of each kind come first, then the second of each, and so on.
fn different_first<K: Eq + Hash>(ways: &mut [Way], kind: impl Fn(&Way) -> K) {
    let mut alike: FastMap<K, usize> = FastMap::default();
    ways.sort_by_cached_key(|way| {
        let alike = alike.entry(kind(way)).or_default();
        *alike += 1;
        *alike
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Formula;
    use crate::scope::Scope;
    use crate::unwind::{Ends, Unwinding};
    use clew_base::OrderedMap;
    use clew_term::TermPool;

    const PROGRAM: &str = "proc main(x, y) {
        a:
          x := 6 * x + 10 * y;
          goto b, c;
        b:
          assume x > 1000 && x != 1004;
          y := 3 * y;
          goto d;
        c:
          assume !(x > 1000 && x != 1004);
          y := x - 1;
          goto d;
        d:
          goto e, f;
        e:
          assume y + x == 1003;
          goto g;
        f:
          assume y + x != 1003;
          goto g;
        g:
          y := 0;
    }";

    /// Remembers the first inputs for each place.
    struct All(BTreeMap<TopoIndex, Vec<i128>>);

    impl Watcher for All {
        type Failure = ();
        fn is_wanted(&self, place: TopoIndex) -> bool {
            !self.0.contains_key(&place)
        }
        fn last_wanted(&self) -> Option<TopoIndex> {
            Some(TopoIndex::MAX)
        }
        fn found(&mut self, place: TopoIndex, inputs: &[i128]) -> Result<(), ()> {
            self.0.insert(place, inputs.to_vec());
            Ok(())
        }
    }

    #[test]
    fn what_comes_to_a_place_takes_a_way_there() {
        let program = clew_ir::parse("test.clew", PROGRAM).expect("a program");
        let (entry, procedure) = program.procedure("main").expect("it has an entry");
        let how = Unwinding { bound: 0, summaries: None, ends: Ends::Finished };
        let mut pool = TermPool::new();
        let scope = Scope::of(&program, entry);
        let formula = Formula::of(&program, &scope, &how, OrderedMap::default(), &mut pool).expect("it is small");
        let mut forward = Forward::new(&formula.linear, &formula.dominators).expect("few values are read");
        let mut all = All(BTreeMap::new());
        let is_narrow =
            forward.follow(Breadth { width: 100, alike: Alike::Values(50) }, &mut all, &mut Rng::with_seed(1));
        assert_eq!(is_narrow, Ok(false));
        for (place, inputs) in &all.0 {
            let block = formula.unwound.nodes[formula.dominators.nodes[*place]].block;
            // The order of the inputs is that in which they are read first.
            let (x, y) = (6 * inputs[1] + 10 * inputs[0], inputs[0]);
            let is_large = x > 1000;
            let sum = x + if is_large { 3 * y } else { x - 1 };
            let label = procedure.body.blocks[block].label.to_string();
            let passes = match &label[..] {
                "b" => is_large,
                "c" => !is_large || x == 1004,
                "e" => sum == 1003,
                "f" => sum != 1003,
                _ => true,
            };
            assert!(passes, "{label}: {inputs:?}");
        }
        assert_eq!(all.0.len(), formula.dominators.nodes.len() - 1, "all but the entry");
    }
}
