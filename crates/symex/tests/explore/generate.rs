//! Random Java methods, each in two copies of the same lines: one to explore, one that tells which way its conditions went
//! and how often its loops went round when a JVM runs it.

use std::fmt::Write;

/// How deep statements are nested.
const MAX_NESTING: u32 = 2;
/// How many conditions a method has at most, so that its paths can be counted.
const MAX_CONDITIONS: u32 = 5;

/// The SplitMix64 generator.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// The two sources.
pub struct Program {
    /// The class `Plain`.
    pub plain: String,
    /// The class `Probed`.
    pub probed: String,
    /// The lines of which each holds one condition that is one comparison.
    pub conditions: Vec<u32>,
}

/// Whether methods have loops. Every loop ends after a few rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    Without,
    With,
}

/// A class with this many methods `m0`, `m1`, …, all of the parameters `(int a, int b, short c, long l, boolean d)`.
pub fn program(seed: u64, methods: usize, loops: Loops) -> Program {
    let mut writer = Writer {
        random: Random(seed),
        plain: Text::default(),
        probed: Text::default(),
        conditions: Vec::new(),
        left: 0,
        loops,
        inside: 0,
    };
    writer.plain.line("class Plain {");
    writer.probed.line("class Probed {");
    for method in 0..methods {
        writer.method(method);
    }
    writer.both("}");
    Program { plain: writer.plain.0, probed: writer.probed.0, conditions: writer.conditions }
}

#[derive(Default)]
struct Text(String);

impl Text {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }
}

struct Writer {
    random: Random,
    plain: Text,
    probed: Text,
    conditions: Vec<u32>,
    /// Conditions that the method may still have.
    left: u32,
    loops: Loops,
    /// How many loops are around the statement.
    inside: u32,
}

const INTS: [&str; 8] = ["a", "b", "c", "x", "y", "z", "a", "b"];
const TARGETS: [&str; 4] = ["x", "y", "z", "a"];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

impl Writer {
    fn both(&mut self, text: &str) {
        self.plain.line(text);
        self.probed.line(text);
    }

    fn method(&mut self, number: usize) {
        self.left = MAX_CONDITIONS;
        self.both(&format!("static int m{number}(int a, int b, short c, long l, boolean d) {{"));
        let elements: Vec<String> = (0..4).map(|_| self.constant()).collect();
        self.both(&format!("int[] t = {{ {} }};", elements.join(", ")));
        self.both("int x = 0;");
        let (y, x) = (self.constant(), self.int(2));
        self.both(&format!("int y = {y};"));
        self.both("int z = 1;");
        self.both(&format!("x = {x};"));
        self.block(0, number);
        let result = self.int(2);
        self.both(&format!("return {result};"));
        self.both("}");
    }

    fn block(&mut self, nesting: u32, method: usize) {
        for _ in 0..2 + self.random.below(3) {
            self.statement(nesting, method);
        }
    }

    fn statement(&mut self, nesting: u32, method: usize) {
        match self.random.below(12) {
            0 | 1 if self.loops == Loops::With && self.inside < 2 => self.repeat(nesting, method),
            0..=3 if self.left > 0 && nesting < MAX_NESTING => self.condition(nesting, method),
            4 if self.left > 1 => self.switch(),
            5 => {
                let value = self.int(2);
                let line = format!(
                    "l = (l {} {}L) + {value};",
                    self.random.pick(&["^", "+", ">>", ">>>"]),
                    self.random.below(70)
                );
                self.both(&line);
            }
            6 => {
                let (index, value) = (self.index(), self.int(1));
                self.both(&format!("t[{index}] = {value};"));
            }
            7 if method > 0 && self.left > 2 => {
                // The callee has conditions of its own.
                self.left = 0;
                let (callee, one, two) = (self.random.below(method), self.int(1), self.int(0));
                self.both(&format!("z ^= m{callee}({one}, {two}, c, l, d);"));
            }
            8 if self.left > 0 => {
                self.left -= 1;
                let (one, two, three, four) = (self.variable(), self.int(1), self.int(1), self.int(1));
                let (target, comparison) = (self.random.pick(&TARGETS), self.random.pick(&COMPARISONS));
                self.both(&format!("{target} = {one} {comparison} {two} ? {three} : {four};"));
            }
            _ => {
                let (target, value) = (self.random.pick(&TARGETS), self.int(2));
                let operator = self.random.pick(&["=", "+=", "-=", "^=", "="]);
                self.both(&format!("{target} {operator} {value};"));
            }
        }
    }

