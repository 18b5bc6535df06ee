//! The JSON document of `clew generate`, as `spec/cli.md` has it.

use crate::args::ReplayArgs;
use crate::attacks;
use crate::concolic;
use crate::executions::Executions;
use crate::json_value::{heap, outcome, value};
use crate::mutants;
use crate::report::{MethodEntry, Replay, Results, TestEntry, Totals};
use crate::ui::complain;
use crate::untargeted::Untargeted;
use clew_facts::{
    CutReason, EarlierCall, GoalKind, GoalVerdict, InputCall, Surrounding, TestCase, ThreadStatus, Verdict,
};
use clew_testgen::StateBy;
use serde_json::{Map, Value as Json, json};

/// Figures of a run that are not those of its methods.
pub struct RunFigures {
    /// Wall time of the whole run, in seconds.
    pub seconds: f64,
    /// Whether tests ran in a cage.
    pub cage: Cage,
    /// Whether somebody asked the run to stop.
    pub interrupted: bool,
    /// A line for each part of the input that could not be used.
    pub problems: Vec<String>,
}

/// Whether tests ran in a cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cage {
    /// They did.
    On,
    /// They ran without one.
    Off,
    /// No test ran.
    NoReplay,
}

impl Cage {
    /// What the flags ask for.
    pub fn of(replay: &ReplayArgs) -> Cage {
        match (replay.no_replay, replay.uncaged) {
            (true, _) => Cage::NoReplay,
            (false, true) => Cage::Off,
            (false, false) => Cage::On,
        }
    }

    /// Says so where there is none.
    pub fn warn(self) {
        if self == Cage::Off {
            complain("tests are replayed without a cage: they can do whatever you can");
        }
    }

    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Cage::On => "on",
            Cage::Off => "off",
            Cage::NoReplay => "no_replay",
        }
    }
}

/// The whole document.
pub fn document(results: &Results, run: &RunFigures) -> Json {
    let methods = &results.methods;
    let mut document = json!({
        "command": "generate",
        "sense": "prefix",
        "cage": run.cage.name(),
        "interrupted": run.interrupted,
        "problems": run.problems,
        "methods": methods.iter().map(method).collect::<Vec<_>>(),
        "untargeted": results.untargeted.iter().map(|method| untargeted(method, &results.executions)).collect::<Vec<_>>(),
        "totals": totals(&Totals::of(methods), results.untargeted_lines()),
        "stats": { "seconds": run.seconds, "from_store": results.from_store },
    });
    if let Some(mutants) = &results.mutants {
        document["mutants"] = mutants::as_json(mutants);
    }
    if results.attacked {
        document["attacks"] = attacks::as_json(methods);
    }
    if let Some(looked) = &results.looked {
        document["concolic"] = concolic::as_json(looked, methods);
    }
    document
}

/// A method with its tests and goals.
pub fn method(entry: &MethodEntry) -> Json {
    let mut out = Map::new();
    out.insert("class".into(), json!(entry.key.class));
    out.insert("method".into(), json!(entry.key.method));
    out.insert("descriptor".into(), json!(entry.key.descriptor));
    let facts = entry.facts.as_ref();
    out.insert("paths".into(), json!(facts.map_or(0, |facts| facts.paths)));
    out.insert("complete".into(), json!(entry.is_complete()));
    let cases = facts.map_or(&[][..], |facts| &facts.tests);
    let tests = cases.iter().zip(&entry.tests).map(|(case, test)| self::test(case, test)).collect();
    out.insert("tests".into(), Json::Array(tests));
    out.insert("goals".into(), Json::Array((0..entry.goals().len()).map(|at| self::goal(entry, at)).collect()));
    let (undecided, bounds) = reasons(entry);
    out.insert("undecided".into(), Json::Array(undecided));
    out.insert("bounds".into(), Json::Array(bounds));
    if let Some(trouble) = &entry.trouble {
        out.insert("error".into(), json!(trouble.reason()));
    }
    if entry.not_written > 0 {
        out.insert("not_written".into(), json!(entry.not_written));
    }
    if let Some(facts) = facts {
        out.insert("clock_bound".into(), json!(facts.clock_bound));
        out.insert("memory_bound".into(), json!(facts.memory_bound()));
    }
    out.insert("stats".into(), stats(entry));
    Json::Object(out)
}

