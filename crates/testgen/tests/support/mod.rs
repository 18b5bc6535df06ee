//! What the tests of the suite share: small Java classes, compiled; test cases, made by hand.
#![allow(clippy::unwrap_used, dead_code)]

use clew_facts::{Argument, FieldKey, HeapObject, MethodFacts, MethodKey, Object, ObjectId, Outcome, TestCase, Value};
use clew_jvm::{ClassPath, Jdk, World};
use clew_testgen::{ClassReport, JUnit, Replay, Replaying, Suite, SuiteOptions};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Static methods of numbers.
pub const GCD: &str = "package demo;
public final class Fraction {
    static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    static int divide(int a, int b) { return a / b; }
    static boolean isVowel(char c, byte b, long l) { return c == 'a' && b < 0 && l > 5; }
    static double half(double d, float f) { return d / 2; }
    static void spin(int n) { while (n > 0) { n = n | 1; } }
    static long noise(int n) { return System.nanoTime(); }
    static void toss(int n) { if (System.nanoTime() % n == 0) throw new IllegalStateException(); }
}";

/// A list of numbers.
pub const NODE: &str = "package demo;
public class Node {
    int value;
    Node next;
    public Node(int value) { this.value = value; }
    static boolean same(Node a, Node b) { return a == b; }
    boolean isCycle() { Node n = next; while (n != null && n != this) n = n.next; return n == this; }
    Node insertAfter(int v) { Node n = new Node(v); n.next = next; next = n; return n; }
    int sum() { return value + next.sum(); }
}";

/// Java classes that were compiled, and a folder for the tests made for them.
pub struct Project {
    folder: TempDir,
    pub world: World,
}

impl Project {
    /// Compiles the sources, each of which is a path and a text.
    pub fn new(sources: &[(&str, &str)]) -> Project {
        let folder = tempfile::tempdir().unwrap();
        let mut javac = Command::new("javac");
        // The compiler's JVM needs little time for small sources so.
        javac.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
        javac.arg("-g").arg("-d").arg(folder.path().join("classes"));
        for (path, text) in sources {
            let file = folder.path().join("src").join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, text).unwrap();
            javac.arg(file);
        }
        assert!(javac.status().unwrap().success(), "the test's own Java code compiles");
        let jdk = Jdk::locate(None).unwrap();
        let (path, problems) = ClassPath::open(&jdk, &[folder.path().join("classes")], &[]);
        assert!(problems.is_empty(), "{problems:?}");
        Project { folder, world: World::new(path) }
    }

    pub fn options(&self) -> SuiteOptions {
        SuiteOptions {
            out: Some(self.folder.path().join("out")),
            class_path: vec![self.folder.path().join("classes")],
            junit_jars: jars(),
            test_timeout: Duration::from_secs(5),
            supervisor: vec![env!("CARGO_BIN_EXE_clew-replay-supervisor").into()],
            ..SuiteOptions::default()
        }
    }

    /// The report and the source of the test class.
    pub fn generate(&self, class: &str, methods: &[MethodFacts]) -> (ClassReport, String) {
        self.generate_with(self.options(), class, methods)
    }

    pub fn generate_with(&self, options: SuiteOptions, class: &str, methods: &[MethodFacts]) -> (ClassReport, String) {
        let mut suite = Suite::new(options).unwrap();
        let report = suite.process_class(&self.world, class, methods).unwrap();
        let text = report.source.as_ref().map(|path| std::fs::read_to_string(path).unwrap()).unwrap_or_default();
        // The two lines that say what made the file are the same for all, but for the digest.
        let source = text.split_inclusive('\n').skip(2).collect();
        (report, source)
    }

    /// Makes the tests and sees to it that all are confirmed, under both versions of JUnit and without hints on style.
    pub fn confirm(&self, class: &str, methods: &[MethodFacts]) -> String {
        let four = SuiteOptions { junit: JUnit::Four, out: None, ..self.options() };
        let (report, _) = self.generate_with(four, class, methods);
        all_confirmed(&report, "JUnit 4");
        let (report, source) = self.generate(class, methods);
        all_confirmed(&report, &source);
        source
    }

    pub fn without_replay(&self) -> SuiteOptions {
        SuiteOptions { replay: Replaying::Off, ..self.options() }
    }
}

