//! The order in which states are taken up changes neither what is reached nor, the order being the same, anything.

use crate::java::{compile, explored, open, reached, without_times};
use clew_facts::Verdict;
use clew_symex::{Criterion, Options, Search};

const SOURCE: &str = "
class Orders {
    int[] marks;
    Orders other;

    static int rounds(int a, int b) {
        int sum = 0;
        for (int i = 0; i < a; i++) {
            if (((b >> i) & 1) == 1) {
                sum += i;
            } else if (sum > 2) {
                return -1;
            }
        }
        return sum == 7 ? 1 : 0;
    }

    int follow(Orders o, int at) {
        if (o == this) {
            return 1;
        }
        if (o.marks[at] == marks[0]) {
            marks[0] = at;
            return o.marks == marks ? 2 : 3;
        }
        return o.other == this ? 4 : 5;
    }

    static int pick(int n) {
        switch (n) {
            case 1: return 10;
            case 7: return 20;
            case -3: return n * n == 9 ? 30 : 31;
            default: return n % 2 == 0 ? 40 : 100 / n;
        }
    }
}
";

const METHODS: [&str; 3] = ["rounds", "follow", "pick"];
const SEARCHES: [Search; 4] = [Search::Dfs, Search::Bfs, Search::Random, Search::Coverage];

#[test]
fn two_runs_give_equal_facts() {
    let folder = compile(&[("Orders.java", SOURCE)]);
    for criterion in [Criterion::Branches, Criterion::Paths] {
        for search in SEARCHES {
            let options = Options { criterion, search, seed: 11, ..Options::default() };
            for method in METHODS {
                // A world of its own each time, as every job has.
                let run = || without_times(explored(&open(folder.path()), "Orders", method, &options));
                assert_eq!(run(), run(), "{method} by {search:?}");
            }
        }
    }
}

#[test]
fn every_searcher_reaches_the_same_goals() {
    let folder = compile(&[("Orders.java", SOURCE)]);
    let world = open(folder.path());
    for method in METHODS {
        let facts = SEARCHES.map(|search| {
            let options = Options { search, seed: 5, ..Options::default() };
            explored(&world, "Orders", method, &options)
        });
        for (search, other) in SEARCHES.iter().zip(&facts) {
            assert_eq!(reached(other), reached(&facts[0]), "{method} by {search:?}");
            assert_eq!((other.paths, other.complete), (facts[0].paths, facts[0].complete), "{method} by {search:?}");
            let names = |facts: &clew_facts::MethodFacts| -> Vec<&str> {
                facts.goals.iter().map(|goal| goal.verdict.name()).collect()
            };
            assert_eq!(names(other), names(&facts[0]), "{method} by {search:?}");
        }
        assert!(facts[0].goals.iter().any(|goal| matches!(goal.verdict, Verdict::Reached { .. })));
    }
}

#[test]
fn seeds_change_the_order_and_not_the_goals() {
    let folder = compile(&[("Orders.java", SOURCE)]);
    let world = open(folder.path());
    let of_seed = |seed| {
        let options = Options { search: Search::Random, seed, ..Options::default() };
        reached(&explored(&world, "Orders", "rounds", &options))
    };
    for seed in 1..6 {
        assert_eq!(of_seed(seed), of_seed(0), "seed {seed}");
    }
}
