//! `xtask differential`: methods of real jars on random inputs, by the step rules of the exploration on constants and on a JVM.
//! Every difference is a bug of Clew.

mod compare;
mod inputs;
mod jvm;
mod report;
mod subjects;
mod text;

use crate::generation;
use crate::results::{self, Section};
use anyhow::{Result, anyhow, ensure};
use clap::Args;
use clew_facts::Options;
use clew_jvm::{ClassId, ClassPath, Jdk, World};
use clew_symex::ConcreteRuns;
use compare::{Comparison, shown};
use jvm::Caller;
use report::{Tally, report};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;
use subjects::subjects;

/// Which methods.
#[derive(Args)]
pub struct DifferentialArgs {
    /// Jars [default: the sample jars, and java.util].
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
    /// Packages of the JDK as well, such as java.util.
    #[arg(long, value_name = "NAME")]
    package: Vec<String>,
    /// Inputs for each method.
    #[arg(long, value_name = "N", default_value_t = 200)]
    inputs: usize,
    /// The seed of the inputs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only methods whose name, as Class#method, contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Instructions that a call may take, the initialization of classes left aside.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    steps: u64,
    /// Threads, each with a JVM of its own [default: one for each processor].
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Put the figures into their page below docs/results.
    #[arg(long)]
    write: bool,
}

/// Where methods come from.
enum Source {
    Jar(PathBuf),
    Package(String),
}

impl Source {
    fn name(&self) -> String {
        match self {
            Source::Jar(jar) => jar.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            Source::Package(name) => name.clone(),
        }
    }
}

/// Compares the methods, and prints each difference.
pub fn run(args: &DifferentialArgs) -> Result<()> {
    let mut all = Vec::new();
    let driver = jvm::driver()?;
    for source in sources(args)? {
        let tally = one_source(&source, args, driver.path())?;
        tally.aside.iter().for_each(|(method, why)| println!("set aside: {method}: {why}"));
        all.push((source.name(), tally));
    }
    let report = report(&all);
    println!("{report}");
    if args.write {
        results::write(Section::Differential, &command(args), &report)?;
    }
    let differences: usize = all.iter().map(|(_, tally)| tally.differences.len()).sum();
    ensure!(differences == 0, "{differences} calls end otherwise on the JVM");
    Ok(())
}

fn command(args: &DifferentialArgs) -> String {
    format!("cargo xtask differential --inputs {} --seed {} --write", args.inputs, args.seed)
}

fn sources(args: &DifferentialArgs) -> Result<Vec<Source>> {
    let given = args.jars.iter().cloned().map(Source::Jar).chain(args.package.iter().cloned().map(Source::Package));
    let given: Vec<Source> = given.collect();
    if !given.is_empty() {
        return Ok(given);
    }
    let jars = generation::all_jars()?.into_iter().map(Source::Jar);
    Ok(jars.chain([Source::Package("java.util".to_owned())]).collect())
}

fn one_source(source: &Source, args: &DifferentialArgs, driver: &Path) -> Result<Tally> {
    let jars: Vec<PathBuf> = match source {
        Source::Jar(jar) => vec![std::path::absolute(jar)?],
        Source::Package(_) => Vec::new(),
    };
    let start = Instant::now();
    let (path, problems) = class_path(&jars)?;
    problems.iter().for_each(|problem| eprintln!("xtask: {problem}"));
    let classes: Vec<String> = match source {
        Source::Jar(_) => path.input_classes().iter().map(ToString::to_string).collect(),
        Source::Package(package) => classes_of(&path, package)?,
    };
    // Who works on a class has no part in what is found, as the results are put together in the order of the classes.
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let options = Options { rerun_steps: args.steps, ..Options::default() };
    let work = || -> Result<()> {
        let (path, _) = class_path(&jars)?;
        let world = World::new(path);
        let loaded: Vec<Option<ClassId>> = classes.iter().map(|name| world.load(name).ok()).collect();
        let among: Vec<ClassId> = loaded.iter().copied().flatten().collect();
        let mut comparison = Comparison::new(&world, &options, Caller::start(driver, jars.clone())?);
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(class) = loaded.get(at) else { break };
            let Some(class) = *class else { continue };
            one_class(&world, (at, class), &among, args, &mut comparison)?;
        }
        comparison.finish()?;
        found.lock().map_err(|_| anyhow!("another thread has failed"))?.append(&mut comparison.done);
        Ok(())
    };
    let jobs = args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| anyhow!("a thread has failed"))?)
    })?;
    let mut found = found.into_inner()?;
    found.sort_by_key(|(place, _)| *place);
    let mut tally = Tally::default();
    found.into_iter().for_each(|(_, of_class)| tally.add(of_class));
    tally.seconds = start.elapsed().as_secs_f64();
    Ok(tally)
}

fn class_path(jars: &[PathBuf]) -> Result<(ClassPath, Vec<String>)> {
    let (path, problems) = ClassPath::open(&Jdk::locate(None)?, jars, &[]);
    Ok((path, problems.iter().map(ToString::to_string).collect()))
}

fn classes_of(path: &ClassPath, package: &str) -> Result<Vec<String>> {
    let prefix = format!("{}/", package.replace('.', "/"));
    let mut names = path.jdk_module_classes("java.base").map_err(anyhow::Error::msg)?;
    names.retain(|name| name.strip_prefix(&prefix).is_some_and(|rest| !rest.contains('/')));
    names.sort();
    Ok(names)
}

fn one_class(
    world: &World,
    (at, class): (usize, ClassId),
    among: &[ClassId],
    args: &DifferentialArgs,
    comparison: &mut Comparison<'_>,
) -> Result<()> {
    let mut subjects = subjects(world, class, among);
    subjects.all.retain(|subject| shown(subject).contains(&args.only));
    let tally = Tally { without_receiver: subjects.without_receiver, ..Tally::default() };
    comparison.done.push(((at, 0), tally));
    let Some(first) = subjects.all.first() else { return Ok(()) };
    let mut runs = ConcreteRuns::new(world, first.method, comparison.options);
    for (number, subject) in subjects.all.into_iter().enumerate() {
        comparison.method(&mut runs, ((at, number + 1), subject), args.inputs, args.seed)?;
    }
    Ok(())
}
