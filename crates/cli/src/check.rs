//! `clew check`: dead code, and conditions that decide nothing, in compiled Java.
//!
//! Methods are explored as by `clew generate`, private ones too, and their tests are run but not kept: what a JVM has executed
//! is no finding, and where it contradicts a proof, that is a bug in Clew and is told as one.

mod attack;
mod json;
pub(crate) mod sarif;
mod seen;
mod text;

use crate::args::{CallsArg, CheckArgs, CheckFormatArg, InputsArg, JunitArg};
use crate::interrupt::cancel_on_interrupt;
use crate::invariants::{self, Explained};
use crate::json::Cage;
use crate::options;
use crate::report::{MethodEntry, Results};
use crate::select::Scope;
use crate::status::Status;
use crate::suite::{InputCalls, TestStyle, TestWriter};
use crate::targets::{Request, Targets};
use crate::ui::{ShowProgress, complain, print};
use crate::unfinished::{Unfinished, gate};
use clew_facts::MethodKey;
use clew_findings::{Finding, Premise, Wanted, findings};
use clew_jvm::World;
use clew_testgen::NullArguments;
use std::time::Instant;

/// A finding with its place.
struct Found {
    key: MethodKey,
    /// The path of the source file below the root of its package, where the class file tells its name.
    source: Option<String>,
    finding: Finding,
}

/// All that a run found.
struct Checked<'a> {
    args: &'a CheckArgs,
    results: &'a Results,
    /// In the order of the methods, by line.
    findings: Vec<Found>,
    /// How many findings there are besides that only flags would show.
    hidden: Hidden,
    problems: Vec<String>,
    /// The class invariants that verdicts rest on, if somebody asks for them.
    explained: Option<Vec<Explained>>,
    interrupted: bool,
    seconds: f64,
}

/// How many findings are not shown because of what they rest on.
#[derive(Clone, Copy, Debug, Default)]
struct Hidden {
    /// For each premise, in the order of [`Premise::ALL`], those that its flag alone would add.
    by_one: [usize; Premise::ALL.len()],
    /// Those that only several flags together would add.
    by_several: usize,
}

impl Hidden {
    /// Counts those of one method, of which so many are shown.
    fn add(&mut self, shown: usize, wanted: Wanted, count: impl Fn(Wanted) -> usize) {
        let more = |wanted| count(wanted).saturating_sub(shown);
        let by_one = Premise::ALL.map(|premise| more(wanted.and(premise)));
        self.by_several += more(Wanted::all()).saturating_sub(by_one.iter().sum());
        self.by_one.iter_mut().zip(by_one).for_each(|(sum, more)| *sum += more);
    }

    /// Each premise with the findings that its flag alone would add.
    fn each(&self) -> impl Iterator<Item = (Premise, usize)> {
        Premise::ALL.into_iter().zip(self.by_one)
    }
}

