//! Random methods that work on objects and arrays: both heaps, and a JVM that tries all small heaps, agree on which paths
//! there are, and each predicted outcome is what a JVM gives.

use crate::generate::Random;
use crate::java::{compile, explored, jdk, open};
use clew_facts::{MethodFacts, Object, Outcome, TestCase, Value, Verdict};
use clew_symex::{Criterion, HeapPolicy, Options};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const SEED: u64 = 64;
/// Methods of each family.
const METHODS: usize = 24;
/// The classes that the methods work on.
const NODES: &str = "class Node { int f; Node a; Node b; }\nclass Leaf extends Node { }\n";
const DRIVER: &str = include_str!("heaps/Driver.java");

/// What the methods of a class work on.
#[derive(Clone, Copy, Debug)]
enum Family {
    /// `(Node x, Node y, Node z)`.
    Nodes,
    /// `(Node x, Node y)`, and the methods go along chains with links in both directions.
    Chains,
    /// `(Node[] r, Node[] s, Node x, int i)`.
    Arrays,
    /// As `Arrays`, and the methods copy ranges of elements and whole arrays.
    Copies,
    /// `(int[] k, int[] l, int i, int j)`.
    Numbers,
    /// As `Numbers`, and the methods copy ranges of elements and whole arrays.
    CopiedNumbers,
}

impl Family {
    fn parameters(self) -> &'static str {
        match self {
            Family::Nodes => "Node x, Node y, Node z",
            Family::Chains => "Node x, Node y",
            Family::Arrays | Family::Copies => "Node[] r, Node[] s, Node x, int i",
            Family::Numbers | Family::CopiedNumbers => "int[] k, int[] l, int i, int j",
        }
    }

    /// The word by which the driver knows it.
    fn word(self) -> &'static str {
        match self {
            Family::Nodes => "nodes",
            Family::Chains => "chains",
            Family::Arrays | Family::Copies => "arrays",
            Family::Numbers | Family::CopiedNumbers => "numbers",
        }
    }

    fn has_numbers_only(self) -> bool {
        matches!(self, Family::Numbers | Family::CopiedNumbers)
    }

    /// What the methods begin with.
    fn locals(self) -> &'static [&'static str] {
        match self {
            Family::Nodes | Family::Chains | Family::Arrays => &["Node p = x;"],
            Family::Copies => &[
                "Node p = x; Node[] q = new Node[i + 2];",
                "Node p = x; Node[] q = r.clone();",
                "Node p = x; Node[] q = new Node[2];",
            ],
            Family::Numbers => &[""],
            Family::CopiedNumbers => &["int[] q = new int[i + 2];", "int[] q = k.clone();", "int[] q = new int[2];"],
        }
    }

    /// The statements that copy elements.
    fn copies(self) -> &'static [&'static str] {
        match self {
            Family::Nodes | Family::Chains | Family::Arrays | Family::Numbers => &[],
            Family::Copies => &[
                "System.arraycopy(r, 0, q, 0, i + 1);",
                "System.arraycopy(q, 0, s, i, s.length - i);",
                "System.arraycopy(r, 0, r, i, r.length - i);",
                "System.arraycopy(r, i, s, 0, 1);",
                "System.arraycopy(s, i, r, i, s.length - i);",
                "q = q.clone();",
                "q = s.clone();",
            ],
            Family::CopiedNumbers => &[
                "System.arraycopy(k, i, q, 0, j);",
                "System.arraycopy(q, 0, l, i, l.length - i);",
                "System.arraycopy(k, 0, k, i, k.length - i);",
                "System.arraycopy(l, j, k, i, 1);",
                "System.arraycopy(l, i, k, i, j);",
                "q = q.clone();",
                "q = l.clone();",
            ],
        }
    }
}

/// Writes methods. Each gives the number of its path, and of what it has computed.
struct Writer {
    random: Random,
    family: Family,
}

impl Writer {
    fn pick(&mut self, texts: &[&str]) -> String {
        texts[self.random.below(texts.len())].to_owned()
    }

