//! Ways to write a path, each for all that a command line names: folders, jars and class files to look at, the class path, the output
//! folder, the sources and the report.

mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Project, Run, command_in};

/// A class of a library.
const LIBRARY: &str = "package lib;
public class Lib {
    public static int twice(int x) { return x * 2; }
}
";

/// A class that needs it, with a line that only the source has.
const CLIENT: &str = "package demo;
import lib.Lib;
public class Client {
    public static int ask(int x) {
        if (Lib.twice(x) == 10) return 1; // as the source says
        return 0;
    }
}
";

/// Below `top`: `lib`, `lib.jar`, `target/classes`, `client.jar`, `src`, and an empty `work`.
fn lay_out(top: &Path) {
    fs::create_dir_all(top.join("work")).expect("a folder");
    for (path, text) in [("libsrc/lib/Lib.java", LIBRARY), ("src/demo/Client.java", CLIENT)] {
        fs::create_dir_all(top.join(path).parent().expect("a folder")).expect("a folder");
        fs::write(top.join(path), text).expect("a source");
    }
    let run = |program: &str, arguments: &[&str]| {
        // Its own arguments are relative, so that no odd path has to be told to it.
        let output = Command::new(program).current_dir(top).args(arguments).output().expect("the JDK's tools");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run("javac", &["-g", "-d", "lib", "libsrc/lib/Lib.java"]);
    run("javac", &["-g", "-cp", "lib", "-d", "target/classes", "src/demo/Client.java"]);
    run("jar", &["cf", "lib.jar", "-C", "lib", "."]);
    run("jar", &["cf", "client.jar", "-C", "target/classes", "."]);
}

/// What a run is told, as the user types it.
struct Typed {
    input: String,
    class_path: String,
    sources: String,
    out: String,
    html: String,
}

impl Typed {
    /// Everything below `top`, which is itself as typed (`""`, `../`, `/tmp/x y/`).
    fn below(top: &str, input: &str, class_path: &str) -> Typed {
        Typed {
            input: format!("{top}{input}"),
            class_path: format!("{top}{class_path}"),
            sources: format!("{top}src"),
            out: format!("{top}made/tests"),
            html: format!("{top}made/report.html"),
        }
    }

    fn run(&self, folder: &Path) -> Run {
        let arguments = ["generate", "--quiet", "--format", "json", "--classpath", &self.class_path, "--sources"];
        let more = [&self.sources, "--out", &self.out, "--html", &self.html, "--", &self.input];
        clew(folder, &[&arguments[..], &more].concat())
    }
}

fn clew(folder: &Path, arguments: &[&str]) -> Run {
    Run::of(command_in(folder, arguments).output().expect("the binary runs"))
}

/// Asserts that every goal has a test that a JVM confirmed.
fn assert_all_confirmed(run: &Run, what: &str) {
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{what}");
    let totals = &run.json()["totals"];
    assert!(totals["goals"].as_u64() >= Some(5), "{what}: {totals}");
    assert_eq!(totals["goals"], totals["reached_unconditional"], "{what}: {totals}");
}

/// Runs what was typed in a folder, and asserts that all is found, confirmed and written where `top` really is.
fn works(folder: &Path, typed: &Typed, top: &Path) {
    let what = format!("{} --classpath {} in {}", typed.input, typed.class_path, folder.display());
    assert_all_confirmed(&typed.run(folder), &what);
    let report = fs::read_to_string(top.join("made/report.html")).expect("a report");
    assert!(report.contains("as the source says"), "{what}");
    assert!(top.join("made/tests/demo/ClientClewTest.java").is_file(), "{what}");
    fs::remove_dir_all(top.join("made")).expect("what was made");
}

fn top() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let top = dir.path().canonicalize().expect("a path").join("top");
    (dir, top)
}

/// A folder, a jar and a class file, each with a class path.
const KINDS: [(&str, &str); 3] =
    [("target/classes", "lib.jar"), ("client.jar", "lib"), ("target/classes/demo/Client.class", "lib.jar")];

