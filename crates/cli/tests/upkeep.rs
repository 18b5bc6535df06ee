//! Living with generated tests: what a run writes, leaves and takes away in the folder of the tests.

mod support;

use serde_json::Value as Json;
use std::fs;
use support::schema::{assert_valid, of_generate};
use support::{Project, Run};

const ONE: &str = "package demo; public class One { public static int twice(int x) { return x + x; } }";
const TWO: &str = "package demo; public class Two { public static boolean big(int x) { return x > 9; } }";

fn generate(project: &Project, flags: &[&str]) -> Run {
    let run = project.clew(&[&["generate", "classes", "--out", "tests"], flags].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run
}

/// The files of tests with what becomes of them.
fn changes(project: &Project, flags: &[&str]) -> Vec<(String, String)> {
    let document = generate(project, &[&["--format", "json", "--quiet"], flags].concat()).json();
    assert_valid(&of_generate(), &document);
    let text = |file: &Json, key: &str| file[key].as_str().expect("a text").to_owned();
    let files = document["files"].as_array().expect("a list");
    files.iter().map(|file| (text(file, "file"), text(file, "change"))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(file, change)| ((*file).to_owned(), (*change).to_owned())).collect()
}

#[test]
fn a_file_says_what_made_it_and_is_left_alone_where_nothing_changes() {
    let project = Project::compile(&[("demo/One.java", ONE)]);
    assert_eq!(changes(&project, &["--seed", "3"]), pairs(&[("demo/OneClewTest.java", "new")]));
    let file = project.path("tests/demo/OneClewTest.java");
    let text = fs::read_to_string(&file).expect("the tests");
    let first = format!("// Made by Clew {} --seed 3; made anew by each run", env!("CARGO_PKG_VERSION"));
    assert!(text.starts_with(&first), "{text}");
    assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("// Digest: ")), "{text}");
    let folder = project.dir.path().to_string_lossy().into_owned();
    assert!(!text.contains(&folder), "{text}");
    let written = fs::metadata(&file).and_then(|data| data.modified()).expect("a time");
    assert_eq!(changes(&project, &["--seed", "3", "--jobs", "2"]), pairs(&[("demo/OneClewTest.java", "unchanged")]));
    assert_eq!(fs::metadata(&file).and_then(|data| data.modified()).expect("a time"), written);
    assert_eq!(changes(&project, &[]), pairs(&[("demo/OneClewTest.java", "changed")]));
}

