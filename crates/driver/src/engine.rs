//! What an engine is asked and what it answers.

use crate::known::Known;
use clew_base::CancelToken;
use clew_facts::{Assumption, Assurance, EngineName, MethodFacts, Options, TestCase};
use clew_jvm::{MethodId, World};
use clew_symex::Observer;
use std::time::Instant;

/// The method whose goals are to be decided.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The class path.
    pub world: &'a World,
    /// The method.
    pub method: MethodId,
    /// What the user asked for.
    pub options: &'a Options,
    /// Ends the work.
    pub cancel: &'a CancelToken,
}

impl Task<'_> {
    /// The token of an engine that may take one in this many parts of the time.
    pub(crate) fn part_of_time(&self, part: u32) -> CancelToken {
        match self.options.time {
            Some(time) => self.cancel.with_deadline(Instant::now() + time / part),
            None => self.cancel.clone(),
        }
    }
}

/// One way to decide goals.
///
/// An engine tells what it proved with a ledger of its own. It sees what the engines before it found and asks itself
/// which goals are worth its work; what becomes of its answers is the portfolio's concern.
pub trait Engine {
    /// The name that `--without-engine` takes.
    fn name(&self) -> EngineName;

    /// What the engine finds out about the goals of a method.
    ///
    /// # Errors
    /// Why nothing can be said of the method at all.
    fn answer(&self, task: &Task<'_>, known: &Known, observer: &mut dyn Observer) -> Result<Answer, String>;
}

/// What an engine found out. Goals are named by their positions in the order of [`clew_symex::goal_spots`].
#[derive(Debug, Default)]
pub struct Answer {
    /// All that an exploration of the whole method tells: its tests, and a verdict for each goal.
    pub explored: Option<MethodFacts>,
    /// Goals that no execution reaches, as far as the ledger of each allows the proof.
    pub unreachable: Vec<(usize, Assurance)>,
    /// Tests that a concrete run confirmed, with the goals that it passed.
    pub tests: Vec<TestCase>,
    /// Whether a budget of time ended the work, so that the answer is not repeatable.
    pub clock_bound: bool,
}

impl Answer {
    /// Adds that no execution reaches these goals which keeps the assumptions, and those on which every verdict rests.
    pub(crate) fn rule_out(
        &mut self,
        mut ledger: Assurance,
        goals: impl IntoIterator<Item = usize>,
        assumptions: &[Assumption],
    ) {
        let always = [Assumption::NoVmErrors, Assumption::ClosedWorldJdk];
        always.iter().chain(assumptions).for_each(|assumption| ledger.assume(assumption.clone()));
        self.unreachable.extend(goals.into_iter().map(|goal| (goal, ledger.clone())));
    }
}
