//! Tests of code that works on values which are everywhere in programs: tables with constants of enums as keys, dates, boxes.

mod support;

use support::Project;

/// The tests that `clew generate` writes for the class of this source, all of which a JVM has confirmed.
fn tests(class: &str, source: &str) -> String {
    let project = Project::compile(&[(&format!("demo/{class}.java"), source)]);
    let run = project.clew(&["generate", "classes", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    assert_eq!(document["totals"]["replay_mismatches"], 0, "{document}");
    std::fs::read_to_string(project.path(&format!("clew-tests/demo/{class}ClewTest.java"))).expect("the tests")
}

fn assert_has(all: &str, lines: &[&str]) {
    for line in lines {
        assert!(all.contains(line), "{line} is not in\n{all}");
    }
}

#[test]
fn tables_of_enum_constants_are_filled_by_calls() {
    let all = tests("Stock", include_str!("made/Stock.java"));
    assert!(!all.contains("Reflection"), "{all}");
    // How the tables keep their keys differs from run to run; what they give does not.
    assert!(!all.contains("catch (Throwable"), "{all}");
    assert_has(&all, &["assertTrue(stock.has(item))", "stock.add(", "assertSame(", "result.get(Stock.Kind."]);
}

#[test]
fn dates_and_times_are_asserted_as_values() {
    let all = tests("Slot", include_str!("made/Slot.java"));
    assert_has(
        &all,
        &[
            "assertEquals(LocalDateTime.of(day, from), result);",
            "assertEquals(LocalDate.of(",
            "assertEquals(LocalTime.of(",
            "assertEquals(Duration.ofSeconds(",
            "assertEquals(Arrays.asList(day, LocalDate.of(",
        ],
    );
    assert!(!all.contains("(short)") && !all.contains("(byte)"), "{all}");
}

/// Two uses of `Integer.valueOf(201)` make two objects.
#[test]
fn a_box_in_two_places_is_one_object() {
    let all = tests("Slot", include_str!("made/Slot.java"));
    assert_has(&all, &["Integer integer = Integer.valueOf(", "numbers[0] = integer;", "numbers[1] = integer;"]);
}

/// What a service tells others is all that a test sees of it.
#[test]
fn what_stubs_are_passed_is_asserted() {
    let all = tests("Booking", include_str!("made/Booking.java"));
    assert!(!all.contains("ClewHelpers"), "{all}");
    assert_has(
        &all,
        &[
            "Booking.Mail mail = (first, second) -> mailCalls.add(Arrays.asList(first, second));",
            "assertEquals(Collections.singletonList(Arrays.asList(email, \"Confirmed: day ",
            "assertEquals(Collections.singletonList(LocalDate.of(",
            "assertEquals(Arrays.asList(\"run\", \"run\"), ",
            "assertEquals(1, ",
        ],
    );
}

/// An argument that is built, opened and registered needs more calls than an exploration follows.
#[test]
fn arguments_with_a_history_are_made_by_calls() {
    let all = tests("Seats", include_str!("made/Seats.java"));
    assert!(!all.contains("ClewHelpers"), "{all}");
    assert_has(
        &all,
        &[
            "session.open();",
            "session.register(email);",
            "assertEquals(\"duplicate\", result);",
            "assertEquals(\"full\", result);",
            "assertEquals(\"ok\", result);",
        ],
    );
}

/// No exploration looks for an execution that returns through a line which an exception leaves.
#[test]
fn usual_answers_are_shown() {
    let all = tests("Seats", include_str!("made/Seats.java"));
    assert_has(
        &all,
        &["seats.book(session, email);\n\n        int result = seats.count(email);", "assertEquals(1, result);"],
    );
    let moved = all.split("@Test").find(|test| test.contains("seats.move(") && test.contains("assertTrue(result);"));
    assert!(moved.is_some(), "{all}");
}

/// Nobody can name the class of an iterator, and everybody gets one.
#[test]
fn objects_of_private_classes_are_got_from_others() {
    let project = Project::compile(&[("demo/Circle.java", include_str!("made/Circle.java"))]);
    let run = project.clew(&["generate", "classes", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let source = |name: &str| {
        std::fs::read_to_string(project.path(&format!("clew-tests/demo/{name}ClewTest.java"))).expect("the tests")
    };
    let evens = source("Circle_1");
    assert!(!evens.contains("allocate") && !evens.contains("setField"), "{evens}");
    assert_has(
        &evens,
        &[
            "circle.add(10);\n        Iterator iterator = circle.evens();",
            "Integer result = (Integer) iterator.next();",
        ],
    );
    assert_has(
        &source("Circle_Walk"),
        &["Iterator iterator = circle.iterator();", "boolean result = iterator.hasNext();"],
    );
}

/// Code that everyone writes, each method with one thing that hid what it returns.
const ORDINARY: &str = "package demo;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
public class Ordinary {
    private final List<String> tags = new ArrayList<>();
    private final Map<String, String> named = new HashMap<>();
    private LocalDate due = LocalDate.of(2024, 1, 2);
    public static boolean isYes(String answer) { return answer.toLowerCase(Locale.ROOT).equals(\"yes\"); }
    public static int isZero(double amount) { return amount == 0 ? 1 : 2; }
    public static String read(Callable<String> source) {
        try { return source.call(); } catch (IOException e) { return \"offline\"; } catch (Exception e) { return \"broken\"; }
    }
    public Ordinary tag(String tag) { tags.add(tag); return this; }
    public boolean hasTag(String tag) { return tags.contains(tag); }
    public void renew(LocalDate today) { due = today.plusDays(14); }
    public LocalDate due() { return due; }
    public void name(String key, String value) { named.put(key, value); }
    public boolean forget(String name) { return named.remove(name) != null; }
}
";

/// An anonymous map that has nothing to do with the others.
const LATEST: &str = "package other;
import java.util.LinkedHashMap;
import java.util.Map;
public class Latest {
    private final Map<String, String> latest = new LinkedHashMap<>() {
        @Override protected boolean removeEldestEntry(Map.Entry<String, String> eldest) { return size() > 3; }
    };
    public String put(String key, String value) { return latest.put(key, value); }
}
";

#[test]
fn ordinary_code_is_shown_by_ordinary_calls() {
    let project = Project::compile(&[("demo/Ordinary.java", ORDINARY), ("other/Latest.java", LATEST)]);
    let run = project.clew(&["generate", "classes", "--class", "demo.*", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    let forget = document["methods"].as_array().expect("methods").iter().find(|method| method["method"] == "forget");
    assert_eq!(forget.expect("the method")["undecided"], serde_json::json!([]));
    let all = std::fs::read_to_string(project.path("clew-tests/demo/OrdinaryClewTest.java")).expect("the tests");
    assert!(!all.contains("ClewHelpers") && !all.contains("amount <="), "{all}");
    assert_has(
        &all,
        &[
            "String answer = \"yes\";\n\n        boolean result = Ordinary.isYes(answer);\n\n        assertTrue(result);",
            "boolean result = Ordinary.isYes(answer);\n\n        assertFalse(result);",
            "Callable<String> source = () -> { throw new IOException(); };",
            "new Ordinary().tag(tag);\n\n        boolean result = ordinary.hasTag(tag);",
            "ordinary.renew(today);\n\n        assertEquals(LocalDate.of(",
        ],
    );
}

#[test]
fn decimal_numbers_are_asserted_as_values() {
    let all = tests("Charge", include_str!("made/Charge.java"));
    assert!(!all.contains("scale()") && !all.contains("Reflection"), "{all}");
    assert_has(&all, &["BigDecimal.valueOf(", "assertEquals(new BigDecimal(\"", ", result.amount());"]);
}

#[test]
fn what_exceptions_of_the_program_tell_is_asserted() {
    let all = tests("Charge", include_str!("made/Charge.java"));
    assert_has(
        &all,
        &[
            "assertEquals(20, thrown.limit());",
            "assertEquals(\"too much\", thrown.reason());",
            "assertEquals(\"not positive\", thrown.reason());",
        ],
    );
}

/// `null` is passed where it matters, and an object where nothing looks at it.
#[test]
fn arguments_that_nothing_looks_at_are_objects() {
    let all = tests("Desk", include_str!("made/Desk.java"));
    assert_has(
        &all,
        &[
            "Visitor visitor = new Desk.Visitor(",
            "assertEquals(\"number must be positive\", thrown.getMessage());",
            "Month until = Month.JANUARY;",
            "assertSame(host, ",
        ],
    );
    let wrong_number = all.split("@Test").find(|test| test.contains("number must be positive")).expect("the test");
    assert!(!wrong_number.contains("null"), "{wrong_number}");
}
