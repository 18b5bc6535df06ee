//! Mutants of classes on a real JVM: it takes each of them, and each does what its words say.

mod common;

use clew_jvm::{Method, MethodId, MutantOperator, Mutants, World};
use common::{compile, compile_into, jdk, world_of};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Defines the class `M` of each file of a folder in a loader of its own and prints, for each line of standard input, the file
/// and what the method returns that stands there: a static one without parameters.
const DRIVER: &str = r#"
import java.nio.file.*;
import java.util.*;
public class Driver {
    static class Loader extends ClassLoader {
        final byte[] bytes;
        Loader(byte[] bytes) { super(Driver.class.getClassLoader()); this.bytes = bytes; }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals("M") ? define() : super.loadClass(name, resolve);
        }
        synchronized Class<?> define() {
            Class<?> known = findLoadedClass("M");
            return known == null ? defineClass("M", bytes, 0, bytes.length) : known;
        }
    }
    public static void main(String[] arguments) throws Exception {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String[] line = lines.nextLine().split(" ");
            byte[] bytes = Files.readAllBytes(Paths.get(arguments[0], line[0]));
            String told;
            try {
                Class<?> mutant = new Loader(bytes).define();
                java.lang.reflect.Method tried = mutant.getDeclaredMethod("try_" + line[1]);
                tried.setAccessible(true);
                told = String.valueOf(tried.invoke(null));
            } catch (java.lang.reflect.InvocationTargetException thrown) {
                told = String.valueOf(thrown.getCause());
            }
            System.out.println(told);
        }
    }
}
"#;

/// What each mutant of a method of `M` does, a line each: the change, and what `try_NAME` then returns. The first line is what it
/// returns without any.
fn told(folder: &Path, name: &str) -> String {
    let world = world_of(folder);
    let class = world.load("M").expect("the class loads");
    let methods = methods(&world, |method| *method.name == *name);
    let mutants = world.mutants(class, &methods).expect("the class file is there");
    let own = world.code(methods[0]).expect("the code is translated");
    for mutant in &mutants.mutants {
        let changed = world.code_of_mutant(&mutants, mutant).expect("the code of a mutant is translated");
        assert_ne!(format!("{:?}", changed.body), format!("{:?}", own.body), "{}", mutant.change);
    }
    let results = run(folder, &mutants, name);
    let mut text = format!("{}\n", results[0]);
    for (mutant, result) in mutants.mutants.iter().zip(&results[1..]) {
        let _ = writeln!(text, "{}: {} -> {result}", mutant.operator.name(), mutant.change);
    }
    text
}

fn methods(world: &World, holds: impl Fn(&Method) -> bool) -> Vec<MethodId> {
    let class = world.class(world.load("M").expect("the class loads"));
    class.methods.iter().copied().filter(|id| holds(&world.method(*id))).collect()
}

