//! The reports that `clew generate` writes beside its tests: HTML and LCOV.

mod support;

use lcov::Record;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use support::{Project, Run};

/// Lines that only some inputs reach, a line that none does, and a list of the input.
const LIST: &str = "package demo;
public class List {
    int value;
    List next;
    public static int sum(List list) {
        if (list == null) return 0;
        return list.value + tail(list);
    }
    private static int tail(List list) {
        return list.next == null ? 0 : list.next.value;
    }
    public static int dead(int x) {
        if (x > 0 && x < 0)
            return 1;
        return 2;
    }
}
";

/// Names and texts that would end an element, an attribute or a string if they were not escaped.
const HOSTILE: &str = "package demo;
/** </script><script>document.title = 'taken'</script> <!-- <script> \u{2028} & */
public class Evil$$$$$$$$$$$$$$$ {
    String $$$$$$$$$$$$$$$$$$$$;
    public static String of(int x, String s) {
        if (x == 7) return \"</script><script>alert(1)</script>\";
        return s == null ? \"'\\\"&<!--\" : s;
    }
    public boolean has() { return $$$$$$$$$$$$$$$$$$$$ != null; }
}
";

/// The blocks of JSON in a page, in order: one for each source file, then the words.
fn blocks(page: &str) -> Vec<Json> {
    let starts = page.split("<script type=\"application/json\"").skip(1);
    let text = |rest: &str| {
        let (_, rest) = rest.split_once('>').expect("the end of the tag");
        rest.split("</script>").next().expect("the end of the block").to_owned()
    };
    starts.map(|rest| serde_json::from_str(&text(rest)).expect("JSON")).collect()
}

fn page(project: &Project) -> String {
    fs::read_to_string(project.path("report.html")).expect("the report")
}

fn verdict_of(unit: &Json, line: u64) -> &str {
    let lines = unit["lines"].as_array().expect("lines");
    let found = lines.iter().find(|found| found[0] == line).unwrap_or_else(|| panic!("no line {line}: {lines:?}"));
    found[1].as_str().expect("a verdict")
}

fn quiet(project: &Project, args: &[&str]) -> Run {
    project.clew(&[&["generate", "classes", "--quiet"], args].concat())
}

