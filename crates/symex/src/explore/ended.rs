//! The end of a path: what is recorded of it, and the test that is made of it.

use super::{Exploration, Reserved};
use crate::answers::Answer;
use crate::core::Assumed;
use crate::escapes::Escape;
use crate::flow::PathEnd;
use crate::helpers::CodePlace;
use crate::invariants::Kept;
use crate::ledger::Closing;
use crate::machine::Machine;
use crate::state::State;
use crate::tests::make;
use clew_base::FastSet;
use clew_facts::{Criterion, CutReason, Outcome, TestCase};
use clew_heap::Value;

/// After this many paths without a test, a goal whose test failed once is not tried again.
const MAX_FAILED_TESTS: u32 = 100;

impl Exploration<'_> {
    /// The end of a path: on record, and a test if there is something in it.
    pub(super) fn end(&mut self, state: State, end: PathEnd) {
        let kept = match self.machine.with_types_kept(state) {
            Kept::Some(state) => self.machine.with_invariants_kept(state),
            none @ Kept::None(..) => none,
        };
        let (state, end) = match kept {
            Kept::Some(state) => (state, end),
            Kept::None(state, assumptions) => {
                self.machine.ledger.exclude(&state, &assumptions, &end);
                (state, PathEnd::Excluded)
            }
        };
        let closing = match &end {
            PathEnd::Cut(reason) => Closing::Cut(reason.clone()),
            PathEnd::Return(_) | PathEnd::Throw(_) | PathEnd::Exit | PathEnd::Excluded => Closing::Followed,
        };
        let state = self.machine.ledger.close(state, closing);
        let initialized = &state.globals.initialization.status;
        if initialized.len() > self.initialized.len() {
            self.initialized = initialized.keys().copied().collect();
        }
        // All that may follow is verified, so no test is for it.
        if matches!(end, PathEnd::Excluded | PathEnd::Cut(CutReason::Verified(_))) {
            return;
        }
        if let Some(cases) = &mut self.cases {
            self.paths += u64::from(!matches!(end, PathEnd::Cut(_)));
            return cases.add(&mut self.machine, &self.inputs, &state, &end);
        }
        if self.asks_for_real(&state, &end) {
            return;
        }
        if let Some(choice) = &state.guesses.choice {
            // A test may go another way, and a goal that it does not reach is not unreachable for that.
            let why = match &state.guesses.for_tests {
                Some(reason) => CutReason::clone(reason),
                None => CutReason::Unsupported(choice.what.to_owned()),
            };
            self.note_without_test(&state, &why);
        }
        if let PathEnd::Cut(reason) = &end {
            self.cut.keep(&state, reason);
        } else {
            let Machine { core, ledger, goals, .. } = &mut self.machine;
            ledger.endings.followed(core, goals, &state, &end);
            self.paths += u64::from(state.guesses.for_tests.is_none());
        }
        let declared = self.method.returns.as_deref();
        let answer = Answer::of(&self.machine, &state, &end, declared);
        let answer = answer.or_else(|| Answer::of_open_number(&end, declared));
        let answer = answer.filter(|answer| answer.is_to_be_shown(self.machine.goals.has_branches()));
        if answer.is_none() && self.machine.options.criterion != Criterion::Paths {
            let by_answer = self.by_answer(&state, &end);
            if !by_answer.is_empty() {
                for (state, end, answer) in by_answer {
                    self.show(&state, &end, Some(answer));
                }
                return;
            }
        }
        if !self.is_second_choice(&state, &end) {
            self.show(&state, &end, answer);
        } else if state.passed.ends.iter().any(|place| !self.is_shown_at_last(place)) {
            self.second_choice.push((state, end));
        }
    }

    /// Whether all that a path shows are ways through helpers, and it ends in an exception that these do not throw themselves: what they
    /// give is shown by one that returns, if there is one.
    fn is_second_choice(&self, state: &State, end: &PathEnd) -> bool {
        let is_paths = self.machine.options.criterion == Criterion::Paths;
        if !matches!(end, PathEnd::Throw(_)) || is_paths || state.input.is_left_by_exception {
            return false;
        }
        let mut new = state.passed.ends.iter().filter(|place| !self.ends.contains(place)).peekable();
        let is_of_helper = |place: &CodePlace| place.0 != self.machine.core.target;
        let is_plain = |place: &CodePlace| is_of_helper(place) && !self.machine.helpers.throws_from(place);
        let escape = || Escape::of(&self.machine.core, state, end);
        new.peek().is_some() && new.all(is_plain) && !self.adds_goal(state) && !self.adds_escape(escape().as_ref())
    }

    /// Whether a path reaches a goal of which there is no test.
    fn adds_goal(&self, state: &State) -> bool {
        state.passed.reached.iter().any(|goal| self.reached.tests[*goal].is_none())
    }

    /// Whether there is no test of an exception that a call lets out of the method.
    fn adds_escape(&self, escape: Option<&Escape>) -> bool {
        escape.is_some_and(|escape| !self.escapes.contains(escape))
    }

    /// Whether a test shows a place, or one will if no better one is found.
    fn is_shown_at_last(&self, place: &CodePlace) -> bool {
        self.ends.contains(place) || self.second_choice.iter().any(|(state, _)| state.passed.ends.contains(place))
    }

    /// Makes tests of ways through helpers that no execution has shown which returns.
    pub(super) fn show_second_choice(&mut self) {
        for (state, end) in std::mem::take(&mut self.second_choice) {
            if state.passed.ends.iter().any(|place| !self.ends.contains(place)) {
                self.show(&state, &end, None);
            }
        }
    }

    /// The executions of a path that returns a truth value which it leaves open, by that value; none where tests show both already, or
    /// where only one of them is known to be there.
    fn by_answer(&mut self, state: &State, end: &PathEnd) -> Vec<(State, PathEnd, Answer)> {
        let PathEnd::Return(Some(Value::Term(returned))) = end else { return Vec::new() };
        let shown = |holds: &bool| self.answers.contains(&Answer::Truth(*holds));
        if self.method.returns.as_deref() != Some("Z") || [true, false].iter().all(shown) {
            return Vec::new();
        }
        let pool = &mut self.machine.core.pool;
        let (zero, one) = (pool.bv32(0), pool.bv32(1));
        let is_false = pool.eq(*returned, zero);
        let is_true = pool.not(is_false);
        let mut found = Vec::new();
        for (guard, value, holds) in [(is_true, one, true), (is_false, zero, false)] {
            let guard = self.machine.core.memo.tabulation.restate(&mut self.machine.core.pool, guard);
            if let Assumed::Feasible(child) = self.machine.follow(state.clone(), guard, state.heap.clone()) {
                found.push((child, PathEnd::Return(Some(Value::Term(value))), Answer::Truth(holds)));
            }
        }
        if found.len() == 2 { found } else { Vec::new() }
    }

    /// Makes a test of the end of a path, if it shows something that no other does: a goal, an end or an answer.
    fn show(&mut self, state: &State, end: &PathEnd, answer: Option<Answer>) {
        let complete = !matches!(end, PathEnd::Cut(_));
        let escape = Escape::of(&self.machine.core, state, end);
        let (adds_escape, adds_goal) = (self.adds_escape(escape.as_ref()), self.adds_goal(state));
        let adds_end = complete
            && (state.input.is_left_by_exception
                || adds_escape
                || state.passed.ends.iter().any(|block| !self.ends.contains(block))
                || answer.is_some_and(|answer| !self.answers.contains(&answer))
                || matches!(end, PathEnd::Return(_)) && self.wanted_ends.may_be_answered_by(answer));
        let adds_end = adds_end || self.returns_first(state, end);
        let wanted = match self.machine.options.criterion {
            Criterion::Paths => complete,
            Criterion::Branches | Criterion::Statements => adds_goal || adds_end,
        };
        if !wanted && !adds_goal {
            return;
        }
        if !wanted {
            self.note_without_test(
                state,
                &CutReason::Unsupported("only an execution that a bound cuts reaches it".to_owned()),
            );
            return;
        }
        if (!complete || state.guesses.for_tests.is_some())
            && state
                .passed
                .reached
                .iter()
                .all(|goal| self.reached.tests[*goal].is_some() || self.in_reserve.contains(goal))
        {
            return;
        }
        let without_test =
            |goal: &usize| self.reached.tests[*goal].is_some() || self.reached.without_test[*goal].is_some();
        if self.failed_tests >= MAX_FAILED_TESTS && state.passed.reached.iter().all(without_test) {
            return;
        }
        let is_unsure = state.guesses.decisions > 0 || state.guesses.for_tests.is_some();
        let made = make(&mut self.machine, &self.inputs, state, end);
        if let Ok(Some(test)) = &made {
            self.note_missed(state, test);
        }
        match made {
            // No objects are as the path has them.
            Ok(None) => {}
            Ok(Some(test))
                if (!complete || state.guesses.may_break_invariants) && !self.machine.keeps_invariants(&test) =>
            {
                let why = "an input that keeps the invariants of its classes";
                self.note_without_test(state, &CutReason::Unsupported(why.to_owned()));
            }
            // Followed from another state before.
            Ok(Some(test)) if !adds_goal && !adds_end && !self.is_of_root(state, &test) => {}
            // The run with all calls made first went another way.
            Ok(Some(test))
                if self.seeds.is_some()
                    && !self.ends_as_wanted(state, end, &test)
                    && !test.goals.iter().any(|goal| self.is_open(*goal))
                    && answer.is_none_or(|answer| self.answers.contains(&answer))
                    && !Escape::told(&test).is_some_and(|told| escape.as_ref() == Some(&told) && adds_escape) => {}
            // What was not known, and went one way here, goes the same way in both.
            Ok(Some(test)) if is_unsure && self.has_input_of(state, &test) => {}
            // How it ends is not known, it may never do: it counts only where no other test reaches a goal.
            Ok(Some(test)) if !adds_goal && matches!(test.outcome, Outcome::NotPredicted | Outcome::Open) => {}
            Ok(Some(test)) if matches!(test.outcome, Outcome::NotPredicted | Outcome::Open) => {
                let why = state.guesses.choice.as_ref().map(|choice| choice.what);
                let hoped = state.passed.reached.clone().union(test.goals.iter().copied().collect());
                self.in_reserve.extend(hoped.iter().copied());
                self.reserve.push(Reserved { test, hoped, why });
            }
            // With the values that readers are given it is one that there is.
            Ok(Some(test)) if !self.opens_a_goal(&test) && self.tests.iter().any(|kept| kept.has_input_of(&test)) => {}
            Ok(Some(test)) => {
                self.wanted_ends.have_shown(state.passed.ends.iter());
                self.wanted_ends.have_answered(&test);
                let new = state.passed.ends.iter().copied().filter(|place| self.ends.insert(*place));
                let of_helpers = new.filter(|(method, _)| *method != self.machine.core.target).collect();
                self.ends_of_tests.push((self.tests.len(), of_helpers));
                self.answers.extend(answer);
                self.escapes.extend(escape);
                // What a handler does about `null` that somebody passed is not all that people want to see of it.
                let fails = !state.passed.thrown_by_jvm.is_empty();
                let returned = fails.then(|| self.reached.returned.clone());
                self.keep(test);
                self.reached.returned = returned.unwrap_or_else(|| std::mem::take(&mut self.reached.returned));
            }
            Err(why) => {
                self.failed_tests += 1;
                self.note_without_test(state, &CutReason::Unsupported(why));
            }
        }
    }

    /// Whether a test reaches a goal that no other does.
    fn opens_a_goal(&self, test: &TestCase) -> bool {
        test.goals.iter().any(|goal| self.reached.tests[*goal].is_none())
    }

    /// Whether a path returns through a line or a branch through which all tests go on to an exception. What the method gives there is
    /// what people want to see of it.
    fn returns_first(&self, state: &State, end: &PathEnd) -> bool {
        let is_left =
            |goal: &usize| self.machine.goals.goals[*goal].kind.is_code() && !self.reached.returned.contains(goal);
        matches!(end, PathEnd::Return(_)) && state.passed.reached.iter().any(is_left)
    }

    /// Whether a test shows a place of a helper that it was made for, or an answer that is wanted.
    fn ends_as_wanted(&self, state: &State, end: &PathEnd, test: &TestCase) -> bool {
        let ends_alike = matches!(
            (end, &test.outcome),
            (PathEnd::Return(_), Outcome::Returns(_)) | (PathEnd::Throw(_), Outcome::Throws { .. })
        );
        ends_alike && self.wanted_ends.are_among(state.passed.ends.iter()) || self.wanted_ends.are_answered_by(test)
    }

    /// Whether there is a test of the same input; if it is one in reserve, it may as well reach what this state has reached.
    pub(super) fn has_input_of(&mut self, state: &State, test: &TestCase) -> bool {
        let reserved = self.reserve.iter_mut().find(|reserved| reserved.test.has_input_of(test));
        let is_reserved = reserved.is_some();
        if let Some(reserved) = reserved {
            reserved.hoped.extend(state.passed.reached.iter().copied());
            self.in_reserve.extend(state.passed.reached.iter().copied());
        }
        is_reserved || self.tests.iter().any(|kept| kept.has_input_of(test))
    }

    /// Notes the goals of a path that the test of it does not reach, because making its input changes what the path rests on.
    fn note_missed(&mut self, state: &State, test: &TestCase) {
        for goal in state.passed.reached.iter().filter(|goal| !test.goals.contains(goal)) {
            let reason = || CutReason::Unsupported("what making the input changes".to_owned());
            self.reached.without_test[*goal].get_or_insert_with(reason);
        }
    }

    pub(super) fn note_without_test(&mut self, state: &State, reason: &CutReason) {
        for goal in state.passed.reached.iter() {
            self.reached.without_test[*goal].get_or_insert_with(|| reason.clone());
        }
    }

    pub(super) fn keep(&mut self, test: TestCase) {
        let index = self.tests.len();
        for goal in &test.goals {
            self.reached.tests[*goal].get_or_insert(index);
        }
        self.machine.goals.shown.extend(&test.goals);
        if matches!(test.outcome, Outcome::Returns(_)) {
            self.reached.returned.extend(&test.goals);
        }
        self.tests.push(test);
    }

    /// Takes from the tests in reserve those that reach what no other does.
    pub(super) fn use_reserve(&mut self) {
        let mut hoped_of_others: FastSet<usize> = FastSet::default();
        for Reserved { test, hoped, why } in std::mem::take(&mut self.reserve) {
            if hoped.iter().all(|goal| self.reached.tests[*goal].is_some() || hoped_of_others.contains(goal)) {
                continue;
            }
            if let Some(what) = why {
                for goal in &hoped {
                    let reason = || CutReason::Unsupported(what.to_owned());
                    self.reached.without_test[*goal].get_or_insert_with(reason);
                }
            }
            hoped_of_others.extend(hoped);
            self.keep(test);
        }
    }
}
