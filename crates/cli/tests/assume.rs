//! What the user says of the heap at entry: flags, files, annotations, and what is wrong with them.

mod support;

use serde_json::Value as Json;
use support::{Project, Run};

const LISTS: &str = "package demo;
public final class Lists {
    static final class Node { int value; Node next; }
    Node first;
    boolean repOk() { return first == null || first.value > 0; }
    int shared(Lists other) {
        if (first == null || other.first == null) return 0;
        if (first == other.first) return 1;
        if (first.next != null && first.next == other.first) return 2;
        return 3;
    }
    int ring() {
        if (first != null && first.next == first) return 1;
        if (first != null && first.value < 0) return 2;
        return 0;
    }
    @ClewAssume(\"acyclic(this.first)\") int calm() {
        if (first != null && first.next == first) return 1;
        return 0;
    }
    @ClewAssume(\"acyclic(this.last)\") int odd() { return 0; }
}
@interface ClewAssume { String[] value(); }
";

fn run(project: &Project, flags: &[&str]) -> Run {
    project.clew(&[&["generate", "classes", "--class", "demo.Lists", "--format", "json"], flags].concat())
}

/// The verdict of the line that holds a text, in a method, with the assumptions that not every verdict makes.
fn verdict(document: &Json, method: &str, text: &str) -> String {
    let start = LISTS.lines().position(|line| line.contains(&format!("int {method}("))).expect("the method");
    let line = start + 1 + LISTS.lines().skip(start).position(|line| line.contains(text)).expect("the line");
    let methods = document["methods"].as_array().expect("methods");
    let goals =
        methods.iter().find(|it| it["method"] == method).expect("the method")["goals"].as_array().expect("goals");
    let goal = goals.iter().rfind(|goal| goal["kind"] == "branch" && goal["line"] == line && goal["edge"] == "true");
    let goal = goal.expect("the edge");
    let mut found = goal["verdict"].as_str().expect("a verdict").to_owned();
    for assumption in goal["assumptions"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        if !assumption.starts_with("no_vm") && !assumption.starts_with("closed_world_jdk") {
            found += &format!(" {assumption}");
        }
    }
    found
}

#[test]
fn assumptions_hold_of_the_methods_that_have_the_places() {
    let project = Project::compile(&[("demo/Lists.java", LISTS)]);
    let methods = ["--method", "shared", "--method", "ring"];
    let plain = run(&project, &methods);
    assert_eq!((plain.code, plain.stderr.as_str()), (Some(0), ""));
    let plain = plain.json();
    for (method, text) in [("shared", "return 1"), ("shared", "return 2"), ("ring", "return 1"), ("ring", "return 2")] {
        assert_eq!(verdict(&plain, method, text), "reached", "{method}: {text}");
    }
    let sharing = run(&project, &[&methods[..], &["--assume", "non_sharing(this.first, other)"]].concat()).json();
    for text in ["return 1", "return 2"] {
        assert_eq!(verdict(&sharing, "shared", text), "unreachable non_sharing(this.first,other)", "{text}");
    }
    assert_eq!(verdict(&sharing, "ring", "return 1"), "reached", "it has no `other`");
    let aliasing =
        run(&project, &[&methods[..], &["--assume", "non_aliasing(this.first,other.first)"]].concat()).json();
    assert_eq!(verdict(&aliasing, "shared", "return 1"), "unreachable no_alias(this.first,other.first)");
    assert_eq!(verdict(&aliasing, "shared", "return 2"), "reached");
    std::fs::write(
        project.path("heap.txt"),
        "# rings\ndemo.Lists#ring: acyclic(this)\ndemo.Lists#ring()I: rep_ok(this)\n",
    )
    .expect("written");
    let file = run(&project, &[&methods[..], &["--assume-file", "heap.txt"]].concat()).json();
    for text in ["return 1", "return 2"] {
        assert_eq!(verdict(&file, "ring", text), "unreachable acyclic(this) rep_ok(this)", "{text}");
    }
    assert_eq!(verdict(&file, "shared", "return 1"), "reached");
}

#[test]
fn annotations_hold_of_their_method() {
    let project = Project::compile(&[("demo/Lists.java", LISTS)]);
    let run = run(&project, &["--method", "calm", "--method", "odd"]);
    let line = "clew: cannot assume what the annotation says: demo.Lists#odd()I: acyclic(this.last) (demo.Lists has no field last); correct it\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), line));
    assert_eq!(verdict(&run.json(), "calm", "return 1"), "unreachable acyclic(this.first)");
}

#[test]
fn what_speaks_of_nothing_is_said() {
    let project = Project::compile(&[("demo/Lists.java", LISTS)]);
    let check = "check the names of parameters and fields";
    for (text, why) in [
        ("acyclic(that)", "of the last method looked at: it has no parameter that (it has none)"),
        ("demo.Lists#ring: acyclic(this.last)", "of the last method looked at: demo.Lists has no field last"),
        ("demo.List#ring: acyclic(this)", "no method matches its pattern"),
        ("rep_ok(this.first)", "of the last method looked at: demo.Lists$Node has no method `boolean repOk()`"),
    ] {
        let run = run(&project, &["--method", "ring", "--assume", text]);
        let line = format!("clew: assumed of no method: --assume '{text}' ({why}); {check}\n");
        assert_eq!((run.code, run.stderr), (Some(2), line));
    }
    let bad = run(&project, &["--assume", "x > 0"]);
    assert_eq!(bad.code, Some(2));
    assert!(bad.stderr.starts_with("clew: --assume 'x > 0': not an assumption: x > 0; known are "), "{}", bad.stderr);
}
