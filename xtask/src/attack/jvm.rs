//! The attacker, in a cage, for as long as it may go on.

use super::goals::{Attacked, Claim};
use super::{AttackArgs, copy};
use crate::{javac, paths};
use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use clew_testgen::replay::{Outcome, ReplayError, ReplayOptions, ReplayServer};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long one request goes on with rounds, and how much longer the last round of it and what is done about hits may take.
const SLICE: Duration = Duration::from_secs(30);
const MARGIN: Duration = Duration::from_secs(60);
/// How many rounds are passed over after one that ended the JVM or told nothing: it is not known which one it was.
const LOST_ROUNDS: u64 = 5;
/// What is said where no JVM starts, or where it cannot run the attack, and how often each may be.
const UNSTARTED: &str = "the JVM does not start";
const UNRUN: &str = "the JVM cannot run the attack";
const MAX_IN_VAIN: u64 = 20;

/// The sources of the harness. The attacker puts probes into classes as it does.
const HARNESS: &str = "crates/testgen/java/clew/replay";

/// What an attack has come to.
#[derive(Default)]
pub struct Done {
    /// Rounds that were done to their end.
    pub rounds: u64,
    /// Calls.
    pub calls: u64,
    /// Requests after which nothing was told, with the reason.
    pub lost: BTreeMap<String, u64>,
    /// Whether the method of each goal was executed.
    pub entered: Vec<bool>,
    /// Whether the line before each goal was executed.
    pub near: Vec<bool>,
    /// Methods that did not end, and were not called again.
    pub stuck: BTreeSet<String>,
    /// What the cage did not let happen.
    pub tried: BTreeSet<String>,
    /// The goals that were reached.
    pub hits: Vec<Hit>,
}

/// A goal that was reached.
pub struct Hit {
    /// Its position.
    pub goal: usize,
    /// The kind of the round, and its number.
    pub phase: String,
    pub round: u64,
    /// Whether it can be done again.
    pub kind: HitKind,
    /// The calls.
    pub text: String,
}

/// Whether the goal is reached again by the same calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitKind {
    /// It is.
    Again,
    /// It was seen once, in a round that depends on threads or on the clock.
    Once,
    /// It is reached only after the virtual machine ran out of memory or stack, which every proof excludes.
    Exhausted,
}

impl HitKind {
    /// Whether it contradicts a proof.
    pub fn counts(self) -> bool {
        match self {
            HitKind::Again | HitKind::Once => true,
            HitKind::Exhausted => false,
        }
    }
}

/// The folder of the compiled attacker, which is kept for the same sources.
///
/// # Errors
/// There is no JDK, or no library for class files.
pub fn driver() -> Result<PathBuf> {
    let mut sources = paths::files_below(&paths::root().join(HARNESS), "java")?;
    // The attacker is no module: it looks into the JDK.
    sources.retain(|source| !source.ends_with("module-info.java"));
    sources.extend(paths::files_below(&paths::java_program("attack"), "java")?);
    let mut texts = crc32fast::Hasher::new();
    for source in &sources {
        texts.update(&std::fs::read(source).with_context(|| format!("{} cannot be read", source.display()))?);
    }
    let parent = paths::target().join("attack");
    let kept = parent.join(format!("attacker-{:08x}", texts.finalize()));
    if !kept.is_dir() {
        std::fs::create_dir_all(&parent)?;
        let made = tempfile::tempdir_in(&parent)?;
        javac::compile(&sources, &[asm()?], &made.path().join("classes"))?;
        let renamed = std::fs::rename(made.path().join("classes"), &kept);
        // Another process may have been quicker.
        ensure!(renamed.is_ok() || kept.is_dir(), "{} cannot be made", kept.display());
    }
    Ok(kept)
}

fn asm() -> Result<PathBuf> {
    let is_asm = |jar: &PathBuf| jar.file_name().is_some_and(|name| name.to_string_lossy().starts_with("asm-"));
    let jars = paths::files_below(&paths::root().join(".deps/jars"), "jar")?;
    jars.into_iter().find(is_asm).context("asm is missing: run ./setup")
}

/// A JVM that attacks one jar.
pub struct Attacker<'a> {
    server: ReplayServer,
    args: &'a AttackArgs,
    class_path: Vec<PathBuf>,
    folder: TempDir,
    head: String,
}

