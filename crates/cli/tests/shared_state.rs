//! Objects that static fields share among all tests, and builders, whose calls are seen in what they build.

mod support;

use serde_json::{Value as Json, json};
use support::Project;
use support::schema::{assert_valid, of_generate};

/// A register with a view on its own map, which comes before it, and a cache that forgets.
const SHARED: &str = "package demo;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
public final class Prices {
    private static final Prices ALL = new Prices();
    private final Collection<Integer> values;
    private final Map<String, Integer> prices;
    private Prices() { prices = new LinkedHashMap<>(); values = prices.values(); prices.put(\"a\", 1); }
    static Prices all() { return ALL; }
    int put(String name, int price) { prices.put(name, price); return prices.size(); }
    int sum() { int sum = 0; for (int value : values) sum += value; return sum; }
    static final class Lengths {
        static final Map<String, Integer> KNOWN = new LinkedHashMap<String, Integer>(16, .75f, true) {
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) { return size() > 3; }
        };
        static final Set<String> SEEN = ConcurrentHashMap.newKeySet();
        static int of(String text) { return KNOWN.computeIfAbsent(text, String::length); }
        static int known() { return KNOWN.size(); }
        static boolean see(String text) { return SEEN.add(text); }
        static int seen() { return SEEN.size(); }
    }
}
";

/// An enum and a class that keep something between calls, and a class that asks the latter.
const KEPT: &str = "package demo;
import java.util.*;
public enum Session {
    CURRENT;
    private Optional<String> user = Optional.empty();
    public void login(String name) {
        if (name.isEmpty()) throw new IllegalArgumentException(\"no name\");
        user = Optional.of(name);
    }
    public boolean isUser(String name) { return user.isPresent() && user.get().equals(name); }
    static final class Prices {
        private static final Map<String, Integer> ALL = new HashMap<>();
        static void set(String name, int price) { ALL.put(name, price); }
        static int of(String name) { Integer price = ALL.get(name); return price == null ? -1 : price; }
    }
    static final class Order {
        int total(String name, int count) {
            int price = Prices.of(name);
            if (price < 0) return 0;
            return count > 10 ? price * count * 9 / 10 : price * count;
        }
    }
    static final class Ids {
        private static int next;
        static int take() { if (next > 2) return -1; return next++; }
    }
}
";

const BUILDER: &str = "package demo;
public final class Ticket {
    private final String name;
    private final int discount;
    private Ticket(Builder from) { name = from.name; discount = from.discount; }
    public String getName() { return name; }
    public int getDiscount() { return discount; }
    public static class Builder {
        private String name;
        private int discount;
        public Builder name(String name) { this.name = name; return this; }
        public Builder discount(int discount) {
            if (discount > 50) throw new IllegalArgumentException();
            this.discount = discount;
            return this;
        }
        public Ticket build() {
            if (name == null) throw new IllegalStateException(\"no name\");
            return new Ticket(this);
        }
    }
}
";

/// The document of a run on a class, and the text of the tests of another one.
fn generated(source: (&str, &str), tests: &str) -> (Json, String) {
    let project = Project::compile(&[source]);
    let run = project.clew(&["generate", "classes", "--max-steps", "6000", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_valid(&of_generate(), &run.json());
    let path = project.path(&format!("clew-tests/demo/{tests}ClewTest.java"));
    (run.json(), std::fs::read_to_string(path).expect("the tests"))
}

#[test]
fn tests_put_back_the_state_of_what_static_fields_hold() {
    let (document, tests) = generated(("demo/Prices.java", SHARED), "Prices");
    let totals = &document["totals"];
    assert_eq!(totals["tests"], totals["replay_confirmed"], "{totals}");
    assert!(tests.contains("restoreAll = ClewHelpers.stateOf(Prices.all());"), "{tests}");
    for (method, goals) in goals_of(&document).filter(|(method, _)| ["put", "of", "see"].contains(method)) {
        let lines: Vec<_> = goals.iter().filter(|goal| goal["kind"] == "line").collect();
        assert!(lines.iter().all(|goal| goal["verdict"] == "reached"), "{method}: {lines:?}");
    }
}

/// The goals of each method, with its name.
fn goals_of(document: &Json) -> impl Iterator<Item = (&str, &Vec<Json>)> {
    let methods = document["methods"].as_array().expect("methods").iter();
    methods.map(|method| (method["method"].as_str().expect("a name"), method["goals"].as_array().expect("goals")))
}

#[test]
fn calls_that_come_before_change_what_static_fields_hold() {
    let (document, tests) = generated(("demo/Session.java", KEPT), "Session");
    let totals = &document["totals"];
    assert_eq!(totals["tests"], totals["replay_confirmed"], "{totals}");
    for (method, goals) in goals_of(&document) {
        let open: Vec<&Json> =
            goals.iter().filter(|goal| goal["kind"] != "exception" && goal["verdict"] != "reached").collect();
        assert!(open.is_empty(), "{method}: {open:?}");
    }
    let true_user = tests.split("@Test").find(|test| test.contains("isUser(name);") && test.contains("assertTrue"));
    assert!(true_user.expect("a test").contains("session.login(name);\n\n        boolean result"), "{tests}");
    let login = tests.split("@Test").find(|test| test.contains("session.login(name);\n\n        assert"));
    assert!(login.expect("a test").contains("assertTrue(session.isUser(name));"), "{tests}");
    let methods = document["methods"].as_array().expect("methods");
    let all = methods.iter().flat_map(|method| method["tests"].as_array().expect("tests"));
    let earlier: Vec<&Json> = all.filter_map(|test| test.get("earlier")).collect();
    assert!(earlier.iter().any(|calls| calls[0]["method"] == "take" && calls[0]["passed"] == json!([])), "{earlier:?}");
}

#[test]
fn a_static_method_without_a_result_is_seen_by_what_it_was_passed() {
    let (_, tests) = generated(("demo/Session.java", KEPT), "Session_Prices");
    assert!(tests.contains("assertEquals(2, Session.Prices.of(name));"), "{tests}");
}

#[test]
fn what_a_call_on_a_builder_does_is_seen_in_what_it_builds() {
    let (document, tests) = generated(("demo/Ticket.java", BUILDER), "Ticket_Builder");
    let totals = &document["totals"];
    assert_eq!(totals["tests"], totals["replay_confirmed"], "{totals}");
    let setter = tests.split("@Test").find(|test| test.contains("builder.discount(discount);")).expect("a test");
    assert!(setter.contains("Ticket.Builder builder = new Ticket.Builder().name(\"name\");"), "{setter}");
    assert!(setter.contains(", builder.build().getDiscount());"), "{setter}");
}
