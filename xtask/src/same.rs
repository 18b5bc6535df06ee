//! `xtask same`: two builds of the command give the same documents and tests, byte for byte. It guards changes of the code that
//! are to change no answer.

use crate::determinism::compare::compare;
use crate::generation::{self, run_for_document};
use crate::{everyday, javac, machine, paths};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many differences are listed for each comparison.
const LISTED: usize = 20;

/// The package of the sample jar that is compared where no jar is named.
const PACKAGE: &str = "org.apache.commons.codec.digest.*";

/// The heap models of which each is asked.
const HEAPS: [&str; 2] = ["lazy", "solver"];

/// What is compared.
#[derive(Args)]
pub struct SameArgs {
    /// What the working tree is compared with: a folder that holds the command and its worker, or a revision of the repository,
    /// which is built below target/same.
    #[arg(value_name = "BASE")]
    base: String,
    /// Jars or folders of classes [default: the corpus, the examples, and a package of commons-codec].
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
    /// Only classes of the jars whose binary name matches; may be repeated.
    #[arg(long, value_name = "GLOB", requires = "jars")]
    class: Vec<String>,
    /// Only files of the corpus whose names below corpus/java contain this.
    #[arg(long, value_name = "PART", default_value = "", conflicts_with = "jars")]
    corpus: String,
    /// Instructions executed symbolically for each method: the repeatable budget.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    max_steps: u64,
    /// The command of the working tree [default: the debug build, made anew].
    #[arg(long, value_name = "FILE")]
    clew: Option<PathBuf>,
    /// Further flags of both commands.
    #[arg(last = true)]
    flags: Vec<String>,
}

/// Classes that both builds are asked about.
struct Subject {
    name: String,
    classes: PathBuf,
    flags: Vec<String>,
}

/// A command of Clew whose documents are compared.
#[derive(Clone, Copy)]
enum Asked {
    Generate,
    Check,
}

impl Asked {
    const ALL: [Asked; 2] = [Asked::Generate, Asked::Check];

    fn name(self) -> &'static str {
        match self {
            Asked::Generate => "generate",
            Asked::Check => "check",
        }
    }

    fn writes_tests(self) -> bool {
        match self {
            Asked::Generate => true,
            Asked::Check => false,
        }
    }
}

/// Asks both builds about all subjects, with each command and each heap model, and prints what differs first.
///
/// # Errors
/// A build cannot be made or run, or two results differ.
pub fn run(args: &SameArgs) -> Result<()> {
    let own = args.clew.clone().map_or_else(|| build_debug(paths::root()), Ok)?.canonicalize()?;
    let base = base_command(&args.base)?;
    let subjects = if args.jars.is_empty() { usual_subjects(&args.corpus)? } else { named_subjects(args)? };
    let mut troubles = Vec::new();
    for subject in &subjects {
        for (asked, heap) in Asked::ALL.into_iter().flat_map(|asked| HEAPS.map(|heap| (asked, heap))) {
            troubles.extend(compare_both(args, [&base, &own], subject, asked, heap)?);
        }
    }
    ensure!(troubles.is_empty(), "{}", troubles.join("\n"));
    Ok(())
}

/// One line for each difference between what the two builds give.
fn compare_both(
    args: &SameArgs,
    builds: [&Path; 2],
    subject: &Subject,
    asked: Asked,
    heap: &str,
) -> Result<Vec<String>> {
    let title = format!("{}, {} --heap {heap}", subject.name, asked.name());
    eprintln!("xtask: {title}");
    let place = paths::target().join("same/results").join(format!("{}-{}-{heap}", subject.name, asked.name()));
    let mut results = Vec::new();
    for (clew, which) in builds.into_iter().zip(["base", "own"]) {
        let folder = place.join(which);
        paths::empty_folder(&folder)?;
        let (json, tests) = (folder.join("clew.json"), folder.join("tests"));
        let mut command = Command::new(clew);
        command.arg(asked.name()).arg(&subject.classes).args(["--format", "json", "--quiet", "--heap", heap]);
        command.args(["--max-steps", &args.max_steps.to_string()]).args(&subject.flags).args(&args.flags);
        if asked.writes_tests() {
            command.arg("--out").arg(&tests);
        }
        run_for_document(&mut command, &json)?;
        results.push((json, tests));
    }
    let [one, two] = [0, 1].map(|at| (results[at].0.as_path(), results[at].1.as_path()));
    let found = compare(one, two)?;
    let clock = found.clock_bound.len();
    println!(
        "{title}: {} methods, {} test classes, {} differences, {clock} methods left out that the clock ended",
        found.methods,
        found.files,
        found.differences.len()
    );
    Ok(found.differences.iter().take(LISTED).map(|line| format!("{title}: {line}")).collect())
}

