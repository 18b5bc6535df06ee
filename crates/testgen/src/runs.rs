//! What the tests of a class do on the JVM.

use crate::form::Form;
use crate::observe::{self, Observation};
use crate::options::SuiteOptions;
use crate::recording::{Recorder, Told, Way, runs_of};
use crate::replay::{Assertions, Outcome as Run, ReplayError};
use crate::reports::{Prediction, Replay};
use crate::servers::Servers;
use crate::session::Session;
use crate::stubs::narrows;
use crate::suite_error::SuiteError;
use crate::workshop::{Built, Job};
use clew_facts::{Outcome, Surrounding, TestCase, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// What a class of source code throws that is given what its type arguments exclude.
const CAST: &str = "java.lang.ClassCastException";

/// How often a test runs again whose outcome nothing predicted: what was seen could hang on chance.
const REPETITIONS_OF_OBSERVED: u32 = 5;

impl Session<'_> {
    /// Runs the tests without a prediction once, and makes what is seen their outcome: an exception, or that the call returns.
    /// What it returns is not asserted: a value that nothing predicted may depend on the machine, the clock or the folder.
    pub(crate) fn observe_unpredicted(&mut self) -> Result<(), SuiteError> {
        let unpredicted: Vec<usize> =
            self.open().into_iter().filter(|job| self.jobs[*job].case.outcome == Outcome::NotPredicted).collect();
        for (job, seen) in self.probe(&unpredicted)? {
            let is_built = !matches!(seen, Seen::Observed(Observation::Unbuilt(_)) | Seen::TimedOut | Seen::OutOfTime);
            if is_built && self.tried.contains_key(&job) {
                // What was seen is the cage's doing; outside, the call may end in another way.
                self.cage(job, Prediction::Kept);
                continue;
            }
            match seen {
                Seen::Observed(Observation::Ended(outcome, _)) => {
                    let outcome = match outcome {
                        Outcome::Returns(Some(_)) => Outcome::Returns(Some(Value::Unknown)),
                        other => other,
                    };
                    self.jobs[job].case = observe::with_outcome(&self.jobs[job].case, outcome, None);
                    self.observed.insert(job);
                }
                Seen::Observed(Observation::Unbuilt(reason)) | Seen::Failed(reason) => {
                    self.replays.insert(job, Replay::CannotBuild { reason });
                }
                Seen::TimedOut => {
                    self.replays.insert(job, Replay::Timeout);
                }
                Seen::OutOfTime => {
                    self.replays.insert(job, Replay::OutOfTime);
                }
            }
        }
        Ok(())
    }

    fn probe(&mut self, chosen: &[usize]) -> Result<Vec<(usize, Seen)>, SuiteError> {
        let Some(built) = self.build(chosen, Form::Probing)? else { return Ok(Vec::new()) };
        let mut seen = Vec::new();
        for (job, name) in &built.tests {
            let found = match self.run_first(&built, *job, name)? {
                (Ran::OutOfTime, _) | (Ran::Ended(Run::Failed { .. }), false) => Seen::OutOfTime,
                (Ran::Ended(Run::Failed { exception, message, .. }), true) => {
                    let Job { key, case, .. } = &self.jobs[*job];
                    match observe::read(&message, key, case) {
                        Some(observation) => Seen::Observed(observation),
                        None => Seen::Failed(format!("{exception}: {message}")),
                    }
                }
                (Ran::Ended(Run::TimedOut), _) => Seen::TimedOut,
                (Ran::Ended(Run::Crashed), _) => Seen::Failed("the JVM ended during the call".into()),
                (Ran::Ended(Run::Passed | Run::Skipped), _) => Seen::Failed("the test was not run".into()),
                (Ran::Not(reason), _) => Seen::Failed(reason),
            };
            seen.push((*job, found));
        }
        Ok(seen)
    }

    /// Runs one test within the time that its method has left.
    pub(crate) fn run_once(&mut self, built: &Built, job: usize, name: &str) -> Result<Ran, SuiteError> {
        let usual = self.suite.options.test_timeout;
        match self.allowance.of_run(&self.jobs[job].key, usual) {
            Some(time) => Ok(match self.run_within(built, job, name, time)? {
                (Ran::Ended(Run::TimedOut), _) if time < usual => Ran::OutOfTime,
                (ran, _) => ran,
            }),
            None => Ok(Ran::OutOfTime),
        }
    }

    /// Runs a test that may not have run before. With its end, whether it is gone on with: it has to be able to run as often as
    /// it must in the time of its method.
    fn run_first(&mut self, built: &Built, job: usize, name: &str) -> Result<(Ran, bool), SuiteError> {
        if let Some(goes_on) = self.begun.get(&job).copied() {
            return Ok((self.run_once(built, job, name)?, goes_on));
        }
        let usual = self.suite.options.test_timeout;
        let Some(time) = self.allowance.of_first_run(&self.jobs[job].key, usual) else {
            return Ok((Ran::OutOfTime, false));
        };
        let (ran, used) = self.run_within(built, job, name, time)?;
        let runs = self.runs_of(job);
        let goes_on = self.allowance.plan(&self.jobs[job].key, used, runs);
        self.begun.insert(job, goes_on);
        match ran {
            Ran::Ended(Run::TimedOut) if time < usual => Ok((Ran::OutOfTime, false)),
            ran => Ok((ran, goes_on)),
        }
    }

    /// How often a test runs if all goes well.
    fn runs_of(&self, job: usize) -> u32 {
        let case = &self.jobs[job].case;
        let recorded = if self.suite.options.recorded.is_empty() { 0 } else { runs_of(way_of(case)) };
        match case.outcome {
            // It is probed, and then run.
            Outcome::NotPredicted => 2 + REPETITIONS_OF_OBSERVED + recorded,
            _ => 2 + recorded,
        }
    }

    /// Runs a test that may take so long. With its end, how much time it has used.
    fn run_within(
        &mut self,
        built: &Built,
        job: usize,
        name: &str,
        time: Duration,
    ) -> Result<(Ran, Duration), SuiteError> {
        let class_path = self.class_path(built);
        match self.suite.servers()?.usual.run(&class_path, &built.class, name, time) {
            Ok(run) => {
                self.allowance.spend(&self.jobs[job].key, run.used);
                let longest = self.used.entry(job).or_default();
                *longest = run.used.max(*longest);
                for tried in run.tried {
                    let known = self.tried.entry(job).or_default();
                    if !known.contains(&tried) {
                        known.push(tried);
                    }
                }
                Ok((Ran::Ended(run.outcome), run.used))
            }
            Err(ReplayError::Test { message, .. }) => Ok((Ran::Not(message), Duration::ZERO)),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn class_path(&self, built: &Built) -> Vec<PathBuf> {
        let mut class_path = vec![built.folder.path().join("classes")];
        class_path.extend(self.suite.options.class_path.iter().cloned());
        class_path
    }

    /// Runs a test with assertions of the code under test or without, where these surroundings are otherwise than here. Returns
    /// whether it passes and does no harm; `None` where no time is left.
    pub(crate) fn passes(
        &mut self,
        (built, job, name): (&Built, usize, &str),
        under: (Assertions, &[Surrounding]),
    ) -> Result<Option<bool>, SuiteError> {
        let usual = self.suite.options.test_timeout;
        let Some(time) = self.allowance.of_run(&self.jobs[job].key, usual) else { return Ok(None) };
        let class_path = self.class_path(built);
        match self.suite.servers()?.usual.run_with(under, &class_path, [&built.class, name], time) {
            Ok(run) => {
                self.allowance.spend(&self.jobs[job].key, run.used);
                Ok(Some(run.outcome == Run::Passed && run.tried.is_empty()))
            }
            Err(ReplayError::Test { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs confirmed tests among the chosen ones again to see what they execute. One that does not always execute the same, though it always
    /// passes, is unstable: nothing can be said of what it covers. Whether there are such tests.
    pub(crate) fn record(&mut self, built: &Built, is_chosen: impl Fn(usize) -> bool) -> Result<bool, SuiteError> {
        if self.suite.options.recorded.is_empty() {
            return Ok(false);
        }
        let class_path = self.class_path(built);
        let SuiteOptions { recorded, test_timeout, .. } = self.suite.options.clone();
        let Servers { usual, equal_hashes } = self.suite.servers()?;
        let allowance = &mut self.allowance;
        let mut recorder =
            Recorder { usual, equal_hashes, class_path, roots: &recorded, timeout: test_timeout, allowance };
        for (job, name) in &built.tests {
            if is_chosen(*job) && self.replays.get(job) == Some(&Replay::Confirmed) {
                let Job { key, case, .. } = &self.jobs[*job];
                match (recorder.record([&built.class, name], key, way_of(case))?, way_of(case)) {
                    (Told::Same(recording), _) => drop(self.recordings.insert(*job, recording)),
                    (Told::Differs, _) => drop(self.replays.insert(*job, Replay::Unstable)),
                    // What it executes is known without.
                    (Told::OutOfTime, Way::Predicted) => {}
                    (Told::OutOfTime, Way::Open) => drop(self.replays.insert(*job, Replay::OutOfTime)),
                }
            }
        }
        let is_left_out = |job: &usize| matches!(self.replays.get(job), Some(Replay::Unstable | Replay::OutOfTime));
        Ok(built.tests.iter().any(|(job, _)| is_left_out(job)))
    }

    /// A test that tried to do harm is kept for the goals it reaches, but nobody shall run it unawares.
    fn cage(&mut self, job: usize, prediction: Prediction) {
        let tried = self.tried.get(&job).map(|tried| tried.join("; ")).unwrap_or_default();
        self.jobs[job].disabled = Some(format!("Clew ran it in a cage, because it does harm outside: {tried}"));
        self.replays.insert(job, Replay::Caged { prediction });
    }

    /// Runs every test twice, the second time in the opposite order, and says what became of each. A test that tries to do harm
    /// is run once.
    pub(crate) fn replay(&mut self, built: &Built) -> Result<(), SuiteError> {
        let mut first = Vec::new();
        for (job, name) in &built.tests {
            first.push(match self.run_first(built, *job, name)? {
                // A failure is told whatever time is left.
                (Ran::Ended(Run::Passed), false) => Ran::OutOfTime,
                (ran, _) => ran,
            });
        }
        let mut contradicted = BTreeMap::new();
        for ((job, name), before) in built.tests.iter().zip(first).rev() {
            let replay = match before {
                Ran::OutOfTime => Some(Replay::OutOfTime),
                Ran::Ended(Run::TimedOut) => Some(Replay::Timeout),
                Ran::Ended(Run::Skipped) => Some(Replay::Skipped),
                Ran::Not(reason) => Some(Replay::CannotBuild { reason }),
                Ran::Ended(outcome) if self.tried.contains_key(job) => {
                    self.cage(*job, if outcome == Run::Passed { Prediction::Kept } else { Prediction::Open });
                    continue;
                }
                Ran::Ended(Run::Passed) => Some(self.once_more(built, *job, name)?),
                Ran::Ended(Run::Failed { exception, message, .. }) => {
                    let usual = self.suite.options.test_timeout;
                    match self.run_within(built, *job, name, usual)?.0 {
                        Ran::Ended(Run::Failed { .. }) => {
                            contradicted.insert(*job, format!("{exception}: {message}"));
                            None
                        }
                        _ => Some(Replay::Unstable),
                    }
                }
                Ran::Ended(Run::Crashed) => {
                    contradicted.insert(*job, "the JVM ended during the call".into());
                    None
                }
            };
            if self.tried.contains_key(job)
                && !matches!(replay, Some(Replay::Timeout | Replay::OutOfTime | Replay::CannotBuild { .. }))
            {
                // It tried only when it ran again.
                contradicted.remove(job);
                self.cage(*job, Prediction::Open);
            } else if let Some(replay) = replay {
                self.replays.insert(*job, replay);
            }
        }
        self.explain(contradicted)
    }

    /// What becomes of a test that has passed: a predicted outcome has to come once more, one that was only seen as often as makes
    /// it unlikely that it hangs on chance.
    fn once_more(&mut self, built: &Built, job: usize, name: &str) -> Result<Replay, SuiteError> {
        let repetitions = if self.observed.contains(&job) { REPETITIONS_OF_OBSERVED } else { 1 };
        for _ in 0..repetitions {
            match self.run_once(built, job, name)? {
                Ran::Ended(Run::Passed) => {}
                Ran::OutOfTime => return Ok(Replay::OutOfTime),
                Ran::Ended(_) | Ran::Not(_) => return Ok(Replay::Unstable),
            }
        }
        Ok(Replay::Confirmed)
    }

    /// Finds out what the tests do that did not do what was predicted.
    fn explain(&mut self, contradicted: BTreeMap<usize, String>) -> Result<(), SuiteError> {
        let jobs: Vec<usize> = contradicted.keys().copied().collect();
        let mut probed: BTreeMap<usize, Seen> = self.probe(&jobs)?.into_iter().collect();
        for (job, failure) in contradicted {
            let case = &self.jobs[job].case;
            let expected = observe::in_words(case, &case.outcome);
            let replay = match probed.remove(&job) {
                _ if self.observed.contains(&job) => Replay::Unstable,
                Some(Seen::Observed(Observation::Unbuilt(reason))) => Replay::CannotBuild { reason },
                Some(Seen::Observed(Observation::Ended(outcome, made))) => {
                    let seen = observe::with_outcome(case, outcome.clone(), made);
                    let actual = observe::in_words(&seen, &outcome);
                    let actual = if actual == expected { format!("{actual}, but {failure}") } else { actual };
                    let is_cast = matches!(&outcome, Outcome::Throws { class } if class == CAST);
                    match case.unfollowed.as_slice() {
                        // No class of source code that has these superclasses does what the JVM would let one do.
                        [] if is_cast && narrows(self.workshop.classes, case) => Replay::CannotBuild {
                            reason: "an object of a subclass is given what its type arguments exclude".to_owned(),
                        },
                        [] => Replay::Mismatch { expected, actual },
                        // What was assumed of an initializer does not hold.
                        [first, ..] => Replay::CannotBuild {
                            reason: format!(
                                "the initializer of {first} was not followed, and the test goes another way"
                            ),
                        },
                    }
                }
                Some(Seen::TimedOut | Seen::OutOfTime | Seen::Failed(_)) | None => {
                    Replay::Mismatch { expected, actual: failure }
                }
            };
            self.replays.insert(job, replay);
            // Building the probe must not hide why the test itself is left out.
            self.jobs[job].failed = None;
        }
        Ok(())
    }
}

/// How a run of one test came out.
pub(crate) enum Ran {
    Ended(Run),
    /// There is no such run, for a reason of this test alone.
    Not(String),
    /// The time for the tests of its method is over.
    OutOfTime,
}

/// Whether the way of a test is predicted to its end.
fn way_of(case: &TestCase) -> Way {
    if case.trace.is_whole { Way::Predicted } else { Way::Open }
}

/// What a probe brought.
enum Seen {
    Observed(Observation),
    TimedOut,
    OutOfTime,
    Failed(String),
}
