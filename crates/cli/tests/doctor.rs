//! `clew doctor` on machines where something is missing or broken.

mod support;

use serde_json::Value as Json;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use support::{Project, Run, command_in};
use tempfile::TempDir;

fn doctor(dir: &Path, variables: &[(&str, &Path)], args: &[&str]) -> Run {
    let mut command = command_in(dir, &[&["doctor"], args].concat());
    command.envs(variables.iter().copied());
    Run::of(command.output().expect("the binary runs"))
}

/// The line for a check; there has to be exactly one.
fn line<'a>(run: &'a Run, name: &str) -> &'a str {
    let mut lines =
        run.stdout.lines().filter(|line| line.get(9..).is_some_and(|line| line.starts_with(&format!("{name}  "))));
    let line = lines.next().unwrap_or_else(|| panic!("nothing about {name}: {}", run.stdout));
    assert!(lines.next().is_none(), "{name} is there twice: {}", run.stdout);
    line
}

/// Asserts that a check found a problem, the only one, and says these words of it and of its remedy.
fn problem(run: &Run, name: &str, what: &str, remedy: &str) {
    let line = line(run, name);
    assert!(line.starts_with("problem  ") && line.contains(what), "{line}");
    assert!(line.contains(&format!("; {remedy}")), "{line}");
    let problems = run.stdout.lines().filter(|line| line.starts_with("problem ")).count();
    assert_eq!((run.code, problems, run.stderr.as_str()), (Some(2), 1, ""), "{}", run.stdout);
    assert!(run.stdout.ends_with("\n1 problem.\n"), "{}", run.stdout);
}

/// The home of the JDK that the tests run with.
fn jdk_home() -> PathBuf {
    let path = std::env::var_os("PATH").expect("a PATH");
    let found = std::env::split_paths(&path).find_map(|folder| folder.join("javac").canonicalize().ok());
    let javac = found.expect("javac on the PATH; ./setup says more");
    javac.ancestors().nth(2).expect("a home").to_owned()
}

/// A home of a JDK that states this version, with these programs, links to the real ones, and its classes.
fn jdk(version: &str, programs: &[&str]) -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    fs::create_dir(dir.path().join("bin")).expect("a folder");
    fs::write(dir.path().join("release"), format!("JAVA_VERSION=\"{version}\"\n")).expect("a file");
    symlink(jdk_home().join("lib"), dir.path().join("lib")).expect("a link");
    for program in programs {
        symlink(jdk_home().join("bin").join(program), dir.path().join("bin").join(program)).expect("a link");
    }
    dir
}

