//! Cuts inside nested activations: what the recursive call might still have reached is not proved unreachable.

use crate::java::{explored_source, line_goal, line_of};
use clew_facts::Verdict;
use clew_symex::Options;

const SOURCE: &str = "
class Nested {
    static int depth;

    static int descend(Object o, int n) {
        depth++;
        if (depth > 1) {
            return 1; // nested
        }
        if (n > 0 && o.hashCode() != 12345) {
            return descend(o, n - 1);
        }
        return 0;
    }
}
";

/// With `depth` zero at entry the second activation gets to the line, behind a condition that is not followed.
#[test]
fn a_cut_before_a_recursive_call_leaves_the_whole_method_open() {
    let facts = explored_source("Nested", SOURCE, "descend", &Options::default());
    let goal = line_goal(&facts, line_of(SOURCE, "// nested"));
    assert!(!matches!(goal.verdict, Verdict::Unreachable(_)), "{:?}", goal.verdict);
}

const WORLD: &str = "
class Open {
    interface Mark { }
    static final class Sealed { }
    static class Plain { }

    static int marked(Plain p) {
        if (p instanceof Mark) {
            return 1; // marked
        }
        return 0;
    }

    static int closed(Object p) {
        if (p instanceof Sealed && p instanceof Mark) {
            return 1; // both
        }
        return 0;
    }
}
";

/// A class that is not on the class path may be a `Plain` with a `Mark`; none can be a `Sealed` with one.
#[test]
fn what_only_a_missing_class_reaches_is_unreachable_in_a_closed_world() {
    let assumptions = |method: &str, text: &str| -> Vec<String> {
        let facts = explored_source("Open", WORLD, method, &Options::default());
        match &line_goal(&facts, line_of(WORLD, text)).verdict {
            Verdict::Unreachable(proof) => proof.assumptions().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    };
    assert!(assumptions("marked", "// marked").contains(&"closed_world".to_owned()));
    assert!(!assumptions("closed", "// both").contains(&"closed_world".to_owned()));
}