#[test]
fn paths_that_lead_up() {
    let (_dir, top) = top();
    lay_out(&top);
    for (input, class_path) in KINDS {
        works(&top.join("work"), &Typed::below("../", input, class_path), &top);
        works(&top, &Typed::below("work/../", input, class_path), &top);
        works(&top, &Typed::below("./work/.././work/..//", input, class_path), &top);
    }
    works(&top.join("work"), &Typed::below("../", "target/classes", "*"), &top);
    works(&top, &Typed::below(&format!("{}/work/../", top.display()), "client.jar", "lib"), &top);
}

#[test]
fn dots_and_slashes() {
    let (_dir, top) = top();
    lay_out(&top);
    for (input, class_path) in [("target/classes/", "lib/"), ("target//classes/.", "./lib/."), ("./client.jar", "./*")]
    {
        works(&top, &Typed::below("", input, class_path), &top);
    }
    let up = |input: &str, ups: &str| Typed { input: input.to_owned(), ..Typed::below(ups, "", "lib.jar") };
    works(&top.join("target/classes"), &up(".", "../../"), &top);
    works(&top.join("target/classes"), &up("./", "../../"), &top);
    works(&top.join("target/classes/demo"), &up(".", "../../../"), &top);
    works(&top.join("target/classes/demo"), &up("Client.class", "../../../"), &top);
    works(&top.join("target/classes/demo"), &up("..", "../../../"), &top);
}

#[test]
fn links() {
    let (_dir, top) = top();
    lay_out(&top);
    let link = |from: &str, to: &str| symlink(to, top.join(from)).expect("a link");
    link("classes", "target/classes");
    link("linked.jar", "client.jar");
    link("Linked.class", "target/classes/demo/Client.class");
    link("libs", "lib");
    link("sources", "src");
    fs::create_dir_all(top.join("deep/er")).expect("a folder");
    link("shortcut", "deep/er");
    for input in ["classes", "linked.jar", "Linked.class"] {
        works(&top, &Typed { sources: "sources".to_owned(), ..Typed::below("", input, "libs") }, &top);
    }
    // The folder above a link is that above what it names.
    for (input, class_path) in KINDS {
        works(&top, &Typed::below("shortcut/../../", input, class_path), &top);
    }
    // The working folder is a link.
    symlink(top.join("work"), top.with_file_name("here")).expect("a link");
    works(&top.with_file_name("here"), &Typed::below("../", "target/classes", "lib"), &top);
    symlink(&top, top.with_file_name("there")).expect("a link");
    works(&top.with_file_name("there"), &Typed::below("", "target/classes", "lib"), &top);
    let whole = format!("{}/", top.with_file_name("there").display());
    works(Path::new("/"), &Typed::below(&whole, "target/classes", "lib.jar"), &top);
}

#[test]
fn letters_of_all_kinds() {
    for name in
        ["a b", "\u{fc}n\u{ef} \u{65e5}\u{672c}", "quo'te \"two\"", "100%41", "bang!", "a#b?c", "-x", "[a]{b}*;$~&+="]
    {
        let (_dir, top) = top();
        let odd = top.with_file_name(name);
        lay_out(&odd);
        for (input, class_path) in KINDS {
            works(&odd, &Typed::below("", input, class_path), &odd);
            works(&top.with_file_name(""), &Typed::below(&format!("./{name}/"), input, class_path), &odd);
        }
        works(&odd.join("work"), &Typed::below("../", "target/classes", "lib"), &odd);
    }
}

#[test]
fn names_of_jars_and_reports_of_all_kinds() {
    let (_dir, top) = top();
    lay_out(&top);
    for name in ["a b.jar", "\u{fc}.jar", "it's \"it\".jar", "bang!.jar", "!.jar", "x.JAR", "x"] {
        fs::copy(top.join("client.jar"), top.join(name)).expect("a jar");
        let typed = Typed::below("", name, "lib.jar");
        assert_all_confirmed(
            &Typed { html: format!("{name}.html"), out: format!("{name} tests"), ..typed }.run(&top),
            name,
        );
        assert!(top.join(format!("{name}.html")).is_file(), "{name}");
        assert!(top.join(format!("{name} tests/demo/ClientClewTest.java")).is_file(), "{name}");
    }
}

