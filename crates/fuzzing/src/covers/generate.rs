//! Random programs with structured loops, branches and calls. Every input is assumed to be one of a few values.

use super::random::Random;
use std::fmt::Write as _;

/// What a program is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Branches only.
    LoopFree,
    /// As `LoopFree`, with many choices one behind the other.
    Chain,
    /// Loops of all shapes: `while`, `do … while`, headers with statements, breaks.
    Loops,
    /// Loops that are left in the middle and at the end, with several back edges.
    Exits,
    /// Calls of other procedures, which share globals.
    Calls,
    /// Procedures that call themselves and each other.
    Recursion,
    /// As `LoopFree`, with numbers of 32 bits.
    Bits,
    /// Everything.
    Mixed,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 8] =
        [Kind::LoopFree, Kind::Chain, Kind::Loops, Kind::Exits, Kind::Calls, Kind::Recursion, Kind::Bits, Kind::Mixed];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::LoopFree => "loop-free",
            Kind::Chain => "chain",
            Kind::Loops => "loops",
            Kind::Exits => "exits",
            Kind::Calls => "calls",
            Kind::Recursion => "recursion",
            Kind::Bits => "bits",
            Kind::Mixed => "mixed",
        }
    }

    fn has_loops(self) -> bool {
        matches!(self, Kind::Loops | Kind::Exits | Kind::Mixed)
    }

    fn has_exits(self) -> bool {
        matches!(self, Kind::Exits | Kind::Mixed)
    }

    fn has_calls(self) -> bool {
        matches!(self, Kind::Calls | Kind::Recursion | Kind::Mixed)
    }

    fn is_recursive(self) -> bool {
        matches!(self, Kind::Recursion | Kind::Mixed)
    }
}

/// A program with what it is to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its text.
    pub text: String,
    /// How often loops and recursion are unwound.
    pub unwind: u32,
    /// The values that each of its inputs may have: it assumes so.
    pub domain: Vec<i64>,
}

/// The values of inputs of 32 bits.
const WRAPPING: [i64; 5] = [0, 1, -1, i32::MAX as i64, i32::MIN as i64];

/// The program of this seed.
pub fn random_program(kind: Kind, seed: u64) -> Sample {
    let mut random = Random::new(seed);
    let is_wrapping = kind == Kind::Bits || (kind == Kind::Mixed && random.percent(30));
    let domain = match is_wrapping {
        true => WRAPPING.to_vec(),
        false => (-1..=random.below(3) as i64 + 1).collect(),
    };
    let unwind = match kind {
        Kind::LoopFree | Kind::Chain | Kind::Bits | Kind::Calls => 2,
        Kind::Loops => random.below(5) as u32,
        Kind::Exits => random.below(4) as u32,
        Kind::Recursion | Kind::Mixed => random.below(3) as u32,
    };
    let ty = if is_wrapping { ": bv32" } else { "" };
    let mut text = String::new();
    let globals: Vec<String> = if kind.has_calls() { vec!["g".to_owned()] } else { Vec::new() };
    for global in &globals {
        let _ = writeln!(text, "var {global}{ty};");
    }
    let callees = if kind.has_calls() { 1 + random.below(2) } else { 0 };
    for number in 0..=callees {
        let is_main = number == 0;
        let mut writer = Writer {
            random: &mut random,
            kind,
            domain: &domain,
            is_deterministic: true,
            variables: Vec::new(),
            blocks: vec![Block::new("b0".to_owned())],
            current: 0,
            breaks: Vec::new(),
            heads: Vec::new(),
            callable: (1..=callees).filter(|callee| kind.is_recursive() || *callee > number).collect(),
        };
        writer.is_deterministic = writer.random.percent(70);
        let body = writer.procedure(is_main, &globals);
        let (name, params) = match is_main {
            true => ("main".to_owned(), ["x", "y"]),
            false => (format!("f{number}"), ["a", "b"]),
        };
        let params: Vec<String> = params.iter().map(|param| format!("{param}{ty}")).collect();
        let (result, vars) = if is_main { ("", "v") } else { (" returns r", "w") };
        let result = if is_main { String::new() } else { format!("{result}{ty}") };
        let _ = writeln!(text, "\nproc {name}({}){result} vars {vars}{ty}; {{\n{body}}}", params.join(", "));
    }
    Sample { text, unwind, domain }
}

struct Block {
    label: String,
    stmts: Vec<String>,
    targets: Vec<String>,
}

