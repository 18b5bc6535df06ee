//! What the JVM showed is asserted where it is the same on every machine, and nowhere else.
#![allow(clippy::unwrap_used)]

mod support;

use clew_testgen::{Replay, SuiteOptions};
use support::{Project, case, facts};

const SHOWN: &str = "package demo;
import java.util.*;
public class Shown {
    private final List<String> log = new ArrayList<>();
    private int asked;
    public static Shown of(int n) { Shown made = new Shown(); made.log.add(\"entry \" + n); return made; }
    public List<String> entries() { return new ArrayList<>(log); }
    public int ask() { return ++asked; }
    public long when() { return System.nanoTime(); }
    public static String text(int n) { return \"n is \" + n; }
    public static Object many(int n) { return Arrays.asList(n, \"x\" + n, null); }
    public static Optional<String> maybe(int n) { return n > 0 ? Optional.of(\"+\" + n) : Optional.empty(); }
    public static Map<String, Integer> counts(int n) { return new HashMap<>(Collections.singletonMap(\"k\" + n, n)); }
    public static void fail(int n) { throw new IllegalStateException(\"bad \" + n); }
    public static int parse(int n) { return Integer.parseInt(\"x\" + n); }
    public static String zone(int n) { return TimeZone.getDefault().getID() + n; }
    public static String upper(int n) { return (\"title\" + n).toUpperCase(); }
    public static String real(int n) { return \"\" + n / 3.0; }
    public static String hash(int n) { return \"\" + new Object() + n; }
}";

/// The test of one method, called with this number, for which nothing is predicted.
fn shown(method: &str, result: &str, n: i32) -> String {
    let project = Project::new(&[("demo/Shown.java", SHOWN)]);
    let options = SuiteOptions { recorded: project.options().class_path, ..project.options() };
    let descriptor = format!("(I){result}");
    let methods = [facts("demo.Shown", method, &descriptor, vec![case().int("n", n).unpredicted()])];
    let (report, source) = project.generate_with(options, "demo.Shown", &methods);
    assert_eq!(report.tests[0].replay, Replay::Confirmed, "{source}");
    source
}

#[test]
fn what_lasts_is_asserted() {
    for (method, result, assertion) in [
        ("text", "Ljava/lang/String;", "assertEquals(\"n is 3\", result);"),
        ("many", "Ljava/lang/Object;", "assertEquals(Arrays.asList(Integer.valueOf(3), \"x3\", null), result);"),
        ("maybe", "Ljava/util/Optional;", "assertEquals(Optional.of(\"+3\"), result);"),
        ("counts", "Ljava/util/Map;", "assertEquals(Collections.singletonMap(\"k3\", Integer.valueOf(3)), result);"),
        ("fail", "V", "assertEquals(\"bad 3\", thrown.getMessage());"),
        ("of", "Ldemo/Shown;", "assertEquals(Collections.singletonList(\"entry 3\"), result.entries());"),
    ] {
        let source = shown(method, result, 3);
        assert!(source.contains(assertion), "{method}:\n{source}");
        // Neither what changes the object nor what looks at the clock is asked.
        assert!(!source.contains(".ask()") && !source.contains(".when()"), "{source}");
    }
    assert!(shown("maybe", "Ljava/util/Optional;", 0).contains("assertEquals(Optional.empty(), result);"));
}

#[test]
fn what_another_machine_may_show_otherwise_is_not_asserted() {
    for method in ["zone", "upper", "real", "hash"] {
        let source = shown(method, "Ljava/lang/String;", 3);
        assert!(source.contains(&format!("    Shown.{method}(n);")) && !source.contains("assertEquals"), "{source}");
    }
    // The message is the JDK's.
    let source = shown("parse", "I", 3);
    assert!(source.contains("NumberFormatException.class") && !source.contains("getMessage"), "{source}");
}
