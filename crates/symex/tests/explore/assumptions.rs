//! Assumptions on the heap at entry: what they exclude is unreachable under them, and tests keep them.

use crate::java::{explored_source, line_goal, line_of};
use clew_facts::{MethodFacts, Verdict};
use clew_symex::{HeapPolicy, Options};

const SOURCE: &str = "
final class Ring {
    static final class Node {
        int value;
        Node next;
        Node previous;
    }

    Node first;
    int size;

    boolean repOk() {
        int count = 0;
        for (Node node = first; node != null; node = node.next) {
            if (node.next != null && node.next.previous != node) {
                return false;
            }
            count++;
        }
        return count == size;
    }

    int drop(Ring other) {
        if (size < 0) {
            return -1; // negative
        }
        if (first != null && size == 0) {
            return -2; // miscounted
        }
        if (first != null && first.next != null && first.next.previous != first) {
            return -3; // crossed
        }
        if (size == 2) {
            return 2; // two
        }
        if (first != null && first.next == first) {
            return 4; // loop
        }
        if (other != null && other.size < 0) {
            return 5; // other
        }
        return 0; // fine
    }
}

final class Shared {
    static final class Cell {
        int value;
        Cell f;
        Cell[] cells;
    }

    static int chain(Cell x, Cell y, Cell z) {
        if (x == null || y == null || z == null) {
            return 0;
        }
        if (y.f == z) {
            x.f = z;
            if (x == z.f) {
                return 28; // example 28
            }
        }
        return 1; // else
    }

    static int around(Cell x) {
        if (x == null || x.f == null || x.f.f == null) {
            return 0;
        }
        if (x.f == x) {
            return 1; // first
        }
        if (x.f.f == x) {
            return 2; // second
        }
        if (x.f.f == x.f) {
            return 3; // behind
        }
        x.f.f = x;
        if (x.f.f.f == x.f) {
            return 4; // made
        }
        return 5; // never
    }

    static int elements(Cell x, int i, int j) {
        if (x == null || x.cells == null || i < 0 || j < 0 || i >= x.cells.length || j >= x.cells.length) {
            return 0;
        }
        if (x.cells[i] != null && x.cells[i] == x) {
            return 1; // itself
        }
        if (i != j && x.cells[i] != null && x.cells[i] == x.cells[j]) {
            return 2; // twice
        }
        return 3;
    }
}

final class Counted {
    int calls;

    boolean repOk() {
        return ++calls > 0;
    }

    int get() {
        return calls; // get
    }
}
";

const HEAPS: [HeapPolicy; 2] = [HeapPolicy::Lazy, HeapPolicy::Solver];

fn under(heap: HeapPolicy, class: &str, method: &str, assumptions: &[&str]) -> MethodFacts {
    let heap_assumptions = assumptions.iter().map(|text| text.parse().expect("an assumption")).collect();
    explored_source(class, SOURCE, method, &Options { heap, heap_assumptions, ..Options::default() })
}

/// Checks the verdicts of lines under assumptions, with both heaps.
fn check(class: &str, method: &str, assumptions: &[&str], expected: &[(&str, &str)]) {
    for heap in HEAPS {
        let facts = under(heap, class, method, assumptions);
        for (line, wanted) in expected {
            assert_eq!(verdict(&facts, line), *wanted, "{heap:?}: {method} under {assumptions:?}: {line}");
        }
    }
}

/// The verdict of a line, with what it rests on besides what every verdict does.
fn verdict(facts: &MethodFacts, line: &str) -> String {
    match &line_goal(facts, line_of(SOURCE, line)).verdict {
        Verdict::Unreachable(proof) => {
            let assumptions = proof.assumptions().filter(|it| !it.is_universal()).map(ToString::to_string);
            format!("unreachable {}", assumptions.collect::<Vec<_>>().join(" "))
        }
        Verdict::Undecided(reasons) => format!("undecided {reasons:?}"),
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => "reached".to_owned(),
    }
}

#[test]
fn without_an_invariant_every_shape_is_an_input() {
    let lines = ["// negative", "// miscounted", "// crossed", "// two", "// loop", "// other", "// fine"];
    check("Ring", "drop", &[], &lines.map(|line| (line, "reached")));
}

#[test]
fn an_invariant_excludes_the_shapes_it_refuses() {
    let refused = ["// negative", "// miscounted", "// crossed", "// loop"];
    check("Ring", "drop", &["rep_ok(this)"], &refused.map(|line| (line, "unreachable rep_ok_rounds<=3 rep_ok(this)")));
    check("Ring", "drop", &["rep_ok(this)"], &["// two", "// other", "// fine"].map(|line| (line, "reached")));
}

#[test]
fn an_invariant_of_a_parameter_holds_where_that_is_not_null() {
    let unreachable = "unreachable rep_ok_rounds<=3 rep_ok(other)";
    let expected = [("// negative", "reached"), ("// other", unreachable), ("// fine", "reached")];
    check("Ring", "drop", &["rep_ok(other)"], &expected);
}

#[test]
fn an_invariant_that_writes_is_not_believed() {
    for heap in HEAPS {
        let verdict = verdict(&under(heap, "Counted", "get", &["rep_ok(this)"]), "// get");
        assert!(verdict.starts_with("undecided") && verdict.contains("an invariant that writes"), "{verdict}");
    }
}

#[test]
fn references_that_share_nothing_meet_nowhere() {
    check("Shared", "chain", &[], &[("// example 28", "reached"), ("// else", "reached")]);
    let expected = [("// example 28", "unreachable non_sharing(x,y)"), ("// else", "reached")];
    check("Shared", "chain", &["non_sharing(x,y)"], &expected);
    // What is only assumed of the ends says nothing of what lies between.
    check("Shared", "chain", &["non_aliasing(x,y)"], &[("// example 28", "reached")]);
    check("Shared", "chain", &["non_aliasing(y.f,z)"], &[("// example 28", "unreachable no_alias(y.f,z)")]);
}

#[test]
fn what_is_acyclic_at_entry_may_become_a_cycle() {
    check("Shared", "around", &[], &["// second", "// first", "// behind", "// made"].map(|line| (line, "reached")));
    let cyclic = ["// second", "// first", "// behind"].map(|line| (line, "unreachable acyclic(x)"));
    check("Shared", "around", &["acyclic(x)"], &cyclic);
    check("Shared", "around", &["acyclic(x)"], &[("// made", "reached"), ("// never", "unreachable acyclic(x)")]);
    // A cycle through `x` is one behind `x.f` too, unless `x` is not in it.
    let behind = [("// second", "unreachable acyclic(x.f)"), ("// behind", "unreachable acyclic(x.f)")];
    check("Shared", "around", &["acyclic(x.f)"], &behind);
}

#[test]
fn elements_count_as_fields_do() {
    check("Shared", "elements", &[], &["// itself", "// twice"].map(|line| (line, "reached")));
    let expected = [("// itself", "unreachable acyclic(x)"), ("// twice", "reached")];
    check("Shared", "elements", &["acyclic(x)"], &expected);
}
