//! Soundness on random programs: what registers hold in executions is what the analysis allows, and no verified check
//! fails.

mod support;

use clew_absint::{Assumptions, Observed, Points, Summaries, Verdict, verify};
use clew_base::Id;
use clew_ir::{
    BlockId, Body, ElementKind, Expr, Inst, Object, Reg, Stmt, Terminator, Value, eval_expr, narrow_to_element,
};
use clew_jvm::World;
use fastrand::Rng;
use std::fmt::Write as _;
use support::{compile, world};

const METHODS: usize = 150;
const RUNS: usize = 60;
const MAX_STEPS: usize = 1_500;
const NUMBERS: [i32; 12] = [0, 1, -1, 2, 3, 7, 10, 31, 255, i32::MAX, i32::MIN, i32::MAX - 1];

/// Writes random methods.
struct Writer {
    chance: Rng,
    text: String,
    /// How many loops and handlers there are, for their names.
    names: usize,
}

impl Writer {
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.chance.usize(..of.len())]
    }

    fn number(&mut self, depth: usize) -> String {
        match self.chance.usize(..if depth == 0 { 3 } else { 10 }) {
            0 => NUMBERS[self.chance.usize(..NUMBERS.len())].to_string(),
            1 | 2 => self.pick(&["a", "b", "x", "y"]).to_owned(),
            3 => format!("{}.length", self.pick(&["c", "d", "e"])),
            4 => format!("{}[{}]", self.pick(&["c", "d", "e"]), self.number(depth - 1)),
            5 => format!("(({}) {})", self.pick(&["byte", "char", "short", "int"]), self.pick(&["x", "z", "a"])),
            6 => format!("(({}) >>> 1)", self.number(depth - 1)),
            7 => format!("({} % {})", self.number(depth - 1), self.pick(&["x", "5", "-3", "c.length"])),
            _ => {
                let op = self.pick(&["+", "-", "*", "/", "&", "|", "^", "<<", ">>", ">>>", "+", "-"]);
                format!("({} {op} {})", self.number(depth - 1), self.number(depth - 1))
            }
        }
    }

    fn condition(&mut self) -> String {
        match self.chance.usize(..8) {
            0 => format!("{} == null", self.pick(&["c", "d", "e"])),
            1 => format!("{} != null", self.pick(&["c", "d", "e"])),
            2 => format!("{} == {}", self.pick(&["c", "d"]), self.pick(&["d", "e"])),
            3 => format!("z {} {}", self.pick(&["<", ">=", "=="]), self.pick(&["5L", "l", "-1L"])),
            _ => {
                let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let join = self.pick(&["", " && x >= 0", " || y < b"]);
                format!("{} {op} {}{join}", self.number(1), self.number(1))
            }
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..self.chance.usize(1..4) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let choice = self.chance.usize(..if depth == 0 { 6 } else { 11 });
        let line = match choice {
            0 | 1 => format!("{} = {};", self.pick(&["x", "y", "a"]), self.number(2)),
            2 => format!("{}[{}] = {};", self.pick(&["c", "d", "e"]), self.number(1), self.number(1)),
            3 => format!("e = {};", self.pick(&["c", "d", "new int[x & 7]", "new int[b]", "null"])),
            4 => format!("z = {};", self.pick(&["x + l", "l - 1", "z * 3", "x", "(long) y << 2", "z / 7", "-z"])),
            5 => format!("x {} {};", self.pick(&["+=", "-=", "++; y =", "--; y ="]), self.pick(&["1", "2", "y", "x"])),
            _ => return self.compound(depth - 1, choice),
        };
        let _ = writeln!(self.text, "{line}");
    }

    fn compound(&mut self, depth: usize, choice: usize) {
        self.names += 1;
        let name = format!("i{}", self.names);
        match choice {
            6 | 7 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "if ({condition}) {{");
                self.block(depth);
                let _ = writeln!(self.text, "}} else {{");
                self.block(depth);
            }
            8 => {
                let from = self.pick(&["0", "x", "1", "-2"]);
                let to = self.pick(&["c.length", "b", "e.length", "10", "y"]);
                let step = self.pick(&["++", " += 2", "++"]);
                let _ = writeln!(self.text, "for (int {name} = {from}; {name} < {to}; {name}{step}) {{");
                let array = self.pick(&["c", "e", "d"]);
                let _ = writeln!(self.text, "{array}[{name}] += x; if ({name} > 40) break;");
                self.block(depth);
            }
            9 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "int {name} = 0; while ({condition}) {{ if ({name}++ > 5) break;");
                self.block(depth);
            }
            _ => {
                let _ = writeln!(self.text, "try {{");
                self.block(depth);
                let class = self.pick(&["ArithmeticException", "RuntimeException", "IndexOutOfBoundsException"]);
                let _ = writeln!(self.text, "}} catch ({class} {name}) {{");
                self.block(depth);
            }
        }
        let _ = writeln!(self.text, "}}");
    }
}