#[test]
fn settings_have_paths_too() {
    let (_dir, top) = top();
    lay_out(&top);
    let work = top.join("work");
    let made = top.join("made/tests/demo/ClientClewTest.java");
    // Variables are relative to the working folder.
    let mut command = command_in(&work, &["generate", "--quiet", "--format", "json"]);
    let variables = [("INPUTS", "../target/classes"), ("CLASSPATH", "../lib"), ("OUT", "../made/tests")];
    command.envs(variables.map(|(name, value)| (format!("CLEW_{name}"), value)));
    assert_all_confirmed(&Run::of(command.output().expect("the binary runs")), "variables");
    assert!(made.is_file());
    // The file is found above, or named; what it says is relative to it.
    let file = "inputs = [\"target/classes\"]\nclasspath = [\"work/../lib\"]\nout = \"made/again\"\n";
    fs::write(top.join("clew.toml"), file).expect("a file");
    let arguments = ["generate", "--quiet", "--format", "json"];
    for (folder, more) in [(&top, None), (&work, None), (&work, Some(["--config", "../clew.toml"]))] {
        assert_all_confirmed(
            &clew(folder, &[&arguments[..], more.as_ref().map_or(&[], |more| &more[..])].concat()),
            file,
        );
        let again = top.join("made/again/demo/ClientClewTest.java");
        assert!(again.is_file());
        fs::remove_file(again).expect("a file");
    }
}

#[test]
fn a_colon_is_refused_in_one_line() {
    let (_dir, top) = top();
    let odd = top.with_file_name("a:b");
    lay_out(&odd);
    lay_out(&top);
    let above = top.parent().expect("a folder");
    let line = |place: &str| {
        format!(
            "clew: the path cannot be handed to a JVM: {place} (it has a colon, which separates the entries of a class path); rename it\n"
        )
    };
    for (input, _) in KINDS {
        clew(above, &["generate", &format!("a:b/{input}")]).assert_fails(2, &line(&format!("a:b/{input}")));
        let inside = odd.join(input).display().to_string();
        clew(&odd, &["generate", input]).assert_fails(2, &line(&inside));
        clew(&odd, &["check", input]).assert_fails(2, &line(&inside));
    }
    clew(above, &["generate", "top/target/classes", "--classpath", "a:b/lib"]).assert_fails(2, &line("a:b/lib"));
    assert!(!above.join("clew-tests").exists());
    // No JVM has to know where tests and reports go.
    let typed = Typed::below("top/", "target/classes", "lib");
    assert_all_confirmed(
        &Typed { out: "a:b/t".to_owned(), html: "a:b/r.html".to_owned(), ..typed }.run(above),
        "--out",
    );
    assert!(odd.join("t/demo/ClientClewTest.java").is_file() && odd.join("r.html").is_file());
    // A file of settings in such a folder says so as well.
    fs::write(odd.join("clew.toml"), "classpath = [\"lib\"]\n").expect("a file");
    let run = clew(&odd.join("work"), &["generate", "../../top/target/classes", "--no-replay"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("a:b/lib") && run.stderr.lines().count() == 1, "{}", run.stderr);
}

#[test]
fn line_breaks_and_empty_paths_are_refused_in_one_line() {
    let project = Project::fraction();
    fs::rename(project.path("classes"), project.path("two\nlines")).expect("a rename");
    let line = "clew: the path cannot be handed to a JVM: two\\nlines (it has a line break); rename it\n";
    project.clew(&["generate", "two\nlines"]).assert_fails(2, line);
    let line = "clew: a value is required for '<INPUT>...' but none was supplied; see --help\n";
    project.clew(&["generate", ""]).assert_fails(2, line);
}

#[test]
fn messages_keep_what_was_typed() {
    let (_dir, top) = top();
    lay_out(&top);
    fs::create_dir(top.join("empty")).expect("a folder");
    fs::write(top.join("bad.class"), "no class").expect("a file");
    for (typed, what) in [
        ("../none", "no such file or folder"),
        ("none/../target/classes", "no such file or folder"),
        ("../empty/", "no class files in it"),
        ("../work/../bad.class", "not a class file, or a damaged one"),
    ] {
        let run = clew(&top.join("work"), &["generate", typed]);
        assert_eq!(run.code, Some(2), "{typed}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("clew: {what}: {typed}; ")), "{typed}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{typed}: {}", run.stderr);
    }
}