impl Block {
    fn new(label: String) -> Block {
        Block { label, stmts: Vec::new(), targets: Vec::new() }
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    kind: Kind,
    domain: &'a [i64],
    /// Whether the ways out of a choice exclude each other.
    is_deterministic: bool,
    variables: Vec<String>,
    blocks: Vec<Block>,
    current: usize,
    /// Where a `break` leads, for each loop around.
    breaks: Vec<String>,
    /// The headers of the loops around that may have several back edges.
    heads: Vec<String>,
    callable: Vec<usize>,
}

impl Writer<'_> {
    fn procedure(&mut self, is_main: bool, globals: &[String]) -> String {
        let own: &[&str] = if is_main { &["x", "y"] } else { &["a", "b"] };
        self.variables = own.iter().map(|name| name.to_string()).chain(globals.iter().cloned()).collect();
        if is_main {
            for input in self.variables.clone() {
                let values: Vec<String> = self.domain.iter().map(|value| format!("{input} == {value}")).collect();
                self.emit(format!("assume {}", values.join(" || ")));
            }
            self.emit("v := 0".to_owned());
            self.variables.push("v".to_owned());
        } else {
            self.emit("w := 0".to_owned());
            self.emit("r := a".to_owned());
            self.variables.extend(["w".to_owned(), "r".to_owned()]);
        }
        match self.kind {
            Kind::Chain => {
                for _ in 0..4 + self.random.below(4) {
                    self.branch(1);
                    self.sequence(1, 0);
                }
            }
            _ => {
                let items = 2 + self.random.below(3);
                self.sequence(items, 2);
            }
        }
        self.print()
    }

    fn emit(&mut self, stmt: String) {
        self.blocks[self.current].stmts.push(stmt);
    }

    fn block(&mut self) -> String {
        let label = format!("b{}", self.blocks.len());
        self.blocks.push(Block::new(label.clone()));
        label
    }

    fn goto(&mut self, targets: &[&String]) {
        self.blocks[self.current].targets = targets.iter().map(|target| target.to_string()).collect();
    }

    fn at(&mut self, label: &str) {
        self.current = self.blocks.iter().position(|block| block.label == label).unwrap_or(0);
    }

    fn sequence(&mut self, items: usize, depth: usize) {
        for _ in 0..items {
            self.item(depth);
        }
    }

    fn item(&mut self, depth: usize) {
        let loops = self.kind.has_loops() && depth > 0;
        match self.random.below(12) {
            0..=2 => self.assignment(),
            3 => {
                let condition = self.condition();
                self.emit(format!("assume {condition} || {} != 0", self.variables[0]));
            }
            4 if self.random.percent(40) => {
                let variable = self.target();
                let values: Vec<String> = self.domain.iter().map(|value| format!("{variable} == {value}")).collect();
                self.emit(format!("havoc {variable}"));
                self.emit(format!("assume {}", values.join(" || ")));
            }
            5..=7 if loops && self.kind.has_exits() && self.random.percent(70) => self.exit_loop(depth),
            5 | 6 if loops => self.while_loop(depth),
            7 if loops => self.do_loop(depth),
            8 | 9 if !self.callable.is_empty() => self.call(depth),
            9 if !self.heads.is_empty() => self.go_round(),
            10 if !self.breaks.is_empty() => self.break_out(),
            11 if self.random.percent(30) => {
                let condition = self.condition();
                self.emit(format!("assert {condition}"));
            }
            _ if depth > 0 => self.branch(depth),
            _ => self.assignment(),
        }
    }

    fn target(&mut self) -> String {
        self.random.one(&self.variables).clone()
    }

    fn assignment(&mut self) {
        let (target, value) = (self.target(), self.expression());
        self.emit(format!("{target} := {value}"));
    }

    fn constant(&mut self) -> i64 {
        self.random.below(5) as i64 - 2
    }

    fn expression(&mut self) -> String {
        let (left, right) = (self.target(), self.target());
        let constant = self.constant();
        match self.random.below(8) {
            0 => constant.to_string(),
            1 => left,
            2 => format!("{left} - {right}"),
            3 => format!("{left} + {right}"),
            4 => format!("2 * {left} - {constant}"),
            5 => format!("(if {left} > {right} then {left} else {constant})"),
            6 => format!("{left} / {}", self.random.one(&["2", "3", "-2"])),
            _ => format!("{left} + {constant}"),
        }
    }

    fn condition(&mut self) -> String {
        let left = self.target();
        let operator = *self.random.one(&["<", "<=", ">", ">=", "==", "!="]);
        let right = if self.random.percent(35) { self.expression() } else { self.constant().to_string() };
        format!("{left} {operator} {right}")
    }

    /// Conditions of the two sides of a choice.
    fn sides(&mut self) -> (Option<String>, Option<String>) {
        let condition = self.condition();
        let opposite = format!("!({condition})");
        if self.is_deterministic || self.random.percent(60) {
            return (Some(condition), Some(opposite));
        }
        (Some(condition).filter(|_| self.random.percent(50)), Some(opposite).filter(|_| self.random.percent(50)))
    }

    fn assume(&mut self, condition: Option<String>) {
        if let Some(condition) = condition {
            self.emit(format!("assume {condition}"));
        }
    }

