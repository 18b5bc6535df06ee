//! `clew cover`: tests of a program of the block language, and proofs for the blocks that have none.

mod json;
mod text;

pub use json::value as input_as_json;
pub use text::value as input_as_text;

use crate::args::{CoverArgs, FormatArg};
use crate::interrupt::cancel_on_interrupt;
use crate::memory;
use crate::program::{self, Source};
use crate::status::Status;
use crate::ui::{complain, diagnose, print};
use crate::unfinished::gate;
use crate::worker::Workers;
use clew_engine::{CoverJob, CoverResult};
use clew_facts::{BlockVerdict, CoverAlgorithm, CoverCriterion, CoverFacts, CoverOptions, CutReason, Verdict};
use clew_ir::{Diagnostic, ProcedureId, called_from, irreducible_loop};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A cover with what was asked.
struct Cover<'a> {
    options: &'a CoverOptions,
    facts: &'a CoverFacts,
    interrupted: bool,
}

/// Runs the command.
pub fn run(args: &CoverArgs) -> Status {
    let options = match options(args) {
        Ok(options) => options,
        Err(line) => return bad(line),
    };
    let source = match program::read(&args.file) {
        Ok(source) => source,
        Err(status) => return status,
    };
    let entry = match entry(&source, &args.proc) {
        Ok(entry) => entry,
        Err(status) => return status,
    };
    let workers = match Workers::find().and_then(|workers| workers.solver().map(|_| workers)) {
        Ok(workers) => workers,
        Err(fault) => return bad(fault),
    };
    let cancel = cancel_on_interrupt();
    let job = CoverJob { text: source.text.clone(), options };
    let command = workers.command(memory::share(NonZeroUsize::MIN));
    let facts = match clew_engine::cover(&job, &command, &cancel) {
        CoverResult::Facts(facts) => *facts,
        CoverResult::Crashed(reason) => {
            complain(format!("{reason}: {}; its blocks are undecided", source.name));
            undecided(&source, entry, &reason)
        }
        CoverResult::Failed(reason) => return bad(format!("cannot process: {} ({reason})", source.name)),
        CoverResult::Internal(message) => {
            complain(format!("internal error: {} ({message}); please report it", source.name));
            return Status::Internal;
        }
    };
    let cover = Cover { options: &job.options, facts: &facts, interrupted: cancel.is_requested() };
    let mut status = match args.format {
        FormatArg::Json => print(&json::document(&cover)),
        FormatArg::Text if args.quiet => Status::Done,
        FormatArg::Text => print(&text::report(&cover)),
    };
    let fails = |goal: &BlockVerdict| {
        let (name, unconditional) = (goal.verdict.name(), is_unconditional(&goal.verdict));
        args.fail_on.iter().any(|fail_on| fail_on.matches(name, unconditional))
    };
    status.worsen(gate(!args.fail_on.is_empty(), facts.goals.iter().any(fails), undone(&cover)));
    status
}

/// What was left undone, if anything: blocks that an interrupt, the budget or the memory left undecided.
fn undone(cover: &Cover<'_>) -> Option<String> {
    let is_left = |reason: &CutReason| matches!(reason, CutReason::Budget(_) | CutReason::Memory);
    let is_open = |goal: &&BlockVerdict| match &goal.verdict {
        Verdict::Undecided(reasons) => reasons.iter().any(is_left),
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) | Verdict::Unreachable(_) => false,
    };
    let open = cover.facts.goals.iter().filter(is_open).count();
    match (cover.interrupted, open) {
        (true, _) => Some("the run was interrupted".to_owned()),
        (false, 0) => None,
        (false, open) => Some(format!("{open} of {} blocks ran out of time or memory", cover.facts.goals.len())),
    }
}

fn bad(line: impl std::fmt::Display) -> Status {
    complain(line);
    Status::BadInput
}

/// What is asked.
///
/// # Errors
/// The algorithm does not do what the criterion asks for.
fn options(args: &CoverArgs) -> Result<CoverOptions, String> {
    let asked: Option<CoverAlgorithm> = args.algorithm.map(CoverAlgorithm::from);
    let for_statements = asked.is_some_and(|algorithm| !algorithm.covers_paths());
    let criterion = match args.criterion {
        Some(criterion) => criterion.into(),
        None if for_statements => CoverCriterion::Statements,
        None => CoverCriterion::Paths,
    };
    if criterion == CoverCriterion::Paths && for_statements {
        let able = CoverAlgorithm::ALL.into_iter().filter(|algorithm| algorithm.covers_paths());
        let able: Vec<&str> = able.map(CoverAlgorithm::name).collect();
        return Err(format!(
            "--algorithm {} covers statements, not paths; with --criterion paths use {}",
            asked.map_or("", CoverAlgorithm::name),
            able.join(" or ")
        ));
    }
    Ok(CoverOptions {
        procedure: args.proc.clone(),
        criterion,
        algorithm: asked.unwrap_or(CoverAlgorithm::best_for(criterion)),
        unwind: args.unwind,
        time: args.budget,
        suite: args.suite,
        calls: args.calls.into(),
        asserts: args.asserts,
        ..CoverOptions::default()
    })
}

/// The procedure that is meant, if it can be unwound.
fn entry(source: &Source, name: &str) -> Result<ProcedureId, Status> {
    let Some((entry, _)) = source.program.procedure(name) else {
        let known: Vec<&str> = source.program.procedures.values().map(|procedure| &*procedure.name).collect();
        let known = if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
        return Err(bad(format!("no procedure `{name}` in {} ({known}); name one with --proc", source.name)));
    };
    match irreducible_loop(&source.program, entry) {
        None => Ok(entry),
        Some(found) => {
            let start = found.place.offset as usize;
            let message = format!(
                "this closes a loop that is not entered at `{}` only, so it cannot be unwound; give it one entry",
                found.label
            );
            let file: Arc<str> = Arc::from(source.name.as_str());
            diagnose(Diagnostic::new(&file, &source.text, start..start + "goto".len(), message));
            Err(Status::BadInput)
        }
    }
}

/// The facts about a program of which nothing is known.
fn undecided(source: &Source, entry: ProcedureId, reason: &CutReason) -> CoverFacts {
    let mut goals = Vec::new();
    for procedure in called_from(&source.program, entry) {
        let procedure = &source.program.procedures[procedure];
        goals.extend(procedure.body.blocks.values().map(|block| BlockVerdict {
            procedure: procedure.name.to_string(),
            block: block.label.to_string(),
            verdict: Verdict::Undecided(vec![reason.clone()]),
        }));
    }
    CoverFacts { goals, ..CoverFacts::default() }
}

/// Whether a verdict rests on nothing: every test was run, so only proofs may.
fn is_unconditional(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Reached { .. } => true,
        Verdict::Unreachable(proof) => proof.is_unconditional(),
        Verdict::ReachedElsewhere(_) | Verdict::Undecided(_) => false,
    }
}
