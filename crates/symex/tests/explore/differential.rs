//! Random methods, explored and run: every outcome that is predicted, every condition that a test is said to decide, and
//! every verdict `unreachable` is held against a JVM.

use crate::generate::{Loops, Program, Random, program};
use crate::java::{compile, explored, jdk, open};
use clew_facts::{Edge, Goal, GoalKind, MethodFacts, Outcome, TestCase, Value, Verdict};
use clew_symex::{Criterion, Options};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const SEED: u64 = 2026;
/// Methods without loops.
const METHODS: usize = 60;
/// Methods with loops.
const LOOPING: usize = 30;
/// Random inputs for each method.
const ATTACKS: usize = 150;

/// Reads calls from standard input, one a line, and writes for each what came of it: `value` or `class@line`, then the
/// greatest number of rounds of a loop, and the conditions that were decided.
const DRIVER: &str = r#"
import java.io.*;
import java.lang.reflect.*;
import java.util.*;

class Driver {
    static final TreeSet<String> hits = new TreeSet<>();
    static int rounds;

    static void round(int number) {
        rounds = Math.max(rounds, number);
    }

    static void hit(int line, boolean holds) {
        hits.add(line + (holds ? "+" : "-"));
    }

    public static void main(String[] args) throws Exception {
        Map<String, Method> methods = new HashMap<>();
        for (Method method : Probed.class.getDeclaredMethods()) {
            methods.put(method.getName(), method);
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split(" ");
            hits.clear();
            rounds = 0;
            Object[] values = { Integer.valueOf(parts[1]), Integer.valueOf(parts[2]), Short.valueOf(parts[3]),
                Long.valueOf(parts[4]), Boolean.valueOf(parts[5]) };
            String result;
            try {
                result = methods.get(parts[0]).invoke(null, values).toString();
            } catch (InvocationTargetException e) {
                StackTraceElement top = e.getCause().getStackTrace()[0];
                boolean own = top.getMethodName().equals(parts[0]);
                result = e.getCause().getClass().getName() + "@" + (own ? top.getLineNumber() : 0);
            }
            out.append(result).append(' ').append(rounds).append(' ').append(String.join(",", hits)).append('\n');
        }
        System.out.print(out);
    }
}
"#;

/// A call of a method.
struct Call {
    method: usize,
    text: String,
}

/// What a JVM made of a call.
struct Ran {
    /// The value, or the class of the exception.
    result: String,
    /// The line of the method at which the exception arose; 0 where it was in a callee.
    line: u32,
    /// The greatest number of times that a loop went round after it was entered.
    rounds: u32,
    /// The conditions that were decided, those of callees included, with whether they held.
    decided: BTreeSet<(u32, bool)>,
}

fn run(folder: &Path, calls: &[Call]) -> Vec<Ran> {
    let mut child = Command::new(jdk().home.join("bin/java"))
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-OmitStackTraceInFastThrow", "-Xshare:auto", "-cp"])
        .arg(folder)
        .arg("Driver")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs");
    let input: String = calls.iter().map(|call| format!("{}\n", call.text)).collect();
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("java ends");
    writer.join().expect("the writer ends").expect("java reads its input");
    assert!(output.status.success());
    let ran: Vec<Ran> = String::from_utf8(output.stdout).expect("text").lines().map(parse).collect();
    assert_eq!(ran.len(), calls.len());
    ran
}

fn parse(line: &str) -> Ran {
    let [result, rounds, hits] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("three parts: {line}") };
    let (result, line) = result.split_once('@').unwrap_or((result, "0"));
    let number = |text: &str| text.parse().expect("a number");
    let decided = hits.split(',').filter(|hit| !hit.is_empty()).map(|hit| {
        let (line, holds) = hit.split_at(hit.len() - 1);
        (number(line), holds == "+")
    });
    Ran { result: result.to_owned(), line: number(line), rounds: number(rounds), decided: decided.collect() }
}

fn call_of(method: usize, test: &TestCase) -> Call {
    let values: Vec<String> = test
        .arguments
        .iter()
        .map(|argument| match argument.value {
            Value::Int(value) => value.to_string(),
            Value::Short(value) => value.to_string(),
            Value::Long(value) => value.to_string(),
            Value::Boolean(value) => value.to_string(),
            ref other => panic!("{other:?} is no argument of the method"),
        })
        .collect();
    Call { method, text: format!("m{method} {}", values.join(" ")) }
}

fn random_call(random: &mut Random, method: usize) -> Call {
    let mut number = || match random.below(4) {
        0 => random.below(9) as i64 - 4,
        1 => [127, 128, -129, 32_767, -32_768, 65_535, 40_000, 1_000][random.below(8)],
        2 => [i64::from(i32::MAX), i64::from(i32::MIN), 0, -1][random.below(4)],
        _ => i64::from(random.next() as i32),
    };
    let (a, b, c, l) = (number() as i32, number() as i32, number() as i16, number());
    let l = if random.below(3) == 0 { random.next() as i64 } else { l };
    let d = random.below(2) == 0;
    Call { method, text: format!("m{method} {a} {b} {c} {l} {d}") }
}

/// What a test predicts, in the driver's words; nothing where it predicts nothing.
fn predicted(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Returns(Some(Value::Int(value))) => Some(value.to_string()),
        Outcome::Returns(other) => panic!("{other:?} is no int"),
        Outcome::Throws { class } => Some(class.clone()),
        Outcome::NotPredicted | Outcome::Open => None,
    }
}

/// The lines of a method that hold a probed condition.
fn probed_lines(facts: &MethodFacts, conditions: &BTreeSet<u32>) -> BTreeSet<u32> {
    facts.goals.iter().map(|goal| goal.goal.line).filter(|line| conditions.contains(line)).collect()
}

