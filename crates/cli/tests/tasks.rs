//! The verification tasks of `corpus/tasks`: their headers are true, and what Clew answers about each program is true.

mod support;
#[path = "support/tasks.rs"]
mod tasks;

use std::path::Path;
use std::process::Command;
use support::clew_in;
use tasks::{Answer, FLAGS, Task};
use tempfile::TempDir;

/// Time for each task, which is short of what the answers to all of them take.
const BUDGET: &str = "1s";
/// How many tasks are decided in this time at least, also on a machine that does other work.
const DECIDED: usize = 200;

/// The compiled tasks.
fn compiled() -> (TempDir, Vec<Task>) {
    let (sources, tasks) = tasks::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/tasks"));
    let folder = TempDir::new().expect("a temporary folder");
    let mut javac = Command::new("javac");
    javac
        .args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "--release", "17", "-d"])
        .arg(folder.path().join("classes"));
    let output = javac.args(sources).output().expect("javac on the PATH; ./setup says more");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (folder, tasks)
}

#[test]
fn the_inputs_of_a_header_make_an_assertion_fail() {
    let (folder, tasks) = compiled();
    let unsafe_tasks = tasks.iter().filter_map(|task| Some((task, task.inputs.as_deref()?)));
    let wrong: Vec<&str> = unsafe_tasks
        .filter(|(task, inputs)| {
            let mut java = Command::new("java");
            // Arguments are in UTF-8, whatever the locale.
            java.env("LC_ALL", "C.UTF-8").args(["-ea", "-XX:TieredStopAtLevel=1", "-cp", "classes"]);
            let output = java
                .arg(format!("-Dinputs={inputs}"))
                .arg(&task.class)
                .current_dir(folder.path())
                .output()
                .expect("java on the PATH; ./setup says more");
            !String::from_utf8_lossy(&output.stderr).contains("Exception in thread \"main\" java.lang.AssertionError")
        })
        .map(|(task, _)| task.class.as_str())
        .collect();
    assert!(wrong.is_empty(), "no assertion fails in {wrong:#?}");
}

#[test]
fn no_answer_is_wrong() {
    let (folder, tasks) = compiled();
    let run = clew_in(
        folder.path(),
        &[&["generate", "classes", "--format", "json", "--quiet", "--budget", BUDGET], &FLAGS[..]].concat(),
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    let mut decided = 0;
    let mut wrong = Vec::new();
    for task in &tasks {
        let answer = task.answer(&document);
        match answer {
            Answer::Unknown(_) => {}
            _ if answer == task.truth() => decided += 1,
            _ => wrong.push(format!("{} is {:?}, not {answer:?}", task.class, task.truth())),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(decided >= DECIDED, "only {decided} of {} tasks are decided", tasks.len());
}
