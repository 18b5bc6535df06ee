//! The replay server against a real JVM: every outcome, and that none of them harms the next test.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use clew_testgen::replay::{ChangedClass, Fate, Outcome, ReplayError, ReplayOptions, ReplayServer, TestsOfClass};
use tempfile::TempDir;

type Checked = Result<(), Box<dyn Error>>;

const LIMIT: Duration = Duration::from_secs(20);

const CODE: &str = r#"
package demo;
public class Counter {
    static int count;
    public static int next() { return ++count; }
    public static int deep(int n) { return n == 0 ? 0 : 1 + deep(n + 1); }
}
"#;

const TESTS: &str = r#"
package demo;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

class CounterTest {
    @Test void startsAtOne() { assertEquals(1, Counter.next()); }
    @Test void startsAtOneAgain() { assertEquals(1, Counter.next()); }
    @Test void isWrong() { assertEquals(7, Counter.next(), "käse 50% + 1\nmore"); }
    @Test void throwsAsItShould() {
        assertThrows(ArithmeticException.class, () -> System.out.println(1 / (Counter.count)));
    }
    @Test void hasAssertions() { boolean on = false; assert on = true; assertTrue(on); }
    @Test void overflowsTheStack() { Counter.deep(1); }
    @Test void usesUpTheMemory() {
        java.util.List<long[]> all = new java.util.ArrayList<>();
        while (true) all.add(new long[1 << 20]);
    }
    @Test void exits() { System.exit(0); }
    static void work(long nanos) {
        java.lang.management.ThreadMXBean threads = java.lang.management.ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        while (threads.getCurrentThreadCpuTime() - start < nanos) Counter.next();
    }
    @Test void works() { work(500_000_000L); }
    @Test void worksForLong() { work(3_000_000_000L); }
    @Test void waits() throws Exception { while (true) Thread.sleep(20); }
    @Test void tellsItsProcess() { throw new RuntimeException("" + ProcessHandle.current().pid()); }
    @Test void neverEnds() { while (true) Counter.next(); }
    @Test @Disabled("on purpose") void isDisabled() { fail(); }
    @Test void assumesTooMuch() { Assumptions.assumeTrue(false); fail(); }
    @Test void isNoisy() throws Exception {
        System.out.println("ran 0 passed");
        System.err.println("noise");
        assertEquals(-1, System.in.read());
        new java.io.FileOutputStream(java.io.FileDescriptor.out).write("ran %% 0\nunfinished".getBytes());
    }
    @Test void floods() throws Exception {
        byte[] line = "flood\n".getBytes();
        java.io.OutputStream out = new java.io.FileOutputStream(java.io.FileDescriptor.out);
        while (true) out.write(line);
    }
    @Test void changesGlobals() {
        System.setProperty("clew.test", "left");
        System.clearProperty("line.separator");
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("Asia/Tokyo"));
        java.util.Locale.setDefault(java.util.Locale.CHINA);
    }
    @Test void seesCleanGlobals() {
        assertNull(System.getProperty("clew.test"));
        assertEquals("\n", System.getProperty("line.separator"));
        assertNotEquals("Asia/Tokyo", java.util.TimeZone.getDefault().getID());
        assertNotEquals(java.util.Locale.CHINA, java.util.Locale.getDefault());
    }
    @Test void hasAnExceptionThatFights() {
        throw new RuntimeException() {
            @Override public String getMessage() { throw new IllegalStateException(); }
            @Override public StackTraceElement[] getStackTrace() { return null; }
        };
    }
    static class Broken { static final int X = 1 / Counter.count; static void touch() {} }
    @Test void failsToInitialize() { Broken.touch(); }
}
"#;

/// A server, and a class path with the compiled code and tests.
struct Bench {
    server: ReplayServer,
    class_path: Vec<PathBuf>,
    _folder: TempDir,
}

impl Bench {
    fn new() -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let junit = jar("junit-platform-console-standalone-")?;
        let mut server = ReplayServer::start(ReplayOptions { libraries: vec![junit.clone()], ..options() })?;
        let code = write(folder.path(), "Counter.java", CODE)?;
        let tests = write(folder.path(), "CounterTest.java", TESTS)?;
        let classes = folder.path().join("made by 'compile', ünïcode");
        server.compile(&classes, &[], &[code])?.expect("the code compiles");
        server.compile(&classes, &[classes.clone(), junit], &[tests])?.expect("the tests compile");
        Ok(Self { server, class_path: vec![classes], _folder: folder })
    }

    fn run(&mut self, method: &str) -> Result<Outcome, ReplayError> {
        self.run_within(method, LIMIT)
    }

    fn run_within(&mut self, method: &str, limit: Duration) -> Result<Outcome, ReplayError> {
        Ok(self.server.run(&self.class_path, "demo.CounterTest", method, limit)?.outcome)
    }

    fn exception(&mut self, method: &str) -> Result<String, ReplayError> {
        match self.run(method)? {
            Outcome::Failed { exception, .. } => Ok(exception),
            other => Ok(format!("{other:?}")),
        }
    }
}

