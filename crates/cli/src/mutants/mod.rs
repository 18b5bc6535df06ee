//! `clew generate --mutants`: how many small changes of the classes their tests notice.
//!
//! It is a measure. It comes when all verdicts are there and all tests are written, and changes none of them.

mod tell;
mod ways;

pub use tell::{as_json, by_class, sentence};

use crate::report::{MethodEntry, Results};
use crate::select::key_of;
use crate::suite::TestWriter;
use crate::ui::{CountProgress, ShowProgress};
use clew_base::CancelToken;
use clew_facts::MethodKey;
use clew_jvm::{ClassId, Method, MethodId, Mutant, MutantOperator, Mutants, World};
use clew_testgen::SuiteError;
use clew_testgen::replay::{ChangedClass, Fate};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use ways::Tests;

/// How much time the tests of a class may use on the class as it is.
const UNCHANGED_TIME: Duration = Duration::from_secs(120);

/// How much time tests may use on a mutant beside what they use on the class as it is, and as how many times that.
const MUTANT_TIME: (Duration, u32) = (Duration::from_secs(1), 3);

/// How long the mutants of a class may take by the clock, all together and each of them: a guard.
const CLASS_TIME: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(1));

/// What the tests say of the mutants of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassMutants {
    /// The binary name of the class.
    pub class: String,
    /// How many the tests notice.
    pub killed: u64,
    /// How many of these are noticed because the tests do not end in time.
    pub timed_out: u64,
    /// Those that no test notices, in the order of the code.
    pub survivors: Vec<Survivor>,
    /// How many were not run: the time for the class was over, or somebody asked the run to stop.
    pub not_run: u64,
}

impl ClassMutants {
    /// How many were run.
    pub fn run(&self) -> u64 {
        self.killed + self.survivors.len() as u64
    }
}

/// A mutant that no test notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivor {
    /// The method that is changed.
    pub method: MethodKey,
    /// The line; 0 where it is not known.
    pub line: u32,
    /// What kind of change it is.
    pub operator: MutantOperator,
    /// The change in words.
    pub change: String,
    /// Whether a test executes the line.
    pub covered: bool,
}

/// Runs the tests of a run on the mutants of its classes.
///
/// # Errors
/// The JVM does not work.
pub fn run(
    world: &World,
    results: &Results,
    writer: &mut TestWriter,
    show: ShowProgress,
    cancel: &CancelToken,
) -> Result<Vec<ClassMutants>, SuiteError> {
    let tests = Tests::record(writer, show, cancel)?;
    let mut all = Vec::new();
    for methods in results.methods.chunk_by(|a, b| a.key.class == b.key.class) {
        let Some((class, mutants)) = mutants(world, methods) else { continue };
        if mutants.mutants.is_empty() {
            continue;
        }
        let progress = CountProgress::new(show, &format!("mutants of {class}"), mutants.mutants.len());
        let trial = Trial { world, writer, tests: &tests, mutants: &mutants, progress, cancel };
        all.push(trial.run(class)?);
    }
    Ok(all)
}

/// The mutants of the targets of a class that a person wrote, with the binary name of the class.
fn mutants(world: &World, methods: &[MethodEntry]) -> Option<(String, Mutants)> {
    let class = methods.first()?.key.class.clone();
    let id: ClassId = world.load(&class.replace('.', "/")).ok()?;
    let is_written = |method: &Method| !method.is_synthetic() && !method.is_bridge();
    let methods: Vec<MethodId> = methods
        .iter()
        .filter_map(|entry| world.find_method(id, &entry.key.method, &entry.key.descriptor))
        .filter(|method| is_written(&world.method(*method)))
        .collect();
    Some((class, world.mutants(id, &methods)?))
}

/// The run of tests on the mutants of a class.
struct Trial<'t> {
    world: &'t World,
    writer: &'t mut TestWriter,
    tests: &'t Tests,
    mutants: &'t Mutants,
    progress: CountProgress,
    cancel: &'t CancelToken,
}

impl Trial<'_> {
    fn run(mut self, class: String) -> Result<ClassMutants, SuiteError> {
        let mut told = ClassMutants { class, ..ClassMutants::default() };
        let count = u32::try_from(self.mutants.mutants.len()).unwrap_or(u32::MAX);
        let time = CLASS_TIME.0.saturating_add(CLASS_TIME.1.saturating_mul(count));
        let start = Instant::now();
        // What tests use together is known once they have run on the class as it is. Most mutants are changes of few lines.
        let mut used: BTreeMap<Vec<usize>, Option<Duration>> = BTreeMap::new();
        for mutant in &self.mutants.mutants {
            let key = self.key(mutant);
            let tests = self.tests.through(&key, mutant.line);
            if self.cancel.is_requested() || start.elapsed() > time {
                told.not_run += 1;
                continue;
            }
            let usual = match used.get(&tests) {
                Some(usual) => *usual,
                None => {
                    let usual = self.unchanged(&told.class, &tests)?;
                    used.insert(tests.clone(), usual);
                    usual
                }
            };
            match usual {
                Some(usual) => self.judge(mutant, key, &tests, usual, &mut told)?,
                None => told.not_run += 1,
            }
            self.progress.next();
        }
        self.progress.clear();
        Ok(told)
    }

    fn key(&self, mutant: &Mutant) -> MethodKey {
        key_of(self.world, mutant.method)
    }

    /// How much time tests use on the class as it is; nothing if they do not all pass, so that they say nothing of mutants.
    fn unchanged(&mut self, class: &str, tests: &[usize]) -> Result<Option<Duration>, SuiteError> {
        let changed = ChangedClass { name: class, file: self.mutants.unchanged() };
        Ok(match self.writer.run_on_mutant(changed, tests, UNCHANGED_TIME)? {
            (Fate::Survived, used) => Some(used),
            (Fate::Killed | Fate::TimedOut | Fate::Refused, _) => None,
        })
    }

    fn judge(
        &mut self,
        mutant: &Mutant,
        method: MethodKey,
        tests: &[usize],
        usual: Duration,
        told: &mut ClassMutants,
    ) -> Result<(), SuiteError> {
        let file = self.mutants.class_file(mutant);
        let changed = ChangedClass { name: &told.class, file: &file };
        let time = MUTANT_TIME.0.saturating_add(usual.saturating_mul(MUTANT_TIME.1));
        match self.writer.run_on_mutant(changed, tests, time)?.0 {
            Fate::Survived => told.survivors.push(Survivor {
                method,
                line: mutant.line,
                operator: mutant.operator,
                change: mutant.change.clone(),
                covered: !tests.is_empty(),
            }),
            Fate::Killed => told.killed += 1,
            Fate::TimedOut => {
                told.killed += 1;
                told.timed_out += 1;
            }
            // It is no program, so that nobody could have written it.
            Fate::Refused => {}
        }
        Ok(())
    }
}