/// Runs the command.
pub fn run(args: &CheckArgs) -> Status {
    let started = Instant::now();
    let mut status = Status::Done;
    let (results, findings, hidden, problems, interrupted);
    let mut explained = None;
    let explored = plan(args).and_then(|(mut targets, mut writer)| {
        targets.problems.iter().for_each(complain);
        Cage::of(&args.replay).warn();
        let cancel = cancel_on_interrupt();
        let show = ShowProgress::unless(args.quiet);
        let found = targets.explore(&mut writer, attack::inputs, &args.budget, &args.store, show, &cancel)?;
        Ok((targets, found, cancel.is_requested()))
    });
    match explored {
        Ok((targets, found, is_interrupted)) => {
            if !targets.problems.is_empty() {
                status.worsen(Status::BadInput);
            }
            status.worsen(found.status);
            results = found.results;
            (findings, hidden) = look(&targets.input.world, &results, args.show.wanted);
            if args.assume.explain_invariants {
                explained = Some(invariants::explain(&targets.input.world, &results));
            }
            problems = targets.problems;
            interrupted = is_interrupted;
        }
        Err(line) => {
            complain(&line);
            status.worsen(Status::BadInput);
            results = Results::default();
            (findings, hidden, problems, interrupted) = (Vec::new(), Hidden::default(), vec![line], false);
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let checked = Checked { args, results: &results, findings, hidden, problems, explained, interrupted, seconds };
    status.worsen(checked.print());
    let undone = Unfinished::of(&results.methods, interrupted, args.strict.strict);
    status.worsen(gate(!args.fail_on.is_empty(), checked.fails(), undone));
    status
}

fn plan(args: &CheckArgs) -> Result<(Targets, TestWriter), String> {
    let mut targets = Targets::find(&Request {
        inputs: &args.inputs,
        class_path: &args.class_path,
        assume: &args.assume,
        verified: None,
        options: options::of_check(args)?,
        scope: Scope::Written,
    })?;
    let style = TestStyle {
        junit: JunitArg::Five,
        inputs: InputsArg::Any,
        null_arguments: NullArguments::All,
        input_calls: InputCalls::None,
    };
    let mut writer = TestWriter::new(&targets.input, None, style, &args.replay, &args.budget)?;
    if args.calls == CallsArg::Summaries {
        // Without a JVM for the program's code nothing is seen of what only it can run.
        let calls = if args.replay.no_replay { Vec::new() } else { seen::calls(&targets.input.world) };
        let seen = writer.see(&calls).map_err(|error| error.to_string())?;
        targets.summarize(&seen);
    }
    Ok((targets, writer))
}

/// The findings of all methods, and how many there are that are not wanted.
fn look(world: &World, results: &Results, wanted: Wanted) -> (Vec<Found>, Hidden) {
    let mut all = Vec::new();
    let mut hidden = Hidden::default();
    for entry in &results.methods {
        let found = of_method(world, entry, wanted);
        hidden.add(found.len(), wanted, |wanted| of_method(world, entry, wanted).len());
        all.extend(found);
    }
    (all, hidden)
}

fn of_method(world: &World, entry: &MethodEntry, wanted: Wanted) -> Vec<Found> {
    let Some(facts) = &entry.facts else { return Vec::new() };
    let Ok(class) = world.load(&entry.key.class.replace('.', "/")) else { return Vec::new() };
    let Some(method) = world.find_method(class, &entry.key.method, &entry.key.descriptor) else { return Vec::new() };
    let Ok(code) = world.code(method) else { return Vec::new() };
    let class = world.class(class);
    let folder = if class.package().is_empty() { String::new() } else { format!("{}/", class.package()) };
    let source = class.source_file.as_ref().map(|file| format!("{folder}{file}"));
    let place = |finding| Found { key: entry.key.clone(), source: source.clone(), finding };
    findings(facts, &code, wanted).into_iter().map(place).collect()
}

impl Checked<'_> {
    fn print(&self) -> Status {
        match self.args.format {
            CheckFormatArg::Json => print(&format!("{:#}\n", json::document(self))),
            CheckFormatArg::Sarif => print(&format!("{:#}\n", sarif::log(self))),
            CheckFormatArg::Text if self.args.quiet || self.results.methods.is_empty() => Status::Done,
            CheckFormatArg::Text => {
                let explained = self.explained.as_deref().map_or_else(String::new, invariants::as_text);
                print(&(text::report(self) + &explained))
            }
        }
    }

    fn fails(&self) -> bool {
        let mut names = Vec::new();
        for found in &self.findings {
            let unconditional = found.finding.proof.is_unconditional();
            names.push((found.finding.verdict(), unconditional));
            names.push((found.finding.kind.name(), unconditional));
        }
        for entry in &self.results.methods {
            let of_goals =
                entry.goals().iter().map(|goal| (goal.verdict.name(), entry.is_unconditional(&goal.verdict)));
            names.extend(of_goals.filter(|(name, _)| matches!(*name, "reached" | "undecided")));
        }
        let fails = |(name, unconditional): &(&str, bool)| {
            self.args.fail_on.iter().any(|fail_on| fail_on.matches(name, *unconditional))
        };
        names.iter().any(fails)
    }
}
