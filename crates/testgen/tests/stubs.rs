//! Objects of interfaces and abstract classes: the tests answer what they leave open, and fail where other calls are made.
#![allow(clippy::unwrap_used)]

mod support;

use clew_facts::{InputCall, MethodKey, TestCase, Value};
use clew_testgen::Replay;
use support::{Project, case, facts, object, to};

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
    InputCall { method, receiver: Some(to(1)), returned }
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
        "ShapeStub shape = (ShapeStub) allocate(ShapeStub.class);",
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
