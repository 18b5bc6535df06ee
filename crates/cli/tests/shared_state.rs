//! Objects that static fields share among all tests, and builders, whose calls are seen in what they build.

mod support;

use support::Project;

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
fn generated(source: (&str, &str), tests: &str) -> (serde_json::Value, String) {
    let project = Project::compile(&[source]);
    let run = project.clew(&["generate", "classes", "--max-steps", "6000", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let path = project.path(&format!("clew-tests/demo/{tests}ClewTest.java"));
    (run.json(), std::fs::read_to_string(path).expect("the tests"))
}

#[test]
fn tests_put_back_the_state_of_what_static_fields_hold() {
    let (document, tests) = generated(("demo/Prices.java", SHARED), "Prices");
    let totals = &document["totals"];
    assert_eq!(totals["tests"], totals["replay_confirmed"], "{totals}");
    assert!(tests.contains("restoreAll = ClewHelpers.stateOf(Prices.all());"), "{tests}");
    let goals = |method: &str| {
        let methods = document["methods"].as_array().expect("methods");
        let found = methods.iter().find(|found| found["method"] == method).expect("the method");
        found["goals"].as_array().expect("goals").clone()
    };
    for method in ["put", "of", "see"] {
        let goals = goals(method);
        let lines: Vec<_> = goals.iter().filter(|goal| goal["kind"] == "line").collect();
        assert!(lines.iter().all(|goal| goal["verdict"] == "reached"), "{method}: {lines:?}");
    }
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
