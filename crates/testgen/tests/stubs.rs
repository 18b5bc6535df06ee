//! Objects of interfaces and abstract classes: the tests answer what they leave open, and fail where other calls are made.
#![allow(clippy::unwrap_used)]

mod support;

use clew_facts::{Call, InputCall, MethodKey, TestCase, Value};
use clew_testgen::{JUnit, Replay, SuiteOptions};
use support::{Project, case, facts, object, text, to};

const SOURCE: &str = r#"package demo;
public class Users {
    interface Source {
        byte next();
        void close();
        default int pair() { return next() * 100 + next(); }
    }
    static abstract class Shape {
        protected final int sides;
        Shape(int sides) {
            if (sides < 0) throw new IllegalArgumentException();
            this.sides = sides;
        }
        abstract Object[] corners(int from, String... names);
        int count() { return corners(1, "a").length + sides; }
    }
    static int read(Source source) {
        int pair = source.pair();
        try { source.close(); } catch (RuntimeException e) { return -1; }
        return pair;
    }
    static boolean equal(Source one, Source other) { return one.equals(other) && one.hashCode() == one.hashCode(); }
    static int count(Shape shape) { return shape.count(); }
}
"#;

const SOURCE_CLASS: &str = "demo.Users$Source";
const SHAPE_CLASS: &str = "demo.Users$Shape";

fn project() -> Project {
    Project::new(&[("demo/Users.java", SOURCE)])
}

fn call(class: &str, method: &str, descriptor: &str, returned: Option<Value>) -> InputCall {
    let method = MethodKey { class: class.into(), method: method.into(), descriptor: descriptor.into() };
    InputCall { method, receiver: Some(to(1)), passed: Vec::new(), returned, thrown: None }
}

fn next(value: i8) -> InputCall {
    call(SOURCE_CLASS, "next", "()B", Some(Value::Byte(value)))
}

fn close() -> InputCall {
    call(SOURCE_CLASS, "close", "()V", None)
}

fn read(calls: &[InputCall], value: i32) -> TestCase {
    let test = case().before(1, SOURCE_CLASS, object(SOURCE_CLASS, &[])).arg("source", "Ldemo/Users$Source;", to(1));
    TestCase { calls: calls.to_vec(), ..test.returns(Value::Int(value)) }
}

