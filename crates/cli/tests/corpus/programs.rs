//! The programs of the block language in the corpus: what is expected of their labels must be what random executions on the
//! concrete interpreter show, and what `clew cover` says, under every algorithm
//! and with summaries of what is called.

use crate::support::clew_in;
use clew_ir::{Choices, MapValue, Outcome, Procedure, Program, RegInfo, Type, Value, interpret, parse};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Executions tried of each program.
const RUNS: usize = 40_000;
/// Statements of one execution.
const STEPS: u64 = 2_000;
/// How often loops go round where a program doesn't say.
const UNWIND: usize = 2;
/// The values of inputs: the small ones, and those at which numbers of 32 and 64 bits wrap.
const VALUES: [i64; 18] =
    [0, 1, 2, 3, 4, 5, 7, 10, 41, -1, -2, -3, -7, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN, 100];

/// What a program expects of its entry procedure.
struct Expectations {
    /// For each label its line, and whether some execution within the bounds passes it and ends.
    labels: BTreeMap<String, (usize, bool)>,
    /// The line, and how many complete paths there are within the bounds.
    paths: Option<(usize, usize)>,
    unwind: usize,
}

/// How `clew cover` is asked: for paths and for statements, by all algorithms, with calls inlined and by summaries.
const COVERS: [[&str; 2]; 9] = [
    ["--criterion", "paths"],
    ["--criterion", "statements"],
    ["--algorithm", "pc"],
    ["--algorithm", "sc"],
    ["--algorithm", "fm"],
    ["--algorithm", "vstte"],
    ["--algorithm", "wide"],
    ["--algorithm", "back"],
    ["--calls", "summaries"],
];

/// The lines of what the program expects and its executions, or its covers, contradict.
pub fn judge(path: &Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a file of the corpus is UTF-8");
    let expectations = match Expectations::parse(&text) {
        Ok(expectations) => expectations,
        Err(wrong) => return vec![format!("{name}:{wrong}")],
    };
    let mut failures = judge_by_trying(name, &text, &expectations);
    for flags in COVERS {
        let told = judge_cover(path, &expectations, flags);
        failures.extend(told.into_iter().map(|failure| format!("{name}: {} {}: {failure}", flags[0], flags[1])));
    }
    failures
}

/// What `clew cover` says otherwise than expected.
fn judge_cover(path: &Path, expectations: &Expectations, flags: [&str; 2]) -> Vec<String> {
    let unwind = expectations.unwind.to_string();
    let file = path.to_str().expect("a path of the corpus is UTF-8");
    let args = ["cover", file, flags[0], flags[1], "--unwind", &unwind, "--format", "json"];
    let run = clew_in(Path::new("."), &args);
    if run.code != Some(0) {
        return vec![format!("exit code {:?}: {}", run.code, run.stderr)];
    }
    let document = run.json();
    let own = |goal: &&Json| goal["procedure"].is_null();
    let goals: Vec<&Json> = document["goals"].as_array().into_iter().flatten().filter(own).collect();
    let mut failures = Vec::new();
    for (label, (line, reached)) in &expectations.labels {
        let goal = goals.iter().find(|goal| goal["block"] == label.as_str());
        let verdict = goal.and_then(|goal| goal["verdict"].as_str()).unwrap_or("missing");
        let is_expected = match reached {
            true => verdict == "reached",
            false => matches!(verdict, "unreachable" | "unreachable_within"),
        };
        if !is_expected {
            failures.push(format!("line {line}: {label} is {verdict}"));
        }
    }
    let tests = document["tests"].as_array().map_or(0, Vec::len);
    if let Some((line, paths)) = expectations.paths
        && document["criterion"] == "paths"
        && tests != paths
    {
        failures.push(format!("line {line}: expected paths {paths}, got {tests}"));
    }
    failures
}

