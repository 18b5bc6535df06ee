//! `clew generate`: from class files to replayed tests and a verdict for every goal.

use crate::args::{FormatArg, GenerateArgs};
use crate::interrupt::cancel_on_interrupt;
use crate::json::{self, Cage, RunFigures};
use crate::options;
use crate::out_dir::OutDir;
use crate::report::{MethodEntry, Results};
use crate::reports::{Reports, RunNotes};
use crate::select::Scope;
use crate::status::Status;
use crate::suite::{InputCalls, TestStyle, TestWriter};
use crate::summary::summary;
use crate::targets::{Request, Targets};
use crate::ui::{ShowProgress, complain, print};
use crate::unfinished::{Unfinished, gate};
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
    plan.targets.problems.iter().for_each(complain);
    let mut status = if plan.targets.problems.is_empty() { Status::Done } else { Status::BadInput };
    Cage::of(&args.output.replay).warn();
    let cancel = cancel_on_interrupt();
    let explored = plan.targets.explore(
        &mut plan.writer,
        |_, _| Vec::new(),
        &args.budget,
        &args.store,
        ShowProgress::unless(args.output.quiet),
        &cancel,
    );
    let found = match explored {
        Ok(found) => found,
        Err(line) => {
            plan.out.remove_if_empty();
            complain(&line);
            return report(args, &Results::default(), 0, started, false, vec![line]).max(Status::BadInput);
        }
    };
    status.worsen(found.status);
    if found.test_classes == 0 {
        plan.out.remove_if_empty();
    }
    let interrupted = cancel.is_requested();
    let mut notes = RunNotes { interrupted, problems: plan.targets.problems };
    if let Err(lines) = plan.reports.write(&plan.targets.input, &found.results, &notes) {
        lines.iter().for_each(complain);
        notes.problems.extend(lines);
        status.worsen(Status::BadInput);
    }
    status.worsen(report(args, &found.results, found.test_classes, started, interrupted, notes.problems));
    let methods = &found.results.methods;
    let undone = Unfinished::of(methods, interrupted, args.output.strict.strict);
    status.worsen(gate(!args.output.fail_on.is_empty(), fails(args, methods), undone));
    status
}

/// Everything a run needs, checked before any work is done.
struct Plan {
    targets: Targets,
    writer: TestWriter,
    out: OutDir,
    reports: Reports,
}

impl Plan {
    fn make(args: &GenerateArgs) -> Result<Plan, String> {
        let mut targets = Targets::find(&Request {
            inputs: &args.inputs,
            class_path: &args.class_path,
            assume: &args.assume,
            options: options::of_generate(args)?,
            scope: Scope::Testable,
        })?;
        let (reports, unusable) = Reports::prepare(&args.reports)?;
        targets.problems.extend(unusable);
        let out = OutDir::prepare(&args.output.out)?;
        let input_calls = if args.input_call.is_empty() { InputCalls::None } else { InputCalls::Some };
        let writer = TestWriter::new(
            &targets.input,
            Some(&args.output.out),
            TestStyle { junit: args.output.junit, inputs: args.output.inputs, input_calls },
            &args.output.replay,
            &args.budget,
        )
        .inspect_err(|_| out.remove_if_empty())?;
        Ok(Plan { targets, writer, out, reports })
    }
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
            let figures = RunFigures { seconds, cage: Cage::of(&args.output.replay), interrupted, problems };
            print(&format!("{:#}\n", json::document(results, &figures)))
        }
        FormatArg::Text if args.output.quiet || results.methods.is_empty() => Status::Done,
        FormatArg::Text => print(&summary(results, &args.output.out, test_classes, interrupted)),
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
