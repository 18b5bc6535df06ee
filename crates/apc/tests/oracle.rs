//! Random programs with loops, small ranges of inputs, and brute force as the truth.

use clew_apc::{Beyond, reach_each, reach_with};
use clew_base::{CancelToken, FastSet, OrderedMap};
use clew_facts::{ReachMethod, ReachOptions, ReachTarget, Verdict};
use clew_ir::{BlockId, Outcome, Program, Terminator, Value, interpret, parse};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The inputs are from zero to less than this.
const RANGE: i32 = 5;
const STEPS: u64 = 4_000;

/// What kinds of loops a program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// Guards and updates are linear.
    Linear,
    /// The same, with loops in loops.
    Nested,
    /// The same, and what a loop does depends on a comparison that changes once or more often.
    Phases,
    /// The same, with an array that is read and written.
    Arrays,
    /// Variables are set as well, and loops are nested.
    Mixed,
    /// Loops in loops that fill a map of two indices.
    Tables,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Linear, Kind::Nested, Kind::Phases, Kind::Arrays, Kind::Mixed, Kind::Tables];

    fn is_nested(self) -> bool {
        matches!(self, Kind::Nested | Kind::Mixed)
    }

    fn has_array(self) -> bool {
        self == Kind::Arrays
    }
}

/// How many elements of the array are used.
const ELEMENTS: i32 = 5;

struct Maker {
    random: fastrand::Rng,
    text: String,
    blocks: usize,
    bits: bool,
}

const NAMES: [&str; 5] = ["a", "b", "x", "y", "z"];

impl Maker {
    fn name(&mut self) -> &'static str {
        NAMES[self.random.usize(0..NAMES.len())]
    }

    fn written(&mut self) -> &'static str {
        NAMES[self.random.usize(2..NAMES.len())]
    }

    fn number(&mut self, range: std::ops::Range<i32>) -> String {
        let number = self.random.i32(range);
        format!("{number}{}", if self.bits { "i" } else { "" })
    }

    fn guard(&mut self) -> String {
        let left = self.name();
        let right = if self.random.bool() { self.name().to_owned() } else { self.number(0..9) };
        let op = ["<", "<=", ">", ">=", "==", "!="][self.random.usize(0..6)];
        format!("{left} {op} {right}")
    }

    fn update(&mut self, kind: Kind) -> String {
        let target = self.written();
        if kind.has_array() && self.random.u8(0..3) == 0 {
            let (index, is_read) = (self.name(), self.random.bool());
            let access = if is_read { format!("{target} := m[{index}];") } else { format!("m[{index}] := {target};") };
            return format!("assume 0 <= {index} && {index} < {ELEMENTS}; {access}");
        }
        match self.random.u8(0..if kind == Kind::Mixed { 6 } else { 3 }) {
            0 | 1 => format!("{target} := {target} + {};", self.number(1..4)),
            2 => format!("{target} := {target} - {};", self.number(1..3)),
            3 => format!("{target} := {};", self.number(0..5)),
            4 => format!("{target} := {} + {};", self.name(), self.number(0..3)),
            _ => format!("{target} := {} - {};", self.name(), self.name()),
        }
    }

    fn updates(&mut self, kind: Kind) -> String {
        (0..self.random.usize(1..3)).map(|_| self.update(kind)).collect::<Vec<_>>().join(" ")
    }

    fn label(&mut self) -> usize {
        self.blocks += 1;
        self.blocks
    }

    /// A comparison between two ways from one label to another.
    fn choice(&mut self, kind: Kind, from: usize, to: usize) {
        let (then, otherwise) = (self.label(), self.label());
        let (guard, one, other) = (self.guard(), self.updates(kind), self.updates(kind));
        _ = writeln!(self.text, "l{from}: goto l{then}, l{otherwise};");
        _ = writeln!(self.text, "l{then}: assume {guard}; {one} goto l{to};");
        _ = writeln!(self.text, "l{otherwise}: assume !({guard}); {other} goto l{to};");
    }

    /// Code from one label to another.
    fn code(&mut self, kind: Kind, from: usize, to: usize, depth: usize) {
        match self.random.u8(0..4) {
            0 | 1 if depth > 0 => {
                let (body, done, end) = (self.label(), self.label(), self.label());
                let guard = self.guard();
                _ = writeln!(self.text, "l{from}: goto l{body}, l{done};");
                let before = if self.random.u8(0..4) == 0 { String::new() } else { self.update(kind) };
                _ = writeln!(self.text, "l{body}: assume {guard}; {before} goto l{end};");
                if kind == Kind::Phases {
                    self.choice(kind, end, from);
                } else {
                    self.code(kind, end, from, if kind.is_nested() { depth - 1 } else { 0 });
                }
                _ = writeln!(self.text, "l{done}: assume !({guard}); goto l{to};");
            }
            2 => self.choice(kind, from, to),
            _ => {
                let updates = self.updates(kind);
                _ = writeln!(self.text, "l{from}: {updates} goto l{to};");
            }
        }
    }
}

