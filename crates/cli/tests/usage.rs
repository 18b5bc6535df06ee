//! Help, version and wrong command lines.

mod support;

use std::fs;
use std::process::Command;
use support::{Project, clew, clew_in};
use tempfile::TempDir;

#[test]
fn help_names_every_flag_with_its_default() {
    let run = clew(&["generate", "--help"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    for flag in [
        "--classpath",
        "--class ",
        "--method",
        "--out",
        "--criterion",
        "--loop-k",
        "--block-k",
        "--recursion-k",
        "--heap",
        "--aliasing",
        "--assume",
        "--budget",
        "--max-steps",
        "--jobs",
        "--search",
        "--seed",
        "--junit",
        "--no-replay",
        "--format",
        "--input-call",
        "--jdk",
        "--quiet",
        "--fail-on",
        "--color",
    ] {
        assert!(run.stdout.contains(flag), "{flag} is missing");
    }
    for default in
        ["[default: 20s,", "[default: 200000]", "[default: clew-tests]", "[default: branches]", "[default: 2,"]
    {
        assert!(run.stdout.contains(default), "{default} is missing");
    }
    assert!(run.stdout.contains("Examples:") && run.stdout.contains("Exit codes:"));
    assert!(!clew(&["--help"]).stdout.contains("worker"), "the worker is nobody's business");
}

#[test]
fn shells_and_man_get_every_command() {
    let dir = TempDir::new().expect("a temporary folder");
    let script = clew(&["completions", "bash"]);
    assert_eq!((script.code, script.stderr.as_str()), (Some(0), ""));
    fs::write(dir.path().join("clew.bash"), script.stdout).expect("a file");
    let complete = "source ./clew.bash; COMP_WORDS=(clew generate --loop); COMP_CWORD=2; _clew clew --loop generate; \
                    echo ${COMPREPLY[@]}";
    let output = Command::new("bash").args(["-c", complete]).current_dir(dir.path()).output().expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "--loop-k\n", "{}", String::from_utf8_lossy(&output.stderr));
    for shell in ["zsh", "fish"] {
        let script = clew(&["completions", shell]).stdout;
        assert!(script.contains("loop-k") && script.contains("doctor"), "{script}");
    }
    let pages = clew_in(dir.path(), &["man", "--out", "pages"]);
    assert_eq!((pages.code, pages.stdout.as_str(), pages.stderr.as_str()), (Some(0), "", ""));
    let read = |name: &str| fs::read_to_string(dir.path().join("pages").join(name)).expect("a page");
    assert!(read("clew.1").contains("doctor") && read("clew-generate.1").contains("loop\\-k"));
    assert_eq!(clew(&["man"]).stdout, read("clew.1"));
    fs::write(dir.path().join("file"), "").expect("a file");
    clew_in(dir.path(), &["man", "--out", "file/x"]).assert_fails(
        2,
        "clew: cannot write to the output folder: file/x (Not a directory (os error 20)); name another with --out\n",
    );
}

#[test]
fn the_version_names_the_solver() {
    let run = clew(&["--version"]);
    let expected = format!("clew {} (", env!("CARGO_PKG_VERSION"));
    assert!(run.code == Some(0) && run.stdout.starts_with(&expected), "{}", run.stdout);
    let solver = run.stdout.trim_end().trim_start_matches(&expected).to_lowercase();
    assert!(solver.starts_with("z3 ") && solver.contains(|c: char| c.is_ascii_digit()), "{solver}");
}

#[test]
fn a_wrong_command_line_gets_one_line() {
    for (args, line) in [
        (
            &[][..],
            "no command given; use generate, cover, reach, check, verify, summarize, ir, doctor, cache, config, completions or man, or see clew --help",
        ),
        (&["gen"], "unrecognized subcommand 'gen'; did you mean generate?"),
        (&["generate"], "the following required arguments were not provided: <INPUT>...; see --help"),
        (&["generate", "x", "--bogus"], "unexpected argument '--bogus' found; see --help"),
        (&["generate", "x", "--serch", "dfs"], "unexpected argument '--serch' found; did you mean --search?"),
        (
            &["generate", "x", "--heap", "y"],
            "invalid value 'y' for '--heap <HOW>' [possible values: solver, lazy]; see --help",
        ),
        (
            &["generate", "x", "--fail-on", "y"],
            "invalid value 'y' for '--fail-on <VERDICTS>': a verdict is one of reached, unreachable, unreachable_within, \
             undecided; see --help",
        ),
        (
            &["generate", "x", "--criterion", "y"],
            "invalid value 'y' for '--criterion <WHICH>': it is branches, statements, paths, local-paths or points:…; see --help",
        ),
        (&["generate", "x", "--jobs", "0"], "invalid value '0' for '--jobs <N>': it has to be at least 1; see --help"),
        (
            &["generate", "x", "--max-steps", "many"],
            "invalid value 'many' for '--max-steps <N>': not a whole number; see --help",
        ),
        (
            &["generate", "x", "--budget", "5"],
            "invalid value '5' for '--budget <DURATION>': time unit needed, for example 5sec or 5ms; see --help",
        ),
    ] {
        let run = clew(args);
        run.assert_fails(2, &format!("clew: {line}\n"));
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn what_this_version_lacks_is_said() {
    let project = Project::fraction();
    for (flags, line) in [
        (&["--criterion", "local-paths"][..], "--criterion local-paths; use branches, statements or paths"),
        (&["--criterion", "points:demo.A#b:3"], "--criterion points:demo.A#b:3; use branches, statements or paths"),
    ] {
        let run = project.clew(&[&["generate", "classes"], flags].concat());
        run.assert_fails(2, &format!("clew: not available in this version: {line}\n"));
        assert_eq!(run.stdout, "");
        assert!(!project.path("clew-tests").exists());
    }
}
