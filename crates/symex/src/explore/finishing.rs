//! What the call of a builder's method did is seen in what the builder builds.

use super::Exploration;
use crate::rerun;
use crate::steps::MemoryGauge;
use crate::tests::finished::{finisher, with_filled_builder};
use clew_base::CancelToken;
use clew_facts::{Options, Outcome, TestCase, Value};

/// How many tests of a method are looked at.
const MAX_TESTS: usize = 4;

impl Exploration<'_> {
    /// Has the builders of tests filled so far that what they build can be built behind the call.
    pub(super) fn fill_builders(&mut self, options: &Options, cancel: &CancelToken, gauge: Option<MemoryGauge>) {
        // Of other executions it is not known whether they are verified.
        if self.machine.guide.is_some() {
            return;
        }
        let Some(finisher) = finisher(&self.machine, self.method.id) else { return };
        let world = self.machine.world;
        let Ok(mut finishing) = Exploration::new(world, finisher, options, cancel.clone(), gauge) else { return };
        let mut is_finished = |input: &TestCase| {
            let ran = rerun::run(&mut finishing.machine, input);
            ran.is_ok_and(|ran| matches!(ran.outcome, Outcome::Returns(Some(Value::Ref(_)))))
        };
        for at in 0..self.tests.len().min(MAX_TESTS) {
            let filled = with_filled_builder(&mut self.machine, &self.tests[at], &mut is_finished);
            if let Some(filled) = filled {
                self.tests[at] = filled;
            }
        }
    }
}
