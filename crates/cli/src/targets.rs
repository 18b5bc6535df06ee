//! The methods that a command explores, and their exploration.

use crate::args::{AssumeArgs, BudgetArgs, ClassPathArgs, StoreArgs, VerifiedArgs};
use crate::assume::Assumptions;
use crate::cache::{Kept, Merged, is_repeatable};
use crate::collect::{Collector, Found, MoreInputs};
use crate::concolic::{self, ForReal};
use crate::input::{self, Input};
use crate::memory;
use crate::nothing;
use crate::options;
use crate::pattern::Selection;
use crate::select::{Scope, SelectedClass, select};
use crate::suite::TestWriter;
use crate::ui::{Progress, ShowProgress, complain};
use crate::verified::Results;
use crate::worker::Workers;
use clew_base::CancelToken;
use clew_engine::{Job, Options, PoolOptions, pool};
use clew_facts::{MethodKey, SeenCalls};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// What a command asks for.
pub struct Request<'a> {
    /// Class files, folders and jars.
    pub inputs: &'a [PathBuf],
    /// What they need, and which classes and methods are meant.
    pub class_path: &'a ClassPathArgs,
    /// What may be assumed.
    pub assume: &'a AssumeArgs,
    /// What is verified, if tests are for what is not.
    pub verified: Option<&'a VerifiedArgs>,
    /// How methods are explored.
    pub options: Options,
    /// Which methods are left out if no pattern names them.
    pub scope: Scope,
}

/// The methods that are meant, with everything that their exploration needs.
pub struct Targets {
    workers: Workers,
    /// The input.
    pub input: Input,
    classes: Vec<SelectedClass>,
    /// Methods that are no targets.
    left_out: Vec<MethodKey>,
    /// One for each method of the classes, in order.
    options: Vec<Options>,
    for_real: ForReal,
    /// A line for each part of the input that cannot be used.
    pub problems: Vec<String>,
}

impl Targets {
    /// Finds them, before any work is done.
    ///
    /// # Errors
    /// A line that says why nothing can be done at all.
    pub fn find(request: &Request<'_>) -> Result<Targets, String> {
        let workers = Workers::find().map_err(|fault| fault.to_string())?;
        workers.solver().map_err(|fault| fault.to_string())?;
        let patterns = request.class_path;
        let selection = Selection::new(&patterns.class, &patterns.method)?;
        let mut input = input::open(request.inputs, patterns)?;
        let mut selected = select(&input.world, &selection, request.scope);
        selected.leave_out_newer(&input.world, &input.jdk);
        let mut problems = input.problems.clone();
        if let Some(line) = nothing::explain(&input.world, &selected, &patterns.class, &patterns.method) {
            // Where an input is bad, its own line says enough.
            if problems.is_empty() {
                return Err(line);
            }
        }
        if !selected.classes.is_empty() {
            nothing::unmatched(&input.world, &selected, &patterns.class, &patterns.method).iter().for_each(complain);
        }
        problems.extend(selected.problems);
        let assumptions = Assumptions::read(&request.assume.assume, &request.assume.assume_file)?;
        let results = request.verified.filter(|args| !args.verified.is_empty());
        let results = results.map(|args| Results::read(&args.verified, args.guidance(), &input.world));
        let mut results = results.transpose()?;
        let mut all_options = Vec::new();
        for class in &selected.classes {
            for key in &class.methods {
                let heap_assumptions = assumptions.of(&input.world, class, key, &mut problems);
                let verified = results.as_mut().map(|results| results.of(key)).transpose()?.flatten();
                all_options.push(Options { heap_assumptions, verified, ..request.options.clone() });
            }
        }
        problems.extend(assumptions.unused());
        let left_out = selected.left_out.into_iter().flat_map(|class| class.methods).collect();
        // The first time for a JDK this takes seconds, so nothing that is wrong may come after it.
        input.keep_snapshot();
        Ok(Targets {
            workers,
            input,
            classes: selected.classes,
            left_out,
            options: all_options,
            for_real: ForReal::Off,
            problems,
        })
    }

    /// Has executions of what they call stand for calls at first; these are known of methods whose code is not there.
    pub fn summarize(&mut self, seen: &[SeenCalls]) {
        self.options.iter_mut().for_each(|options| options.summaries = Some(seen.to_vec()));
    }

    /// Has calls that cannot be followed run for real.
    pub fn run_calls_for_real(&mut self) {
        self.for_real = ForReal::On;
    }

    /// Explores them, and has their tests, and those of more inputs, written and run.
    ///
    /// # Errors
    /// A line that says why tests cannot be run.
    pub fn explore(
        &mut self,
        writer: &mut TestWriter,
        more: MoreInputs,
        budget: &BudgetArgs,
        store: &StoreArgs,
        show: ShowProgress,
        cancel: &CancelToken,
    ) -> Result<Found, String> {
        let workers = budget.jobs.unwrap_or_else(cores);
        let memory = budget.memory.or_else(|| memory::share(workers));
        let for_states = memory.map(memory::for_states);
        self.options.iter_mut().for_each(|options| options.memory = for_states);
        let jobs = self.jobs();
        // What calls do that run for real, no digest of the input tells.
        let store = &StoreArgs { no_cache: store.no_cache || self.for_real == ForReal::On, ..store.clone() };
        let mut kept = Kept::find(store, &self.input, &self.workers, &jobs);
        let mut known = kept.recall(&self.input.world, jobs.len());
        let setting = writer.setting().and_then(|setting| kept.replay_setting(&setting));
        let replayed = setting.as_ref().and_then(|setting| kept.recall_replays(setting, &known));
        if !replayed.is_some_and(|replayed| writer.recall(&self.input.world, replayed)) {
            writer.start()?;
        }
        let progress = Progress::new(show, jobs.len(), options::time(budget), workers.get());
        let left_out = std::mem::take(&mut self.left_out);
        let from_store = known.iter().flatten().count();
        let mut looked = None;
        if self.for_real == ForReal::On {
            let pool = PoolOptions { workers, command: self.workers.command(memory) };
            let (results, of_methods) = concolic::explore(&self.input.world, &jobs, writer, &pool, cancel)?;
            (known, looked) = (results.into_iter().map(Some).collect(), Some(of_methods));
        }
        let mut collector = Collector::new(&self.input.world, &self.classes, left_out, writer, more, progress);
        let mut merged = Merged::new(&mut collector, &mut kept, known, cancel);
        let asked = merged.asked(&jobs);
        let command = self.workers.command(memory);
        pool::run(&asked, &PoolOptions { workers, command }, cancel, &mut merged);
        let facts = merged.finish();
        let mut found = collector.finish();
        found.results.from_store = from_store;
        found.results.looked = looked;
        let is_repeatable = !cancel.is_requested() && found.results.methods.iter().all(is_repeatable);
        if let (Some(setting), Some(facts), true) = (setting, facts, is_repeatable)
            && let Some(replayed) = writer.replayed()
        {
            kept.keep_replays(&setting, &facts, &replayed);
            kept.complaints().iter().for_each(complain);
        }
        Ok(found)
    }

    fn jobs(&self) -> Vec<Job> {
        let job = |(key, options): (&MethodKey, &Options)| Job {
            class_path: Arc::clone(&self.input.spec),
            key: key.clone(),
            options: options.clone(),
        };
        self.classes.iter().flat_map(|class| &class.methods).zip(&self.options).map(job).collect()
    }
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
