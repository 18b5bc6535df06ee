//! Random Java methods with loops, small ranges of inputs, and a JVM that runs them all as the truth.

use clew_apc::{JavaMethod, JavaPlaces, OfCalls, Place, loop_summaries};
use clew_base::CancelToken;
use clew_facts::ReachMethod;
use clew_ir::{BlockId, Body, Inst, Spot};
use clew_jvm::{ClassPath, Jdk, MethodCode, World};
use clew_reach::{Feasibility, Wanted, feasibility};
use clew_smt::QueryLimits;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// What the methods of a program are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Loops of numbers whose guards and updates are linear.
    Linear,
    /// Nested loops, jumps out of them, and arithmetic that wraps, shifts and narrows.
    Mixed,
    /// Arrays, two of which may be one, new ones, fields, calls, and exceptions that are caught.
    Memory,
}

struct Maker {
    random: fastrand::Rng,
    kind: Kind,
    text: String,
    loops: usize,
}

/// Arrays: of the caller, one that may be any, and new ones.
const ARRAYS: [&str; 5] = ["c", "d", "e", "f", "k"];

/// What changes which objects variables mean, and who sees these.
const MOVES: [&str; 17] = [
    "e = new int[3];",
    "q = new Box();",
    "count = x;",
    "q = p;",
    "e = f;",
    "f = k;",
    "k = new int[2];",
    "g[0] = f;",
    "e = g[0];",
    "kept = k;",
    "e = kept;",
    "h = new int[b + 1][2];",
    "h = new int[2][];",
    "e = h[z];",
    "h[x] = f;",
    "keptAll = h;",
    "t = new int[2][b + 1][1];",
];

const NUMBERS: [&str; 5] = ["a", "b", "x", "y", "z"];

