//! What the tasks that look at generated tests have in common: which jars, how hard Clew tries, and where the result is.

use crate::document::Document;
use crate::{machine, paths};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Jars, and how Clew makes tests for them.
#[derive(Args)]
pub struct GenerationArgs {
    /// Jars or folders of classes to generate tests for [default: all of .deps/samples].
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
    /// Instructions executed symbolically for each method: the repeatable budget.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_steps: u64,
    /// Time for each method.
    #[arg(long, value_name = "DURATION", default_value = "5s", value_parser = humantime::parse_duration)]
    budget: Duration,
    /// Methods explored at one time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Only classes whose binary name matches; may be repeated.
    #[arg(long, value_name = "GLOB", conflicts_with = "write")]
    class: Vec<String>,
    /// The command to use [default: the release build, made anew].
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    clew: Option<PathBuf>,
    /// Use what an earlier run of this or a like task left in target/samples in place of running `clew generate` again.
    #[arg(long)]
    reuse: bool,
}

/// The tests of one jar.
pub struct Generated {
    /// The name of the jar without its ending.
    pub name: String,
    /// The jar, as an absolute path.
    pub jar: PathBuf,
    /// The jars that it stands on.
    pub needs: Vec<PathBuf>,
    /// The folder for everything about it.
    pub folder: PathBuf,
    /// The folder of the test sources.
    pub tests: PathBuf,
    /// What Clew said.
    pub document: Document,
    /// Wall time of `clew generate`.
    pub wall: Duration,
}

impl GenerationArgs {
    /// The flags of `clew generate` that say how hard it tries.
    pub fn effort(&self) -> Vec<String> {
        let budget = humantime::format_duration(self.budget).to_string();
        let mut flags = vec!["--max-steps".to_owned(), self.max_steps.to_string()];
        flags.extend(["--budget".to_owned(), budget, "--jobs".to_owned(), self.jobs.to_string()]);
        flags.extend(self.class.iter().flat_map(|glob| ["--class".to_owned(), glob.clone()]));
        flags
    }

    /// Generates the tests of each jar and hands them over.
    ///
    /// # Errors
    /// Where a jar is missing, `clew` cannot be built or ends with an error, or `act` fails.
    pub fn for_each(&self, mut act: impl FnMut(Generated) -> Result<()>) -> Result<()> {
        let jars = if self.jars.is_empty() { all_jars()? } else { self.jars.clone() };
        let clew = match (&self.clew, self.reuse) {
            (Some(clew), false) => Some(clew.clone()),
            (None, false) => Some(build()?),
            (_, true) => None,
        };
        jars.iter().try_for_each(|jar| act(Request::new(jar, "samples", self.effort())?.run(clew.as_deref())?))
    }
}

/// What is asked of `clew generate` for one jar.
pub struct Request {
    /// The name of the jar without its ending.
    pub name: String,
    jar: PathBuf,
    needs: Vec<PathBuf>,
    flags: Vec<String>,
    folder: PathBuf,
}

impl Request {
    /// The tests of `jar`, made with these flags, in a folder below `target` that carries the name of the task.
    pub fn new(jar: &Path, task: &str, flags: Vec<String>) -> Result<Request> {
        let jar = jar.canonicalize().with_context(|| format!("{} is missing", jar.display()))?;
        let name = name_of(&jar)?;
        let folder = paths::target().join(task).join(&name);
        Ok(Request { needs: needs(&name)?, name, jar, flags, folder })
    }

    /// Runs the command, or, where there is none, takes what an earlier run with the same flags left.
    ///
    /// # Errors
    /// Where `clew` ends with an error, or no earlier run of this commit left anything.
    pub fn run(self, clew: Option<&Path>) -> Result<Generated> {
        let json = self.folder.join("clew.json");
        let tests = self.folder.join("tests");
        let mut wall = None;
        if let Some(clew) = clew {
            paths::empty_folder(&self.folder)?;
            eprintln!("xtask: clew generate {}", self.name);
            wall = Some(generate(&self.flags, clew, (&self.jar, &self.needs), &tests, &json)?);
            std::fs::write(self.record(), self.made_with())?;
        } else {
            let made = std::fs::read_to_string(self.record()).unwrap_or_default();
            let folder = self.folder.display();
            ensure!(made == self.made_with(), "{folder} holds what was made with `{}`: leave --reuse out", made.trim());
        }
        let document = Document::read(&json)?;
        let wall = wall.unwrap_or_else(|| Duration::from_secs_f64(document.stats.seconds));
        let Request { name, jar, needs, folder, .. } = self;
        Ok(Generated { name, jar, needs, folder, tests, document, wall })
    }

    /// Whether an earlier run of this commit with the same flags left its result.
    pub fn is_done(&self) -> bool {
        std::fs::read_to_string(self.record()).is_ok_and(|made| made == self.made_with())
    }

    /// The file that tells what the tests were made with, so that nothing else is taken for it later.
    fn record(&self) -> PathBuf {
        self.folder.join("made-with")
    }

    fn made_with(&self) -> String {
        format!("{} {}\n", machine::commit(), self.flags.join(" "))
    }
}

