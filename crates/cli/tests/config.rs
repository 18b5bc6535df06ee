//! Settings: flag before variable before file before default, and what is said of a file that is wrong.

mod support;

use serde_json::{Value as Json, json};
use std::fs;
use std::path::Path;
use support::{Project, Run, command_in};
use tempfile::TempDir;

/// A folder with a file of settings.
fn folder(text: &str) -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    fs::write(dir.path().join("clew.toml"), text).expect("a file");
    dir
}

fn run(dir: &Path, variables: &[(&str, &str)], args: &[&str]) -> Run {
    let mut command = command_in(dir, args);
    command.envs(variables.iter().copied());
    Run::of(command.output().expect("the binary runs"))
}

/// The value and origin of a setting that `clew config` prints.
fn setting(dir: &Path, variables: &[(&str, &str)], args: &[&str], key: &str) -> (Json, Json) {
    let line = [&["config", "--format", "json"], args].concat();
    let printed = run(dir, variables, &line);
    assert_eq!((printed.code, printed.stderr.as_str()), (Some(0), ""), "{}", printed.stdout);
    let command = args.first().copied().unwrap_or("generate");
    let document = printed.json();
    let settings = document["settings"].as_array().expect("a list").clone();
    let mut found = settings.into_iter().filter(|setting| setting["command"] == command && setting["key"] == key);
    let setting = found.next().unwrap_or_else(|| panic!("no setting {key}: {}", printed.stdout));
    assert!(found.next().is_none(), "{key} is there twice");
    (setting["value"].clone(), setting["origin"].clone())
}

#[test]
fn flag_before_variable_before_file_before_default() {
    let dir = folder("jobs = 3\n\n[generate]\nloop-k = 4\nquiet = true\n");
    let path = dir.path();
    let file = |line: u32| json!({ "kind": "file", "file": "clew.toml", "line": line });
    let variable = json!({ "kind": "environment", "variable": "CLEW_LOOP_K" });
    let set = [("CLEW_LOOP_K", "5")];
    let flags = ["generate", "x", "--loop-k", "6"];
    assert_eq!(setting(path, &set, &flags, "loop-k"), (json!("6"), json!({ "kind": "flag" })));
    assert_eq!(setting(path, &set, &["generate"], "loop-k"), (json!("5"), variable));
    assert_eq!(setting(path, &[], &["generate"], "loop-k"), (json!("4"), file(4)));
    assert_eq!(setting(path, &[], &[], "jobs"), (json!("3"), file(1)));
    assert_eq!(setting(path, &[], &[], "seed"), (json!("0"), json!({ "kind": "default" })));
    assert_eq!(setting(path, &[], &[], "block-k"), (Json::Null, json!({ "kind": "default" })));
    assert_eq!(setting(path, &[], &[], "quiet"), (json!(true), file(5)));
    assert_eq!(setting(path, &[], &["generate", "--quiet=false"], "quiet"), (json!(false), json!({ "kind": "flag" })));
    let variable = json!({ "kind": "environment", "variable": "CLEW_QUIET" });
    assert_eq!(setting(path, &[("CLEW_QUIET", "no")], &[], "quiet"), (json!(false), variable));
    // An empty variable says nothing, and no file is read where none is wanted.
    assert_eq!(setting(path, &[("CLEW_LOOP_K", "")], &[], "loop-k"), (json!("4"), file(4)));
    assert_eq!(setting(path, &[("CLEW_NO_CONFIG", "1")], &[], "loop-k").0, Json::Null);
}

