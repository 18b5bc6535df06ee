//! What `--format json` prints is as its published schema says, and the schema lets nothing else pass.

mod support;

use serde_json::{Value as Json, json};
use std::fs;
use support::schema::{assert_valid, of_config, of_doctor, of_errors, of_generate};
use support::{FRACTION, Project, Run, command_in};

/// Every kind of value and object that a document can hold.
const VALUES: &str = "package demo;
public class Values {
    enum Color { RED, GREEN }
    static final Values DEFAULT = new Values();
    Values next; long big; char letter; Integer box; Color color; int[] numbers; String text = \"x\"; Class<?> type;
    public static long wide(long x) { return x > 1L << 60 ? x : -1; }
    public static double real(double x, float y) { return x != x ? 1.0 / 0 : y / 0; }
    public static char next(char c, boolean up) { return up ? (char) (c + 1) : c; }
    public static String text(Values v) { return v == DEFAULT ? \"\\ud800\" : v.text; }
    public int mixed(Integer box, Color color, int[] numbers) {
        if (color == Color.RED && box != null && box == 5) return numbers[1];
        this.type = Values.class;
        this.next = this;
        return numbers.length;
    }
    public static int endless(int x) { int s = 0; while (s != x) s += 3; assert s > 0; return s; }
    public static int held(java.util.List<Integer> list) { return list.size() == 2 ? 1 : 0; }
    public static int pick(int x) { switch (x) { case -1: return 1; case 7: return 2; default: return 3; } }
}
";

fn generate(project: &Project, args: &[&str]) -> Json {
    project.clew(&[&["generate", "--format", "json", "--quiet"], args].concat()).json()
}

#[test]
fn every_document_is_as_the_schema_says() {
    let project = Project::compile(&[("demo/Fraction.java", FRACTION), ("demo/Values.java", VALUES)]);
    let schema = of_generate();
    let whole = generate(&project, &["classes"]);
    assert_valid(&schema, &whole);
    let text = whole.to_string();
    for part in
        ["\"fields\":", "\"elements\":", "\"made_by\":", "\"edge\":\"case -1\"", "\"assumptions\":", "\"bounds\":[{"]
    {
        assert!(text.contains(part), "the document has no {part}");
    }
    let in_part = generate(&project, &["classes", "--no-replay", "--max-steps", "40"]);
    assert_valid(&schema, &in_part);
    assert!(in_part.to_string().contains("\"reasons\":"), "the document has no reasons");
    assert_valid(
        &schema,
        &generate(&project, &["classes", "--criterion", "paths", "--aliasing", "off", "--budget", "1ms"]),
    );
    fs::write(project.path("Broken.class"), "no class").expect("a file");
    for bad in
        [&["nowhere"][..], &["Broken.class"], &["classes", "nowhere", "--method", "gcd"], &["classes", "--class", "x"]]
    {
        let document = generate(&project, bad);
        assert_valid(&schema, &document);
        assert!(document["problems"][0].is_string(), "{document}");
    }
}

#[test]
fn the_schema_refuses_what_is_not_so() {
    let project = Project::fraction();
    let schema = of_generate();
    let good = generate(&project, &["classes", "--no-replay"]);
    assert_valid(&schema, &good);
    let spoil: [(&str, Json); 9] = [
        ("/more", json!(1)),
        ("/command", json!("cover")),
        ("/methods/0/more", json!(1)),
        ("/methods/0/goals/0/verdict", json!("maybe")),
        ("/methods/0/goals/0/assumptions", json!(["loop<=2"])),
        ("/methods/0/goals/0/edge", json!("true")),
        ("/methods/0/tests/0/replay", json!("perhaps")),
        ("/methods/0/tests/0/inputs/n", json!("text")),
        ("/totals/goals", json!(-1)),
    ];
    for (place, value) in spoil {
        let mut bad = good.clone();
        let (parent, key) = place.rsplit_once('/').expect("a place");
        bad.pointer_mut(parent).unwrap_or_else(|| panic!("{parent}"))[key] = value;
        assert!(!schema.is_valid(&bad), "{place}");
    }
    let mut bad = good.clone();
    bad["methods"][0]["goals"][0].as_object_mut().expect("a goal").remove("test");
    assert!(!schema.is_valid(&bad), "a reached goal without a test");
}

/// Asserts that the schema takes the document, and none in which one of these places holds something else.
fn assert_exact(schema: &jsonschema::Validator, good: &Json, spoil: &[(&str, Json)]) {
    assert_valid(schema, good);
    for (place, value) in spoil {
        let mut bad = good.clone();
        let (parent, key) = place.rsplit_once('/').expect("a place");
        bad.pointer_mut(parent).unwrap_or_else(|| panic!("{parent}"))[key] = value.clone();
        assert!(!schema.is_valid(&bad), "{place}");
    }
}

#[test]
fn settings_are_as_their_schema_says() {
    let project = Project::fraction();
    fs::write(project.path("clew.toml"), "[generate]\nloop-k = 4\n").expect("a file");
    let mut command = command_in(project.dir.path(), &["config", "--format", "json", "generate", "x", "--jobs", "3"]);
    let document = Run::of(command.env("CLEW_SEED", "5").output().expect("the binary runs")).json();
    for kind in ["flag", "environment", "file", "default"] {
        assert!(document.to_string().contains(&format!("\"kind\":\"{kind}\"")), "no {kind}: {document}");
    }
    let spoil = [
        ("/more", json!(1)),
        ("/file", json!(1)),
        ("/settings/0/value", json!(1)),
        ("/settings/0/origin", json!({ "kind": "file" })),
        ("/settings/0/origin", json!({ "kind": "guess" })),
    ];
    assert_exact(&of_config(), &document, &spoil);
    assert_valid(&of_config(), &project.clew(&["config", "--format", "json"]).json());
}

#[test]
fn findings_are_as_their_schema_says() {
    let project = Project::fraction();
    let schema = of_doctor();
    let well = project.clew(&["doctor", "classes", "--format", "json"]);
    assert_eq!(well.code, Some(0), "{}", well.stdout);
    let spoil = [
        ("/more", json!(1)),
        ("/ok", json!(false)),
        ("/checks/0/state", json!("fine")),
        ("/checks/0/state", json!("problem")),
        ("/checks/0/remedy", json!("none is needed")),
    ];
    assert_exact(&schema, &well.json(), &spoil);
    let ill = project.clew(&["doctor", "nowhere", "--format", "json"]);
    assert_eq!(ill.code, Some(2), "{}", ill.stdout);
    assert_exact(&schema, &ill.json(), &[("/ok", json!(true))]);
}

#[test]
fn a_refusal_is_a_document_where_one_is_expected() {
    let project = Project::fraction();
    let schema = of_errors();
    let refused = |run: Run, command: &str, words: &str| {
        let document = run.json();
        assert_valid(&schema, &document);
        assert_eq!((run.code, document["command"].as_str()), (Some(2), Some(command)), "{document}");
        let lines: Vec<String> = run.stderr.lines().map(|line| line.trim_start_matches("clew: ").to_owned()).collect();
        assert_eq!(json!(lines), document["problems"], "{}", run.stderr);
        assert!(lines[0].contains(words) && document["error"] == lines[0], "{document}");
    };
    for args in [["classes", "--bogus", "--format", "json"], ["--format=json", "classes", "--jobs", "0"]] {
        refused(project.clew(&[&["generate"], &args[..]].concat()), "generate", "--");
    }
    refused(project.clew(&["doctor", "--junit", "3", "--format", "json"]), "doctor", "--junit");
    refused(project.clew(&["config", "--format", "json", "generate", "--bogus"]), "config", "--bogus");
    let by_variable = |name: &str, value: &str, args: &[&str]| {
        Run::of(command_in(project.dir.path(), args).env(name, value).output().expect("the binary runs"))
    };
    refused(by_variable("CLEW_FORMAT", "json", &["generate", "classes", "--bogus"]), "generate", "--bogus");
    let args = ["generate", "classes", "--format", "json"];
    refused(by_variable("CLEW_JOBS", "many", &args), "generate", "CLEW_JOBS");
    fs::write(project.path("clew.toml"), "bogus = 1\nother = 2\n").expect("a file");
    refused(project.clew(&args), "generate", "bogus");
    fs::write(project.path("clew.toml"), "[generate]\nformat = \"json\"\n").expect("a file");
    refused(project.clew(&["generate", "classes", "--bogus"]), "generate", "--bogus");
    // Who asks for text gets no document, whatever the settings say.
    let text = project.clew(&["generate", "classes", "--bogus", "--format", "text"]);
    assert_eq!((text.code, text.stdout.as_str()), (Some(2), ""));
}