fn options() -> ReplayOptions {
    ReplayOptions { supervisor: vec![env!("CARGO_BIN_EXE_clew-replay-supervisor").into()], ..ReplayOptions::default() }
}

fn jar(prefix: &str) -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars");
    for entry in fs::read_dir(&folder).map_err(|error| format!("{error}; run ./setup for the jars"))? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(prefix) {
            return Ok(entry.path());
        }
    }
    Err(format!("no {prefix}*.jar; run ./setup").into())
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, std::io::Error> {
    let file = folder.join(name);
    fs::write(&file, text)?;
    Ok(file)
}

#[test]
fn tests_kill_a_mutant_or_do_not_and_the_jvm_refuses_what_is_no_class() -> Checked {
    let mut bench = Bench::new()?;
    let file = fs::read(bench.class_path[0].join("demo/Counter.class"))?;
    // `++count`: the constant 1, and the addition.
    let count = file.windows(2).position(|bytes| bytes == [0x04, 0x60]).ok_or("no increment")?;
    let with = |bytes: [u8; 2]| {
        let mut file = file.clone();
        file[count..count + 2].copy_from_slice(&bytes);
        file
    };
    let (subtracts, adds_floats) = (with([0x04, 0x64]), with([0x0b, 0x60]));
    let mut fate = |file: &[u8], methods: &[&str], limit: Duration| {
        let methods = methods.iter().map(ToString::to_string).collect();
        let tests = [TestsOfClass { class: "demo.CounterTest".into(), methods }];
        let mutant = ChangedClass { name: "demo.Counter", file };
        bench.server.run_on_mutant(&bench.class_path, mutant, &tests, limit).map(|(fate, _)| fate)
    };
    assert_eq!(fate(&file, &["hasAssertions", "startsAtOne"], LIMIT)?, Fate::Survived);
    assert_eq!(fate(&subtracts, &["hasAssertions", "startsAtOne"], LIMIT)?, Fate::Killed);
    assert_eq!(fate(&subtracts, &["hasAssertions"], LIMIT)?, Fate::Survived);
    assert_eq!(fate(&file, &["startsAtOne"], LIMIT)?, Fate::Survived, "nothing of a mutant is left");
    assert_eq!(fate(&adds_floats, &["hasAssertions"], LIMIT)?, Fate::Refused);
    assert_eq!(fate(&file[..40], &["hasAssertions"], LIMIT)?, Fate::Refused);
    assert_eq!(fate(&subtracts, &["neverEnds"], Duration::from_millis(200))?, Fate::TimedOut);
    assert_eq!(fate(&subtracts, &["usesUpTheMemory"], LIMIT)?, Fate::Killed);
    assert_eq!(fate(&subtracts, &["exits"], LIMIT)?, Fate::Killed);
    assert_eq!(fate(&file, &["startsAtOne"], LIMIT)?, Fate::Survived);
    Ok(())
}

#[test]
fn every_outcome_is_told_and_leaves_no_trace() -> Checked {
    let mut bench = Bench::new()?;
    for method in [
        "startsAtOne",
        "startsAtOneAgain",
        "startsAtOne",
        "throwsAsItShould",
        "hasAssertions",
        "isNoisy",
        "changesGlobals",
        "seesCleanGlobals",
    ] {
        assert_eq!(bench.run(method)?, Outcome::Passed, "{method}");
    }
    for method in ["isDisabled", "assumesTooMuch"] {
        assert_eq!(bench.run(method)?, Outcome::Skipped, "{method}");
    }
    let Outcome::Failed { exception, message, trace } = bench.run("isWrong")? else {
        return Err("isWrong should fail".into());
    };
    assert_eq!(exception, "org.opentest4j.AssertionFailedError");
    assert_eq!(message, "käse 50% + 1\nmore ==> expected: <7> but was: <1>");
    assert!(trace.contains("\n") && trace.contains("demo.CounterTest.isWrong(CounterTest.java:"));
    assert_eq!(bench.exception("hasAnExceptionThatFights")?, "demo.CounterTest$1");
    assert_eq!(bench.exception("failsToInitialize")?, "java.lang.ExceptionInInitializerError");
    Ok(())
}

