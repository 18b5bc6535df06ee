//! Neighbours that were compiled anew since: what a class names has become private, final, abstract, static, or is gone. The JVM
//! throws an error where the reference is linked, and so do the executions that are explored.

mod support;

use serde_json::Value as Json;
use std::fmt::Write;
use support::Project;

/// The neighbours as they were when the others were compiled.
const BEFORE: &[(&str, &str)] = &[
    (
        "lib/Node.java",
        "package lib;
public class Node {
    public int priv, goes, toStatic, toFinal, pack, prot, typed;
    public static int privS, toInstance, toFinalS, protS;
    public Node() {}
    public Node(int x) {}
    public int mGone() { return 1; }
    public int mPriv() { return 1; }
    public static int mPrivS() { return 1; }
    public int mToStatic() { return 1; }
    public static int mToInstance() { return 1; }
    public int mPack() { return 1; }
    public int mProt() { return 1; }
    public static int mProtS() { return 1; }
    public int mReturns() { return 1; }
    public int mAbstract() { return 1; }
    public int left() { return 4; }
}
",
    ),
    ("lib/Shape.java", "package lib; public class Shape { public Shape() {} public Shape(String s) {} }"),
    ("lib/Hidden.java", "package lib; public class Hidden { public int i; public static int s() { return 1; } }"),
    ("lib/Oops.java", "package lib; public class Oops extends RuntimeException {}"),
    (
        "lib/ToInterface.java",
        "package lib; public class ToInterface { public int f() { return 1; } public static int s() { return 1; } }",
    ),
    ("lib/ToClass.java", "package lib; public interface ToClass { int f(); static int s() { return 1; } }"),
    ("lib/Grows.java", "package lib; public interface Grows { int f(); }"),
    ("lib/Final.java", "package lib; public class Final { public int f() { return 1; } }"),
    ("lib/FinalMethod.java", "package lib; public class FinalMethod { public int f() { return 1; } }"),
    ("lib/Sealed.java", "package lib; public interface Sealed { int f(); }"),
    ("lib/Drops.java", "package lib; public class Drops implements Grows { public int f() { return 3; } }"),
    ("lib/Color.java", "package lib; public enum Color { RED, GREEN, BLUE }"),
    ("lib/Calls.java", "package lib; public class Calls { public static int g(Grows g) { return 0; } }"),
];

/// What they are now.
const AFTER: &[(&str, &str)] = &[
    (
        "lib/Node.java",
        "package lib;
public abstract class Node {
    private int priv;
    public static int toStatic;
    public final int toFinal = 3;
    int pack;
    protected int prot;
    public long typed;
    private static int privS;
    public int toInstance;
    public static final int toFinalS = 3;
    protected static int protS;
    public Node() {}
    private Node(int x) {}
    private int mPriv() { return 1; }
    private static int mPrivS() { return 1; }
    public static int mToStatic() { return 1; }
    public int mToInstance() { return 1; }
    int mPack() { return 1; }
    protected int mProt() { return 1; }
    protected static int mProtS() { return 1; }
    public long mReturns() { return 1; }
    public abstract int mAbstract();
    public int left() { return 4; }
}
",
    ),
    ("lib/Shape.java", "package lib; public abstract class Shape { public Shape() {} }"),
    ("lib/Hidden.java", "package lib; class Hidden { public int i; public static int s() { return 1; } }"),
    ("lib/Oops.java", "package lib; class Oops extends RuntimeException {}"),
    ("lib/ToInterface.java", "package lib; public interface ToInterface { int f(); static int s() { return 1; } }"),
    (
        "lib/ToClass.java",
        "package lib; public class ToClass { public int f() { return 1; } public static int s() { return 1; } }",
    ),
    ("lib/Grows.java", "package lib; public interface Grows { int f(); int g(); }"),
    ("lib/Final.java", "package lib; public final class Final { public int f() { return 1; } }"),
    ("lib/FinalMethod.java", "package lib; public class FinalMethod { public final int f() { return 1; } }"),
    (
        "lib/Sealed.java",
        "package lib; public sealed interface Sealed { int f(); final class Only implements Sealed { public int f() { return 1; } } }",
    ),
    ("lib/Drops.java", "package lib; public class Drops { public int f() { return 3; } }"),
    ("lib/Color.java", "package lib; public enum Color { RED, BLUE }"),
    ("lib/Calls.java", "package lib; public class Calls { public static int g(Grows g) { return g.g(); } }"),
];

