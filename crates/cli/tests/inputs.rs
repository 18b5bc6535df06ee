//! How tests make the objects of their input: by calls where these reach the same, and only then by reflection.

mod support;

use serde_json::Value as Json;
use support::Project;

const SOURCES: [(&str, &str); 7] = [
    ("demo/Tree.java", include_str!("made/Tree.java")),
    ("demo/DList.java", include_str!("made/DList.java")),
    ("demo/Table.java", include_str!("made/Table.java")),
    ("demo/MinHeap.java", include_str!("made/MinHeap.java")),
    ("demo/Ring.java", include_str!("made/Ring.java")),
    ("demo/Account.java", include_str!("made/Account.java")),
    ("demo/Range.java", include_str!("made/Range.java")),
];

/// What `clew generate` says of the classes with this `--inputs`.
fn document(project: &Project, how: &str) -> Json {
    let run = project.clew(&["generate", "classes", "--inputs", how, "--max-steps", "6000", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.json()
}

fn methods(document: &Json) -> &[Json] {
    document["methods"].as_array().expect("methods")
}

fn list<'j>(value: &'j Json, key: &str) -> &'j [Json] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The number of branches that a test reaches.
fn branches(document: &Json) -> usize {
    let goals = methods(document).iter().flat_map(|method| list(method, "goals"));
    goals.filter(|goal| goal["kind"] == "branch" && goal["verdict"] == "reached").count()
}

fn tests(document: &Json) -> impl Iterator<Item = &Json> {
    methods(document).iter().flat_map(|method| list(method, "tests"))
}

fn uses_reflection(test: &Json) -> bool {
    test["reflection"] == true
}

/// The text of a test class.
fn source(project: &Project, class: &str) -> String {
    let path = project.path(&format!("clew-tests/demo/{class}ClewTest.java"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn calls_reach_what_any_state_reaches() {
    let project = Project::compile(&SOURCES);
    let any = document(&project, "any");
    let by_calls = document(&project, "api");
    assert!(10 * branches(&by_calls) >= 9 * branches(&any), "{} of {}", branches(&by_calls), branches(&any));
    assert!(!tests(&by_calls).any(uses_reflection));
    for document in [&any, &by_calls] {
        assert_eq!(document["totals"]["replay_mismatches"], 0);
    }
}

#[test]
fn reflection_is_for_what_no_calls_were_found_for() {
    let project = Project::compile(&SOURCES);
    let document = document(&project, "prefer-api");
    // What has no constructor in its way is done by calls, so that a line or a branch seldom needs reflection.
    for method in methods(&document) {
        let all = list(method, "tests");
        for goal in list(method, "goals").iter().filter(|goal| goal["kind"] == "branch" && goal["verdict"] == "reached")
        {
            let test = &all[goal["test"].as_u64().expect("a test") as usize];
            let name = format!("{}.{}:{}", method["class"], method["method"], goal["line"]);
            let may_need_it = ["isBroken", "delete"].iter().any(|it| method["method"] == *it);
            assert!(may_need_it || !uses_reflection(test), "{name} by {test}");
        }
    }
    let account = source(&project, "Account");
    for line in [
        "        account.deposit(amount);\n\n        assertEquals(11L, account.getBalance());\n        assertEquals(1, account.entries());\n",
        "        Account account = new Account(\"a\", 10L);\n        account.freeze();\n",
    ] {
        assert!(account.contains(line), "{line}\nis not in\n{account}");
    }
}

#[test]
fn states_that_no_calls_make_are_told_apart() {
    let project = Project::compile(&SOURCES);
    let account = ["generate", "classes", "--class", "demo.Account", "--max-steps", "6000"];
    let run = project.clew(&[&account[..], &["--no-assume", "class_invariants"]].concat());
    let text = run.stdout;
    let doubtful = "in states for which no calls were found: see the tests that";
    assert!(text.contains(doubtful), "{text}");
    assert!(!text.contains("Account.freeze"), "{text}");
    assert!(text.contains("Account.canPay"), "{text}");
    // The class excludes these states.
    let run = project.clew(&[&account[..], &["--explain-invariants"]].concat());
    let text = run.stdout;
    assert!(!text.contains(doubtful), "{text}");
    assert!(text.contains("demo.Account.id is not null"), "{text}");
}
