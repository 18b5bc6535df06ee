//! `clew generate --attack-assumptions`: goals that only executions reach which break an assumption fall, goals that none reaches
//! survive, and nothing else changes.

mod support;

use serde_json::Value as Json;
use std::fmt::Write as _;
use support::Project;
use support::schema::{assert_valid, of_generate};

/// Each method has one goal behind `return 1`, in a line that says whether an execution gets there.
const BOUNDS: &str = "package demo;
import java.util.List;
public class Bounds {
    public static int cubes(int n) {
        int sum = 0, cubes = 0;
        for (int i = 1; i <= n; i++) { sum += i; cubes += i * i * i; }
        if (cubes != sum * sum)
            return 1; // survives: loop
        return 0;
    }
    public static int doubled(int n) {
        int x = 1;
        for (int i = 0; i < n; i++) x *= 2;
        if (x < 0)
            return 1; // falls: loop
        return 0;
    }
    public static int text(String text) {
        if (text.length() > 40 && text.charAt(39) == 'y' && text.charAt(40) == 'x')
            return 1; // falls: string_length
        return 0;
    }
    static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
    public static int deep(int n) {
        if (n < 12 && depth(2 * n) == 12)
            return 1; // falls: recursion
        return 0;
    }
    public static int list(List<String> list) {
        if (list.size() == 6)
            return 1; // falls: made_inputs
        return 0;
    }
    public static int raw(List<String> list) {
        Object first = ((List<?>) list).get(0);
        if (first instanceof Integer)
            return 1; // falls: generic_types
        return 0;
    }
    static int mode = 3;
    public static int mode() {
        if (mode == 4)
            return 1; // falls: initial_statics
        return 0;
    }
    private static int secret = 3;
    static int[] shared = { 1 };
    public static int change(int x) { if (x == 9) secret = x; return secret; }
    public static int shared() {
        if (shared[0] == 4)
            return 1; // survives: initial_statics
        return 0;
    }
}
";

/// Only code of the class changes what it keeps, and no test calls that.
const HIDDEN: &str = "package demo;
public class Hidden {
    private static int mode = 3;
    private static void set(int x) { if (x > 3) mode = x; }
    public static int mode(int bonus) {
        if (mode == 4)
            return bonus; // not attacked: initial_statics
        return 0;
    }
    public static int debug() {
        int before = Switch.rounds++;
        if (Switch.debug && before < Switch.rounds)
            return 1; // falls: initial_statics
        return 0;
    }
}
";

const SWITCH: &str = "package demo;
class Switch {
    static boolean debug;
    static int rounds;
}
";

/// Nothing but reflection makes an account without an owner.
const ACCOUNT: &str = "package demo;
public class Account {
    private int balance = 1;
    private final Object owner = new Object();
    public Account(int start) { if (start > 0) balance = start; }
    public int ownerless() {
        if (owner == null)
            return 1; // survives: class_invariant
        return 0;
    }
    public static int same(Account a, Account b) {
        int before = b.balance;
        a.balance = 7;
        if (before != 7 && b.balance == 7)
            return 1; // falls: no_alias
        return 0;
    }
}
";

const FLAGS: [&str; 6] = ["generate", "classes", "--no-cache", "--max-steps", "20000", "--attack-assumptions"];

fn generate(project: &Project, more: &[&str]) -> Json {
    let run = project.clew(&[&FLAGS[..], &["--format", "json", "--quiet"], more].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    assert_valid(&of_generate(), &document);
    document
}

fn goals(document: &Json) -> impl Iterator<Item = (&Json, &Json)> {
    let methods = document["methods"].as_array().expect("methods").iter();
    methods.flat_map(|method| method["goals"].as_array().expect("goals").iter().map(move |goal| (method, goal)))
}

/// The lines of a source that say what becomes of the goal in them, each with that and the kind of assumption.
fn expectations(source: &str) -> Vec<(u64, &str, &str)> {
    let marked = (1..).zip(source.lines()).filter_map(|(number, line)| Some((number, line.split_once("// ")?.1)));
    marked
        .map(|(number, says)| says.split_once(": ").map(|(fate, kind)| (number, fate, kind)).expect("a kind"))
        .collect()
}

fn attacks<'d>(goal: &'d Json, kind: &str) -> Vec<&'d Json> {
    let of_kind = |attack: &&Json| {
        let names = attack["assumptions"].as_array().expect("names").iter().filter_map(Json::as_str);
        names.into_iter().any(|name| name.split(['<', ':', '(']).next() == Some(kind))
    };
    goal["attacked"]["attacks"].as_array().expect("attacks").iter().filter(of_kind).collect()
}

