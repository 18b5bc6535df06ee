//! `clew verify`: verdicts, assumptions, documents and exit codes.

mod support;

use serde_json::Value as Json;
use serde_sarif::sarif::Sarif;
use support::Project;
use support::schema::{assert_valid, of_verify};

const SOURCE: &str = "package demo;
public class Sums {
    int[] numbers;
    static int all(int[] of) {
        int sum = 0;
        for (int i = 0; i < of.length; i++)
            sum += of[i];
        return sum;
    }
    int own() {
        if (numbers == null)
            return 0;
        return numbers.length;
    }
    static int find(int[] sorted, int key) {
        int low = 0, high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < key)
                low = middle + 1;
            else
                high = middle - 1;
        }
        assert low >= 0;
        return low;
    }
    static int half(int of, int parts) { return of / (parts + 1); }
    static int step(int x) { return x < 0 ? 1 : 10 / (x + 1); }
    static String text(Object of) { return of instanceof String ? (String) of : null; }
}
";

fn project() -> Project {
    Project::compile(&[("demo/Sums.java", SOURCE)])
}

/// The verdict and the assumptions of the checks of a kind on a line.
fn verdicts(document: &Json, line: u32, kind: &str) -> Vec<(String, Vec<String>)> {
    let checks = document["checks"].as_array().expect("checks");
    let meant = checks.iter().filter(|check| check["line"] == line && check["kind"] == kind);
    let texts = |value: &Json| -> Vec<String> {
        value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
    };
    meant
        .map(|check| (check["verdict"].as_str().expect("a verdict").to_owned(), texts(&check["assumptions"])))
        .collect()
}

#[test]
fn checks_are_verified_and_say_what_they_rest_on() {
    let project = project();
    let sound = project.clew(&["verify", "classes", "--sound", "--format", "json"]).json();
    assert_valid(&of_verify(), &sound);
    assert_eq!(sound["sound"], true);
    let verified = vec![("verified".to_owned(), Vec::<String>::new())];
    let open = vec![("open".to_owned(), Vec::<String>::new())];
    let if_only = |assumption: &str| vec![("verified_if".to_owned(), vec![assumption.to_owned()])];
    let (null, bounds) = ("java.lang.NullPointerException", "java.lang.ArrayIndexOutOfBoundsException");
    assert_eq!(verdicts(&sound, 6, null), open);
    assert_eq!(verdicts(&sound, 7, bounds), verified);
    assert_eq!(verdicts(&sound, 13, null), open);
    assert_eq!(verdicts(&sound, 19, bounds), verified);
    assert_eq!(verdicts(&sound, 24, "assert"), verified);
    assert_eq!(verdicts(&sound, 27, "java.lang.ArithmeticException"), open);
    assert_eq!(verdicts(&sound, 28, "java.lang.ArithmeticException"), open);
    assert_eq!(verdicts(&sound, 29, "java.lang.ClassCastException"), verified);
    let trusting = project.clew(&["verify", "classes", "--format", "json"]).json();
    assert_valid(&of_verify(), &trusting);
    assert_eq!(verdicts(&trusting, 13, null), if_only("single_thread"));
    assert_eq!(verdicts(&trusting, 28, "java.lang.ArithmeticException"), if_only("no_overflow"));
    assert!(trusting["assumed"].to_string().contains("single_thread"));
    let overflow = project.clew(&["verify", "classes", "--assume-no-overflow", "--format", "json"]).json();
    assert_eq!(verdicts(&overflow, 13, null), open);
}

#[test]
fn exit_codes_are_those_of_other_commands() {
    let project = project();
    assert_eq!(project.clew(&["verify", "classes"]).code, Some(0));
    assert_eq!(project.clew(&["verify", "classes", "--fail-on", "open"]).code, Some(1));
    assert_eq!(project.clew(&["verify", "classes", "--method", "text", "--fail-on", "open"]).code, Some(0));
    assert_eq!(project.clew(&["verify", "nowhere"]).code, Some(2));
    assert_eq!(project.clew(&["verify", "classes", "--class", "no.Such"]).code, Some(2));
    assert_eq!(project.clew(&["verify", "classes", "--sound", "--assume-no-alias"]).code, Some(2));
    let bad = project.clew(&["verify", "nowhere", "--format", "json"]).json();
    assert_valid(&of_verify(), &bad);
}

#[test]
fn text_fits_a_terminal() {
    let run = project().clew(&["verify", "classes"]);
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
    assert!(run.stdout.contains("demo.Sums\n") && run.stdout.contains("ArrayIndexOutOfBoundsException"));
}

#[test]
fn open_checks_are_in_the_log() {
    let log = project().clew(&["verify", "classes", "--format", "sarif"]).json();
    let sarif: Sarif = serde_json::from_value(log.clone()).expect("a log");
    let results = sarif.runs[0].results.as_ref().expect("results");
    assert!(results.iter().any(|result| result.rule_id.as_deref() == Some("java.lang.ArithmeticException")));
    assert!(log.to_string().contains("demo/Sums.java"));
}