fn all_confirmed(report: &ClassReport, source: &str) {
    for test in &report.tests {
        assert_eq!(test.replay, Replay::Confirmed, "{}\n{source}", test.name);
    }
}

/// The jars that `./setup` provides.
fn jars() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars");
    let mut jars: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("run ./setup first")
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.starts_with("junit") || name.starts_with("hamcrest")
        })
        .collect();
    jars.sort();
    jars
}

pub fn facts(class: &str, method: &str, descriptor: &str, tests: Vec<TestCase>) -> MethodFacts {
    MethodFacts {
        is_static: tests.iter().all(|test| test.receiver.is_none()),
        paths: tests.len() as u64,
        complete: true,
        tests,
        ..MethodFacts::unexplored(MethodKey {
            class: class.into(),
            method: method.into(),
            descriptor: descriptor.into(),
        })
    }
}

/// A test case under construction.
pub struct Case(TestCase);

pub fn case() -> Case {
    Case(TestCase::of_input(None, Vec::new(), Default::default()))
}

impl Case {
    pub fn this(mut self, id: u32) -> Self {
        self.0.receiver = Some(to(id));
        self
    }

    pub fn arg(mut self, name: &str, descriptor: &str, value: Value) -> Self {
        self.0.arguments.push(Argument { name: name.into(), descriptor: descriptor.into(), value });
        self
    }

    pub fn int(self, name: &str, value: i32) -> Self {
        self.arg(name, "I", Value::Int(value))
    }

    pub fn before(mut self, id: u32, class: &str, object: Object) -> Self {
        self.0.heap.insert(ObjectId(id), HeapObject { class: class.into(), object });
        self
    }

    pub fn after(mut self, id: u32, class: &str, object: Object) -> Self {
        self.0.heap_after.insert(ObjectId(id), HeapObject { class: class.into(), object });
        self
    }

    pub fn with_static(mut self, class: &str, name: &str, descriptor: &str, value: Value) -> Self {
        self.0.statics.push(clew_facts::StaticValue { field: field(class, name, descriptor), value });
        self
    }

    pub fn when(mut self, constraint: &str) -> Self {
        self.0.constraint = constraint.into();
        self
    }

    pub fn returns(mut self, value: Value) -> TestCase {
        self.0.outcome = Outcome::Returns(Some(value));
        self.0
    }

    pub fn completes(mut self) -> TestCase {
        self.0.outcome = Outcome::Returns(None);
        self.0
    }

    pub fn throws(mut self, class: &str) -> TestCase {
        self.0.outcome = Outcome::Throws { class: class.into() };
        self.0
    }

    pub fn unpredicted(self) -> TestCase {
        self.0
    }

    pub fn open(mut self) -> TestCase {
        self.0.outcome = Outcome::Open;
        self.0
    }
}

pub fn to(id: u32) -> Value {
    Value::Ref(ObjectId(id))
}

pub fn field(class: &str, name: &str, descriptor: &str) -> FieldKey {
    FieldKey { class: class.into(), name: name.into(), descriptor: descriptor.into() }
}

/// An object of a class that declares all the fields listed.
pub fn object(class: &str, fields: &[(&str, &str, Value)]) -> Object {
    let fields = fields.iter().map(|(name, ty, value)| (field(class, name, ty), value.clone())).collect();
    Object::Instance { fields }
}

pub fn ints(elements: &[i32]) -> Object {
    Object::Array { elements: elements.iter().map(|element| Value::Int(*element)).collect() }
}

pub fn text(text: &str) -> Object {
    Object::String(text.encode_utf16().collect())
}
