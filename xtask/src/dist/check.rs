//! The archive as a newcomer meets it: in a folder with a space in its name, on a machine with a JDK and nothing else of
//! what this source folder has, on classes that Clew has never seen.

use super::archive;
use crate::{javac, paths};
use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long `clew --version` may take, as a median.
const START: Duration = Duration::from_millis(50);
/// How often it is started to find out.
const STARTS: usize = 20;
/// Flags that keep the run short.
const EFFORT: [&str; 4] = ["--max-steps", "20000", "--jobs", "2"];

/// The machine of the newcomer.
struct Newcomer {
    /// Where everything is.
    folder: PathBuf,
    /// Where the archive was unpacked.
    archive: PathBuf,
    /// The JDK's programs.
    jdk: PathBuf,
}

/// Unpacks the archive and goes through what the README says.
pub fn run(place: &Path) -> Result<()> {
    let newcomer = Newcomer::arrive(place)?;
    newcomer.looks_around()?;
    newcomer.starts_quickly()?;
    newcomer.makes_tests()?;
    newcomer.runs_tests()?;
    newcomer.moves_without_the_solver()
}

impl Newcomer {
    fn arrive(place: &Path) -> Result<Newcomer> {
        let folder = super::folder().join("a new comer");
        paths::empty_folder(&folder)?;
        archive::unpack(place, &folder.join("un packed"))?;
        let archive = folder.join("un packed").join(super::name());
        for made in ["home", "path", "work"] {
            std::fs::create_dir(folder.join(made))?;
        }
        std::os::unix::fs::symlink(archive.join("bin/clew"), folder.join("path/clew"))?;
        let jdk = jdk_programs()?;
        let sources = paths::files_below(&paths::root().join("xtask/java/newcomer"), "java")?;
        javac::compile(&sources, &[], &folder.join("work/classes"))?;
        Ok(Newcomer { folder, archive, jdk })
    }

    /// A program with the environment of the newcomer and nothing of ours.
    fn command(&self, program: impl Into<PathBuf>, args: &[OsString]) -> Result<Command> {
        let folders = [self.folder.join("path"), "/usr/bin".into(), "/bin".into(), self.jdk.clone()];
        let mut command = Command::new(program.into());
        command.args(args).current_dir(self.folder.join("work")).env_clear();
        command.env("PATH", std::env::join_paths(folders)?).env("HOME", self.folder.join("home"));
        Ok(command)
    }

    /// Runs a program, which has to end well.
    fn run(&self, program: impl Into<PathBuf>, args: &[OsString]) -> Result<Output> {
        let mut command = self.command(program, args)?;
        let output = command.output().with_context(|| format!("{command:?} cannot be run"))?;
        if !output.status.success() {
            let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
            bail!("{command:?} ended with {}:\n{}{}", output.status, said[0], said[1]);
        }
        Ok(output)
    }

    fn clew(&self, args: &[&str]) -> Result<String> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let output = self.run(self.folder.join("path/clew"), &args)?;
        ensure!(output.stderr.is_empty(), "clew complains: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?)
    }

    fn looks_around(&self) -> Result<()> {
        let version = self.clew(&["--version"])?;
        ensure!(version.contains(env!("CARGO_PKG_VERSION")) && version.contains("z3 "), "{version}");
        let found = self.clew(&["doctor", "classes"])?;
        for part in ["lib/clew-worker", "lib/junit-platform-console-standalone-", "lib/junit-4", "lib/hamcrest-core-"] {
            let place = self.archive.join(part).display().to_string();
            ensure!(found.contains(&place), "the doctor does not find {place}:\n{found}");
        }
        print!("{found}");
        Ok(())
    }

    fn starts_quickly(&self) -> Result<()> {
        let mut times = Vec::new();
        for _ in 0..STARTS {
            let started = Instant::now();
            self.clew(&["--version"])?;
            times.push(started.elapsed());
        }
        times.sort();
        let median = times[STARTS / 2];
        println!("clew --version: median of {STARTS} {:.1} ms", median.as_secs_f64() * 1e3);
        ensure!(median < START, "clew --version takes {median:?}, which should be below {START:?}");
        Ok(())
    }

    fn makes_tests(&self) -> Result<()> {
        let summary = self.clew(&[&["generate", "classes", "--out", "tests"], &EFFORT[..]].concat())?;
        let made = paths::files_below(&self.folder.join("work/tests"), "java")?;
        ensure!(made.len() >= 3, "tests are missing:\n{summary}");
        println!("{}", summary.trim_end());
        Ok(())
    }

    fn runs_tests(&self) -> Result<()> {
        let launcher = paths::files_below(&self.archive.join("lib"), "jar")?;
        let launcher = launcher.into_iter().find(|jar| jar.to_string_lossy().contains("console-standalone"));
        let launcher = launcher.context("the archive has no JUnit")?;
        let work = self.folder.join("work");
        let class_path = std::env::join_paths([work.join("classes"), launcher.clone()])?;
        let mut words: Vec<OsString> = vec!["-d".into(), "test-classes".into(), "-cp".into(), class_path];
        words.extend(paths::files_below(&work.join("tests"), "java")?.into_iter().map(OsString::from));
        self.run(self.jdk.join("javac"), &words)?;
        let words = [
            "-jar",
            &launcher.to_string_lossy(),
            "execute",
            "--disable-banner",
            "--disable-ansi-colors",
            "--details=summary",
        ]
        .map(OsString::from);
        let rest = ["--fail-if-no-tests", "--class-path", "classes:test-classes", "--scan-class-path", "test-classes"];
        let output = self.run(self.jdk.join("java"), &[&words[..], &rest.map(OsString::from)].concat())?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let figures = said.lines().filter(|line| line.contains("tests successful") || line.contains("tests failed"));
        let figures: Vec<&str> = figures.map(|line| line.trim_matches(['[', ']', ' '])).collect();
        ensure!(figures.len() == 2, "JUnit tells no figures:\n{said}");
        println!("with the JUnit of the archive: {}", figures.join(", "));
        Ok(())
    }

    /// With the library taken away the command still says what is wrong.
    fn moves_without_the_solver(&self) -> Result<()> {
        let library = std::fs::read_dir(self.archive.join("lib"))?.filter_map(|entry| Some(entry.ok()?.path()));
        let library = library.into_iter().find(|path| path.to_string_lossy().contains("libz3.so"));
        let library = library.context("the archive has no solver library")?;
        std::fs::rename(&library, self.folder.join("taken away"))?;
        let output = self.command(self.folder.join("path/clew"), &["doctor".into()])?.output()?;
        std::fs::rename(self.folder.join("taken away"), &library)?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = said.lines().find(|line| line.starts_with("problem  solver ")).unwrap_or_default();
        ensure!(output.status.code() == Some(2) && line.contains("libz3.so"), "without the library:\n{said}");
        println!("without the library: {line}");
        Ok(())
    }
}

/// The folder with the programs of the JDK.
fn jdk_programs() -> Result<PathBuf> {
    let jdk = clew_jvm::Jdk::locate(None)?;
    Ok(jdk.home.join("bin"))
}
