//! `clew generate --verified`: tests of what a verifier has not covered, what is said of the rest, and what is wrong with files.

mod support;

use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::path::Path;
use support::schema::{assert_valid, of_generate, of_verified};
use support::{Project, Run};

/// Figure 1 of `unverified-executions`.
const ACCOUNT: &str = "package bank;
public class Account {
    int balance;
    int reviews, offers;
    void deposit(int amount) {
        int before = balance;
        if (amount <= 0 || amount > 50000) {
            reviewDeposit(amount);
        } else {
            balance = balance + amount;
            if (balance > 10000) {
                suggestInvestment();
            }
        }
        assert balance >= before;
    }
    int untold(int x) { return x > 7 ? 1 : 2; }
    private void reviewDeposit(int amount) { reviews++; }
    private void suggestInvestment() { offers++; }
}
";

/// The lines of the sum and the assertion.
const SUM: u32 = 10;
const KEPT: u32 = 15;

fn project() -> Project {
    Project::compile(&[("bank/Account.java", ACCOUNT)])
}

fn generate(project: &Project, flags: &[&str]) -> Run {
    project.clew(&[&["generate", "classes", "--format", "json", "--quiet", "--no-cache"], flags].concat())
}

fn place(line: u32) -> Json {
    json!({ "class": "bank.Account", "method": "deposit", "descriptor": "(I)V", "line": line })
}

fn with(mut place: Json, fields: Json) -> Json {
    let fields = fields.as_object().expect("fields").clone();
    place.as_object_mut().expect("a place").extend(fields);
    place
}

/// What a reviewer found who thought of no sum that is too large.
fn review() -> Json {
    json!({
        "verifier": "review",
        "assumed": [with(place(SUM), json!({ "assumption": "no_overflow", "as": "a" }))],
        "checks": [with(place(KEPT), json!({ "kind": "assert", "verified": [["a"]] }))],
    })
}

fn write(project: &Project, name: &str, document: &Json) {
    std::fs::write(project.path(name), document.to_string()).expect("a file");
}

fn method<'a>(document: &'a Json, name: &str) -> &'a Json {
    let methods = document["methods"].as_array().expect("methods");
    methods.iter().find(|it| it["method"] == name).expect("the method")
}

fn tests(method: &Json) -> Vec<&str> {
    let tests = method["tests"].as_array().expect("tests").iter();
    tests.map(|test| test["outcome"]["throws"].as_str().unwrap_or("returns")).collect()
}

#[test]
fn what_clew_verifies_guides_its_tests() {
    let project = project();
    let verified = project.clew(&["verify", "classes", "--format", "json"]);
    std::fs::write(project.path("v.json"), &verified.stdout).expect("a file");
    let document = generate(&project, &["--verified", "v.json"]).json();
    assert_valid(&of_generate(), &document);
    let deposit = method(&document, "deposit");
    assert_eq!(tests(deposit), ["java.lang.AssertionError"]);
    assert_eq!(deposit["tests"][0]["replay"], "confirmed");
    let goals = deposit["goals"].as_array().expect("goals");
    let undecided: Vec<&Json> = goals.iter().filter(|goal| goal["verdict"] == "undecided").collect();
    assert!(!undecided.is_empty());
    assert!(undecided.iter().all(|goal| goal["reasons"] == json!(["verified: v.json"])), "{undecided:#?}");
    assert!(goals.iter().all(|goal| goal["verdict"] != "unreachable"), "{goals:#?}");
    assert_eq!(deposit["complete"], false);
    // No file speaks of it.
    assert_eq!(tests(method(&document, "untold")).len(), 2);
}

