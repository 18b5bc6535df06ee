//! `clew summarize`: what methods do, case by case (thesis, section 3.2).
//!
//! Each method is explored by itself, in its most general context, and callees come before their callers (Algorithm 1). The
//! exploration follows calls into the code; no summary of a callee takes the place of its code here.

mod json;
pub(crate) mod schedule;
mod text;

use crate::args::{CaseArgs, ClassPathArgs, FormatArg, SummarizeArgs};
use crate::gather::results_of;
use crate::input::{self, Input};
use crate::interrupt::cancel_on_interrupt;
use crate::memory;
use crate::nothing;
use crate::options;
use crate::pattern::Selection;
use crate::select::{Scope, key_of, select};
use crate::status::Status;
use crate::ui::{CountProgress, ShowProgress, complain, print};
use crate::worker::Workers;
use clew_engine::{Job, JobResult, PoolOptions};
use clew_facts::{CallTargets, Case, CaseEnd, MethodKey, Options, Summary};
use clew_jvm::{CallGraph, MethodId};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// What is known of one method.
pub(crate) struct Entry {
    /// The method.
    pub key: MethodKey,
    /// The number of its component of the call graph; the methods of a component call each other.
    component: usize,
    /// Whether it may call itself, directly or through others.
    is_recursive: bool,
    calls: Vec<CallTargets>,
    /// The summary, or why there is none.
    pub summary: Result<Summary, String>,
}

/// Which cases are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    /// All.
    #[default]
    All,
    /// Those of the error summary (thesis, section 3.3.8): an exception leaves the method. Strategy a: summaries are full, and
    /// the errors are taken from them.
    Errors,
}

impl Shown {
    /// The cases that are shown, with their numbers.
    fn of(self, summary: &Summary) -> Vec<(usize, &Case)> {
        let all = summary.cases.iter().enumerate();
        all.filter(|(_, case)| self == Shown::All || is_error(case)).collect()
    }
}

fn is_error(case: &Case) -> bool {
    matches!(case.end, CaseEnd::Throws { .. })
}

/// All that a run found, callees before their callers.
#[derive(Default)]
pub(crate) struct Summarized {
    /// The methods.
    pub entries: Vec<Entry>,
    /// A line for each part of the input that cannot be used.
    pub problems: Vec<String>,
    /// The worst that happened to a job, if something did.
    pub status: Option<Status>,
    interrupted: bool,
    seconds: f64,
    shown: Shown,
}

impl Summarized {
    fn summaries(&self) -> impl Iterator<Item = &Summary> {
        self.entries.iter().filter_map(|entry| entry.summary.as_ref().ok())
    }

    fn complete(&self) -> usize {
        self.summaries().filter(|summary| summary.is_complete()).count()
    }

    fn cases(&self) -> usize {
        self.summaries().map(|summary| summary.cases.len()).sum()
    }

    fn errors(&self) -> usize {
        self.summaries().map(|summary| Shown::Errors.of(summary).len()).sum()
    }
}

/// Runs the command.
pub fn run(args: &SummarizeArgs) -> Status {
    let started = Instant::now();
    let mut status = Status::Done;
    let found = look(&args.inputs, &args.class_path, &args.cases, ShowProgress::unless(args.quiet));
    let mut found = found.unwrap_or_else(|line| Summarized { problems: vec![line], ..Summarized::default() });
    found.problems.iter().for_each(complain);
    if !found.problems.is_empty() {
        status.worsen(Status::BadInput);
    }
    if let Some(worst) = found.status {
        status.worsen(worst);
    }
    found.seconds = started.elapsed().as_secs_f64();
    found.shown = if args.errors { Shown::Errors } else { Shown::All };
    status.worsen(match args.format {
        FormatArg::Json => print(&format!("{:#}\n", json::document(&found))),
        FormatArg::Text if args.quiet || found.entries.is_empty() => Status::Done,
        FormatArg::Text => print(&text::report(&found)),
    });
    status
}

