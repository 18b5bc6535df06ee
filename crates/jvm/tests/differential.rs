//! Translated code, run by a small interpreter, against the JVM: arithmetic, control, moves on the stack, arrays.

mod common;

use clew_base::FastMap;
use clew_ir::{Body, ElementKind, Expr, Inst, Object, Reg, Terminator, Value, eval_expr};
use clew_jvm::World;
use common::{code, compile, jdk, world_of};
use std::process::Command;

/// The methods under test take two numbers and an array of five `long`s, and give a `long`.
const METHODS: &str = r#"
static long fresh(int a, int b, long[] m) { return a++ + ++a * b-- - --b; }
static long chain(int a, int b, long[] m) { long x, y; x = y = m[0] = m[1] = a * 31L + b; m[2] += x++ - --y; return x ^ y ^ m[2]; }
static long swap(int a, int b, long[] m) { b = a + (a = b); int t = a; a = b; b = t; return a * 7L - b; }
static long elements(int a, int b, long[] m) { m[a & 3]++; --m[b & 3]; return m[a & 3]++ * 3 + ++m[b & 3] + (m[4] <<= a); }
static long ternary(int a, int b, long[] m) { return (a > b ? a : b) * (a == b ? 2L : (a < 0 ? -1 : 1)) + (b != 0 ? 1 : m[0]); }
static long shifts(int a, int b, long[] m) { return (a << b) + (a >> b) + (a >>> b) + ((long) a << b) + (((long) a) >>> b) + (m[1] >> a); }
static long bits(int a, int b, long[] m) { return (a & b) + (a | ~b) * 5L + (a ^ b) + (byte) a + (short) b * 3 + (char) a; }
static long caught(int a, int b, long[] m) { try { return a / b + a % b; } catch (ArithmeticException e) { return 99; } finally { m[0] = 5; } }
static long bounds(int a, int b, long[] m) { try { return m[a] + m[b]; } catch (ArrayIndexOutOfBoundsException e) { return m[2]; } }
static long nested(int a, int b, long[] m) { try { try { if (a > b) throw new ArithmeticException(); return m[a]; } catch (ArithmeticException e) { return 1 / b; } } catch (RuntimeException e) { return -5; } }
static long loops(int a, int b, long[] m) { long s = 0; outer: for (int i = 0; i < (a & 15); i++) { for (int j = i; ; j += 2) { if (j > (b & 31)) continue outer; if (j == 13) break outer; s += i * j; } } return s; }
static long switches(int a, int b, long[] m) { long r = 0; switch (a & 7) { case 0: r = 1; case 1: r += 2; break; case 5: r = 7; break; default: r = -1; } switch (b) { case -1000000: return r; case 7: case 1 << 30: return -r; } return r * 2; }
static long sizes(int a, int b, long[] m) { try { int[][] x = new int[a % 5][b % 4]; return x.length * 10 + x[0].length; } catch (NegativeArraySizeException e) { return -1; } catch (IndexOutOfBoundsException e) { return -2; } }
static long nulls(int a, int b, long[] m) { long[] n = a > b ? m : null; try { return n[0]; } catch (NullPointerException e) { return n == null ? 3 : 4; } }
static long narrow(int a, int b, long[] m) { byte[] x = new byte[3]; char[] c = { (char) a, 'x' }; short[] s = { (short) b }; x[1] = (byte) a; x[2] += b; return x[1] * 3 + x[2] + c[0]++ + ++c[0] + s[0]--; }
static long compare(int a, int b, long[] m) { long x = a, y = b; int r = 0; if (x < y) r |= 1; if (x <= y) r |= 2; if (x == y) r |= 4; boolean z = x != y && !(y > x) || x >= 3; return z ? r : -r; }
static long doubles(int a, int b, long[] m) { double d = a; float f = b; d = d / f; f += d; if (d < f || d != d) return (long) (d * 1e3); return (int) f + (d >= f ? 1 : 0) + (long) -d; }
static long mixed(int a, int b, long[] m) { long[] q = m; int i = 0; q[i++] = q[i++] = i + a; q[i] = i = 3; q[i] += i++ + b; return q[0] + q[1] * 2 + q[2] * 4 + q[3] * 8 + i; }
static long dowhile(int a, int b, long[] m) { int i = a & 7; long p = 1; do { p *= i-- + b; if (p % 3 == 0) continue; p++; } while (i > 0); return p; }
"#;

