//! The tests of a whole run, one class after the other.

use crate::allowance::Allowance;
use crate::classes::Classes;
use crate::effects::EffectCache;
use crate::file::{Home, SourceFile};
use crate::method::Form;
use crate::observe::{self, Observation};
use crate::options::{Replaying, SuiteOptions};
use crate::output::{self, Present};
use crate::recording::{Recorder, Recording, Told, Way, runs_of};
use crate::replay::{Outcome as Run, ReplayError, ReplayServer};
use crate::reports::{ClassReport, Prediction, Replay, TestReport};
use crate::scope::Style;
use crate::servers::Servers;
use crate::suite_error::SuiteError;
use crate::workshop::{Built, Job, Workshop, input_text};
use crate::world::WorldClasses;
use clew_facts::{MethodFacts, Outcome, TestCase, Value};
use clew_jvm::World;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// How often a test runs again whose outcome nothing predicted: what was seen could hang on chance.
const REPETITIONS_OF_OBSERVED: u32 = 5;

/// Makes and replays the tests of a run.
pub struct Suite {
    options: SuiteOptions,
    /// The JVMs, once there is something to run or to compile.
    servers: Option<Servers>,
    /// The test classes written so far, in lower case.
    written: BTreeSet<String>,
}

impl Suite {
    /// A suite without tests. Where tests are run, the JVM is started.
    ///
    /// # Errors
    /// There is no working JDK, or the cage can't be built.
    pub fn new(options: SuiteOptions) -> Result<Self, SuiteError> {
        let servers = match options.replay {
            Replaying::On => Some(Servers::start(&options)?),
            Replaying::Off => None,
        };
        Ok(Suite { options, servers, written: BTreeSet::new() })
    }

    /// The JVMs, started where that has not been done yet.
    fn servers(&mut self) -> Result<&mut Servers, SuiteError> {
        let servers = match self.servers.take() {
            Some(servers) => servers,
            None => Servers::start(&self.options)?,
        };
        Ok(self.servers.insert(servers))
    }

    /// Makes the tests of one class (binary name) and replays them; the source file is written last, at once or not at all.
    ///
    /// # Errors
    /// The class can't be read, the JVM or the compiler does not work, or the source can't be written.
    pub fn process_class(
        &mut self,
        world: &World,
        class: &str,
        methods: &[MethodFacts],
    ) -> Result<ClassReport, SuiteError> {
        self.process(&WorldClasses::new(world), class, methods)
    }

    /// The JVM, and where the classes under test are and what they need.
    pub(crate) fn server(&mut self) -> Result<(&mut ReplayServer, Vec<PathBuf>), SuiteError> {
        let class_path = self.options.class_path.clone();
        Ok((&mut self.servers()?.usual, class_path))
    }

    /// As [`Suite::process_class`], wherever the classes come from.
    pub(crate) fn process(
        &mut self,
        classes: &dyn Classes,
        class: &str,
        methods: &[MethodFacts],
    ) -> Result<ClassReport, SuiteError> {
        let info = classes.class(class).ok_or_else(|| SuiteError::NoClass(class.into()))?;
        let mut home = Home::of(&info);
        let wanted = home.class.clone();
        let mut count = 1;
        while !self.written.insert(home.binary_name().to_lowercase()) || self.is_taken(&home, class) {
            count += 1;
            home.class = format!("{wanted}{count}");
        }
        let mut class_path = self.options.class_path.clone();
        class_path.extend(self.options.libraries());
        let workshop = Workshop {
            classes,
            cache: EffectCache::default(),
            home,
            tested: class.into(),
            junit: self.options.junit,
            replay: self.options.replay,
            inputs: self.options.inputs,
            class_path,
        };
        Session::new(self, &workshop, methods).run()
    }

    /// Whether the file for the tests is there already and holds something else than tests of this class by Clew.
    fn is_taken(&self, home: &Home, class: &str) -> bool {
        let file = self.options.out.as_ref().map(|out| home.file(out));
        file.is_some_and(|file| output::present(&file, class) == Present::Other)
    }
}

/// The work on one class.
struct Session<'s> {
    suite: &'s mut Suite,
    workshop: &'s Workshop<'s>,
    /// The tests that differ from each other.
    jobs: Vec<Job>,
    /// For each test given: its method, its position there, its job.
    given: Vec<(usize, usize, usize)>,
    /// For each job that is decided, the verdict.
    replays: BTreeMap<usize, Replay>,
    /// The jobs whose outcome was not predicted but seen.
    observed: BTreeSet<usize>,
    /// What the jobs tried that would do harm, for those that did.
    tried: BTreeMap<usize, Vec<String>>,
    /// The names of the jobs in the last class they were in.
    names: BTreeMap<usize, String>,
    /// Their Java text there.
    texts: BTreeMap<usize, String>,
    /// What the confirmed jobs execute.
    recordings: BTreeMap<usize, Recording>,
    /// How much time is left to the tests of each method.
    allowance: Allowance,
    /// The jobs that have run, each with whether it is gone on with.
    begun: BTreeMap<usize, bool>,
}