impl<'a> Attacker<'a> {
    /// Starts one, given what [`driver`] gives.
    ///
    /// # Errors
    /// There is no JDK, or no cage.
    pub fn start(driver: &Path, args: &'a AttackArgs, jar: &Path, needs: &[PathBuf]) -> Result<Attacker<'a>> {
        let server = ReplayServer::start(ReplayOptions::default()).context("the JVM cannot be started")?;
        let folder = tempfile::tempdir()?;
        let class_path = vec![folder.path().to_owned(), driver.to_owned(), asm()?];
        let mut head = format!("roots\t{}\n", jar.display());
        needs.iter().for_each(|need| head.push_str(&format!("needs\t{}\n", need.display())));
        if args.copy_package.is_some() {
            head.push_str(&format!("exports\t{}\n", copy::EXPORTS.join("\t")));
        }
        head.push_str(&format!("seed\t{}\noperations\t{}\n", args.seed, args.operations));
        if let Some(phase) = args.phase.and_then(|phase| phase.to_possible_value()) {
            head.push_str(&format!("phase\t{}\n", phase.get_name()));
        }
        if args.package {
            head.push_str("package\n");
        }
        Ok(Attacker { server, args, class_path, folder, head })
    }

    /// Attacks until the time is over.
    ///
    /// # Errors
    /// The JVM does not work.
    pub fn attack(&mut self, goals: &[Attacked]) -> Result<Done> {
        let mut done = Done { entered: vec![false; goals.len()], near: vec![false; goals.len()], ..Done::default() };
        let start = Instant::now();
        let mut round = self.args.round.unwrap_or(0);
        while !goals.is_empty() && start.elapsed() < self.args.time {
            // What is reached is out of the plan, and the positions of the others are those of the plan.
            let hit: BTreeSet<usize> = done.hits.iter().map(|hit| hit.goal).collect();
            let open: Vec<usize> = (0..goals.len()).filter(|goal| !hit.contains(goal)).collect();
            if open.is_empty() {
                break;
            }
            let time = SLICE.min(self.args.time.saturating_sub(start.elapsed()));
            self.write_plan(goals, &open, &done, (round, time))?;
            let before = done.rounds;
            if self.slice(&open, time, &mut done)? {
                round += (done.rounds - before).max(1);
            } else {
                round += LOST_ROUNDS;
            }
            if self.args.round.is_some() {
                break;
            }
        }
        Ok(done)
    }

    fn write_plan(
        &self,
        goals: &[Attacked],
        open: &[usize],
        done: &Done,
        (round, time): (u64, Duration),
    ) -> Result<()> {
        let rounds = if self.args.round.is_some() { 1 } else { u32::MAX };
        let mut plan = self.head.clone();
        plan.push_str(&format!("round\t{round}\nrounds\t{rounds}\nmillis\t{}\n", time.as_millis()));
        done.stuck.iter().for_each(|method| plan.push_str(&format!("avoid\t{method}\n")));
        for goal in open.iter().map(|goal| &goals[*goal]) {
            let method = &goal.method;
            let proof = if goal.claim == Claim::Within { "within" } else { "proved" };
            let words = [&method.class, &method.method, &method.descriptor, &goal.point, &goal.near];
            plan.push_str(&format!("goal\t{}\t{proof}", words.map(String::as_str).join("\t")));
            plan.push('\n');
        }
        Ok(std::fs::write(self.folder.path().join("plan"), plan)?)
    }

    /// One request; says whether anything was told.
    fn slice(&mut self, open: &[usize], time: Duration, done: &mut Done) -> Result<bool> {
        let run = match self.server.run(&self.class_path, "clew.replay.Attack", "run", time + MARGIN) {
            Ok(run) => run,
            // A machine that is busy enough keeps a JVM from starting in time, and random calls may take all its memory.
            Err(error @ (ReplayError::Start(_) | ReplayError::Test { .. })) => {
                let why = match &error {
                    ReplayError::Start(_) => UNSTARTED,
                    _ => UNRUN,
                };
                let times = done.lost.entry(why.to_owned()).or_default();
                *times += 1;
                if *times > MAX_IN_VAIN {
                    return Err(error.into());
                }
                eprintln!("xtask: a request is lost: {error}");
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        };
        done.tried.extend(run.tried);
        let why = match run.outcome {
            Outcome::Failed { exception, message, trace } => match message.strip_prefix("attack ") {
                Some(answer) => return self.read(answer, open, done).map(|()| true),
                None => bail!("the attacker fails: {exception}: {message}\n{trace}"),
            },
            Outcome::TimedOut => "it does not end in time",
            Outcome::Crashed => "it ends the JVM",
            Outcome::Passed | Outcome::Skipped => "it is not run",
        };
        eprintln!("xtask: a request is lost: {why}");
        *done.lost.entry(why.to_owned()).or_default() += 1;
        Ok(false)
    }

    fn read(&self, answer: &str, open: &[usize], done: &mut Done) -> Result<()> {
        for line in answer.lines() {
            let words: Vec<&str> = line.splitn(8, '\t').collect();
            match words[..] {
                ["rounds", count] => done.rounds += count.parse::<u64>()?,
                ["calls", count] => done.calls += count.parse::<u64>()?,
                ["methods", bits] => mark(bits, open, &mut done.entered)?,
                ["near", bits] => mark(bits, open, &mut done.near)?,
                ["stuck", method] => {
                    done.stuck.insert(method.to_owned());
                }
                ["hit", goal, phase, round, _, _, kind, text] => {
                    let goal: usize = goal.parse()?;
                    ensure!(goal < open.len(), "the attacker tells of a goal that it does not know: {line}");
                    let kind = match kind {
                        "again" => HitKind::Again,
                        "exhausted" => HitKind::Exhausted,
                        _ => HitKind::Once,
                    };
                    let (phase, text) = (phase.to_owned(), text.to_owned());
                    done.hits.push(Hit { goal: open[goal], phase, round: round.parse()?, kind, text });
                }
                // The last line may have been cut off; its goal is reached again.
                ["hit", ..] => {}
                _ => bail!("the attacker tells what makes no sense: {line}"),
            }
        }
        Ok(())
    }
}

/// Reads a bit for each goal, the first one last.
fn mark(bits: &str, open: &[usize], marks: &mut [bool]) -> Result<()> {
    for (at, digit) in bits.chars().rev().enumerate() {
        let digit = digit.to_digit(16).with_context(|| format!("{bits} is no number"))?;
        for bit in (0..4).filter(|bit| digit >> bit & 1 == 1) {
            let goal = open.get(4 * at + bit).context("the attacker tells of a goal that it does not know")?;
            marks[*goal] = true;
        }
    }
    Ok(())
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn bits_are_those_of_the_open_goals() {
        let open = [1, 3, 4, 6, 7];
        let mut marks = [false; 8];
        mark("11", &open, &mut marks).expect("bits");
        assert_eq!(marks, [false, true, false, false, false, false, false, true]);
        assert!(mark("21", &open, &mut marks).is_err());
        assert!(mark("x", &open, &mut marks).is_err());
    }
}