/// Summarizes the methods that are meant and those of the input that they call.
///
/// # Errors
/// A line that says why nothing can be done at all.
pub(crate) fn look(
    inputs: &[PathBuf],
    class_path: &ClassPathArgs,
    cases: &CaseArgs,
    show: ShowProgress,
) -> Result<Summarized, String> {
    let workers = Workers::find().and_then(|workers| workers.solver().map(|_| workers));
    let workers = workers.map_err(|fault| fault.to_string())?;
    let selection = Selection::new(&class_path.class, &class_path.method)?;
    let mut input = input::open(inputs, class_path)?;
    let mut selected = select(&input.world, &selection, Scope::Written);
    selected.leave_out_newer(&input.world, &input.jdk);
    let mut found = Summarized { problems: input.problems.clone(), ..Summarized::default() };
    let nothing = nothing::explain(&input.world, &selected, &class_path.class, &class_path.method);
    let can_tell_why = found.problems.is_empty() && selected.problems.is_empty();
    found.problems.extend(nothing.filter(|_| can_tell_why));
    found.problems.append(&mut selected.problems);
    let meant = selected.classes.iter().flat_map(|class| class.methods.iter().map(|key| (class.class, key)));
    let method = |(class, key): (_, &MethodKey)| input.world.find_method(class, &key.method, &key.descriptor);
    let entries: Vec<MethodId> = meant.filter_map(method).collect();
    let graph = CallGraph::of(&input.world, &entries);
    input.keep_snapshot();
    explore(cases, &input, &workers, &graph, show, &mut found);
    Ok(found)
}

/// Has workers explore the methods, and puts what they found into the order of the call graph.
fn explore(
    args: &CaseArgs,
    input: &Input,
    workers: &Workers,
    graph: &CallGraph,
    show: ShowProgress,
    found: &mut Summarized,
) {
    let number = args.budget.jobs.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
    let memory = args.budget.memory.or_else(|| memory::share(number));
    let options = Options { memory: memory.map(memory::for_states), ..options::of_cases(args) };
    let methods: Vec<MethodId> = graph.components.iter().flatten().copied().collect();
    let job = |method: &MethodId| Job {
        class_path: Arc::clone(&input.spec),
        key: key_of(&input.world, *method),
        options: options.clone(),
    };
    let jobs: Vec<Job> = methods.iter().map(job).collect();
    let cancel = cancel_on_interrupt();
    let pool = PoolOptions { workers: number, command: workers.command(memory) };
    let progress = CountProgress::new(show, "methods summarized", jobs.len());
    let results = results_of(&jobs, &pool, progress, &cancel);
    found.interrupted = cancel.is_requested();
    let mut results = results.into_iter();
    for (component, members) in graph.components.iter().enumerate() {
        for method in members {
            let calls = graph.calls(*method);
            let is_recursive = members.len() > 1 || calls.iter().any(|call| call.targets.contains(method));
            let key = key_of(&input.world, *method);
            let summary = summary(&key, results.next().unwrap_or(JobResult::NotStarted), &mut found.status);
            let key_of = |method: &MethodId| key_of(&input.world, *method);
            let calls = calls.iter().map(|call| CallTargets {
                named: key_of(&call.named),
                targets: call.targets.iter().map(key_of).collect(),
            });
            found.entries.push(Entry { key, component, is_recursive, calls: calls.collect(), summary });
        }
    }
}

/// The summary of a job, or why there is none. A fault is told at once.
fn summary(key: &MethodKey, result: JobResult, status: &mut Option<Status>) -> Result<Summary, String> {
    let mut tell = |what: String, worst: Status, reason: String| {
        complain(what);
        status.get_or_insert(Status::Done).worsen(worst);
        Err(reason)
    };
    match result {
        JobResult::Facts(facts) => facts.summary.map(|summary| *summary).ok_or_else(|| "no summary".to_owned()),
        JobResult::Crashed { what, .. } => {
            tell(format!("{what}: {key}; it has no summary, the other methods go on"), Status::Done, what)
        }
        JobResult::Failed(reason) => tell(format!("cannot process: {key} ({reason})"), Status::BadInput, reason),
        JobResult::Internal(message) => {
            tell(format!("internal error: {key} ({message}); please report it"), Status::Internal, message)
        }
        JobResult::NotStarted => Err("the run was interrupted".to_owned()),
    }
}
