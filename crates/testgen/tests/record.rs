//! What a recorded run tells of the classes that it executes, and that their probes disturb nothing.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clew_testgen::replay::{Outcome, Point, Record, Recorded, ReplayOptions, ReplayServer};
use tempfile::TempDir;

type Checked = Result<(), Box<dyn Error>>;

const LIMIT: Duration = Duration::from_secs(20);

/// A newer JDK, which is used too where it is installed.
const NEWER_JDK: &str = "/usr/lib/jvm/temurin-25-jdk-amd64";

/// A comment behind a line says which test is the first to begin it, or that `nobody` does.
const CODE: &str = r#"package demo;
import java.util.function.IntUnaryOperator;
public class Code {
    static final int TABLE;
    static int seen;
    static {
        int sum = 0; // all
        for (int i = 0; i < 3; i++) { // all
            sum += i; // all
        }
        TABLE = sum; // all
    }
    final Object held;
    Code(boolean flag) {
        this(flag ? new StringBuilder( // nested
            "x") :
            null);
    }
    Code(Object held) {
        this.held = held; // nested
    }
    private static int half(int n) {
        return n / 2; // nested
    }
    private class Inner {
        private int quarter(int n) {
            return half(half(n)); // nested
        }
    }
    public static int nested(int n) {
        return new Code(n > 0).new Inner().quarter(n); // nested
    }
    public static int lambdas(int n) {
        IntUnaryOperator never = x -> // lambdas
            x + 1; // nobody
        IntUnaryOperator twice = x -> { // lambdas
            return x * 2; // lambdas
        };
        return twice.applyAsInt(n); // lambdas
    }
    public static int text(String word) {
        switch (word) { // text
            case "one":
                return 1; // nobody
            case "two":
                return 2; // text
            default:
                return 0; // nobody
        }
    }
    public static int thrown(int[] numbers, int at) {
        try {
            seen = 1; // thrown
            int number = numbers[at]; // thrown
            seen = number; // nobody
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1; // thrown
        } finally {
            seen++; // thrown
        }
        return 0; // nobody
    }
    public static int dense(int n) {
        switch (n) { case 1: return 10; case 2: return 20; case 3: return 30; default: return 0; } // switches
    }
    public static int sparse(int n) {
        switch (n) { case -5: return 10; case 70000: return 20; default: return 0; } // switches
    }
    public static int jumps(int a, int b, Object o, Object p) {
        int sum = 0; // jumps
        if (a == 0) sum += 1; // jumps
        if (a != 0) sum += 2; // jumps
        if (a < 0) sum += 4; // jumps
        if (a >= 0) sum += 8; // jumps
        if (a > 0) sum += 16; // jumps
        if (a <= 0) sum += 32; // jumps
        if (a == b) sum += 64; // jumps
        if (a != b) sum += 128; // jumps
        if (a < b) sum += 256; // jumps
        if (a >= b) sum += 512; // jumps
        if (a > b) sum += 1024; // jumps
        if (a <= b) sum += 2048; // jumps
        if (o == null) sum += 4096; // jumps
        if (o != null) sum += 8192; // jumps
        if (o == p) sum += 16384; // jumps
        if (o != p) sum += 32768; // jumps
        return sum; // jumps
    }
    @Override protected void finalize() {
        seen = 99; // nobody
    }
    public static int members() throws Exception {
        int count = Code.class.getDeclaredFields().length; // members
        for (var method : Code.class.getDeclaredMethods()) { // members
            count += method.getName().contains("clew") ? 100 : 0; // members
        }
        count += new Exception().getStackTrace().length > 100 ? 1000 : 0; // members
        count += Code.class.getPackage().getName().length(); // members
        return count; // members
    }
    public static String library() throws Exception {
        try {
            return Class.forName("org.objectweb.asm.ClassReader").getName(); // members
        } catch (ClassNotFoundException hidden) {
            return "hidden"; // members
        }
    }
}
"#;

const TESTS: &str = r#"package demo;
public class CodeTest {
    static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) throw new AssertionError(actual);
    }
    public void nested() { same(2, Code.nested(8)); }
    public void lambdas() { same(6, Code.lambdas(3)); }
    public void text() { same(2, Code.text("two")); }
    public void thrown() { same(-1, Code.thrown(new int[0], 0)); }
    public void switches() { same(50, Code.dense(2) + Code.dense(9) + Code.sparse(-5) + Code.sparse(70000)); }
    public void jumps() {
        for (int a = -1; a < 2; a++) for (int b = -1; b < 2; b++) Code.jumps(a, b, a == 0 ? null : "x", b == 0 ? null : "x");
        same(1 + 8 + 32 + 64 + 512 + 2048 + 4096 + 16384, Code.jumps(0, 0, null, null));
        same(2 + 8 + 16 + 128 + 512 + 1024 + 8192 + 32768, Code.jumps(1, 0, "x", null));
    }
    public void members() throws Exception { same(7, Code.members()); same("hidden", Code.library()); }
    public void fails() { Code.nested(8); throw new IllegalStateException("on purpose"); }
    public void leavesGarbage() throws Exception {
        for (int i = 0; i < 1000; i++) new Code((Object) "x");
        System.gc();
        Thread.sleep(200);
    }
}
"#;

