//! Greater bounds on the rounds of loops, where goals are unreachable only within the bound that was asked for.
//!
//! Each exploration goes on from the tests of the one before it, follows more rounds, and looks for nothing but the goals that are
//! still out of reach for the bound. It ends when there are none, or when its share of the budget is spent.

use super::{Exploration, Found};
use crate::steps::MemoryGauge;
use clew_base::CancelToken;
use clew_facts::{Assumption, Criterion, GoalVerdict, MethodFacts, Options, TestCase, Verdict};
use clew_jvm::{MethodId, World};
use std::time::Instant;

/// How many times as many rounds an exploration follows as the one before it.
const FACTOR: u32 = 4;

/// No loop is followed for more rounds.
const MOST_ROUNDS: u32 = 128;

/// How many times as much as the first exploration all deeper ones cost together at most, in instructions and in solver work.
const TIMES: u64 = 3;

/// The instructions that they may take in any case, as far as the budget has them.
const LEAST_STEPS: u64 = 10_000;

/// The solver work that they may take in any case, as far as the budget has it.
const LEAST_WORK: u64 = 1_000_000;

/// What an exploration costs.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    /// Instructions.
    steps: u64,
    /// Resource units of the solver.
    work: u64,
}

impl Cost {
    /// What deeper explorations may cost after one that cost this.
    fn of_deeper(self, options: &Options) -> Cost {
        let share = |cost: u64, least: u64, most: u64| (cost * TIMES).max(least).min(most.saturating_sub(cost));
        Cost {
            steps: share(self.steps, LEAST_STEPS, options.max_steps),
            work: share(self.work, LEAST_WORK, options.solver_work),
        }
    }

    /// What is left of it.
    fn without(self, other: Cost) -> Cost {
        Cost { steps: self.steps.saturating_sub(other.steps), work: self.work.saturating_sub(other.work) }
    }
}

/// Explores a method again with greater bounds, as long as goals are open for a bound and there is budget left.
pub(super) fn deepen(
    (world, method): (&World, MethodId),
    options: &Options,
    ruled_out: &[usize],
    cancel: &CancelToken,
    gauge: Option<MemoryGauge>,
    spent: Cost,
    facts: &mut MethodFacts,
) {
    let Some(mut rounds) = options.loop_k.filter(|_| options.deepens && options.criterion != Criterion::Paths) else {
        return;
    };
    let mut left = spent.of_deeper(options);
    while rounds < MOST_ROUNDS && facts.goals.iter().any(|goal| rests_on_rounds(goal, rounds)) {
        if left.steps == 0 || left.work == 0 || cancel.is_cancelled() {
            return;
        }
        let bound = (rounds * FACTOR).min(MOST_ROUNDS);
        let deeper = Options { loop_k: Some(bound), max_steps: left.steps, solver_work: left.work, ..options.clone() };
        let Ok(mut exploration) = Exploration::new(world, method, &deeper, cancel.clone(), gauge) else { return };
        exploration.rule_out(ruled_out);
        exploration.look_only_for(facts, rounds);
        exploration.run(&mut ());
        left = left.without(exploration.cost());
        merge(facts, exploration.facts(Instant::now()));
        rounds = bound;
    }
}

/// Whether a goal is out of reach only within this bound on rounds.
fn rests_on_rounds(goal: &GoalVerdict, rounds: u32) -> bool {
    let is_of_rounds = |assumption: &Assumption| {
        let bounds = [Assumption::Loop(rounds), Assumption::ArrayLength(rounds)];
        bounds.contains(assumption)
    };
    match &goal.verdict {
        Verdict::Unreachable(proof) => proof.assumptions().any(is_of_rounds),
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) | Verdict::Undecided(_) => false,
    }
}

/// Takes over what a deeper exploration found out: tests of goals that had none, and proofs within the greater bound.
fn merge(facts: &mut MethodFacts, deeper: MethodFacts) {
    facts.stats = deeper.stats;
    facts.clock_bound |= deeper.clock_bound;
    if deeper.complete {
        (facts.complete, facts.paths, facts.undecided) = (true, deeper.paths, deeper.undecided);
    }
    let mut passed = Vec::new();
    for (goal, found) in deeper.goals.iter().enumerate() {
        let Verdict::Unreachable(known) = &facts.goals[goal].verdict else { continue };
        match &found.verdict {
            Verdict::Reached { test } => {
                let test = &deeper.tests[*test];
                passed.extend(test.goals.iter().copied());
                facts.goals[goal].verdict = Verdict::Reached { test: position(&mut facts.tests, test) };
            }
            Verdict::Unreachable(proof) if known.is_bounded() => {
                facts.goals[goal].verdict = Verdict::Unreachable(proof.clone());
            }
            Verdict::Unreachable(_) | Verdict::ReachedElsewhere(_) | Verdict::Undecided(_) => {}
        }
    }
    // How executions end that pass these goals was found without the new tests.
    for goal in passed {
        facts.goals[goal].doomed = deeper.goals[goal].doomed.clone();
    }
}

/// Where a test stands, added at the end if it is new.
fn position(tests: &mut Vec<TestCase>, test: &TestCase) -> usize {
    tests.iter().position(|known| known.has_input_of(test)).unwrap_or_else(|| {
        tests.push(test.clone());
        tests.len() - 1
    })
}

impl Exploration<'_> {
    /// What it has cost so far, without what came before it.
    pub(super) fn cost(&self) -> Cost {
        Cost { steps: self.machine.run.steps.all, work: self.machine.limits.meter.total() }
    }

    /// Goes on from the tests of an exploration of the same method, and looks only for the goals that are open for a bound.
    fn look_only_for(&mut self, facts: &MethodFacts, rounds: u32) {
        self.go_on_from(Found { tests: facts.tests.clone(), reserve: Vec::new(), stats: facts.stats });
        let others = facts.goals.iter().enumerate().filter(|(_, goal)| !rests_on_rounds(goal, rounds));
        self.settled.extend(others.map(|(goal, _)| goal));
        self.is_deeper = true;
    }
}