/// Runs `try_NAME` of the class as it is and of each mutant, in a JVM that verifies all classes.
fn run(folder: &Path, mutants: &Mutants, name: &str) -> Vec<String> {
    let files = tempfile::tempdir().expect("a temporary folder");
    let mut requests = String::new();
    let all = std::iter::once(mutants.unchanged().to_vec());
    for (number, file) in all.chain(mutants.mutants.iter().map(|mutant| mutants.class_file(mutant))).enumerate() {
        std::fs::write(files.path().join(number.to_string()), file).expect("a file");
        let _ = writeln!(requests, "{number} {name}");
    }
    let input = files.path().join("requests");
    std::fs::write(&input, requests).expect("a file");
    let output = Command::new(jdk().home.join("bin/java"))
        .args(["-ea", "-Xverify:all", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(folder)
        .arg("Driver")
        .arg(files.path())
        .stdin(std::fs::File::open(&input).expect("a file"))
        .output()
        .expect("java runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(str::to_owned).collect()
}

/// Compiles a class `M` with these members.
fn class(members: &str) -> tempfile::TempDir {
    compile(&[("Driver.java", DRIVER), ("M.java", &format!("public class M {{\n{members}\n}}"))])
}

/// A method that counts, and what it has counted where it is called with 4, 5 and 6.
fn counting(name: &str, parameter: &str, body: &str) -> String {
    format!(
        "static void {name}({parameter}) {{ {body} }}
        static String try_{name}() {{
            StringBuilder all = new StringBuilder();
            for (int a = 4; a <= 6; a++) {{ n = 0; {name}(a); all.append(n).append(' '); }}
            return all.toString().trim();
        }}"
    )
}

#[test]
fn conditions_become_others() {
    let members = [
        "static int n; static void add() { n++; }".to_owned(),
        counting("less", "int a", "if (a < 5) add();"),
        counting("most", "int a", "if (a <= 5) add();"),
        counting("more", "int a", "if (a > 5) add();"),
        counting("least", "int a", "if (a >= 5) add();"),
        counting("same", "int a", "if (a == 5) add();"),
        counting("other", "int a", "if (a != 5) add();"),
        counting("either", "int a", "if (a < 5 || a > 5) add();"),
        counting("round", "int a", "do { add(); a++; } while (a < 6 && n < 9);"),
        counting("wide", "long a", "if (a < 5L) add();"),
        counting("real", "double a", "if (a < 5.0) add();"),
        counting("absent", "Object a", "if (a == null) add();"),
        counting("flag", "int a", "boolean b = a == 5; if (b) add();"),
        counting("alike", "Integer a", "Object b = a; if (a == b) add();"),
    ];
    let folder = class(&members.join("\n"));
    let expected = [
        ("less", "1 0 0", "< became <= -> 1 1 0", "< became >= -> 0 1 1"),
        ("most", "1 1 0", "<= became < -> 1 0 0", "<= became > -> 0 0 1"),
        ("more", "0 0 1", "> became >= -> 0 1 1", "> became <= -> 1 1 0"),
        ("least", "0 1 1", ">= became > -> 0 0 1", ">= became < -> 1 0 0"),
        ("wide", "1 0 0", "< became <= -> 1 1 0", "< became >= -> 0 1 1"),
        ("real", "1 0 0", "< became <= -> 1 1 0", "< became >= -> 0 1 1"),
    ];
    for (name, usual, boundary, negation) in expected {
        let told = told(folder.path(), name);
        let of_condition = |line: &&str| line.starts_with("boundary") || line.starts_with("negation");
        assert_eq!(told.lines().next(), Some(usual));
        let expected = [format!("boundary: {boundary}"), format!("negation: {negation}")];
        assert_eq!(told.lines().filter(of_condition).collect::<Vec<_>>(), expected);
    }
    let negation =
        |name| told(folder.path(), name).lines().find(|line| line.starts_with("negation")).map(str::to_owned);
    assert_eq!(negation("same").as_deref(), Some("negation: == became != -> 1 0 1"));
    assert_eq!(negation("other").as_deref(), Some("negation: != became == -> 0 1 0"));
    assert_eq!(negation("absent").as_deref(), Some("negation: == null became != null -> 1 1 1"));
    assert_eq!(negation("alike").as_deref(), Some("negation: == became != -> 0 0 0"));
    assert!(told(folder.path(), "flag").contains("negation: a condition became its contrary -> 1 0 1"));
    let either = told(folder.path(), "either");
    for line in ["boundary: < became <= -> 1 1 1", "boundary: > became >= -> 1 1 1", "negation: < became >= -> 0 1 1"] {
        assert!(either.contains(line), "{either}");
    }
    let round = told(folder.path(), "round");
    for line in ["boundary: < became <= -> 3 2 1", "negation: < became >= -> 1 9 9", "negation: < became >= -> 1 1 1"] {
        assert!(round.contains(line), "{round}");
    }
}

#[test]
fn operators_on_all_types_of_numbers_become_others() {
    let arithmetic = [("+", "-", [9.0, 5.0]), ("-", "+", [5.0, 9.0]), ("*", "/", [14.0, 3.5]), ("/", "*", [3.5, 14.0])];
    let arithmetic = arithmetic.into_iter().chain([("%", "*", [1.0, 14.0])]);
    let bits = [("&", "|", [2.0, 7.0]), ("|", "&", [7.0, 2.0]), ("^", "&", [5.0, 2.0])];
    let shifts = [("<<", ">>", [28.0, 1.0]), (">>", "<<", [1.0, 28.0]), (">>>", "<<", [1.0, 28.0])];
    let whole: Vec<_> = arithmetic.clone().chain(bits).chain(shifts).collect();
    let mut members = String::new();
    let mut expected = Vec::new();
    for ty in ["int", "long", "float", "double"] {
        let is_whole = matches!(ty, "int" | "long");
        let operators = if is_whole { whole.clone() } else { arithmetic.clone().collect() };
        for (number, (from, to, values)) in operators.into_iter().enumerate() {
            let name = format!("{ty}{number}");
            let _ = writeln!(
                members,
                "static {ty} {name}({ty} a, {ty} b) {{ return a {from} b; }} static String try_{name}() {{ return \"\" + (double) {name}(7, 2); }}"
            );
            let [usual, mutated] = values.map(|value: f64| if is_whole { value.trunc() } else { value });
            expected.push((name, format!("{usual:?}\nmath: {from} became {to} -> {mutated:?}\n")));
        }
        let _ = writeln!(
            members,
            "static {ty} neg_{ty}({ty} a) {{ return -a; }} static String try_neg_{ty}() {{ return \"\" + (double) neg_{ty}(7); }}"
        );
        expected.push((format!("neg_{ty}"), "-7.0\nmath: -x became x -> 7.0\n".to_owned()));
        if is_whole {
            let _ = writeln!(
                members,
                "static {ty} not_{ty}({ty} a) {{ return ~a; }} static String try_not_{ty}() {{ return \"\" + (double) not_{ty}(7); }}"
            );
            if ty == "int" {
                expected.push((format!("not_{ty}"), "-8.0\nmath: ~x became x -> 7.0\n".to_owned()));
            }
        }
    }
    let folder = class(&members);
    for (name, text) in expected {
        let told = told(folder.path(), &name);
        let returned = "return: the returned value became 0 -> 0.0\n";
        assert_eq!(told, format!("{text}{returned}"), "{name}");
    }
}

#[test]
fn increments_and_constants_become_others() {
    let returning = [
        ("up", "a++; return a;"),
        ("down", "a--; return a;"),
        ("far", "a -= 3; return a;"),
        ("farther", "a += 300; return a;"),
        ("last", "return a - Byte.MIN_VALUE + 0 * a;"),
        ("minus", "return a % -1 + a;"),
        ("five", "return 5 * a;"),
        ("byte_", "return 100 * a;"),
        ("bound", "return 127 * a;"),
        ("short_", "return 1000 * a;"),
        ("limit", "return 32767 * a;"),
        ("big", "return 40000 * a;"),
        ("long_", "long b = 1; return (int) (b * a);"),
        ("float_", "float b = 2; return (int) (b * a);"),
        ("double_", "double b = 0; return (int) (b * a);"),
        ("boolean_", "boolean b = true; if (a > 100) b = false; return b ? a : -a;"),
        ("listed", "int[] b = { 40, 50 }; return b[a - 7];"),
    ];
    let mut members = String::new();
    for (name, body) in returning {
        let _ = writeln!(
            members,
            "static int {name}(int a) {{ {body} }} static String try_{name}() {{ return \"\" + {name}(7); }}"
        );
    }
    let folder = class(&members);
    let of = |name: &str, operator: &str| -> Vec<String> {
        let text = told(folder.path(), name);
        text.lines().filter_map(|line| line.strip_prefix(operator)?.strip_prefix(": ")).map(str::to_owned).collect()
    };
    assert_eq!(of("up", "increment"), ["++ became -- -> 6"]);
    assert_eq!(of("down", "increment"), ["-- became ++ -> 8"]);
    assert_eq!(of("far", "increment"), ["-= 3 became += 3 -> 10"]);
    assert_eq!(of("farther", "increment"), ["+= 300 became -= 300 -> -293"]);
    assert_eq!(of("last", "constant"), ["-128 became -127 -> 134", "0 became 1 -> 142"]);
    assert_eq!(of("minus", "constant"), ["-1 became 0 -> java.lang.ArithmeticException: / by zero"]);
    assert_eq!(of("five", "constant"), ["5 became 4 -> 28"]);
    assert_eq!(of("byte_", "constant"), ["100 became 101 -> 707"]);
    assert_eq!(of("bound", "constant"), ["127 became 126 -> 882"]);
    assert_eq!(of("short_", "constant"), ["1000 became 1001 -> 7007"]);
    assert_eq!(of("limit", "constant"), ["32767 became 32766 -> 229362"]);
    assert_eq!(of("big", "constant"), [""; 0]);
    assert_eq!(of("long_", "constant"), ["1 became 0 -> 0"]);
    assert_eq!(of("float_", "constant"), ["2 became 1 -> 7"]);
    assert_eq!(of("double_", "constant"), ["0 became 1 -> 7"]);
    assert_eq!(
        of("boolean_", "constant"),
        ["true became false -> -7", "100 became 101 -> 7", "false became true -> 7"]
    );
    assert_eq!(
        of("listed", "constant"),
        [
            "40 became 41 -> 41",
            "50 became 51 -> 40",
            "7 became 8 -> java.lang.ArrayIndexOutOfBoundsException: Index -1 out of bounds for length 2"
        ]
    );
}

#[test]
fn other_values_are_returned() {
    let returning = [
        ("int", "number", "return 5;"),
        ("int", "zero", "return 0;"),
        ("long", "wide", "return Long.valueOf(3);"),
        ("long", "none", "return 0L;"),
        ("float", "small", "return 1.5f;"),
        ("double", "real", "return Math.sqrt(16);"),
        ("boolean", "yes", "return true;"),
        ("boolean", "asked", "return \"a\".isEmpty();"),
        ("boolean", "compared", "return Integer.parseInt(\"5\") > 3;"),
        ("Object", "text", "return \"text\";"),
        ("Object", "nothing", "return null;"),
        ("Object", "made", "return new StringBuilder(\"made\");"),
        ("int[]", "many", "return new int[0];"),
        ("int", "guarded", "synchronized (M.class) { return Integer.parseInt(\"8\"); }"),
        ("int", "last", "try { return Integer.parseInt(\"8\"); } finally { System.nanoTime(); }"),
        ("int", "chosen", "return System.nanoTime() == 0 ? 5 : 6;"),
    ];
    let mut members = String::new();
    for (ty, name, body) in returning {
        let value = if ty == "int[]" { format!("({name}() == null)") } else { format!("{name}()") };
        let _ = writeln!(
            members,
            "static {ty} {name}() {{ {body} }} static String try_{name}() {{ return \"\" + {value}; }}"
        );
    }
    let folder = class(&members);
    let of = |name: &str| -> Vec<String> {
        let text = told(folder.path(), name);
        let prefix = "return: the returned value became ";
        text.lines().filter_map(|line| line.strip_prefix(prefix)).map(str::to_owned).collect()
    };
    assert_eq!(of("number"), ["0 -> 0"]);
    assert_eq!(of("zero"), ["1 -> 1"]);
    assert_eq!(of("wide"), ["0, without the call of longValue -> 0"]);
    assert_eq!(of("none"), ["1 -> 1"]);
    assert_eq!(of("small"), ["0 -> 0.0"]);
    assert_eq!(of("real"), ["0, without the call of sqrt -> 0.0"]);
    assert_eq!(of("yes"), ["false -> false"]);
    assert_eq!(
        of("asked"),
        ["true, without the call of isEmpty -> true", "false, without the call of isEmpty -> false"]
    );
    assert_eq!(of("compared"), ["false -> false", "true -> true"]);
    assert_eq!(of("text"), ["null -> null"]);
    assert_eq!(of("nothing"), [""; 0]);
    assert_eq!(of("made"), ["null -> null"]);
    assert_eq!(of("many"), ["null -> true"]);
    assert_eq!(of("guarded"), [""; 0], "the monitor is left in between");
    assert_eq!(of("last"), ["0 -> 0"]);
    assert_eq!(of("chosen"), [""; 0], "two values come together");
}

#[test]
fn calls_of_void_methods_are_not_made() {
    let folder = class(
        "static int n; void add(int k) { n += k; } static void both(long a, long b) { n = 5; }
        void three(long a, int b) { n = 5; } void four(long a, int b, long c) { n = 5; } int value() { n++; return n; }
        static void runs(Runnable r) { r.run(); } static String try_runs() { n = 0; runs(() -> n = 5); return \"\" + n; }
        static void sums() { new M().add(7); } static String try_sums() { n = 0; sums(); return \"\" + n; }
        static void pairs() { both(3L, 4L); } static String try_pairs() { n = 0; pairs(); return \"\" + n; }
        static void mixes() { new M().three(3L, 7); } static String try_mixes() { n = 0; mixes(); return \"\" + n; }
        static void large() { new M().four(3L, 7, 4L); } static String try_large() { n = 0; large(); return \"\" + n; }
        static void drops() { new M().value(); } static String try_drops() { n = 0; drops(); return \"\" + n; }",
    );
    for (name, called, value) in
        [("runs", "run", "5"), ("sums", "add", "7"), ("pairs", "both", "5"), ("mixes", "three", "5")]
    {
        let told = told(folder.path(), name);
        assert!(told.starts_with(&format!("{value}\n")), "{told}");
        assert!(told.contains(&format!("call: the call of {called} is not made -> 0\n")), "{told}");
    }
    for name in ["large", "drops"] {
        let told = told(folder.path(), name);
        assert!(!told.contains("call: "), "there is no room, or a value: {told}");
    }
}

/// Code of all sorts that compilers add to.
const MADE: &str = r#"
    enum Colour { RED, GREEN }
    static int choose(String s) { switch (s) { case "a": return 8; case "b": return 9; default: return 7; } }
    static int sum(int[] all) { int sum = 0; for (int one : all) sum += one; return sum; }
    static void check(int a) { assert a > 3 && a < 9 : "wrong " + a; }
    static void close(AutoCloseable a) throws Exception { try (AutoCloseable b = a) { b.hashCode(); } }
    static boolean test(int a) { boolean b = a > 4; return b; }
    static int[] list() { return new int[] { 7, 8 }; }
    static void logs() { java.util.logging.Logger.getLogger("a").info("b"); }
    static String try_choose() { return ""; }
"#;

#[test]
fn what_a_compiler_adds_is_left_as_it_is() {
    let folder = class(MADE);
    let world = world_of(folder.path());
    let class = world.load("M").expect("the class loads");
    let changes = |name: &str| -> Vec<String> {
        let mutants = world.mutants(class, &methods(&world, |method| *method.name == *name)).expect("mutants");
        mutants.mutants.into_iter().map(|mutant| mutant.change).collect()
    };
    assert_eq!(changes("choose"), ["the returned value became 0"; 3]);
    assert_eq!(changes("sum"), ["0 became 1", "+ became -", "the returned value became 0"]);
    assert_eq!(changes("check"), [""; 0]);
    assert_eq!(changes("close"), [""; 0]);
    assert_eq!(
        changes("test"),
        [
            "4 became 5",
            "> became >=",
            "> became <=",
            "the returned value became true",
            "the returned value became false"
        ]
    );
    assert_eq!(changes("list"), ["7 became 8", "8 became 9"]);
    assert_eq!(changes("logs"), [""; 0]);
    let colour = world.load("M$Colour").expect("the class loads");
    let of_enum: Vec<MethodId> = world.class(colour).methods.to_vec();
    let of_enum: Vec<MethodId> =
        of_enum.into_iter().filter(|id| matches!(&*world.method(*id).name, "values" | "valueOf")).collect();
    assert_eq!(of_enum.len(), 2);
    assert_eq!(world.mutants(colour, &of_enum).expect("mutants").mutants, []);
}

#[test]
fn every_mutant_of_larger_classes_is_one_that_the_jvm_takes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let members = format!(
        "{MADE}
    interface Visitor {{ void visit(long a, Object b); }}
    final java.util.Map<String, Integer> map = new java.util.TreeMap<>(); long total; M next;
    M(M next) {{ this.next = next; total = next == null ? 0 : next.total + 1; }}
    int find(String key, int[][] grid) throws Exception {{
        try {{
            for (int[] row : grid) for (int i = 0; i < row.length; i++) if (row[i] % 3 == 1 || key.length() > i && i != 2) return i;
        }} catch (IllegalStateException | NullPointerException e) {{ throw new Exception(e); }} finally {{ map.clear(); total--; }}
        return map.getOrDefault(key, -1);
    }}
    double mean(double... all) {{ double sum = 0; for (double one : all) sum += one / all.length; return all.length == 0 ? Double.NaN : sum; }}
    void each(Visitor visitor) {{ for (M at = this; at != null; at = at.next) visitor.visit(at.total << 3 ^ 5L, at); }}
    synchronized long deep(int n) {{ return n <= 0 ? 1L : n * deep(n - 1); }}
    float scale(float a) {{ synchronized (map) {{ float b = -a; b++; return b * 2f; }} }}
    Object pick(Object a) {{ return a instanceof String ? ((String) a).trim() : a; }}"
    );
    let source = format!("public class M {{\n{members}\n static String try_all() {{ return \"\"; }} }}");
    compile_into(folder.path(), &[("Driver.java", DRIVER), ("M.java", &source)], &["-g"]);
    let is_meant = |method: &Method| method.has_code && !method.name.starts_with("try_");
    let world = world_of(folder.path());
    let class = world.load("M").expect("the class loads");
    let mutants = world.mutants(class, &methods(&world, is_meant)).expect("mutants");
    assert!(mutants.mutants.len() > 60, "{}", mutants.mutants.len());
    for operator in MutantOperator::ALL {
        assert!(mutants.mutants.iter().any(|mutant| mutant.operator == operator), "{operator:?}");
    }
    assert!(mutants.mutants.iter().all(|mutant| mutant.line > 0));
    // A class that is not sound ends the driver.
    assert_eq!(run(folder.path(), &mutants, "all"), vec![""; mutants.mutants.len() + 1]);
    let again = world_of(folder.path());
    let class = again.load("M").expect("the class loads");
    let same = again.mutants(class, &methods(&again, is_meant)).expect("mutants");
    let told = |mutants: &Mutants| mutants.mutants.iter().map(|it| mutants.class_file(it)).collect::<Vec<_>>();
    assert_eq!(told(&mutants), told(&same));
}