struct Bench {
    server: ReplayServer,
    code: PathBuf,
    tests: PathBuf,
    folder: TempDir,
}

impl Bench {
    fn new(
        home: Option<&str>,
        code: &[(&str, &str)],
        tests: &[(&str, &str)],
        flags: &[&str],
    ) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let server = ReplayServer::start(ReplayOptions {
            java_home: home.map(PathBuf::from),
            supervisor: vec![env!("CARGO_BIN_EXE_clew-replay-supervisor").into()],
            ..ReplayOptions::default()
        })?;
        let javac = server.jdk().javac.clone();
        let (code_folder, test_folder) = (folder.path().join("code"), folder.path().join("tests"));
        compile(&javac, folder.path(), &code_folder, &code_folder, code, flags)?;
        compile(&javac, folder.path(), &test_folder, &code_folder, tests, flags)?;
        Ok(Self { server, code: code_folder, tests: test_folder, folder })
    }

    fn record(&mut self, class: &str, method: &str) -> Result<Recorded, Box<dyn Error>> {
        let class_path = [self.tests.clone(), self.code.clone()];
        Ok(self.server.record(&class_path, std::slice::from_ref(&self.code), class, method, LIMIT)?)
    }

    /// The record of a test that passes.
    fn passed(&mut self, class: &str, method: &str) -> Result<Record, Box<dyn Error>> {
        let Recorded { run, record } = self.record(class, method)?;
        assert_eq!(run.outcome, Outcome::Passed, "{method} tries {:?}", run.tried);
        Ok(record.ok_or("a run that passes has a record")?)
    }
}

