//! Follows many ways at once to the blocks of a linear program that are open.

use crate::dominators::TopoIndex;
use crate::linear::forward::{Breadth, Forward, Watcher};
use crate::search::{Internal, Search, Status};
use clew_term::{Assignment, Value};
use fastrand::Rng;
use num_bigint::BigInt;

/// Executions to one place that may turn out to go elsewhere.
const TRIES: usize = 20;

/// Follows ways to open blocks. Whether there are others than were followed.
pub(super) fn follow_ways(search: &mut Search<'_>, breadth: Breadth, random: &mut Rng) -> Result<bool, Internal> {
    let (linear, dominators) = (search.linear, search.dominators);
    if !linear.is_exact || linear.free.is_empty() {
        return Ok(false);
    }
    let Some(mut forward) = Forward::new(linear, dominators) else { return Ok(false) };
    let mut seeker = Seeker { tries: vec![TRIES; dominators.nodes.len()], search };
    forward.follow(breadth, &mut seeker, random)
}

struct Seeker<'s, 'a> {
    search: &'s mut Search<'a>,
    /// Executions that are left for each place.
    tries: Vec<usize>,
}

impl Watcher for Seeker<'_, '_> {
    type Failure = Internal;

    fn is_wanted(&self, place: TopoIndex) -> bool {
        self.tries[place] > 0
            && self.search.goals.at(place).iter().any(|goal| self.search.status[*goal] == Status::Open)
    }

    fn last_wanted(&self) -> Option<TopoIndex> {
        if self.search.is_cancelled() {
            return None;
        }
        self.search.open().into_iter().flat_map(|goal| self.search.goals.clones(goal)).max().copied()
    }

    fn found(&mut self, place: TopoIndex, inputs: &[i128]) -> Result<(), Internal> {
        self.tries[place] -= 1;
        let free = self.search.linear.free.iter().zip(inputs);
        let inputs: Assignment =
            free.map(|((symbol, _), number)| (*symbol, Value::Int(BigInt::from(*number)))).collect();
        self.search.try_inputs(&inputs)?;
        Ok(())
    }
}