/// What random executions do otherwise than expected.
fn judge_by_trying(name: &str, text: &str, expectations: &Expectations) -> Vec<String> {
    let program = match parse(name, text) {
        Ok(program) => program,
        Err(faults) => return faults.iter().map(|fault| format!("{name}: {fault}")).collect(),
    };
    let seen = Seen::by_trying(&program, expectations.unwind);
    let mut failures = Vec::new();
    for (label, (line, reached)) in &expectations.labels {
        match (reached, seen.labels.contains(label)) {
            (true, false) => failures.push(format!("{name}:{line}: expected reached, but no execution got to {label}")),
            (false, true) => {
                failures.push(format!("{name}:{line}: expected unreachable, but an execution got to {label}"))
            }
            (true, true) | (false, false) => {}
        }
    }
    if let Some((line, paths)) = expectations.paths
        && paths != seen.paths.len()
    {
        failures.push(format!("{name}:{line}: expected paths {paths}, got {}", seen.paths.len()));
    }
    failures
}

impl Expectations {
    fn parse(text: &str) -> Result<Expectations, String> {
        let mut found = Expectations { labels: BTreeMap::new(), paths: None, unwind: UNWIND };
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: &str| format!("{number}: this is no expectation: {what}");
            if let Some(flags) = line.strip_prefix("// clew: ") {
                let unwind = flags.strip_prefix("--unwind ").and_then(|unwind| unwind.parse().ok());
                found.unwind = unwind.ok_or_else(|| wrong(flags))?;
                continue;
            }
            let Some((code, expected)) = line.split_once("// expect: ") else { continue };
            if let Some(paths) = expected.strip_prefix("paths ") {
                found.paths = Some((number, paths.parse().map_err(|_| wrong(expected))?));
                continue;
            }
            let label = code.trim().strip_suffix(':').ok_or_else(|| wrong("not beside a label"))?;
            let reached = match expected {
                "reached" => true,
                "unreachable" => false,
                _ => return Err(wrong(expected)),
            };
            found.labels.insert(label.to_owned(), (number, reached));
        }
        if found.labels.is_empty() { Err("1: no expectation".to_owned()) } else { Ok(found) }
    }
}

/// What complete executions within the bounds did.
struct Seen {
    /// The labels of the entry procedure that one passed.
    labels: BTreeSet<String>,
    /// Their ways.
    paths: BTreeSet<Vec<String>>,
}

impl Seen {
    fn by_trying(program: &Program, unwind: usize) -> Seen {
        let mut seen = Seen { labels: BTreeSet::new(), paths: BTreeSet::new() };
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..RUNS {
            let run = interpret(program, "main", &Default::default(), &mut random, STEPS);
            if !matches!(run.outcome, Outcome::Finished { .. }) {
                continue;
            }
            let labels = run.labels(program);
            let own: Vec<&String> = labels.iter().filter(|label| !label.contains('.')).collect();
            seen.labels.extend(own.iter().map(|label| (*label).clone()));
            // A loop that isn't nested in another passes its head once more than it goes round.
            let most = own.iter().map(|label| own.iter().filter(|other| *other == label).count()).max();
            if most.is_some_and(|most| most <= unwind + 1) {
                seen.paths.insert(labels);
            }
        }
        seen
    }
}

/// Repeatable random choices (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % bound as u64) as usize
    }

    fn number(&mut self) -> i64 {
        VALUES[self.below(VALUES.len())]
    }
}

impl Choices for Random {
    fn choose(&mut self, count: usize) -> usize {
        self.below(count)
    }

    fn havoc(&mut self, _procedure: &Procedure, variable: &RegInfo) -> Value {
        match variable.ty {
            Type::Bool => Value::Bool(self.below(2) == 0),
            Type::Int => Value::Int(self.number().into()),
            Type::Bv32 => Value::Bv32(self.number() as i32),
            Type::Bv64 => Value::Bv64(self.number()),
            Type::Map(arity) => Value::Map(Arc::new(MapValue::new(arity, self.number().into()))),
            other => Value::zero(other),
        }
    }
}
