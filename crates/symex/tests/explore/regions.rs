//! Regions that one step goes through, against exploration path by path and against concrete runs.

use crate::generate::Random;
use crate::java::{compile, explored_source, open};
use clew_base::CancelToken;
use clew_facts::{MethodFacts, Outcome, Value, Verdict};
use clew_jvm::{MethodId, World};
use clew_symex::{ConcreteEnd, ConcreteRuns, Options, explore};
use std::fmt::Write;

const SEED: u64 = 328;
/// How many random methods are explored where `CLEW_REGION_METHODS` does not say otherwise.
const METHODS: usize = 12;

const COUNTS: &str = "
class Counts {
    static int bits(int x) {
        int n = 0;
        for (int i = 0; i < 32; i++) {
            if ((x & (1 << i)) != 0) n++;
        }
        return n == 17 ? 1 : 0;
    }
    static int points(int a, int b, int c, int d, int e, int f, int g, int h) {
        int sum = 0;
        if (a > 10) sum += 3;
        if (b > 10) sum += 5;
        if (c > 10) sum += 7;
        if (d > 10) sum += 11;
        if (e > 10) sum += 13;
        if (f > 10) sum += 17;
        if (g > 10) sum += 19;
        if (h > 10) sum += 23;
        if (sum == 60) return 1;
        if (sum == 2) return 2;
        return 0;
    }
    static int kinds(char[] text) {
        int vowels = 0, digits = 0;
        for (int i = 0; i < text.length; i++) {
            char c = text[i];
            if (c == 'a' || c == 'e' || c == 'i') vowels++; else if (c >= '0' && c <= '9') digits++;
        }
        return vowels == 3 && digits == 4 ? 1 : 0;
    }
}
";

fn options(regions: bool) -> Options {
    Options { regions, max_steps: 60_000, deepens: true, ..Options::default() }
}

fn has_answer(facts: &MethodFacts, answer: i32) -> bool {
    facts.tests.iter().any(|test| test.outcome == Outcome::Returns(Some(Value::Int(answer))))
}

#[test]
fn what_a_loop_counts_is_no_path_for_each_count() {
    for method in ["bits", "points", "kinds"] {
        let explored = |regions| explored_source("Counts", COUNTS, method, &options(regions));
        let (apart, joined) = (explored(false), explored(true));
        let (fewer, all) = (joined.stats.instructions, apart.stats.instructions);
        assert!(fewer < all, "{method}: {fewer} and {all} instructions");
        assert!(has_answer(&joined, 1), "{method}");
        check_verdicts(&apart, &joined, method);
    }
}

/// What was decided path by path is decided so, but that a bound on rounds may cut more: a round without a decision does not count.
fn check_verdicts(apart: &MethodFacts, joined: &MethodFacts, source: &str) {
    for (before, after) in apart.goals.iter().zip(&joined.goals) {
        let (was, is) = (&before.verdict, &after.verdict);
        let is_bounded = matches!(was, Verdict::Unreachable(proof) if proof.is_bounded());
        let is_open = is_bounded || matches!(was, Verdict::Undecided(_));
        assert!(is_open || was.name() == is.name(), "{:?}: {was:?} and {is:?}\n{source}", before.goal);
        let is_complete = apart.complete && joined.complete;
        assert!(
            !is_complete || before.doomed.is_some() || after.doomed.is_none(),
            "{:?} {after:?}\n{source}",
            before.goal
        );
    }
}

/// A method of four small numbers with conditional sums, in and out of loops, and branches on them.
fn random_method(random: &mut Random) -> String {
    let mut text =
        String::from("class Sums {\n static int m(byte a, byte b, byte c, byte d) {\n  int x = 0, y = 1, z = a;\n");
    let parameters = ["a", "b", "c", "d"];
    let sums = ["x", "y", "z"];
    let condition = |random: &mut Random| {
        let left = parameters[random.below(4)];
        let right = [parameters[random.below(4)].to_owned(), random.below(5).to_string()][random.below(2)].clone();
        let operator = ["<", ">", "==", "!=", "<=", ">="][random.below(6)];
        format!("{left} {operator} {right}")
    };
    let change = |random: &mut Random| {
        let sum = sums[random.below(3)];
        let by = [sums[random.below(3)], parameters[random.below(4)], "3", "7"][random.below(4)];
        let operator = ["+=", "-=", "^=", "="][random.below(4)];
        format!("{sum} {operator} {by};")
    };
    for round in 0..7 {
        let (first, second) = (condition(random), condition(random));
        let (one, other) = (change(random), change(random));
        let line = match random.below(5) {
            0 => format!("  if ({first} && {second}) {one}"),
            1 => format!("  if ({first}) {one} else {other}"),
            2 => format!("  if ({first} || {second}) {{ {one} {other} }}"),
            3 => format!("  if ({first}) {one} else if ({second}) {other}"),
            _ => format!("  for (int i{round} = 0; i{round} < 3; i{round}++) {{ if (i{round} < b || {first}) {one} }}"),
        };
        writeln!(text, "{line}").expect("it is a string");
    }
    let wanted = random.below(12);
    let last = condition(random);
    writeln!(text, "  if (x == {wanted}) return 1;\n  if (y > 20 && {last}) return 2;").expect("it is a string");
    text.push_str("  if (x + y == z) throw new IllegalStateException();\n  return 0;\n }\n}\n");
    text
}

fn method(world: &World) -> MethodId {
    let class = world.load("Sums").expect("the class loads");
    let methods = world.class(class).methods.clone();
    methods.into_iter().find(|id| &*world.method(*id).name == "m").expect("the method")
}

/// What tests predict is what concrete runs give.
fn check_tests(world: &World, facts: &MethodFacts, options: &Options, source: &str) {
    let id = method(world);
    let mut runs = ConcreteRuns::new(world, id, options);
    for test in &facts.tests {
        let ConcreteEnd::Called { outcome, .. } = runs.run(id, test).expect("it runs") else {
            panic!("the call is made\n{source}")
        };
        assert_eq!(outcome, test.outcome, "{test:?}\n{source}");
    }
}

#[test]
fn random_sums_are_judged_as_path_by_path() {
    let asked = std::env::var("CLEW_REGION_METHODS").ok().and_then(|number| number.parse().ok());
    let mut fewer = 0;
    for number in 0..asked.unwrap_or(METHODS) {
        let source = random_method(&mut Random(SEED + number as u64));
        let folder = compile(&[("Sums.java", &source)]);
        let world = open(folder.path());
        let run = |regions| {
            explore(&world, method(&world), &options(regions), &CancelToken::new(), &mut ()).expect("it is explored")
        };
        let (apart, joined) = (run(false), run(true));
        check_verdicts(&apart, &joined, &source);
        fewer += usize::from(joined.paths < apart.paths);
        check_tests(&world, &joined, &options(true), &source);
    }
    assert!(fewer > 0, "no method has fewer paths");
}
