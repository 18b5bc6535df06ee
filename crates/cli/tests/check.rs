//! `clew check`: what it finds in the programs of `corpus/check`, which say beside their lines what is expected, and its
//! document, flags and exit codes.

mod support;

use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::path::Path;
use support::schema::{assert_valid, of_check};
use support::{Project, Run};

/// What a line of the corpus says: `// finding: always_false within`.
const EXPECTED: &str = "// finding: ";
/// What a file says of `javac`: `// javac: --release 8`.
const JAVAC: &str = "// javac: ";
/// The release of files for which the JDK in use may be too old.
const LATER_RELEASE: &str = "21";
/// The JDK for them, if it is there.
const LATER_JDK: &str = "/usr/lib/jvm/temurin-25-jdk-amd64";

/// A file of the corpus.
struct File {
    /// Its path below the root of its package's folders.
    path: String,
    source: String,
    javac: Vec<String>,
}

fn corpus() -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/check");
    let entries = std::fs::read_dir(&folder).expect("the corpus is there");
    let mut files: Vec<File> = entries
        .map(|entry| {
            let path = entry.expect("an entry of the corpus").path();
            let source = std::fs::read_to_string(&path).expect("a file of the corpus is UTF-8");
            let javac = source.lines().find_map(|line| line.strip_prefix(JAVAC));
            let javac = javac.unwrap_or("--release 17").split(' ').map(str::to_owned).collect();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            File { path: format!("corpus/check/{name}"), source, javac }
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// What a file expects: its path, the line, and the finding with what it rests on.
fn expected(file: &File) -> BTreeSet<String> {
    let lines = (1..).zip(file.source.lines());
    let told = lines.filter_map(|(number, line)| Some((number, line.split_once(EXPECTED)?.1)));
    told.flat_map(|(number, all)| all.split("; ").map(move |one| format!("{}:{number} {one}", file.path))).collect()
}

/// The findings of a document in the same form.
fn found(document: &Json) -> BTreeSet<String> {
    let findings = document["findings"].as_array().expect("findings");
    let texts: Vec<String> = findings
        .iter()
        .map(|finding| {
            let quality = match (finding["unconditional"] == true, finding["verdict"].as_str()) {
                (true, _) => "",
                (false, Some("unreachable_within" | "doomed_within")) => " within",
                (false, _) => " if",
            };
            let (source, kind) = (finding["source"].as_str(), finding["kind"].as_str());
            format!("{}:{} {}{quality}", source.unwrap_or("?"), finding["line"], kind.unwrap_or("?"))
        })
        .collect();
    let distinct: BTreeSet<String> = texts.iter().cloned().collect();
    assert_eq!(distinct.len(), texts.len(), "a finding is told twice: {texts:#?}");
    distinct
}

/// Every file's findings are those that it names, however calls are followed. Files in later Java are looked at where there is a
/// JDK for them.
fn assert_corpus(calls: &str) {
    let files = corpus();
    let flags: BTreeSet<&Vec<String>> = files.iter().map(|file| &file.javac).collect();
    let mut wrong = Vec::new();
    for flags in flags {
        let files: Vec<&File> = files.iter().filter(|file| file.javac == *flags).collect();
        let is_later = flags.iter().any(|flag| flag == LATER_RELEASE);
        if is_later && !Path::new(LATER_JDK).is_dir() {
            continue;
        }
        let document = checked(&files, flags, calls, is_later.then_some(LATER_JDK));
        let found = found(&document);
        let expected: BTreeSet<String> = files.iter().flat_map(|file| expected(file)).collect();
        wrong.extend(expected.difference(&found).map(|missing| format!("missing: {missing}")));
        wrong.extend(found.difference(&expected).map(|more| format!("not expected: {more}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The document about files that are compiled with these flags, by the JDK at this place.
fn checked(files: &[&File], flags: &[String], calls: &str, jdk: Option<&str>) -> Json {
    let sources: Vec<(&str, &str)> = files.iter().map(|file| (file.path.as_str(), file.source.as_str())).collect();
    let mut javac: Vec<&str> = vec!["-nowarn", "-Xlint:-options"];
    javac.extend(flags.iter().map(String::as_str));
    let compiler = jdk.map_or_else(|| "javac".to_owned(), |jdk| format!("{jdk}/bin/javac"));
    let project = Project::compile_by(&compiler, &javac, &sources);
    let mut args = vec!["check", "classes", "--format", "json", "--quiet", "--within"];
    args.extend(["--initial-statics", "--environment", "--calls", calls]);
    args.extend(jdk.iter().flat_map(|jdk| ["--jdk", jdk]));
    let run = project.clew(&args);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    assert_valid(&of_check(), &document);
    document
}

#[test]
fn the_corpus_has_the_findings_that_it_names_and_no_others() {
    assert_corpus("inline");
}

#[test]
fn summaries_change_no_finding() {
    assert_corpus("summaries");
}

const CALLS: &str = "package demo;
public class Calls {
    static int wave(double x) {
        if (Math.sin(x) > 0.1)
            return 1;
        return 2;
    }
    static int rounds(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += wave(i) + i;
        return s;
    }
    static int twice(int n) {
        if (rounds(n) < 0)
            return 1;
        if (rounds(n) == -1)
            return 2;
        return 3;
    }
    static int indexed(int n) {
        int[] table = {3, 1, 4, 1, 5};
        return table[(int) (Math.sin(n) * 2) + 2] == 4 ? 1 : 2;
    }
    static native int made(int n);
    static int missing(int n) {
        return made(n) > 3 ? 1 : 2;
    }
}
";

#[test]
fn runs_of_methods_without_code_stand_for_their_calls() {
    let project = Project::compile(&[("demo/Calls.java", CALLS)]);
    let reached = |calls: &str, flags: &[&str]| {
        let args = ["check", "classes", "--format", "json", "--quiet", "--calls", calls];
        let run = project.clew(&[&args, flags].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let document = run.json();
        assert_eq!(document["calls"], calls);
        assert_valid(&of_check(), &document);
        assert_eq!(document["findings"], json!([]), "nothing is known of all calls");
        let methods = document["methods"].as_array().expect("methods").iter();
        let goals = methods.flat_map(|method| {
            let goals = method["goals"].as_array().expect("goals").iter();
            goals.filter(|goal| goal["verdict"] == "reached").map(move |goal| format!("{} {goal}", method["method"]))
        });
        goals.count()
    };
    let inline = reached("inline", &[]);
    assert!(reached("summaries", &[]) > inline, "the place in the table is known of some");
    assert_eq!(reached("summaries", &["--no-replay"]), reached("inline", &["--no-replay"]), "nothing is run");
}

const SAMPLE: &str = "package demo;
public class Sample {
    static boolean debug;
    static int sum(int n) {
        int s = 0;
        for (int i = 0; i < n && i < 9; i++) s += s + 1;
        if (s < 0)
            return 9;
        return s;
    }
    static int debugged(int x) {
        if (debug)
            return 5;
        return x;
    }
    static int dead(int x) {
        if (x > 3 && x < 2)
            x = 9;
        switch (x & 1) {
            case 0:
            case 1: return x;
            default: throw new IllegalStateException();
        }
    }
}
";

fn sample(args: &[&str]) -> Run {
    let project = Project::compile(&[("demo/Sample.java", SAMPLE)]);
    project.clew(&[&["check", "classes"], args].concat())
}

#[test]
fn the_text_has_what_is_certain_first_and_never_calls_the_rest_just_unreachable() {
    let run = sample(&[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let expected = "\
Findings

demo/Sample.java:17: demo.Sample.dead: the condition `x < 2` never holds, so that no execution reaches line 18

Findings about code that does nothing but throw, and may be meant never to run

demo/Sample.java:22: demo.Sample.dead: no execution reaches line 22: no value of the switch in line 19 leads there

2 findings (2 unconditional) in 4 methods, of which 4 were explored to the end; 0 of 29 goals undecided.
";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    let more = "1 more within the bounds only (--within shows them).\n\
                1 more while static fields keep their initial values (--initial-statics shows them).\n";
    assert!(run.stdout.ends_with(more), "{}", run.stdout);
    let all = sample(&["--within", "--initial-statics"]).stdout;
    for line in [
        "demo/Sample.java:12: demo.Sample.debugged: the condition never holds, so that no execution reaches line 13 (if \
         initial_statics:demo.Sample)\n",
        "demo/Sample.java:7: demo.Sample.sum: the condition `s < 0` never holds, so that no execution reaches line 8 (within \
         loop<=2)\n",
    ] {
        assert!(all.contains(line), "{all}");
    }
}

#[test]
fn the_exit_code_tells_findings_where_that_is_asked_for() {
    for (fail_on, code) in [
        ("unreachable", 1),
        ("unreachable:unconditional", 1),
        ("unreachable:conditional", 0),
        ("unreachable_within", 0),
        ("always_false", 1),
        ("always_true,undecided", 0),
    ] {
        let run = sample(&["--quiet", "--method", "dead", "--fail-on", fail_on]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{fail_on}: {}", run.stderr);
    }
    assert_eq!(sample(&["--quiet", "--within", "--fail-on", "unreachable_within"]).code, Some(1));
    let run = sample(&["--fail-on", "dead"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

#[test]
fn the_document_has_findings_and_goals() {
    let run = sample(&["--format", "json", "--unwind", "3", "--method", "dead", "--method", "sum"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    assert_valid(&of_check(), &document);
    assert_eq!(
        (&document["command"], &document["sense"], &document["unwind"]),
        (&json!("check"), &json!("prefix"), &json!(3))
    );
    let first = &document["findings"][0];
    assert_eq!((&first["line"], &first["kind"], &first["lines"]), (&json!(17), &json!("always_false"), &json!([18])));
    assert_eq!((&first["verdict"], &first["guard"]), (&json!("unreachable"), &json!(false)));
    assert_eq!(document["findings"][1]["guard"], true);
    let totals = &document["finding_totals"];
    assert_eq!((&totals["all"], &totals["hidden_within"]), (&json!(2), &json!(1)));
    assert_eq!(document["methods"].as_array().map(Vec::len), Some(2));
    let bad = sample(&["nowhere", "--format", "json", "--class", "none"]);
    assert_eq!(bad.code, Some(2));
    assert_valid(&of_check(), &bad.json());
}

/// Methods with a finding that rests on the environment, on static fields, and on both.
const SETTINGS: &str = "package demo;
public class Settings {
    static boolean debug;
    static int traced(int x) {
        if (System.getProperty(\"demo.trace\") != null)
            return x + 1;
        return x;
    }
    static int debugged(int x) {
        if (debug)
            return x + 1;
        return x;
    }
    static int both(int x) {
        if (System.getProperty(\"demo.trace\") != null || debug)
            return x + 1;
        return x;
    }
}
";

#[test]
fn what_rests_on_the_environment_is_hidden_and_counted() {
    let project = Project::compile(&[("demo/Settings.java", SETTINGS)]);
    let check = |args: &[&str]| project.clew(&[&["check", "classes"], args].concat());
    let lines = |document: &Json| -> Vec<u64> {
        document["findings"].as_array().expect("findings").iter().filter_map(|found| found["line"].as_u64()).collect()
    };
    let hidden = check(&["--format", "json"]).json();
    assert_valid(&of_check(), &hidden);
    assert_eq!(lines(&hidden), [0_u64; 0]);
    let totals = &hidden["finding_totals"];
    assert_eq!((&totals["all"], &totals["hidden_initial_statics"]), (&json!(0), &json!(1)), "{totals}");
    assert!(totals["hidden_environment"].as_u64().is_some_and(|count| count > 0), "{totals}");
    assert!(totals["hidden_by_several"].as_u64().is_some_and(|count| count > 0), "{totals}");
    let text = check(&[]).stdout;
    assert!(text.contains(" more while the environment is what it is here (--environment shows them).\n"), "{text}");
    assert!(text.contains(" more if several of these hold (their flags together show them).\n"), "{text}");
    let shown = check(&["--environment", "--format", "json"]).json();
    assert_valid(&of_check(), &shown);
    assert!(lines(&shown).contains(&5) && !lines(&shown).contains(&10), "{shown:#}");
    assert_eq!(shown["finding_totals"]["hidden_environment"], 0);
    assert_eq!(
        shown["findings"][0]["assumptions"].as_array().map(|all| all.contains(&json!("env:demo.trace"))),
        Some(true)
    );
    assert_eq!(check(&["--quiet", "--fail-on", "always_false"]).code, Some(0));
    assert_eq!(check(&["--quiet", "--environment", "--fail-on", "always_false"]).code, Some(1));
    let log = check(&["--format", "sarif"]).json();
    assert_eq!(log["runs"][0]["results"], json!([]));
    assert_eq!(log["runs"][0]["properties"]["hidden_environment"], totals["hidden_environment"]);
    let log = check(&["--format", "sarif", "--environment"]).json();
    assert_eq!(log["runs"][0]["results"][0]["level"], "note");
}

#[test]
fn findings_are_told_in_sarif() {
    use serde_sarif::sarif::Sarif;
    let run = sample(&["--format", "sarif", "--initial-statics"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    // The types are made from the schema of SARIF 2.1.0.
    let log: Sarif = serde_json::from_str(&run.stdout).expect("a log");
    assert_eq!(log.runs.len(), 1);
    let written = serde_json::to_value(&log).expect("a log as JSON");
    assert_eq!(written["runs"][0]["results"], run.json()["runs"][0]["results"], "something is not of SARIF");
    let results = log.runs[0].results.as_ref().expect("results");
    let rules: Vec<&str> = results.iter().filter_map(|result| result.rule_id.as_deref()).collect();
    assert_eq!(rules, ["always_false", "always_false", "unreachable"]);
    let json = run.json();
    let run = &json["runs"][0];
    let known: Vec<&Json> =
        run["tool"]["driver"]["rules"].as_array().expect("rules").iter().map(|rule| &rule["id"]).collect();
    for (result, (line, level)) in
        run["results"].as_array().expect("results").iter().zip([(12, "note"), (17, "warning"), (22, "warning")])
    {
        assert_eq!(*known[result["ruleIndex"].as_u64().expect("an index") as usize], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "demo/Sample.java");
        assert_eq!((&place["region"]["startLine"], &result["level"]), (&json!(line), &json!(level)));
    }
    assert!(
        run["results"][0]["message"]["text"]
            .as_str()
            .is_some_and(|text| text.ends_with(" (if initial_statics:demo.Sample)."))
    );
    let prints: BTreeSet<String> = run["results"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|result| result["partialFingerprints"].to_string())
        .collect();
    assert_eq!(prints.len(), 3);
    let bad = sample(&["nowhere", "--format", "sarif"]).json();
    assert_eq!(bad["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn tests_are_run_and_not_kept() {
    let project = Project::compile(&[("demo/Sample.java", SAMPLE)]);
    let run = project.clew(&["check", "classes", "--quiet"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let mut left: Vec<String> = std::fs::read_dir(project.dir.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    assert_eq!(left, ["classes", "src"]);
}
