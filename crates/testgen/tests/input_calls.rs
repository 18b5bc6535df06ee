//! Calls that are inputs: the tests give their values, and fail where other calls are made than those.
#![allow(clippy::unwrap_used)]

mod support;

use clew_facts::{InputCall, MethodKey, TestCase, Value};
use clew_testgen::{Replay, SuiteOptions};
use std::path::PathBuf;
use support::{Project, case, facts, object, to};

const SENSOR: &str = r#"package demo;
public class Sensor {
    int offset;
    Sensor(int offset) { this.offset = offset; }
    private static byte next(int[] ports, String... names) { throw new IllegalStateException(); }
    static void log(Object what) { throw new IllegalStateException(); }
    int read() { throw new IllegalStateException(); }
    static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += next(null, "a", "b");
        log(sum);
        return sum;
    }
    static int swallowing(int n) {
        try { return sum(n); } catch (RuntimeException e) { return 5; }
    }
    static int corrected(Sensor sensor) { return sensor.read() + sensor.offset; }
}
"#;

const KEYED: &str = r#"package demo;
public class Keyed {
    int read() { return 1; }
    @Override public int hashCode() { return 1; }
    static int asked(Keyed keyed) { return keyed.read(); }
}
"#;

fn project() -> Project {
    Project::new(&[("demo/Sensor.java", SENSOR), ("demo/Keyed.java", KEYED)])
}

/// The options, with Mockito.
fn options(project: &Project) -> SuiteOptions {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars");
    let found = |prefix: &str| {
        let mut jars = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        jars.find(|jar| jar.file_name().unwrap().to_string_lossy().starts_with(prefix)).expect("run ./setup first")
    };
    let mockito_jars = ["mockito-core-", "byte-buddy-1", "byte-buddy-agent-", "objenesis-"].map(found).to_vec();
    SuiteOptions { mockito_jars, ..project.options() }
}

fn call(method: &str, descriptor: &str, receiver: Option<Value>, returned: Option<Value>) -> InputCall {
    let key = MethodKey { class: "demo.Sensor".into(), method: method.into(), descriptor: descriptor.into() };
    InputCall { method: key, receiver, passed: Vec::new(), returned, thrown: None }
}

fn next(value: i8) -> InputCall {
    call("next", "([I[Ljava/lang/String;)B", None, Some(Value::Byte(value)))
}

fn log() -> InputCall {
    call("log", "(Ljava/lang/Object;)V", None, None)
}

fn with(calls: &[InputCall], test: TestCase) -> TestCase {
    TestCase { calls: calls.to_vec(), ..test }
}

#[test]
fn values_come_in_order_from_methods_that_no_test_could_call() {
    let project = project();
    let sums = [with(&[next(3), next(-5), log()], case().int("n", 2).returns(Value::Int(-2)))];
    let read = call("read", "()I", Some(to(1)), Some(Value::Int(40)));
    let sensor = object("demo.Sensor", &[("offset", "I", Value::Int(2))]);
    let corrected = case().before(1, "demo.Sensor", sensor).arg("sensor", "Ldemo/Sensor;", to(1));
    let corrected = [with(&[read], corrected.returns(Value::Int(42)))];
    let methods = [
        facts("demo.Sensor", "sum", "(I)I", sums.to_vec()),
        facts("demo.Sensor", "corrected", "(Ldemo/Sensor;)I", corrected.to_vec()),
    ];
    let (report, source) = project.generate_with(options(&project), "demo.Sensor", &methods);
    assert!(report.tests.iter().all(|test| test.replay == Replay::Confirmed), "{:?}\n{source}", report.tests);
    for line in [
        "calls.returning(\"demo.Sensor.next(int[], java.lang.String[])\", (byte) 3, (byte) -5);",
        "calls.returning(\"demo.Sensor.log(java.lang.Object)\", (Object) null);",
        "Mockito.withSettings().spiedInstance(new Sensor(2)).defaultAnswer(calls));",
        "calls.assertAllTaken();",
    ] {
        assert!(source.contains(line), "{line} is missing in\n{source}");
    }
    assert!(!source.contains("Reflection:"), "{source}");
}

#[test]
fn other_calls_than_predicted_are_never_passed_over() {
    let project = project();
    let (two, six) = (Value::Int(2), Value::Int(5));
    let tests = [
        // One value too few, and what the answer throws is caught: the outcome is as predicted all the same.
        with(&[next(1)], case().int("n", 2).returns(six.clone())),
        // One value too many.
        with(&[next(1), next(1), next(1), log()], case().int("n", 2).returns(two.clone())),
        // A call of which nothing is said runs as it is.
        with(&[next(1), next(1)], case().int("n", 2).returns(two)),
    ];
    let methods = [facts("demo.Sensor", "swallowing", "(I)I", tests.to_vec())];
    let (report, _) = project.generate_with(options(&project), "demo.Sensor", &methods);
    for test in &report.tests {
        assert!(matches!(test.replay, Replay::Mismatch { .. }), "{test:?}");
    }
}

#[test]
fn nothing_stands_in_for_what_mockito_would_change() {
    let project = project();
    let read = InputCall {
        method: MethodKey { class: "demo.Keyed".into(), method: "read".into(), descriptor: "()I".into() },
        receiver: Some(to(1)),
        passed: Vec::new(),
        returned: Some(Value::Int(3)),
        thrown: None,
    };
    let keyed = case().before(1, "demo.Keyed", object("demo.Keyed", &[])).arg("keyed", "Ldemo/Keyed;", to(1));
    let keyed = with(&[read], keyed.returns(Value::Int(3)));
    let abs = InputCall {
        method: MethodKey { class: "java.lang.Math".into(), method: "abs".into(), descriptor: "(I)I".into() },
        receiver: None,
        passed: Vec::new(),
        returned: Some(Value::Int(3)),
        thrown: None,
    };
    let math = with(&[abs], case().arg("keyed", "Ldemo/Keyed;", Value::Null).returns(Value::Int(3)));
    let methods = [facts("demo.Keyed", "asked", "(Ldemo/Keyed;)I", vec![keyed, math])];
    let (report, _) = project.generate_with(options(&project), "demo.Keyed", &methods);
    let reasons: Vec<String> = report.tests.iter().map(|test| format!("{:?}", test.replay)).collect();
    assert!(reasons[0].contains("an equals or hashCode of its own"), "{reasons:?}");
    assert!(reasons[1].contains("nothing can stand in for static methods of java.lang.Math"), "{reasons:?}");
}
