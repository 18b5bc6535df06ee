//! `clew summarize`, and `clew ir --specialized`.

mod support;

use serde_json::{Value as Json, json};
use support::Project;
use support::schema::{assert_valid, of_summarize};

/// The programs of the thesis, section 3, in other words.
fn project() -> Project {
    Project::compile(&[
        ("made/Ratio.java", include_str!("made/Ratio.java")),
        ("made/Item.java", include_str!("made/Item.java")),
    ])
}

/// Flags under which references do not alias and a block runs at most twice, as in section 3.2.
const AS_IN_TABLES: [&str; 4] = ["--block-k", "2", "--aliasing", "off"];

fn summarize(project: &Project, args: &[&str]) -> Json {
    let run = project.clew(&[&["summarize", "classes", "--format", "json", "--quiet"], args].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.json()
}

fn summary<'d>(document: &'d Json, method: &str) -> &'d Json {
    let methods = document["methods"].as_array().expect("a list");
    let found = methods.iter().find(|found| found["method"] == method);
    &found.unwrap_or_else(|| panic!("{method} is not among the methods"))["summary"]
}

fn texts(list: &Json) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

fn values(list: &Json) -> String {
    let held = |held: &Json| {
        format!("{}: {}", held["name"].as_str().expect("a name"), held["value"].as_str().expect("a value"))
    };
    list.as_array().expect("a list").iter().map(held).collect::<Vec<_>>().join(", ")
}

fn objects(list: &Json) -> String {
    let object =
        |object: &Json| format!("{} {{{}}}", object["name"].as_str().expect("a name"), values(&object["holds"]));
    list.as_array().expect("a list").iter().map(object).collect::<Vec<_>>().join(" ")
}

/// The cases of a method, each as `condition | in | out | end`, sorted. A case says `length: 1` of an argument that the path
/// gives this value.
fn cases(summary: &Json) -> Vec<String> {
    let case = |case: &Json| {
        let conditions = [texts(&case["heap_constraints"]), texts(&case["constraints"])].concat().join(" && ");
        let given = case["arguments"].as_array().expect("a list").iter().filter(|given| {
            let value = given["value"].as_str().expect("a value");
            given["name"] != value && !value.starts_with('r') && value != "null"
        });
        let given = values(&given.cloned().collect::<Vec<_>>().into());
        let end = match case["end"]["kind"].as_str().expect("a kind") {
            "returns" => case["end"]["value"].as_str().map_or("returns".to_owned(), |value| format!("returns {value}")),
            "throws" => {
                case["end"]["class"].as_str().and_then(|class| class.rsplit('.').next()).expect("a class").to_owned()
            }
            kind => kind.to_owned(),
        };
        let before = [given, objects(&case["heap_in"])].into_iter().filter(|part| !part.is_empty());
        format!("{conditions} | {} | {} | {end}", before.collect::<Vec<_>>().join(" "), objects(&case["heap_out"]))
    };
    let mut cases: Vec<String> = summary["cases"].as_array().expect("a list").iter().map(case).collect();
    cases.sort();
    cases
}

#[test]
fn table_3_1() {
    let found = summarize(&project(), &[&["--method", "made.Ratio#reduce"], &AS_IN_TABLES[..]].concat());
    let reduce = summary(&found, "reduce");
    let expected = [
        " | r0 {n: 0, d: 0} | r1 {} | ArithmeticException",
        "this.d > 0 && this.n % this.d == 0 | r0 {n: this.n, d: this.d} | r0 {n: this.n / this.d, d: 1} | returns",
        "this.n % this.d == 0 && this.d < 0 | r0 {n: this.n, d: this.d} | \
         r0 {n: this.n / -this.d, d: this.d / -this.d} | returns",
        // The least number divided by its negation, which is itself, is one: so this is no constant.
        "this.n < 0 | r0 {n: this.n, d: 0} | r0 {n: this.n / -this.n, d: 0} | returns",
        "this.n > 0 | r0 {n: this.n, d: 0} | r0 {n: 1, d: 0} | returns",
    ];
    assert_eq!(cases(reduce), expected);
    assert_eq!((&reduce["complete"], &reduce["missing"][0]["reason"]), (&json!(false), &json!("block<=2")));
    let order: Vec<&Json> =
        found["methods"].as_array().expect("a list").iter().map(|method| &method["method"]).collect();
    assert_eq!(order, ["magnitude", "gcd", "reduce"], "callees come before their callers");
}

