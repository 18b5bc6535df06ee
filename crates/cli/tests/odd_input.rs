//! Odd jars, folders, class files and paths: one clear line each or none, the rest is processed, and nothing hangs or panics.

mod support;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::{Duration, Instant};
use support::{FRACTION, Project, Run, command_in};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Longer than any of these takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A jar with these entries.
fn jar(project: &Project, name: &str, entries: &[(&str, &[u8])]) {
    let mut jar = ZipWriter::new(File::create(project.path(name)).expect("a file"));
    for (entry, bytes) in entries {
        jar.start_file(*entry, SimpleFileOptions::default()).expect("an entry");
        jar.write_all(bytes).expect("an entry");
    }
    jar.finish().expect("a jar");
}

fn class(project: &Project) -> Vec<u8> {
    fs::read(project.path("classes/demo/Fraction.class")).expect("the class")
}

/// Makes tests for `sign` without running them.
fn generate(project: &Project, inputs: &[&str]) -> Run {
    let args = ["generate", "--no-replay", "--quiet", "--method", "sign", "--format", "json"];
    let started = Instant::now();
    let run = project.clew(&[&args, inputs].concat());
    assert!(started.elapsed() < PATIENCE, "{inputs:?} took {:?}", started.elapsed());
    for trace in ["panicked", "RUST_BACKTRACE"] {
        assert!(!run.stderr.contains(trace), "{inputs:?}: {}", run.stderr);
    }
    run
}

/// Asserts that this is said, and that the class beside it is processed.
fn says(project: &Project, input: &str, line: &str) {
    let run = generate(project, &[input, "classes"]);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 1, "{input}: {}", run.stderr);
    assert!(lines[0].starts_with("clew: ") && lines[0].contains(line), "{input}: {}", run.stderr);
    assert_eq!(run.code, Some(2), "{input}");
    assert_eq!(run.json()["methods"][0]["method"], "sign", "{input}");
}

/// Asserts that the class is found, and nothing said.
fn takes(project: &Project, input: &str) {
    let run = generate(project, &[input]);
    run.assert_fails(0, "");
    let document = run.json();
    assert_eq!(document["methods"].as_array().map(Vec::len), Some(1), "{input}");
    assert_eq!(document["totals"]["goals"], document["totals"]["reached"], "{input}");
}

