//! Tests of what a verifier has not covered: which executions are given up, which go first, and what is said of the others
//! (`unverified-executions`, figures 1 to 5).

use crate::java::{compile, explored, line_goal, line_of, open};
use clew_facts::{Assumed, GoalKind, Guidance, MethodFacts, Outcome, Premise, Verdict, Verified, VerifiedCheck};
use clew_symex::{Options, Search};

/// Figure 1: the sum may be too large, and then the balance goes down. Both methods that are called are correct. The last
/// method is that of figure 5, where something is asserted that nobody has verified.
const ACCOUNT: &str = "
class Account {
    int balance;

    void deposit(int amount) {
        int before = balance;
        if (amount <= 0 || amount > 50000) {
            review(amount); // invalid
        } else {
            balance = balance + amount; // sum
            if (balance > 10000) {
                suggest(); // rich
            }
        }
        assert balance >= before; // kept
    }

    void depositAndCheck(int amount) {
        int before = balance;
        if (amount <= 0 || amount > 50000) {
            review(amount);
        } else {
            balance = balance + amount; // second sum
            if (balance > 10000) {
                suggest();
            }
        }
        assert balance >= before; // second kept
        assert balance != 77; // never verified
    }

    static int element(int[] of, int at) {
        int before = at + 1; // next
        if (of == null || at < 0) {
            return before;
        }
        if (at > 3) {
            return of[before]; // loaded
        }
        return 3; // small
    }

    static int caught(int[] of, int at) {
        try {
            at = of[at]; // tried
        } catch (ArrayIndexOutOfBoundsException outside) {
            at = at > 5 ? 1 : 2; // outside
        }
        return at > 2 ? 3 : 4; // behind
    }

    static int called(Runnable first, int at) {
        int sum = at + 1; // before call
        first.run(); // call
        if (at > 3) {
            return 7; // big
        }
        return sum;
    }

    static int sums(int n, int step) {
        int sum = 0;
        if (step < 0) {
            return 0; // none
        }
        for (int i = 0; i < n; i++) {
            sum += step; // round
        }
        assert sum >= 0; // in the end
        return sum;
    }

    private void review(int amount) {
    }

    private void suggest() {
    }
}
";

const NULL: &str = "java/lang/NullPointerException";
const BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";

fn nothing(guidance: Guidance) -> Verified {
    Verified {
        by: "review.json".into(),
        guidance,
        identifiers: 0,
        assumed: Vec::new(),
        checks: Vec::new(),
        quiet: Vec::new(),
        frozen: Vec::new(),
    }
}

fn check(line: &str, throws: Option<&str>, under: &[&[usize]]) -> VerifiedCheck {
    let under = under.iter().map(|cube| cube.to_vec()).collect();
    VerifiedCheck { line: line_of(ACCOUNT, line), throws: throws.map(str::to_owned), under }
}

fn assumed(line: &str, premise: Premise, identifier: usize) -> Assumed {
    Assumed { line: line_of(ACCOUNT, line), premise, identifier }
}

/// Explores a method, of which all calls are verified.
fn explored_under(method: &str, verified: Option<Verified>) -> MethodFacts {
    explored_by(Search::Coverage, method, verified)
}

fn explored_by(search: Search, method: &str, verified: Option<Verified>) -> MethodFacts {
    let folder = compile(&[("Account.java", ACCOUNT)]);
    let world = open(folder.path());
    let class = world.load("Account").expect("the class loads");
    let methods = world.class(class).methods.clone();
    let id = methods.iter().copied().find(|id| &*world.method(*id).name == method).expect("the method");
    let code = world.code(id).expect("it has code");
    let quiet = code.body.blocks.values().map(|block| block.terminator_origin.offset).collect();
    let verified = verified.map(|it| if it.quiet.is_empty() { Verified { quiet, ..it } } else { it });
    explored(&world, "Account", method, &Options { search, verified, ..Options::default() })
}

fn verdict(facts: &MethodFacts, line: &str) -> String {
    match &line_goal(facts, line_of(ACCOUNT, line)).verdict {
        Verdict::Undecided(reasons) => reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        other => other.name().to_owned(),
    }
}

fn fails(facts: &MethodFacts) -> Vec<bool> {
    facts.tests.iter().map(|test| matches!(test.outcome, Outcome::Throws { .. })).collect()
}

fn no_overflow(guidance: Guidance, sum: &str, kept: &str) -> Verified {
    Verified {
        identifiers: 1,
        assumed: vec![assumed(sum, Premise::NoOverflow, 0)],
        checks: vec![check(kept, None, &[&[0]])],
        ..nothing(guidance)
    }
}

