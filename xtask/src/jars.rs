//! `xtask jars`: how far Clew gets on jars that many programs stand on, over methods that a hash of their names chooses.

mod choose;
mod report;

use crate::document::Document;
use crate::generation::{self, Generated, Request};
use crate::jacoco::{self, Row};
use crate::junit::{self, Confirmed};
use crate::results::{self, Section};
use anyhow::{Result, bail, ensure};
use clap::Args;
use clew_facts::MethodKey;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// The jars, which of their methods, and how hard Clew tries.
#[derive(Args)]
pub struct JarsArgs {
    /// Jars [default: those of ./setup --more-samples].
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
    /// Methods of each jar.
    #[arg(long, value_name = "N", default_value_t = 200)]
    methods: usize,
    /// Goes into the hash that chooses them.
    #[arg(long, value_name = "TEXT", default_value = "clew")]
    salt: String,
    /// Time for each method.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = humantime::parse_duration)]
    budget: Duration,
    /// Methods explored at one time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Runs of each suite, each in another random order.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// Use what an earlier run left in target/jars in place of running `clew generate` again.
    #[arg(long)]
    reuse: bool,
    /// Put the figures into their page below docs/results.
    #[arg(long)]
    write: bool,
}

/// What was found for one jar.
struct Jar {
    name: String,
    document: Document,
    wall: Duration,
    /// How many methods the choice was made from.
    choosable: usize,
    /// The runs of the suite, each in its own order.
    runs: Vec<Confirmed>,
    /// What JaCoCo says of each chosen method that it does not leave out.
    instructions: BTreeMap<MethodKey, Counter>,
}

/// Instructions of a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counter {
    covered: u64,
    all: u64,
}

/// Generates the tests of the chosen methods, runs them in several orders and prints the tables.
///
/// # Errors
/// Where a tool cannot be run, or something happened that must never happen: a test that fails or that the JVM contradicts, a
/// method that was not processed.
pub fn run(args: &JarsArgs) -> Result<()> {
    let clew = if args.reuse { None } else { Some(generation::build()?) };
    let paths = if args.jars.is_empty() { generation::more_jars()? } else { args.jars.clone() };
    let mut jars = Vec::new();
    for path in &paths {
        let methods = choose::methods(path)?;
        let chosen = choose::by_hash(&methods, args.methods, &args.salt);
        let request = Request::new(path, "jars", flags(args, &chosen))?;
        println!("{}: {} of {} methods\n{}\n", request.name, chosen.len(), methods.len(), report::list(&chosen));
        jars.push(measure(request.run(clew.as_deref())?, methods.len(), args.runs)?);
    }
    for jar in &jars {
        println!("{}\n{}\n", jar.name, report::methods(jar));
    }
    let effort = effort(args).join(" ");
    let summary = report::summary(&effort, args.runs, &jars);
    println!("{summary}");
    if args.write {
        let command = format!("cargo xtask jars --methods {} --salt {} {effort} --write", args.methods, args.salt);
        results::write(Section::Jars, &command, &summary)?;
    }
    let troubles: Vec<String> = jars.iter().flat_map(Jar::troubles).collect();
    ensure!(troubles.is_empty(), "{}", troubles.join("\n"));
    Ok(())
}

fn effort(args: &JarsArgs) -> Vec<String> {
    let budget = humantime::format_duration(args.budget).to_string();
    vec!["--budget".to_owned(), budget, "--jobs".to_owned(), args.jobs.to_string()]
}

fn flags(args: &JarsArgs, chosen: &[&MethodKey]) -> Vec<String> {
    let mut flags = effort(args);
    flags.extend(chosen.iter().flat_map(|method| ["--method".to_owned(), method.to_string()]));
    flags
}

/// Runs the suite in each order, the first time with JaCoCo's agent.
fn measure(generated: Generated, choosable: usize, count: u64) -> Result<Jar> {
    let (mut runs, mut instructions) = (Vec::new(), BTreeMap::new());
    match junit::compile(&generated)? {
        Ok(suite) => {
            let executed = jacoco::fresh(&generated)?;
            for seed in 1..=count {
                let flags = if seed == 1 { vec![jacoco::agent(&executed)?] } else { Vec::new() };
                eprintln!("xtask: the tests of {}, order {seed}", generated.name);
                runs.push(suite.run(&format!("order{seed}"), suite.java_in_random_order(&flags, seed))?);
            }
            let rows = jacoco::parse(&jacoco::lines(&generated, &executed)?)?;
            instructions = counters(rows, &generated.document)?;
        }
        Err(trouble) => runs.push(Confirmed { troubles: vec![trouble], ..Confirmed::default() }),
    }
    let Generated { name, document, wall, .. } = generated;
    Ok(Jar { name, document, wall, choosable, runs, instructions })
}

/// The counters of the methods that were explored.
fn counters(rows: Vec<Row>, document: &Document) -> Result<BTreeMap<MethodKey, Counter>> {
    let explored: BTreeSet<&MethodKey> = document.methods.iter().map(|method| &method.key).collect();
    let mut counters = BTreeMap::new();
    for row in rows {
        match row {
            Row::Method { method, instructions: (all, covered) } if explored.contains(&method) => {
                counters.insert(method, Counter { covered, all });
            }
            Row::Class { .. } | Row::Method { .. } | Row::Line { .. } => {}
            Row::Stale(trouble) => bail!(trouble),
        }
    }
    Ok(counters)
}

impl Jar {
    /// Whatever must never happen, one line each.
    fn troubles(&self) -> Vec<String> {
        let document = &self.document;
        let mismatches = document.replays("mismatch");
        let contradicted = (mismatches > 0).then(|| format!("the JVM contradicted {mismatches} tests"));
        let failed = document.errors().map(|(method, error)| format!("{method}: {error}"));
        let of_runs = self.runs.iter().flat_map(|run| run.troubles.iter().cloned());
        let flaky = self.runs.iter().any(|run| run.ends() != self.runs[0].ends());
        let flaky = flaky.then(|| "the runs of the suite end differently".to_owned());
        let all = contradicted.into_iter().chain(failed).chain(of_runs).chain(flaky);
        all.map(|line| format!("{}: {line}", self.name)).collect()
    }

    /// Instructions of the chosen methods.
    fn total(&self) -> Counter {
        self.instructions.values().fold(Counter::default(), |sum, counter| Counter {
            covered: sum.covered + counter.covered,
            all: sum.all + counter.all,
        })
    }

    /// Methods without a path that was cut because a rule or a model is missing.
    fn followed(&self) -> u64 {
        self.document.methods.iter().filter(|method| !method.is_cut_short()).count() as u64
    }

    /// Those of them of which no path went on with one value of several either.
    fn followed_without_choice(&self) -> u64 {
        let methods = self.document.methods.iter();
        methods.filter(|method| !method.is_cut_short() && !method.has_choice()).count() as u64
    }
}
