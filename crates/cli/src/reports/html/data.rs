//! The JSON in the page that the script reads. It and `app.js` are two halves of one thing: the keys here are the script's.

use super::super::lines::LineVerdict;
use super::super::units::{Unit, place};
use super::{graph, values, words};
use crate::attacks;
use crate::executions::Executions;
use crate::input::Input;
use crate::report::{MethodEntry, Replay, TestEntry, describe_goal};
use crate::untargeted::Untargeted;
use clew_base::OrderedMap;
use clew_facts::{GoalKind, GoalVerdict, MethodKey, Span, TestCase, Trace, Verdict};
use clew_ir::print_body;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// What the script reads.
pub struct Data {
    /// A block for each source file.
    pub units: Vec<Json>,
    /// The texts that goals of all files refer to: assumptions and reasons, each with what it means.
    pub words: Json,
}

impl Data {
    /// The blocks for these files.
    pub fn of(input: &Input, units: &[Unit<'_>], executions: &Executions) -> Data {
        let names = units.iter().enumerate().map(|(at, unit)| (unit.name.as_str(), at)).collect();
        let mut maker = Maker { input, executions, names, files: BTreeMap::new(), words: OrderedMap::default() };
        let units: Vec<Json> = units.iter().map(|unit| maker.unit(unit)).collect();
        let words: Vec<Json> = maker.words.iter().map(|(text, meaning)| json!([text, meaning])).collect();
        Data { units, words: Json::Array(words) }
    }
}

/// The verdict that the page shows for a line of a method that is no target: that it is reached, or none.
fn passed(method: &Untargeted, line: u32, executions: &Executions) -> &'static str {
    match method.tests(executions, line).next() {
        Some(_) => LineVerdict::Reached.code(),
        None => "untargeted",
    }
}

struct Maker<'a> {
    input: &'a Input,
    executions: &'a Executions,
    /// The position of each source file in the report.
    names: BTreeMap<&'a str, usize>,
    /// The position of the source file of each class that was asked for.
    files: BTreeMap<String, Option<usize>>,
    words: OrderedMap<String, String>,
}