/// Classes between the neighbours and the methods under test.
const OTHERS: &[(&str, &str)] = &[
    ("app/Sub.java", "package app; public class Sub extends lib.Node { int viaSuper() { return super.mGone(); } }"),
    ("app/Grown.java", "package app; public class Grown implements lib.Grows { public int f() { return 1; } }"),
    ("app/OfFinal.java", "package app; class OfFinal extends lib.Final {}"),
    (
        "app/OfFinalMethod.java",
        "package app; class OfFinalMethod extends lib.FinalMethod { public int f() { return 2; } }",
    ),
    ("app/OfClass.java", "package app; class OfClass implements lib.ToClass { public int f() { return 2; } }"),
    ("app/OfInterface.java", "package app; class OfInterface extends lib.ToInterface {}"),
    ("app/OfSealed.java", "package app; class OfSealed implements lib.Sealed { public int f() { return 2; } }"),
    ("app/OfHidden.java", "package app; class OfHidden extends lib.Hidden {}"),
];

/// Name, parameters, the statement that does not link, and the error that the JVM throws there.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("privateField", "Sub s", "s.priv++", "IllegalAccessError"),
    ("privateStatic", "", "Node.privS++", "IllegalAccessError"),
    ("missingField", "Sub s", "int x = s.goes", "NoSuchFieldError"),
    ("missingFieldBeforeNull", "", "int x = ((Node) null).goes", "NoSuchFieldError"),
    ("fieldOfAnotherType", "Sub s", "int x = s.typed", "NoSuchFieldError"),
    ("fieldMadeStatic", "Sub s", "int x = s.toStatic", "IncompatibleClassChangeError"),
    ("staticMadeField", "", "int x = Node.toInstance", "IncompatibleClassChangeError"),
    ("finalWritten", "Sub s", "s.toFinal = 1", "IllegalAccessError"),
    ("finalStaticWritten", "", "Node.toFinalS = 1", "IllegalAccessError"),
    ("packageField", "Sub s", "int x = s.pack", "IllegalAccessError"),
    ("protectedField", "Sub s", "int x = s.prot", "IllegalAccessError"),
    ("protectedStatic", "", "int x = Node.protS", "IllegalAccessError"),
    ("abstractMade", "", "new Node()", "InstantiationError"),
    ("abstractMadeWithText", "", "new Shape(\"a\")", "InstantiationError"),
    ("missingMethod", "Sub s", "s.mGone()", "NoSuchMethodError"),
    ("privateMethod", "Sub s", "s.mPriv()", "IllegalAccessError"),
    ("privateStaticMethod", "", "Node.mPrivS()", "IllegalAccessError"),
    ("methodMadeStatic", "Sub s", "s.mToStatic()", "IncompatibleClassChangeError"),
    ("staticMadeMethod", "", "Node.mToInstance()", "IncompatibleClassChangeError"),
    ("packageMethod", "Sub s", "s.mPack()", "IllegalAccessError"),
    ("protectedMethod", "Sub s", "s.mProt()", "IllegalAccessError"),
    ("protectedStaticMethod", "", "Node.mProtS()", "IllegalAccessError"),
    ("methodReturnsAnother", "Sub s", "s.mReturns()", "NoSuchMethodError"),
    ("methodMadeAbstract", "", "new Sub().mAbstract()", "AbstractMethodError"),
    ("missingAbove", "", "new Sub().viaSuper()", "NoSuchMethodError"),
    ("hiddenStatic", "", "Hidden.s()", "IllegalAccessError"),
    ("hiddenMade", "", "new Hidden()", "IllegalAccessError"),
    ("hiddenArray", "int n", "Object o = new Hidden[n]", "IllegalAccessError"),
    ("hiddenArrays", "int n", "Object o = new Hidden[n][n]", "IllegalAccessError"),
    ("hiddenLiteral", "", "Object o = Hidden.class", "IllegalAccessError"),
    ("hiddenCast", "", "Hidden h = (Hidden) new Object()", "IllegalAccessError"),
    ("hiddenTest", "", "boolean b = new Object() instanceof Hidden", "IllegalAccessError"),
    ("interfaceMade", "", "new ToInterface()", "InstantiationError"),
    ("interfaceStatic", "", "ToInterface.s()", "IncompatibleClassChangeError"),
    ("interfaceCalled", "ToInterface t", "t.f()", "IncompatibleClassChangeError"),
    ("classStatic", "", "ToClass.s()", "IncompatibleClassChangeError"),
    ("classCalled", "ToClass t", "t.f()", "IncompatibleClassChangeError"),
    ("grownMethod", "", "Calls.g(new Grown())", "AbstractMethodError"),
    ("droppedInterface", "", "grows(new Drops())", "IncompatibleClassChangeError"),
    ("extendsFinal", "", "new OfFinal().f()", "IncompatibleClassChangeError"),
    ("overridesFinal", "", "new OfFinalMethod().f()", "IncompatibleClassChangeError"),
    ("implementsClass", "", "new OfClass().f()", "IncompatibleClassChangeError"),
    ("extendsInterface", "", "new OfInterface()", "IncompatibleClassChangeError"),
    ("implementsSealed", "", "new OfSealed()", "IncompatibleClassChangeError"),
    ("extendsHidden", "", "new OfHidden()", "IllegalAccessError"),
    ("missingReference", "", "java.util.function.ToIntFunction<Node> f = Node::mGone", "NoSuchMethodError"),
    ("anotherReference", "", "java.util.function.ToIntFunction<Node> f = Node::mReturns", "NoSuchMethodError"),
    ("privateReference", "", "java.util.function.IntSupplier f = Node::mPrivS", "IllegalAccessError"),
    ("packageReference", "", "java.util.function.ToIntFunction<Node> f = Node::mPack", "IllegalAccessError"),
    ("privateMaker", "", "java.util.function.IntFunction<Node> f = Node::new", "IllegalAccessError"),
    (
        "staticReference",
        "",
        "java.util.function.ToIntFunction<Node> f = Node::mToStatic",
        "IncompatibleClassChangeError",
    ),
    ("instanceReference", "", "java.util.function.IntSupplier f = Node::mToInstance", "IncompatibleClassChangeError"),
    ("interfaceReference", "", "java.util.function.IntSupplier f = ToInterface::s", "IncompatibleClassChangeError"),
    ("hiddenReference", "", "java.util.function.IntSupplier f = Hidden::s", "IllegalAccessError"),
    ("missingConstant", "", "Object o = Color.GREEN", "NoSuchFieldError"),
];

