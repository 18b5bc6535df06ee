//! Composition against exploration as it is: the same paths, outcomes and verdicts, on small programs and on random classes with calls,
//! heaps and exceptions. What tests predict is held against concrete runs.

use crate::generate::Random;
use crate::java::{compile, explored, explored_source, open};
use clew_base::CancelToken;
use clew_facts::{MethodFacts, Outcome, Verdict};
use clew_jvm::{MethodId, World};
use clew_symex::{Composition, ConcreteEnd, ConcreteRuns, Criterion, HeapPolicy, Options, explore};
use std::collections::BTreeMap;

const SEED: u64 = 326;
/// How many random classes are explored where `CLEW_COMPOSED_CLASSES` does not say otherwise.
const CLASSES: usize = 5;

const ACCOUNT: &str = "
class Account {
    int balance, limit;
    boolean closed;
    Account parent;
    int grade(int amount) {
        if (closed) return -1;
        if (amount < 0) throw new IllegalArgumentException();
        if (amount > limit) return 2;
        return amount > balance ? 1 : 0;
    }
    void take(int amount) {
        if (amount > balance) balance = 0; else balance -= amount;
    }
    int room() {
        if (parent == null) return limit;
        return parent.limit < limit ? parent.limit : limit;
    }
    static int graded(Account a, int x, int y, int z) {
        int worst = a.grade(x) + a.grade(y) + a.grade(z);
        if (worst > 5) return 100;
        return worst;
    }
    static int taken(Account a, Account b, int x) {
        a.take(x); b.take(x); a.take(3);
        if (a.balance == 7 && b.balance == 7) return 1;
        return 0;
    }
    static int rooms(Account a, Account b) {
        if (a.room() + b.room() == 12) return 1;
        return a.room() > 100 ? 2 : 3;
    }
}
";

fn options(composition: Composition, criterion: Criterion, heap: HeapPolicy) -> Options {
    Options { composition, criterion, heap, max_steps: 60_000, ..Options::default() }
}

fn decided(facts: &MethodFacts) -> Vec<&'static str> {
    facts.goals.iter().map(|goal| goal.verdict.name()).collect()
}

fn outcomes(facts: &MethodFacts) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for test in &facts.tests {
        let outcome = match &test.outcome {
            Outcome::Throws { class } => class.clone(),
            Outcome::Returns(_) => "returns".to_owned(),
            other => format!("{other:?}"),
        };
        *counted.entry(outcome).or_insert(0) += 1;
    }
    counted
}

#[test]
fn a_summary_takes_fewer_paths_and_steps() {
    for method in ["graded", "taken", "rooms"] {
        let explored = |composition| {
            let options = options(composition, Criterion::Branches, HeapPolicy::Solver);
            explored_source("Account", ACCOUNT, method, &options)
        };
        let (plain, composed) = (explored(Composition::Off), explored(Composition::Always));
        assert_eq!(decided(&plain), decided(&composed), "{method}");
        assert!(composed.complete, "{method}");
        assert!(composed.paths < plain.paths, "{method}: {} and {}", composed.paths, plain.paths);
    }
}

#[test]
fn every_path_is_kept_where_all_are_wanted() {
    for (method, heap) in [("graded", HeapPolicy::Solver), ("graded", HeapPolicy::Lazy), ("taken", HeapPolicy::Solver)]
    {
        let explored =
            |composition| explored_source("Account", ACCOUNT, method, &options(composition, Criterion::Paths, heap));
        let (plain, composed) = (explored(Composition::Off), explored(Composition::Always));
        assert_eq!(plain.paths, composed.paths, "{method}");
        assert_eq!(outcomes(&plain), outcomes(&composed), "{method}");
    }
}

