//! `clew reach`: a test that gets to one place, or a proof that none does.

mod explained;
mod java;
mod places;

use crate::args::{FormatArg, ReachArgs};
use crate::cover::{input_as_json, input_as_text};
use crate::interrupt::cancel_on_interrupt;
use crate::memory;
use crate::program::{self, Source};
use crate::status::Status;
use crate::ui::{complain, print};
use crate::unfinished::gate;
use crate::worker::Workers;
use clew_base::CancelToken;
use clew_engine::{ReachJob, ReachResult};
use clew_facts::{CoverTest, CutReason, ReachCondition, ReachFacts, ReachOptions, ReachStats, ReachTarget, Verdict};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;
use std::num::NonZeroUsize;

/// How many names a message about a wrong one shows.
const NAMES_SHOWN: usize = 3;

/// The procedure that execution starts in where nothing is said.
const MAIN: &str = "main";

/// Runs the command.
pub fn run(args: &ReachArgs) -> Status {
    let is_block_language = args.input.extension().is_some_and(|extension| extension == "clew");
    let (answers, status) = match if is_block_language { in_block_language(args) } else { java::answers(args) } {
        Ok(found) => found,
        Err(status) => return status,
    };
    let mut status = status;
    status.worsen(match args.format {
        FormatArg::Json => print(&format!("{:#}\n", documents(&answers))),
        FormatArg::Text if args.quiet => Status::Done,
        FormatArg::Text => print(&answers.iter().map(|answer| answer.text.as_str()).collect::<Vec<_>>().join("\n")),
    });
    let matches = |answer: &Answer| {
        args.fail_on.iter().any(|fail_on| fail_on.matches(answer.verdict.name(), answer.is_unconditional))
    };
    let open = answers.iter().find(|answer| matches!(answer.verdict, Verdict::Undecided(_)));
    let undone = open.map(|answer| match answers.len() {
        1 => "the target is undecided".to_owned(),
        _ => format!("the target {} is undecided", answer.target),
    });
    status.worsen(gate(!args.fail_on.is_empty(), answers.iter().any(matches), undone));
    status
}

/// What was found about one target.
struct Answer {
    target: String,
    verdict: Verdict,
    is_unconditional: bool,
    document: Json,
    text: String,
}

/// The document of the one target, or of all of them.
fn documents(answers: &[Answer]) -> Json {
    match answers {
        [only] => only.document.clone(),
        _ => {
            let all: Vec<&Json> = answers.iter().map(|answer| &answer.document).collect();
            json!({ "command": "reach", "sense": "prefix", "targets": all })
        }
    }
}

/// Answers about places of a program of the block language.
fn in_block_language(args: &ReachArgs) -> Result<(Vec<Answer>, Status), Status> {
    if let Some(pattern) = args.input_call.first() {
        return Err(bad(format!(
            "--input-call {pattern} is for methods of Java; in the block language `havoc` gives any value"
        )));
    }
    let source = program::read(&args.input)?;
    let entry = args.entry.as_deref().unwrap_or(MAIN);
    let targets: Vec<ReachTarget> =
        args.target.iter().map(|text| target(&source, entry, text)).collect::<Result<_, _>>().map_err(bad)?;
    let workers = Workers::find().and_then(|workers| workers.solver().map(|_| workers)).map_err(bad)?;
    let cancel = cancel_on_interrupt();
    let options = ReachOptions {
        procedure: entry.to_owned(),
        method: args.method.into(),
        unfold: args.unfold,
        time: Some(args.timeout),
    };
    let job = ReachJob { text: source.text.clone(), targets, options };
    let found = facts(&job, &source, &workers, &cancel)?;
    let answers = args.target.iter().zip(found).map(|(text, facts)| Answer {
        target: text.clone(),
        is_unconditional: is_unconditional(&facts.verdict),
        document: document(text, &facts),
        text: report(args, text, &facts),
        verdict: facts.verdict,
    });
    Ok((answers.collect(), Status::Done))
}

/// What is found of the places of a job. Where their worker crashes, each has a worker of its own.
fn facts(job: &ReachJob, source: &Source, workers: &Workers, cancel: &CancelToken) -> Result<Vec<ReachFacts>, Status> {
    let command = workers.command(memory::share(NonZeroUsize::MIN));
    match clew_engine::reach(job, &command, cancel) {
        ReachResult::Facts(facts) => Ok(facts),
        ReachResult::Crashed(_) if job.targets.len() > 1 && !cancel.is_cancelled() => {
            let alone = |target: &ReachTarget| ReachJob { targets: vec![target.clone()], ..job.clone() };
            let each = job.targets.iter().map(|target| facts(&alone(target), source, workers, cancel));
            Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
        }
        ReachResult::Crashed(reason) => {
            complain(format!("{reason}: {}; the target is undecided", source.name));
            Ok(job.targets.iter().map(|_| undecided(reason.clone())).collect())
        }
        ReachResult::Failed(reason) => Err(bad(format!("cannot process: {} ({reason})", source.name))),
        ReachResult::Internal(message) => {
            complain(format!("internal error: {} ({message}); please report it", source.name));
            Err(Status::Internal)
        }
    }
}