#[test]
fn an_interface_has_a_proxy_whose_default_methods_run() {
    let project = project();
    let source = || object(SOURCE_CLASS, &[]);
    let other = case().before(1, SOURCE_CLASS, source()).before(2, SOURCE_CLASS, source());
    let other = other.arg("one", "Ldemo/Users$Source;", to(1)).arg("other", "Ldemo/Users$Source;", to(2));
    let same = case().before(1, SOURCE_CLASS, source());
    let same = same.arg("one", "Ldemo/Users$Source;", to(1)).arg("other", "Ldemo/Users$Source;", to(1));
    let equal = vec![other.returns(Value::Boolean(false)), same.returns(Value::Boolean(true))];
    let methods = [
        facts("demo.Users", "read", "(Ldemo/Users$Source;)I", vec![read(&[next(3), next(-5), close()], 295)]),
        facts("demo.Users", "equal", "(Ldemo/Users$Source;Ldemo/Users$Source;)Z", equal),
    ];
    let (report, text) = project.generate_with(project.options(), "demo.Users", &methods);
    assert!(report.tests.iter().all(|test| test.replay == Replay::Confirmed), "{:?}\n{text}", report.tests);
    for line in [
        "Users.Source source = stubs.of(Users.Source.class);",
        "stubs.returning(\"next()\", (byte) 3, (byte) -5);",
        "stubs.returning(\"close()\", (Object) null);",
        "stubs.assertAllTaken();",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    assert!(!text.contains("Reflection:") && !text.contains("mockito"), "{text}");
}

#[test]
fn an_abstract_class_is_extended_with_its_constructor_or_without() {
    let project = project();
    let count = |sides: i32| {
        let shape = object(SHAPE_CLASS, &[("sides", "I", Value::Int(sides))]);
        let corners = clew_facts::Object::Array { elements: vec![Value::Null; 2] };
        let test = case().before(1, SHAPE_CLASS, shape).before(2, "[Ljava.lang.Object;", corners);
        let returned = call(SHAPE_CLASS, "corners", "(I[Ljava/lang/String;)[Ljava/lang/Object;", Some(to(2)));
        let test = test.arg("shape", "Ldemo/Users$Shape;", to(1)).returns(Value::Int(sides + 2));
        TestCase { calls: vec![returned], ..test }
    };
    let methods = [facts("demo.Users", "count", "(Ldemo/Users$Shape;)I", vec![count(3), count(-3)])];
    let (report, text) = project.generate_with(project.options(), "demo.Users", &methods);
    assert!(report.tests.iter().all(|test| test.replay == Replay::Confirmed), "{:?}\n{text}", report.tests);
    for line in [
        "Users.Shape shape = new Users.Shape(3) {",
        "public Object[] corners(int p0, String[] p1) {",
        "return (Object[]) stubs.next(\"corners(int, java.lang.String[])\");",
        "class ShapeStub extends Users.Shape {",
        "return (Object[]) answers.next(\"corners(int, java.lang.String[])\");",
        "ShapeStub shape = (ShapeStub) ClewHelpers.allocate(ShapeStub.class);",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
}

const FAILING: &str = r#"package demo;
import java.io.IOException;
public class Failing {
    public static class Refused extends Exception {
        final int code;
        public Refused(int code) { this.code = code; }
    }
    interface Source { int next() throws IOException; }
    static abstract class Task { protected abstract int step() throws Refused, IOException; }
    static int read(Source source) throws IOException {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            try { sum += source.next(); } catch (IOException e) { sum += "x".equals(e.getMessage()) ? 100 : 1000; }
        }
        return sum;
    }
    static int step(Task task) throws IOException {
        try { return task.step(); } catch (Refused e) { return e.code; }
    }
}
"#;

#[test]
fn a_stub_throws_what_the_test_makes() {
    let project = Project::new(&[("demo/Failing.java", FAILING)]);
    let constructor = |class: &str, descriptor: &str, arguments: Vec<Value>| {
        Call::new(MethodKey { class: class.into(), method: "<init>".into(), descriptor: descriptor.into() }, arguments)
    };
    let thrown = |called: &InputCall, made: Call| InputCall { returned: None, thrown: Some(made), ..called.clone() };
    let (input, task) = ("demo.Failing$Source", "demo.Failing$Task");
    let next = call(input, "next", "()I", Some(Value::Int(7)));
    let step = call(task, "step", "()I", None);
    let told = thrown(&next, constructor("java.io.IOException", "(Ljava/lang/String;)V", vec![to(2)]));
    let untold = thrown(&next, constructor("java.io.IOException", "(Ljava/lang/String;)V", vec![Value::Null]));
    let refused = thrown(&step, constructor("demo.Failing$Refused", "(I)V", vec![Value::Int(5)]));
    let failed = thrown(&step, constructor("java.io.IOException", "()V", Vec::new()));
    let read = case().before(1, input, object(input, &[])).before(2, "java.lang.String", text("x"));
    let read = read.arg("source", "Ldemo/Failing$Source;", to(1)).returns(Value::Int(1107));
    let read = TestCase { calls: vec![told, next, untold], ..read };
    let stepped = || case().before(1, task, object(task, &[])).arg("task", "Ldemo/Failing$Task;", to(1));
    let caught = TestCase { calls: vec![refused], ..stepped().returns(Value::Int(5)) };
    let left = TestCase { calls: vec![failed], ..stepped().throws("java.io.IOException") };
    let methods = [
        facts("demo.Failing", "read", "(Ldemo/Failing$Source;)I", vec![read]),
        facts("demo.Failing", "step", "(Ldemo/Failing$Task;)I", vec![caught, left]),
    ];
    for junit in [JUnit::Five, JUnit::Four] {
        let options = SuiteOptions { junit, ..project.options() };
        let (report, source) = project.generate_with(options, "demo.Failing", &methods);
        assert!(report.tests.iter().all(|test| test.replay == Replay::Confirmed), "{:?}\n{source}", report.tests);
        for line in [
            "stubs.throwing(\"next()\", () -> new IOException(\"x\"));",
            "stubs.returning(\"next()\", 7);",
            "stubs.throwing(\"next()\", () -> new IOException((String) null));",
            "stubs.throwing(\"step()\", () -> new Failing.Refused(5));",
            "stubs.throwing(\"step()\", () -> new IOException());",
        ] {
            assert!(source.contains(line), "{line} is missing in\n{source}");
        }
    }
}

const RANKS: &str = r#"package demo;
import java.util.*;
public class Ranks {
    interface Rank extends Comparable<Rank> { int rank(); }
    static abstract class Base implements Rank { abstract int extra() throws Exception; }
    static abstract class Maker<T> { abstract T make(T from, List<? extends T> others); protected abstract T[] all(); }
    static abstract class Names extends Maker<String> implements Comparator<int[]> { abstract <E extends Exception> void raise(E e) throws E; }
    interface Any { Object value(); }
    interface Text { String value(); }
    static abstract class Both implements Any, Text { }
    static int rank(Base base) { return base.compareTo(base); }
    static boolean made(Names names) { return names.make("a", null) == null; }
    static int compare(Names names) { return names.compare(null, null); }
    static boolean value(Both both) { return ((Text) both).value() == null; }
    static int cast(Base base) { return ((Comparable) base).compareTo("x"); }
}
"#;

#[test]
fn a_subclass_has_the_type_arguments_that_it_inherits() {
    let project = Project::new(&[("demo/Ranks.java", RANKS)]);
    let on = |class: &str, parameter: &str, called: InputCall| {
        let class = format!("demo.Ranks${class}");
        let test = case().before(1, &class, object(&class, &[]));
        let test = test.arg(parameter, &format!("Ldemo/Ranks${};", class.rsplit('$').next().unwrap()), to(1));
        let outcome = match &called.returned {
            Some(Value::Null) => Value::Boolean(true),
            other => other.clone().unwrap(),
        };
        TestCase { calls: vec![called], ..test.returns(outcome) }
    };
    let compare_to = || call("java.lang.Comparable", "compareTo", "(Ljava/lang/Object;)I", Some(Value::Int(3)));
    let make = "(Ljava/lang/Object;Ljava/util/List;)Ljava/lang/Object;";
    let make = call("demo.Ranks$Maker", "make", make, Some(Value::Null));
    let compare =
        call("java.util.Comparator", "compare", "(Ljava/lang/Object;Ljava/lang/Object;)I", Some(Value::Int(5)));
    let value = call("demo.Ranks$Text", "value", "()Ljava/lang/String;", Some(Value::Null));
    let methods = [
        facts("demo.Ranks", "rank", "(Ldemo/Ranks$Base;)I", vec![on("Base", "base", compare_to())]),
        facts("demo.Ranks", "made", "(Ldemo/Ranks$Names;)Z", vec![on("Names", "names", make)]),
        facts("demo.Ranks", "compare", "(Ldemo/Ranks$Names;)I", vec![on("Names", "names", compare)]),
        facts("demo.Ranks", "value", "(Ldemo/Ranks$Both;)Z", vec![on("Both", "both", value)]),
        facts("demo.Ranks", "cast", "(Ldemo/Ranks$Base;)I", vec![on("Base", "base", compare_to())]),
    ];
    let (report, text) = project.generate_with(project.options(), "demo.Ranks", &methods);
    let replays: Vec<&Replay> = report.tests.iter().map(|test| &test.replay).collect();
    assert!(replays[..4].iter().all(|replay| **replay == Replay::Confirmed), "{replays:?}\n{text}");
    // A subclass in source code casts what it is given; that this is no string is not known of a stub.
    let Replay::CannotBuild { reason } = replays[4] else { panic!("{replays:?}") };
    assert_eq!(reason, "an object of a subclass is given what its type arguments exclude");
    for line in [
        "public int compareTo(Ranks.Rank p0) {",
        "public int extra() {",
        "return (String) stubs.next(\"make(java.lang.Object, java.util.List)\");",
        "public String make(String p0, List p1) {",
        "public String[] all() {",
        "public int compare(int[] p0, int[] p1) {",
        "public void raise(Exception p0) {",
        "public String value() {",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
}

#[test]
fn other_calls_than_predicted_are_never_passed_over() {
    let project = project();
    let tests = vec![
        // One call more than foretold, and what the stub throws is caught: the outcome is as predicted all the same.
        read(&[next(3), next(5)], -1),
        // One value too many.
        read(&[next(3), next(5), next(7), close()], 305),
    ];
    let methods = [facts("demo.Users", "read", "(Ldemo/Users$Source;)I", tests)];
    let (report, _) = project.generate_with(project.options(), "demo.Users", &methods);
    for test in &report.tests {
        assert!(matches!(test.replay, Replay::Mismatch { .. }), "{test:?}");
    }
}