#[test]
fn each_instrumentation_does_its_part() {
    let project = project();
    assert_valid(&of_verified(), &review());
    write(&project, "review.json", &review());
    let with = |flags: &[&str]| {
        let document = generate(&project, &[&["--verified", "review.json"], flags].concat()).json();
        tests(method(&document, "deposit")).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(with(&["--unverified", "may"]), ["java.lang.AssertionError"]);
    assert_eq!(with(&["--unverified", "may-must"]), ["java.lang.AssertionError"]);
    assert_eq!(with(&["--unverified", "must"]).len(), 5, "nothing is given up");
    // Another verifier is sure.
    let sure = json!({ "checks": [with_kind("assert", json!([[]]))] });
    assert_valid(&of_verified(), &sure);
    write(&project, "sure.json", &sure);
    assert_eq!(with(&["--verified", "sure.json"]), Vec::<String>::new());
}

/// Tests are made as if nobody had verified anything. Those are redundant on which the sum is not too large.
#[test]
fn tests_tell_whether_they_are_redundant() {
    let project = project();
    write(&project, "review.json", &review());
    let document = generate(&project, &["--verified", "review.json", "--unverified", "none"]).json();
    assert_valid(&of_generate(), &document);
    let without = generate(&project, &[]).json();
    let deposit = method(&document, "deposit");
    assert_eq!(tests(deposit), tests(method(&without, "deposit")));
    for test in deposit["tests"].as_array().expect("tests") {
        assert_eq!(test["unverified"], test["outcome"]["throws"] == "java.lang.AssertionError", "{test}");
    }
    // No file speaks of it.
    let untold = method(&document, "untold")["tests"].as_array().expect("tests");
    assert!(untold.iter().all(|test| test["unverified"].is_null()), "{untold:?}");
}

fn with_kind(kind: &str, verified: Json) -> Json {
    with(place(KEPT), json!({ "kind": kind, "verified": verified }))
}

#[test]
fn of_several_entries_of_one_file_all_have_to_hold() {
    let project = project();
    let open = json!({ "checks": [with_kind("assert", json!([[]])), with_kind("assert", json!([]))] });
    write(&project, "open.json", &open);
    let document = generate(&project, &["--verified", "open.json"]).json();
    assert_eq!(tests(method(&document, "deposit")).len(), 5);
}

#[test]
fn a_file_that_does_not_fit_is_told_in_one_line() {
    let project = project();
    let spoilt = |spoil: &dyn Fn(&mut Json)| {
        let mut document = review();
        spoil(&mut document);
        document
    };
    let again = "give the results for the classes as they are now";
    let tells = "docs/spec/verified.schema.json tells what belongs there";
    let cases: Vec<(Json, String)> = vec![
        (
            spoilt(&|it| it["checks"][0]["class"] = json!("bank.Acount")),
            format!("do not fit: f.json, checks[0] (there is no class bank.Acount; bank.Acount#deposit:15); {again}"),
        ),
        (
            spoilt(&|it| it["checks"][0]["descriptor"] = json!("(J)V")),
            format!(
                "do not fit: f.json, checks[0] (there is no method bank.Account#deposit(J)V; bank.Account#deposit:15); {again}"
            ),
        ),
        (
            spoilt(&|it| it["assumed"][0]["line"] = json!(400)),
            format!(
                "do not fit: f.json, assumed[0] (the method has no code in line 400; bank.Account#deposit:400); {again}"
            ),
        ),
        (
            spoilt(&|it| it["checks"][0]["line"] = json!(SUM)),
            format!(
                "do not fit: f.json, checks[0] (line {SUM} has no assert statement; bank.Account#deposit:{SUM}); {again}"
            ),
        ),
        (
            spoilt(&|it| it["checks"][0]["kind"] = json!("java.lang.ArithmeticException")),
            format!(
                "do not fit: f.json, checks[0] (nothing in line 15 is checked that throws java.lang.ArithmeticException; bank.Account#deposit:15); {again}"
            ),
        ),
        (
            spoilt(&|it| it["checks"][0]["verified"] = json!([["b"]])),
            "do not fit: f.json, checks[0] (nothing is assumed as `b` in this method; bank.Account#deposit:15); list it under `assumed`, with a line of the method"
                .to_owned(),
        ),
        (
            spoilt(&|it| it["checks"][0]["kind"] = json!("java.lang.Error")),
            "(checks[0]: there is no kind `java.lang.Error`; the kinds are assert, ".to_owned(),
        ),
        (spoilt(&|it| it["checks"][0]["verdict"] = json!("open")), "does not go with".to_owned()),
        (spoilt(&|it| it["assumed"][0]["assumption"] = json!("luck")), "unknown variant `luck`".to_owned()),
        (spoilt(&|it| it["command"] = json!("check")), "it is a document of `clew check`".to_owned()),
        (json!({ "checked": [] }), "unknown field `checked`".to_owned()),
        (json!({}), "missing field `checks`".to_owned()),
    ];
    for (document, expected) in cases {
        write(&project, "f.json", &document);
        let run = project.clew(&["generate", "classes", "--verified", "f.json", "--quiet"]);
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
        assert!(run.stderr.contains(&expected), "{}\n{expected}", run.stderr);
        assert!(run.stderr.contains("do not fit") || run.stderr.contains(tells), "{}", run.stderr);
    }
    std::fs::write(project.path("f.json"), "{").expect("a file");
    let run = project.clew(&["generate", "classes", "--verified", "f.json", "--quiet"]);
    assert!(run.stderr.contains("malformed results of a verifier: f.json (EOF while parsing"), "{}", run.stderr);
    let run = project.clew(&["generate", "classes", "--verified", "none.json", "--quiet"]);
    assert!(run.code == Some(2) && run.stderr.starts_with("clew: cannot read: none.json ("), "{}", run.stderr);
}

/// Programs of the corpus with checks that fail, that are verified, and that are verified under assumptions.
const CORPUS: [&str; 10] = [
    "exceptions/Asserts.java",
    "exceptions/Finally.java",
    "exceptions/NestedTry.java",
    "exceptions/TryCatch.java",
    "arrays/MaximumLoop.java",
    "arrays/SymbolicIndex.java",
    "arrays/VerifiedBounds.java",
    "arith/AddOverflow.java",
    "calls/PrivateMethods.java",
    "alias/FieldsMayAlias.java",
];

/// The exceptions and failed assertions that tests reach, by method, line and kind.
fn failures(document: &Json) -> BTreeSet<String> {
    let methods = document["methods"].as_array().expect("methods");
    let of = |method: &Json| {
        let goals = method["goals"].as_array().expect("goals").clone();
        let name = format!("{}#{}{}", method["class"], method["method"], method["descriptor"]);
        let fails =
            |goal: &Json| (goal["kind"] == "exception" || goal["kind"] == "assert") && goal["verdict"] == "reached";
        goals
            .into_iter()
            .filter(fails)
            .map(move |goal| format!("{name} {} {}", goal["line"], goal["exception"]))
            .collect::<Vec<_>>()
    };
    methods.iter().flat_map(of).collect()
}

#[test]
fn no_execution_that_fails_a_check_is_given_up() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
    for name in CORPUS {
        let text = std::fs::read_to_string(corpus.join(name)).expect("a file of the corpus");
        let project = Project::compile(&[(name, &text)]);
        let verified = project.clew(&["verify", "classes", "--format", "json"]);
        std::fs::write(project.path("v.json"), &verified.stdout).expect("a file");
        let plain = generate(&project, &["--no-replay"]).json();
        for which in ["may", "must", "may-must"] {
            let guided = generate(&project, &["--no-replay", "--verified", "v.json", "--unverified", which]).json();
            let (plain, guided) = (failures(&plain), failures(&guided));
            let lost: Vec<&String> = plain.difference(&guided).collect();
            assert!(lost.is_empty(), "{name}, {which}: {lost:#?}");
        }
    }
}
