//! Tests show answers that no goal tells apart.

use crate::java::explored_source;
use clew_facts::{MethodFacts, Outcome, Value};
use clew_symex::Options;

const SOURCE: &str = "
import java.util.*;
class Answers {
    static boolean same(String a, String b) { return a.equals(b); }
    static String find(Map<String, String> map, String key) { return map.get(key); }
    static int length(String text) { return text.length(); }
}
";

fn answers_of(method: &str) -> Vec<Value> {
    let facts: MethodFacts = explored_source("Answers", SOURCE, method, &Options::default());
    let returned = facts.tests.iter().filter_map(|test| match &test.outcome {
        Outcome::Returns(value) => value.clone(),
        _ => None,
    });
    returned.collect()
}

/// Both truth values, and `null` as well as an object, have a test; numbers have one.
#[test]
fn answers_that_no_goal_tells_apart_have_tests() {
    let truths = answers_of("same");
    assert!(truths.contains(&Value::Boolean(true)) && truths.contains(&Value::Boolean(false)), "{truths:?}");
    let found = answers_of("find");
    assert!(found.contains(&Value::Null) && found.iter().any(|value| matches!(value, Value::Ref(_))), "{found:?}");
    assert_eq!(answers_of("length").len(), 1);
}
