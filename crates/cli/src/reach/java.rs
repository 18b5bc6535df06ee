//! Answers about places of Java methods, whose tests are run on a JVM.

use super::explained::explained;
use super::places::Place;
use super::{Answer, Told, bad};
use crate::args::{AssumeArgs, BudgetArgs, ClassPathArgs, InputsArg, JunitArg, ReachArgs, StoreArgs};
use crate::input;
use crate::interrupt::cancel_on_interrupt;
use crate::json::{Cage, input_calls};
use crate::json_value::{heap, outcome, value};
use crate::made_with::maker_of_reach;
use crate::options::check_input_calls;
use crate::report::{MethodEntry, Replay};
use crate::reports::source_of;
use crate::reports::sources::Finder;
use crate::select::Scope;
use crate::status::Status;
use crate::suite::{InputCalls, Output, TestStyle, TestWriter};
use crate::targets::{Request, Targets};
use crate::ui::{ShowProgress, complain};
use clew_base::{CancelToken, OrderedMap};
use clew_engine::{Options, WORK_PER_STEP};
use clew_facts::{
    CutReason, GoalKind, JavaReach, JavaTarget, MethodKey, Outcome, ReachStats, TargetFacts, TestCase, Verdict,
};
use clew_testgen::{NullArguments, Writing};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;
use std::num::NonZeroUsize;

/// How many instructions the exploration of a place executes at most.
const MAX_STEPS: u64 = 2_000_000;

/// Answers about the targets, in their order.
pub fn answers(args: &ReachArgs) -> Result<(Vec<Answer>, Status), Status> {
    check_input_calls(&args.input_call).map_err(bad)?;
    let inputs = std::slice::from_ref(&args.input);
    let mut class_path = ClassPathArgs { libraries: args.libraries.clone(), class: Vec::new(), method: Vec::new() };
    let opened = input::open(inputs, &class_path).map_err(bad)?;
    let places: Vec<Place> = args
        .target
        .iter()
        .map(|text| Place::find(&opened.world, text, args.entry.as_deref()))
        .collect::<Result<_, _>>()
        .map_err(|line| {
            opened.problems.iter().for_each(complain);
            bad(line)
        })?;
    let mut of_methods: OrderedMap<MethodKey, Vec<usize>> = OrderedMap::default();
    for (position, place) in places.iter().enumerate() {
        of_methods.entry(place.method.clone()).or_default().push(position);
    }
    let (finder, problems) = Finder::new(args.sources.clone().unwrap_or_default().0);
    problems.iter().for_each(complain);
    Cage::of(&args.replay).warn();
    let cancel = cancel_on_interrupt();
    let mut status = Status::Done;
    let mut answers: Vec<Option<Answer>> = places.iter().map(|_| None).collect();
    for (key, positions) in &of_methods {
        class_path.method = vec![key.to_string()];
        let targets: Vec<JavaTarget> = positions.iter().map(|position| places[*position].target).collect();
        let entry = explored(args, &class_path, &targets, &mut status, &cancel)?;
        let source = if args.explain { source_of(&opened, &finder, &key.class) } else { None };
        let source = source.as_ref().map(|source| source.text.as_str());
        for (asked, position) in positions.iter().enumerate() {
            answers[*position] = Some(answer(args, &places[*position], source, asked, &entry));
        }
    }
    Ok((answers.into_iter().flatten().collect(), status))
}

