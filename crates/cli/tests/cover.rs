//! `clew cover`: flags, exit codes and the document. What it says of programs, the corpus pins.

mod support;

use serde_json::json;
use std::fs;
use support::{Run, clew_in};
use tempfile::TempDir;

const DIAMOND: &str = "var a: [int] int;
proc main(x) {
start:
  goto small, large, never;
small:
  assume x < 0 && a[x] == 7;
  goto end;
large:
  assume x > 9007199254740992 && a[0] == 5;
  y := call twice(x);
  goto end;
never:
  assume x < 0 && x > 0;
  goto end;
end:
  x := 0;
}
proc twice(n) returns r {
only:
  r := n + n;
}
";

fn cover(program: &str, args: &[&str]) -> Run {
    let dir = TempDir::new().expect("a temporary folder");
    fs::write(dir.path().join("p.clew"), program).expect("a file");
    clew_in(dir.path(), &[&["cover", "p.clew"], args].concat())
}

#[test]
fn the_document_has_tests_goals_and_figures() {
    let run = cover(DIAMOND, &["--format", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    for (field, value) in [
        ("command", json!("cover")),
        ("sense", json!("complete")),
        ("procedure", json!("main")),
        ("criterion", json!("paths")),
        ("algorithm", json!("tree")),
        ("unwind", json!(2)),
        ("complete", json!(true)),
    ] {
        assert_eq!(document[field], value, "{field}");
    }
    let goals: Vec<_> = document["goals"]
        .as_array()
        .expect("goals")
        .iter()
        .map(|goal| {
            (
                goal["block"].as_str(),
                goal["procedure"].as_str(),
                goal["verdict"].as_str(),
                goal["unconditional"].as_bool(),
            )
        })
        .collect();
    let reached = |block, procedure| (Some(block), procedure, Some("reached"), Some(true));
    let expected = vec![
        reached("start", None),
        reached("small", None),
        reached("large", None),
        (Some("never"), None, Some("unreachable"), Some(true)),
        reached("end", None),
        reached("only", Some("twice")),
    ];
    assert_eq!(goals, expected);
    assert_eq!(document["goals"][3]["assumptions"], json!([]));
    let tests = document["tests"].as_array().expect("tests");
    assert_eq!(tests.len(), 2);
    for test in tests {
        let blocks: Vec<&str> =
            test["blocks"].as_array().expect("a path").iter().filter_map(|it| it.as_str()).collect();
        let inputs = &test["inputs"];
        if blocks == ["start", "large", "twice.only", "end"] {
            assert!(inputs["x"].as_str().is_some_and(|x| x.parse::<i128>().is_ok_and(|x| x > 1 << 53)), "{inputs}");
            assert!(inputs["a"]["0"] == 5 || inputs["a"]["else"] == 5, "{inputs}");
        } else {
            assert_eq!(blocks, ["start", "small", "end"]);
            assert!(inputs["x"].as_i64().is_some_and(|x| x < 0), "{inputs}");
        }
        assert!(test["inputs"]["y"].is_null(), "a variable that is written before it is read is no input");
    }
    for figure in ["queries", "checks", "solver_seconds", "seconds"] {
        assert!(document["stats"][figure].is_number(), "{figure}");
    }
}

#[test]
fn another_procedure_may_be_the_entry() {
    let run = cover(DIAMOND, &["--proc", "twice", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    assert_eq!(document["procedure"], "twice");
    assert_eq!(document["goals"].as_array().map(Vec::len), Some(1));
    let unknown = cover(DIAMOND, &["--proc", "none"]);
    unknown.assert_fails(2, "clew: no procedure `none` in p.clew (it has main, twice); name one with --proc\n");
}

#[test]
fn a_bound_is_an_assumption() {
    let program = "proc main(n) {\na:\n  i := 0;\n  goto h;\nh:\n  goto b, e;\nb:\n  assume i < n;\n  i := i + 1;\n  goto h;\ne:\n  \
                   assume i >= n;\n  goto many, f;\nmany:\n  assume i == 5;\nf:\n}\n";
    let run = cover(program, &["--unwind", "3", "--format", "json", "--fail-on", "unreachable_within:conditional"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let document = run.json();
    let goals = document["goals"].as_array().expect("goals");
    let many = goals.iter().find(|goal| goal["block"] == "many").expect("the block is listed");
    assert_eq!((&many["verdict"], &many["unconditional"]), (&json!("unreachable_within"), &json!(false)));
    assert_eq!(many["assumptions"], json!(["loop<=3"]));
    let run = cover(program, &["--unwind", "5", "--criterion", "statements"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("6 of 6 blocks covered by"), "{}", run.stdout);
}

#[test]
fn an_irreducible_loop_is_refused_at_its_place() {
    let program = "proc main() {\na:\n  goto b, c;\nb:\n  goto c;\nc:\n  goto b, d;\nd:\n}\n";
    let run = cover(program, &["--format", "json"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.starts_with("p.clew:7:3: error: "), "{}", run.stderr);
    assert!(run.stderr.contains("\n  goto b, d;\n  ^~~~"), "{}", run.stderr);
    // One that no call leads to does no harm.
    let elsewhere = program.replace("main", "other") + "proc main() {\na:\n}\n";
    assert_eq!(cover(&elsewhere, &[]).code, Some(0));
}

#[test]
fn an_algorithm_must_do_what_is_asked() {
    let run = cover(DIAMOND, &["--criterion", "paths", "--algorithm", "sc"]);
    run.assert_fails(2, "clew: --algorithm sc covers statements, not paths; with --criterion paths use pc or tree\n");
    let run = cover(DIAMOND, &["--algorithm", "fm", "--format", "json"]);
    assert_eq!((run.code, run.json()["criterion"].as_str()), (Some(0), Some("statements")));
}

#[test]
fn what_is_too_large_is_undecided() {
    let program = "proc main(n) returns r {\na:\n  goto b, c;\nb:\n  assume n < 2;\n  r := n;\n  goto d;\nc:\n  assume n >= 2;\n  \
                   x := call main(n - 1);\n  y := call main(n - 2);\n  r := x + y;\n  goto d;\nd:\n}\n";
    let run = cover(program, &["--unwind", "40", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for goal in run.json()["goals"].as_array().expect("goals") {
        assert_eq!(goal["verdict"], "undecided");
        assert!(goal["reason"].as_str().is_some_and(|reason| reason.starts_with("budget: ")), "{goal}");
    }
    assert_eq!(cover(program, &["--unwind", "4"]).code, Some(0));
}

#[test]
fn a_budget_leaves_the_rest_undecided() {
    let mut program = String::from("proc main(x) {\ns0:\n");
    for level in 0..40 {
        program += &format!(
            "  goto a{level}, b{level};\na{level}:\n  x := x + {level};\n  goto s{next};\nb{level}:\n  x := 2 * x;\n  goto s{next};\ns{next}:\n",
            next = level + 1
        );
    }
    program += "  assume x != x;\n}\n";
    let run = cover(&program, &["--budget", "300ms", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.json()["goals"].as_array().is_some_and(|goals| goals.len() == 121));
}

#[test]
fn quiet_prints_no_text() {
    let program = "proc main(x) {\nstart:\n  assume x > 0;\n}\n";
    let run = cover(program, &["--quiet", "--fail-on", "unreachable"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(cover(program, &["-q", "--format", "json"]).json()["goals"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_small_suite_comes_with_a_proof_of_its_size() {
    for criterion in ["paths", "statements"] {
        let run = cover(DIAMOND, &["--suite", "--criterion", criterion, "--format", "json"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let suite = &run.json()["suite"];
        assert_eq!((&suite["at_least"], &suite["apart"]), (&json!(2), &json!(["small", "large"])), "{criterion}");
        assert_eq!(suite["tests"].as_array().map(Vec::len), Some(2), "{criterion}");
    }
    let run = cover(DIAMOND, &["--suite"]);
    assert!(run.stdout.contains("Enough to cover the same: 0, 1 (2; at least 2)"), "{}", run.stdout);
    assert!(cover(DIAMOND, &["--format", "json"]).json()["suite"].is_null());
}

#[test]
fn summaries_give_the_same_blocks() {
    let inlined = cover(DIAMOND, &["--format", "json"]).json();
    for criterion in ["paths", "statements"] {
        let run = cover(DIAMOND, &["--calls", "summaries", "--criterion", criterion, "--format", "json"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let document = run.json();
        assert_eq!(document["calls"], "summaries");
        assert_eq!(document["summaries"][0]["procedure"], "twice");
        let verdicts = |document: &serde_json::Value| -> Vec<serde_json::Value> {
            let goals = document["goals"].as_array().expect("goals");
            goals.iter().map(|goal| json!([goal["block"], goal["verdict"], goal["unconditional"]])).collect()
        };
        assert_eq!(verdicts(&document), verdicts(&inlined), "{criterion}");
    }
    assert!(inlined["summaries"].is_null());
}

/// The example of section 6: a summary has executions for some arguments only, and the caller hands on constants.
#[test]
fn a_call_gets_executions_for_its_constants() {
    let program = "proc main(x) {\nl1:\n  z := call foo(x, 3);\n  w := call foo(x, -100);\n}\n\
                   proc foo(a, b) returns c {\nl1:\n  goto l2, l3;\nl2:\n  assume b > 0;\n  c := a + 1;\n  goto l4;\n\
                   l3:\n  assume b <= 0;\n  c := a - 1;\n  goto l4;\nl4:\n  c := c;\n}\n";
    let run = cover(program, &["--calls", "summaries", "--format", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    let goals = document["goals"].as_array().expect("goals");
    assert!(goals.iter().all(|goal| goal["verdict"] == "reached"), "{document}");
    assert!(document["summaries"][0]["demanded"].as_u64().is_some_and(|demanded| demanded > 0), "{document}");
}

#[test]
fn what_is_too_large_to_inline_is_covered_from_summaries() {
    let mut program =
        String::from("proc main(x) {\na:\n  y := call f0(x);\n  goto b, c;\nb:\n  assume y != y;\n  goto c;\nc:\n}\n");
    for level in 0..20 {
        program += &format!(
            "proc f{level}(a) returns r {{\ns:\n  u := call f{next}(a);\n  v := call f{next}(a);\n  r := u + v;\n}}\n",
            next = level + 1
        );
    }
    program += "proc f20(a) returns r {\ns:\n  r := a + 1;\n}\n";
    let inlined = cover(&program, &["--format", "json"]).json();
    assert!(inlined["goals"].as_array().expect("goals").iter().all(|goal| goal["verdict"] == "undecided"));
    let run = cover(&program, &["--calls", "summaries", "--format", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    for goal in run.json()["goals"].as_array().expect("goals") {
        if goal["block"] == "b" {
            assert_eq!((goal["verdict"].as_str(), goal["reason"].as_str()), (Some("undecided"), Some("summary")));
        } else {
            assert_eq!(goal["verdict"], "reached", "{goal}");
        }
    }
}

#[test]
fn inputs_that_violate_assertions_are_told() {
    let program = "proc main(x) {\na:\n  assert x != 7;\n  assert x != 7;\n  y := call f(x);\n}\n\
                   proc f(n) returns r {\nb:\n  goto c, d;\nc:\n  assume n > 0;\n  assert n < 1000;\n  goto d;\nd:\n  r := n;\n}\n";
    let run = cover(program, &["--asserts", "--format", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let asserts = &run.json()["asserts"];
    let goals = asserts["goals"].as_array().expect("goals");
    let told: Vec<_> = goals
        .iter()
        .map(|goal| {
            (goal["procedure"].as_str(), goal["block"].as_str(), goal["line"].as_u64(), goal["verdict"].as_str())
        })
        .collect();
    let expected = [
        (None, Some("a"), Some(3), Some("reached")),
        (None, Some("a"), Some(4), Some("unreachable")),
        (Some("f"), Some("c"), Some(12), Some("reached")),
    ];
    assert_eq!(told, expected);
    let violation = |goal: usize| &asserts["violations"][goals[goal]["violation"].as_u64().unwrap_or(99) as usize];
    assert_eq!(*violation(0), json!({ "inputs": { "x": 7 }, "blocks": ["a"] }));
    assert!(violation(2)["inputs"]["x"].as_i64().is_some_and(|x| x >= 1000), "{asserts}");
    assert_eq!(violation(2)["blocks"], json!(["a", "f.b", "f.c"]));
    assert_eq!(asserts["complete"], true);

    let text = cover(program, &["--asserts"]).stdout;
    assert!(text.contains("line 3, a: violated: x = 7\n    a\n"), "{text}");
    assert!(text.contains("line 4, a: never violated\n"), "{text}");
    assert!(cover(program, &["--format", "json"]).json()["asserts"].is_null());
}

#[test]
fn a_gate_that_ran_out_of_time_does_not_pass() {
    let program = DIAMOND.replace("x < 0 && x > 0", "x == 12");
    let without = cover(&program, &["--budget", "0s"]);
    assert_eq!(without.code, Some(0), "{}", without.stderr);
    let gate = cover(&program, &["--budget", "0s", "--fail-on", "unreachable"]);
    assert_eq!(gate.code, Some(4), "{}", gate.stdout);
    let said = "blocks ran out of time or memory; what --fail-on asks is not answered\n";
    assert!(gate.stderr.starts_with("clew: not finished: ") && gate.stderr.ends_with(said), "{}", gate.stderr);
    assert_eq!(cover(&program, &["--fail-on", "unreachable"]).code, Some(0), "finished, and nothing found");
    assert_eq!(cover(DIAMOND, &["--budget", "0s", "--fail-on", "unreachable"]).code, Some(1), "found all the same");
}
