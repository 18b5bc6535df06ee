//! Tests that kill mutants of the method: the small changes of code that its tests do not notice are what they leave open.

use super::Exploration;
use crate::answers::Answer;
use crate::escapes::Escape;
use crate::mutants::{Judged, Mutants, Stronger};
use crate::observe::show_change;
use crate::tests::onward::{Onward, completed, numbers_near, test_of, zeros_passed};
use crate::tests::readable::ends_alike;
use clew_facts::TestCase;

/// How many inputs are run at most.
const RUNS: u32 = 400;

/// How many instructions the runs may take at most.
const STEPS: u64 = 1_000_000;

/// They may take this many times the steps that a method may take: they take far less time.
const TIMES_STEPS: u64 = 20;

/// How many objects more than the tests there are an input may have at most.
const MAX_MORE_OBJECTS: usize = 3;

/// How many tests are added at most.
const MAX_ADDED: usize = 3;

impl Exploration<'_> {
    /// Looks for inputs near those of tests that kill a mutant which neither a test nor one of the `others` kills. Where such an input does
    /// all that a test does, it takes its place; else there is one test more. Returns these tests in the order in which they were found.
    pub(super) fn kill_mutants(&mut self, others: &[TestCase], max_steps: u64) -> Vec<Stronger> {
        let last = self.machine.run.steps_aside + STEPS.min(max_steps.saturating_mul(TIMES_STEPS));
        let mut found = Vec::new();
        // Of other executions it is not known whether they are verified.
        if !self.tests.is_empty() && self.machine.guide.is_none() && !self.has_run_long(last) {
            let reached = self.tests.iter().flat_map(|test| test.goals.iter().copied()).collect();
            let mut mutants = Mutants::of(&self.machine, &reached, last);
            let seeds = self.tests_that_mutants_survive(&mut mutants, others, last);
            self.kill_survivors(&mut mutants, &seeds, last, &mut found);
        }
        self.clock_bound |= self.cancel.is_cancelled();
        found
    }

    fn kill_survivors(&mut self, mutants: &mut Mutants, seeds: &[TestCase], last: u64, found: &mut Vec<Stronger>) {
        let most = seeds.iter().map(|seed| seed.heap.len()).max().unwrap_or(0) + MAX_MORE_OBJECTS;
        let mut onward = Onward::new(&self.machine, seeds).with_numbers(numbers_near(&self.machine, seeds));
        for _ in 0..RUNS {
            if self.has_run_long(last) || mutants.are_gone() {
                return;
            }
            let Some(input) = onward.next(&self.machine) else { return };
            if input.heap.len() > most {
                continue;
            }
            let Ok(judged) = Judged::run(&mut self.machine, input) else { continue };
            onward.learn(judged.input.clone(), &judged.ran);
            if mutants.has_survivor_killed_by(&mut self.machine, &judged)
                && let Some(test) = self.killing_test(mutants, judged)
            {
                let may_add = found.iter().filter(|stronger| stronger.instead_of.is_none()).count() < MAX_ADDED;
                found.extend(self.take_over(mutants, test, may_add));
            }
        }
    }

    /// Whether the instructions, the memory or the time for concrete runs are used up.
    pub(super) fn has_run_long(&self, last: u64) -> bool {
        self.machine.run.steps_aside >= last || self.cancel.is_cancelled() || self.machine.is_over_memory()
    }

    /// The tests that get to a mutant which neither they nor others kill.
    fn tests_that_mutants_survive(&mut self, mutants: &mut Mutants, others: &[TestCase], last: u64) -> Vec<TestCase> {
        let own = self.tests.clone();
        let own = own.into_iter().enumerate().map(|(at, test)| (Some(at), test));
        let mut judged = Vec::new();
        for (at, test) in own.chain(others.iter().cloned().map(|test| (None, test))) {
            if mutants.are_gone() || self.has_run_long(last) {
                return Vec::new();
            }
            let goals = test.goals.clone();
            match Judged::run(&mut self.machine, test) {
                Ok(test) => {
                    mutants.note(&mut self.machine, &test, at);
                    judged.extend(at.map(|_| test));
                }
                Err(_) => mutants.leave_to(&goals),
            }
        }
        judged.retain(|test| test.input.null_argument.is_none() && mutants.has_survivor_on_way_of(&test.ran));
        judged.into_iter().map(|test| test.input).collect()
    }

    /// Puts a test that kills a mutant in the place of another, or, if that is allowed, behind them all.
    fn take_over(&mut self, mutants: &mut Mutants, test: Judged, may_add: bool) -> Option<Stronger> {
        let place = self.replaceable_by(mutants, &test);
        if place.is_none() && !may_add {
            return None;
        }
        mutants.note(&mut self.machine, &test, Some(place.unwrap_or(self.tests.len())));
        let test = test.input;
        let instead_of = match place {
            Some(at) => Some(std::mem::replace(&mut self.tests[at], test.clone())),
            None => {
                self.keep(test.clone());
                None
            }
        };
        Some(Stronger { test, instead_of })
    }

    /// The test of an input that kills a mutant, as short as one that does the same can be. `None` where it is none after all, or is there.
    fn killing_test(&mut self, mutants: &Mutants, judged: Judged) -> Option<Judged> {
        let goals: Vec<usize> = judged.ran.reached.iter().copied().collect();
        let shorter = test_of(&mut self.machine, &judged.input, &judged.ran, &goals);
        let shorter = shorter.and_then(|test| Judged::run(&mut self.machine, test).ok());
        let shorter = shorter.filter(|test| mutants.has_survivor_killed_by(&mut self.machine, test));
        let test = shorter.or_else(|| {
            let test = completed(&self.machine, judged.input, judged.ran)?;
            Judged::run(&mut self.machine, test).ok()
        })?;
        (!self.tests.iter().any(|known| known.has_input_of(&test.input))).then_some(test)
    }

    /// The position of a test that reaches nothing else, ends alike, and kills no mutant that this one does not.
    fn replaceable_by(&mut self, mutants: &Mutants, test: &Judged) -> Option<usize> {
        let is_like = |known: &TestCase| {
            tells_as_much(&test.input, known)
                && known.goals == test.input.goals
                && known.null_argument.is_none()
                && ends_alike(&known.outcome, &test.input.outcome)
        };
        let alike: Vec<usize> = (0..self.tests.len()).filter(|at| is_like(&self.tests[*at])).collect();
        alike.into_iter().find(|at| {
            let known = Judged::run(&mut self.machine, self.tests[*at].clone());
            let shows_no_more = known.is_ok_and(|known| known.ran.places.is_subset(&test.ran.places));
            shows_no_more && mutants.are_killed_instead(&mut self.machine, test, *at)
        })
    }
}

/// Whether a test tells at least as much as another: it has as many objects, passes no more zeros, gives the same kind of answer and not
/// zero instead of a number, lets the same exception out of a call, and sees a change where the other does.
fn tells_as_much(test: &TestCase, other: &TestCase) -> bool {
    let answer = |test: &TestCase| Answer::told(&test.outcome, &test.heap_after);
    let changes = |test: &TestCase| show_change(&test.observed, &test.taken);
    test.heap.len() >= other.heap.len()
        && zeros_passed(test) <= zeros_passed(other)
        && (answer(test) == answer(other) || answer(other) == Some(Answer::Zero))
        && Escape::told(test) == Escape::told(other)
        && (changes(test) || !changes(other))
}
