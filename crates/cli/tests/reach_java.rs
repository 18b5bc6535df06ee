//! `clew reach` on Java: the programs of the paper, other places behind loops, bad input, and the document.

mod support;

use serde_json::{Value as Json, json};
use std::path::Path;
use support::schema::{assert_valid, of_reach};
use support::{Project, Run};

/// A program of the paper, and the line of its target.
fn benchmark(name: &str) -> (Project, usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reach").join(name).with_extension("java");
    let text = std::fs::read_to_string(file).expect("the program");
    let line = text.lines().position(|line| line.ends_with("// TARGET")).expect("a target") + 1;
    (Project::compile_with(&["-g"], &[(&format!("apc/{name}.java"), &text)]), line)
}

fn reach(project: &Project, args: &[&str]) -> Run {
    project.clew(&[&["reach", "classes", "--format", "json"], args].concat())
}

fn document(run: &Run) -> Json {
    let document = run.json();
    assert_valid(&of_reach(), &document);
    document
}

fn run_benchmark(name: &str, timeout: &str) -> Json {
    let (project, line) = benchmark(name);
    let run = reach(&project, &["--target", &format!("apc.{name}#run:{line}"), "--timeout", timeout]);
    assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
    document(&run)
}

#[test]
fn places_of_the_paper_that_nothing_gets_to_are_unreachable_without_a_bound() {
    for name in ["OneLoop", "TwoLoops"] {
        let found = run_benchmark(name, "60s");
        assert_eq!((&found["verdict"], &found["unconditional"]), (&json!("unreachable"), &json!(true)), "{name}");
        assert_eq!(found["assumptions"], json!(["closed_world_jdk", "no_vm_errors"]), "{name}");
        assert_eq!(found["decided_by"], json!("abstract-path-condition"), "{name}");
    }
}

#[test]
fn places_of_the_paper_behind_loops_are_reached_by_a_replayed_test() {
    for name in ["Intro", "Hello", "HW", "HWM", "MatrIR", "WinDriver"] {
        // They take less than a second where the machine is not busy.
        let found = run_benchmark(name, "300s");
        assert_eq!(found["verdict"], json!("reached"), "{name}: {found:#}");
        assert_eq!(found["test"]["replay"], json!("confirmed"), "{name}");
        assert_eq!(found["test"]["outcome"], json!({ "throws": "java.lang.IllegalStateException" }), "{name}");
    }
}

