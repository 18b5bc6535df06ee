//! `clew generate` on hostile code: it survives, tells what was tried, and writes such tests disabled.

#[path = "../../testgen/tests/support/hostile.rs"]
mod hostile;
mod support;

use hostile::{Checked, Victims, corpus, expectations};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{Project, Run, command_in};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Code that does harm beside code that does not, and code that never ends.
const MIXED: &str = "package demo;
public class Mixed {
    public static int evict(int x) { if (x > 5) { new java.io.File(\"kept\").delete(); return 1; } return 0; }
    public static int print(int x) { if (x > 5) { System.out.println(x); return 1; } return 0; }
    public static void loop() { while (true) { } }
}
";

fn mixed() -> Project {
    let project = Project::compile(&[("demo/Mixed.java", MIXED)]);
    fs::create_dir(project.path("scratch")).expect("a folder");
    project
}

/// A run whose temporary files are in a folder of the project's.
fn clew(project: &Project, args: &[&str]) -> Command {
    let mut command = command_in(project.dir.path(), args);
    command.env("TMPDIR", project.path("scratch"));
    command
}

/// The tests of all methods of a document, by method.
fn tests(document: &Json) -> BTreeMap<String, Vec<Json>> {
    let methods = document["methods"].as_array().expect("methods").iter();
    methods
        .map(|method| {
            let name = method["method"].as_str().expect("a name").to_owned();
            (name, method["tests"].as_array().expect("tests").clone())
        })
        .collect()
}

fn list(json: &Json) -> BTreeSet<String> {
    json.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_owned())).collect()
}

/// Processes whose command lines speak of the folder.
fn processes_of(folder: &Path) -> usize {
    let commands = fs::read_dir("/proc").expect("processes").flatten();
    let texts = commands.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    texts.filter(|text| String::from_utf8_lossy(text).contains(&*folder.to_string_lossy())).count()
}

/// Has tests made for hostile code, and compares what they tried with what is expected.
fn check(class: &str) -> Checked {
    let victims = Victims::new()?;
    let before = victims.files()?;
    let source = fs::read_to_string(corpus().join(format!("{class}.java")))?;
    let targets = victims.source()?;
    let file = format!("corpus/hostile/{class}.java");
    let project = Project::compile(&[(&file, source.as_str()), ("corpus/hostile/Targets.java", &targets)]);
    fs::create_dir(project.path("scratch"))?;
    let name = format!("corpus.hostile.{class}");
    let args = ["generate", "classes", "--class", &name, "--out", "tests", "--format", "json", "--max-steps", "5000"];
    let run = Run::of(clew(&project, &args).output()?);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    assert_eq!(document["cage"], "on");
    let made = tests(&document);
    let mut wrong = Vec::new();
    for expected in expectations(&source, &victims.place()) {
        let tests = made.get(&expected.method).map_or(&[][..], Vec::as_slice);
        let tried: BTreeSet<String> = tests.iter().flat_map(|test| list(&test["tried"])).collect();
        // One that prints gigabytes may run out of time on a busy machine.
        let is_kept = |test: &Json| match test["replay"].as_str() {
            Some("caged") => test["name"].is_string(),
            other => other == Some("timeout") && test["name"].is_null(),
        };
        if !expected.allows(&tried) || tests.iter().any(|test| is_kept(test) == list(&test["tried"]).is_empty()) {
            wrong.push(format!("{expected:?}\n   but {tried:?} in {tests:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let total = document["totals"]["replay_caged"].as_u64().ok_or("a number")? as usize;
    let text = fs::read_to_string(project.path(&format!("tests/corpus/hostile/{class}ClewTest.java")))?;
    assert_eq!(text.matches("@Disabled(\"Clew ran it in a cage").count(), total);
    assert_eq!(fs::read_dir(project.path("scratch"))?.count(), 0, "scratch folders are removed");
    assert_eq!(processes_of(&project.path("scratch")), 0);
    victims.assert_unharmed(&before)
}

#[test]
fn files() -> Checked {
    check("HostileFiles")
}

#[test]
fn network() -> Checked {
    check("HostileNetwork")
}

#[test]
fn processes() -> Checked {
    check("HostileProcesses")
}

#[test]
fn streams() -> Checked {
    check("HostileStreams")
}

#[test]
fn what_was_tried_is_told_and_proves_nothing() -> Checked {
    let project = mixed();
    let args = ["generate", "classes", "--method", "evict", "--method", "print", "--junit", "4", "--out", "tests"];
    let text = Run::of(clew(&project, &args).output()?);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""));
    assert!(text.stdout.contains("Tests that tried to do harm"), "{}", text.stdout);
    assert!(text.stdout.contains("deletes kept (written disabled)"), "{}", text.stdout);
    let source = fs::read_to_string(project.path("tests/demo/MixedClewTest.java"))?;
    assert!(
        source.contains("@Ignore(\"Clew ran it in a cage, because it does harm outside: deletes kept\")"),
        "{source}"
    );
    let document = Run::of(clew(&project, &[&args[..], &["--format", "json"]].concat()).output()?).json();
    let method = document["methods"].as_array().and_then(|methods| methods.iter().find(|m| m["method"] == "evict"));
    let method = method.ok_or("the method")?;
    let caged = method["tests"].as_array().and_then(|tests| tests.iter().position(|test| test["replay"] == "caged"));
    let caged = caged.ok_or("a caged test")?;
    assert_eq!(method["tests"][caged]["outcome"], json!(null), "what was seen in the cage is no outcome");
    let goals = method["goals"].as_array().ok_or("goals")?;
    let on_it: Vec<&Json> = goals.iter().filter(|goal| goal["test"] == caged).collect();
    assert!(!on_it.is_empty() && on_it.iter().all(|goal| goal["unconditional"] == false), "{goals:?}");
    Ok(())
}

#[test]
fn without_a_cage_it_is_said() -> Checked {
    let project = mixed();
    fs::write(project.path("scratch/x"), "")?;
    let args = ["generate", "classes", "--method", "print", "--format", "json", "--uncaged"];
    let run = Run::of(clew(&project, &args).output()?);
    assert_eq!(run.stderr, "clew: tests are replayed without a cage: they can do whatever you can\n");
    assert_eq!((run.code, &run.json()["cage"]), (Some(0), &json!("off")));
    let run = Run::of(clew(&project, &["generate", "classes", "--uncaged", "--no-replay"]).output()?);
    assert_eq!(run.code, Some(2));
    Ok(())
}

/// Runs the command where a system call fails as on a kernel that lacks it.
fn clew_without(project: &Project, call: i64, args: &[&str]) -> Result<Run, Box<dyn std::error::Error>> {
    use seccompiler::{SeccompAction, SeccompFilter, TargetArch};
    let missing = SeccompAction::Errno(38);
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let filter = SeccompFilter::new([(call, Vec::new())].into(), SeccompAction::Allow, missing, arch)?;
    let program: seccompiler::BpfProgram = filter.try_into()?;
    let mut command = clew(project, args);
    // A filter is for a thread and what it starts.
    let output = thread::spawn(move || {
        seccompiler::apply_filter(&program).map_err(|error| error.to_string())?;
        command.output().map_err(|error| error.to_string())
    });
    Ok(Run::of(output.join().expect("no panic")?))
}

#[test]
fn where_no_cage_can_be_built_the_user_decides() -> Checked {
    const LANDLOCK_CREATE_RULESET: i64 = 444;
    const SECCOMP: i64 = if cfg!(target_arch = "x86_64") { 317 } else { 277 };
    let project = mixed();
    let args = ["generate", "classes", "--method", "print", "--quiet"];
    let told = clew_without(&project, LANDLOCK_CREATE_RULESET, &["doctor"])?;
    let line = told.stdout.lines().find(|line| line.contains("  cage  ")).unwrap_or_default();
    assert!(line.starts_with("problem ") && line.contains("Landlock") && line.contains("--uncaged"), "{}", told.stdout);
    for (call, part) in
        [(LANDLOCK_CREATE_RULESET, "Landlock (Linux 5.13): "), (SECCOMP, "seccomp with user notification")]
    {
        let run = clew_without(&project, call, &args)?;
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        let line = format!("clew: tests cannot be replayed in a cage here: {part}");
        assert!(run.stderr.starts_with(&line) && run.stderr.lines().count() == 1, "{}", run.stderr);
        assert!(run.stderr.contains("--uncaged") && run.stderr.contains("--no-replay"), "{}", run.stderr);
        for instead in ["--uncaged", "--no-replay"] {
            let run = clew_without(&project, call, &[&args[..], &[instead]].concat())?;
            assert_eq!(run.code, Some(0), "{instead}: {}", run.stderr);
        }
    }
    assert_eq!(fs::read_dir(project.path("scratch"))?.count(), 0);
    Ok(())
}

#[test]
fn nothing_outlives_a_killed_run() -> Checked {
    let project = mixed();
    let scratch = project.path("scratch");
    let mut run = clew(&project, &["generate", "classes", "--method", "loop"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let start = Instant::now();
    // The class of the test is there when its replay has begun.
    let replays = || fs::read_dir(&scratch).is_ok_and(|entries| entries.count() > 1);
    while !replays() {
        assert!(start.elapsed() < PATIENCE, "no replay");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(processes_of(&scratch) > 0);
    run.kill()?;
    run.wait()?;
    let start = Instant::now();
    while processes_of(&scratch) > 0 {
        assert!(start.elapsed() < PATIENCE, "processes are left");
        thread::sleep(Duration::from_millis(20));
    }
    // What the killed process itself had made goes when the next one starts.
    let left: Vec<_> = fs::read_dir(&scratch)?.flatten().map(|entry| entry.path()).collect();
    let run = Run::of(clew(&project, &["generate", "classes", "--method", "print"]).output()?);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(fs::read_dir(&scratch)?.count(), 0, "{left:?}");
    Ok(())
}
