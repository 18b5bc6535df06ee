//! The order in which the search follows paths (`unverified-executions`, section 3.3).

use clew_apc::reach;
use clew_base::CancelToken;
use clew_facts::{CoverTest, ReachFacts, ReachMethod, ReachOptions, ReachTarget, Verdict};
use clew_ir::parse;
use std::time::Duration;

/// Two assertions fail: one soon, one only where `x` is large and after more blocks.
const PROGRAM: &str = "proc main(x, y) {
    start: WISH goto near, far;
    near: assert x != 5; goto end;
    far: assume y > 3; goto farther;
    farther: assume x >= LARGE; goto fails;
    fails: assert x < 0;
    end:
}";

fn search(text: &str) -> ReachFacts {
    let options = ReachOptions {
        procedure: "main".to_owned(),
        method: ReachMethod::Search,
        unfold: 8,
        time: Some(Duration::from_secs(60)),
    };
    let program = parse("test.clew", text).expect("the program is well-formed");
    reach(&program, &ReachTarget::Assert, &options, &CancelToken::new()).expect("the procedure is there")
}

/// The blocks of the execution found.
fn found(wish: &str) -> Vec<String> {
    let facts = search(&PROGRAM.replace("WISH", wish).replace("LARGE", "100"));
    assert!(matches!(facts.verdict, Verdict::Reached { .. }), "{wish}: {facts:?}");
    let CoverTest { blocks, .. } = facts.execution.expect("what is reached has an execution");
    blocks.iter().map(|block| block.to_string()).collect()
}

#[test]
fn paths_that_fulfil_a_wish_come_first() {
    assert_eq!(found(""), ["start", "near"]);
    assert_eq!(found("tryfirst x == 5;"), ["start", "near"]);
    assert_eq!(found("tryfirst x > 50;"), ["start", "far", "farther", "fails"]);
}

#[test]
fn what_was_interrupted_is_taken_up() {
    assert_eq!(found("tryfirst x == 7;"), ["start", "near"]);
    assert_eq!(found("assume x < 9; tryfirst x > 50;"), ["start", "near"], "a wish that cannot be fulfilled");
    assert_eq!(found("tryfirst x == 7; tryfirst y == 0; tryfirst false;"), ["start", "near"]);
}

/// A wish is no assumption: proofs need all paths.
#[test]
fn wishes_change_no_proof() {
    let fails = "proc main(x) { a: tryfirst x == 1; goto b, c; b: assume x > 1; goto d; c: tryfirst x < 0; goto d; \
                 d: assert x != 9; }";
    assert!(matches!(search(fails).verdict, Verdict::Reached { .. }));
    let holds = fails.replace("assert x != 9", "assert x > 9 || x <= 9");
    assert!(matches!(search(&holds).verdict, Verdict::Unreachable(_)));
}

/// Wishes in loops, many of them: the number of interruptions is limited, and nothing is lost.
#[test]
fn interruptions_are_limited() {
    let blocks: String = (0..40).map(|at| format!("b{at}: tryfirst x == {at}; goto b{}; ", at + 1)).collect();
    let text = format!("proc main(x) {{ {blocks} b40: tryfirst x > 100; assert x != 50; }}");
    assert!(matches!(search(&text).verdict, Verdict::Reached { .. }));
    let looping = "proc main(x, n) { a: n := 0; goto h; h: tryfirst x == n; goto b, out; \
                   b: assume n < 5; n := n + 1; goto h; out: assume n >= 5; assert x != 3; }";
    assert!(matches!(search(looping).verdict, Verdict::Reached { .. }));
}