/// One loop in another, in which elements of a map are set, and a look at one element behind them.
fn table(seed: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut pick = |all: &[&str]| all[random.usize(0..all.len())].to_owned();
    let write = |at: &str, value: &str| {
        let (row, column) = at.split_once(' ').expect("two indices");
        let is_within = format!("0 <= {row} && {row} < {ELEMENTS} && 0 <= {column} && {column} < {ELEMENTS}");
        format!("assume {is_within}; m[{row}, {column}] := {value};")
    };
    let zeros: String =
        (0..ELEMENTS * ELEMENTS).map(|at| format!("m[{}, {}] := 0; ", at / ELEMENTS, at % ELEMENTS)).collect();
    let indices = ["x y", "x y", "x y", "y x", "x 1", "0 y", "x x", "(x+1) y", "x (y-x)", "(4-x) y", "(x+y) y", "y y"];
    let values = ["7", "7", "7", "x", "y", "x + y", "a", "w", "w + 1", "y - 2 * x"];
    let (outer, inner) = (pick(&["a", "b", "3", "4", "5"]), pick(&["a", "b", "x", "3", "4", "a + 1"]));
    let (first_row, first) = (pick(&["0", "0", "1", "a"]), pick(&["0", "0", "0", "1", "x", "a"]));
    let write_or_not = |pick: &mut dyn FnMut(&[&str]) -> String| match &*pick(&["none", "none", "none", "one"]) {
        "none" => String::new(),
        _ => {
            let (at, value) = (pick(&indices), pick(&values));
            write(&at, &value)
        }
    };
    let (before, behind) = (write_or_not(&mut pick), write_or_not(&mut pick));
    let (at, value) = (pick(&indices), pick(&values));
    let main = write(&at, &value);
    let (step, row_step) = (pick(&["1", "1", "1", "2"]), pick(&["1", "1", "1", "2"]));
    let guard = pick(&["0 <= 0", "0 <= 0", "0 <= 0", "y != x", "y < 3", "x > 0"]);
    let look = pick(&["a b", "b a", "a a", "0 b", "1 1", "2 b", "a 0", "a 2", "3 1"]);
    let (row, column) = look.split_once(' ').expect("two indices");
    let found = pick(&["w == 7", "w != 7", "w == 0", "w == a", "w != 0", "w == 1", "w > a", "w == 3"]);
    let bound = pick(&["0 <= 0", "a < b", "b < a", "a > 0 && b > 0", "a < 3 && b < 3", "b > 2"]);
    format!(
        "proc main(a: int, b: int) vars x: int, y: int, w: int, m: [int, int] int; {{\n\
         start: assume 0 <= a && a < {RANGE}; assume 0 <= b && b < {RANGE}; w := 1; y := 0; {zeros}x := {first_row}; goto rows;\n\
         rows: goto row, last;\n\
         row: assume x < {outer}; {before} y := {first}; goto columns;\n\
         columns: goto column, next;\n\
         column: assume y < {inner}; goto set, skip;\n\
         set: assume {guard}; {main} y := y + {step}; goto columns;\n\
         skip: assume !({guard}); y := y + {step}; goto columns;\n\
         next: assume !(y < {inner}); {behind} x := x + {row_step}; goto rows;\n\
         last: assume !(x < {outer}); w := m[{row}, {column}]; assume {bound}; assume {found}; goto target;\n\
         target:\n}}\n"
    )
}

