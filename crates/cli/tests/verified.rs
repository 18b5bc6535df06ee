//! Classes whose neighbours no longer extend what they did, or are gone: the JVM refuses them when it links them, before their
//! initializers run, and so do the executions that are explored.

mod support;

use serde_json::Value as Json;
use std::fmt::Write;
use support::Project;

/// The neighbours as they were when the others were compiled.
const BEFORE: &[(&str, &str)] = &[
    ("lib/Base.java", "package lib; public class Base { public int k() { return 0; } }"),
    ("lib/Left.java", "package lib; public class Left extends Base {}"),
    ("lib/Same.java", "package lib; public class Same extends Base {}"),
    ("lib/Error.java", "package lib; public class Error extends RuntimeException {}"),
    ("lib/Task.java", "package lib; public class Task extends Thread {}"),
    ("lib/Face.java", "package lib; public interface Face { int f(); }"),
    ("lib/Faced.java", "package lib; public class Faced implements Face { public int f() { return 1; } }"),
    (
        "lib/Open.java",
        "package lib; public class Open { public int x; public Open() {} public Open(int x) {} public int f() { return 1; } }",
    ),
    ("lib/Gone.java", "package lib; public class Gone extends Base {}"),
    ("lib/GoneFace.java", "package lib; public class GoneFace implements Face { public int f() { return 1; } }"),
    ("lib/GoneError.java", "package lib; public class GoneError extends RuntimeException {}"),
    ("lib/GoneTask.java", "package lib; public class GoneTask extends Thread {}"),
];

/// What they are now. Some are gone.
const AFTER: &[(&str, &str)] = &[
    ("lib/Left.java", "package lib; public class Left {}"),
    ("lib/Error.java", "package lib; public class Error {}"),
    ("lib/Task.java", "package lib; public class Task {}"),
    ("lib/Faced.java", "package lib; public class Faced { public int f() { return 1; } }"),
    (
        "lib/Open.java",
        "package lib; public class Open { protected int x; public Open() {} protected Open(int x) {} protected int f() { return 1; } }",
    ),
];

const GONE: [&str; 4] = ["Gone", "GoneFace", "GoneError", "GoneTask"];

/// What the JVM does with a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Linking {
    /// Throws a `VerifyError`.
    Refused,
    /// Throws a `NoClassDefFoundError`: the class that is missing may be there where the program runs.
    Missing,
    /// Takes it.
    Fine,
}