#[test]
fn an_explanation_has_each_loop_beside_its_source_and_only_variables_that_matter() {
    let (project, line) = benchmark("OneLoop");
    let target = format!("apc.OneLoop#run:{line}");
    let run = project.clew(&["reach", "classes", "--target", &target, "--no-replay", "--explain", "--sources", "src"]);
    for part in [
        "loop at line 7\n      7 |         while (i < limit) {\n      8 |",
        "line7#1 counts lines 7 8 7",
        "i = i + line7#1 * 4 modulo 2^32",
        "no backbone can be executed",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let missing = project.clew(&["reach", "classes", "--target", &target, "--no-replay", "--sources", "nowhere"]);
    assert!(missing.stderr.contains("nowhere does not exist"), "{}", missing.stderr);
}

const WHOLE_ARRAYS: &str = "package demo;
public class Whole {
    static int scan(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] != 0) return 0;
        }
        for (int j = 0; j < a.length; j++) {
            if (a[j] != 0) {
                return 1; // scan
            }
        }
        return 2;
    }
    static int any(int[] a, int k, int x) {
        for (int v : a) {
            if (v == x) return 0;
        }
        if (k >= 0 && k < a.length && a[k] == x) {
            return 1; // any
        }
        return 2;
    }
    static int fill(int n) {
        int[] b = new int[n];
        for (int i = 0; i < n; i++) b[i] = i;
        for (int j = 0; j < n; j++) {
            if (b[j] != j) {
                return 1; // fill
            }
        }
        return n > 40 ? b[33] : 2;
    }
    static int reverse(int[] a) {
        int[] b = new int[a.length];
        for (int i = 0; i < a.length; i++) b[a.length - 1 - i] = a[i];
        if (a.length > 0 && b[0] != a[a.length - 1]) {
            return 1; // reverse
        }
        return 2;
    }
    static int gcd(int a, int b) {
        if (a <= 0 || b <= 0) return 0;
        while (a != b) {
            if (a > b) a -= b; else b -= a;
        }
        if (a <= 0) {
            return -1; // gcd
        }
        return a;
    }
    static int lengths(int n) {
        int[][] rows = new int[n][5];
        for (int i = 0; i < n; i++) {
            if (rows[i].length != 5) {
                return 1; // lengths
            }
        }
        return 2;
    }
    static int diagonal(int n) {
        int[][] rows = new int[n][n];
        for (int i = 0; i < n; i++) rows[i][i] = 1;
        if (n > 3 && rows[2][3] == 1) {
            return 1; // diagonal
        }
        return 2;
    }
    static int matrix(int n, int m) {
        int[][] rows = new int[n][m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) rows[i][j] = 7;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if (rows[i][j] != 7) {
                    return 1; // matrix
                }
            }
        }
        return 2;
    }
    static int shared(int n) {
        int[][] rows = new int[3][];
        rows[0] = new int[4];
        rows[1] = new int[5];
        rows[2] = rows[0];
        rows[2][1] = n;
        if (rows[0][1] != n || rows[1][1] != 0) {
            return 1; // shared
        }
        return 2;
    }
    static boolean text(String s) {
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) < '0' || s.charAt(i) > '9') return false;
        }
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == '-') {
                return true; // text
            }
        }
        return false;
    }
}
";

#[test]
fn what_loops_say_of_whole_arrays_and_texts_proves_without_a_bound() {
    let project = Project::compile_with(&["-g"], &[("demo/Whole.java", WHOLE_ARRAYS)]);
    let names = ["scan", "any", "fill", "reverse", "gcd", "lengths", "diagonal", "matrix", "shared", "text"];
    let line = |name: &str| {
        let end = format!("// {name}");
        WHOLE_ARRAYS.lines().position(|line| line.ends_with(&end)).expect("the line") + 1
    };
    let targets = names.map(|name| format!("demo.Whole#{name}:{}", line(name)));
    let args: Vec<&str> = targets.iter().flat_map(|target| ["--target", target]).collect();
    let found = document(&reach(&project, &[&args[..], &["--method", "abstract"]].concat()));
    for (name, answer) in names.iter().zip(found["targets"].as_array().expect("answers")) {
        assert_eq!((&answer["verdict"], &answer["unconditional"]), (&json!("unreachable"), &json!(true)), "{name}");
    }
    // Which iteration wrote an element is told, and signs that iterations keep; what all elements hold needs the quantifier.
    let by_quantifier = |name: &str| if ["scan", "any", "text"].contains(&name) { json!("unsat") } else { Json::Null };
    for (name, answer) in names.iter().zip(found["targets"].as_array().expect("answers")) {
        assert_eq!(answer["condition"]["quantified"], by_quantifier(name), "{name}");
    }
}

const PLACES: &str = "package demo;
public class Places {
    static int sum(int n) {
        int sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += i;
        }
        if (sum == 5050) {
            return 1;
        }
        return 0;
    }
    static int alias(int[] a, int[] b) {
        if (a.length < 1 || b.length < 1) {
            return 0;
        }
        a[0] = 1;
        b[0] = 2;
        if (a[0] == 2) {
            return 1;
        }
        return 2;
    }
    static int fresh(int n) {
        int[] a = new int[10];
        int[] b = new int[10];
        for (int i = 0; i < 10; i++) {
            b[i] = n;
        }
        if (a[3] != 0) {
            return 1;
        }
        return 0;
    }
    static int step(int n) {
        int i = 0;
        while (i < n) {
            i = next(i);
        }
        assert i != 15;
        return i;
    }
    static int next(int i) {
        return i + 4;
    }
    static int next(long i) {
        return 7;
    }
    static int any(int[] a) {
        return a.length;
    }
    static int none(int n) {
        int k = 0;
        for (int i = 0; i < n; i++) {
            k += 2;
        }
        return k;
    }
}
";

