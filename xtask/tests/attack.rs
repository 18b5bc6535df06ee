//! `cargo xtask attack` on a program and a document with proofs that are false: the attack finds each of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A goal for each kind of round. The comment behind a line names the kind that is made to reach it.
const SOURCE: &str = "package demo;
import java.lang.ref.WeakReference;
public class Fort {
    public static boolean open;
    private int pushed;
    public void push() {
        pushed++;
    }
    public int plain() {
        if (pushed == 3) {
            return 1; // plain
        }
        return 0;
    }
    public static int statics() {
        if (open) {
            return 1; // statics
        }
        return 0;
    }
    public static int environment() {
        if (!\"i\".toUpperCase().equals(\"I\")) {
            return 1; // environment
        }
        return 0;
    }
    public static class Cell {
        private int value;
        public void set(int value) {
            this.value = value;
        }
        public int threads() {
            int first = value;
            int second = value;
            if (first != second) {
                return 1; // threads
            }
            return 0;
        }
    }
    public static class Cache {
        private final WeakReference<Object> held = new WeakReference<>(new Object());
        public int collection() {
            if (held.get() == null) {
                return 1; // collection
            }
            return 0;
        }
    }
    public static class Left {
        static final int X = Right.Y + 1;
        private Left() {
        }
        public static int initialization() {
            if (X == 1) {
                return 1; // initialization
            }
            return 0;
        }
    }
    static class Right {
        static final int Y = Left.X + 1;
        private Right() {
        }
    }
    public static int exception(int[] numbers, int at) {
        return numbers[at];
    }
}
";

/// The kinds, with the class of the method of that name.
const KINDS: [(&str, &str, &str); 6] = [
    ("plain", "demo.Fort", "()I"),
    ("statics", "demo.Fort", "()I"),
    ("environment", "demo.Fort", "()I"),
    ("threads", "demo.Fort$Cell", "()I"),
    ("collection", "demo.Fort$Cache", "()I"),
    ("initialization", "demo.Fort$Left", "()I"),
];

fn line_of(text: &str) -> usize {
    1 + SOURCE.lines().position(|line| line.contains(text)).expect("the line is there")
}

/// A method with one goal, which is called unreachable.
fn method(class: &str, name: &str, descriptor: &str, goal: &str, assumptions: &str) -> String {
    format!(
        "{{\"class\": \"{class}\", \"method\": \"{name}\", \"descriptor\": \"{descriptor}\", \"complete\": true, \"tests\": [],
          \"goals\": [{{{goal}, \"verdict\": \"unreachable\", \"unconditional\": {}, \"assumptions\": [{assumptions}]}}],
          \"stats\": {{\"instructions\": 0, \"queries\": 0, \"solver_seconds\": 0.0, \"seconds\": 0.0}}}}",
        assumptions.is_empty()
    )
}

fn of_kind((name, class, descriptor): (&str, &str, &str), assumptions: &str) -> String {
    let goal = format!("\"kind\": \"line\", \"line\": {}, \"offset\": 9", line_of(&format!("// {name}")));
    method(class, name, descriptor, &goal, assumptions)
}

fn compiled(folder: &Path) -> PathBuf {
    let source = folder.join("Fort.java");
    fs::write(&source, SOURCE).expect("a file can be written");
    let classes = folder.join("classes");
    let javac = Command::new("javac").arg("-g").arg("-d").arg(&classes).arg(&source).output().expect("javac runs");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    classes
}

fn attack(classes: &Path, methods: &[String], flags: &[&str]) -> Output {
    let document = classes.with_file_name(format!("document-{}.json", flags.join("-")));
    let text = format!("{{\"methods\": [{}], \"stats\": {{\"seconds\": 0.0}}}}", methods.join(", "));
    fs::write(&document, text).expect("a file can be written");
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["attack", "--document"])
        .args([&document, classes])
        .args(flags)
        .output()
        .expect("xtask runs")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The line of a report on a goal that was reached.
fn contradiction(name: &str) -> String {
    format!("CONTRADICTION: {}", name)
}

#[test]
fn each_kind_of_round_reaches_what_is_made_for_it() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let classes = compiled(folder.path());
    for kind in KINDS {
        let (name, class, descriptor) = kind;
        let output = attack(&classes, &[of_kind(kind, "")], &["--time", "60s", "--phase", name]);
        let text = text(&output);
        assert!(!output.status.success(), "{name}: {text}");
        assert!(text.contains(&contradiction(&format!("{class}#{name}{descriptor}"))), "{name}: {text}");
        assert!(text.contains("1 goals were reached that Clew calls unreachable without assumptions"), "{text}");
    }
}

#[test]
fn rounds_that_take_turns_reach_all_and_what_they_reach_can_be_done_again() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let classes = compiled(folder.path());
    // When threads meet is a matter of the machine.
    let kinds: Vec<_> = KINDS.into_iter().filter(|(name, ..)| *name != "threads").collect();
    let mut methods: Vec<String> = kinds.iter().map(|kind| of_kind(*kind, "")).collect();
    let goal = format!(
        "\"kind\": \"exception\", \"line\": {}, \"offset\": 2, \"exception\": \"java.lang.ArrayIndexOutOfBoundsException\"",
        line_of("return numbers[at]")
    );
    methods.push(method("demo.Fort", "exception", "([II)I", &goal, ""));
    let output = attack(&classes, &methods, &["--time", "60s"]);
    let text = text(&output);
    assert!(!output.status.success(), "{text}");
    for (name, class, _) in kinds {
        assert!(text.contains(&contradiction(&format!("{class}#{name}()I"))), "{name}: {text}");
    }
    assert!(text.contains(&contradiction("demo.Fort#exception([II)I")), "{text}");
    // The calls are told, without those that the goal does not need.
    let at = text.find(&contradiction("demo.Fort#plain()I")).expect("the goal is reached");
    let calls = text[at..].lines().nth(2).expect("three lines tell of a goal");
    assert!(calls.contains("demo.Fort#push()V") && calls.contains("demo.Fort#plain()I"), "{calls}");
    let words: Vec<&str> = calls.split_whitespace().collect();
    let (phase, round) = (words[0], words[2].trim_end_matches(':'));
    let again = attack(&classes, &[methods[0].clone()], &["--time", "60s", "--phase", phase, "--round", round]);
    assert!(!again.status.success(), "{phase} {round}: {}", self::text(&again));
}

#[test]
fn plain_rounds_reach_nothing_else_and_a_proof_with_assumptions_is_not_contradicted() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let classes = compiled(folder.path());
    // The virtual machine collects when it pleases.
    let kinds = KINDS.into_iter().filter(|(name, ..)| *name != "collection");
    let mut methods: Vec<String> = kinds.map(|kind| of_kind(kind, "")).collect();
    methods[0] = of_kind(KINDS[0], "\"single_thread\"");
    let output = attack(&classes, &methods, &["--time", "6s", "--phase", "plain"]);
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("reached: demo.Fort#plain()I"), "{text}");
    assert!(text.contains("it rests on: single_thread"), "{text}");
}
