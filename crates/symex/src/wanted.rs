//! What tests are to show of a method, and none shows yet: lines and branches, that the method returns through them, and usual answers.

use crate::answers::Answer;
use crate::rerun::Ran;
use clew_base::FastSet;
use clew_facts::{Outcome, TestCase};
use clew_ir::{BlockId, Body, Cfg, Terminator};

/// What is looked for.
pub(crate) struct Wanted {
    /// Lines and branches that no test reaches.
    open: FastSet<usize>,
    /// Lines and branches that tests reach, none of which returns, though an execution that gets there may.
    returning: FastSet<usize>,
    /// The kinds of answers that no test shows, and most methods of this kind give.
    answers: FastSet<Answer>,
}

impl Wanted {
    /// What no test shows of these lines and branches, and of the usual answers of a method with this type of result.
    pub(crate) fn of<'t>(
        tests: impl IntoIterator<Item = &'t TestCase>,
        open: FastSet<usize>,
        returning: FastSet<usize>,
        returns: Option<&str>,
    ) -> Self {
        let mut wanted = Self { open, returning, answers: answers_of(returns) };
        tests.into_iter().for_each(|test| wanted.have_shown(test));
        wanted
    }

    /// Only that tests reach these lines and branches.
    pub(crate) fn only_open(open: FastSet<usize>) -> Self {
        Self { open, returning: FastSet::default(), answers: FastSet::default() }
    }

    /// Whether tests show all of it.
    pub(crate) fn is_nothing(&self) -> bool {
        self.open.is_empty() && self.returning.is_empty() && self.answers.is_empty()
    }

    /// The wanted goals that a run reaches, and those through which it is wanted to return if it does.
    pub(crate) fn shown_by(&self, ran: &Ran) -> Vec<usize> {
        let returns = matches!(ran.outcome, Outcome::Returns(_));
        let is_wanted = |goal: &&usize| self.open.contains(*goal) || returns && self.returning.contains(*goal);
        ran.reached.iter().filter(is_wanted).copied().collect()
    }

    /// Whether a run shows any of it.
    pub(crate) fn is_shown_by(&self, ran: &Ran) -> bool {
        !self.shown_by(ran).is_empty() || self.is_answered_by(ran)
    }

    /// Whether a run gives an answer that is wanted.
    pub(crate) fn is_answered_by(&self, ran: &Ran) -> bool {
        ran.answer().is_some_and(|answer| self.answers.contains(&answer))
    }

    /// Takes note of what a test shows.
    pub(crate) fn have_shown(&mut self, test: &TestCase) {
        for goal in &test.goals {
            self.open.remove(goal);
            if matches!(test.outcome, Outcome::Returns(_)) {
                self.returning.remove(goal);
            }
        }
        if let Some(answer) = Answer::told(&test.outcome, &test.heap_after) {
            self.answers.remove(&answer);
        }
    }
}

/// The kinds of answers that methods with this type of result mostly give.
fn answers_of(returns: Option<&str>) -> FastSet<Answer> {
    let answers = match returns {
        Some("Z") => vec![Answer::Truth(true), Answer::Truth(false)],
        Some("B" | "S" | "I" | "J") => vec![Answer::Number],
        Some(reference) if reference.starts_with(['L', '[']) => vec![Answer::Something],
        _ => Vec::new(),
    };
    answers.into_iter().collect()
}

/// The blocks from which an execution may return.
pub(crate) fn leading_to_return(body: &Body) -> FastSet<BlockId> {
    let cfg = Cfg::compute(body);
    let returns = body.blocks.iter().filter(|(_, block)| matches!(block.terminator, Terminator::Return(_)));
    let mut waiting: Vec<BlockId> = returns.map(|(id, _)| id).collect();
    let mut leading: FastSet<BlockId> = FastSet::default();
    while let Some(block) = waiting.pop() {
        if leading.insert(block) {
            waiting.extend(cfg.predecessors(block));
        }
    }
    leading
}
