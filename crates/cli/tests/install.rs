//! Clew with parts of it missing or broken, as after an archive that was unpacked in part.

mod support;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Project, Run};
use tempfile::TempDir;

/// A copy of the program in a folder of its own, laid out as in an archive.
struct Installed {
    dir: TempDir,
}

impl Installed {
    /// The command alone.
    fn bare() -> Installed {
        let dir = TempDir::with_prefix("clew with spaces ").expect("a temporary folder");
        for folder in ["bin", "lib"] {
            fs::create_dir(dir.path().join(folder)).expect("a folder");
        }
        fs::copy(env!("CARGO_BIN_EXE_clew"), dir.path().join("bin/clew")).expect("a copy");
        Installed { dir }
    }

    /// The command with the program of its workers, but without the solver library.
    fn without_solver() -> Installed {
        let installed = Installed::bare();
        fs::copy(env!("CARGO_BIN_EXE_clew-worker"), installed.worker()).expect("a copy");
        installed
    }

    /// All of it.
    fn complete() -> Installed {
        let installed = Installed::without_solver();
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/z3/lib/libz3.so");
        let library = library.canonicalize().expect("the solver library; ./setup fetches it");
        symlink(library, installed.path("lib/libz3.so.5.4")).expect("a link");
        installed
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn worker(&self) -> PathBuf {
        self.path("lib/clew-worker")
    }

    /// Puts a program in the place of the workers' that says something and fails.
    fn put_worker(&self, script: &str) {
        fs::write(self.worker(), format!("#!/bin/sh\n{script}\n")).expect("a file");
        fs::set_permissions(self.worker(), fs::Permissions::from_mode(0o755)).expect("a program");
    }

    fn clew(&self, program: &Path, dir: &Path, args: &[&str]) -> Run {
        let mut command = Command::new(program);
        let command = command.current_dir(dir).args(args).env_remove("LD_LIBRARY_PATH").env_remove("JAVA_HOME");
        // What a run says must not hang on those before it.
        command.env("CLEW_NO_CACHE", "true");
        Run::of(command.output().expect("the command runs"))
    }

    fn run(&self, args: &[&str]) -> Run {
        self.clew(&self.path("bin/clew"), self.dir.path(), args)
    }

    fn generate_fails(&self, line: &str) {
        let project = Project::fraction();
        let run = self.clew(&self.path("bin/clew"), project.dir.path(), &["generate", "classes"]);
        run.assert_fails(2, &format!("clew: {line}\n"));
        assert!(!project.path("clew-tests").exists(), "nothing stays behind");
    }
}

const REMEDY: &str = "unpack the whole archive again (in a source folder: run ./setup)";
const NO_SOLVER: &str = " (no solver that can be used: see clew doctor)\n";

#[test]
fn the_whole_archive_works_through_a_link_on_the_path() {
    let installed = Installed::complete();
    let link = installed.path("link");
    symlink(installed.path("bin/clew"), &link).expect("a link");
    let run = installed.clew(&link, Path::new("/"), &["--version"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.ends_with(" (z3 5.4.0.0)\n"), "{}", run.stdout);
}

#[test]
fn without_the_workers_program_every_line_says_so() {
    let installed = Installed::bare();
    let run = installed.run(&["--version"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.ends_with(NO_SOLVER), "{}", run.stdout);
    let place = installed.path("lib/clew-worker");
    installed.generate_fails(&format!("a part of Clew is missing: {}; {REMEDY}", place.display()));
}

#[test]
fn without_the_solver_library_the_command_still_starts() {
    let installed = Installed::without_solver();
    let run = installed.run(&["--version"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.ends_with(NO_SOLVER), "{}", run.stdout);
    assert_eq!(installed.run(&["generate", "--help"]).code, Some(0));
    let project = Project::fraction();
    let run = installed.clew(&installed.path("bin/clew"), project.dir.path(), &["generate", "classes"]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
    assert!(run.stderr.starts_with("clew: the solver cannot be used: "), "{}", run.stderr);
    assert!(run.stderr.contains("libz3.so") && run.stderr.ends_with(&format!("; {REMEDY}\n")), "{}", run.stderr);
}

#[test]
fn a_worker_that_cannot_run_is_described() {
    let installed = Installed::bare();
    installed.put_worker("echo 'Z3 4.8.12.0 was loaded where 5.4.0 is needed' >&2; exit 3");
    let wrong = "the solver cannot be used: Z3 4.8.12.0 was loaded where 5.4.0 is needed";
    installed.generate_fails(&format!("{wrong}; {REMEDY}"));
    let library = "libstdc++.so.6: cannot open shared object file";
    installed.put_worker(&format!("echo '{library}' >&2; exit 127"));
    let debian = "install it (on Debian: apt-get install libstdc++6)";
    installed.generate_fails(&format!("the solver cannot be used: {library}; {debian}"));
    let old = "libc.so.6: version GLIBC_2.99 not found";
    installed.put_worker(&format!("echo '{old}' >&2; exit 1"));
    let newer = "this system's libraries are too old: use a newer one, or build Clew from source";
    installed.generate_fails(&format!("the solver cannot be used: {old}; {newer}"));
    installed.put_worker("kill -SEGV $$");
    let place = installed.path("lib/clew-worker");
    let crashed = format!("{} ended with signal: 11 (SIGSEGV)", place.display());
    installed.generate_fails(&format!("the solver cannot be used: {crashed}; {REMEDY}"));
}

#[test]
fn the_doctor_works_without_the_solver() {
    let installed = Installed::bare();
    let jars =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars").canonicalize().expect("the jars of ./setup");
    for jar in fs::read_dir(jars).expect("a folder").map(|jar| jar.expect("an entry").path()) {
        symlink(&jar, installed.path("lib").join(jar.file_name().expect("a name"))).expect("a link");
    }
    let solver = |installed: &Installed| {
        let run = installed.run(&["doctor"]);
        let line = run.stdout.lines().find(|line| line.contains("  solver ")).expect("a line").to_owned();
        let problems = run.stdout.lines().filter(|line| line.starts_with("problem ")).count();
        assert_eq!((run.code, problems), (Some(2), 1), "{}", run.stdout);
        assert!(line.starts_with("problem  ") && line.ends_with(&format!("; {REMEDY}")), "{line}");
        line
    };
    assert!(solver(&installed).contains("a part of Clew is missing: "));
    fs::copy(env!("CARGO_BIN_EXE_clew-worker"), installed.worker()).expect("a copy");
    assert!(solver(&installed).contains("libz3.so"));
    fs::write(installed.path("lib/libz3.so.5.4"), "no library").expect("a file");
    assert!(solver(&installed).contains("libz3.so"));
}

#[test]
fn settings_of_the_environment_do_not_reach_the_workers() {
    let installed = Installed::bare();
    let seen = installed.path("seen");
    installed.put_worker(&format!("if [ $1 = solver ]; then echo z3; else env > '{}'; fi", seen.display()));
    let project = Project::fraction();
    let jars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars");
    let mut command = Command::new(installed.path("bin/clew"));
    command.current_dir(project.dir.path()).args(["generate", "classes", "--method", "sign"]).env_remove("JAVA_HOME");
    let output = command.env("CLEW_LOOP_K", "3").env("CLEW_JUNIT_JARS", jars).output().expect("the command runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("worker"), "the worker does not answer");
    let seen = fs::read_to_string(seen).expect("what the worker saw");
    assert!(seen.contains("PATH=") && !seen.contains("CLEW_"), "{seen}");
}