#[test]
fn a_jvm_that_a_test_has_broken_is_replaced() -> Checked {
    let mut bench = Bench::new()?;
    assert_eq!(bench.exception("overflowsTheStack")?, "java.lang.StackOverflowError");
    assert_eq!(bench.exception("usesUpTheMemory")?, "java.lang.OutOfMemoryError");
    assert_eq!(bench.run("startsAtOne")?, Outcome::Passed);
    assert_eq!(bench.run("exits")?, Outcome::Crashed);
    assert_eq!(bench.run("startsAtOne")?, Outcome::Passed);
    for method in ["neverEnds", "floods"] {
        let start = Instant::now();
        let limit = Duration::from_millis(300);
        assert_eq!(bench.run_within(method, limit)?, Outcome::TimedOut);
        assert!(start.elapsed() < LIMIT, "{method}");
        assert_eq!(bench.run("startsAtOne")?, Outcome::Passed);
    }
    Ok(())
}

#[test]
fn what_cannot_be_run_is_an_error_of_the_input() -> Checked {
    let mut bench = Bench::new()?;
    let error = bench.run("isNotThere").expect_err("there is no such method");
    assert_eq!(
        error.to_string(),
        "the test demo.CounterTest#isNotThere could not be run: there is no method isNotThere() in demo.CounterTest"
    );
    let error = bench.server.run(&[], "demo.CounterTest", "startsAtOne", LIMIT).expect_err("there is no such class");
    assert!(error.to_string().contains("is not on the class path"));
    let error = ReplayServer::start(ReplayOptions { java_home: Some(PathBuf::from("/no/jdk/here")), ..options() })
        .expect_err("there is no JDK");
    assert!(matches!(error, ReplayError::NoJdk(_)), "{error}");
    Ok(())
}

#[test]
fn compile_errors_name_their_places() -> Checked {
    let folder = tempfile::tempdir()?;
    let mut server = ReplayServer::start(options())?;
    let bad = write(folder.path(), "Bad.java", "class Bad {\n  int x = \"no\";\n  Missing y;\n}\n")?;
    let out = folder.path().join("out");
    let errors = server.compile(&out, &[], std::slice::from_ref(&bad))?.expect_err("the source is wrong");
    let mut places: Vec<_> = errors.iter().map(|error| (error.file.clone(), error.line)).collect();
    places.sort();
    assert_eq!(places, [(Some(bad.clone()), Some(2)), (Some(bad), Some(3))]);
    assert!(errors.iter().any(|error| error.message.contains("incompatible types")));
    let missing = folder.path().join("NotThere.java");
    let result = server.compile(&out, &[], &[missing]);
    assert!(!matches!(result, Ok(Ok(()))), "{result:?}");
    Ok(())
}

/// A JVM that is kept from running, as by a machine that is very busy, for as long as this lives.
struct Stopped(String);

impl Stopped {
    fn stop(process: &str) -> Result<Self, Box<dyn Error>> {
        let stopped = Self(process.to_owned());
        signal("-STOP", &stopped.0)?;
        Ok(stopped)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        let _ = signal("-CONT", &self.0);
    }
}

fn signal(name: &str, process: &str) -> Checked {
    let status = Command::new("kill").args([name, process]).status()?;
    if status.success() { Ok(()) } else { Err(format!("kill {name} {process}: {status}").into()) }
}

#[test]
fn a_busy_machine_does_not_end_a_test() -> Checked {
    let mut bench = Bench::new()?;
    let Outcome::Failed { message: jvm, .. } = bench.run("tellsItsProcess")? else {
        return Err("it should fail".into());
    };
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        let stopped = Stopped::stop(&jvm).map_err(|error| error.to_string())?;
        thread::sleep(Duration::from_millis(2500));
        drop(stopped);
        Ok::<_, String>(())
    });
    // By the clock it takes longer than that.
    let outcome = bench.run_within("works", Duration::from_millis(1500))?;
    stopper.join().expect("no panic")?;
    assert_eq!(outcome, Outcome::Passed);
    Ok(())
}

#[test]
fn waiting_and_working_both_use_up_time() -> Checked {
    let mut bench = Bench::new()?;
    for method in ["waits", "worksForLong"] {
        let start = Instant::now();
        assert_eq!(bench.run_within(method, Duration::from_secs(1))?, Outcome::TimedOut, "{method}");
        assert!(start.elapsed() >= Duration::from_secs(1), "{method}");
    }
    Ok(())
}