/// The values of an execution.
struct Machine<'a> {
    world: &'a World,
    body: &'a Body,
    registers: Vec<Option<Value>>,
    arrays: Vec<Vec<i32>>,
    /// The classes of throwables, whose objects are numbered from the end.
    thrown: Vec<String>,
    visits: Vec<(BlockId, Vec<Option<Observed>>)>,
}

impl Machine<'_> {
    fn value(&self, expr: &Expr) -> Value {
        eval_expr(expr, &mut |reg| self.registers[reg.index()].clone()).expect("a value")
    }

    fn int(&self, expr: &Expr) -> i32 {
        match self.value(expr) {
            Value::Bv32(value) => value,
            other => panic!("{other} is no int"),
        }
    }

    fn array(&self, reg: Reg) -> usize {
        match self.registers[reg.index()] {
            Some(Value::Ref(Some(Object(number)))) => usize::try_from(number).expect("an array"),
            ref other => panic!("{other:?} is no array"),
        }
    }

    fn length(&self, value: &Value) -> Option<i32> {
        let Value::Ref(Some(Object(number))) = value else { return None };
        self.arrays.get(usize::try_from(*number).ok()?).map(|array| i32::try_from(array.len()).expect("short"))
    }

    fn visit(&mut self, block: BlockId) {
        let observed = |value: &Value| Observed { value: value.clone(), length: self.length(value) };
        let registers = self.registers.iter().map(|value| value.as_ref().map(observed)).collect();
        self.visits.push((block, registers));
    }

    fn statement(&mut self, stmt: &Stmt) {
        let (dst, value) = match &stmt.inst {
            Inst::Line(_) => return,
            Inst::Assign { dst, value } => (*dst, self.value(value)),
            Inst::ArrayLength { dst, array } => {
                (*dst, Value::Bv32(i32::try_from(self.arrays[self.array(*array)].len()).expect("short")))
            }
            Inst::ArrayLoad { dst, array, index, .. } => {
                let index = usize::try_from(self.int(index)).expect("a checked index");
                (*dst, Value::Bv32(self.arrays[self.array(*array)][index]))
            }
            Inst::ArrayStore { array, index, value, .. } => {
                let index = usize::try_from(self.int(index)).expect("a checked index");
                let Value::Bv32(value) = narrow_to_element(self.value(value), ElementKind::Int) else { panic!() };
                let array = self.array(*array);
                self.arrays[array][index] = value;
                return;
            }
            Inst::NewArray { dst, length, .. } => {
                let length = usize::try_from(self.int(length)).expect("a checked length");
                // Long arrays are made short; that is another execution of the same code.
                self.arrays.push(vec![0; length]);
                (*dst, Value::Ref(Some(Object(self.arrays.len() as u64 - 1))))
            }
            Inst::NewThrowable { dst, class } => {
                self.thrown.push(class.to_string());
                (*dst, Value::Ref(Some(Object(u64::MAX - self.thrown.len() as u64 + 1))))
            }
            Inst::InstanceOf { dst, object, class } => {
                let Some(Value::Ref(Some(Object(number)))) = self.registers[object.index()] else { panic!() };
                let of = &self.thrown[usize::try_from(u64::MAX - number).expect("a throwable")];
                let load = |name: &str| self.world.load(name).expect("a class");
                (*dst, Value::Bool(self.world.is_subtype(load(of), load(class))))
            }
            Inst::RefEq { dst, left, right } => (*dst, Value::Bool(self.value(left) == self.value(right))),
            other => panic!("{other:?} is not in these programs"),
        };
        self.registers[dst.index()] = Some(value);
    }

    /// Runs the body; the blocks whose checks fail.
    fn run(&mut self) -> Vec<BlockId> {
        let (mut block, mut failed) = (self.body.entry, Vec::new());
        for _ in 0..MAX_STEPS {
            self.visit(block);
            let content = &self.body.blocks[block];
            let too_long =
                |stmt: &Stmt| matches!(&stmt.inst, Inst::NewArray { length, .. } if self.int(length) > 1_000);
            if content.stmts.last().is_some_and(too_long) || content.stmts.first().is_some_and(too_long) {
                return failed;
            }
            content.stmts.iter().for_each(|stmt| self.statement(stmt));
            block = match &content.terminator {
                Terminator::Goto(targets) => targets[0],
                Terminator::Branch { kind, condition, then, otherwise } => match self.value(condition) {
                    Value::Bool(true) => *then,
                    _ => {
                        failed.extend(kind.throws().map(|_| block));
                        *otherwise
                    }
                },
                _ => return failed,
            };
        }
        failed
    }
}

