//! How many changes of a program its tests notice: PIT, on tests made in each way of making inputs.

use crate::document::Document;
use crate::{generation, javac, paths};
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is changed.
struct Program {
    name: &'static str,
    code: Code,
    /// The classes that are changed, as PIT and `--class` take them.
    classes: &'static [&'static str],
}

/// Where the classes of a program come from.
enum Code {
    /// They are compiled from the sources below this folder.
    Sources(&'static str),
    /// A jar below `.deps`, and the jars that it needs.
    Jar(&'static str, &'static [&'static str]),
}

const PROGRAMS: [Program; 4] = [
    Program {
        name: "examples",
        code: Code::Sources("examples/src/main/java"),
        classes: &["bank.*", "caching.*", "demo.*", "inventory.*", "parsing.*", "scheduling.*"],
    },
    Program { name: "containers and accounts", code: Code::Sources("crates/cli/tests/made"), classes: &["demo.*"] },
    Program {
        name: "commons-csv",
        code: Code::Jar(
            "more-samples/commons-csv-1.14.1.jar",
            &["needed/commons-io-2.20.0.jar", "samples/commons-codec-1.20.0.jar"],
        ),
        classes: &["org.apache.commons.csv.*"],
    },
    Program {
        name: "lang3.math",
        code: Code::Jar("samples/commons-lang3-3.20.0.jar", &[]),
        classes: &["org.apache.commons.lang3.math.*"],
    },
];

/// A program whose classes are there.
pub(super) struct Compiled {
    pub classes: PathBuf,
    pub needed: Vec<PathBuf>,
    pub targets: &'static [&'static str],
}

/// The ways of making inputs.
const WAYS: [&str; 3] = ["any", "prefer-api", "api"];

/// What the tests of a program notice.
struct Noticed {
    tests: usize,
    with_reflection: usize,
    mutants: usize,
    covered: usize,
    killed: usize,
}

/// Generates the tests of each program in each way, runs PIT on them, and tells what it says as a table.
///
/// # Errors
/// Where a program does not compile, or `clew` or PIT end with an error.
pub fn run(clew: Option<&Path>, wanted: impl Fn(&str) -> bool) -> Result<String> {
    let clew = clew.map_or_else(generation::build, |clew| Ok(clew.to_owned()))?;
    let pit = pit_jars()?;
    let mut text = "Mutants of PIT's default operators; *covered* are those on lines that a test executes.\n\n\
                    | program | `--inputs` | tests | with reflection | mutants | covered | killed | of those covered |\n\
                    |---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for program in PROGRAMS.iter().filter(|program| wanted(program.name)) {
        let name = program.name;
        let folder = paths::target().join("mutants").join(name.replace(' ', "-"));
        let compiled = compiled(program, &folder)?;
        for way in WAYS {
            eprintln!("xtask: mutants of {name} with --inputs {way}");
            let noticed = notice(&clew, &pit, &compiled, &folder, way)?;
            let Noticed { tests, with_reflection, mutants, covered, killed } = noticed;
            let score = 100.0 * killed as f64 / covered.max(1) as f64;
            writeln!(
                text,
                "| {name} | `{way}` | {tests} | {with_reflection} | {mutants} | {covered} | {killed} | {score:.0} % |"
            )?;
        }
    }
    Ok(text)
}

fn pit_jars() -> Result<Vec<PathBuf>> {
    let folder = paths::root().join(".deps/mutants");
    ensure!(folder.is_dir(), "{} is missing: run ./setup --mutants", folder.display());
    paths::files_below(&folder, "jar")
}

fn compiled(program: &Program, folder: &Path) -> Result<Compiled> {
    let below = |jar: &str| paths::root().join(".deps").join(jar);
    let (classes, needed) = match &program.code {
        Code::Sources(sources) => {
            let classes = folder.join("classes");
            javac::compile(&paths::files_below(&paths::root().join(sources), "java")?, &[], &classes)?;
            (classes, Vec::new())
        }
        Code::Jar(jar, needed) => (extracted(&below(jar), folder)?, needed.iter().map(|jar| below(jar)).collect()),
    };
    Ok(Compiled { classes, needed, targets: program.classes })
}

/// The classes of a jar as a folder: PIT changes none in a jar.
fn extracted(jar: &Path, folder: &Path) -> Result<PathBuf> {
    ensure!(jar.exists(), "{} is missing: run ./setup --more-samples --mutants", jar.display());
    let classes = folder.join("classes");
    paths::empty_folder(&classes)?;
    let cannot = || format!("{} cannot be extracted", jar.display());
    let file = std::fs::File::open(jar).with_context(cannot)?;
    zip::ZipArchive::new(file).and_then(|mut archive| archive.extract(&classes)).with_context(cannot)?;
    Ok(classes)
}

fn notice(clew: &Path, pit: &[PathBuf], program: &Compiled, folder: &Path, way: &str) -> Result<Noticed> {
    let Compiled { classes, needed, targets } = program;
    let folder = folder.join(way);
    let document = generate(clew, program, way, &folder)?;
    let tests = folder.join("tests");
    let all = document.methods.iter().flat_map(|method| &method.tests);
    let (count, with_reflection) = all.fold((0, 0), |(count, by), test| (count + 1, by + usize::from(test.reflection)));
    let compiled = folder.join("test-classes");
    let class_path = [vec![classes.to_owned()], needed.clone(), junit_jars()?].concat();
    javac::compile(&paths::files_below(&tests, "java")?, &class_path, &compiled)?;
    let report = folder.join("report");
    // PIT comes with libraries of its own, of which a program may be another version.
    let running = [class_path, vec![compiled], pit.to_vec()].concat();
    let output = Command::new("java")
        .arg("-cp")
        .arg(std::env::join_paths(running)?)
        .arg("org.pitest.mutationtest.commandline.MutationCoverageReport")
        .arg("--reportDir")
        .arg(&report)
        .args(["--targetClasses", &targets.join(","), "--excludedClasses", "*ClewTest", "--targetTests", "*ClewTest"])
        .args(["--outputFormats", "CSV", "--jvmArgs", "-ea", "--threads", "2", "--sourceDirs"])
        .arg(&folder)
        .arg("--mutableCodePaths")
        .arg(classes)
        .output()
        .context("java cannot be run")?;
    ensure!(output.status.success(), "PIT ends with an error:\n{}", String::from_utf8_lossy(&output.stderr));
    let lines = std::fs::read_to_string(report.join("mutations.csv"))?;
    let fates: Vec<&str> = lines.lines().filter_map(|line| line.split(',').nth(5)).collect();
    Ok(Noticed {
        tests: count,
        with_reflection,
        mutants: fates.len(),
        covered: fates.iter().filter(|fate| **fate != "NO_COVERAGE").count(),
        killed: fates.iter().filter(|fate| matches!(**fate, "KILLED" | "TIMED_OUT")).count(),
    })
}

/// Makes the tests of a program below a folder, which is emptied first.
///
/// # Errors
/// Where `clew generate` ends with an error.
pub(super) fn generate(clew: &Path, program: &Compiled, way: &str, folder: &Path) -> Result<Document> {
    paths::empty_folder(folder)?;
    let json = folder.join("clew.json");
    let out = std::fs::File::create(&json)?;
    let mut generate = Command::new(clew);
    generate.arg("generate").arg(&program.classes);
    if !program.needed.is_empty() {
        generate.arg("--classpath").arg(std::env::join_paths(&program.needed)?);
    }
    program.targets.iter().for_each(|class| {
        generate.args(["--class", class]);
    });
    let status = generate
        .args(["--inputs", way, "--max-steps", "20000", "--format", "json", "--quiet", "--out"])
        .arg(folder.join("tests"))
        .env(generation::NO_CACHE.0, generation::NO_CACHE.1)
        .stdout(out)
        .status()
        .with_context(|| format!("{} cannot be run", clew.display()))?;
    ensure!(status.success(), "clew generate ends with {status}");
    Document::read(&json)
}

pub(super) fn junit_jars() -> Result<Vec<PathBuf>> {
    let jars = paths::files_below(&paths::root().join(".deps/jars"), "jar")?;
    let is_junit = |jar: &PathBuf| {
        jar.file_name().is_some_and(|name| name.to_string_lossy().starts_with("junit-platform-console-standalone"))
    };
    Ok(jars.into_iter().filter(is_junit).collect())
}