/// Why executions were dropped: the reasons that leave goals undecided, and the bounds that turn into assumptions.
fn reasons(entry: &MethodEntry) -> (Vec<Json>, Vec<Json>) {
    let mut undecided = Vec::new();
    let mut bounds = Vec::new();
    let Some(facts) = &entry.facts else {
        let reason = entry.trouble.as_ref().map(|trouble| trouble.reason());
        return (reason.map(|reason| json!({ "reason": reason, "count": 1 })).into_iter().collect(), bounds);
    };
    for (reason, count) in &facts.undecided {
        match reason {
            CutReason::Bound(assumption) => {
                bounds.push(json!({ "assumption": assumption.to_string(), "count": count }));
            }
            other => undecided.push(json!({ "reason": other.to_string(), "count": count })),
        }
    }
    (undecided, bounds)
}

fn stats(entry: &MethodEntry) -> Json {
    let stats = entry.facts.as_ref().map(|facts| facts.stats).unwrap_or_default();
    let mut out = json!({
        "instructions": stats.instructions,
        "queries": stats.queries,
        "backend_queries": stats.backend_queries,
        "solver_seconds": stats.solver_seconds,
        "seconds": stats.seconds,
        "peak_states": stats.peak_states,
    });
    if entry.facts.as_ref().is_some_and(|facts| !facts.attacked.is_empty()) {
        out["attack_seconds"] = json!(stats.attack_seconds);
    }
    out
}

fn test(case: &TestCase, entry: &TestEntry) -> Json {
    let mut inputs = Map::new();
    if let Some(receiver) = &case.receiver {
        inputs.insert("this".into(), value(receiver));
    }
    for argument in &case.arguments {
        inputs.insert(argument.name.clone(), value(&argument.value));
    }
    let mut out = Map::new();
    out.insert("name".into(), json!(entry.name));
    out.insert("inputs".into(), Json::Object(inputs));
    if !case.heap.is_empty() {
        out.insert("heap".into(), heap(&case.heap));
    }
    if !case.statics.is_empty() {
        let set = |s: &clew_facts::StaticValue| (format!("{}.{}", s.field.class, s.field.name), value(&s.value));
        out.insert("statics".into(), Json::Object(case.statics.iter().map(set).collect()));
    }
    if !case.earlier.is_empty() {
        let call = |earlier: &EarlierCall| {
            let passed: Vec<Json> = earlier.passed().map(value).collect();
            let method = &earlier.call.method;
            json!({ "class": method.class, "method": method.method, "descriptor": method.descriptor, "passed": passed })
        };
        out.insert("earlier".into(), case.earlier.iter().map(call).collect());
    }
    if !case.calls.is_empty() {
        out.insert("calls".into(), input_calls(case));
    }
    if case.thread == ThreadStatus::Interrupted {
        out.insert("thread".into(), json!("interrupted"));
    }
    out.insert("outcome".into(), outcome(&entry.outcome));
    if !case.heap_after.is_empty() {
        out.insert("heap_after".into(), heap(&case.heap_after));
    }
    out.insert("replay".into(), json!(entry.replay.name()));
    if let Replay::Interferes { reason } = &entry.replay {
        out.insert("interference".into(), json!(reason));
    }
    if let Replay::LeftOut { reason } = &entry.replay {
        out.insert("left_out".into(), json!(reason));
    }
    if let Some(null) = case.null_argument
        && let Some(argument) = case.arguments.get(null.position)
    {
        out.insert("null_argument".into(), json!(argument.name));
        if null.is_refused {
            out.insert("null_refused".into(), json!(true));
        }
    }
    if !entry.tried.is_empty() {
        out.insert("tried".into(), json!(entry.tried));
    }
    if entry.state_by == StateBy::Reflection {
        out.insert("reflection".into(), json!(true));
    }
    if !entry.pinned.is_empty() {
        let name = |pinned: &Surrounding| match pinned {
            Surrounding::Locale => "locale",
            Surrounding::TimeZone => "time_zone",
        };
        out.insert("sets".into(), Json::Array(entry.pinned.iter().map(|pinned| json!(name(pinned))).collect()));
    }
    if let Some(is_unverified) = case.is_unverified {
        out.insert("unverified".into(), json!(is_unverified));
    }
    out.insert("constraint".into(), json!(case.constraint));
    out.insert("goals".into(), json!(case.goals));
    Json::Object(out)
}

/// The calls that are inputs, with what they return or throw, in order.
pub fn input_calls(case: &TestCase) -> Json {
    Json::Array(case.calls.iter().map(input_call).collect())
}