    /// A loop; it counts its rounds in the probed copy.
    fn repeat(&mut self, nesting: u32, method: usize) {
        let (rounds, mask) = (self.int(1), self.random.pick(&[1, 3, 3, 7]));
        let head = format!("for (int i{0} = 0; i{0} < ({rounds} & {mask}); i{0}++) {{", self.inside);
        self.plain.line(&head);
        self.probed.line(&format!("{head} Driver.round(i{} + 1);", self.inside));
        self.inside += 1;
        self.block(nesting, method);
        self.inside -= 1;
        self.both("}");
    }

    /// One comparison on a line of its own, with a probe on either side in the probed copy.
    fn condition(&mut self, nesting: u32, method: usize) {
        self.left -= 1;
        let condition = match self.random.below(8) {
            0 => self.random.pick(&["d", "!d"]).to_owned(),
            1 => format!("l {} {}", self.random.pick(&COMPARISONS), self.int(1)),
            _ => format!("{} {} {}", self.variable(), self.random.pick(&COMPARISONS), self.int(1)),
        };
        let line = self.plain.0.lines().count() as u32 + 1;
        self.conditions.push(line);
        self.plain.line(&format!("if ({condition}) {{"));
        self.probed.line(&format!("if ({condition}) {{ Driver.hit({line}, true);"));
        let leaves = self.random.one_in(4);
        self.block(nesting + 1, method);
        if leaves {
            let value = self.int(1);
            match self.random.below(4) {
                0 => self.both("throw new IllegalStateException();"),
                1 if self.inside > 0 => self.both("break;"),
                2 if self.inside > 0 => self.both("continue;"),
                _ => self.both(&format!("return {value};")),
            }
        }
        self.plain.line("} else {");
        self.probed.line(&format!("}} else {{ Driver.hit({line}, false);"));
        if self.random.one_in(2) {
            self.block(nesting + 1, method);
        }
        self.both("}");
    }

    fn switch(&mut self) {
        self.left -= 2;
        let value = self.int(1);
        let mut text = format!("switch ({value} + 0) {{ ");
        let mut keys: Vec<i64> =
            (0..3).map(|_| self.random.pick(&[-3, 0, 1, 2, 3, 10, 1000, i64::from(i32::MAX)])).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let target = self.random.pick(&TARGETS);
            let end = if self.random.one_in(3) { "" } else { " break;" };
            let _ = write!(text, "case {key}: {target} = {};{end} ", self.int(1));
        }
        let _ = write!(text, "default: y++; }}");
        self.both(&text);
    }

    fn index(&mut self) -> String {
        let value = self.int(1);
        match self.random.below(5) {
            0 => format!("({value}) % 5"),
            1 => self.random.below(4).to_string(),
            _ => format!("({value}) & 3"),
        }
    }

    fn variable(&mut self) -> &'static str {
        self.random.pick(&INTS)
    }

    fn constant(&mut self) -> String {
        self.random
            .pick(&[
                "0",
                "1",
                "2",
                "3",
                "5",
                "7",
                "16",
                "100",
                "(-1)",
                "(-7)",
                "128",
                "40000",
                "Integer.MAX_VALUE",
                "Integer.MIN_VALUE",
            ])
            .to_owned()
    }

    fn int(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.random.one_in(3) { self.constant() } else { self.variable().to_owned() };
        }
        let left = self.int(depth - 1);
        match self.random.below(14) {
            0..=2 => format!("({left} {} {})", self.random.pick(&["+", "-"]), self.int(depth - 1)),
            3 | 4 => format!("({left} {} {})", self.random.pick(&["&", "|", "^"]), self.int(depth - 1)),
            5 => format!("({left} {} {})", self.random.pick(&["<<", ">>", ">>>"]), self.random.below(40)),
            6 => format!("({left} {} ({} & 15))", self.random.pick(&["<<", ">>", ">>>"]), self.variable()),
            7 => format!("({left} * {})", self.constant()),
            8 => format!(
                "({left} {} {})",
                self.random.pick(&["/", "%"]),
                self.random.pick(&["3", "10", "(-1)", "7", "a", "x"])
            ),
            9 | 10 => format!("(({}) {left})", self.random.pick(&["byte", "char", "short"])),
            11 => format!("(int) (l {} {left})", self.random.pick(&["+", "^", "-"])),
            12 => format!("t[{}]", self.index()),
            _ => format!("({}{left})", self.random.pick(&["-", "~"])),
        }
    }
}