fn compile(
    javac: &Path,
    work: &Path,
    out: &Path,
    class_path: &Path,
    sources: &[(&str, &str)],
    flags: &[&str],
) -> Checked {
    let mut command = Command::new(javac);
    command.args(["-g", "-nowarn", "-proc:none"]).args(flags).arg("-cp").arg(class_path).arg("-d").arg(out);
    for (name, text) in sources {
        let file = work.join(name);
        fs::write(&file, text)?;
        command.arg(file);
    }
    let output = command.output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// The lines that a record has begun, of all methods.
fn lines(record: &Record) -> BTreeSet<u32> {
    let points = record.executed.iter().flat_map(|executed| &executed.points);
    points.filter_map(|point| if let Point::Line(line) = point { Some(*line) } else { None }).collect()
}

/// The lines of the code whose comment names the test.
fn expected(name: &str) -> BTreeSet<u32> {
    let ends = |line: &str| line.ends_with(&format!(" // {name}"));
    (1..).zip(CODE.lines()).filter(|(_, line)| ends(line)).map(|(number, _)| number).collect()
}

/// How many different points there are of a method that are no lines.
fn edges(record: &Record, method: &str) -> Vec<Point> {
    let executed = record.executed.iter().find(|executed| executed.method.method == method);
    let points: BTreeSet<Point> = executed.into_iter().flat_map(|executed| executed.points.iter().copied()).collect();
    points.into_iter().filter(|point| !matches!(point, Point::Line(_))).collect()
}

fn every_line_is_told_by_the_test_that_begins_it(home: Option<&str>) -> Checked {
    let mut bench = Bench::new(home, &[("Code.java", CODE)], &[("CodeTest.java", TESTS)], &[])?;
    let mut all = BTreeSet::new();
    for test in ["nested", "lambdas", "text", "thrown", "switches", "jumps", "members"] {
        let record = bench.passed("demo.CodeTest", test)?;
        assert_eq!(record.unrecorded, Vec::<String>::new());
        let began = lines(&record);
        // A method's own line may be that of its return, which no comment names.
        for line in expected(test).union(&expected("all")) {
            assert!(began.contains(line), "{test} begins line {line}: {began:?}");
        }
        all.extend(began);
        // A second run in the same JVM, with what the first has made.
        assert_eq!(bench.passed("demo.CodeTest", test)?, record, "{test}");
    }
    assert_eq!(all.intersection(&expected("nobody")).collect::<Vec<_>>(), Vec::<&u32>::new());
    Ok(())
}

#[test]
fn lines_are_recorded_wherever_they_are() -> Checked {
    every_line_is_told_by_the_test_that_begins_it(None)
}

#[test]
fn lines_are_recorded_on_a_newer_jdk() -> Checked {
    if Path::new(NEWER_JDK).exists() {
        every_line_is_told_by_the_test_that_begins_it(Some(NEWER_JDK))?;
    }
    Ok(())
}

#[test]
fn old_class_files_without_frames_are_recorded() -> Checked {
    // No newer compiler makes class files without frames; those of Java 8 are the oldest, and have private accessors.
    let code = "package demo; public class Old { public static int f(int n) { int s = 0;\n while (n > 0) { s += n--;\n } return s; } }";
    let tests =
        "package demo; public class OldTest { public void t() { if (Old.f(3) != 6) throw new AssertionError(); } }";
    let mut bench = Bench::new(None, &[("Old.java", code)], &[("OldTest.java", tests)], &["--release", "8"])?;
    assert_eq!(lines(&bench.passed("demo.OldTest", "t")?), BTreeSet::from([1, 2, 3]));
    Ok(())
}

#[test]
fn edges_of_jumps_and_switches_are_recorded() -> Checked {
    let mut bench = Bench::new(None, &[("Code.java", CODE)], &[("CodeTest.java", TESTS)], &[])?;
    let record = bench.passed("demo.CodeTest", "switches")?;
    assert!(matches!(edges(&record, "dense")[..], [Point::Case(at, 2), Point::Default(other)] if at == other));
    assert!(matches!(edges(&record, "sparse")[..], [Point::Case(_, -5), Point::Case(_, 70000)]));
    // Sixteen jumps, each done and not done.
    let jumps = edges(&bench.passed("demo.CodeTest", "jumps")?, "jumps");
    assert_eq!(jumps.len(), 32, "{jumps:?}");
    Ok(())
}

#[test]
fn only_a_run_that_passes_has_a_record_and_finalizers_are_no_part_of_it() -> Checked {
    let mut bench = Bench::new(None, &[("Code.java", CODE)], &[("CodeTest.java", TESTS)], &[])?;
    let failed = bench.record("demo.CodeTest", "fails")?;
    assert!(matches!(failed.run.outcome, Outcome::Failed { .. }) && failed.record.is_none(), "{failed:?}");
    let garbage = lines(&bench.passed("demo.CodeTest", "leavesGarbage")?);
    assert!(garbage.is_disjoint(&expected("nobody")), "{garbage:?}");
    Ok(())
}

#[test]
fn what_takes_no_probes_is_named_and_runs_all_the_same() -> Checked {
    // Near the limit of 65,535 bytes for a method, with a line for each of its many small statements.
    let statements = "n++;\n".repeat(14_000);
    let large = format!(
        "package demo; public class Large {{ public static int f(int n) {{\n{statements}return n; }}\npublic static int g() {{ return 1; }} }}"
    );
    let marked = "package demo; @Marked(at = \"x\") public class Broken { public static int f() { return 2; } }";
    let annotation = "package demo; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) @interface Marked { String at(); }";
    let tests = "package demo; public class LargeTest {
        public void t() { if (Large.f(1) != 14001 || Large.g() != 1 || Broken.f() != 2) throw new AssertionError(); }
    }";
    let code = [("Large.java", large.as_str()), ("Broken.java", marked), ("Marked.java", annotation)];
    let mut bench = Bench::new(None, &code, &[("LargeTest.java", tests)], &[])?;
    // An annotation whose value is of a kind that there is not: nobody reads it, so the class runs.
    let file = bench.folder.path().join("code/demo/Broken.class");
    let mut bytes = fs::read(&file)?;
    let is_value = |w: &[u8]| w[..6] == [0, 0, 0, 11, 0, 1] && w[8..10] == [0, 1] && w[12] == b's';
    let at = bytes.windows(13).position(is_value).ok_or("the annotation is there")?;
    bytes[at + 12] = b'Q';
    fs::write(&file, bytes)?;
    let record = bench.passed("demo.LargeTest", "t")?;
    assert_eq!(record.unrecorded.len(), 2, "{:?}", record.unrecorded);
    assert!(record.unrecorded[0].starts_with("demo.Broken: it takes no probes ("), "{:?}", record.unrecorded);
    assert_eq!(record.unrecorded[1], "demo.Large#f(I)I: it is too large for probes");
    let told: Vec<String> = record.executed.iter().map(|executed| executed.method.to_string()).collect();
    assert_eq!(told, ["demo.Large#g()I"]);
    Ok(())
}
