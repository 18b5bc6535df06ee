//! `clew generate`: from class files to replayed tests and a verdict for every goal.

use crate::args::{FormatArg, GenerateArgs};
use crate::assume::Assumptions;
use crate::collect::Collector;
use crate::input::{self, Input};
use crate::interrupt::cancel_on_interrupt;
use crate::json::{self, Cage, RunFigures};
use crate::memory;
use crate::options;
use crate::out_dir::OutDir;
use crate::pattern::Selection;
use crate::report::{MethodEntry, Results};
use crate::reports::{Reports, RunNotes};
use crate::select::{Scope, SelectedClass, select};
use crate::status::Status;
use crate::suite::TestWriter;
use crate::text;
use crate::ui::{Progress, ShowProgress, complain, print};
use crate::worker::Workers;
use clew_engine::{Job, Options, PoolOptions, pool};
use clew_facts::MethodKey;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

/// Runs the command.
pub fn run(args: &GenerateArgs) -> Status {
    let started = Instant::now();
    let mut plan = match Plan::make(args) {
        Ok(plan) => plan,
        Err(line) => {
            complain(&line);
            return report(args, &Results::default(), 0, started, false, vec![line]).max(Status::BadInput);
        }
    };
    plan.problems.iter().for_each(complain);
    let mut status = if plan.problems.is_empty() { Status::Done } else { Status::BadInput };
    if Cage::of(&args.output) == Cage::Off {
        complain("tests are replayed without a cage: they can do whatever you can");
    }
    let cancel = cancel_on_interrupt();
    let workers = args.budget.jobs.unwrap_or_else(cores);
    let memory = args.budget.memory.or_else(|| memory::share(workers));
    let for_states = memory.map(memory::for_states);
    plan.options.iter_mut().for_each(|options| options.memory = for_states);
    let jobs = plan.jobs();
    let show = if args.output.quiet { ShowProgress::Never } else { ShowProgress::OnTerminal };
    let progress = Progress::new(show, jobs.len(), options::time(&args.budget), workers.get());
    let left_out = std::mem::take(&mut plan.left_out);
    let mut collector = Collector::new(&plan.input.world, &plan.classes, left_out, &mut plan.writer, progress);
    let command = plan.workers.command(memory);
    pool::run(&jobs, &PoolOptions { workers, command }, &cancel, &mut collector);
    let found = collector.finish();
    status.worsen(found.status);
    if found.test_classes == 0 {
        plan.out.remove_if_empty();
    }
    let interrupted = cancel.is_requested();
    let mut notes = RunNotes { interrupted, problems: plan.problems };
    if let Err(lines) = plan.reports.write(&plan.input, &found.results, &notes) {
        lines.iter().for_each(complain);
        notes.problems.extend(lines);
        status.worsen(Status::BadInput);
    }
    status.worsen(report(args, &found.results, found.test_classes, started, interrupted, notes.problems));
    if fails(args, &found.results.methods) {
        status.worsen(Status::FailOn);
    }
    status
}

/// Everything a run needs, checked before any work is done.
struct Plan {
    workers: Workers,
    input: Input,
    classes: Vec<SelectedClass>,
    /// Methods that are no targets.
    left_out: Vec<MethodKey>,
    /// One for each method of the classes, in order.
    options: Vec<Options>,
    writer: TestWriter,
    out: OutDir,
    reports: Reports,
    problems: Vec<String>,
}

impl Plan {
    fn make(args: &GenerateArgs) -> Result<Plan, String> {
        let options = options::from_flags(args)?;
        let workers = Workers::find().map_err(|fault| fault.to_string())?;
        workers.solver().map_err(|fault| fault.to_string())?;
        let patterns = &args.class_path;
        let selection = Selection::new(&patterns.class, &patterns.method)?;
        let input = input::open(&args.inputs, patterns)?;
        let mut selected = select(&input.world, &selection, Scope::Testable);
        selected.leave_out_newer(&input.world, &input.jdk);
        let mut problems = input.problems.clone();
        if let Some(line) = selected.nothing(&patterns.class, &patterns.method) {
            // Where an input is bad, its own line says enough.
            if problems.is_empty() {
                return Err(line);
            }
        }
        problems.extend(selected.problems);
        let assumptions = Assumptions::read(&args.assume, &args.assume_file)?;
        let mut all_options = Vec::new();
        for class in &selected.classes {
            for key in &class.methods {
                let heap_assumptions = assumptions.of(&input.world, class, key, &mut problems);
                all_options.push(Options { heap_assumptions, ..options.clone() });
            }
        }
        problems.extend(assumptions.unused());
        let (reports, unusable) = Reports::prepare(&args.reports)?;
        problems.extend(unusable);
        let out = OutDir::prepare(&args.output.out)?;
        let writer = TestWriter::new(&input, &args.output).inspect_err(|_| out.remove_if_empty())?;
        let left_out = selected.left_out.into_iter().flat_map(|class| class.methods).collect();
        let classes = selected.classes;
        Ok(Plan { workers, input, classes, left_out, options: all_options, writer, out, reports, problems })
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

fn report(
    args: &GenerateArgs,
    results: &Results,
    test_classes: usize,
    started: Instant,
    interrupted: bool,
    problems: Vec<String>,
) -> Status {
    match args.output.format {
        FormatArg::Json => {
            let seconds = started.elapsed().as_secs_f64();
            let figures = RunFigures { seconds, cage: Cage::of(&args.output), interrupted, problems };
            print(&format!("{:#}\n", json::document(results, &figures)))
        }
        FormatArg::Text if args.output.quiet || results.methods.is_empty() => Status::Done,
        FormatArg::Text => print(&text::summary(results, &args.output.out, test_classes, interrupted)),
    }
}

fn fails(args: &GenerateArgs, methods: &[MethodEntry]) -> bool {
    methods.iter().any(|method| {
        method.goals().iter().any(|goal| {
            let unconditional = method.is_unconditional(&goal.verdict);
            args.output.fail_on.iter().any(|verdict| verdict.matches(goal.verdict.name(), unconditional))
        })
    })
}