/// The class under test: of each method, one line is dead and another one the handler of the error.
fn clients() -> String {
    let mut text = String::from("package app;\nimport lib.*;\npublic class Client {\n");
    for (name, parameters, statement, error) in CASES {
        let _ = writeln!(
            text,
            "    public static int {name}({parameters}) {{\n        try {{\n            {statement};\n            return 1; // dead {name}\n        \
             }} catch ({error} e) {{\n            return 2; // caught {name}\n        }}\n    }}"
        );
    }
    text.push_str(
        "    static int grows(Grows g) { return g.f(); }
    public static int still(int x) {
        if (x > 3) return 1;
        return new Sub().left();
    }
}
",
    );
    text
}

/// Compiles the classes as they were, then the neighbours as they are now.
fn project(client: &str) -> Project {
    let sources: Vec<(&str, &str)> =
        BEFORE.iter().chain(OTHERS).copied().chain([("app/Client.java", client)]).collect();
    let project = Project::compile(&sources);
    project.recompile(AFTER);
    project
}

fn line_with(source: &str, mark: &str) -> u64 {
    let at = source.lines().position(|line| line.ends_with(mark)).unwrap_or_else(|| panic!("no {mark}"));
    at as u64 + 1
}

fn verdict(method: &Json, line: u64) -> &str {
    let goals = method["goals"].as_array().expect("goals");
    let goal = goals.iter().find(|goal| goal["line"] == line && goal["kind"] == "line");
    goal.unwrap_or_else(|| panic!("no line {line}: {method}"))["verdict"].as_str().expect("a verdict")
}

