//! The engines that prove, held against executions: what one passes is never ruled out.

use clew_base::{Arena, CancelToken, Id};
use clew_driver::{OtherCode, Task};
use clew_facts::{Criterion, GoalKind, Options, Verdict};
use clew_ir::{BinaryOp, Block, BlockId, Body, BranchKind, Const, Expr, Origin, Reg, RegInfo, Spot, Terminator, Type};
use clew_jvm::{ClassPath, Jdk, MethodId, World};
use clew_reach::{Feasibility, Wanted, feasibility};
use clew_smt::QueryLimits;
use clew_symex::goal_spots;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

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

fn compile(files: &[PathBuf], to: &Path) {
    let mut javac = Command::new("javac");
    javac.args(["--release", "17", "-g", "-nowarn", "-d"]).arg(to).args(files);
    let status = javac.status().expect("javac runs");
    assert!(status.success());
}

fn world(inputs: &[PathBuf]) -> World {
    let jdk = Jdk::locate(None).expect("a JDK");
    let (path, faults) = ClassPath::open(&jdk, inputs, &[]);
    assert!(faults.is_empty(), "{faults:?}");
    World::new(path)
}

/// What the engines that prove say of goals that an exploration decides.
#[derive(Default)]
struct Comparison {
    /// Goals that are reached and that one of them rules out.
    wrong: Vec<String>,
    /// Goals that are reached.
    reached: usize,
    /// Goals that each of them rules out.
    by_formula: usize,
    by_analysis: usize,
}

impl Comparison {
    fn with(mut self, other: Comparison) -> Comparison {
        self.wrong.extend(other.wrong);
        self.reached += other.reached;
        self.by_formula += other.by_formula;
        self.by_analysis += other.by_analysis;
        self
    }
}

/// What the engines may cost.
#[derive(Clone, Copy)]
struct Limits {
    /// Steps of the exploration of a method.
    steps: u64,
    /// Work of the solver on conditions of the reached goals of a method.
    condition_work: u64,
}

/// Holds the engines that prove against explorations of all methods of the classes, on all processors. The formula is not
/// asked about what an exploration leaves open: a wrong answer could not be told from a right one.
fn compare(inputs: &[PathBuf], limits: Limits) -> Comparison {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        let each = || compare_some(inputs, limits, &next);
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(each)).collect();
        running.into_iter().map(|it| it.join().expect("a comparison")).fold(Comparison::default(), Comparison::with)
    })
}

/// Compares the methods of each class whose number no other thread has taken.
fn compare_some(inputs: &[PathBuf], limits: Limits, next: &AtomicUsize) -> Comparison {
    let world = world(inputs);
    let names = world.input_classes();
    let mut found = Comparison::default();
    while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
        let Ok(class) = world.load(name) else { continue };
        for method in world.class(class).methods.iter().copied() {
            found = found.with(compare_method(&world, method, limits));
        }
    }
    found
}

fn compare_method(world: &World, method: MethodId, limits: Limits) -> Comparison {
    let options = Options { max_steps: limits.steps, solver_work: limits.steps * 1_000, ..Options::default() };
    let cancel = CancelToken::new();
    let Ok(facts) = clew_symex::explore(world, method, &options, &cancel, &mut ()) else {
        return Comparison::default();
    };
    let plenty = Options { solver_work: 2_000_000, ..Options::default() };
    let is_reached = |goal: usize| matches!(facts.goals[goal].verdict, Verdict::Reached { .. });
    let is_decided = |goal: usize| is_reached(goal) || matches!(facts.goals[goal].verdict, Verdict::Unreachable(_));
    let by_formula = clew_driver::infeasible(world, method, &plenty, &cancel, OtherCode::KeepsFinalFields, &is_decided);
    let by_analysis = clew_driver::ruled_out(world, method);
    let reached: Vec<bool> = (0..facts.goals.len()).map(is_reached).collect();
    // No input is run: only the proofs are of interest.
    let options = Options { criterion: Criterion::Paths, ..options.clone() };
    let task = Task { world, method, options: &options, cancel: &cancel };
    let by_condition = match limits.condition_work {
        0 => Vec::new(),
        work => clew_driver::without_execution(&task, &reached, work),
    };
    let mut found = Comparison {
        wrong: Vec::new(),
        reached: reached.iter().filter(|reached| **reached).count(),
        by_formula: by_formula.len(),
        by_analysis: by_analysis.len(),
    };
    for (engine, goals) in [("formula", by_formula), ("analysis", by_analysis), ("condition", by_condition)] {
        for goal in goals.into_iter().filter(|goal| reached[*goal]) {
            found.wrong.push(format!("{engine}: {}: {:?}", facts.key, facts.goals[goal].goal));
        }
    }
    found
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
    compile(&files, folder.path());
    let found = compare(&[folder.path().to_path_buf()], Limits { steps: 3_000, condition_work: 300_000 });
    let Comparison { reached, by_formula, by_analysis, .. } = found;
    eprintln!("{reached} goals reached, {by_formula} infeasible, {by_analysis} ruled out by the analysis");
    assert!(reached > 3_000 && by_formula > 100 && by_analysis > 100);
    assert!(found.wrong.is_empty(), "{:#?}", found.wrong);
}

#[test]
fn what_executions_of_a_library_reach_is_feasible() {
    let jar =
        root().join(std::env::var("CLEW_FORMULA_JAR").unwrap_or(".deps/samples/commons-codec-1.20.0.jar".to_owned()));
    let found = compare(&[jar], Limits { steps: 1_500, condition_work: 0 });
    let Comparison { reached, by_formula, by_analysis, .. } = found;
    eprintln!("{reached} goals reached, {by_formula} infeasible, {by_analysis} ruled out by the analysis");
    assert!(reached > 3_000 && by_analysis > 100);
    assert!(found.wrong.is_empty(), "{:#?}", found.wrong);
}