/// The sample jars that stand on others, by how their names begin.
const NEEDS: [(&str, &[&str]); 3] = [
    ("commons-csv-", &["commons-io-", "commons-codec-"]),
    ("commons-text-", &["commons-lang3-"]),
    ("guava-", &["failureaccess-"]),
];

/// The name of a jar without its ending.
pub fn name_of(jar: &Path) -> Result<String> {
    jar.file_stem().map(|stem| stem.to_string_lossy().into_owned()).context("a jar has a name")
}

/// The jars that the one with this name stands on.
pub fn needs(name: &str) -> Result<Vec<PathBuf>> {
    let Some((_, needed)) = NEEDS.iter().find(|(prefix, _)| name.starts_with(prefix)) else { return Ok(Vec::new()) };
    let known = [all_jars()?, jars_in("needed", "--more-samples")?].concat();
    let find = |prefix: &&str| {
        let is_meant = |jar: &&PathBuf| jar.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
        known.iter().find(is_meant).cloned().with_context(|| format!("{prefix} is missing: run ./setup --more-samples"))
    };
    needed.iter().map(find).collect()
}

/// The sample jars of the larger tests.
pub fn all_jars() -> Result<Vec<PathBuf>> {
    jars_in("samples", "--samples")
}

/// Those and the others that `./setup --more-samples` fetches.
pub fn more_jars() -> Result<Vec<PathBuf>> {
    Ok([all_jars()?, jars_in("more-samples", "--more-samples")?].concat())
}

/// The jars of a set, which `./setup` fetches with this flag.
fn jars_in(set: &str, flag: &str) -> Result<Vec<PathBuf>> {
    let folder = paths::root().join(".deps").join(set);
    ensure!(folder.is_dir(), "{} is missing: run ./setup {flag}", folder.display());
    let jars = paths::files_below(&folder, "jar")?;
    ensure!(!jars.is_empty(), "there is no jar in {}", folder.display());
    Ok(jars)
}

/// Builds the command as users have it, and tells where it is.
pub fn build() -> Result<PathBuf> {
    let mut cargo = Command::new(paths::cargo());
    cargo.args(["build", "--quiet", "--release", "--package", "clew-cli"]).current_dir(paths::root());
    succeed(&mut cargo)?;
    Ok(paths::target().join("release/clew"))
}

/// Runs a command that builds Clew.
///
/// # Errors
/// It cannot be run, or fails.
pub fn succeed(cargo: &mut Command) -> Result<()> {
    let status = cargo.status().context("cargo cannot be run")?;
    ensure!(status.success(), "clew cannot be built");
    Ok(())
}

/// The setting with which `clew` uses no results of earlier runs: what is measured or compared is done anew.
pub const NO_CACHE: (&str, &str) = ("CLEW_NO_CACHE", "true");

/// Exit codes of `clew` after which its document is complete: done, done with bad input, contradicted by the JVM.
pub const WITH_DOCUMENT: [i32; 3] = [0, 2, 3];

/// The document of `clew generate` about the classes in `classes` below a folder, explored anew.
///
/// # Errors
/// The command cannot be run, or ends without a complete document.
pub fn document_of_classes<D: DeserializeOwned>(clew: &Path, flags: &[&str], folder: &Path) -> Result<D> {
    let output = Command::new(clew)
        .args(["generate", "classes", "--format", "json", "--quiet"])
        .args(flags)
        .current_dir(folder)
        .env(NO_CACHE.0, NO_CACHE.1)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{} cannot be run", clew.display()))?;
    match output.status.code() {
        Some(code) if WITH_DOCUMENT.contains(&code) => Ok(serde_json::from_slice(&output.stdout)?),
        _ => bail!("clew ended with {}", output.status),
    }
}

fn generate(
    flags: &[String],
    clew: &Path,
    (jar, needs): (&Path, &[PathBuf]),
    tests: &Path,
    json: &Path,
) -> Result<Duration> {
    let started = Instant::now();
    let mut command = Command::new(clew);
    command.arg("generate").arg(jar).args(["--format", "json", "--quiet"]).args(flags);
    command.arg("--classpath").arg(std::env::join_paths(needs)?).arg("--out").arg(tests);
    run_for_document(&mut command, json)?;
    Ok(started.elapsed())
}

/// Runs a command of Clew, without results of earlier runs, and puts its document into a file, and its messages into one beside it.
///
/// # Errors
/// The command cannot be run, or ends without a complete document.
pub fn run_for_document(command: &mut Command, json: &Path) -> Result<()> {
    let log = json.with_extension("log");
    let status = command
        .env(NO_CACHE.0, NO_CACHE.1)
        .stdin(Stdio::null())
        .stdout(File::create(json)?)
        .stderr(File::create(&log)?)
        .status()
        .with_context(|| format!("{} cannot be run", command.get_program().display()))?;
    match status.code() {
        Some(code) if WITH_DOCUMENT.contains(&code) => Ok(()),
        _ => bail!("clew ended with {status}; its messages are in {}", log.display()),
    }
}
