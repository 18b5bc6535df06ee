//! `clew reach`: a test that gets to one place, or a proof that none does.

use crate::args::{FormatArg, ReachArgs};
use crate::cover::{input_as_json, input_as_text};
use crate::interrupt::cancel_on_interrupt;
use crate::memory;
use crate::program::{self, Source};
use crate::status::Status;
use crate::ui::{complain, print};
use crate::unfinished::gate;
use crate::worker::Workers;
use clew_engine::{ReachJob, ReachResult};
use clew_facts::{CoverTest, CutReason, ReachFacts, ReachOptions, ReachStats, ReachTarget, Verdict};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;
use std::num::NonZeroUsize;

/// How many labels a message about a wrong one names.
const LABELS_NAMED: usize = 3;

/// Runs the command.
pub fn run(args: &ReachArgs) -> Status {
    if args.file.extension().is_none_or(|extension| extension != "clew") {
        return bad(format!(
            "clew reach reads .clew files only in this version: {} (for Java use clew generate --method)",
            args.file.display()
        ));
    }
    let source = match program::read(&args.file) {
        Ok(source) => source,
        Err(status) => return status,
    };
    let target = match target(&source, args) {
        Ok(target) => target,
        Err(line) => return bad(line),
    };
    let workers = match Workers::find().and_then(|workers| workers.solver().map(|_| workers)) {
        Ok(workers) => workers,
        Err(fault) => return bad(fault),
    };
    let options = ReachOptions {
        procedure: args.entry.clone(),
        target,
        method: args.method.into(),
        unfold: args.unfold,
        time: Some(args.timeout),
    };
    let cancel = cancel_on_interrupt();
    let job = ReachJob { text: source.text.clone(), options };
    let command = workers.command(memory::share(NonZeroUsize::MIN));
    let facts = match clew_engine::reach(&job, &command, &cancel) {
        ReachResult::Facts(facts) => *facts,
        ReachResult::Crashed(reason) => {
            complain(format!("{reason}: {}; the target is undecided", source.name));
            undecided(reason)
        }
        ReachResult::Failed(reason) => return bad(format!("cannot process: {} ({reason})", source.name)),
        ReachResult::Internal(message) => {
            complain(format!("internal error: {} ({message}); please report it", source.name));
            return Status::Internal;
        }
    };
    let mut status = match args.format {
        FormatArg::Json => print(&format!("{:#}\n", document(args, &facts))),
        FormatArg::Text if args.quiet => Status::Done,
        FormatArg::Text => print(&report(args, &facts)),
    };
    let (name, sure) = (facts.verdict.name(), is_unconditional(&facts.verdict));
    let matched = args.fail_on.iter().any(|fail_on| fail_on.matches(name, sure));
    let is_open = matches!(facts.verdict, Verdict::Undecided(_));
    let undone = is_open.then(|| "the target is undecided".to_owned());
    status.worsen(gate(!args.fail_on.is_empty(), matched, undone));
    status
}

fn bad(line: impl std::fmt::Display) -> Status {
    complain(line);
    Status::BadInput
}

/// What is to be reached.
///
/// # Errors
/// There is no such procedure or label; a line that names those that are near.
fn target(source: &Source, args: &ReachArgs) -> Result<ReachTarget, String> {
    let Some((_, procedure)) = source.program.procedure(&args.entry) else {
        let known: Vec<&str> = source.program.procedures.values().map(|procedure| &*procedure.name).collect();
        let known = if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
        return Err(format!("no procedure `{}` in {} ({known}); name one with --entry", args.entry, source.name));
    };
    if procedure.body.block_named(&args.target).is_some() {
        return Ok(ReachTarget::Label(args.target.clone()));
    }
    match args.target.as_str() {
        "assert" => return Ok(ReachTarget::Assert),
        "exception" => return Err(format!("{} is no Java: it has assertions, and no exceptions", source.name)),
        _ => {}
    }
    let mut labels: Vec<&str> = procedure.body.blocks.values().map(|block| &*block.label).collect();
    let likeness = |label: &str| (strsim::jaro_winkler(label, &args.target) * 1e6) as u32;
    labels.sort_by_key(|label| std::cmp::Reverse(likeness(label)));
    labels.truncate(LABELS_NAMED);
    Err(format!(
        "no label `{}` in procedure `{}` of {}; the nearest: {}",
        args.target,
        args.entry,
        source.name,
        labels.join(", ")
    ))
}