    fn branch(&mut self, depth: usize) {
        let (then, otherwise) = self.sides();
        let (left, right) = (self.block(), self.block());
        self.goto(&[&left, &right]);
        let join = self.block();
        let (some, more) = (self.random.below(3), self.random.below(3));
        for (label, condition, items) in [(left, then, some), (right, otherwise, more)] {
            self.at(&label);
            self.assume(condition);
            self.sequence(items, depth - 1);
            self.goto(&[&join]);
        }
        self.at(&join);
    }

    fn while_loop(&mut self, depth: usize) {
        let (stays, leaves) = self.sides();
        let (head, body, exit, behind) = (self.block(), self.block(), self.block(), self.block());
        self.goto(&[&head]);
        self.at(&head);
        if self.random.percent(50) {
            self.assignment();
        }
        self.goto(&[&body, &exit]);
        self.at(&body);
        self.assume(stays);
        self.assignment();
        self.breaks.push(behind.clone());
        let items = self.random.below(3);
        self.sequence(items, depth - 1);
        self.breaks.pop();
        self.goto(&[&head]);
        self.at(&exit);
        self.assume(leaves);
        self.goto(&[&behind]);
        self.at(&behind);
    }

    fn do_loop(&mut self, depth: usize) {
        let (again, leaves) = self.sides();
        let (body, back, exit) = (self.block(), self.block(), self.block());
        self.goto(&[&body]);
        self.at(&body);
        self.assignment();
        if self.random.percent(40) {
            self.breaks.push(exit.clone());
            self.sequence(1, depth - 1);
            self.breaks.pop();
        }
        // Some back edges come from the body itself.
        if self.random.percent(30) {
            self.goto(&[&body, &exit]);
            self.at(&back);
            self.goto(&[&exit]);
        } else {
            self.goto(&[&back, &exit]);
            self.at(&back);
            self.assume(again);
            self.goto(&[&body]);
        }
        self.at(&exit);
        self.assume(leaves.filter(|_| self.breaks.is_empty()));
    }

    /// A loop with a body of several blocks that is left in the middle, at the end, or at both places.
    fn exit_loop(&mut self, depth: usize) {
        let (head, behind) = (self.block(), self.block());
        self.goto(&[&head]);
        self.at(&head);
        self.assignment();
        self.breaks.push(behind.clone());
        self.heads.push(head.clone());
        let items = self.random.below(3);
        self.sequence(items, depth - 1);
        let is_left_in_the_middle = self.random.percent(60);
        if is_left_in_the_middle {
            self.leave_for(behind.clone());
            let items = self.random.below(3);
            self.sequence(items, depth - 1);
        }
        self.heads.pop();
        self.breaks.pop();
        if !is_left_in_the_middle || self.random.percent(40) {
            self.leave_for(behind.clone());
        }
        self.goto(&[&head]);
        self.at(&behind);
    }

    /// Begins another round of a loop around, from the middle of its body.
    fn go_round(&mut self) {
        let head = self.random.one(&self.heads).clone();
        self.leave_for(head);
    }

    fn break_out(&mut self) {
        let behind = self.random.one(&self.breaks).clone();
        self.leave_for(behind);
    }

    /// A choice between a jump to a label and what comes next.
    fn leave_for(&mut self, behind: String) {
        let (stays, leaves) = self.sides();
        let (out, on) = (self.block(), self.block());
        self.goto(&[&on, &out]);
        self.at(&out);
        self.assume(leaves);
        self.goto(&[&behind]);
        self.at(&on);
        self.assume(stays);
    }

    fn call(&mut self, depth: usize) {
        let callee = *self.random.one(&self.callable);
        // Not all on one level, so that recursion may end.
        let guarded = self.kind.is_recursive();
        let after = if guarded && depth > 0 {
            let (then, otherwise) = self.sides();
            let (inside, around, join) = (self.block(), self.block(), self.block());
            self.goto(&[&inside, &around]);
            self.at(&around);
            self.assume(otherwise);
            self.goto(&[&join]);
            self.at(&inside);
            self.assume(then);
            Some(join)
        } else {
            None
        };
        let (first, second, target) = (self.expression(), self.target(), self.target());
        let call = format!("call f{callee}({first}, {second})");
        let call = if self.random.percent(80) { format!("{target} := {call}") } else { call };
        self.emit(call);
        if let Some(join) = after {
            self.goto(&[&join]);
            self.at(&join);
        }
    }

    fn print(&self) -> String {
        let mut text = String::new();
        for block in &self.blocks {
            let _ = writeln!(text, "{}:", block.label);
            for stmt in &block.stmts {
                let _ = writeln!(text, "  {stmt};");
            }
            if !block.targets.is_empty() {
                let _ = writeln!(text, "  goto {};", block.targets.join(", "));
            }
        }
        text
    }
}