/// Asserts what became of the lines of a source that say so.
fn check(document: &Json, class: &str, source: &str) {
    check_only(document, class, &expectations(source));
}

fn check_only(document: &Json, class: &str, wanted: &[(u64, &str, &str)]) {
    assert!(!wanted.is_empty());
    for (line, fate, kind) in wanted.iter().copied() {
        let (_, goal) = goals(document)
            .find(|(method, goal)| method["class"] == class && goal["line"] == line && goal["kind"] == "line")
            .unwrap_or_else(|| panic!("line {line} has no goal"));
        let (verdict, result) = match fate {
            "falls" => ("reached", "broken"),
            "survives" => (goal["attacked"]["proved"].as_str().expect("a verdict"), "survived"),
            _ => (goal["attacked"]["proved"].as_str().expect("a verdict"), "not_attacked"),
        };
        assert_eq!(goal["verdict"], verdict, "line {line}: {goal:#}");
        let results: Vec<&Json> = attacks(goal, kind).iter().map(|attack| &attack["result"]).collect();
        assert!(results.contains(&&Json::from(result)), "line {line}: {goal:#}");
        assert_eq!(results.contains(&&Json::from("broken")), fate == "falls", "line {line}: {goal:#}");
    }
}

#[test]
fn goals_fall_where_an_execution_breaks_what_their_proof_assumes() {
    let sources = [("demo/Bounds.java", BOUNDS), ("demo/Hidden.java", HIDDEN), ("demo/Switch.java", SWITCH)];
    let document = generate(&Project::compile(&sources), &["--loop-k", "2"]);
    check(&document, "demo.Bounds", BOUNDS);
    check(&document, "demo.Hidden", HIDDEN);
    let figures = &document["attacks"];
    let sum = ["fallen", "survived", "not_attacked"].map(|name| figures[name].as_u64().expect("a number"));
    assert_eq!(figures["goals"], sum.iter().sum::<u64>());
    assert!(sum.iter().all(|number| *number > 0), "{figures:#}");
    assert_eq!(document["totals"]["replay_mismatches"], 0);
    for (method, goal) in goals(&document).filter(|(_, goal)| goal.get("attacked").is_some()) {
        if goal["verdict"] == "reached" {
            let test = &method["tests"][goal["test"].as_u64().expect("a test") as usize];
            assert_eq!(test["replay"], "confirmed", "{goal:#}");
        }
    }
}

#[test]
fn a_class_invariant_is_not_broken_by_reflection() {
    let project = Project::compile(&[("demo/Account.java", ACCOUNT)]);
    let document = generate(&project, &["--aliasing", "off"]);
    check(&document, "demo.Account", ACCOUNT);
    let assumed = generate(&project, &["--assume", "non_aliasing(a,b)", "--method", "same"]);
    let mut of_same = expectations(ACCOUNT);
    of_same.retain(|(_, _, kind)| *kind == "no_alias");
    check_only(&assumed, "demo.Account", &of_same);
}

#[test]
fn classes_beyond_the_first_are_looked_at() {
    let mut shapes = String::from("package demo;\npublic interface Shape { int sides();\n");
    for number in 1..=18 {
        let _ = writeln!(
            shapes,
            "    final class S{number} implements Shape {{ public int sides() {{ return {number}; }} }}"
        );
    }
    shapes.push_str("}\n");
    let odd = "package demo;
public class Odd {
    public static int sides(Shape shape) {
        if (shape.sides() == 9)
            return 1; // falls: few_classes
        return 0;
    }
}
";
    let project = Project::compile(&[("demo/Shape.java", &shapes), ("demo/Odd.java", odd)]);
    check(&generate(&project, &["--class", "demo.Odd"]), "demo.Odd", odd);
}