    fn node(&mut self) -> String {
        match self.family {
            Family::Nodes => self.pick(&["x", "y", "z", "p"]),
            Family::Chains => self.pick(&["x", "y", "p", "p", "x.a", "p.b", "y.a.b", "p.a.a"]),
            Family::Arrays => self.pick(&["x", "p", "r[i]", "s[0]", "r[1]"]),
            Family::Copies => self.pick(&["x", "p", "r[i]", "s[0]", "q[i]", "q[0]"]),
            Family::Numbers | Family::CopiedNumbers => "p".to_owned(),
        }
    }

    /// A field that is a reference.
    fn link(&mut self) -> String {
        match self.family {
            Family::Chains => self.pick(&["a", "b"]),
            _ => "a".to_owned(),
        }
    }

    fn element(&mut self) -> String {
        match self.family {
            Family::CopiedNumbers => self.pick(&["k[i]", "l[j]", "k[0]", "q[i]", "q[0]", "q[1]"]),
            _ => self.pick(&["k[i]", "l[j]", "k[0]", "l[i]", "k[1]"]),
        }
    }

    /// What a variable or field of references gets.
    fn reference(&mut self) -> String {
        let node = self.node();
        match self.random.below(6) {
            0 | 1 => node,
            2 | 3 => format!("{node}.{}", self.link()),
            4 => self.pick(&["new Node()", "new Leaf()"]),
            _ => "null".to_owned(),
        }
    }

    fn number(&mut self) -> String {
        let place = match self.family {
            family if family.has_numbers_only() => self.element(),
            _ => format!("{}.f", self.node()),
        };
        match self.random.below(5) {
            0 => self.pick(&["1", "2", "-1"]),
            1 => "v".to_owned(),
            2 => format!("{place} + 1"),
            _ => place,
        }
    }

    fn statement(&mut self) -> String {
        let copies = self.family.copies();
        if !copies.is_empty() && self.random.below(2) == 0 {
            return self.pick(copies);
        }
        if self.family.has_numbers_only() {
            let (element, number) = (self.element(), self.number());
            return match self.random.below(4) {
                0 => format!("v = {number};"),
                _ => format!("{element} = {number};"),
            };
        }
        let node = self.node();
        match self.random.below(6) {
            0 => format!("v = {};", self.number()),
            1 => format!("p = {};", self.reference()),
            2 | 3 => format!("{node}.f = {};", self.number()),
            4 if matches!(self.family, Family::Arrays | Family::Copies) => {
                format!("{} = {};", self.pick(&["r[i]", "s[0]", "r[1]"]), self.node())
            }
            _ => format!("{node}.{} = {};", self.link(), self.reference()),
        }
    }

    fn condition(&mut self) -> String {
        if self.family.has_numbers_only() {
            let element = self.element();
            return match self.random.below(4) {
                0 => "k == l".to_owned(),
                1 => "i == j".to_owned(),
                2 => format!("{element} == {}", self.pick(&["1", "2", "v"])),
                _ => format!("{element} > {}", self.pick(&["0", "v", "k[0]"])),
            };
        }
        let (one, two) = (self.node(), self.node());
        match self.random.below(7) {
            0 => format!("{one} == {two}"),
            1 => format!("{one}.{} == {two}", self.link()),
            2 => format!("{one}.{} == null", self.link()),
            3 => format!("{one} instanceof Leaf"),
            4 if matches!(self.family, Family::Arrays | Family::Copies) => "r == s".to_owned(),
            5 => format!("{one}.f > {two}.f"),
            _ => format!("{one}.f == {}", self.pick(&["1", "2", "v"])),
        }
    }

    fn method(&mut self, number: usize) -> String {
        let mut text = format!("static int m{number}({}) {{ int path = 1; int v = 0;\n", self.family.parameters());
        let locals = match self.family.locals() {
            [only] => (*only).to_owned(),
            several => self.pick(several),
        };
        let _ = writeln!(text, "{locals}");
        for _ in 0..3 {
            for _ in 0..=self.random.below(2) {
                let _ = writeln!(text, "{}", self.statement());
            }
            let _ = writeln!(text, "if ({}) path = path * 2 + 1; else path = path * 2;", self.condition());
        }
        text.push_str("return path * 256 + (v & 255); }\n");
        text
    }
}

