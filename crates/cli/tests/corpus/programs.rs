//! The programs of the block language in the corpus, run by the concrete interpreter: what is expected of their labels must
//! be what random executions show.

use clew_ir::{Choices, MapValue, Outcome, Procedure, Program, RegInfo, Type, Value, interpret, parse};
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

/// The lines of what the program expects and its executions contradict.
pub fn judge(path: &Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a file of the corpus is UTF-8");
    let expectations = match Expectations::parse(&text) {
        Ok(expectations) => expectations,
        Err(wrong) => return vec![format!("{name}:{wrong}")],
    };
    let program = match parse(name, &text) {
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
