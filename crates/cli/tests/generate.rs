//! `clew generate` from class files to replayed tests.

mod support;

use serde_json::{Value as Json, json};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{FRACTION, Project, Run, command_in};

/// Longer than any run here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Counts up to its argument, which takes a symbolic run for ever if nothing bounds it.
const ENDLESS: &str = "package demo;
public class Endless {
    public static int count(int x) { int s = 0; while (s != x) s++; return s; }
    public static int next(int x) { return x + 1; }
}
";

/// Flags with which the exploration of `count` does not end.
const UNBOUNDED: [&str; 8] =
    ["--criterion", "paths", "--loop-k", "1000000000", "--max-steps", "1000000000000", "--budget", "1h"];

fn list<'a>(json: &'a Json, name: &str) -> &'a [Json] {
    json[name].as_array().unwrap_or_else(|| panic!("no list {name}: {json}"))
}

#[test]
fn the_document_has_what_the_specification_says() {
    let project = Project::fraction();
    let run = project.clew(&["generate", "classes", "--format", "json", "--out", "tests"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    assert_eq!((&document["command"], &document["sense"]), (&json!("generate"), &json!("prefix")));
    let methods = list(&document, "methods");
    let names: Vec<&str> = methods.iter().map(|method| method["method"].as_str().expect("a name")).collect();
    assert_eq!(names, ["<init>", "gcd", "sign", "same"], "in the order of the class file, without the private one");
    for method in methods {
        check_method(method);
    }
    let sum = |verdict: &str| {
        let goals = methods.iter().flat_map(|method| list(method, "goals"));
        json!(goals.filter(|goal| goal["verdict"] == verdict).count())
    };
    for verdict in ["reached", "unreachable", "unreachable_within", "undecided"] {
        assert_eq!(document["totals"][verdict], sum(verdict), "{verdict}");
    }
    assert_eq!((&document["totals"]["methods"], &document["totals"]["replay_mismatches"]), (&json!(4), &json!(0)));
    assert!(project.path("tests/demo/FractionClewTest.java").is_file());
}

fn check_method(method: &Json) {
    assert_eq!(method["class"], "demo.Fraction");
    for key in ["descriptor", "paths", "complete", "undecided", "stats"] {
        assert!(!method[key].is_null(), "{key}: {method}");
    }
    let tests = list(method, "tests");
    for test in tests {
        assert!(test["name"].is_string() && test["inputs"].is_object() && test["constraint"].is_string(), "{test}");
        assert!(test["outcome"].get("returns").is_some() || test["outcome"]["throws"].is_string(), "{test}");
        assert_eq!(test["replay"], "confirmed", "{test}");
    }
    for goal in list(method, "goals") {
        let kind = goal["kind"].as_str().expect("a kind");
        assert!(["line", "branch", "exception", "assert"].contains(&kind) && goal["line"].is_u64(), "{goal}");
        assert_eq!(goal["edge"].is_string(), kind == "branch", "{goal}");
        assert_eq!(goal["exception"].is_string(), kind == "exception", "{goal}");
        match goal["verdict"].as_str().expect("a verdict") {
            "reached" => {
                let test = goal["test"].as_u64().expect("a test") as usize;
                assert!(test < tests.len() && goal["unconditional"] == true, "{goal}");
            }
            "unreachable" | "unreachable_within" => assert!(goal["assumptions"].is_array(), "{goal}"),
            "undecided" => assert!(goal["reason"].is_string() && goal["unconditional"] == false, "{goal}"),
            other => panic!("no verdict: {other}"),
        }
    }
}

#[test]
fn values_and_objects_are_written_as_the_specification_says() {
    let project = Project::fraction();
    let flags = ["--inputs", "any", "--format", "json", "--method", "sign", "--method", "same"];
    let run = project.clew(&[&["generate", "classes"][..], &flags].concat());
    let document = run.json();
    let returned: Vec<i64> = list(&document["methods"][0], "tests")
        .iter()
        .map(|test| {
            let (x, result) =
                (test["inputs"]["x"].as_i64().expect("x"), test["outcome"]["returns"].as_i64().expect("int"));
            assert_eq!(result, x.signum());
            result
        })
        .collect();
    assert!([-1, 0, 1].iter().all(|sign| returned.contains(sign)), "{returned:?}");
    let null = list(&document["methods"][1], "tests").iter().find(|test| test["inputs"]["other"].is_null());
    let null = null.expect("a test with null");
    assert_eq!(null["outcome"], json!({ "throws": "java.lang.NullPointerException" }));
    let id = null["inputs"]["this"]["ref"].as_u64().expect("a reference").to_string();
    assert_eq!(null["heap"][&id]["class"], "demo.Fraction");
    assert!(null["heap"][&id]["fields"].is_object());
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let project = Project::fraction();
    let result = |jobs: &str| {
        let run = project
            .clew(&["generate", "classes", "--format", "json", "--budget", "60s", "--jobs", jobs, "--out", jobs]);
        let mut document = run.json();
        document["stats"] = Json::Null;
        for method in document["methods"].as_array_mut().expect("methods") {
            method["stats"]["seconds"] = Json::Null;
            method["stats"]["solver_seconds"] = Json::Null;
        }
        let source = fs::read_to_string(project.path(jobs).join("demo/FractionClewTest.java")).expect("the tests");
        (document, source)
    };
    assert_eq!(result("1"), result("3"));
}

#[test]
fn fail_on_decides_the_exit_code() {
    let project = Project::fraction();
    let code = |verdicts: &str| {
        let args = ["generate", "classes", "--method", "sign", "--no-replay", "--quiet", "--fail-on", verdicts];
        let run = project.clew(&args);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""), "quiet");
        run.code
    };
    assert_eq!(code("reached"), Some(1));
    assert_eq!(code("unreachable,undecided"), Some(0));
    assert_eq!(code("reached:unconditional"), Some(0), "nothing was replayed");
    assert_eq!(code("undecided,reached:conditional"), Some(1));
}

