//! The work on the tests of one class.

use crate::allowance::Allowance;
use crate::file::{SourceFile, Throws};
use crate::form::Form;
use crate::marks::Marks;
use crate::null_arguments::null_arguments_last;
use crate::options::Replaying;
use crate::output::{self, Present};
use crate::recording::Recording;
use crate::reports::StateBy;
use crate::reports::{ClassReport, Replay, TestReport};
use crate::scope::Style;
use crate::suite::Suite;
use crate::suite_error::SuiteError;
use crate::together::Member;
use crate::workshop::{Built, Job, Workshop, input_text};
use clew_facts::{MethodFacts, MethodKey};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// The work on one class.
pub(crate) struct Session<'s> {
    pub(crate) suite: &'s mut Suite,
    pub(crate) workshop: &'s Workshop<'s>,
    /// The tests that differ from each other.
    pub(crate) jobs: Vec<Job>,
    /// For each method, the positions of its goals that are lines and branches.
    pub(crate) plain_goals: BTreeMap<MethodKey, BTreeSet<usize>>,
    /// For each test given: its method, its position there, its job.
    pub(crate) given: Vec<(usize, usize, usize)>,
    /// For each job that is decided, the verdict.
    pub(crate) replays: BTreeMap<usize, Replay>,
    /// The jobs whose outcome was not predicted but seen.
    pub(crate) observed: BTreeSet<usize>,
    /// What the jobs tried that would do harm, for those that did.
    pub(crate) tried: BTreeMap<usize, Vec<String>>,
    /// The names of the jobs in the last class they were in.
    pub(crate) names: BTreeMap<usize, String>,
    /// Their Java text there.
    pub(crate) texts: BTreeMap<usize, String>,
    /// What the confirmed jobs execute.
    pub(crate) recordings: BTreeMap<usize, Recording>,
    /// How much time is left to the tests of each method.
    pub(crate) allowance: Allowance,
    /// The jobs that have run, each with whether it is gone on with.
    pub(crate) begun: BTreeMap<usize, bool>,
    /// How much time their longest runs have used.
    pub(crate) used: BTreeMap<usize, Duration>,
}

impl<'s> Session<'s> {
    pub(crate) fn new(suite: &'s mut Suite, workshop: &'s Workshop<'s>, methods: &[MethodFacts]) -> Self {
        let allowance = Allowance::new(suite.options.method_timeout);
        let mut session = Session {
            suite,
            workshop,
            jobs: Vec::new(),
            plain_goals: methods.iter().map(plain_goals).collect(),
            given: Vec::new(),
            replays: BTreeMap::new(),
            observed: BTreeSet::new(),
            tried: BTreeMap::new(),
            names: BTreeMap::new(),
            texts: BTreeMap::new(),
            recordings: BTreeMap::new(),
            allowance,
            begun: BTreeMap::new(),
            used: BTreeMap::new(),
        };
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (method, test, case) in null_arguments_last(methods) {
            let fresh = session.jobs.len();
            let job = *known.entry(input_text(method, case)).or_insert(fresh);
            if job == fresh {
                session.jobs.push(Job {
                    state_by: StateBy::Calls,
                    key: methods[method].key.clone(),
                    case: case.clone(),
                    style: first_style(session.suite.options.replay),
                    throws: Throws::Nothing,
                    refused: None,
                    failed: None,
                    disabled: None,
                    marks: Marks { pinned: case.pinned.iter().copied().collect(), ..Marks::default() },
                    sights: Vec::new(),
                });
            }
            session.given.push((method, test, job));
        }
        session.given.sort_unstable();
        session
    }

    pub(crate) fn run(mut self) -> Result<ClassReport, SuiteError> {
        let form = Form::Asserting(self.suite.options.junit);
        let source = match self.suite.options.replay {
            Replaying::On => match self.replayed(form)? {
                Some(built) => self.keep_replayed(built)?,
                None => self.remove_stale()?,
            },
            Replaying::Off => match self.written(form) {
                Some(source) => self.keep(&source)?,
                None => self.remove_stale()?,
            },
        };
        Ok(ClassReport { source, tests: self.reports() })
    }

    /// The source of all tests that can be written; nothing is compiled or run.
    fn written(&mut self, form: Form) -> Option<SourceFile> {
        let open = self.open();
        self.mark_unrun();
        let left_out = self.null_arguments_to_leave_out(&open);
        let open: Vec<usize> = open.into_iter().filter(|job| !left_out.contains_key(job)).collect();
        let (source, tests) = self.workshop.write(&mut self.jobs, &open, form);
        self.note(&source, &tests);
        (!tests.is_empty()).then_some(source)
    }

    /// The tests that did what was predicted.
    fn replayed(&mut self, form: Form) -> Result<Option<Built>, SuiteError> {
        self.observe_unpredicted()?;
        let open = self.open();
        let mut built = self.build(&open, form)?;
        let disabled = self.disabled();
        if let Some(built) = &built {
            self.replay(built)?;
        }
        let kept = self.kept();
        let is_other = |built: &Built| !built.tests.iter().map(|(job, _)| job).eq(&kept);
        if built.as_ref().is_some_and(is_other) || self.disabled() != disabled {
            built = self.build(&kept, form)?;
        }
        let is_changed = match &built {
            Some(recorded) => self.record(recorded, |_| true)?,
            None => false,
        };
        let mut left_out = self.null_arguments_to_leave_out(&self.kept());
        left_out.retain(|job, _| self.replays.get(job) == Some(&Replay::Confirmed));
        let is_changed = is_changed || !left_out.is_empty();
        self.replays.extend(left_out.into_iter().map(|(job, reason)| (job, Replay::LeftOut { reason })));
        let is_changed = self.foresee_changes() || is_changed;
        if is_changed {
            built = self.build(&self.kept(), form)?;
        }
        let built = match built {
            Some(built) => self.pinned(built, form)?,
            None => None,
        };
        let built = match built {
            Some(built) => self.looked(built, form)?,
            None => None,
        };
        match built {
            Some(built) => self.marked(built, form),
            None => Ok(None),
        }
    }