impl Maker {
    fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.random.usize(0..all.len())]
    }

    fn name(&mut self) -> &'static str {
        self.pick(&NUMBERS)
    }

    fn written(&mut self) -> &'static str {
        self.pick(&NUMBERS[2..])
    }

    fn number(&mut self) -> String {
        match (self.kind, self.random.u8(0..12)) {
            (Kind::Mixed, 0) => "2147483646".to_owned(),
            (Kind::Mixed, 1) => "-2147483647".to_owned(),
            _ => self.random.i32(-1..7).to_string(),
        }
    }

    fn value(&mut self) -> String {
        let (left, right) = (self.name(), self.name());
        let number = self.number();
        match (self.kind, self.random.u8(0..10)) {
            (Kind::Linear, _) | (_, 0..3) => format!("{left} + {number}"),
            (Kind::Mixed, 3) => format!("(byte) ({left} + {})", self.random.i32(100..200)),
            (Kind::Mixed, 4) => format!("(char) ({left} - {})", self.random.i32(0..3)),
            (Kind::Mixed, 5) => format!("{left} {} {}", self.pick(&[">>", ">>>", "<<"]), self.random.i32(0..33)),
            (Kind::Mixed, 6) => format!("{left} & {}", self.pick(&["1", "3", "7", "255"])),
            (Kind::Mixed, 7) => format!("{left} {} {}", self.pick(&["/", "%"]), self.random.i32(1..5)),
            (Kind::Mixed, 8) => format!("(int) ((long) {left} * {number} + {right})"),
            (Kind::Memory, 3 | 4) => format!("{}[{left}]", self.pick(&ARRAYS)),
            (Kind::Memory, 5) => format!("{}.length", self.pick(&ARRAYS)),
            (Kind::Memory, 6) => format!("add({left}, {right})"),
            (Kind::Memory, 7) if self.random.bool() => format!("{}[{left}][{right}]", self.pick(&["h", "t[1]", "g"])),
            (Kind::Memory, 7) => format!("{}.value", self.pick(&["p", "q"])),
            (Kind::Memory, 8) => "count".to_owned(),
            _ => format!("{left} + {right}"),
        }
    }

    fn guard(&mut self) -> String {
        // What a loop writes may be what it goes by.
        let of_memory = self.kind == Kind::Memory && self.random.u8(0..3) == 0;
        let left = if of_memory { self.pick(&["p.value", "q.value", "count", "c[0]", "k[1]"]) } else { self.name() };
        let right = if self.random.bool() { self.name().to_owned() } else { self.number() };
        format!("{left} {} {right}", self.pick(&["<", "<=", ">", ">=", "==", "!="]))
    }

    fn update(&mut self) {
        let (target, step) = (self.written(), self.random.i32(1..4));
        let index = self.name();
        let line = match (self.kind, self.random.u8(0..9)) {
            (Kind::Linear, 0..5) | (_, 0..2) => format!("{target} += {step};"),
            (Kind::Linear, _) | (_, 2) => format!("{target} -= {step};"),
            (Kind::Memory, 3) => format!("{}[{index}] = {};", self.pick(&ARRAYS), self.name()),
            (Kind::Memory, 4) if self.random.bool() => {
                format!("{} -= {step};", self.pick(&["p.value", "q.value", "count", "c[0]", "k[1]"]))
            }
            (Kind::Memory, 4) => format!("{}.value = {};", self.pick(&["p", "q"]), self.name()),
            (Kind::Memory, 5) => self.pick(&MOVES).to_owned(),
            (Kind::Memory, 6) if self.random.bool() => {
                let array = self.pick(&["h", "t[0]", "t[1]", "g"]);
                format!("{array}[{index}][{}] = {};", self.name(), self.name())
            }
            (Kind::Memory, 6) => format!("{}[{index}] += {step};", self.pick(&ARRAYS)),
            _ => format!("{target} = {};", self.value()),
        };
        _ = writeln!(self.text, "{line}");
    }

    fn updates(&mut self) {
        (0..self.random.usize(1..3)).for_each(|_| self.update());
    }

    /// Some statements; those within a loop may leave it.
    fn code(&mut self, depth: usize, within: bool) {
        for _ in 0..self.random.usize(1..4) {
            match self.random.u8(0..if self.kind == Kind::Linear { 5 } else { 7 }) {
                0 | 1 if depth > 0 => {
                    let guard = self.guard();
                    self.loops += 1;
                    _ = writeln!(self.text, "while ({guard}) {{ /*fuel*/");
                    if self.kind == Kind::Linear {
                        self.updates();
                    } else {
                        self.code(depth - 1, true);
                    }
                    self.text.push_str("}\n");
                }
                2 => {
                    let guard = self.guard();
                    _ = writeln!(self.text, "if ({guard}) {{");
                    self.updates();
                    self.text.push_str("} else {\n");
                    self.updates();
                    self.text.push_str("}\n");
                }
                5 if within => {
                    let (guard, jump) = (self.guard(), self.pick(&["break;", "continue;"]));
                    _ = writeln!(self.text, "if ({guard}) {jump}");
                }
                6 if self.kind == Kind::Memory && depth > 0 => {
                    self.text.push_str("try {\n");
                    self.code(depth - 1, false);
                    let target = self.written();
                    _ = writeln!(self.text, "}} catch (RuntimeException failure) {{ {target} = 9; }}");
                }
                _ => self.updates(),
            }
        }
    }
}

/// The text of a method that returns true where it gets to the target; without `/*fuel*/` it is also run.
fn method(seed: u64, kind: Kind) -> String {
    let random = fastrand::Rng::with_seed(seed);
    let mut maker = Maker { random, kind, text: String::new(), loops: 0 };
    while maker.loops == 0 {
        maker.text.clear();
        maker.code(2, false);
    }
    let (one, other) = (maker.guard(), maker.guard());
    let declared = match kind {
        Kind::Memory => {
            "int[] e = c, f = {0, 2}, k = new int[3]; int[][] g = new int[1][], h = new int[2][3]; int[][][] t = new int[2][1][2]; Box q = new Box(); int x = 0, y = 0, z = a;"
        }
        Kind::Linear | Kind::Mixed => "int x = 0, y = 0, z = a;",
    };
    format!(
        "if (a < 0 || a >= RANGE || b < 0 || b >= RANGE) return false;\n{declared}\n{}if ({one}) {{ if ({other}) {{\n\
         return true; // TARGET\n}} }}\nreturn false;\n",
        maker.text
    )
}

/// Loops of the copies that are run come to an end.
const FUEL: &str = "if (fuel-- == 0) throw new Error();";

