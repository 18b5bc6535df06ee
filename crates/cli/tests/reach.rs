//! `clew reach`: verdicts, the document, bad input and exit codes.

mod support;

use serde_json::json;
use std::fs;
use support::schema::{assert_valid, of_reach};
use support::{Run, clew_in};
use tempfile::TempDir;

const SUM: &str = "proc main(n: bv32) vars i: bv32, sum: bv32; {
start: i := 0i; sum := 0i; goto head;
head: goto body, done;
body: assume i < n; i := i + 1i; sum := sum + 6i; goto head;
done: assume i >= n; goto many, odd;
many: assume sum == 600i; goto hundred;
hundred: goto end;
odd: assume sum == 15i; goto never;
never: assert n < 0i; goto end;
end: assert i < 50i;
}
";

fn reach(program: &str, args: &[&str]) -> Run {
    let dir = TempDir::new().expect("a temporary folder");
    fs::write(dir.path().join("p.clew"), program).expect("a file");
    clew_in(dir.path(), &[&["reach", "p.clew"], args].concat())
}

#[test]
fn a_place_behind_many_iterations_is_reached() {
    let run = reach(SUM, &["--target", "hundred", "--format", "json"]);
    let document = run.json();
    assert_valid(&of_reach(), &document);
    assert_eq!((run.code, &document["verdict"]), (Some(0), &json!("reached")));
    assert_eq!(document["inputs"], json!({ "n": 100 }));
    assert_eq!(document["test"]["blocks"].as_array().map(Vec::len), Some(205));
    assert_eq!(document["decided_by"], json!("abstract-path-condition"));
}

#[test]
fn a_place_that_no_number_of_iterations_gets_to_is_unreachable() {
    let run = reach(SUM, &["--target", "never", "--format", "json", "--fail-on", "unreachable:unconditional"]);
    let document = run.json();
    assert_valid(&of_reach(), &document);
    assert_eq!((run.code, &document["verdict"]), (Some(1), &json!("unreachable")));
    assert_eq!((&document["unconditional"], &document["assumptions"]), (&json!(true), &json!([])));
}

#[test]
fn assertions_are_a_target() {
    let run = reach(SUM, &["--target", "assert", "--explain"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("assert: reached"), "{}", run.stdout);
    assert!(run.stdout.contains("head#1 counts head body head"), "{}", run.stdout);
}

#[test]
fn bad_input_is_one_line() {
    reach(SUM, &["--target", "nevr"])
        .assert_fails(2, "clew: no label `nevr` in procedure `main` of p.clew; the nearest: never, hundred, end\n");
    reach(SUM, &["--target", "end", "--entry", "other"])
        .assert_fails(2, "clew: no procedure `other` in p.clew (it has main); name one with --entry\n");
    reach(SUM, &["--target", "exception"])
        .assert_fails(2, "clew: p.clew is no Java: it has assertions, and no exceptions\n");
}

#[test]
fn what_is_left_open_is_not_finished() {
    let run = reach(SUM, &["--target", "hundred", "--timeout", "1us", "--format", "json", "--fail-on", "unreachable"]);
    assert_valid(&of_reach(), &run.json());
    assert_eq!((run.code, &run.json()["verdict"]), (Some(4), &json!("undecided")));
}