#[test]
fn an_edited_file_is_never_overwritten() {
    let project = Project::compile(&[("demo/One.java", ONE), ("demo/Two.java", TWO)]);
    generate(&project, &["--quiet"]);
    let file = project.path("tests/demo/OneClewTest.java");
    let edited =
        fs::read_to_string(&file).expect("the tests").replace("class OneClewTest {", "class OneClewTest { // mine");
    fs::write(&file, &edited).expect("a file");
    let run = generate(&project, &["--quiet", "--junit", "4"]);
    assert_eq!(fs::read_to_string(&file).expect("the tests"), edited);
    assert!(run.stderr.contains("kept as it is: demo/OneClewTest.java has been edited"), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    let names: Vec<_> = fs::read_dir(project.path("tests/demo")).expect("the folder").collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let expected = pairs(&[("demo/OneClewTest.java", "edited"), ("demo/TwoClewTest.java", "unchanged")]);
    assert_eq!(changes(&project, &["--junit", "4"]), expected);
    // A file that lost the lines about its making counts as edited.
    let bare: String = edited.split_inclusive('\n').skip(2).collect();
    fs::write(&file, &bare).expect("a file");
    assert_eq!(changes(&project, &["--junit", "4"]), expected);
    assert_eq!(fs::read_to_string(&file).expect("the tests"), bare);
}

#[test]
fn tests_of_a_class_that_is_gone_are_removed_unless_they_were_edited() {
    let three = ("demo/Three.java", &*ONE.replace("One", "Three"));
    let other = ("other/Four.java", &*ONE.replace("One", "Four").replace("demo", "other"));
    let project = Project::compile(&[("demo/One.java", ONE), ("demo/Two.java", TWO), three, other]);
    generate(&project, &["--quiet"]);
    for gone in ["demo/Two.class", "demo/Three.class", "other/Four.class"] {
        fs::remove_file(project.path("classes").join(gone)).expect("a class");
    }
    let edited = project.path("tests/demo/ThreeClewTest.java");
    let text = fs::read_to_string(&edited).expect("the tests") + "// mine\n";
    fs::write(&edited, &text).expect("a file");
    // Of a single class file it is not known what else there is.
    let run = project.clew(&["generate", "classes/demo/One.class", "--out", "tests", "--quiet"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(project.path("tests/demo/TwoClewTest.java").exists());
    let planned = changes(&project, &["--dry-run"]);
    assert!(project.path("tests/demo/TwoClewTest.java").exists());
    let expected = [
        ("demo/OneClewTest.java", "unchanged"),
        ("demo/ThreeClewTest.java", "edited_without_class"),
        ("demo/TwoClewTest.java", "removed_with_class"),
    ];
    assert_eq!(planned, pairs(&expected));
    assert_eq!(changes(&project, &[]), planned);
    assert!(!project.path("tests/demo/TwoClewTest.java").exists());
    assert_eq!(fs::read_to_string(&edited).expect("the tests"), text);
    // The input says nothing of other packages.
    assert!(project.path("tests/other/FourClewTest.java").exists());
}

#[test]
fn a_dry_run_writes_nothing_and_says_what_would_change() {
    let project = Project::compile(&[("demo/One.java", ONE), ("demo/Two.java", TWO)]);
    let run = generate(&project, &["--dry-run"]);
    assert!(!project.path("tests").exists());
    assert!(run.stdout.contains("Nothing was written (--dry-run)"), "{}", run.stdout);
    assert!(run.stdout.contains("  new       demo/OneClewTest.java\n"), "{}", run.stdout);
    let planned = changes(&project, &["--dry-run"]);
    assert_eq!(changes(&project, &[]), planned);
    let file = project.path("tests/demo/TwoClewTest.java");
    let text = fs::read_to_string(&file).expect("the tests");
    let expected = pairs(&[("demo/OneClewTest.java", "changed"), ("demo/TwoClewTest.java", "changed")]);
    assert_eq!(changes(&project, &["--dry-run", "--junit", "4"]), expected);
    assert_eq!(fs::read_to_string(&file).expect("the tests"), text);
}

#[test]
fn a_hand_written_class_of_the_name_leaves_one_that_build_tools_run() {
    let project = Project::compile(&[("demo/One.java", ONE)]);
    let own = project.path("tests/demo/OneClewTest.java");
    fs::create_dir_all(own.parent().expect("a folder")).expect("a folder");
    fs::write(&own, "package demo;\n\nclass OneClewTest {}\n").expect("a file");
    assert_eq!(changes(&project, &[]), pairs(&[("demo/OneClew2Test.java", "new")]));
    // Once the name is free, the tests have it, and are there once.
    fs::remove_file(&own).expect("the file");
    let expected = pairs(&[("demo/OneClew2Test.java", "removed"), ("demo/OneClewTest.java", "new")]);
    assert_eq!(changes(&project, &[]), expected);
    assert!(own.exists() && !project.path("tests/demo/OneClew2Test.java").exists());
}

const HIDDEN: &str =
    "package demo; public class Hidden { private static int kept; public static void keep(int x) { kept = x + 1; } }";
const SEALED: &str =
    "package demo; public class Sealed { private int n; private Sealed() { } int next() { return n + 1; } }";

/// The file of the helpers that the tests of the package share.
fn helpers(project: &Project) -> String {
    fs::read_to_string(project.path("tests/demo/ClewHelpers.java")).expect("the helpers")
}

#[test]
fn the_tests_of_a_package_share_what_they_need_of_helpers() {
    let project =
        Project::compile(&[("demo/One.java", ONE), ("demo/Hidden.java", HIDDEN), ("demo/Sealed.java", SEALED)]);
    let (shared, hidden) = ("demo/ClewHelpers.java", "demo/HiddenClewTest.java");
    let sealed = "demo/SealedClewTest.java";
    assert_eq!(changes(&project, &["--class", "demo.One"]), pairs(&[("demo/OneClewTest.java", "new")]));
    let expected = pairs(&[(shared, "new"), (hidden, "new")]);
    assert_eq!(changes(&project, &["--class", "demo.Hidden", "--dry-run"]), expected);
    assert!(!project.path("tests").join(shared).exists());
    assert_eq!(changes(&project, &["--class", "demo.Hidden"]), expected);
    assert!(helpers(&project).contains(" getField(") && !helpers(&project).contains(" allocate("));
    // A run for another class adds to it, and one for all leaves it.
    assert_eq!(changes(&project, &["--class", "demo.Sealed"]), pairs(&[(shared, "changed"), (sealed, "new")]));
    let both = helpers(&project);
    assert!(both.contains(" getField(") && both.contains(" allocate("), "{both}");
    assert_eq!(changes(&project, &[])[0], (shared.to_owned(), "unchanged".to_owned()));
    assert_eq!(helpers(&project), both);
    fs::remove_file(project.path("classes/demo/Sealed.class")).expect("a class");
    let files = changes(&project, &[]);
    assert_eq!(
        (&files[0], &files[3]),
        (&pairs(&[(shared, "changed")])[0], &pairs(&[(sealed, "removed_with_class")])[0])
    );
    assert!(helpers(&project).contains(" getField(") && !helpers(&project).contains(" allocate("));
    fs::remove_file(project.path("classes/demo/Hidden.class")).expect("a class");
    assert_eq!(changes(&project, &["--dry-run"])[0], (shared.to_owned(), "removed".to_owned()));
    assert_eq!(changes(&project, &[])[0], (shared.to_owned(), "removed".to_owned()));
    assert!(!project.path("tests").join(shared).exists());
}

#[test]
fn helpers_that_somebody_edited_stay_and_new_tests_share_others() {
    let project = Project::compile(&[("demo/Hidden.java", HIDDEN)]);
    generate(&project, &["--quiet"]);
    let edited = helpers(&project).replace("final class", "/* mine */ final class");
    fs::write(project.path("tests/demo/ClewHelpers.java"), &edited).expect("a file");
    let run = generate(&project, &["--quiet"]);
    assert!(run.stderr.contains("kept as it is: demo/ClewHelpers.java has been edited"), "{}", run.stderr);
    assert_eq!(helpers(&project), edited);
    let text = |file: &str| fs::read_to_string(project.path("tests/demo").join(file)).expect("a file");
    assert!(text("HiddenClewTest.java").contains("// Needs ClewHelpers2.java, which is beside it.\n"));
    assert!(text("ClewHelpers2.java").contains("final class ClewHelpers2 {"));
    let expected = pairs(&[
        ("demo/ClewHelpers.java", "edited"),
        ("demo/ClewHelpers2.java", "unchanged"),
        ("demo/HiddenClewTest.java", "unchanged"),
    ]);
    assert_eq!(changes(&project, &[]), expected);
}