fn source(class: &str, kind: Kind, seeds: &[u64]) -> String {
    let (parameters, range) = match kind {
        Kind::Memory => ("int a, int b, int[] c, int[] d, Box p", 3),
        Kind::Linear | Kind::Mixed => ("int a, int b", 6),
    };
    let mut text = format!(
        "class Box {{ int value; }}\npublic class {class} {{\nstatic final int RANGE = {range};\nstatic int count; static int[] kept; static int[][] keptAll; static int fuel;\n\
         static int add(int l, int r) {{ if (l > r) return l; return l + r; }}\n"
    );
    let mut cases = String::new();
    for (at, seed) in seeds.iter().enumerate() {
        let body = method(*seed, kind);
        _ = writeln!(text, "static boolean m{at}({parameters}) {{\n{body}}}");
        _ = writeln!(text, "static boolean r{at}({parameters}) {{\n{}}}", body.replace("/*fuel*/", FUEL));
        let call = match kind {
            Kind::Memory => format!("r{at}(a, b, c, d, p)"),
            Kind::Linear | Kind::Mixed => format!("r{at}(a, b)"),
        };
        _ = writeln!(cases, "case {at}: return {call};");
    }
    _ = writeln!(
        text,
        "static boolean run(int at, int a, int b, int[] c, int[] d, Box p) {{ switch (at) {{\n{cases}}} return false; }}"
    );
    _ = writeln!(
        text,
        "{}}}",
        HARNESS.replace("METHODS", &seeds.len().to_string()).replace("MEMORY", &(kind == Kind::Memory).to_string())
    );
    text
}

/// Prints for each method `1` if some input gets to the target, `0` if none does, `?` if a run was cut.
const HARNESS: &str = r#"
static int[][] arrays() {
  return new int[][] {null, {}, {0}, {1}, {2}, {0, 1}, {2, 0}, {1, 1, 2}};
}
static char truth(int at) {
  boolean cut = false;
  int kinds = MEMORY ? arrays().length : 1;
  for (int a = 0; a < RANGE; a++) for (int b = 0; b < RANGE; b++)
    for (int i = 0; i < kinds; i++) for (int j = -1; j < kinds; j++) for (int v = -1; v < (MEMORY ? 3 : 0); v++) {
      int[] c = arrays()[i];
      int[] d = j < 0 ? c : arrays()[j];
      Box p = v < 0 ? null : new Box();
      if (p != null) p.value = v;
      fuel = 300; count = 0; kept = null; keptAll = null;
      try { if (run(at, a, b, c, d, p)) return '1'; }
      catch (Error e) { cut = true; }
      catch (RuntimeException e) { }
    }
  return cut ? '?' : '0';
}
public static void main(String[] args) {
  StringBuilder all = new StringBuilder();
  for (int at = 0; at < METHODS; at++) all.append(truth(at));
  System.out.println(all);
}
"#;

