//! What is kept from run to run: it changes no result, costs what it must when something changes, and never gets in the way.
#![cfg(target_os = "linux")]

mod support;

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use support::schema::{assert_valid, of_cache, of_check, of_generate};
use support::{FRACTION, Project, Run, command_in};

/// A method that calls another class, one that does not, and one that asks for all classes of an interface.
const CALLER: &str = "package demo;
public class Caller {
    interface Shape { int area(); }
    static class Square implements Shape { int side; public int area() { return side * side; } }
    public static int viaHelper(int x) { return Helper.twice(x) > 10 ? 1 : 0; }
    public static int alone(int x) { return x > 3 ? 1 : 0; }
    public static int anyShape(Shape shape) { return shape.area() > 4 ? 1 : 0; }
}
";

const HELPER: &str = "package demo;
public class Helper {
    public static int twice(int x) { return x + x; }
    public static int other(int x) { return x == 9 ? 1 : 0; }
}
";

/// Runs that keep results in the project's own folder.
struct Keeping(Project);

impl Keeping {
    fn of(sources: &[(&str, &str)]) -> Keeping {
        Keeping(Project::compile(sources))
    }

    fn command(&self, args: &[&str]) -> std::process::Command {
        let mut command = command_in(self.0.dir.path(), args);
        command.env_remove("CLEW_NO_CACHE").env("CLEW_STORE", self.0.path("kept"));
        command
    }

    fn run(&self, args: &[&str]) -> Run {
        Run::of(self.command(args).output().expect("the binary runs"))
    }

    /// A document of `clew generate`, with the tests that were written, and how many methods came from the store.
    fn generate(&self, more: &[&str]) -> (Json, BTreeMap<String, String>, u64) {
        let tests = self.0.path("clew-tests");
        let _ = fs::remove_dir_all(&tests);
        let clock: &[&str] = if more.contains(&"--budget") { &[] } else { &["--budget", "60s"] };
        let flags = ["generate", "classes", "--format", "json", "--quiet", "--no-replay"];
        let run = self.run(&[&flags, clock, more].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let document = run.json();
        assert_valid(&of_generate(), &document);
        let from_store = document["stats"]["from_store"].as_u64().expect("a number");
        (without_times(document), files(&tests), from_store)
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.path("kept/results-1.redb")
    }
}

fn without_times(mut document: Json) -> Json {
    fn strip(value: &mut Json) {
        match value {
            Json::Object(fields) => {
                // Whether a file of tests was there before is not of the results.
                fields.remove("change");
                if let Some(Json::Object(stats)) = fields.get_mut("stats") {
                    ["seconds", "solver_seconds", "from_store"].iter().for_each(|name| drop(stats.remove(*name)));
                }
                fields.values_mut().for_each(strip);
            }
            Json::Array(elements) => elements.iter_mut().for_each(strip),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
    strip(&mut document);
    document
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.display().to_string(), fs::read_to_string(&path).expect("a text"));
        }
    }
    found
}

#[test]
fn a_second_run_says_the_same_and_explores_nothing() {
    let keeping =
        Keeping::of(&[("demo/Fraction.java", FRACTION), ("demo/Caller.java", CALLER), ("demo/Helper.java", HELPER)]);
    let (first, tests, known) = keeping.generate(&[]);
    assert_eq!(known, 0);
    let methods = first["methods"].as_array().expect("methods").len() as u64;
    assert!(methods > 8 && !tests.is_empty());
    assert_eq!(keeping.generate(&[]), (first.clone(), tests.clone(), methods));
    assert_eq!(keeping.generate(&["--jobs", "1"]).0, first, "whatever the memory of a worker is");
    // A fresh run says the same, too.
    assert_eq!(keeping.generate(&["--no-cache"]), (first, tests, 0));
    let (_, _, known) = keeping.generate(&["--loop-k", "3"]);
    assert_eq!(known, 0, "another exploration has another result");
    let (_, _, known) = keeping.generate(&["--budget", "19s"]);
    assert_eq!(known, 0, "with less time another run might not have come so far");
    let (_, _, known) = keeping.generate(&["--budget", "60s"]);
    assert_eq!(known, methods);
}

