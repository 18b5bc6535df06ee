//! Follows lines through the space of inputs, and turns towards equations that they miss.
//!
//! A line shows all executions on it, among them such as only few inputs have. Where a line shows that a value jumps over zero
//! which should be zero, the equation is solved over the integers: along one way the value is a linear form of the inputs. Lines through the
//! solutions all fulfil it as long as they go that way, and show what lies behind; there, the next equation can be solved.

use crate::dominators::TopoIndex;
use crate::linear::flat::{Flat, Gradient};
use crate::linear::lattice::Lattice;
use crate::linear::line::{Follower, Line, Seen};
use crate::search::{Internal, Search, Status, Tried};
use clew_term::{Assignment, Value};
use fastrand::Rng;
use num_bigint::BigInt;

/// When following lines ends.
pub(super) struct Patience {
    /// Lines that may bring nothing new, one after another.
    pub in_vain: usize,
    /// Places that all of them may come to together.
    pub places: usize,
}

/// The same bound in places for each place of the program.
const PLACES_EACH: usize = 100_000;
/// Places that one line may come to, for each place of the program.
const PLACES_OF_LINE: usize = 100;
/// How far a line goes in either direction, in steps.
const REACH: i128 = 1 << 50;
/// Magnitudes of the numbers where lines begin, and of their steps.
const BASES: [i128; 7] = [3, 10, 30, 100, 1_000, 1 << 20, 1 << 40];
const STEPS: [i128; 4] = [1, 3, 30, 1 << 20];
/// Equations that are solved for one line.
const EQUATIONS: usize = 6;
/// Lines through the solutions of each.
const TURNS: usize = 3;
/// Sets of solutions that are kept.
const KEPT: usize = 512;

/// Follows lines until they bring nothing new for a while.
pub(super) fn follow_lines(search: &mut Search<'_>, patience: &Patience, random: &mut Rng) -> Result<(), Internal> {
    let linear = search.linear;
    if !linear.is_exact || linear.free.is_empty() || search.open().is_empty() {
        return Ok(());
    }
    let size = search.dominators.nodes.len();
    let mut lines = Lines {
        follower: Follower::new(linear, search.dominators),
        flats: Vec::new(),
        room: vec![0; linear.columns],
        places: patience.places.min(size.saturating_mul(PLACES_EACH)),
        search,
        random,
    };
    let mut in_vain = 0;
    while in_vain < patience.in_vain
        && lines.places > 0
        && !lines.search.is_cancelled()
        && !lines.search.open().is_empty()
    {
        let (flat, line) = lines.choose();
        in_vain = if lines.follow(&flat, &line, TURNS)? { 0 } else { in_vain + 1 };
    }
    Ok(())
}

struct Lines<'s, 'a, 'r> {
    search: &'s mut Search<'a>,
    follower: Follower<'a>,
    /// Inputs that fulfil equations.
    flats: Vec<Flat>,
    room: Vec<i128>,
    /// Places that are left.
    places: usize,
    random: &'r mut Rng,
}

impl Lines<'_, '_, '_> {
    /// A line, and inputs on it.
    fn choose(&mut self) -> (Flat, Line) {
        if !self.flats.is_empty() && self.random.bool() {
            let flat = self.flats[self.random.usize(..self.flats.len())].clone();
            let line = self.line_in(&flat);
            return (flat, line);
        }
        let mut lattice = Lattice::all(self.search.linear.free.len());
        let magnitude = BASES[self.random.usize(..BASES.len())];
        for number in &mut lattice.base {
            *number = self.random.i128(-magnitude..=magnitude);
        }
        let flat = Flat(lattice);
        let line = self.line_in(&flat);
        (flat, line)
    }

    /// A line through the base of a flat.
    fn line_in(&mut self, Flat(lattice): &Flat) -> Line {
        let magnitude = STEPS[self.random.usize(..STEPS.len())];
        let mut step = vec![0_i128; lattice.base.len()];
        for row in &lattice.rows {
            let times = if self.random.u8(..3) == 0 { 0 } else { self.random.i128(-magnitude..=magnitude) };
            let mut longer = step.clone();
            if crate::linear::lattice::subtract(&mut longer, times, row).is_ok() {
                step = longer;
            }
        }
        Line { base: lattice.base.clone(), step }
    }

    /// Follows a line and then, `turns` times, a line that it suggests. Returns whether that covered something new.
    fn follow(&mut self, flat: &Flat, line: &Line, turns: usize) -> Result<bool, Internal> {
        let (goals, status) = (self.search.goals, &self.search.status);
        let is_open = |place: TopoIndex| goals.at(place).iter().any(|goal| status[*goal] == Status::Open);
        let mut left = self.places.min(self.search.dominators.nodes.len().saturating_mul(PLACES_OF_LINE));
        self.places -= left;
        let mut seen = self.follower.follow(line, (-REACH, REACH), &is_open, &mut left);
        self.places += left;
        self.random.shuffle(&mut seen);
        let mut is_new = false;
        for one in &seen {
            if let Seen::Passed { place, number } = one
                && self.is_open(*place)
                && let Ok(inputs) = line.at(*number)
            {
                is_new |= self.search.try_inputs(&self.assignment(&inputs))? == Tried::Kept;
            }
        }
        if turns == 0 {
            return Ok(is_new);
        }
        let mut equations = 0;
        for one in seen {
            let Seen::Missed { place, number, edges, form } = one else { continue };
            if equations == EQUATIONS || !self.is_open(place) {
                continue;
            }
            equations += 1;
            let gradient = Gradient::of(&form, &edges, self.search.linear, &mut self.room);
            let cut = gradient.and_then(|gradient| flat.cut(&gradient, line.at(number)?));
            let Ok(Some(part)) = cut else { continue };
            for _ in 0..TURNS {
                let line = self.line_in(&part);
                is_new |= self.follow(&part, &line, 0)?;
            }
            self.keep(part);
        }
        Ok(is_new)
    }

    fn is_open(&self, place: TopoIndex) -> bool {
        self.search.goals.at(place).iter().any(|goal| self.search.status[*goal] == Status::Open)
    }

    fn keep(&mut self, flat: Flat) {
        if self.flats.len() < KEPT {
            self.flats.push(flat);
        } else {
            let at = self.random.usize(..KEPT);
            self.flats[at] = flat;
        }
    }

    fn assignment(&self, inputs: &[i128]) -> Assignment {
        let free = self.search.linear.free.iter().zip(inputs);
        free.map(|((symbol, _), number)| (*symbol, Value::Int(BigInt::from(*number)))).collect()
    }
}