fn line_of(text: &str) -> usize {
    PLACES.lines().position(|line| line.contains(text)).expect("the line") + 1
}

fn places() -> Project {
    Project::compile(&[("demo/Places.java", PLACES)])
}

#[test]
fn a_place_behind_a_hundred_iterations_is_reached() {
    let run = reach(&places(), &["--target", &format!("demo.Places#sum:{}", line_of("sum == 5050") + 1)]);
    let found = document(&run);
    assert_eq!((&found["verdict"], &found["test"]["replay"]), (&json!("reached"), &json!("confirmed")), "{found:#}");
    assert_eq!((&found["inputs"], &found["decided_by"]), (&json!({ "n": 100 }), &json!("abstract-path-condition")));
}

#[test]
fn two_parameters_may_be_one_array_and_a_new_one_is_no_other() {
    let (project, one) = (places(), line_of("a[0] == 2") + 1);
    let targets = [format!("demo.Places#alias:{one}"), format!("demo.Places#fresh:{}", line_of("a[3] != 0") + 1)];
    let found = document(&reach(&project, &["--target", &targets[0], "--target", &targets[1]]));
    let found = found["targets"].as_array().expect("two answers").clone();
    assert_eq!((&found[0]["verdict"], &found[1]["verdict"]), (&json!("reached"), &json!("unreachable")));
    assert_eq!(found[0]["inputs"]["a"], found[0]["inputs"]["b"]);
    assert_eq!(found[1]["unconditional"], json!(true));
}

#[test]
fn assertions_and_exceptions_are_targets() {
    let project = places();
    for (entry, target, verdict) in
        [("step", "assert", "unreachable"), ("any", "exception", "reached"), ("none", "exception", "unreachable")]
    {
        let found = document(&reach(&project, &["--target", target, "--entry", &format!("demo.Places#{entry}")]));
        assert_eq!(found["verdict"], json!(verdict), "{entry} {target}: {found:#}");
        assert_eq!(found["unconditional"], json!(true), "{entry} {target}");
    }
}

#[test]
fn bad_targets_are_one_line_each() {
    let project = places();
    let sum = line_of("int sum = 0");
    let fails = |target: &str, line: &str| {
        reach(&project, &["--target", target]).assert_fails(2, &format!("clew: {line}\n"));
    };
    fails("demo.Place#sum:1", "no class demo.Place in the input; the nearest: demo.Places");
    fails("demo.Places#sun:5", "no method sun in demo.Places; the nearest: sum, step, none");
    fails(
        "demo.Places#sum:1000",
        &format!(
            "no code of demo.Places#sum on line 1000; the nearest lines with code: {}, {}, {}",
            sum + 4,
            sum + 5,
            sum + 7
        ),
    );
    fails("demo.Places#sum", "bad target: demo.Places#sum; name pkg.Class#method:LINE, assert or exception");
    fails("assert", "--target assert needs the method that it is about; name it with --entry pkg.Class#method");
    let other = reach(&project, &["--target", &format!("demo.Places#sum:{}", line_of("return k;"))]);
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("is not of demo.Places#sum but of demo.Places#none(I)I"), "{}", other.stderr);
    let both = reach(&project, &["--target", "exception", "--entry", "demo.Places#next"]);
    assert_eq!(both.code, Some(2));
    assert!(both.stderr.contains("demo.Places#next(I)I, demo.Places#next(J)I"), "{}", both.stderr);
}
