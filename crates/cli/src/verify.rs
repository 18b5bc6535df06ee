//! `clew verify`: which implicit checks and assertions of compiled Java never fail, by abstract interpretation.

mod json;
mod sarif;
mod text;

use crate::args::{CheckFormatArg, VerdictArg, VerifyArgs};
use crate::input;
use crate::interrupt::cancel_on_interrupt;
use crate::nothing;
use crate::pattern::Selection;
use crate::select::{Scope, select};
use crate::status::Status;
use crate::ui::{complain, print};
use crate::unfinished::gate;
use clew_absint::{Assumption, Check, CheckKind, Report, Summaries, Verdict, verify};
use clew_facts::MethodKey;
use clew_jvm::{ClassId, World};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// What is known of one method.
struct Entry {
    key: MethodKey,
    /// The path of the source file below the root of its package, where the class file tells its name.
    source: Option<String>,
    report: Report,
}

/// All that a run found.
#[derive(Default)]
struct Verified {
    entries: Vec<Entry>,
    problems: Vec<String>,
    /// Methods whose analysis ended by a fault of Clew.
    failed: usize,
    interrupted: bool,
    seconds: f64,
}

/// The verdicts, as documents name them.
const VERDICTS: [&str; 3] = ["verified", "verified_if", "open"];

fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => VERDICTS[0],
        Verdict::VerifiedIf(_) => VERDICTS[1],
        Verdict::Open => VERDICTS[2],
    }
}

fn assumptions(verdict: &Verdict) -> Vec<&'static str> {
    match verdict {
        Verdict::VerifiedIf(assumptions) => assumptions.iter().copied().map(Assumption::name).collect(),
        Verdict::Verified | Verdict::Open => Vec::new(),
    }
}

/// `assert`, or the binary name of the exception's class.
fn kind_name(kind: CheckKind) -> String {
    match kind {
        CheckKind::Assert => "assert".to_owned(),
        CheckKind::Exception(class) => class.replace('/', "."),
    }
}

impl Verified {
    fn checks(&self) -> impl Iterator<Item = (&Entry, &Check)> {
        self.entries.iter().flat_map(|entry| entry.report.checks.iter().map(move |check| (entry, check)))
    }

    fn count(&self, verdict: &str) -> usize {
        self.checks().filter(|(_, check)| verdict_name(&check.verdict) == verdict).count()
    }

    fn not_followed(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.report.followed).count()
    }

    fn undone(&self) -> Option<String> {
        match (self.interrupted, self.failed) {
            (true, _) => Some("the run was interrupted".to_owned()),
            (false, 0) => None,
            (false, failed) => Some(format!("{failed} methods not analyzed")),
        }
    }
}

/// Runs the command.
pub fn run(args: &VerifyArgs) -> Status {
    let started = Instant::now();
    let mut status = Status::Done;
    let mut verified = look(args).unwrap_or_else(|line| Verified { problems: vec![line], ..Verified::default() });
    verified.problems.iter().for_each(complain);
    if !verified.problems.is_empty() {
        status.worsen(Status::BadInput);
    }
    if verified.failed > 0 {
        status.worsen(Status::Internal);
    }
    verified.seconds = started.elapsed().as_secs_f64();
    status.worsen(match args.format {
        CheckFormatArg::Json => print(&format!("{:#}\n", json::document(args, &verified))),
        CheckFormatArg::Sarif => print(&format!("{:#}\n", sarif::log(&verified))),
        CheckFormatArg::Text if args.quiet || verified.entries.is_empty() => Status::Done,
        CheckFormatArg::Text => print(&text::report(&verified)),
    });
    let is_named = |(_, check): (&Entry, &Check)| match check.verdict {
        Verdict::Verified => false,
        Verdict::VerifiedIf(_) => args.fail_on.contains(&VerdictArg::VerifiedIf),
        Verdict::Open => args.fail_on.contains(&VerdictArg::Open),
    };
    let fails = verified.checks().any(is_named);
    status.worsen(gate(!args.fail_on.is_empty(), fails, verified.undone()));
    status
}

fn look(args: &VerifyArgs) -> Result<Verified, String> {
    let selection = Selection::new(&args.class_path.class, &args.class_path.method)?;
    let input = input::open(&args.inputs, &args.class_path)?;
    let selected = select(&input.world, &selection, Scope::Everything);
    let mut verified = Verified { problems: input.problems, ..Verified::default() };
    let nothing = nothing::explain(&input.world, &selected, &args.class_path.class, &args.class_path.method);
    let can_tell_why = verified.problems.is_empty() && selected.problems.is_empty();
    verified.problems.extend(nothing.filter(|_| can_tell_why));
    verified.problems.extend(selected.problems);
    let cancel = cancel_on_interrupt();
    let mut summaries = Summaries::new(&input.world);
    for class in &selected.classes {
        for key in &class.methods {
            if cancel.is_requested() {
                verified.interrupted = true;
                return Ok(verified);
            }
            match catch_unwind(AssertUnwindSafe(|| of_method(args, &input.world, &summaries, class.class, key))) {
                Ok(Ok(entry)) => verified.entries.push(entry),
                Ok(Err(reason)) => {
                    verified.problems.push(format!("cannot translate: {key} ({reason}); rebuild the class"));
                }
                Err(_) => {
                    complain(format!("internal error: the analysis of {key} failed; its checks are left out"));
                    verified.failed += 1;
                    summaries = Summaries::new(&input.world);
                }
            }
        }
    }
    Ok(verified)
}

fn of_method(
    args: &VerifyArgs,
    world: &World,
    summaries: &Summaries<'_>,
    class: ClassId,
    key: &MethodKey,
) -> Result<Entry, String> {
    let method = world.find_method(class, &key.method, &key.descriptor).ok_or("the class has no such method")?;
    let report = verify(summaries, method, &args.trust.allowed).map_err(|error| error.to_string())?;
    let class = world.class(class);
    let folder = if class.package().is_empty() { String::new() } else { format!("{}/", class.package()) };
    let source = class.source_file.as_ref().map(|file| format!("{folder}{file}"));
    Ok(Entry { key: key.clone(), source, report })
}