impl<'s> Session<'s> {
    fn new(suite: &'s mut Suite, workshop: &'s Workshop<'s>, methods: &[MethodFacts]) -> Self {
        let allowance = Allowance::new(suite.options.method_timeout);
        let mut session = Session {
            suite,
            workshop,
            jobs: Vec::new(),
            given: Vec::new(),
            replays: BTreeMap::new(),
            observed: BTreeSet::new(),
            tried: BTreeMap::new(),
            names: BTreeMap::new(),
            texts: BTreeMap::new(),
            recordings: BTreeMap::new(),
            allowance,
            begun: BTreeMap::new(),
        };
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (method, facts) in methods.iter().enumerate() {
            for (test, case) in facts.tests.iter().enumerate() {
                let fresh = session.jobs.len();
                let job = *known.entry(input_text(method, case)).or_insert(fresh);
                if job == fresh {
                    let key = facts.key.clone();
                    session.jobs.push(Job {
                        key,
                        case: case.clone(),
                        style: Style::Direct,
                        refused: None,
                        failed: None,
                        disabled: None,
                    });
                }
                session.given.push((method, test, job));
            }
        }
        session
    }

    fn run(mut self) -> Result<ClassReport, SuiteError> {
        let form = Form::Asserting(self.suite.options.junit);
        let source = match self.suite.options.replay {
            Replaying::On => self.replayed(form)?,
            Replaying::Off => self.written(form),
        };
        let source = match source {
            Some(source) => self.keep(&source)?,
            None => {
                self.remove_stale()?;
                None
            }
        };
        Ok(ClassReport { source, tests: self.reports() })
    }

    /// The source of all tests that can be written; nothing is compiled or run.
    fn written(&mut self, form: Form) -> Option<SourceFile> {
        let open = self.open();
        let (source, tests) = self.workshop.write(&mut self.jobs, &open, form);
        self.note(&source, &tests);
        (!tests.is_empty()).then_some(source)
    }

    /// The source of the tests that did what was predicted.
    fn replayed(&mut self, form: Form) -> Result<Option<SourceFile>, SuiteError> {
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
        if let Some(recorded) = &built
            && self.record(recorded)?
        {
            built = self.build(&self.kept(), form)?;
        }
        Ok(built.map(|built| built.source))
    }

    /// Keeps the names and the texts of tests that were written.
    fn note(&mut self, source: &SourceFile, tests: &[(usize, String)]) {
        self.names.extend(tests.iter().cloned());
        self.texts.extend(tests.iter().map(|(job, _)| *job).zip(source.texts()));
    }

    /// How many jobs are written so that nobody runs them unawares.
    fn disabled(&self) -> usize {
        self.jobs.iter().filter(|job| job.disabled.is_some()).count()
    }

    /// The jobs without a verdict.
    fn open(&self) -> Vec<usize> {
        (0..self.jobs.len()).filter(|job| self.jobs[*job].failed.is_none() && !self.replays.contains_key(job)).collect()
    }

    /// The jobs that go into the final file.
    fn kept(&self) -> Vec<usize> {
        (0..self.jobs.len())
            .filter(|job| self.jobs[*job].failed.is_none())
            .filter(|job| {
                matches!(self.replays.get(job), Some(Replay::Confirmed | Replay::Caged { .. } | Replay::Skipped))
            })
            .collect()
    }

    fn build(&mut self, chosen: &[usize], form: Form) -> Result<Option<Built>, SuiteError> {
        let server = &mut self.suite.servers()?.usual;
        let built = self.workshop.build(server, &mut self.jobs, chosen, form)?;
        if let (Some(built), Form::Asserting(_)) = (&built, form) {
            self.note(&built.source, &built.tests);
        }
        Ok(built)
    }

    /// Runs the tests without a prediction once, and makes what is seen their outcome: an exception, or that the call returns.
    /// What it returns is not asserted: a value that nothing predicted may depend on the machine, the clock or the folder.
    fn observe_unpredicted(&mut self) -> Result<(), SuiteError> {
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
    fn run_once(&mut self, built: &Built, job: usize, name: &str) -> Result<Ran, SuiteError> {
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

    fn class_path(&self, built: &Built) -> Vec<PathBuf> {
        let mut class_path = vec![built.folder.path().join("classes")];
        class_path.extend(self.suite.options.class_path.iter().cloned());
        class_path
    }

    /// Runs the confirmed tests again to see what they execute. One that does not always execute the same, though it always
    /// passes, is unstable: nothing can be said of what it covers. Whether there are such tests.
    fn record(&mut self, built: &Built) -> Result<bool, SuiteError> {
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
            if self.replays.get(job) == Some(&Replay::Confirmed) {
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
    fn replay(&mut self, built: &Built) -> Result<(), SuiteError> {
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
                    match case.unfollowed.as_slice() {
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

    /// Writes the source file under its final name.
    fn keep(&self, source: &SourceFile) -> Result<Option<PathBuf>, SuiteError> {
        let Some(out) = &self.suite.options.out else { return Ok(None) };
        let path = self.workshop.home.file(out);
        output::write_at_once(&path, &source.text)
            .map_err(|source| SuiteError::Write { path: path.clone(), source })?;
        Ok(Some(path))
    }

    /// Takes away what an earlier run wrote for the class, now that there is no test for it.
    fn remove_stale(&self) -> Result<(), SuiteError> {
        let Some(out) = &self.suite.options.out else { return Ok(()) };
        let path = self.workshop.home.file(out);
        match output::present(&path, &self.workshop.tested) {
            Present::Ours => std::fs::remove_file(&path).map_err(|source| SuiteError::Write { path, source }),
            Present::Nothing | Present::Other => Ok(()),
        }
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
                source: self.texts.get(job).cloned().unwrap_or_default(),
                recording: recordings.remove(job).unwrap_or_default(),
            }
        };
        self.given.iter().map(report).collect()
    }
}

/// How a run of one test came out.
enum Ran {
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
