//! What is killed, crashes or is interrupted while a run is under way costs no more than it must: the run goes on or ends, with
//! one clear line, and leaves neither half-written files nor processes.
#![cfg(target_os = "linux")]

mod support;

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{Project, Run, command_in, descendants};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Methods of which one needs the solver; the products of two numbers are not guessed.
const PUZZLES: &str = "package demo;
public class Puzzles {
    public static int hard(long a, long b) { if (a > 1 && b > a && a * b == 1000036000099L) return 1; return 0; }
    public static int plain(int x) { if (x > 3) return 1; return 0; }
}
";

/// A method that takes a while on a JVM, and one that never ends there.
const SLOW: &str = "package demo;
public class Slow {
    public static int sign(int x) { if (x < 0) return -1; if (x > 0) return 1; return 0; }
    public static void endless() { while (true) { } }
}
";

/// A library that ends its process in this way as soon as the solver is asked something.
fn shim(folder: &Path, end: &str) -> PathBuf {
    let source = folder.join("shim.c");
    let text = ["Z3_solver_check", "Z3_solver_check_assumptions"]
        .map(|name| format!("int {name}(void) {{ {end}; return 0; }}\n"))
        .concat();
    fs::write(&source, format!("#include <signal.h>\n#include <stdlib.h>\n{text}")).expect("a source");
    let library = folder.join("shim.so");
    let status = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(status.expect("cc on the PATH; ./setup says more").success());
    library
}

fn method<'a>(document: &'a Json, name: &str) -> &'a Json {
    let mut methods = document["methods"].as_array().expect("methods").iter();
    methods.find(|method| method["method"] == name).unwrap_or_else(|| panic!("no {name}: {document}"))
}

#[test]
fn a_solver_that_crashes_costs_the_method_it_crashed_in() {
    let project = Project::compile(&[("demo/Puzzles.java", PUZZLES)]);
    let args = ["generate", "classes", "--format", "json", "--budget", "10s"];
    for (end, signal) in [("abort()", "SIGABRT"), ("*(volatile int *) 0 = 0", "SIGSEGV")] {
        let library = shim(project.dir.path(), end);
        let output = command_in(project.dir.path(), &args).env("LD_PRELOAD", library).output();
        let run = Run::of(output.expect("the binary runs"));
        let document = run.json();
        let lines: Vec<&str> = run.stderr.lines().collect();
        assert_eq!(lines.len(), 1, "{}", run.stderr);
        assert!(lines[0].contains(signal) && lines[0].contains("demo.Puzzles#hard"), "{}", run.stderr);
        assert!(lines[0].ends_with("its goals are undecided, the other methods go on"), "{}", run.stderr);
        assert_eq!(run.code, Some(0));
        let (hard, plain) = (method(&document, "hard"), method(&document, "plain"));
        let goals = hard["goals"].as_array().expect("goals");
        assert!(!goals.is_empty() && goals.iter().all(|goal| goal["verdict"] == "undecided"), "{hard}");
        let goals = plain["goals"].as_array().expect("goals");
        assert!(!goals.is_empty() && goals.iter().all(|goal| goal["verdict"] == "reached"), "{plain}");
    }
}

/// The JVMs that a run has at this moment.
fn jvms(run: u32) -> Vec<u32> {
    let is_jvm = |process: &u32| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).next().is_some_and(|program| program.ends_with(b"/java"))
    };
    descendants(run).into_iter().filter(is_jvm).collect()
}

/// Waits until there is something, which there will be.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what} does not come");
        thread::sleep(Duration::from_millis(5));
    }
}

fn signal(name: &str, process: u32) {
    // It may have ended meanwhile.
    let _ = Command::new("kill").args([name, &process.to_string()]).stderr(Stdio::null()).status();
}

/// A run with its temporary files in a folder of the project's.
fn start(project: &Project, args: &[&str]) -> Child {
    let scratch = project.path("scratch");
    fs::create_dir_all(&scratch).expect("a folder");
    let mut command = command_in(project.dir.path(), args);
    command.env("TMPDIR", scratch).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary runs")
}

/// What a run gave, which has left nothing behind.
fn end(project: &Project, run: Child) -> Run {
    let processes = descendants(run.id());
    let run = Run::of(run.wait_with_output().expect("the run ends"));
    wait_for("the end of its processes", || processes.iter().all(|process| has_ended(*process)).then_some(()));
    let left: Vec<_> = fs::read_dir(project.path("scratch")).expect("a folder").flatten().collect();
    assert!(left.is_empty(), "{left:?}");
    run
}

fn has_ended(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    status.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['Z', 'X']))
}

