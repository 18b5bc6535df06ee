//! What inputs can be: enum constants, boxes, strings, classes and what initializers make are shared, and may have changed.

use crate::java::{compile, explored, explored_source, line_goal, line_of, open};
use clew_facts::{Criterion, HeapObject, HeapPolicy, Object, Outcome, Value, Verdict};
use clew_jvm::World;
use clew_symex::Options;

const SOURCE: &str = "
class Inputs {
    enum Level {
        LOW, HIGH;
        int count;
        final int[] data = {1};

        int uses() {
            if (count > 3) {
                return 1; // counted
            }
            return 0;
        }
    }

    static int field(Level level) {
        if (level.count == 5) {
            return 1; // field
        }
        return 0;
    }

    static int element(Level level) {
        if (level.data[0] == 5) {
            return 1; // element
        }
        return 0;
    }

    static int name(Level level) {
        if (level.ordinal() == 2) {
            return 1; // third
        }
        return 0;
    }

    static int cached(Integer a) {
        if (a == Integer.valueOf(7)) {
            return 1; // cached
        }
        return 0;
    }

    static int truth(Boolean b) {
        if (b == Boolean.TRUE) {
            return 1; // true
        }
        return 0;
    }

    static int equal(Integer a, Integer b) {
        if (a.intValue() == b.intValue() && a != b) {
            return 1; // distinct
        }
        return 0;
    }
}
";

/// The assumptions of the proof that a line is unreachable; nothing where there is no proof.
fn assumptions(world: &World, class: &str, method: &str, text: &str) -> Option<Vec<String>> {
    let facts = explored(world, class, method, &Options::default());
    match &line_goal(&facts, line_of(SOURCE, text)).verdict {
        Verdict::Unreachable(proof) => Some(proof.assumptions().map(ToString::to_string).collect()),
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) | Verdict::Undecided(_) => None,
    }
}

#[test]
fn fields_of_enum_constants_may_have_changed() {
    let folder = compile(&[("Inputs.java", SOURCE)]);
    let world = open(folder.path());
    let cases =
        [("Inputs$Level", "uses", "// counted"), ("Inputs", "field", "// field"), ("Inputs", "element", "// element")];
    for (class, method, text) in cases {
        let named = assumptions(&world, class, method, text);
        let initial = "initial_statics:Inputs$Level".to_owned();
        assert!(named.as_ref().is_none_or(|named| named.contains(&initial)), "{method}: {named:?}");
    }
    // What is final stays.
    let third = assumptions(&world, "Inputs", "name", "// third").expect("there are two constants");
    assert!(third.iter().all(|assumption| !assumption.starts_with("initial_statics")), "{third:?}");
}

#[test]
fn equal_boxes_may_be_one_object() {
    let folder = compile(&[("Inputs.java", SOURCE)]);
    let world = open(folder.path());
    for (method, text) in [("cached", "// cached"), ("truth", "// true")] {
        assert_eq!(assumptions(&world, "Inputs", method, text), None, "{method}");
    }
    // Nor are they surely two. `reached` is wrong here as long as its test holds two equal numbers that `valueOf` shares.
    assert_eq!(assumptions(&world, "Inputs", "equal", "// distinct"), None);
}

const SHARED: &str = "
class Shared {
    static class Node {
        int value;
        Node next;
        Node(int value) {
            this.value = value;
        }
    }

    static class Late {
        static final Node ONE = new Node(1);
    }

    enum Owner {
        ONLY;
        final Node node = new Node(5);
    }

    static final Node FIRST = new Node(1);
    static final Node[] POOL = {new Node(3), new Node(4)};
    static {
        FIRST.next = new Node(2);
    }

    static int direct(Node n) {
        if (n == FIRST) {
            return 1; // direct
        }
        return 0;
    }

    static int behind(Node n) {
        if (n == FIRST.next) {
            return 1; // behind
        }
        return 0;
    }

    static int pooled(Node n) {
        if (n == POOL[1]) {
            return 1; // pooled
        }
        return 0;
    }

    static int owned(Owner o, Node n) {
        if (o.node == n) {
            return 1; // owned
        }
        return 0;
    }

    static int compared(Node n) {
        if (n != null && n.value == 1) {
            if (n == Late.ONE) {
                return 1; // compared
            }
        }
        return 0;
    }

    static int written(Node n) {
        n.value = 5;
        if (Late.ONE.value == 5) {
            return 1; // written
        }
        return 0;
    }

    static int type(Class<?> c) {
        if (c == Node.class) {
            return 1; // type
        }
        return 0;
    }

