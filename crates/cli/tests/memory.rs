//! The bound on memory: a job that would need more gives up states, the others go on, and the bound is kept.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;
use support::{Project, Run, command_in};

/// What each worker may use, in MiB.
const BOUND_MIB: u64 = 128;

/// `fill` keeps array after array, for far longer than there is memory.
const GREEDY: &str = "package demo;
public class Greedy {
    public static int fill(int n) {
        long[][] keep = new long[4000][];
        for (int i = 0; i < 4000; i++) {
            long[] block = new long[512];
            for (int j = 0; j < 512; j++) block[j] = i * 1000 + j;
            keep[i] = block;
        }
        return n > 3 ? keep.length : 0;
    }
    public static int sign(int x) { return x < 0 ? -1 : 1; }
}
";

/// The greatest memory of any worker of a run, in KiB, looked at until the run ends.
fn peak_of_workers(child: &mut Child) -> u64 {
    let mut peak = 0;
    while child.try_wait().expect("a child").is_none() {
        for worker in support::workers(child.id()) {
            let status = fs::read_to_string(format!("/proc/{worker}/status")).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
            let kib = line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0);
            peak = peak.max(kib);
        }
        thread::sleep(Duration::from_millis(5));
    }
    peak
}

#[test]
fn a_job_that_needs_more_gives_up_states_and_the_others_go_on() {
    let project = Project::compile(&[("demo/Greedy.java", GREEDY)]);
    let memory = format!("{BOUND_MIB}M");
    let bounds = ["--memory", &memory, "--max-steps", "50000000", "--budget", "60s", "--jobs", "1", "--no-replay"];
    let args =
        [&["generate", "classes", "--format", "json", "--method", "fill", "--method", "sign"], &bounds[..]].concat();
    let mut child = command_in(project.dir.path(), &args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let peak = peak_of_workers(&mut child);
    let run = Run::of(child.wait_with_output().expect("the run ends"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    let method = |name: &str| {
        let methods = document["methods"].as_array().expect("a list");
        methods.iter().find(|method| method["method"] == name).expect("the method").clone()
    };
    let (fill, sign) = (method("fill"), method("sign"));
    let reasons: Vec<&str> =
        fill["undecided"].as_array().expect("a list").iter().filter_map(|entry| entry["reason"].as_str()).collect();
    assert!(reasons.contains(&"memory"), "{reasons:?}");
    assert_eq!((&fill["memory_bound"], &fill["complete"]), (&true.into(), &false.into()));
    assert_eq!((&sign["memory_bound"], &sign["complete"]), (&false.into(), &true.into()));
    assert_eq!(document["totals"]["memory_bound"], 1);
    assert!(peak > (BOUND_MIB << 10) / 4, "{peak} KiB: the method needs too little for this test");
    assert!(peak <= BOUND_MIB << 10, "a worker used {peak} KiB");
}

#[test]
fn sizes_are_checked() {
    let project = Project::fraction();
    for (size, what) in [("512", "a number with a unit is needed"), ("1M", "at least 128M are needed")] {
        let run = project.clew(&["generate", "classes", "--memory", size]);
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
        assert!(run.stderr.contains("--memory") && run.stderr.contains(what), "{}", run.stderr);
    }
}
