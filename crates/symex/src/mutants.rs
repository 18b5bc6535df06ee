//! Mutants of the method under test, and which of them a test kills: with the changed code, a concrete run of its input ends otherwise or
//! leaves something else that the test looks at.

use crate::code::Code;
use crate::machine::Machine;
use crate::rerun::{self, Lost, Ran};
use clew_base::FastSet;
use clew_facts::{CutReason, GoalKind, TestCase};
use clew_jvm::{Mutant as Change, Mutants as Changes};
use std::cell::OnceCell;
use std::rc::Rc;

/// How many mutants of a method are looked at.
const MAX_MUTANTS: usize = 160;

/// How many bytes of class files are read for them at most.
const MAX_BYTES: usize = 8 << 20;

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

/// A test that kills a mutant which no test killed.
pub(crate) struct Stronger {
    pub test: TestCase,
    /// The test that it replaces.
    pub instead_of: Option<TestCase>,
}

/// What tests do to a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Survives,
    /// The test at this position kills it.
    KilledBy(usize),
    /// A test kills it that is not replaced, or may kill it and cannot be run here.
    Left,
}

/// A mutant of the method under test.
struct Mutant {
    change: Change,
    /// The changed code, once it was needed. `None` where it cannot be translated.
    code: OnceCell<Option<Rc<Code>>>,
    /// The goals of the line that is changed.
    line: Vec<usize>,
    fate: Fate,
}

/// The mutants of the method under test.
pub(crate) struct Mutants {
    changes: Option<Changes>,
    all: Vec<Mutant>,
    /// At which number of instructions of concrete runs no more are made.
    last: u64,
}

impl Mutants {
    /// Those in lines whose goals are among these. Runs are made up to the `last` instruction of concrete runs.
    pub(crate) fn of(machine: &Machine<'_>, reached: &FastSet<usize>, last: u64) -> Self {
        let (world, target) = (machine.world, machine.target);
        let changes = world.mutants(world.method(target).class, &[target]);
        let lines = machine.goals.goals.iter().enumerate().filter(|(_, goal)| goal.kind == GoalKind::Line);
        let lines: Vec<(usize, u32)> = lines.map(|(at, goal)| (at, goal.line)).collect();
        let mutant = |change: &Change| {
            let line: Vec<usize> = lines.iter().filter(|(_, line)| *line == change.line).map(|(at, _)| *at).collect();
            let is_reached = line.iter().any(|goal| reached.contains(goal));
            is_reached.then(|| Mutant { change: change.clone(), code: OnceCell::new(), line, fate: Fate::Survives })
        };
        let most = changes.as_ref().map_or(0, |changes| MAX_BYTES / changes.unchanged().len().max(1)).min(MAX_MUTANTS);
        let all = changes.iter().flat_map(|changes| &changes.mutants).filter_map(mutant).take(most).collect();
        Self { changes, all, last }
    }

    /// Whether no mutant survives.
    pub(crate) fn are_gone(&self) -> bool {
        self.survivors().next().is_none()
    }

    fn survivors(&self) -> impl Iterator<Item = &Mutant> {
        self.all.iter().filter(|mutant| mutant.fate == Fate::Survives)
    }

    /// Whether a run gets to the line of a survivor.
    pub(crate) fn has_survivor_on_way_of(&self, ran: &Ran) -> bool {
        self.survivors().any(|mutant| mutant.is_passed_by(ran))
    }

    /// Whether an input kills a survivor.
    pub(crate) fn has_survivor_killed_by(&self, machine: &mut Machine<'_>, judged: &Judged) -> bool {
        self.survivors().any(|mutant| self.is_killed(machine, mutant, judged))
    }

    /// Whether an input kills all mutants that the test at a position is known to kill.
    pub(crate) fn are_killed_instead(&self, machine: &mut Machine<'_>, judged: &Judged, test: usize) -> bool {
        let mut of_test = self.all.iter().filter(|mutant| mutant.fate == Fate::KilledBy(test));
        of_test.all(|mutant| self.is_killed(machine, mutant, judged))
    }

    /// Takes note of the survivors that the test at a position kills; where it has none, it is not replaced.
    pub(crate) fn note(&mut self, machine: &mut Machine<'_>, judged: &Judged, test: Option<usize>) {
        for at in 0..self.all.len() {
            let mutant = &self.all[at];
            if mutant.fate == Fate::Survives && self.is_killed(machine, mutant, judged) {
                self.all[at].fate = test.map_or(Fate::Left, Fate::KilledBy);
            }
        }
    }

    /// Leaves the survivors that a test of these goals gets to, to that test: what it kills only the JVM can tell.
    pub(crate) fn leave_to(&mut self, goals: &[usize]) {
        let is_passed = |mutant: &&mut Mutant| mutant.line.iter().any(|goal| goals.contains(goal));
        let survivors = self.all.iter_mut().filter(|mutant| mutant.fate == Fate::Survives);
        survivors.filter(is_passed).for_each(|mutant| mutant.fate = Fate::Left);
    }

    /// Whether an input is known to kill a mutant. It is not once the instructions are used up.
    fn is_killed(&self, machine: &mut Machine<'_>, mutant: &Mutant, judged: &Judged) -> bool {
        if machine.run.steps_aside >= self.last || !mutant.is_passed_by(&judged.ran) {
            return false;
        }
        let Some(code) = mutant.code.get_or_init(|| self.code_of(machine, mutant)) else { return false };
        is_killed(machine, code, judged)
    }

    fn code_of(&self, machine: &Machine<'_>, mutant: &Mutant) -> Option<Rc<Code>> {
        let (world, target) = (machine.world, machine.target);
        let method = world.method(target);
        let class = world.class(method.class);
        let code = world.code_of_mutant(self.changes.as_ref()?, &mutant.change)?;
        Some(Rc::new(Code::new(target, method, Rc::new(code), &class)))
    }
}

impl Mutant {
    /// Whether a run gets to the line that is changed.
    fn is_passed_by(&self, ran: &Ran) -> bool {
        self.line.iter().any(|goal| ran.reached.contains(goal))
    }
}

/// Whether the test of an input tells this code of the method from its own.
fn is_killed(machine: &mut Machine<'_>, code: &Rc<Code>, judged: &Judged) -> bool {
    let own = machine.replace_code(Rc::clone(code));
    let usual = machine.run.rerun_steps;
    machine.run.rerun_steps = usual.min(judged.steps * TIMES_STEPS + MORE_STEPS);
    let other = rerun::run(machine, &judged.input);
    machine.run.rerun_steps = usual;
    if let Some(own) = own {
        machine.replace_code(own);
    }
    match other {
        Ok(other) => !judged.ran.looks_like(&other, &judged.input),
        Err(Lost(reason)) => reason != CutReason::Memory,
    }
}