    /// Keeps the names and the texts of tests that were written.
    pub(crate) fn note(&mut self, source: &SourceFile, tests: &[(usize, String)]) {
        self.names.extend(tests.iter().cloned());
        self.texts.extend(tests.iter().map(|(job, _)| *job).zip(source.texts()));
    }

    /// How many jobs are written so that nobody runs them unawares.
    fn disabled(&self) -> usize {
        self.jobs.iter().filter(|job| job.disabled.is_some()).count()
    }

    /// The jobs without a verdict.
    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.jobs.len()).filter(|job| self.jobs[*job].failed.is_none() && !self.replays.contains_key(job)).collect()
    }

    /// The jobs that go into the final file.
    pub(crate) fn kept(&self) -> Vec<usize> {
        (0..self.jobs.len())
            .filter(|job| self.jobs[*job].failed.is_none())
            .filter(|job| {
                matches!(self.replays.get(job), Some(Replay::Confirmed | Replay::Caged { .. } | Replay::Skipped))
            })
            .collect()
    }

    pub(crate) fn build(&mut self, chosen: &[usize], form: Form) -> Result<Option<Built>, SuiteError> {
        let server = &mut self.suite.servers()?.usual;
        let built = self.workshop.build(server, &mut self.jobs, chosen, form)?;
        if let (Some(built), Form::Asserting(_)) = (&built, form) {
            self.note(&built.source, &built.tests);
        }
        Ok(built)
    }

    /// Writes the source file under its final name.
    fn keep(&mut self, source: &SourceFile) -> Result<Option<PathBuf>, SuiteError> {
        let Some(out) = &self.suite.options.out else { return Ok(None) };
        let path = self.workshop.home.file(out);
        let tested = &self.workshop.tested;
        if output::present(&path, tested) == Present::Edited {
            self.suite.upkeep.keep_edited(tested, &path);
            return Ok(None);
        }
        self.suite.upkeep.share(&self.workshop.helpers, &source.text)?;
        self.suite.upkeep.write(tested, &path, &source.text)?;
        Ok(Some(path))
    }

    /// Writes the source file of tests that were run, and keeps the compiled ones to run them with those of other classes.
    fn keep_replayed(&mut self, built: Built) -> Result<Option<PathBuf>, SuiteError> {
        let path = self.keep(&built.source)?;
        if let Some(file) = &path {
            let Built { source, tests, class, folder } = built;
            let is_run: Vec<bool> =
                tests.iter().map(|(job, _)| self.replays.get(job) == Some(&Replay::Confirmed)).collect();
            let used = tests.iter().filter_map(|(job, _)| self.used.get(job)).sum();
            let names = tests.into_iter().map(|(_, name)| name).collect();
            let tested = self.workshop.tested.clone();
            let member = Member { tested, class, file: file.clone(), source, names, is_run, used };
            self.suite.gather(member, folder.path())?;
        }
        Ok(path)
    }

    /// Takes away what an earlier run wrote for the class, now that there is no test for it.
    fn remove_stale(&mut self) -> Result<Option<PathBuf>, SuiteError> {
        if let Some(out) = &self.suite.options.out {
            let path = self.workshop.home.file(out);
            let tested = &self.workshop.tested;
            match output::present(&path, tested) {
                Present::Ours => self.suite.upkeep.remove(tested, &path)?,
                Present::Edited => self.suite.upkeep.keep_edited(tested, &path),
                Present::Nothing | Present::Other => {}
            }
        }
        Ok(None)
    }

    fn reports(mut self) -> Vec<TestReport> {
        let mut recordings = std::mem::take(&mut self.recordings);
        let report = |(method, test, job): &(usize, usize, usize)| {
            let replay = match (&self.jobs[*job].failed, self.replays.get(job)) {
                (Some(reason), _) => Replay::CannotBuild { reason: reason.clone() },
                (None, Some(replay)) => replay.clone(),
                (None, None) => Replay::Skipped,
            };
            TestReport {
                method: *method,
                test: *test,
                name: self.names.get(job).cloned().unwrap_or_default(),
                replay,
                tried: self.tried.get(job).cloned().unwrap_or_default(),
                outcome: self.jobs[*job].case.outcome.clone(),
                state_by: self.jobs[*job].state_by,
                pinned: self.jobs[*job].marks.pinned.clone(),
                source: self.texts.get(job).cloned().unwrap_or_default(),
                recording: recordings.remove(job).unwrap_or_default(),
            }
        };
        self.given.iter().map(report).collect()
    }
}

/// The style that a test is written in at first. Without a compiler that looks at it, it is one that is seldom refused.
fn first_style(replay: Replaying) -> Style {
    match replay {
        Replaying::On => Style::Typed,
        Replaying::Off => Style::Direct,
    }
}

/// A method with the positions of its goals that are lines and branches.
fn plain_goals(facts: &MethodFacts) -> (MethodKey, BTreeSet<usize>) {
    let plain = facts.goals.iter().enumerate().filter(|(_, goal)| goal.goal.kind.is_code());
    (facts.key.clone(), plain.map(|(position, _)| position).collect())
}