const NUMBERS: [i32; 9] = [0, 1, -1, 2, 3, 7, 13, i32::MIN, i32::MAX];

#[test]
fn translated_code_does_what_the_jvm_does() {
    let names: Vec<&str> =
        METHODS.lines().filter_map(|line| line.strip_prefix("static long ")?.split('(').next()).collect();
    let mut main = String::from(
        "public static void main(String[] x) { int[] ns = { 0, 1, -1, 2, 3, 7, 13, Integer.MIN_VALUE, Integer.MAX_VALUE };\n",
    );
    for name in &names {
        main.push_str(&format!(
            "for (int a : ns) for (int b : ns) {{ long[] m = {{ 10, 20, 30, 40, 50 }}; String r; try {{ r = \"\" + {name}(a, b, m); }} catch (Throwable t) {{ r = t.getClass().getName(); }} System.out.println(\"{name} \" + a + \" \" + b + \" \" + r + \" \" + java.util.Arrays.toString(m)); }}\n"
        ));
    }
    let folder = compile(&[("X.java", &format!("class X {{ {METHODS} {main} }} }}"))]);
    let output = Command::new(jdk().home.join("bin/java")).arg("-cp").arg(folder.path()).arg("X").output();
    let output = String::from_utf8(output.expect("java runs").stdout).expect("text");
    let world = world_of(folder.path());
    let mut ours = String::new();
    for name in &names {
        let code = code(&world, "X", name);
        for (a, b) in NUMBERS.iter().flat_map(|a| NUMBERS.iter().map(move |b| (*a, *b))) {
            let mut machine = Machine { world: &world, body: &code.body, values: FastMap::default(), heap: Vec::new() };
            let array = machine.new_thing(Thing::Array([10, 20, 30, 40, 50].map(Value::Bv64).to_vec()));
            let result = machine.run([Value::Bv32(a), Value::Bv32(b), array]);
            let Thing::Array(elements) = &machine.heap[0] else { panic!("the first object is the array") };
            let elements: Vec<String> = elements.iter().map(number).collect();
            ours.push_str(&format!("{name} {a} {b} {result} [{}]\n", elements.join(", ")));
        }
    }
    for (ours, theirs) in ours.lines().zip(output.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.lines().count(), output.lines().count());
    assert_eq!(ours.lines().count(), names.len() * 81);
}

fn number(value: &Value) -> String {
    match value {
        Value::Bv32(value) => value.to_string(),
        Value::Bv64(value) => value.to_string(),
        other => panic!("{other:?} is no integer"),
    }
}

enum Thing {
    Array(Vec<Value>),
    Throwable(String),
}

/// Runs one body. An object is its position in the heap.
struct Machine<'a> {
    world: &'a World,
    body: &'a Body,
    values: FastMap<Reg, Value>,
    heap: Vec<Thing>,
}