/// The files of tests, by name.
fn tests(project: &Project, out: &str) -> BTreeMap<String, String> {
    let folder = project.path(out).join("demo");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let text = |entry: &fs::DirEntry| fs::read_to_string(entry.path()).expect("a file");
    entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), text(&entry))).collect()
}

#[test]
fn a_jvm_that_is_killed_is_replaced() {
    let project = Project::fraction();
    let generate = |out: &str| start(&project, &["generate", "classes", "--quiet", "--out", out]);
    end(&project, generate("whole")).assert_fails(0, "");
    let whole = tests(&project, "whole");
    assert_eq!(whole.keys().collect::<Vec<_>>(), ["FractionClewTest.java"]);
    // Half-started, while it compiles, in the middle of a test.
    for delay in [0, 300, 700, 1200] {
        let run = generate("killed");
        let jvm = wait_for("a JVM", || jvms(run.id()).first().copied());
        thread::sleep(Duration::from_millis(delay));
        signal("-KILL", jvm);
        end(&project, run).assert_fails(0, "");
        assert_eq!(tests(&project, "killed"), whole, "killed after {delay} ms");
        fs::remove_dir_all(project.path("killed")).expect("a folder");
    }
}

#[test]
fn jvms_that_are_killed_all_the_time_end_the_run_with_one_line() {
    let project = Project::fraction();
    let mut run = start(&project, &["generate", "classes", "--quiet"]);
    wait_for("the end", || {
        jvms(run.id()).iter().for_each(|jvm| signal("-KILL", *jvm));
        run.try_wait().expect("a child")
    });
    let run = end(&project, run);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
    assert!(run.stderr.starts_with("clew: the replay JVM did not start: "), "{}", run.stderr);
    assert!(!project.path("clew-tests").exists(), "nothing stays behind");
}

#[test]
fn an_interrupt_during_replay_ends_the_run_with_what_there_is() {
    let project = Project::compile(&[("demo/Slow.java", SLOW)]);
    let run = start(&project, &["generate", "classes", "--format", "json", "--quiet"]);
    in_the_middle_of_endless(run.id());
    signal("-INT", run.id());
    let run = end(&project, run);
    assert_eq!(run.stderr, "clew: interrupted: finishing with what was found; interrupt again to end at once\n");
    let document = run.json();
    assert_eq!((run.code, &document["interrupted"]), (Some(0), &Json::Bool(true)));
    let confirmed = document["totals"]["replay_confirmed"].as_u64();
    assert!(confirmed.is_some_and(|confirmed| confirmed > 0), "{document}");
    assert!(tests(&project, "clew-tests")["SlowClewTest.java"].ends_with("}\n"));
}

#[test]
fn an_interrupted_gate_does_not_pass() {
    let project = Project::compile(&[("demo/Slow.java", SLOW)]);
    let interrupted = |args: &[&str]| {
        let run = start(&project, &[args, &["--quiet"]].concat());
        in_the_middle_of_endless(run.id());
        signal("-INT", run.id());
        end(&project, run)
    };
    for command in ["generate", "check"] {
        let run = interrupted(&[command, "classes", "--fail-on", "unreachable:unconditional"]);
        assert_eq!(run.code, Some(4), "{command}: {}", run.stderr);
        let told = "clew: not finished: the run was interrupted; what --fail-on asks is not answered\n";
        assert!(run.stderr.ends_with(told), "{command}: {}", run.stderr);
        // What was found is found.
        let run = interrupted(&[command, "classes", "--fail-on", "reached"]);
        assert_eq!(run.code, Some(1), "{command}: {}", run.stderr);
    }
}

