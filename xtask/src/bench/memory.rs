//! How much memory waiting states take: the resident memory of a process that explores one method.
//!
//! Each measurement has a process of its own, because memory that an allocator keeps after an exploration would hide
//! what the next one needs. The process first explores the method with its first steps only, so that the classes, the
//! code and the solver are in memory before the first look.

use super::cases::Case;
use super::measure::{Spread, Subject};
use anyhow::{Context, Result, ensure};
use clap::Args;
use clew_symex::{Observer, Options};
use serde::{Deserialize, Serialize};
use std::process::Command;
use std::time::Duration;

/// How many instructions the process explores before it looks at its memory for the first time.
const WARM_UP_STEPS: u64 = 200;

/// One measurement, as the process is asked for it.
#[derive(Args)]
pub struct ProbeArgs {
    /// The case, as JSON.
    case: String,
}

/// What the process found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Resident memory before the exploration, in bytes.
    before: u64,
    /// The greatest resident memory during it, in bytes.
    peak: u64,
    /// The greatest number of states that waited at one time.
    states: u64,
}

/// Memory for each 1,000 waiting states.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// The greatest number of states that waited at one time.
    pub states: u64,
    /// Bytes for each 1,000 of them.
    pub bytes_per_thousand: Spread,
}

/// Measures `runs` times, each time in a new process.
pub fn median(case: &Case, runs: u32, time: Duration) -> Result<Memory> {
    let mut case = case.clone();
    case.options.time = Some(time);
    let json = serde_json::to_string(&case)?;
    let mut states = 0;
    let mut values = Vec::new();
    for _ in 0..runs {
        let output = Command::new(std::env::current_exe()?)
            .args(["memory-probe", &json])
            .output()
            .context("this program cannot be started once more")?;
        ensure!(output.status.success(), "the probe failed: {}", String::from_utf8_lossy(&output.stderr));
        let found: Found = serde_json::from_slice(&output.stdout)?;
        ensure!(found.states > 0, "{case} has no waiting states");
        states = found.states;
        values.push(found.peak.saturating_sub(found.before) as f64 * 1e3 / found.states as f64);
    }
    Ok(Memory { states, bytes_per_thousand: Spread::of(values) })
}

/// Measures once, in this process, and prints what was found as JSON.
pub fn probe(args: &ProbeArgs) -> Result<()> {
    let case: Case = serde_json::from_str(&args.case).context("the case is no JSON")?;
    let subject = Subject::open(&case)?;
    subject.explore(&Options { max_steps: WARM_UP_STEPS, ..case.options.clone() }, &mut ())?;
    let before = resident()?;
    let mut watch = Watch { peak: before };
    let facts = subject.explore(&case.options, &mut watch)?;
    let found = Found { before, peak: watch.peak, states: facts.stats.peak_states };
    println!("{}", serde_json::to_string(&found)?);
    Ok(())
}

/// Looks at the memory while an exploration goes on.
struct Watch {
    peak: u64,
}

impl Observer for Watch {
    fn progress(&mut self, _steps: u64, _tests: usize, _goals_decided: usize) {
        if let Ok(now) = resident() {
            self.peak = self.peak.max(now);
        }
    }
}

/// The resident memory of this process, in bytes.
fn resident() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status").context("/proc/self/status cannot be read")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("the process has no VmRSS")?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().context("VmRSS is no number")?;
    Ok(kibibytes * 1024)
}
