//! `--input-call`, from the flag to tests that pass under JUnit and Mockito as anybody runs them.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::Project;

const LATE: &str = r#"package demo;
public class Late {
    int base;
    static long now() { return System.nanoTime(); }
    private static boolean nondet() { throw new IllegalStateException(); }
    int tick() { throw new IllegalStateException(); }
    static int compare() {
        long first = now();
        long second = now();
        if (first < second) return -1;
        return first == second ? 0 : 1;
    }
    static int count() {
        int n = 0;
        while (n < 3 && nondet()) n++;
        return n;
    }
    static int next(Late late) { return late.tick() == 7 ? late.base : 1 / late.base; }
}
"#;

/// The jars that `./setup` provides.
fn jars() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars");
    let entries = std::fs::read_dir(folder).expect("run ./setup first");
    entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.extension().is_some()).collect()
}

#[test]
fn tests_with_calls_as_inputs_pass_as_anybody_runs_them() {
    let project = Project::compile(&[("demo/Late.java", LATE)]);
    let input_calls = ["--input-call", "demo.Late#now", "--input-call", "nondet", "--input-call", "demo.*#tick"];
    let run = project.clew(&[&["generate", "classes", "--format", "json"], &input_calls[..]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    assert_eq!(document["totals"]["undecided"], 0, "{document:#}");
    assert_eq!(document["totals"]["tests"], document["totals"]["replay_confirmed"]);
    let methods = document["methods"].as_array().expect("methods");
    let compare = methods.iter().find(|method| method["method"] == "compare").expect("compare");
    let calls = compare["tests"][0]["calls"].as_array().expect("calls");
    assert_eq!(calls.len(), 2);
    assert_eq!((&calls[0]["class"], &calls[0]["method"]), (&"demo.Late".into(), &"now".into()));

    let class_path = std::env::join_paths([project.path("classes"), project.path("tests")].into_iter().chain(jars()))
        .expect("a class path");
    let source = project.path("clew-tests/demo/LateClewTest.java");
    let mut javac = Command::new("javac");
    let helpers = project.path("clew-tests/demo/ClewHelpers.java");
    javac.arg("-cp").arg(&class_path).arg("-d").arg(project.path("tests")).args([source, helpers]);
    assert!(javac.status().expect("javac").success());
    let launcher = "org.junit.platform.console.ConsoleLauncher";
    let mut java = Command::new("java");
    java.arg("-cp").arg(&class_path).args([
        launcher,
        "execute",
        "--select-class",
        "demo.LateClewTest",
        "--fail-if-no-tests",
    ]);
    let output = java.output().expect("java");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let count = format!("{} tests successful", document["totals"]["tests"]);
    assert!(said.contains(&count), "{count}: {said}");
}

#[test]
fn a_pattern_that_names_a_constructor_is_refused() {
    let project = Project::fraction();
    let run = project.clew(&["generate", "classes", "--input-call", "demo.Fraction#<init>"]);
    run.assert_fails(
        2,
        "clew: --input-call demo.Fraction#<init> names a constructor, and only calls of methods can be inputs; name the \
         methods that the objects are asked\n",
    );
}

#[test]
fn a_place_behind_calls_that_are_inputs_is_reached_or_not() {
    let source = r#"package demo;
public class Watch {
    private static int read() { throw new IllegalStateException(); }
    static int rounds(int n) {
        int k = 0;
        int last = 0;
        while (k < n) {
            last = read();
            k += 2;
        }
        if (last == 77 && n < 3) {
            return 1;
        }
        if (k == 5) {
            return 2;
        }
        return last;
    }
    static int size(int x) {
        if (Math.abs(x) == -5) {
            return 1;
        }
        return 2;
    }
}
"#;
    let project = Project::compile(&[("demo/Watch.java", source)]);
    let places = ["--target", "demo.Watch#rounds:12", "--target", "demo.Watch#rounds:15"];
    let run = project.clew(&[&["reach", "classes", "--format", "json", "--input-call", "read"], &places[..]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let found = run.json();
    let (one, other) = (&found["targets"][0], &found["targets"][1]);
    assert_eq!((&one["verdict"], &one["test"]["replay"]), (&"reached".into(), &"confirmed".into()), "{one:#}");
    assert_eq!(one["test"]["calls"][0]["returns"], 77, "{one:#}");
    assert_eq!((&other["verdict"], &other["unconditional"]), (&"unreachable".into(), &true.into()), "{other:#}");

    // What the user takes for an input is no longer known to be what the JDK does.
    let of_size = ["reach", "classes", "--target", "demo.Watch#size:21", "--format", "json", "--method", "abstract"];
    let verdict = |more: &[&str]| project.clew(&[&of_size[..], more].concat()).json()["verdict"].clone();
    assert_eq!(verdict(&[]), "unreachable");
    assert_eq!(verdict(&["--input-call", "java.lang.Math#abs"]), "undecided");

    let run = project.clew(&["reach", "classes", "--target", "demo.Watch#rounds:12", "--input-call", "Watch#<init>"]);
    assert_eq!((run.code, run.stderr.contains("names a constructor")), (Some(2), true), "{}", run.stderr);
}
