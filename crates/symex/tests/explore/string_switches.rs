//! Switches over strings, which go by the texts, beside switches over hash codes that a program writes itself.

use crate::java::explored_source;
use clew_facts::{Criterion, Edge, GoalKind, Verdict};
use clew_symex::Options;

/// All of it stands on the line of the switch, as what compilers write for a switch over strings does.
const BY_HAND: &str = "
class ByHand {
    static int direct(String s) {
        switch (s.hashCode()) { case 97: if (s.equals(\"a\")) return 1; break; case 98: default: } return 0;
    }
    static int cases(String s) {
        switch (s.hashCode()) { case 97: case 98: default: return 0; }
    }
    static int between(String s) {
        switch (s.hashCode()) { case 2112: if (s.equals(\"BB\")) return 1; if (s.equals(\"Xx\")) return 2; break; default: } return 0;
    }
    static int compiled(String s) {
        switch (s) { case \"Aa\": return 1; case \"BB\": return 2; case \"red\": return 3; default: return 0; }
    }
}
";

#[test]
fn a_text_with_the_code_of_a_case_gets_to_what_a_program_writes_behind_it() {
    for method in ["direct", "cases", "between", "compiled"] {
        let facts = explored_source("ByHand", BY_HAND, method, &Options::default());
        for goal in &facts.goals {
            // No text with the code 2112 is this constant, which has another.
            let is_other_code = method == "between" && goal.goal.kind == GoalKind::Branch(Edge::True);
            let is_proved = matches!(goal.verdict, Verdict::Unreachable(_));
            assert!(is_other_code || !is_proved, "{method}: {goal:?}");
        }
    }
}

#[test]
fn each_path_of_the_bytecode_counts_where_paths_are_wanted() {
    let paths = Options { criterion: Criterion::Paths, ..Options::default() };
    let facts = explored_source("ByHand", BY_HAND, "compiled", &paths);
    // Each constant, a text with the code of two of them, and any other text.
    assert!(facts.paths >= 5, "{} paths", facts.paths);
}
