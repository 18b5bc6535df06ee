//! The tests of a run pass together, as a launcher runs them: on the same classes, in one JVM, in any order.

mod support;

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::Project;

/// Static state of all sorts, and classes that see it.
const SOURCES: [(&str, &str); 6] = [
    ("demo/Receipt.java", include_str!("made/Receipt.java")),
    (
        "demo/Flags.java",
        "package demo;
import java.util.*;
public class Flags {
    private static boolean flag;
    static long count;
    static final List<String> LOG = new ArrayList<>();
    static final StringBuilder TRAIL = new StringBuilder();
    public static void set() { flag = true; }
    public static boolean isSet() { return flag; }
    public static long bump(int by) { if (by > 3) count += by; return count; }
    public static void log(String line) { if (line != null) LOG.add(line); }
    public static void trail(String line) { if (line != null) TRAIL.append(line); }
    public static void german() { Locale.setDefault(Locale.GERMAN); }
    public static void moscow() { TimeZone.setDefault(TimeZone.getTimeZone(\"GMT+3\")); }
    public static void property() { System.setProperty(\"demo.x\", \"y\"); }
}
",
    ),
    (
        "demo/User.java",
        "package demo;
public class User {
    private static class Hidden { static int n; }
    public static int use() { return Flags.isSet() ? 1 : 2; }
    public static int logged() { return Flags.LOG.isEmpty() ? 1 : 2; }
    public static int size() { return Flags.LOG.size() == 0 ? 1 : 2; }
    public static int trailed() { return Flags.TRAIL.length() == 0 ? 1 : 2; }
    public static int steps() { return Flags.TRAIL.length() < 1 ? 1 : 2; }
    public static int hidden(int a) { if (a == 5) Hidden.n++; return Hidden.n; }
    public static String upper() { return String.format(\"%.1f\", 0.5); }
}
",
    ),
    (
        "demo/Early.java",
        "package demo;
public class Early {
    static final StringBuilder MADE = new StringBuilder();
    public static int made() { return MADE.length(); }
}
",
    ),
    (
        "demo/Late.java",
        "package demo;
public class Late {
    static { Early.MADE.append('x'); }
    public static int half(int a) { return a > 6 ? a / 2 : 0; }
    public static int twice(int a) { return a > 6 ? a * 2 : 0; }
}
",
    ),
    (
        "demo/Gate.java",
        "package demo;
public class Gate {
    public static int pass(int a) { assert a > 0 : \"positive\"; return a; }
    public static int fail(int a) { if (a == 3) throw new AssertionError(\"three\"); return a; }
    public static int length(int[] a) { assert a.length > 0; return 1; }
}
",
    ),
];

/// Runs the tests of JUnit 4 in the order of their names, or in the opposite one.
const DRIVER: &str = "import java.util.*;
import org.junit.runner.*;
public class Driver {
    public static void main(String[] arguments) throws Exception {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : Arrays.asList(arguments).subList(1, arguments.length)) classes.add(Class.forName(name));
        Comparator<Description> order = Comparator.comparing(Description::getDisplayName);
        if (arguments[0].equals(\"reversed\")) order = order.reversed();
        Result result = new JUnitCore().run(Request.classes(classes.toArray(new Class<?>[0])).sortWith(order));
        System.out.println(result.getFailures());
        System.out.println(result.getRunCount() + \" run, \" + result.getAssumptionFailureCount() + \" left out\");
        System.exit(result.wasSuccessful() ? 0 : 1);
    }
}
";

/// Puts the tests of JUnit 5 in the opposite order of their names.
const REVERSED: &str = "import java.util.Comparator;
import org.junit.jupiter.api.*;
public class Reversed implements ClassOrderer, MethodOrderer {
    @Override public void orderClasses(ClassOrdererContext context) {
        context.getClassDescriptors().sort(Comparator.comparing((ClassDescriptor c) -> c.getTestClass().getName()).reversed());
    }
    @Override public void orderMethods(MethodOrdererContext context) {
        context.getMethodDescriptors().sort(Comparator.comparing((MethodDescriptor m) -> m.getMethod().getName()).reversed());
    }
}
";

/// The jars that `./setup` provides.
fn jars() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars");
    let entries = std::fs::read_dir(folder).expect("run ./setup first");
    entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.extension().is_some()).collect()
}

/// The program with its tests for JUnit 5.
fn tested() -> &'static Tested {
    static TESTED: OnceLock<Tested> = OnceLock::new();
    TESTED.get_or_init(|| Tested::make(&[], ("Reversed.java", REVERSED)))
}

/// The same with tests that Clew has not run.
fn unrun() -> &'static Tested {
    static UNRUN: OnceLock<Tested> = OnceLock::new();
    UNRUN.get_or_init(|| Tested::make(&["--no-replay"], ("Reversed.java", REVERSED)))
}

/// A program with the tests that Clew made of it, compiled.
struct Tested {
    project: Project,
    document: Json,
    /// The names of the test classes.
    classes: Vec<String>,
}

impl Tested {
    /// Generates with these flags, and compiles what came of it with another class.
    fn make(flags: &[&str], (name, helper): (&str, &str)) -> Tested {
        let project = Project::compile(&SOURCES);
        let run = project.clew(&[&["generate", "classes", "--format", "json"], flags].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let document = run.json();
        std::fs::write(project.path(name), helper).expect("a source");
        let mut sources: Vec<PathBuf> = std::fs::read_dir(project.path("clew-tests/demo"))
            .expect("the tests")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        sources.sort();
        let class = |path: &PathBuf| format!("demo.{}", path.file_stem().expect("a name").display());
        let classes = sources.iter().map(class).filter(|class| class.ends_with("Test")).collect();
        let tested = Tested { project, document, classes };
        let mut javac = Command::new("javac");
        javac.args(["-Xlint:-options", "-cp"]).arg(tested.class_path()).arg("-d").arg(tested.project.path("tests"));
        let output = javac.args(sources).arg(tested.project.path(name)).output().expect("javac");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        tested
    }

    fn class_path(&self) -> std::ffi::OsString {
        let folders = ["classes", "tests"].map(|folder| self.project.path(folder));
        std::env::join_paths(folders.into_iter().chain(jars())).expect("a class path")
    }

    /// Runs a main class, which has to succeed, and gives what it prints.
    fn java(&self, flags: &[&str], main: &str, arguments: &[&str]) -> String {
        let mut java = Command::new("java");
        java.args(flags).arg("-cp").arg(self.class_path()).arg(main).args(arguments);
        let output = java.output().expect("java");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        text
    }

    /// Runs all tests with JUnit 5, with more arguments of its launcher.
    fn junit5(&self, flags: &[&str], more: &[&str]) -> String {
        let tests = self.project.path("tests").display().to_string();
        let arguments =
            ["execute", "--disable-banner", "--fail-if-no-tests", "--details=summary", "--scan-class-path", &tests];
        self.java(flags, "org.junit.platform.console.ConsoleLauncher", &[&arguments, more].concat())
    }

    /// The tests that pass alone only, by name, with what is told of them.
    fn interfering(&self) -> BTreeMap<String, String> {
        let methods = self.document["methods"].as_array().expect("methods");
        let tests = methods.iter().flat_map(|method| method["tests"].as_array().expect("tests"));
        let told = |test: &Json| {
            let text = |key: &str| test[key].as_str().map(str::to_owned);
            (text("replay")? == "interferes").then_some(())?;
            Some((text("name")?, text("interference")?))
        };
        tests.filter_map(told).collect()
    }

    /// The text of a test class.
    fn text(&self, class: &str) -> String {
        std::fs::read_to_string(self.project.path(&format!("clew-tests/demo/{class}.java"))).expect("a test class")
    }
}

#[test]
fn tests_pass_in_other_locales_and_time_zones() {
    let tested = tested();
    for flags in [
        ["-Duser.language=tr", "-Duser.country=TR", "-Duser.timezone=Asia/Kolkata"],
        ["-Duser.language=ar", "-Duser.country=EG", "-Duser.timezone=America/St_Johns"],
        ["-Duser.language=th", "-Duser.country=TH", "-Duser.timezone=Pacific/Apia"],
    ] {
        tested.junit5(&flags, &[]);
    }
    let text = tested.text("ReceiptClewTest");
    for asserted in [
        "Locale.setDefault(Locale.ROOT);",
        "Locale.setDefault(savedLocale);",
        "TimeZone.setDefault(TimeZone.getTimeZone(\"UTC\"));",
        "assertEquals(\"order is ",
        "assertEquals(\"negative: -1\", thrown.getMessage());",
        "assertEquals(\"paid\", receipt.last());",
    ] {
        assert!(text.contains(asserted), "{asserted} in {text}");
    }
    let told = |name: &str| {
        let methods = tested.document["methods"].as_array().expect("methods").iter();
        let mut tests = methods.flat_map(|method| method["tests"].as_array().expect("tests"));
        let is_it = |test: &serde_json::Value| test["name"].as_str().is_some_and(|known| known.starts_with(name));
        let test = tests.find(|test| is_it(test) && test["null_argument"].is_null());
        test.unwrap_or_else(|| panic!("a test of {name}"))["sets"].clone()
    };
    assert_eq!(told("hour_"), serde_json::json!(["time_zone"]));
    assert_eq!(told("refuse_"), serde_json::json!(["locale"]));
    assert_eq!(told("width_"), serde_json::Value::Null);
    // What the class kept when it was initialized no test can set.
    let title = text.split("void ").find(|test| test.starts_with("title_")).expect("a test of title()");
    assert!(!title.contains("assert"), "{title}");
    let width = text.split("void ").find(|test| test.starts_with("width_")).expect("a test of width()");
    assert!(width.contains("assertEquals(") && !width.contains("setDefault"), "{width}");
    let fixed = text.split("void ").find(|test| test.starts_with("fixed_")).expect("a test of fixed()");
    assert!(fixed.contains("assertEquals(\"title\", result);") && !fixed.contains("setDefault"), "{fixed}");
}

#[test]
fn tests_for_junit_5_pass_in_every_order() {
    let tested = tested();
    let reversed = [
        "--config",
        "junit.jupiter.testclass.order.default=Reversed",
        "--config",
        "junit.jupiter.testmethod.order.default=Reversed",
    ];
    let by_name = [
        "--config",
        "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$ClassName",
        "--config",
        "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$MethodName",
    ];
    for order in [&[][..], &by_name, &reversed] {
        let text = tested.junit5(&["-ea"], order);
        assert!(text.contains("[         0 tests aborted         ]"), "{text}");
    }
    let count = |name: &str| tested.document["totals"][name].as_u64();
    assert_eq!((count("tests"), count("replay_confirmed"), count("replay_interfering")), (Some(57), Some(55), Some(2)));
}

#[test]
fn tests_for_junit_4_pass_in_every_order() {
    let tested = Tested::make(&["--junit", "4"], ("Driver.java", DRIVER));
    let classes: Vec<&str> = tested.classes.iter().map(String::as_str).collect();
    let backwards: Vec<&str> = classes.iter().rev().copied().collect();
    for arguments in [[&["by name"], &classes[..]].concat(), [&["reversed"], &backwards[..]].concat()] {
        let text = tested.java(&["-ea"], "Driver", &arguments);
        assert!(text.contains(" 0 left out"), "{text}");
    }
    let text = tested.java(&[], "Driver", &[&["by name"], &classes[..]].concat());
    assert!(text.contains(" 3 left out"), "{text}");
}

#[test]
fn what_a_test_changes_it_puts_back() {
    let tested = tested();
    let (flags, user) = (tested.text("FlagsClewTest"), tested.text("UserClewTest"));
    for line in [
        "    private Object savedFlag;",
        "        savedFlag = ClewHelpers.getField(Flags.class, null, \"flag\");",
        "ClewHelpers.setField(Flags.class, null, \"flag\", savedFlag);",
        "        savedCount = Flags.count;",
        "Flags.count = savedCount;",
        "        savedLocale = Locale.getDefault();",
        "TimeZone.setDefault(savedTimeZone);",
        "System.setProperties(savedProperties);",
        "    private Runnable restoreLog;",
        "        restoreLog = ClewHelpers.stateOf(Flags.LOG);",
        "        restoreLog.run();",
    ] {
        assert!(flags.contains(line), "{line} is missing in\n{flags}");
    }
    assert_eq!([flags.matches("@AfterEach").count(), flags.matches("finally").count()], [1, 0], "{flags}");
    assert!(
        user.contains("ClewHelpers.getField(ClewHelpers.classNamed(\"demo.User$Hidden\"), null, \"n\");"),
        "{user}"
    );
    assert!(!tested.text("LateClewTest").contains("@AfterEach"));
    let unrun = unrun();
    assert!(!unrun.text("FlagsClewTest").contains("@AfterEach"));
    assert!(unrun.interfering().is_empty());
}

#[test]
fn a_test_that_others_fail_behind_is_left_out_and_one_that_fails_behind_many() {
    let tested = tested();
    let interfering = tested.interfering();
    let names: Vec<&str> = interfering.keys().map(String::as_str).collect();
    assert_eq!(names, ["made_returns0", "trail_returns"], "{interfering:?}");
    assert!(interfering["trail_returns"].contains("demo.UserClewTest#"), "{interfering:?}");
    assert!(interfering["made_returns0"].contains("behind demo.LateClewTest#"), "{interfering:?}");
    let flags = tested.text("FlagsClewTest");
    assert!(!flags.contains("void trail_returns()") && flags.contains("trail_lineNull_returns()"), "{flags}");
    // Its class has no other test but that of the constructor, which asserts nothing.
    let early = tested.text("EarlyClewTest");
    assert!(!early.contains("assertEquals") && early.contains("newEarly_isMade"), "{early}");
    let methods = tested.document["methods"].as_array().expect("methods");
    for name in ["trail", "made"] {
        let method = methods.iter().find(|method| method["method"] == name).expect("the method");
        let lines = method["goals"].as_array().expect("goals").iter().filter(|goal| goal["kind"] == "line");
        assert!(
            lines.into_iter().all(|goal| goal["verdict"] == "reached" && goal["unconditional"] == true),
            "{method:#}"
        );
    }
}

#[test]
fn tests_that_need_assertions_are_left_out_without() {
    let tested = tested();
    let text = tested.junit5(&[], &[]);
    assert!(text.contains("[         3 tests aborted         ]"), "{text}");
    let gate = tested.text("GateClewTest");
    assert_eq!(
        gate.matches("assumeTrue(Gate.class.desiredAssertionStatus(), \"needs java -ea\");").count(),
        3,
        "{gate}"
    );
    let unrun = unrun();
    let text = unrun.junit5(&[], &["--include-methodname", ".*Gate.*throwsAssertionError.*"]);
    assert!(text.contains("[         3 tests aborted         ]"), "{text}");
}

#[test]
fn goals_of_tests_that_are_not_written_are_named() {
    let source = "package demo;
import java.util.HashMap;
import java.util.Map;
public final class Registry {
    private static final Registry INSTANCE = new Registry();
    private final Map<String, String> map = new HashMap<>();
    private Registry() { }
    public static Registry getInstance() { return INSTANCE; }
    public void register(String name) {
        if (map.putIfAbsent(name, \"x\") != null) throw new IllegalStateException(name);
    }
    public int size() { return map.size(); }
}
";
    let project = Project::compile(&[("demo/Registry.java", source)]);
    let run = project.clew(&["generate", "classes", "--max-steps", "6000"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let tests = std::fs::read_to_string(project.path("clew-tests/demo/RegistryClewTest.java")).expect("the tests");
    let heading = "Goals whose tests are not written, because they disturb others";
    let is_told = run.stdout.contains(heading) && run.stdout.contains("Registry.register:10  branch false: register_");
    assert!(is_told || tests.contains("void register_"), "{}\n{tests}", run.stdout);
}
