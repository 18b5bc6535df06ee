//! A bound on memory: states are given up in time, on record, and what lies behind them has no proof.

use crate::java::{compile, open};
use clew_base::CancelToken;
use clew_facts::{CutReason, MethodFacts, Verdict};
use clew_symex::{MemoryGauge, Observer, Options, Search, explore};
use std::cell::Cell;

const SOURCE: &str = "
class Wide {
    static int choose(int a, int b, int c, int d) {
        int sum = 0;
        if (a > 0) sum += 1;
        if (b > 0) sum += 2;
        if (c > 0) sum += 4;
        if (d > 0) sum += 8;
        for (int i = 0; i < 300; i++) sum ^= i;
        return sum == 12345 ? 1 : 0; // impossible
    }
}
";

struct Counts(MemoryGauge);

impl Observer for Counts {
    fn memory_gauge(&self) -> Option<MemoryGauge> {
        Some(self.0)
    }
}

fn explored(search: Search, gauge: MemoryGauge) -> MethodFacts {
    let folder = compile(&[("Wide.java", SOURCE)]);
    let world = open(folder.path());
    let class = world.load("Wide").expect("the class loads");
    let methods = world.class(class).methods.clone();
    let id = methods.iter().copied().find(|id| &*world.method(*id).name == "choose").expect("the method");
    let options = Options { search, memory: Some(1_000), ..Options::default() };
    explore(&world, id, &options, &CancelToken::new(), &mut Counts(gauge)).expect("it can be explored")
}

thread_local! {
    static LOOKS: Cell<u32> = const { Cell::new(0) };
}

fn always_full() -> u64 {
    u64::MAX
}

/// Too much is in use at the second look, and never again.
fn full_once() -> u64 {
    LOOKS.set(LOOKS.get() + 1);
    if LOOKS.get() == 2 { 1_001 } else { 1_000 }
}

#[test]
fn what_is_given_up_is_on_record_and_the_rest_goes_on() {
    for search in [Search::Dfs, Search::Bfs, Search::Random, Search::Coverage] {
        LOOKS.set(0);
        let facts = explored(search, full_once);
        assert!(LOOKS.get() > 2, "{search:?} ended too early");
        assert!(facts.memory_bound() && !facts.complete && facts.paths > 0, "{search:?}: {facts:?}");
        let (reason, count) = &facts.undecided[0];
        assert_eq!(*reason, CutReason::Memory, "{search:?}");
        assert!(*count >= 1);
        assert_unproved(&facts);
    }
}

#[test]
fn an_exploration_ends_when_there_is_nothing_left_to_give_up() {
    let facts = explored(Search::Coverage, always_full);
    assert!(facts.memory_bound() && !facts.complete);
    assert_unproved(&facts);
}

/// No account out of balance, and no proof of what lies behind states that were given up.
fn assert_unproved(facts: &MethodFacts) {
    let undecided: Vec<&Vec<CutReason>> = facts
        .goals
        .iter()
        .filter_map(|goal| match &goal.verdict {
            Verdict::Undecided(reasons) => Some(reasons),
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => None,
            Verdict::Unreachable(proof) => panic!("{:?} lies behind them: {proof:?}", goal.goal),
        })
        .collect();
    assert!(!undecided.is_empty());
    assert!(undecided.iter().all(|reasons| **reasons == [CutReason::Memory]), "{undecided:?}");
}
