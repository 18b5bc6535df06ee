//! Tests kill mutants of the method: inputs that show what the code computes are taken before others.

use crate::java::explored_source;
use clew_facts::{InputsByCalls, Object, Outcome, TestCase, Value};
use clew_symex::Options;

const SOURCE: &str = "
class Counts {
    private int hits;
    private int misses;

    void hit() {
        hits++;
    }

    void miss() {
        misses++;
    }

    int percent() {
        return hits + misses == 0 ? 100 : 100 * hits / (hits + misses);
    }

    static boolean isNegative(Money money) {
        return money.cents < 0;
    }

    static class Money {
        private final long cents;

        Money(long cents) {
            this.cents = cents;
        }
    }
}
";

fn tests(method: &str) -> Vec<TestCase> {
    let options = Options { inputs_by_calls: InputsByCalls::Package, ..Options::default() };
    explored_source("Counts", SOURCE, method, &options).tests
}

/// One of none, none of one and one of one leave open how the numbers go together.
#[test]
fn a_result_is_shown_that_tells_how_it_is_computed() {
    let returned = |test: &TestCase| match test.outcome {
        Outcome::Returns(Some(Value::Int(number))) => Some(number),
        _ => None,
    };
    let returned: Vec<i32> = tests("percent").iter().filter_map(returned).collect();
    assert!(returned.contains(&100) && returned.iter().any(|number| ![0, 100].contains(number)), "{returned:?}");
}

#[test]
fn the_number_at_a_boundary_is_passed_on_the_side_where_it_belongs() {
    let tests = tests("isNegative");
    let passes_zero = |test: &&TestCase| {
        let mut made = test.heap.values().filter_map(|object| match &object.object {
            Object::Made(made) => Some(made),
            _ => None,
        });
        made.any(|made| made.first.arguments == [Value::Long(0)])
    };
    let outcomes: Vec<&Outcome> = tests.iter().filter(passes_zero).map(|test| &test.outcome).collect();
    assert_eq!(outcomes, [&Outcome::Returns(Some(Value::Boolean(false)))], "{tests:?}");
}