fn program(seed: u64, kind: Kind) -> String {
    if kind == Kind::Tables {
        return table(seed);
    }
    let bits = seed.is_multiple_of(2) && !kind.has_array();
    let mut maker = Maker { random: fastrand::Rng::with_seed(seed), text: String::new(), blocks: 0, bits };
    let ty = if maker.bits { "bv32" } else { "int" };
    let zero = if maker.bits { "0i" } else { "0" };
    let (one, two, three) = (maker.label(), maker.label(), maker.label());
    maker.code(kind, one, two, 2);
    maker.code(kind, two, three, 2);
    let (guard, other) = (maker.guard(), maker.guard());
    let limit = format!("{RANGE}{}", if maker.bits { "i" } else { "" });
    let (array, filled) = match kind.has_array() {
        true => (
            ", m: [int] int",
            (0..ELEMENTS).map(|at| format!("m[{at}] := {}; ", ["a", "b", "1"][at as usize % 3])).collect(),
        ),
        false => ("", String::new()),
    };
    format!(
        "proc main(a: {ty}, b: {ty}) vars x: {ty}, y: {ty}, z: {ty}{array}; {{\n\
         start: assume {zero} <= a && a < {limit}; assume {zero} <= b && b < {limit}; \
         x := {zero}; y := {zero}; z := a; {filled}goto l1;\n{}\
         l3: assume {guard}; assume {other}; goto target;\ntarget:\n}}\n",
        maker.text
    )
}

/// The blocks that executions on all inputs get to, and whether one of these was cut.
fn visited(program: &Program) -> (FastSet<BlockId>, bool) {
    let main = &program.procedure("main").expect("the procedure").1;
    let bits = main.body.regs.values().any(|info| matches!(info.ty, clew_ir::Type::Bv32));
    let (mut blocks, mut is_cut) = (FastSet::default(), false);
    for (a, b) in (0..RANGE).flat_map(|a| (0..RANGE).map(move |b| (a, b))) {
        let value = |value: i32| if bits { Value::Bv32(value) } else { Value::int(value) };
        let inputs = OrderedMap::from_iter([(Arc::from("a"), value(a)), (Arc::from("b"), value(b))]);
        // Each choice has one way that is not blocked: the prefix grows by it.
        let mut prefix: Vec<usize> = Vec::new();
        loop {
            let mut at = 0;
            let mut choose = |_count: usize| {
                at += 1;
                prefix.get(at - 1).copied().unwrap_or(0)
            };
            let run = interpret(program, "main", &inputs, &mut choose, STEPS);
            blocks.extend(run.trace.iter().map(|visit| visit.block));
            // Behind a block that was left, an execution may choose any of its targets.
            for (left, _) in run.trace.iter().zip(run.trace.iter().skip(1)) {
                if let Terminator::Goto(targets) = &main.body.blocks[left.block].terminator {
                    blocks.extend(targets);
                }
            }
            let asked = at;
            match run.outcome {
                Outcome::Blocked if asked > 0 => {
                    prefix.resize(asked, 0);
                    if prefix[asked - 1] == 1 {
                        break;
                    }
                    prefix[asked - 1] = 1;
                }
                Outcome::StepLimit => {
                    is_cut = true;
                    break;
                }
                _ => break,
            }
        }
    }
    (blocks, is_cut)
}

/// Whether some execution gets to the target; `None` where an execution was cut and none got there.
fn truth(program: &Program) -> Option<bool> {
    let target = program.procedure("main").and_then(|(_, main)| main.body.block_named("target"))?;
    let (blocks, is_cut) = visited(program);
    match blocks.contains(&target) {
        true => Some(true),
        false => (!is_cut).then_some(false),
    }
}

fn options(method: ReachMethod) -> ReachOptions {
    ReachOptions { procedure: "main".to_owned(), method, unfold: 8, time: Some(Duration::from_secs(10)) }
}

/// `CLEW_WITHOUT` names what is left out of what goes beyond the paper.
fn beyond() -> Beyond {
    let without = std::env::var("CLEW_WITHOUT").unwrap_or_default();
    let has = |name: &str| !without.split(',').any(|part| part == name);
    Beyond {
        acceleration: has("acceleration"),
        invariants: has("invariants"),
        fills: has("fills"),
        neighbours: has("neighbours"),
        quantifiers: has("quantifiers"),
    }
}

#[derive(Default, Debug)]
struct Counts {
    programs: u32,
    unreachable: u32,
    proved: u32,
    reachable: u32,
    found: u32,
    unknown: u32,
}

