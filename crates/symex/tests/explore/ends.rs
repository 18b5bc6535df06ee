//! A line is reached at its first instruction; a test also goes through the rest of it, and returns, where an execution can.

use crate::java::explored_source;
use clew_facts::{MethodFacts, Outcome};
use clew_symex::Options;

const SOURCE: &str = "
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

    static int never(int a) {
        return a / (a - a);
    }
}
";

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