/// A test as the driver reads it.
fn described(method: usize, test: &TestCase) -> String {
    let mut text = format!("one m{method} objects");
    let at = |id: &clew_facts::ObjectId| format!("@{}", test.heap.get_index_of(id).expect("an object of the test"));
    let value = |value: &Value| match value {
        Value::Null => "-".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Ref(id) => at(id),
        other => panic!("{other:?} is no value of the methods"),
    };
    for object in test.heap.values() {
        text.push_str(&format!(" {}", object.class));
        match &object.object {
            Object::Instance { fields } => {
                let field = |name: &str| fields.iter().find(|(key, _)| key.name == name).map(|(_, held)| value(held));
                let number = field("f").unwrap_or_else(|| "0".to_owned());
                let link = |name: &str| field(name).unwrap_or_else(|| "-".to_owned());
                let _ = write!(text, ":{number}:{}:{}", link("a"), link("b"));
            }
            Object::Array { elements } => elements.iter().for_each(|element| {
                let _ = write!(text, ":{}", value(element));
            }),
            other => panic!("{other:?} is no object of the methods"),
        }
    }
    let arguments: Vec<String> = test.arguments.iter().map(|argument| value(&argument.value)).collect();
    format!("{text} args {}", arguments.join(" "))
}

fn run(folder: &Path, lines: &[String]) -> Vec<String> {
    let mut child = Command::new(jdk().home.join("bin/java"))
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"])
        .arg(folder)
        .arg("Driver")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs");
    let input = lines.join("\n");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("java ends");
    writer.join().expect("the writer ends").expect("java reads its input");
    assert!(output.status.success());
    let answers: Vec<String> = String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len());
    answers
}

/// What a test predicts, in the driver's words.
fn predicted(test: &TestCase) -> String {
    match &test.outcome {
        Outcome::Returns(Some(Value::Int(value))) => value.to_string(),
        Outcome::Throws { class } => class.clone(),
        other => panic!("{other:?} of a method that was followed to its end"),
    }
}

/// The path that a result tells of: its number, or the class of the exception.
fn path_of(result: &str) -> String {
    result.parse::<i32>().map_or_else(|_| result.to_owned(), |number| (number / 256).to_string())
}

fn paths(facts: &MethodFacts) -> BTreeSet<String> {
    facts.tests.iter().map(|test| path_of(&predicted(test))).collect()
}

/// How many references lead to nodes to which another does, a hundred times, and how many are not null.
fn size(test: &TestCase) -> usize {
    let is_reference = |value: &&Value| matches!(value, Value::Ref(_));
    let fields = test.heap.values().map(|object| match &object.object {
        Object::Instance { fields } => fields.values().filter(is_reference).count(),
        other => panic!("{other:?} is no node"),
    });
    let arguments = test.arguments.iter().filter(|argument| is_reference(&&argument.value)).count();
    let references = arguments + fields.sum::<usize>();
    (references - test.heap.len()) * 100 + references
}

/// Fails where a heap that gives a path is smaller than that of every test of it. Along chains only what leads to one node is
/// counted: the fewest references are looked for one at a time there, and some that could be null together stay.
fn check_sizes(family: Family, facts: &MethodFacts, tried: &[(&str, usize)], about: &str) {
    let counted = match family {
        Family::Chains => 100,
        _ => 1,
    };
    for path in paths(facts).into_iter().filter(|path| path.parse::<i32>().is_ok()) {
        let of_path = |result: &str| path_of(result) == path;
        let tests = facts.tests.iter().filter(|test| of_path(&predicted(test)));
        let made = tests.map(|test| size(test) / counted).min();
        let least = tried.iter().filter(|(result, _)| of_path(result)).map(|(_, size)| *size / counted).min();
        assert!(
            least.is_none_or(|least| made.is_some_and(|made| made <= least)),
            "path {path}: {made:?} > {least:?}, {about}"
        );
    }
}