#[test]
fn a_bound_in_a_callee_stays_a_bound() {
    let source = "
        class Rounds {
            static int down(int n) {
                int rounds = 0;
                while (n > 0) { n--; rounds++; }
                return rounds;
            }
            static int twice(int a, int b) {
                int sum = down(a) + down(b);
                if (sum == 9) return 1;
                if (sum < 0) return 2;
                return 0;
            }
        }";
    let explored = |composition| {
        explored_source("Rounds", source, "twice", &options(composition, Criterion::Branches, HeapPolicy::Solver))
    };
    let (plain, composed) = (explored(Composition::Off), explored(Composition::Always));
    assert_eq!(decided(&plain), decided(&composed));
    assert_eq!(plain.undecided.is_empty(), composed.undecided.is_empty());
}

#[test]
fn writes_to_an_object_with_two_names_come_in_order() {
    let source = "
        class Cell {
            int v;
            Cell next;
            static void move(Cell from, Cell to, int x) {
                if (x > 3) from.v = 0;
                to.v = x;
            }
            static void both(Cell one, Cell two, int x) {
                if (x > 3) one.v = 1; else two.v = 2;
            }
            static int same(Cell a, int x) {
                a.v = 9;
                move(a, a, x);
                if (a.v != x) return 1;
                both(a, a, x);
                return a.v == (x > 3 ? 1 : 2) ? 0 : 2;
            }
            static int any(Cell a, Cell b, int x) {
                move(a, b, x);
                both(a, b, x);
                if (a == b && x > 3 && a.v != 1) return 1;
                if (a == b && x <= 3 && a.v != 2) return 2;
                return 0;
            }
        }";
    for (method, heap) in [("same", HeapPolicy::Solver), ("any", HeapPolicy::Solver), ("any", HeapPolicy::Lazy)] {
        let explored =
            |composition| explored_source("Cell", source, method, &options(composition, Criterion::Branches, heap));
        let (plain, composed) = (explored(Composition::Off), explored(Composition::Always));
        assert_eq!(decided(&plain), decided(&composed), "{method}");
    }
}

/// A class of random methods: `c0` to `c4` are called, `m` calls them.
fn class(random: &mut Random) -> String {
    let mut text = "class Node { int v; int w; boolean b; Node next; int[] t;\n".to_owned();
    for number in 0..5 {
        let receiver = if random.below(3) == 0 { "static " } else { "" };
        let this = if receiver.is_empty() { "this" } else { "o" };
        text += &format!("{receiver}int c{number}(Node o, int x, int y) {{ int r = {};\n", constant(random));
        for _ in 0..2 + random.below(3) {
            text += &statement(random, this, number, 0);
        }
        text += &format!("return {}; }}\n", number_of(random, this));
    }
    text += "static int m(Node p, Node q, int x, int y) { int r = 0; Node o = q;\n";
    for _ in 0..3 {
        let (callee, receiver) = (random.below(5), ["p", "q"][random.below(2)]);
        let argument = ["p", "q", "p.next", "null"][random.below(4)];
        text += &format!("r += {receiver}.c{callee}({argument}, {}, y);\n", ["x", "r", "x + 1", "3"][random.below(4)]);
    }
    text += &format!(
        "if (r == {}) return 1; if (r > x) return 2; if (p.v == q.v) return 3; return 0; }}\n}}",
        constant(random)
    );
    text
}

fn constant(random: &mut Random) -> String {
    ["0", "1", "2", "-1", "7", "100", "Integer.MAX_VALUE"][random.below(7)].to_owned()
}

fn number_of(random: &mut Random, this: &str) -> String {
    match random.below(9) {
        0 => format!("{this}.v"),
        1 => format!("{this}.w + r"),
        2 => format!("{this}.v - x"),
        3 => "(r ^ y)".to_owned(),
        4 => "(byte) (x + r)".to_owned(),
        5 => format!("10 / ({this}.w | 1)"),
        6 => format!("{this}.next.v"),
        7 => constant(random),
        _ => ["x", "y", "r"][random.below(3)].to_owned(),
    }
}

fn condition(random: &mut Random, this: &str) -> String {
    match random.below(7) {
        0 => format!("{this}.b"),
        1 => "o == null".to_owned(),
        2 => format!("{this}.next != null"),
        3 => format!("{this}.t != null && {this}.t.length > {}", random.below(3)),
        _ => format!("{} {} {}", number_of(random, this), ["<", "==", ">=", "!="][random.below(4)], constant(random)),
    }
}

