//! Random methods, explored and run: every outcome that is predicted, every condition that a test is said to decide, and
//! every verdict `unreachable` is held against a JVM.

use crate::generate::{Program, Random, program};
use crate::java::{compile, explored, jdk, open};
use clew_facts::{Edge, GoalKind, MethodFacts, Outcome, TestCase, Value, Verdict};
use clew_symex::{Criterion, Options};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const SEED: u64 = 2026;
const METHODS: usize = 60;
/// Random inputs for each method.
const ATTACKS: usize = 150;

/// Reads calls from standard input, one a line, and writes for each what came of it: `value` or `class@line`, then the
/// conditions that were decided.
const DRIVER: &str = r#"
import java.io.*;
import java.lang.reflect.*;
import java.util.*;

class Driver {
    static final TreeSet<String> hits = new TreeSet<>();

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
            Object[] values = { Integer.valueOf(parts[1]), Integer.valueOf(parts[2]), Short.valueOf(parts[3]),
                Long.valueOf(parts[4]), Boolean.valueOf(parts[5]) };
            String result;
            try {
                result = methods.get(parts[0]).invoke(null, values).toString();
            } catch (InvocationTargetException e) {
                StackTraceElement top = e.getCause().getStackTrace()[0];
                boolean own = top.getClassName().equals("Probed");
                result = e.getCause().getClass().getName() + "@" + (own ? top.getLineNumber() : 0);
            }
            out.append(result).append(' ').append(String.join(",", hits)).append('\n');
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
    /// The conditions that were decided, with whether they held.
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
    let (result, hits) = line.split_once(' ').expect("two parts");
    let (result, line) = result.split_once('@').unwrap_or((result, "0"));
    let decided = hits.split(',').filter(|hit| !hit.is_empty()).map(|hit| {
        let (line, holds) = hit.split_at(hit.len() - 1);
        (line.parse().expect("a line"), holds == "+")
    });
    Ran { result: result.to_owned(), line: line.parse().expect("a line"), decided: decided.collect() }
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
        Outcome::NotPredicted => None,
    }
}

/// The conditions that a test is said to decide, of those that are probed.
fn claimed(facts: &MethodFacts, test: &TestCase, conditions: &BTreeSet<u32>) -> BTreeSet<(u32, bool)> {
    let goals = test.goals.iter().map(|goal| &facts.goals[*goal].goal);
    goals
        .filter(|goal| conditions.contains(&goal.line))
        .filter_map(|goal| match goal.kind {
            GoalKind::Branch(Edge::True) => Some((goal.line, true)),
            GoalKind::Branch(Edge::False) => Some((goal.line, false)),
            _ => None,
        })
        .collect()
}

#[test]
fn explorations_agree_with_a_jvm() {
    let Program { plain, probed, conditions } = program(SEED, METHODS);
    let conditions: BTreeSet<u32> = conditions.into_iter().collect();
    let folder = compile(&[("Plain.java", &plain), ("Probed.java", &probed), ("Driver.java", DRIVER)]);
    let world = open(folder.path());
    let options = Options { criterion: Criterion::Paths, max_steps: 10_000, query_work: 200_000, ..Options::default() };
    let explorations: Vec<MethodFacts> =
        (0..METHODS).map(|method| explored(&world, "Plain", &format!("m{method}"), &options)).collect();

    let mut calls: Vec<Call> = Vec::new();
    let mut tests: Vec<&TestCase> = Vec::new();
    for (method, facts) in explorations.iter().enumerate() {
        for test in &facts.tests {
            calls.push(call_of(method, test));
            tests.push(test);
        }
    }
    let mut random = Random(SEED + 1);
    for method in 0..METHODS {
        calls.extend((0..ATTACKS).map(|_| random_call(&mut random, method)));
    }
    let ran = run(folder.path(), &calls);

    for ((test, call), ran) in tests.iter().zip(&calls).zip(&ran) {
        let facts = &explorations[call.method];
        if let Some(expected) = predicted(&test.outcome) {
            assert_eq!(ran.result, expected, "{} [{}]\n{plain}", call.text, test.constraint);
            assert_eq!(ran.decided, claimed(facts, test, &conditions), "{} [{}]", call.text, test.constraint);
        }
    }
    let mut unreachable = 0;
    for (method, facts) in explorations.iter().enumerate() {
        let runs = || calls.iter().zip(&ran).filter(|(call, _)| call.method == method);
        for goal in facts.goals.iter().filter(|goal| matches!(goal.verdict, Verdict::Unreachable(_))) {
            unreachable += 1;
            let line = goal.goal.line;
            let refuted = |ran: &Ran| match &goal.goal.kind {
                GoalKind::Branch(Edge::True) => conditions.contains(&line) && ran.decided.contains(&(line, true)),
                GoalKind::Branch(Edge::False) => conditions.contains(&line) && ran.decided.contains(&(line, false)),
                GoalKind::Exception(class) => ran.line == line && ran.result == *class,
                GoalKind::Branch(_) | GoalKind::Line | GoalKind::Assert => false,
            };
            let refutation = runs().find(|(_, ran)| refuted(ran));
            let call = refutation.map(|(call, _)| &call.text);
            assert!(call.is_none(), "{:?} is called {:?}, but {call:?} gets there\n{plain}", goal.goal, goal.verdict);
        }
    }
    // The test tests something.
    let complete = explorations.iter().filter(|facts| facts.complete).count();
    assert!(tests.len() > 5 * METHODS && unreachable > METHODS && complete > METHODS / 2, "{} {unreachable} {complete}", tests.len());
}