fn bad(line: impl std::fmt::Display) -> Status {
    complain(line);
    Status::BadInput
}

/// What is to be reached.
///
/// # Errors
/// There is no such procedure or label; a line that names those that are near.
fn target(source: &Source, entry: &str, text: &str) -> Result<ReachTarget, String> {
    let Some((_, procedure)) = source.program.procedure(entry) else {
        let known: Vec<&str> = source.program.procedures.values().map(|procedure| &*procedure.name).collect();
        let known = if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
        return Err(format!("no procedure `{entry}` in {} ({known}); name one with --entry", source.name));
    };
    if procedure.body.block_named(text).is_some() {
        return Ok(ReachTarget::Label(text.to_owned()));
    }
    match text {
        "assert" => return Ok(ReachTarget::Assert),
        "exception" => return Err(format!("{} is no Java: it has assertions, and no exceptions", source.name)),
        _ => {}
    }
    let labels: Vec<&str> = procedure.body.blocks.values().map(|block| &*block.label).collect();
    Err(format!(
        "no label `{text}` in procedure `{entry}` of {}; the nearest: {}",
        source.name,
        nearest(&labels, text).join(", ")
    ))
}

/// The names that are most like another, the likest first.
fn nearest<'n>(names: &[&'n str], wanted: &str) -> Vec<&'n str> {
    let mut names = names.to_vec();
    let likeness = |name: &str| (strsim::jaro_winkler(name, wanted) * 1e6) as u32;
    names.sort_by_key(|name| std::cmp::Reverse(likeness(name)));
    names.dedup();
    names.truncate(NAMES_SHOWN);
    names
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

/// What a document tells of one target.
struct Told<'a> {
    target: &'a str,
    verdict: &'a Verdict,
    is_unconditional: bool,
    inputs: Option<Map<String, Json>>,
    test: Option<Json>,
    decided_by: Option<&'a str>,
    condition: Option<&'a ReachCondition>,
    stats: &'a ReachStats,
}

impl Told<'_> {
    fn document(&self) -> Json {
        let assumptions: Vec<String> = match self.verdict {
            Verdict::Unreachable(proof) => proof.assumptions().map(ToString::to_string).collect(),
            _ => Vec::new(),
        };
        let mut document = json!({
            "command": "reach",
            "sense": "prefix",
            "target": self.target,
            "verdict": self.verdict.name(),
            "unconditional": self.is_unconditional,
            "assumptions": assumptions,
            "inputs": self.inputs,
            "test": self.test,
            "decided_by": self.decided_by,
            "condition": self.condition.map(|condition| json!({
                "backbones": condition.backbones,
                "counters": condition.counters,
                "formula": condition.formula,
                "quantified": condition.quantified,
                "unfolded": condition.unfolded,
            })),
            "stats": {
                "queries": self.stats.queries,
                "build_seconds": self.stats.build_seconds,
                "unfold_seconds": self.stats.unfold_seconds,
                "solver_seconds": self.stats.solver_seconds,
                "seconds": self.stats.seconds,
            },
        });
        if let Verdict::Undecided(reasons) = self.verdict {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            document["reason"] = json!(reasons.first());
            document["reasons"] = json!(reasons);
        }
        document
    }
}

fn document(target: &str, facts: &ReachFacts) -> Json {
    let inputs = facts.execution.as_ref().map(|test| {
        test.inputs.iter().map(|(name, value)| (name.clone(), input_as_json(value))).collect::<Map<String, Json>>()
    });
    let told = Told {
        target,
        verdict: &facts.verdict,
        is_unconditional: is_unconditional(&facts.verdict),
        inputs,
        test: facts.execution.as_ref().map(|test| json!({ "blocks": test.blocks })),
        decided_by: facts.decided_by.as_deref(),
        condition: facts.condition.as_ref(),
        stats: &facts.stats,
    };
    told.document()
}

fn report(args: &ReachArgs, target: &str, facts: &ReachFacts) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    if let Some(condition) = facts.condition.as_ref().filter(|_| args.explain) {
        let _ = writeln!(text, "{}", explained::explained(&condition.explanation, None));
    }
    let _ = match (&facts.verdict, &facts.execution) {
        (Verdict::Reached { .. }, Some(CoverTest { inputs, blocks })) => {
            let inputs: Vec<String> =
                inputs.iter().map(|(name, value)| format!("{name} = {}", input_as_text(value))).collect();
            let inputs = if inputs.is_empty() { "no inputs".to_owned() } else { inputs.join(", ") };
            writeln!(text, "{target}: reached\n  {inputs}\n  {}", shortened(blocks))
        }
        (Verdict::Unreachable(_), _) => {
            writeln!(text, "{target}: unreachable, however often loops are iterated")
        }
        (Verdict::Undecided(reasons), _) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            writeln!(text, "{target}: undecided ({})", reasons.join("; "))
        }
        (verdict, _) => writeln!(text, "{target}: {}", verdict.name()),
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
