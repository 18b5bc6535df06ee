//! What stays when a run is killed, and what is said when nothing can be written.
#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{Project, Run, command_in, descendants};

/// How many runs are killed.
const KILLS: u32 = 20;
/// How long the processes of a run may live on when it was killed.
const AFTER_KILL: Duration = Duration::from_secs(2);

/// The files below a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("a path below it").display().to_string();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// Whether this is a file under way, which nobody takes for a test or a report.
fn is_draft(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.starts_with('.') && (file.ends_with(".tmp") || file.starts_with(".clew-probe-"))
}

fn is_alive(process: u32) -> bool {
    // A process that has ended and that nobody has asked about yet does nothing any more.
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    status.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

#[test]
fn a_run_that_is_killed_leaves_whole_files_and_no_processes() {
    let project = Project::fraction();
    let generate = |out: &str| -> Command {
        let reports = ["--html", &format!("{out}/report.html"), "--lcov", &format!("{out}/report.lcov")];
        let args = [&["generate", "classes", "--quiet", "--out", out], &reports[..]].concat();
        let mut command = command_in(project.dir.path(), &args);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let started = Instant::now();
    assert!(generate("whole").status().expect("the binary runs").success());
    let time = started.elapsed();
    let whole = files(&project.path("whole"));
    assert!(whole.contains_key("demo/FractionClewTest.java"), "{:?}", whole.keys());
    for turn in 0..KILLS {
        let mut run = generate("killed").spawn().expect("the binary runs");
        // From start to end, in an order that is not that of time.
        thread::sleep(time * (turn * 7 % KILLS) / KILLS);
        let processes = descendants(run.id());
        run.kill().expect("a child");
        run.wait().expect("a child");
        let killed = Instant::now();
        while processes.iter().any(|process| is_alive(*process)) {
            assert!(killed.elapsed() < AFTER_KILL, "processes of the killed run live on");
            thread::sleep(Duration::from_millis(20));
        }
        for (name, text) in files(&project.path("killed")) {
            let kept = whole.get(&name);
            // A report tells times, so it need not be the same byte for byte.
            let is_whole = kept == Some(&text) || (name.starts_with("report.") && text.ends_with(b"\n"));
            assert!(is_whole || is_draft(&name), "{name} is neither whole nor a draft");
        }
    }
    assert!(generate("killed").status().expect("the binary runs").success());
    let names: Vec<String> = files(&project.path("killed")).into_keys().collect();
    assert_eq!(names, whole.into_keys().collect::<Vec<_>>(), "what killed runs left is gone");
}

/// Runs `clew` with its standard output going there.
fn printing_to(project: &Project, args: &[&str], stdout: Stdio) -> Run {
    let mut command = command_in(project.dir.path(), args);
    let child = command.stdout(stdout).stderr(Stdio::piped()).spawn().expect("the binary runs");
    Run::of(child.wait_with_output().expect("the run ends"))
}

#[test]
fn a_full_standard_output_is_said_and_a_closed_one_is_not() {
    let project = Project::fraction();
    let generate = ["generate", "classes", "--method", "sign", "--no-replay", "--format", "json"];
    let line = "clew: cannot write to standard output (No space left on device (os error 28)); free space there, or send it \
                elsewhere\n";
    for args in [&generate[..], &["ir", "classes"], &["--help"], &["--version"], &["config"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("a device of Linux");
        printing_to(&project, args, full.into()).assert_fails(2, line);
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        printing_to(&project, args, writer.into()).assert_fails(0, "");
    }
}

/// Runs a script in a namespace of its own, where `full` is a file system of 16 KiB without space. Nothing where the system does not
/// allow that.
fn with_full_disk(project: &Project, script: &str) -> Option<Run> {
    let make = "mkdir -p full && mount -t tmpfs -o size=16k tmpfs full && { head -c 64k /dev/zero > full/filler; true; } 2> /dev/null";
    let allowed = Command::new("unshare").args(["-Urm", "true"]).stderr(Stdio::null()).status();
    if !allowed.is_ok_and(|status| status.success()) {
        return None;
    }
    let script = format!("{make} && {script}");
    let mut command = command_in(project.dir.path(), &[]);
    let clew = command.get_program().to_owned();
    command = Command::new("unshare");
    command
        .current_dir(project.dir.path())
        .args(["-Urm", "sh", "-c", &script])
        .env("CLEW", clew)
        .env_remove("JAVA_HOME");
    Some(Run::of(command.output().expect("unshare runs")))
}

#[test]
fn a_full_disk_gives_one_line() {
    let second =
        ("demo/Second.java", "package demo; class Second { static int twice(int x) { return x > 3 ? 2 * x : x; } }");
    let project = Project::compile(&[("demo/Fraction.java", support::FRACTION), second]);
    let cases = [
        ("$CLEW generate classes -q --no-replay --out full/out", "full/out/demo/"),
        ("TMPDIR=$PWD/full $CLEW generate classes -q --out out", "cannot write to the temporary folder"),
        (
            "CLEW_CACHE=$PWD/full/cache $CLEW generate classes -q --out out",
            "set CLEW_CACHE to a folder you can write to",
        ),
    ];
    for (script, place) in cases {
        let Some(run) = with_full_disk(&project, script) else { return };
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{script}: {}", run.stderr);
        assert!(
            run.stderr.contains("No space left on device") && run.stderr.contains(place),
            "{script}: {}",
            run.stderr
        );
        assert!(files(&project.path("out")).is_empty(), "{script}");
    }
}

/// Runs a script in which no file grows beyond a block of 512 bytes: the signal is ignored, so that writing fails instead. Other than
/// a file system of one's own, this is allowed everywhere.
fn with_small_files(project: &Project, command: &str) -> Run {
    let script = format!("trap '' XFSZ; ulimit -f 1; {command}");
    let clew = command_in(project.dir.path(), &[]).get_program().to_owned();
    let mut shell = Command::new("sh");
    shell.current_dir(project.dir.path()).args(["-c", &script]).env("CLEW", clew).env_remove("JAVA_HOME");
    shell.env("CLEW_NO_CACHE", "true");
    Run::of(shell.output().expect("sh runs"))
}

#[test]
fn a_file_that_may_not_grow_is_not_left_half_written() {
    let project = Project::fraction();
    let cases = [
        ("exec $CLEW generate classes -q --no-replay --out out --method sign", ""),
        (
            "export CLEW_CACHE=$PWD/cache; exec $CLEW generate classes -q --out out",
            "set CLEW_CACHE to a folder you can write to",
        ),
    ];
    for (command, remedy) in cases {
        let run = with_small_files(&project, command);
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{command}: {}", run.stderr);
        assert!(run.stderr.contains("File too large") && run.stderr.contains(remedy), "{command}: {}", run.stderr);
        assert!(files(&project.path("out")).is_empty() && files(&project.path("cache")).is_empty(), "{command}");
    }
}