fn hold(seeds: std::ops::Range<u64>, kind: Kind, method: ReachMethod) -> Counts {
    let mut counts = Counts::default();
    let mut time = Duration::ZERO;
    for seed in seeds {
        let text = program(seed, kind);
        let program = parse("program", &text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        counts.programs += 1;
        let Some(is_reachable) = truth(&program) else {
            // Verdicts cannot be held against anything.
            counts.unknown += 1;
            continue;
        };
        let started = Instant::now();
        let target = ReachTarget::Label("target".to_owned());
        let facts = reach_with(&program, &target, &options(method), beyond(), &CancelToken::new());
        let facts = facts.expect("the target is there");
        time += started.elapsed();
        match (is_reachable, &facts.verdict) {
            (true, Verdict::Unreachable(_)) => panic!("wrong proof, seed {seed} {kind:?}\n{text}\n{facts:#?}"),
            (false, Verdict::Reached { .. }) => panic!("wrong execution, seed {seed} {kind:?}\n{text}"),
            (true, verdict) => {
                counts.reachable += 1;
                counts.found += u32::from(matches!(verdict, Verdict::Reached { .. }));
            }
            (false, verdict) => {
                counts.unreachable += 1;
                counts.proved += u32::from(matches!(verdict, Verdict::Unreachable(_)));
                if std::env::var_os("CLEW_SHOW_OPEN").is_some() && !matches!(verdict, Verdict::Unreachable(_)) {
                    println!("open: seed {seed} {kind:?}\n{text}");
                }
            }
        }
    }
    println!("{kind:?} {method:?}: {counts:?} in {:.1} s", time.as_secs_f64());
    counts
}

/// `CLEW_PROGRAMS` asks for so many programs of each kind, `CLEW_SEED` for others, `CLEW_KIND` for one kind.
#[test]
fn no_proof_is_wrong_and_most_linear_loops_are_proved() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (from, asked) = (number("CLEW_SEED").unwrap_or(0), number("CLEW_PROGRAMS"));
    let wanted = std::env::var("CLEW_KIND").ok();
    for kind in Kind::ALL.into_iter().filter(|kind| wanted.as_ref().is_none_or(|wanted| *wanted == format!("{kind:?}")))
    {
        let usual = match kind {
            Kind::Linear => 120,
            Kind::Mixed => 40,
            Kind::Nested | Kind::Phases | Kind::Arrays | Kind::Tables => 30,
        };
        let programs = asked.unwrap_or(usual);
        let counts = hold(from..from + programs, kind, ReachMethod::Abstract);
        let is_enough = counts.proved * 100 >= counts.unreachable * 80;
        assert!(kind != Kind::Linear || is_enough, "{kind:?}: {counts:?}");
    }
}

/// Each block is asked about, in an order by chance, with what the questions before it have left.
#[test]
fn what_is_known_of_loops_serves_other_places() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut proved, mut reached) = (0, 0);
    for kind in Kind::ALL {
        for seed in 0..5 {
            let text = program(900 + seed, kind);
            let program = parse("program", &text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
            let (blocks, is_cut) = visited(&program);
            let main = &program.procedure("main").expect("the procedure").1;
            let mut asked: Vec<(BlockId, String)> =
                main.body.blocks.iter().map(|(id, block)| (id, block.label.to_string())).collect();
            random.shuffle(&mut asked);
            let targets: Vec<_> = asked.iter().map(|(_, label)| ReachTarget::Label(label.clone())).collect();
            let found = reach_each(&program, &targets, &options(ReachMethod::Abstract), &CancelToken::new());
            for ((block, label), facts) in asked.iter().zip(found.expect("the labels are there")) {
                let shown = || format!("`{label}` of seed {} {kind:?}\n{text}\n{facts:#?}", 900 + seed);
                match facts.verdict {
                    Verdict::Unreachable(_) => assert!(!blocks.contains(block), "wrong proof: {}", shown()),
                    Verdict::Reached { .. } => {
                        assert!(is_cut || blocks.contains(block), "wrong execution: {}", shown())
                    }
                    Verdict::Undecided(_) | Verdict::ReachedElsewhere(_) => {}
                }
                proved += usize::from(matches!(facts.verdict, Verdict::Unreachable(_)));
                reached += usize::from(matches!(facts.verdict, Verdict::Reached { .. }));
            }
        }
    }
    assert!(proved > 10 && reached > 50, "{proved} proved, {reached} reached");
}