#[test]
fn odd_jars() {
    let project = Project::fraction();
    let class = class(&project);
    jar(&project, "empty.jar", &[]);
    says(&project, "empty.jar", "no class files in it: empty.jar; ");
    fs::write(project.path("nothing.jar"), "").expect("a file");
    says(&project, "nothing.jar", "not a jar that can be read");
    fs::write(project.path("pom.xml"), "<project/>").expect("a file");
    says(
        &project,
        "pom.xml",
        "the description of a build, and no classes: pom.xml; build the project, and name the folder",
    );
    jar(&project, "inner.jar", &[("demo/Fraction.class", &class)]);
    let inner = fs::read(project.path("inner.jar")).expect("a jar");
    jar(&project, "outer.jar", &[("lib/inner.jar", &inner), ("META-INF/versions/11/lib/inner.jar", &inner)]);
    says(&project, "outer.jar", "no class files in it: outer.jar; ");
    let climbing = [("../Fraction.class", &class[..]), ("/demo/Fraction.class", &class), ("a/../../B.class", &class)];
    jar(&project, "climbing.jar", &climbing);
    says(&project, "climbing.jar", "no class files in it: climbing.jar; ");
    jar(&project, "mixed.jar", &[&climbing[..], &[("demo/Fraction.class", &class)]].concat());
    let run = project.clew(&["generate", "--quiet", "--method", "sign", "--format", "json", "mixed.jar"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    // The JVM takes such a jar, but the Java compiler does not.
    let reason = run.json()["methods"][0]["undecided"][0]["reason"].to_string();
    assert!(reason.contains("ZipException opening ") && !reason.contains("\\n"), "{reason}");
    let multi = b"Manifest-Version: 1.0\nMulti-Release: true\n\n";
    let versioned = [("META-INF/MANIFEST.MF", &multi[..]), ("META-INF/versions/11/demo/Fraction.class", &class)];
    jar(&project, "versions.jar", &versioned);
    takes(&project, "versions.jar");
}

#[test]
fn an_encrypted_jar_is_one_line() {
    let project = Project::fraction();
    let class = class(&project);
    jar(&project, "closed.jar", &[("demo/Fraction.class", &class), ("demo/Other.class", &class)]);
    let mut bytes = fs::read(project.path("closed.jar")).expect("a jar");
    // The lowest bit of the flags, in front of each entry and in the directory.
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let places: Vec<usize> = (0..bytes.len() - flags).filter(|at| bytes[*at..].starts_with(signature)).collect();
        assert_eq!(places.len(), 2);
        places.iter().for_each(|at| bytes[at + flags] |= 1);
    }
    fs::write(project.path("closed.jar"), bytes).expect("a file");
    says(&project, "closed.jar", "not a jar that can be read (its classes are encrypted): closed.jar; ");
}

#[test]
fn a_jar_that_would_fill_the_memory_is_not_unpacked() {
    let project = Project::fraction();
    let mut jar = ZipWriter::new(File::create(project.path("bomb.jar")).expect("a file"));
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let zeros = vec![0; 1 << 20];
    jar.start_file("demo/Large.class", packed).expect("an entry");
    for _ in 0..80 {
        jar.write_all(&zeros).expect("an entry");
    }
    jar.finish().expect("a jar");
    assert!(fs::metadata(project.path("bomb.jar")).expect("a jar").len() < 200_000);
    // A class of more than 64 MiB.
    says(&project, "bomb.jar", "bomb.jar!demo/Large.class (the entry is larger than 67108864 bytes)");
}

#[test]
fn of_two_entries_with_one_name_the_jvm_and_clew_take_the_same() {
    let project = Project::fraction();
    let first = class(&project);
    let other = FRACTION.replace("return -1;", "return -7;");
    let other = Project::compile(&[("demo/Fraction.java", &other)]);
    // The library does not write such a jar, so the name of the second entry is mended afterwards.
    jar(&project, "twice.jar", &[("demo/Fraction.class", &first), ("demo/Fraxxion.class", &class(&other))]);
    let mut bytes = fs::read(project.path("twice.jar")).expect("a jar");
    let places: Vec<usize> = (0..bytes.len() - 8).filter(|at| bytes[*at..].starts_with(b"Fraxxion")).collect();
    assert_eq!(places.len(), 2, "in front of the entry and in the directory");
    for at in places {
        bytes[at..at + 8].copy_from_slice(b"Fraction");
    }
    fs::write(project.path("twice.jar"), bytes).expect("a file");
    let run = project.clew(&["generate", "twice.jar", "--method", "sign", "--format", "json", "--quiet"]);
    let document = run.json();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(document["totals"]["replay_confirmed"], 3, "{document}");
}

#[test]
fn odd_folders() {
    let project = Project::fraction();
    fs::rename(project.path("classes"), project.path("x.jar")).expect("a rename");
    takes(&project, "x.jar");
    let at = |name: &str| project.path("x.jar").join(name);
    symlink("..", at("up")).expect("a link");
    symlink("self", at("self")).expect("a link");
    symlink("nowhere", at("nowhere")).expect("a link");
    for (folder, link) in [("one", "two"), ("two", "one")] {
        fs::create_dir(at(folder)).expect("a folder");
        // Each leads to the other, twice: followed to the end, that is more ways than there are atoms.
        symlink(format!("../{link}"), at(folder).join("a")).expect("a link");
        symlink(format!("../{link}"), at(folder).join("b")).expect("a link");
    }
    takes(&project, "x.jar");
}

#[test]
fn pipes_and_devices_are_not_waited_for() {
    let project = Project::fraction();
    for name in ["pipe.jar", "Pipe.class", "classes/Pipe.class"] {
        assert!(Command::new("mkfifo").arg(project.path(name)).status().expect("mkfifo runs").success());
    }
    says(&project, "pipe.jar", "neither a file nor a folder: pipe.jar; name a file");
    says(&project, "Pipe.class", "neither a file nor a folder: Pipe.class; name a file");
    says(&project, "/dev/zero", "neither a file nor a folder: /dev/zero; name a file");
}

#[test]
fn odd_class_files() {
    let project = Project::fraction();
    let class = class(&project);
    let at = |name: &str| project.path(name);
    fs::create_dir_all(at("odd/deep")).expect("a folder");
    fs::write(at("odd/Empty.class"), "").expect("a file");
    says(&project, "odd", "not a class file, or a damaged one: odd/Empty.class; ");
    fs::remove_file(at("odd/Empty.class")).expect("a file");
    // It is what is in it that counts, not where it lies.
    fs::write(at("odd/deep/Wrong.class"), &class).expect("a file");
    takes(&project, "odd");
    jar(&project, "wrong.jar", &[("demo/Wrong.class", &class)]);
    let run = generate(&project, &["wrong.jar", "classes"]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
    assert!(run.stderr.contains("wrong.jar!demo/Wrong.class"), "{}", run.stderr);
    // A name that would lead out of the folder in which the JVM looks for it.
    let climbing = replaced(&class, b"demo/Fraction", b"../..raction!");
    fs::write(at("Climbing.class"), climbing).expect("a file");
    says(&project, "Climbing.class", "not a class file, or a damaged one: Climbing.class; ");
    fs::write(at("odd/deep/Climbing.class"), replaced(&class, b"demo/Fraction", b"/tmp/raction!")).expect("a file");
    let run = generate(&project, &["odd"]);
    assert!(run.stderr.contains("odd/deep/Climbing.class") && run.stderr.lines().count() == 1, "{}", run.stderr);
}

/// The bytes with each of these replaced, which are as long.
fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len() - old.len() {
        if bytes[at..].starts_with(old) {
            bytes[at..at + old.len()].copy_from_slice(new);
        }
    }
    bytes
}

#[test]
fn classes_that_inherit_from_each_other() {
    let sources = [
        ("demo/Upper.java", "package demo; public class Upper { public int one() { return 1; } }"),
        ("demo/Lower.java", "package demo; public class Lower extends Upper { public int two() { return 2; } }"),
        ("demo/Third.java", "package demo; public class Third { public static int sign(int x) { return x; } }"),
    ];
    let project = Project::compile(&sources);
    // The class of the same length that extends Lower, under the name of Upper.
    let around = [
        ("demo/Upper.java", "package demo; public class Upper extends Lower { public int one() { return 1; } }"),
        ("demo/Lower.java", "package demo; public class Lower { }"),
    ];
    let around = Project::compile(&around);
    fs::copy(around.path("classes/demo/Upper.class"), project.path("classes/demo/Upper.class")).expect("a class");
    let run = generate(&project, &["classes"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.lines().all(|line| line.contains("class is its own supertype: demo.")), "{}", run.stderr);
    assert!((1..=2).contains(&run.stderr.lines().count()), "{}", run.stderr);
    assert_eq!(run.json()["methods"][0]["class"], "demo.Third");
}

#[test]
fn a_module_has_a_description_that_is_no_class() {
    let project = Project::compile(&[("module-info.java", "module demo { }"), ("demo/Fraction.java", FRACTION)]);
    takes(&project, "classes");
    let run = generate(&project, &["classes/module-info.class"]);
    assert!(run.stderr.starts_with("clew: no method ") && run.stderr.lines().count() == 1, "{}", run.stderr);
}

#[test]
fn paths_that_are_not_utf8() {
    let project = Project::fraction();
    let odd = OsStr::from_bytes(b"cl\xffasses");
    fs::rename(project.path("classes"), project.path("kept")).expect("a rename");
    symlink("kept", project.dir.path().join(odd)).expect("a link");
    let generate = |arguments: &[&OsStr]| {
        let mut command = command_in(project.dir.path(), &["generate", "--quiet", "--method", "sign"]);
        Run::of(command.args(arguments).output().expect("the binary runs"))
    };
    let line = "clew: the path cannot be handed to a JVM: cl\u{fffd}asses (it is not UTF-8); rename it\n";
    generate(&[odd]).assert_fails(2, line);
    generate(&[odd, "--no-replay".as_ref()]).assert_fails(2, line);
    generate(&["kept".as_ref(), "--classpath".as_ref(), odd]).assert_fails(2, line);
    // No JVM has to know where tests go.
    let out = OsStr::from_bytes(b"t\xffests");
    generate(&["kept".as_ref(), "--out".as_ref(), out]).assert_fails(0, "");
    assert!(project.dir.path().join(out).join("demo/FractionClewTest.java").is_file());
}