#[test]
fn what_no_longer_links_throws_what_the_jvm_throws() {
    let client = clients();
    let project = project(&client);
    let run = project.clew(&["generate", "classes", "--class", "app.Client", "--format", "json", "--out", "tests"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let document = run.json();
    let methods = document["methods"].as_array().expect("methods");
    let of = |name: &str| methods.iter().find(|method| method["method"] == name).expect("the method");
    for test in methods.iter().flat_map(|method| method["tests"].as_array().expect("tests")) {
        assert_eq!(test["replay"], "confirmed", "{test}");
    }
    for (name, parameters, ..) in CASES {
        let caught = verdict(of(name), line_with(&client, &format!("caught {name}")));
        let dead = verdict(of(name), line_with(&client, &format!("dead {name}")));
        // No object of an interface without a class in reach is made here, and no test names a class that is not public.
        let may_be_undecided = parameters.contains("ToClass") || parameters.contains("ToInterface");
        assert!(caught == "reached" || may_be_undecided && caught == "undecided", "{name}: {caught}: {}", of(name));
        assert!(dead == "unreachable" || may_be_undecided && dead == "undecided", "{name}: {dead}: {}", of(name));
    }
    let still = &of("still")["tests"];
    assert!(still.as_array().expect("tests").iter().all(|test| test["outcome"]["returns"] != 0), "{still}");
}

#[test]
fn findings_speak_of_what_is_dead_only() {
    let client = clients();
    let project = project(&client);
    let run = project.clew(&["check", "classes", "--class", "app.Client", "--format", "json"]);
    let document = run.json();
    let dead: Vec<u64> = CASES.iter().map(|(name, ..)| line_with(&client, &format!("dead {name}"))).collect();
    for finding in document["findings"].as_array().expect("findings") {
        let line = finding["line"].as_u64().expect("a line");
        let is_doomed = finding["kind"] == "doomed";
        assert!(dead.contains(&line) || is_doomed && dead.contains(&(line + 1)), "{finding}");
    }
}

/// Reflection looks up the types of all members at once. A test that would need it of a class with a type that is gone is not written.
#[test]
fn reflection_is_not_used_where_the_type_of_a_member_is_gone() {
    let project = Project::compile(&[
        ("lib/Gone.java", "package lib; public class Gone { }"),
        (
            "lib/Node.java",
            "package lib;
public class Node {
    private static int next;
    private Gone gone;
    private int excess;
    public int id;
    public Node(int excess) { this.excess = excess; id = next++; }
    public int twice() { return 2 * id; }
    public boolean isEmpty() { return excess == 0; }
}
",
        ),
    ]);
    std::fs::remove_file(project.path("classes/lib/Gone.class")).expect("the class");
    let run = project.clew(&["generate", "classes", "--out", "tests", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    let methods = document["methods"].as_array().expect("methods");
    let tests: Vec<&Json> = methods.iter().flat_map(|method| method["tests"].as_array().expect("tests")).collect();
    let of = |method: &str| {
        tests.iter().filter(|test| test["name"].as_str().is_some_and(|name| name.contains(method))).count()
    };
    assert!(of("newNode") > 0 && of("isEmpty") > 0, "{tests:?}");
    let confirmed = tests.iter().filter(|test| test["replay"] == "confirmed").count();
    assert!(confirmed >= 3, "{tests:?}");
    assert!(
        tests.iter().all(|test| ["confirmed", "not_written"].contains(&test["replay"].as_str().unwrap_or(""))),
        "{tests:?}"
    );
}