#[test]
fn the_page_has_source_verdicts_tests_traces_and_proofs() {
    let project = Project::compile(&[("demo/List.java", LIST)]);
    let run = quiet(&project, &["--html", "report.html", "--inputs", "any"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let blocks = blocks(&page(&project));
    let [unit, words] = blocks.as_slice() else { panic!("{} blocks", blocks.len()) };
    assert_eq!((&unit["name"], unit["text"].as_str()), (&"demo/List.java".into(), Some(LIST)));
    assert_eq!((verdict_of(unit, 6), verdict_of(unit, 14), verdict_of(unit, 13)), ("reached", "unreachable", "partly"));
    let methods = unit["methods"].as_array().expect("methods");
    let sum = methods.iter().find(|method| method["name"] == "List.sum(List)").expect("the method");
    let test = sum["tests"].as_array().expect("tests").iter().find(|test| test["heap"].is_object()).expect("a heap");
    assert!(test["source"].as_str().is_some_and(|text| text.starts_with("// ") && text.contains("@Test")), "{test}");
    let nodes = test["heap"]["nodes"].as_array().expect("boxes");
    assert_eq!((&nodes[0]["rows"][0][0], &nodes[1]["title"]), (&"list".into(), &"List".into()));
    let trace = &test["trace"];
    assert_eq!((&trace["methods"][0][0], &trace["head"][0][2]), (&"List.sum(List)".into(), &serde_json::json!([6, 7])));
    assert_eq!((&trace["methods"][1][0], &trace["head"][1][1]), (&"List.tail(List)".into(), &1.into()), "{trace}");
    let dead = methods.iter().find(|method| method["name"] == "List.dead(int)").expect("the method");
    let goals = dead["goals"].as_array().expect("goals");
    let proof = goals.iter().find(|goal| goal["verdict"] == "unreachable").expect("a proof");
    let first = proof["rests"][0].as_u64().expect("a word") as usize;
    assert_eq!(words[first][0], "no_vm_errors");
}

#[test]
fn the_page_asks_nobody_for_anything() {
    let project = Project::compile(&[("demo/List.java", LIST)]);
    quiet(&project, &["--html", "report.html"]);
    let page = page(&project);
    assert!(page.contains("content=\"default-src 'none'; script-src 'sha256-"), "no policy");
    for asks in [" src=", "@import", "url(http", "fetch(", "XMLHttpRequest", "<link", "<iframe", "innerHTML"] {
        assert!(!page.contains(asks), "{asks}");
    }
}

#[test]
fn names_and_texts_of_the_program_stay_texts() {
    let project = Project::compile(&[("demo/Evil$$$$$$$$$$$$$$$.java", HOSTILE)]);
    let old = project.path("classes/demo/Evil$$$$$$$$$$$$$$$.class");
    let class = fs::read(&old).expect("the class");
    // What javac refuses a class file may have.
    let class = replace(&class, b"$$$$$$$$$$$$$$$$$$$$", b"\"><b onload=\"bo\"><!-");
    let class = replace(&class, b"Evil$$$$$$$$$$$$$$$", b"Evil\"><script>x&'\\u");
    fs::remove_file(&old).expect("a file");
    fs::write(project.path("classes/Evil.class"), class).expect("a file");
    fs::rename(project.path("src/demo/Evil$$$$$$$$$$$$$$$.java"), project.path("src/demo/Evil\"><script>x&'\\u.java"))
        .expect("a file");
    let run = project.clew(&[
        "generate",
        "classes/Evil.class",
        "-q",
        "--no-replay",
        "--html",
        "report.html",
        "--sources",
        "src",
    ]);
    assert!(run.code == Some(0) || run.code == Some(3), "{}", run.stderr);
    let page = page(&project);
    assert_eq!(page.matches("<script").count(), 3, "one source file, the words, and the script");
    assert_eq!(page.matches("</script").count(), 3);
    assert!(!page.contains("<b "), "an element out of a name");
    assert_eq!(blocks(&page)[0]["text"].as_str(), Some(HOSTILE));
}

fn replace(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len(), "the lengths in the class file stay right");
    let mut bytes = bytes.to_vec();
    let mut at = 0;
    while at + old.len() <= bytes.len() {
        if bytes[at..].starts_with(old) {
            bytes[at..at + old.len()].copy_from_slice(new);
        }
        at += 1;
    }
    bytes
}

#[test]
fn without_sources_the_code_is_shown_as_the_block_language() {
    let project = Project::compile(&[("demo/List.java", LIST)]);
    fs::rename(project.path("src"), project.path("elsewhere")).expect("a folder");
    quiet(&project, &["--no-replay", "--html", "report.html"]);
    let first = page(&project);
    let unit = &blocks(&first)[0];
    assert!(first.contains("--sources") && unit["text"].is_null());
    assert!(unit["methods"][0]["listing"].as_str().is_some_and(|text| text.contains("invoke")), "{unit}");
    quiet(&project, &["--no-replay", "--html", "report.html", "--sources", "elsewhere"]);
    assert_eq!(blocks(&page(&project))[0]["text"].as_str(), Some(LIST));
}

#[test]
fn lcov_counts_the_confirmed_tests_that_reach_a_line() {
    let project = Project::compile(&[("demo/List.java", LIST)]);
    let run = quiet(&project, &["--lcov", "lcov.info", "--format", "json", "--method", "dead", "--method", "sum"]);
    let records = records(&project);
    let file = project.path("src/demo/List.java").canonicalize().expect("the source");
    assert_eq!(records[1], Record::SourceFile { path: file });
    let lines: BTreeMap<u32, u64> = records
        .iter()
        .filter_map(|record| match record {
            Record::LineData { line, count, .. } => Some((*line, *count)),
            _ => None,
        })
        .collect();
    let document = run.json();
    let confirmed = |method: usize| document["methods"][method]["tests"].as_array().expect("tests").len() as u64;
    assert_eq!((lines[&6], lines[&13]), (confirmed(0), confirmed(1)));
    assert_eq!((lines[&14], lines.contains_key(&10)), (0, false), "private methods were not asked about");
    let branches: Vec<Option<u64>> = records
        .iter()
        .filter_map(|record| match record {
            Record::BranchData { line: 13, taken, .. } => Some(*taken),
            _ => None,
        })
        .collect();
    assert!(branches.len() == 4 && branches.contains(&Some(0)) && !branches.contains(&None), "{branches:?}");
    assert!(records.contains(&Record::LinesFound { found: lines.len() as u32 }));
    assert!(records.contains(&Record::LinesHit { hit: lines.values().filter(|count| **count > 0).count() as u32 }));
    assert!(
        records
            .iter()
            .any(|record| matches!(record, Record::FunctionData { name, .. } if name == "demo.List::dead(I)I"))
    );
}

fn records(project: &Project) -> Vec<Record> {
    let text = fs::read(project.path("lcov.info")).expect("the trace file");
    lcov::Reader::new(text.as_slice()).collect::<Result<_, _>>().expect("LCOV")
}

#[test]
fn tests_that_were_not_run_count_for_nothing() {
    let project = Project::compile(&[("demo/List.java", LIST)]);
    quiet(&project, &["--no-replay", "--lcov", "lcov.info"]);
    let records = records(&project);
    assert!(records.iter().all(|record| !matches!(record, Record::LineData { count: 1.., .. })), "{records:?}");
    assert!(records.iter().any(|record| matches!(record, Record::BranchData { taken: None, .. })));
    assert!(records.contains(&Record::LinesHit { hit: 0 }));
}

#[test]
fn reports_are_written_whatever_the_exit_code_is() {
    let project = Project::compile(&[("demo/List.java", LIST)]);
    let args = ["--no-replay", "--fail-on", "reached", "--html", "made/for/it/report.html", "--lcov", "lcov.info"];
    assert_eq!(quiet(&project, &args).code, Some(1));
    assert!(project.path("made/for/it/report.html").is_file() && project.path("lcov.info").is_file());
    let left: Vec<_> = fs::read_dir(project.path("made/for/it")).expect("a folder").collect();
    assert_eq!(left.len(), 1, "no draft is left: {left:?}");
}

#[test]
fn what_cannot_be_written_or_read_is_named() {
    let project = Project::compile(&[("demo/List.java", LIST)]);
    let run = project.clew(&["generate", "classes", "--html", "src"]);
    run.assert_fails(2, "clew: cannot write the report: src (it is a folder); name another file with --html\n");
    assert!(!project.path("clew-tests").exists());
    let run = project.clew(&["generate", "classes", "--lcov", "src/demo/List.java/x"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("clew: cannot write the report: src/demo/List.java/x ("), "{}", run.stderr);
    assert!(run.stderr.ends_with("); name another file with --lcov\n"), "{}", run.stderr);
    let run = quiet(&project, &["--no-replay", "--html", "report.html", "--sources", "nowhere"]);
    let remedy = "name folders with sources, or source jars, with --sources";
    run.assert_fails(2, &format!("clew: cannot read the sources: nowhere does not exist; {remedy}\n"));
    assert!(page(&project).contains("nowhere does not exist"), "the report tells it too");
}