#[test]
fn people_get_a_table_and_the_place_of_the_tests() {
    let project = Project::fraction();
    let run = project.clew(&["generate", "classes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.contains("demo.Fraction") && run.stdout.contains(" confirmed"), "{}", run.stdout);
    assert!(run.stdout.contains("demo.Fraction.same:18  NullPointerException: same_"), "{}", run.stdout);
    assert!(run.stdout.trim_end().ends_with("in 1 class below clew-tests."), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}'), "no colour in a pipe");
    let longest = run.stdout.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80) && run.stdout.lines().count() <= 30, "it fits a screen: {}", run.stdout);
    let coloured = project.clew(&["generate", "classes", "--color", "always", "--no-replay"]);
    assert!(coloured.stdout.contains('\u{1b}'));
}

#[test]
fn a_private_method_is_taken_where_it_is_named() {
    let project = Project::fraction();
    let run = project.clew(&["generate", "classes", "--format", "json", "--method", "secret"]);
    assert_eq!(run.json()["methods"][0]["method"], "secret", "{}", run.stderr);
}

#[test]
fn a_class_file_may_lie_anywhere() {
    let project = Project::fraction();
    fs::copy(project.path("classes/demo/Fraction.class"), project.path("loose.class")).expect("a file");
    let run = project.clew(&["generate", "loose.class", "--method", "sign", "--format", "json", "--junit", "4"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.json()["totals"]["replay_confirmed"], run.json()["totals"]["tests"]);
    let source = fs::read_to_string(project.path("clew-tests/demo/FractionClewTest.java")).expect("the tests");
    assert!(source.contains("org.junit.Test"), "{source}");
}

#[test]
fn an_interrupt_keeps_what_was_found() {
    let project = Project::compile(&[("demo/Endless.java", ENDLESS), ("demo/Fraction.java", FRACTION)]);
    let reports = ["--html", "report.html", "--lcov", "lcov.info"];
    let args = [&["generate", "classes", "--format", "json", "--jobs", "1"][..], &reports, &UNBOUNDED].concat();
    let child = start(&project, &args);
    worker_of(&child);
    signal("INT", child.id());
    let run = Run::of(child.wait_with_output().expect("the run ends"));
    let document = run.json();
    assert_eq!(document["interrupted"], true);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stderr, "clew: interrupted: finishing with what was found; interrupt again to end at once\n");
    let last = list(&document, "methods").last().expect("methods");
    assert_eq!(last["undecided"][0]["reason"], "budget: interrupted before its turn");
    let page = fs::read_to_string(project.path("report.html")).expect("the report");
    assert!(page.contains("The run was interrupted: this is what was found until then."));
    let trace_file = fs::read_to_string(project.path("lcov.info")).expect("the trace file");
    assert!(trace_file.ends_with("end_of_record\n"), "{trace_file}");
}

