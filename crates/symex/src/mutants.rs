//! Mutants of the method under test, and which of them a test kills: with the changed code, a concrete run of its input ends otherwise or
//! leaves something else that the test looks at.

use crate::code::Code;
use crate::machine::Machine;
use crate::rerun::{self, Lost, Ran};
use clew_base::FastSet;
use clew_facts::{GoalKind, TestCase};
use std::rc::Rc;

/// How many mutants of a method are looked at.
const MAX_MUTANTS: usize = 160;

/// A run with changed code may take this many times the instructions that the run of the code itself takes, and so many besides. What
/// takes more is taken for one that does not end.
const TIMES_STEPS: u64 = 2;
const MORE_STEPS: u64 = 500;

/// An input, and what the code itself does on it.
pub(crate) struct Judged {
    pub input: TestCase,
    pub ran: Ran,
    /// How many instructions it takes, with the calls that make the input.
    steps: u64,
}

impl Judged {
    /// Runs an input.
    ///
    /// # Errors
    /// As [`rerun::run`].
    pub(crate) fn run(machine: &mut Machine<'_>, input: TestCase) -> Result<Self, Lost> {
        let before = machine.run.steps_aside;
        let ran = rerun::run(machine, &input)?;
        Ok(Self { steps: machine.run.steps_aside - before, input, ran })
    }
}

/// A mutant of the method under test.
struct Mutant {
    code: Rc<Code>,
    /// The goals of the line that is changed.
    line: Vec<usize>,
    /// The position of a test that kills it.
    killer: Option<usize>,
}

impl Mutant {
    /// Whether a run gets to the line that is changed.
    fn is_passed_by(&self, ran: &Ran) -> bool {
        self.line.is_empty() || self.line.iter().any(|goal| ran.reached.contains(goal))
    }

    fn is_killed_by(&self, machine: &mut Machine<'_>, judged: &Judged) -> bool {
        if !self.is_passed_by(&judged.ran) {
            return false;
        }
        let own = machine.replace_code(Rc::clone(&self.code));
        let steps = std::mem::replace(&mut machine.run.rerun_steps, judged.steps * TIMES_STEPS + MORE_STEPS);
        let other = rerun::run(machine, &judged.input);
        machine.run.rerun_steps = steps;
        if let Some(own) = own {
            machine.replace_code(own);
        }
        other.map_or(true, |other| !judged.ran.looks_like(&other, &judged.input))
    }
}

/// The mutants of the method under test.
pub(crate) struct Mutants {
    all: Vec<Mutant>,
    /// At which number of instructions of concrete runs no more are made.
    last: u64,
}

impl Mutants {
    /// Those in lines whose goals are among these. Runs are made up to the `last` instruction of concrete runs.
    pub(crate) fn of(machine: &Machine<'_>, reached: &FastSet<usize>, last: u64) -> Self {
        let (world, target) = (machine.world, machine.target);
        let method = world.method(target);
        let class = world.class(method.class);
        let lines = machine.goals.goals.iter().enumerate().filter(|(_, goal)| goal.kind == GoalKind::Line);
        let lines: Vec<(usize, u32)> = lines.map(|(at, goal)| (at, goal.line)).collect();
        let Some(all) = world.mutants(method.class, &[target]) else { return Self { all: Vec::new(), last } };
        let changed = all.mutants.iter().filter_map(|mutant| {
            let line: Vec<usize> = lines.iter().filter(|(_, line)| *line == mutant.line).map(|(at, _)| *at).collect();
            let is_reached = line.is_empty() || line.iter().any(|goal| reached.contains(goal));
            let code = is_reached.then(|| world.code_of_mutant(&all, mutant)).flatten()?;
            Some(Mutant {
                code: Rc::new(Code::new(target, Rc::clone(&method), Rc::new(code), &class)),
                line,
                killer: None,
            })
        });
        Self { all: changed.take(MAX_MUTANTS).collect(), last }
    }

    /// Whether tests kill all of them.
    pub(crate) fn are_killed(&self) -> bool {
        self.all.iter().all(|mutant| mutant.killer.is_some())
    }

    /// Whether a run gets to a line with one that no test kills.
    pub(crate) fn survive_in(&self, ran: &Ran) -> bool {
        self.all.iter().any(|mutant| mutant.killer.is_none() && mutant.is_passed_by(ran))
    }

    /// Whether an input kills one that no test kills.
    pub(crate) fn are_killed_by(&self, machine: &mut Machine<'_>, judged: &Judged) -> bool {
        let mut alive = self.all.iter().filter(|mutant| mutant.killer.is_none());
        alive.any(|mutant| self.is_killed(machine, mutant, judged))
    }

    /// Leaves the mutants that a test of these goals gets to, to that test: what it kills only the JVM can tell.
    pub(crate) fn leave_to(&mut self, goals: &[usize], test: usize) {
        for mutant in self.all.iter_mut().filter(|mutant| mutant.killer.is_none()) {
            if mutant.line.iter().any(|goal| goals.contains(goal)) {
                mutant.killer = Some(test);
            }
        }
    }

    /// Takes note of what the test at a position kills.
    pub(crate) fn note(&mut self, machine: &mut Machine<'_>, judged: &Judged, test: usize) {
        for at in 0..self.all.len() {
            let mutant = &self.all[at];
            if mutant.killer.is_none() && self.is_killed(machine, mutant, judged) {
                self.all[at].killer = Some(test);
            }
        }
    }

    /// Whether an input kills all mutants that the test at a position is known to kill.
    pub(crate) fn are_killed_instead(&self, machine: &mut Machine<'_>, judged: &Judged, test: usize) -> bool {
        let mut of_test = self.all.iter().filter(|mutant| mutant.killer == Some(test));
        of_test.all(|mutant| self.is_killed(machine, mutant, judged))
    }

    /// Whether an input is known to kill a mutant. It is not once the instructions are used up.
    fn is_killed(&self, machine: &mut Machine<'_>, mutant: &Mutant, judged: &Judged) -> bool {
        machine.run.steps_aside < self.last && mutant.is_killed_by(machine, judged)
    }
}
