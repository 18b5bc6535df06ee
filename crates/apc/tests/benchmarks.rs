//! The programs of the paper: those of appendix A, of the introduction, of Figure 3 and of section 5.

use clew_apc::reach;
use clew_base::CancelToken;
use clew_facts::{ReachFacts, ReachMethod, ReachOptions, ReachTarget, Verdict};
use clew_ir::parse;
use std::path::Path;
use std::time::Duration;

fn run(name: &str, method: ReachMethod) -> ReachFacts {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/benchmarks").join(name).with_extension("clew");
    let text = std::fs::read_to_string(&path).expect("the file");
    let program = parse(name, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let options =
        ReachOptions { procedure: "main".to_owned(), method, unfold: 25, time: Some(Duration::from_secs(30)) };
    let facts = reach(&program, &ReachTarget::Label("target".to_owned()), &options, &CancelToken::new())
        .expect("the target is there");
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