/// The five cases that the table specifies are those of code that does the same; the code has further ones for short arrays, of
/// which the table says nothing, and tells whether the element is null.
#[test]
fn table_3_2() {
    let found = summarize(&project(), &[&["--method", "made.Copies#copy"], &AS_IN_TABLES[..]].concat());
    let found = cases(summary(&found, "copy"));
    for expected in [
        " | length: 0 |  | returns",
        "from != null && to == null && length > 0 && from.length > 0 | r0 {length: from.length, [0]: from[0]} | r1 {} | \
         NullPointerException",
        "from == null && length > 0 |  | r0 {} | NullPointerException",
        "length < 0 |  | r0 {} | ArithmeticException",
        "from != null && to != null && from[0] != null && from.length > 0 && to.length > 0 | length: 1 \
         r0 {length: from.length, [0]: from[0]} r1 {length: to.length} | r1 {length: to.length, [0]: from[0]} | returns",
    ] {
        assert!(found.iter().any(|case| case == expected), "{expected}\n{found:#?}");
    }
    let others = found.iter().filter(|case| !case.ends_with("ArrayIndexOutOfBoundsException")).count();
    assert_eq!(others, 6, "{found:#?}");
}

#[test]
fn table_3_3() {
    let found = summarize(&project(), &[&["--method", "made.Ratio#reduceAll"], &AS_IN_TABLES[..]].concat());
    let before = "r0 {length: 1, [0]: r1}";
    let copy = "r2 {length: 1, [0]: r1} | returns r2";
    let expected = [
        "all != null && all[0] != null && all[0].d > 0 && all[0].n % all[0].d == 0 | {before} r1 {n: all[0].n, d: all[0].d} | \
         r1 {n: all[0].n / all[0].d, d: 1} {copy}",
        "all != null && all[0] != null && all[0].n % all[0].d == 0 && all[0].d < 0 | {before} \
         r1 {n: all[0].n, d: all[0].d} | r1 {n: all[0].n / -all[0].d, d: all[0].d / -all[0].d} {copy}",
        "all != null && all[0] != null && all[0].n < 0 | {before} r1 {n: all[0].n, d: 0} | \
         r1 {n: all[0].n / -all[0].n, d: 0} {copy}",
        "all != null && all[0] != null && all[0].n > 0 | {before} r1 {n: all[0].n, d: 0} | r1 {n: 1, d: 0} {copy}",
        "all != null && all[0] != null | {before} r1 {n: 0, d: 0} | r2 {} | ArithmeticException",
        "all != null && all[0] == null | r0 {length: 1, [0]: null} | r1 {} | NullPointerException",
        "all != null | r0 {length: 0} | r1 {length: 0} | returns r1",
        "all == null |  | r0 {} | NullPointerException",
    ];
    let expected: Vec<String> =
        expected.iter().map(|case| case.replace("{before}", before).replace("{copy}", copy)).collect();
    assert_eq!(cases(summary(&found, "reduceAll")), expected);
}

#[test]
fn figure_3_7() {
    let project = project();
    let found = summarize(&project, &["--method", "made.Item#pick"]);
    let pick = summary(&found, "pick");
    let expected = [
        "x != null && x.a <= 0 | r0 {a: x.a, b: x.b} |  | returns x.b",
        "x != null && x.a > 0 | r0 {a: x.a} |  | returns x.a",
        "x == null |  |  | returns -1",
    ];
    assert_eq!(cases(pick), expected);
    assert_eq!((&pick["complete"], &pick["context"]), (&json!(true), &json!("most_general")));
    let code = ["x.field made/Item#b:I", "x.field made/Item#a:I", "return -1"];
    for (case, needed) in code.iter().enumerate() {
        let printed = specialized(&project, &format!("made.Item#pick:{case}"));
        let others = code.iter().filter(|other| *other != needed);
        assert!(!printed.contains("branch") && printed.matches("return ").count() == 1, "{printed}");
        assert!(printed.contains(needed) && others.into_iter().all(|other| !printed.contains(other)), "{printed}");
    }
}

