//! Explorations that look only for executions to some goals, under other assumptions than those of their proofs.

use super::by_calls::Seen;
use super::{Exploration, ExploreError, Found as Known};
use crate::steps::MemoryGauge;
use clew_base::{CancelToken, FastSet};
use clew_facts::{MethodFacts, Options};
use clew_jvm::{MethodId, World};
use std::time::Instant;

/// What is attacked: the goals of a method, by their positions.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// What an exploration has found out about the method.
    pub facts: &'a MethodFacts,
    /// The goals that executions are looked for to.
    pub wanted: &'a [usize],
    /// Goals that no execution reaches, as somebody has proved without assumptions.
    pub ruled_out: &'a [usize],
}

/// What an exploration of this kind has found.
#[derive(Debug)]
pub struct Found {
    /// What is known of the goals, under the assumptions that were made. The tests that were known come first.
    pub facts: MethodFacts,
    /// What it cost in instructions.
    pub steps: u64,
    /// What it cost in resource units of the solver.
    pub work: u64,
}

/// Looks for executions to the wanted goals. All that is known of them is told: the tests that were known come first among those of
/// the answer, a goal that is unreachable in it is so under the assumptions that `options` makes.
///
/// # Errors
/// As for [`crate::explore`].
pub fn attack(
    world: &World,
    method: MethodId,
    options: &Options,
    target: &Target<'_>,
    cancel: &CancelToken,
    gauge: Option<MemoryGauge>,
) -> Result<Found, ExploreError> {
    let started = Instant::now();
    let mut exploration = Exploration::new(world, method, options, cancel.clone(), gauge)?;
    let known = Known { tests: target.facts.tests.clone(), reserve: Vec::new(), stats: Default::default() };
    exploration.go_on_from(known);
    exploration.look_for(target);
    exploration.continue_cut(cancel.clone());
    Ok(exploration.end_attack(started))
}

/// The same with objects of the program that only calls make. What it does not reach may be reached from other objects, so no goal
/// is unreachable for it.
///
/// # Errors
/// As for [`crate::explore`].
pub fn attack_by_calls(
    world: &World,
    method: MethodId,
    options: &Options,
    target: &Target<'_>,
    cancel: &CancelToken,
    gauge: Option<MemoryGauge>,
) -> Result<Found, ExploreError> {
    let started = Instant::now();
    let mut exploration =
        Exploration::by_calls(world, method, options, (cancel.clone(), gauge), (target.facts, &Seen::default()))?;
    exploration.look_for(target);
    Ok(exploration.end_attack(started))
}

impl Exploration<'_> {
    /// Runs, and looks for nothing but the wanted goals.
    fn look_for(&mut self, target: &Target<'_>) {
        self.rule_out(target.ruled_out);
        let others = (0..self.reached.tests.len()).filter(|goal| !target.wanted.contains(goal));
        self.settled = others.collect::<FastSet<usize>>();
        self.is_deeper = true;
        self.run(&mut ());
    }

    fn end_attack(self, started: Instant) -> Found {
        let (steps, work) = (self.machine.run.steps.all, self.machine.limits.meter.total());
        Found { facts: self.facts(started), steps, work }
    }
}