#[test]
fn a_gate_without_a_method_whose_worker_died_does_not_pass() {
    let project = Project::compile(&[("demo/Puzzles.java", PUZZLES)]);
    let library = shim(project.dir.path(), "abort()");
    for (args, code) in [
        (["generate", "classes", "--fail-on", "unreachable"], 4),
        (["check", "classes", "--fail-on", "unreachable"], 4),
        (["generate", "classes", "--fail-on", "undecided"], 1),
        (["generate", "nowhere", "--fail-on", "unreachable"], 2),
    ] {
        let args = [&args[..], &["--quiet", "--budget", "10s"]].concat();
        let output = command_in(project.dir.path(), &args).env("LD_PRELOAD", &library).output();
        let run = Run::of(output.expect("the binary runs"));
        assert_eq!(run.code, Some(code), "{args:?}: {}", run.stderr);
        let told = "clew: not finished: 1 of 3 methods not explored; what --fail-on asks is not answered";
        assert_eq!(run.stderr.lines().any(|line| line == told), code == 4, "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_method_that_ran_out_of_time_is_unfinished_where_that_is_asked_for() {
    let source = "package demo;\npublic class Long {\n    static int rounds(int a, int b) {\n        int s = 0;\n        \
                  for (int i = 0; i < a; i++) for (int j = 0; j < b; j++) if (a * i > s + b) s += a; else s ^= b;\n        \
                  return s;\n    }\n}\n";
    let project = Project::compile(&[("demo/Long.java", source)]);
    let long = [
        "generate",
        "classes",
        "--quiet",
        "--no-replay",
        "--criterion",
        "paths",
        "--loop-k",
        "40",
        "--budget",
        "200ms",
    ];
    for (more, code) in [
        (&[][..], 0),
        (&["--strict"], 0),
        (&["--fail-on", "unreachable"], 0),
        (&["--fail-on", "unreachable", "--strict"], 4),
        (&["--fail-on", "reached", "--strict"], 1),
    ] {
        let run = project.clew(&[&long[..], more].concat());
        assert_eq!(run.code, Some(code), "{more:?}: {}", run.stderr);
        let told =
            "clew: not finished: 1 of 2 methods ran out of time or memory; what --fail-on asks is not answered\n";
        assert_eq!(run.stderr, if code == 4 { told } else { "" }, "{more:?}");
    }
    // Spent steps are the same in every run.
    let steps = [
        "generate",
        "classes",
        "--quiet",
        "--no-replay",
        "--criterion",
        "paths",
        "--loop-k",
        "40",
        "--max-steps",
        "500",
    ];
    let run = project.clew(&[&steps[..], &["--fail-on", "unreachable", "--strict"]].concat());
    run.assert_fails(0, "");
}

#[test]
fn a_run_that_is_killed_leaves_no_process() {
    let project = Project::compile(&[("demo/Puzzles.java", PUZZLES)]);
    // The solver takes for ever, so there is a job until the end.
    let library = shim(project.dir.path(), "for (;;) { }");
    for name in ["-KILL", "-TERM"] {
        let mut command = command_in(project.dir.path(), &["generate", "classes", "--no-replay", "--quiet"]);
        command.env("LD_PRELOAD", &library).stdout(Stdio::null()).stderr(Stdio::null());
        let mut run = command.spawn().expect("the binary runs");
        // The worker, and the process of the job that it has forked.
        let job = || descendants(run.id()).into_iter().find(|process| is_busy(*process));
        wait_for("a job that is busy", job);
        let processes = descendants(run.id());
        signal(name, run.id());
        if name == "-TERM" {
            signal(name, run.id());
            wait_for("the end of the run", || {
                signal(name, run.id());
                run.try_wait().expect("a status")
            });
        }
        wait_for("the end of its processes", || processes.iter().all(|process| has_ended(*process)).then_some(()));
        run.wait().expect("it has ended");
    }
}

/// Whether a process has used the processor for half a second.
fn is_busy(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let user = status.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(11)?.parse::<u64>().ok());
    user.is_some_and(|ticks| ticks >= 50)
}

#[test]
fn a_second_interrupt_ends_it_at_once() {
    let project = Project::compile(&[("demo/Slow.java", SLOW)]);
    let mut run = start(&project, &["generate", "classes", "--quiet"]);
    in_the_middle_of_endless(run.id());
    let processes = descendants(run.id());
    signal("-INT", run.id());
    let second = Instant::now();
    // Two that come before the first is looked at are one.
    while run.try_wait().expect("a status").is_none() {
        thread::sleep(Duration::from_millis(200));
        signal("-INT", run.id());
    }
    let run = Run::of(run.wait_with_output().expect("the run ends"));
    wait_for("the end of its processes", || processes.iter().all(|process| has_ended(*process)).then_some(()));
    assert!(second.elapsed() < Duration::from_secs(8), "it took {:?}", second.elapsed());
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.lines().count()), (Some(130), "", 1), "{}", run.stderr);
    assert!(tests(&project, "clew-tests").is_empty(), "nothing half-written");
    // What it had no time to remove goes with the next run.
    end(&project, start(&project, &["generate", "classes", "--quiet", "--method", "sign"])).assert_fails(0, "");
}

/// Waits until a JVM has been busy for as long as nothing but the endless test keeps it.
fn in_the_middle_of_endless(run: u32) {
    const TICKS: u64 = 100;
    let busy = |jvm: &u32| -> Option<u64> {
        // The thread of a test has a name.
        for task in fs::read_dir(format!("/proc/{jvm}/task")).ok()?.flatten() {
            let text = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            let Some((name, rest)) = text.rsplit_once(") ") else { continue };
            if name.contains("(clew-test") {
                return rest.split(' ').nth(11)?.parse().ok();
            }
        }
        None
    };
    wait_for("the endless test", || jvms(run).iter().filter_map(busy).any(|ticks| ticks > TICKS).then_some(()));
}
