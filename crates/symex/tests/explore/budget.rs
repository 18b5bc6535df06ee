//! Budgets and bounds: what was not followed proves nothing, or only within what it names.

use crate::java::{compile, explored, explored_source, line_goal, line_of, open};
use clew_base::CancelToken;
use clew_facts::{CutReason, GoalKind, Outcome, Verdict};
use clew_jvm::World;
use clew_symex::{Criterion, Options, Search, explore};
use std::time::Duration;

const SOURCE: &str = "
class Budget {
    static int grow(int n, int m) {
        if (n == m) {
            return 0; // early
        }
        int[] values = new int[40];
        for (int i = 0; i < 40; i++) {
            values[i] = i * i + (n & 1);
        }
        if (values[3] + values[4] == 25) {
            return 1; // late
        }
        if (values[2] == 4 && (n & 1) == 1) {
            return 2; // never
        }
        return 3;
    }
}
";

#[test]
fn goals_behind_a_spent_budget_have_no_proof() {
    let options = Options { max_steps: 60, ..Options::default() };
    let facts = explored_source("Budget", SOURCE, "grow", &options);
    assert!(!facts.complete);
    for goal in facts.goals.iter().filter(|goal| goal.goal.line > line_of(SOURCE, "// early")) {
        match &goal.verdict {
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => {}
            Verdict::Undecided(reasons) => {
                assert!(reasons.contains(&CutReason::Budget("steps".to_owned())), "{reasons:?}");
            }
            Verdict::Unreachable(proof) => panic!("{:?} is behind the cut: {proof:?}", goal.goal),
        }
    }
    assert!(facts.undecided.iter().any(|(reason, _)| *reason == CutReason::Budget("steps".to_owned())));
    assert!(!facts.clock_bound, "a budget of work is repeatable");
}

#[test]
fn the_work_of_the_solver_is_a_budget_too() {
    let source = "class Hard { static int f(long a, long b) { if (a * b == 982451653L && a > 1 && b > a) { return 1; } return 0; } }";
    let spent = CutReason::Budget("solver work".to_owned());
    let work = |solver_work: u64| {
        let facts = explored_source("Hard", source, "f", &Options { solver_work, ..Options::default() });
        assert!(!facts.clock_bound, "a budget of work is repeatable");
        (facts.undecided.iter().any(|(reason, _)| *reason == spent), facts.stats.instructions)
    };
    assert_eq!((work(1_000).0, work(0)), (true, (true, 0)));
    assert_eq!(work(1_000), work(1_000));
    assert!(!work(u64::MAX).0);
}

#[test]
fn with_enough_budget_the_same_goals_are_decided() {
    let facts = explored_source("Budget", SOURCE, "grow", &Options::default());
    let named = |text: &str| line_goal(&facts, line_of(SOURCE, text)).verdict.name();
    assert_eq!((named("// early"), named("// late")), ("reached", "reached"));
    // `values[2] == 4` and an odd `n` exclude each other: the loop takes no decision, so no bound is met.
    assert_eq!(named("// never"), "unreachable");
}

/// A state that still waits when the budget is spent has passed goals, too.
#[test]
fn goals_that_a_waiting_state_has_passed_have_no_proof() {
    let source = "class Passed {
    static int many(int a, int b, int c) {
        int sum = 0;
        if (a > 0) sum += 1;
        if (b > 0) sum += 2;
        if (c > 0) sum += 4;
        for (int i = 0; i < 100; i++) sum ^= i;
        return sum;
    }
}";
    let folder = compile(&[("Passed.java", source)]);
    for search in [Search::Bfs, Search::Dfs, Search::Random, Search::Coverage] {
        for max_steps in 1..200 {
            let options = Options { max_steps, search, ..Options::default() };
            let facts = explored(&open(folder.path()), "Passed", "many", &options);
            for goal in &facts.goals {
                let unreachable = matches!(goal.verdict, Verdict::Unreachable(_));
                assert!(!unreachable, "{search:?}, {max_steps} steps: {:?} is called unreachable", goal.goal);
            }
        }
    }
}

#[test]
fn no_step_no_proof() {
    let options = Options { max_steps: 0, ..Options::default() };
    let facts = explored_source("Budget", SOURCE, "grow", &options);
    assert!(!facts.goals.is_empty() && facts.paths == 0 && !facts.complete);
    assert!(facts.goals.iter().all(|goal| matches!(goal.verdict, Verdict::Undecided(_))));
}

#[test]
fn a_spent_clock_is_named() {
    let folder = compile(&[("Budget.java", SOURCE)]);
    let world: World = open(folder.path());
    let class = world.load("Budget").expect("the class loads");
    let methods = world.class(class).methods.clone();
    let id = methods.iter().copied().find(|id| &*world.method(*id).name == "grow").expect("the method");
    let options = Options { time: Some(Duration::ZERO), ..Options::default() };
    let facts = explore(&world, id, &options, &CancelToken::new(), &mut ()).expect("it can be explored");
    assert!(facts.clock_bound && !facts.complete);
    assert!(facts.goals.iter().all(|goal| !matches!(goal.verdict, Verdict::Unreachable(_))));
    let stopped = CancelToken::new();
    stopped.cancel();
    let facts = explore(&world, id, &Options::default(), &stopped, &mut ()).expect("it can be explored");
    assert!(facts.clock_bound);
    assert!(facts.goals.iter().all(|goal| !matches!(goal.verdict, Verdict::Unreachable(_))));
}

const LOOPS: &str = "
class Loops {
    static int count(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        if (i == 5) {
            return 1; // five
        }
        if (i == 1) {
            return 2; // one
        }
        if (i < 0) {
            return 3; // negative
        }
        return 0;
    }
}
";