fn specialized(project: &Project, case: &str) -> String {
    let run = project.clew(&["ir", "--specialized", case, "classes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

#[test]
fn figure_3_8() {
    let project = project();
    let found = summarize(&project, &["--method", "made.Item#safe", "--aliasing", "off"]);
    let safe = &summary(&found, "safe")["cases"];
    let schedules: Vec<Vec<String>> =
        safe.as_array().expect("a list").iter().map(|case| texts(&case["schedule"])).collect();
    assert_eq!(schedules, [vec![], vec!["made.Item#pick:0".to_owned()], vec!["made.Item#pick:1".to_owned()]]);
    let call = specialized(&project, "made.Item.safe:1");
    let expected = "// made.Item#safe(Lmade/Item;)I, case 1\n// condition: x != null && x.a <= 0\n\
                    // schedule: made.Item#pick:0\n";
    assert!(call.starts_with(expected), "{call}");
    assert!(call.contains("invoke virtual made/Item#pick") && !call.contains("branch"), "{call}");
    let thrown = specialized(&project, "made.Item#safe:0");
    assert!(thrown.contains("new java/lang/Exception") && thrown.contains("throw "), "{thrown}");
}

/// The cases that the figure selects. With aliasing, cases that differ in nothing but what references name take the same
/// branches, so the schedule names both.
#[test]
fn figure_3_12() {
    let project = project();
    let found = summarize(&project, &["--method", "made.Item#far"]);
    assert_eq!(cases(summary(&found, "magnitude")), ["x < 0 |  |  | returns -x", "x >= 0 |  |  | returns x"]);
    let far = cases(summary(&found, "far"));
    assert_eq!(far.len(), 18, "{far:#?}");
    for expected in [
        "x == null && y == null |  |  | returns 2",
        "x == null && y != null && y.next == y && y.a > 0 | r0 {a: y.a, next: r0} |  | returns y.a",
        "x == null && y != null && y.next == y && y.a < 0 | r0 {a: y.a, next: r0} |  | returns -y.a",
        "x == null && y != null && y.next == y | r0 {a: 0, next: r0} |  | returns 2",
        "x == null && y != null && y.next == null | r0 {next: null} |  | returns 2",
        "x == null && y != null && y.next != null && y.next.a > 0 | r0 {next: r1} r1 {a: y.next.a} |  | returns y.next.a",
        "x == null && y != null && y.next != null && y.next.a < 0 | r0 {next: r1} r1 {a: y.next.a} |  | returns -y.next.a",
    ] {
        assert!(far.iter().any(|case| case == expected), "{expected}\n{far:#?}");
    }
    let sum = summarize(&project, &["--method", "made.Item#sum", "--loop-k", "3", "--max-steps", "3000"]);
    let cases = summary(&sum, "sum")["cases"].as_array().expect("a list");
    let of = |condition: &str| {
        let is_meant = |case: &&Json| texts(&case["heap_constraints"]).join(" && ") == condition;
        let found: Vec<(String, &str)> = cases
            .iter()
            .filter(is_meant)
            .map(|case| (texts(&case["schedule"]).join(" "), case["end"]["value"].as_str().expect("a value")))
            .collect();
        found
    };
    let thrice = |call: &str| [call; 3].join(" ");
    let none = of("x == null && y == null && z == null && w == null");
    assert_eq!(none, [(thrice("made.Item#far:0"), "6")]);
    let own = of("x == null && y == null && z == null && w != null && w.next == w");
    let positive = (thrice("made.Item#far:4|7 made.Numbers#magnitude:1"), "w.a + (w.a + w.a)");
    assert!(own.contains(&positive), "{own:#?}");
}

#[test]
fn the_document_is_as_the_schema_says() {
    let project = project();
    let schema = of_summarize();
    let good = summarize(&project, &["--method", "made.Item#safe"]);
    assert_valid(&schema, &good);
    for (place, value) in [
        ("/more", json!(1)),
        ("/methods/0/summary/context", json!("any")),
        ("/methods/0/summary/missing", json!([{ "reason": "loop<=2", "paths": 1 }])),
        ("/methods/0/summary/cases/0/end", json!({ "kind": "returns" })),
        ("/methods/0/summary", json!(null)),
        ("/totals/cases", json!(-1)),
    ] {
        let mut bad = good.clone();
        let (parent, key) = place.rsplit_once('/').expect("a place");
        bad.pointer_mut(parent).unwrap_or_else(|| panic!("{parent}"))[key] = value;
        assert!(!schema.is_valid(&bad), "{place}");
    }
    let refused = project.clew(&["summarize", "classes", "--class", "made.item", "--format", "json"]);
    assert_eq!(refused.code, Some(2));
    assert_valid(&schema, &refused.json());
}

const SHAPES: &str = "package demo;
abstract class Shape {
    abstract int area();
    static int twice(Shape shape) { return 2 * shape.area(); }
    static int product(int n) { return n <= 1 ? 1 : n * product(n - 1); }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
}
final class Square extends Shape { int side; int area() { return side * side; } }
final class Unit extends Shape { int area() { return 1; } }
";

#[test]
fn virtual_calls_and_recursion_are_told() {
    let project = Project::compile(&[("demo/Shape.java", SHAPES)]);
    let run = project.clew(&["summarize", "classes", "--class", "demo.Shape"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    for line in [
        "  calls demo.Shape#area (one of demo.Square#area, demo.Unit#area)\n",
        "  calls demo.Shape#product; recursive\n",
        "demo.Shape#product(I)I: 3 cases, incomplete: recursion<=2 (1 path)\n",
        "  calls demo.Shape#odd; recursive\n",
        "  assumes closed_world\n",
    ] {
        assert!(run.stdout.contains(line), "{line}\n{}", run.stdout);
    }
    let again = project.clew(&["summarize", "classes", "--class", "demo.Shape", "--jobs", "1"]);
    let without_time =
        |text: &str| text.lines().filter(|line| !line.ends_with("any heap.")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_time(&run.stdout), without_time(&again.stdout), "the number of jobs changes nothing");
}

/// As the error summary of section 3.3.8 for the method of Figure 3.8.
#[test]
fn an_error_summary_has_the_cases_that_throw() {
    let project = project();
    let found = summarize(&project, &["--method", "made.Item#safe", "--errors"]);
    assert_eq!(cases(summary(&found, "safe")), ["x == null |  | r0 {} | Exception"]);
    assert_eq!(summary(&found, "pick")["cases"], json!([]));
    assert_valid(&of_summarize(), &found);
    let text =
        project.clew(&["summarize", "classes", "--method", "made.Item#safe", "--errors", "--aliasing", "off"]).stdout;
    assert!(text.contains("made.Item#safe(Lmade/Item;)I: 1 error among 3 cases, complete\n"), "{text}");
}

#[test]
fn what_does_not_exist_gets_one_line() {
    let project = project();
    let line = |args: &[&str]| {
        let run = project.clew(args);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.lines().count()), (Some(2), "", 1), "{}", run.stderr);
        run.stderr
    };
    assert!(line(&["summarize", "classes", "--method", "made.Item#Pick"]).contains("made.Item#pick"));
    assert!(line(&["summarize", "nowhere"]).contains("nowhere"));
    assert!(line(&["ir", "--specialized", "made.Item#Pick:0", "classes"]).contains("made.Item#pick"));
    assert!(line(&["ir", "--specialized", "made.Item#pick:3", "classes"]).contains("its cases are 0 to 2"));
    assert!(line(&["ir", "--specialized", "pick", "classes"]).contains("names no case"));
}