/// The lines of a source that end with a mark.
fn marked(source: &str, mark: &str) -> BTreeSet<u32> {
    (1..).zip(source.lines()).filter(|(_, line)| line.contains(mark)).map(|(number, _)| number).collect()
}

/// Compiles a source of the tests and tells the lines of which the formula has no execution, besides the source.
fn infeasible_lines(name: &str, missing: &[&str], other_code: OtherCode) -> (String, BTreeSet<u32>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name);
    let source = std::fs::read_to_string(&file).expect("the source");
    compile(&[file], folder.path());
    for class in missing {
        std::fs::remove_file(folder.path().join(class)).expect("the class is there");
    }
    let world = world(&[folder.path().to_path_buf()]);
    let mut infeasible = BTreeSet::new();
    for name in world.input_classes() {
        let class = world.load(&name).expect("a class");
        for method in world.class(class).methods.iter().copied() {
            let options = Options::default();
            let found = clew_driver::infeasible(&world, method, &options, &CancelToken::new(), other_code, &|_| true);
            let Ok(code) = world.code(method) else { continue };
            let goals = goal_spots(&code);
            let lines = found.into_iter().map(|goal| &goals[goal].0).filter(|goal| goal.kind == GoalKind::Line);
            infeasible.extend(lines.map(|goal| goal.line));
        }
    }
    (source, infeasible)
}

/// Asserts that lines are infeasible exactly where a mark says so, among those with a mark.
fn assert_marks(source: &str, infeasible: &BTreeSet<u32>, marks: &[&str]) {
    let wrong: Vec<_> = marked(source, "// feasible").intersection(infeasible).copied().collect();
    assert!(wrong.is_empty(), "said to be infeasible: lines {wrong:?}");
    let expected: BTreeSet<u32> = marks.iter().flat_map(|mark| marked(source, mark)).collect();
    assert!(!expected.is_empty());
    let missed: Vec<_> = expected.difference(infeasible).copied().collect();
    assert!(missed.is_empty(), "not proved: lines {missed:?}");
}

#[test]
fn the_formula_has_what_other_threads_other_code_and_missing_classes_do() {
    let missing = ["Feasible$Missing.class"];
    let (source, infeasible) = infeasible_lines("Feasible.java", &missing, OtherCode::ChangesAnyField);
    assert_marks(&source, &infeasible, &["// infeasible"]);
    let (source, infeasible) = infeasible_lines("Feasible.java", &missing, OtherCode::KeepsFinalFields);
    assert_marks(&source, &infeasible, &["// infeasible"]);
}

#[test]
fn final_fields_stay_as_they_are_if_that_is_assumed() {
    const IF_KEPT: &str = "// infeasible if final fields are kept";
    let (source, infeasible) = infeasible_lines("Finals.java", &[], OtherCode::KeepsFinalFields);
    assert_marks(&source, &infeasible, &[IF_KEPT]);
    let (source, infeasible) = infeasible_lines("Finals.java", &[], OtherCode::ChangesAnyField);
    assert!(marked(&source, IF_KEPT).is_disjoint(&infeasible), "{infeasible:?}");
}

/// Jumps on whether a register is zero.
fn on_zero(reg: Reg, then: BlockId, otherwise: BlockId) -> Terminator {
    let condition = Expr::binary(BinaryOp::Eq, Expr::Reg(reg), Expr::Const(Const::Bv32(0)));
    Terminator::Branch { kind: BranchKind::Source, condition, then, otherwise }
}

/// A loop of `a` and `b` that is entered at either, at `b` only where `c` is zero; `b` goes to the goal where it is not. No compiler
/// of Java makes such a loop.
fn loop_of_two_entries() -> (Body, BlockId) {
    let mut regs = Arena::new();
    let params = ["c", "n"].map(|name| regs.push(RegInfo { name: name.into(), ty: Type::Bv32, global: None }));
    let [c, n] = params;
    let [start, a, b, goal, round, done] = [0, 1, 2, 3, 4, 5].map(BlockId::from_index);
    let ends = [
        ("start", on_zero(c, b, a)),
        ("a", on_zero(n, done, b)),
        ("b", on_zero(c, round, goal)),
        ("goal", Terminator::Return(None)),
        ("round", Terminator::Goto(vec![a])),
        ("done", Terminator::Return(None)),
    ];
    let mut blocks = Arena::new();
    for (label, terminator) in ends {
        blocks.push(Block { label: label.into(), stmts: Vec::new(), terminator, terminator_origin: Origin::default() });
    }
    (Body { regs, params: params.to_vec(), returns: None, blocks, entry: start }, goal)
}

#[test]
fn a_loop_of_two_entries_may_be_entered_at_either() {
    let (body, goal) = loop_of_two_entries();
    let world = world(&[]);
    let math = world.load("java/lang/Math").expect("a class");
    let method = world.method(world.find_method(math, "max", "(II)I").expect("a method"));
    let goals = [vec![Spot::Block(goal)]];
    let wanted = Wanted {
        goals: &goals,
        replaces_calls: false,
        keeps_final_fields: false,
        query: QueryLimits::default(),
        work: 1_000_000,
        summaries: &|_| Vec::new(),
    };
    assert_eq!(feasibility(&world, &method, &body, &wanted), [Feasibility::Open]);
}

#[test]
fn summaries_tell_the_formula_what_rounds_make_of_registers() {
    let (source, infeasible) = infeasible_lines("Rounds.java", &[], OtherCode::ChangesAnyField);
    assert_marks(&source, &infeasible, &["// infeasible"]);
}
