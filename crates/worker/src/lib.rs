//! Does one job: opens the class path, finds the method, has the portfolio decide its goals.
//!
//! Here the engines meet the processes. What depends on this crate is linked with the solver library, so the command that
//! people start does not; its worker processes do.
//!
//! ```no_run
//! use clew_base::CancelToken;
//! use clew_engine::{ClassPathSpec, Explorer, Job, Progress};
//! use clew_facts::{MethodKey, Options};
//! use clew_worker::ClassPathExplorer;
//!
//! struct Silent;
//!
//! impl Progress for Silent {
//!     fn progress(&mut self, _steps: u64, _tests: u64, _goals_decided: u64) {}
//! }
//!
//! let class_path = ClassPathSpec { jdk: "/usr/lib/jvm/17".into(), inputs: vec!["classes".into()], libraries: vec![], snapshot: None };
//! let key = MethodKey::of_internal("demo/Fraction", "gcd", "(II)I");
//! let job = Job { class_path: class_path.into(), key, options: Options::default() };
//! let mut explorer = ClassPathExplorer::new(clew_worker::solver_memory);
//! let result = explorer.explore(&job, &CancelToken::new(), &mut Silent);
//! assert!(result.facts().is_some());
//! ```
//!
//! `examples/verdicts.rs` prints the verdicts of a class.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod memory;
mod prepare;

use clew_base::{CancelToken, ClassPathReading};
use clew_driver::{Task, decide};
use clew_engine::{ClassPathSpec, CoverJob, CoverResult, Explorer, Job, JobResult, Progress, ReachJob, ReachResult};
use clew_facts::{MethodFacts, MethodKey};
use clew_jvm::{ClassPath, Jdk, MethodId, World};
use clew_symex::{MemoryGauge, Observer, Options};
pub use memory::{limit as limit_memory, prepared as prepared_memory};

/// Explores methods symbolically. Nothing is kept from one job to the next.
pub struct ClassPathExplorer {
    memory_gauge: MemoryGauge,
    /// A class path that no job has used yet.
    ready: Option<(ClassPathSpec, ClassPath)>,
    /// What the last exploration read, until that is told.
    readings: Option<Vec<ClassPathReading>>,
    /// The world of the last exploration. A process that ends after its answer need not take it apart before.
    last: Option<World>,
}

impl ClassPathExplorer {
    /// An explorer whose use of memory, the solver's with it, is told by this.
    pub fn new(memory_gauge: MemoryGauge) -> ClassPathExplorer {
        ClassPathExplorer { memory_gauge, ready: None, readings: None, last: None }
    }

    /// A world for a job, over the class path that was made ready if it is that of the job.
    fn world(&mut self, job: &Job) -> Result<World, String> {
        let ready = self.ready.take().filter(|(class_path, _)| *class_path == *job.class_path);
        ready.map_or_else(|| open(&job.class_path), |(_, ready)| Ok(ready)).map(World::new)
    }
}

impl Explorer for ClassPathExplorer {
    fn prepare(&mut self, class_path: &ClassPathSpec) {
        let before = (self.memory_gauge)();
        self.ready = prepare::class_path(class_path).map(|ready| (class_path.clone(), ready));
        prepare::engines();
        memory::note_prepared((self.memory_gauge)().saturating_sub(before));
    }

    fn explore(&mut self, job: &Job, cancel: &CancelToken, progress: &mut dyn Progress) -> JobResult {
        let observer = &mut Forward { progress, memory_gauge: self.memory_gauge };
        let world = match self.world(job) {
            Ok(world) => world,
            Err(reason) => return JobResult::Failed(reason),
        };
        let facts = facts(&world, job, &job.options, cancel, observer);
        self.readings = facts.is_ok().then(|| world.readings());
        self.last = Some(world);
        result(facts)
    }

    fn readings(&mut self) -> Option<Vec<ClassPathReading>> {
        self.readings.take()
    }

