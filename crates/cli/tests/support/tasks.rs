//! The verification tasks of `corpus/tasks`: what a file says of itself, how Clew is asked, and what its document answers.

use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// The line of a header that says what is true of the program.
const TRUTH: &str = "// task: ";
/// The line of a header with the values that make an assertion fail.
const INPUTS: &str = "// inputs: ";
/// The end of a line in `main` that runs only where an assertion below it has failed.
const FAILURE: &str = "// failure";
/// The class of all failed assertions.
const ASSERTION_ERROR: &str = "java.lang.AssertionError";
/// What the tasks draw their inputs from, which is no task.
const DRAWN_FROM: &str = "Input.java";

/// How Clew is asked about all tasks at once, but for the budget. The bounds are beyond what the loops of most tasks can take.
pub const FLAGS: [&str; 12] = [
    "--class",
    "tasks.*",
    "--method",
    "main",
    "--input-call",
    "tasks.Input#*",
    "--loop-k",
    "100",
    "--recursion-k",
    "100",
    "--max-steps",
    "100000000",
];

/// A program with a `main` that draws inputs and asserts.
pub struct Task {
    /// Its class, `tasks.KIND.NAME`.
    pub class: String,
    /// The values that make an assertion fail, as the header has them; none where the task is safe.
    pub inputs: Option<String>,
    /// The lines of `main` that run only where an assertion below it has failed.
    failures: Vec<u64>,
}

/// What is answered about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No assertion can fail.
    Safe,
    /// A confirmed test has an assertion fail.
    Unsafe,
    /// Neither, with the reason.
    Unknown(String),
}

/// All sources below the folder of the tasks, and the tasks that they are.
pub fn all(folder: &Path) -> (Vec<PathBuf>, Vec<Task>) {
    let mut sources = vec![folder.join(DRAWN_FROM)];
    for kind in entries(folder).into_iter().filter(|path| path.is_dir()) {
        sources.extend(entries(&kind));
    }
    let tasks = sources.iter().skip(1).map(|path| Task::read(path)).collect();
    (sources, tasks)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of the tasks is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of the tasks").path()).collect();
    paths.sort();
    paths
}

impl Task {
    fn read(path: &Path) -> Task {
        let text = std::fs::read_to_string(path).expect("a task is UTF-8");
        let header = |start: &str| text.lines().find_map(|line| line.strip_prefix(start)).map(str::to_owned);
        let name = |path: &Path| path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let kind = name(path.parent().expect("a kind"));
        let inputs = header(INPUTS);
        match header(TRUTH).as_deref() {
            Some("safe") => assert!(inputs.is_none(), "{}: a safe task has no inputs that fail", path.display()),
            Some("unsafe") => assert!(inputs.is_some(), "{}: the inputs that fail are missing", path.display()),
            other => panic!("{}: the header says {other:?} of the task", path.display()),
        }
        let marked = (1..).zip(text.lines()).filter(|(_, line)| line.ends_with(FAILURE));
        Task { class: format!("tasks.{kind}.{}", name(path)), inputs, failures: marked.map(|(at, _)| at).collect() }
    }

    /// What is true of the program.
    pub fn truth(&self) -> Answer {
        if self.inputs.is_some() { Answer::Unsafe } else { Answer::Safe }
    }

    /// What a document of `clew generate` says of the task's `main`.
    pub fn method<'a>(&self, document: &'a Json) -> Option<&'a Json> {
        let methods = document["methods"].as_array().expect("methods");
        methods.iter().find(|method| method["class"] == *self.class && method["method"] == "main")
    }

    /// What a document of `clew generate` says of the program: unsafe where one of its assertions fails in a confirmed test, safe
    /// where none can fail, whatever the bounds.
    pub fn answer(&self, document: &Json) -> Answer {
        let Some(method) = self.method(document) else { return Answer::Unknown("not explored".to_owned()) };
        if let Some(error) = method["error"].as_str() {
            return Answer::Unknown(error.to_owned());
        }
        let goals = method["goals"].as_array().expect("goals");
        let failures: Vec<&Json> = goals.iter().filter(|goal| self.is_failure(goal)).collect();
        assert!(!failures.is_empty(), "{}: no assertion of `main` is a goal", self.class);
        if failures.iter().any(|goal| fails_in_a_test(method, goal)) {
            return Answer::Unsafe;
        }
        match failures.iter().find_map(|goal| open(goal)) {
            Some(reason) => Answer::Unknown(reason),
            None => Answer::Safe,
        }
    }

    /// Whether a goal is that an assertion fails.
    fn is_failure(&self, goal: &Json) -> bool {
        let marked = || goal["line"].as_u64().is_some_and(|line| self.failures.contains(&line));
        goal["kind"] == "assert" || goal["kind"] == "line" && marked()
    }
}

/// Whether a confirmed test of the method gets to the goal and ends in a failed assertion.
fn fails_in_a_test(method: &Json, goal: &Json) -> bool {
    let Some(test) = goal["test"].as_u64().and_then(|at| method["tests"].get(usize::try_from(at).ok()?)) else {
        return false;
    };
    goal["verdict"] == "reached" && test["replay"] == "confirmed" && test["outcome"]["throws"] == ASSERTION_ERROR
}

/// Why a goal is not proved unreachable without a bound; nothing where it is.
fn open(goal: &Json) -> Option<String> {
    match goal["verdict"].as_str() {
        Some("unreachable") => None,
        Some("unreachable_within") => {
            let assumptions = goal["assumptions"].as_array().into_iter().flatten().filter_map(Json::as_str);
            let bounds: Vec<&str> = assumptions.filter(|assumption| is_bound(assumption)).collect();
            Some(format!("within {}", bounds.join(", ")))
        }
        _ => Some(goal["reason"].as_str().unwrap_or("no confirmed test").to_owned()),
    }
}

/// Whether an assumption bounds what is followed.
fn is_bound(assumption: &str) -> bool {
    assumption.contains("<=")
        || ["made_inputs:", "few_classes:", "few_shared:", "stub_inputs:"]
            .iter()
            .any(|start| assumption.starts_with(start))
}