impl Maker<'_> {
    fn unit(&mut self, unit: &Unit<'_>) -> Json {
        let source = unit.source.as_ref();
        let methods = unit.methods.iter().map(|entry| self.method(entry, source.is_none()));
        let mut methods: Vec<Json> = methods.collect();
        methods.extend(unit.untargeted.iter().map(|method| self.untargeted(method)));
        json!({
            "name": unit.name,
            "place": source.map(|source| &source.place),
            "text": source.map(|source| &source.text),
            "lines": self.lines(unit),
            "methods": methods,
        })
    }

    /// The lines with their verdicts and goals. The lines of methods that are no targets stand in place of goals; they count for a
    /// line that has no goal.
    fn lines(&self, unit: &Unit<'_>) -> Vec<Json> {
        let mut lines: BTreeMap<u32, (Option<&str>, Vec<[usize; 2]>)> = BTreeMap::new();
        for (line, goals) in unit.lines() {
            let refs = goals.iter().map(|goal| [goal.method, goal.goal]).collect();
            lines.insert(line, (unit.verdict(&goals).map(LineVerdict::code), refs));
        }
        for (at, method) in unit.untargeted.iter().enumerate() {
            for (goal, line) in method.lines.iter().enumerate() {
                let (verdict, goals) = lines.entry(*line).or_default();
                let is_goal = goals.iter().any(|[method, _]| *method < unit.methods.len());
                if !is_goal && *verdict != Some(LineVerdict::Reached.code()) {
                    *verdict = Some(passed(method, *line, self.executions));
                }
                goals.push([unit.methods.len() + at, goal]);
            }
        }
        lines.into_iter().map(|(line, (verdict, goals))| json!([line, verdict, goals])).collect()
    }

    /// A method that is no target, with its lines in place of goals.
    fn untargeted(&self, method: &Untargeted) -> Json {
        let goal = |line: &u32| {
            let mut goal = json!({ "kind": "line", "what": "line", "verdict": passed(method, *line, self.executions) });
            if let Some(by) = method.tests(self.executions, *line).next() {
                goal["elsewhere"] = json!([by.method.to_string(), by.name]);
            }
            goal
        };
        let goals: Vec<Json> = method.lines.iter().map(goal).collect();
        json!({ "name": words::qualified(&method.key), "untargeted": true, "goals": goals, "tests": [] })
    }

    fn method(&mut self, entry: &MethodEntry, with_listing: bool) -> Json {
        let mut out = Map::new();
        out.insert("name".into(), json!(words::qualified(&entry.key)));
        if let Some(trouble) = &entry.trouble {
            out.insert("trouble".into(), json!(trouble.reason()));
        }
        if let Some(listing) = with_listing.then(|| self.listing(entry)).flatten() {
            out.insert("listing".into(), json!(listing));
        }
        out.insert("goals".into(), entry.goals().iter().enumerate().map(|goal| self.goal(entry, goal)).collect());
        let cases = entry.facts.as_ref().map_or(&[][..], |facts| &facts.tests);
        let tests = cases.iter().zip(&entry.tests).map(|(case, test)| self.test(case, test)).collect();
        out.insert("tests".into(), tests);
        Json::Object(out)
    }

    /// The code of a method in the block language, for readers without its source.
    fn listing(&self, entry: &MethodEntry) -> Option<String> {
        let world = &self.input.world;
        let class = world.load(&entry.key.class.replace('.', "/")).ok()?;
        let method = world.find_method(class, &entry.key.method, &entry.key.descriptor)?;
        Some(print_body(&world.code(method).ok()?.body, &entry.key.method))
    }

    fn goal(&mut self, entry: &MethodEntry, (position, goal): (usize, &GoalVerdict)) -> Json {
        let kind = match &goal.goal.kind {
            GoalKind::Line => "line",
            GoalKind::Branch(_) => "branch",
            GoalKind::Exception(_) => "exception",
            GoalKind::Assert => "assert",
        };
        let mut out = Map::new();
        out.insert("kind".into(), json!(kind));
        out.insert("what".into(), json!(describe_goal(&goal.goal)));
        out.insert("at".into(), json!(goal.goal.offset));
        out.insert("verdict".into(), json!(LineVerdict::of_goal(&goal.verdict).code()));
        match &goal.verdict {
            Verdict::Reached { test } => {
                out.insert("test".into(), json!(test));
                out.insert("sure".into(), json!(entry.is_unconditional(&goal.verdict)));
            }
            Verdict::ReachedElsewhere(by) => {
                out.insert("elsewhere".into(), json!([by.method.to_string(), by.name]));
            }
            Verdict::Unreachable(proof) => {
                let rests: Vec<usize> =
                    proof.assumptions().map(|one| self.word(one.to_string(), || words::assumption(one))).collect();
                out.insert("rests".into(), json!(rests));
            }
            Verdict::Undecided(reasons) => {
                let why: Vec<usize> =
                    reasons.iter().map(|one| self.word(one.to_string(), || words::reason(one))).collect();
                out.insert("why".into(), json!(why));
            }
        }
        let attacks = entry.facts.as_ref().map_or_else(Vec::new, |facts| attacks::of_goal_in_words(facts, position));
        if !attacks.is_empty() {
            out.insert("attacks".into(), json!(attacks));
        }
        Json::Object(out)
    }

    /// The position of a text among the words.
    fn word(&mut self, text: String, meaning: impl FnOnce() -> String) -> usize {
        if let Some(known) = self.words.get_index_of(&text) {
            return known;
        }
        self.words.insert_full(text, meaning()).0
    }

    fn test(&mut self, case: &TestCase, entry: &TestEntry) -> Json {
        let mut out = Map::new();
        out.insert("name".into(), json!(entry.name));
        out.insert("replay".into(), json!(entry.replay.name()));
        if let Replay::Mismatch { detail }
        | Replay::Interferes { reason: detail }
        | Replay::LeftOut { reason: detail } = &entry.replay
        {
            out.insert("detail".into(), json!(detail));
        } else if !entry.tried.is_empty() {
            out.insert("detail".into(), json!(format!("It tried: {}", entry.tried.join("; "))));
        }
        let receiver = case.receiver.iter().map(|value| ("this", value));
        let arguments = case.arguments.iter().map(|argument| (argument.name.as_str(), &argument.value));
        let inputs: Vec<[String; 2]> = receiver
            .chain(arguments)
            .map(|(name, value)| [name.to_owned(), values::in_one_line(case, value)])
            .collect();
        out.insert("inputs".into(), json!(inputs));
        out.insert("outcome".into(), json!(values::outcome(case, &entry.outcome)));
        out.insert("condition".into(), json!(case.constraint));
        out.insert("goals".into(), json!(case.goals));
        out.insert("source".into(), json!(entry.source));
        if let Some(drawing) = graph::drawing(case) {
            out.insert("heap".into(), drawing);
        }
        out.insert("trace".into(), self.trace(&case.trace));
        Json::Object(out)
    }

    fn trace(&mut self, trace: &Trace) -> Json {
        let method = |key: &MethodKey| json!([words::qualified(key), self.file_of(&key.class)]);
        let methods: Vec<Json> = trace.methods.iter().map(method).collect();
        let spans = |spans: &[Span]| -> Vec<Json> {
            spans.iter().map(|span| json!([span.method, span.depth, span.lines])).collect()
        };
        json!({
            "methods": methods,
            "head": spans(&trace.head),
            "omitted": trace.omitted,
            "tail": spans(&trace.tail),
            "whole": trace.is_whole,
        })
    }

    /// The position in the report of the source file of a class.
    fn file_of(&mut self, class: &str) -> Option<usize> {
        if let Some(known) = self.files.get(class) {
            return *known;
        }
        let found = self.names.get(place(self.input, class).0.as_str()).copied();
        self.files.insert(class.to_owned(), found);
        found
    }
}
