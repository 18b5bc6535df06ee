//! Bad inputs: one clear line each, exit code 2, and the rest is processed.

mod support;

use std::fs;
use support::{Project, Run, command_in};

fn fails(project: &Project, args: &[&str], line: &str) {
    let run = project.clew(&[&["generate"], args].concat());
    run.assert_fails(2, &format!("clew: {line}\n"));
    assert_eq!(run.stdout, "");
    assert!(!project.path("clew-tests").exists(), "nothing stays behind");
}

#[test]
fn inputs_that_are_not_there_or_empty() {
    let project = Project::fraction();
    fs::create_dir(project.path("empty")).expect("a folder");
    fails(&project, &["nowhere"], "no such file or folder: nowhere; check the path");
    fails(&project, &["empty"], "no class files in it: empty; compile first, or name another folder");
    fails(
        &project,
        &["classes", "--class", "x.*"],
        "no class matches: --class x.*; use binary names such as demo.Outer$Inner or org.example.*",
    );
    fails(
        &project,
        &["classes", "--method", "nothing"],
        "no method matches: --method nothing; use a name, name(descriptor) or Class#name, with wildcards if need be",
    );
}

/// The pattern that is at fault is named, with what would match.
#[test]
fn patterns_that_match_nothing() {
    let source = "package demo;\npublic abstract class Tree {\n    abstract int height();\n    int size() { return 1; }\n    \
                  int size(int x) { return x; }\n    private static int hidden() { return 2; }\n}\n";
    let project = Project::compile(&[
        ("demo/Tree.java", source),
        ("demo/Other.java", "package demo;\nclass Other { int x() { return 1; } }\n"),
    ]);
    const NAMES: &str = "use binary names such as demo.Outer$Inner or org.example.*";
    const METHODS: &str = "use a name, name(descriptor) or Class#name, with wildcards if need be";
    for (args, line) in [
        (
            &["--class", "demo.Tree", "--method", "Tree#size"][..],
            format!("no class matches: Tree in --method Tree#size; {NAMES} (demo.Tree#size would match)"),
        ),
        (&["--method", "tree#nothing"], format!("no class matches: tree in --method tree#nothing; {NAMES}")),
        (&["--class", "Tree"], format!("no class matches: --class Tree; {NAMES} (demo.Tree would match)")),
        (
            &["--class", "Tree", "--method", "size"],
            format!("no class matches: --class Tree; {NAMES} (demo.Tree would match)"),
        ),
        (
            &["--class", "demo.Tree", "--method", "demo.Other#x"],
            "no class matches both --class demo.Tree and --method demo.Other#x".to_owned(),
        ),
        (
            &["--class", "demo.Tree", "--method", "Size"],
            format!("no method matches: --method Size; {METHODS} (size would match)"),
        ),
        (
            &["--method", "demo.Tree#size(J)I"],
            format!(
                "no method matches: --method demo.Tree#size(J)I; {METHODS} (demo.Tree#size()I or demo.Tree#size(I)I would match)"
            ),
        ),
        (
            &["--method", "height"],
            "no method to test: those that match --method height, such as demo.Tree#height()I, have no code".to_owned(),
        ),
        (
            &["--method", "hid*"],
            "no method to test: those that match --method hid*, such as demo.Tree#hidden()I, are private, made by the \
             compiler, class initializers or constructors of enums; name a private one without wildcards"
                .to_owned(),
        ),
    ] {
        fails(&project, &[&["classes"], args].concat(), &line);
    }
}

