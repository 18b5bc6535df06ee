//! `clew generate --mutants`: programs with known killed and surviving mutants, and what the text and the document say of them.

mod support;

use serde_json::Value as Json;
use support::Project;

/// Tests see what `clamp` and `low` do. Nobody sees what `quiet` computes, and what `same` returns hangs on no condition.
const GAUGE: &str = "package demo;
public class Gauge {
    public static int clamp(int x) {
        if (x < 10) return 10;
        return x;
    }
    public static int sum(int[] all) {
        int sum = 0;
        for (int i = 0; i < all.length; i++) sum += all[i];
        return sum;
    }
    public static void quiet(int x) {
        int y = x + 1;
        y = y * 2;
    }
    public static int same(int x) {
        if (x > 5) return x;
        return x;
    }
    public static int low(int x) {
        while (x > 5) x = x & 3;
        return x;
    }
}
";

fn generate(project: &Project, more: &[&str]) -> support::Run {
    let args = [&["generate", "classes", "--no-cache", "--max-steps", "20000", "--mutants"][..], more].concat();
    project.clew(&args)
}

fn survivors(class: &Json) -> Vec<String> {
    let text = |survivor: &Json| {
        let of = |key: &str| survivor[key].as_str().unwrap_or_default().to_owned();
        format!("{}:{} {} {}", of("method"), survivor["line"], of("operator"), of("change"))
    };
    class["survivors"].as_array().expect("a list").iter().map(text).collect()
}

#[test]
fn what_no_assertion_sees_survives_and_all_else_is_killed() {
    let project = Project::compile(&[("demo/Gauge.java", GAUGE)]);
    let document = generate(&project, &["--format", "json"]).json();
    support::schema::assert_valid(&support::schema::of_generate(), &document);
    let [gauge] = &document["mutants"].as_array().expect("a list")[..] else { panic!("{}", document["mutants"]) };
    assert_eq!(gauge["class"], "demo.Gauge");
    let survive = survivors(gauge);
    for survivor in [
        "quiet:13 constant 1 became 0",
        "quiet:13 math + became -",
        "quiet:14 constant 2 became 3",
        "quiet:14 math * became /",
        "same:17 boundary > became >=",
        "same:17 negation > became <=",
        "same:17 constant 5 became 4",
    ] {
        assert!(survive.contains(&survivor.to_owned()), "{survivor}: {survive:#?}");
    }
    // Where 10 is returned for 10 both ways, neither the boundary nor the constant can be told; sums of these tests are small.
    let of_others =
        |it: &&String| !["quiet", "same", "clamp:4 ", "sum", "low:21 "].iter().any(|known| it.starts_with(known));
    assert_eq!(survive.iter().filter(of_others).collect::<Vec<_>>(), [""; 0]);
    // With `x | 3` the loop of `low` does not end.
    assert!(gauge["timed_out"].as_u64() > Some(0) && gauge["killed"].as_u64() > gauge["timed_out"].as_u64(), "{gauge}");
    assert!(!survive.iter().any(|it| it.contains("& became |")), "{survive:#?}");
    assert_eq!(gauge["survived"], survive.len());
    assert_eq!(gauge["not_run"], 0);
    // It is a measure: without it all else is the same.
    let without =
        project.clew(&["generate", "classes", "--no-cache", "--max-steps", "20000", "--format", "json"]).json();
    assert_eq!(without.get("mutants"), None);
    for part in ["totals", "untargeted", "problems"] {
        assert_eq!(without[part], document[part]);
    }
    let verdicts = |document: &Json| -> Vec<Json> {
        let methods = document["methods"].as_array().expect("a list");
        methods.iter().map(|method| serde_json::json!([method["goals"], method["tests"]])).collect()
    };
    assert_eq!(verdicts(&without), verdicts(&document));
}

#[test]
fn what_tests_assert_of_other_methods_counts() {
    let project = Project::compile(&[("demo/Range.java", include_str!("made/Range.java"))]);
    let document = generate(&project, &["--format", "json"]).json();
    let survive = survivors(&document["mutants"][0]);
    // The tests of `isBroken` have no empty range; those of the constructor do, and assert that it is not broken.
    assert!(!survive.iter().any(|it| it.starts_with("isBroken")), "{survive:#?}");
}

#[test]
fn two_runs_say_the_same_also_with_results_of_an_earlier_one() {
    let project = Project::compile(&[("demo/Gauge.java", GAUGE), ("demo/Fraction.java", support::FRACTION)]);
    let run = || {
        let args = ["generate", "classes", "--format", "json", "--max-steps", "20000", "--mutants"];
        let mut command = support::command_in(project.dir.path(), &args);
        command.env_remove("CLEW_NO_CACHE").env("CLEW_STORE", project.path("store"));
        support::Run::of(command.output().expect("the binary runs")).json()
    };
    let (first, second) = (run(), run());
    assert!(second["stats"]["from_store"].as_u64() > Some(0), "{}", second["stats"]);
    assert_eq!(first["mutants"], second["mutants"]);
    assert_eq!(first["mutants"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_summary_tells_of_each_class_and_fits_the_screen() {
    let project = Project::compile(&[("demo/Gauge.java", GAUGE), ("demo/Fraction.java", support::FRACTION)]);
    let run = generate(&project, &[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.lines().count() <= 30 && run.stdout.lines().all(|line| line.chars().count() <= 80),
        "{}",
        run.stdout
    );
    for text in
        ["Mutants: the tests kill ", "demo.Gauge: mutants killed ", "demo.Fraction: mutants killed ", " became "]
    {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
}

#[test]
fn tests_that_are_not_run_say_nothing_of_mutants() {
    let project = Project::fraction();
    let run = generate(&project, &["--no-replay"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("--no-replay") && run.stderr.contains("--mutants"), "{}", run.stderr);
    // A setting comes with any flag.
    let mut command = support::command_in(project.dir.path(), &["generate", "classes", "--no-replay"]);
    let run = support::Run::of(command.env("CLEW_MUTANTS", "true").output().expect("the binary runs"));
    run.assert_fails(2, "clew: mutants need tests that are run; leave --no-replay out\n");
}