#[test]
fn executions_of_random_programs_are_allowed() {
    let seed = std::env::var("CLEW_RANDOM_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(25);
    let mut writer = Writer { chance: Rng::with_seed(seed), text: "class R {\n".to_owned(), names: 0 };
    for method in 0..METHODS {
        let _ = writeln!(writer.text, "static int m{method}(int a, int b, int[] c, int[] d, long l) {{");
        let _ = writeln!(writer.text, "int x = a, y = 0; int[] e = c; long z = l;");
        (0..3).for_each(|_| writer.block(2));
        let _ = writeln!(writer.text, "return x + y;\n}}");
    }
    writer.text.push('}');
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("R.java");
    std::fs::write(&file, &writer.text).expect("a file");
    compile(std::slice::from_ref(&file), &[], folder.path());
    let world = world(folder.path());
    let summaries = Summaries::new(&world);
    let class = world.class(world.load("R").expect("the class"));
    let (mut verified, mut failures, mut seen) = (0, 0, 0);
    for id in class.methods.iter().copied().filter(|id| world.method(*id).name.starts_with('m')) {
        let code = world.code(id).expect("code");
        let report = verify(&summaries, id, &Assumptions::new()).expect("a report");
        assert!(report.followed, "{}", world.method(id).name);
        verified += report.checks.iter().filter(|check| check.verdict == Verdict::Verified).count();
        let name = &world.method(id).name;
        let points = Points::of(&summaries, id).expect("points");
        let mut visits = Vec::new();
        for _ in 0..RUNS {
            let chance = &mut writer.chance;
            let mut arrays: Vec<Vec<i32>> = (0..2).map(|_| vec![chance.i32(-3..9); chance.usize(..6)]).collect();
            arrays.push(Vec::new());
            let mut number = || NUMBERS[chance.usize(..NUMBERS.len())];
            let (a, b, l) = (number(), number(), i64::from(number()) << chance.u32(..33));
            let array = |which: usize| Value::Ref((which < 2).then_some(Object(which as u64)));
            let (c, d) = (array(chance.usize(..3)), array(chance.usize(..3)));
            let mut registers = vec![None; code.body.regs.len()];
            let args = [Value::Bv32(a), Value::Bv32(b), c, d, Value::Bv64(l)];
            for (param, value) in code.body.params.iter().zip(args) {
                registers[param.index()] = Some(value);
            }
            let thrown = Vec::new();
            let mut machine =
                Machine { world: &world, body: &code.body, registers, arrays, thrown, visits: Vec::new() };
            let failed = machine.run();
            for block in &failed {
                let site = code.checks.iter().find(|site| site.block == *block).expect("a check");
                let check = report.checks.iter().filter(|check| check.offset == site.offset);
                let is_open = check.filter(|check| check.verdict == Verdict::Open).count() > 0;
                assert!(is_open, "{name}, line {}: {:?} fails in {}", site.line, site.kind, writer.text);
            }
            failures += failed.len();
            visits.append(&mut machine.visits);
        }
        assert_eq!(points.contradicted(&visits), [], "{name} of {}", writer.text);
        seen += visits.len();
    }
    assert!(verified > 200 && failures > 1_000 && seen > 50_000, "{verified} {failures} {seen}");
}