#[test]
fn a_bound_on_loops_becomes_an_assumption() {
    let folder = compile(&[("Loops.java", LOOPS)]);
    let world = open(folder.path());
    let named = |loop_k, text: &str| {
        let options = Options { loop_k: Some(loop_k), ..Options::default() };
        let facts = explored(&world, "Loops", "count", &options);
        let goal = line_goal(&facts, line_of(LOOPS, text));
        let assumptions: Vec<String> = match &goal.verdict {
            Verdict::Unreachable(proof) => proof.assumptions().map(ToString::to_string).collect(),
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) | Verdict::Undecided(_) => Vec::new(),
        };
        (goal.verdict.name(), assumptions.contains(&format!("loop<={loop_k}")))
    };
    assert_eq!(named(2, "// one"), ("reached", false));
    assert_eq!(named(2, "// five"), ("unreachable_within", true));
    assert_eq!(named(5, "// five"), ("reached", false));
    assert_eq!(named(2, "// negative"), ("unreachable_within", true));
}

/// Without a bound of the user's, more rounds are followed for goals that none of the first reach: `five` needs five, and `one`
/// needs no more than it did. What is still unreachable is so within the greater bound.
#[test]
fn bounds_deepen_where_goals_rest_on_them() {
    let folder = compile(&[("Loops.java", LOOPS)]);
    let world = open(folder.path());
    let explored_with = |options: Options| explored(&world, "Loops", "count", &options);
    let plain = explored_with(Options::default());
    let deeper = explored_with(Options { deepens: true, ..Options::default() });
    assert_eq!(plain.tests, deeper.tests[..plain.tests.len()], "the tests that there were stay what they are");
    assert_eq!(line_goal(&deeper, line_of(LOOPS, "// five")).verdict.name(), "reached");
    let Verdict::Unreachable(proof) = &line_goal(&deeper, line_of(LOOPS, "// negative")).verdict else {
        panic!("no number of rounds is negative");
    };
    let bounds: Vec<String> =
        proof.assumptions().map(ToString::to_string).filter(|name| name.starts_with("loop")).collect();
    assert!(!bounds.contains(&"loop<=2".to_owned()) && bounds.len() == 1, "{bounds:?}");
    let few = explored_with(Options { deepens: true, max_steps: plain.stats.instructions, ..Options::default() });
    assert_eq!(few.goals, plain.goals, "there is nothing left of the budget");
}

/// Rounds that end by themselves need no bound once all of them are followed.
#[test]
fn a_loop_that_ends_is_followed_to_its_end() {
    let source = "
class Digits {
    static int of(int number) {
        int digits = 0;
        for (int rest = number; rest > 0; rest /= 10) digits++;
        if (digits > 10) {
            return -1; // never
        }
        return digits;
    }
}
";
    let options = Options { deepens: true, ..Options::default() };
    let facts = explored_source("Digits", source, "of", &options);
    let goal = line_goal(&facts, line_of(source, "// never"));
    assert_eq!(goal.verdict.name(), "unreachable");
    assert!(facts.complete);
}

const LINES: &str = "
class Lines {
    static int late(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) { for (int j = 0; j < 100; j++) sum ^= j; if (i > 40) sum++; }
        return sum;
    }
}
";

/// Under `statements` the exploration may stop when every line is reached, here long before the 41st round; what it then has
/// not followed proves nothing.
#[test]
fn an_exploration_that_stops_early_proves_nothing() {
    let folder = compile(&[("Lines.java", LINES)]);
    let world = open(folder.path());
    let of_criterion = |criterion| {
        let options = Options { criterion, loop_k: Some(50), ..Options::default() };
        explored(&world, "Lines", "late", &options)
    };
    let (all, lines) = (of_criterion(Criterion::Branches), of_criterion(Criterion::Statements));
    assert!(all.goals.iter().all(|goal| matches!(goal.verdict, Verdict::Reached { .. })));
    for goal in &lines.goals {
        assert!(!matches!(goal.verdict, Verdict::Unreachable(_)), "{:?}: {:?}", goal.goal, goal.verdict);
    }
    assert!(!lines.complete);
}

#[test]
fn every_test_names_goals_that_exist_and_its_outcome() {
    let facts = explored_source("Loops", LOOPS, "count", &Options { loop_k: Some(5), ..Options::default() });
    for test in &facts.tests {
        assert!(!test.goals.is_empty() && test.goals.iter().all(|goal| *goal < facts.goals.len()));
        assert!(test.goals.is_sorted());
        assert!(matches!(test.outcome, Outcome::Returns(Some(_))));
    }
    let sorted = facts.goals.windows(2).all(|pair| pair[0].goal <= pair[1].goal);
    assert!(sorted && facts.goals.iter().any(|goal| goal.goal.kind == GoalKind::Line));
}

#[test]
fn loops_without_end_leave_turns_to_other_paths() {
    let source = "
class Endless {
    static int rounds;
    static int ends(int a) {
        if (a > 0) {
            if (a == 5) return 1;
        } else {
            if (a == -5) return 2;
        }
        while (true) rounds++;
    }
}";
    let options = Options { max_steps: 5_000, ..Options::default() };
    let facts = explored_source("Endless", source, "ends", &options);
    for line in ["return 1", "return 2"] {
        let goal = line_goal(&facts, line_of(source, line));
        assert!(matches!(goal.verdict, Verdict::Reached { .. }), "{line}: {:?}", goal.verdict);
    }
    assert!(!facts.complete);
}