#[test]
fn where_all_is_well_every_line_says_so() {
    let project = Project::fraction();
    let run = doctor(project.dir.path(), &[], &["classes", "--classpath", "classes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    for name in [
        "clew",
        "settings",
        "JDK",
        "JDK classes",
        "java",
        "javac",
        "solver",
        "JUnit 5",
        "JUnit 4",
        "cache",
        "scratch",
        "cage",
    ] {
        assert!(line(&run, name).starts_with("ok  "), "{}", run.stdout);
    }
    assert!(line(&run, "solver").contains("z3 5.4.0"), "{}", run.stdout);
    for name in ["input", "class path"] {
        assert!(line(&run, name).contains("classes: 1 class, for Java "), "{}", run.stdout);
    }
    assert!(run.stdout.ends_with("\nEverything that is needed is there.\n"), "{}", run.stdout);
    let run = doctor(project.dir.path(), &[], &["--format", "json"]);
    let document = run.json();
    assert_eq!((&document["command"], &document["ok"]), (&Json::from("doctor"), &Json::from(true)));
    let checks = document["checks"].as_array().expect("a list");
    assert!(checks.len() >= 11 && checks.iter().all(|check| check["state"] == "ok"), "{}", run.stdout);
}

#[test]
fn a_jdk_that_is_not_one_is_named() {
    let empty = TempDir::new().expect("a temporary folder");
    let run = doctor(empty.path(), &[("JAVA_HOME", empty.path())], &[]);
    let what = format!("not a JDK (no lib/modules in it): {}", empty.path().display());
    problem(&run, "JDK", &what, "name the home of one with JAVA_HOME");
    let run = doctor(empty.path(), &[("JAVA_HOME", empty.path())], &["--format", "json"]);
    let document = run.json();
    let bad: Vec<&Json> =
        document["checks"].as_array().into_iter().flatten().filter(|check| check["state"] == "problem").collect();
    assert_eq!((run.code, &document["ok"], bad.len()), (Some(2), &Json::from(false), 1));
    assert_eq!((&bad[0]["name"], &bad[0]["found"]), (&Json::from("JDK"), &Json::from(what)));
    assert_eq!(bad[0]["remedy"], "name the home of one with JAVA_HOME");
}

#[test]
fn an_old_jdk_is_named_with_its_version() {
    let here = TempDir::new().expect("a temporary folder");
    let remedy = "install JDK 17 or newer, and name its home with JAVA_HOME";
    let eleven = jdk("11.0.20", &["java", "javac"]);
    let run = doctor(here.path(), &[("JAVA_HOME", eleven.path())], &[]);
    problem(&run, "JDK", &format!("JDK too old: {} (Java 11.0.20)", eleven.path().display()), remedy);
    // The layout before Java 9 has no image of classes.
    let eight = jdk("1.8.0_392", &["java", "javac"]);
    fs::remove_file(eight.path().join("lib")).expect("the link");
    let run = doctor(here.path(), &[("JAVA_HOME", eight.path())], &[]);
    let what = format!("JDK too old: {} (Java 1.8.0_392)", eight.path().display());
    problem(&run, "JDK", &what, remedy);
    // What the doctor finds, a run says too.
    let project = Project::fraction();
    let output = command_in(project.dir.path(), &["generate", "classes"]).env("JAVA_HOME", eight.path()).output();
    Run::of(output.expect("the binary runs")).assert_fails(2, &format!("clew: {what}; {remedy}\n"));
}

#[test]
fn a_jdk_that_lacks_a_part_or_does_not_work_is_named() {
    let here = TempDir::new().expect("a temporary folder");
    let look = |home: &TempDir| doctor(here.path(), &[("JAVA_HOME", home.path())], &[]);
    let runtime = jdk("17.0.1", &["java"]);
    let place = runtime.path().join("bin/javac");
    problem(&look(&runtime), "javac", &format!("{}: it is not there", place.display()), "install a whole JDK");
    fs::write(&place, "#!/bin/sh\nexit 5\n").expect("a file");
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("a program");
    problem(&look(&runtime), "javac", &format!("{}: it ended with exit status: 5", place.display()), "install a whole");
    let damaged = jdk("17.0.1", &["java", "javac"]);
    fs::remove_file(damaged.path().join("lib")).expect("the link");
    fs::create_dir(damaged.path().join("lib")).expect("a folder");
    fs::write(damaged.path().join("lib/modules"), "no image").expect("a file");
    problem(&look(&damaged), "JDK classes", "the JDK's class image cannot be read (", "reinstall the JDK");
}

#[test]
fn folders_that_cannot_be_written_are_named() {
    let here = TempDir::new().expect("a temporary folder");
    let file = here.path().join("file");
    fs::write(&file, "").expect("a file");
    let run = doctor(here.path(), &[("CLEW_CACHE", &file.join("cache"))], &[]);
    let remedy = "set CLEW_CACHE to a folder you can write to";
    problem(&run, "cache", &format!("cannot write to {}", file.join("cache").display()), remedy);
    let run = doctor(here.path(), &[("TMPDIR", &file)], &[]);
    problem(&run, "scratch", &format!("cannot write to {}", file.display()), "set TMPDIR to a folder you can write to");
    // A folder that is made to try stays no longer than that.
    let cache = here.path().join("a/b");
    let run = doctor(here.path(), &[("CLEW_CACHE", &cache)], &[]);
    assert!(line(&run, "cache").starts_with("ok  ") && !here.path().join("a").exists(), "{}", run.stdout);
}

#[test]
fn missing_junit_is_a_problem_if_tests_are_for_it() {
    let jars = TempDir::new().expect("a temporary folder");
    for name in ["junit-4.13.2.jar", "hamcrest-core-1.3.jar"] {
        fs::write(jars.path().join(name), "").expect("a file");
    }
    let variables = [("CLEW_JUNIT_JARS", jars.path())];
    problem(&doctor(jars.path(), &variables, &[]), "JUnit 5", "JUnit is missing: no junit-platform-console", "unpack");
    let run = doctor(jars.path(), &variables, &["--junit", "4"]);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    assert!(line(&run, "JUnit 5").starts_with("note  ") && line(&run, "JUnit 4").starts_with("ok  "), "{}", run.stdout);
}

#[test]
fn each_broken_entry_of_the_class_path_is_named() {
    let project = Project::fraction();
    fs::write(project.path("fake.jar"), "no jar").expect("a file");
    fs::create_dir(project.path("empty")).expect("a folder");
    for (name, major) in [("future", 200), ("newer", 69)] {
        let mut class = fs::read(project.path("classes/demo/Fraction.class")).expect("the class");
        class[7] = major;
        fs::create_dir_all(project.path(name).join("demo")).expect("a folder");
        fs::write(project.path(name).join("demo/Fraction.class"), class).expect("a file");
    }
    fs::create_dir_all(project.path("damaged/demo")).expect("a folder");
    fs::write(project.path("damaged/demo/Fraction.class"), "no class").expect("a file");
    let look = |entry: &str| doctor(project.dir.path(), &[], &["--classpath", &format!("classes:{entry}")]);
    for (entry, what, remedy) in [
        ("nowhere", "no such file or folder: nowhere", "check the path"),
        ("fake.jar", "): fake.jar", "build or download it again, or leave it out"),
        ("empty", "no class files in it: empty", "correct the class path"),
        ("damaged", "not a class file, or a damaged one: damaged/demo/Fraction.class", "compile it again"),
        ("future", "class files too new: future (such as demo.Fraction, version 200; ", "compile with --release 25"),
    ] {
        let run = look(entry);
        assert_eq!(run.code, Some(2), "{}", run.stdout);
        let told: Vec<&str> = run.stdout.lines().filter(|line| line.contains("  class path  ")).collect();
        assert!(told.len() == 2 && told[0].starts_with("ok  "), "{}", run.stdout);
        let found = told[1].starts_with("problem  ") && told[1].contains(what);
        assert!(found && told[1].contains(&format!("; {remedy}")), "{}", told[1]);
    }
    // The JDK of the tests may be new enough, so it is made to say which it is.
    let home = jdk("17.0.1", &["java", "javac"]);
    let run = doctor(project.dir.path(), &[("JAVA_HOME", home.path())], &["newer"]);
    let what = "class files too new for the JDK: newer (such as demo.Fraction, for Java 25; the JDK is 17.0.1)";
    problem(&run, "input", what, "name a JDK 25 or newer with --jdk or JAVA_HOME");
}

#[test]
fn a_broken_file_of_settings_is_a_problem_of_its_own() {
    let here = TempDir::new().expect("a temporary folder");
    fs::write(here.path().join("clew.toml"), "lop-k = 3\n").expect("a file");
    let run = doctor(here.path(), &[], &[]);
    problem(&run, "settings", "clew.toml:1: unknown key lop-k; did you mean loop-k?", "correct it, or use --no-config");
    assert!(line(&run, "solver").starts_with("ok  "), "{}", run.stdout);
}