#[test]
fn what_is_set_for_all_commands_need_not_fit_each() {
    let dir = folder("criterion = \"branches\"\n");
    fs::write(dir.path().join("a.clew"), "proc main(x) {\nstart:\n  x := 1;\n}\n").expect("a file");
    let covered = run(dir.path(), &[], &["cover", "a.clew"]);
    assert_eq!((covered.code, covered.stderr.as_str()), (Some(0), ""));
    fs::write(dir.path().join("clew.toml"), "[cover]\ncriterion = \"branches\"\n").expect("a file");
    let refused = run(dir.path(), &[], &["cover", "a.clew"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.starts_with("clew: clew.toml:2: criterion: invalid value 'branches'"), "{}", refused.stderr);
}

#[test]
fn every_flag_of_every_command_is_a_setting_and_has_a_name_of_its_own() {
    let dir = TempDir::new().expect("a temporary folder");
    let printed = run(dir.path(), &[], &["config", "--format", "json"]);
    let document = printed.json();
    let settings = document["settings"].as_array().expect("a list");
    for command in ["generate", "ir", "doctor", "config"] {
        let help = run(dir.path(), &[], &[command, "--help"]).stdout;
        let flags = help.lines().filter_map(|line| {
            let short = || line.strip_prefix("  -").and_then(|line| line.get(1..)?.strip_prefix(", --"));
            let flag = line.strip_prefix("      --").or_else(short)?;
            Some(flag.split([' ', '[', '=']).next().expect("a name").to_owned())
        });
        let mut count = 0;
        for flag in flags.filter(|flag| flag != "help" && flag != "version") {
            count += 1;
            let found = settings.iter().filter(|entry| entry["command"] == command && entry["key"] == flag.as_str());
            assert_eq!(found.count(), 1, "--{flag} of {command}");
            let variable = flag.replace('-', "_").to_uppercase();
            assert!(!["CACHE", "WORKER_STDERR", "JUNIT_JARS"].contains(&variable.as_str()), "CLEW_{variable} is taken");
        }
        assert!(count >= 4, "{help}");
    }
}

#[test]
fn a_run_takes_its_settings_from_the_file() {
    let project = Project::fraction();
    let text = "[generate]\ninputs = \"classes\"\nmethod = [\"sign\", \"gcd\"]\nout = \"made\"\nno-replay = true\nformat = \"json\"\n";
    fs::write(project.path("clew.toml"), text).expect("a file");
    let run = project.clew(&["generate"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    let methods: Vec<&str> =
        document["methods"].as_array().expect("a list").iter().filter_map(|m| m["method"].as_str()).collect();
    assert_eq!(methods, ["gcd", "sign"]);
    assert!(project.path("made/demo/FractionClewTest.java").is_file() && !project.path("clew-tests").exists());
    // The command line replaces a list, it does not add to it.
    let run = project.clew(&["generate", "--method", "same"]);
    assert_eq!(run.json()["methods"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_file_above_counts_and_its_paths_are_relative_to_it() {
    let dir = folder("[generate]\nclasspath = [\"lib/a.jar\", \"/abs/b.jar\"]\nout = \"tests\"\n");
    let root = dir.path().canonicalize().expect("a folder");
    let below = root.join("a/b");
    fs::create_dir_all(&below).expect("folders");
    let place = root.join("clew.toml");
    let origin = json!({ "kind": "file", "file": place.display().to_string(), "line": 3 });
    let out = root.join("tests").display().to_string();
    assert_eq!(setting(&below, &[], &[], "out"), (json!(out), origin));
    let class_path = format!("{}/lib/a.jar:/abs/b.jar", root.display());
    assert_eq!(setting(&below, &[], &[], "classpath").0, json!(class_path));
    let printed = run(&below, &[], &["config"]);
    assert!(printed.stdout.starts_with(&format!("Settings file: {}\n", place.display())), "{}", printed.stdout);
    // A file that is named goes before it.
    fs::write(below.join("other.toml"), "[generate]\nout = \"x\"\n").expect("a file");
    assert_eq!(setting(&below, &[("CLEW_CONFIG", "other.toml")], &[], "out").0, json!("x"));
    let printed = run(&below, &[], &["--config", "other.toml", "config", "--format", "json"]);
    assert_eq!(printed.json()["file"], "other.toml");
    let printed = run(&below, &[], &["config", "--no-config", "--format", "json"]);
    assert_eq!(printed.json()["file"], Json::Null);
}

#[test]
fn faults_of_the_file_are_named_by_line_and_key() {
    for (text, lines) in [
        ("[generate]\nlop-k = 3\n", &["clew.toml:2: unknown key lop-k of [generate]; did you mean loop-k?"][..]),
        ("loop_k = 3\n", &["clew.toml:1: unknown key loop_k; did you mean loop-k?"]),
        ("[ir]\nmutants = true\n", &["clew.toml:2: unknown key mutants of [ir]; clew config lists what there is"]),
        ("\n[genrate]\nseed = 1\n", &["clew.toml:2: unknown section [genrate]; did you mean generate?"]),
        ("[generate]\nquiet = \"yes\"\n", &["clew.toml:2: quiet: it takes true or false, not a text"]),
        ("[generate]\nout = true\n", &["clew.toml:2: out: it takes a text or a number, not true or false"]),
        ("[generate]\nloop-k = [1]\n", &["clew.toml:2: loop-k: it takes a text or a number, not a list"]),
        ("[generate]\nclass = [1979-05-27]\n", &["clew.toml:2: class: it takes a text or a list of texts, not a date"]),
        (
            "[generate]\nseed = 0x10\n",
            &["clew.toml:2: seed: it takes a text or a number, not a number that is not decimal"],
        ),
        (
            "[generate]\nseed = \"many\"\n",
            &["clew.toml:2: seed: invalid value 'many' for '--seed <N>': not a whole number; see --help"],
        ),
        (
            "heap = \"big\"\nconfig = \"x\"\n",
            &[
                "clew.toml:1: heap: invalid value 'big' for '--heap <HOW>' [possible values: solver, lazy]; see --help",
                "clew.toml:2: unknown key config; did you mean concolic?",
            ],
        ),
        ("[generate\n", &["clew.toml:1: not TOML: unclosed table, expected `]`"]),
    ] {
        let dir = folder(text);
        let said: String = lines.iter().map(|line| format!("clew: {line}\n")).collect();
        for args in [&["generate", "x"][..], &["config"]] {
            run(dir.path(), &[], args).assert_fails(2, &said);
        }
        // Help and version do not depend on it.
        assert_eq!(run(dir.path(), &[], &["generate", "--help"]).code, Some(0));
        assert_eq!(run(dir.path(), &[], &["--version"]).code, Some(0));
        assert_eq!(run(dir.path(), &[], &["completions", "bash"]).code, Some(0));
    }
}

#[test]
fn a_number_may_have_underscores() {
    let dir = folder("max-steps = 1_000_000\n");
    assert_eq!(setting(dir.path(), &[], &[], "max-steps").0, json!("1000000"));
}

#[test]
fn faults_of_variables_and_of_the_file_s_name_are_named() {
    let dir = TempDir::new().expect("a temporary folder");
    let fails = |variables: &[(&str, &str)], args: &[&str], line: &str| {
        run(dir.path(), variables, args).assert_fails(2, &format!("clew: {line}\n"));
    };
    fails(
        &[("CLEW_SEED", "many")],
        &["generate", "x"],
        "CLEW_SEED: invalid value 'many' for '--seed <N>': not a whole number; see --help",
    );
    let missing = "cannot read the configuration: no.toml (No such file or directory (os error 2)); check the path";
    fails(&[], &["generate", "x", "--config", "no.toml"], missing);
    fails(&[("CLEW_CONFIG", "no.toml")], &["generate", "x"], missing);
    fails(&[], &["config", "completions"], "no command with settings: completions; see clew --help");
    fails(&[], &["config", "generate", "--bogus"], "unexpected argument '--bogus' found; see --help");
}