fn statement(random: &mut Random, this: &str, number: usize, depth: u32) -> String {
    match random.below(9) {
        0..=2 if depth < 2 => {
            let (condition, then) = (condition(random, this), statement(random, this, number, depth + 1));
            format!("if ({condition}) {{ {then} }} else {{ {} }}\n", statement(random, this, number, depth + 1))
        }
        3 => format!("{this}.v = {};\n", number_of(random, this)),
        4 => format!("{this}.w += {};\n", number_of(random, this)),
        5 => format!("{this}.b = x > {};\n", constant(random)),
        6 if depth > 0 && random.below(3) == 0 => "throw new IllegalStateException();\n".to_owned(),
        6 if number > 0 => format!("r -= {this}.c{}(o, y, x);\n", random.below(number)),
        7 => format!("o.w = {};\n", number_of(random, this)),
        _ => format!("r = {};\n", number_of(random, this)),
    }
}

fn method(world: &World, name: &str) -> MethodId {
    let class = world.load("Node").expect("the class loads");
    let methods = world.class(class).methods.clone();
    methods.into_iter().find(|id| &*world.method(*id).name == name).expect("the method")
}

/// Every outcome that a test predicts is that of a concrete run.
fn check_outcomes(world: &World, facts: &MethodFacts, options: &Options, source: &str) {
    let id = method(world, "m");
    let mut runs = ConcreteRuns::new(world, id, options);
    for test in &facts.tests {
        if matches!(test.outcome, Outcome::Returns(_) | Outcome::Throws { .. })
            && let Ok(ConcreteEnd::Called { outcome, .. }) = runs.run(id, test)
        {
            assert_eq!(outcome, test.outcome, "{test:?}\n{source}");
        }
    }
}

#[test]
fn random_classes_are_judged_as_without_summaries() {
    let mut fewer = 0;
    let asked = std::env::var("CLEW_COMPOSED_CLASSES").ok().and_then(|number| number.parse().ok());
    for number in 0..asked.unwrap_or(CLASSES) {
        let mut random = Random(SEED + number as u64);
        let source = class(&mut random);
        let folder = compile(&[("Node.java", &source)]);
        let world = open(folder.path());
        for heap in [HeapPolicy::Solver, HeapPolicy::Lazy] {
            for criterion in [Criterion::Branches, Criterion::Paths] {
                let run = |composition| {
                    let options = options(composition, criterion, heap);
                    explore(&world, method(&world, "m"), &options, &CancelToken::new(), &mut ())
                        .expect("it is explored")
                };
                let (plain, composed) = (run(Composition::Off), run(Composition::Always));
                for (before, after) in plain.goals.iter().zip(&composed.goals) {
                    let (was, is) = (&before.verdict, &after.verdict);
                    let was_open = matches!(was, Verdict::Undecided(_));
                    assert!(
                        was.name() == is.name() || was_open,
                        "{heap:?} {criterion:?} {:?}: {was:?} and {is:?}\n{source}",
                        before.goal
                    );
                }
                if criterion == Criterion::Paths && heap == HeapPolicy::Solver && plain.complete {
                    assert_eq!(plain.paths, composed.paths, "{source}");
                    assert_eq!(outcomes(&plain), outcomes(&composed), "{source}");
                }
                fewer += usize::from(composed.paths < plain.paths);
                check_outcomes(&world, &composed, &options(Composition::Always, criterion, heap), &source);
            }
        }
    }
    assert!(fewer > 0, "no class has fewer paths by summaries");
}

#[test]
fn a_summary_is_used_where_it_pays() {
    let folder = compile(&[("Account.java", ACCOUNT)]);
    let world = open(folder.path());
    let options = |composition| options(composition, Criterion::Branches, HeapPolicy::Solver);
    let plain = explored(&world, "Account", "graded", &options(Composition::Off));
    let composed = explored(&world, "Account", "graded", &options(Composition::Pays));
    assert_eq!(decided(&plain), decided(&composed));
    assert!(composed.stats.instructions <= plain.stats.instructions * 11 / 10);
}