impl Machine<'_> {
    fn new_thing(&mut self, thing: Thing) -> Value {
        self.heap.push(thing);
        Value::Ref(Some(Object(self.heap.len() as u64 - 1)))
    }

    fn run(&mut self, args: [Value; 3]) -> String {
        for (reg, arg) in self.body.params.iter().zip(args) {
            self.values.insert(*reg, arg);
        }
        let mut block = self.body.entry;
        loop {
            for stmt in &self.body.blocks[block].stmts {
                self.step(&stmt.inst);
            }
            block = match &self.body.blocks[block].terminator {
                Terminator::Goto(targets) => targets[0],
                Terminator::Branch { condition, then, otherwise, .. } => match self.eval(condition) {
                    Value::Bool(true) => *then,
                    _ => *otherwise,
                },
                Terminator::Switch { value, cases, default } => {
                    let value = self.int(value);
                    cases.iter().find(|(key, _)| *key == value).map_or(*default, |(_, target)| *target)
                }
                Terminator::Invoke { normal, .. } | Terminator::InitClass { normal, .. } => *normal,
                Terminator::Return(value) => return number(&self.eval(value.as_ref().expect("a value"))),
                Terminator::Throw(reg) => match self.thing(*reg) {
                    Thing::Throwable(class) => return class.replace('/', "."),
                    Thing::Array(_) => panic!("an array is thrown"),
                },
                Terminator::Unsupported(reason) => panic!("{reason}"),
            };
        }
    }

    fn thing(&mut self, reg: Reg) -> &mut Thing {
        match self.values[&reg] {
            Value::Ref(Some(Object(position))) => &mut self.heap[position as usize],
            ref other => panic!("{other:?} is no object"),
        }
    }

    fn elements(&mut self, reg: Reg) -> &mut Vec<Value> {
        match self.thing(reg) {
            Thing::Array(elements) => elements,
            Thing::Throwable(_) => panic!("not an array"),
        }
    }

    fn eval(&self, expr: &Expr) -> Value {
        eval_expr(expr, &mut |reg| self.values.get(&reg).cloned()).expect("it has a value")
    }

    fn int(&self, expr: &Expr) -> i32 {
        match self.eval(expr) {
            Value::Bv32(value) => value,
            other => panic!("{other:?} is no int"),
        }
    }

    fn index(&self, expr: &Expr) -> usize {
        usize::try_from(self.int(expr)).expect("checked before")
    }

    fn step(&mut self, inst: &Inst) {
        let (dst, value) = match inst {
            Inst::Line(_) => return,
            Inst::Assign { dst, value } => (*dst, self.eval(value)),
            Inst::New { dst, class } | Inst::NewThrowable { dst, class } => {
                (*dst, self.new_thing(Thing::Throwable(class.to_string())))
            }
            Inst::NewArray { dst, array, length } => {
                let zero = if &**array == "[J" { Value::Bv64(0) } else { Value::Bv32(0) };
                (*dst, self.new_thing(Thing::Array(vec![zero; self.index(length)])))
            }
            Inst::NewMultiArray { dst, lengths, .. } => {
                let row = self.index(&lengths[1]);
                let rows = (0..self.index(&lengths[0]))
                    .map(|_| self.new_thing(Thing::Array(vec![Value::Bv32(0); row])))
                    .collect();
                (*dst, self.new_thing(Thing::Array(rows)))
            }
            Inst::ArrayLength { dst, array } => {
                (*dst, Value::Bv32(i32::try_from(self.elements(*array).len()).expect("short")))
            }
            Inst::ArrayLoad { dst, array, index, .. } => {
                let index = self.index(index);
                (*dst, self.elements(*array)[index].clone())
            }
            Inst::ArrayStore { kind, array, index, value } => {
                let (index, value) = (self.index(index), self.eval(value));
                self.elements(*array)[index] = match (kind, value) {
                    (ElementKind::Byte, Value::Bv32(value)) => Value::Bv32(i32::from(value as i8)),
                    (ElementKind::Short, Value::Bv32(value)) => Value::Bv32(i32::from(value as i16)),
                    (ElementKind::Char, Value::Bv32(value)) => Value::Bv32(i32::from(value as u16)),
                    (_, value) => value,
                };
                return;
            }
            Inst::InstanceOf { dst, object, class } => {
                let Thing::Throwable(made) = self.thing(*object) else { panic!("only throwables are tested") };
                let made = made.clone();
                let (made, class) = (self.world.load(&made), self.world.load(class));
                let is = self.world.is_subtype(made.expect("loads"), class.expect("loads"));
                (*dst, Value::Bool(is))
            }
            other => panic!("not needed here: {other:?}"),
        };
        self.values.insert(dst, value);
    }
}