fn unreachable(facts: &MethodFacts) -> Vec<bool> {
    facts.goals.iter().map(|goal| matches!(goal.verdict, Verdict::Unreachable(_))).collect()
}

/// Checks one class of methods; gives the numbers of paths that each heap has followed. Many methods are explored completely; a
/// store to an input array whose run-time class is not known keeps others from being.
fn check(seed: u64, family: Family, methods: usize) -> [u64; 2] {
    let mut writer = Writer { random: Random(seed), family };
    let sources: Vec<String> = (0..methods).map(|number| writer.method(number)).collect();
    let plain = format!("{NODES}class Plain {{\n{}}}\n", sources.concat());
    let folder = compile(&[("Plain.java", &plain), ("Driver.java", DRIVER)]);
    let world = open(folder.path());
    let found = [HeapPolicy::Lazy, HeapPolicy::Solver].map(|heap| {
        let options = Options { heap, criterion: Criterion::Paths, ..Options::default() };
        (0..methods).map(|method| explored(&world, "Plain", &format!("m{method}"), &options)).collect::<Vec<_>>()
    });
    let mut lines: Vec<String> = (0..methods).map(|method| format!("{} m{method}", family.word())).collect();
    let tests: Vec<(usize, &TestCase)> = found
        .iter()
        .flat_map(|heap| heap.iter().enumerate())
        .flat_map(|(method, facts)| facts.tests.iter().map(move |test| (method, test)))
        .collect();
    lines.extend(tests.iter().map(|(method, test)| described(*method, test)));
    let answers = run(folder.path(), &lines);
    for (((method, test), line), answer) in tests.iter().zip(&lines[methods..]).zip(&answers[methods..]) {
        assert_eq!(*answer, predicted(test), "seed {seed}, {line} [{}]\n{}", test.constraint, sources[*method]);
    }
    for method in 0..methods {
        let (lazy, solver) = (&found[0][method], &found[1][method]);
        let about = || format!("seed {seed}\n{}", sources[method]);
        let results: Vec<(&str, usize)> = answers[method]
            .split(',')
            .filter_map(|one| one.split_once('='))
            .map(|(result, size)| (result, size.parse().expect("a size")))
            .collect();
        if matches!(family, Family::Nodes | Family::Chains) {
            check_sizes(family, solver, &results, &about());
        }
        let tried: BTreeSet<String> = results.iter().map(|(result, _)| path_of(result)).collect();
        for facts in [lazy, solver] {
            let followed = paths(facts);
            let missed: Vec<&String> = tried.difference(&followed).collect();
            assert!(!facts.complete || missed.is_empty(), "{missed:?} is missed, {}", about());
        }
        if lazy.complete && solver.complete {
            assert_eq!(paths(lazy), paths(solver), "{}", about());
            assert_eq!(unreachable(lazy), unreachable(solver), "{}", about());
        }
        assert!(solver.complete || !lazy.complete, "the solver gives up: {:?}, {}", solver.undecided, about());
    }
    let complete = found[0].iter().filter(|facts| facts.complete).count();
    assert!(complete > methods / 3, "only {complete} methods are explored completely");
    found.map(|heap| heap.iter().map(|facts| facts.paths).sum())
}

#[test]
fn heaps_of_objects_agree() {
    let [lazy, solver] = check(SEED, Family::Nodes, METHODS);
    assert!(solver < lazy, "{solver} paths of the solver, {lazy} of lazy initialization");
}

#[test]
fn heaps_with_chains_agree() {
    let [lazy, solver] = check(SEED, Family::Chains, METHODS / 2);
    assert!(solver < lazy, "{solver} paths of the solver, {lazy} of lazy initialization");
}

#[test]
fn heaps_of_arrays_of_objects_agree() {
    check(SEED, Family::Arrays, METHODS);
}

#[test]
fn heaps_of_arrays_of_numbers_agree() {
    check(SEED, Family::Numbers, METHODS);
}

#[test]
fn heaps_of_copied_objects_agree() {
    check(SEED, Family::Copies, METHODS);
}

#[test]
fn heaps_of_copied_numbers_agree() {
    check(SEED, Family::CopiedNumbers, METHODS);
}