#[test]
fn all_but_the_attacked_goals_is_as_without_attacks() {
    let project = Project::compile(&[("demo/Bounds.java", BOUNDS)]);
    let flags =
        ["generate", "classes", "--no-cache", "--max-steps", "20000", "--loop-k", "2", "--format", "json", "-q"];
    let plain = project.clew(&flags).json();
    assert_eq!(plain.get("attacks"), None);
    assert!(goals(&plain).all(|(_, goal)| goal.get("attacked").is_none()));
    let attacked = generate(&project, &["--loop-k", "2"]);
    for ((method, before), (_, after)) in goals(&plain).zip(goals(&attacked)) {
        let proved = &after["attacked"];
        if proved.is_null() {
            assert_eq!(before, after, "{}", method["method"]);
        } else {
            assert_eq!((&before["verdict"], &before["assumptions"]), (&proved["proved"], &proved["assumptions"]));
            let is_stronger = after["verdict"] == "reached" || after["verdict"] == before["verdict"];
            assert!(is_stronger, "{before:#}\n{after:#}");
        }
    }
}

#[test]
fn results_are_the_same_in_every_run() {
    let project = Project::compile(&[("demo/Bounds.java", BOUNDS)]);
    let text = |more: &[&str]| {
        let mut document = generate(&project, &[&["--loop-k", "2"], more].concat());
        document["stats"] = Json::Null;
        for method in document["methods"].as_array_mut().expect("methods") {
            method["stats"] = Json::Null;
        }
        document["files"] = Json::Null;
        document.to_string()
    };
    assert_eq!(text(&["--jobs", "1"]), text(&["--jobs", "3"]));
}

#[test]
fn results_of_earlier_runs_are_those_of_the_same_flag() {
    let project = Project::compile(&[("demo/Account.java", ACCOUNT)]);
    let store = project.path("kept");
    let run = |more: &[&str]| {
        let flags = ["generate", "classes", "--max-steps", "20000", "--format", "json", "-q", "--aliasing", "off"];
        let mut command = support::command_in(project.dir.path(), &[&flags[..], more].concat());
        command.env_remove("CLEW_NO_CACHE").env("CLEW_STORE", &store);
        support::Run::of(command.output().expect("the binary runs")).json()
    };
    let plain = run(&[]);
    let first = run(&["--attack-assumptions"]);
    let second = run(&["--attack-assumptions"]);
    assert_eq!((&first["stats"]["from_store"], &plain["stats"]["from_store"]), (&Json::from(0), &Json::from(0)));
    assert!(second["stats"]["from_store"].as_u64() > Some(0), "{}", second["stats"]);
    let told = |document: &Json| goals(document).map(|(_, goal)| goal.clone()).collect::<Vec<Json>>();
    assert_eq!((told(&first), &first["attacks"]), (told(&second), &second["attacks"]));
    assert_eq!(run(&[])["attacks"], Json::Null);
}

#[test]
fn the_summary_and_the_report_tell_of_it() {
    let project = Project::compile(&[("demo/Bounds.java", BOUNDS)]);
    let run = project.clew(&[&FLAGS[..], &["--loop-k", "2", "--html", "report.html", "--quiet"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let report = std::fs::read_to_string(project.path("report.html")).expect("a report");
    assert!(report.contains("2: broken (an exploration with loop"), "the report tells what was broken");
    let run = project.clew(&[&FLAGS[..], &["--loop-k", "2"]].concat());
    for part in ["Attacks on assumptions: of ", " fell to new tests, ", "What proofs rest on, and what attacks came to"]
    {
        assert!(run.stdout.contains(part), "{part} is missing: {}", run.stdout);
    }
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
}

#[test]
fn tests_that_are_not_run_correct_nothing() {
    let project = Project::compile(&[("demo/Account.java", ACCOUNT)]);
    let run = project.clew(&["generate", "classes", "--attack-assumptions", "--no-replay"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("--no-replay") && run.stderr.contains("--attack-assumptions"), "{}", run.stderr);
    // A setting comes with any flag.
    let mut command = support::command_in(project.dir.path(), &["generate", "classes", "--no-replay"]);
    let run = support::Run::of(command.env("CLEW_ATTACK_ASSUMPTIONS", "true").output().expect("the binary runs"));
    run.assert_fails(2, "clew: attacks on assumptions need tests that are run; leave --no-replay out\n");
}
