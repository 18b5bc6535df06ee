//! The programs of the paper: those of appendix A, of the introduction, of Figure 3 and of section 5.

use clew_apc::{reach, reach_each};
use clew_base::CancelToken;
use clew_facts::{ReachFacts, ReachMethod, ReachOptions, ReachTarget, Verdict};
use clew_ir::parse;
use std::path::Path;
use std::time::Duration;

fn label(name: &str) -> ReachTarget {
    ReachTarget::Label(name.to_owned())
}

fn options(method: ReachMethod, unfold: u32) -> ReachOptions {
    ReachOptions { procedure: "main".to_owned(), method, unfold, time: Some(Duration::from_secs(30)) }
}

fn run(name: &str, method: ReachMethod) -> ReachFacts {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/benchmarks").join(name).with_extension("clew");
    let text = std::fs::read_to_string(&path).expect("the file");
    let program = parse(name, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let facts = reach(&program, &label("target"), &options(method, 25), &CancelToken::new());
    let facts = facts.expect("the target is there");
    println!("{name}: {} by {:?} {:?}", facts.verdict.name(), facts.decided_by, facts.stats);
    facts
}

#[test]
fn places_that_nothing_gets_to_are_unreachable_without_a_bound() {
    for name in ["one_loop", "two_loops", "figure_3", "incompleteness"] {
        let facts = run(name, ReachMethod::Abstract);
        assert!(matches!(&facts.verdict, Verdict::Unreachable(proof) if proof.is_unconditional()), "{name}");
    }
}

#[test]
fn models_of_conditions_get_to_places_behind_loops() {
    for name in ["intro", "hello", "hw", "hwm", "matr_ir", "win_driver"] {
        let facts = run(name, ReachMethod::Abstract);
        assert!(matches!(facts.verdict, Verdict::Reached { .. }), "{name}");
    }
}

/// Only the second place needs the value of `v`, and an inner loop leads to it.
const TWO_PLACES: &str = "proc main(n: int) vars x: int, y: int, v: int; {
    start: x := 0; goto rows;
    rows: goto row, done;
    row: assume x < n; v := 0; y := 0; goto cols;
    cols: goto col, next, peek;
    col: assume y < n; v := y + y; y := y + 1; goto cols;
    next: assume !(y < n); x := x + 1; goto rows;
    peek: assume v == 5; goto odd;
    odd: goto odd;
    done: assume !(x < n); goto end;
    end:
}";

/// Fifty sums. Each adds the two before it.
fn shared_sums() -> String {
    let sums = "a := a + b; b := b + a; ".repeat(25);
    format!("proc main(a: bv32, b: bv32) {{ start: {sums} goto test; test: assume a == b; goto target; target: }}")
}

fn verdicts(text: &str, labels: &[&str]) -> Vec<&'static str> {
    let program = parse("test.clew", text).expect("the program is well-formed");
    let targets: Vec<ReachTarget> = labels.iter().copied().map(label).collect();
    let found = reach_each(&program, &targets, &options(ReachMethod::Abstract, 8), &CancelToken::new());
    let found = found.expect("the labels are there");
    found.iter().map(|facts| facts.verdict.name()).collect()
}

#[test]
fn a_summary_that_leaves_out_what_matters_serves_no_other_place() {
    assert_eq!(verdicts(TWO_PLACES, &["odd", "end"]), ["unreachable", "reached"]);
    assert_eq!(verdicts(TWO_PLACES, &["end", "odd"]), ["reached", "unreachable"]);
}

#[test]
fn sums_that_share_parts_take_no_longer_than_their_parts() {
    assert_eq!(verdicts(&shared_sums(), &["target"]), ["reached"]);
}