/// The corpus, the examples, and a package of a sample jar.
fn usual_subjects(corpus: &str) -> Result<Vec<Subject>> {
    let compiled = |name: &str, sources: &[PathBuf]| -> Result<Subject> {
        let classes = paths::target().join("same/classes").join(name);
        javac::compile(sources, &[], &classes)?;
        Ok(Subject { name: name.to_owned(), classes, flags: Vec::new() })
    };
    let files: Vec<PathBuf> = everyday::files(corpus)?.into_iter().map(|(path, _)| path).collect();
    let examples = paths::files_below(&paths::root().join("examples/src/main/java"), "java")?;
    let jar = generation::all_jars()?.into_iter().find(|jar| jar.display().to_string().contains("commons-codec"));
    let jar = jar.context("the sample jar commons-codec is missing: run ./setup --samples")?;
    let flags = vec!["--class".to_owned(), PACKAGE.to_owned()];
    let package = Subject { name: generation::name_of(&jar)?, classes: jar, flags };
    Ok(vec![compiled("corpus", &files)?, compiled("examples", &examples)?, package])
}

fn named_subjects(args: &SameArgs) -> Result<Vec<Subject>> {
    let class = args.class.iter().flat_map(|glob| ["--class".to_owned(), glob.clone()]);
    let flags: Vec<String> = class.collect();
    let subject = |jar: &PathBuf| {
        let classes = jar.canonicalize().with_context(|| format!("{} is missing", jar.display()))?;
        let name = generation::name_of(&classes)?;
        let mut flags = flags.clone();
        let needed = generation::needs(&name)?;
        if !needed.is_empty() {
            let path = std::env::join_paths(needed)?.to_string_lossy().into_owned();
            flags.extend(["--classpath".to_owned(), path]);
        }
        Ok(Subject { name, classes, flags })
    };
    args.jars.iter().map(subject).collect()
}

/// The command of the base: that of a folder, or that of a revision, built anew.
fn base_command(base: &str) -> Result<PathBuf> {
    let folder = Path::new(base);
    if folder.is_dir() {
        let clew = folder.join("clew");
        return clew.canonicalize().with_context(|| format!("{} is missing", clew.display()));
    }
    let commit = machine::git(&["rev-parse", "--verify", "--quiet", &format!("{base}^{{commit}}")])
        .with_context(|| format!("{base} is neither a folder nor a revision"))?;
    let tree = paths::target().join("same").join(&commit);
    if !tree.is_dir() {
        let place = tree.to_string_lossy().into_owned();
        machine::git(&["worktree", "prune"]);
        machine::git(&["worktree", "add", "--detach", &place, &commit])
            .with_context(|| format!("{base} cannot be checked out below {place}"))?;
        let dependencies = paths::root().join(".deps").canonicalize().context("run ./setup first")?;
        std::os::unix::fs::symlink(dependencies, tree.join(".deps"))?;
    }
    build_debug(&tree)
}

/// Builds the command and its worker for developers, and tells where the command is.
fn build_debug(tree: &Path) -> Result<PathBuf> {
    let mut cargo = Command::new(paths::cargo());
    cargo.args(["build", "--quiet", "--workspace", "--bins"]).current_dir(tree);
    if tree != paths::root() {
        cargo.env_remove("CARGO_TARGET_DIR");
        generation::succeed(&mut cargo)?;
        return Ok(tree.join("target/debug/clew"));
    }
    generation::succeed(&mut cargo)?;
    Ok(paths::target().join("debug/clew"))
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn what_is_no_folder_must_be_a_revision() {
        let wrong = base_command("no-such-base").expect_err("there is no such base");
        assert!(wrong.to_string().contains("neither a folder nor a revision"), "{wrong}");
        let folder = tempfile::tempdir().expect("a folder can be made");
        let empty = folder.path().to_string_lossy();
        assert!(base_command(&empty).is_err(), "there is no command in an empty folder");
        std::fs::write(folder.path().join("clew"), "").expect("a file can be written");
        assert!(base_command(&empty).is_ok_and(|clew| clew.ends_with("clew")));
    }
}