#[test]
fn of_figure_1_one_execution_is_left() {
    let all = explored_under("deposit", None);
    assert!(all.complete && all.tests.len() > 3, "{:?}", all.tests.len());
    for guidance in [Guidance::May, Guidance::MayMust] {
        let facts = explored_under("deposit", Some(no_overflow(guidance, "// sum", "// kept")));
        assert_eq!(fails(&facts), [true], "{guidance:?}");
        assert_eq!((facts.paths, facts.complete), (1, false));
        assert_eq!(verdict(&facts, "// sum"), "reached");
        // Nothing is said of what was given up.
        assert_eq!(verdict(&facts, "// invalid"), "verified: review.json");
        assert_eq!(verdict(&facts, "// rich"), "verified: review.json");
    }
}

#[test]
fn where_something_is_never_verified_nothing_is_given_up() {
    let all = explored_under("depositAndCheck", None);
    let verified = |guidance| no_overflow(guidance, "// second sum", "// second kept");
    let may = explored_under("depositAndCheck", Some(verified(Guidance::May)));
    let lines = |facts: &MethodFacts| facts.goals.iter().map(|goal| goal.verdict.name()).collect::<Vec<_>>();
    assert_eq!(lines(&may), lines(&all));
    // Figure 5: what breaks the assumption is looked at first.
    let must = explored_under("depositAndCheck", Some(verified(Guidance::Must)));
    assert_eq!(lines(&must), lines(&all));
    let sum = |facts: &MethodFacts| {
        let line = line_of(ACCOUNT, "// second sum");
        let goal = facts.goals.iter().position(|it| it.goal.line == line && it.goal.kind == GoalKind::Line);
        let goal = goal.expect("the line is a goal");
        facts.tests.iter().find(|test| test.goals.contains(&goal)).map(|test| test.outcome.clone())
    };
    let by = |verified| sum(&explored_by(Search::Dfs, "depositAndCheck", verified));
    assert!(matches!(by(Some(verified(Guidance::Must))), Some(Outcome::Throws { .. })));
    assert!(matches!(by(None), Some(Outcome::Returns(_))), "without the annotations it comes later");
}

#[test]
fn what_is_verified_fully_needs_no_test() {
    let checks = vec![check("// loaded", Some(NULL), &[&[]]), check("// loaded", Some(BOUNDS), &[&[]])];
    let facts = explored_under("element", Some(Verified { checks, ..nothing(Guidance::MayMust) }));
    assert_eq!((facts.tests.len(), facts.paths), (0, 0));
    assert!(facts.goals.iter().all(|goal| goal.verdict.name() == "undecided"));
}

#[test]
fn either_of_two_verifiers_is_enough() {
    let premises: &[&[usize]] = &[&[0], &[1]];
    let verified = |premises| Verified {
        identifiers: 2,
        assumed: vec![assumed("// next", Premise::NoOverflow, 0), assumed("// next", Premise::Other, 1)],
        checks: vec![check("// loaded", Some(NULL), &[&[]]), check("// loaded", Some(BOUNDS), premises)],
        ..nothing(Guidance::May)
    };
    let either = explored_under("element", Some(verified(premises)));
    assert_eq!(verdict(&either, "// small"), "verified: review.json");
    // Nobody can tell whether the other assumption is kept, so by itself it leaves all executions to the load.
    let other = explored_under("element", Some(verified(&[&[1]])));
    assert_eq!(verdict(&other, "// loaded"), "reached");
    assert_eq!(verdict(&other, "// small"), "verified: review.json", "nothing on the way is unverified");
    assert!(fails(&other).contains(&true));
}

#[test]
fn an_execution_on_which_a_check_has_failed_goes_on() {
    let checks = vec![check("// tried", Some(NULL), &[&[]])];
    let facts = explored_under("caught", Some(Verified { checks, ..nothing(Guidance::May) }));
    assert_eq!(verdict(&facts, "// outside"), "reached");
    assert_eq!(verdict(&facts, "// behind"), "reached");
    let is_failure = |goal: &&usize| matches!(facts.goals[**goal].goal.kind, GoalKind::Exception(_));
    let fails = facts.tests.iter().filter(|test| test.goals.iter().any(|goal| is_failure(&goal)));
    assert_eq!(fails.count(), facts.tests.len(), "the others are verified behind the check");
}

#[test]
fn a_call_that_nobody_has_verified_is_reached() {
    let quiet = vec![u32::MAX];
    let checks = vec![check("// call", Some(NULL), &[&[]])];
    let verified = Verified { quiet, checks, ..nothing(Guidance::May) };
    let facts = explored_under("called", Some(verified));
    assert_eq!(verdict(&facts, "// call"), "reached");
    assert_eq!(verdict(&facts, "// big"), "verified: review.json");
}

#[test]
fn sums_of_a_loop_are_one_assumption() {
    let facts = explored_under("sums", Some(no_overflow(Guidance::May, "// round", "// in the end")));
    assert!(fails(&facts).contains(&true));
    assert_eq!(verdict(&facts, "// none"), "verified: review.json");
}