#[test]
fn a_replayed_run_says_the_same() {
    let keeping = Keeping::of(&[("demo/Fraction.java", FRACTION)]);
    let run = || {
        let run = keeping.run(&["generate", "classes", "--format", "json", "--quiet"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        (run.json()["stats"]["from_store"].clone(), without_times(run.json()), files(&keeping.0.path("clew-tests")))
    };
    let (first, second) = (run(), run());
    assert_eq!((first.1, first.2), (second.1, second.2));
    assert!(first.0 == 0 && second.0.as_u64() > Some(3), "{} {}", first.0, second.0);
}

#[test]
fn check_takes_what_check_has_found() {
    let keeping = Keeping::of(&[("demo/Fraction.java", FRACTION)]);
    let check = || {
        let run = keeping.run(&["check", "classes", "--format", "json", "--quiet", "--no-replay", "--budget", "60s"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert_valid(&of_check(), &run.json());
        (run.json()["stats"]["from_store"].as_u64(), without_times(run.json()))
    };
    let (first, second) = (check(), check());
    assert_eq!(first.1, second.1);
    assert!(first.0 == Some(0) && second.0 > Some(4), "{:?} {:?}", first.0, second.0);
}

#[test]
fn a_change_costs_those_methods_that_read_it() {
    let keeping = Keeping::of(&[("demo/Caller.java", CALLER), ("demo/Helper.java", HELPER)]);
    let (first, _, _) = keeping.generate(&[]);
    let methods = first["methods"].as_array().expect("methods").len() as u64;
    // The code of one method: it and its caller are explored anew.
    keeping.0.recompile(&[("demo/Helper.java", &HELPER.replace("x + x", "x * 2"))]);
    assert_eq!(keeping.generate(&[]).2, methods - 2);
    // That of another: nobody else has read it.
    keeping.0.recompile(&[("demo/Helper.java", &HELPER.replace("x + x", "x * 2").replace("== 9", "== 8"))]);
    assert_eq!(keeping.generate(&[]).2, methods - 1);
    // A new class: whoever asks which shapes there are is told of it, and nobody else.
    let triangle = "package demo; class Triangle implements Caller.Shape { public int area() { return 7; } }";
    let helper = HELPER.replace("x + x", "x * 2").replace("== 9", "== 8");
    keeping.0.recompile(&[
        ("demo/Caller.java", CALLER),
        ("demo/Helper.java", &helper),
        ("demo/Triangle.java", triangle),
    ]);
    let (document, _, known) = keeping.generate(&[]);
    let now = document["methods"].as_array().expect("methods").len() as u64;
    assert!(known < methods && known >= methods - 3 && now > methods, "{known} of {methods}, {now} now");
    assert_eq!(keeping.generate(&["--no-cache"]).0, document);
}

#[test]
fn what_is_not_there_is_an_answer_too() {
    let uses = "package demo; public class Uses { public static int ask(int x) { return x > 2 ? Gone.value() : 0; } }";
    let gone = "package demo; class Gone { static int value() { return 1; } }";
    let keeping = Keeping::of(&[("demo/Uses.java", uses), ("demo/Gone.java", gone)]);
    let class = fs::read(keeping.0.path("classes/demo/Gone.class")).expect("a class");
    fs::remove_file(keeping.0.path("classes/demo/Gone.class")).expect("a file");
    let (without, _, _) = keeping.generate(&["--class", "demo.Uses"]);
    fs::write(keeping.0.path("classes/demo/Gone.class"), class).expect("a file");
    let (with, _, known) = keeping.generate(&["--class", "demo.Uses", "--method", "ask"]);
    assert_eq!(known, 0);
    assert_ne!(without["methods"], with["methods"]);
    assert_eq!(keeping.generate(&["--class", "demo.Uses", "--method", "ask", "--no-cache"]).0, with);
}

#[test]
fn a_damaged_file_costs_one_line() {
    let keeping = Keeping::of(&[("demo/Fraction.java", FRACTION)]);
    let (first, tests, _) = keeping.generate(&[]);
    fs::write(keeping.file(), "x".repeat(50_000)).expect("a file");
    let run = keeping.run(&["generate", "classes", "--format", "json", "--quiet", "--no-replay", "--budget", "60s"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.lines().count() == 1 && run.stderr.contains("begun anew"), "{}", run.stderr);
    assert_eq!(without_times(run.json()), first);
    assert!(matches!(keeping.generate(&[]), (same, files, 1..) if same == first && files == tests));
}

#[test]
fn a_place_that_cannot_be_used_costs_one_line() {
    let keeping = Keeping::of(&[("demo/Fraction.java", FRACTION)]);
    fs::write(keeping.0.path("kept"), "no folder").expect("a file");
    let run = keeping.run(&["generate", "classes", "--format", "json", "--quiet", "--no-replay", "--budget", "60s"]);
    assert_eq!((run.code, run.json()["stats"]["from_store"].as_u64()), (Some(0), Some(0)));
    assert!(run.stderr.lines().count() == 1 && run.stderr.contains("are not used"), "{}", run.stderr);
    // The kernel refuses every write to what lies there, to a superuser as well.
    let run = keeping.run(&["generate", "classes", "--quiet", "--no-replay", "--store", "/proc/self"]);
    assert!(run.code == Some(0) && run.stderr.lines().count() == 1, "{}", run.stderr);
}

#[test]
fn runs_share_what_is_kept() {
    let keeping =
        Keeping::of(&[("demo/Fraction.java", FRACTION), ("demo/Caller.java", CALLER), ("demo/Helper.java", HELPER)]);
    let start = |classes: [&str; 2], out: &str| {
        let args = ["generate", "classes", "--quiet", "--no-replay", "--out", out];
        let classes = classes.map(|class| ["--class", class]).concat();
        keeping.command(&[&args[..], &classes].concat()).stderr(Stdio::piped()).spawn().expect("the binary runs")
    };
    let both = [start(["demo.Fraction", "demo.Helper"], "a"), start(["demo.Caller", "demo.Caller$*"], "b")];
    for run in both {
        let output = run.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
    let (document, _, known) = keeping.generate(&[]);
    assert_eq!(known, document["methods"].as_array().expect("methods").len() as u64);
}

#[test]
fn a_run_that_is_killed_leaves_what_it_wrote() {
    let slow = "package demo; public class Slow { public static int puzzle(long a, long b) {
        if (a > 1 && b > a && a * b == 1000036000099L) return 1; return 0; }
        public static int plain(int x) { return x > 3 ? 1 : 0; } }";
    let keeping = Keeping::of(&[("demo/Fraction.java", FRACTION), ("demo/Slow.java", slow)]);
    let args = ["generate", "classes", "--quiet", "--no-replay", "--jobs", "1"];
    for bytes in [0, 1 << 10, 1 << 16] {
        let mut run = keeping.command(&args).stderr(Stdio::null()).spawn().expect("the binary runs");
        let has_begun = || fs::metadata(keeping.file()).is_ok_and(|file| file.len() > bytes);
        while !has_begun() && run.try_wait().expect("it can be asked").is_none() {
            std::thread::yield_now();
        }
        // It may have ended already.
        let _ = run.kill();
        let _ = run.wait();
    }
    // Half a file is a damaged one.
    let run = keeping.run(&["generate", "classes", "--quiet", "--no-replay"]);
    assert!(run.code == Some(0) && run.stderr.lines().count() <= 1, "{}", run.stderr);
    let (document, tests, _) = keeping.generate(&[]);
    assert_eq!(keeping.generate(&["--no-cache"]), (document, tests, 0));
}

#[test]
fn the_command_shows_and_drops_what_is_kept() {
    let keeping = Keeping::of(&[("demo/Fraction.java", FRACTION)]);
    let figures = |args: &[&str]| {
        let run = keeping.run(&[&["cache", "--format", "json"], args].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert_valid(&of_cache(), &run.json());
        run.json()
    };
    assert_eq!(figures(&[])["entries"], 0);
    let (document, _, _) = keeping.generate(&[]);
    let methods = document["methods"].as_array().expect("methods").len();
    let found = figures(&[]);
    assert_eq!((&found["entries"], &found["limit"]), (&Json::from(methods), &Json::from(512 << 20)));
    let text = keeping.run(&["cache"]);
    assert!(text.code == Some(0) && text.stdout.contains(&format!("entries  {methods}\n")), "{}", text.stdout);
    let trimmed = figures(&["--trim", "2K"]);
    assert!(trimmed["bytes"].as_u64() <= Some(2 << 10), "{trimmed}");
    assert_eq!(figures(&["--clear"])["entries"], 0);
    fs::write(keeping.file(), "no database").expect("a file");
    let run = keeping.run(&["cache", "--format", "json"]);
    assert_eq!(run.code, Some(2));
    assert_valid(&of_cache(), &run.json());
    assert_eq!(keeping.run(&["cache", "--trim", "1K", "--clear"]).code, Some(2));
}
