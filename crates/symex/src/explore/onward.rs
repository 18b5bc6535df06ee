//! Concrete runs of inputs that are a little unlike those of tests, for what no test whose input calls make shows yet.

use super::Exploration;
use crate::rerun;
use crate::tests::onward::{Onward, numbers_near, test_of};
use crate::tests::usual::{hangs_on_order, plain_input};
use crate::wanted::{Wanted, leading_to_return};
use clew_base::FastSet;
use clew_facts::{Assumption, CutReason, HeapObject, InputsByCalls, Object, TestCase};
use clew_jvm::{ClassId, Provenance};
use std::collections::BTreeSet;

/// How many inputs are run at most.
const RUNS: u32 = 240;

/// How many instructions the runs may take at most.
const STEPS: u64 = 1_000_000;

/// They may take this many times the steps that a method may take: they take far less time.
const TIMES_STEPS: u64 = 5;

impl<'w> Exploration<'w> {
    /// Runs a plain input and such as are made of those of tests, and keeps the tests that show something wanted. `returning` are the
    /// goals from which an execution may return, `max_steps` is how many steps the method may take.
    pub(super) fn go_onward(&mut self, returning: &FastSet<usize>, max_steps: u64) {
        let is_reached = |goal: &&usize| self.reached.tests[**goal].is_some();
        let returning = returning.iter().filter(is_reached).copied().collect();
        let open = self.open_code().collect();
        let wanted = Wanted::of(&self.tests, open, returning, self.method.returns.as_deref());
        // Of other executions it is not known whether they are verified.
        let plain = if self.machine.guide.is_none() { plain_input(&self.machine, &self.inputs) } else { None };
        let onward = Onward::new(&self.machine, &self.tests).after(plain);
        let last = self.machine.run.steps_aside + STEPS.min(max_steps.saturating_mul(TIMES_STEPS));
        self.run_onward(onward, wanted, last);
    }

    /// Does the same for lines and branches that neither a test nor a proof decides, where no path led to a test of them. What is put into
    /// collections and maps decides many.
    pub(super) fn go_onward_to_open_code(&mut self) {
        // What a stated bound cuts is answered within that bound.
        let is_cut = self.machine.ledger.cuts().iter().any(|(_, reason)| !matches!(reason, CutReason::Bound(_)));
        let shared = self.classes_with_initial_statics();
        if !is_cut && shared.is_empty() || !self.may_be_usual() {
            return;
        }
        let open = self.open_code().collect();
        // State that others share may have a method answer otherwise.
        let wanted = match shared.is_empty() {
            true => Wanted::only_open(open),
            false => Wanted::of(&self.tests, open, FastSet::default(), self.method.returns.as_deref()),
        };
        if wanted.is_nothing() {
            return;
        }
        let is_seed = |test: &&TestCase| {
            let is_free = |object: &HeapObject| matches!(object.object, Object::Instance { .. });
            test.calls.is_empty() && !test.changes_statics() && !test.heap.values().any(is_free)
        };
        let seeds: Vec<TestCase> = self.tests.iter().filter(is_seed).cloned().collect();
        let numbers = numbers_near(&self.machine, &seeds);
        let plain = plain_input(&self.machine, &self.inputs);
        let onward = Onward::new(&self.machine, &seeds).with_numbers(numbers).with_shared(&shared).after(plain);
        let last = self.machine.run.steps_aside + STEPS.min(self.machine.options.max_steps);
        self.run_onward(onward, wanted, last);
    }

    /// The classes of the program whose static fields were assumed to hold their initial values.
    fn classes_with_initial_statics(&self) -> Vec<ClassId> {
        let world = self.machine.world;
        let assumed = self.machine.ledger.all().filter_map(|assumption| match assumption {
            Assumption::InitialStatics(class) => Some(class.as_str()),
            _ => None,
        });
        let names: BTreeSet<&str> = assumed.collect();
        let classes = names.into_iter().filter_map(|name| world.load(&name.replace('.', "/")).ok());
        classes.filter(|class| world.class(*class).provenance != Provenance::Jdk).collect()
    }

    fn run_onward(&mut self, mut onward: Onward<'w>, mut wanted: Wanted, last: u64) {
        for _ in 0..RUNS {
            if self.has_run_long(last) || wanted.is_nothing() {
                return;
            }
            let Some(input) = onward.next(&self.machine) else { return };
            // An exploration of calls makes its objects first in any case.
            if self.seeds.is_none() && hangs_on_order(&self.machine, &input) {
                continue;
            }
            let Ok(ran) = rerun::run(&mut self.machine, &input) else { continue };
            let shown = wanted.shown_by(&ran);
            if wanted.is_shown_by(&ran)
                && let Some(test) = test_of(&mut self.machine, &input, &ran, &shown)
                && !self.tests.iter().any(|known| known.has_input_of(&test))
            {
                wanted.have_shown(&test);
                self.keep(test);
            }
            onward.learn(input, &ran);
        }
    }

    /// The lines and branches from which an execution may return; none where no tests by calls are looked for.
    pub(super) fn returning(&self) -> FastSet<usize> {
        let by_calls = self.machine.options.inputs_by_calls != InputsByCalls::Off;
        let Some(code) = by_calls.then(|| self.machine.world.code(self.machine.target).ok()).flatten() else {
            return FastSet::default();
        };
        let goals = &self.machine.goals;
        let returning = goals.leading_into(&code.body, &leading_to_return(&code.body));
        returning.into_iter().filter(|goal| goals.goals[*goal].kind.is_code()).collect()
    }
}
