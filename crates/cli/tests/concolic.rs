//! `clew generate --concolic`: goals behind calls that ran for real are reached by confirmed tests, nothing is proved behind such a
//! call, and what differs from run to run, or tries to do harm, gives nothing.

mod support;

use serde_json::Value as Json;
use support::Project;
use support::schema::{assert_valid, of_generate};

/// Each marked line has one goal, and the mark says what becomes of it with the flag. Without it they are all undecided.
const REAL: &str = "package demo;
import java.text.SimpleDateFormat;
public class Real {
    public static int named(String name) throws Exception {
        Class<?> found = Class.forName(name);
        if (found.getSimpleName().length() == 4)
            return 1; // reached
        return 0; // reached
    }
    public static int never(String name) throws Exception {
        if (Class.forName(name).getName().equals(\"no name\"))
            return 1; // undecided
        return 0; // reached
    }
    public static int sine(double x, int y) {
        if ((int) (Math.sin(x) * 1000) == y - 3)
            return 1; // reached
        return 0;
    }
    public static int day(String text) throws Exception {
        if (new SimpleDateFormat(\"yyyy-MM-dd\").parse(text).getTime() > 1_000_000_000)
            return 1; // reached
        return 0;
    }
    public static int clock(int n) {
        if (System.nanoTime() % 100_000 == n)
            return 1; // undecided
        return 0;
    }
}
";

const FLAGS: [&str; 7] = ["generate", "classes", "--no-cache", "--max-steps", "8000", "--format", "json"];

fn generate(project: &Project, more: &[&str]) -> Json {
    let run = project.clew(&[&FLAGS[..], &["--quiet"], more].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    assert_valid(&of_generate(), &document);
    document
}

fn goals(document: &Json) -> impl Iterator<Item = &Json> {
    let methods = document["methods"].as_array().expect("methods").iter();
    methods.flat_map(|method| method["goals"].as_array().expect("goals"))
}

/// The verdict on the line goal of a line.
fn verdict(document: &Json, line: u64) -> &Json {
    let mut lines = goals(document).filter(|goal| goal["kind"] == "line" && goal["line"] == line);
    &lines.next().unwrap_or_else(|| panic!("line {line} has no goal"))["verdict"]
}

/// The lines of a source with a mark, and the mark.
fn marks(source: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..).zip(source.lines()).filter_map(|(number, line)| Some((number, line.split_once("// ")?.1)))
}

/// What concolic execution assumed of calls, a line for each.
fn assumed(document: &Json) -> Vec<&str> {
    let methods = document["concolic"]["methods"].as_array().expect("methods").iter();
    methods.flat_map(|method| method["assumed"].as_array().expect("lines")).filter_map(Json::as_str).collect()
}

#[test]
fn goals_behind_calls_that_ran_for_real_are_reached_and_nothing_is_proved() {
    let project = Project::compile(&[("demo/Real.java", REAL)]);
    let before = generate(&project, &["--out", "before"]);
    let document = generate(&project, &["--concolic"]);
    for (line, wanted) in marks(REAL) {
        assert_eq!(verdict(&before, line), "undecided", "line {line} without the flag");
        assert_eq!(verdict(&document, line), wanted, "line {line}");
    }
    let proofs = |document: &Json| goals(document).filter(|goal| goal["verdict"] == "unreachable").count();
    assert_eq!(proofs(&document), proofs(&before), "a call that ran for real proves nothing");
    assert_eq!(document["totals"]["replay_mismatches"], 0);
    let figures = &document["concolic"];
    assert!(figures["reached"].as_u64() >= Some(5), "{figures:#}");
    let assumed = assumed(&document);
    assert!(
        assumed.contains(&"java.lang.Class#forName(\"java.lang.String\") returns java.lang.String.class"),
        "{assumed:?}"
    );
    assert!(assumed.iter().all(|line| !line.contains("nanoTime")), "no two runs agree: {assumed:?}");
}

#[test]
fn a_run_repeats() {
    let project = Project::compile(&[("demo/Real.java", REAL)]);
    let [first, second] =
        ["1", "2"].map(|jobs| generate(&project, &["--concolic", "--method", "named", "--jobs", jobs]));
    assert_eq!(first["concolic"], second["concolic"]);
    let tests = |document: &Json| document["methods"][0]["tests"].clone();
    assert_eq!(tests(&first), tests(&second));
}

#[test]
fn calls_that_try_to_do_harm_stay_in_the_cage() {
    let hostile = |kept: &str, port: u16| {
        format!(
            "package demo;
public class Hostile {{
    public static int erase(String name) {{
        String kept = {kept:?};
        if (new java.io.File(name.isEmpty() ? kept : name).delete())
            return 1; // undecided
        return 0;
    }}
    public static int connect(int n) throws Exception {{
        if (new java.net.Socket(\"127.0.0.1\", {port}).getPort() == n)
            return 1; // undecided
        return 0;
    }}
    public static int exit(int n) {{
        System.exit(n);
        return 1;
    }}
}}
"
        )
    };
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a listener that does not wait");
    let folder = tempfile::TempDir::new().expect("a folder");
    let kept = folder.path().join("kept");
    std::fs::write(&kept, "text").expect("a file");
    let source = hostile(kept.to_str().expect("UTF-8"), listener.local_addr().expect("an address").port());
    let project = Project::compile(&[("demo/Hostile.java", &source)]);
    let document = generate(&project, &["--concolic"]);
    for (line, wanted) in marks(&source) {
        assert_eq!(verdict(&document, line), wanted, "line {line}");
    }
    assert!(kept.exists(), "the cage lets nobody delete it");
    assert!(listener.accept().is_err(), "the cage lets nobody connect");
    let assumed = assumed(&document);
    let is_harm = |line: &&str| line.contains("exit(") || line.contains("Socket");
    assert!(!assumed.iter().any(|line| is_harm(line) && !line.contains("throws")), "{assumed:?}");
}

#[test]
fn concolic_execution_needs_the_cage() {
    let project = Project::fraction();
    for flag in ["--no-replay", "--uncaged"] {
        let run = project.clew(&["generate", "classes", "--concolic", flag]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("--concolic") && run.stderr.contains(flag), "{}", run.stderr);
    }
}
