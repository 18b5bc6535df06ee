//! The formula of a method against executions of it: what one passes is never infeasible.

use clew_base::CancelToken;
use clew_facts::{Options, Verdict};
use clew_jvm::{ClassPath, Jdk, World};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Java files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

/// What goals of all methods of the classes an exploration reaches and the formula has no execution to; how many goals were
/// compared, and how many the formula decides.
fn compare(inputs: &[PathBuf], steps: u64) -> (Vec<String>, usize, usize) {
    let jdk = Jdk::locate(None).expect("a JDK");
    let (path, faults) = ClassPath::open(&jdk, inputs, &[]);
    assert!(faults.is_empty(), "{faults:?}");
    let world = World::new(path);
    let options = Options { max_steps: steps, solver_work: steps * 1_000, ..Options::default() };
    let (mut wrong, mut compared, mut infeasible) = (Vec::new(), 0, 0);
    for name in world.input_classes() {
        let Ok(class) = world.load(&name) else { continue };
        for method in world.class(class).methods.iter().copied() {
            let cancel = CancelToken::new();
            let Ok(facts) = clew_symex::explore(&world, method, &options, &cancel, &mut ()) else { continue };
            let plenty = Options { solver_work: 40_000_000, ..Options::default() };
            let found = clew_worker::infeasible(&world, method, &plenty, &cancel, &|_| true);
            infeasible += found.len();
            for goal in &facts.goals {
                compared += usize::from(matches!(goal.verdict, Verdict::Reached { .. }));
            }
            for goal in found {
                if let Verdict::Reached { .. } = facts.goals[goal].verdict {
                    wrong.push(format!("{}: {:?}", facts.key, facts.goals[goal].goal));
                }
            }
        }
    }
    (wrong, compared, infeasible)
}

#[test]
fn what_executions_of_the_corpus_reach_is_feasible() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for corpus in ["corpus/java", "corpus/check"] {
        sources(&root().join(corpus), &mut files);
    }
    files.retain(|file| {
        let text = std::fs::read_to_string(file).expect("a source");
        !text.contains("// javac: ")
    });
    let mut javac = Command::new("javac");
    javac.args(["--release", "17", "-g", "-nowarn", "-d"]).arg(folder.path()).args(&files);
    let status = javac.status().expect("javac runs");
    assert!(status.success());
    let (wrong, compared, infeasible) = compare(&[folder.path().to_path_buf()], 3_000);
    eprintln!("{compared} goals reached, {infeasible} infeasible");
    assert!(compared > 3_000 && infeasible > 100, "{compared} goals reached, {infeasible} infeasible");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_executions_of_a_library_reach_is_feasible() {
    let jar =
        root().join(std::env::var("CLEW_FORMULA_JAR").unwrap_or(".deps/samples/commons-codec-1.20.0.jar".to_owned()));
    let (wrong, compared, infeasible) = compare(&[jar], 1_500);
    eprintln!("{compared} goals reached, {infeasible} infeasible");
    assert!(compared > 3_000, "{compared} goals reached, {infeasible} infeasible");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
