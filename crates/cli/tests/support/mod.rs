//! What the tests of the command share: compiled Java classes, and runs of the built binary.

#![allow(dead_code)] // Each test program uses a part of it.

pub mod browser;
pub mod schema;

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A class with a loop, a constructor that throws, references, and a private method.
pub const FRACTION: &str = "package demo;
public class Fraction {
    final int n, d;
    public Fraction(int n, int d) {
        if (d == 0) throw new IllegalArgumentException(\"zero\");
        this.n = n;
        this.d = d;
    }
    public static int gcd(int a, int b) {
        while (b != 0) { int t = a % b; a = b; b = t; }
        return a;
    }
    public static int sign(int x) {
        if (x < 0) return -1;
        if (x > 0) return 1;
        return 0;
    }
    public boolean same(Fraction other) { return n == other.n && d == other.d; }
    private int secret(int x) { return 10 / x; }
}
";

/// Flags by which the compiler's JVM needs little time for small sources.
const QUICK: [&str; 2] = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];

/// A folder with `classes/`, where compiled classes are.
pub struct Project {
    pub dir: TempDir,
}

impl Project {
    /// Compiles sources, each with its path (`demo/Fraction.java`).
    pub fn compile(sources: &[(&str, &str)]) -> Project {
        Project::compile_with(&[], sources)
    }

    /// Compiles sources with more flags of `javac`.
    pub fn compile_with(flags: &[&str], sources: &[(&str, &str)]) -> Project {
        Project::compile_by("javac", flags, sources)
    }

    /// Compiles sources with this compiler.
    pub fn compile_by(javac: &str, flags: &[&str], sources: &[(&str, &str)]) -> Project {
        let dir = TempDir::new().expect("a temporary folder");
        let mut javac = Command::new(javac);
        // File names are in UTF-8, whatever the locale.
        javac.env("LC_ALL", "C.UTF-8");
        javac.args(QUICK).args(["-g", "-encoding", "UTF-8", "-d"]).arg(dir.path().join("classes")).args(flags);
        for (path, text) in sources {
            let path = dir.path().join("src").join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect("a source");
            javac.arg(path);
        }
        let output = javac.output().expect("javac on the PATH; ./setup says more");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Project { dir }
    }

    /// Compiles other sources in the place of those that some classes were compiled from, without looking at the rest.
    pub fn recompile(&self, sources: &[(&str, &str)]) {
        let mut javac = Command::new("javac");
        javac.args(QUICK).args(["-g", "-encoding", "UTF-8", "-d"]).arg(self.path("classes"));
        for (path, text) in sources {
            let path = self.path("now").join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect("a source");
            javac.arg(path);
        }
        let output = javac.output().expect("javac on the PATH; ./setup says more");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The class `demo.Fraction`.
    pub fn fraction() -> Project {
        Project::compile(&[("demo/Fraction.java", FRACTION)])
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Runs `clew` in the project's folder.
    pub fn clew(&self, args: &[&str]) -> Run {
        clew_in(self.dir.path(), args)
    }
}

/// What a run of `clew` gave.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// The one JSON document on standard output.
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("not one JSON document ({error}): {}\n{}", self.stdout, self.stderr))
    }

    /// Asserts the exit code and exactly what standard error holds.
    pub fn assert_fails(&self, code: i32, stderr: &str) {
        assert_eq!((self.code, self.stderr.as_str()), (Some(code), stderr), "stdout: {}", self.stdout);
    }
}

/// The workers that a run of `clew` has at this moment, by their process ids.
pub fn workers(run: u32) -> Vec<u32> {
    let is_worker = |pid: &u32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).nth(1) == Some(b"serve")
    };
    descendants(run).into_iter().filter(is_worker).collect()
}

/// The processes that a process has started, and those that they have started.
pub fn descendants(process: u32) -> Vec<u32> {
    // A child belongs to the thread that started it.
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
        .collect();
    let below: Vec<u32> = children.iter().flat_map(|child| descendants(*child)).collect();
    [children, below].concat()
}

/// The command in a folder, with the environment that a run may depend on under control.
pub fn command_in(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clew"));
    command.current_dir(dir).args(args).env_remove("JAVA_HOME");
    // Settings; the cache is where what `./setup` fetched lies.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CLEW_") && name != "CLEW_CACHE" {
            command.env_remove(name);
        }
    }
    // What a run says must not hang on those before it.
    if let Some(&("generate" | "check")) = args.first() {
        command.env("CLEW_NO_CACHE", "true");
    }
    command
}

/// Runs `clew` in a folder.
pub fn clew_in(dir: &Path, args: &[&str]) -> Run {
    Run::of(command_in(dir, args).output().expect("the binary runs"))
}

/// Runs `clew` where no file is needed.
pub fn clew(args: &[&str]) -> Run {
    clew_in(Path::new("."), args)
}
