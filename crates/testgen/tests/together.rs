//! Tests that pass alone and not together: what is taken out, and why.
#![allow(clippy::unwrap_used)]

mod support;

use clew_facts::{Outcome, TestCase, Value};
use clew_testgen::{Replay, Suite, SuiteOptions};
use std::time::Duration;
use support::{Case, Project, case, facts};

/// Methods that leave something in builders of texts, which no test puts back, and others that end badly where they find it.
const CELLS: &str = "package demo;
import java.util.*;
public class Cells {
    static final StringBuilder BUSY = new StringBuilder();
    static final StringBuilder ARMED = new StringBuilder();
    static final StringBuilder ONE = new StringBuilder();
    static final StringBuilder OTHER = new StringBuilder();
    static final List<String> NAMES = new ArrayList<>();
    static int free = 3;
    static void start(int n) { BUSY.append(n); }
    static int spin() { while (BUSY.length() > 0) { free++; } return 1; }
    static void arm(int n) { ARMED.append(n); }
    static int end() { if (ARMED.length() > 0) Runtime.getRuntime().halt(3); return 2; }
    static void one() { ONE.append(1); }
    static void other() { OTHER.append(1); }
    static int both() { return ONE.length() > 0 && OTHER.length() > 0 ? 7 : 3; }
    static void name() { NAMES.add(\"name\"); }
    static int named() { return NAMES.size(); }
    static void spend() { free = 0; }
    static int left() { return free; }
}";

/// A call that returns nothing.
fn returning(case: Case) -> TestCase {
    TestCase { outcome: Outcome::Returns(None), ..case.unpredicted() }
}

#[test]
fn what_makes_another_hang_end_or_fail_is_taken_out() {
    let project = Project::new(&[("demo/Cells.java", CELLS)]);
    let returns =
        |method: &str, value: i32| facts("demo.Cells", method, "()I", vec![case().returns(Value::Int(value))]);
    let does = |method: &str| facts("demo.Cells", method, "()V", vec![returning(case())]);
    let given = |method: &str| facts("demo.Cells", method, "(I)V", vec![returning(case().int("n", 1))]);
    let methods = [
        given("start"),
        returns("spin", 1),
        given("arm"),
        returns("end", 2),
        does("one"),
        does("other"),
        returns("both", 3),
        does("spend"),
        returns("left", 3),
        does("name"),
        returns("named", 0),
    ];
    let options = SuiteOptions {
        test_timeout: Duration::from_secs(1),
        recorded: vec![project.options().class_path[0].clone()],
        ..project.options()
    };
    let mut suite = Suite::new(options).unwrap();
    let report = suite.process_class(&project.world, "demo.Cells", &methods).unwrap();
    assert!(report.tests.iter().all(|test| test.replay == Replay::Confirmed), "{:?}", report.tests);
    let file = report.source.unwrap();
    let before = std::fs::read_to_string(&file).unwrap();
    assert!(
        before.contains("        savedFree = Cells.free;") && before.contains("Cells.free = savedFree;"),
        "{before}"
    );
    let mut left_out = suite.run_together().unwrap();
    left_out.sort_by(|one, other| one.name.cmp(&other.name));
    let told: Vec<String> = left_out.iter().map(|test| format!("{} {}", test.name, test.reason)).collect();
    let [arm, both, start] = &told[..] else { panic!("{told:#?}") };
    assert_eq!(arm, "arm_n1_returns demo.CellsClewTest#end_returns2 fails behind it: the JVM ends");
    assert!(both.starts_with("both_returns3 it fails behind other tests: "), "{both}");
    assert_eq!(start, "start_n1_returns demo.CellsClewTest#spin_returns1 fails behind it: it does not end in time");
    assert!(left_out.iter().all(|test| test.tested == "demo.Cells" && !test.file_is_gone));
    let after = std::fs::read_to_string(&file).unwrap();
    for name in ["arm_n1_returns", "both_returns3", "start_n1_returns"] {
        assert!(before.contains(name) && !after.contains(name), "{after}");
    }
    assert!(after.contains("        restoreNames = ClewHelpers.stateOf(Cells.NAMES);"), "{after}");
    assert_eq!(after.matches("@Test").count(), 8, "{after}");
}

#[test]
fn a_file_without_tests_goes() {
    let source = "package demo;
public class Once {
    static final int[] COUNT = new int[1];
    static int next() { return COUNT[0]++; }
}";
    let project = Project::new(&[("demo/Once.java", source)]);
    let next = || case().returns(Value::Int(0));
    let methods = [facts("demo.Once", "next", "()I", vec![next()])];
    let mut suite = Suite::new(project.options()).unwrap();
    let first = suite.process_class(&project.world, "demo.Once", &methods).unwrap().source.unwrap();
    // The same class once more: each of the two tests fails after the other.
    let second = suite.process_class(&project.world, "demo.Once", &methods).unwrap().source.unwrap();
    assert!(first != second && first.exists() && second.exists());
    let left_out = suite.run_together().unwrap();
    assert_eq!(left_out.len(), 1, "{left_out:?}");
    assert!(left_out[0].file_is_gone && first.exists() != second.exists(), "{left_out:?}");
    assert_eq!(suite.run_together().unwrap(), []);
}

#[test]
fn tests_that_need_much_memory_run_with_fewer_others() {
    let source = "package demo;
public class Hold {
    static final java.util.List<byte[]> KEPT = new java.util.ArrayList<>();
    static void hold(int bytes) { KEPT.add(new byte[bytes]); }
}";
    let project = Project::new(&[("demo/Hold.java", source)]);
    // The JVM has 512 MiB.
    let hold = |more: i32| returning(case().int("bytes", (200 << 20) + more));
    let methods = [facts("demo.Hold", "hold", "(I)V", vec![hold(0), hold(1), hold(2)])];
    let mut suite = Suite::new(project.options()).unwrap();
    let report = suite.process_class(&project.world, "demo.Hold", &methods).unwrap();
    assert!(report.tests.iter().all(|test| test.replay == Replay::Confirmed), "{:?}", report.tests);
    assert_eq!(suite.run_together().unwrap(), []);
}