/// A name, the head of a class, what it holds besides a static method that returns 0, and what the JVM does with it.
const CASES: &[(&str, &str, &str, Linking)] = &[
    ("Returned", "", "static Base v(Left s) { return s; }", Linking::Refused),
    ("Passed", "", "static void q(Base b) {} static void v(Left s) { q(s); }", Linking::Refused),
    ("PassedVirtually", "", "void q(int i, Base b, long l) {} void v(Left s) { q(1, s, 2); }", Linking::Refused),
    ("Stored", "", "static Base f; static void v(Left s) { f = s; }", Linking::Refused),
    ("StoredInObject", "", "Base f; void v(Left s) { f = s; }", Linking::Refused),
    ("Thrown", "", "static void v(lib.Error e) { throw e; }", Linking::Refused),
    ("Caught", "", "static void v() { try { m(); } catch (lib.Error e) { } }", Linking::Refused),
    (
        "Receiver",
        "",
        "static int v(Left s) { return s.k(); } static int w(Left s) { return ((Base) s).k(); }",
        Linking::Refused,
    ),
    ("Merged", "", "static int v(Left s, Same t, boolean b) { Base x = b ? s : t; return x.k(); }", Linking::Refused),
    (
        "Loop",
        "",
        "static Base v(Left s, Same t, int n) { Base x = t; while (n-- > 0) { x = s; } return x; }",
        Linking::Refused,
    ),
    (
        "Handled",
        "",
        "static Base v(Left s) { Base x = null; try { x = s; m(); } catch (RuntimeException e) { } return x; }",
        Linking::Refused,
    ),
    ("Arrays", "", "static Base[] v(Left[] s) { return s; }", Linking::Refused),
    ("Element", "", "static Base v(Left[][] s) { return s[0][1]; }", Linking::Refused),
    ("Made", "", "static Base v() { return new Left(); }", Linking::Refused),
    ("Casted", "", "static Base v(Object s) { return (Left) s; }", Linking::Refused),
    ("OfJdk", "", "static Thread v(Task s) { return s; }", Linking::Refused),
    ("Lambda", "", "static java.util.function.Supplier<Base> v(Left s) { return () -> s; }", Linking::Refused),
    ("ProtectedField", "extends Open", "static int v(Open o) { return o.x; }", Linking::Refused),
    ("ProtectedMethod", "extends Open", "static int v(Open o) { return o.f(); }", Linking::Refused),
    ("ProtectedMaker", "extends Open", "static Open v() { return new Open(1); }", Linking::Refused),
    ("OfRefused", "extends Returned", "", Linking::Refused),
    ("OfRefusedFace", "implements RefusedFace", "", Linking::Refused),
    ("GoneReturned", "", "static Base v(Gone s) { return s; }", Linking::Missing),
    ("GoneThrown", "", "static void v(GoneError e) { throw e; }", Linking::Missing),
    ("GoneCaught", "", "static void v() { try { m(); } catch (GoneError e) { } }", Linking::Missing),
    ("GonePassed", "", "static void q(Thread t) {} static void v(GoneTask s) { q(s); }", Linking::Missing),
    ("GoneStored", "", "static Thread f; static void v(GoneTask s) { f = s; }", Linking::Missing),
    ("GoneFaced", "", "static Face v(GoneFace s) { return s; }", Linking::Fine),
    ("GoneObject", "", "static Object v(Gone s, boolean b) { Object x = b ? s : \"\"; return x; }", Linking::Fine),
    ("GoneItself", "", "static void v(boolean b) { Gone x = b ? new Gone() : null; }", Linking::Fine),
    ("Interface", "", "static Face v(Faced s) { return s; }", Linking::Fine),
    ("Tested", "", "static boolean v(Left s) { return (Object) s instanceof Base; }", Linking::Fine),
    ("Related", "", "static Base v(Same s, Base[] a) { a[0] = s; return s; }", Linking::Fine),
    (
        "ProtectedOwn",
        "extends Open",
        "static int v(ProtectedOwn o) { return o.x + o.f(); } ProtectedOwn() { super(1); }",
        Linking::Fine,
    ),
];

fn sources() -> Vec<(String, String)> {
    let mut sources = vec![(
        "app/RefusedFace.java".to_owned(),
        "package app; import lib.*; interface RefusedFace { static Base v(Left s) { return s; } }".to_owned(),
    )];
    for (name, head, members, _) in CASES {
        // The initializers would be seen.
        let text = format!(
            "package app; import lib.*; class {name} {head} {{ static {{ Seen.count++; }} static int m() {{ return 0; }} {members} }}"
        );
        sources.push((format!("app/{name}.java"), text));
    }
    sources.push(("app/Seen.java".to_owned(), "package app; class Seen { static int count; }".to_owned()));
    sources.push(("app/Client.java".to_owned(), client()));
    sources
}

/// The class under test.
fn client() -> String {
    let mut text = String::from("package app;\npublic class Client {\n");
    for (name, _, _, linking) in CASES {
        let error = if *linking == Linking::Missing { "NoClassDefFoundError" } else { "VerifyError" };
        let _ = writeln!(
            text,
            "    static int of{name}() {{\n        try {{\n            {name}.m();\n            return 1; // linked {name}\n        }} \
             catch ({error} e) {{\n            return 2; // caught {name}\n        }}\n    }}"
        );
    }
    text.push_str(
        "    static int again() {
        VerifyError first = null;
        int before = Seen.count;
        try { Returned.m(); } catch (VerifyError e) { first = e; }
        try {
            new Returned();
        } catch (VerifyError e) {
            return e == first ? 3 : Seen.count - before; // again
        }
        return 4; // never
    }
    static int of(Returned r) {
        if (r == null) return 1;
        return 2; // made
    }
    static int named() {
        return Returned.class.getName().length() + new Returned[2].length;
    }
}
",
    );
    text
}

