//! `xtask attack`: tries to execute what Clew calls unreachable, by means that the exploration does not use.
//!
//! The attacker is a Java program in the cage. It loads the classes with the probes of the replay harness and makes random calls of
//! what is public, in rounds: alone, with other values in static fields, under other locales, time zones and properties, from several
//! threads on the same objects, with collection between calls, and with classes initialized in other orders. What it reaches of a
//! proof without assumptions is a contradiction; what it reaches of another tells that an assumption does not hold in that execution.

mod copy;
mod goals;
mod jvm;
mod report;

use crate::document::Document;
use crate::generation::{self, Request};
use crate::results::{self, Section};
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use clew_jvm::{ClassPath, Jdk, World};
use goals::{Attacked, Claim};
use jvm::{Attacker, Done};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is attacked, and how.
#[derive(Args)]
pub struct AttackArgs {
    /// Jars or folders of classes [default: the sample jars].
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
    /// Attack a copy of this package of the JDK as well, such as java.util.
    #[arg(long, value_name = "NAME")]
    copy_package: Option<String>,
    /// A document of `clew generate --format json` to use in place of running it; one for each jar, in their order.
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    document: Vec<PathBuf>,
    /// The command to use [default: the release build, made anew].
    #[arg(long, value_name = "FILE", conflicts_with = "document")]
    clew: Option<PathBuf>,
    /// Use what an earlier run of this commit left in target/attack where it is complete.
    #[arg(long)]
    reuse: bool,
    /// Instructions executed symbolically for each method.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    max_steps: u64,
    /// How long each jar is attacked.
    #[arg(long, value_name = "DURATION", default_value = "10m", value_parser = humantime::parse_duration)]
    time: Duration,
    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only this round, as a report names it.
    #[arg(long, value_name = "N")]
    round: Option<u64>,
    /// Operations in a round.
    #[arg(long, value_name = "N", default_value_t = 1_500)]
    operations: u64,
    /// Only rounds of this kind.
    #[arg(long, value_name = "KIND")]
    phase: Option<Phase>,
    /// Call what only the same package may call, too.
    #[arg(long)]
    package: bool,
    /// Put the figures into their page below docs/results.
    #[arg(long)]
    write: bool,
}

/// What a round does beside random calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Phase {
    /// Nothing.
    Plain,
    /// Changes static fields that anybody may write.
    Statics,
    /// Changes the locale, the time zone and system properties.
    Environment,
    /// Calls from several threads on the same objects.
    Threads,
    /// Has objects collected between calls.
    Collection,
    /// Initializes classes in a random order first.
    Initialization,
    /// All but further threads.
    Mixed,
}

/// What was found for one jar.
struct Attack {
    name: String,
    goals: Vec<Attacked>,
    /// Goals that the attack has no means to see.
    unseen: u64,
    done: Done,
}

/// Attacks each jar, and prints what was reached.
///
/// # Errors
/// A tool cannot be run, or something was reached that Clew calls unreachable without assumptions.
pub fn run(args: &AttackArgs) -> Result<()> {
    let mut jars = match (&args.jars[..], &args.copy_package) {
        ([], None) => generation::all_jars()?,
        _ => args.jars.clone(),
    };
    jars.extend(args.copy_package.as_deref().map(copy::copy).transpose()?);
    ensure!(
        args.document.is_empty() || args.document.len() == jars.len(),
        "--document is given once for each jar, or not at all"
    );
    let clew = match (&args.clew, args.document.is_empty()) {
        (_, false) => None,
        (Some(clew), true) => Some(clew.clone()),
        (None, true) => Some(generation::build()?),
    };
    let driver = jvm::driver()?;
    let mut all = Vec::new();
    for (at, jar) in jars.iter().enumerate() {
        let attack = one_jar(jar, args.document.get(at), clew.as_deref(), args, &driver)?;
        println!("{}", report::hits(&attack));
        all.push(attack);
        // A run takes hours; what is done is kept if it is stopped.
        if args.write {
            results::write(Section::Attack, &command(args), &report::summary(&all, args.time))?;
        }
    }
    println!("{}", report::summary(&all, args.time));
    let contradicted: usize = all.iter().map(|attack| attack.reached(Claim::Unconditional)).sum();
    ensure!(contradicted == 0, "{contradicted} goals were reached that Clew calls unreachable without assumptions");
    Ok(())
}

fn command(args: &AttackArgs) -> String {
    let names = args.jars.iter().filter_map(|jar| jar.file_name()).map(|name| name.to_string_lossy().into_owned());
    let mut words = vec!["cargo xtask attack".to_owned()];
    words.extend(names);
    words.extend(args.copy_package.iter().map(|package| format!("--copy-package {package}")));
    let time = humantime::format_duration(args.time);
    words.push(format!("--max-steps {} --time {time} --seed {}", args.max_steps, args.seed));
    if args.package {
        words.push("--package".to_owned());
    }
    words.push("--write".to_owned());
    words.join(" ")
}

fn one_jar(
    jar: &Path,
    document: Option<&PathBuf>,
    clew: Option<&Path>,
    args: &AttackArgs,
    driver: &Path,
) -> Result<Attack> {
    let jar = jar.canonicalize()?;
    let name = generation::name_of(&jar)?;
    let needs = generation::needs(&name)?;
    let document = match document {
        Some(file) => Document::read(file)?,
        None => {
            let request = Request::new(&jar, "attack", flags(args))?;
            let clew = clew.filter(|_| !(args.reuse && request.is_done()));
            request.run(clew)?.document
        }
    };
    let (path, problems) = ClassPath::open(&Jdk::locate(None)?, std::slice::from_ref(&jar), &needs);
    problems.iter().for_each(|problem| eprintln!("xtask: {problem}"));
    let (goals, unseen) = goals::attacked(&document, &World::new(path));
    ensure!(!goals.is_empty(), "{name}: no goal is called unreachable, so there is nothing to attack");
    eprintln!("xtask: {name}: {} goals are attacked for {}", goals.len(), humantime::format_duration(args.time));
    let mut attacker = Attacker::start(driver, args, &jar, &needs)?;
    let done = attacker.attack(&goals)?;
    Ok(Attack { name, goals, unseen, done })
}

fn flags(args: &AttackArgs) -> Vec<String> {
    let steps = args.max_steps.to_string();
    ["--max-steps", &steps, "--no-replay"].map(str::to_owned).to_vec()
}

impl Attack {
    /// How many goals were reached of which Clew claims this.
    fn reached(&self, claim: Claim) -> usize {
        let reached = self.done.hits.iter().filter(|hit| hit.kind.counts());
        reached.filter(|hit| self.goals[hit.goal].claim == claim).count()
    }
}