/// A pattern that means nothing is told, and the others are processed.
#[test]
fn a_pattern_that_means_nothing_beside_others() {
    let project = Project::compile(&[("demo/One.java", "package demo;\nclass One { int x() { return 1; } }\n")]);
    let run = project.clew(&["generate", "classes", "--method", "x", "--method", "y", "--no-replay"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stderr.matches("clew: no method matches: --method y; use a name").count(), 1, "{}", run.stderr);
    assert!(!run.stderr.contains("--method x"), "{}", run.stderr);
    assert!(project.path("clew-tests/demo/OneClewTest.java").exists());
}

#[test]
fn damaged_files_are_named_and_the_rest_is_processed() {
    let project = Project::fraction();
    let class = fs::read(project.path("classes/demo/Fraction.class")).expect("the class");
    fs::write(project.path("Truncated.class"), &class[..100]).expect("a file");
    fs::write(project.path("fake.jar"), "no jar").expect("a file");
    let run = project.clew(&[
        "generate",
        "Truncated.class",
        "fake.jar",
        "classes",
        "--classpath",
        "typo",
        "--format",
        "json",
        "--no-replay",
        "--method",
        "sign",
    ]);
    let document = run.json();
    let problems: Vec<&str> =
        document["problems"].as_array().expect("a list").iter().map(|line| line.as_str().expect("text")).collect();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert_eq!(problems[0], "not a class file, or a damaged one: Truncated.class; compile it again, or leave it out");
    assert!(problems[1].starts_with("not a jar that can be read ("), "{}", problems[1]);
    assert!(problems[1].ends_with("): fake.jar; build or download it again, or leave it out"), "{}", problems[1]);
    assert_eq!(problems[2], "no such file or folder: typo; check the path");
    let said: Vec<&str> = run.stderr.lines().map(|line| line.trim_start_matches("clew: ")).collect();
    assert_eq!(said, problems);
    assert_eq!(run.code, Some(2));
    assert_eq!(document["methods"][0]["method"], "sign");
    assert_eq!(document["totals"]["failed"], 0);
}

#[test]
fn a_class_cut_off_inside_is_named() {
    let project = Project::fraction();
    let path = project.path("classes/demo/Fraction.class");
    let class = fs::read(&path).expect("the class");
    fs::write(&path, &class[..class.len() - 20]).expect("a file");
    let run = project.clew(&["generate", "classes"]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
    assert!(run.stderr.contains("classes/demo/Fraction.class"), "{}", run.stderr);
}

#[test]
fn a_missing_superclass_is_named() {
    let base = ("demo/Base.java", "package demo; public class Base { }");
    let derived = ("demo/Derived.java", "package demo; public class Derived extends Base { int one() { return 1; } }");
    let project = Project::compile(&[base, derived]);
    fs::remove_file(project.path("classes/demo/Base.class")).expect("the class");
    fails(
        &project,
        &["classes"],
        "class not found: demo.Base (needed by demo.Derived); add the folder or jar that has it to --classpath",
    );
}

#[test]
fn the_output_folder_is_checked_before_the_work() {
    let project = Project::fraction();
    fs::write(project.path("file"), "").expect("a file");
    fails(
        &project,
        &["classes", "--out", "file/tests"],
        "cannot write to the output folder: file/tests (Not a directory (os error 20)); name another with --out",
    );
}

#[test]
fn a_jdk_that_is_not_there() {
    let project = Project::fraction();
    fails(
        &project,
        &["classes", "--jdk", "/nonexistent"],
        "not a JDK (no lib/modules in it): /nonexistent; name the home of one with --jdk",
    );
    let output = command_in(project.dir.path(), &["generate", "classes"]).env("JAVA_HOME", "/nonexistent").output();
    Run::of(output.expect("the binary runs"))
        .assert_fails(2, "clew: not a JDK (no lib/modules in it): /nonexistent; name the home of one with JAVA_HOME\n");
}

#[test]
fn junit_that_is_not_there() {
    let project = Project::fraction();
    let mut command = command_in(project.dir.path(), &["generate", "classes"]);
    let run = Run::of(command.env("CLEW_JUNIT_JARS", "/nonexistent").output().expect("the binary runs"));
    run.assert_fails(
        2,
        "clew: JUnit is missing: no junit-platform-console-standalone-*.jar in /nonexistent; unpack the whole \
         archive again (in a source folder: run ./setup), or set CLEW_JUNIT_JARS to a folder that has it\n",
    );
    assert!(!project.path("clew-tests").exists(), "nothing stays behind");
}

#[test]
fn a_class_that_the_jdk_is_too_old_for_says_which_one_it_needs() {
    let project = Project::fraction();
    let path = project.path("classes/demo/Fraction.class");
    let mut class = fs::read(&path).expect("the class");
    // The major version: that of Java 25.
    class[7] = 69;
    fs::write(&path, &class).expect("a file");
    let run = project.clew(&["generate", "classes"]);
    // Where the JDK is new enough, all is well.
    if run.code != Some(0) {
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
        assert!(run.stderr.starts_with("clew: class file too new for the JDK: demo.Fraction (compiled for Java 25, "));
        assert!(run.stderr.ends_with("; name a JDK 25 or newer with --jdk or JAVA_HOME\n"), "{}", run.stderr);
    }
}