fn project() -> Project {
    let sources = sources();
    let all: Vec<(&str, &str)> =
        BEFORE.iter().copied().chain(sources.iter().map(|(path, text)| (path.as_str(), text.as_str()))).collect();
    let project = Project::compile(&all);
    project.recompile(AFTER);
    for gone in GONE {
        std::fs::remove_file(project.path("classes").join(format!("lib/{gone}.class"))).expect("it was compiled");
    }
    project
}

fn verdict(methods: &[Json], line: u64) -> &str {
    let goals = methods.iter().flat_map(|method| method["goals"].as_array().expect("goals"));
    let mut goals = goals.filter(|goal| goal["line"] == line && goal["kind"] == "line");
    goals.next().unwrap_or_else(|| panic!("no line {line}"))["verdict"].as_str().expect("a verdict")
}

#[test]
fn what_does_not_verify_fails_as_in_the_jvm() {
    let client = client();
    let run = project().clew(&["generate", "classes", "--class", "app.Client", "--format", "json", "--out", "tests"]);
    let document = run.json();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{document}");
    let methods = document["methods"].as_array().expect("methods");
    let line_with = |mark: &str| {
        let at = client.lines().position(|line| line.ends_with(mark)).unwrap_or_else(|| panic!("no {mark}"));
        at as u64 + 1
    };
    for (name, _, _, linking) in CASES {
        let linked = verdict(methods, line_with(&format!("linked {name}")));
        let caught = verdict(methods, line_with(&format!("caught {name}")));
        match linking {
            Linking::Refused => assert_eq!((linked, caught), ("unreachable", "reached"), "{name}"),
            Linking::Fine => assert_eq!((linked, caught), ("reached", "unreachable"), "{name}"),
            // Executions are followed up to there only; the one test shows what comes of it on this class path.
            Linking::Missing => assert!(linked == "undecided" && caught != "unreachable", "{name}: {linked}, {caught}"),
        }
    }
    assert_eq!(verdict(methods, line_with("// never")), "unreachable");
    assert_ne!(verdict(methods, line_with("// made")), "reached");
    let tests = methods.iter().flat_map(|method| method["tests"].as_array().expect("tests"));
    let tests: Vec<&Json> = tests.collect();
    assert!(tests.iter().all(|test| test["replay"] == "confirmed"), "{document}");
    let of = |name: &str| methods.iter().find(|method| method["method"] == name).expect("the method");
    assert_eq!(of("again")["tests"][0]["outcome"]["returns"], 0, "{}", of("again"));
    assert_eq!(of("named")["tests"][0]["outcome"]["returns"], 14, "{}", of("named"));
}

#[test]
fn no_method_of_a_refused_class_runs() {
    let run = project().clew(&["generate", "classes", "--format", "json", "--out", "tests"]);
    let document = run.json();
    // Some parameters are of classes that are missing: that is said, and nothing else is wrong.
    let unsaid: Vec<&str> = run.stderr.lines().filter(|line| !line.contains(" is missing: add the jar")).collect();
    assert_eq!(unsaid, Vec::<&str>::new(), "{}", run.stdout);
    let methods = document["methods"].as_array().expect("methods");
    for (name, _, _, linking) in CASES {
        let class = format!("app.{name}");
        let goals = methods.iter().filter(|method| method["class"] == class.as_str());
        for goal in goals.flat_map(|method| method["goals"].as_array().expect("goals")) {
            let verdict = goal["verdict"].as_str().expect("a verdict");
            match linking {
                Linking::Refused => assert_eq!(verdict, "unreachable", "{name}: {goal}"),
                Linking::Missing => assert_eq!(verdict, "undecided", "{name}: {goal}"),
                Linking::Fine => {}
            }
        }
    }
}