/// A condition with whether it holds, if the goal is that.
fn decision(goal: &Goal) -> Option<(u32, bool)> {
    match goal.kind {
        GoalKind::Branch(Edge::True) => Some((goal.line, true)),
        GoalKind::Branch(Edge::False) => Some((goal.line, false)),
        GoalKind::Branch(_) | GoalKind::Line | GoalKind::Exception(_) | GoalKind::Assert => None,
    }
}

/// Whether the verdict says that no run with so many rounds of each loop gets there.
fn denies(verdict: &Verdict, rounds: u32, options: &Options) -> bool {
    match verdict {
        Verdict::Unreachable(proof) if proof.is_bounded() => options.loop_k.is_none_or(|bound| rounds <= bound),
        Verdict::Unreachable(_) => true,
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) | Verdict::Undecided(_) => false,
    }
}

/// Whether a run got to the goal, as far as the driver tells.
fn gets_there(ran: &Ran, goal: &Goal, facts: &MethodFacts, lines: &BTreeSet<u32>) -> bool {
    match &goal.kind {
        // Which of several checks on the line failed, the driver doesn't tell.
        GoalKind::Exception(class) => {
            let alike =
                facts.goals.iter().filter(|other| (other.goal.line, &other.goal.kind) == (goal.line, &goal.kind));
            ran.line == goal.line && ran.result == *class && alike.count() == 1
        }
        _ => decision(goal).is_some_and(|decision| lines.contains(&goal.line) && ran.decided.contains(&decision)),
    }
}

/// What was held against the JVM.
#[derive(Debug, Default)]
struct Checked {
    /// Tests whose outcome was predicted.
    outcomes: usize,
    /// Goals called unreachable, with a bound or without.
    unreachable: usize,
    /// Methods of which every path within the bounds was explored.
    complete: usize,
}

fn check(seed: u64, methods: usize, loops: Loops, options: &Options) -> Checked {
    let Program { plain, probed, conditions } = program(seed, methods, loops);
    let conditions: BTreeSet<u32> = conditions.into_iter().collect();
    let folder = compile(&[("Plain.java", &plain), ("Probed.java", &probed), ("Driver.java", DRIVER)]);
    let world = open(folder.path());
    let explorations: Vec<MethodFacts> =
        (0..methods).map(|method| explored(&world, "Plain", &format!("m{method}"), options)).collect();

    let tests: Vec<(usize, &TestCase)> = explorations
        .iter()
        .enumerate()
        .flat_map(|(method, facts)| facts.tests.iter().map(move |test| (method, test)))
        .collect();
    let mut calls: Vec<Call> = tests.iter().map(|(method, test)| call_of(*method, test)).collect();
    let mut random = Random(seed + 1);
    for method in 0..methods {
        calls.extend((0..ATTACKS).map(|_| random_call(&mut random, method)));
    }
    let ran = run(folder.path(), &calls);

    let mut checked =
        Checked { complete: explorations.iter().filter(|facts| facts.complete).count(), ..Checked::default() };
    for (((method, test), call), ran) in tests.iter().zip(&calls).zip(&ran) {
        let facts = &explorations[*method];
        let Some(expected) = predicted(&test.outcome) else { continue };
        checked.outcomes += 1;
        let lines = probed_lines(facts, &conditions);
        let told: BTreeSet<_> = ran.decided.iter().copied().filter(|(line, _)| lines.contains(line)).collect();
        let goals = test.goals.iter().map(|goal| &facts.goals[*goal].goal);
        let claimed: BTreeSet<_> = goals.filter_map(decision).filter(|(line, _)| lines.contains(line)).collect();
        let about = || format!("seed {seed}, {} [{}]\n{}", call.text, test.constraint, source(&plain, *method));
        assert_eq!((&ran.result, &told), (&expected, &claimed), "{}", about());
    }
    for (call, ran) in calls.iter().zip(&ran) {
        let facts = &explorations[call.method];
        let lines = probed_lines(facts, &conditions);
        for goal in facts.goals.iter().filter(|goal| denies(&goal.verdict, ran.rounds, options)) {
            let refuted = gets_there(ran, &goal.goal, facts, &lines);
            assert!(!refuted, "seed {seed}, {}: {goal:?}\n{}", call.text, source(&plain, call.method));
        }
    }
    let is_unreachable = |verdict: &Verdict| matches!(verdict, Verdict::Unreachable(_));
    checked.unreachable =
        explorations.iter().flat_map(|facts| &facts.goals).filter(|goal| is_unreachable(&goal.verdict)).count();
    checked
}

/// The source of one method, with the numbers of its lines.
fn source(plain: &str, method: usize) -> String {
    let lines = plain.lines().enumerate().skip_while(|(_, line)| !line.contains(&format!(" m{method}(int a")));
    let mut text = String::new();
    for (at, line) in lines {
        if !text.is_empty() && line.starts_with("static") {
            break;
        }
        text.push_str(&format!("{:5} {line}\n", at + 1));
    }
    text
}

#[test]
fn paths_without_loops_agree_with_a_jvm() {
    let options = Options { criterion: Criterion::Paths, max_steps: 10_000, query_work: 200_000, ..Options::default() };
    let checked = check(SEED, METHODS, Loops::Without, &options);
    // The test tests something.
    assert!(checked.outcomes > 5 * METHODS && checked.unreachable > METHODS, "{checked:?}");
    assert!(checked.complete > METHODS / 2, "{checked:?}");
}

#[test]
fn bounded_loops_agree_with_a_jvm() {
    let options = Options { max_steps: 3_000, query_work: 30_000, ..Options::default() };
    let checked = check(SEED, LOOPING, Loops::With, &options);
    assert!(checked.outcomes > 2 * LOOPING && checked.unreachable > LOOPING, "{checked:?}");
}
