//! `clew generate`: from class files to replayed tests and a verdict for every goal.

use crate::args::{FormatArg, GenerateArgs, NullArgumentsArg};
use crate::interrupt::cancel_on_interrupt;
use crate::invariants::{self, Explained};
use crate::json::{self, Cage, RunFigures};
use crate::made_with::maker;
use crate::mutants;
use crate::options;
use crate::out_dir::OutDir;
use crate::report::{MethodEntry, Results};
use crate::reports::{Reports, RunNotes};
use crate::select::Scope;
use crate::status::Status;
use crate::suite::{InputCalls, Output, TestStyle, TestWriter};
use crate::summary::{Written, summary};
use crate::targets::{Request, Targets};
use crate::test_files;
use crate::ui::{ShowProgress, complain, print};
use crate::unfinished::{Unfinished, gate};
use clew_base::CancelToken;
use clew_testgen::{NullArguments, TestFile, Writing};
use std::path::PathBuf;
use std::time::Instant;

/// Runs the command.
pub fn run(args: &GenerateArgs) -> Status {
    let started = Instant::now();
    let mut plan = match Plan::make(args) {
        Ok(plan) => plan,
        Err(line) => {
            complain(&line);
            let results = Results::default();
            let told = Told { results: &results, test_classes: 0, files: &[], explained: None, interrupted: false };
            return report(args, &told, started, vec![line]).max(Status::BadInput);
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
    let mut found = match explored {
        Ok(found) => found,
        Err(line) => {
            plan.out.remove_if_empty();
            complain(&line);
            let results = Results::default();
            let told = Told { results: &results, test_classes: 0, files: &[], explained: None, interrupted: false };
            return report(args, &told, started, vec![line]).max(Status::BadInput);
        }
    };
    status.worsen(found.status);
    found.results.attacked = args.output.attack_assumptions;
    let interrupted = cancel.is_requested();
    status.worsen(plan.tidy(args, interrupted));
    if args.output.mutants {
        status.worsen(plan.run_mutants(args, &mut found.results, &cancel));
    }
    let interrupted = cancel.is_requested();
    let files = plan.writer.files();
    test_files::warn(&files, writing(args));
    if found.test_classes == 0 {
        plan.out.remove_if_empty();
    }
    let mut notes = RunNotes { interrupted, problems: plan.targets.problems };
    if let Err(lines) = plan.reports.write(&plan.targets.input, &found.results, &notes) {
        lines.iter().for_each(complain);
        notes.problems.extend(lines);
        status.worsen(Status::BadInput);
    }
    let explained =
        args.assume.explain_invariants.then(|| invariants::explain(&plan.targets.input.world, &found.results));
    let told = Told {
        results: &found.results,
        test_classes: found.test_classes,
        files: &files,
        explained: explained.as_deref(),
        interrupted,
    };
    status.worsen(report(args, &told, started, notes.problems));
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
        if args.output.mutants && args.output.replay.no_replay {
            return Err("mutants need tests that are run; leave --no-replay out".to_owned());
        }
        if args.output.attack_assumptions && args.output.replay.no_replay {
            return Err("attacks on assumptions need tests that are run; leave --no-replay out".to_owned());
        }
        if args.output.concolic && Cage::of(&args.output.replay) != Cage::On {
            return Err("concolic execution needs the cage; leave --no-replay and --uncaged out".to_owned());
        }
        let mut targets = Targets::find(&Request {
            inputs: &args.inputs,
            class_path: &args.class_path,
            assume: &args.assume,
            verified: Some(&args.verified),
            options: options::of_generate(args)?,
            scope: Scope::Testable { generated_members: args.generated_members },
        })?;
        if args.output.concolic {
            targets.run_calls_for_real();
        }
        let (reports, unusable) = Reports::prepare(&args.reports)?;
        targets.problems.extend(unusable);
        let folder = &args.output.out;
        let writing = writing(args);
        let out = match writing {
            Writing::Files => OutDir::prepare(folder)?,
            Writing::Nothing => OutDir::unused(),
        };
        let input_calls = if args.input_call.is_empty() { InputCalls::None } else { InputCalls::Some };
        let mut writer = TestWriter::new(
            &targets.input,
            Some(Output { folder, writing, maker: maker(args) }),
            TestStyle {
                junit: args.output.junit,
                inputs: args.output.inputs,
                null_arguments: match args.output.null_arguments {
                    NullArgumentsArg::On => NullArguments::OnePerParameter,
                    NullArgumentsArg::Off => NullArguments::None,
                },
                input_calls,
            },
            &args.output.replay,
            &args.budget,
        )
        .inspect_err(|_| out.remove_if_empty())?;
        if args.output.mutants {
            writer.run_anew();
        }
        Ok(Plan { targets, writer, out, reports })
    }

    /// Runs the tests on mutants of the classes.
    fn run_mutants(&mut self, args: &GenerateArgs, results: &mut Results, cancel: &CancelToken) -> Status {
        let show = ShowProgress::unless(args.output.quiet);
        match mutants::run(&self.targets.input.world, results, &mut self.writer, show, cancel) {
            Ok(of_classes) => {
                results.mutants = Some(of_classes);
                Status::Done
            }
            Err(error) => {
                complain(format!("cannot run the tests on mutants: {error}"));
                if error.is_storage() { Status::BadInput } else { Status::Internal }
            }
        }
    }

    /// Takes away the tests of classes that are gone, and helpers that no test needs. Nothing is known of classes that are gone where
    /// a part of the input was not read, or only class files were given.
    fn tidy(&mut self, args: &GenerateArgs, interrupted: bool) -> Status {
        if interrupted {
            return Status::Done;
        }
        let is_class = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "class");
        let is_whole = self.targets.problems.is_empty() && !args.inputs.iter().any(is_class);
        let tidied = if is_whole { self.writer.tidy(&self.targets.input.world) } else { Ok(()) };
        match tidied.and_then(|()| self.writer.settle_helpers()) {
            Ok(()) => Status::Done,
            Err(error) => {
                complain(&error);
                Status::BadInput
            }
        }
    }
}