/// What is found about one method, with its tests run.
fn explored(
    args: &ReachArgs,
    class_path: &ClassPathArgs,
    targets: &[JavaTarget],
    status: &mut Status,
    cancel: &CancelToken,
) -> Result<MethodEntry, Status> {
    let reach = JavaReach { targets: targets.to_vec(), method: args.method.into(), unfold: args.unfold };
    let time = args.timeout.saturating_mul(u32::try_from(targets.len()).unwrap_or(u32::MAX));
    let options = Options {
        time: Some(time),
        max_steps: MAX_STEPS,
        solver_work: MAX_STEPS.saturating_mul(WORK_PER_STEP),
        reach: Some(reach),
        input_calls: args.input_call.clone(),
        // A place is reached from objects in any state.
        class_invariants: false,
        generic_types: false,
        ..Options::default()
    };
    let budget = BudgetArgs { budget: Some(time), max_steps: None, memory: None, jobs: Some(NonZeroUsize::MIN) };
    let assume = AssumeArgs::default();
    let inputs = std::slice::from_ref(&args.input);
    let request = Request { inputs, class_path, assume: &assume, verified: None, options, scope: Scope::Written };
    let mut found = Targets::find(&request).map_err(bad)?;
    if !found.problems.is_empty() {
        found.problems.iter().for_each(complain);
        status.worsen(Status::BadInput);
    }
    let style = TestStyle {
        junit: JunitArg::Five,
        inputs: InputsArg::Any,
        null_arguments: NullArguments::All,
        input_calls: if args.input_call.is_empty() { InputCalls::None } else { InputCalls::Some },
    };
    let out = args.out.as_deref().map(crate::out_dir::OutDir::prepare).transpose().map_err(bad)?;
    let maker = maker_of_reach(&args.target, &args.input_call);
    let output = args.out.as_deref().map(|folder| Output { folder, writing: Writing::Files, maker });
    let mut writer = TestWriter::new(&found.input, output, style, &args.replay, &budget).map_err(|line| {
        if let Some(out) = &out {
            out.remove_if_empty();
        }
        bad(line)
    })?;
    let show = ShowProgress::unless(args.quiet);
    let done = found.explore(&mut writer, |_, _| Vec::new(), &budget, &StoreArgs::none(), show, cancel);
    let done = done.map_err(|line| {
        if let Some(out) = &out {
            out.remove_if_empty();
        }
        bad(line)
    })?;
    status.worsen(done.status);
    if let Some(out) = out.filter(|_| done.test_classes == 0) {
        out.remove_if_empty();
    }
    done.results.methods.into_iter().next().ok_or_else(|| bad("the method is no target that can be called"))
}

/// What is known of a place: the verdict, and the test that gets there.
struct Seen<'e> {
    verdict: Verdict,
    test: Option<usize>,
    facts: Option<&'e TargetFacts>,
}

impl Seen<'_> {
    /// What decided it.
    fn decided_by(&self) -> Option<&str> {
        let by_condition = self.facts.and_then(|facts| facts.decided_by.as_deref());
        match self.verdict {
            Verdict::Undecided(_) => None,
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) | Verdict::Unreachable(_) => {
                Some(by_condition.unwrap_or("search"))
            }
        }
    }
}

fn seen<'e>(target: JavaTarget, asked: usize, entry: &'e MethodEntry) -> Seen<'e> {
    let facts = entry.facts.as_ref().and_then(|facts| facts.targets.get(asked));
    let is_meant = |kind: &GoalKind, line: u32| match target {
        JavaTarget::Line(wanted) => *kind == GoalKind::Line && line == wanted,
        JavaTarget::Assert => *kind == GoalKind::Assert,
        JavaTarget::Exception => false,
    };
    let verdicts: Vec<&Verdict> =
        entry.goals().iter().filter(|it| is_meant(&it.goal.kind, it.goal.line)).map(|it| &it.verdict).collect();
    let reached = verdicts.iter().find_map(|verdict| match verdict {
        Verdict::Reached { test } => Some(*test),
        _ => None,
    });
    let reached = if target == JavaTarget::Exception { throwing(entry) } else { reached };
    let verdict = match (reached, target, verdicts.as_slice()) {
        (Some(test), ..) => Verdict::Reached { test },
        (None, JavaTarget::Line(_), [only]) => (*only).clone(),
        (None, ..) => proved(facts, entry).unwrap_or_else(|| Verdict::Undecided(reasons(entry, &verdicts))),
    };
    Seen { verdict, test: reached, facts }
}

/// The test that shows that the method ends in an exception.
fn throwing(entry: &MethodEntry) -> Option<usize> {
    let is_shown = |replay: &Replay| replay.is_confirmed() || matches!(replay, Replay::Skipped);
    let throws = |outcome: &Outcome| matches!(outcome, Outcome::Throws { .. });
    let shown = |test: &usize| is_shown(&entry.tests[*test].replay) && throws(&entry.tests[*test].outcome);
    (0..entry.tests.len()).filter(shown).min_by_key(|test| !entry.tests[*test].replay.is_confirmed())
}

/// The proof that the condition gives, unless the JVM contradicted a test.
fn proved(facts: Option<&TargetFacts>, entry: &MethodEntry) -> Option<Verdict> {
    let is_contradicted = entry.tests.iter().any(|test| matches!(test.replay, Replay::Mismatch { .. }));
    facts.and_then(|facts| facts.proof.clone()).filter(|_| !is_contradicted).map(Verdict::Unreachable)
}

