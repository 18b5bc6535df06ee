//! A line is reached at its first instruction; a test also goes through the rest of it, and returns, where an execution can.

use crate::java::explored_source;
use clew_facts::{Edge, GoalKind, InputsByCalls, MethodFacts, Object, Outcome, TestCase, Value};
use clew_symex::Options;

const SOURCE: &str = r#"
class Ends {
    int[] values;

    int size() {
        return values.length;
    }

    static int joined(int[] a, boolean b) {
        int n = 0;
        if (b) {
            n = a[3];
        }
        return n;
    }

    static int share(String of) {
        switch (of) {
            case "half": return 50;
            case "third": return 33;
            default: return 100;
        }
    }

    static int byHash(String of) {
        switch (of.hashCode()) {
            case 97:
                return 1;
            default:
                return 2;
        }
    }

    static int never(int a) {
        return a / (a - a);
    }
}
"#;

fn returns(facts: &MethodFacts) -> usize {
    facts.tests.iter().filter(|test| matches!(test.outcome, Outcome::Returns(_))).count()
}

#[test]
fn a_line_that_may_throw_has_a_test_that_does_not() {
    let facts = explored_source("Ends", SOURCE, "size", &Options::default());
    assert_eq!((facts.tests.len(), returns(&facts)), (2, 1));
}

#[test]
fn a_line_that_joins_others_has_a_test_that_gets_to_its_end() {
    let facts = explored_source("Ends", SOURCE, "joined", &Options::default());
    assert_eq!(returns(&facts), 2, "with the condition and without: {:?}", facts.tests);
}

#[test]
fn there_is_no_such_test_where_no_execution_gets_on() {
    let facts = explored_source("Ends", SOURCE, "never", &Options::default());
    assert_eq!((facts.tests.len(), returns(&facts)), (1, 0));
}

/// A text that only has the hash code of a constant shows nothing that is in the source.
#[test]
fn a_switch_over_texts_has_one_test_for_each_case() {
    let facts = explored_source("Ends", SOURCE, "share", &Options::default());
    assert_eq!(returns(&facts), 3, "{:?}", facts.tests);
}

/// The cases of such a switch are goals where the source has them.
#[test]
fn a_switch_over_hash_codes_keeps_its_cases() {
    let facts = explored_source("Ends", SOURCE, "byHash", &Options::default());
    let cases = facts.goals.iter().filter(|goal| matches!(goal.goal.kind, GoalKind::Branch(Edge::Case(_))));
    assert_eq!((cases.count(), returns(&facts)), (1, 2));
}

const TARIFF: &str = "
class Tariff {
    private final int free;

    Tariff(int free) {
        this.free = free;
    }

    int price(int minutes, int[] slots) {
        if (minutes <= free) {
            return 0;
        }
        return minutes * slots.length;
    }
}
";

#[test]
fn a_line_behind_objects_that_calls_make_has_a_test_that_returns() {
    let options = Options { inputs_by_calls: InputsByCalls::Package, ..Options::default() };
    let facts = explored_source("Tariff", TARIFF, "price", &options);
    let is_made = |test: &&TestCase| match &test.receiver {
        Some(Value::Ref(receiver)) => matches!(test.heap[receiver].object, Object::Made(_)),
        _ => false,
    };
    let made: Vec<&TestCase> = facts.tests.iter().filter(is_made).collect();
    let returned = made.iter().filter(|test| matches!(test.outcome, Outcome::Returns(Some(Value::Int(n))) if n != 0));
    assert_eq!(returned.count(), 1, "{made:?}");
}