/// Whether files of tests are written.
fn writing(args: &GenerateArgs) -> Writing {
    if args.output.dry_run { Writing::Nothing } else { Writing::Files }
}

/// What is told of a run.
struct Told<'r> {
    results: &'r Results,
    test_classes: usize,
    files: &'r [TestFile],
    /// The class invariants that verdicts rest on, if somebody asks for them.
    explained: Option<&'r [Explained]>,
    interrupted: bool,
}

fn report(args: &GenerateArgs, told: &Told<'_>, started: Instant, problems: Vec<String>) -> Status {
    let Told { results, test_classes, files, explained, interrupted } = *told;
    match args.output.format {
        FormatArg::Json => {
            let seconds = started.elapsed().as_secs_f64();
            let figures = RunFigures { seconds, cage: Cage::of(&args.output.replay), interrupted, problems };
            let mut document = json::document(results, &figures);
            document["files"] = test_files::as_json(files);
            if args.output.dry_run {
                document["dry_run"] = true.into();
            }
            if let Some(explained) = explained {
                document["class_invariants"] = invariants::as_json(explained);
            }
            print(&format!("{document:#}\n"))
        }
        FormatArg::Text if args.output.quiet || results.methods.is_empty() => Status::Done,
        FormatArg::Text => {
            let written = Written { out: &args.output.out, test_classes, report: args.reports.html.as_deref() };
            let mut text = summary(results, &written, interrupted);
            if args.output.dry_run {
                text.push_str(&test_files::plan(files));
            }
            if let Some(explained) = explained {
                text.push_str(&invariants::as_text(explained));
            }
            print(&text)
        }
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