fn ran(command: &mut Command) -> String {
    let output = command.output().expect("the JDK is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The blocks that begin the line of the target.
fn target(code: &MethodCode, text: &str) -> Place {
    let line = text.lines().position(|line| line.ends_with("// TARGET")).expect("a target") + 1;
    let is_there = |inst: &Inst| matches!(inst, Inst::Line(known) if *known as usize == line);
    let blocks = code.body.blocks.iter().filter(|(_, block)| block.stmts.iter().any(|stmt| is_there(&stmt.inst)));
    let blocks: Vec<BlockId> = blocks.map(|(id, _)| id).collect();
    assert!(!blocks.is_empty(), "{text}");
    Place::Spots(blocks.into_iter().map(Spot::Block).collect())
}

/// The text with everything but one method's target made other comments.
fn only_target(text: &str, at: usize) -> String {
    let start = text.find(&format!("static boolean m{at}(")).expect("the method");
    let end = start + text[start..].find("// TARGET").expect("a target");
    let (before, rest) = text.split_at(end);
    let (own, behind) = rest.split_at("// TARGET".len());
    [&before.replace("// TARGET", "// OTHER"), own, &behind.replace("// TARGET", "// OTHER")].concat()
}

#[derive(Debug, Default)]
struct Counts {
    unreachable: usize,
    proved: usize,
    proved_cut: usize,
    proved_by_formula: usize,
    open_reachable: usize,
}

/// Whether the formula of the method has no execution to the place, with what summaries say of its loops.
fn is_infeasible(asked: &JavaMethod<'_>, place: &Place) -> bool {
    let Place::Spots(spots) = place else { return false };
    let limits = QueryLimits { cancel: asked.cancel.clone(), ..QueryLimits::default() };
    let summaries = |body: &Body| loop_summaries(asked.world, asked.method, body, OfCalls::Code, (&limits, 10_000_000));
    let wanted = Wanted {
        goals: std::slice::from_ref(spots),
        replaces_calls: true,
        keeps_final_fields: false,
        query: QueryLimits { work: Some(2_000_000), ..limits.clone() },
        work: 10_000_000,
        summaries: &summaries,
    };
    feasibility(asked.world, asked.method, &asked.code.body, &wanted) == [Feasibility::Infeasible]
}

fn hold(kind: Kind, seeds: &[u64]) -> Counts {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let class = format!("Random{kind:?}");
    let text = source(&class, kind, seeds);
    let file = dir.path().join(format!("{class}.java"));
    std::fs::write(&file, &text).expect("a source");
    ran(Command::new("javac").args(["-g", "-nowarn", "-d"]).arg(dir.path()).arg(&file));
    let truth = ran(Command::new("java").arg("-cp").arg(dir.path()).arg(&class));
    let world = world(dir.path());
    let id = world.load(&class).expect("the class");
    let mut counts = Counts::default();
    let started = Instant::now();
    for (at, truth) in truth.trim().chars().enumerate() {
        let name = format!("m{at}");
        let class = world.class(id);
        let method = class.methods.iter().map(|id| world.method(*id)).find(|method| *method.name == *name);
        let method = method.expect("the method");
        let code = world.code(method.id).expect("code");
        let place = target(&code, &only_target(&text, at));
        let asked = JavaMethod {
            world: &world,
            method: &method,
            code: &code,
            decide: ReachMethod::Abstract,
            unfold: 8,
            calls: OfCalls::Code,
            cancel: CancelToken::new().with_deadline(Instant::now() + Duration::from_secs(10)),
        };
        let found = JavaPlaces::of(&asked).ask(&place, None, &mut |_| None).found;
        let proved = matches!(found, Ok(None));
        let shown = || format!("seed {} {kind:?}\n{}", seeds[at], self::method(seeds[at], kind));
        assert!(truth != '1' || !proved, "wrong proof, {}", shown());
        let by_formula = is_infeasible(&asked, &place);
        assert!(truth != '1' || !by_formula, "wrong proof by the formula, {}", shown());
        counts.proved_by_formula += usize::from(truth == '0' && by_formula);
        if truth == '0' && !proved && std::env::var_os("CLEW_SHOW_OPEN").is_some() {
            println!("open: {}", shown());
        }
        counts.unreachable += usize::from(truth == '0');
        counts.proved += usize::from(truth == '0' && proved);
        counts.proved_cut += usize::from(truth == '?' && proved);
        counts.open_reachable += usize::from(truth == '1');
    }
    println!("{kind:?}: {} methods, {counts:?} in {:.1} s", seeds.len(), started.elapsed().as_secs_f64());
    counts
}

fn world(classes: &Path) -> World {
    let jdk = Jdk::locate(None).expect("a JDK");
    let (class_path, _) = ClassPath::open(&jdk, &[classes.to_path_buf()], &[]);
    World::new(class_path)
}

/// `CLEW_PROGRAMS` asks for more methods of each kind, `CLEW_SEED` for others, `CLEW_KIND` for one kind.
#[test]
fn no_proof_about_java_is_wrong_and_most_linear_loops_are_proved() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (from, asked) = (number("CLEW_SEED").unwrap_or(0), number("CLEW_PROGRAMS").unwrap_or(40));
    let seeds: Vec<u64> = (from..from + asked).collect();
    let wanted = std::env::var("CLEW_KIND").ok();
    for kind in [Kind::Linear, Kind::Mixed, Kind::Memory] {
        if wanted.as_ref().is_none_or(|wanted| *wanted == format!("{kind:?}")) {
            let counts = hold(kind, &seeds);
            assert!(kind != Kind::Linear || counts.proved * 100 >= counts.unreachable * 80, "{counts:?}");
        }
    }
}