fn undecided(reason: CutReason) -> ReachFacts {
    ReachFacts {
        verdict: Verdict::Undecided(vec![reason]),
        execution: None,
        decided_by: None,
        condition: None,
        stats: ReachStats::default(),
    }
}

/// Whether a verdict rests on nothing: every execution was run, so only proofs may.
fn is_unconditional(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Reached { .. } => true,
        Verdict::Unreachable(proof) => proof.is_unconditional(),
        Verdict::ReachedElsewhere(_) | Verdict::Undecided(_) => false,
    }
}

fn document(args: &ReachArgs, facts: &ReachFacts) -> Json {
    let assumptions: Vec<String> = match &facts.verdict {
        Verdict::Unreachable(proof) => proof.assumptions().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    let inputs = facts.execution.as_ref().map(|test| {
        test.inputs.iter().map(|(name, value)| (name.clone(), input_as_json(value))).collect::<Map<String, Json>>()
    });
    let mut document = json!({
        "command": "reach",
        "sense": "prefix",
        "target": args.target,
        "verdict": facts.verdict.name(),
        "unconditional": is_unconditional(&facts.verdict),
        "assumptions": assumptions,
        "inputs": inputs,
        "test": facts.execution.as_ref().map(|test| json!({ "blocks": test.blocks })),
        "decided_by": facts.decided_by,
        "condition": facts.condition.as_ref().map(|condition| json!({
            "backbones": condition.backbones,
            "counters": condition.counters,
            "formula": condition.formula,
            "quantified": condition.quantified,
            "unfolded": condition.unfolded,
        })),
        "stats": {
            "build_seconds": facts.stats.build_seconds,
            "unfold_seconds": facts.stats.unfold_seconds,
            "solver_seconds": facts.stats.solver_seconds,
            "seconds": facts.stats.seconds,
        },
    });
    if let Verdict::Undecided(reasons) = &facts.verdict {
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        document["reason"] = json!(reasons.first());
        document["reasons"] = json!(reasons);
    }
    document
}

fn report(args: &ReachArgs, facts: &ReachFacts) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    if let Some(condition) = facts.condition.as_ref().filter(|_| args.explain) {
        let _ = writeln!(text, "{}\n", condition.explanation.join("\n"));
    }
    let _ = match (&facts.verdict, &facts.execution) {
        (Verdict::Reached { .. }, Some(CoverTest { inputs, blocks })) => {
            let inputs: Vec<String> =
                inputs.iter().map(|(name, value)| format!("{name} = {}", input_as_text(value))).collect();
            let inputs = if inputs.is_empty() { "no inputs".to_owned() } else { inputs.join(", ") };
            writeln!(text, "{}: reached\n  {inputs}\n  {}", args.target, shortened(blocks))
        }
        (Verdict::Unreachable(_), _) => {
            writeln!(text, "{}: unreachable, however often loops are iterated", args.target)
        }
        (Verdict::Undecided(reasons), _) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            writeln!(text, "{}: undecided ({})", args.target, reasons.join("; "))
        }
        (verdict, _) => writeln!(text, "{}: {}", args.target, verdict.name()),
    };
    if let Some(by) = &facts.decided_by {
        let _ = writeln!(text, "  by {by} in {:.2} s", facts.stats.seconds);
    }
    text
}

/// The blocks of a path; of a long one its beginning and its end.
fn shortened(blocks: &[String]) -> String {
    const SHOWN: usize = 20;
    if blocks.len() <= 2 * SHOWN {
        return blocks.join(" → ");
    }
    let (first, last) = (&blocks[..SHOWN], &blocks[blocks.len() - SHOWN..]);
    format!("{} → … {} more … → {}", first.join(" → "), blocks.len() - 2 * SHOWN, last.join(" → "))
}