fn input_call(call: &InputCall) -> Json {
    let mut out = Map::new();
    out.insert("class".into(), json!(call.method.class));
    out.insert("method".into(), json!(call.method.method));
    out.insert("descriptor".into(), json!(call.method.descriptor));
    if let Some(receiver) = &call.receiver {
        out.insert("this".into(), value(receiver));
    }
    out.insert("returns".into(), call.returned.as_ref().map_or(Json::Null, value));
    if let Some(thrown) = &call.thrown {
        let arguments: Vec<Json> = thrown.arguments.iter().map(value).collect();
        let made =
            json!({ "class": thrown.method.class, "descriptor": thrown.method.descriptor, "arguments": arguments });
        out.insert("throws".into(), made);
    }
    Json::Object(out)
}

fn goal(entry: &MethodEntry, position: usize) -> Json {
    let goal: &GoalVerdict = &entry.goals()[position];
    let mut out = Map::new();
    let kind = match &goal.goal.kind {
        GoalKind::Line => "line",
        GoalKind::Branch(_) => "branch",
        GoalKind::Exception(_) => "exception",
        GoalKind::Assert => "assert",
    };
    out.insert("kind".into(), json!(kind));
    out.insert("line".into(), json!(goal.goal.line));
    out.insert("offset".into(), json!(goal.goal.offset));
    match &goal.goal.kind {
        GoalKind::Branch(edge) => {
            out.insert("edge".into(), json!(edge.to_string()));
        }
        GoalKind::Exception(class) => {
            out.insert("exception".into(), json!(class));
        }
        GoalKind::Line | GoalKind::Assert => {}
    }
    out.insert("verdict".into(), json!(goal.verdict.name()));
    out.insert("unconditional".into(), json!(entry.is_unconditional(&goal.verdict)));
    match &goal.verdict {
        Verdict::Reached { test } => {
            out.insert("test".into(), json!(test));
            if let Some(proof) = goal.doomed() {
                let name = if proof.is_bounded() { "doomed_within" } else { "doomed" };
                out.insert(name.into(), json!(true));
                let assumptions: Vec<String> = proof.assumptions().map(ToString::to_string).collect();
                out.insert("doomed_assumptions".into(), json!(assumptions));
            }
        }
        Verdict::ReachedElsewhere(by) => {
            out.insert("test".into(), json!(by.test));
            out.insert("test_of".into(), json!(by.method));
        }
        Verdict::Unreachable(proof) => {
            let assumptions: Vec<String> = proof.assumptions().map(ToString::to_string).collect();
            out.insert("assumptions".into(), json!(assumptions));
        }
        Verdict::Undecided(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            out.insert("reason".into(), json!(reasons.first()));
            out.insert("reasons".into(), json!(reasons));
        }
    }
    if let Some(attacked) = entry.facts.as_ref().and_then(|facts| attacks::of_goal(facts, position)) {
        out.insert("attacked".into(), attacked);
    }
    Json::Object(out)
}

/// A method that is no target, with the lines that tests go through.
pub fn untargeted(method: &Untargeted, executions: &Executions) -> Json {
    let line = |line: &u32| match method.tests(executions, *line).next() {
        Some(by) => json!({ "line": line, "reached": true, "test": by.test, "test_of": by.method }),
        None => json!({ "line": line, "reached": false }),
    };
    json!({
        "class": method.key.class,
        "method": method.key.method,
        "descriptor": method.key.descriptor,
        "lines": method.lines.iter().map(line).collect::<Vec<_>>(),
    })
}

/// The figures of a run.
pub fn totals(totals: &Totals, (untargeted, untargeted_reached): (usize, usize)) -> Json {
    json!({
        "methods": totals.methods,
        "failed": totals.failed,
        "complete": totals.complete,
        "paths": totals.paths,
        "tests": totals.tests,
        "goals": totals.goals,
        "reached": totals.reached,
        "unreachable": totals.unreachable,
        "unreachable_within": totals.unreachable_within,
        "undecided": totals.undecided,
        "unconditional": totals.unconditional(),
        "conditional": totals.goals - totals.undecided - totals.unconditional(),
        "reached_unconditional": totals.reached_unconditional,
        "unreachable_unconditional": totals.unreachable_unconditional,
        "replay_confirmed": totals.confirmed,
        "replay_mismatches": totals.mismatches,
        "replay_timeouts": totals.timeouts,
        "replay_unstable": totals.unstable,
        "replay_interfering": totals.interfering,
        "replay_left_out": totals.left_out,
        "replay_caged": totals.caged,
        "replay_skipped": totals.skipped,
        "not_written": totals.unbuilt,
        "clock_bound": totals.clock_bound,
        "memory_bound": totals.memory_bound,
        "untargeted_lines": untargeted,
        "untargeted_lines_reached": untargeted_reached,
    })
}