    /// An exploration that stops before its first step.
    fn outline(&mut self, job: &Job) -> JobResult {
        let stopped = CancelToken::new();
        stopped.cancel();
        let options = Options { max_steps: 0, ..job.options.clone() };
        result(self.world(job).and_then(|world| facts(&world, job, &options, &stopped, &mut ())))
    }

    fn cover(&mut self, job: &CoverJob, cancel: &CancelToken) -> CoverResult {
        // Whoever made the job has read the program before, and knows its file.
        let program = match clew_ir::parse("program", &job.text) {
            Ok(program) => program,
            Err(faults) => return CoverResult::Failed(faults.iter().map(|fault| fault.message.as_str()).collect()),
        };
        match clew_reach::cover(&program, &job.options, cancel) {
            Ok(facts) => CoverResult::Facts(Box::new(facts)),
            Err(clew_reach::Failure::Input(line)) => CoverResult::Failed(line),
            Err(clew_reach::Failure::Internal(line)) => CoverResult::Internal(line),
        }
    }

    fn reach(&mut self, job: &ReachJob, cancel: &CancelToken) -> ReachResult {
        let program = match clew_ir::parse("program", &job.text) {
            Ok(program) => program,
            Err(faults) => return ReachResult::Failed(faults.iter().map(|fault| fault.message.as_str()).collect()),
        };
        // So that it is not part of what the first target takes.
        clew_smt::Z3::prepare();
        match clew_apc::reach_each(&program, &job.targets, &job.options, cancel) {
            Ok(facts) => ReachResult::Facts(facts),
            Err(clew_apc::Failure(line)) => ReachResult::Failed(line),
        }
    }
}

fn facts(
    world: &World,
    job: &Job,
    options: &Options,
    cancel: &CancelToken,
    observer: &mut dyn Observer,
) -> Result<MethodFacts, String> {
    let method = method(world, &job.key)?;
    decide(&Task { world, method, options, cancel }, observer)
}

fn result(facts: Result<MethodFacts, String>) -> JobResult {
    match facts {
        Ok(facts) => JobResult::Facts(Box::new(facts)),
        Err(reason) => JobResult::Failed(reason),
    }
}

fn open(spec: &ClassPathSpec) -> Result<ClassPath, String> {
    let jdk = Jdk::locate(Some(&spec.jdk)).map_err(|error| error.to_string())?;
    // What is wrong with an entry has been said by whoever made the job.
    let (mut class_path, _) = ClassPath::open(&jdk, &spec.inputs, &spec.libraries);
    class_path.keep_snapshot(spec.snapshot.clone());
    Ok(class_path)
}

fn method(world: &World, key: &MethodKey) -> Result<MethodId, String> {
    let class = world.load(&key.class.replace('.', "/")).map_err(|error| error.to_string())?;
    let method = world.find_method(class, &key.method, &key.descriptor);
    method.ok_or_else(|| format!("class {} declares no such method", key.class))
}

/// Hands the progress of an exploration on, and counts its memory.
struct Forward<'a> {
    progress: &'a mut dyn Progress,
    memory_gauge: MemoryGauge,
}

impl Observer for Forward<'_> {
    fn progress(&mut self, steps: u64, tests: usize, goals_decided: usize) {
        self.progress.progress(steps, tests as u64, goals_decided as u64);
    }

    fn memory_gauge(&self) -> Option<MemoryGauge> {
        Some(self.memory_gauge)
    }
}

/// How many bytes the solver uses in this process.
pub fn solver_memory() -> u64 {
    clew_smt::Z3::memory_in_use()
}

/// The solver and its version, such as `z3 5.4.0`.
pub fn solver_version() -> String {
    format!("z3 {}", clew_smt::Z3::version())
}

/// Whether the solver is one that Clew is checked with.
///
/// # Errors
/// A line that says which was found and what to do.
pub fn check_solver() -> Result<(), String> {
    clew_smt::Z3::check_version()
}