    static int text(String s) {
        if (s == \"x\") {
            return 1; // text
        }
        return 0;
    }
}
";

/// Each of these lines is reached by a call that a caller in the same package can write.
#[test]
fn inputs_may_be_what_everybody_shares() {
    let folder = compile(&[("Shared.java", SHARED)]);
    let world = open(folder.path());
    for method in ["direct", "behind", "pooled", "owned", "compared", "written", "type", "text"] {
        let facts = explored(&world, "Shared", method, &Options::default());
        let goal = line_goal(&facts, line_of(SHARED, &format!("// {method}")));
        assert!(!matches!(goal.verdict, Verdict::Unreachable(_)), "{method}: {:?}", goal.verdict);
    }
}

/// A condition that an input is such an object calls it what a reader of the program would.
#[test]
fn shared_objects_are_called_after_what_holds_them() {
    let folder = compile(&[("Shared.java", SHARED)]);
    let world = open(folder.path());
    let expected = [
        ("direct", "n == Shared.FIRST"),
        ("behind", "n == Shared.FIRST.next"),
        ("pooled", "n == Shared.POOL[1]"),
        ("owned", "n == Owner.ONLY.node"),
        ("compared", "n == Late.ONE"),
    ];
    for (method, condition) in expected {
        let facts = explored(&world, "Shared", method, &Options { criterion: Criterion::Paths, ..Options::default() });
        let shown: Vec<&str> = facts.tests.iter().map(|test| &*test.constraint).collect();
        assert!(shown.iter().any(|constraint| constraint.contains(condition)), "{method}: {shown:?}");
    }
}

const TABLE: &str = "
class Table {
    static final byte[] KEPT = {1, 2, 3};

    static int written(byte[] out, int n) {
        if (out == KEPT) {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += i;
            }
            out[0] = (byte) sum; // written
            return 1;
        }
        return 0;
    }
}
";

/// The test puts it back.
#[test]
fn a_test_may_write_to_what_everybody_shares() {
    let facts = explored_source("Table", TABLE, "written", &Options::default());
    let is_kept = |object: &HeapObject| matches!(object.object, Object::OfStatic(_));
    let mut writes = facts.tests.iter().filter(|test| test.heap.values().any(is_kept));
    assert!(writes.any(|test| test.outcome == Outcome::Returns(Some(Value::Int(1)))), "{:?}", facts.tests);
}

const BUFFER: &str = "
class Buffer {
    static final byte[] KEPT = {1, 2, 3, 4};
    byte[] bytes;

    int put(Buffer other, int n) {
        bytes[n] = 1;
        if (other.bytes[3] == 1 && other.bytes.length == 4) {
            return 1;
        }
        return KEPT[2] == 1 ? 2 : 0; // read
    }
}
";

/// What a reference names may be open until the test is made.
#[test]
fn a_test_may_write_to_what_turns_out_to_be_shared() {
    for heap in [HeapPolicy::Solver, HeapPolicy::Lazy] {
        let facts = explored_source("Buffer", BUFFER, "put", &Options { heap, ..Options::default() });
        let mut outcomes = facts.tests.iter().map(|test| &test.outcome);
        let reads_what_it_wrote = Outcome::Returns(Some(Value::Int(2)));
        assert!(outcomes.any(|outcome| *outcome == reads_what_it_wrote), "{heap:?}: {:?}", facts.tests);
    }
}

const STORE: &str = "
import java.util.*;

class Store {
    private final Map<String, Integer> stock = new TreeMap<>();
    private final Map<String, Integer> reserved = new HashMap<>();

    void receive(String article, int count) {
        stock.merge(article, count, Integer::sum);
    }

    void reserve(String article, int count) {
        reserved.put(article, count);
    }

    int available(String article) {
        return stock.getOrDefault(article, 0) - reserved.getOrDefault(article, 0);
    }
}
";

/// A path that a budget cuts may not have looked at all fields yet; only the parameter can be null in this class.
#[test]
fn no_test_of_a_path_that_was_cut_breaks_an_invariant() {
    let folder = compile(&[("Store.java", STORE)]);
    for max_steps in [250, 500, 1_000, 4_000] {
        let options = Options { max_steps, ..Options::default() };
        let facts = explored(&open(folder.path()), "Store", "available", &options);
        let fails = facts.tests.iter().filter(|test| matches!(test.outcome, Outcome::Throws { .. }));
        let broken: Vec<_> = fails.filter(|test| test.arguments[0].value != Value::Null).collect();
        assert!(broken.is_empty(), "{max_steps}: {broken:?}");
    }
}