#[test]
fn a_method_that_the_clock_ended_is_named() {
    let project = Project::compile(&[("demo/Endless.java", ENDLESS)]);
    let generate = |more: &[&str]| {
        let args = ["generate", "classes", "--method", "count", "--method", "next", "--no-replay"];
        project.clew(&[&args[..], &UNBOUNDED[..UNBOUNDED.len() - 1], &["300ms"], more].concat())
    };
    let text = generate(&[]).stdout;
    let named: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("Methods that the clock ended")).collect();
    assert_eq!(named.get(1..3), Some(&["  demo.Endless#count(I)I", ""][..]), "{text}");
    let document = generate(&["--format", "json"]).json();
    let ended: Vec<&Json> = list(&document, "methods").iter().map(|method| &method["clock_bound"]).collect();
    assert_eq!(ended, [&json!(true), &json!(false)]);
}

#[test]
fn a_killed_worker_costs_one_method() {
    let project = Project::compile(&[("demo/Endless.java", ENDLESS)]);
    let args = ["generate", "classes", "--format", "json", "--jobs", "1", "--method", "count", "--method", "next"];
    let child = start(&project, &[&args[..], &UNBOUNDED].concat());
    signal("KILL", worker_of(&child));
    let run = Run::of(child.wait_with_output().expect("the run ends"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(
        run.stderr,
        "clew: worker crashed (signal 9, SIGKILL): demo.Endless#count(I)I; its goals are undecided, the other methods go \
         on\n"
    );
    let document = run.json();
    let [count, next] = list(&document, "methods") else { panic!("two methods: {document}") };
    let goals = list(count, "goals");
    assert!(
        !goals.is_empty() && goals.iter().all(|goal| goal["reason"] == "budget: worker crashed (signal 9, SIGKILL)")
    );
    assert_eq!((&next["complete"], &next["tests"][0]["replay"]), (&json!(true), &json!("confirmed")));
}

fn start(project: &Project, args: &[&str]) -> Child {
    let mut command = command_in(project.dir.path(), args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
}

/// Waits until a worker of this run is at work, and gives its process id.
fn worker_of(child: &Child) -> u32 {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        if let Some(worker) = support::workers(child.id()).first() {
            // Long enough to be in the middle of it.
            thread::sleep(Duration::from_secs(1));
            return *worker;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("no worker was started");
}

fn signal(name: &str, process: u32) {
    let status = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(status.expect("kill runs").success());
}

#[test]
fn tests_of_an_earlier_run_go_where_none_are_made_any_more() {
    let source =
        "package demo; class Ending { static int id(int x) { return x; } static void end() { System.exit(0); } }";
    let project = Project::compile(&[("demo/Ending.java", source)]);
    let tests = project.path("tests/demo/EndingClewTest.java");
    let generate = |method: &str| {
        let run = project.clew(&["generate", "classes", "--method", method, "--quiet", "--out", "tests"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    };
    generate("id");
    assert!(tests.is_file());
    // What ends the JVM cannot be tested.
    generate("end");
    assert!(!tests.exists());
    fs::write(&tests, "class EndingClewTest {}\n").expect("a file of somebody else");
    generate("id");
    assert_eq!(fs::read_to_string(&tests).expect("the file"), "class EndingClewTest {}\n");
    assert!(project.path("tests/demo/EndingClew2Test.java").is_file());
}

#[test]
fn tests_hide_no_class_of_the_program() {
    let project = Project::compile(&[
        ("demo/Foo.java", "package demo; class Foo { static boolean m(int x) { return x == FooClewTest.limit[0]; } }"),
        (
            "demo/FooClewTest.java",
            "package demo; class FooClewTest { static int[] limit = {77}; int f() { return 1; } }",
        ),
    ]);
    // Tests of an earlier run keep their names, also where they are on the class path.
    for class_path in [&[][..], &["--classpath", "compiled"]] {
        let generate = ["generate", "classes", "--quiet", "--out", "tests"];
        let run = project.clew(&[&generate[..], class_path].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let names = |folder: &str| {
            let entries = fs::read_dir(project.path(folder)).expect("the folder");
            let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names("tests/demo"), ["FooClew2Test.java", "FooClewTestClewTest.java"]);
        let compiled = project.path("compiled/demo");
        fs::create_dir_all(&compiled).expect("a folder");
        for class in ["FooClew2Test", "FooClewTestClewTest"] {
            fs::copy(project.path("classes/demo/Foo.class"), compiled.join(format!("{class}.class"))).expect("a file");
        }
    }
}
