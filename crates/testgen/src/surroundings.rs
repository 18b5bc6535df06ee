//! Tests that end otherwise where the default locale or the default time zone is another one.
//!
//! All confirmed tests of a class run once more where both are otherwise. A test that fails there sets what it needs itself. One that
//! fails even then, alone or behind others, rests on what a class kept when it was initialized: it is kept for its way, and asserts
//! nothing of how it ends.

use crate::form::Form;
use crate::observe;
use crate::replay::{Assertions, Gathered, TestsOfClass, TimesTogether};
use crate::reports::Replay;
use crate::session::Session;
use crate::suite_error::SuiteError;
use crate::workshop::Built;
use clew_facts::{Outcome, Surrounding};
use std::collections::BTreeMap;
use std::time::Duration;

impl Session<'_> {
    /// The tests, where those that need a locale or a time zone set it.
    ///
    /// # Errors
    /// The JVM or the compiler does not work.
    pub(crate) fn pinned(&mut self, built: Built, form: Form) -> Result<Option<Built>, SuiteError> {
        let Some(built) = self.unpinned(built, form)? else { return Ok(None) };
        let needs = self.needs(&built)?;
        let news: Vec<usize> = needs.keys().copied().collect();
        for (job, surroundings) in needs {
            self.jobs[job].marks.pinned.extend(surroundings);
        }
        let kept = self.kept();
        let built = if news.is_empty() { Some(built) } else { self.build(&kept, form)? };
        let pinned: Vec<usize> = kept.into_iter().filter(|job| !self.jobs[*job].marks.pinned.is_empty()).collect();
        if pinned.is_empty() {
            return Ok(built);
        }
        let mut failing = match &built {
            Some(built) => {
                let mut tests = self.confirmed(built);
                let mut failing = self.failing_elsewhere(built, &tests)?;
                tests.reverse();
                failing.extend(self.failing_elsewhere(built, &tests)?);
                failing.into_iter().map(|(job, _)| job).filter(|job| pinned.contains(job)).collect()
            }
            None => pinned,
        };
        for job in news {
            let holds = match &built {
                Some(built) if !failing.contains(&job) => self.holds_marked(built, job)?,
                _ => false,
            };
            if !holds {
                failing.push(job);
            }
        }
        if failing.is_empty() {
            return Ok(built);
        }
        for job in failing {
            let job = &mut self.jobs[job];
            job.marks.pinned.clear();
            job.failed = None;
            job.case = observe::with_outcome(&job.case, Outcome::Open, None);
        }
        let kept = self.kept();
        self.build(&kept, form)
    }

    /// The tests without what they set as their paths do, where they pass without that in all surroundings: a path that
    /// looks at the locale need not hang on it.
    fn unpinned(&mut self, built: Built, form: Form) -> Result<Option<Built>, SuiteError> {
        let kept = self.kept();
        let pinned: Vec<usize> = kept.iter().copied().filter(|job| !self.jobs[*job].marks.pinned.is_empty()).collect();
        if pinned.is_empty() {
            return Ok(Some(built));
        }
        let take = |job: usize| (job, std::mem::take(&mut self.jobs[job].marks.pinned));
        let before: Vec<_> = pinned.into_iter().map(take).collect();
        let without = self.build(&kept, form)?;
        let mut is_freed = false;
        for (job, pinned) in before {
            let holds = match &without {
                Some(without) => self.holds_marked(without, job)?,
                None => false,
            };
            match holds {
                true => is_freed = true,
                false => self.jobs[job].marks.pinned = pinned,
            }
        }
        if is_freed {
            return self.build(&kept, form);
        }
        self.note(&built.source, &built.tests);
        Ok(Some(built))
    }

    /// What confirmed tests need as it is here.
    fn needs(&mut self, built: &Built) -> Result<BTreeMap<usize, Vec<Surrounding>>, SuiteError> {
        let mut needs = BTreeMap::new();
        for (job, name) in self.failing_elsewhere(built, &self.confirmed(built))? {
            let run = (built, job, name.as_str());
            let fails_always = self.passes(run, (Assertions::Enabled, &[]))? != Some(true);
            if fails_always || self.passes(run, (Assertions::Enabled, &Surrounding::ALL))? != Some(false) {
                continue;
            }
            let mut needed = Vec::new();
            for surrounding in Surrounding::ALL {
                if self.passes(run, (Assertions::Enabled, &[surrounding]))? == Some(false) {
                    needed.push(surrounding);
                }
            }
            needs.insert(job, if needed.is_empty() { Surrounding::ALL.to_vec() } else { needed });
        }
        Ok(needs)
    }

    /// The confirmed tests, with their names.
    fn confirmed(&self, built: &Built) -> Vec<(usize, String)> {
        let is_confirmed = |job: &usize| self.replays.get(job) == Some(&Replay::Confirmed);
        built.tests.iter().filter(|(job, _)| is_confirmed(job)).cloned().collect()
    }

    /// Those of the tests that fail where everything is otherwise, or may do so, when they run in this order on the same classes.
    fn failing_elsewhere(
        &mut self,
        built: &Built,
        tests: &[(usize, String)],
    ) -> Result<Vec<(usize, String)>, SuiteError> {
        if tests.is_empty() {
            return Ok(Vec::new());
        }
        let used: Duration = tests.iter().filter_map(|(job, _)| self.used.get(job)).sum();
        let methods = tests.iter().map(|(_, name)| name.clone()).collect();
        let class_path = self.class_path(built);
        let times = TimesTogether::of_tests(used, self.suite.options.test_timeout);
        let together = TestsOfClass { class: built.class.clone(), methods };
        let server = &mut self.suite.servers()?.usual;
        match server.run_together_where(&Surrounding::ALL, &class_path, &[together], times)? {
            Gathered::Ended(failures) => {
                Ok(failures.iter().filter_map(|failure| tests.get(failure.test).cloned()).collect())
            }
            // Each has to show alone what it does.
            Gathered::TimedOut(_) | Gathered::Exhausted | Gathered::Crashed => Ok(tests.to_vec()),
        }
    }
}