/// Why a place is undecided.
fn reasons(entry: &MethodEntry, verdicts: &[&Verdict]) -> Vec<CutReason> {
    let mut reasons: Vec<CutReason> = Vec::new();
    for verdict in verdicts {
        if let Verdict::Undecided(more) = verdict {
            reasons.extend(more.iter().filter(|reason| !reasons.contains(reason)).cloned().collect::<Vec<_>>());
        }
    }
    if reasons.is_empty() {
        let trouble = entry.trouble.as_ref().map(|trouble| trouble.reason());
        let why = trouble.unwrap_or_else(|| "no execution was found, and no proof that there is none".to_owned());
        reasons.push(CutReason::Budget(why));
    }
    reasons
}

fn answer(args: &ReachArgs, place: &Place, source: Option<&str>, asked: usize, entry: &MethodEntry) -> Answer {
    let seen = seen(place.target, asked, entry);
    let case = seen.test.and_then(|test| entry.facts.as_ref()?.tests.get(test));
    let stats = stats(&seen, entry);
    let is_unconditional = entry.is_unconditional(&seen.verdict);
    let told = Told {
        target: &place.text,
        verdict: &seen.verdict,
        is_unconditional,
        inputs: case.map(inputs),
        test: seen.test.zip(case).map(|(test, case)| test_of(entry, test, case)),
        decided_by: seen.decided_by(),
        condition: seen.facts.and_then(|facts| facts.condition.as_ref()),
        stats: &stats,
    };
    let (document, text) = (told.document(), report(args, &told, source, entry, seen.test));
    Answer { target: place.text.clone(), document, text, is_unconditional, verdict: seen.verdict.clone() }
}

fn stats(seen: &Seen<'_>, entry: &MethodEntry) -> ReachStats {
    let of_condition = seen.facts.map(|facts| facts.stats.clone()).unwrap_or_default();
    let is_by_condition = seen.facts.is_some_and(|facts| facts.decided_by.is_some());
    let explored = entry.facts.as_ref().filter(|_| !is_by_condition);
    let (queries, seconds) = explored.map_or((0, 0.0), |facts| (facts.stats.queries, facts.stats.seconds));
    ReachStats { queries: of_condition.queries + queries, seconds: of_condition.seconds + seconds, ..of_condition }
}

fn inputs(case: &TestCase) -> Map<String, Json> {
    let this = case.receiver.iter().map(|receiver| ("this".to_owned(), value(receiver)));
    this.chain(case.arguments.iter().map(|argument| (argument.name.clone(), value(&argument.value)))).collect()
}

fn test_of(entry: &MethodEntry, test: usize, case: &TestCase) -> Json {
    let written = &entry.tests[test];
    let mut document = json!({
        "name": written.name,
        "heap": heap(&case.heap),
        "outcome": outcome(&written.outcome),
        "replay": written.replay.name(),
        "source": written.source,
    });
    if !case.calls.is_empty() {
        document["calls"] = input_calls(case);
    }
    document
}

fn report(args: &ReachArgs, told: &Told<'_>, source: Option<&str>, entry: &MethodEntry, test: Option<usize>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    if let Some(condition) = told.condition.filter(|_| args.explain) {
        let _ = writeln!(text, "{}", explained(&condition.explanation, source));
    }
    let target = told.target;
    let _ = match told.verdict {
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => writeln!(text, "{target}: reached"),
        Verdict::Unreachable(proof) => {
            let premises: Vec<String> =
                proof.assumptions().filter(|assumption| !assumption.is_universal()).map(ToString::to_string).collect();
            match (proof.is_bounded(), premises.is_empty()) {
                (true, _) => writeln!(text, "{target}: unreachable within {}", premises.join(", ")),
                (false, false) => writeln!(text, "{target}: unreachable if {}", premises.join(", ")),
                (false, true) => writeln!(text, "{target}: unreachable, however often loops are iterated"),
            }
        }
        Verdict::Undecided(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            writeln!(text, "{target}: undecided ({})", reasons.join("; "))
        }
    };
    if let Some(written) = test.map(|test| &entry.tests[test]) {
        let name = written.name.as_deref().unwrap_or("a test that was not written");
        let _ = writeln!(text, "  {name} ({})", written.replay.name());
        written.source.lines().for_each(|line| _ = writeln!(text, "    {line}"));
    }
    if let Some(by) = told.decided_by {
        let _ = writeln!(text, "  by {by} in {:.2} s", told.stats.seconds);
    }
    text
}
